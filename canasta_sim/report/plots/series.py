"""What the pictures of a report set side by side: the strategies of one variant, or several variants."""

from __future__ import annotations

from dataclasses import dataclass

from canasta_sim.report.plots.style import COLOURS, LINES, MOST_SERIES
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.groups import Variant
from canasta_sim.stats.histograms import Counts, add_counts
from canasta_sim.stats.intervals import Estimate, estimate
from canasta_sim.stats.metrics import METRICS
from canasta_sim.stats.summary import sums_of
from canasta_sim.stats.sums import ALL


@dataclass(frozen=True)
class Series:
    """One thing that is compared.

    Attributes
    ----------
    name : str
        Its name in legends.
    variant : Variant
        Where its sums are.
    label : str
        Strategy, or `ALL`.
    colour, line : str
        How it is drawn.
    """

    name: str
    variant: Variant
    label: str
    colour: str
    line: str

    def counts(self, histogram: str) -> Counts:
        """Return a histogram; that of all sides together is the sum of the strategies'."""
        groups = self.variant.groups
        if histogram in groups[self.label].histograms:
            return groups[self.label].histograms[histogram]
        if self.label != ALL:
            return groups[ALL].histograms.get(histogram, {})
        total: Counts = {}
        for label in self.variant.labels:
            add_counts(total, groups[label].histograms.get(histogram, {}))
        return total

    def figure(self, name: str) -> Estimate | None:
        """Return a figure with its interval, None where there is none."""
        sums = sums_of(self.variant, self.label, name)
        return None if sums is None else estimate(sums, METRICS[name])


def series_of(aggregate: Aggregate) -> list[Series]:
    """Return the strategies of one variant, or the variants of several: no more than can be told apart."""
    variants = [variant for variant in aggregate.variants.values() if variant.units]
    if len(variants) == 1:
        chosen = [(label, variants[0], label) for label in variants[0].labels]
    else:
        chosen = [(variant.name, variant, ALL) for variant in variants]
    return [
        Series(name, variant, label, COLOURS[i], LINES[i % len(LINES)])
        for i, (name, variant, label) in enumerate(chosen[:MOST_SERIES])
    ]


def variants_of(aggregate: Aggregate) -> list[Series]:
    """Return the variants, as far as they can be told apart."""
    variants = [variant for variant in aggregate.variants.values() if variant.units]
    return [
        Series(variant.name, variant, ALL, COLOURS[i], LINES[i % len(LINES)])
        for i, variant in enumerate(variants[:MOST_SERIES])
    ]


def shares(counts: Counts) -> tuple[list[int], list[float]]:
    """Return bins and the share of rows in each, in per cent."""
    total = sum(counts.values())
    bins = sorted(counts)
    return bins, [100 * counts[i] / total for i in bins]


def quantile(counts: Counts, share: float) -> int:
    """Return the bin below or in which at least that share of the rows lies."""
    left = share * sum(counts.values())
    bins = sorted(counts)
    for i in bins:
        left -= counts[i]
        if left <= 0:
            return i
    return bins[-1]


def share_where(counts: Counts, lowest: int, highest: int) -> float:
    """Return the share of rows in bins from `lowest` to `highest`, in per cent."""
    inside = sum(number for i, number in counts.items() if lowest <= i <= highest)
    return 100 * inside / sum(counts.values())
