"""Collector: collects wild cards for a wild canasta, where the rules pay for it.

Where wild cards may be melded alone it opens with three of them as soon as it can, brings every further one
to that meld, and spends none on mixed melds while seven are within reach of its side; it does not go out
while the wild canasta needs but a card or two, unless an opponent is about to. Where there are no wild
melds it plays like a sensible player who keeps wild cards for canastas that need one or two.
"""

from canasta_sim.strategy.toolbox import *

FACTS = Facts(
    version=1,
    random=False,
    memory=False,
    parameters={
        "reach": Parameter(6, 1, 12, "wild cards its side must expect in the end to go on collecting"),
        "wait": Parameter(2, 0, 7, "missing wild cards for which it puts off going out"),
        "hold": Parameter(4, 2, 12, "cards it keeps in hand when it melds without going out"),
    },
)
REACH, WAIT, HOLD = range(3)


@compiled
def missing_wilds(view):
    """Return how many wild cards the side's wild meld needs to be a canasta, 0 where it is one."""
    return max(0, 7 - wilds_in(view.naturals[view.side]))


@compiled
def collects(rules, view, me):
    """Return whether a wild canasta is worth playing for and still within reach."""
    own = wilds_in(view.hand) + wilds_in(view.naturals[view.side])
    if rules.melds_wild_melds == 0 or missing_wilds(view) == 0:
        return False
    return own + 0.5 * unseen_wilds(rules, view) >= me.parameters[REACH]


@compiled
def take(rules, view, me):
    if view.naturals[view.side] == 0:
        return take_plan(rules, view)
    return pile_way(rules, view, 0, 1, 99 if collects(rules, view, me) else 5), 0, 0, 0


@compiled
def opening(rules, view, collecting):
    """Return the initial meld: three wild cards or more where it may and will, else the usual one."""
    wilds = view.hand & WILD_FIELDS
    if collecting and wilds_in(wilds) >= 3 and meld_refusal(rules, view, wilds, 0, 0) == LEGAL:
        return wilds, 0, 0
    return initial_plan(rules, view, view.hand, max(0, view.hand_size - 2), -1)


@compiled
def meld(rules, view, me):
    side = view.side
    collecting = collects(rules, view, me)
    if view.naturals[side] == 0:
        return opening(rules, view, collecting)
    waiting = collecting and 0 < missing_wilds(view) <= me.parameters[WAIT]
    if not waiting or fewest_to_go(rules, view) <= 4:
        cards, twos, jokers = going_out_plan(rules, view)
        if (cards | twos | jokers) != 0:
            return cards, twos, jokers
    cards = lay_naturals(rules, view, NATURAL_HIGH, 3, int(me.parameters[HOLD]))
    twos, jokers = 0, 0
    if not collecting:
        twos, jokers = complete_with_wilds(rules, view, cards, 2 if view.canastas[side] else 4, 8, 2)
    cards = wild_meld(rules, view, cards, twos, jokers, 3, 2)
    return cards, twos, jokers


@compiled
def discard(rules, view, me):
    collecting = collects(rules, view, me)
    return careful_discard(rules, view, at_least(view.hand, 3), 99 if collecting else 4)
