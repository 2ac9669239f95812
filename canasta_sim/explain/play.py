"""Judging a move: ``take K K; meld 7 7 2; discard 4``, step by step, a whole turn or the beginning of one.

Melds of a side that has not melded are one answer to the engine, however many steps name them; so are melds
that only going out allows. Such steps are held back until together they are legal; a beginning is legal as
long as cards in hand could still complete it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from canasta_sim.engine import refusals as code
from canasta_sim.engine.cards import BLACK_THREE, RED_THREE, TWO
from canasta_sim.engine.records import TAKE_PAIR
from canasta_sim.explain import questions
from canasta_sim.explain.cards import (
    a_card,
    amount,
    as_text,
    cards_of,
    counted,
    is_wild,
    listed,
    melds_texts,
    named,
    packed,
)
from canasta_sim.explain.faults import draw_fault, meld_reason, no_more_taking, opening_fault
from canasta_sim.explain.plans import (
    NOTHING,
    Plan,
    join_meld,
    plan_cards,
    plan_sum,
    plan_total,
    split_meld,
)
from canasta_sim.explain.search import (
    Opening,
    closing_with_red_threes,
    meld_opening,
    taking_opening,
    taking_plans,
)
from canasta_sim.explain.steps import Step, further_cards, way_of
from canasta_sim.explain.table import Table
from canasta_sim.explain.words import (
    INITIAL,
    Reason,
    closing_fault,
    initial_fault,
    lay_fault,
    meld_fault,
    pile_fault,
    plain,
    way_fault,
)

__all__ = ["Verdict", "judge"]


@dataclass
class Verdict:
    """What has been found about a move.

    Attributes
    ----------
    legal : bool
    reason : Reason
        Why not; where it is legal, what to say of it.
    step : str or None
        The step that is not legal.
    needs : tuple of str
        Melds with which a beginning can be completed; empty where nothing is missing.
    table : Table
        The table after the last legal step.
    """

    legal: bool
    reason: Reason
    step: str | None
    needs: tuple[str, ...]
    table: Table
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the verdict as a document."""
        return {
            "legal": self.legal,
            **self.reason.to_json(),
            "step": self.step,
            "needs": list(self.needs),
            "turn_over": self.legal and self.table.stage in ("draw", "over"),
            "position": self.table.document() if self.legal else None,
        }


def judge(table: Table, steps: list[Step]) -> Verdict:
    """Judge a move in a position; the table given stays as it is."""
    turn = _Turn(table.copy())
    for step in steps:
        reason = turn.apply(step)
        if reason is not None:
            return Verdict(False, reason, step.text, (), turn.table, tuple(turn.notes))
    notes = tuple(turn.notes)
    sentence = "; ".join(notes) if notes else "every step is legal"
    return Verdict(True, plain(sentence), None, turn.needs, turn.shown(), notes)


@dataclass
class _Turn:
    """A turn under way: the table after all that is settled, and what is held back."""

    table: Table
    pending: Plan = NOTHING
    taking: bool = False
    needs: tuple[str, ...] = ()
    notes: list[str] = field(default_factory=list)
    over: bool = False
    last: tuple[Table, Plan] | None = None

    def apply(self, step: Step) -> Reason | None:
        """Take a step; return why it is not legal, or None."""
        if self.over or self.table.stage == "over":
            return plain("the turn is over")
        if step.verb == "draw":
            return self._draw()
        if step.verb == "take":
            return self._take(step)
        if self.table.stage == "draw" and not self.taking:
            return plain("a turn begins with drawing or with taking the pile")
        if step.verb == "meld":
            return self._meld(step)
        return self._lay(step) if step.verb == "lay" else self._discard(step)

    # ------------------------------------------------------------------------------------------------------

    def _draw(self) -> Reason | None:
        if self.taking:
            return plain("you are taking the pile")
        fault = draw_fault(self.table)
        if fault is None:
            turnovers = self.table.view.turnovers
            self.table.draw()
            if self.table.view.turnovers > turnovers:
                self.notes.append("the pile is turned over to be the stock")
            self._note_end()
        return fault

    def _note_end(self) -> None:
        if self.table.ended == "stock":
            self.notes.append("the last card of the stock was a red three: the round ends here")
        elif self.table.ended == "went_out":
            concealed = bool(self.table.hidden.concealed)
            bonus = self.table.ask(questions.BONUS)
            self.notes.append(f"you go out{' concealed' if concealed else ''}, for a bonus of {bonus}")

    # ------------------------------------------------------------------------------------------------------

    def _take(self, step: Step) -> Reason | None:
        table = self.table
        if self.taking or table.stage == "play":
            return no_more_taking(table) if not self.taking else plain("you are taking the pile already")
        way = way_of(step.kinds, table.top)
        fault = self._taking_fault(step, way)
        if fault is not None or way is None:
            return fault
        if not table.opened:
            self.taking = True
            self.pending = join_meld(step.kinds, table.top)[1]
            return self._limits(NOTHING, self.pending, table.top) or self._settle_taking()
        refusal = table.ask_filled(questions.WAY_KEEP, way)
        if refusal != code.LEGAL:
            return way_fault(table, refusal)
        top = table.top
        table.take(way)
        self._note_end()
        further = further_cards(step.kinds, way, top)
        return self._add(join_meld(further, top)[1], top) if further else None

    def _taking_fault(self, step: Step, way: int | None) -> Reason | None:
        """Return why the cards of a step do not take the pile, minimum and cards to keep left aside."""
        table = self.table
        refusal = table.ask(questions.PILE)
        if refusal != code.LEGAL:
            return pile_fault(table, refusal)
        fault = self._not_held(step.kinds)
        if fault is not None:
            return fault
        if way is None:
            return plain(
                f"the top card is {a_card(table.top)}: {named(table.top)} take it, or wild cards beside one"
            )
        refusal = table.ask(questions.WAY, way)
        if refusal == code.LEGAL:
            return None
        return way_fault(table, refusal, next(filter(is_wild, step.kinds), TWO))

    def _settle_taking(self) -> Reason | None:
        """Take the pile once what is laid with it is legal."""
        table = self.table
        refusal = table.plan_refusal(self.pending)
        if refusal == code.LEGAL:
            top = 1 << (4 * table.top)
            counts = table.worth((self.pending[0] + top, *self.pending[1:]))
            self._note_initial(table, counts)
            table.take(TAKE_PAIR, self.pending)
            self.pending, self.taking, self.needs = NOTHING, False, ()
            self._note_end()
            return None
        found = taking_opening(table, self.pending)
        plan = found.plan or next(taking_plans(table, self._with_top()), None)
        if plan is not None:
            self._hold_back(plan)
            return None
        if refusal in INITIAL:
            return opening_fault(table, refusal, found, taking=True)
        return way_fault(table, refusal)

    def _with_top(self) -> Plan:
        return self.pending[0] + (1 << (4 * self.table.top)), self.pending[1], self.pending[2]

    # ------------------------------------------------------------------------------------------------------

    def _not_held(self, kinds: tuple[int, ...]) -> Reason | None:
        """Return which of the cards are not in hand."""
        left = self.table.hand - packed(plan_cards(self.pending))
        for kind in sorted(set(kinds)):
            wanted, held = kinds.count(kind), cards_of(left, kind)
            if wanted > held:
                more = " left" if kind in plan_cards(self.pending) else ""
                later = "; the pile comes into the hand only with the initial meld" if self.taking else ""
                not_so_many = f", not {amount(wanted)}" if held else ""
                return plain(f"you hold {counted(held, kind)}{more}{not_so_many}{later}")
        return None

    def _meld(self, step: Step) -> Reason | None:
        rank, plan = split_meld(step.kinds)
        if step.rank is not None:
            if any(not is_wild(kind) and kind != step.rank for kind in step.kinds):
                return plain(f"only {named(step.rank)} and wild cards join a meld of {named(step.rank)}")
            rank, plan = (
                (TWO, (packed(step.kinds), 0, 0)) if step.rank == TWO else join_meld(step.kinds, step.rank)
            )
        if rank is None:
            ranks = sorted({kind for kind in step.kinds if not is_wild(kind)})
            return plain(f"a meld is of one rank, these are {listed([named(kind) for kind in ranks])}")
        return self._not_held(step.kinds) or self._add(plan, rank)

    def _add(self, plan: Plan, rank: int) -> Reason | None:
        """Add melds to what is held back, and lay it all if that is legal."""
        before = self._with_top() if self.taking else self.pending
        fault = self._limits(before, plan, rank)
        if fault is not None:
            return fault
        table = self.table
        unmixed = not table.opened and table.view.unmixed[table.side]
        if unmixed and (plan[1] or plan[2]) and table.ask(questions.INITIAL, plan=before) != code.LEGAL:
            return initial_fault(table, code.MIXED_IN_INITIAL_MELD)
        self.pending = plan_sum(self.pending, plan)
        return self._settle_taking() if self.taking else self._settle_melds()

    def _limits(self, before: Plan, plan: Plan, rank: int) -> Reason | None:
        """Return why a plan may not be added to the melds that lie there and those held back."""
        table = self.table
        refusal = table.ask(questions.IN_HAND, plan=plan)
        so_far = table.with_melds(before)
        if refusal == code.LEGAL:
            if self.taking and before == NOTHING:
                so_far, plan = table, (plan[0] + (1 << (4 * table.top)), plan[1], plan[2])
            refusal = so_far.ask(questions.LIMITS, plan=plan)
        if refusal == code.LEGAL:
            return None
        return meld_fault(refusal, table.rules, rank, plan_sum(so_far.melds, plan))

    def _settle_melds(self) -> Reason | None:
        """Lay what is held back once it is legal."""
        table, plan = self.table, self.pending
        refusal = table.meld_refusal(plan)
        if refusal != code.LEGAL and self.last is not None:
            before, laid = self.last
            if before.meld_refusal(plan_sum(laid, plan)) == code.LEGAL:
                table, plan, refusal = before, plan_sum(laid, plan), code.LEGAL
        if refusal == code.LEGAL:
            self._note_initial(table, table.worth(plan))
            self.last = table, plan
            self.table = table.copy()
            self.table.meld(plan)
            self.pending, self.needs = NOTHING, ()
            self._note_end()
            return None
        if refusal == code.DISCARD_ONLY:
            return meld_fault(refusal, table.rules, TWO, plan)
        found = meld_opening(table, plan) if not table.opened else None
        whole = found.plan if found is not None else None
        if whole is None:
            way_out = closing_with_red_threes(table, plan)
            whole = way_out.plan if way_out is not None else None
        if whole is not None:
            self._hold_back(whole)
            return None
        return self._fault(refusal, found)

    def _fault(self, refusal: int, found: Opening | None) -> Reason:
        """Say why what is held back is not legal and cannot become so."""
        return meld_reason(self.table, refusal, BLACK_THREE, self.pending, found)

    def _note_initial(self, table: Table, counts: int) -> None:
        if table.opened:
            return
        if table.minimum == "canasta":
            self.notes.append("the initial meld holds a canasta, as it must")
        elif counts >= int(table.minimum):
            self.notes.append(f"the initial meld counts {counts} points, {table.minimum} are needed")
        else:
            self.notes.append("going out concealed needs no minimum")

    def _hold_back(self, whole: Plan) -> None:
        rest = tuple(now - then for now, then in zip(whole, self.pending, strict=True))
        self.needs = tuple(melds_texts(rest[0], rest[1], rest[2]))

    # ------------------------------------------------------------------------------------------------------

    def _lay(self, step: Step) -> Reason | None:
        if step.kinds != (RED_THREE,):
            return plain(f"only red threes are laid, {as_text(step.kinds)} is none")
        if self.taking:
            return plain("first the initial meld must be complete, which takes the pile")
        refusal = self.table.ask_filled(questions.LAY)
        if refusal != code.LEGAL:
            return lay_fault(self.table, refusal)
        self.last = None
        self.table.lay_red_three()
        self._note_end()
        return None

    def _discard(self, step: Step) -> Reason | None:
        table = self.table
        if self.taking or self.pending != NOTHING:
            return self._unfinished()
        kind = step.kinds[0]
        fault = self._not_held(step.kinds)
        if fault is not None:
            return fault
        refusal = table.ask(questions.DISCARD, kind)
        if refusal != code.LEGAL:
            return closing_fault(table, refusal, before="it is your last card: ")
        table.discard(kind)
        self.over = True
        self._note_end() if table.ended == "went_out" else None
        return None

    def _unfinished(self) -> Reason:
        """Say why the turn cannot end with what is held back."""
        table = self.table
        plan = self._with_top() if self.taking else self.pending
        refusal = table.plan_refusal(self.pending) if self.taking else table.meld_refusal(self.pending)
        if refusal == code.BELOW_MINIMUM:
            return initial_fault(table, refusal, table.worth(plan), most=False)
        if self.taking:
            return way_fault(table, refusal)
        return self._fault(refusal, None)

    def shown(self) -> Table:
        """Return the table with what is held back laid on it."""
        if not self.taking and self.pending == NOTHING:
            return self.table
        plan = self._with_top() if self.taking else self.pending
        table = self.table.with_melds(plan)
        table.view.hand -= packed(plan_cards(self.pending))
        table.view.hand_size -= plan_total(self.pending)
        if self.taking:
            table.lift_top()
        return table
