"""Reading the table: which cards are still out, who could take the pile with a card, what a hand is worth.

Chances rest on what is public: the cards not yet seen lie in the stock and in the other hands, and a hand of
``h`` among ``n`` unseen cards holds a rank about as often as a Poisson variable of that mean says.
"""

from __future__ import annotations

from canasta_sim.engine.cards import (
    BLACK_THREE,
    JOKER,
    NATURAL_FIELDS,
    NATURAL_HIGH,
    RED_THREE,
    TWO,
    at_least,
    at_least_one,
    count,
    kinds_in,
    lowest_kind,
    mask_of,
    one,
    total,
    wilds_in,
    without_lowest,
)
from canasta_sim.engine.compiling import compiled, inlined
from canasta_sim.engine.decisions import DISCARDED, TOOK
from canasta_sim.engine.encoding import BEFORE_INITIAL_NEVER
from canasta_sim.engine.going_out import canastas_refusal
from canasta_sim.engine.melds import canasta_ranks, meld_points, natural_canasta_ranks
from canasta_sim.engine.refusals import LEGAL
from canasta_sim.engine.scoring import red_three_bonus

BY_PAIR, BY_WILD, BY_MATCH, BY_JOIN = 1, 2, 4, 8
"""Ways in which the next player might take the pile, as bits."""
HELD, THROWN = 0, 4
"""Places in ``me.memory`` that ``remember`` fills, one word per seat from each on."""


@inlined
def next_seat(view) -> int:
    """Return the seat that plays next."""
    seat = view.seat + 1
    return 0 if seat == view.players else seat


@inlined
def unseen_naturals(rules, view) -> int:
    """Return the naturals that lie in the stock, in other hands or in the surprise, packed."""
    return (rules.deck_cards - view.hand - view.naturals[0] - view.naturals[1] - view.pile) & NATURAL_FIELDS


@inlined
def unseen_wilds(rules, view) -> int:
    """Return how many wild cards lie in the stock, in other hands or in the surprise."""
    seen = wilds_in(view.hand) + wilds_in(view.pile) + wilds_in(view.locks)
    for side in range(2):
        seen += wilds_in(view.naturals[side]) + total(view.twos[side]) + total(view.jokers[side])
    return count(rules.deck_cards, TWO) + count(rules.deck_cards, JOKER) - seen


@inlined
def unseen_total(view) -> int:
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
def pile_ways(rules, view) -> int:
    """Return the ways in which the next player might take a natural thrown now, as bits BY_...; 0: none."""
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
def joinable_ranks(rules, view) -> int:
    """Return the mask of ranks that the next player may join to a meld, where BY_JOIN holds."""
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
def threatened_ranks(rules, view) -> int:
    """Return the mask of ranks with which the next player surely takes the pile when one is discarded now."""
    ways = pile_ways(rules, view)
    return joinable_ranks(rules, view) if ways & BY_JOIN else 0


@compiled
def _card_left(unseen: int, hand: int, safe: int) -> int:
    """Return the discard where none is free to go: safe or other naturals, a two, a joker, a red three."""
    held = at_least_one(hand) & NATURAL_HIGH
    if held:
        return lowest_kind(fewest_unseen(unseen, safe if safe else held))
    if count(hand, TWO):
        return TWO
    return JOKER if count(hand, JOKER) else RED_THREE


@compiled
def careful_discard(rules, view, kept: int, freeze_from) -> int:
    """Return the discard of a careful player.

    First the single naturals that the next player cannot join to a meld and of which the fewest are still
    out, then a black three, then other safe cards, then, where the pile is not frozen and has ``freeze_from``
    cards or more, a wild card, then what is left.

    Parameters
    ----------
    kept : int
        Mask of ranks to throw only when nothing else is safe.
    freeze_from : int or float
        Cards in a pile worth a wild card.
    """
    hand = view.hand
    safe = at_least_one(hand) & NATURAL_HIGH & ~threatened_ranks(rules, view)
    free = safe & ~kept
    single = free & ~at_least(hand, 2)
    unseen = unseen_naturals(rules, view)
    if single:
        return lowest_kind(fewest_unseen(unseen, single))
    if count(hand, BLACK_THREE):
        return BLACK_THREE
    if free:
        return lowest_kind(fewest_unseen(unseen, free))
    if wilds_in(hand) and view.frozen == 0 and view.locks == 0 and view.pile_size >= freeze_from:
        return TWO if count(hand, TWO) else JOKER
    return _card_left(unseen, hand, safe)


@compiled
def fewest_to_go(rules, view) -> int:
    """Return the size of the smallest hand of an opponent whose side may go out, 99 where it may not yet."""
    other = 1 - view.side
    if canastas_refusal(rules, view.canastas[other], view.natural_canastas[other], 0) != LEGAL:
        return 99
    fewest = view.hand_sizes[other]
    if view.players == 4:
        fewest = min(fewest, view.hand_sizes[other + 2])
    return fewest


@compiled
def added(cards: int, more: int) -> int:
    """Return two words of cards together, no kind more often than eight times."""
    kinds = at_least_one(more)
    while kinds:
        kind = lowest_kind(kinds)
        kinds = without_lowest(kinds)
        cards += (min(8, count(cards, kind) + count(more, kind)) - count(cards, kind)) * one(kind)
    return cards


@compiled
def taken_away(cards: int, fewer: int) -> int:
    """Return a word of cards without ``fewer``, no kind less often than not at all."""
    kinds = at_least_one(fewer)
    while kinds:
        kind = lowest_kind(kinds)
        kinds = without_lowest(kinds)
        cards -= min(count(cards, kind), count(fewer, kind)) * one(kind)
    return cards


@compiled
def remember(me, seat: int, actor: int, event: int, cards: int):
    """Keep in mind which naturals each other player took with the pile and still holds, and which he threw.

    For a strategy's ``watch``. ``me.memory[HELD + seat]`` is a guess at the first,
    ``me.memory[THROWN + seat]`` the second, both packed.
    """
    if actor == seat:
        return
    cards &= NATURAL_FIELDS
    if event == TOOK:
        me.memory[HELD + actor] = added(me.memory[HELD + actor], cards)
    elif cards:
        me.memory[HELD + actor] = taken_away(me.memory[HELD + actor], cards)
        if event == DISCARDED:
            me.memory[THROWN + actor] = added(me.memory[THROWN + actor], cards)


@inlined
def pairs_held(view) -> int:
    """Return the mask of ranks of which the hand holds two or more naturals."""
    return at_least(view.hand, 2) & NATURAL_HIGH


@compiled
def standing(rules, view, side: int, cards: int, twos: int, jokers: int) -> int:
    """Return about what a side's melds, with these laid too, and its red threes score (aces as others)."""
    naturals = view.naturals[side] + cards
    twos, jokers = view.twos[side] + twos, view.jokers[side] + jokers
    natural = kinds_in(natural_canasta_ranks(naturals, twos, jokers))
    canastas = kinds_in(canasta_ranks(rules, naturals, twos, jokers))
    bonus = natural * rules.score_natural_canasta + (canastas - natural) * rules.score_mixed_canasta
    if wilds_in(naturals) >= 7:
        bonus += rules.score_wild_canasta
        canastas += 1
    bonus += red_three_bonus(rules, view.red_threes[side], naturals != 0, canastas)
    return bonus + meld_points(rules, naturals, twos, jokers)
