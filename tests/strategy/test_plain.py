"""Every built-in strategy plays the same rounds as plain Python as it does compiled."""

from __future__ import annotations

import numpy as np
import pytest

from canasta_sim.rules import load_rules
from canasta_sim.strategy import Lineup, parse_strategies
from canasta_sim.strategy.loading import built_in_names
from tests.company import PRESETS, seated


def same(rules: str, strategies: str, rounds: int, seed: int = 11) -> None:
    loaded = load_rules(rules)
    plain = Lineup(loaded, parse_strategies(strategies, loaded["table.players"]), plain=True)
    rows = plain.play_rounds(seed, 0, rounds, True)
    assert np.array_equal(rows, seated(loaded, strategies).play_rounds(seed, 0, rounds, True))


@pytest.mark.parametrize("name", built_in_names())
def test_plain_and_compiled_play_the_same(name: str) -> None:
    rules = PRESETS[sorted(built_in_names()).index(name) % len(PRESETS)]
    same(rules, f"{name},greedy", 4)


@pytest.mark.slow
@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("name", built_in_names())
def test_plain_and_compiled_play_the_same_everywhere(name: str, rules: str) -> None:
    same(rules, f"{name},random", 40)
