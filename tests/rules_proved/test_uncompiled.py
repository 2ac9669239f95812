"""The engine run as plain Python and the compiled engine play the same rounds, column by column."""

from __future__ import annotations

import numpy as np
import pytest

from canasta_sim.rules import load_rules
from canasta_sim.strategy.loading import built_in_names
from tests.company import PRESETS, seated
from tests.rules_proved.refereed import near_preset, random_rules
from tests.uncompiled import Engine, PlainLineup


@pytest.fixture(scope="module")
def engine():
    return Engine()


def _same(engine, rules, names, rounds):
    plain, _ = PlainLineup(engine, rules, names).play_rounds(3, 0, rounds, True)
    compiled = seated(rules, ",".join(names)).play_rounds(3, 0, rounds, True, check=True)
    np.testing.assert_array_equal(plain[:-3], compiled[:-3])


@pytest.mark.parametrize("preset", PRESETS)
def test_same_rounds_under_presets(engine, preset):
    _same(engine, load_rules(preset), ["random", "greedy"], 12)


@pytest.mark.parametrize("name", built_in_names())
def test_same_rounds_with_every_strategy(engine, name):
    _same(engine, load_rules("classic"), [name], 4)


@pytest.mark.parametrize("make", [random_rules, near_preset])
def test_same_rounds_under_other_rules(engine, make):
    for number in range(24):
        _same(engine, make(1000 + number), ["random"], 4)


def test_same_games(engine):
    rules = load_rules("rummyroyal")
    for game in range(2):
        rows, game_rows = PlainLineup(engine, rules, ["greedy", "random"]).play_game(5, game)
        same_rows, same_game = seated(rules, "greedy,random").play_games(5, game, 1, False, check=True)
        np.testing.assert_array_equal(rows, same_rows)
        np.testing.assert_array_equal(game_rows, same_game)
