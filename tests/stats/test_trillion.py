"""A trillion rounds: sums stay exact, figures stay right, and rounds of any number are played and kept."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from canasta_sim.batch.amounts import MOST_ROUNDS
from canasta_sim.batch.chunk import play_chunk
from canasta_sim.batch.parquet import read_table
from canasta_sim.batch.plan import Chunk
from canasta_sim.engine.rows import ROW_COLUMNS
from canasta_sim.rules import load_rules
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.block import Block
from canasta_sim.stats.differences import paired
from canasta_sim.stats.intervals import Sums, estimate, row_deviation
from canasta_sim.stats.metrics import METRICS
from canasta_sim.stats.plain import to_plain
from canasta_sim.stats.summary import summarise, write_summary
from tests.batch.fake_lineup import fake_plan
from tests.company import seated
from tests.stats.made import block_of, games_of

TRILLION = 10**12


def copied(aggregate: Aggregate) -> Aggregate:
    return Aggregate.from_json(aggregate.to_json())


def doubled(aggregate: Aggregate, times: int) -> Aggregate:
    """Merge an aggregate with itself again and again, as parts of a run are merged."""
    result = copied(aggregate)
    for _ in range(times):
        result.merge(copied(result))
    return result


def multiplied(plain: Any, factor: int, key: str = "") -> Any:
    """Multiply every count and sum of the plain form, and nothing else."""
    if isinstance(plain, dict):
        return {name: multiplied(value, factor, name) for name, value in plain.items()}
    if isinstance(plain, list):
        return [multiplied(value, factor, key) for value in plain]
    fixed = key in ("format", "rotations", "shift") or isinstance(plain, bool) or not isinstance(plain, int)
    return plain if fixed else plain * factor


@pytest.fixture(scope="module", params=["rounds", "games"])
def few_and_many(request: pytest.FixtureRequest) -> tuple[Aggregate, Aggregate, int]:
    """Sums of some units, those of more than 10**12 rounds that are the same again and again, and how often."""
    make = block_of if request.param == "rounds" else games_of
    few = Aggregate.from_blocks([make(50, seed, variant=name) for seed, name in enumerate("vw")], "v")
    times = math.ceil(math.log2(TRILLION / few.variants["v"].rounds))
    return few, doubled(few, times), 2**times


def test_every_sum_is_exact(few_and_many: tuple[Aggregate, Aggregate, int]) -> None:
    few, many, factor = few_and_many
    assert many.variants["v"].rounds >= TRILLION
    assert to_plain(many) == multiplied(to_plain(few), factor)
    assert to_plain(copied(many)) == to_plain(many)


def root(value: Fraction) -> float:
    """Return the square root of a fraction, from fifty digits."""
    with localcontext() as context:
        context.prec = 50
        return float((Decimal(value.numerator) / Decimal(value.denominator)).sqrt())


def variance_of(sums: Sums) -> Fraction:
    """Return n / (n - 1) · Σ(x - r·y)² / (Σy)², in fractions."""
    r = Fraction(sums.x, sums.y)
    return Fraction(sums.n, sums.n - 1) * (sums.xx - 2 * r * sums.xy + r * r * sums.yy) / sums.y**2


def test_figures_and_intervals_are_those_of_fractions(few_and_many: tuple[Aggregate, Aggregate, int]) -> None:
    _, many, _ = few_and_many
    checked = 0
    for variant in many.variants.values():
        for group in variant.groups.values():
            for name, numbers in group.sums.items():
                sums = Sums.of(variant.units, numbers)
                found = estimate(sums, METRICS[name])
                if found.se is None or not sums.y:
                    continue
                assert found.value == float(Fraction(sums.x, sums.y))
                assert found.se == pytest.approx(root(variance_of(sums)), rel=1e-12)
                assert found.low is not None
                assert found.high is not None
                assert found.half == pytest.approx(1.959963984540054 * found.se, rel=1e-4)
                assert found.low < found.value < found.high
                deviation = row_deviation(sums, METRICS[name])
                if deviation is not None:
                    rows = sums.y // METRICS[name].scale
                    exact = Fraction(sums.rows * rows - sums.x**2, rows * (rows - 1))
                    assert deviation == pytest.approx(root(exact) / METRICS[name].scale, rel=1e-12)
                checked += 1
    assert checked > 40


def test_differences_are_those_of_fractions(few_and_many: tuple[Aggregate, Aggregate, int]) -> None:
    _, many, _ = few_and_many
    checked = 0
    for ((_, label), (_, other)), crosses in many.crosses.items():
        if label != other:
            continue
        for name, cross in crosses.items():
            a, b = (
                Sums.of(many.variants[one].units, many.variants[one].groups[label].sums[name]) for one in ("w", "v")
            )
            found = paired(a, b, cross, METRICS[name])
            if found.se is None:
                continue
            r, s = Fraction(a.x, a.y), Fraction(b.x, b.y)
            xx, xy, yx, yy = cross
            both = (xx - s * xy - r * yx + r * s * yy) / (a.y * b.y)
            n = a.n
            exact = variance_of(a) + variance_of(b) - 2 * both * Fraction(n, n - 1)
            assert found.value == pytest.approx(float(r - s), rel=1e-12)
            assert found.se == pytest.approx(root(exact), rel=1e-12)
            checked += 1
    assert checked > 20


def test_a_summary_of_a_trillion_rounds(few_and_many: tuple[Aggregate, Aggregate, int]) -> None:
    few, many, factor = few_and_many
    small, large = summarise(few), summarise(many)
    assert (large["n"] == small["n"] * factor).all()
    assert np.isfinite(large["estimate"].dropna()).all()
    assert large["estimate"].dropna().tolist() == small["estimate"].dropna().tolist()
    assert str(many.variants["v"].units) in write_summary(large)


@pytest.mark.parametrize("size", [10**6, 2**31 - 10**6])
def test_scores_of_any_size_add_up_exactly_in_games(size: int) -> None:
    """Scores during games, squared, would pass 2**53 within one slice."""
    block = games_of(40, 3)
    rows = block.rows.copy()
    before, score = ROW_COLUMNS.index("score_before"), ROW_COLUMNS.index("score")
    rows[before] += size
    found = Aggregate.from_block(Block("v", rows, block.labels, 0, block.pack, block.games))
    totals = [int(a) + int(b) for a, b in zip(rows[before], rows[score], strict=True)]
    sums = [sums for group in found.variants["v"].groups.values() for sums in group.race.values()]
    assert sum(one[0] for one in sums) == len(totals)
    assert sum(one[1] for one in sums) == sum(totals)
    assert sum(one[2] for one in sums) == sum(total * total for total in totals)


PLACES = [2**31, 2**32 - 2, TRILLION, 2**53 - 2, MOST_ROUNDS - 4, 2**62 - 4]


@pytest.mark.parametrize("first", PLACES)
def test_rounds_of_any_number_are_played(first: int) -> None:
    """What stands in a batch from there on is what each round gives by itself, and no other round's."""
    lineup = seated(load_rules("hoyle"), "balanced,greedy")
    rows = lineup.play_rounds(7, first, 4, True)
    for number in range(4):
        assert (lineup.play_rounds(7, first + number, 1, True) == rows[:, 2 * number : 2 * number + 2]).all()
        scores = lineup.trace_round(7, first + number, True)[-1]["scores"]
        assert [side["total"] for side in scores] == rows[0, 2 * number : 2 * number + 2].tolist()
    for folded in (first % 2**31, first % 2**32, int(np.float32(first)) & ~1):
        if folded != first:
            assert (lineup.play_rounds(7, folded, 4, True) != rows).any()


@pytest.mark.parametrize("first", [place // 2 for place in PLACES[:-1]])
def test_rounds_of_any_number_are_kept(first: int, tmp_path: Any) -> None:
    """Columns of numbers hold 64 bits; nothing goes through double precision."""
    plan = fake_plan(rounds=MOST_ROUNDS)
    part = play_chunk(plan, Chunk(0, first, first + 3), keep_rows=True)
    assert part.span == (first, first + 3)
    path = tmp_path / "part.parquet"
    path.write_bytes(part.files["rounds"])
    table = read_table([path]).to_pydict()
    assert table["round"] == [number for number in range(2 * first, 2 * first + 6) for _ in range(2)]
    assert table["deal"] == [deal for deal in range(first, first + 3) for _ in range(4)]
    assert table["first"] == [deal % 2 for deal in range(first, first + 3) for _ in range(4)]
    assert part.aggregate.variants["hoyle"].units == 3
    assert Aggregate.from_json(part.aggregate.to_json()) == part.aggregate
