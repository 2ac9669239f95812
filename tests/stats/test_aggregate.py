"""Aggregates: the sums are those of the rows, exactly, however the deals are cut and in whatever order."""

from __future__ import annotations

import json
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canasta_sim.engine import rows as engine_rows
from canasta_sim.errors import ResultsError
from canasta_sim.stats import block as block_module
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.block import ROW_COLUMNS, Block, side_labels
from canasta_sim.stats.groups import Variant
from canasta_sim.stats.sums import ALL, metrics_of
from tests.stats.made import ALONE, DUEL, PARTNERS, block_of, games_of, part_of, rows_of
from tests.stats.slow import cross_of, sums_of

BLOCKS = {
    "duel": block_of(60, 1, first_unit=3),
    "once": block_of(60, 2, (("a", "b"),)),
    "alone": block_of(60, 3, ALONE, first_unit=5),
    "partners": block_of(40, 4, PARTNERS),
    "games": games_of(30, 5, first_unit=1),
    "games of one": games_of(30, 6, ALONE),
}


def test_the_columns_are_those_of_the_engine() -> None:
    for name in ("ROW_COLUMNS", "GAME_COLUMNS", "END", "GAME_END"):
        assert getattr(block_module, name) == getattr(engine_rows, name)


@pytest.mark.parametrize("kind", BLOCKS)
def test_sums_are_those_of_the_rows(kind: str) -> None:
    block = BLOCKS[kind]
    variant = Aggregate.from_block(block).variants["v"]
    assert variant.units == block.units
    for label, group in variant.groups.items():
        assert list(group.sums) == [entry.name for entry in metrics_of(label, block.games is not None)]
        for name, sums in group.sums.items():
            assert sums == sums_of(block, label, name), (label, name)
            assert all(isinstance(number, int) for number in sums)


def test_cross_sums_are_those_of_the_rows() -> None:
    for make in (block_of, games_of):
        blocks = [make(25, seed, variant=name) for seed, name in enumerate(["base", "v", "w"])]
        found = Aggregate.from_blocks(blocks, "base")
        by_name = {block.variant: block for block in blocks}
        wanted = {((name, label), ("base", label)) for name in ("v", "w") for label in ("a", "b", ALL)}
        wanted |= {((name, "a"), (name, "b")) for name in by_name}
        assert set(found.crosses) == wanted
        for (a, b), sums in found.crosses.items():
            for name, numbers in sums.items():
                assert numbers == cross_of(by_name[a[0]], a[1], by_name[b[0]], b[1], name), (a, b, name)


def test_only_the_same_decks_are_paired() -> None:
    other = block_of(20, 2, variant="w", pack="other")
    found = Aggregate.from_blocks([block_of(20, 1), other], "v")
    assert all(a[0] == b[0] for a, b in found.crosses)
    assert found.variants["w"].units == 20


def test_single_strategies_of_other_names_are_paired() -> None:
    blocks = [block_of(20, 1, ALONE), block_of(20, 2, (("z", "z"),), variant="w")]
    assert (("w", "z"), ("v", "a")) in Aggregate.from_blocks(blocks, "v").crosses


def _cuts(units: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(1, units - 1), max_size=6, unique=True).map(sorted)


@settings(max_examples=25, deadline=None)
@given(data=st.data(), kind=st.sampled_from(["rounds", "games", "alone"]))
def test_chunking_and_order_change_nothing(data: st.DataObject, kind: str) -> None:
    make = games_of if kind == "games" else block_of
    labels = ALONE if kind == "alone" else DUEL
    units = 40
    blocks = [make(units, seed, labels, 100, name) for seed, name in enumerate(["base", "v"])]
    whole = Aggregate.from_blocks(blocks, "base")
    cuts = [0, *data.draw(_cuts(units)), units]
    spans = data.draw(st.permutations(list(pairwise(cuts))))
    parts = [Aggregate.from_blocks([part_of(block, a, b) for block in blocks], "base") for a, b in spans]
    assert Aggregate.merged(parts).to_json() == whole.to_json()


def test_many_slices_are_one_block(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = [block_of(100, seed, variant=name) for seed, name in enumerate(["base", "v"])]
    whole = Aggregate.from_blocks(blocks, "base").to_json()
    for module in ("builder", "aggregate"):
        monkeypatch.setattr(f"canasta_sim.stats.{module}.UNITS_AT_ONCE", 7)
    assert Aggregate.from_blocks(blocks, "base").to_json() == whole


def test_json_round_trip() -> None:
    blocks = [games_of(25, seed, variant=name) for seed, name in enumerate(["base", "v"])]
    found = Aggregate.from_blocks(blocks, "base")
    again = Aggregate.from_json(found.to_json())
    assert again == found
    again.merge(
        Aggregate.from_blocks([games_of(9, 7, first_unit=25, variant=n) for n in ("base", "v")], "base")
    )
    assert again.variants["v"].units == 34


def test_size_does_not_grow_with_deals() -> None:
    small = len(Aggregate.from_block(block_of(2_000, 1)).to_json())
    large = len(Aggregate.from_block(block_of(40_000, 1, first_unit=10**12)).to_json())
    assert large < 2.5 * small < 200_000


def test_numbers_too_large_for_double_precision_are_exact() -> None:
    rows = rows_of(8)
    made = np.random.default_rng(1)
    rows[0] = made.integers(-(2**29), 2**29, 16)
    found = Aggregate.from_block(Block("v", rows, DUEL, 0)).variants["v"]
    for label in ("a", "b"):
        for name in ("score", "margin"):
            assert found.groups[label].sums[name] == sums_of(Block("v", rows, DUEL, 0), label, name)
    running = found.groups["a"].running["margin"].bins.values()
    assert [sum(column) for column in zip(*running, strict=True)][3] == found.groups["a"].sums["margin"][2]


def test_histograms_count_every_row() -> None:
    block = BLOCKS["games"]
    variant = Aggregate.from_block(block).variants["v"]
    rounds = block.rows.shape[1] // 2
    for label in ("a", "b"):
        for name in ("score", "margin", "opened_turn", "canastas", "hand_cards"):
            assert sum(variant.groups[label].histograms[name].values()) == rounds
        assert sum(variant.groups[label].histograms["points"].values()) == block.units
        assert sum(numbers[0] for numbers in variant.groups[label].race.values()) == rounds
    table = variant.groups[ALL].histograms
    assert sum(table["turns"].values()) == rounds == sum(table["end"].values())
    assert sum(table["game_rounds"].values()) == variant.games
    lengths = np.bincount(block.games[0, ::2])
    assert table["game_rounds"] == {i: int(n) for i, n in enumerate(lengths) if n}


def test_histogram_bins_hold_the_scores() -> None:
    block = block_of(50, 9, ALONE)
    counts = Aggregate.from_block(block).variants["v"].groups["a"].histograms["score"]
    bins, numbers = np.unique(block.rows[0] // 50, return_counts=True)
    assert counts == dict(zip(bins.tolist(), numbers.tolist(), strict=True))


def test_points_of_a_deal_are_its_half_wins() -> None:
    block = block_of(200, 11)
    variant = Aggregate.from_block(block).variants["v"]
    points = variant.groups["a"].histograms["points"]
    assert sum(i * n for i, n in points.items()) == variant.groups["a"].sums["won"][0]
    assert variant.groups["b"].histograms["points"] == {4 - i: n for i, n in points.items()}


def test_partners_keep_their_name_when_they_change_seats() -> None:
    assert PARTNERS == (("a+c", "b+d"), ("b+d", "a+c"))
    assert side_labels(["a", "b"], False) == (("a", "b"),)
    assert side_labels(["a", "b", "a", "b"], True) == DUEL
    assert side_labels(["a", "a", "a", "a"], False) == ALONE
    assert side_labels(["a", "b", "b", "a"], True) == (("a+b", "b+a"), ("b+a", "a+b"))


def test_what_does_not_fit_is_refused() -> None:
    good = Aggregate.from_block(block_of(5))
    with pytest.raises(ResultsError, match="two different set-ups"):
        good.merge(Aggregate.from_block(block_of(5, labels=ALONE)))
    with pytest.raises(ResultsError, match="two baselines"):
        good.merge(Aggregate.from_blocks([block_of(5), block_of(5, variant="w")], "w"))
    with pytest.raises(ValueError, match="whole number of units"):
        Block("v", rows_of(3), DUEL, 0)
    with pytest.raises(ValueError, match="expected"):
        Block("v", rows_of(3)[:-1], ALONE, 0)
    with pytest.raises(ValueError, match="no strategy may be called"):
        Aggregate.from_block(block_of(5, labels=((ALL, "b"),)))
    with pytest.raises(ValueError, match="no block of the baseline"):
        Aggregate.from_blocks([block_of(5)], "w")
    broken = games_of(5)
    with pytest.raises(ValueError, match="games are given"):
        Aggregate.from_block(Block("v", broken.rows[:, :-14], DUEL, 0, "p", broken.games))


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format":1}', '{"format":99}', '{"format":1,"variants":[{}]}']
)
def test_damaged_sums_are_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ResultsError, match="stored sums"):
        Aggregate.from_json(text)


def test_missing_parts_of_stored_sums_are_refused() -> None:
    plain = json.loads(Aggregate.from_block(block_of(5)).to_json())
    for key in ("baseline", "variants", "crosses"):
        with pytest.raises(ResultsError, match="incomplete"):
            Aggregate.from_json(json.dumps({k: v for k, v in plain.items() if k != key}))


def test_an_empty_aggregate_takes_what_comes() -> None:
    empty = Aggregate()
    empty.merge(Aggregate.from_block(block_of(5)))
    empty.merge(Aggregate())
    assert empty == Aggregate.from_block(block_of(5))
    assert isinstance(empty.variants["v"], Variant)
    assert ROW_COLUMNS.index("score") == 0
