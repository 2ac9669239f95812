"""Freezer: keeps the pile frozen.

As long as it holds pairs and a wild card to spare it throws the wild card on an open pile: early while the
opponents have melded and its side has not, later whenever cards lie there that they could take. Behind the
ice it plays for pairs: it lays no triple that could thaw a frozen pile, throws single cards, and takes the
pile with a pair however small it is, if only to freeze the next one.
"""

from canasta_sim.strategy.toolbox import *

FACTS = Facts(
    version=1,
    random=False,
    memory=False,
    parameters={
        "pile": Parameter(2, 0, 40, "cards in a pile from which on it freezes it"),
        "pairs": Parameter(1, 0, 8, "pairs it wants in hand before it freezes"),
        "spare": Parameter(0, 0, 8, "wild cards it wants to keep when it freezes"),
    },
)
PILE, PAIRS, SPARE = range(3)


@compiled
def take(rules, view, me):
    if view.naturals[view.side] == 0:
        return take_plan(rules, view)
    return pile_way(rules, view, 0, 1, 5), 0, 0, 0


@compiled
def meld(rules, view, me):
    side = view.side
    if view.naturals[side] == 0:
        return initial_plan(rules, view, view.hand, max(0, view.hand_size - 2), -1)
    cards, twos, jokers = going_out_plan(rules, view)
    if (cards | twos | jokers) != 0:
        return cards, twos, jokers
    ranks, least = NATURAL_HIGH, 4
    if (view.frozen or view.locks) and view.pile_size > 3 and fewest_to_go(rules, view) > 4:
        ranks &= at_least_one(view.naturals[side]) | at_least(view.hand, 5)
        least = 5
    cards = lay_naturals(rules, view, ranks, 3, least)
    twos, jokers = complete_with_wilds(rules, view, cards, 3, 8, 2)
    if rules.melds_wild_melds and wilds_in(view.naturals[side]):
        cards = wild_meld(rules, view, cards, twos, jokers, 3, 2)
    return cards, twos, jokers


@compiled
def discard(rules, view, me):
    pairs = pairs_held(view)
    least = me.parameters[PILE] if view.naturals[1 - view.side] else 2 * me.parameters[PILE]
    pays = view.frozen == 0 and view.locks == 0 and view.pile_size >= least
    if pays and kinds_in(pairs) >= me.parameters[PAIRS] and wilds_in(view.hand) > me.parameters[SPARE]:
        return TWO if count(view.hand, TWO) else JOKER
    return careful_discard(rules, view, pairs, 0)
