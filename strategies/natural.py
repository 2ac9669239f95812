"""Natural: builds natural canastas.

Its melds stay clean. A wild card joins no meld that could still become a natural canasta: one with enough
naturals laid, held and not yet seen. Wild cards go where nothing is spoiled: with a pair into a meld of
their own, to melds that are mixed already, on the pile, or wherever it must be to open, and at the end,
when an opponent may go out or the stock is low, it takes the mixed canasta after all. It never throws a
rank that it is building.
"""

from canasta_sim.strategy.toolbox import *

FACTS = Facts(
    version=1,
    random=False,
    memory=False,
    parameters={
        "clean": Parameter(4, 2, 8, "naturals from which on a meld without wild cards is kept clean"),
        "stock": Parameter(12, 0, 60, "cards in the stock at which it takes mixed canastas after all"),
        "near": Parameter(3, 0, 20, "cards of an opponent who may go out at which it does so too"),
    },
)
CLEAN, STOCK, NEAR = range(3)


@compiled
def hopeful_ranks(rules, view):
    """Return the mask of ranks of which the side may still get seven naturals."""
    reach = unseen_naturals(rules, view)
    reach += (view.hand & NATURAL_FIELDS) + (view.naturals[view.side] & NATURAL_FIELDS)
    return at_least(reach, 7) & NATURAL_HIGH


@compiled
def take(rules, view, me):
    if view.naturals[view.side] == 0:
        return take_plan(rules, view)
    return pile_way(rules, view, 0, 1, 8), 0, 0, 0


@compiled
def meld(rules, view, me):
    side = view.side
    if view.naturals[side] == 0:
        return initial_plan(rules, view, view.hand, max(0, view.hand_size - 2), -1)
    late = view.stock_size <= me.parameters[STOCK] or fewest_to_go(rules, view) <= me.parameters[NEAR]
    clean = 8 if late else int(me.parameters[CLEAN])
    hopeful = hopeful_ranks(rules, view) & at_least(view.naturals[side] & NATURAL_FIELDS, clean)
    hopeful &= ~at_least_one(view.twos[side] | view.jokers[side])
    cards, twos, jokers = going_out_plan(rules, view)
    if (cards | twos | jokers) != 0 and (late or (at_least_one(twos | jokers) & hopeful) == 0):
        return cards, twos, jokers
    cards = lay_naturals(rules, view, NATURAL_HIGH, 3, 4)
    twos, jokers = complete_with_wilds(rules, view, cards, 4, clean, 2)
    if view.canastas[side] == 0 and wilds_in(view.hand) > 2:
        cards, twos, jokers = pair_with_wild(rules, view, cards, twos, jokers, NATURAL_HIGH, 5)
    cards = wild_meld(rules, view, cards, twos, jokers, 3, 2)
    return cards, twos, jokers


@compiled
def discard(rules, view, me):
    building = at_least_one(view.naturals[view.side]) & hopeful_ranks(rules, view)
    return careful_discard(rules, view, building | at_least(view.hand, 3), 5)
