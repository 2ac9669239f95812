"""The steps of a turn: drawing, red threes, taking, melding, discarding, and how a turn ends (RULES.md 3, 5)."""

from __future__ import annotations

from canasta_sim.engine.cards import (
    ACE,
    BLACK_THREE,
    JOKER,
    NO_CARD,
    ONE_RED_THREE,
    RED_THREE,
    TWO,
    any_of,
    at_least_one,
    count,
    kinds_in,
    lowest_kind,
    one,
    total,
)
from canasta_sim.engine.compiling import inlined, seldom
from canasta_sim.engine.dealing import pile_frozen
from canasta_sim.engine.encoding import (
    BLACK_BLOCKS_LAP,
    BLACK_FREEZES,
    EMPTY_END,
    EMPTY_PLAY_ON,
    EMPTY_TURN_OVER,
    FIRST_DISCARD_ONLY,
    LAST_STOCK_CARD_ENDS,
    LAY_AT_ONCE,
    LAY_OPTIONAL,
    RED_BLOCKS_LAP,
    WILD_FREEZES,
    WILD_LOCKS,
    WILD_SKIPS_NEXT,
)
from canasta_sim.engine.events import (
    FROM_HAND,
    FROM_PILE,
    FROM_STOCK,
    LOG_DISCARD,
    LOG_DRAW,
    LOG_GO_OUT,
    LOG_LOCKS,
    LOG_MELD,
    LOG_PILE,
    LOG_RED_THREES,
    LOG_SKIP,
    LOG_STOCK,
    LOG_TAKE,
    LOG_TURN_OVER,
    write,
    write_cards,
)
from canasta_sim.engine.going_out import (
    canastas_refusal,
    is_concealed,
    last_card_melds,
    short_hand_refusal,
)
from canasta_sim.engine.melds import (
    canasta_number,
    cards_used,
    initial_meld_refusal,
    melds_refusal,
    natural_canasta_ranks,
    words_refusal,
)
from canasta_sim.engine.pile import justifying_cards, melds_after_taking, place_locks
from canasta_sim.engine.randomness import shuffle
from canasta_sim.engine.records import NO_MOVE, PLAYING, STOCK_ENDED, WENT_OUT, own_seat, own_side, place
from canasta_sim.engine.refusals import (
    BLACK_THREES_ONLY_GOING_OUT,
    DISCARD_ONLY,
    LEGAL,
    NO_RED_THREE,
    NOT_IN_HAND,
    RED_THREE_LAST_CARD,
    RED_THREES_LAID_AT_ONCE,
)


@inlined
def begin_turn(rules, view, hidden):  # type: ignore[no-untyped-def]
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
    hidden.melded = 0
    hidden.joined = 0
    hidden.black_threes = 0
    hidden.ranks_before = at_least_one(view.naturals[side])
    if view.blocked_by == seat:
        view.blocked_by = -1
    if view.frozen or view.locks:
        hidden.frozen_turns[side] += 1


@seldom
def _replace_red_threes(view, hidden, red_threes, log):  # type: ignore[no-untyped-def]
    """Lay red threes just drawn and draw for each until the card drawn is none; return whether the last stock card was one."""
    last_was_red_three = False
    while red_threes:
        red_threes -= 1
        while True:
            view.red_threes[own_side(view)] += 1
            if hidden.stock_next == hidden.stock_end:
                write(log, LOG_RED_THREES, view.seat, 1, FROM_STOCK, 0, 0, 0)
                break
            card = hidden.stock[place(hidden.stock_next)]
            hidden.stock_next += 1
            write(log, LOG_RED_THREES, view.seat, 1, FROM_STOCK, 1, 0, 0)
            write(log, LOG_STOCK, card, 0, 0, 0, 0, 0)
            if card != RED_THREE:
                view.hand += one(card)
                view.hand_size += 1
                break
            last_was_red_three = hidden.stock_next == hidden.stock_end
    return last_was_red_three


@inlined
def draw(rules, view, hidden, log):  # type: ignore[no-untyped-def]
    """Draw from the stock; return STOCK_ENDED where a red three as the last card ends the round, else PLAYING."""
    view.drew = 1
    start = hidden.stock_next
    end = min(start + rules.draw_count, hidden.stock_end)
    red_threes = 0
    for index in range(start, end):
        card = hidden.stock[place(index)]
        if card == RED_THREE and rules.red_threes_lay == LAY_AT_ONCE:
            red_threes += 1
        else:
            view.hand += one(card)
    hidden.stock_next = end
    view.hand_size += end - start - red_threes
    write(log, LOG_DRAW, view.seat, end - start, 0, 0, 0, 0)
    write_cards(log, LOG_STOCK, hidden.stock, start, end)
    result = PLAYING
    if red_threes:
        ends_round = end == hidden.stock_end and hidden.stock[place(end - 1)] == RED_THREE
        if _replace_red_threes(view, hidden, red_threes, log):
            ends_round = True
        if (
            ends_round
            and rules.red_threes_last_stock_card == LAST_STOCK_CARD_ENDS
            and rules.stock_on_empty != EMPTY_TURN_OVER
        ):
            result = STOCK_ENDED
    view.stock_size = hidden.stock_end - hidden.stock_next
    return result


@seldom
def turn_over(rules, view, hidden, log):  # type: ignore[no-untyped-def]
    """Turn the pile but its top card over to be the stock; return whether that was possible (RULES.md 5.5)."""
    moved = view.pile_size - 1
    if moved < 1 or view.turnovers >= rules.stock_max_turnovers:
        return False
    for index in range(moved):
        hidden.stock[place(index)] = hidden.pile_order[place(index)]
    hidden.stock_next = 0
    hidden.stock_end = moved
    if rules.stock_shuffle_turned:
        shuffle(hidden.stock, 0, moved, hidden.stream)
    top_is_upcard = hidden.upcard_index == moved
    hidden.pile_order[0] = view.top
    hidden.upcard_index = 0 if top_is_upcard else -1
    hidden.upcard_red_three = 1 if top_is_upcard and view.top == RED_THREE else 0
    hidden.surprise = 0
    view.surprise_size = 0
    view.pile = one(view.top)
    view.pile_size = 1
    view.frozen = pile_frozen(rules, view, hidden.upcard_red_three)
    view.turnovers += 1
    view.stock_size = moved
    write(log, LOG_TURN_OVER, 0, 0, 0, 0, 0, 0)
    write_cards(log, LOG_STOCK, hidden.stock, 0, moved)
    write_cards(log, LOG_PILE, hidden.pile_order, 0, 1)
    return True


@inlined
def update_canastas(rules, view):  # type: ignore[no-untyped-def]
    """Count the canastas of the side to move anew."""
    side = own_side(view)
    naturals, twos, jokers = view.naturals[side], view.twos[side], view.jokers[side]
    view.canastas[side] = canasta_number(rules, naturals, twos, jokers)
    view.natural_canastas[side] = kinds_in(natural_canasta_ranks(naturals, twos, jokers))


@inlined
def _note_meld(view, hidden, touched):  # type: ignore[no-untyped-def]
    """Remember that this turn melded, and whether it added to melds that lay there before."""
    hidden.melded = 1
    if touched & hidden.ranks_before:
        hidden.joined = 1
    if view.opened_turn[own_side(view)] == 0:
        view.opened_turn[own_side(view)] = view.turn


@seldom
def _lay_red_threes_from_pile(rules, view, hidden, log):  # type: ignore[no-untyped-def]
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
        _replace_red_threes(view, hidden, further, log)
    view.stock_size = hidden.stock_end - hidden.stock_next


@inlined
def _pick_up_pile(rules, view, hidden, inside, log):  # type: ignore[no-untyped-def]
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
def _join_locks(rules, view, hidden, new_naturals, new_twos, new_jokers, log):  # type: ignore[no-untyped-def]
    """Join the wild cards beside the pile to the side's melds, given what is being laid with the top card."""
    side = own_side(view)
    naturals = view.naturals[side] + new_naturals
    twos, jokers = view.twos[side] + new_twos, view.jokers[side] + new_jokers
    all_naturals, all_twos, all_jokers = place_locks(rules, view, naturals, twos, jokers)
    naturals, twos, jokers = all_naturals - naturals, all_twos - twos, all_jokers - jokers
    write(log, LOG_LOCKS, view.seat, naturals, twos, jokers, 0, 0)
    view.naturals[side] += naturals
    view.twos[side] += twos
    view.jokers[side] += jokers
    if any_of(naturals | twos | jokers) & hidden.ranks_before:
        hidden.joined = 1


@inlined
def take(rules, view, hidden, way, cards, twos, jokers, log):  # type: ignore[no-untyped-def]
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
    if view.locks:
        _join_locks(rules, view, hidden, new_naturals, new_twos, new_jokers, log)
    view.naturals[side] += new_naturals
    view.twos[side] += new_twos
    view.jokers[side] += new_jokers
    _note_meld(view, hidden, at_least_one(new_naturals))
    _pick_up_pile(rules, view, hidden, inside, log)
    update_canastas(rules, view)


@seldom
def lay_refusal(rules, view, hidden) -> int:  # type: ignore[no-untyped-def]
    """Return why the player may not lay a red three from the hand now, or LEGAL (RULES.md 5.2)."""
    if rules.red_threes_lay != LAY_OPTIONAL:
        return RED_THREES_LAID_AT_ONCE
    if count(view.hand, RED_THREE) == 0:
        return NO_RED_THREE
    if view.hand_size < 2:
        return RED_THREE_LAST_CARD
    if view.hand_size > 2 or red_three_is_replaced(rules, view):
        return LEGAL
    side = own_side(view)
    return short_hand_refusal(
        rules,
        view.naturals[side],
        view.twos[side],
        view.jokers[side],
        view.hand - ONE_RED_THREE,
        hidden.black_threes,
    )


@inlined
def red_three_is_replaced(rules, view) -> bool:  # type: ignore[no-untyped-def]
    """Return whether a red three laid from the hand brings a card from the stock."""
    return view.stock_size > 0 and (view.turnovers == 0 or rules.red_threes_replace_after_turnover != 0)


@seldom
def lay_red_three(rules, view, hidden, log):  # type: ignore[no-untyped-def]
    """Lay a red three from the hand and draw for it where that is allowed."""
    view.hand -= ONE_RED_THREE
    view.hand_size -= 1
    view.red_threes[own_side(view)] += 1
    replaced = red_three_is_replaced(rules, view)
    write(log, LOG_RED_THREES, view.seat, 1, FROM_HAND, 1 if replaced else 0, 0, 0)
    if replaced:
        card = hidden.stock[place(hidden.stock_next)]
        hidden.stock_next += 1
        view.stock_size -= 1
        view.hand += one(card)
        view.hand_size += 1
        write(log, LOG_STOCK, card, 0, 0, 0, 0, 0)


@seldom
def _going_out_with(  # type: ignore[no-untyped-def]
    rules, naturals, twos, jokers, hand, size, black_threes
) -> int:
    """Return why a turn whose melds leave one card or none cannot end, or LEGAL."""
    if black_threes and size > 1:
        return BLACK_THREES_ONLY_GOING_OUT
    if size >= 2:
        return LEGAL
    return short_hand_refusal(rules, naturals, twos, jokers, hand, black_threes)


@seldom
def _minimum_waived(rules, view, naturals, twos, jokers, size) -> bool:  # type: ignore[no-untyped-def]
    """Return whether these melds of an unopened side go out concealed without a minimum (RULES.md 5.6)."""
    if not rules.initial_meld_concealed_waives_minimum or not view.drew or size > 1:
        return False
    return is_concealed(rules, view.has_melded[own_seat(view)], 0, 0, 0, naturals, twos, jokers)


@seldom
def _initial_refusal(rules, view, cards, twos, jokers, size) -> int:  # type: ignore[no-untyped-def]
    """Return why an unopened side may not lay these melds as to the minimum, or LEGAL."""
    side = own_side(view)
    unmixed = view.unmixed[side]
    refusal = initial_meld_refusal(rules, view.minimum[side], unmixed, cards, twos, jokers)
    if refusal == LEGAL or not _minimum_waived(rules, view, cards, twos, jokers, size):
        return refusal
    # the waiver lifts the minimum alone: what is laid is all initial meld
    return LEGAL if not unmixed or (twos | jokers) == 0 else refusal


@inlined
def meld_refusal(rules, view, cards: int, twos: int, jokers: int) -> int:  # type: ignore[no-untyped-def]
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


@inlined
def meld(rules, view, hidden, cards, twos, jokers, log):  # type: ignore[no-untyped-def]
    """Lay legal melds."""
    side = own_side(view)
    write(log, LOG_MELD, view.seat, cards, twos, jokers, 0, 0)
    used = cards_used(cards, twos, jokers)
    view.hand -= used
    view.hand_size -= total(used)
    view.naturals[side] += cards
    view.twos[side] += twos
    view.jokers[side] += jokers
    hidden.black_threes += count(cards, BLACK_THREE)
    _note_meld(view, hidden, any_of(cards | twos | jokers))
    update_canastas(rules, view)


@inlined
def side_may_go_out(rules, view, hidden) -> bool:  # type: ignore[no-untyped-def]
    """Return whether the side to move has the canastas that going out needs."""
    side = own_side(view)
    refusal = canastas_refusal(
        rules, view.canastas[side], view.natural_canastas[side], hidden.black_threes
    )
    return refusal == LEGAL


@inlined
def discard_refusal(rules, view, hidden, card: int) -> int:  # type: ignore[no-untyped-def]
    """Return why the player may not discard ``card`` (a kind), or LEGAL."""
    if card < 0 or card > RED_THREE or count(view.hand, card) == 0:
        return NOT_IN_HAND
    if view.hand_size == 1:
        side = own_side(view)
        return canastas_refusal(
            rules, view.canastas[side], view.natural_canastas[side], hidden.black_threes
        )
    return LEGAL


@seldom
def _discard_special(rules, view, hidden, card):  # type: ignore[no-untyped-def]
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
def discard(rules, view, hidden, card, log):  # type: ignore[no-untyped-def]
    """Discard a legal card."""
    write(log, LOG_DISCARD, view.seat, card, 0, 0, 0, 0)
    view.hand -= one(card)
    view.hand_size -= 1
    if card > ACE:
        _discard_special(rules, view, hidden, card)
        if rules.pile_wild_discard == WILD_LOCKS and (card == TWO or card == JOKER):
            view.locks += one(card)
            return
    hidden.pile_order[place(view.pile_size)] = card
    view.pile_size += 1
    view.pile += one(card)
    view.top = card


@seldom
def go_out(rules, view, hidden, log):  # type: ignore[no-untyped-def]
    """End the round: the player to move has played the last card."""
    side = own_side(view)
    concealed = is_concealed(
        rules,
        view.has_melded[own_seat(view)],
        hidden.joined,
        view.took,
        hidden.ranks_before,
        view.naturals[side],
        view.twos[side],
        view.jokers[side],
    )
    hidden.concealed = 1 if concealed else 0
    hidden.out_seat = view.seat
    write(log, LOG_GO_OUT, view.seat, hidden.concealed, 0, 0, 0, 0)
    return WENT_OUT


@inlined
def put_hand_back(view, hidden):  # type: ignore[no-untyped-def]
    """Store the hand of the seat to move where the other seats' hands are."""
    seat = own_seat(view)
    hidden.hands[seat] = view.hand
    view.hand_sizes[seat] = view.hand_size
    hidden.mid_turn = 0
    if hidden.melded:
        view.has_melded[seat] = 1


@inlined
def _next_seat(view):  # type: ignore[no-untyped-def]
    """Move on to the next seat."""
    seat = view.seat + 1
    if seat == view.players:
        seat = 0
    view.seat = seat
    view.side = seat & 1


@inlined
def end_turn(rules, view, hidden, log):  # type: ignore[no-untyped-def]
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


@seldom
def play_last_card(rules, view, hidden, log):  # type: ignore[no-untyped-def]
    """Meld the one card in hand, which may not be discarded, in going out; return NO_MOVE where that is not possible."""
    side = own_side(view)
    card = lowest_kind(at_least_one(view.hand))
    cards, twos, jokers = last_card_melds(
        rules, view.naturals[side], view.twos[side], view.jokers[side], card, hidden.black_threes
    )
    if (cards | twos | jokers) == 0 or rules.going_out_discard_required:
        return NO_MOVE
    meld(rules, view, hidden, cards, twos, jokers, log)
    return PLAYING


@inlined
def cancel_turn(view, hidden):  # type: ignore[no-untyped-def]
    """Take back the beginning of a turn in which nothing was drawn or taken."""
    view.turn -= 1
    if view.frozen or view.locks:
        hidden.frozen_turns[own_side(view)] -= 1
    put_hand_back(view, hidden)


@inlined
def draw_or_end(rules, view, hidden, log):  # type: ignore[no-untyped-def]
    """Draw, the pile turned over first if need be; return PLAYING, or STOCK_ENDED where the round ends (RULES.md 5.5)."""
    if view.stock_size == 0:
        if rules.stock_on_empty == EMPTY_PLAY_ON or (
            rules.stock_on_empty > EMPTY_PLAY_ON and not turn_over(rules, view, hidden, log)
        ):
            cancel_turn(view, hidden)
            return STOCK_ENDED
    return draw(rules, view, hidden, log)
