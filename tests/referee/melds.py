"""Melding (RULES.md 2, 4 `melds.*`, 5.1, 5.10)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.referee.limits import meld_fault
from tests.referee.state import WILDS, Laid, Meld, Round, words
from tests.referee.turns import after_drawing


def judge_meld(r: Round, event: dict[str, Any]) -> None:
    """Cards of one rank go from the hand to the side's meld of that rank."""
    turn = after_drawing(r, event, "melds")
    rank, cards, seat = event["rank"], list(event["cards"]), turn.seat
    if turn.first and r.rules["deal.first_turn"] == "discard_only":
        r.fault("5.10", f"seat {seat} melds in a first turn in which it only discards")
    wrong = [card for card in cards if card != rank and card not in WILDS]
    if wrong or not cards:
        r.stop("2", f"{words(cards)} is laid as a meld of {rank}")
    _top_card_first(r, rank, cards)
    r.from_hand(seat, cards)
    melds = r.side_melds(seat)
    melds[rank] = melds.get(rank, Meld(rank)).plus(cards)
    fault = meld_fault(r.rules, melds[rank])
    if fault:
        r.fault("4", f"seat {seat} melds {words(cards)} of {rank}: {fault}")
    turn.laid.append(Laid(r.index, rank, cards, event["initial"]))
    turn.acted = True
    r.melded[seat] = True
    if not r.hands[seat]:
        r.must = ("go_out", "3", f"seat {seat} has melded the last card")


def _top_card_first(r: Round, rank: str, cards: list[str]) -> None:
    """The first meld after a taking holds the top card and the cards that justified it."""
    turn = r.current()
    if not turn.at_once:
        return
    due, turn.at_once = turn.at_once, []
    if rank != turn.top or Counter(due) - Counter(cards):
        r.fault("5.1", f"seat {turn.seat} melds {words(cards)} of {rank} before {words(due)}")
