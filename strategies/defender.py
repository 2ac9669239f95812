"""Defender: gives nothing away.

It counts: every card seen on the table, in the pile and in its hand, what the next player threw and what he
took with a pile. Each turn it throws the card with which he is least likely to take the pile, and the
fuller the pile, the more it pays for safety: first a lone card, then pairs, then black threes, and in the
end a wild card. It melds freely, but keeps safe cards in hand for later.
"""

from canasta_sim.strategy.toolbox import *

FACTS = Facts(
    version=1,
    random=False,
    memory=True,
    parameters={
        "fear": Parameter(14, 0, 200, "points by which it values each card of a pile it might give away"),
        "pair": Parameter(12, -100, 200, "points by which it values a pair in hand above a single card"),
        "three": Parameter(25, -100, 200, "points by which it values a black three in hand"),
        "wild": Parameter(90, -100, 500, "points by which it values a wild card in hand"),
    },
)
FEAR, PAIR, THREE, WILD = range(4)


@compiled
def watch(rules, me, seat, actor, event, cards):
    remember(me, seat, actor, event, cards)


@compiled
def take(rules, view, me):
    if view.naturals[view.side] == 0:
        return take_plan(rules, view)
    return pile_way(rules, view, 0, 2, 5), 0, 0, 0


@compiled
def meld(rules, view, me):
    if view.naturals[view.side] == 0:
        return initial_plan(rules, view, view.hand, max(0, view.hand_size - 2), -1)
    cards, twos, jokers = going_out_plan(rules, view)
    if (cards | twos | jokers) != 0:
        return cards, twos, jokers
    cards = lay_naturals(rules, view, NATURAL_HIGH, 3, 4)
    twos, jokers = complete_with_wilds(rules, view, cards, 4, 8, 2)
    cards = wild_meld(rules, view, cards, twos, jokers, 3, 2)
    return cards, twos, jokers


@compiled
def expected(view, me, unseen, kind, share):
    """Return how many of a natural kind the next player is expected to hold."""
    follower = next_seat(view)
    number = min(count(me.memory[HELD + follower], kind), count(unseen, kind))
    guessed = (count(unseen, kind) - number) * share
    if count(me.memory[THROWN + follower], kind):
        guessed *= 0.4
    return number + guessed


@compiled
def discard(rules, view, me):
    share = view.hand_sizes[next_seat(view)] / unseen_total(view)
    unseen = unseen_naturals(rules, view)
    ways = pile_ways(rules, view)
    joins = joinable_ranks(rules, view)
    wild = 1.0 - none_chance(unseen_wilds(rules, view) * share)
    loss = me.parameters[FEAR] * (view.pile_size + 2)
    choice, least = RED_THREE, 1e9
    kinds = at_least_one(view.hand) & ~mask_of(RED_THREE)
    while kinds:
        kind = lowest_kind(kinds)
        kinds = without_lowest(kinds)
        if kind == BLACK_THREE:
            cost = me.parameters[THREE]
        elif kind > ACE:
            cost = me.parameters[WILD] + (10.0 if kind == JOKER else 0.0)
        else:
            mean = expected(view, me, unseen, kind, share)
            cost = loss * take_chance(ways, joins, kind, mean, wild, count(view.pile, kind))
            if count(view.hand, kind) > 1:
                cost += me.parameters[PAIR]
        if cost < least:
            choice, least = kind, cost
    return choice
