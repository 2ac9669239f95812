"""Disputed questions about the end of a game, asked of the function that ends it."""

from __future__ import annotations

from typing import Any

import pytest

from canasta_sim.engine.encoding import encode
from canasta_sim.rules import load_rules
from canasta_sim.strategy.generate import plain_driver_source, steps_module

NOBODY, EVEN = 2, 3


def winner(rules: str, scores: tuple[int, int], out_side: int = 2, rounds: int = 9, **knobs: object) -> int:
    """Return which side has won a game that stands so (2: nobody yet, 3: an even end)."""
    steps = steps_module()[0]
    driver: dict[str, Any] = {name: value for name, value in vars(steps).items() if not name.startswith("_")}
    exec(compile(plain_driver_source(), "driver", "exec"), driver)
    record = encode(load_rules(rules, set={knob.replace("__", "."): value for knob, value in knobs.items()}))
    return int(driver["winner_of"](record, *scores, out_side, rounds))


@pytest.mark.parametrize("rules", ["classic", "hoyle", "rummyroyal", "raminoroyal"])
def test_case_73_the_target_reached_exactly(rules: str) -> None:
    assert winner(rules, (5000, 4200)) == 0
    assert winner(rules, (4995, 4200)) == NOBODY
    assert winner(rules, (4200, 5000)) == 1


def test_case_73_in_the_house_game() -> None:
    assert winner("romanian-house", (10000, 4200), 0) == NOBODY  # 10000 must be exceeded
    assert winner("romanian-house", (10005, 4200), 0) == 0
    assert winner("romanian-house", (10005, 4200), 1) == NOBODY  # and the side must have closed the round
    assert winner("romanian-house", (10005, 10100), 0) == 0


def test_case_75_equal_scores_play_on() -> None:
    assert winner("hoyle", (5240, 5240)) == NOBODY
    assert winner("hoyle", (5245, 5240)) == 0
    assert winner("hoyle", (5240, 5240), rounds=10, game__mode="rounds") == EVEN
    assert winner("romanian-house", (10005, 10005), 1) == 1
