"""Estimates with intervals over deals, from exact sums.

Every metric is a ratio r = Σx / Σy over independent units (deals, games or pairs of games). With the
residuals e = x − r·y the variance of r is estimated by the delta method (linearisation) for a ratio of means,

    var(r) = n / (n − 1) · Σe² / (Σy)²

(Cochran, Sampling Techniques, 3rd ed. 1977, section 6.3; as the sandwich estimator for clusters: Liang and
Zeger, Biometrika 73, 1986). Where y is the same in every unit it is the textbook variance of a mean. The
interval is r ± t(n − 1) · se with Student's t.

Shares get Wilson's score interval (Wilson, JASA 22, 1927) with an effective number of trials, because rows of
a deal are not independent: n_eff = r (1 − r) / ((n − 1)/n · var(r)), the number of independent trials that
would have the variance observed (Kish, Survey Sampling, 1965; Wilson's interval with it: Dean and Pagano,
Survey Research Methods 9, 2015). With one row per deal it is Wilson's interval itself. At 0 or 1, where no
variance can be seen, n_eff is the number of deals (or of trials, where there were fewer), as if the rows of a
deal told no more than one: the interval is then rather too wide than too narrow.

Sums are exact integers, so differences of large sums lose nothing before the last division.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from canasta_sim.stats.metrics import Metric

LEVEL = 0.95
"""Every interval of the project holds the true value in this share of cases."""

FEW = 30
"""With fewer units, values that do not vary at all say nothing about how much they could."""

NOT_ENOUGH = "not enough data"
CONSTANT = "the same in every deal"


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over units of a ratio's numerator x and denominator y, whole numbers.

    Attributes
    ----------
    n : int
        Units.
    x, y, xx, yy, xy : int
        Σx, Σy, Σx², Σy², Σxy.
    rows : int
        Sum of squares of x over rows instead of units; 0 where it is not known.
    """

    n: int
    x: int
    y: int
    xx: int
    yy: int
    xy: int
    rows: int = 0

    @classmethod
    def of(cls, n: int, numbers: Sequence[int]) -> Sums:
        """Return the sums of a metric as an aggregate keeps them: [Σx, Σy, Σx², Σy², Σxy, Σ row²]."""
        return cls(n, *numbers)

    @property
    def ratio(self) -> float:
        """Σx / Σy; Σy must not be 0."""
        return self.x / self.y

    @property
    def residual(self) -> int:
        """(Σy)² · Σe², exactly."""
        return self.xx * self.y**2 - 2 * self.x * self.y * self.xy + self.x**2 * self.yy

    @property
    def variance(self) -> float:
        """Variance of the ratio; n must be at least 2."""
        return (self.n * self.residual) / ((self.n - 1) * self.y**4)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its interval.

    Attributes
    ----------
    value : float or None
        None where there is nothing to divide by.
    se : float or None
        Standard error.
    low, high : float or None
        Ends of the 95 % interval.
    n : int
        Units.
    note : str
        Why there is no interval, else empty.
    """

    value: float | None
    se: float | None
    low: float | None
    high: float | None
    n: int
    note: str = ""

    @property
    def half(self) -> float | None:
        """Half the width of the interval."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


def t_quantile(df: float, level: float = LEVEL) -> float:
    """Return the two-sided quantile of Student's t, of the normal distribution where df is infinite."""
    from scipy.special import ndtri, stdtrit

    upper = (1 + level) / 2
    return float(ndtri(upper) if math.isinf(df) else stdtrit(df, upper))


def estimate(sums: Sums, metric: Metric, level: float = LEVEL) -> Estimate:
    """Return the figure of a metric with its interval.

    Parameters
    ----------
    sums : Sums
        Over units.
    metric : Metric
        Says whether it is a share.
    level : float
        Coverage of the interval.

    Returns
    -------
    Estimate
        Without an interval where there are fewer than 2 units, or where the value is the same in every unit.
    """
    n = sums.n
    if not sums.y:
        return Estimate(None, None, None, None, n, NOT_ENOUGH)
    value = sums.ratio
    if n < 2:
        return Estimate(value, None, None, None, n, NOT_ENOUGH)
    if metric.is_share:
        return _share(sums, metric.scale, level)
    if not sums.residual:
        return Estimate(value, None, None, None, n, NOT_ENOUGH if n < FEW else CONSTANT)
    se = math.sqrt(sums.variance)
    half = t_quantile(n - 1, level) * se
    return Estimate(value, se, value - half, value + half, n)


def _share(sums: Sums, scale: int, level: float) -> Estimate:
    n, p = sums.n, sums.ratio
    if sums.x in {0, sums.y}:
        low, high = wilson(p, min(n, sums.y // scale), t_quantile(math.inf, level))
        return Estimate(p, None, low, high, n)
    if not sums.residual:
        return Estimate(p, None, None, None, n, NOT_ENOUGH if n < FEW else CONSTANT)
    variance = sums.variance
    single = sums.y == n == sums.yy and sums.x == sums.xx
    z = t_quantile(math.inf if single else n - 1, level)
    low, high = wilson(p, p * (1 - p) * n / ((n - 1) * variance), z)
    return Estimate(p, math.sqrt(variance), low, high, n)


def wilson(p: float, n: float, z: float) -> tuple[float, float]:
    """Return Wilson's score interval for a share.

    Parameters
    ----------
    p : float
        Share observed.
    n : float
        (Effective) number of trials.
    z : float
        Quantile, 1.96 for 95 %.

    Returns
    -------
    low, high : float
    """
    zz = z * z / n
    middle = (p + zz / 2) / (1 + zz)
    half = z / (1 + zz) * math.sqrt(p * (1 - p) / n + zz / (4 * n))
    low = 0.0 if p == 0 else max(0.0, middle - half)
    high = 1.0 if p == 1 else min(1.0, middle + half)
    return low, high


def row_deviation(sums: Sums, metric: Metric) -> float | None:
    """Return the standard deviation of single rows (rounds), None where rows have no value of their own.

    Parameters
    ----------
    sums : Sums
        With the sum of squares over rows.
    metric : Metric
        A mean or share over rows.
    """
    if metric.kind == "ratio":
        return None
    rows = sums.y // metric.scale
    if rows < 2:
        return None
    return math.sqrt((sums.rows * rows - sums.x**2) / (rows * (rows - 1))) / metric.scale
