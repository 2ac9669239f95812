"""Playing a run: from a plan to a results folder, or to results in memory."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from canasta_sim.batch.aims import most_per_unit
from canasta_sim.batch.folder import check_new, lock_folder, read_manifest, write_manifest
from canasta_sim.batch.guard import has_own_files, raise_fault, trial_in_child, without
from canasta_sim.batch.manifest import Purpose, fingerprint, identity, new_manifest, same_run
from canasta_sim.batch.pilot import Trial, chunk_units, estimate, hold_trial, units_until
from canasta_sim.batch.plan import Chunk, RunPlan, Span, chunks, gaps
from canasta_sim.batch.progress import Progress, Silent
from canasta_sim.batch.results import RunResult, from_folder, in_memory, write_summary
from canasta_sim.batch.signals import Interrupted, Interruption
from canasta_sim.batch.store import FolderStore, MemoryStore, Note, create, sound_records
from canasta_sim.batch.workers import (
    SECONDS_FOR_A_CHUNK,
    Player,
    Workers,
    count_jobs,
    open_pool,
    pick_backend,
)
from canasta_sim.errors import ResultsError
from canasta_sim.strategy.faults import StrategyFault

_SECONDS_OF_REHEARSAL = 0.3


@dataclass(frozen=True)
class Means:
    """How a run is played: nothing in it changes a row.

    Attributes
    ----------
    jobs : int
        Workers; -1: one per core.
    backend : str or None
        ``threads``, ``processes`` or ``dask``; None: threads where everything is compiled, else processes.
    scheduler : str or None
        Address of the Dask scheduler.
    chunk : int or None
        Rounds (or games) of each variant in a chunk; None: as many as take about half a second.
    out : Path or None
        The results folder; None: results stay in memory.
    resume, overwrite : bool
        Go on with what is in `out`, or remove it first.
    time_limit : float
        Seconds after which a chunk is given up in which a strategy file of the user's own plays.
    """

    jobs: int = -1
    backend: str | None = None
    scheduler: str | None = None
    chunk: int | None = None
    out: Path | None = None
    resume: bool = False
    overwrite: bool = False
    time_limit: float = SECONDS_FOR_A_CHUNK

    def to(self, out: Path) -> Means:
        """Return the same means with another results folder."""
        return replace(self, out=out)


def check_means(plan: RunPlan, means: Means) -> None:
    """Refuse, before anything is compiled or written, what cannot be done.

    Raises
    ------
    ExperimentError
        For a number of jobs or a backend that does not exist.
    ResultsError
        For an output folder that exists (without `resume` or `overwrite`) or cannot be made.
    """
    count_jobs(means.jobs)
    pick_backend(means.backend, means.scheduler, plan)
    if means.out is not None and not means.resume:
        check_new(means.out, means.overwrite)


def execute(
    plan: RunPlan,
    purpose: Purpose,
    means: Means,
    note: Note | None = None,
    progress: Progress | None = None,
) -> RunResult:
    """Play what a plan asks for, or what is missing of it.

    Parameters
    ----------
    plan : RunPlan
        What is played.
    purpose : Purpose
        What the manifest says beside it.
    means : Means
        How it is played.
    note : callable, optional
        Told, in a sentence, what somebody at a terminal should know.
    progress : Progress, optional
        Told how far the run has come.

    Returns
    -------
    RunResult

    Raises
    ------
    CanastaError
        If it cannot be played as asked; nothing has been written then.
    RunFailed
        If something fails while it is played; finished parts are kept.
    Interrupted
        If somebody asked to stop; finished parts are kept, and the message says how to go on.
    """
    note = note or _say_nothing
    started = time.monotonic()
    check_means(plan, means)
    # What is not there yet is written only when all is ready; what is there is opened first.
    stopped: dict[str, str] = {}
    team = None
    while team is None and not means.resume:
        try:
            team = _Team.ready(plan, purpose, means, note)
        except StrategyFault as fault:
            plan = without(fault, plan, purpose, stopped, note)
    try:
        sitting = _Sitting(plan, purpose, means, note, started)
        sitting.manifest["stopped"] |= stopped
        try:
            while True:
                try:
                    if sitting.missing():
                        team = team or _Team.ready(sitting.plan, purpose, means, note)
                        sitting.play(team, progress or Silent())
                except StrategyFault as fault:
                    sitting.change(without(fault, sitting.plan, purpose, sitting.manifest["stopped"], note))
                    continue
                if not sitting.goes_on():
                    return sitting.finish()
        finally:
            sitting.store.close()
    finally:
        if team is not None:
            team.workers.close()


@dataclass(frozen=True)
class _Team:
    """Workers who have everything they need: strategies compiled, chunks of a size."""

    jobs: int
    backend: str
    units_in_chunk: Callable[[RunPlan], int]
    workers: Workers

    @classmethod
    def ready(cls, plan: RunPlan, purpose: Purpose, means: Means, note: Note) -> _Team:
        jobs, backend = count_jobs(means.jobs), pick_backend(means.backend, means.scheduler, plan)
        trial = try_out(plan, purpose.keep_rows, means, note)
        size = chunk_size(plan, means, jobs, trial)
        guarded = is_guarded(plan, backend)
        limit = means.time_limit if guarded else None
        return cls(jobs, backend, size, Workers(lambda: open_pool(backend, jobs, means.scheduler), limit))


def is_guarded(plan: RunPlan, backend: str) -> bool:
    """Whether files of the user's own play where they can be ended."""
    return backend == "processes" and has_own_files(plan)


def try_out(
    plan: RunPlan, keep_rows: bool, means: Means, note: Note, seconds: float | None = None
) -> Trial | None:
    """Prepare lineups and hold a trial, where it is needed; in a child where strategies may not answer."""
    if is_guarded(plan, pick_backend(means.backend, means.scheduler, plan)):
        return trial_in_child(plan, keep_rows, seconds, means.time_limit, note)
    for variant in plan.variants:
        variant.lineup.prepare(note)
    if seconds is not None:
        return hold_trial(plan, keep_rows, seconds)
    return None if means.chunk is not None else hold_trial(plan, keep_rows)


def chunk_size(plan: RunPlan, means: Means, jobs: int, trial: Trial | None) -> Callable[[RunPlan], int]:
    """Return what says how many units a chunk has: as asked for, or as a trial suggests."""
    if means.chunk is not None or trial is None:
        units = max(1, (means.chunk or 1) // most_per_unit(plan))
        return lambda _: units
    return lambda plan: chunk_units(plan, trial, jobs)


def rehearse(plan: RunPlan, purpose: Purpose, means: Means, note: Note) -> dict[str, Any]:
    """Say what a run would take here, after checking all of it and playing a little; nothing is written.

    Parameters
    ----------
    plan, purpose, means, note
        As for `execute`.

    Returns
    -------
    dict
        ``out``, ``seed``, ``asked`` (with ``until_ci``, what a pilot says that takes), ``until_ci``,
        ``jobs``, ``backend``, ``chunk`` (rounds or games of each variant),
        ``rounds_per_second``, ``seconds``, ``memory_megabytes`` and ``disk_megabytes``.

    Raises
    ------
    CanastaError
        As `execute` would.
    """
    check_means(plan, means)
    missing = plan.units
    if means.resume and means.out is not None:
        check_same(plan, purpose, means.out)
        records = sound_records(means.out, fingerprint(identity(plan)), note)
        done = [span for record in records for span in record.spans]
        missing = sum(stop - first for first, stop in gaps(done, plan.units))
    jobs, backend = count_jobs(means.jobs), pick_backend(means.backend, means.scheduler, plan)
    trial = try_out(plan, purpose.keep_rows, means, note, seconds=_SECONDS_OF_REHEARSAL)
    assert trial is not None
    most = most_per_unit(plan)
    if purpose.aims.until:
        needed = max(units_until(plan, purpose.aims, trial), plan.units)
        missing += needed - plan.units
        plan = replace(plan, asked=needed * most)
    units = max(1, means.chunk // most) if means.chunk else chunk_units(plan, trial, jobs)
    return {
        "out": str(means.out) if means.out else None,
        "seed": plan.seed,
        "asked": {plan.mode: plan.asked},
        "until_ci": purpose.aims.until,
        "jobs": jobs,
        "backend": backend,
        "chunk": units * most,
        **asdict(estimate(missing, trial, jobs, units, backend)),
    }


class _Sitting:
    """One sitting of a run, which may have had others before: the store, open, and the manifest."""

    def __init__(self, plan: RunPlan, purpose: Purpose, means: Means, note: Note, started: float) -> None:
        self.plan, self.purpose, self.means = plan, purpose, means
        self.started = started
        self.seconds_before = 0.0
        self.store: FolderStore | MemoryStore
        if means.out is None:
            self.manifest = new_manifest(plan, purpose)
            self.store = MemoryStore()
        elif means.resume:
            self.manifest, self.store = self._reopen(means.out, note)
            self.seconds_before = float(self.manifest["wall_seconds"])
        else:
            self.manifest = new_manifest(plan, purpose)
            run = fingerprint(identity(plan))
            self.store = create(means.out, self.manifest, run, means.overwrite, note)
        self.interrupted = False
        # Where more is asked for until intervals are narrow enough, the same player plays all of it.
        self.player = Player(plan, purpose.keep_rows)
        self._rounds, self._seconds = 0, 0.0
        self.rounds_per_second: float | None = self.manifest["rounds_per_second"]

    def _reopen(self, out: Path, note: Note) -> tuple[dict[str, Any], FolderStore]:
        """Open the folder of an earlier sitting, after making sure that this would be the same run."""
        lock = lock_folder(out)
        try:
            manifest = check_same(self.plan, self.purpose, out)
            store = FolderStore(out, lock, fingerprint(identity(self.plan)), note)
            manifest |= {"asked": {self.plan.mode: self.plan.asked}, "at_most": self.purpose.aims.most}
        except BaseException:
            lock.release()
            raise
        return manifest, store

    def play(self, team: _Team, progress: Progress) -> None:
        """Play what is missing and keep it, until it is all there or somebody asks to stop."""
        missing = self.missing()
        self.manifest |= {"jobs": team.jobs, "backend": team.backend}
        if isinstance(self.store, FolderStore) and self.means.resume:
            # What is asked for anew counts from now on, when nothing can be refused any more.
            write_manifest(self.store.folder, self.manifest)
        left = sum(stop - first for first, stop in missing)
        per_unit = sum(map(self.plan.per_unit, self.plan.variants))
        progress.start(self.plan.units * per_unit, (self.plan.units - left) * per_unit)
        tasks = chunks(missing, team.units_in_chunk(self.plan), self.store.next_number())
        lost = self._blame if team.workers.limit is not None else None
        before = time.monotonic()
        try:
            with Interruption() as interruption:
                ahead = 2 * team.jobs
                for part in team.workers.results(self.player, tasks, ahead, interruption.asked, lost):
                    self.store.put(part)
                    self._rounds += part.played
                    first, stop = part.span
                    progress.advance((stop - first) * per_unit)
                self.interrupted = interruption.asked() and bool(self.missing())
        finally:
            progress.stop()
        self._seconds += time.monotonic() - before
        self.rounds_per_second = round(self._rounds / self._seconds, 1)

    def goes_on(self) -> bool:
        """Ask for more where intervals are still too wide; whether there is more to play."""
        if self.interrupted or not self.purpose.aims.open_ended:
            return False
        plan = self.purpose.aims.next_plan(self.store.aggregate(), self.plan)
        if plan is None:
            return False
        self.change(plan)
        return True

    def change(self, plan: RunPlan) -> None:
        """Play more from now on, or without somebody."""
        if plan.limits != self.plan.limits:
            self.player = Player(plan, self.purpose.keep_rows)
        self.plan = plan
        self.manifest |= {"asked": {plan.mode: plan.asked}, "limits": dict(plan.limits)}
        if isinstance(self.store, FolderStore):
            self.store.flush()
            write_manifest(self.store.folder, self.manifest)

    def _blame(self, lost: Sequence[Chunk]) -> None:
        """Raise the fault of the strategy with which a worker was lost, if it was a strategy."""
        raise_fault(self.plan, lost, self.means.time_limit)

    def missing(self) -> list[Span]:
        """Return the units that are not there yet."""
        return gaps(self.store.spans(), self.plan.units)

    def finish(self) -> RunResult:
        """Complete the manifest and write the summary of what is there; raise if that is not all."""
        aggregate = self.store.aggregate()
        rounds = sum(variant.rounds for variant in aggregate.variants.values())
        played = {"rounds": rounds}
        if self.plan.mode == "games":
            played["games"] = sum(variant.games for variant in aggregate.variants.values())
        seconds = self.seconds_before + time.monotonic() - self.started
        self.manifest |= {
            "played": played,
            "wall_seconds": round(seconds, 3),
            "rounds_per_second": self.rounds_per_second,
        }
        if isinstance(self.store, MemoryStore):
            result = in_memory(self.manifest, self.store)
        else:
            self.store.flush()
            result = from_folder(self.store.folder, aggregate)
            result.manifest = self.manifest
            if aggregate.variants:
                write_summary(result)
            write_manifest(self.store.folder, self.manifest)
        if self.interrupted:
            raise Interrupted(self._how_to_go_on(rounds))
        return result

    def _how_to_go_on(self, rounds: int) -> str:
        if self.means.out is None:
            return "interrupted; what was played is lost, since it was not written to a folder"
        command = f"canasta-sim {self.purpose.command} --out {shlex.quote(str(self.means.out))} --resume"
        return f"interrupted; the {rounds:,} rounds played so far are kept. Go on with:\n  {command}"


def check_same(plan: RunPlan, purpose: Purpose, out: Path) -> dict[str, Any]:
    """Make sure that a plan goes on with the run in a folder, and return its manifest.

    Raises
    ------
    ResultsError
        If it is another run, asks for fewer rounds than were asked for before, or wants rows where none were
        kept.
    """
    manifest = read_manifest(out)
    same_run(manifest, identity(plan), str(out))
    before = int(manifest["asked"][plan.mode])
    if plan.asked < before:
        raise ResultsError(
            f"{out} cannot be gone on with: {before} {plan.mode} were asked for and now {plan.asked}; "
            "a run can be extended, not made shorter"
        )
    if bool(manifest["rows"]) != purpose.keep_rows:
        kept = "rows" if manifest["rows"] else "no rows"
        raise ResultsError(f"{out} cannot be gone on with: it keeps {kept}, and that cannot be changed")
    return manifest


def _say_nothing(sentence: str) -> None:
    """Say nothing."""
