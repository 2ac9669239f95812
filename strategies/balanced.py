"""Balanced: plays like a sensible club player.

It opens as soon as it pays, takes every pile that brings more than a draw, melds what it holds but keeps a few cards
back, and saves its wild cards for canastas instead of spending them on pairs. It throws single cards that are
nearly all gone and that the opponents have not melded; where nothing is safe it throws a black three, and once the pile
is worth having for the opponents it freezes it with a wild card. It goes out when it may.
"""

from canasta_sim.strategy.toolbox import *  # noqa: F403

FACTS = Facts(
    version=1,
    random=False,
    memory=False,
    parameters={
        "hold": Parameter(3, 2, 10, "cards it keeps in hand when it melds without going out"),
        "pair": Parameter(2, 1, 20, "cards more than a draw gives that a pile must have to lay a natural pair for it"),
        "wild": Parameter(6, 1, 30, "the same for a pile that costs a wild card"),
        "freeze": Parameter(3, 1, 60, "cards in a pile from which on it freezes it when no discard is safe"),
    },
)
HOLD, PAIR, WILD, FREEZE = range(4)


@compiled
def take(rules, view, me):
    if view.naturals[view.side] == 0:
        return take_plan(rules, view)
    gain = view.pile_size - rules.draw_count
    options = view.options
    if (options >> TAKE_JOIN) & 1 and (gain >= 0 or view.must_take):
        return TAKE_JOIN, 0, 0, 0
    if (options >> TAKE_MATCH) & 1 and gain >= 1:
        return TAKE_MATCH, 0, 0, 0
    if (options >> TAKE_PAIR) & 1 and gain >= me.parameters[PAIR]:
        return TAKE_PAIR, 0, 0, 0
    if gain >= me.parameters[WILD]:
        if (options >> TAKE_WITH_TWO) & 1:
            return TAKE_WITH_TWO, 0, 0, 0
        if (options >> TAKE_WITH_JOKER) & 1:
            return TAKE_WITH_JOKER, 0, 0, 0
    return DRAW, 0, 0, 0


@compiled
def meld(rules, view, me):
    if view.naturals[view.side] == 0:
        return initial_plan(rules, view, view.hand, max(0, view.hand_size - 2), -1)
    if view.hand_size <= 12:
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
    hand = view.hand
    held = at_least_one(hand) & NATURAL_HIGH
    several = at_least(hand, 2) & NATURAL_HIGH
    safe = held & ~threatened_ranks(rules, view)
    unseen = unseen_naturals(rules, view)
    if safe & ~several:
        return lowest_kind(fewest_unseen(unseen, safe & ~several))
    if count(hand, BLACK_THREE):
        return BLACK_THREE
    if safe:
        return lowest_kind(fewest_unseen(unseen, safe))
    if view.frozen == 0 and (view.pile_size >= me.parameters[FREEZE] or held == 0):
        if count(hand, TWO):
            return TWO
        if count(hand, JOKER):
            return JOKER
    if held:
        return lowest_kind(fewest_unseen(unseen, held))
    if count(hand, TWO):
        return TWO
    return JOKER if count(hand, JOKER) else RED_THREE
