"""The same seed gives the same rounds and games, to the last point, as when the baselines were kept."""

from __future__ import annotations

import json

import pytest

from canasta_sim.rules import load_rules
from canasta_sim.strategy.loading import built_in_names
from tests.baselines.totals import GAMES, ROUNDS, SEED, kept, totals
from tests.company import PRESETS

HOW = "if it plays differently on purpose, raise its version and run `python -m tests.baselines`"


@pytest.mark.parametrize("preset", PRESETS)
def test_every_built_in_strategy_has_a_baseline(preset):
    baseline = kept(preset)
    assert (baseline["seed"], baseline["rounds"], baseline["games"]) == (SEED, ROUNDS, GAMES)
    assert sorted(baseline["strategies"]) == built_in_names(), "run `python -m tests.baselines`"
    assert baseline["rules_version"] == load_rules(preset).version, HOW


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("strategy", built_in_names())
def test_totals_are_those_kept(preset, strategy):
    before = kept(preset)["strategies"].get(strategy)
    if before is None:
        pytest.fail("run `python -m tests.baselines`")
    assert json.loads(json.dumps(totals(preset, strategy))) == before, f"{strategy} under {preset}: {HOW}"
