"""Builds the sums of one variant from its block, slice by slice."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from canasta_sim.stats.block import Block, Slice
from canasta_sim.stats.features import Numbers
from canasta_sim.stats.groups import Group, Key, Variant
from canasta_sim.stats.histograms import Counter, Counts, add_counts, points
from canasta_sim.stats.running import RUNNING, Running
from canasta_sim.stats.sums import ALL, UNITS_AT_ONCE, UnitTable, unit_tables


class Builder:
    """Collects the sums of one block.

    Parameters
    ----------
    block : Block
        The rows of one variant over a range of deals.
    """

    def __init__(self, block: Block) -> None:
        self.block = block
        self.labels = list(dict.fromkeys(label for rotation in block.labels for label in rotation))
        if ALL in self.labels:
            raise ValueError(f"no strategy may be called {ALL!r}")
        self.names: dict[str, tuple[str, ...]] = {}
        self.sums: dict[str, Numbers] = {}
        self.running: dict[str, dict[str, Running]] = {label: {} for label in (*self.labels, ALL)}
        self.points: dict[str, Counts] = {label: {} for label in self.labels}
        self.crosses: dict[tuple[Key, Key], Numbers] = {}
        self.counter = Counter(block.labels, block.games is not None)

    def add_all(self) -> None:
        """Add all units of the block."""
        for part in self.block.split(UNITS_AT_ONCE):
            self.add(part)

    def add(self, part: Slice) -> dict[str, UnitTable]:
        """Add some units, and return their values of every metric by label."""
        tables = unit_tables(part, self.block.labels)
        self.counter.add(part)
        for label, table in tables.items():
            self.names[label] = table.layout.names
            sums = table.sums()
            self.sums[label] = self.sums[label] + sums if label in self.sums else sums
            for name in set(RUNNING).intersection(table.layout.names):
                running = Running.from_units(part.first_unit, table, name)
                self.running[label].setdefault(name, Running()).merge(running)
        if len(self.labels) == 2:
            a, b = self.labels
            for label, counts in points(tables, self.labels, part).items():
                add_counts(self.points[label], counts)
            self._add_cross(a, tables[a], (self.block.variant, b), tables[b])
        return tables

    def add_crosses(
        self, tables: Mapping[str, UnitTable], base: str, base_tables: Mapping[str, UnitTable]
    ) -> None:
        """Pair some units with the same ones of the baseline."""
        for label, other in _partners(list(tables), list(base_tables)):
            self._add_cross(label, tables[label], (base, other), base_tables[other])

    def _add_cross(self, label: str, table: UnitTable, key: Key, other: UnitTable) -> None:
        pair = ((self.block.variant, label), key)
        numbers = table.cross(other)
        self.crosses[pair] = self.crosses[pair] + numbers if pair in self.crosses else numbers

    def variant(self) -> Variant:
        """Return the sums of all that was added."""
        block = self.block
        of_games = block.games is not None
        games = 0 if block.games is None else block.games.shape[1] // 2
        groups = {label: self._group(label) for label in (*self.labels, ALL)}
        return Variant(
            block.variant,
            block.pack,
            block.rotations,
            of_games,
            block.units,
            block.rows.shape[1] // 2,
            games,
            groups,
        )

    def _group(self, label: str) -> Group:
        counts = self.counter.histograms(label)
        if self.points.get(label):
            counts["points"] = dict(sorted(self.points[label].items()))
        return Group(
            _by_name(self.names.get(label, ()), self.sums.get(label, np.empty((0, 6), object))),
            counts,
            self.running[label],
            self.counter.race(label),
        )

    def named_crosses(self) -> dict[tuple[Key, Key], dict[str, list[int]]]:
        """Return the cross sums of all that was added."""
        return {pair: _by_name(self.names[pair[0][1]], numbers) for pair, numbers in self.crosses.items()}


def _by_name(names: tuple[str, ...], numbers: Numbers) -> dict[str, list[int]]:
    return dict(zip(names, numbers.tolist(), strict=True))


def _partners(labels: list[str], base_labels: list[str]) -> list[tuple[str, str]]:
    """Pair the labels of a variant with those of the baseline: the same names, or the only one of each."""
    pairs = [(label, label) for label in labels if label in base_labels]
    mine, theirs = set(labels) - {ALL}, set(base_labels) - {ALL}
    if len(mine) == len(theirs) == 1 and mine != theirs:
        pairs.append((mine.pop(), theirs.pop()))
    return pairs
