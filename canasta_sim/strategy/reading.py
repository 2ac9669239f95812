"""Reading the table: which cards are still out, who could take the pile with a card, what a hand is worth.

Chances rest on what is public: the cards not yet seen lie in the stock and in the other hands, and a hand of
``h`` among ``n`` unseen cards holds a rank about as often as a Poisson variable of that mean says.
"""

from __future__ import annotations

from canasta_sim.engine.cards import (
    JOKER,
    NATURAL_FIELDS,
    TWO,
    at_least,
    at_least_one,
    count,
    mask_of,
    total,
    wilds_in,
)
from canasta_sim.engine.compiling import compiled, inlined
from canasta_sim.engine.encoding import BEFORE_INITIAL_NEVER
from canasta_sim.engine.melds import canasta_ranks

BY_PAIR, BY_WILD, BY_MATCH, BY_JOIN = 1, 2, 4, 8
"""Ways in which the next player might take the pile, as bits."""


@inlined
def next_seat(view) -> int:  # type: ignore[no-untyped-def]
    """Return the seat that plays next."""
    seat = view.seat + 1
    return 0 if seat == view.players else seat


@inlined
def unseen_naturals(rules, view) -> int:  # type: ignore[no-untyped-def]
    """Return the naturals that lie in the stock, in other hands or in the surprise, packed."""
    return (rules.deck_cards - view.hand - view.naturals[0] - view.naturals[1] - view.pile) & NATURAL_FIELDS


@inlined
def unseen_wilds(rules, view) -> int:  # type: ignore[no-untyped-def]
    """Return how many wild cards lie in the stock, in other hands or in the surprise."""
    seen = wilds_in(view.hand) + wilds_in(view.pile) + wilds_in(view.locks)
    for side in range(2):
        seen += wilds_in(view.naturals[side]) + total(view.twos[side]) + total(view.jokers[side])
    return count(rules.deck_cards, TWO) + count(rules.deck_cards, JOKER) - seen


@inlined
def unseen_total(view) -> int:  # type: ignore[no-untyped-def]
    """Return how many cards lie in the stock, in other hands and in the surprise."""
    number = view.stock_size + view.surprise_size
    for seat in range(view.players):
        if seat != view.seat:
            number += view.hand_sizes[seat]
    return max(1, number)


@inlined
def none_chance(mean: float) -> float:
    """Return about exp(-mean), the chance of none (mean at least 0)."""
    return 1.0 / (1.0 + mean * (1.0 + mean * (0.5 + mean * 0.17)))


@inlined
def pair_chance(mean: float) -> float:
    """Return about the chance of two or more where ``mean`` are expected."""
    return 1.0 - none_chance(mean) * (1.0 + mean)


@compiled
def pile_ways(rules, view) -> int:  # type: ignore[no-untyped-def]
    """Return the ways in which the next player might take a natural discarded now, as bits BY_...; 0: none."""
    other = 1 - view.side
    if view.pile_size + 1 < rules.pile_min_cards:
        return 0
    if view.blocked_by >= 0 and view.blocked_by != view.seat and view.blocked_by != next_seat(view):
        return 0
    if view.naturals[other] == 0:
        return 0 if rules.pile_before_initial_meld == BEFORE_INITIAL_NEVER else BY_PAIR
    if view.frozen or view.locks:
        return BY_PAIR
    ways = BY_PAIR
    if rules.pile_with_natural_and_wild:
        ways |= BY_WILD
    if rules.pile_match_in_pile:
        ways |= BY_MATCH
    if rules.pile_add_to_meld:
        ways |= BY_JOIN
    return ways


@inlined
def joinable_ranks(rules, view) -> int:  # type: ignore[no-untyped-def]
    """Return the mask of ranks whose discard the next player may take by joining it to a meld, where BY_JOIN holds."""
    other = 1 - view.side
    ranks = at_least_one(view.naturals[other] & NATURAL_FIELDS)
    if not rules.pile_add_to_canasta:
        ranks &= ~canasta_ranks(rules, view.naturals[other], view.twos[other], view.jokers[other])
    return ranks


@inlined
def take_chance(ways: int, joins: int, rank: int, mean: float, wild: float, in_pile: int) -> float:
    """Return about the chance that the next player can take the pile with a discard of ``rank``.

    Parameters
    ----------
    ways, joins : int
        From pile_ways and joinable_ranks.
    rank : int
        The card's kind, a natural.
    mean : float
        How many of the rank the next player is expected to hold.
    wild : float
        The chance that the next player holds a wild card.
    in_pile : int
        How many of the rank lie in the pile.
    """
    if ways == 0:
        return 0.0
    if ways & BY_JOIN and joins & mask_of(rank):
        return 1.0
    pair = pair_chance(mean)
    if ways == BY_PAIR:
        return pair
    one_or_more = 1.0 - none_chance(mean)
    if ways & BY_MATCH and in_pile > 0:
        return one_or_more
    if ways & BY_WILD:
        return pair + (one_or_more - pair) * wild
    return pair


@compiled
def fewest_unseen(unseen: int, ranks: int) -> int:
    """Return those of ``ranks`` (a mask, not empty) of which the fewest cards are still out, as a mask."""
    for number in range(1, 9):
        few = ranks & ~at_least(unseen, number)
        if few:
            return few
    return ranks


@compiled
def threatened_ranks(rules, view) -> int:  # type: ignore[no-untyped-def]
    """Return the mask of ranks with which the next player surely takes the pile when one is discarded now."""
    ways = pile_ways(rules, view)
    return joinable_ranks(rules, view) if ways & BY_JOIN else 0
