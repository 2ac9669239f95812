"""Random: plays by chance among what is legal, nudged so that every corner of the rules is reached.

Each round every seat draws a mood: most play on as it comes; a patient one melds nothing before it can go out
concealed; a collector keeps wild cards for a wild meld; a hoarder of black threes keeps those. Within its mood it
takes the pile or not, melds all, some or nothing, lays red threes or keeps them, and discards whatever chance says.
"""

from canasta_sim.strategy.toolbox import *

FACTS = Facts(version=2, random=True, memory=True)

MOOD = 0  # place in me.memory; 0: not drawn yet
AS_IT_COMES, PATIENT, COLLECTOR, THREES = 1, 2, 3, 4


@compiled
def mood_of(me):
    """Return the mood of the round, drawn when first asked for."""
    if me.memory[MOOD] == 0:
        lot = below(me.stream, 8)
        me.memory[MOOD] = AS_IT_COMES if lot < 4 else (PATIENT if lot < 6 else lot - 3)
    return me.memory[MOOD]


@compiled
def take(rules, view, me):
    if view.naturals[view.side] == 0:
        if mood_of(me) == PATIENT or below(me.stream, 4) == 0:
            return DRAW, 0, 0, 0
        return take_plan(rules, view)
    ways = view.options
    bits = 0
    for way in range(1, 6):
        bits += (ways >> way) & 1
    pick = below(me.stream, bits if view.must_take else bits + 1)
    for way in range(1, 6):
        if (ways >> way) & 1:
            if pick == 0:
                return way, 0, 0, 0
            pick -= 1
    return DRAW, 0, 0, 0


@compiled
def lay_red_three(rules, view, me):
    return below(me.stream, 4) != 0


@compiled
def meld(rules, view, me):
    cards, twos, jokers = lay_all(rules, view)
    left = view.hand_size - total(cards) - total(twos) - total(jokers)
    if left <= 1 and meld_refusal(rules, view, cards, twos, jokers) == LEGAL and below(me.stream, 8) != 0:
        return cards, twos, jokers
    mood = mood_of(me)
    if view.naturals[view.side] == 0:
        if mood == PATIENT or below(me.stream, 3) == 0:
            return 0, 0, 0
        return initial_plan(rules, view, view.hand, max(0, view.hand_size - 2), -1)
    if mood == COLLECTOR and rules.melds_wild_melds:
        wilds = view.hand & WILD_FIELDS
        if wilds and meld_refusal(rules, view, wilds, 0, 0) == LEGAL:
            return wilds, 0, 0
    if mood == PATIENT and not view.has_melded[view.seat] and below(me.stream, 16) != 0:
        return 0, 0, 0
    if below(me.stream, 2) == 0 and meld_refusal(rules, view, cards, twos, jokers) == LEGAL:
        return cards, twos, jokers
    return some_melds(rules, view, me)


@compiled
def some_melds(rules, view, me):
    """Return melds put together by chance, each piece kept if the whole stays legal."""
    cards, twos, jokers = 0, 0, 0
    own = at_least_one(view.naturals[view.side]) & NATURAL_HIGH
    for _ in range(1 + below(me.stream, 6)):
        new_cards, new_twos, new_jokers = cards, twos, jokers
        lot = below(me.stream, 8)
        rank = below(me.stream, 11)
        held = count(view.hand, rank) - count(cards, rank)
        if lot < 4 and held > 0:
            new_cards += (held if lot < 2 else 1 + below(me.stream, held)) * one(rank)
        elif lot == 4 and own:
            rank = nth_kind(own, below(me.stream, kinds_in(own)))
            new_twos += one(rank)
        elif lot == 5 and own:
            rank = nth_kind(own, below(me.stream, kinds_in(own)))
            new_jokers += one(rank)
        elif lot == 6 and held >= 2:
            new_cards += 2 * one(rank)
            if below(me.stream, 2):
                new_twos += one(rank)
            else:
                new_jokers += one(rank)
        elif lot == 7:
            new_cards += view.hand & WILD_FIELDS
        if meld_refusal(rules, view, new_cards, new_twos, new_jokers) == LEGAL:
            cards, twos, jokers = new_cards, new_twos, new_jokers
    return cards, twos, jokers


@compiled
def discard(rules, view, me):
    hand = view.hand
    kinds = at_least_one(hand)
    mood = mood_of(me)
    if mood == THREES and view.hand_size > 1:
        kinds &= ~mask_of(BLACK_THREE)
    late = view.stock_size <= 24 and view.hand_size > 1 and below(me.stream, 8) != 0
    if late or (mood >= PATIENT and view.hand_size > 1):
        kinds &= ~(mask_of(TWO) | mask_of(JOKER))
    if late:
        kinds &= ~mask_of(BLACK_THREE)  # as many piles as can be shall lie open when the stock ends
    if kinds == 0:
        kinds = at_least_one(hand)
    wanted = kinds & at_least_one(view.naturals[1 - view.side]) & NATURAL_HIGH
    if view.stock_size <= 4 and wanted and below(me.stream, 4) != 0:
        return nth_kind(wanted, below(me.stream, kinds_in(wanted)))  # so that piles are taken with an empty stock
    if mood == PATIENT or below(me.stream, 4) == 0:
        for number in range(2, 8):
            few = kinds & ~at_least(hand, number)
            if few:
                kinds = few
                break
    return nth_kind(kinds, below(me.stream, kinds_in(kinds)))
