"""Laying all that a hand allows: for sides that have melded.

The functions carry a plan through its stages as six numbers: cards, twos, jokers (the words laid so far), hand,
size (what is left in hand) and keep (how many cards must stay: two, or none once the side may go out).
"""

from __future__ import annotations

from canasta_sim.engine.cards import (
    BLACK_THREE,
    JOKER,
    NATURAL_FIELDS,
    NATURAL_HIGH,
    ONE_BLACK_THREE,
    ONE_JOKER,
    ONE_TWO,
    TWO,
    WILD_FIELDS,
    at_least,
    at_least_one,
    count,
    fields_of,
    highest_kind,
    kinds_in,
    lowest_kind,
    mask_of,
    one,
    total,
    wilds_in,
    without_lowest,
)
from canasta_sim.engine.compiling import apart, compiled, inlined, seldom
from canasta_sim.engine.encoding import BLACK_MELD_FOUR, BLACK_MELD_NEVER
from canasta_sim.engine.melding import meld_refusal
from canasta_sim.engine.melds import canasta_ranks, most_wilds, total_wild_room, unfinished_sizes, wild_room
from canasta_sim.engine.records import own_side
from canasta_sim.engine.refusals import LEGAL
from canasta_sim.strategy.plans import may_go_out, may_go_out_with, with_wild


@inlined
def must_keep(rules, view, cards: int, twos: int, jokers: int) -> int:
    """Return how many cards must stay in hand once these are laid: 2, or 0 or 1 where the side may go out."""
    side = own_side(view)
    if may_go_out_with(rules, view.naturals[side] + cards, view.twos[side] + twos, view.jokers[side] + jokers):
        return rules.going_out_discard_required
    return 2


@compiled
def add_naturals(rules, view, ranks: int, least: int, cards: int, hand: int, size: int, keep: int):
    """Lay all naturals of ``ranks`` (a mask), at least ``least`` of each, rank by rank as far as cards must stay."""
    while ranks:
        rank = highest_kind(ranks)
        ranks &= ~mask_of(rank)
        number = min(count(hand, rank), size - keep)
        if number >= least and number > 0:
            cards += number * one(rank)
            hand -= number * one(rank)
            size -= number
            if keep == 2:
                keep = must_keep(rules, view, cards, 0, 0)
    return cards, hand, size, keep


@compiled
def _complete_canastas(rules, view, cards, twos, jokers, hand, size, keep):
    """Complete canastas with wild cards, those that need the fewest first."""
    side = own_side(view)
    naturals = (view.naturals[side] + cards) & NATURAL_FIELDS
    sizes = unfinished_sizes(rules, naturals, view.twos[side] + twos, view.jokers[side] + jokers)
    if at_least(sizes, 7 - min(wilds_in(hand), 4)) == 0:
        return cards, twos, jokers, hand, size, keep
    for need in range(1, 5):
        if wilds_in(hand) < need or size < need:
            break
        all_twos, all_jokers = view.twos[side] + twos, view.jokers[side] + jokers
        ranks = at_least(sizes, 7 - need) & ~at_least(sizes, 8 - need)
        while ranks:
            rank = lowest_kind(ranks)
            ranks = without_lowest(ranks)
            if wild_room(rules, naturals, all_twos, all_jokers, rank) < need:
                continue
            if wilds_in(hand) < need:
                break
            new_hand, new_twos, new_jokers = hand, twos, jokers
            for _ in range(need):
                new_hand, new_twos, new_jokers = with_wild(new_hand, rank, new_twos, new_jokers)
            new_keep = keep if keep < 2 else must_keep(rules, view, cards, new_twos, new_jokers)
            if size - need < new_keep:
                continue
            hand, twos, jokers, size, keep = new_hand, new_twos, new_jokers, size - need, new_keep
    return cards, twos, jokers, hand, size, keep


@compiled
def _wild_meld(rules, view, cards, twos, jokers, hand, size, keep):
    """Lay or lengthen a wild meld with all wild cards that may go."""
    wilds = wilds_in(hand)
    if wilds == 0 or (wilds_in(view.naturals[own_side(view)]) == 0 and min(wilds, size - keep) < 3):
        return cards, hand, size, keep
    number = min(count(hand, TWO), max(0, size - keep))
    cards += number * ONE_TWO
    hand -= number * ONE_TWO
    size -= number
    number = min(count(hand, JOKER), max(0, size - keep))
    cards += number * ONE_JOKER
    hand -= number * ONE_JOKER
    size -= number
    if keep == 2:
        keep = must_keep(rules, view, cards, twos, jokers)
    return cards, hand, size, keep


@compiled
def _pairs_with_wilds(rules, view, ranks, cards, twos, jokers, hand, size, keep):
    """Lay pairs of ``ranks`` (a mask) with one wild card each."""
    while ranks and wilds_in(hand) and size - keep >= 3:
        rank = highest_kind(ranks)
        ranks &= ~mask_of(rank)
        held = count(hand, rank)
        if most_wilds(rules, held) >= 1 and size - keep >= held + 1:
            cards += held * one(rank)
            hand -= held * one(rank)
            hand, twos, jokers = with_wild(hand, rank, twos, jokers)
            size -= held + 1
    return cards, twos, jokers, hand, size, keep


@compiled
def closing_melds(rules, view, cards, twos, jokers, hand, size):
    """Return the plan completed so that the player goes out, or as it was where he cannot.

    For a side that may go out with what is laid: spends the wild cards left on its melds and lays black threes,
    so that one card to discard or none is left.
    """
    black_threes = count(hand, BLACK_THREE)
    least = 4 if rules.melds_black_threes == BLACK_MELD_FOUR else 3
    lays_threes = rules.melds_black_threes != BLACK_MELD_NEVER and black_threes >= least
    wilds = wilds_in(hand)
    left = size - wilds - (black_threes if lays_threes else 0)
    if left > 1 or size == 0:
        return cards, twos, jokers
    spend = wilds
    if left == 0 and wilds > 0:
        spend = wilds - 1
    if left == 0 and wilds == 0 and rules.going_out_discard_required:
        return cards, twos, jokers
    side = own_side(view)
    naturals, all_twos, all_jokers = view.naturals[side] + cards, view.twos[side] + twos, view.jokers[side] + jokers
    if spend > total_wild_room(rules, naturals, all_twos, all_jokers):
        return cards, twos, jokers
    new_cards, new_twos, new_jokers = cards, twos, jokers
    ranks = at_least_one(naturals) & NATURAL_HIGH
    while spend > 0:
        if wilds_in(naturals) > 0:
            wild = TWO if count(hand, TWO) else JOKER
            new_cards += one(wild)
            hand -= one(wild)
            spend -= 1
            continue
        rank = lowest_kind(ranks)
        if wild_room(rules, naturals, view.twos[side] + new_twos, view.jokers[side] + new_jokers, rank) > 0:
            hand, new_twos, new_jokers = with_wild(hand, rank, new_twos, new_jokers)
            spend -= 1
        else:
            ranks = without_lowest(ranks)
    new_naturals = view.naturals[side] + new_cards
    if not may_go_out_with(rules, new_naturals, view.twos[side] + new_twos, view.jokers[side] + new_jokers):
        return cards, twos, jokers  # the wild cards would spoil a natural canasta that is needed
    if lays_threes:
        new_cards += black_threes * ONE_BLACK_THREE
    return new_cards, new_twos, new_jokers


@seldom
def _naturals_that_may_go(rules, view, join: int, new: int):
    """Return the naturals of the ranks of two masks, those that join melds first, as far as cards must stay."""
    keep = rules.going_out_discard_required if may_go_out(rules, view) else 2
    cards, hand, size, keep = add_naturals(rules, view, join, 1, 0, view.hand, view.hand_size, keep)
    cards, hand, size, keep = add_naturals(rules, view, new, 3, cards, hand, size, keep)
    return cards


@compiled
def lay_all(rules, view):
    """Return the plan that melds every card it may: naturals, canastas, wild melds, pairs with wilds, going out."""
    side = own_side(view)
    hand, size = view.hand, view.hand_size
    own = view.naturals[side]
    own_ranks = at_least_one(own) & NATURAL_HIGH
    new = at_least(hand, 3) & NATURAL_HIGH & ~own_ranks
    cards = hand & fields_of(own_ranks | new)
    number = total(cards)
    if number > size - 2:  # seldom; else all at once, without asking whether there are any
        cards = _naturals_that_may_go(rules, view, at_least_one(hand) & own_ranks, new)
        number = total(cards)
    hand -= cards
    size -= number
    if view.hand & WILD_FIELDS:  # known earlier than what is left of the hand
        return _spend_wilds(rules, view, cards, hand, size)
    # without wild cards no more than black threes and one card can go
    if size - count(hand, BLACK_THREE) <= 1 and size > 0 and must_keep(rules, view, cards, 0, 0) < 2:
        return closing_melds(rules, view, cards, 0, 0, hand, size)
    return cards, 0, 0


@apart
def _spend_wilds(rules, view, cards, hand, size):
    """Return the plan with wild cards: canastas completed, pairs with one, a wild meld with the rest, going out."""
    keep = must_keep(rules, view, cards, 0, 0)
    twos, jokers = 0, 0
    cards, twos, jokers, hand, size, keep = _complete_canastas(
        rules, view, cards, twos, jokers, hand, size, keep
    )
    laid = at_least_one(view.naturals[own_side(view)] + cards)
    pairs = at_least(hand, 2) & NATURAL_HIGH & ~laid
    if pairs:
        cards, twos, jokers, hand, size, keep = _pairs_with_wilds(
            rules, view, pairs, cards, twos, jokers, hand, size, keep
        )
    if rules.melds_wild_melds:
        cards, hand, size, keep = _wild_meld(rules, view, cards, twos, jokers, hand, size, keep)
    if keep < 2 and size > 0:
        return closing_melds(rules, view, cards, twos, jokers, hand, size)
    return cards, twos, jokers


@compiled
def going_out_plan(rules, view):
    """Return the plan that goes out this turn, one card left at the most, or zeros where none is found."""
    hand = view.hand
    lone = at_least_one(hand) & ~at_least(hand, 2) & ~at_least_one(view.naturals[own_side(view)]) & NATURAL_HIGH
    if kinds_in(lone) > 1:
        return 0, 0, 0
    cards, twos, jokers = lay_all(rules, view)
    left = view.hand_size - total(cards) - total(twos) - total(jokers)
    if left <= 1 and (cards | twos | jokers) != 0 and meld_refusal(rules, view, cards, twos, jokers) == LEGAL:
        return cards, twos, jokers
    return 0, 0, 0


@compiled
def _add_some(ranks: int, least: int, cards: int, hand: int, spare: int):
    """Lay naturals of ``ranks`` (a mask), highest first, ``least`` or more of each, ``spare`` in all."""
    while ranks and spare >= least:
        rank = highest_kind(ranks)
        ranks &= ~mask_of(rank)
        number = min(count(hand, rank), spare)
        if number >= least:
            cards += number * one(rank)
            hand -= number * one(rank)
            spare -= number
    return cards, hand, spare


@compiled
def lay_naturals(rules, view, ranks: int, least: int, keep: int):
    """Return the naturals to meld, among ``ranks`` (a mask), so that ``keep`` cards (2 or more) stay in hand.

    Cards that complete canastas go first, then those that join melds, then new melds of ``least`` (3 or more).
    """
    side = own_side(view)
    own = view.naturals[side] & NATURAL_FIELDS
    hand = view.hand & NATURAL_FIELDS
    join = at_least_one(hand) & at_least_one(own) & ranks
    new = at_least(hand, least) & ~at_least_one(own) & ranks
    cards = hand & fields_of(join | new)
    spare = view.hand_size - keep
    if total(cards) <= spare:
        return cards
    laid = own + (hand & fields_of(join | new))
    before = canasta_ranks(rules, own, view.twos[side], view.jokers[side])
    full = canasta_ranks(rules, laid, view.twos[side], view.jokers[side]) & ~before
    cards, hand, spare = _add_some(full & join, 1, 0, hand, spare)
    cards, hand, spare = _add_some(full & new, 7, cards, hand, spare)
    cards, hand, spare = _add_some(join & ~full, 1, cards, hand, spare)
    cards, hand, spare = _add_some(new & ~at_least_one(cards), least, cards, hand, spare)
    return cards


@compiled
def complete_with_wilds(rules, view, cards: int, need: int, pure: int, keep: int):
    """Return (twos, jokers) that complete canastas once ``cards`` are laid, ``keep`` cards staying in hand.

    ``need``: how many wild cards a canasta may cost at the most; ``pure``: melds of so many naturals or more
    that hold no wild card are left without.
    """
    side = own_side(view)
    hand = view.hand - cards
    size = view.hand_size - total(cards)
    twos, jokers = 0, 0
    naturals = (view.naturals[side] + cards) & NATURAL_FIELDS
    done = canasta_ranks(rules, naturals, view.twos[side], view.jokers[side])
    open_ranks = at_least(naturals, 2) & ~done
    mixed = at_least_one(view.twos[side] | view.jokers[side])
    for missing in range(1, need + 1):
        ranks = open_ranks
        while ranks and wilds_in(hand) >= missing and size - missing >= keep:
            rank = highest_kind(ranks)
            ranks &= ~mask_of(rank)
            held = count(naturals, rank)
            if held + count(view.twos[side], rank) + count(view.jokers[side], rank) + missing != 7:
                continue
            if held >= pure and mixed & mask_of(rank) == 0:
                continue
            if wild_room(rules, naturals, view.twos[side], view.jokers[side], rank) < missing:
                continue
            for _ in range(missing):
                hand, twos, jokers = with_wild(hand, rank, twos, jokers)
            size -= missing
    return twos, jokers


@compiled
def pair_with_wild(rules, view, cards: int, twos: int, jokers: int, ranks: int, keep: int):
    """Return the plan with pairs of ``ranks`` (a mask) laid too, a wild card each; ``keep`` cards stay."""
    hand = view.hand - cards - total(twos) * ONE_TWO - total(jokers) * ONE_JOKER
    size = total(hand)
    pairs = at_least(hand, 2) & ranks & ~at_least_one(view.naturals[own_side(view)] + cards)
    plan = _pairs_with_wilds(rules, view, pairs, cards, twos, jokers, hand, size, keep)
    return plan[0], plan[1], plan[2]


@compiled
def wild_meld(rules, view, cards: int, twos: int, jokers: int, least: int, keep: int):
    """Return ``cards`` with the wild cards left laid in a wild meld: joined to one, or ``least`` or more."""
    hand = view.hand - cards - total(twos) * ONE_TWO - total(jokers) * ONE_JOKER
    size = total(hand)
    if rules.melds_wild_melds == 0 or hand & WILD_FIELDS == 0:
        return cards
    if wilds_in(view.naturals[own_side(view)]) == 0 and min(wilds_in(hand), size - keep) < least:
        return cards
    number = min(count(hand, TWO), max(0, size - keep))
    cards += number * ONE_TWO
    number = min(count(hand, JOKER), max(0, size - keep - number))
    return cards + number * ONE_JOKER
