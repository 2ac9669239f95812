"""Melds: limits, what a player may lay, laying it (RULES.md 2, 4 `melds`, 5.9).

A player's melds of one decision come as three words: ``cards`` (naturals by rank; in the fields 2 and Jk wild
cards for a wild meld; in the field 3b black threes), ``twos`` and ``jokers`` (wild cards by the rank they go to).
"""

from __future__ import annotations

from canasta_sim.engine.cards import (
    BLACK_THREE,
    BLACK_THREE_FIELD,
    HIGH,
    JOKER,
    NATURAL_FIELDS,
    NATURAL_HIGH,
    ONE_JOKER,
    ONE_TWO,
    RED_THREE_FIELD,
    TWO,
    WILD_FIELDS,
    any_of,
    at_least,
    at_least_one,
    count,
    fields_of,
    holds,
    kinds_in,
    lowest_kind,
    mask_of,
    points,
    total,
    wilds_in,
    without_lowest,
)
from canasta_sim.engine.compiling import compiled, inlined, seldom
from canasta_sim.engine.encoding import (
    BLACK_MELD_FOUR,
    BLACK_MELD_NEVER,
    CANASTA_MINIMUM,
    NO_LIMIT,
)
from canasta_sim.engine.refusals import (
    BELOW_MINIMUM,
    BLACK_THREES_NUMBER,
    LEGAL,
    MELD_TOO_SMALL,
    MIXED_IN_INITIAL_MELD,
    NO_BLACK_THREE_MELDS,
    NO_CANASTA_TO_OPEN,
    NO_WILD_MELDS,
    NOT_A_MELD,
    NOT_IN_HAND,
    TOO_FEW_NATURALS,
    TOO_MANY_WILDS,
    WILD_MELD_TOO_SMALL,
    WILD_RATIO,
)


@inlined
def most_wilds(rules, naturals: int) -> int:
    """Return how many wild cards a meld of ``naturals`` naturals may hold in all."""
    return rules.most_wilds[naturals & 15]


@inlined
def mixed_refusal(rules, naturals: int, wilds: int) -> int:
    """Return why ``naturals`` naturals and ``wilds`` (1 or more) wild cards are no meld, or LEGAL."""
    if naturals == 0:
        return NOT_A_MELD
    if naturals + wilds < 3:
        return MELD_TOO_SMALL
    if naturals < rules.melds_min_naturals:
        return TOO_FEW_NATURALS
    if wilds > rules.melds_max_wilds:
        return TOO_MANY_WILDS
    if wilds > most_wilds(rules, naturals):
        return WILD_RATIO
    return LEGAL


@inlined
def at_least_seven(cards: int) -> int:
    """Return the mask of kinds with seven cards or more, for counts up to fifteen."""
    return (cards | ((cards << 1) & (cards << 2) & (cards << 3))) & HIGH


@seldom
def _canasta_ranks_of_large_melds(naturals: int, twos: int, jokers: int) -> int:
    """Return what canasta_ranks does, for melds that may outgrow four bits."""
    found = 0
    ranks = at_least_one(naturals) & NATURAL_HIGH
    while ranks:
        rank = lowest_kind(ranks)
        ranks = without_lowest(ranks)
        if count(naturals, rank) + count(twos, rank) + count(jokers, rank) >= 7:
            found |= mask_of(rank)
    return found


@inlined
def canasta_ranks(rules, naturals: int, twos: int, jokers: int) -> int:
    """Return the mask of ranks whose meld (wild melds apart) is a canasta."""
    if rules.small_melds:
        return at_least_seven((naturals & NATURAL_FIELDS) + twos + jokers)
    return _canasta_ranks_of_large_melds(naturals, twos, jokers)


@inlined
def unfinished_sizes(rules, naturals: int, twos: int, jokers: int) -> int:
    """Return the word of how many cards each meld holds that is no canasta yet (0 to 6), wild melds apart."""
    fields = NATURAL_FIELDS & ~fields_of(canasta_ranks(rules, naturals, twos, jokers))
    return (naturals & fields) + (twos & fields) + (jokers & fields)


@inlined
def natural_canasta_ranks(naturals: int, twos: int, jokers: int) -> int:
    """Return the mask of ranks with a canasta of naturals alone."""
    return at_least(naturals, 7) & NATURAL_HIGH & ~any_of(twos | jokers)


@inlined
def canasta_number(rules, naturals: int, twos: int, jokers: int) -> int:
    """Return how many canastas a side's melds hold, a wild canasta included."""
    ranks = canasta_ranks(rules, naturals, twos, jokers)
    if naturals < ONE_TWO:
        return kinds_in(ranks)
    return kinds_in(ranks) + (1 if wilds_in(naturals) >= 7 else 0)


@inlined
def cards_used(cards: int, twos: int, jokers: int) -> int:
    """Return the word of all cards that melds take from the hand."""
    return cards + total(twos) * ONE_TWO + total(jokers) * ONE_JOKER


@inlined
def words_refusal(hand: int, cards: int, twos: int, jokers: int) -> int:
    """Return whether the three words describe cards that ``hand`` holds: LEGAL, NOT_A_MELD or NOT_IN_HAND."""
    if ((twos | jokers) & ~NATURAL_FIELDS) != 0 or (cards & RED_THREE_FIELD) != 0 or cards < 0:
        return NOT_A_MELD
    if not holds(hand, cards):
        return NOT_IN_HAND
    if count(cards, TWO) + total(twos) > count(hand, TWO):
        return NOT_IN_HAND
    return NOT_IN_HAND if count(cards, JOKER) + total(jokers) > count(hand, JOKER) else LEGAL


@inlined
def _wild_ranks_refusal(
    rules, naturals: int, twos: int, jokers: int, ranks: int
) -> int:
    """Return why the first faulty mixed meld among ``ranks`` (a mask) is none, or LEGAL."""
    while ranks:
        rank = lowest_kind(ranks)
        ranks = without_lowest(ranks)
        wilds = count(twos, rank) + count(jokers, rank)
        refusal = mixed_refusal(rules, count(naturals, rank), wilds)
        if refusal != LEGAL:
            return refusal
    return LEGAL


@seldom
def _special_melds_refusal(rules, naturals: int, cards: int) -> int:
    """Return why a wild meld or black threes among ``cards`` may not be laid, or LEGAL."""
    if (cards & WILD_FIELDS) != 0:
        if not rules.melds_wild_melds:
            return NO_WILD_MELDS
        if wilds_in(naturals) + wilds_in(cards) < 3:
            return WILD_MELD_TOO_SMALL
    black_threes = count(cards, BLACK_THREE)
    if black_threes:
        if rules.melds_black_threes == BLACK_MELD_NEVER:
            return NO_BLACK_THREE_MELDS
        if black_threes < (4 if rules.melds_black_threes == BLACK_MELD_FOUR else 3):
            return BLACK_THREES_NUMBER
    return LEGAL


@inlined
def small_new_ranks(naturals: int, cards: int) -> int:
    """Return the mask of ranks that no meld of ``naturals`` has and that fewer than three of ``cards`` would begin."""
    return at_least_one(cards) & NATURAL_HIGH & ~at_least_one(naturals) & ~at_least(cards, 3)


@inlined
def melds_refusal(
    rules, naturals: int, old_twos: int, old_jokers: int, cards: int, twos: int, jokers: int
) -> int:
    """Return why cards may not join a side's melds as far as the melds alone say, or LEGAL.

    Adding naturals to a meld can break nothing, so only new ranks without wild cards and ranks that get
    wild cards are looked at.
    """
    wild_ranks = any_of(twos | jokers)
    if (small_new_ranks(naturals, cards) & ~wild_ranks) != 0:
        return MELD_TOO_SMALL
    if (cards & ~NATURAL_FIELDS) != 0:
        refusal = _special_melds_refusal(rules, naturals, cards)
        if refusal != LEGAL:
            return refusal
    if wild_ranks != 0:
        return _wild_ranks_refusal(
            rules, (naturals + cards) & NATURAL_FIELDS, old_twos + twos, old_jokers + jokers, wild_ranks
        )
    return LEGAL


@inlined
def meld_points(rules, cards: int, twos: int, jokers: int) -> int:
    """Return the value of melded cards in points, as the initial meld counts them."""
    return (
        points(rules, cards)
        + count(cards, BLACK_THREE) * rules.score_black_three_melded
        + 20 * total(twos)
        + 50 * total(jokers)
    )


@compiled
def _minimum_refusal(
    rules, minimum: int, cards: int, twos: int, jokers: int
) -> int:
    """Return why cards do not reach the minimum of an initial meld, or LEGAL."""
    if minimum == CANASTA_MINIMUM:
        if canasta_number(rules, cards & ~BLACK_THREE_FIELD, twos, jokers) > 0:
            return LEGAL
        return NO_CANASTA_TO_OPEN
    return LEGAL if meld_points(rules, cards, twos, jokers) >= minimum else BELOW_MINIMUM


@compiled
def initial_meld_refusal(
    rules, minimum: int, unmixed: int, cards: int, twos: int, jokers: int
) -> int:
    """Return why cards, the top card of a taken pile included, do not make an initial meld, or LEGAL.

    Where mixed melds are barred from the initial meld, the natural and wild melds must reach the minimum by
    themselves: the mixed ones may follow in the same turn (RULES.md 5.9).
    """
    refusal = _minimum_refusal(rules, minimum, cards, twos, jokers)
    mixed = any_of(twos | jokers)
    if refusal != LEGAL or not unmixed or mixed == 0:
        return refusal
    unmixed_cards = cards & ~fields_of(mixed)
    if unmixed_cards == 0 or _minimum_refusal(rules, minimum, unmixed_cards, 0, 0) != LEGAL:
        return MIXED_IN_INITIAL_MELD
    return LEGAL


@inlined
def wild_room(rules, naturals: int, twos: int, jokers: int, rank: int) -> int:
    """Return how many more wild cards the meld of ``rank`` may take (0 where there is none)."""
    held = count(naturals, rank)
    if held == 0:
        return 0
    return max(0, most_wilds(rules, held) - count(twos, rank) - count(jokers, rank))


@compiled
def total_wild_room(rules, naturals: int, twos: int, jokers: int) -> int:
    """Return how many more wild cards all of a side's melds may take (NO_LIMIT with a wild meld)."""
    if wilds_in(naturals) > 0:
        return NO_LIMIT
    room = 0
    ranks = at_least_one(naturals) & NATURAL_HIGH
    while ranks:
        room += wild_room(rules, naturals, twos, jokers, lowest_kind(ranks))
        ranks = without_lowest(ranks)
    return room
