"""Estimates and intervals against exact values, published ones, and repeated experiments."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from canasta_sim.stats.intervals import (
    CONSTANT,
    FEW,
    NOT_ENOUGH,
    Sums,
    estimate,
    row_deviation,
    t_quantile,
    wilson,
)
from canasta_sim.stats.metrics import METRICS

SCORE, SHARE, RATIO, WON = (METRICS[name] for name in ("score", "went_out", "opened_turn", "won"))


def sums(x, y=None) -> Sums:
    x = np.asarray(x).astype(object)  # Python's integers: no overflow
    y = np.ones_like(x) if y is None else np.asarray(y).astype(object)
    numbers = (x.sum(), y.sum(), (x * x).sum(), (y * y).sum(), (x * y).sum(), (x * x).sum())
    return Sums(len(x), *(int(number) for number in numbers))


def test_a_mean_has_students_interval() -> None:
    x = np.random.default_rng(1).integers(-500, 3000, 40)
    found = estimate(sums(x), SCORE)
    expected = stats.ttest_1samp(x, 0).confidence_interval(0.95)
    assert found.value == pytest.approx(x.mean(), rel=1e-14)
    assert found.se == pytest.approx(stats.sem(x), rel=1e-12)
    assert (found.low, found.high) == pytest.approx(tuple(expected), rel=1e-12)
    assert found.half == pytest.approx((expected.high - expected.low) / 2)


def test_a_mean_of_two_rows_a_deal_is_over_deals() -> None:
    rows = np.random.default_rng(2).integers(0, 1000, (50, 2))
    found = estimate(sums(rows.sum(1), np.full(50, 2)), SCORE)
    assert found.se == pytest.approx(stats.sem(rows.mean(1)), rel=1e-12)
    assert found.n == 50


def test_large_numbers_lose_nothing() -> None:
    x = 10**9 + np.random.default_rng(3).integers(0, 2, 1000)
    found = estimate(sums(x), SCORE)
    assert found.se == pytest.approx(stats.sem(x - 10**9), rel=1e-12)


def test_a_ratio_of_sums_by_the_delta_method() -> None:
    made = np.random.default_rng(4)
    y = made.integers(1, 6, 200)
    x = 3 * y + made.integers(-2, 3, 200)
    found = estimate(sums(x, y), RATIO)
    ratio = x.sum() / y.sum()
    # Cochran 1977, eq. 6.13: sum of squared residuals over n (n - 1) times the squared mean of y.
    se = math.sqrt(((x - ratio * y) ** 2).sum() / (200 * 199)) / y.mean()
    assert (found.value, found.se) == pytest.approx((ratio, se), rel=1e-12)


@pytest.mark.parametrize(
    ("events", "n", "low", "high"),
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3 (score without continuity correction).
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_gives_the_published_intervals(events: int, n: int, low: float, high: float) -> None:
    found = estimate(sums([1] * events + [0] * (n - events)), SHARE)
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)
    mirrored = estimate(sums([0] * events + [1] * (n - events)), SHARE)
    assert (mirrored.low, mirrored.high) == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_shares_of_zero_and_one_have_an_interval_on_one_side() -> None:
    for n in (2, 50, 10**6):
        none, every = estimate(sums([0] * 2), SHARE), estimate(sums([1] * 2), SHARE)
        assert (none.low, every.high) == (0.0, 1.0)
        low, high = wilson(0.0, n, 1.96)
        assert low == 0.0
        assert 0 < high < 3.9 / n
    twice = estimate(Sums(100, 0, 200, 0, 400, 0), SHARE)
    once = estimate(Sums(100, 0, 100, 0, 100, 0), SHARE)
    assert twice.high == once.high  # two rows of a deal are not taken for two trials


def test_rows_of_a_deal_count_for_what_they_tell() -> None:
    made = np.random.default_rng(5)
    deals = made.integers(0, 2, 4000)
    same = estimate(sums(2 * deals, np.full(4000, 2)), SHARE)  # both rows of a deal alike
    single = estimate(sums(deals), SHARE)
    assert (same.low, same.high) == pytest.approx((single.low, single.high), abs=2e-5)
    apart = made.integers(0, 2, (4000, 2))
    free = estimate(sums(apart.sum(1), np.full(4000, 2)), SHARE)
    assert free.half == pytest.approx(single.half / math.sqrt(2), rel=0.05)


@pytest.mark.parametrize("entry", [SCORE, SHARE, RATIO])
def test_too_few_data_say_so(entry) -> None:
    assert estimate(Sums(0, 0, 0, 0, 0, 0), entry).note == NOT_ENOUGH
    one = estimate(sums([1]), entry)
    assert (one.value, one.low, one.note) == (1.0, None, NOT_ENOUGH)
    nothing = estimate(sums([0, 0, 0], [0, 0, 0]), entry)
    assert (nothing.value, nothing.se, nothing.note) == (None, None, NOT_ENOUGH)


def test_what_never_varies_has_no_interval_of_zero() -> None:
    few, many = estimate(sums([7] * (FEW - 1)), SCORE), estimate(sums([7] * FEW), SCORE)
    assert (few.se, few.low, few.note) == (None, None, NOT_ENOUGH)
    assert (many.se, many.low, many.note) == (None, None, CONSTANT)
    tie = estimate(sums([2] * 100, [4] * 100), WON)
    assert (tie.value, tie.low, tie.note) == (0.5, None, CONSTANT)


def test_quantiles() -> None:
    assert t_quantile(math.inf) == pytest.approx(1.959963984540054, rel=1e-14)
    assert t_quantile(10) == pytest.approx(2.2281388519649385, rel=1e-9)


def test_deviation_of_single_rows() -> None:
    rows = np.random.default_rng(6).integers(0, 1000, (30, 2))
    made = Sums(30, int(rows.sum()), 60, 0, 120, 0, int((rows**2).sum()))
    assert row_deviation(made, SCORE) == pytest.approx(rows.std(ddof=1), rel=1e-12)
    assert row_deviation(made, RATIO) is None


def covered(entry, make, truth: float, repeats: int = 1500) -> int:
    made = np.random.default_rng(7)
    inside = 0
    for _ in range(repeats):
        found = estimate(sums(*make(made)), entry)
        assert found.low is not None
        assert found.high is not None
        inside += found.low <= truth <= found.high
    return inside


@pytest.mark.parametrize(
    ("entry", "make", "truth"),
    [
        (SCORE, lambda made: (np.rint(made.gamma(2, 300, 100)).astype(int),), 600.0),
        (SHARE, lambda made: (made.binomial(2, 0.3 + 0.4 * made.integers(0, 2, 150)), np.full(150, 2)), 0.5),
        (SHARE, lambda made: (made.binomial(2, 0.03, 300), np.full(300, 2)), 0.03),
        (SHARE, lambda made: (made.binomial(1, 0.98, 400),), 0.98),
        (RATIO, lambda made: ((y := made.integers(1, 5, 150)) * 4 + made.integers(-3, 4, 150), y), 4.0),
    ],
    ids=["mean", "share twice a deal", "share near 0", "share near 1", "ratio"],
)
def test_intervals_cover_as_often_as_they_claim(entry, make, truth: float) -> None:
    repeats = 1500
    # Four standard errors of a binomial share, and one percentage point for what small samples cost.
    slack = 4 * math.sqrt(0.95 * 0.05 * repeats) + 0.01 * repeats
    assert abs(covered(entry, make, truth, repeats) - 0.95 * repeats) < slack
