"""Shell completion: commands, options, and the names of rule sets, strategies, knobs, metrics, experiments."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import BashComplete

from canasta_sim.cli.main import cli
from tests.cli.test_main import HEAVY, ROOT

CASES = [
    ("", "ru", "run rules"),
    ("rules", "s", "show"),
    ("run", "--ro", "--rounds"),
    ("run --rules", "ro", "romanian-house romanian-house-2p"),
    ("rules show", "cl", "classic"),
    ("rules diff hoyle", "cl", "classic"),
    ("run --strategies", "bal", "balanced"),
    ("run --strategies", "greedy,ba", "greedy,balanced"),
    ("league --strategies", "greedy,balanced,ran", "greedy,balanced,random"),
    ("strategies show", "gr", "greedy"),
    ("run --set", "draw.", "draw.count="),
    ("compare --vary", "rul", "rules="),
    ("compare --metrics", "closed,stoc", "closed,stock_out"),
    ("compare", "surprise-", "surprise-players"),
    ("run --backend", "d", "dask"),
]


@pytest.mark.parametrize(("before", "word", "offered"), CASES)
def test_names_are_offered(before: str, word: str, offered: str) -> None:
    shell = BashComplete(cli, {}, "canasta-sim", "_CANASTA_SIM_COMPLETE")
    items = shell.get_completions(before.split(), word)
    assert [item.value for item in items] == offered.split()
    assert {item.type for item in items} == {"plain"}


@pytest.mark.parametrize(
    ("before", "word"), [("run --rules", "./ho"), ("run --strategies", "mi"), ("run", "mi"), ("report", "res")]
)
def test_files_are_left_to_the_shell(before: str, word: str) -> None:
    shell = BashComplete(cli, {}, "canasta-sim", "_CANASTA_SIM_COMPLETE")
    assert {item.type for item in shell.get_completions(before.split(), word)} <= {"file", "dir"}


def test_little_is_imported_to_complete() -> None:
    environment = {
        **os.environ,
        "_CANASTA_SIM_COMPLETE": "bash_complete",
        "COMP_WORDS": "canasta-sim run --rules ho",
        "COMP_CWORD": "3",
    }
    code = (
        "import sys\nfrom canasta_sim.cli.main import main\n"
        "try: main([])\nexcept SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "plain,hoyle\n"
    assert not HEAVY & set(done.stderr.split())


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_bash_completes_as_the_readme_says(tmp_path: Path) -> None:
    """The script that click prints, sourced by bash, fills COMPREPLY."""
    command = tmp_path / "canasta-sim"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m canasta_sim "$@"\n')
    command.chmod(0o755)
    script = (
        'eval "$(_CANASTA_SIM_COMPLETE=bash_source canasta-sim)"\n'
        "COMP_WORDS=(canasta-sim strategies show bal)\nCOMP_CWORD=3\n"
        '_canasta_sim_completion canasta-sim\necho "${COMPREPLY[*]}"\n'
    )
    path = f"{tmp_path}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        ["bash", "-c", script], env=environment, capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert done.stdout == "balanced\n"
