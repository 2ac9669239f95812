"""Balanced: plays like a sensible club player.

It opens as soon as it pays, takes every pile that brings more than a draw, melds what it holds but keeps a
few cards back, and saves its wild cards for canastas instead of spending them on pairs. It throws single
cards that are nearly all gone and that the opponents have not melded; where nothing is safe it throws a
black three, and once the pile is worth having for the opponents it freezes it with a wild card. It goes out
when it may.
"""

from canasta_sim.strategy.toolbox import *

FACTS = Facts(
    version=1,
    random=False,
    memory=False,
    parameters={
        "hold": Parameter(3, 2, 10, "cards it keeps in hand when it melds without going out"),
        "pair": Parameter(2, 1, 20, "cards more than a draw for which it lays a natural pair on the pile"),
        "wild": Parameter(6, 1, 30, "... for which it spends a wild card"),
        "freeze": Parameter(3, 1, 60, "cards in a pile from which on it freezes it when no discard is safe"),
    },
)
HOLD, PAIR, WILD, FREEZE = range(4)


@compiled
def take(rules, view, me):
    if view.naturals[view.side] == 0:
        return take_plan(rules, view)
    return pile_way(rules, view, 0, me.parameters[PAIR], me.parameters[WILD]), 0, 0, 0


@compiled
def meld(rules, view, me):
    if view.naturals[view.side] == 0:
        return initial_plan(rules, view, view.hand, max(0, view.hand_size - 2), -1)
    cards, twos, jokers = going_out_plan(rules, view)
    if (cards | twos | jokers) != 0:
        return cards, twos, jokers
    cards = lay_naturals(rules, view, NATURAL_HIGH, 3, int(me.parameters[HOLD]))
    twos, jokers = 0, 0
    if view.hand & WILD_FIELDS:
        twos, jokers = complete_with_wilds(rules, view, cards, 4, 8, 2)
        cards = wild_meld(rules, view, cards, twos, jokers, 3, 2)
    return cards, twos, jokers


@compiled
def discard(rules, view, me):
    return careful_discard(rules, view, 0, me.parameters[FREEZE])
