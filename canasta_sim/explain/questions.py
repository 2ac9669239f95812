"""The engine's answers about one position, and its steps, as two functions that Python calls.

Nothing here decides anything: each question is one function of the engine, each step too. They are compiled
in a generated module (`canasta_sim.strategy.generate.wrapping_module`).
"""

# mypy: disable-error-code="no-untyped-call"
# ruff: noqa: C901, PLR0911, PLR0912

from __future__ import annotations

from canasta_sim.engine.cards import BLACK_THREE, JOKER, ONE_JOKER, ONE_TWO, TWO, count, kinds_in, one
from canasta_sim.engine.compiling import compiled
from canasta_sim.engine.dealing import pile_frozen, reset
from canasta_sim.engine.drawing import draw_or_end, lay_red_three, lay_refusal, red_three_is_replaced
from canasta_sim.engine.encoding import CANASTA_MINIMUM
from canasta_sim.engine.going_out import melds_canastas_refusal
from canasta_sim.engine.melding import meld, meld_refusal, play_last_card, update_canastas
from canasta_sim.engine.melds import (
    canasta_number,
    initial_meld_refusal,
    meld_points,
    melds_refusal,
    most_wilds,
    natural_canasta_ranks,
    words_refusal,
)
from canasta_sim.engine.pile import (
    pile_refusal,
    plan_refusal,
    take_options,
    taking_is_forced,
    way_keep_refusal,
    way_refusal,
)
from canasta_sim.engine.records import PLAYING
from canasta_sim.engine.scoring import going_out_bonus, write_row
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

__all__ = ["act", "ask", "score", "tabulate"]

WILD_ROW = 11
"""Row of the wild meld in the table of `tabulate`; the rows before it are the ranks."""

(
    PILE,
    WAY,
    WAY_KEEP,
    PLAN,
    FORCED,
    IN_HAND,
    LIMITS,
    MELD,
    INITIAL,
    WORTH,
    CANASTAS,
    NATURAL_CANASTAS,
    CLOSING,
    DISCARD,
    LAY,
    REPLACED,
    MAY_GO_OUT,
    MOST_WILDS,
    BONUS,
) = range(19)

(
    SET_UP,
    SETTLE,
    BEGIN,
    DRAW,
    TAKE,
    LAY_RED_THREE,
    LAY_MELDS,
    LAY_DISCARD,
    LAST_CARD,
    GO_OUT,
    PUT_BACK,
    END_TURN,
) = range(12)


@compiled
def _ask_about_pile(question, rules, view, hidden, way, cards, twos, jokers):  # type: ignore[no-untyped-def]
    """Answer a question about taking the pile."""
    if question == PILE:
        return pile_refusal(rules, view)
    if question == WAY:
        return way_refusal(rules, view, way)
    if question == WAY_KEEP:
        return way_keep_refusal(rules, view, hidden, way)
    if question == PLAN:
        return plan_refusal(rules, view, hidden, cards, twos, jokers)
    return taking_is_forced(rules, view, take_options(rules, view, hidden))


@compiled
def _worth(rules, minimum, unmixed, cards, twos, jokers):  # type: ignore[no-untyped-def]
    """Return what one meld brings towards the initial minimum: points, or 1 where a canasta is asked for."""
    if unmixed and (twos | jokers) != 0:
        return 0
    if minimum == CANASTA_MINIMUM:
        return canasta_number(rules, cards, twos, jokers)
    return meld_points(rules, cards, twos, jokers)


@compiled
def ask(question, rules, view, hidden, way, cards, twos, jokers):  # type: ignore[no-untyped-def]
    """Return the engine's answer: a refusal code (0: legal), or a number.

    Parameters
    ----------
    question : int
        One of the constants of this module.
    rules, view, hidden : record
        RULES, VIEW, HIDDEN.
    way : int
        A way of taking, a kind of card or a number, as the question needs.
    cards, twos, jokers : int
        The three words of melds.
    """
    side = view.side
    if question <= FORCED:
        return _ask_about_pile(question, rules, view, hidden, way, cards, twos, jokers)
    if question == IN_HAND:
        return words_refusal(view.hand, cards, twos, jokers)
    if question == LIMITS:
        return melds_refusal(
            rules, view.naturals[side], view.twos[side], view.jokers[side], cards, twos, jokers
        )
    if question == MELD:
        return meld_refusal(rules, view, cards, twos, jokers)
    if question == INITIAL:
        return initial_meld_refusal(rules, view.minimum[side], view.unmixed[side], cards, twos, jokers)
    if question == WORTH:
        return _worth(rules, view.minimum[side], view.unmixed[side], cards, twos, jokers)
    naturals = view.naturals[side] + cards
    all_twos = view.twos[side] + twos
    all_jokers = view.jokers[side] + jokers
    if question == CANASTAS:
        return canasta_number(rules, naturals, all_twos, all_jokers)
    if question == NATURAL_CANASTAS:
        return kinds_in(natural_canasta_ranks(naturals, all_twos, all_jokers))
    if question == CLOSING:
        return melds_canastas_refusal(rules, naturals, all_twos, all_jokers, count(cards, BLACK_THREE))
    if question == DISCARD:
        return discard_refusal(rules, view, hidden, way)
    if question == LAY:
        return lay_refusal(rules, view, hidden)
    if question == REPLACED:
        return 1 if red_three_is_replaced(rules, view) else 0
    if question == MAY_GO_OUT:
        return 1 if side_may_go_out(rules, view, hidden) else 0
    if question == MOST_WILDS:
        return most_wilds(rules, way)
    return going_out_bonus(rules, hidden.black_threes, hidden.concealed)


@compiled
def _settle(rules, view, hidden):  # type: ignore[no-untyped-def]
    """Derive what a position does not say: canastas, and whether the pile is frozen."""
    own = view.side
    for side in range(2):
        view.side = side
        update_canastas(rules, view)
    view.side = own
    view.frozen = pile_frozen(rules, view, hidden.upcard_red_three)


@compiled
def act(step, rules, view, hidden, way, cards, twos, jokers):  # type: ignore[no-untyped-def]
    """Take one step of a turn; return PLAYING or how the round ended. Parameters as for `ask`.

    ``SET_UP`` takes the seat to move in ``way`` and the two scores in ``cards`` and ``twos``.
    """
    result = PLAYING
    if step == SET_UP:
        reset(rules, view, hidden, way, cards, twos)
    elif step == SETTLE:
        _settle(rules, view, hidden)
    elif step == BEGIN:
        begin_turn(rules, view, hidden)
    elif step == DRAW:
        result = draw_or_end(rules, view, hidden, None)
    elif step == TAKE:
        take(rules, view, hidden, way, cards, twos, jokers, None)
    elif step == LAY_RED_THREE:
        lay_red_three(rules, view, hidden, None)
    elif step == LAY_MELDS:
        meld(rules, view, hidden, cards, twos, jokers, None)
    elif step == LAY_DISCARD:
        discard(rules, view, hidden, way, None)
    elif step == LAST_CARD:
        result = play_last_card(rules, view, hidden, None)
    elif step == GO_OUT:
        result = go_out(rules, view, hidden, None)
    elif step == PUT_BACK:
        put_hand_back(view, hidden)
    elif step == END_TURN:
        result = end_turn(rules, view, hidden, None)
    return result


@compiled
def _note(rules, view, cards, twos, jokers, row):  # type: ignore[no-untyped-def]
    """Fill the four numbers of one way to add to one meld: refusal, worth, more canastas, natural ones."""
    side = view.side
    naturals, old_twos, old_jokers = view.naturals[side], view.twos[side], view.jokers[side]
    row[0] = melds_refusal(rules, naturals, old_twos, old_jokers, cards, twos, jokers)
    row[1] = _worth(rules, view.minimum[side], view.unmixed[side], cards, twos, jokers)
    before = canasta_number(rules, naturals, old_twos, old_jokers)
    after = canasta_number(rules, naturals + cards, old_twos + twos, old_jokers + jokers)
    row[2] = after - before
    old = kinds_in(natural_canasta_ranks(naturals, old_twos, old_jokers))
    row[3] = kinds_in(natural_canasta_ranks(naturals + cards, old_twos + twos, old_jokers + jokers)) - old


@compiled
def tabulate(rules, view, hand, table):  # type: ignore[no-untyped-def]
    """Fill what each way to add cards of ``hand`` to one meld of the side to move would be.

    Parameters
    ----------
    rules, view : record
        RULES, VIEW.
    hand : int
        Word of cards.
    table : ndarray of int64, shape (12, 9, 9, 9, 4)
        By rank (or `WILD_ROW`), naturals, twos, jokers: the refusal by the limits of melds, the worth towards
        the minimum, the canastas and the natural canastas that it makes more (the latter may be -1).
    """
    for rank in range(WILD_ROW + 1):
        most = count(hand, rank) if rank < WILD_ROW else 0
        for naturals in range(most + 1):
            for twos in range(count(hand, TWO) + 1):
                for jokers in range(count(hand, JOKER) + 1):
                    row = table[rank, naturals, twos, jokers]
                    if rank == WILD_ROW:
                        _note(rules, view, twos * ONE_TWO + jokers * ONE_JOKER, 0, 0, row)
                    else:
                        _note(rules, view, naturals * one(rank), twos * one(rank), jokers * one(rank), row)


@compiled
def score(rules, view, hidden, end, rows):  # type: ignore[no-untyped-def]
    """Score a round that has ended so; write the rows of both sides into ``rows`` (int32, columns by 2)."""
    write_row(rules, view, hidden, 0, end, rows, 0)
    write_row(rules, view, hidden, 1, end, rows, 1)
