"""The summary of a run: one line per figure, as in ``summary.csv``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from canasta_sim.errors import CanastaError
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.groups import Variant
from canasta_sim.stats.intervals import Estimate, Sums, estimate
from canasta_sim.stats.metrics import METRICS, Metric, metric
from canasta_sim.stats.sums import ALL

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("variant", "strategy", "metric", "estimate", "se", "ci_low", "ci_high", "n")

_DIGITS = 10  # significant ones, on which every mathematical library agrees


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
            lines.append((variant.name, label, entry.name, *map(rounded, numbers), found.n))
    frame = pd.DataFrame(lines, columns=list(COLUMNS))
    return frame.astype(dict.fromkeys(COLUMNS[3:7], "float64") | {"n": "int64"})


def write_summary(frame: pd.DataFrame) -> str:
    """Return a summary as the text of ``summary.csv``: the same frame gives the same bytes.

    Missing numbers are empty fields; lines end with a newline.
    """
    return str(frame.to_csv(index=False, lineterminator="\n"))


def rounded(value: float | None) -> float | None:
    """Return a number with so many significant digits as every machine agrees on."""
    return None if value is None else float(f"{value:.{_DIGITS}g}")
