"""Do 95 % intervals hold the true value in 95 % of cases? Small experiments on made-up data, repeated.

    python -m tests.interval_coverage                 # 20,000 repeats, a minute or two
    python -m tests.interval_coverage --repeats 2000

Each case makes data whose true value is known, hands their sums to the estimators that every report uses, and
counts. Beside the coverage of intervals: how often the table of differences, corrected (Holm), finds a false
difference between equal variants, and whether paired and unpaired estimates agree. Leaves with status 1 where
a count lies outside of what it must be.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from canasta_sim.stats.differences import Difference, holm, paired, unpaired
from canasta_sim.stats.intervals import Estimate, Sums, estimate
from canasta_sim.stats.metrics import METRICS, Metric

REPEATS = 20_000
LOWEST, HIGHEST = 0.945, 0.955
SCORE, CLOSED, WENT_OUT, RATIO = (METRICS[name] for name in ("score", "closed", "went_out", "opened_turn"))

Ints = np.ndarray
Interval = Estimate | Difference


@dataclass(frozen=True)
class Case:
    """Experiments of one kind.

    Attributes
    ----------
    name : str
        What is estimated.
    truth : float
        The true value.
    repeat : callable
        Makes the data of some repeats; yields one interval each.
    """

    name: str
    truth: float
    repeat: Callable[[np.random.Generator, int], Iterator[Interval]]


@dataclass(frozen=True)
class Count:
    """How often something happened, and between which shares it had to lie."""

    name: str
    share: float
    lowest: float
    highest: float

    @property
    def right(self) -> bool:
        """Whether it lies there."""
        return self.lowest <= self.share <= self.highest


def sums_of(x: Ints, y: Ints) -> list[Sums]:
    """Return the sums of every repeat; x and y of shape (repeats, units)."""
    columns = (x.sum(1), y.sum(1), (x * x).sum(1), (y * y).sum(1), (x * y).sum(1), (x * x).sum(1))
    return [Sums(x.shape[1], *numbers) for numbers in zip(*(one.tolist() for one in columns), strict=True)]


def crosses_of(x: Ints, y: Ints, v: Ints, w: Ints) -> list[list[int]]:
    """Return [Σxx', Σxy', Σyx', Σyy'] of every repeat."""
    columns = ((x * v).sum(1), (x * w).sum(1), (y * v).sum(1), (y * w).sum(1))
    return [list(numbers) for numbers in zip(*(one.tolist() for one in columns), strict=True)]


def figures(
    entry: Metric, make: Callable[[np.random.Generator, int], tuple[Ints, Ints]]
) -> Callable[[np.random.Generator, int], Iterator[Interval]]:
    """Return what estimates one figure of made-up x and y."""

    def repeat(made: np.random.Generator, repeats: int) -> Iterator[Interval]:
        return (estimate(one, entry) for one in sums_of(*make(made, repeats)))

    return repeat


def differences(
    entry: Metric,
    make: Callable[[np.random.Generator, int], tuple[Ints, Ints, Ints, Ints]],
    pair: bool = True,
) -> Callable[[np.random.Generator, int], Iterator[Interval]]:
    """Return what estimates the difference of x / y and v / w."""

    def repeat(made: np.random.Generator, repeats: int) -> Iterator[Interval]:
        x, y, v, w = make(made, repeats)
        for a, b, cross in zip(sums_of(x, y), sums_of(v, w), crosses_of(x, y, v, w), strict=True):
            yield paired(a, b, cross, entry) if pair else unpaired(a, b, entry)

    return repeat


def whole(values: np.ndarray) -> Ints:
    """Return whole numbers, as scores are."""
    return np.rint(values).astype(np.int64)


def _mean(made: np.random.Generator, repeats: int) -> tuple[Ints, Ints]:
    """Scores: skewed, two rows a deal that share its luck."""
    luck = made.gamma(4.0, 150.0, (repeats, 200))
    return whole(2 * luck + made.normal(0, 300, (2, repeats, 200)).sum(0)), np.full((repeats, 200), 2)


def _share(p: float, units: int) -> Callable[[np.random.Generator, int], tuple[Ints, Ints]]:
    """Shares over deals that differ: half of them give p + d, half p - d."""

    def make(made: np.random.Generator, repeats: int) -> tuple[Ints, Ints]:
        spread = 0.5 * min(p, 1 - p)
        chance = p + spread * made.choice([-1.0, 1.0], (repeats, units))
        return made.binomial(2, chance), np.full((repeats, units), 2)

    return make


def _once(p: float, units: int) -> Callable[[np.random.Generator, int], tuple[Ints, Ints]]:
    """Shares with one row a deal."""
    return lambda made, repeats: (
        made.binomial(1, p, (repeats, units)).astype(np.int64),
        np.ones((repeats, units), np.int64),
    )


def _ratio(made: np.random.Generator, repeats: int) -> tuple[Ints, Ints]:
    """Turns of the initial meld over the rounds in which there is one: 3 to 1."""
    y = made.binomial(2, 0.8, (repeats, 200))
    return 3 * y + whole(made.normal(0, 1.2, (repeats, 200)) * y), y


def _variants(made: np.random.Generator, repeats: int, more: float = 0.0) -> tuple[Ints, Ints, Ints, Ints]:
    """Two variants on the same deals: the luck of a deal is shared, the rest is not."""
    luck = made.gamma(4.0, 150.0, (repeats, 150))
    x, v = (whole(luck + made.normal(0, 250, (repeats, 150)) + by) for by in (more, 0.0))
    ones = np.ones_like(x)
    return x, ones, v, ones


def _ratios(made: np.random.Generator, repeats: int) -> tuple[Ints, Ints, Ints, Ints]:
    """Ratios of two variants on the same deals: 3 and 3.5."""
    deal = made.normal(0, 1.0, (repeats, 200))
    y, w = made.binomial(2, 0.8, (repeats, 200)), made.binomial(2, 0.7, (repeats, 200))
    x = whole((30 + 4 * deal + made.normal(0, 8, deal.shape)) * y)
    v = whole((35 + 4 * deal + made.normal(0, 8, deal.shape)) * w)
    return x, y, v, w


def _shares(made: np.random.Generator, repeats: int) -> tuple[Ints, Ints, Ints, Ints]:
    """Shares of two variants on the same deals: 0.6 and 0.5."""
    deal = made.random((repeats, 300))
    apart = made.random((2, repeats, 300))
    mixed = np.where(apart < 0.5, deal, made.random((2, repeats, 300)))
    ones = np.ones((repeats, 300), np.int64)
    return (mixed[0] < 0.6).astype(np.int64), ones, (mixed[1] < 0.5).astype(np.int64), ones


def _apart(made: np.random.Generator, repeats: int) -> tuple[Ints, Ints, Ints, Ints]:
    """Two variants with other decks: spreads and luck differ."""
    x, v = whole(made.gamma(4.0, 150.0, (repeats, 150))), whole(made.normal(500, 120, (repeats, 150)))
    ones = np.ones_like(x)
    return x, ones, v, ones


CASES = (
    Case("mean, two rows a deal", 600.0, figures(SCORE, _mean)),
    Case("share of a half, two rows a deal", 0.5, figures(WENT_OUT, _share(0.5, 300))),
    Case("share near 0 (0.02), two rows a deal", 0.02, figures(WENT_OUT, _share(0.02, 1500))),
    Case("share near 1 (0.97), one row a deal", 0.97, figures(CLOSED, _once(0.97, 1000))),
    Case("share near 0 (0.01), one row a deal", 0.01, figures(CLOSED, _once(0.01, 3000))),
    Case("ratio of sums", 3.0, figures(RATIO, _ratio)),
    Case("difference of means, paired", 40.0, differences(SCORE, lambda m, r: _variants(m, r, 40.0))),
    Case("difference of shares, paired", 0.1, differences(CLOSED, _shares)),
    Case("difference of ratios, paired", -5.0, differences(RATIO, _ratios)),
    Case("difference of means, unpaired", 100.0, differences(SCORE, _apart, pair=False)),
)


def coverage(case: Case, repeats: int, slack: float = 0.0, at_once: int = 500) -> Count:
    """Count how often the interval of a case holds the true value."""
    made = np.random.default_rng(abs(hash_of(case.name)))
    inside = 0
    for start in range(0, repeats, at_once):
        for found in case.repeat(made, min(at_once, repeats - start)):
            assert found.low is not None
            assert found.high is not None
            inside += found.low <= case.truth <= found.high
    return Count(case.name, inside / repeats, LOWEST - slack, HIGHEST + slack)


def hash_of(name: str) -> int:
    """Return a number for a name, the same in every process."""
    return int.from_bytes(name.encode()[-8:], "little")


def false_differences(repeats: int, slack: float = 0.0, lines: int = 6) -> Count:
    """Count the tables of differences between equal variants that find one or more, corrected (Holm)."""
    made = np.random.default_rng(11)
    wrong = 0
    for _ in range(repeats):
        # Each line compares another variant with one baseline on the same deals.
        luck = made.gamma(4.0, 150.0, 100)
        x = whole(luck + made.normal(0, 250, (lines + 1, 100)))
        ones = np.ones_like(x)
        sums = sums_of(x, ones)
        crosses = crosses_of(x[1:], ones[1:], np.broadcast_to(x[0], x[1:].shape), ones[1:])
        p = [paired(one, sums[0], cross, SCORE).p for one, cross in zip(sums[1:], crosses, strict=True)]
        wrong += any(one is not None and one < 0.05 for one in holm(p))
    # Lines that share a baseline are correlated, so Holm is a little on the safe side: never above 5 %.
    return Count(
        "tables of equal variants with a false difference", wrong / repeats, 0.03 - slack, 0.0525 + slack
    )


def agreement(repeats: int) -> list[Count]:
    """Compare paired with unpaired estimates of the same data.

    Returns
    -------
    list of Count
        The largest gap between both differences; and the mean variance without pairing over that with it,
        against what the made-up variances say: (luck + rest) / rest.
    """
    made = np.random.default_rng(12)
    gap, with_pairs, without = 0.0, 0.0, 0.0
    x, y, v, w = _variants(made, repeats, 40.0)
    for a, b, cross in zip(sums_of(x, y), sums_of(v, w), crosses_of(x, y, v, w), strict=True):
        one, other = paired(a, b, cross, SCORE), unpaired(a, b, SCORE)
        assert one.value is not None
        assert other.value is not None
        gap = max(gap, abs(one.value - other.value))
        with_pairs += (one.se or 0.0) ** 2
        without += (other.se or 0.0) ** 2
    luck, rest = 4.0 * 150.0**2, 250.0**2
    ratio = without / with_pairs / ((luck + rest) / rest)
    return [
        Count("largest gap between paired and unpaired differences", gap, 0.0, 1e-9),
        Count("variance saved by pairing, over what it must be", ratio, 0.97, 1.03),
    ]


def slack_for(repeats: int) -> float:
    """Return what chance may add to a share of 95 % in fewer repeats than `REPEATS`: four standard errors."""
    return 0.0 if repeats >= REPEATS else 4 * math.sqrt(0.05 * 0.95 / repeats)


def main() -> int:
    """Count, print a table, and say whether everything lies where it must."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeats", type=int, default=REPEATS)
    repeats = parser.parse_args().repeats
    slack = slack_for(repeats)
    counts = [coverage(case, repeats, slack) for case in CASES]
    counts += [false_differences(repeats, slack), *agreement(min(repeats, 2000))]
    for count in counts:
        bounds = f"{count.lowest:.4g} to {count.highest:.4g}"
        print(f"{'ok   ' if count.right else 'WRONG'} {count.name:55} {count.share:.5f}  ({bounds})")
    print(f"{repeats:,} repeats; {sum(not count.right for count in counts)} wrong")
    return 0 if all(count.right for count in counts) else 1


if __name__ == "__main__":
    sys.exit(main())
