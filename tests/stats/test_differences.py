"""Differences: against scipy's tests and published corrections."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from canasta_sim.errors import CanastaError
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.comparison import as_frame, difference_of, strategy_comparisons, variant_comparisons
from canasta_sim.stats.differences import IDENTICAL, Difference, holm, paired, unpaired, verdict
from canasta_sim.stats.intervals import CONSTANT, NOT_ENOUGH, Sums
from canasta_sim.stats.metrics import METRICS
from canasta_sim.stats.sums import ALL
from tests.stats.made import ALONE, block_of, games_of
from tests.stats.test_intervals import sums

SCORE, RATIO = METRICS["score"], METRICS["opened_turn"]


def cross(x, v, y=None, w=None) -> list[int]:
    y, w = (np.ones_like(x) if one is None else one for one in (y, w))
    return [int(number) for number in ((x * v).sum(), (x * w).sum(), (y * v).sum(), (y * w).sum())]


def test_paired_differences_are_students() -> None:
    made = np.random.default_rng(1)
    x = made.integers(0, 3000, 60)
    v = x + made.integers(-100, 160, 60)
    found = paired(sums(x), sums(v), cross(x, v), SCORE)
    expected = stats.ttest_rel(x, v)
    interval = expected.confidence_interval()
    assert found.value == pytest.approx((x - v).mean(), rel=1e-12)
    assert found.p == pytest.approx(expected.pvalue, rel=1e-9)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high), rel=1e-9)
    assert found.saved == pytest.approx((x.var() + v.var()) / (x - v).var(), rel=1e-9)
    assert found.effect == pytest.approx((x - v).mean() / np.sqrt((x.var(ddof=1) + v.var(ddof=1)) / 2))


def test_paired_ratios_by_the_delta_method() -> None:
    made = np.random.default_rng(2)
    y, w = made.integers(1, 5, 300), made.integers(1, 7, 300)
    x, v = 3 * y + made.integers(-2, 3, 300), 4 * w + made.integers(-2, 3, 300)
    found = paired(sums(x, y), sums(v, w), cross(x, v, y, w), RATIO)
    r, q = x.sum() / y.sum(), v.sum() / w.sum()
    influence = (x - r * y) / y.mean() - (v - q * w) / w.mean()
    assert found.value == pytest.approx(r - q, rel=1e-12)
    assert found.se == pytest.approx(np.sqrt((influence**2).sum() / 299 / 300), rel=1e-9)
    assert found.effect is None


def test_unpaired_differences_are_welchs() -> None:
    made = np.random.default_rng(3)
    x, v = made.integers(0, 3000, 40), made.integers(0, 900, 90)
    found = unpaired(sums(x), sums(v), SCORE)
    expected = stats.ttest_ind(x, v, equal_var=False)
    interval = expected.confidence_interval()
    assert found.p == pytest.approx(expected.pvalue, rel=1e-9)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high), rel=1e-9)
    assert not found.paired


def test_paired_and_unpaired_agree_where_nothing_is_shared() -> None:
    made = np.random.default_rng(4)
    x, v = made.integers(0, 3000, 20_000), made.integers(0, 3000, 20_000)
    a, b = paired(sums(x), sums(v), cross(x, v), SCORE), unpaired(sums(x), sums(v), SCORE)
    assert a.value == pytest.approx(b.value)
    assert a.se == pytest.approx(b.se, rel=0.03)
    assert a.saved == pytest.approx(1, abs=0.05)


def test_copies_differ_by_exactly_nothing() -> None:
    x = np.random.default_rng(5).integers(0, 3000, 500)
    same = paired(sums(x), sums(x), cross(x, x), SCORE)
    assert (same.value, same.se, same.p, same.note) == (0.0, None, None, IDENTICAL)
    shifted = paired(sums(x + 5), sums(x), cross(x + 5, x), SCORE)
    assert (shifted.value, shifted.note) == (5.0, CONSTANT)
    few = paired(sums(x[:9]), sums(x[:9]), cross(x[:9], x[:9]), SCORE)
    assert few.note == NOT_ENOUGH
    assert paired(sums([3]), sums([2]), [6, 3, 2, 1], SCORE).note == NOT_ENOUGH
    assert unpaired(sums([3]), sums([2]), SCORE).note == NOT_ENOUGH
    nothing = Sums(5, 0, 0, 0, 0, 0)
    assert paired(nothing, nothing, [0] * 4, RATIO).value is None
    with pytest.raises(ValueError, match="paired figures over"):
        paired(sums([1, 2]), sums([1]), [0] * 4, SCORE)


def test_holm_gives_the_published_values() -> None:
    # The fifteen p-values of Benjamini and Hochberg, J. R. Statist. Soc. B 57 (1995), section 4: controlling
    # the chance of any false rejection at 5 %, the first three are rejected.
    p = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
         0.6528, 0.7590, 1.000]  # fmt: skip
    adjusted = holm(p)
    assert adjusted[:4] == pytest.approx([0.0015, 0.0056, 0.0247, 0.1140])
    assert sum(one < 0.05 for one in adjusted if one is not None) == 3
    # The example of R's p.adjust.
    assert holm([0.01, 0.02, 0.03, 0.04]) == pytest.approx([0.04, 0.06, 0.06, 0.06])
    assert holm([0.04, None, 0.01, 0.03]) == pytest.approx([0.06, None, 0.03, 0.06])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


def test_a_table_without_differences_is_seldom_wrong() -> None:
    made = np.random.default_rng(6)
    false = 0
    for _ in range(400):
        data = made.integers(0, 1000, (8, 60))
        found = [
            paired(sums(x), sums(v), cross(x, v), SCORE) for x, v in zip(data[::2], data[1::2], strict=True)
        ]
        false += any(p is not None and p < 0.05 for p in holm([one.p for one in found]))
    assert false <= 20 + 4 * np.sqrt(400 * 0.05 * 0.95)


def difference(low: float, high: float, p: float) -> Difference:
    return Difference((low + high) / 2, 1.0, low, high, p, 100, True)


@pytest.mark.parametrize(
    ("low", "high", "p", "smallest", "words"),
    [
        (12, 20, 0.001, 10, "more, and it matters"),
        (-20, -12, 0.001, 10, "less, and it matters"),
        (2, 6, 0.001, 10, "more, but too little to matter"),
        (-3, 4, 0.7, 10, "no difference that matters"),
        (5, 15, 0.001, 10, "more; whether it matters needs more deals"),
        (-5, 15, 0.3, 10, "undecided: needs more deals"),
        (5, 15, 0.001, None, "more"),
        (-5, 15, 0.3, None, "no difference shown"),
    ],
)
def test_verdicts(low: float, high: float, p: float, smallest: float | None, words: str) -> None:
    assert verdict(difference(low, high, p), smallest) == words


def test_a_corrected_p_value_beats_the_own_one() -> None:
    assert verdict(difference(1, 9, 0.01), None, 0.2) == "no difference shown"
    assert verdict(Difference(None, None, None, None, None, 1, True, note=NOT_ENOUGH)) == NOT_ENOUGH


def test_variants_are_compared_with_the_baseline() -> None:
    blocks = [block_of(300, 1), block_of(300, 1, variant="same"), block_of(300, 2, variant="other")]
    found = Aggregate.from_blocks(blocks, "v")
    lines = variant_comparisons(found)
    assert {line.this[0] for line in lines} == {"same", "other"}
    assert all(line.difference.paired for line in lines)
    same = [line for line in lines if line.this[0] == "same"]
    assert {line.verdict for line in same} == {IDENTICAL}
    frame = as_frame(lines)
    assert len(frame) == len(lines)
    assert frame["p"].isna().sum() == len(same)
    together = variant_comparisons(found, together=True)
    assert {line.this[1] for line in together if not line.entry.zero_sum} == {ALL}
    assert [line.entry.name for line in variant_comparisons(found, ["turns"])] == ["turns", "turns"]


def test_margins_are_compared_once() -> None:
    found = Aggregate.from_blocks([block_of(50, 1), block_of(50, 2, variant="w")], "v")
    assert [line.this[1] for line in variant_comparisons(found, ["margin"])] == ["a"]


def test_other_decks_are_compared_unpaired() -> None:
    found = Aggregate.from_blocks([block_of(300, 1), block_of(300, 2, variant="w", pack="110")], "v")
    assert not any(line.difference.paired for line in variant_comparisons(found))


def test_the_strategies_of_a_variant_are_compared_deal_by_deal() -> None:
    found = Aggregate.from_block(block_of(300, 1, luck=800.0))
    lines = strategy_comparisons(found, "v", ["score", "margin"])
    score = next(line for line in lines if line.entry.name == "score")
    margin = next(line for line in lines if line.entry.name == "margin")
    assert score.difference.value == pytest.approx(margin.here.value)
    assert score.difference.se == pytest.approx(margin.here.se)
    turned = difference_of(found, ("v", "b"), ("v", "a"), "score")
    assert turned is not None
    assert (turned.value, turned.se) == pytest.approx((-score.difference.value, score.difference.se))


def test_games_are_compared_by_pairs() -> None:
    found = Aggregate.from_blocks([games_of(80, 1), games_of(80, 2, variant="w")], "v")
    names = {line.entry.name for line in variant_comparisons(found)}
    assert {"game_won", "game_rounds", "lead_changes"} <= names
    together = variant_comparisons(found, ["game_won", "game_score"], together=True)
    assert [line.this for line in together] == [("w", "a"), ("w", ALL)]


def test_comparisons_that_cannot_be_made_are_refused() -> None:
    found = Aggregate.from_block(block_of(20, 1, ALONE))
    with pytest.raises(CanastaError, match="no baseline"):
        variant_comparisons(found)
    with pytest.raises(CanastaError, match="no two strategies"):
        strategy_comparisons(found, "v")
    with pytest.raises(CanastaError, match="unknown metric"):
        variant_comparisons(Aggregate.from_blocks([block_of(20), block_of(20, variant="w")], "v"), ["scores"])
