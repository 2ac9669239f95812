"""A short trial before a run: how fast it goes here, so how large chunks are and what the run takes."""

from __future__ import annotations

import math
from dataclasses import dataclass

from canasta_sim.batch.aims import FIRST_LOOK, Aims, look_at, most_per_unit
from canasta_sim.batch.chunk import play_chunk
from canasta_sim.batch.plan import Chunk, RunPlan, chunks, units_for
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.intervals import FEW

#: A trial ends after so many seconds of play.
_TRIAL_SECONDS = 0.03
#: A chunk takes about so many seconds: long beside what handing it out costs, short when a run is
#: interrupted.
_CHUNK_SECONDS = 0.5
#: What a chunk costs whatever its size (the sums of each variant) shall be at most such a part of it.
_FIXED_PART = 0.1
#: More rounds in a chunk would only cost memory (about 250 bytes a round while it is being played).
_MOST_CHUNK_ROUNDS = 1 << 17
#: A worker gets at least so many chunks, if chunks are not tiny then, so that all of them end together.
_CHUNKS_PER_WORKER = 4
_LEAST_CHUNK_SECONDS = 0.02

#: A pilot takes no longer than about this.
_PILOT_SECONDS = 20.0

_BASE_MEGABYTES = 250
_BYTES_PER_ROUND_IN_PLAY = 400
_PROCESS_MEGABYTES = 200


@dataclass(frozen=True)
class Trial:
    """What a trial has shown.

    Attributes
    ----------
    units : int
        Units played.
    rounds : int
        Rounds in them, of all variants.
    seconds : float
        Time one worker took for them, rows and sums included, and ``fixed`` left out.
    fixed : float
        Seconds that a chunk takes whatever its size.
    row_bytes : int
        Size of their rows on disk; 0 where none are kept.
    """

    units: int
    rounds: int
    seconds: float
    fixed: float
    row_bytes: int

    @property
    def rate(self) -> float:
        """Rounds per second of one worker."""
        return self.rounds / self.seconds


def hold_trial(plan: RunPlan, keep_rows: bool, seconds: float = _TRIAL_SECONDS) -> Trial:
    """Play a few of the plan's units and forget them.

    Parameters
    ----------
    plan : RunPlan
        Its lineups must be prepared.
    keep_rows : bool
        Whether rows would be kept.
    seconds : float
        How long to play at least, unless the plan is shorter.
    """
    play_chunk(plan, Chunk(0, 0, 1), keep_rows)  # the first time pays for imports
    part = one = play_chunk(plan, Chunk(0, 0, 1), keep_rows)
    units = 1
    while part.seconds < max(seconds, 3 * one.seconds) and units < plan.units:
        units = min(plan.units, units * 4)
        part = play_chunk(plan, Chunk(0, 0, units), keep_rows)
    each = (part.seconds - one.seconds) / (units - 1) if units > 1 else one.seconds
    fixed = min(max(0.0, one.seconds - each), part.seconds)
    size = sum(map(len, part.files.values()))
    return Trial(units, part.played, max(part.seconds - fixed, 1e-9), fixed, size)


def chunk_units(plan: RunPlan, trial: Trial, jobs: int) -> int:
    """Return how many units a chunk shall have.

    Parameters
    ----------
    plan : RunPlan
        What is played.
    trial : Trial
        How fast it goes.
    jobs : int
        Number of workers.
    """
    unit_seconds, unit_rounds = trial.seconds / trial.units, trial.rounds / trial.units
    dear = trial.fixed / _FIXED_PART
    wanted = min(max(_CHUNK_SECONDS, dear) / unit_seconds, _MOST_CHUNK_ROUNDS / unit_rounds)
    shared = max(plan.units / (jobs * _CHUNKS_PER_WORKER), max(_LEAST_CHUNK_SECONDS, dear) / unit_seconds)
    return max(1, int(min(wanted, shared, plan.units)))


def units_until(plan: RunPlan, aims: Aims, trial: Trial) -> int:
    """Estimate from a pilot how many units it takes until intervals are as narrow as wanted.

    Parameters
    ----------
    plan : RunPlan
        What is played; its first units are the pilot, as many as are played before the first look, or fewer
        where they would take long.
    aims : Aims
        Half-widths by metric.
    trial : Trial
        How fast it goes.

    Returns
    -------
    int
        At most what may be played; within about a tenth of what it takes where the pilot is whole.
    """
    from canasta_sim.stats.precision import units_needed

    most = units_for(aims.most, most_per_unit(plan))
    affordable = int(_PILOT_SECONDS * trial.units / trial.seconds)
    pilot = min(most, FIRST_LOOK[plan.mode], max(affordable, FEW))
    at_once = max(1, int(_MOST_CHUNK_ROUNDS * trial.units / trial.rounds))
    pieces = (play_chunk(plan, chunk, keep_rows=False) for chunk in chunks([(0, pilot)], at_once))
    aggregate = Aggregate.merged(piece.aggregate for piece in pieces)
    needed = units_needed(aggregate, aims.until, steepest=math.inf)
    return min(most, max(pilot, look_at(needed, plan)))


@dataclass(frozen=True)
class Estimate:
    """What a run would take here.

    Attributes
    ----------
    rounds_per_second : float
        Of all workers together.
    seconds : float
        From the first round to the last.
    memory_megabytes : float
        At most, about; worker processes included.
    disk_megabytes : float
        The results folder.
    """

    rounds_per_second: float
    seconds: float
    memory_megabytes: float
    disk_megabytes: float


def estimate(units: int, trial: Trial, jobs: int, units_in_chunk: int, backend: str) -> Estimate:
    """Estimate from a trial what it takes to play so many units.

    Rounds per second count what one worker does times the workers: an upper bound where cores are shared.
    """
    rounds = units * trial.rounds / trial.units
    rate = trial.rate * jobs
    in_play = min(units_in_chunk, units) * trial.rounds / trial.units * _BYTES_PER_ROUND_IN_PLAY / 1e6
    memory = _BASE_MEGABYTES + jobs * in_play + (jobs * _PROCESS_MEGABYTES if backend == "processes" else 0)
    disk = 0.2 + rounds * trial.row_bytes / trial.rounds / 1e6
    return Estimate(round(rate, 1), round(rounds / rate, 2), round(memory), round(disk, 2))
