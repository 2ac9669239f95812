"""Differences between variants or strategies: paired over deals or not, corrected p-values, verdicts.

Paired: both ratios r = Σx/Σy and r' = Σx'/Σy' come from the same deals, and

    var(r − r') = n / (n − 1) · Σ(e/ȳ − e'/ȳ')² / n²,   e = x − r·y

(delta method, as in `canasta_sim.stats.intervals`); with constant denominators it is the variance of a mean
of differences, the test Student's paired one. Unpaired: variances add up, with the degrees of freedom of
Welch (Biometrika 34, 1947) and Satterthwaite (Biometrics Bulletin 2, 1946).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from canasta_sim.stats.intervals import CONSTANT, FEW, LEVEL, NOT_ENOUGH, Sums, row_deviation, t_quantile
from canasta_sim.stats.metrics import Metric

SIGNIFICANT = 0.05
IDENTICAL = "no difference in any deal"


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference with its interval.

    Attributes
    ----------
    value : float or None
        First less second.
    se, low, high : float or None
        Standard error and ends of the 95 % interval.
    p : float or None
        Two-sided p-value of no difference, not corrected for other comparisons.
    n : int
        Units (of the smaller sample, where not paired).
    paired : bool
        Whether both were measured on the same deals.
    saved : float or None
        Where paired: the variance without pairing divided by the variance with it. Without pairing, so many
        times as many deals would have been needed.
    effect : float or None
        Difference in standard deviations of a single round: the mean of both variances below the root (Cohen,
        Statistical Power Analysis, 2nd ed. 1988, eq. 2.3.2; "d_av" in Lakens, Frontiers in Psychology 4,
        2013).
    note : str
        Why there is no interval, else empty.
    """

    value: float | None
    se: float | None
    low: float | None
    high: float | None
    p: float | None
    n: int
    paired: bool
    saved: float | None = None
    effect: float | None = None
    note: str = ""


def paired(a: Sums, b: Sums, cross: Sequence[int], metric: Metric, level: float = LEVEL) -> Difference:
    """Return the difference of two figures measured on the same deals.

    Parameters
    ----------
    a, b : Sums
        Over the same units.
    cross : sequence of int
        [Σxx', Σxy', Σyx', Σyy'], x and y of `a`, x' and y' of `b`.
    metric : Metric
        What they are figures of.
    level : float
        Coverage of the interval.
    """
    if a.n != b.n:
        raise ValueError(f"paired figures over {a.n} and {b.n} units")
    n = a.n
    if not a.y or not b.y:
        return Difference(None, None, None, None, None, n, True, note=NOT_ENOUGH)
    value = (a.x * b.y - b.x * a.y) / (a.y * b.y)
    effect = _effect(value, a, b, metric)
    if n < 2:
        return Difference(value, None, None, None, None, n, True, note=NOT_ENOUGH)
    xx, xy, yx, yy = cross
    both = xx * a.y * b.y - b.x * a.y * xy - a.x * b.y * yx + a.x * b.x * yy
    apart = a.residual * b.y**4 + b.residual * a.y**4
    together = apart - 2 * both * a.y**2 * b.y**2
    if not together:
        note = NOT_ENOUGH if n < FEW else IDENTICAL if not value else CONSTANT
        return Difference(value, None, None, None, None, n, True, effect=effect, note=note)
    se = math.sqrt((n * together) / ((n - 1) * a.y**4 * b.y**4))
    return _tested(value, se, n - 1, n, level, is_paired=True, saved=apart / together, effect=effect)


def unpaired(a: Sums, b: Sums, metric: Metric, level: float = LEVEL) -> Difference:
    """Return the difference of two figures measured on different deals (Welch).

    Parameters
    ----------
    a, b : Sums
        Over independent units.
    metric : Metric
        What they are figures of.
    level : float
        Coverage of the interval.
    """
    n = min(a.n, b.n)
    if not a.y or not b.y:
        return Difference(None, None, None, None, None, n, False, note=NOT_ENOUGH)
    value = a.ratio - b.ratio
    effect = _effect(value, a, b, metric)
    if n < 2 or not a.residual + b.residual:
        note = CONSTANT if n >= FEW else NOT_ENOUGH
        return Difference(value, None, None, None, None, n, False, effect=effect, note=note)
    va, vb = a.variance, b.variance
    df = (va + vb) ** 2 / (va**2 / (a.n - 1) + vb**2 / (b.n - 1))
    return _tested(value, math.sqrt(va + vb), df, n, level, is_paired=False, saved=None, effect=effect)


def _tested(
    value: float,
    se: float,
    df: float,
    n: int,
    level: float,
    *,
    is_paired: bool,
    saved: float | None,
    effect: float | None,
) -> Difference:
    from scipy.special import stdtr

    half = t_quantile(df, level) * se
    p = 2 * float(stdtr(df, -abs(value) / se))
    return Difference(value, se, value - half, value + half, p, n, is_paired, saved, effect)


def _effect(value: float, a: Sums, b: Sums, metric: Metric) -> float | None:
    first, second = row_deviation(a, metric), row_deviation(b, metric)
    if first is None or second is None:
        return None
    pooled = math.sqrt((first**2 + second**2) / 2)
    return value / pooled if pooled else None


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Correct p-values for the number of comparisons (Holm, Scandinavian Journal of Statistics 6, 1979).

    Parameters
    ----------
    p_values : sequence of float or None
        Those that are None do not count as comparisons.

    Returns
    -------
    list of float or None
        Adjusted p-values in the same order: comparing them with 0.05 keeps the chance of one or more false
        differences in the whole table below 5 %.
    """
    order = sorted((p, i) for i, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    highest = 0.0
    for rank, (p, i) in enumerate(order):
        highest = max(highest, min(1.0, (len(order) - rank) * p))
        adjusted[i] = highest
    return adjusted


def verdict(difference: Difference, smallest: float | None = None, p: float | None = None) -> str:
    """Return what a difference means, in words.

    Parameters
    ----------
    difference : Difference
        First less second.
    smallest : float, optional
        Smallest difference worth caring about. A difference matters if its whole interval lies beyond, and
        does not if the whole interval lies within (the two one-sided tests of Schuirmann, J. Pharmacokin.
        Biopharm. 15, 1987, here with the 95 % interval, which is the stricter one).
    p : float, optional
        Corrected p-value; default is the difference's own.
    """
    if difference.note or difference.low is None or difference.high is None:
        return difference.note or NOT_ENOUGH
    value = difference.value or 0.0
    p = difference.p if p is None else p
    sure = p is not None and p < SIGNIFICANT
    word = "more" if value > 0 else "less"
    if smallest is None:
        return word if sure else "no difference shown"
    return _judged(difference.low, difference.high, smallest, word, sure)


def _judged(low: float, high: float, smallest: float, word: str, sure: bool) -> str:
    if -smallest < low and high < smallest:
        return f"{word}, but too little to matter" if sure else "no difference that matters"
    if not sure:
        return "undecided: needs more deals"
    if low >= smallest or high <= -smallest:
        return f"{word}, and it matters"
    return f"{word}; whether it matters needs more deals"
