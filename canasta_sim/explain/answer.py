"""The full answer about a position: everything that may be done now, and what forbids the rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from canasta_sim.engine import refusals as code
from canasta_sim.engine.cards import BLACK_THREE, CODES, JOKER, NO_CARD, TWO
from canasta_sim.engine.records import TAKE_JOIN, TAKE_MATCH, TAKE_PAIR, TAKE_WITH_JOKER, TAKE_WITH_TWO
from canasta_sim.explain import questions
from canasta_sim.explain.cards import amount, as_text, cards_of, counted, kinds_of, melds_texts
from canasta_sim.explain.closing import going_out
from canasta_sim.explain.faults import draw_fault, meld_reason, no_more_taking, opening_fault
from canasta_sim.explain.plans import NOTHING, Plan, plan_sum, rank_name
from canasta_sim.explain.search import (
    Opening,
    Option,
    closing_with_red_threes,
    meld_opening,
    options_of,
    taking_opening,
    taking_plans,
)
from canasta_sim.explain.table import Table
from canasta_sim.explain.words import (
    INITIAL,
    Reason,
    by_knob,
    closing_fault,
    frozen_by,
    lay_fault,
    meld_fault,
    pile_fault,
    plain,
    way_fault,
)

__all__ = ["answer"]

WAYS = {
    TAKE_PAIR: "pair",
    TAKE_JOIN: "join",
    TAKE_WITH_TWO: "natural_and_two",
    TAKE_WITH_JOKER: "natural_and_joker",
    TAKE_MATCH: "match_in_pile",
}
"""The ways of taking the pile, as answers name them."""

_LEGAL: dict[str, Any] = {"reason": None, "knob": None, "value": None}


def answer(table: Table) -> dict[str, Any]:
    """Return everything that is legal in a position, and why the rest is not.

    Parameters
    ----------
    table : Table
        The position; it stays as it is.

    Returns
    -------
    dict
        A JSON document. Each entry has ``legal``, and where that is false ``reason``, ``knob``, ``value``.
    """
    draw = _draw(table)
    take = [_take(table, way) for way in WAYS]
    after, by = _after(table, draw["legal"], take)
    return {
        "rules": table.rules.label,
        "to_move": table.seat,
        "side": table.side,
        "phase": table.stage,
        "hand": as_text(kinds_of(table.hand), table.unknown_in_hand),
        "initial_meld": _initial(table),
        "pile": _pile(table),
        "draw": draw,
        "take": take,
        "after": by,
        "melds": [] if after is None else list(_melds(after)),
        "discards": [] if after is None else list(_discards(after)),
        "lay_red_three": _lay(after or table),
        "going_out": going_out(table),
        "no_move": table.stuck,
    }


def _no(reason: Reason) -> dict[str, Any]:
    return {"legal": False, **reason.to_json()}


def _yes(**more: Any) -> dict[str, Any]:
    return {"legal": True, **_LEGAL, **more}


def _initial(table: Table) -> dict[str, Any]:
    """Return what the side still needs to meld."""
    score = int(table.view.scores[table.side])
    done = table.opened
    return {
        "done": done,
        "score": score,
        "minimum": None if done else table.minimum,
        "unmixed": bool(not done and table.view.unmixed[table.side]),
    }


def _pile(table: Table) -> dict[str, Any]:
    frozen = frozen_by(table)
    reason = by_knob(table.rules, *frozen) if frozen else None
    return {
        "top": None if table.top == NO_CARD else CODES[table.top],
        "cards": int(table.view.pile_size),
        "frozen": reason is not None,
        **(reason.to_json() if reason else _LEGAL),
    }


def _draw(table: Table) -> dict[str, Any]:
    fault = draw_fault(table)
    if fault is not None:
        return _no(fault)
    stock = int(table.view.stock_size)
    turns_over = stock == 0 and table.rules["stock.on_empty"] == "turn_over"
    there = int(table.view.pile_size) - 1 if turns_over else stock
    return _yes(cards=min(table.rules["draw.count"], there), turns_over=turns_over)


# ----------------------------------------------------------------------------------------------------------
# Taking the pile


def _way_cards(way: int, top: int) -> list[int]:
    """Return the cards from hand that a way of taking asks for."""
    wild = {TAKE_WITH_TWO: [TWO], TAKE_WITH_JOKER: [JOKER]}.get(way, [])
    return [top] * {TAKE_PAIR: 2, TAKE_JOIN: 0}.get(way, 1) + wild


def _take(table: Table, way: int) -> dict[str, Any]:
    """Judge one way of taking the pile."""
    natural = table.top < TWO
    entry = {"way": WAYS[way], "with": as_text(_way_cards(way, table.top)) if natural else None}
    if table.stage == "play":
        return {**entry, **_no(no_more_taking(table))}
    refusal = table.ask(questions.PILE)
    if refusal != code.LEGAL:
        return {**entry, **_no(pile_fault(table, refusal))}
    refusal = table.ask(questions.WAY, way)
    if refusal != code.LEGAL:
        return {**entry, **_no(way_fault(table, refusal, JOKER if way == TAKE_WITH_JOKER else TWO))}
    if not table.opened:
        return {**entry, **_take_and_open(table)}
    refusal = table.ask_filled(questions.WAY_KEEP, way)
    return {**entry, **(_yes() if refusal == code.LEGAL else _no(way_fault(table, refusal)))}


def _take_and_open(table: Table) -> dict[str, Any]:
    """Judge the taking of a side that has not melded: it must lay its initial meld with it."""
    found = taking_opening(table)
    top = 1 << (4 * table.top)
    pair = 2 * top
    plan = found.plan or next(taking_plans(table, (pair + top, 0, 0)), None)
    if plan is not None:
        laid = (plan[0] + top, plan[1], plan[2])
        return _yes(melds=melds_texts(*laid), counts=table.worth(laid))
    refusal = table.plan_refusal((pair, 0, 0))
    if refusal in INITIAL:
        return _no(opening_fault(table, refusal, found, taking=True))
    return _no(way_fault(table, refusal))


# ----------------------------------------------------------------------------------------------------------
# After drawing or taking


def _after(table: Table, may_draw: bool, take: list[dict[str, Any]]) -> tuple[Table | None, str | None]:
    """Return the table on which melds and discards are judged, and what is done before them."""
    if table.stage != "draw":
        return table, None
    after = table.copy()
    if may_draw:
        after.draw_unseen()
        return after, "draw"
    for way, entry in zip(WAYS, take, strict=True):
        if entry["legal"]:
            after.take(way, NOTHING if table.opened else taking_opening(table).plan or NOTHING)
            return (after, f"take {entry['with']}".strip()) if after.stage == "play" else (None, None)
    return None, None


def _discards(table: Table) -> Iterator[dict[str, Any]]:
    for kind in sorted(set(kinds_of(table.hand))):
        refusal = table.ask(questions.DISCARD, kind)
        verdict = (
            _yes()
            if refusal == code.LEGAL
            else _no(closing_fault(table, refusal, before="it is your last card: "))
        )
        yield {"card": CODES[kind], **verdict}


def _lay(table: Table) -> dict[str, Any]:
    refusal = table.ask_filled(questions.LAY)
    if refusal != code.LEGAL:
        return _no(lay_fault(table, refusal))
    return _yes(replaced=bool(table.ask(questions.REPLACED)))


# ----------------------------------------------------------------------------------------------------------
# Melds, rank by rank


def _melds(table: Table) -> Iterator[dict[str, Any]]:
    """Judge each rank that the hand could have to do with."""
    rows = options_of(table, table.hand)
    wilds = cards_of(table.hand, TWO) + cards_of(table.hand, JOKER)
    for rank, row in enumerate(rows[: questions.WILD_ROW]):
        held = cards_of(table.hand, rank)
        if held or (wilds and cards_of(table.melds[0], rank)):
            yield {"rank": CODES[rank], **_rank(table, rank, rank, row)}
    if wilds:
        yield {"rank": rank_name(TWO), **_rank(table, TWO, questions.WILD_ROW, rows[questions.WILD_ROW])}
    if cards_of(table.hand, BLACK_THREE):
        yield {"rank": CODES[BLACK_THREE], **_black_threes(table)}


def _rank(table: Table, rank: int, row: int, options: list[Option]) -> dict[str, Any]:
    """Judge the melds of one rank: the smallest ways to lay or join it, alone or with further melds."""
    if not options:
        return {**_no(_no_meld(table, rank)), "ways": []}
    ways, fault = [], None
    for option in _smallest(options):
        plan = option.plan(row)
        rest, refusal, found = _judge_meld(table, plan)
        if rest is None:
            fault = fault or meld_reason(table, refusal, rank, plan, found)
        else:
            with_others = melds_texts(*(now - then for now, then in zip(rest, plan, strict=True)))
            ways.append({"cards": melds_texts(*plan)[0], "with": with_others})
    if not ways:
        return {**_no(fault or plain("these cards are no meld")), "ways": []}
    return {**_yes(), "ways": ways}


def _no_meld(table: Table, rank: int) -> Reason:
    """Say why no cards in hand are a meld of a rank."""
    plan = _likeliest(table, rank)
    refusal = table.ask(questions.LIMITS, plan=plan)
    if refusal != code.MELD_TOO_SMALL:
        return meld_fault(refusal, table.rules, rank, plan_sum(table.melds, plan))
    wilds = cards_of(table.hand, TWO) + cards_of(table.hand, JOKER)
    more = f" and {amount(wilds)} wild card{'' if wilds == 1 else 's'}" if wilds else ""
    return plain(
        f"you hold {counted(cards_of(table.hand, rank), rank)}{more}: a meld has three cards at least"
    )


def _judge_meld(table: Table, plan: Plan) -> tuple[Plan | None, int, Opening | None]:
    """Return a legal plan with `plan` in it, or None; the refusal of `plan` alone; what could open."""
    refusal = table.meld_refusal(plan)
    if refusal == code.LEGAL:
        return plan, refusal, None
    if refusal == code.DISCARD_ONLY:
        return None, refusal, None
    found = None if table.opened else meld_opening(table, plan)
    if found is not None and found.plan is not None:
        return found.plan, refusal, found
    out = closing_with_red_threes(table, plan)
    return (out.plan if out is not None else None), refusal, found


def _smallest(options: list[Option]) -> list[Option]:
    """Return the options that contain no other one."""
    found: list[Option] = []
    for option in sorted(options, key=lambda each: (each.size, -each.naturals, each.jokers)):
        if not any(
            less.naturals <= option.naturals and less.twos <= option.twos and less.jokers <= option.jokers
            for less in found
        ):
            found.append(option)
    return found


def _likeliest(table: Table, rank: int) -> Plan:
    """Return what a player would try: all naturals in hand, filled up with wild cards to three."""
    twos, jokers = cards_of(table.hand, TWO), cards_of(table.hand, JOKER)
    if rank == TWO:
        return (twos << (4 * TWO)) + (jokers << (4 * JOKER)), 0, 0
    naturals = cards_of(table.hand, rank)
    lies = sum(cards_of(word, rank) for word in table.melds)
    missing = max(1 - naturals, 3 - naturals - lies, 0)
    take_twos = min(twos, missing)
    take_jokers = min(jokers, missing - take_twos)
    return naturals << (4 * rank), take_twos << (4 * rank), take_jokers << (4 * rank)


def _black_threes(table: Table) -> dict[str, Any]:
    number = cards_of(table.hand, BLACK_THREE)
    plan = (number << (4 * BLACK_THREE), 0, 0)
    refusal = table.ask(questions.LIMITS, plan=plan)
    if refusal != code.LEGAL:
        return {**_no(meld_fault(refusal, table.rules, BLACK_THREE, plan)), "ways": []}
    for fewer in range(number, 2, -1):
        plan = (fewer << (4 * BLACK_THREE), 0, 0)
        rest, refusal, found = _judge_meld(table, plan)
        if rest is not None:
            others = melds_texts(*(now - then for now, then in zip(rest, plan, strict=True)))
            return {**_yes(), "ways": [{"cards": as_text([BLACK_THREE] * fewer), "with": others}]}
    return {**_no(meld_reason(table, refusal, BLACK_THREE, plan, found)), "ways": []}
