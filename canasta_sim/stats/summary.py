"""The summary of a run: one line per figure, as in ``summary.csv``; and the tables of differences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from canasta_sim.errors import CanastaError
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.differences import Difference, holm, paired, unpaired, verdict
from canasta_sim.stats.groups import Variant
from canasta_sim.stats.intervals import Estimate, Sums, estimate
from canasta_sim.stats.metrics import METRICS, Metric, metric
from canasta_sim.stats.sums import ALL

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("variant", "strategy", "metric", "estimate", "se", "ci_low", "ci_high", "n")

_DIGITS = 12  # significant ones: the same on every machine, whatever its mathematical library


def sums_of(variant: Variant, label: str, name: str) -> Sums | None:
    """Return the sums of a metric, None where the label has none."""
    group = variant.groups.get(label)
    numbers = group.sums.get(name) if group else None
    return None if numbers is None else Sums.of(variant.units, numbers)


def figure(aggregate: Aggregate, variant: str, label: str, name: str) -> Estimate:
    """Return one figure with its interval.

    Parameters
    ----------
    aggregate : Aggregate
        Sums over deals.
    variant, label, name : str
        Variant, strategy (or `ALL`) and metric.

    Raises
    ------
    CanastaError
        There is no such figure.
    """
    sums = sums_of(aggregate.variants[variant], label, name) if variant in aggregate.variants else None
    if sums is None:
        raise CanastaError(f'there is no figure "{name}" of "{label}" in variant "{variant}"')
    return estimate(sums, metric(name))


def entries(variant: Variant) -> Iterator[tuple[str, Metric]]:
    """Yield the (strategy, metric) of each line of a summary.

    Strategies come in the order of the sides, `ALL` last. Where one strategy sits on all seats, what adds up
    to a constant (margin, rounds won) is left out, and so is what `ALL` would say a second time.
    """
    alone = len(variant.labels) == 1
    for label in variant.groups:
        for name, entry in METRICS.items():
            if name not in variant.groups[label].sums:
                continue
            repeated = label == ALL and alone and entry.per == "side"
            if not (repeated or (alone and entry.zero_sum)):
                yield label, entry


def summarise(aggregate: Aggregate) -> pd.DataFrame:
    """Return the summary of all variants.

    Parameters
    ----------
    aggregate : Aggregate
        Sums over deals.

    Returns
    -------
    DataFrame
        Columns `COLUMNS`: variant, strategy (`ALL` for figures of the table, and of both sides together),
        metric, estimate, se, ci_low, ci_high (95 % interval; missing where there are not enough data), n
        (units: deals, games or pairs of games). Shares lie between 0 and 1.
    """
    import pandas as pd

    lines = []
    for variant in aggregate.variants.values():
        for label, entry in entries(variant):
            sums = sums_of(variant, label, entry.name)
            assert sums is not None
            found = estimate(sums, entry)
            numbers = (found.value, found.se, found.low, found.high)
            lines.append((variant.name, label, entry.name, *map(_rounded, numbers), found.n))
    frame = pd.DataFrame(lines, columns=list(COLUMNS))
    return frame.astype(dict.fromkeys(COLUMNS[3:7], "Float64") | {"n": "int64"})


def write_summary(frame: pd.DataFrame) -> str:
    """Return a summary as the text of ``summary.csv``: the same frame gives the same bytes.

    Missing numbers are empty fields; lines end with a newline.
    """
    return str(frame.to_csv(index=False, lineterminator="\n"))


def _rounded(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.{_DIGITS}g}")


def difference_of(
    aggregate: Aggregate, first: tuple[str, str], second: tuple[str, str], name: str
) -> Difference | None:
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
    entry = metric(name)
    cross = aggregate.crosses.get((first, second), {}).get(name)
    if cross is None:
        turned = aggregate.crosses.get((second, first), {}).get(name)
        # Both are in the same order of sums with the parts of x and y exchanged.
        cross = None if turned is None else [turned[0], turned[2], turned[1], turned[3]]
    if cross is None or a.n != b.n:
        return unpaired(a, b, entry)
    return paired(a, b, cross, entry)


def compare_variants(
    aggregate: Aggregate, metrics: Sequence[str] | None = None, smallest: Mapping[str, float] | None = None
) -> pd.DataFrame:
    """Return each variant's differences from the baseline.

    Parameters
    ----------
    aggregate : Aggregate
        Sums over deals, with a baseline.
    metrics : sequence of str, optional
        Which metrics; default all. The correction of p-values (Holm) is over all lines of the table.
    smallest : mapping of str to float, optional
        Smallest differences worth caring about, by metric.

    Returns
    -------
    DataFrame
        Columns variant, strategy, metric, baseline (value there), estimate, difference, se, ci_low, ci_high,
        p, p_holm, effect, saved, paired, n, verdict.
    """
    base_name = aggregate.baseline
    if base_name is None or base_name not in aggregate.variants:
        raise CanastaError("there is no baseline to compare with")
    base = aggregate.variants[base_name]
    wanted = set(METRICS if metrics is None else [metric(name).name for name in metrics])
    pairs = [
        ((variant.name, label), (base_name, partner), entry)
        for variant in aggregate.variants.values()
        if variant.name != base_name
        for label, entry in entries(variant)
        if entry.name in wanted and (partner := partner_of(label, variant, base)) is not None
    ]
    return _table(aggregate, pairs, smallest or {})


def compare_strategies(
    aggregate: Aggregate,
    variant: str,
    metrics: Sequence[str] | None = None,
    smallest: Mapping[str, float] | None = None,
) -> pd.DataFrame:
    """Return the differences between the two strategies of a variant, first less second, paired over deals.

    Parameters and columns are those of `compare_variants`; ``baseline`` is the value of the second strategy.
    """
    labels = aggregate.variants[variant].labels
    if len(labels) != 2:
        raise CanastaError(f'variant "{variant}" has no two strategies to compare')
    wanted = set(METRICS if metrics is None else [metric(name).name for name in metrics])
    first, second = ((variant, label) for label in labels)
    pairs = [
        (first, second, entry)
        for label, entry in entries(aggregate.variants[variant])
        if label == labels[0] and entry.name in wanted
    ]
    return _table(aggregate, pairs, smallest or {})


def partner_of(label: str, variant: Variant, base: Variant) -> str | None:
    """Return the strategy of the baseline that a strategy of a variant is compared with.

    The one of the same name, or the only one where both have only one; else None.
    """
    if label in base.groups:
        return label
    return base.labels[0] if len(variant.labels) == len(base.labels) == 1 else None


def _table(
    aggregate: Aggregate,
    pairs: Sequence[tuple[tuple[str, str], tuple[str, str], Metric]],
    smallest: Mapping[str, float],
) -> pd.DataFrame:
    import pandas as pd

    found = [(a, b, entry, difference_of(aggregate, a, b, entry.name)) for a, b, entry in pairs]
    kept = [(a, b, entry, difference) for a, b, entry, difference in found if difference is not None]
    corrected = holm([difference.p for *_, difference in kept])
    lines: list[dict[str, Any]] = []
    for (a, b, entry, difference), p in zip(kept, corrected, strict=True):
        lines.append(
            {
                "variant": a[0],
                "strategy": a[1],
                "metric": entry.name,
                "baseline": _rounded(figure(aggregate, *b, entry.name).value),
                "estimate": _rounded(figure(aggregate, *a, entry.name).value),
                "difference": _rounded(difference.value),
                "se": _rounded(difference.se),
                "ci_low": _rounded(difference.low),
                "ci_high": _rounded(difference.high),
                "p": _rounded(difference.p),
                "p_holm": _rounded(p),
                "effect": _rounded(difference.effect),
                "saved": _rounded(difference.saved),
                "paired": difference.paired,
                "n": difference.n,
                "verdict": verdict(difference, smallest.get(entry.name), p),
            }
        )
    frame = pd.DataFrame(lines, columns=list(DIFFERENCE_COLUMNS))
    return frame.astype(dict.fromkeys(DIFFERENCE_COLUMNS[3:13], "Float64"))


DIFFERENCE_COLUMNS = (
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
