"""Playing rounds and games: the order of steps and decisions (RULES.md 3, 5.8).

The text of this module is compiled together with the strategies of a table, and runs as it stands for plain
Python strategies: the lines between the two marks below are replaced (canasta_sim.strategy.generate).
"""

# replaced from here
from canasta_sim.engine.compiling import compiled, entry, inlined
from canasta_sim.engine.dealing import deal
from canasta_sim.engine.decisions import (
    DISCARDED,
    LAID,
    TOOK,
    choose_discard,
    choose_lay,
    choose_meld,
    choose_take,
    raise_kept,
    tell,
)
from canasta_sim.engine.pile import plan_refusal, take_options, taking_is_forced
from canasta_sim.engine.randomness import start_stream, stream_key
from canasta_sim.engine.records import own_seat, own_side
from canasta_sim.engine.scoring import cards_conserved, write_final_cards, write_row
from canasta_sim.engine.drawing import draw_or_end, lay_red_three, lay_refusal
from canasta_sim.engine.melding import (
    lays_plain_naturals,
    meld_if_legal,
    meld_plain_naturals,
    play_last_card,
)
from canasta_sim.engine.taking import take
from canasta_sim.engine.turns import (
    begin_turn,
    discard,
    discard_refusal,
    end_turn,
    go_out,
    put_hand_back,
    side_may_go_out,
)

# replaced to here
from canasta_sim.engine.encoding import (
    FIRST_DISCARD_ONLY,
    FIRST_NORMAL,
    LAY_OPTIONAL,
    MODE_ROUNDS,
)
from canasta_sim.engine.cards import RED_THREE
from canasta_sim.engine.records import (
    DRAW,
    FAULTY,
    MEMORY,
    NO_MOVE,
    PLAYING,
    STEP_DISCARD,
    STEP_MELD,
    STEP_TAKE,
    STOCK_ENDED,
    TAKE_WAYS,
)
from canasta_sim.engine.refusals import CAUGHT_IN_CHECK, LEGAL, MUST_TAKE, NOT_OFFERED
from canasta_sim.engine.scoring import GAME, GAME_ROUND, OUT, SCORE


@compiled
def fault(hidden, step, refusal):
    """Note an illegal answer; return FAULTY."""
    hidden.fault = refusal
    hidden.fault_step = step
    return FAULTY


@compiled
def take_refusal(rules, view, hidden, way, cards, twos, jokers):
    """Return why an answer to the first decision is not legal, or LEGAL."""
    if way < 1 or way >= TAKE_WAYS or (view.options >> way) & 1 == 0:
        return NOT_OFFERED
    if view.naturals[own_side(view)] == 0:
        return plan_refusal(rules, view, hidden, cards, twos, jokers)
    return LEGAL


@compiled
def take_or_draw(rules, view, hidden, players, seats, log):
    """Let the player take the pile or draw; return PLAYING, FAULTY or how the round ended."""
    options = take_options(rules, view, hidden)
    view.options = options
    if options != 0:
        view.must_take = taking_is_forced(rules, view, options)
        seat = own_seat(view)
        way, cards, twos, jokers = choose_take(players, seat, rules, view, seats.seat[seat])
        if way != DRAW:
            refusal = take_refusal(rules, view, hidden, way, cards, twos, jokers)
            if refusal != LEGAL:
                return fault(hidden, STEP_TAKE, refusal)
            known = view.pile
            take(rules, view, hidden, way, cards, twos, jokers, log)
            tell(players, rules, view, seats, TOOK, known)
            return PLAYING
        if view.must_take:
            return fault(hidden, STEP_TAKE, MUST_TAKE)
    return draw_or_end(rules, view, hidden, log)


@compiled
def lay_red_threes(rules, view, hidden, players, seats, log):
    """Ask about each red three in hand until the player keeps one; return how many were laid, or FAULTY."""
    laid = 0
    seat = own_seat(view)
    while (view.hand >> (4 * RED_THREE)) != 0 and lay_refusal(rules, view, hidden) == LEGAL:
        if not choose_lay(players, seat, rules, view, seats.seat[seat]):
            break
        lay_red_three(rules, view, hidden, log)
        laid += 1
    return laid


@compiled
def lay_melds(rules, view, hidden, players, seats, log):
    """Let the player meld, anew after an initial meld or a red three laid; return PLAYING or FAULTY."""
    seat = own_seat(view)
    while view.hand_size > 0:
        opened = view.naturals[own_side(view)] != 0
        cards, twos, jokers = choose_meld(players, seat, rules, view, seats.seat[seat])
        if (cards | twos | jokers) == 0:
            break
        hand = view.hand
        if lays_plain_naturals(view, cards, twos, jokers):
            meld_plain_naturals(rules, view, hidden, cards, log)
        else:
            refusal = meld_if_legal(rules, view, hidden, cards, twos, jokers, log)
            if refusal != LEGAL:
                return fault(hidden, STEP_MELD, refusal)
        tell(players, rules, view, seats, LAID, hand - view.hand)
        if hidden.black_threes:
            break
        if rules.red_threes_lay == LAY_OPTIONAL and lay_red_threes(rules, view, hidden, players, seats, log) > 0:
            continue
        if opened:
            break
    return PLAYING


@inlined
def ask_discard(rules, view, hidden, players, seats, log):
    """Let the player discard; return PLAYING or FAULTY."""
    seat = own_seat(view)
    card = choose_discard(players, seat, rules, view, seats.seat[seat])
    refusal = discard_refusal(rules, view, hidden, card)
    if refusal != LEGAL:
        return fault(hidden, STEP_DISCARD, refusal)
    discard(rules, view, hidden, card, log)
    tell(players, rules, view, seats, DISCARDED, 1 << (4 * card))
    return PLAYING


@compiled
def finish_round(rules, view, hidden, players, seats, log):
    """Let a player with one card or none go out; return FAULTY or how the round ended."""
    if view.hand_size == 1:
        if side_may_go_out(rules, view, hidden):
            result = ask_discard(rules, view, hidden, players, seats, log)
        else:
            result = play_last_card(rules, view, hidden, log)
        if result == NO_MOVE:
            put_hand_back(view, hidden)
        if result != PLAYING:
            return result
    result = go_out(rules, view, hidden, log)
    put_hand_back(view, hidden)
    return result


@compiled
def finish_turn(rules, view, hidden, players, seats, log):
    """Let the player discard, or go out; return PLAYING, FAULTY or how the round ended."""
    if view.hand_size < 2:
        return finish_round(rules, view, hidden, players, seats, log)
    if ask_discard(rules, view, hidden, players, seats, log) == FAULTY:
        return FAULTY
    return end_turn(rules, view, hidden, log)


@compiled
def play_turn(rules, view, hidden, players, seats, log):
    """Play one turn; return PLAYING, FAULTY or how the round ended."""
    begin_turn(rules, view, hidden)
    may_meld = True
    if view.turn == 1 and rules.deal_first_turn != FIRST_NORMAL:
        may_meld = rules.deal_first_turn != FIRST_DISCARD_ONLY
    else:
        result = take_or_draw(rules, view, hidden, players, seats, log)
        if result != PLAYING:
            if result == STOCK_ENDED and hidden.mid_turn:
                put_hand_back(view, hidden)
            return result
    if rules.red_threes_lay == LAY_OPTIONAL:
        lay_red_threes(rules, view, hidden, players, seats, log)
    if may_meld:
        result = lay_melds(rules, view, hidden, players, seats, log)
        if result != PLAYING:
            return result
    return finish_turn(rules, view, hidden, players, seats, log)


@compiled
def play_round(rules, view, hidden, players, seats, log):
    """Play a dealt round to its end; return how it ended, or FAULTY."""
    result = PLAYING
    while result == PLAYING:
        result = play_turn(rules, view, hidden, players, seats, log)
        if log is not None:
            if result != FAULTY and not cards_conserved(rules, view, hidden):
                result = fault(hidden, STEP_TAKE, CAUGHT_IN_CHECK)
    return result


@compiled
def ready_seats(seats, count, seed, number):
    """Clear the memory of every seat and start its random numbers for round ``number``."""
    for seat in range(count):
        me = seats.seat[seat]
        if me.uses_memory:
            for place in range(MEMORY):
                me.memory[place] = 0
        if me.uses_random:
            start_stream(me.stream, seed, number, 1 + seat)


@entry
def play_rounds(rules, view, hidden, players, seats, seed, first_round, rounds, swap, rows, log, final):
    """Play rounds ``first_round`` onwards and fill ``rows``; return how many were played (fewer: a fault).

    ``players``: per rotation (2) the plain strategies of the seats, or an ATTACHED record where all are compiled;
    ``seats``: SEATS records, shape (2,); ``rows``: int32,
    columns by 2 x rounds; ``log``, ``final``: None, or the log of events and an int64 array (rounds, 16).
    """
    count = rules.table_players
    for index in range(rounds):
        number = first_round + index
        table_deal = number // 2 if swap else number
        rotation = number % 2 if swap else 0
        ready_seats(seats[rotation], count, seed, number)
        key = stream_key(seed, table_deal, 0, 0)
        deal(rules, view, hidden, table_deal % count, 0, 0, key, log)
        end = play_round(rules, view, hidden, players[rotation], seats[rotation], log)
        raise_kept(players[rotation])
        if end == FAULTY:
            return index
        write_row(rules, view, hidden, 0, end, rows, 2 * index)
        write_row(rules, view, hidden, 1, end, rows, 2 * index + 1)
        if log is not None:
            write_final_cards(view, hidden, final, index)
    return rounds


@compiled
def winner_of(rules, score_0, score_1, out_side, rounds):
    """Return the side that has won the game (RULES.md 5.8), 2 for nobody yet, 3 for an even end."""
    if rules.game_mode == MODE_ROUNDS:
        if rounds < rules.game_rounds:
            return 2
        return 3 if score_0 == score_1 else (0 if score_0 > score_1 else 1)
    target = rules.game_target
    if rules.game_winner_must_go_out:
        if out_side == 0 and score_0 >= target:
            return 0
        return 1 if out_side == 1 and score_1 >= target else 2
    if max(score_0, score_1) < target or score_0 == score_1:
        return 2
    return 0 if score_0 > score_1 else 1


@entry
def play_games(
    rules, view, hidden, players, seats, seed, first_game, games, swap, rows, game_rows, log, final, only
):
    """Play games ``first_game`` onwards; return (games played, rounds played), fewer games on a fault or full rows.

    ``rows`` is filled round by round, ``game_rows`` (int32, columns by 2 x games) game by game: rounds, score,
    won, end. A game that may not fit into ``rows`` is not begun. ``only``: log that round of each game alone
    (-1: all).
    """
    count = rules.table_players
    most = rules.most_rounds
    filled = 0
    for index in range(games):
        if 2 * (filled + most) > rows.shape[1]:
            return index, filled
        number = first_game + index
        pair = number // 2 if swap else number
        rotation = number % 2 if swap else 0
        score_0, score_1 = 0, 0
        winner = 2
        played = 0
        while winner == 2 and played < most:
            if log is not None and only >= 0 and played <= only:
                log[0, 0] = 0
            ready_seats(seats[rotation], count, seed, number * most + played)
            key = stream_key(seed, pair, 0, 1 + played)
            deal(rules, view, hidden, (pair + played) % count, score_0, score_1, key, log)
            end = play_round(rules, view, hidden, players[rotation], seats[rotation], log)
            raise_kept(players[rotation])
            if end == FAULTY:
                return index, filled
            for side in range(2):
                at = 2 * filled + side
                write_row(rules, view, hidden, side, end, rows, at)
                rows[GAME, at] = index
                rows[GAME_ROUND, at] = played
            if log is not None:
                write_final_cards(view, hidden, final, filled)
                if played == only:
                    return index, filled + 1
            score_0 += rows[SCORE, 2 * filled]
            score_1 += rows[SCORE, 2 * filled + 1]
            out_side = 0 if rows[OUT, 2 * filled] else (1 if rows[OUT, 2 * filled + 1] else 2)
            played += 1
            filled += 1
            winner = winner_of(rules, score_0, score_1, out_side, played)
        how = 2 if winner == 2 else (1 if rules.game_mode == MODE_ROUNDS else 0)
        for side in range(2):
            at = 2 * index + side
            game_rows[0, at] = played
            game_rows[1, at] = score_0 if side == 0 else score_1
            game_rows[2, at] = 1 if winner == side else 0
            game_rows[3, at] = how
    return games, filled
