"""``canasta-sim rules``: what is printed, for people and for programs, and the exit status."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from canasta_sim.cli.rules import command
from canasta_sim.errors import RulesError
from canasta_sim.rules import KNOBS, RuleSet, load_rules, preset_names

ROOT = Path(__file__).parents[2]


def printed(*arguments: str) -> str:
    """Run the command, which must succeed, and return what it prints."""
    result = CliRunner().invoke(command, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def refused(*arguments: str) -> tuple[str, str]:
    """Run the command, which must refuse, and return its sentence and what it printed before."""
    result = CliRunner().invoke(command, arguments)
    assert isinstance(result.exception, RulesError)
    return str(result.exception), result.stdout


def document(*arguments: str) -> Any:
    return json.loads(printed(*arguments, "--json"))


def whole_command(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "canasta_sim", "rules", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
    )


def test_list_has_a_line_for_each_preset() -> None:
    head, *lines = printed("list").splitlines()
    assert head.split() == ["rules", "players", "game", "follows", "version"]
    assert [line.split()[0] for line in lines] == list(preset_names())
    assert [entry["name"] for entry in document("list")] == list(preset_names())
    assert all(entry["hash"] == load_rules(entry["name"]).hash for entry in document("list"))


@pytest.mark.parametrize("preset", preset_names())
def test_show_has_a_line_for_each_knob(preset: str) -> None:
    text = printed("show", preset)
    rows = [line.split() for line in text.splitlines() if line.split()[:1] and line.split()[0] in KNOBS]
    assert [row[0] for row in rows] == list(KNOBS)
    assert text.startswith(f"{preset}, version 1 ({load_rules(preset).hash})\n")
    assert RuleSet.from_json(document("show", preset)) == load_rules(preset)


def test_show_says_what_a_value_means() -> None:
    text = printed("show", "romanian-house", "--set", "draw.count=2")
    lines = {line.split()[0]: line for line in text.splitlines() if line}
    assert text.startswith("romanian-house+draw.count=2, version 1 (")
    assert lines["draw.count"].split()[1] == "2"
    assert "a canasta from 5005" in lines["initial_meld.minimum"]
    assert lines["deal.first_turn"].endswith(": only discards.")
    assert lines["game.rounds"].split()[1:3] == ["10", "*"]
    assert "* without effect here" in text


def test_show_writes_a_rule_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(printed("show", "classic", "--set", "draw.count=2", "--toml"))
    assert load_rules(file).values == load_rules("classic", set=["draw.count=2"]).values


def test_diff_shows_what_differs_and_nothing_else() -> None:
    rows = [line.split()[:3] for line in printed("diff", "hoyle", "classic").splitlines()]
    assert rows == [
        ["knob", "hoyle", "classic"],
        ["deal.upcard_rejects", "wild,", "3r"],
        ["pile.black_three", "blocks_next", "freezes"],
        ["melds.wild_ratio", "none", "half"],
        ["initial_meld.concealed_waives_minimum", "yes", "no"],
    ]
    assert document("diff", "hoyle", "classic")["knobs"] == {
        "deal.upcard_rejects": [["wild", "3r"], ["wild", "3r", "3b"]],
        "pile.black_three": ["blocks_next", "freezes"],
        "melds.wild_ratio": ["none", "half"],
        "initial_meld.concealed_waives_minimum": [True, False],
    }


def test_diff_of_rules_that_play_alike() -> None:
    assert printed("diff", "hoyle", "hoyle") == "hoyle and hoyle play alike: no knob differs.\n"
    assert document("diff", "hoyle", "hoyle")["knobs"] == {}


def test_settings_of_diff_change_the_second() -> None:
    knobs = document("diff", "hoyle", "hoyle", "--set", "initial_meld.unmixed_below=1500")["knobs"]
    assert knobs == {"initial_meld.unmixed_below": ["-inf", 1500]}


def test_check_says_what_a_file_changes(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('base = "classic"\n[deal]\nhand_size = 13\n')
    first, _, row = printed("check", str(file)).splitlines()
    assert first == f"{file}: a complete set of rules, {load_rules(file).hash}"
    assert row.split()[:3] == ["deal.hand_size", "11", "13"]
    answer = document("check", str(file))
    assert answer["valid"] is True
    assert answer["changes"] == {"deal.hand_size": [11, 13]}


def test_check_names_line_and_key(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('base = "classic"\n[deal]\nhand_size = 40\n')
    expected = f"{file}, line 3: deal.hand_size = 40: expected a whole number from 5 to 30"
    assert refused("check", str(file)) == (expected, "")
    sentence, output = refused("check", str(file), "--json")
    assert sentence == expected
    assert json.loads(output) == {"file": str(file), "valid": False, "error": expected}


def test_check_judges_files_and_no_names() -> None:
    assert refused("check", "classic")[0] == "rule file 'classic' cannot be read: No such file or directory"


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "clasic"),
        ("diff", "hoyle", "clasic"),
        ("show", "hoyle", "--set", "draw.cuont=2"),
        ("diff", "hoyle", "hoyle", "--set", "draw.count=9"),
        ("check", "no-such-file.toml"),
        ("show",),
        ("shwo", "hoyle"),
    ],
)
def test_a_wrong_request_is_one_sentence_and_status_2(arguments: tuple[str, ...]) -> None:
    done = whole_command(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("Error: ")
    assert len(done.stderr.splitlines()) == 1


def test_the_whole_command_succeeds_with_status_0() -> None:
    done = whole_command("show", "hoyle")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == printed("show", "hoyle")


@pytest.mark.parametrize(("no_color", "ruled"), [("", True), ("1", False)])
def test_tables_are_ruled_on_a_terminal_only(no_color: str, ruled: bool) -> None:
    master, slave = pty.openpty()
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "NO_COLOR": no_color,
        "TERM": "xterm",
        "COLUMNS": "100",
    }
    arguments = [sys.executable, "-m", "canasta_sim", "rules", "diff", "hoyle", "classic"]
    with subprocess.Popen(arguments, stdout=slave, stderr=slave, env=environment) as process:
        process.wait()
    os.close(slave)
    text = os.read(master, 100_000).decode()
    os.close(master)
    assert ("┃" in text) is ruled
    assert ("\x1b[" in text) is ruled
    assert "pile.black_three" in text
