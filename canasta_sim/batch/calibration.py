"""The fixed piece of work beside which speeds are measured: shuffling a fresh deck of 108 cards."""

from __future__ import annotations

from canasta_sim.engine.compiling import compiled
from canasta_sim.engine.randomness import shuffle

__all__ = ["shuffles"]

CARDS = 108


@compiled
def shuffles(fresh, cards, stream, times):  # type: ignore[no-untyped-def]
    """Shuffle the deck ``fresh`` (uint8) ``times`` times in ``cards``; return the sum of the top cards."""
    tops = 0
    for _ in range(times):
        for place in range(len(cards)):
            cards[place] = fresh[place]
        shuffle(cards, 0, CARDS, stream)  # type: ignore[no-untyped-call]
        tops += cards[0]
    return tops
