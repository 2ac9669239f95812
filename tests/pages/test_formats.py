"""docs/formats.md has every key and column of the code, and what the files of a run really hold."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest

from canasta_sim.batch import request
from tests.batch.test_request import fake_variant
from tests.cli.test_main import leave
from tests.pages import formats

TEXT = formats.PAGE.read_text("utf-8")


def described(mark: str) -> dict[str, str]:
    """Return the names in the first column of a table, with what stands in the second."""
    part = TEXT.partition(f"<!-- {mark} -->")[2].partition("<!-- /")[0]
    rows = [line.split(" | ") for line in part.splitlines() if line.startswith("| `")]
    return {row[0].strip("| `"): row[1] for row in rows}


def test_files_hold_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(request, "variant_of", fake_variant)
    options = "--vary draw.count=1,2 --games 40 --seed 1 --no-report --quiet --out out"
    assert leave("compare", *options.split()) == 0
    assert list(json.loads(Path("out/manifest.json").read_text())) == list(described("manifest"))
    for kind in ("rounds", "games"):
        schema = pq.read_schema(f"out/{kind}/part-00000.parquet")
        kinds = {field.name: str(field.type) for field in schema}
        assert {name: "text" if "dictionary" in kind else kind for name, kind in kinds.items()} == described(kind)
    for name in ("summary", "comparison"):
        assert list(pd.read_csv(f"out/{name}.csv").columns) == list(described(name))
    assert leave("league", "--strategies", "a,b", "--rounds", "400", *options.split()[4:-1], "league") == 0
    for name in ("ratings", "cross"):
        assert list(pd.read_csv(f"league/{name}.csv").columns) == list(described(name))
