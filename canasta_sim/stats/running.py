"""Sums over consecutive ranges of units, for running estimates.

The ranges are [b * 2**s, (b + 1) * 2**s); the shift s is the smallest for which the highest unit seen falls
into the first `MOST_BINS` of them. So it depends on the units alone, not on the order in which they came, and
finer ranges can always be joined to coarser ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from canasta_sim.stats.features import EXACT, Floats
from canasta_sim.stats.sums import UnitTable

MOST_BINS = 64
RUNNING = ("score", "margin", "first_advantage", "game_margin")
"""Metrics whose running sums are kept."""


@dataclass(slots=True)
class Running:
    """Sums of one metric by ranges of units.

    Attributes
    ----------
    shift : int
        Ranges are 2**shift units long.
    bins : dict
        Range -> [units, Σx, Σy, Σx², Σy², Σxy].
    """

    shift: int = 0
    bins: dict[int, list[int]] = field(default_factory=dict)

    @classmethod
    def from_units(cls, first_unit: int, table: UnitTable, name: str) -> Running:
        """Return the running sums of consecutive units."""
        x, y = table.numerator(name), table.denominator(name)
        last = first_unit + len(x) - 1
        result = cls(shift=_shift(last))
        keys = range(first_unit >> result.shift, (last >> result.shift) + 1)
        starts = [max((key << result.shift) - first_unit, 0) for key in keys]
        ones = np.ones_like(x)
        pairs = ((ones, ones), (x, ones), (y, ones), (x, x), (y, y), (x, y))
        exact = table.largest**2 * len(x) < EXACT
        sums = [_products(a, b, starts, exact) for a, b in pairs]
        for i, key in enumerate(keys):
            result.bins[key] = [numbers[i] for numbers in sums]
        return result

    def merge(self, other: Running) -> None:
        """Add the sums of other units."""
        if not other.bins:
            return
        if other.shift > self.shift:
            mine, self.bins = self.bins, {}
            self._add(mine, other.shift - self.shift)
            self.shift = other.shift
        self._add(other.bins, self.shift - other.shift)

    def _add(self, bins: dict[int, list[int]], shift: int) -> None:
        for key, sums in bins.items():
            before = self.bins.get(key >> shift)
            after = sums if before is None else [a + b for a, b in zip(before, sums, strict=True)]
            self.bins[key >> shift] = list(after)


def _products(a: Floats, b: Floats, starts: list[int], exact: bool) -> list[int]:
    """Return the sums of products over the ranges that begin at `starts`."""
    if exact:
        return [int(number) for number in np.add.reduceat(a * b, starts).tolist()]
    numbers = np.array([int(p) * int(q) for p, q in zip(a, b, strict=True)], object)
    return [int(number) for number in np.add.reduceat(numbers, starts)]


def _shift(last_unit: int) -> int:
    return max(0, last_unit.bit_length() - (MOST_BINS - 1).bit_length())
