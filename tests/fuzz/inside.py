"""Commands run inside this process, as `main` runs them; rounds are few, and pictures are not drawn."""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

from canasta_sim.batch import bench, league, naming, pilot, request, run, signals
from canasta_sim.batch.plan import RunPlan, Variant
from canasta_sim.batch.workers import open_pool
from canasta_sim.cli.main import main
from canasta_sim.errors import ExperimentError, RunFailed
from canasta_sim.report import page
from canasta_sim.stats import league as ratings
from canasta_sim.strategy import checking
from canasta_sim.strategy.loading import find_source
from canasta_sim.strategy.specs import parse_strategies
from tests.batch.fake_lineup import FakeLineup
from tests.company import company, seated
from tests.fuzz.judge import Outcome, asked_to_write
from tests.fuzz.place import Place

MOST_ROUNDS = 300
TOO_MANY = "more rounds than this test plays"


class Untraced(FakeLineup):
    """A lineup of files of one's own: nothing of them is played."""

    def trace_round(self, *_: object) -> None:
        raise RunFailed(TOO_MANY)

    trace_game = trace_game_round = trace_round


def variant(name: str, rules: Any, strategies: Any) -> Variant:
    """Seat strategies, those that come along at one compiled table."""
    seats = parse_strategies(strategies, rules["table.players"])
    if any(seat.own for seat in seats):
        return Variant(name, rules, tuple(seats), Untraced(tuple(seat.label for seat in seats)))
    lineup = seated(rules, ",".join(strategies) if isinstance(strategies, list) else strategies)
    return Variant(name, rules, tuple(seats), lineup)


class Inside:
    """Runs commands in a place."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.folders: list[str] = []
        self.played = 0

    def __call__(self, arguments: Sequence[str]) -> Outcome:
        """Run a command, put everything back, and return what it left."""
        self.folders = asked_to_write(arguments)
        try:
            return self._run(arguments)
        finally:
            self.place.restore()

    def _run(self, arguments: Sequence[str]) -> Outcome:
        here = Path.cwd()
        os.chdir(self.place.work)
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", errors) for errors in ("strict", "backslashreplace"))
        cache = {"CANASTA_SIM_CACHE": str(self.place.work / "cache")} if arguments[:1] == ["cache"] else {}
        try:
            with ExitStack() as stack:
                stack.enter_context(self._small())
                stack.enter_context(patch.dict(os.environ, cache))
                stack.enter_context(patch.object(sys, "argv", ["canasta-sim", *arguments]))
                stack.enter_context(redirect_stdout(out))
                stack.enter_context(redirect_stderr(err))
                try:
                    main(list(arguments))
                except SystemExit as left:
                    status = left.code if isinstance(left.code, int) else 0
        finally:
            os.chdir(here)
        texts = [stream.buffer.getvalue().decode() for stream in (out, err) if stream.flush() is None]  # type: ignore[attr-defined]
        return Outcome(status, *texts, tuple(self.place.changes()), tuple(self.folders))

    @contextmanager
    def _small(self) -> Iterator[None]:
        """Keep what is played small, and nothing but that."""
        executed = run.execute
        named = naming.default_folder

        def execute(plan: RunPlan, purpose: Any, means: Any, *rest: Any) -> Any:
            run.check_means(plan, means)
            if not means.out.absolute().resolve().is_relative_to(self.place.parent):
                raise ExperimentError(f"{TOO_MANY} there")
            self.folders.append(str(means.out))
            if plan.amount > MOST_ROUNDS or (plan.mode == "games" and plan.amount > 8):
                raise RunFailed(TOO_MANY)
            self.played += 1
            return executed(plan, purpose, means, *rest)

        def default_folder(command: str, plan: RunPlan) -> Path:
            folder = named(command, plan)
            assert folder.parts[0] == "results", folder
            assert len(folder.parts) == 2, folder
            return folder

        def pool(backend: str, jobs: int, scheduler: str | None = None) -> Any:
            if backend == "dask":
                raise RunFailed(f"no Dask scheduler answers at {scheduler}")
            return open_pool("threads", min(jobs, 2))

        with ExitStack() as stack:
            for owner, name, value in (
                (request, "variant_of", variant),
                (request, "DEFAULT_ROUNDS", 20),
                (league, "DEFAULT_ROUNDS", 20),
                (ratings, "_RESAMPLES", 5),
                (os, "fsync", lambda handle: None),
                (request, "seated_together", lambda variants: variants),
                (run, "execute", execute),
                (run, "open_pool", pool),
                (run, "has_own_files", lambda plan: False),
                (run, "_SECONDS_OF_REHEARSAL", 0.001),
                (pilot, "_PILOT_SECONDS", 0.001),
                (naming, "default_folder", default_folder),
                (page, "pictures", lambda *_: []),
                (signals, "stop_like_ctrl_c", lambda: None),
                (checking, "check", checked),
                (bench, "_Work", Work),
                (bench, "_shuffler", lambda *_: None),
                (bench, "Lineup", lambda rules, seats: variant("", rules, seats[0].label).lineup),
            ):
                stack.enter_context(patch.object(owner, name, value))
            yield


class Work:
    """A piece of work that takes no time."""

    amount = 2

    def __init__(self, play: Any, seconds: float) -> None:
        pass

    def timed(self, threads: int) -> Any:
        return bench._Time(1e-3, 1e-3)


def checked(strategy: str, rounds: int | None, seed: int, limit: float) -> list[checking.Finding]:
    """Ask a strategy nothing, once it is found."""
    find_source(strategy.split(":", maxsplit=1)[0])
    return [checking.Finding("load", True, f"{strategy} is there", {})]


def furnished(parent: Path) -> Place:
    """Return a place with results in it: whole ones, half of them, damaged ones, of games."""
    company()
    place = Place(parent)
    command = Inside(place)
    place.settle()
    made = {
        "done": "run good.toml --out done --chunk 2 --no-report",
        "games": "run --strategies greedy,random --games 2 --seed 1 --out games --no-report",
    }
    for name, text in made.items():
        with patch.object(place, "restore", lambda: None):
            found = command(text.split())
        assert found.status == 0, found.err
        assert f"work/{name}/summary.csv" in found.changes
    for name in ("half", "hurt"):
        shutil.copytree(place.work / "done", place.work / name)
    for kind in ("rounds", "aggregates"):
        max((place.work / "half" / kind).iterdir()).unlink()
    part = min((place.work / "hurt/rounds").iterdir())
    content = bytearray(part.read_bytes())
    content[len(content) // 2] ^= 4
    part.write_bytes(content)
    place.settle()
    return place
