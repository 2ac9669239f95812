"""Figures and findings in words."""

from __future__ import annotations

import re

import pytest

from canasta_sim.report.answers import answer
from canasta_sim.report.words import (
    decimals_for,
    difference_text,
    figure_text,
    joined,
    number,
    p_words,
    value_words,
)
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.differences import IDENTICAL, Difference
from canasta_sim.stats.intervals import CONSTANT, NOT_ENOUGH, Estimate
from canasta_sim.stats.metrics import METRICS
from tests.report.made import a_comparison, a_duel, a_league, alone, some_games
from tests.stats.made import block_of

SCORE, CLOSED = METRICS["score"], METRICS["closed"]


@pytest.mark.parametrize(
    ("found", "entry", "text"),
    [
        (Estimate(1234.567, 5, 1224.5, 1244.6, 9), SCORE, "1,235 ± 10"),
        (Estimate(-12.34567, 0.1, -12.54567, -12.14567, 9), SCORE, "-12.35 ± 0.20"),
        (Estimate(0.6123, 0.004, 0.6043, 0.6203, 9), CLOSED, "61.23 ± 0.80"),
        (Estimate(0.0, None, 0.0, 0.0384, 9), CLOSED, "0 (0 to 3.8)"),
        (Estimate(-0.001, 1, -3, 3, 9), SCORE, "0.0 ± 3.0"),
        (Estimate(5.0, None, None, None, 99, CONSTANT), SCORE, "5 (in every deal)"),
        (Estimate(5.25, None, None, None, 1, NOT_ENOUGH), SCORE, "5.25 (not enough data)"),
        (Estimate(None, None, None, None, 0, NOT_ENOUGH), SCORE, "not enough data"),
    ],
)
def test_figures(found: Estimate, entry, text: str) -> None:
    assert figure_text(found, entry) == text


def test_differences_have_signs() -> None:
    assert difference_text(Difference(3.0, 1, 1.04, 4.96, 0.01, 9, True), SCORE) == "+3.0 ± 2.0"
    assert (
        difference_text(Difference(0.0, None, None, None, None, 99, True, note=IDENTICAL), SCORE)
        == f"0 ({IDENTICAL})"
    )


def test_numbers() -> None:
    assert [number(value, d) for value, d in ((1234567.8, 0), (-0.04, 1), (0.5, 2))] == [
        "1,234,568",
        "0.0",
        "0.50",
    ]
    assert [decimals_for(half) for half in (120, 12, 1.2, 0.12, 1e-9)] == [0, 0, 1, 2, 4]
    assert joined(["a", "b", "c"]) == "a, b and c"
    assert joined([]) == ""
    assert [p_words(p) for p in (None, 1e-9, 0.0012, 0.2)] == ["", "< 0.0001", "0.0012", "0.20"]
    assert value_words(Estimate(0.5, 0.01, 0.48, 0.52, 9), CLOSED) == "50.0 %"


def test_a_duel_names_the_winner() -> None:
    assert answer(*a_duel(150)).startswith("a beats b by ")
    assert answer(*a_duel(-350)).startswith("b beats a by ")
    text = answer(*a_duel(150))
    assert "a round, over 400 deals, and wins" in text
    assert "95 % interval" in text


def test_a_duel_without_a_winner_says_so() -> None:
    block = block_of(30, 4)
    text = answer(Aggregate.from_block(block), {"command": "run"})
    assert text.startswith("No difference between a and b is shown")
    assert answer(Aggregate.from_block(block_of(1)), {}) == "Not enough data to tell a from b (1 deal)."
    block.rows[0] = 100
    assert answer(Aggregate.from_block(block), {}) == "a and b score exactly the same in each of 30 deals."
    assert answer(Aggregate(), {}) == "Nothing has been played yet."


def test_other_answers() -> None:
    assert answer(*alone()).startswith("A side of a scores ")
    assert "pairs of games" in answer(*some_games())
    text = answer(*a_comparison())
    assert text.startswith("Rounds closed by either side: ")
    assert re.search(r", \+4\d\.\d ± \d\.\d percentage points under draw 2, 1 canastas,", text)
    assert "; under draw 1, 2 canastas: no difference shown (over 400 deals)." in text
    aggregate, manifest = a_comparison()
    told = answer(aggregate, manifest | {"metrics": ["turns"], "smallest": {"turns": 15.0}})
    assert re.search(r"turns under draw 2, 1 canastas \(more, and it matters\)", told)
    assert re.search(r"; under draw 1, 2 canastas: no difference that matters \(over", told)
    assert answer(*a_league()).startswith("a leads 3 strategies with ")
    assert answer(*a_league()).endswith("and beats every other one.")
