"""Closer: closes as fast as it may.

Until its side has the canastas that going out needs it takes every pile and spends wild cards on the
canasta that is nearest, two or three at a time. From then on a hand full of cards is in the way: it takes a
pile only where nearly all of it can be melded at once, lays pairs with a wild card, adds wild cards
wherever they go, and throws the cards that fit nowhere, until it is out.
"""

from canasta_sim.strategy.toolbox import *

FACTS = Facts(
    version=1,
    random=False,
    memory=False,
    parameters={
        "spare": Parameter(1, 0, 10, "cards of a pile that may fit nowhere, once its side may go out"),
        "gain": Parameter(4, 0, 20, "cards more than a draw that a pile must give before that"),
        "hold": Parameter(3, 2, 10, "cards it keeps in hand in melding before that"),
    },
)
SPARE, GAIN, HOLD = range(3)


@inlined
def may_go_out(rules, view):
    """Return whether the side has the canastas that going out needs."""
    side = view.side
    return canastas_refusal(rules, view.canastas[side], view.natural_canastas[side], 0) == LEGAL


@compiled
def misfits(view, cards):
    """Return how many of these cards neither join a meld nor make one with the hand."""
    fitting = at_least_one(view.naturals[view.side]) & NATURAL_HIGH
    fitting |= at_least((view.hand & NATURAL_FIELDS) + (cards & NATURAL_FIELDS), 3) & NATURAL_HIGH
    return total(cards & ~fields_of(fitting)) - wilds_in(cards)


@compiled
def take(rules, view, me):
    if view.naturals[view.side] == 0:
        return take_plan(rules, view)
    if may_go_out(rules, view) and not view.must_take:
        hidden = view.pile_size - total(view.pile)
        if misfits(view, view.pile - one(view.top)) + hidden > me.parameters[SPARE]:
            return DRAW, 0, 0, 0
    gain = me.parameters[GAIN]
    return pile_way(rules, view, gain, gain, gain + 1), 0, 0, 0


@compiled
def meld(rules, view, me):
    if view.naturals[view.side] == 0:
        return initial_plan(rules, view, view.hand, max(0, view.hand_size - 2), -1)
    cards, twos, jokers = going_out_plan(rules, view)
    if (cards | twos | jokers) != 0:
        return cards, twos, jokers
    closing = may_go_out(rules, view)
    cards = lay_naturals(rules, view, NATURAL_HIGH, 3, 2 if closing else int(me.parameters[HOLD]))
    twos, jokers = complete_with_wilds(rules, view, cards, 4, 8, 2)
    if closing:
        cards, twos, jokers = pair_with_wild(rules, view, cards, twos, jokers, NATURAL_HIGH, 2)
    cards = wild_meld(rules, view, cards, twos, jokers, 3, 2)
    return cards, twos, jokers


@compiled
def discard(rules, view, me):
    own = at_least_one(view.naturals[view.side]) & NATURAL_HIGH
    return careful_discard(rules, view, own | pairs_held(view), 99)
