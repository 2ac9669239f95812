"""Plans for melds that many strategies need: an initial meld, a canasta to open with, taking the pile.

A plan is the three words of melds (:mod:`canasta_sim.engine.melds`); three zeros: there is none.
"""

from __future__ import annotations

from canasta_sim.engine.cards import (
    JOKER,
    NATURAL_HIGH,
    ONE_JOKER,
    ONE_TWO,
    RED_THREE,
    TWO,
    WILD_FIELDS,
    at_least,
    at_least_one,
    count,
    fields_of,
    highest_kind,
    lowest_kind,
    mask_of,
    natural_points,
    one,
    points,
    total,
    wilds_in,
    without_lowest,
)
from canasta_sim.engine.compiling import compiled, inlined, seldom
from canasta_sim.engine.encoding import CANASTA_MINIMUM, LAY_AT_ONCE
from canasta_sim.engine.going_out import melds_canastas_refusal
from canasta_sim.engine.melds import most_wilds, wild_room
from canasta_sim.engine.records import (
    DRAW,
    TAKE_JOIN,
    TAKE_MATCH,
    TAKE_PAIR,
    TAKE_WITH_JOKER,
    TAKE_WITH_TWO,
    own_side,
)
from canasta_sim.engine.refusals import LEGAL


@inlined
def may_go_out(rules, view) -> bool:
    """Return whether the side to move has the canastas that going out needs, as its melds lie."""
    side = own_side(view)
    enough = view.canastas[side] >= rules.going_out_canastas
    return enough & (view.natural_canastas[side] >= rules.going_out_natural_canastas)


@inlined
def most_to_lay(rules, view) -> int:
    """Return how many cards the player may meld this turn as things stand: all but two, or all where he may go out."""
    if may_go_out(rules, view):
        return view.hand_size - rules.going_out_discard_required
    return max(0, view.hand_size - 2)


@inlined
def may_go_out_with(rules, naturals: int, twos: int, jokers: int) -> bool:
    """Return whether a side with these melds has the canastas that going out needs."""
    return melds_canastas_refusal(rules, naturals, twos, jokers, 0) == LEGAL


@inlined
def with_wild(hand: int, rank: int, twos: int, jokers: int):
    """Return hand, twos, jokers with one wild card moved from ``hand`` to ``rank``, a two before a joker."""
    if count(hand, TWO):
        return hand - ONE_TWO, twos + one(rank), jokers
    return hand - ONE_JOKER, twos, jokers + one(rank)


@compiled
def canasta_plan(rules, hand: int, unmixed: int, needed: int, allowance: int):
    """Return a plan that lays a canasta from ``hand`` with at most ``allowance`` cards, or zeros.

    ``needed``: mask of the ranks it may be of (with NATURAL_HIGH also a wild canasta). Natural ones first, then
    those that need the fewest wild cards.
    """
    wilds = wilds_in(hand)
    if allowance < 7:
        return 0, 0, 0
    for spend in range(0, (0 if unmixed else min(wilds, 6)) + 1):
        ranks = at_least(hand, max(1, 7 - spend)) & NATURAL_HIGH & needed
        while ranks:
            rank = highest_kind(ranks)
            ranks &= ~mask_of(rank)
            held = min(count(hand, rank), allowance - spend)
            if held + spend >= 7 and most_wilds(rules, held) >= spend:
                cards, twos, jokers, rest = held * one(rank), 0, 0, hand
                for _ in range(spend):
                    rest, twos, jokers = with_wild(rest, rank, twos, jokers)
                return cards, twos, jokers
    if needed == NATURAL_HIGH and rules.melds_wild_melds and wilds >= 7:
        jokers = min(count(hand, JOKER), allowance - min(count(hand, TWO), 7))
        return min(count(hand, TWO), 7) * ONE_TWO + max(0, jokers) * ONE_JOKER, 0, 0
    return 0, 0, 0


@compiled
def initial_plan(rules, view, hand: int, allowance: int, needed_rank: int):
    """Return a plan of an initial meld from ``hand``, or zeros.

    Natural melds come first, the highest ranks before the lower, then pairs with a wild card, then more wild
    cards, or a wild meld, each only as far as the minimum asks. ``allowance``: how many cards may be laid at the
    most. ``needed_rank``: a rank that must be among the melds with three naturals (the top card of the pile,
    counted in ``hand``), -1 for none.
    """
    side = own_side(view)
    minimum, unmixed = view.minimum[side], view.unmixed[side]
    if minimum == CANASTA_MINIMUM:
        return _initial_canasta(rules, hand, unmixed, allowance, needed_rank)
    cards = 0
    if needed_rank >= 0:
        held = min(count(hand, needed_rank), allowance)
        if held < 3:
            return 0, 0, 0
        cards = held * one(needed_rank)
        allowance -= held
    ranks = at_least(hand & ~cards, 3) & NATURAL_HIGH & ~at_least_one(cards)
    natural_melds = hand & fields_of(ranks)
    if total(natural_melds) > allowance:
        natural_melds = _as_many_naturals(hand, ranks, allowance)
    cards += natural_melds
    allowance -= total(natural_melds)
    twos, jokers = 0, 0
    rest = hand - cards
    missing = minimum - points(rules, cards)
    if missing > 0 and rest & WILD_FIELDS:
        if not unmixed:
            cards, twos, jokers, rest, allowance, missing = _with_wild_cards(rules, missing, cards, rest, allowance)
        if missing > 0 and rules.melds_wild_melds and wilds_in(rest) >= 3 and allowance >= 3:
            wild_twos = min(count(rest, TWO), allowance)
            wild_jokers = min(count(rest, JOKER), allowance - wild_twos)
            cards += wild_twos * ONE_TWO + wild_jokers * ONE_JOKER
            missing -= 20 * wild_twos + 50 * wild_jokers
    if cards == 0 or missing > 0:
        return 0, 0, 0
    return cards, twos, jokers


@seldom
def _as_many_naturals(hand, ranks, allowance):
    """Return the naturals of ``ranks`` (a mask) that ``allowance`` cards leave room for, the highest ranks first."""
    cards = 0
    while ranks and allowance >= 3:
        rank = highest_kind(ranks)
        ranks &= ~mask_of(rank)
        held = min(count(hand, rank), allowance)
        cards += held * one(rank)
        allowance -= held
    return cards


@compiled
def _with_wild_cards(rules, missing, cards, rest, allowance):
    """Add pairs with a wild card, then wild cards, to a plan that lacks ``missing`` points for the minimum."""
    twos, jokers = 0, 0
    pairs = at_least(rest, 2) & NATURAL_HIGH & ~at_least_one(cards)
    while pairs and missing > 0 and allowance >= 3 and rest & WILD_FIELDS:
        rank = highest_kind(pairs)
        pairs &= ~mask_of(rank)
        held = count(rest, rank)
        if most_wilds(rules, held) >= 1:
            missing -= held * natural_points(rules, rank) + _next_wild_points(rest)
            cards += held * one(rank)
            rest -= held * one(rank)
            rest, twos, jokers = with_wild(rest, rank, twos, jokers)
            allowance -= held + 1
    melded = at_least_one(cards) & NATURAL_HIGH
    while melded and missing > 0 and allowance >= 1 and rest & WILD_FIELDS:
        rank = lowest_kind(melded)
        if wild_room(rules, cards, twos, jokers, rank) > 0:
            missing -= _next_wild_points(rest)
            rest, twos, jokers = with_wild(rest, rank, twos, jokers)
            allowance -= 1
        else:
            melded = without_lowest(melded)
    return cards, twos, jokers, rest, allowance, missing


@inlined
def _next_wild_points(hand: int) -> int:
    """Return the value in points of the wild card that with_wild would move next."""
    return 20 if count(hand, TWO) else 50


@compiled
def _initial_canasta(rules, hand, unmixed, allowance, needed_rank):
    """Return the plan of an initial meld that must hold a canasta, with ``needed_rank`` laid too, or zeros."""
    if needed_rank < 0:
        return canasta_plan(rules, hand, unmixed, NATURAL_HIGH, allowance)
    if count(hand, needed_rank) < 3:
        return 0, 0, 0
    cards, twos, jokers = canasta_plan(rules, hand, unmixed, mask_of(needed_rank), allowance)
    if count(cards, needed_rank) >= 3:
        return cards, twos, jokers
    own = count(hand, needed_rank) * one(needed_rank)
    cards, twos, jokers = canasta_plan(rules, hand - own, unmixed, NATURAL_HIGH, allowance - total(own))
    if (cards | twos | jokers) == 0:
        return 0, 0, 0
    return cards + own, twos, jokers


@compiled
def take_plan(rules, view):
    """Return (way, cards, twos, jokers) that takes the pile with an initial meld, or zeros where none is found.

    For a side that has not melded and may take with a natural pair (``view.options``).
    """
    if (view.options >> TAKE_PAIR) & 1 == 0:
        return 0, 0, 0, 0
    top = view.top
    hand = view.hand + one(top)
    if view.locks:  # two wild cards must be shown, not spent
        hand &= ~(fields_of(mask_of(TWO)) | fields_of(mask_of(JOKER)))
    laid_aside = 0
    if rules.red_threes_lay == LAY_AT_ONCE:
        laid_aside = count(view.pile, RED_THREE) + min(4, view.surprise_size)
    allowance = min(view.hand_size + 1, view.hand_size + view.pile_size - 2 - laid_aside)
    cards, twos, jokers = initial_plan(rules, view, hand, allowance, top)
    if (cards | twos | jokers) == 0:
        return 0, 0, 0, 0
    return TAKE_PAIR, cards - one(top), twos, jokers


@compiled
def pile_way(rules, view, join, pair, wild) -> int:
    """Return the cheapest way to take the pile that is worth it, or DRAW, for a side that has melded.

    ``join``, ``pair``, ``wild``: how many cards more than a draw the pile must give where its top card just joins
    a meld, costs naturals, or costs a natural and a wild card.
    """
    gain = view.pile_size - rules.draw_count
    options = view.options
    if (options >> TAKE_JOIN) & 1 and (gain >= join or view.must_take):
        return TAKE_JOIN
    if gain >= pair:
        if (options >> TAKE_MATCH) & 1:
            return TAKE_MATCH
        if (options >> TAKE_PAIR) & 1:
            return TAKE_PAIR
    if gain >= wild:
        if (options >> TAKE_WITH_TWO) & 1:
            return TAKE_WITH_TWO
        if (options >> TAKE_WITH_JOKER) & 1:
            return TAKE_WITH_JOKER
    return DRAW
