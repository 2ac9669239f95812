"""The experiments that come with the package: each can be played as it stands."""

from __future__ import annotations

import pytest

from canasta_sim.batch.experiment import load_experiment
from canasta_sim.batch.manifest import Purpose
from canasta_sim.batch.plan import RunPlan
from canasta_sim.batch.request import plan_of
from canasta_sim.cli.asked import asked_for
from canasta_sim.cli.publish import kind
from canasta_sim.paths import experiments_dir
from canasta_sim.strategy.loading import built_in_names
from tests.company import PRESETS

NAMES = sorted(path.stem for path in experiments_dir().glob("*.toml"))
COMPARED = [name for name in NAMES if kind(name) == "compare"]
LEAGUES = [name for name in NAMES if kind(name) == "league"]


def planned(name: str) -> tuple[RunPlan, Purpose]:
    request, _ = asked_for("compare", name, {}, "")
    return plan_of(request)


def test_there_are_enough() -> None:
    assert len(COMPARED) >= 16


@pytest.mark.parametrize("name", COMPARED)
def test_each_asks_a_question_and_says_what_matters(name: str) -> None:
    found = load_experiment(name)
    assert found.name
    assert found.question.endswith("?")
    assert found.seed is not None
    assert found.rounds is None, "it plays until its interval is narrow enough"
    main = found.metrics[0]
    plan, purpose = planned(name)
    assert main in purpose.aims.until
    quarters = {metric: size / 4 for metric, size in purpose.aims.smallest.items()}
    assert purpose.aims.until == pytest.approx(quarters)
    assert plan.baseline in [variant.name for variant in plan.variants]
    assert {seat.name for variant in plan.variants for seat in variant.seats} <= set(built_in_names())
    assert (plan.mode == "games") == main.startswith("game_")


def test_there_is_a_league_of_all_strategies_for_every_preset() -> None:
    leagues = [load_experiment(name) for name in LEAGUES]
    assert sorted(str(league.rules) for league in leagues) == sorted(PRESETS)
    for league in leagues:
        assert sorted(league.strategies or []) == built_in_names()
        assert league.rounds == 400_000, "200,000 deals, each with the seats changed"


def test_no_two_have_the_same_seed_or_question() -> None:
    found = [load_experiment(name) for name in NAMES]
    assert len({one.seed for one in found}) == len(found)
    assert len({one.question for one in found}) == len(found)


def test_names_are_file_names() -> None:
    assert all(name == name.lower() and name.replace("-", "").isalnum() for name in NAMES)
