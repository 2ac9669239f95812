"""``canasta-sim cache`` and ``canasta-sim bench``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from canasta_sim.cli.main import cli
from canasta_sim.strategy.generate import CONTENTS, engine_digest, folder_name
from canasta_sim.strategy.kept import clear, kept


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a cache with one current table, one of an earlier engine, and a stranger's folder."""
    monkeypatch.setenv("CANASTA_SIM_CACHE", str(tmp_path))
    for engine, contents in ((engine_digest(), "balanced, greedy"), ("0" * 64, "random")):
        made = tmp_path / folder_name("table", engine, "abc")
        made.mkdir()
        (made / "table.py").write_text("x" * 1000, encoding="utf-8")
        (made / CONTENTS).write_text(contents + "\n", encoding="utf-8")
    (tmp_path / "not-ours").mkdir()
    return tmp_path


def test_lists_what_is_kept(folder: Path) -> None:
    found = {each.contents: each for each in kept()}
    assert set(found) == {"balanced, greedy", "random"}
    assert found["balanced, greedy"].current
    assert not found["random"].current
    assert found["random"].size == 1000 + len("random\n")
    assert 0 <= found["random"].age < 60


def test_outdated_code_alone_can_go(folder: Path) -> None:
    assert [each.contents for each in clear(only_outdated=True)] == ["random"]
    assert [each.contents for each in kept()] == ["balanced, greedy"]


def test_clearing_leaves_what_is_not_ours(folder: Path) -> None:
    assert CliRunner().invoke(cli, ["cache", "--clear"]).exit_code == 0
    assert [path.name for path in folder.iterdir()] == ["not-ours"]


def test_the_command_prints_a_line_for_each(folder: Path) -> None:
    result = CliRunner().invoke(cli, ["cache"])
    assert "balanced, greedy" in result.output
    assert "outdated" in result.output
    assert f"2 compiled (0.0 MB) in {folder}" in result.output
    document = json.loads(CliRunner().invoke(cli, ["cache", "--json"]).output)
    assert [row["bytes"] > 1000 for row in document["compiled"]] == [True, True]


def test_an_empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANASTA_SIM_CACHE", str(tmp_path / "none"))
    assert CliRunner().invoke(cli, ["cache"]).output.startswith("0 compiled")


def test_bench_prints_a_table_and_compares(tmp_path: Path) -> None:
    options = ["bench", "--rules", "hoyle", "--strategies", "greedy", "--jobs", "1", "--repeats", "2"]
    options += ["--seconds", "0.02"]
    document = CliRunner().invoke(cli, [*options, "--json"]).stdout
    assert json.loads(document)["speeds"][0]["turn_in_shuffles"] > 0
    earlier = tmp_path / "earlier.json"
    earlier.write_text(document, encoding="utf-8")
    result = CliRunner().invoke(cli, [*options, "--compare", str(earlier)])
    assert "now : then" in result.output
    assert "one shuffle of 108 cards" in result.output


def test_bench_refuses_another_file(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text("[]", encoding="utf-8")
    result = CliRunner().invoke(cli, ["bench", "--rules", "hoyle", "--compare", str(wrong)])
    assert result.exit_code != 0
    assert "bench --json" in str(result.exception)
