"""The door: help, unknown commands, exit statuses, and how little is imported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest

from canasta_sim.cli.main import COMMANDS, cli, main
from canasta_sim.errors import CanastaError, RunFailed

ROOT = Path(__file__).parents[2]
HEAVY = {"numba", "numpy", "pandas", "pyarrow", "scipy", "matplotlib", "rich", "pydantic", "joblib"}


def leave(*arguments: str) -> int:
    """Run the command line; return its exit status."""
    with pytest.raises(SystemExit) as left:
        main(arguments)
    return int(left.value.code or 0)


def test_help_lists_the_commands_in_the_order_of_a_piece_of_work(capsys: pytest.CaptureFixture[str]) -> None:
    assert leave("--help") == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines() if line.startswith("  ")]
    listed = [name for name in listed if name in COMMANDS]
    assert listed == [name for name in COMMANDS if name in listed]
    assert {"run", "trace", "rules", "verify"} <= set(listed)


def test_no_arguments_show_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert leave() == 0
    assert "Usage: canasta-sim" in capsys.readouterr().out


@pytest.mark.parametrize("name", cli.list_commands(click.Context(cli)))
def test_every_command_has_help_with_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert leave(name, "--help") == 0
    assert f"  canasta-sim {name}" in capsys.readouterr().out


def test_a_mistyped_command_is_suggested(capsys: pytest.CaptureFixture[str]) -> None:
    assert leave("rum") == 2
    said = capsys.readouterr()
    assert said.err.startswith('Error: there is no command "rum" (did you mean "run"?)')
    assert said.err.count("\n") == 1
    assert not said.out


@pytest.mark.parametrize(
    ("raised", "status"),
    [(CanastaError("no such thing"), 2), (RunFailed("it broke"), 1), (KeyboardInterrupt(), 130)],
)
def test_what_is_raised_becomes_a_status(
    raised: BaseException, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(**_: object) -> None:
        raise raised

    monkeypatch.setattr(cli, "main", fail)
    assert leave("run") == status
    said = capsys.readouterr().err
    assert said == (f"Error: {raised}\n" if str(raised) else "interrupted\n")


@pytest.mark.parametrize("arguments", ["--help", "run --help", "--version", "rules list", "nonsense"])
def test_little_is_imported_for_little(arguments: str) -> None:
    code = (
        "import sys\nfrom canasta_sim.cli.main import main\n"
        "try: main(sys.argv[1:])\nexcept SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments.split()], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not HEAVY & set(done.stderr.split())


def test_a_reader_who_leaves_is_no_error() -> None:
    done = subprocess.run(
        f"{sys.executable} -m canasta_sim rules show hoyle | head -1",
        shell=True,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert not done.stderr
