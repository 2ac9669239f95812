"""Units, spans and chunks."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta_sim.batch.naming import default_folder
from canasta_sim.batch.pilot import Trial, chunk_units
from canasta_sim.batch.plan import chunks, gaps, joined, units_for
from tests.batch.fake_lineup import fake_plan

sets_of_units = st.sets(st.integers(0, 60))


def spans_of(units: set[int]) -> list[tuple[int, int]]:
    return [(unit, unit + 1) for unit in units]


def units_of(spans: list[tuple[int, int]]) -> list[int]:
    return [unit for first, stop in spans for unit in range(first, stop)]


@given(sets_of_units)
def test_joined_spans_hold_the_same_units_and_do_not_touch(units: set[int]) -> None:
    spans = joined(spans_of(units))
    assert units_of(spans) == sorted(units)
    assert all(before[1] < after[0] for before, after in pairwise(spans))


def test_units_played_twice_are_refused() -> None:
    with pytest.raises(ValueError, match="units 4 to 6 are there twice"):
        joined([(0, 7), (4, 9)])


@given(sets_of_units, st.integers(1, 70), st.integers(1, 20), st.integers(0, 5))
def test_chunks_of_the_gaps_are_what_is_missing(units: set[int], asked: int, size: int, number: int) -> None:
    made = list(chunks(gaps(spans_of(units), asked), size, number))
    missing = [unit for unit in range(asked) if unit not in units]
    assert [unit for chunk in made for unit in range(chunk.first, chunk.stop)] == missing
    assert all(chunk.stop - chunk.first <= size for chunk in made)
    assert [chunk.number for chunk in made] == list(range(number, number + len(made)))


def test_units_are_whole() -> None:
    assert [units_for(asked, 2) for asked in (1, 2, 3)] == [1, 1, 2]
    assert fake_plan(rounds=10).units == 5
    assert fake_plan(rounds=10, strategies="a").units == 10
    assert fake_plan(rounds=10, swap=False).units == 10


@pytest.mark.parametrize("fixed", [0.0, 0.001, 0.07, 1.5])
def test_sums_of_many_variants_are_a_small_part_of_a_chunk(fixed: float) -> None:
    """What a chunk costs whatever its size is a tenth of it at most, as long as memory allows."""
    plan = fake_plan(rounds=10**9)
    trial = Trial(units=100, rounds=200, seconds=0.004, fixed=fixed, row_bytes=0)
    units = chunk_units(plan, trial, jobs=2)
    wanted = max(0.5, 10 * fixed) * trial.units / trial.seconds
    assert units == pytest.approx(min(wanted, (1 << 17) / 2), rel=0.01)
    assert chunk_units(fake_plan(rounds=10), trial, jobs=2) <= 5


NAMES = ["../../etc", "/etc/passwd", "<script>", "a b", "..", "ä" * 300, "x:y=1", ""]


@pytest.mark.parametrize("name", NAMES)
def test_results_stay_in_their_folder_whatever_strategies_are_called(name: str) -> None:
    folder = default_folder("run", fake_plan(strategies=f"{name},b"))
    assert folder.parent.name == "results"
    assert len(folder.parts) == 2
    assert len(folder.name) < 130
    assert default_folder("run", fake_plan()).name == "run-hoyle-a,b-7"
