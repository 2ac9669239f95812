"""The Python interface to runs: `simulate`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from canasta_sim.batch.amounts import parse_amount
from canasta_sim.batch.request import Request, plan_of, resumed_plan
from canasta_sim.batch.results import RunResult
from canasta_sim.batch.run import Means, execute
from canasta_sim.errors import ExperimentError

if TYPE_CHECKING:
    from canasta_sim.rules import RuleSet


def simulate(
    rules: str | Path | RuleSet | None = None,
    strategies: str | Sequence[str] | None = None,
    rounds: int | str | None = None,
    *,
    games: int | str | None = None,
    seed: int | None = None,
    set: Mapping[str, object] | Sequence[str] | None = None,
    swap: bool | None = None,
    no_rounds: bool | None = None,
    jobs: int = -1,
    backend: str | None = None,
    scheduler: str | None = None,
    chunk: int | str | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    overwrite: bool = False,
) -> RunResult:
    """Play rounds or games in batch: what ``canasta-sim run`` does.

    Parameters
    ----------
    rules : str, Path or RuleSet, optional
        Name of a rule set, path of a rule file, or a rule set; ``"hoyle"`` by default.
    strategies : str or sequence of str, optional
        One (all seats), one per side (``"A,B"``) or one per seat; each a name, ``"name:param=value"`` or the
        path of a ``.py`` file; ``"balanced,greedy"`` by default.
    rounds, games : int or str, optional
        How many to play, also as ``"1e6"`` or ``"250k"``; 100,000 rounds by default.
    seed : int, optional
        0 to 2**63 - 1; a fresh one is drawn by default and stands in the result.
    set : mapping or sequence of "KNOB=VALUE", optional
        Knobs to change.
    swap : bool, optional
        Play each deal a second time with the strategies moved on by one seat (yes by default).
    no_rounds : bool, optional
        Keep sums only, no rows.
    jobs : int
        Workers; -1: one per core.
    backend : {"threads", "processes", "dask"}, optional
        Threads by default where all strategies are compiled, else processes.
    scheduler : str, optional
        Address of the Dask scheduler, for that backend.
    chunk : int or str, optional
        Rounds played at a time; about half a second's by default. No result depends on it.
    out : str or Path, optional
        Results folder to write; without one, results stay in memory.
    resume, overwrite : bool
        Go on with the run in `out`, or remove it first.

    Returns
    -------
    RunResult
        With the frames ``.rounds`` and ``.summary`` (and ``.games``).

    Raises
    ------
    CanastaError
        If the request is wrong; it is a ``ValueError``, with the message of the command.
    RunFailed
        If something fails while playing.
    """
    request = Request(
        rules=rules,
        settings=set or (),
        strategies=strategies,
        rounds=rounds,
        games=games,
        seed=seed,
        swap=swap,
        keep_rows=None if no_rounds is None else not no_rounds,
    )
    return played(request, jobs, backend, scheduler, chunk, out, resume, overwrite)


def played(
    request: Request,
    jobs: int,
    backend: str | None,
    scheduler: str | None,
    chunk: int | str | None,
    out: str | Path | None,
    resume: bool,
    overwrite: bool,
) -> RunResult:
    """Play what is asked for, or go on with it; parameters are those of `simulate`."""
    folder = None if out is None else Path(out)
    means = Means(
        jobs=jobs,
        backend=backend,
        scheduler=scheduler,
        chunk=None if chunk is None else parse_amount(chunk, "chunk"),
        out=folder,
        resume=resume,
        overwrite=overwrite,
    )
    if resume:
        if folder is None:
            raise ExperimentError("resume needs the folder to go on with: give out")
        plan, purpose = resumed_plan(request, folder)
    else:
        plan, purpose = plan_of(request)
    return execute(plan, purpose, means)
