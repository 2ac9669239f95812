"""What a baseline holds: the sums of every column over the same rounds and games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from canasta_sim.engine.rows import GAME_COLUMNS, ROW_COLUMNS
from canasta_sim.rules import load_rules
from canasta_sim.strategy.specs import parse_strategy
from tests.company import seated

FOLDER = Path(__file__).parent
SEED, ROUNDS, GAMES, CHECKED = 20260101, 5_000, 8, 500
_ONLY_IN_GAMES = ("game", "game_round", "score_before")


def path_of(preset: str) -> Path:
    """Return the file of a preset's baseline."""
    return FOLDER / f"{preset}.json"


def totals(preset: str, strategy: str) -> dict[str, Any]:
    """Play the rounds and games of a baseline with one strategy on every seat; return versions and sums.

    The first rounds are played again with card conservation checked after every turn and every score by other
    code; the games are checked as a whole.
    """
    lineup = seated(load_rules(preset), strategy)
    rows = lineup.play_rounds(SEED, 0, ROUNDS, False)
    checked = lineup.play_rounds(SEED, 0, CHECKED, False, check=True)
    np.testing.assert_array_equal(checked, rows[:, : 2 * CHECKED])
    in_games, games = lineup.play_games(SEED, 0, GAMES, False, check=True)
    return {
        "version": parse_strategy(strategy).facts.version,
        "rounds": {
            name: int(column.sum(dtype="int64"))
            for name, column in zip(ROW_COLUMNS, rows, strict=True)
            if name not in _ONLY_IN_GAMES
        },
        "rounds_of_games": {
            name: int(column.sum(dtype="int64")) for name, column in zip(ROW_COLUMNS, in_games, strict=True)
        },
        "games": {name: int(column.sum(dtype="int64")) for name, column in zip(GAME_COLUMNS, games, strict=True)},
    }


def kept(preset: str) -> dict[str, Any]:
    """Return the baseline of a preset as it is kept (empty where there is none)."""
    path = path_of(preset)
    if not path.exists():
        return {"rules_version": 0, "strategies": {}}
    baseline: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return baseline
