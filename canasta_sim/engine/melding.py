"""What the player to move may meld, and melding it (RULES.md 5.6, 5.9)."""

from __future__ import annotations

from canasta_sim.engine.cards import (
    BLACK_THREE,
    NATURAL_FIELDS,
    at_least_one,
    borrows,
    count,
    kinds_in,
    lowest_kind,
    total,
)
from canasta_sim.engine.compiling import apart, inlined, seldom
from canasta_sim.engine.encoding import FIRST_DISCARD_ONLY
from canasta_sim.engine.events import LOG_MELD, write
from canasta_sim.engine.going_out import is_concealed, last_card_melds, short_hand_refusal
from canasta_sim.engine.melds import (
    canasta_number,
    cards_used,
    initial_meld_refusal,
    melds_refusal,
    natural_canasta_ranks,
    small_new_ranks,
    words_refusal,
)
from canasta_sim.engine.records import NO_MOVE, PLAYING, own_seat, own_side
from canasta_sim.engine.refusals import BLACK_THREES_ONLY_GOING_OUT, DISCARD_ONLY, LEGAL


@inlined
def update_canastas(rules, view):
    """Count the canastas of the side to move anew."""
    side = own_side(view)
    naturals, twos, jokers = view.naturals[side], view.twos[side], view.jokers[side]
    view.canastas[side] = canasta_number(rules, naturals, twos, jokers)
    view.natural_canastas[side] = kinds_in(natural_canasta_ranks(naturals, twos, jokers))


@inlined
def note_meld(view, hidden, laid):
    """Remember, before cards are laid, which they are (a word whose counts do not matter), and when the side opened."""
    hidden.laid |= laid
    if view.naturals[own_side(view)] == 0:
        view.opened_turn[own_side(view)] = view.turn


@seldom
def _going_out_with(rules, naturals, twos, jokers, hand, size, black_threes) -> int:
    """Return why a turn whose melds leave one card or none cannot end, or LEGAL."""
    if black_threes and size > 1:
        return BLACK_THREES_ONLY_GOING_OUT
    if size >= 2:
        return LEGAL
    return short_hand_refusal(rules, naturals, twos, jokers, hand, black_threes)


@seldom
def _minimum_waived(rules, view, naturals, twos, jokers, size) -> bool:
    """Return whether these melds of an unopened side go out concealed without a minimum (RULES.md 5.6)."""
    if not rules.initial_meld_concealed_waives_minimum or not view.drew or size > 1:
        return False
    return is_concealed(rules, view.has_melded[own_seat(view)], 0, 0, 0, naturals, twos, jokers)


@seldom
def _initial_refusal(rules, view, cards, twos, jokers, size) -> int:
    """Return why an unopened side may not lay these melds as to the minimum, or LEGAL."""
    side = own_side(view)
    unmixed = view.unmixed[side]
    refusal = initial_meld_refusal(rules, view.minimum[side], unmixed, cards, twos, jokers)
    if refusal == LEGAL or not _minimum_waived(rules, view, cards, twos, jokers, size):
        return refusal
    # the waiver lifts the minimum alone: what is laid is all initial meld
    return LEGAL if not unmixed or (twos | jokers) == 0 else refusal


@inlined
def lays_plain_naturals(view, cards: int, twos: int, jokers: int) -> bool:
    """Return whether an opened side lays naturals alone, all right, and keeps two cards.

    Most of what is ever laid is found legal by this one question; meld_refusal answers for all.
    """
    old = view.naturals[own_side(view)]
    wrong = (cards & ~NATURAL_FIELDS) | twos | jokers | borrows(view.hand, cards) | small_new_ranks(old, cards)
    return wrong == 0 and old != 0 and view.hand_size - total(cards) >= 2


@inlined
def meld_plain_naturals(rules, view, hidden, cards, log):
    """Lay what lays_plain_naturals has found legal."""
    write(log, LOG_MELD, view.seat, cards, 0, 0, 0, 0)
    hidden.laid |= cards
    view.hand -= cards
    view.hand_size -= total(cards)
    view.naturals[own_side(view)] += cards
    update_canastas(rules, view)


@inlined
def _refusal(rules, view, cards: int, twos: int, jokers: int) -> int:
    """Return why the player may not lay these cards now, or LEGAL."""
    if rules.deal_first_turn == FIRST_DISCARD_ONLY and view.turn == 1:
        return DISCARD_ONLY
    refusal = words_refusal(view.hand, cards, twos, jokers)
    if refusal != LEGAL:
        return refusal
    side = own_side(view)
    old, old_twos, old_jokers = view.naturals[side], view.twos[side], view.jokers[side]
    refusal = melds_refusal(rules, old, old_twos, old_jokers, cards, twos, jokers)
    if refusal != LEGAL:
        return refusal
    used = cards_used(cards, twos, jokers)
    size = view.hand_size - total(used)
    if size < 2 or (cards >> (4 * BLACK_THREE)) != 0:
        refusal = _going_out_with(
            rules,
            old + cards,
            old_twos + twos,
            old_jokers + jokers,
            view.hand - used,
            size,
            count(cards, BLACK_THREE),
        )
        if refusal != LEGAL:
            return refusal
    if old == 0:
        return _initial_refusal(rules, view, cards, twos, jokers, size)
    return LEGAL


@seldom
def meld_refusal(rules, view, cards: int, twos: int, jokers: int) -> int:
    """Return why the player may not lay these cards now, or LEGAL."""
    return _refusal(rules, view, cards, twos, jokers)


@inlined
def _lay(rules, view, hidden, cards, twos, jokers, log):
    """Lay legal melds."""
    side = own_side(view)
    write(log, LOG_MELD, view.seat, cards, twos, jokers, 0, 0)
    used = cards_used(cards, twos, jokers)
    view.hand -= used
    view.hand_size -= total(used)
    note_meld(view, hidden, cards | twos | jokers)
    view.naturals[side] += cards
    view.twos[side] += twos
    view.jokers[side] += jokers
    hidden.black_threes += count(cards, BLACK_THREE)
    update_canastas(rules, view)


@apart
def meld(rules, view, hidden, cards, twos, jokers, log):
    """Lay legal melds."""
    _lay(rules, view, hidden, cards, twos, jokers, log)


@apart
def meld_if_legal(rules, view, hidden, cards, twos, jokers, log):
    """Lay melds; return why they are not legal, and were not laid, or LEGAL."""
    refusal = _refusal(rules, view, cards, twos, jokers)
    if refusal == LEGAL:
        _lay(rules, view, hidden, cards, twos, jokers, log)
    return refusal


@seldom
def play_last_card(rules, view, hidden, log):
    """Meld the one card in hand, which may not be discarded, in going out; return NO_MOVE where that cannot be."""
    side = own_side(view)
    card = lowest_kind(at_least_one(view.hand))
    cards, twos, jokers = last_card_melds(
        rules, view.naturals[side], view.twos[side], view.jokers[side], card, hidden.black_threes
    )
    if (cards | twos | jokers) == 0 or rules.going_out_discard_required:
        return NO_MOVE
    meld(rules, view, hidden, cards, twos, jokers, log)
    return PLAYING
