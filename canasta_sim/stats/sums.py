"""Exact sums over units: what one slice of a block adds to an aggregate.

Each metric is a ratio Σx / Σy; for an interval over units its Σx, Σy, Σx², Σy² and Σxy are needed, and for
the spread of single rounds the sum of squares over rows. All are integers. They are added up in double
precision, exact below 2**53: in a slice of `UNITS_AT_ONCE` = 2**12 units as long as no x or y is above 2**20
in size, which is a million points a deal. Where the rows could be larger, Python's integers are used instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
import numpy.typing as npt

from canasta_sim.stats.block import Labels, Slice
from canasta_sim.stats.features import EXACT, NAMES, Features, Floats, Numbers, features_of, whole
from canasta_sim.stats.metrics import COUNT, METRICS, Metric

UNITS_AT_ONCE = 2**12
ALL = "(all)"
"""Label of what belongs to the table, and of both sides together; no strategy can have it."""


@dataclass(frozen=True)
class Layout:
    """Where the numerators and denominators of a label's metrics stand among its features.

    Attributes
    ----------
    metrics : tuple of Metric
        What is kept for the label.
    keys : tuple of (str, str)
        ``(per, level)`` of the blocks of features, in their order.
    numerator : ndarray of int64, shape (metrics,)
        Row of each numerator.
    varying : ndarray of int64
        Metrics whose denominator is not the same in every unit.
    denominator : ndarray of int64, shape (len(varying),)
        Rows of those denominators.
    fixed : ndarray of int, shape (metrics,)
        Denominator per unit of each metric, 0 where it varies; Python's integers.
    scale : ndarray of int, shape (len(varying),)
        Factors of the varying denominators, Python's integers.
    """

    metrics: tuple[Metric, ...]
    keys: tuple[tuple[str, str], ...]
    numerator: npt.NDArray[np.int64]
    varying: npt.NDArray[np.int64]
    denominator: npt.NDArray[np.int64]
    fixed: Numbers
    scale: Numbers

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the metrics."""
        return tuple(entry.name for entry in self.metrics)


@cache
def layout_of(everything: bool, places: int, rotations: int, of_games: bool) -> Layout:
    """Return the layout of a label that has so many of the places (rotation and side) of a unit.

    Parameters
    ----------
    everything : bool
        Whether it is the label `ALL`, which has the metrics of the table.
    places, rotations : int
        Rows of a unit, and rounds of a unit, where no games are played.
    of_games : bool
        Whether games are played: then the number of rounds varies, and stands behind the features.
    """
    metrics = tuple(metrics_of(ALL if everything else "", of_games))
    keys = tuple(dict.fromkeys((entry.per, entry.level) for entry in metrics))
    rows: dict[tuple[str, str, str], int] = {}
    for per, level in keys:
        for name in NAMES[per, level]:
            rows[per, level, name] = len(rows)
        if level == "round" and of_games:
            rows[per, level, COUNT] = len(rows)
    fixed = np.zeros(len(metrics), object)
    varying, denominator = [], []
    for i, entry in enumerate(metrics):
        below = rows.get((entry.per, entry.level, entry.denominator))
        if below is None:
            fixed[i] = entry.scale * (places if entry.per == "side" else rotations)
        else:
            varying.append(i)
            denominator.append(below)
    return Layout(
        metrics,
        keys,
        np.array([rows[entry.per, entry.level, entry.numerator] for entry in metrics]),
        np.array(varying, np.int64),
        np.array(denominator, np.int64),
        fixed,
        np.array([metrics[i].scale for i in varying], object),
    )


@dataclass(frozen=True)
class UnitTable:
    """Features of each unit of a slice, added up over the rows of one label.

    Attributes
    ----------
    layout : Layout
        Which metrics they make.
    values : ndarray of float64, shape (features, units)
        Whole numbers.
    squares : ndarray of int, shape (features,)
        Sums of squares over rows (not units).
    largest : float
        No value is larger in size.
    """

    layout: Layout
    values: Floats
    squares: Numbers
    largest: float

    def numerator(self, name: str) -> Floats:
        """Return the numerator of a metric in each unit."""
        row = self.layout.numerator[self.layout.names.index(name)]
        return np.asarray(self.values[row])

    def denominator(self, name: str) -> Floats:
        """Return the denominator of a metric in each unit."""
        layout = self.layout
        index = layout.names.index(name)
        where = np.flatnonzero(layout.varying == index)
        if not len(where):
            return np.full(self.values.shape[1], float(layout.fixed[index]))
        return np.asarray(self.values[layout.denominator[where[0]]] * float(layout.scale[where[0]]))

    def sums(self) -> Numbers:
        """Return [Σx, Σy, Σx², Σy², Σxy, Σ row²] of each metric, shape (metrics, 6), Python's integers."""
        layout, values, n = self.layout, self.values, self.values.shape[1]
        exact = self.largest**2 * n < EXACT
        once, twice = total(values), products(values, values, exact)
        result = np.empty((len(layout.metrics), 6), object)
        x = result[:, 0] = once[layout.numerator]
        y = layout.fixed
        result[:, 1], result[:, 3], result[:, 4] = n * y, n * y * y, x * y
        result[:, 2], result[:, 5] = twice[layout.numerator], self.squares[layout.numerator]
        rows, below, scale = layout.varying, layout.denominator, layout.scale
        result[rows, 1], result[rows, 3] = once[below] * scale, twice[below] * scale * scale
        result[rows, 4] = products(values[layout.numerator[rows]], values[below], exact) * scale
        return result

    def cross(self, other: UnitTable) -> Numbers:
        """Return [Σxx', Σxy', Σyx', Σyy'] of each metric with another table over the same units.

        Parameters
        ----------
        other : UnitTable
            Of the same metrics and units.

        Returns
        -------
        ndarray of int, shape (metrics, 4)
        """
        a, b = self.layout, other.layout
        if a.names != b.names or self.values.shape != other.values.shape:
            raise ValueError("tables of different metrics or units cannot be paired")
        n = self.values.shape[1]
        exact = self.largest * other.largest * n < EXACT
        result = np.empty((len(a.metrics), 4), object)
        y, z = a.fixed, b.fixed
        result[:, 0] = products(self.values, other.values, exact)[a.numerator]
        result[:, 1] = total(self.values)[a.numerator] * z
        result[:, 2] = total(other.values)[b.numerator] * y
        result[:, 3] = n * y * z
        rows, scale = a.varying, a.scale
        if len(rows):
            x, w = self.values[a.numerator[rows]], other.values[b.numerator[rows]]
            v, u = self.values[a.denominator], other.values[b.denominator]
            result[rows, 1] = products(x, u, exact) * scale
            result[rows, 2] = products(v, w, exact) * scale
            result[rows, 3] = products(v, u, exact) * scale * scale
        return result


def total(values: Floats) -> Numbers:
    """Return the sum of each row: exact, since numbers of 32 bits are added."""
    return whole(values.sum(axis=1))


def products(a: Floats, b: Floats, exact: bool) -> Numbers:
    """Return the sum of products of each row of `a` with the same row of `b`, exactly.

    Parameters
    ----------
    a, b : ndarray of float64, shape (rows, units)
        Whole numbers.
    exact : bool
        Whether double precision holds every partial sum.
    """
    if exact:
        return whole(np.einsum("ij,ij->i", a, b))
    sums = [sum(int(p) * int(q) for p, q in zip(u, v, strict=True)) for u, v in zip(a, b, strict=True)]
    return np.asarray(sums, object)


def metrics_of(label: str, of_games: bool) -> list[Metric]:
    """Return the metrics that are kept for a label.

    Those of the table stand under `ALL`; metrics that add up to a constant over both sides (margin, rounds
    won) do not.
    """

    def kept(entry: Metric) -> bool:
        if entry.level == "game" and not of_games:
            return False
        if entry.per == "table":
            return label == ALL
        return label != ALL or not entry.zero_sum

    return [entry for entry in METRICS.values() if kept(entry)]


def unit_tables(part: Slice, labels: Labels) -> dict[str, UnitTable]:
    """Return the features per unit, for each label and for `ALL`.

    Parameters
    ----------
    part : Slice
        Some units of a block.
    labels : tuple of (str, str)
        Label of each rotation and side.
    """
    features = features_of(part)
    order = [label for rotation in labels for label in rotation]
    places = {label: [i for i, place in enumerate(order) if place == label] for label in dict.fromkeys(order)}
    places[ALL] = list(range(len(order)))
    of_games = part.games is not None
    return {
        label: _unit_table(layout_of(label == ALL, len(where), part.rotations, of_games), where, features)
        for label, where in places.items()
    }


def _unit_table(layout: Layout, places: list[int], features: Features) -> UnitTable:
    """Add up the features at the places (rotation and side) of a label."""
    sums, squares = [], []
    for key in layout.keys:
        per, level = key
        values = features.values[key]
        where = places if per == "side" else list(range(values.shape[1]))
        sums.append(_gather(values.reshape(len(values), -1, values.shape[-1]), where))
        squares.append(features.squares[key].reshape(len(values), -1)[:, where].sum(axis=1))
        if level == "round" and ("side", "game") in features.values:
            rounds = np.repeat(features.rounds, 2, axis=0) if per == "side" else features.rounds
            sums.append(_gather(rounds[None], where))
            squares.append(np.zeros(1, object))
    values = sums[0] if len(sums) == 1 else np.concatenate(sums)
    return UnitTable(layout, values, np.concatenate(squares), features.largest)


def _gather(values: Floats, places: list[int]) -> Floats:
    """Add up the values at some places, shape (features, places, units) -> (features, units)."""
    if len(places) == 1:
        return np.asarray(values[:, places[0]])
    result = values[:, places[0]] + values[:, places[1]]
    for place in places[2:]:
        result += values[:, place]
    return np.asarray(result)
