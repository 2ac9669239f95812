"""The table of metrics: every figure that a summary can hold, with its formula in the columns of the rows.

A metric is a ratio of two sums, Σ numerator / Σ denominator, over the rows of a strategy (``per = "side"``)
or over rounds or games (``per = "table"``). Where the denominator is `COUNT`, the number of those rows, the
ratio is a mean (or a share, where the numerator is 0 or 1). Numerators and denominators are *features*: a
column as the engine stores it, or one of the few derived from columns that `FEATURES` lists. All are
integers, so that sums are exact.

`METRICS` maps names to entries in the order in which summaries list them; `metric(name)` finds one, or
refuses the name with a near-miss suggestion.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from canasta_sim.errors import CanastaError, near_miss

Kind = Literal["mean", "share", "ratio"]
Per = Literal["side", "table"]
Level = Literal["round", "game"]

COUNT = "count"
"""Name of the denominator that counts rows (sides and rounds, rounds, sides and games, or games)."""


@dataclass(frozen=True, slots=True)
class Metric:
    """One figure.

    Attributes
    ----------
    name : str
        Its name in ``summary.csv`` and on the command line.
    title : str
        Its name in tables and plots.
    numerator, denominator : str
        Features whose sums are divided; `COUNT` divides by the number of rows.
    unit : str
        ``points``, ``share`` (printed in per cent), or what is counted.
    meaning : str
        What it says, in a sentence.
    per : {"side", "table"}
        Whether each side of a round has its own value, or the table has one.
    scale : int
        The numerator counts in units of 1/scale (half wins: 2), so the denominator is multiplied by it.
    level : {"round", "game"}
        What it is counted over; ``game`` metrics exist only where games are played.
    zero_sum : bool
        The two sides of a table add up to a constant, so that it says nothing about both sides together.
    better : {-1, 0, 1}
        Whether more of it is good (1) or bad (-1) for a side, where that can be said.
    """

    name: str
    title: str
    numerator: str
    unit: str
    meaning: str
    denominator: str = COUNT
    per: Per = "side"
    scale: int = 1
    level: Level = "round"
    zero_sum: bool = False
    better: int = 0

    @property
    def kind(self) -> Kind:
        """``ratio`` where the denominator varies by nature, else ``share`` (of rows) or ``mean``."""
        if self.denominator != COUNT:
            return "ratio"
        return "share" if self.is_share else "mean"

    @property
    def is_share(self) -> bool:
        """Whether the value lies between 0 and 1 and so gets a Wilson interval."""
        return self.unit == "share"

    @property
    def between_sides(self) -> bool:
        """Whether it tells the sides apart and nothing of both together: what one gains the other loses."""
        return self.zero_sum or self.name == "game_won"

    @property
    def formula(self) -> str:
        """The formula in the columns of the rows, e.g. ``sum of went_out / number of sides and rounds``."""
        counted = f"number of {'sides and ' if self.per == 'side' else ''}{self.level}s"
        divisor = counted if self.denominator == COUNT else f"sum of {_text(self.denominator)}"
        factor = f"{self.scale} × " if self.scale != 1 else ""
        return f"sum of {_text(self.numerator)} / {factor}{divisor}"


FEATURES: dict[str, str] = {
    "margin": "(score - score of the other side)",
    "won_twice": "(2 if score > score of the other side, 1 if equal, else 0)",
    "canastas": "(natural_canastas + mixed_canastas + wild_canastas)",
    "opened": "(1 if opened_turn > 0 else 0)",
    "never_melded": "(1 if opened_turn = 0 else 0)",
    "own_turns": "(half of turns; the odd one is the first side's)",
    "closed": "(1 if end = went_out else 0)",
    "stock_out": "(1 if end = stock else 0)",
    "no_move": "(1 if end = no_move else 0)",
    "first_margin": "(score of the first side - score of the other)",
    "first_won_twice": "(2 if the first side has the higher score, 1 if equal, else 0)",
    "lead_changes": "(rounds after which the other side leads than led before)",
    "game_won": "won",
    "game_score": "(score of the game)",
    "game_rounds": "(rounds of the game)",
    "no_winner": "(1 if neither side won else 0)",
    "first_game_won": "(1 if the side of the game's first seat won else 0)",
    "game_margin": "(score of the game - that of the other side)",
}
"""Derived features and their formulas; how they are computed stands in `canasta_sim.stats.block`."""


def _text(feature: str) -> str:
    return FEATURES.get(feature, feature)


# fmt: off
_ROUND_SIDE = (
    Metric("score", "Score", "score", "points", "Points of a side in a round.", better=1),
    Metric("margin", "Margin", "margin", "points",
           "Points of a side in a round less those of the other side.", zero_sum=True, better=1),
    Metric("won", "Rounds won", "won_twice", "share",
           "Rounds in which the side has the higher score; a tie counts half.", scale=2, zero_sum=True,
           better=1),
    Metric("went_out", "Rounds closed", "went_out", "share",
           "Rounds in which a player of the side goes out.", better=1),
    Metric("concealed", "Concealed closings", "concealed", "share",
           "Rounds that the side closes concealed.", better=1),
    Metric("concealed_share", "Concealed among closings", "concealed", "share",
           "Of the rounds that the side closes, those concealed.", denominator="went_out"),
    Metric("canastas", "Canastas", "canastas", "per round", "Canastas of a side at the end of a round.",
           better=1),
    Metric("natural_canastas", "Natural canastas", "natural_canastas", "per round",
           "Canastas of a side without a wild card.", better=1),
    Metric("mixed_canastas", "Mixed canastas", "mixed_canastas", "per round",
           "Canastas of a side with naturals and wild cards."),
    Metric("wild_canastas", "Wild canastas", "wild_canastas", "per round",
           "Canastas of a side of wild cards alone."),
    Metric("opened_turn", "Turn of the initial meld", "opened_turn", "turns",
           "Turn in which the side lays its initial meld, over the rounds in which it does.",
           denominator="opened", better=-1),
    Metric("never_melded", "Never melds", "never_melded", "share",
           "Rounds in which the side melds nothing.", better=-1),
    Metric("piles_taken", "Piles taken", "piles_taken", "per round",
           "How often a side takes the discard pile in a round."),
    Metric("pile_cards", "Cards from piles", "pile_cards", "cards",
           "Cards that a side gets with the piles it takes in a round."),
    Metric("cards_per_pile", "Cards per pile", "pile_cards", "cards", "Cards in a pile that is taken.",
           denominator="piles_taken"),
    Metric("hand_cards", "Cards left in hand", "hand_cards", "cards",
           "Cards in the hands of a side when a round ends.", better=-1),
    Metric("in_hand", "Points left in hand", "in_hand", "points", "Points lost for the cards left in hand.",
           better=-1),
    Metric("red_threes", "Red threes", "red_threes", "per round", "Red threes that a side has laid."),
    Metric("freezes", "Wild cards discarded", "freezes", "per round",
           "Wild cards that a side discards in a round (they freeze or lock the pile, as the rules say)."),
    Metric("frozen_share", "Turns with a frozen pile", "frozen_turns", "share",
           "Own turns of a side that find the pile frozen.", denominator="own_turns"),
    Metric("melded", "Points: cards melded", "melded", "points", "Value of the cards a side has melded."),
    Metric("bonus", "Points: all bonuses", "bonus", "points",
           "Bonuses of a side for canastas, red threes and going out."),
    Metric("bonus_canastas", "Points: canastas", "bonus_canastas", "points",
           "Bonuses of a side for canastas."),
    Metric("bonus_red_threes", "Points: red threes", "bonus_red_threes", "points",
           "Points of a side for red threes, negative where they count against it."),
    Metric("bonus_going_out", "Points: going out", "bonus_going_out", "points",
           "Bonuses of a side for going out."),
)

_ROUND_TABLE = (
    Metric("turns", "Turns", "turns", "turns", "Player-turns in a round.", per="table"),
    Metric("closed", "Rounds closed by either side", "closed", "share",
           "Rounds that end with a player going out.", per="table"),
    Metric("stock_out", "Rounds ended by the stock", "stock_out", "share",
           "Rounds that end because the stock is used up.", per="table"),
    Metric("no_move", "Rounds ended without a move", "no_move", "share",
           "Rounds that end because a player can neither discard nor go out.", per="table"),
    Metric("turnovers", "Turnovers", "turnovers", "per round",
           "How often the pile is turned over to become the stock.", per="table"),
    Metric("first_advantage", "First-seat advantage", "first_margin", "points",
           "Points of the side that plays first less those of the other side.", per="table"),
    Metric("first_won", "Rounds won by the first side", "first_won_twice", "share",
           "Rounds in which the side that plays first has the higher score; a tie counts half.",
           per="table", scale=2),
)

_GAME = (
    Metric("game_won", "Games won", "game_won", "share",
           "Games that the side wins; a game without a winner counts for neither.", level="game", better=1),
    Metric("game_score", "Score of a game", "game_score", "points",
           "Points of a side at the end of a game.", level="game", better=1),
    Metric("game_margin", "Margin of a game", "game_margin", "points",
           "Points at the end of a game less those of the other side.", level="game", zero_sum=True,
           better=1),
    Metric("game_rounds", "Rounds per game", "game_rounds", "rounds", "Rounds until a game ends.",
           per="table", level="game"),
    Metric("lead_changes", "Lead changes", "lead_changes", "per game",
           "How often a side takes the lead from the other during a game.", per="table", level="game"),
    Metric("no_winner", "Games without a winner", "no_winner", "share", "Games that end without a winner.",
           per="table", level="game"),
    Metric("first_game_won", "Games won by the first side", "first_game_won", "share",
           "Games won by the side of the first seat of the first round.", per="table", level="game"),
)
# fmt: on

METRICS: dict[str, Metric] = {entry.name: entry for entry in (*_ROUND_SIDE, *_ROUND_TABLE, *_GAME)}
"""Every metric by name, in the order in which summaries list them."""


def metric(name: str) -> Metric:
    """Return the metric of that name.

    Raises
    ------
    CanastaError
        There is none; the sentence names what comes close, or all that exist.
    """
    found = METRICS.get(name)
    if found is None:
        hint = near_miss(name, METRICS) or f": known are {', '.join(METRICS)}"
        raise CanastaError(f'unknown metric "{name}"{hint}')
    return found
