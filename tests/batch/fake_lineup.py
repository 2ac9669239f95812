"""A lineup that plays nothing: rows that depend on seed, round and rotation alone, made as fast as numpy can.

It obeys the arithmetic of the engine's rows, so that everything behind the engine can be tested without it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import numpy as np

from canasta_sim.batch.plan import RunPlan, Variant
from canasta_sim.engine.rows import ROW_COLUMNS
from canasta_sim.errors import RunFailed
from canasta_sim.rules import load_rules


@dataclass(frozen=True)
class FakeSeat:
    """The strategy on a seat, as the manifest keeps it."""

    label: str
    source_hash: str = "0" * 12
    path: None = None
    own: bool = False
    params: dict = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.label


def noise(seed: int, index: np.ndarray, salt: int) -> np.ndarray:
    """Return 64 noisy bits for each index."""
    with np.errstate(over="ignore"):
        x = (index.astype(np.uint64) + np.uint64(salt * 7919)) * np.uint64(0x9E3779B97F4A7C15)
        x = x + np.uint64(seed)
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            x = (x ^ (x >> np.uint64(shift))) * np.uint64(factor)
        return x ^ (x >> np.uint64(31))


@dataclass(frozen=True)
class FakeLineup:
    """Rows from (seed, round) alone.

    `delay`: seconds a round takes; `fails_at`: a round in which a strategy breaks the rules.
    """

    labels: tuple[str, ...]
    compiled: bool = True
    delay: float = 0.0
    fails_at: int = -1
    longest: int = 200

    @property
    def alike(self) -> bool:
        return len(set(self.labels)) == 1

    def prepare(self, notify=None) -> None:
        pass

    def play_rounds(self, seed, first_round, rounds, swap, check=False):
        if first_round <= self.fails_at < first_round + rounds:
            raise RunFailed(f"strategy {self.labels[0]} breaks the rules in round {self.fails_at}")
        time.sleep(self.delay * rounds)
        return self._rows(seed, np.arange(first_round, first_round + rounds))

    def play_games(self, seed, first_game, games, swap, check=False):
        game = np.arange(first_game, first_game + games)
        lengths = 3 + (noise(seed, game, 50) % np.uint64(5)).astype(np.int64)
        of_game = np.concatenate([np.arange(length) for length in lengths])
        rows = self._rows(seed, np.repeat(game, lengths) * self.longest + of_game)
        rows[ROW_COLUMNS.index("game")] = np.repeat(np.repeat(game - first_game, lengths), 2)
        rows[ROW_COLUMNS.index("game_round")] = np.repeat(of_game, 2)
        rows[ROW_COLUMNS.index("score_before")] = np.repeat(of_game, 2) * 500
        table = np.zeros((4, 2 * games), np.int32)
        table[0] = np.repeat(lengths, 2)
        table[1] = np.repeat(lengths, 2) * 500 + np.tile([0, 5], games)
        table[2] = np.tile([0, 1], games)
        return rows, table

    def _rows(self, seed: int, index: np.ndarray) -> np.ndarray:
        n = len(index)
        rows = np.zeros((len(ROW_COLUMNS), 2 * n), np.int32)
        sides = np.repeat(index * 2, 2) + np.tile([0, 1], n)
        for salt, (name, limit) in enumerate(
            [("melded", 200), ("in_hand", 40), ("bonus_canastas", 6), ("bonus_red_threes", 4), ("turns", 60),
             ("opened_turn", 9), ("piles_taken", 4), ("hand_cards", 20), ("mixed_canastas", 3)]
        ):  # fmt: skip
            factor = {"bonus_canastas": 100, "bonus_red_threes": 100, "melded": 5, "in_hand": 5}.get(name, 1)
            where = np.repeat(index, 2) if name == "turns" else sides
            values = (noise(seed, where, salt) % np.uint64(limit)).astype(np.int32) * factor
            rows[ROW_COLUMNS.index(name)] = values
        closer = (noise(seed, index, 60) % np.uint64(3)).astype(np.int32)
        went_out = np.stack([closer == 0, closer == 1], 1).reshape(-1).astype(np.int32)
        rows[ROW_COLUMNS.index("went_out")] = went_out
        rows[ROW_COLUMNS.index("bonus_going_out")] = went_out * 100
        rows[ROW_COLUMNS.index("end")] = np.repeat((closer == 2).astype(np.int32), 2)

        def column(name: str) -> np.ndarray:
            return rows[ROW_COLUMNS.index(name)]

        rows[ROW_COLUMNS.index("bonus")] = (
            column("bonus_canastas") + column("bonus_red_threes") + column("bonus_going_out")
        )
        rows[0] = column("melded") - column("in_hand") + column("bonus")
        return rows


def fake_plan(
    rounds: int = 1000,
    seed: int = 7,
    strategies: str = "a,b",
    rules: str = "hoyle",
    mode: str = "rounds",
    variants: int = 1,
    swap: bool = True,
    **lineup: object,
) -> RunPlan:
    """Make a plan of one or more variants with fake lineups."""
    loaded = load_rules(rules)
    names = strategies.split(",")
    labels = tuple(names[seat % len(names)] for seat in range(loaded["table.players"]))
    seats = tuple(FakeSeat(label) for label in labels)
    made = [
        Variant(loaded.name if at == 0 else f"variant {at}", loaded, seats, FakeLineup(labels, **lineup))
        for at in range(variants)
    ]
    return RunPlan(tuple(made), mode, rounds, seed, swap, loaded.name if variants > 1 else None)
