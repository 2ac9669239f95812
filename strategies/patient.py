"""Patient: melds nothing until it pays, then all at once.

It holds its whole hand back for one of two prizes: going out concealed, in a single turn, or a big pile
taken with a natural pair. Until then it lays nothing, keeps pairs and triples, and throws single cards that
are nearly gone. When the stock runs low, or an opponent could go out soon, it stops waiting and opens like
anybody else; once it has melded it plays on with much in hand.
"""

from canasta_sim.strategy.toolbox import *

FACTS = Facts(
    version=1,
    random=False,
    memory=False,
    parameters={
        "pile": Parameter(7, 1, 60, "cards in a pile from which on it is worth opening for"),
        "wait": Parameter(0.55, 0, 1, "share of the stock that must be left to go on waiting"),
        "near": Parameter(6, 0, 20, "cards of an opponent who may go out at which it stops waiting"),
        "hold": Parameter(6, 2, 14, "cards it keeps in hand when it melds without going out"),
    },
)
PILE, WAIT, NEAR, HOLD = range(4)


@compiled
def waits(rules, view, me):
    """Return whether it goes on holding everything back."""
    dealt = rules.deal_hand_size * view.players + rules.deal_first_player_extra
    if view.turnovers > 0 or view.stock_size < me.parameters[WAIT] * (rules.deck_size - dealt):
        return False
    return fewest_to_go(rules, view) > me.parameters[NEAR]


@compiled
def take(rules, view, me):
    if view.naturals[view.side] != 0:
        if view.has_melded[view.seat] == 0 and waits(rules, view, me):
            least = me.parameters[PILE] - rules.draw_count
            return pile_way(rules, view, least, least, least), 0, 0, 0
        return pile_way(rules, view, 1, 2, 5), 0, 0, 0
    if view.pile_size >= me.parameters[PILE] or not waits(rules, view, me):
        return take_plan(rules, view)
    return DRAW, 0, 0, 0


@compiled
def meld(rules, view, me):
    cards, twos, jokers = going_out_plan(rules, view)
    if (cards | twos | jokers) != 0:
        return cards, twos, jokers
    if view.naturals[view.side] == 0:
        if view.took == 0 and waits(rules, view, me):
            return 0, 0, 0
        return initial_plan(rules, view, view.hand, max(0, view.hand_size - 2), -1)
    if view.has_melded[view.seat] == 0 and view.took == 0 and waits(rules, view, me):
        return 0, 0, 0
    cards = lay_naturals(rules, view, NATURAL_HIGH, 3, int(me.parameters[HOLD]))
    twos, jokers = complete_with_wilds(rules, view, cards, 4, 8, 2)
    cards = wild_meld(rules, view, cards, twos, jokers, 3, 2)
    return cards, twos, jokers


@compiled
def discard(rules, view, me):
    return careful_discard(rules, view, pairs_held(view), 6)
