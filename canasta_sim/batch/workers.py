"""Workers: threads, processes or a Dask cluster behind one interface, and the stream of what they finish.

Every backend is a `concurrent.futures.Executor`. Work is handed out a little ahead of the workers and no
further, so that memory does not grow with the length of a run, and results come back in the order in which
they are finished.
"""

from __future__ import annotations

import math
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from functools import lru_cache
from itertools import islice
from typing import TypeVar

from canasta_sim.batch.chunk import Part, play_chunk
from canasta_sim.batch.guard import has_own_files
from canasta_sim.batch.plan import Chunk, RunPlan
from canasta_sim.errors import ExperimentError, RunFailed

BACKENDS = ("threads", "processes", "dask")
MOST_JOBS = 1024

#: A pool of processes that keeps breaking is given up after so many new starts without a finished chunk
#: between.
_MOST_RESTARTS = 3
#: Chunks take half a second; where one in which a file of the user's own plays takes so long, it is given up.
SECONDS_FOR_A_CHUNK = 60.0
#: New processes load libraries and strategies first: so much longer their first tasks may take.
_SECONDS_TO_START = 60.0
#: How often it is looked whether somebody has asked to stop.
_SECONDS_BETWEEN_LOOKS = 0.2

Task = TypeVar("Task")
Result = TypeVar("Result")


def count_jobs(jobs: int) -> int:
    """Return the number of workers that ``--jobs`` stands for.

    Parameters
    ----------
    jobs : int
        At least 1, or -1 for all cores that this process may use.

    Raises
    ------
    ExperimentError
        For any other number.
    """
    if jobs == -1:
        usable = getattr(os, "sched_getaffinity", None)
        return len(usable(0)) if usable else os.cpu_count() or 1
    if not 1 <= jobs <= MOST_JOBS:
        raise ExperimentError(f"jobs must be from 1 to {MOST_JOBS}, or -1 for all cores, not {jobs}")
    return jobs


def pick_backend(backend: str | None, scheduler: str | None, plan: RunPlan) -> str:
    """Return the backend to use.

    Threads for the compiled strategies that come along; processes for plain Python, and for files of the
    user's own: those may never answer, and only processes can be ended.

    Parameters
    ----------
    backend : str or None
        What was asked for.
    scheduler : str or None
        Address of a Dask scheduler; only that backend has one.
    plan : RunPlan
        What is played.
    """
    if (scheduler is not None) != (backend == "dask"):
        raise ExperimentError(
            "--backend dask and --scheduler go together: --backend dask --scheduler tcp://HOST:8786"
        )
    if backend is None:
        safe = all(variant.lineup.compiled for variant in plan.variants) and not has_own_files(plan)
        return "threads" if safe else "processes"
    if backend not in BACKENDS:
        raise ExperimentError(f'backend must be one of {", ".join(BACKENDS)}, not "{backend}"')
    return backend


class Player:
    """Plays chunks of a plan: what is sent to the workers.

    Another process gets the plan as bytes and keeps it for the next chunk, so that strategies are loaded
    once.

    Parameters
    ----------
    plan : RunPlan
        What is played.
    keep_rows : bool
        Whether parts hold rows, or sums only.
    """

    def __init__(self, plan: RunPlan, keep_rows: bool) -> None:
        self._plan = plan
        self._keep_rows = keep_rows
        self._pickled: bytes | None = None

    def __call__(self, chunk: Chunk) -> Part:
        """Play one chunk."""
        return play_chunk(self._plan, chunk, self._keep_rows)

    def __reduce__(self) -> tuple[Callable[[bytes, bool], Player], tuple[bytes, bool]]:
        """Pickle the plan once, however many chunks there are."""
        if self._pickled is None:
            self._pickled = pickle.dumps(self._plan)
        return _arrived, (self._pickled, self._keep_rows)


@lru_cache(maxsize=2)
def _arrived(pickled: bytes, keep_rows: bool) -> Player:
    """Make the player in a worker process; the same bytes give the same player."""
    return Player(pickle.loads(pickled), keep_rows)


def open_pool(backend: str, jobs: int, scheduler: str | None = None) -> Executor:
    """Start workers.

    Parameters
    ----------
    backend : str
        One of `BACKENDS`.
    jobs : int
        Number of threads or processes.
    scheduler : str, optional
        Address of the Dask scheduler.

    Returns
    -------
    concurrent.futures.Executor
    """
    if backend == "threads":
        return ThreadPoolExecutor(jobs, thread_name_prefix="canasta-sim")
    if backend == "processes":
        from joblib.externals.loky import ProcessPoolExecutor

        pool: Executor = ProcessPoolExecutor(jobs, initializer=_begin_worker, initargs=(os.getpid(),))
        return pool
    from canasta_sim.batch.cluster import open_cluster

    return open_cluster(scheduler or "")


def _begin_worker(parent: int) -> None:
    """Leave Ctrl-C, which reaches every process of a terminal, to the process that started the workers.

    And leave with it: a process that is killed cannot tell its workers to go.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1.0)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Workers:
    """A pool that is handed tasks and yields what is finished; a broken pool is replaced.

    Parameters
    ----------
    open_pool : callable
        Starts the workers; called again where a worker process has died.
    limit : float, optional
        Seconds that a task may take; a pool of processes in which one takes longer is ended.
    """

    def __init__(self, open_pool: Callable[[], Executor], limit: float | None = None) -> None:
        self._open_pool = open_pool
        self.limit = limit
        self._pool = open_pool()
        self._restarts = 0
        self._opened = time.monotonic()

    def results(
        self,
        call: Callable[[Task], Result],
        tasks: Iterable[Task],
        ahead: int,
        stopped: Callable[[], bool],
        lost: Callable[[list[Task]], None] | None = None,
    ) -> Iterator[Result]:
        """Yield results in the order in which they are finished.

        Parameters
        ----------
        call : callable
            What plays a task.
        tasks : iterable
            Tasks, taken one at a time.
        ahead : int
            How many tasks are handed out at a time.
        stopped : callable
            Asked again and again; once it returns True nothing more is handed out, and what is being played
            is finished and yielded.
        lost : callable, optional
            Given the tasks that were under way when a worker died or was ended; raises why, if it finds out.

        Yields
        ------
        Result

        Raises
        ------
        RunFailed
            If worker processes die again and again, or a task takes longer than the limit.
        """
        waiting: dict[Future[Result], Task] = {}
        source, halted = iter(tasks), False
        oldest: tuple[Future[Result] | None, float] = (None, 0.0)
        try:
            while True:
                if not halted:
                    self._hand_out(call, list(islice(source, ahead - len(waiting))), waiting)
                if not waiting:
                    return
                done, _ = wait(waiting, timeout=_SECONDS_BETWEEN_LOOKS, return_when=FIRST_COMPLETED)
                if stopped() and not halted:
                    halted = True
                    for future in [future for future in waiting if future.cancel()]:
                        del waiting[future]
                gone = []
                for future, task in [(one, waiting.pop(one)) for one in done if one in waiting]:
                    try:
                        if not future.cancelled():
                            yield future.result()
                            self._restarts = 0
                    except BrokenExecutor:
                        gone.append(task)
                if gone:
                    # One worker has died, and everything under way is lost with its pool.
                    gone += waiting.values()
                    waiting.clear()
                    self._replace(gone, lost)
                    self._hand_out(call, gone, waiting)
                # Tasks are begun in order: the oldest one is being played.
                first = next(iter(waiting), None)
                oldest = oldest if first is oldest[0] else (first, time.monotonic())
                if first and time.monotonic() > self._deadline(oldest[1]):
                    self._give_up(list(waiting.values()), lost)
        finally:
            for future in waiting:
                future.cancel()

    def _hand_out(
        self, call: Callable[[Task], Result], tasks: list[Task], waiting: dict[Future[Result], Task]
    ) -> None:
        for task in tasks:
            try:
                future = self._pool.submit(call, task)
            except BrokenExecutor:  # it broke since; what is under way will say so too
                self._restart()
                future = self._pool.submit(call, task)
            waiting[future] = task

    def _restart(self) -> None:
        """Start new workers after one has died."""
        self._restarts += 1
        if self._restarts > _MOST_RESTARTS:
            raise RunFailed(
                "worker processes keep dying (killed from outside, or out of memory); "
                "try fewer --jobs, or --backend threads"
            )
        self._pool.shutdown(wait=False)
        self._pool, self._opened = self._open_pool(), time.monotonic()

    def _replace(self, tasks: list[Task], lost: Callable[[list[Task]], None] | None) -> None:
        """Start new workers after one has died, unless it is known why."""
        self._restart()
        if lost is not None:
            lost(tasks)

    def _deadline(self, begin: float) -> float:
        """Return when a task must be finished that has been the oldest since ``begin``."""
        if self.limit is None:
            return math.inf
        return max(begin, self._opened + _SECONDS_TO_START) + self.limit

    def _give_up(self, tasks: list[Task], lost: Callable[[list[Task]], None] | None) -> None:
        """End workers one of which has been at its task for too long, and say why."""
        self._end()
        self._pool, self._opened = self._open_pool(), time.monotonic()
        if lost is not None:
            lost(tasks)
        raise RunFailed(
            f"a chunk was not finished within {self.limit:g} s, the time limit where strategy files of your "
            "own play; make chunks smaller (--chunk) or the limit longer (--time-limit)"
        )

    def _end(self) -> None:
        """End a pool of processes, whatever they are doing."""
        end: Callable[..., None] = self._pool.shutdown
        end(wait=False, kill_workers=True)

    def close(self) -> None:
        """Let the workers go, once they have finished what they are playing."""
        self._pool.shutdown(wait=True)
