"""Hunter: hunts the pile.

A small pile is bait, not prey: it lets the pile grow, keeps every pair it is dealt, and never lays a pair
or a triple that could catch a card on top while much lies there. With several pairs in hand and a pile
worth having it freezes the pile, so that only pairs can take it. When the catch comes it melds what it took
and starts again.
"""

from canasta_sim.strategy.toolbox import *

FACTS = Facts(
    version=1,
    random=False,
    memory=False,
    parameters={
        "prey": Parameter(5, 1, 40, "cards in a pile from which on it takes it"),
        "bait": Parameter(4, 1, 40, "cards in a pile from which on it keeps its triples in hand to catch it"),
        "pairs": Parameter(3, 1, 8, "pairs in hand with which it freezes a pile worth having"),
    },
)
PREY, BAIT, PAIRS = range(3)


@compiled
def take(rules, view, me):
    prey = me.parameters[PREY]
    if view.naturals[view.side] == 0:
        if view.pile_size < prey and view.stock_size > 20:
            return DRAW, 0, 0, 0
        return take_plan(rules, view)
    least = prey - rules.draw_count
    return pile_way(rules, view, least, least, least + 1), 0, 0, 0


@compiled
def meld(rules, view, me):
    side = view.side
    if view.naturals[side] == 0:
        return initial_plan(rules, view, view.hand, max(0, view.hand_size - 2), -1)
    cards, twos, jokers = going_out_plan(rules, view)
    if (cards | twos | jokers) != 0:
        return cards, twos, jokers
    ranks = NATURAL_HIGH
    hunting = view.pile_size >= me.parameters[BAIT] and fewest_to_go(rules, view) > 4
    if hunting:
        ranks &= at_least_one(view.naturals[side]) | at_least(view.hand, 5)
    cards = lay_naturals(rules, view, ranks, 3, 5)
    twos, jokers = complete_with_wilds(rules, view, cards, 3, 8, 2)
    cards = wild_meld(rules, view, cards, twos, jokers, 3, 2)
    return cards, twos, jokers


@compiled
def discard(rules, view, me):
    pairs = pairs_held(view)
    worth = view.pile_size >= me.parameters[PREY] and view.frozen == 0 and view.locks == 0
    if worth and kinds_in(pairs) >= me.parameters[PAIRS] and wilds_in(view.hand) > 1:
        return TWO if count(view.hand, TWO) else JOKER
    return careful_discard(rules, view, pairs, me.parameters[PREY])
