"""What a case of a knob is made of: rules with the knob at a value, positions, deals in a wanted order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from canasta_sim.rules import RuleSet, load_rules
from tests.engine.cards import CODES, kinds, text_of
from tests.engine.table import Table
from tests.uncompiled import Engine

LEGAL = ""


@cache
def base_rules() -> RuleSet:
    """Return the rules that cases start from: the standard game with two players."""
    return load_rules("hoyle").with_knobs({"table.players": 2})


@dataclass(frozen=True)
class Case:
    """What is observed under each value of a knob.

    Attributes
    ----------
    knob : str
        Its name.
    outcomes : mapping
        Value of the knob to what must be observed.
    others : mapping
        Values of other knobs that the case needs.
    observe : callable
        Plays it on a bench and returns what is observed.
    """

    knob: str
    outcomes: Mapping[Any, Any]
    others: Mapping[str, Any]
    observe: Callable[[Bench], Any]


Observe = Callable[["Bench"], Any]


def case(
    knob: str, outcomes: Mapping[Any, Any], others: Mapping[str, Any] | None = None
) -> Callable[[Observe], Observe]:
    """Mark a function as what is observed for a knob, value by value."""

    def mark(function: Observe) -> Observe:
        function.case = Case(knob, outcomes, others or {}, function)  # type: ignore[attr-defined]
        return function

    return mark


@dataclass(frozen=True)
class Dealt:
    """A round as it was dealt, all as text."""

    hands: list[str]
    pile: str
    surprise: str
    stock: str
    red_threes: list[int]
    shuffles: int
    frozen: int


class Bench:
    """Rules with one knob at one value, and an engine to play them.

    Parameters
    ----------
    engine : Engine
        The engine.
    knobs : mapping
        What differs from the base rules.
    """

    def __init__(self, engine: Engine, knobs: Mapping[str, Any]) -> None:
        self.engine = engine
        self.rules = base_rules().with_knobs(dict(knobs))

    def table(self, **position: Any) -> Table:
        """Lay out a position."""
        return Table(self.engine, self.rules, **position)

    def deal(self, upcards: str, hand: str = "") -> Dealt:
        """Deal with the cards turned for the upcard in a wanted order; a card shuffled back goes to the
        bottom.

        Parameters
        ----------
        upcards : str
            What is turned, one after the other, and what follows in the stock.
        hand : str
            The first cards dealt to the first seat.
        """
        engine, rules = self.engine, self.engine.encode(self.rules)
        deck = text_of(rules.deck_cards).split()
        order = _in_order(deck, upcards.split(), hand.split(), self._cards_dealt())
        rules.deck[: len(order)] = [CODES.index(code) for code in order]
        view, hidden = engine.tables()
        shuffles: list[int] = []

        def to_the_bottom(cards: Any, start: int, end: int, stream: Any) -> None:
            shuffles.append(start)
            if len(shuffles) > 1:
                cards[start:end] = [*cards[start + 1 : end], cards[start]]

        kept, engine.dealing.shuffle = engine.dealing.shuffle, to_the_bottom  # type: ignore[attr-defined]
        try:
            engine.dealing.deal(rules, view, hidden, 0, 0, 0, 1, None)
        finally:
            engine.dealing.shuffle = kept  # type: ignore[attr-defined]
        pile = [CODES[kind] for kind in hidden.pile_order[: view.pile_size]]
        return Dealt(
            [text_of(hidden.hands[seat]) for seat in range(self.rules["table.players"])],
            " ".join(pile),
            " ".join(pile[: view.surprise_size]),
            " ".join(CODES[kind] for kind in hidden.stock[hidden.stock_next : hidden.stock_end]),
            list(view.red_threes),
            len(shuffles) - 1,
            view.frozen,
        )

    def _cards_dealt(self) -> int:
        rules = self.rules
        return int(rules["table.players"] * rules["deal.hand_size"] + rules["deal.first_player_extra"])


def _in_order(deck: list[str], upcards: list[str], hand: list[str], dealt: int) -> list[str]:
    """Return the deck with wanted cards in their places; naturals fill up the hands."""
    left = Counter(deck)
    left.subtract([*upcards, *hand])
    rest = sorted(left.elements(), key=lambda code: (kinds(code)[0] > 10, code))
    filled = [*hand, *rest[: dealt - len(hand)]]
    return [*filled, *upcards, *rest[dealt - len(hand) :]]
