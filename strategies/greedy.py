"""Greedy: takes any legal pile, melds every card it may, completes canastas, discards what counts least.

The plain yardstick. It opens as soon as it can, never keeps a pair back, never freezes on purpose, goes out the
moment it may, and throws its lowest-counting card that the opponents have not melded, single cards first, black
threes before all.
"""

from canasta_sim.strategy.toolbox import *

FACTS = Facts(version=1, random=False, memory=False)


@compiled
def take(rules, view, me):
    if view.naturals[view.side] == 0:
        return take_plan(rules, view)
    options = view.options
    if (options >> TAKE_PAIR) & 1:
        return TAKE_PAIR, 0, 0, 0
    if (options >> TAKE_JOIN) & 1:
        return TAKE_JOIN, 0, 0, 0
    if (options >> TAKE_MATCH) & 1:
        return TAKE_MATCH, 0, 0, 0
    if (options >> TAKE_WITH_TWO) & 1:
        return TAKE_WITH_TWO, 0, 0, 0
    return TAKE_WITH_JOKER, 0, 0, 0


@compiled
def meld(rules, view, me):
    if view.naturals[view.side] == 0:
        return initial_plan(rules, view, view.hand, max(0, view.hand_size - 2), -1)
    return lay_all(rules, view)


@compiled
def discard(rules, view, me):
    hand = view.hand
    if count(hand, BLACK_THREE):
        return BLACK_THREE
    held = at_least_one(hand) & NATURAL_HIGH
    single = held & ~at_least(hand, 2)
    safe = ~at_least_one(view.naturals[1 - view.side])
    if held:
        return lowest_kind(or_else(single & safe, or_else(held & safe, or_else(single, held))))
    if count(hand, TWO):
        return TWO
    return JOKER if count(hand, JOKER) else RED_THREE
