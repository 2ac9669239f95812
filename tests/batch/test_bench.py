"""Speeds: what is measured fits together, and player-turns cost about what they cost before, in shuffles.

The baseline is what ``canasta-sim bench --strategies greedy,balanced,expert --jobs 1 --repeats 15 --json`` printed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from canasta_sim.batch.bench import compared, measure
from canasta_sim.errors import ExperimentError

BASELINE = Path(__file__).parent.parent / "baselines" / "bench.json"
MARGIN = 2.5
"""So many times slower than the baseline is a fault; a busy machine alone stays well below."""


@pytest.fixture(scope="module")
def measured() -> dict[str, Any]:
    return measure(["hoyle", "romanian-house"], ["greedy"], jobs=[1], repeats=5, seconds=0.04)


def test_a_measurement_fits_together(measured: dict[str, Any]) -> None:
    assert [(speed["rules"], speed["cores"]) for speed in measured["speeds"]] == [
        ("hoyle", 1),
        ("romanian-house", 1),
    ]
    for speed in measured["speeds"]:
        assert speed["turn_ns_least"] <= speed["turn_ns"] <= speed["turn_ns_most"]
        assert 20 < speed["turns_per_second"] / speed["rounds_per_second"] < 80
        # repeat by repeat and as a whole: on a busy machine they differ, but not by a unit
        assert 0.25 < speed["turn_in_shuffles"] / (speed["turn_ns"] / measured["shuffle_ns"]["1"]) < 4


def test_a_turn_costs_no_more_shuffles_than_before(measured: dict[str, Any]) -> None:
    ratios = compared(measured, json.loads(BASELINE.read_text(encoding="utf-8")))
    assert set(ratios) == {"hoyle/greedy/1", "romanian-house/greedy/1"}
    slow = {name: ratio for name, ratio in ratios.items() if ratio > MARGIN}
    assert not slow, "slower than tests/baselines/bench.json, in shuffles per player-turn"


def test_what_several_cores_gain_is_told_beside_what_shuffling_gains() -> None:
    alone, together = measure(["hoyle"], ["greedy"], jobs=[2, 1], repeats=3, seconds=0.04)["speeds"]
    assert (alone["cores"], alone["gain"], alone["gain_share"]) == (1, 1.0, 1.0)
    assert together["cores"] == 2
    # two threads do not play less than a quarter, nor more than four times, of what one plays
    assert 0.25 < together["gain"] < 4
    assert 0.25 < together["gain_share"] < 4


def test_without_one_core_no_gain_is_told() -> None:
    (speed,) = measure(["hoyle"], ["greedy"], jobs=[2], repeats=1, seconds=0.04)["speeds"]
    assert speed["gain"] is speed["gain_share"] is None


def test_ratios_to_itself_are_one(measured: dict[str, Any]) -> None:
    assert set(compared(measured, measured).values()) == {1.0}


@pytest.mark.parametrize("other", [{}, {"speeds": [1]}, {"speeds": [{"rules": "hoyle"}]}])
def test_something_else_is_refused(measured: dict[str, Any], other: dict[str, Any]) -> None:
    with pytest.raises(ExperimentError, match="bench --json"):
        compared(measured, other)


@pytest.mark.parametrize(("repeats", "seconds"), [(0, 1.0), (1, 0.0)])
def test_nothing_measured_is_refused(repeats: int, seconds: float) -> None:
    with pytest.raises(ExperimentError, match="repeat"):
        measure(["hoyle"], ["greedy"], [1], repeats, seconds)
