"""Leagues: strategies all against all, every pairing a variant on the same deals with the seats changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from canasta_sim.batch.amounts import parse_amount
from canasta_sim.batch.files import write_whole
from canasta_sim.batch.folder import read_manifest
from canasta_sim.batch.manifest import Purpose
from canasta_sim.batch.plan import RunPlan
from canasta_sim.batch.progress import Progress
from canasta_sim.batch.request import MakeVariant, Request, VariantRequest, plan_of, resumed_plan, seat_text
from canasta_sim.batch.results import RunResult
from canasta_sim.batch.run import Means, execute
from canasta_sim.batch.store import Note
from canasta_sim.batch.workers import SECONDS_FOR_A_CHUNK
from canasta_sim.errors import ExperimentError, ResultsError

if TYPE_CHECKING:
    import pandas as pd

    from canasta_sim.rules import RuleSet

RATINGS, CROSS = "ratings.csv", "cross.csv"
DEFAULT_ROUNDS = 20_000
_MOST_PAIRINGS = 1000


class LeagueResult(RunResult):
    """The results of a league: those of a run, in which every variant is a pairing, and its tables."""

    @classmethod
    def of(cls, result: RunResult) -> LeagueResult:
        """Return the results of a run as those of a league.

        Parameters
        ----------
        result : RunResult
            A run in which every variant is a pairing.

        Returns
        -------
        LeagueResult
        """
        return cls(result.manifest, result.aggregate, result.out, result._files)

    @cached_property
    def ratings(self) -> pd.DataFrame:
        """Standings, best first, as in ``ratings.csv``."""
        from canasta_sim.stats.standings import ratings_frame

        return ratings_frame(self.aggregate)

    @cached_property
    def cross(self) -> pd.DataFrame:
        """Who beats whom, as in ``cross.csv``."""
        from canasta_sim.stats.standings import cross_frame

        return cross_frame(self.aggregate)

    @property
    def stopped(self) -> dict[str, str]:
        """Strategies that had to be stopped, and why; the league went on without them."""
        return dict(self.manifest.get("stopped") or {})


def league_plan(
    request: Request, out: Path | None = None, make_variant: MakeVariant | None = None
) -> tuple[RunPlan, Purpose]:
    """Make the plan of a league.

    Parameters
    ----------
    request : Request
        What is asked for; its strategies are those that play, all built-in ones by default.
    out : Path, optional
        The folder of a league to go on with; None: a new one.
    make_variant : callable, optional
        As for `plan_of`.

    Returns
    -------
    plan : RunPlan
        A variant ``A vs B`` for each pairing, without a baseline.
    purpose : Purpose

    Raises
    ------
    CanastaError
        As `plan_of`; and for fewer than two strategies, one named twice, rule variants, or no swapping.
    """
    if request.variants or request.baseline is not None:
        raise ExperimentError(
            f"{request.where or 'this'}: variants, vary and baseline are for canasta-sim compare; a league "
            "plays under one rule set"
        )
    if request.swap is False:
        raise ExperimentError("a league plays every deal twice with the seats changed; leave --no-swap out")
    named = strategies_of(request)
    if out is not None:
        _check_company(named, out)
        return resumed_plan(replace(request, strategies=None), out, make_variant)
    if request.amount() is None and not request.aims().open_ended:
        request = replace(request, rounds=DEFAULT_ROUNDS)
    pairs = [
        VariantRequest(f"{_label(a)} vs {_label(b)}", strategies=[a, b])
        for a, b in combinations(named or built_in(), 2)
    ]
    if len(pairs) > _MOST_PAIRINGS:
        raise ExperimentError(f"{len(pairs)} pairings are too many; {_MOST_PAIRINGS} are possible")
    return plan_of(replace(request, variants=pairs), make_variant)


def built_in() -> list[str]:
    """Return the names of all built-in strategies."""
    from canasta_sim.strategy.loading import built_in_names

    return built_in_names()


def strategies_of(request: Request) -> list[str]:
    """Return the strategies that are named, each once; none where nothing is said.

    Raises
    ------
    ExperimentError
        For one alone, or one that is named twice.
    """
    said = request.strategies
    if not said:
        return []
    names = [name.strip() for name in (said.split(",") if isinstance(said, str) else said)]
    labels = [_label(name) for name in names]
    twice = next((label for label in labels if labels.count(label) > 1), None)
    if twice is not None:
        raise ExperimentError(f'strategies: "{twice}" is named twice; in a league each plays once')
    if len(names) < 2:
        raise ExperimentError(f"strategies: a league needs two or more, not {', '.join(names)} alone")
    return names


def _label(name: str) -> str:
    """Return a strategy's name in tables, as far as it can be told without loading it."""
    path, colon, parameters = name.partition(":")
    return (Path(path).stem if path.endswith(".py") else path) + colon + parameters


def _check_company(named: Sequence[str], out: Path) -> None:
    """Refuse to go on with a league of other strategies."""
    if not named:
        return
    variants = read_manifest(out).get("variants") or []
    there = dict.fromkeys(_label(seat_text(seat)) for variant in variants for seat in variant["seats"])
    now = [_label(name) for name in named]
    if set(there) != set(now):
        raise ResultsError(
            f"{out} cannot be gone on with: the strategies were {', '.join(there)} and are {', '.join(now)}"
        )


def write_league(result: LeagueResult) -> None:
    """Write ``ratings.csv`` and ``cross.csv`` beside ``summary.csv``."""
    from canasta_sim.stats.summary import write_summary

    if result.out is None or not any(variant.units for variant in result.aggregate.variants.values()):
        return
    write_whole(result.out / RATINGS, write_summary(result.ratings).encode())
    write_whole(result.out / CROSS, write_summary(result.cross).encode())


def play_league(
    request: Request, means: Means, note: Note | None = None, progress: Progress | None = None
) -> LeagueResult:
    """Play a league, or go on with it, and write its tables; as `execute` does for runs.

    Parameters
    ----------
    request : Request
        What is asked for.
    means : Means
        How it is played.
    note, progress : optional
        Told what is going on.

    Raises
    ------
    CanastaError, RunFailed, Interrupted
        As `execute`. A strategy that has to be stopped is no reason, as long as others are left: see
        `LeagueResult.stopped`.
    """
    if means.resume and means.out is None:
        raise ExperimentError("resume needs the folder to go on with: give out")
    plan, purpose = league_plan(request, means.out if means.resume else None)
    result = LeagueResult.of(execute(plan, purpose, means, note, progress))
    write_league(result)
    return result


def league(
    strategies: str | Sequence[str] | None = None,
    rules: str | Path | RuleSet | None = None,
    rounds: int | str | None = None,
    *,
    games: int | str | None = None,
    seed: int | None = None,
    set: Mapping[str, object] | Sequence[str] | None = None,
    until_ci: Mapping[str, object] | Sequence[str] | None = None,
    sprt: float | None = None,
    error_rate: float | None = None,
    no_rounds: bool | None = None,
    jobs: int = -1,
    backend: str | None = None,
    scheduler: str | None = None,
    chunk: int | str | None = None,
    time_limit: float = SECONDS_FOR_A_CHUNK,
    out: str | Path | None = None,
    resume: bool = False,
    overwrite: bool = False,
) -> LeagueResult:
    """Play strategies all against all: what ``canasta-sim league`` does.

    Parameters
    ----------
    strategies : str or sequence of str, optional
        Those that play, two or more; all built-in ones by default.
    rules, rounds, games, seed, set
        As for `simulate`; rounds (20,000 by default) and games are those of each pairing, and every pairing
        plays the same deals.
    until_ci : mapping or sequence of "METRIC=HALFWIDTH", optional
        Pairings play on until half the interval is so narrow (``{"margin": 10}``); at most `rounds`.
    sprt : float, optional
        Two strategies: a sequential test of whether one or the other is ahead by so many points a round
        (game). The run ends when it has decided, at most after `rounds`; the margin is biased by that.
    error_rate : float, optional
        Of that test, under either hypothesis; 0.05 by default.
    no_rounds, jobs, backend, scheduler, chunk, out, resume, overwrite
        As for `simulate`.
    time_limit : float
        Seconds after which a chunk is given up in which files of your own play.

    Returns
    -------
    LeagueResult
        With the frames ``.ratings``, ``.cross``, ``.summary`` and ``.rounds``, and ``.stopped``.

    Raises
    ------
    CanastaError
        If the request is wrong.
    RunFailed
        If something fails while playing.
    """
    request = Request(
        command="league",
        rules=rules,
        settings=set or (),
        strategies=strategies,
        rounds=rounds,
        games=games,
        seed=seed,
        until_ci=until_ci or (),
        sprt=sprt,
        error_rate=error_rate,
        keep_rows=None if no_rounds is None else not no_rounds,
    )
    means = Means(
        jobs=jobs,
        backend=backend,
        scheduler=scheduler,
        chunk=None if chunk is None else parse_amount(chunk, "chunk"),
        out=None if out is None else Path(out),
        resume=resume,
        overwrite=overwrite,
        time_limit=time_limit,
    )
    return play_league(request, means)
