"""Picking up the pile (RULES.md 5.1, 5.4)."""

from __future__ import annotations

from canasta_sim.engine.cards import NO_CARD, ONE_RED_THREE, RED_THREE, count, one, total
from canasta_sim.engine.compiling import apart, inlined, seldom
from canasta_sim.engine.drawing import replace_red_threes
from canasta_sim.engine.encoding import LAY_AT_ONCE
from canasta_sim.engine.events import (
    FROM_PILE,
    LOG_LOCKS,
    LOG_PILE,
    LOG_RED_THREES,
    LOG_STOCK,
    LOG_TAKE,
    write,
    write_cards,
)
from canasta_sim.engine.melding import note_meld, update_canastas
from canasta_sim.engine.melds import cards_used
from canasta_sim.engine.pile import justifying_cards, melds_after_taking, place_locks
from canasta_sim.engine.records import own_side, place


@seldom
def _lay_red_threes_from_pile(rules, view, hidden, log):
    """Lay the red threes that came with the pile, replaced where the rules say so."""
    red_threes = count(view.hand, RED_THREE)
    view.hand -= red_threes * ONE_RED_THREE
    view.hand_size -= red_threes
    view.red_threes[own_side(view)] += red_threes
    given = 0
    start = hidden.stock_next
    if rules.red_threes_replace_from_pile:
        given = min(red_threes, hidden.stock_end - start)
    hidden.stock_next = start + given
    write(log, LOG_RED_THREES, view.seat, red_threes, FROM_PILE, given, 0, 0)
    write_cards(log, LOG_STOCK, hidden.stock, start, start + given)
    further = 0
    for index in range(start, start + given):
        card = hidden.stock[place(index)]
        if card == RED_THREE:
            further += 1
        else:
            view.hand += one(card)
            view.hand_size += 1
    if further:
        replace_red_threes(view, hidden, further, log)
    view.stock_size = hidden.stock_end - hidden.stock_next


@inlined
def _pick_up_pile(rules, view, hidden, inside, log):
    """Put the pile but its top card (and ``inside``, melded with it) into the hand."""
    side = own_side(view)
    taken_size = view.pile_size
    taken = view.pile + hidden.surprise - one(view.top) - inside
    hidden.piles_taken[side] += 1
    hidden.pile_cards[side] += taken_size
    view.hand += taken
    view.hand_size += taken_size - 1 - (1 if inside else 0)
    view.pile = 0
    view.pile_size = 0
    view.surprise_size = 0
    hidden.surprise = 0
    hidden.upcard_index = -1
    hidden.upcard_red_three = 0
    view.top = NO_CARD
    view.frozen = rules.pile_always_frozen
    view.locks = 0
    view.took = 1
    if rules.red_threes_lay == LAY_AT_ONCE and view.hand >> (4 * RED_THREE):
        _lay_red_threes_from_pile(rules, view, hidden, log)


@seldom
def _join_locks(rules, view, hidden, new_naturals, new_twos, new_jokers, log):
    """Join the wild cards beside the pile to the side's melds, given what is being laid with the top card."""
    side = own_side(view)
    naturals = view.naturals[side] + new_naturals
    twos, jokers = view.twos[side] + new_twos, view.jokers[side] + new_jokers
    all_naturals, all_twos, all_jokers = place_locks(rules, view, naturals, twos, jokers)
    naturals, twos, jokers = all_naturals - naturals, all_twos - twos, all_jokers - jokers
    write(log, LOG_LOCKS, view.seat, naturals, twos, jokers, 0, 0)
    hidden.laid |= naturals | twos | jokers
    view.naturals[side] += naturals
    view.twos[side] += twos
    view.jokers[side] += jokers


@apart
def take(rules, view, hidden, way, cards, twos, jokers, log):
    """Take the pile in a legal way; an unopened side lays ``cards``, ``twos``, ``jokers`` as its initial meld."""
    side = own_side(view)
    top = view.top
    inside = 0
    if view.naturals[side] == 0:
        with_cards = 2 * one(top)
        new_naturals = cards + one(top)
        used = cards_used(cards, twos, jokers)
        new_twos, new_jokers = twos, jokers
    else:
        with_cards = justifying_cards(way, top)
        used = with_cards
        new_naturals, new_twos, new_jokers, inside = melds_after_taking(rules, view, way)
        new_naturals -= view.naturals[side]
        new_twos -= view.twos[side]
        new_jokers -= view.jokers[side]
    write(log, LOG_TAKE, view.seat, with_cards, new_naturals, new_twos, new_jokers, view.locks)
    write_cards(log, LOG_PILE, hidden.pile_order, 0, view.pile_size)
    view.hand -= used
    view.hand_size -= total(used)
    note_meld(view, hidden, new_naturals | new_twos | new_jokers)
    if view.locks:
        _join_locks(rules, view, hidden, new_naturals, new_twos, new_jokers, log)
    view.naturals[side] += new_naturals
    view.twos[side] += new_twos
    view.jokers[side] += new_jokers
    _pick_up_pile(rules, view, hidden, inside, log)
    update_canastas(rules, view)
