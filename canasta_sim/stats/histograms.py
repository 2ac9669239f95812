"""Small histograms for plots: exact counts of rows, in bins whose number is bounded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from canasta_sim.stats.block import Labels, Slice
from canasta_sim.stats.features import EXACT, whole
from canasta_sim.stats.sums import ALL, UnitTable

Counts = dict[int, int]


@dataclass(frozen=True, slots=True)
class Bins:
    """Bins: bin b holds width * b <= value < width * (b + 1); the outermost take what lies beyond.

    Attributes
    ----------
    width : int
        Width of a bin, in units of the feature.
    lowest, highest : int
        Outermost bins.
    per : {"side", "table"}
        Whether rows are counted under their labels, or rounds under `ALL`.
    level : {"round", "game"}
        What is counted.
    """

    width: int
    lowest: int
    highest: int
    per: str = "side"
    level: str = "round"

    @property
    def size(self) -> int:
        """Number of bins."""
        return self.highest - self.lowest + 1

    def index(self, values: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
        """Return the position of each value's bin, from 0."""
        bins = np.floor_divide(values, self.width) if self.width > 1 else values
        index: npt.NDArray[np.int64] = np.clip(bins, self.lowest, self.highest).astype(np.int64)
        return index - self.lowest


HISTOGRAMS: dict[str, Bins] = {
    "score": Bins(50, -80, 240),
    "margin": Bins(100, -150, 150),
    "opened_turn": Bins(1, 0, 120),
    "canastas": Bins(1, 0, 13),
    "hand_cards": Bins(1, 0, 60),
    "turns": Bins(1, 0, 400, per="table"),
    "end": Bins(1, 0, 2, per="table"),
    "game_rounds": Bins(1, 0, 400, per="table", level="game"),
}
"""Histograms of rows. In addition ``points`` counts units by the half wins of a label in them (0 to 4)."""

MOST_RACE_ROUNDS = 400


class Counter:
    """Counts the rows of a variant, slice by slice."""

    def __init__(self, labels: Labels, of_games: bool) -> None:
        self.names = list(dict.fromkeys(label for rotation in labels for label in rotation))
        self.places = np.array([[self.names.index(label) for label in rotation] for rotation in labels])
        self.bins = {name: bins for name, bins in HISTOGRAMS.items() if of_games or bins.level == "round"}
        self.counts = {
            name: np.zeros(bins.size * (len(self.names) if bins.per == "side" else 1), np.int64)
            for name, bins in self.bins.items()
        }
        self.races = np.zeros((3, MOST_RACE_ROUNDS * len(self.names)), object)
        self.of_games = of_games

    def add(self, part: Slice) -> None:
        """Count the rows of a slice."""
        group = self.places[part.rotation].reshape(-1)
        for name, bins in self.bins.items():
            index = bins.index(VALUES[name](part))
            if bins.per == "side" and len(self.names) > 1:
                index += group * bins.size
            self.counts[name] += np.bincount(index, minlength=len(self.counts[name]))
        if self.of_games:
            score = part.column("score_before").astype(np.int64) + part.column("score")
            after = np.minimum(part.column("game_round"), MOST_RACE_ROUNDS - 1) + group * MOST_RACE_ROUNDS
            self._add_scores(after, score)

    def _add_scores(self, after: npt.NDArray[np.int64], score: npt.NDArray[np.int64]) -> None:
        """Add scores during games, and their squares, exactly."""
        if float(np.abs(score).max()) ** 2 * len(score) < EXACT:
            values = score.astype(np.float64)
            for row, weights in enumerate((np.ones_like(values), values, values * values)):
                sums = np.bincount(after, weights, minlength=self.races.shape[1])
                self.races[row] += whole(sums.astype(np.float64))
            return
        numbers = score.astype(object)
        for row, addends in enumerate((np.ones_like(numbers), numbers, numbers * numbers)):
            np.add.at(self.races[row], after, addends)

    def histograms(self, label: str) -> dict[str, Counts]:
        """Return the counts under a label: histogram -> bin -> number."""
        per = "table" if label == ALL else "side"
        found = {}
        for name, bins in self.bins.items():
            if bins.per == per:
                row = self.counts[name].reshape(-1, bins.size)[0 if label == ALL else self.names.index(label)]
                found[name] = {int(i) + bins.lowest: int(row[i]) for i in np.flatnonzero(row)}
        return found

    def race(self, label: str) -> dict[int, list[int]]:
        """Return the scores during games: round of the game -> [rows, Σ score, Σ score²] after it."""
        if label == ALL or not self.of_games:
            return {}
        sums = self.races.reshape(3, len(self.names), -1)[:, self.names.index(label)]
        return {int(j): [int(value) for value in sums[:, j]] for j in np.flatnonzero(sums[0])}


def _margin(score: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    pairs = score.reshape(-1, 2)
    return (pairs - pairs[:, ::-1]).reshape(-1)


def _column(name: str) -> Callable[[Slice], npt.NDArray[np.int32]]:
    return lambda part: part.column(name)


VALUES: dict[str, Callable[[Slice], npt.NDArray[np.int32]]] = {
    "score": _column("score"),
    "margin": lambda part: _margin(part.column("score")),
    "opened_turn": _column("opened_turn"),
    "canastas": lambda part: (
        part.column("natural_canastas") + part.column("mixed_canastas") + part.column("wild_canastas")
    ),
    "hand_cards": _column("hand_cards"),
    "turns": lambda part: part.column("turns")[::2],
    "end": lambda part: part.column("end")[::2],
    "game_rounds": lambda part: part.game_column("rounds")[::2],
}
"""What each histogram counts: one value per row, or per round or game."""


def points(tables: Mapping[str, UnitTable], labels: Sequence[str], part: Slice) -> dict[str, Counts]:
    """Count units by the half wins of a label in them: rounds of a deal, or games; a tie is one half win.

    Parameters
    ----------
    tables : mapping
        Label to values per unit.
    labels : sequence of str
        The two labels.
    part : Slice
        The units.
    """
    a, b = (tables[label] for label in labels)
    if part.games is None:
        values = a.numerator("won")
    else:
        values = part.rotations + a.numerator("game_won") - b.numerator("game_won")
    counts = np.bincount(values.astype(np.int64), minlength=2 * part.rotations + 1)
    pairs = zip(labels, (counts, counts[::-1]), strict=True)
    return {label: {i: int(number) for i, number in enumerate(row) if number} for label, row in pairs}


def add_counts(into: Counts, more: Mapping[int, int]) -> None:
    """Add counts to counts."""
    for key, number in more.items():
        into[key] = into.get(key, 0) + number
