"""The columns of the rows that the engine fills, and the words behind their codes."""

from __future__ import annotations

ROW_COLUMNS = (
    "score",
    "melded",
    "in_hand",
    "bonus",
    "bonus_canastas",
    "bonus_red_threes",
    "bonus_going_out",
    "natural_canastas",
    "mixed_canastas",
    "wild_canastas",
    "red_threes",
    "went_out",
    "concealed",
    "opened_turn",
    "piles_taken",
    "pile_cards",
    "freezes",
    "frozen_turns",
    "hand_cards",
    "turns",
    "end",
    "turnovers",
    "game",
    "game_round",
    "score_before",
)
"""Columns of the int32 table that play_rounds and play_games fill, two columns' entries per round (side 0, side 1)."""

END = ("went_out", "stock", "no_move")
GAME_COLUMNS = ("rounds", "score", "won", "end")
GAME_END = ("target", "rounds", "cap")
