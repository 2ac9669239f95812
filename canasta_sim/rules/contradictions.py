"""The combinations of knobs that contradict themselves; every other one is allowed (RULES.md section 4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

__all__ = ["FEWEST_IN_STOCK", "Contradiction", "contradictions"]

FEWEST_IN_STOCK = 15
"""Cards that the deal and the upcard must leave in the stock."""

_TWO_PACKS = 104


class Contradiction(NamedTuple):
    """Two or more knobs that cannot both hold, and the sentence that says why."""

    knobs: tuple[str, ...]
    sentence: str


def contradictions(knobs: Mapping[str, Any]) -> Iterator[Contradiction]:
    """Find what contradicts itself in a complete set of knobs.

    Parameters
    ----------
    knobs : mapping of str to value
        Every knob with a value that it takes.

    Yields
    ------
    Contradiction
        In the order of the rules; nothing where the combination is sound.
    """
    yield from _too_many_dealt(knobs)
    if knobs["deal.surprise"] == "upcard_number" and "wild" not in knobs["deal.upcard_rejects"]:
        yield Contradiction(
            ("deal.surprise", "deal.upcard_rejects"),
            'deal.surprise = "upcard_number" contradicts deal.upcard_rejects without "wild": '
            "a wild card turned as upcard has no number",
        )
    natural, needed = knobs["going_out.natural_canastas"], knobs["going_out.canastas"]
    if natural > needed:
        yield Contradiction(
            ("going_out.natural_canastas", "going_out.canastas"),
            f"going_out.natural_canastas = {natural} contradicts going_out.canastas = {needed}: "
            "the natural ones are among the canastas that a side needs",
        )


def _too_many_dealt(knobs: Mapping[str, Any]) -> Iterator[Contradiction]:
    """Count the cards dealt and the upcard, but no surprise and no card turned again: chance decides them."""
    deck = _TWO_PACKS + knobs["deck.jokers"]
    extra = knobs["deal.first_player_extra"]
    dealt = knobs["table.players"] * knobs["deal.hand_size"] + extra
    left = deck - dealt - 1
    if left >= FEWEST_IN_STOCK:
        return
    names = ["deal.hand_size", "table.players"] + (["deal.first_player_extra"] if extra else [])
    others = " with ".join(f"{name} = {knobs[name]}" for name in names[1:])
    remains = f"leave {left} in the stock" if left >= 0 else f"are {-left} more than there are"
    yield Contradiction(
        tuple(names),
        f"deal.hand_size = {knobs['deal.hand_size']} contradicts {others}: "
        f"{dealt} cards dealt and the upcard, of {deck}, {remains}; {FEWEST_IN_STOCK} must be left",
    )
