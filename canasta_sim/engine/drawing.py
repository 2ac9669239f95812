"""Drawing from the stock, turning the pile over, red threes (RULES.md 3, 5.2, 5.3, 5.5)."""

from __future__ import annotations

from canasta_sim.engine.cards import ONE_RED_THREE, RED_THREE, count, one
from canasta_sim.engine.compiling import inlined, seldom
from canasta_sim.engine.dealing import pile_frozen
from canasta_sim.engine.encoding import EMPTY_PLAY_ON, EMPTY_TURN_OVER, LAST_STOCK_CARD_ENDS, LAY_AT_ONCE, LAY_OPTIONAL
from canasta_sim.engine.events import (
    FROM_HAND,
    FROM_STOCK,
    LOG_DRAW,
    LOG_PILE,
    LOG_RED_THREES,
    LOG_STOCK,
    LOG_TURN_OVER,
    write,
    write_cards,
)
from canasta_sim.engine.going_out import short_hand_refusal
from canasta_sim.engine.randomness import shuffle
from canasta_sim.engine.records import PLAYING, STOCK_ENDED, own_side, place
from canasta_sim.engine.refusals import LEGAL, NO_RED_THREE, RED_THREE_LAST_CARD, RED_THREES_LAID_AT_ONCE
from canasta_sim.engine.turns import put_hand_back


@seldom
def replace_red_threes(view, hidden, red_threes, log):
    """Lay and replace red threes just drawn until none is drawn; return whether the last stock card was one."""
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
def draw(rules, view, hidden, log):
    """Draw from the stock; return STOCK_ENDED where a red three as the last card ends the round, else PLAYING."""
    view.drew = 1
    start = hidden.stock_next
    end = min(start + rules.draw_count, hidden.stock_end)
    hand = view.hand
    index = start
    while index < end:
        hand += one(hidden.stock[place(index)])
        index += 1
    view.hand = hand
    hidden.stock_next = end
    view.hand_size += end - start
    write(log, LOG_DRAW, view.seat, end - start, 0, 0, 0, 0)
    write_cards(log, LOG_STOCK, hidden.stock, start, end)
    result = PLAYING
    if hand >= ONE_RED_THREE and rules.red_threes_lay == LAY_AT_ONCE:  # just drawn: none was kept
        red_threes = count(hand, RED_THREE)
        view.hand -= red_threes * ONE_RED_THREE
        view.hand_size -= red_threes
        ends_round = end == hidden.stock_end and hidden.stock[place(end - 1)] == RED_THREE
        if replace_red_threes(view, hidden, red_threes, log):
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
def turn_over(rules, view, hidden, log):
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
def draw_or_end(rules, view, hidden, log):
    """Draw, the pile turned over first if need be; return PLAYING, or STOCK_ENDED where the round ends (5.5)."""
    if view.stock_size == 0:
        if rules.stock_on_empty == EMPTY_PLAY_ON or (
            rules.stock_on_empty > EMPTY_PLAY_ON and not turn_over(rules, view, hidden, log)
        ):
            cancel_turn(view, hidden)
            return STOCK_ENDED
    return draw(rules, view, hidden, log)


@inlined
def cancel_turn(view, hidden):
    """Take back the beginning of a turn in which nothing was drawn or taken."""
    view.turn -= 1
    if view.frozen or view.locks:
        hidden.frozen_turns[own_side(view)] -= 1
    put_hand_back(view, hidden)


@seldom
def lay_refusal(rules, view, hidden) -> int:
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
def red_three_is_replaced(rules, view) -> bool:
    """Return whether a red three laid from the hand brings a card from the stock."""
    return view.stock_size > 0 and (view.turnovers == 0 or rules.red_threes_replace_after_turnover != 0)


@seldom
def lay_red_three(rules, view, hidden, log):
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
