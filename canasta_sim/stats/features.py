"""Features of rows: the columns that metrics add up, and what is derived from them.

Arrays have the axes (rotation, side, unit) per side and (rotation, unit) per table. While rounds of games
have not been added up yet, the last axis runs over the rounds of all games instead, and there is one
"rotation". All values are whole numbers in double precision.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from canasta_sim.stats.block import END, GAME_COLUMNS, ROW_COLUMNS, Slice
from canasta_sim.stats.metrics import COUNT, METRICS

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.object_]
#: Whole numbers up to this add up exactly in double precision.
EXACT = 2.0**53


@dataclass(frozen=True)
class Features:
    """Features of some units, added up over the rounds of each unit and rotation.

    Attributes
    ----------
    names : dict of tuple of str
        ``(per, level)`` -> names of the features.
    values : dict of ndarray of float64
        ``(per, level)`` -> shape (features, rotations[, 2], units).
    squares : dict of ndarray of int
        ``(per, level)`` -> sums of squares over rows, shape (features, rotations[, 2]), Python's integers.
    rounds : ndarray of float64, shape (rotations, units)
        Number of rounds.
    largest : float
        No value, and no sum of the values of a unit, is larger in size.
    """

    names: dict[tuple[str, str], tuple[str, ...]]
    values: dict[tuple[str, str], Floats]
    squares: dict[tuple[str, str], Numbers]
    rounds: Floats
    largest: float


def features_of(part: Slice) -> Features:
    """Return the features of a slice that the metrics need."""
    rounds = _Table(part.rows, ROW_COLUMNS, part, of_games=False)
    values = {("side", "round"): rounds.side(), ("table", "round"): rounds.table()}
    starts, counts = part.starts, np.ones((part.rotations, part.units))
    # A margin is at most twice a score, and a unit has two rows per rotation.
    highest = 2.0 * _largest(part.rows[: ROW_COLUMNS.index("game")])
    exact = highest**2 * part.rounds < EXACT
    squares = {key: _squares(array, exact) for key, array in values.items()}
    largest = 2.0 * part.rotations * highest
    if starts is not None:
        assert part.games is not None
        counts = _by_unit(np.diff(starts).astype(np.float64)[None], part)
        for key, array in values.items():
            squares[key] = _squares_by_rotation(array, part, exact)
            values[key] = _by_unit(np.add.reduceat(array, starts[:-1], axis=-1), part)
        games = _Table(part.games, GAME_COLUMNS, part, of_games=True)
        of_games = {("side", "game"): games.side(), ("table", "game"): games.table()}
        changes = NAMES["table", "game"].index("lead_changes")
        of_games["table", "game"][changes] = _by_unit(_lead_changes(rounds, starts)[None], part)
        squares |= {key: _squares(array, True) for key, array in of_games.items()}
        values |= of_games
        largest = 2.0 * part.rotations * max(_largest(array) for array in values.values())
    return Features({key: NAMES[key] for key in values}, values, squares, counts, largest)


def _names() -> dict[tuple[str, str], tuple[str, ...]]:
    names: dict[tuple[str, str], dict[str, None]] = {}
    for entry in METRICS.values():
        mine = names.setdefault((entry.per, entry.level), {})
        mine.update(dict.fromkeys(name for name in (entry.numerator, entry.denominator) if name != COUNT))
    return {key: tuple(found) for key, found in names.items()}


NAMES = _names()
"""``(per, level)`` -> names of the features that metrics need."""


def _largest(values: npt.NDArray[np.generic]) -> float:
    return float(max(int(values.max()), -int(values.min()))) if values.size else 0.0


def whole(values: Floats) -> Numbers:
    """Return whole numbers in double precision as Python's integers."""
    return np.array([int(value) for value in values.reshape(-1).tolist()], object).reshape(values.shape)


def _squares(values: Floats, exact: bool) -> Numbers:
    """Return the sum of squares along the last axis, exactly."""
    if exact:
        return whole(np.einsum("...i,...i->...", values, values))
    flat = values.reshape(-1, values.shape[-1]).tolist()
    return np.array([sum(int(v) ** 2 for v in row) for row in flat], object).reshape(values.shape[:-1])


def _squares_by_rotation(values: Floats, part: Slice, exact: bool) -> Numbers:
    """Return sums of squares over the rounds of each rotation, (f, 1[, 2], rounds) -> (f, rotations[, 2])."""
    rotation = part.rotation
    sums = [_squares(values[:, 0][..., rotation == r], exact) for r in range(part.rotations)]
    return np.stack(sums, axis=1)


def _by_unit(values: Floats, part: Slice) -> Floats:
    """Sort games into units and rotations, ([f,] 1[, 2], games) -> ([f,] rotations[, 2], units)."""
    k = part.rotations
    if values.ndim < 4:  # per table
        split = values.reshape(*values.shape[:-2], part.units, k)
        return np.ascontiguousarray(np.moveaxis(split, -1, -2))
    split = values[:, 0].reshape(len(values), 2, part.units, k)
    return np.ascontiguousarray(np.moveaxis(split, -1, 1))


class _Table:
    """Rows of rounds or games by rotation, side and unit, and the features derived from them."""

    def __init__(
        self, rows: npt.NDArray[np.int32], columns: tuple[str, ...], part: Slice, of_games: bool
    ) -> None:
        self.level = "game" if of_games else "round"
        self.columns = columns
        k = part.rotations if part.starts is None or of_games else 1
        self.rows = rows.reshape(len(columns), -1, k, 2).transpose(0, 2, 3, 1)
        self.kept: dict[str, Floats] = {}
        first = part.first_unit + np.arange(part.units)
        if part.starts is not None and not of_games:
            first = np.repeat(np.repeat(first, part.rotations), np.diff(part.starts))
            first = first + part.column("game_round")[::2]
        #: Side of the first seat: the seat moves on by one with each deal, and in games with each round.
        self.first_side = first % 2

    def column(self, name: str) -> npt.NDArray[np.int32]:
        """Return a column, shape (rotations, 2, units)."""
        values: npt.NDArray[np.int32] = self.rows[self.columns.index(name)]
        return values

    def side(self) -> Floats:
        """Return the features per side, shape (features, rotations, 2, units)."""
        return self._all("side")

    def table(self) -> Floats:
        """Return the features per table, shape (features, rotations, units)."""
        return self._all("table")

    def _all(self, per: str) -> Floats:
        names = NAMES[per, self.level]
        rotations, sides, units = self.rows.shape[1:]
        result = np.zeros(
            (len(names), rotations, sides, units) if per == "side" else (len(names), rotations, units)
        )
        for name, into in zip(names, result, strict=True):
            if name in DERIVED:
                into[...] = DERIVED[name](self)
            elif name in self.columns:
                # The values of the table stand in the rows of both sides: those of side 0 are taken.
                into[...] = self.column(name) if per == "side" else self.column(name)[:, 0]
        return result

    def margin(self) -> Floats:
        """Return the score of side 0 less that of side 1, shape (rotations, units)."""
        if "margin" not in self.kept:
            score = self.column("score")
            self.kept["margin"] = np.subtract(score[:, 0], score[:, 1], dtype=np.float64)
        return self.kept["margin"]

    def first_margin(self) -> Floats:
        """Return the score of the first side less that of the other, shape (rotations, units)."""
        return self.margin() * (1 - 2 * self.first_side)


def _both(value: Floats) -> Floats:
    """Return a value of side 0 and its negative for side 1, shape (rotations, 2, units)."""
    return np.stack([value, -value], axis=1)


def _own_turns(table: _Table) -> Floats:
    """Return the turns of each side: sides take turns, so the first side has the odd one.

    Where a discarded wild card makes the next player lose a turn this is off by the turns lost, equally often
    for either side over a mirrored deal.
    """
    mine = table.first_side == np.arange(2)[:, None]
    turns: Floats = ((table.column("turns") + mine) // 2).astype(np.float64)
    return turns


def _lead_changes(rounds: _Table, starts: npt.NDArray[np.int64]) -> Floats:
    """Return how often the lead changes hands, shape (games,); a tie in between keeps the leader."""
    total = (rounds.column("score_before").astype(np.int64) + rounds.column("score"))[0]
    leader = np.sign(total[0] - total[1])
    game = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    led = leader != 0
    leader, game = leader[led], game[led]
    changed = (leader[1:] != leader[:-1]) & (game[1:] == game[:-1])
    return np.bincount(game[1:][changed], minlength=len(starts) - 1).astype(np.float64)


def _first_game_won(table: _Table) -> npt.NDArray[np.generic]:
    won = table.column("won")
    return np.where(table.first_side == 0, won[:, 0], won[:, 1])


def _ended(word: str) -> Callable[[_Table], npt.NDArray[np.generic]]:
    return lambda table: table.column("end")[:, 0] == END.index(word)


DERIVED: dict[str, Callable[[_Table], npt.NDArray[np.generic]]] = {
    "margin": lambda table: _both(table.margin()),
    "won_twice": lambda table: np.sign(_both(table.margin())) + 1,
    "canastas": lambda table: (
        table.column("natural_canastas") + table.column("mixed_canastas") + table.column("wild_canastas")
    ),
    "opened": lambda table: table.column("opened_turn") > 0,
    "never_melded": lambda table: table.column("opened_turn") == 0,
    "own_turns": _own_turns,
    "closed": _ended("went_out"),
    "stock_out": _ended("stock"),
    "no_move": _ended("no_move"),
    "first_margin": _Table.first_margin,
    "first_won_twice": lambda table: np.sign(table.first_margin()) + 1,
    "game_won": lambda table: table.column("won"),
    "game_score": lambda table: table.column("score"),
    "game_margin": lambda table: _both(table.margin()),
    "game_rounds": lambda table: table.column("rounds")[:, 0],
    "no_winner": lambda table: table.column("won").sum(axis=1) == 0,
    "first_game_won": _first_game_won,
}
"""How derived features are computed; their formulas stand in `canasta_sim.stats.metrics.FEATURES`."""
