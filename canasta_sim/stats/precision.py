"""How narrow intervals are, and how many units it takes to make them narrower.

The half-width of an interval over n units falls as 1 / √n. To go on until it is below d, as many units are
played as the half-width seen so far asks for, and it is looked at again: the fixed-width sequential procedure
of Chow and Robbins (Annals of Mathematical Statistics 36, 1965), whose interval keeps its coverage as d
becomes small. Looking at the width, unlike looking at the difference, favors no answer.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.comparison import variant_comparisons
from canasta_sim.stats.groups import Key
from canasta_sim.stats.intervals import NOT_ENOUGH, t_quantile
from canasta_sim.stats.metrics import METRICS, Metric
from canasta_sim.stats.summary import entries, figure

#: More units than these at once would rest on too rough a guess of the variance.
STEEPEST = 16


@dataclass(frozen=True, slots=True)
class Width:
    """How wide one interval is.

    Attributes
    ----------
    metric, variant, label : str
        What it is the interval of: the difference of this variant from the baseline where there is one, else
        its figure.
    half : float or None
        Half its width; None where there is none.
    n : int
        Units that it rests on.
    settled : bool
        Whether there is no interval since the value is the same in every unit: more would not change that.
    """

    metric: str
    variant: str
    label: str
    half: float | None
    n: int
    settled: bool

    def units_for(self, wanted: float, steepest: float = STEEPEST) -> int:
        """Return how many units, about, make half the interval `wanted`; those there are if they do.

        Never more than `steepest` times those there are.
        """
        if self.settled or (self.half is not None and self.half <= wanted):
            return self.n
        if self.half is None:
            return STEEPEST * max(1, self.n)
        return math.ceil(min(steepest, 1.02 * (self.half / wanted) ** 2) * self.n)


def widths(aggregate: Aggregate, name: str) -> list[Width]:
    """Return the widths of all intervals of a metric: of differences where there is a baseline.

    Parameters
    ----------
    aggregate : Aggregate
        Sums over deals.
    name : str
        The metric.
    """
    return list(_widths(aggregate, name))


def _widths(aggregate: Aggregate, name: str) -> Iterator[Width]:
    if aggregate.baseline is not None and len(aggregate.variants) > 1:
        for line in variant_comparisons(aggregate, [name], together=True):
            found = line.difference
            half = None if found.low is None or found.high is None else (found.high - found.low) / 2
            yield _width(line.entry, line.this, half, found.n, found.note)
        return
    for variant in aggregate.variants.values():
        for label, entry in entries(variant):
            if entry.name == name:
                one = figure(aggregate, variant.name, label, name)
                yield _width(entry, (variant.name, label), one.half, one.n, one.note)


def _width(entry: Metric, of: Key, half: float | None, n: int, note: str) -> Width:
    """Return the width of an interval, or of what stands in for it where nothing has varied.

    What happened in none of n deals may yet happen in 3.84 / n of them (Wilson's interval); so a share that
    has not varied is not taken for known.
    """
    constant = half is None and note != NOT_ENOUGH
    if constant and entry.is_share:
        return Width(entry.name, *of, t_quantile(math.inf) ** 2 / (2 * n), n, settled=False)
    return Width(entry.name, *of, half, n, settled=constant)


def narrow_enough(aggregate: Aggregate, variant: str, wanted: Mapping[str, float]) -> bool:
    """Return whether all intervals of one variant are as narrow as wanted."""
    return all(
        one.units_for(half) <= one.n
        for name, half in wanted.items()
        for one in widths(aggregate, name)
        if one.variant == variant
    )


def units_needed(
    aggregate: Aggregate,
    wanted: Mapping[str, float],
    steepest: float = STEEPEST,
    without: Collection[str] = (),
) -> int:
    """Return how many units, about, make every interval of some metrics as narrow as wanted.

    Parameters
    ----------
    aggregate : Aggregate
        Sums over deals.
    wanted : mapping of str to float
        Half-widths by metric.
    steepest : float
        Never more than so many times the units that there are.
    without : collection of str
        Variants that play no more.

    Returns
    -------
    int
        No more than there are where all are narrow enough already.
    """
    return max(
        (
            one.units_for(half, steepest)
            for name, half in wanted.items()
            for one in widths(aggregate, name)
            if one.variant not in without
        ),
        default=0,
    )


def too_wide(aggregate: Aggregate, wanted: Mapping[str, float]) -> list[Width]:
    """Return the widest interval of each metric that has one wider than wanted."""
    found = []
    for name, half in wanted.items():
        wide = [one for one in widths(aggregate, name) if one.units_for(half) > one.n]
        if wide:
            found.append(max(wide, key=lambda one: math.inf if one.half is None else one.half))
    return found


def unit_of_widths(name: str) -> tuple[float, str]:
    """Return the factor and the unit in which half-widths of a metric are written."""
    entry = METRICS[name]
    return (100.0, "percentage points") if entry.is_share else (1.0, entry.unit)
