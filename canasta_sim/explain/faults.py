"""Why something is not legal where more than one answer of the engine has to be looked at."""

from __future__ import annotations

from canasta_sim.explain import questions
from canasta_sim.explain.cards import amount, named
from canasta_sim.explain.plans import NOTHING, Plan
from canasta_sim.explain.search import Opening
from canasta_sim.explain.table import Table
from canasta_sim.explain.words import (
    CLOSING,
    INITIAL,
    Reason,
    by_knob,
    closing_fault,
    initial_fault,
    meld_fault,
    plain,
    way_fault,
)

__all__ = ["draw_fault", "meld_reason", "no_more_taking", "opening_fault"]


def no_more_taking(table: Table) -> Reason:
    """Say why the pile may not be taken once the turn has begun otherwise."""
    if not table.view.drew and not table.view.took:
        return by_knob(table.rules, "deal.first_turn", "in the first turn of the round nobody takes the pile")
    return plain("you have drawn or taken the pile already")


def draw_fault(table: Table) -> Reason | None:
    """Return why the player may not draw now, or None."""
    rules = table.rules
    if table.stage != "draw":
        if table.stage == "play" and not table.view.drew and not table.view.took:
            return by_knob(rules, "deal.first_turn", "in the first turn of the round nobody draws")
        return plain(
            "the round is over" if table.stage == "over" else "you have drawn or taken the pile already"
        )
    if table.ask_filled(questions.FORCED):
        return by_knob(
            rules,
            "stock.on_empty",
            f"the stock is empty, and the top card may join your meld of {named(table.top)}: "
            "you must take the pile",
        )
    if table.view.stock_size == 0:
        tried = table.copy()
        tried.draw()
        if tried.ended is not None:
            return _empty_stock(table)
        if not tried.view.turnovers > table.view.turnovers:
            return by_knob(rules, "stock.on_empty", "the stock is empty")
    return None


def _empty_stock(table: Table) -> Reason:
    rules = table.rules
    ends = "whoever does not take the pile ends the round"
    if rules["stock.on_empty"] == "turn_over":
        if table.view.turnovers >= rules["stock.max_turnovers"]:
            times = amount(int(table.view.turnovers))
            return by_knob(
                rules,
                "stock.max_turnovers",
                f"the stock is empty and the pile was turned over {times} times: {ends}",
            )
        return by_knob(
            rules, "stock.on_empty", f"the stock is empty, and there is nothing to turn over: {ends}"
        )
    return by_knob(rules, "stock.on_empty", f"the stock is empty and stays so: {ends}")


def opening_fault(table: Table, refusal: int, found: Opening | None, taking: bool) -> Reason:
    """Say why cards do not open; `found` is what looking for an initial meld that contains them has found."""
    if found is None:
        return initial_fault(table, refusal)
    need = 1 if table.minimum == "canasta" else int(table.minimum)
    if found.most >= need and found.best != NOTHING:
        refusal = table.plan_refusal(found.best) if taking else table.meld_refusal(found.best)
        if refusal in CLOSING:
            before = "so many cards melded would leave too few to end the turn, and "
            return closing_fault(table, refusal, found.best, before)
        if refusal not in INITIAL:
            return way_fault(table, refusal)
    return initial_fault(table, refusal, found.most)


def meld_reason(table: Table, refusal: int, rank: int, plan: Plan, found: Opening | None) -> Reason:
    """Say why melds that are melds may not be laid now."""
    if refusal in INITIAL:
        return opening_fault(table, refusal, found, taking=False)
    if refusal in CLOSING:
        return closing_fault(table, refusal, plan, "with so few cards left you would have to go out: ")
    old = table.melds
    return meld_fault(refusal, table.rules, rank, (old[0] + plan[0], old[1] + plan[1], old[2] + plan[2]))
