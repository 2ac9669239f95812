"""Partner: plays for the pair, not for its own hand.

It brings its cards to the melds its partner has begun before it starts new ones, leaves the going out to
whoever costs the side less: while the partner still holds many cards it keeps a few of its own and plays
on, unless an opponent could go out first. When the partner is down to a few cards it lays whatever helps
the side to the canastas that are missing. At a table of two it is alone and goes out when it may.
"""

from canasta_sim.strategy.toolbox import *

FACTS = Facts(
    version=1,
    random=False,
    memory=False,
    parameters={
        "many": Parameter(5, 1, 30, "cards in the partner's hand with which it does not go out yet"),
        "few": Parameter(4, 1, 30, "cards in the partner's hand at which it lays all it can"),
        "danger": Parameter(4, 0, 30, "cards of an opponent who may go out at which it waits no longer"),
        "stock": Parameter(16, 0, 80, "cards in the stock at which it waits no longer"),
    },
)
MANY, FEW, DANGER, STOCK = range(4)


@inlined
def partners_cards(view):
    """Return how many cards the partner holds, 0 without one."""
    return view.hand_sizes[(view.seat + 2) & 3] if view.players == 4 else 0


@compiled
def leaves_time(rules, view, me):
    """Return whether the side gains by playing on: the partner holds many cards, nobody is near the end."""
    if view.stock_size <= me.parameters[STOCK] or partners_cards(view) < me.parameters[MANY]:
        return False
    return fewest_to_go(rules, view) > me.parameters[DANGER]


@compiled
def take(rules, view, me):
    if view.naturals[view.side] == 0:
        return take_plan(rules, view)
    return pile_way(rules, view, 0, 2, 6), 0, 0, 0


@compiled
def meld(rules, view, me):
    side = view.side
    if view.naturals[side] == 0:
        return initial_plan(rules, view, view.hand, max(0, view.hand_size - 2), -1)
    if not leaves_time(rules, view, me):
        cards, twos, jokers = going_out_plan(rules, view)
        if (cards | twos | jokers) != 0:
            return cards, twos, jokers
    begun = at_least_one(view.naturals[side]) & NATURAL_HIGH
    helping = view.players == 4 and partners_cards(view) <= me.parameters[FEW]
    cards = lay_naturals(rules, view, begun, 3, 3)
    if helping:
        cards = lay_naturals(rules, view, NATURAL_HIGH, 3, 2)
    elif view.hand_size - total(cards) > 5:
        cards = lay_naturals(rules, view, NATURAL_HIGH, 3, 4)
    twos, jokers = complete_with_wilds(rules, view, cards, 4, 8, 2)
    cards = wild_meld(rules, view, cards, twos, jokers, 3, 2)
    return cards, twos, jokers


@compiled
def discard(rules, view, me):
    begun = at_least_one(view.naturals[view.side]) & NATURAL_HIGH
    return careful_discard(rules, view, begun, 4)
