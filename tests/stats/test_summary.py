"""The summary: its lines, their order, and its bytes."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pytest

from canasta_sim.errors import CanastaError
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.metrics import METRICS
from canasta_sim.stats.summary import COLUMNS, figure, summarise, write_summary
from canasta_sim.stats.sums import ALL
from tests.stats.made import ALONE, block_of, games_of, part_of


def test_columns_and_lines() -> None:
    frame = summarise(Aggregate.from_blocks([block_of(40), block_of(40, 1, variant="w")]))
    assert tuple(frame.columns) == COLUMNS
    assert COLUMNS == ("variant", "strategy", "metric", "estimate", "se", "ci_low", "ci_high", "n")
    assert list(dict.fromkeys(frame["variant"])) == ["v", "w"]
    assert list(dict.fromkeys(frame["strategy"])) == ["a", "b", ALL]
    assert set(frame["n"]) == {40}
    assert not frame.duplicated(["variant", "strategy", "metric"]).any()


def test_estimates_are_those_of_the_rows() -> None:
    block = block_of(200, 3)
    frame = summarise(Aggregate.from_block(block)).set_index(["strategy", "metric"])["estimate"]
    score = block.rows[0].reshape(-1, 2, 2)
    assert frame["a", "score"] == pytest.approx((score[:, 0, 0] + score[:, 1, 1]).mean() / 2, rel=1e-9)
    assert frame["a", "margin"] == -frame["b", "margin"]
    assert frame["a", "won"] + frame["b", "won"] == pytest.approx(1)
    assert frame["a", "went_out"] + frame["b", "went_out"] == pytest.approx(frame[ALL, "closed"])
    assert frame[ALL, "closed"] + frame[ALL, "stock_out"] + frame[ALL, "no_move"] == pytest.approx(1)
    for label in ("a", "b"):
        parts = frame[label, "melded"] - frame[label, "in_hand"] + frame[label, "bonus"]
        assert frame[label, "score"] == pytest.approx(parts)


def test_one_strategy_alone_says_nothing_twice() -> None:
    frame = summarise(Aggregate.from_block(block_of(40, 1, ALONE)))
    assert not set(frame["metric"]) & {"margin", "won"}
    sides = frame[frame["metric"].map(lambda name: METRICS[name].per) == "side"]
    assert set(sides["strategy"]) == {"a"}


def test_bytes_do_not_depend_on_chunks() -> None:
    block = games_of(50, 2)
    whole = write_summary(summarise(Aggregate.from_block(block)))
    parts = [Aggregate.from_block(part_of(block, a, b)) for a, b in ((30, 50), (0, 7), (7, 30))]
    assert write_summary(summarise(Aggregate.merged(parts))) == whole
    assert whole.endswith("\n")
    assert "\r" not in whole
    assert "nan" not in whole.lower()
    again = pd.read_csv(io.StringIO(whole))
    pd.testing.assert_frame_equal(again, summarise(Aggregate.from_block(block)), check_dtype=False)


def test_too_few_deals_leave_fields_empty() -> None:
    frame = summarise(Aggregate.from_block(block_of(1)))
    assert frame["se"].isna().all()
    assert frame["ci_low"].isna().all()
    line = write_summary(frame).splitlines()[1].split(",")
    assert line[:3] == ["v", "a", "score"]
    assert line[4:] == ["", "", "", "1"]


def test_nothing_at_all_is_a_table_without_lines() -> None:
    frame = summarise(Aggregate())
    assert tuple(frame.columns) == COLUMNS
    assert write_summary(frame) == ",".join(COLUMNS) + "\n"
    assert frame["estimate"].dtype == np.float64


def test_a_figure_by_name() -> None:
    found = Aggregate.from_block(block_of(40))
    assert figure(found, "v", ALL, "turns").n == 40
    for name in (("w", "a", "score"), ("v", "z", "score"), ("v", "a", "turns")):
        with pytest.raises(CanastaError, match="there is no figure"):
            figure(found, *name)
