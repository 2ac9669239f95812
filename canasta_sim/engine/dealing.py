"""Shuffle, deal, upcard, surprise and the red threes dealt (RULES.md 3.1, 5.12)."""

from __future__ import annotations

import numpy as np

from canasta_sim.engine.cards import (
    ACE,
    BLACK_THREE,
    JACK,
    JOKER,
    ONE_RED_THREE,
    RED_THREE,
    TWO,
    count,
    one,
)
from canasta_sim.engine.compiling import compiled, inlined, seldom
from canasta_sim.engine.encoding import (
    BLACK_FREEZES,
    LAY_AT_ONCE,
    SHUFFLED_BACK,
    WILD_FREEZES,
)
from canasta_sim.engine.events import (
    FROM_DEAL,
    LOG_DEAL,
    LOG_HAND,
    LOG_PILE,
    LOG_RED_THREES,
    LOG_STOCK,
    write,
    write_cards,
)
from canasta_sim.engine.randomness import shuffle
from canasta_sim.engine.records import DECK_ROOM, place


@compiled
def reset(rules, view, hidden, first, score_0, score_1):
    """Clear the table for a round begun by seat ``first`` at the given scores."""
    view.players = rules.table_players
    view.first = first
    view.seat = first
    view.side = first & 1
    view.turn = 0
    view.locks = 0
    view.blocked_by = -1
    view.turnovers = 0
    view.must_take = 0
    view.took = 0
    view.scores[0] = score_0
    view.scores[1] = score_1
    for side in range(2):
        view.naturals[side] = 0
        view.twos[side] = 0
        view.jokers[side] = 0
        view.canastas[side] = 0
        view.natural_canastas[side] = 0
        view.red_threes[side] = 0
        view.opened_turn[side] = 0
        view.minimum[side] = minimum_at(rules, view.scores[side])
        view.unmixed[side] = 1 if view.scores[side] < rules.initial_meld_unmixed_below else 0
        hidden.piles_taken[side] = 0
        hidden.pile_cards[side] = 0
        hidden.freezes[side] = 0
        hidden.frozen_turns[side] = 0
    for seat in range(4):
        view.has_melded[seat] = 0
        view.hand_sizes[seat] = 0
        hidden.hands[seat] = 0
    hidden.surprise = 0
    hidden.concealed = 0
    hidden.out_seat = -1
    hidden.skip = 0
    hidden.fault = 0
    hidden.mid_turn = 0
    hidden.upcard_red_three = 0


@inlined
def minimum_at(rules, score: int) -> int:
    """Return the points a side at ``score`` needs for its initial meld (CANASTA_MINIMUM: a canasta)."""
    points = rules.minimum_points[0]
    for step in range(1, rules.minimum_steps):
        if score >= rules.minimum_from[step]:
            points = rules.minimum_points[step]
    return points


@inlined
def _rejected(rules, card: int) -> bool:
    """Return whether an upcard of this kind is turned again."""
    if card <= ACE:
        return False
    if card == TWO or card == JOKER:
        return (rules.deal_upcard_rejects & 1) != 0
    return (rules.deal_upcard_rejects & (2 if card == RED_THREE else 4)) != 0


@compiled
def _any_accepted(rules, hidden) -> bool:
    """Return whether the stock still holds a card that may be the upcard."""
    for index in range(hidden.stock_next, hidden.stock_end):
        if not _rejected(rules, hidden.stock[place(index)]):
            return True
    return False


@compiled
def _shuffle_card_back(hidden):
    """Put the card just turned back into the stock and shuffle it."""
    hidden.stock_next -= 1
    shuffle(hidden.stock, hidden.stock_next, hidden.stock_end, hidden.stream)


@inlined
def _next_upcard(hidden):
    """Turn the next stock card."""
    card = hidden.stock[place(hidden.stock_next)]
    hidden.stock_next += 1
    return card


@seldom
def _settle_rejected(rules, view, hidden, card):
    """Turn cards until one may stay; return it. The rejected ones go under it or back.

    Where no card of the stock may stay, the last one turned does.
    """
    under = 0
    while _rejected(rules, card) and _any_accepted(rules, hidden):
        three = card == RED_THREE or card == BLACK_THREE
        goes = rules.deal_rejected_three_goes if three else rules.deal_rejected_wild_goes
        if goes == SHUFFLED_BACK:
            _shuffle_card_back(hidden)
        else:
            hidden.pile_order[under] = card
            under += 1
            view.pile += one(card)
            if card == RED_THREE:
                hidden.upcard_red_three = 1
        card = _next_upcard(hidden)
    view.pile_size = under
    return card


@seldom
def _build_surprise(rules, view, hidden, upcard):
    """Put as many face-down cards as the upcard's number at the bottom of the pile."""
    if upcard < JACK:
        number = upcard + 4
    elif upcard < ACE:
        number = upcard + 5  # J 12, Q 13, K 14
    else:
        number = rules.deal_surprise_ace if upcard == ACE else 3
    number = min(number, hidden.stock_end - hidden.stock_next)
    for index in range(view.pile_size - 1, -1, -1):
        hidden.pile_order[index + number] = hidden.pile_order[index]
    for index in range(number):
        card = hidden.stock[place(hidden.stock_next)]
        hidden.stock_next += 1
        hidden.pile_order[index] = card
        hidden.surprise += one(card)
    view.pile_size += number
    view.surprise_size = number


@inlined
def turn_upcard(rules, view, hidden):
    """Turn the upcard and settle it; build the surprise."""
    view.pile = 0
    view.pile_size = 0
    view.surprise_size = 0
    card = _next_upcard(hidden)
    if card > ACE:
        card = _settle_rejected(rules, view, hidden, card)
        if card == RED_THREE:
            hidden.upcard_red_three = 1
    view.pile += one(card)
    hidden.pile_order[place(view.pile_size)] = card
    view.pile_size += 1
    view.top = card
    if rules.deal_surprise:
        _build_surprise(rules, view, hidden, card)
    hidden.upcard_index = view.pile_size - 1
    view.frozen = pile_frozen(rules, view, hidden.upcard_red_three)


@inlined
def pile_frozen(rules, view, red_three_turned: int) -> int:
    """Return whether the pile as it lies is frozen for everyone (1 or 0), RULES.md 5.1."""
    if rules.pile_always_frozen or (red_three_turned and rules.pile_upcard_red_three_freezes):
        return 1
    if rules.pile_wild_discard == WILD_FREEZES and (count(view.pile, TWO) or count(view.pile, JOKER)):
        return 1
    return 1 if rules.pile_black_three == BLACK_FREEZES and count(view.pile, BLACK_THREE) else 0


@inlined
def deal_hands(rules, view, hidden):
    """Shuffle the deck of ``hidden.stream`` and deal, the first seat first."""
    size = rules.deck_size
    for index in range(DECK_ROOM):
        hidden.stock[index] = rules.deck[index]
    shuffle(hidden.stock, 0, size, hidden.stream)
    hidden.stock_end = size
    next_card = 0
    seat = view.first
    for _ in range(rules.table_players):
        hand = 0
        for _ in range(rules.deal_hand_size):
            hand += one(hidden.stock[place(next_card)])
            next_card += 1
        hidden.hands[seat] = hand
        view.hand_sizes[seat] = rules.deal_hand_size
        seat += 1
        if seat == rules.table_players:
            seat = 0
    if rules.deal_first_player_extra:
        for _ in range(rules.deal_first_player_extra):
            hidden.hands[view.first] += one(hidden.stock[place(next_card)])
            next_card += 1
        view.hand_sizes[view.first] += rules.deal_first_player_extra
    hidden.stock_next = next_card


@seldom
def _lay_red_threes_of(view, hidden, seat, log):
    """Lay and replace the red threes in the hand of ``seat`` until it holds none."""
    red_threes = count(hidden.hands[seat], RED_THREE)
    while red_threes:
        hidden.hands[seat] -= red_threes * ONE_RED_THREE
        view.red_threes[seat & 1] += red_threes
        start = hidden.stock_next
        end = min(start + red_threes, hidden.stock_end)
        for index in range(start, end):
            hidden.hands[seat] += one(hidden.stock[place(index)])
        hidden.stock_next = end
        view.hand_sizes[seat] += end - start - red_threes
        write(log, LOG_RED_THREES, seat, red_threes, FROM_DEAL, end - start, 0, 0)
        write_cards(log, LOG_STOCK, hidden.stock, start, end)
        red_threes = count(hidden.hands[seat], RED_THREE)


@inlined
def lay_dealt_red_threes(rules, view, hidden, log):
    """Lay the red threes dealt, seat by seat from the first."""
    if rules.red_threes_lay == LAY_AT_ONCE:
        seat = view.first
        for _ in range(rules.table_players):
            if hidden.hands[seat] >> (4 * RED_THREE):
                _lay_red_threes_of(view, hidden, seat, log)
            seat += 1
            if seat == rules.table_players:
                seat = 0


@seldom
def _write_deal(rules, view, hidden, log):
    """Log the table as dealt."""
    for seat in range(rules.table_players):
        write(log, LOG_HAND, hidden.hands[seat], 0, 0, 0, 0, 0)
    write_cards(log, LOG_PILE, hidden.pile_order, 0, view.pile_size)
    write_cards(log, LOG_STOCK, hidden.stock, hidden.stock_next, hidden.stock_end)
    write(log, LOG_DEAL, view.first, view.surprise_size, view.scores[0], view.scores[1], 0, 0)


@compiled
def deal(rules, view, hidden, first, score_0, score_1, deck_key, log):
    """Set up a round: ``deck_key`` names the deck."""
    reset(rules, view, hidden, first, score_0, score_1)
    hidden.stream[0] = np.uint64(deck_key)
    deal_hands(rules, view, hidden)
    turn_upcard(rules, view, hidden)
    if log is not None:
        _write_deal(rules, view, hidden, log)
    lay_dealt_red_threes(rules, view, hidden, log)
    view.stock_size = hidden.stock_end - hidden.stock_next
