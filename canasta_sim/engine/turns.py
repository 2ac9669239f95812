"""How a turn begins and ends: the discard, going out, the next seat (RULES.md 3, 5.1, 5.11)."""

from __future__ import annotations

from canasta_sim.engine.cards import BLACK_THREE, JOKER, RED_THREE, TWO, WILD_MASK, at_least_one, count, fields_of, one
from canasta_sim.engine.compiling import inlined, seldom
from canasta_sim.engine.encoding import (
    BLACK_BLOCKS_LAP,
    BLACK_FREEZES,
    EMPTY_END,
    RED_BLOCKS_LAP,
    WILD_FREEZES,
    WILD_LOCKS,
    WILD_SKIPS_NEXT,
)
from canasta_sim.engine.events import LOG_DISCARD, LOG_GO_OUT, LOG_SKIP, write
from canasta_sim.engine.going_out import canastas_refusal, is_concealed
from canasta_sim.engine.records import PLAYING, STOCK_ENDED, WENT_OUT, own_seat, own_side, place
from canasta_sim.engine.refusals import LEGAL, NOT_IN_HAND


@inlined
def begin_turn(rules, view, hidden):
    """Let the seat to move see its hand; end a block that lasted until this turn."""
    seat = own_seat(view)
    side = own_side(view)
    view.turn += 1
    view.hand = hidden.hands[seat]
    view.hand_size = view.hand_sizes[seat]
    hidden.mid_turn = 1
    view.took = 0
    view.must_take = 0
    view.drew = 0
    hidden.laid = 0
    hidden.black_threes = 0
    hidden.naturals_before = view.naturals[side]
    if view.blocked_by == seat:
        view.blocked_by = -1
    if (view.frozen | view.locks) != 0:
        hidden.frozen_turns[side] += 1


@inlined
def side_may_go_out(rules, view, hidden) -> bool:
    """Return whether the side to move has the canastas that going out needs."""
    side = own_side(view)
    refusal = canastas_refusal(rules, view.canastas[side], view.natural_canastas[side], hidden.black_threes)
    return refusal == LEGAL


@inlined
def discard_refusal(rules, view, hidden, card: int) -> int:
    """Return why the player may not discard ``card`` (a kind), or LEGAL."""
    missing = 1 if count(view.hand, card & 15) == 0 else 0
    if (missing | (card & ~15)) != 0:  # one test: two would be made a branch for each kind a strategy names
        return NOT_IN_HAND
    if view.hand_size == 1:
        side = own_side(view)
        return canastas_refusal(rules, view.canastas[side], view.natural_canastas[side], hidden.black_threes)
    return LEGAL


@seldom
def _discard_special(rules, view, hidden, card):
    """Do what a wild card or a three does when it is discarded (RULES.md 5.1, 5.2, 5.4, 5.11)."""
    if card == BLACK_THREE:
        if rules.pile_black_three == BLACK_BLOCKS_LAP:
            view.blocked_by = view.seat
        elif rules.pile_black_three == BLACK_FREEZES:
            view.frozen = 1
    elif card == RED_THREE:
        if rules.red_threes_discard_blocks == RED_BLOCKS_LAP:
            view.blocked_by = view.seat
    else:
        hidden.freezes[own_side(view)] += 1
        if rules.pile_wild_discard == WILD_FREEZES:
            view.frozen = 1
        elif rules.pile_wild_discard == WILD_SKIPS_NEXT:
            hidden.skip = 1


@inlined
def discard(rules, view, hidden, card, log):
    """Discard a legal card."""
    write(log, LOG_DISCARD, view.seat, card, 0, 0, 0, 0)
    view.hand -= one(card)
    view.hand_size -= 1
    if (rules.special_discards >> card) & 1:
        _discard_special(rules, view, hidden, card)
        if rules.pile_wild_discard == WILD_LOCKS and (card == TWO or card == JOKER):
            view.locks += one(card)
            return
    hidden.pile_order[place(view.pile_size)] = card
    view.pile_size += 1
    view.pile += one(card)
    view.top = card


@seldom
def go_out(rules, view, hidden, log):
    """End the round: the player to move has played the last card."""
    side = own_side(view)
    naturals, twos, jokers = view.naturals[side], view.twos[side], view.jokers[side]
    ranks_before = at_least_one(hidden.naturals_before)
    if ranks_before & WILD_MASK:
        ranks_before |= WILD_MASK  # the wild meld is one meld of two kinds
    joined = 1 if hidden.laid & fields_of(ranks_before) else 0
    has_melded = view.has_melded[own_seat(view)]
    concealed = is_concealed(rules, has_melded, joined, view.took, ranks_before, naturals, twos, jokers)
    hidden.concealed = 1 if concealed else 0
    hidden.out_seat = view.seat
    write(log, LOG_GO_OUT, view.seat, hidden.concealed, 0, 0, 0, 0)
    return WENT_OUT


@inlined
def put_hand_back(view, hidden):
    """Store the hand of the seat to move where the other seats' hands are."""
    seat = own_seat(view)
    hidden.hands[seat] = view.hand
    view.hand_sizes[seat] = view.hand_size
    hidden.mid_turn = 0
    view.has_melded[seat] |= 1 if hidden.laid != 0 else 0


@inlined
def _next_seat(view):
    """Move on to the next seat."""
    seat = view.seat + 1
    if seat == view.players:
        seat = 0
    view.seat = seat
    view.side = seat & 1


@inlined
def end_turn(rules, view, hidden, log):
    """Pass the turn on; return STOCK_ENDED where the round ends with an empty stock, else PLAYING."""
    put_hand_back(view, hidden)
    if view.stock_size == 0 and rules.stock_on_empty == EMPTY_END:
        return STOCK_ENDED
    _next_seat(view)
    if hidden.skip:
        hidden.skip = 0
        write(log, LOG_SKIP, view.seat, 0, 0, 0, 0, 0)
        if view.blocked_by == view.seat:
            view.blocked_by = -1
        _next_seat(view)
    return PLAYING
