"""Looking for melds that a turn could still bring: an initial meld that reaches its minimum, or going out.

Which cards make a meld, what they are worth and whether a whole plan is legal is asked of the engine; here
plans are only put together, all of them that could matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from canasta_sim.engine.cards import ACE, BLACK_THREE, JOKER, RED_THREE, TWO
from canasta_sim.engine.refusals import LEGAL
from canasta_sim.explain import questions
from canasta_sim.explain.cards import cards_of
from canasta_sim.explain.plans import NOTHING, Plan, plan_sum
from canasta_sim.explain.table import Table

__all__ = ["Closing", "Opening", "Option", "closing", "closing_with_red_threes", "opening", "options_of"]

Judge = Callable[[Plan], bool]


@dataclass(frozen=True)
class Option:
    """One way to add to one meld: numbers of cards, and what the engine says of it."""

    naturals: int
    twos: int
    jokers: int
    worth: int
    canastas: int
    natural_canastas: int

    @property
    def size(self) -> int:
        """How many cards it takes."""
        return self.naturals + self.twos + self.jokers

    def plan(self, rank: int) -> Plan:
        """Return it as the three words; `rank` is that of the table's row."""
        if rank == questions.WILD_ROW:
            return (self.twos << (4 * TWO)) + (self.jokers << (4 * JOKER)), 0, 0
        shift = 4 * rank
        return self.naturals << shift, self.twos << shift, self.jokers << shift


_NONE = Option(0, 0, 0, 0, 0, 0)


def options_of(table: Table, hand: int) -> list[list[Option]]:
    """Return by rank (the last entry: the wild meld) every way to add cards of `hand` within the limits."""
    numbers = table.tabulate(hand)
    twos, jokers = cards_of(hand, TWO), cards_of(hand, JOKER)
    rows = []
    for rank in range(questions.WILD_ROW + 1):
        most = cards_of(hand, rank) if rank <= ACE else 0
        rows.append(list(_row(numbers[rank, : most + 1, : twos + 1, : jokers + 1].tolist())))
    return rows


def _row(numbers: list[Any]) -> Iterator[Option]:
    for naturals, by_twos in enumerate(numbers):
        for twos, by_jokers in enumerate(by_twos):
            for jokers, (refusal, worth, canastas, natural) in enumerate(by_jokers):
                if refusal == LEGAL and naturals + twos + jokers:
                    yield Option(naturals, twos, jokers, worth, canastas, natural)


def _parts(plan: Plan, rank: int) -> tuple[int, int, int]:
    """Return how many naturals, twos and jokers of a plan belong to one row."""
    cards, twos, jokers = plan
    if rank == questions.WILD_ROW:
        return 0, cards_of(cards, TWO), cards_of(cards, JOKER)
    return cards_of(cards, rank), cards_of(twos, rank), cards_of(jokers, rank)


def _containing(row: list[Option], base: tuple[int, int, int]) -> list[Option]:
    """Return the options that hold at least `base`; with no base also that of laying nothing."""
    found = [
        option
        for option in row
        if option.naturals >= base[0] and option.twos >= base[1] and option.jokers >= base[2]
    ]
    return found if any(base) else [_NONE, *found]


# ----------------------------------------------------------------------------------------------------------
# The initial meld


@dataclass(frozen=True)
class Opening:
    """What looking for an initial meld has found.

    Attributes
    ----------
    plan : tuple of int or None
        A legal one; None where there is none.
    most : int
        The most that melds from these cards bring towards the minimum, however few cards that leaves.
    best : tuple of int
        The plan that brings it.
    """

    plan: Plan | None
    most: int
    best: Plan = NOTHING


State = tuple[int, int, int]
"""Cards, twos and jokers used."""


def opening(table: Table, hand: int, judge: Judge, base: Plan = NOTHING) -> Opening:
    """Look for an initial meld.

    Parameters
    ----------
    table : Table
        The table of a side that has not melded.
    hand : int
        Word of the cards it may be of.
    judge : callable
        Tells whether a plan is legal.
    base : tuple of int
        What it must contain.
    """
    minimum = table.minimum
    need = 1 if minimum == "canasta" else int(minimum)
    rows = options_of(table, hand)
    stages = [(rank, _containing(row, _parts(base, rank))) for rank, row in enumerate(rows)]
    fixed = [stage for stage in stages if any(_parts(base, stage[0]))]
    free = [stage for stage in stages if not any(_parts(base, stage[0])) and len(stage[1]) > 1]
    free.sort(key=lambda stage: -max(option.worth for option in stage[1]))
    wilds = cards_of(hand, TWO), cards_of(hand, JOKER)
    states: dict[State, tuple[int, Plan]] = {(0, 0, 0): (0, NOTHING)}
    for number, (rank, options) in enumerate(fixed + free):
        states = _extended(states, rank, options, wilds)
        if number + 1 >= len(fixed):
            plan = _first_legal(states, need, judge)
            if plan is not None:
                return Opening(plan, need)
    most, best = max(states.values(), default=(0, NOTHING))
    return Opening(None, most, best)


def _extended(
    states: dict[State, tuple[int, Plan]],
    rank: int,
    options: list[Option],
    wilds: tuple[int, int],
) -> dict[State, tuple[int, Plan]]:
    """Add one row to every state; of states with the same cards used keep the one that is worth most."""
    found: dict[State, tuple[int, Plan]] = {}
    for (cards, twos, jokers), (worth, plan) in states.items():
        for option in options:
            key = cards + option.size, twos + option.twos, jokers + option.jokers
            if key[1] > wilds[0] or key[2] > wilds[1]:
                continue
            if key not in found or found[key][0] < worth + option.worth:
                found[key] = worth + option.worth, plan_sum(plan, option.plan(rank))
    return found


def _first_legal(states: dict[State, tuple[int, Plan]], need: int, judge: Judge) -> Plan | None:
    """Return the legal plan of the fewest cards."""
    enough = [(sum(key), plan) for key, (worth, plan) in states.items() if worth >= need and plan != NOTHING]
    for _, plan in sorted(enough):
        if judge(plan):
            return plan
    return None


# ----------------------------------------------------------------------------------------------------------
# Going out


@dataclass(frozen=True)
class Closing:
    """A way to go out: red threes laid first, melds, and the last card.

    Attributes
    ----------
    red_threes : int
        How many are laid before.
    plan : tuple of int
        The melds.
    last : int or None
        Kind of the discard; None for none; -1 for an unknown card.
    """

    red_threes: int
    plan: Plan
    last: int | None


def closing(table: Table, judge: Judge, base: Plan = NOTHING) -> Closing | None:
    """Look for melds that leave one card or none and with which the side may go out.

    Parameters
    ----------
    table : Table
        The table after drawing or taking.
    judge : callable
        Tells whether a plan may be laid.
    base : tuple of int
        What the plan must contain.
    """
    unknown = table.unknown_in_hand
    if unknown > 1:
        return None
    hand = table.hand
    if unknown == 1:
        leftovers: list[int | None] = [-1]
    else:
        leftovers = [None, *(kind for kind in range(RED_THREE + 1) if cards_of(hand, kind))]
    rows = options_of(table, hand)
    for last in leftovers:
        pool = hand if last is None or last < 0 else hand - (1 << (4 * last))
        for plan in _whole_hand(table, rows, pool, base):
            if judge(plan):
                return Closing(0, plan, last)
    return None


def _whole_hand(table: Table, rows: list[list[Option]], pool: int, base: Plan) -> Iterator[Plan]:
    """Go through plans that lay every card of `pool`, different in canastas, the most canastas first."""
    if cards_of(pool, RED_THREE):
        return
    twos, jokers = cards_of(pool, TWO), cards_of(pool, JOKER)
    black = cards_of(pool, BLACK_THREE)
    if cards_of(base[0], BLACK_THREE) > black:
        return
    states: dict[tuple[int, int, int, int, bool], tuple[int, Plan]] = {
        (0, 0, 0, 0, False): (0, (black << (4 * BLACK_THREE), 0, 0))
    }
    for rank, row in enumerate(rows):
        number = cards_of(pool, rank) if rank <= ACE else 0
        options = [option for option in _containing(row, _parts(base, rank)) if option.naturals == number]
        states = _closer(states, rank, options, (twos, jokers))
        if not states:
            return
    whole = [
        (key[2], key[3], not key[4], plan) for key, (_, plan) in states.items() if key[:2] == (twos, jokers)
    ]
    for *_, plan in sorted(whole, reverse=True):
        yield plan


def _closer(
    states: dict[tuple[int, int, int, int, bool], tuple[int, Plan]],
    rank: int,
    options: list[Option],
    wilds: tuple[int, int],
) -> dict[tuple[int, int, int, int, bool], tuple[int, Plan]]:
    """Add one row to every state of `_whole_hand`: twos, jokers, canastas, natural canastas, any mixed."""
    found: dict[tuple[int, int, int, int, bool], tuple[int, Plan]] = {}
    for (twos, jokers, canastas, natural, mixed), (worth, plan) in states.items():
        for option in options:
            if twos + option.twos > wilds[0] or jokers + option.jokers > wilds[1]:
                continue
            key = (
                twos + option.twos,
                jokers + option.jokers,
                canastas + option.canastas,
                natural + option.natural_canastas,
                mixed or (rank <= ACE and option.twos + option.jokers > 0),
            )
            if key not in found or found[key][0] < worth + option.worth:
                found[key] = worth + option.worth, plan_sum(plan, option.plan(rank))
    return found


def closing_with_red_threes(table: Table, base: Plan = NOTHING) -> Closing | None:
    """Look for a way to go out, red threes of the hand laid first where that helps."""
    now = table
    for laid in range(cards_of(table.hand, RED_THREE) + 1):
        if laid:
            if now.ask_filled(questions.LAY) != LEGAL:
                return None
            now = now.copy()
            now.lay_red_three()
        found = closing(now, _ends_the_round(now), base)
        if found is not None:
            return Closing(laid, found.plan, found.last)
    return None


def _ends_the_round(table: Table) -> Judge:
    """Return what tells whether a plan may be laid and the player is out then, a card left discarded."""

    def judge(plan: Plan) -> bool:
        if plan == NOTHING:
            return bool(table.view.hand_size == 1 and table.ask(questions.MAY_GO_OUT))
        return table.meld_refusal(plan) == LEGAL and table.ask(questions.CLOSING, plan=plan) == LEGAL

    return judge


# ----------------------------------------------------------------------------------------------------------
# Taking the pile with an initial meld

_MOST_PLANS = 3_000


def taking_plans(table: Table, base: Plan) -> Iterator[Plan]:
    """Go through legal plans (top card left out) with which an unopened side may take the pile; bounded."""
    top = 1 << (4 * table.top)
    rows = options_of(table, table.hand + top)
    wilds = cards_of(table.hand, TWO), cards_of(table.hand, JOKER)
    asked = 0

    def extend(rank: int, plan: Plan, twos: int, jokers: int) -> Iterator[Plan]:
        if rank == len(rows):
            yield plan
            return
        for option in _containing(rows[rank], _parts(base, rank)):
            if twos + option.twos <= wilds[0] and jokers + option.jokers <= wilds[1]:
                joined = plan_sum(plan, option.plan(rank))
                yield from extend(rank + 1, joined, twos + option.twos, jokers + option.jokers)

    for plan in extend(0, NOTHING, 0, 0):
        without_top = plan[0] - top, plan[1], plan[2]
        if cards_of(plan[0], table.top) >= 3:
            asked += 1
            if asked > _MOST_PLANS:
                return
            if table.plan_refusal(without_top) == LEGAL:
                yield without_top


def taking_opening(table: Table, base: Plan = NOTHING) -> Opening:
    """Look for a plan (top card left out) with which an unopened side may take the pile.

    Parameters
    ----------
    table : Table
        The table before drawing; the top card is a natural.
    base : tuple of int
        Cards from hand that it must contain.
    """
    top = 1 << (4 * table.top)
    pair = max(cards_of(base[0], table.top), 2) - cards_of(base[0], table.top)
    wanted = base[0] + top + pair * top, base[1], base[2]

    def judge(plan: Plan) -> bool:
        return table.plan_refusal((plan[0] - top, plan[1], plan[2])) == LEGAL

    if cards_of(table.hand, table.top) < 2:
        return Opening(None, 0)
    found = opening(table, table.hand + top, judge, wanted)
    if found.plan is None:
        return Opening(None, found.most, _without(found.best, top))
    return Opening(_without(found.plan, top), found.most)


def _without(plan: Plan, top: int) -> Plan:
    return (plan[0] - top, plan[1], plan[2]) if plan != NOTHING else plan


def meld_opening(table: Table, base: Plan = NOTHING) -> Opening:
    """Look for an initial meld from the hand, after drawing; as `taking_opening`."""

    def judge(plan: Plan) -> bool:
        return table.meld_refusal(plan) == LEGAL

    return opening(table, table.hand, judge, base)


def within_limits(table: Table) -> Judge:
    """Return what tells whether a plan is of melds at all, canastas and minimum left aside."""
    return lambda plan: table.ask(questions.LIMITS, plan=plan) == LEGAL
