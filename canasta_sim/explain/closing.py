"""Whether a player can go out in this turn, how, and what stands in the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from canasta_sim.engine import refusals as code
from canasta_sim.engine.cards import ACE, BLACK_THREE, CODES, JOKER, TWO
from canasta_sim.engine.records import TAKE_JOIN, TAKE_PAIR, TAKE_WAYS, TAKE_WITH_JOKER, TAKE_WITH_TWO
from canasta_sim.explain import questions
from canasta_sim.explain.cards import as_text, cards_of, kinds_of
from canasta_sim.explain.faults import draw_fault
from canasta_sim.explain.plans import NOTHING, Plan
from canasta_sim.explain.search import (
    Closing,
    closing,
    closing_with_red_threes,
    options_of,
    taking_plans,
    within_limits,
)
from canasta_sim.explain.table import Table
from canasta_sim.explain.words import (
    CLOSING,
    INITIAL,
    Reason,
    closing_fault,
    initial_fault,
    meld_fault,
    plain,
    spare_cards,
)

__all__ = ["going_out"]


def going_out(table: Table) -> dict[str, Any]:
    """Judge whether the player can go out in this turn, whatever cards the stock would give.

    Returns
    -------
    dict
        ``legal``; where true ``how`` (steps as `--play` takes them), ``concealed``, ``bonus``; else
        ``reason``, ``knob``, ``value``.
    """
    for steps, after in _beginnings(table):
        found = closing_with_red_threes(after)
        if found is not None:
            return _way_out(steps, after, found)
    return {"legal": False, **_fault(table).to_json()}


def _beginnings(table: Table) -> Iterator[tuple[list[str], Table]]:
    """Go through the ways in which the turn can go on before melds."""
    if table.stage == "play":
        yield [], table
        return
    if table.stage != "draw":
        return
    if draw_fault(table) is None:
        after = table.copy()
        after.draw_unseen()
        yield ["draw"], after
    if table.ask(questions.PILE) == code.LEGAL:
        yield from _takings(table)


def _takings(table: Table) -> Iterator[tuple[list[str], Table]]:
    """Go through the legal ways of taking the pile."""
    top = table.top
    if not table.opened:
        if table.ask(questions.WAY, TAKE_PAIR) == code.LEGAL and _could_lay_all(table):
            for plan in taking_plans(table, (3 << (4 * top), 0, 0)):
                after = table.copy()
                after.take(TAKE_PAIR, plan)
                further = (plan[0] - (2 << (4 * top)), plan[1], plan[2])
                yield [f"take {as_text([top, top])}", *_meld_steps(further)], after
        return
    for way in range(1, TAKE_WAYS):
        if (
            table.ask(questions.WAY, way) == code.LEGAL
            and table.ask_filled(questions.WAY_KEEP, way) == code.LEGAL
        ):
            after = table.copy()
            after.take(way)
            yield [f"take {as_text(_justifying(way, top))}".strip()], after


def _justifying(way: int, top: int) -> list[int]:
    more = {TAKE_PAIR: [top], TAKE_WITH_TWO: [TWO], TAKE_WITH_JOKER: [JOKER]}.get(way, [])
    return [] if way == TAKE_JOIN else [top, *more]


def _could_lay_all(table: Table) -> bool:
    """Return whether hand and pile together could be laid but for one card, the minimum left aside."""
    unknown = table.unknown_pile + int(table.view.surprise_size) + table.unknown_in_hand
    if unknown > 1:
        return False
    after = table.copy()
    after.view.hand += after.view.pile
    return closing(after, within_limits(after)) is not None


def _meld_steps(plan: Plan) -> list[str]:
    """Return a plan as the steps of a move."""
    steps = []
    for rank in range(TWO):
        cards = as_text(
            [rank] * cards_of(plan[0], rank)
            + [TWO] * cards_of(plan[1], rank)
            + [JOKER] * cards_of(plan[2], rank)
        )
        if cards:
            steps.append(f"meld {cards}" if cards_of(plan[0], rank) else f"meld {cards} to {CODES[rank]}")
    rest = [kind for kind in kinds_of(plan[0]) if kind > ACE]
    wild = [kind for kind in rest if kind in (TWO, JOKER)]
    if wild:
        steps.append(f"meld {as_text(wild)} to wild")
    if BLACK_THREE in rest:
        steps.append(f"meld {as_text([BLACK_THREE] * rest.count(BLACK_THREE))}")
    return steps


def _way_out(steps: list[str], table: Table, found: Closing) -> dict[str, Any]:
    """Return a way to go out as the steps of a move, with its bonus."""
    end = table.copy()
    how = [*steps, *["lay 3r"] * found.red_threes, *_meld_steps(found.plan)]
    for _ in range(found.red_threes):
        end.lay_red_three()
    if found.plan != NOTHING:
        end.act(questions.LAY_MELDS, plan=found.plan)
    if found.last is not None:
        how.append(f"discard {CODES[found.last] if found.last >= 0 else '?1'}")
    if end.ended is None:
        end.view.hand_size = 0
        end.act(questions.GO_OUT)
    return {
        "legal": True,
        "reason": None,
        "knob": None,
        "value": None,
        "how": how,
        "concealed": bool(end.hidden.concealed),
        "bonus": end.ask(questions.BONUS),
    }


# ----------------------------------------------------------------------------------------------------------


def _fault(table: Table) -> Reason:
    """Say why the player cannot go out, as the position stands or after drawing."""
    now = table
    if table.stage == "draw" and draw_fault(table) is None:
        now = table.copy()
        now.draw_unseen()
    if now.unknown_in_hand > 1:
        return _short_of_canastas(now) or plain(
            f"{now.unknown_in_hand} cards in hand are unknown: whether they could be melded cannot be told"
        )
    whole = closing(now, within_limits(now))
    if whole is None:
        return _left_over(now)
    refusal = now.meld_refusal(whole.plan) if whole.plan != NOTHING else now.ask(questions.CLOSING)
    if refusal == code.LEGAL:
        refusal = now.ask(questions.CLOSING, plan=whole.plan)
    if refusal in INITIAL:
        return initial_fault(now, refusal, now.worth(whole.plan), most=False)
    if refusal in CLOSING:
        return closing_fault(now, refusal, whole.plan)
    return meld_fault(refusal, now.rules, BLACK_THREE, whole.plan)


def _short_of_canastas(table: Table) -> Reason | None:
    refusal = table.ask(questions.CLOSING)
    return None if refusal == code.LEGAL else closing_fault(table, refusal)


def _left_over(table: Table) -> Reason:
    """Say which cards would be left in hand."""
    rows = options_of(table, table.hand)
    spare = [kind for kind in kinds_of(table.hand) if kind <= ACE and not rows[kind]]
    black = cards_of(table.hand, BLACK_THREE)
    if black and table.ask(questions.LIMITS, plan=(black << (4 * BLACK_THREE), 0, 0)) != code.LEGAL:
        spare += [BLACK_THREE] * black
    if len(spare) > 1:
        sentence = f"{spare_cards(spare)} cannot be melded, and only one card can be discarded"
    else:
        sentence = "the cards in hand cannot all be melded but for one"
    short = _short_of_canastas(table)
    if short is None:
        if set(spare) == {BLACK_THREE}:
            refusal = table.ask(questions.LIMITS, plan=(black << (4 * BLACK_THREE), 0, 0))
            fault = meld_fault(refusal, table.rules, BLACK_THREE, (black << (4 * BLACK_THREE), 0, 0))
            return Reason(f"{sentence}: {fault.sentence}", fault.knob, fault.value, fault.shown)
        return plain(sentence)
    return Reason(f"{sentence}; and {short.sentence}", short.knob, short.value, short.shown)
