"""Files of users that never answer or crash: ended, named with their place, and the rest kept."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from canasta_sim.batch import workers
from canasta_sim.batch.guard import trial_of_child
from canasta_sim.batch.manifest import Purpose
from canasta_sim.batch.plan import RunPlan, Variant
from canasta_sim.batch.results import from_folder
from canasta_sim.batch.run import Means, execute
from canasta_sim.batch.workers import Workers, open_pool, pick_backend
from canasta_sim.errors import RunFailed
from canasta_sim.rules import load_rules
from canasta_sim.strategy.faults import StrategyFault
from tests.batch.fake_lineup import FakeLineup, FakeSeat


@pytest.fixture(autouse=True)
def short_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_SECONDS_TO_START", 10.0)


class OwnLineup(FakeLineup):
    """Rows of a fake, with a strategy that fails in round 613: `how` is "sleep" or "die"."""

    def __init__(self, labels: tuple[str, ...], how: str, compiled: bool = True) -> None:
        super().__init__(labels, compiled=compiled, delay=0.0005)  # so that a trial does not get far
        self.__dict__["how"] = how
        self.__dict__["memory"] = None
        self.__dict__["seats"] = tuple(FakeSeat(label, own=label == "mine") for label in labels)

    def __setattr__(self, name: str, value: object) -> None:
        self.__dict__[name] = value

    def play_rounds(self, seed, first_round, rounds, swap, check=False):
        if isinstance(self.memory, np.ndarray):
            self.memory["turn"], self.memory["seat"] = 1, 1
        if "mine" in self.labels and first_round <= 613 < first_round + rounds:
            if isinstance(self.memory, np.ndarray):
                self.memory["turn"], self.memory["seat"] = 31, 2
            if self.how == "die":
                os.kill(os.getpid(), signal.SIGSEGV)
            time.sleep(1000)
        return super().play_rounds(seed, first_round, rounds, swap)


def plan_of(how: str, *pairs: tuple[str, str]) -> RunPlan:
    rules = load_rules("hoyle")
    variants = []
    for first, second in pairs or (("mine", "b"),):
        lineup = OwnLineup((first, second, first, second), how)
        variants.append(Variant(f"{first} vs {second}", rules, lineup.seats, lineup))
    return RunPlan(tuple(variants), "rounds", 1000, 7)


def test_files_of_users_play_in_processes() -> None:
    assert pick_backend(None, None, plan_of("die")) == "processes"
    assert pick_backend(None, None, plan_of("die", ("a", "b"))) == "threads"
    assert pick_backend("threads", None, plan_of("die")) == "threads"


@pytest.mark.parametrize(
    ("how", "words"), [("sleep", r"did not answer for 2 s"), ("die", r"reached past its arrays \(SIGSEGV\)")]
)
def test_a_run_ends_in_a_sentence_and_what_was_played_is_kept(tmp_path: Path, how: str, words: str) -> None:
    means = Means(out=tmp_path / "out", jobs=1, chunk=100, time_limit=2.0)
    begin = time.monotonic()
    # In round 613 the seats have moved on by one: on seat 2 sits "b", which comes along, so "mine" is blamed.
    where = r" \(seed 7, round 613, turn 31, seat 2\)$"
    with pytest.raises(StrategyFault, match=r"^strategy mine " + words + where):
        execute(plan_of(how), Purpose(), means)
    assert time.monotonic() - begin < 120
    kept = from_folder(tmp_path / "out").aggregate.variants["mine vs b"]
    assert 0 < kept.rounds <= 600


def test_in_a_league_the_others_play_on(tmp_path: Path) -> None:
    means = Means(out=tmp_path / "out", jobs=2, chunk=100, time_limit=2.0)
    plan = plan_of("sleep", ("mine", "b"), ("b", "c"), ("mine", "c"))
    notes: list[str] = []
    result = execute(plan, Purpose("league"), means, notes.append)
    units = {name: variant.units for name, variant in result.aggregate.variants.items()}
    assert units["b vs c"] == 500
    assert 0 < units["mine vs b"] == units["mine vs c"] <= 450
    assert result.manifest["stopped"].keys() == {"mine"}
    assert notes[-1].endswith("round 613, turn 31, seat 2); the league goes on without it")


def slow(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def test_who_was_taken_out_is_not_tried_again() -> None:
    """A trial after a fault is one of the pairings that play on: the faulty strategy would end it again."""
    plan = plan_of("die", ("mine", "b"), ("b", "c")).without(["mine"])
    assert plan is not None
    asked: list[Any] = []
    list(trial_of_child(SimpleNamespace(view=asked, enter=lambda *_: None), plan, False, 0.001))  # type: ignore[arg-type]
    tried = {variant.name for variant in plan.variants if variant.lineup.memory is asked}
    assert tried == {"b vs c"}


@pytest.mark.slow
def test_a_task_that_takes_too_long_is_given_up() -> None:
    pool = Workers(lambda: open_pool("processes", 2), limit=3.0)
    try:
        found = []
        with pytest.raises(RunFailed, match="not finished within 3 s"):
            found.extend(pool.results(slow, [0.1, 0.2, 60.0, *[0.1] * 5], 4, lambda: False))
        assert sorted(found) == [0.1] * 6 + [0.2]
    finally:
        pool.close()
