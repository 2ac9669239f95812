"""The score of a side and its row (RULES.md 5.7 and section 4, `score`)."""

from __future__ import annotations

from canasta_sim.engine.cards import (
    ACE,
    BLACK_THREE,
    JOKER,
    RED_THREE,
    any_of,
    at_least_one,
    count,
    kinds_in,
    mask_of,
    points,
    total,
    wilds_in,
)
from canasta_sim.engine.compiling import compiled, inlined
from canasta_sim.engine.encoding import (
    POSITIVE_NEEDS_CANASTA,
    WITHOUT_MELD_NEGATIVE,
    WITHOUT_MELD_ZERO,
)
from canasta_sim.engine.melds import canasta_ranks, meld_points, natural_canasta_ranks
from canasta_sim.engine.records import WENT_OUT
from canasta_sim.engine.rows import ROW_COLUMNS

(
    SCORE,
    MELDED,
    IN_HAND,
    BONUS,
    BONUS_CANASTAS,
    BONUS_RED_THREES,
    BONUS_GOING_OUT,
    NATURAL_CANASTAS,
    MIXED_CANASTAS,
    WILD_CANASTAS,
    RED_THREES,
    OUT,
    CONCEALED,
    OPENED_TURN,
    PILES_TAKEN,
    PILE_CARDS,
    FREEZES,
    FROZEN_TURNS,
    HAND_CARDS,
    TURNS,
    END,
    TURNOVERS,
    GAME,
    GAME_ROUND,
    SCORE_BEFORE,
) = range(len(ROW_COLUMNS))


@inlined
def hand_penalty(rules, hand: int) -> int:
    """Return what the cards left in a hand cost, in points."""
    return (
        points(rules, hand)
        + count(hand, BLACK_THREE) * rules.score_black_three_in_hand
        + count(hand, RED_THREE) * rules.score_red_three_in_hand
    )


@compiled
def red_three_bonus(rules, red_threes: int, has_meld: bool, canastas: int) -> int:
    """Return what a side's laid red threes count, in points (negative where they count against it)."""
    value = rules.red_threes_all_four if red_threes == 4 else red_threes * rules.red_threes_value
    counts = canastas > 0 if rules.red_threes_positive_needs == POSITIVE_NEEDS_CANASTA else has_meld
    if counts:
        return value
    if rules.red_threes_without_meld == WITHOUT_MELD_NEGATIVE:
        return -value
    return 0 if rules.red_threes_without_meld == WITHOUT_MELD_ZERO else value


@inlined
def going_out_bonus(rules, black_threes: int, concealed: int) -> int:
    """Return the bonus of the side that went out, in points."""
    if black_threes == 4 and rules.going_out_four_black_threes_bonus:
        return rules.going_out_four_black_threes_bonus
    return rules.going_out_concealed_bonus if concealed else rules.going_out_bonus


@inlined
def _ace_and_others(ranks: int, bonus: int, ace_bonus: int) -> int:
    """Return the bonus of the canastas in a mask of ranks."""
    aces = (ranks >> (4 * ACE + 3)) & 1
    return aces * ace_bonus + kinds_in(ranks & ~mask_of(ACE)) * bonus


@compiled
def write_row(rules, view, hidden, side, end, rows, at):
    """Score one side and write its row into column ``at`` of ``rows`` (int32, columns by rounds)."""
    side &= 1  # tells the compiler what it can be
    naturals, twos, jokers = view.naturals[side], view.twos[side], view.jokers[side]
    natural = natural_canasta_ranks(naturals, twos, jokers)
    mixed = canasta_ranks(rules, naturals, twos, jokers) & ~natural
    canasta_bonus = _ace_and_others(natural, rules.score_natural_canasta, rules.score_natural_ace_canasta)
    canasta_bonus += _ace_and_others(mixed, rules.score_mixed_canasta, rules.score_mixed_ace_canasta)
    wild = 1 if wilds_in(naturals) >= 7 else 0
    if wild:
        canasta_bonus += rules.score_wild_canasta if count(naturals, JOKER) else rules.score_twos_canasta
    # seats 2 and 3 of a table of two hold nothing; the hands of a side together hold at most eight of a kind
    in_hand = hand_penalty(rules, hidden.hands[side] + hidden.hands[side + 2])
    hand_cards = view.hand_sizes[side] + view.hand_sizes[side + 2]
    canastas = kinds_in(natural | mixed) + wild
    red_threes = red_three_bonus(rules, view.red_threes[side], naturals != 0, canastas)
    out = 1 if end == WENT_OUT and hidden.out_seat & 1 == side else 0
    going_out = going_out_bonus(rules, hidden.black_threes, hidden.concealed) if out else 0
    melded = meld_points(rules, naturals, twos, jokers)
    bonus = canasta_bonus + red_threes + going_out
    rows[SCORE, at] = melded - in_hand + bonus
    rows[MELDED, at] = melded
    rows[IN_HAND, at] = in_hand
    rows[BONUS, at] = bonus
    rows[BONUS_CANASTAS, at] = canasta_bonus
    rows[BONUS_RED_THREES, at] = red_threes
    rows[BONUS_GOING_OUT, at] = going_out
    rows[NATURAL_CANASTAS, at] = kinds_in(natural)
    rows[MIXED_CANASTAS, at] = kinds_in(mixed)
    rows[WILD_CANASTAS, at] = wild
    rows[RED_THREES, at] = view.red_threes[side]
    rows[OUT, at] = out
    rows[CONCEALED, at] = out & hidden.concealed
    rows[OPENED_TURN, at] = view.opened_turn[side]
    rows[PILES_TAKEN, at] = hidden.piles_taken[side]
    rows[PILE_CARDS, at] = hidden.pile_cards[side]
    rows[FREEZES, at] = hidden.freezes[side]
    rows[FROZEN_TURNS, at] = hidden.frozen_turns[side]
    rows[HAND_CARDS, at] = hand_cards
    rows[TURNS, at] = view.turn
    rows[END, at] = end
    rows[TURNOVERS, at] = view.turnovers
    rows[SCORE_BEFORE, at] = view.scores[side]


@compiled
def write_final_cards(view, hidden, final, at):
    """Keep the cards at the end of a round in ``final[at]`` (16 int64), for a score made by other code."""
    for side in range(2):
        final[at, side] = view.naturals[side]
        final[at, 2 + side] = view.twos[side]
        final[at, 4 + side] = view.jokers[side]
        final[at, 6 + side] = view.red_threes[side]
    for seat in range(4):
        final[at, 8 + seat] = hidden.hands[seat]
    final[at, 12] = hidden.out_seat
    final[at, 13] = hidden.concealed
    final[at, 14] = hidden.black_threes


@compiled
def cards_conserved(rules, view, hidden) -> bool:
    """Return whether every card of the deck is somewhere, by kind, and every count agrees with its cards."""
    cards = view.pile + hidden.surprise + view.locks
    sizes = total(view.pile + hidden.surprise) == view.pile_size
    for index in range(hidden.stock_next, hidden.stock_end):
        cards += 1 << (4 * hidden.stock[index])
    ordered = 0
    for index in range(view.pile_size):
        ordered += 1 << (4 * hidden.pile_order[index])
    sizes = sizes and ordered == view.pile + hidden.surprise
    sizes = sizes and view.stock_size == hidden.stock_end - hidden.stock_next
    for seat in range(view.players):
        hand, size = hidden.hands[seat], view.hand_sizes[seat]
        if hidden.mid_turn and seat == view.seat:
            hand, size = view.hand, view.hand_size
        cards += hand
        sizes = sizes and total(hand) == size
    for side in range(2):
        cards += view.naturals[side] + (total(view.twos[side]) << 44) + (total(view.jokers[side]) << 48)
        cards += view.red_threes[side] << 56
        new = at_least_one(view.naturals[side])
        sizes = sizes and (any_of(view.twos[side] | view.jokers[side]) & ~new) == 0
    return sizes and cards == rules.deck_cards
