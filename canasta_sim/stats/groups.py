"""The sums of one variant, by label: the parts of an aggregate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from canasta_sim.errors import ResultsError
from canasta_sim.stats.histograms import Counts, add_counts
from canasta_sim.stats.running import Running
from canasta_sim.stats.sums import ALL

Key = tuple[str, str]


@dataclass(slots=True)
class Group:
    """Sums of one label within a variant.

    Attributes
    ----------
    sums : dict
        Metric -> [Σx, Σy, Σx², Σy², Σxy, Σ row²] over units.
    histograms : dict
        Histogram -> bin -> number of rows (see `canasta_sim.stats.histograms`).
    running : dict
        Metric -> sums over consecutive ranges of units (see `canasta_sim.stats.running`).
    race : dict
        In games: round of the game -> [rows, Σ score, Σ score²] after that round.
    """

    sums: dict[str, list[int]] = field(default_factory=dict)
    histograms: dict[str, Counts] = field(default_factory=dict)
    running: dict[str, Running] = field(default_factory=dict)
    race: dict[int, list[int]] = field(default_factory=dict)

    def merge(self, other: Group) -> None:
        """Add another group's sums."""
        for name, sums in other.sums.items():
            add_numbers(self.sums, name, sums)
        for name, counts in other.histograms.items():
            add_counts(self.histograms.setdefault(name, {}), counts)
        for name, running in other.running.items():
            self.running.setdefault(name, Running()).merge(running)
        for j, sums in other.race.items():
            add_numbers(self.race, j, sums)


@dataclass(slots=True)
class Variant:
    """Sums of one variant.

    Attributes
    ----------
    name, pack : str
        As in `canasta_sim.stats.block.Block`.
    rotations : int
        How often each deal is played.
    of_games : bool
        Whether games were played; then units are games or pairs of games.
    units, rounds, games : int
        How many of each.
    groups : dict
        Label -> sums; the labels in the order of the sides, `ALL` last.
    """

    name: str
    pack: str
    rotations: int
    of_games: bool
    units: int = 0
    rounds: int = 0
    games: int = 0
    groups: dict[str, Group] = field(default_factory=dict)

    @property
    def labels(self) -> list[str]:
        """Strategies in the order of the sides, without `ALL`."""
        return [label for label in self.groups if label != ALL]

    @property
    def unit(self) -> str:
        """Word for the unit of the figures, in the plural."""
        if not self.of_games:
            return "deals"
        return "pairs of games" if self.rotations > 1 else "games"

    def merge(self, other: Variant) -> None:
        """Add another variant's sums, over other units."""
        mine = (self.pack, self.rotations, self.of_games, list(self.groups) or list(other.groups))
        if mine != (other.pack, other.rotations, other.of_games, list(other.groups)):
            raise ResultsError(f'the sums of variant "{self.name}" are of two different set-ups')
        self.units += other.units
        self.rounds += other.rounds
        self.games += other.games
        for label, group in other.groups.items():
            self.groups.setdefault(label, Group()).merge(group)


def add_numbers(into: dict[Any, list[int]], key: object, numbers: Sequence[int]) -> None:
    """Add numbers to the list of that key, element by element."""
    mine = into.get(key)
    into[key] = list(numbers) if mine is None else [a + b for a, b in zip(mine, numbers, strict=True)]
