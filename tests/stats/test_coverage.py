"""The quick form of `tests.interval_coverage`: the same counts with fewer repeats and wider bounds."""

from __future__ import annotations

import pytest

from tests.interval_coverage import CASES, Case, agreement, coverage, false_differences, slack_for

REPEATS = 1000


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_intervals_cover(case: Case) -> None:
    count = coverage(case, REPEATS, slack_for(REPEATS), at_once=250)
    assert count.right, count


def test_tables_of_equal_variants_are_seldom_wrong() -> None:
    count = false_differences(REPEATS, slack_for(REPEATS))
    assert count.right, count


def test_paired_and_unpaired_estimates_agree() -> None:
    assert all(count.right for count in agreement(500))
