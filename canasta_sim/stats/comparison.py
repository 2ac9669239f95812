"""Comparisons: tables of differences between variants, or between the strategies of a variant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from canasta_sim.errors import CanastaError
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.differences import Difference, holm, paired, unpaired, verdict
from canasta_sim.stats.groups import Key, Variant
from canasta_sim.stats.intervals import Estimate
from canasta_sim.stats.metrics import METRICS, Metric, metric
from canasta_sim.stats.summary import entries, figure, rounded, sums_of
from canasta_sim.stats.sums import ALL

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = (
    "variant",
    "strategy",
    "metric",
    "baseline",
    "estimate",
    "difference",
    "se",
    "ci_low",
    "ci_high",
    "p",
    "p_holm",
    "effect",
    "saved",
    "paired",
    "n",
    "verdict",
)


MAIN = (
    "score",
    "margin",
    "won",
    "went_out",
    "closed",
    "turns",
    "opened_turn",
    "piles_taken",
    "canastas",
    "in_hand",
    "stock_out",
    "first_advantage",
    "game_won",
    "game_rounds",
    "lead_changes",
)
"""Metrics of comparisons that did not ask for others."""


def main_metric(aims: Mapping[str, Any]) -> str:
    """Return the metric that a comparison is about: the first one asked for, else the rounds closed."""
    metrics = list(aims.get("metrics") or [])
    return str(metrics[0]) if metrics else "closed"


@dataclass(frozen=True, slots=True)
class Comparison:
    """One line of a table of differences.

    Attributes
    ----------
    this, that : (str, str)
        Variant and strategy compared, and what they are compared with.
    entry : Metric
        What is compared.
    here, there : Estimate
        The two figures.
    difference : Difference
        This less that.
    p : float or None
        p-value corrected for all comparisons of the table (Holm).
    verdict : str
        What it means, in words.
    """

    this: Key
    that: Key
    entry: Metric
    here: Estimate
    there: Estimate
    difference: Difference
    p: float | None
    verdict: str


def difference_of(aggregate: Aggregate, first: Key, second: Key, name: str) -> Difference | None:
    """Return the difference of a metric between two (variant, strategy), paired where that is possible.

    Returns
    -------
    Difference or None
        First less second; None where one of them has no such figure.
    """
    a = sums_of(aggregate.variants[first[0]], first[1], name)
    b = sums_of(aggregate.variants[second[0]], second[1], name)
    if a is None or b is None:
        return None
    cross = aggregate.crosses.get((first, second), {}).get(name)
    if cross is None:
        turned = aggregate.crosses.get((second, first), {}).get(name)
        # The same sums with the parts of the two exchanged.
        cross = None if turned is None else [turned[0], turned[2], turned[1], turned[3]]
    if cross is None or a.n != b.n:
        return unpaired(a, b, metric(name))
    return paired(a, b, cross, metric(name))


def variant_comparisons(
    aggregate: Aggregate,
    metrics: Sequence[str] | None = None,
    smallest: Mapping[str, float] | None = None,
    *,
    together: bool = False,
) -> list[Comparison]:
    """Return each variant's differences from the baseline.

    Parameters
    ----------
    aggregate : Aggregate
        Sums over deals, with a baseline.
    metrics : sequence of str, optional
        Which metrics; default all. The correction of p-values (Holm) is over all lines of the table.
    smallest : mapping of str to float, optional
        Smallest differences worth caring about, by metric.
    together : bool
        Take both sides of a table together wherever that says something, rather than each strategy too.

    Raises
    ------
    CanastaError
        There is no baseline, or no such metric.
    """
    base = aggregate.variants.get(aggregate.baseline or "")
    if base is None:
        raise CanastaError("there is no baseline to compare with")
    wanted = _wanted(metrics)
    pairs = [
        ((variant.name, label), (base.name, partner), entry)
        for variant in aggregate.variants.values()
        if variant is not base
        for label, entry in entries(variant)
        if entry.name in wanted and (partner := partner_of(label, variant, base)) is not None
        # What one side gains the other loses: one line says it.
        if not (entry.between_sides and label != variant.labels[0])
        if not (together and not entry.between_sides and _said_of_both(variant, label, entry.name))
    ]
    return _compared(aggregate, pairs, smallest or {})


def _said_of_both(variant: Variant, label: str, name: str) -> bool:
    """Whether a figure of one strategy is also there for both sides together."""
    return label != ALL and name in variant.groups[ALL].sums and len(variant.labels) > 1


def comparison_table(aggregate: Aggregate, aims: Mapping[str, Any]) -> list[Comparison]:
    """Return the table of differences of a comparison: the one that every report and ``comparison.csv`` show.

    Parameters
    ----------
    aggregate : Aggregate
        Sums over deals, with a baseline.
    aims : mapping
        ``metrics`` (default `MAIN`) and ``smallest``, as in the manifest.

    Returns
    -------
    list of Comparison
        In the order of the metrics, then of the variants; p-values are corrected over all of it.
    """
    metrics = list(aims.get("metrics") or MAIN)
    lines = variant_comparisons(aggregate, metrics, aims.get("smallest"), together=True)
    return sorted(lines, key=lambda line: metrics.index(line.entry.name))


def strategy_comparisons(
    aggregate: Aggregate,
    variant: str,
    metrics: Sequence[str] | None = None,
    smallest: Mapping[str, float] | None = None,
) -> list[Comparison]:
    """Return the differences between the two strategies of a variant, first less second, paired over deals.

    Parameters are those of `variant_comparisons`.

    Raises
    ------
    CanastaError
        The variant has no two strategies, or there is no such metric.
    """
    labels = aggregate.variants[variant].labels
    if len(labels) != 2:
        raise CanastaError(f'variant "{variant}" has no two strategies to compare')
    wanted = _wanted(metrics)
    pairs = [
        ((variant, labels[0]), (variant, labels[1]), entry)
        for label, entry in entries(aggregate.variants[variant])
        if label == labels[0] and entry.name in wanted
    ]
    return _compared(aggregate, pairs, smallest or {})


def partner_of(label: str, variant: Variant, base: Variant) -> str | None:
    """Return the strategy of the baseline that a strategy of a variant is compared with.

    The one of the same name, or the only one where both have only one; else None.
    """
    if label in base.groups:
        return label
    return base.labels[0] if len(variant.labels) == len(base.labels) == 1 else None


def as_frame(comparisons: Sequence[Comparison]) -> pd.DataFrame:
    """Return comparisons as a frame.

    Returns
    -------
    DataFrame
        Columns variant, strategy, metric, baseline (value there), estimate, difference, se, ci_low, ci_high,
        p, p_holm, effect, saved (variance without pairing divided by that with it), paired, n, verdict.
    """
    import pandas as pd

    lines = []
    for line in comparisons:
        found = line.difference
        numbers = (
            line.there.value,
            line.here.value,
            found.value,
            found.se,
            found.low,
            found.high,
            found.p,
            line.p,
            found.effect,
            found.saved,
        )
        lines.append(
            (*line.this, line.entry.name, *map(rounded, numbers), found.paired, found.n, line.verdict)
        )
    frame = pd.DataFrame(lines, columns=list(COLUMNS))
    return frame.astype(dict.fromkeys(COLUMNS[3:13], "float64"))


def _wanted(metrics: Sequence[str] | None) -> set[str]:
    return set(METRICS if metrics is None else [metric(name).name for name in metrics])


def _compared(
    aggregate: Aggregate, pairs: Sequence[tuple[Key, Key, Metric]], smallest: Mapping[str, float]
) -> list[Comparison]:
    found = [(a, b, entry, difference_of(aggregate, a, b, entry.name)) for a, b, entry in pairs]
    kept = [(a, b, entry, difference) for a, b, entry, difference in found if difference is not None]
    corrected = holm([difference.p for *_, difference in kept])
    return [
        Comparison(
            a,
            b,
            entry,
            figure(aggregate, *a, entry.name),
            figure(aggregate, *b, entry.name),
            difference,
            p,
            verdict(difference, smallest.get(entry.name), p),
        )
        for (a, b, entry, difference), p in zip(kept, corrected, strict=True)
    ]
