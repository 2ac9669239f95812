"""Strategy files of users: played where they can be ended, and named with their place when they are."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from canasta_sim.batch.chunk import play_chunk
from canasta_sim.batch.pilot import Trial, hold_trial
from canasta_sim.batch.plan import Chunk, RunPlan, Variant
from canasta_sim.errors import RunFailed

if TYPE_CHECKING:
    from canasta_sim.batch.manifest import Purpose
    from canasta_sim.strategy.faults import StrategyFault
    from canasta_sim.strategy.isolation import Box

#: After a trial that was lost, this many units are played again to find its place.
_MOST_UNITS_AGAIN = 4096


def has_own_files(plan: RunPlan) -> bool:
    """Whether somebody plays whose file is the user's own."""
    return any(map(is_own, plan.variants))


def is_own(variant: Variant) -> bool:
    """Whether a file of the user's own plays in a variant."""
    return any(seat.own for seat in variant.seats)


def trial_in_child(
    plan: RunPlan, keep_rows: bool, seconds: float | None, limit: float, note: Callable[[str], None]
) -> Trial:
    """Prepare lineups and hold a trial in a process of its own.

    What is compiled there is kept on disk for the workers.

    Parameters
    ----------
    plan, keep_rows, seconds
        As for `hold_trial`.
    limit : float
        Seconds without a sign of life after which it is ended.
    note : callable
        Told when something is compiled.

    Raises
    ------
    StrategyFault
        A strategy does not survive it.
    RunFailed
        The process was lost and it cannot be said by whose fault.
    """
    from canasta_sim.strategy.isolation import Lost, watched

    try:
        for sent in watched(f"{__name__}:trial_of_child", (plan, keep_rows, seconds), limit):
            if isinstance(sent, Trial):
                return sent
            note(sent)
    except Lost as lost:
        units = min(plan.units, _MOST_UNITS_AGAIN)
        raise_fault(plan, [Chunk(0, 0, units)], limit)
        raise RunFailed(f"a strategy {lost.how} in a trial of up to {units} units; again it did") from lost
    raise RunFailed("the trial ended without a result")


def trial_of_child(box: Box, plan: RunPlan, keep_rows: bool, seconds: float | None) -> Iterator[Trial | str]:
    """Prepare lineups and hold a trial; in the child."""
    from canasta_sim.strategy.isolation import COMPILING, PLAYING, WARMING

    # Of a league, those that a faulty strategy has been taken out of play no more: they must not be tried again.
    playing = [variant for variant in plan.variants if plan.units_of(variant, Chunk(0, 0, 1))]
    for variant in playing:
        if hasattr(variant.lineup, "memory"):
            variant.lineup.memory = box.view
        box.enter(COMPILING)
        yield from _preparing(variant)
    box.enter(PLAYING if all(variant.lineup.compiled for variant in playing) else WARMING)
    play_chunk(plan, Chunk(0, 0, 1), keep_rows)
    box.enter(PLAYING)
    yield hold_trial(plan, keep_rows) if seconds is None else hold_trial(plan, keep_rows, seconds)


def _preparing(variant: Variant) -> Iterator[str]:
    """Prepare a lineup and yield what it says, as soon as it says it: compiling takes long."""
    said: queue.Queue[str | None] = queue.Queue()
    with ThreadPoolExecutor(1) as thread:
        done = thread.submit(variant.lineup.prepare, said.put)
        done.add_done_callback(lambda _: said.put(None))
        while (sentence := said.get()) is not None:
            yield sentence
        done.result()


def raise_fault(plan: RunPlan, chunks: Sequence[Chunk], limit: float) -> None:
    """Play chunks again whose worker was lost, and raise the fault of the strategy that does not survive it.

    Parameters
    ----------
    plan : RunPlan
        What is played.
    chunks : sequence of Chunk
        Those that were lost; one of them is it.
    limit : float
        Seconds for an answer, at most.

    Raises
    ------
    StrategyFault
        If there is one; else nothing happens.
    """
    from canasta_sim.strategy.isolation import SECONDS_TO_ANSWER, locate

    for variant in filter(is_own, plan.variants):
        swap, per_unit = plan.swaps(variant), plan.per_unit(variant)
        for chunk in chunks:
            units = plan.units_of(variant, chunk)
            if units:
                first, amount = chunk.first * per_unit, units * per_unit
                limit = min(limit, SECONDS_TO_ANSWER)
                fault = locate(variant.lineup, plan.mode, plan.seed, first, amount, swap, limit)
                if fault is not None:
                    raise fault


def without(
    fault: StrategyFault,
    plan: RunPlan,
    purpose: Purpose,
    stopped: dict[str, str],
    note: Callable[[str], None],
) -> RunPlan:
    """Return the plan of a league that goes on without a faulty strategy; in other runs raise its fault."""
    known = purpose.command == "league" and len(fault.strategies) == 1
    left = plan.without(fault.strategies) if known else None
    if left is None:
        raise fault
    stopped[fault.strategies[0]] = str(fault)
    note(f"{fault}; the league goes on without it")
    return left
