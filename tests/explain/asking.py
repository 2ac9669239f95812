"""Asking `canasta-sim explain` as a user does: a position file, and the document that comes back."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from canasta_sim.cli.explain import command
from canasta_sim.errors import PositionError


def run(text: str, *arguments: str) -> Any:
    """Run the command on a position file with this text."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.toml"
        path.write_text(text, "utf-8")
        return CliRunner().invoke(command, [str(path), *arguments])


def explained(text: str) -> Any:
    """Return the answer about a position."""
    result = run(text, "--json")
    assert result.exit_code == 0, result.output + repr(result.exception)
    return json.loads(result.stdout)


def judged(text: str, play: str) -> Any:
    """Return the verdict about a move."""
    result = run(text, "--play", play, "--json")
    assert result.exit_code == 0, result.output + repr(result.exception)
    return json.loads(result.stdout)


def legal(text: str, play: str) -> Any:
    """Return the position after a move, which must be legal."""
    verdict = judged(text, play)
    assert verdict["legal"], verdict
    return verdict["position"]


def forbidden(text: str, play: str) -> tuple[str | None, Any]:
    """Return the knob that forbids a move and its value."""
    verdict = judged(text, play)
    assert not verdict["legal"], verdict
    assert verdict["reason"]
    assert verdict["position"] is None
    return verdict["knob"], verdict["value"]


def refused(text: str, *arguments: str) -> str:
    """Return the one sentence with which a position, or a move in it, is refused."""
    result = run(text, *arguments)
    assert isinstance(result.exception, PositionError), repr(result.exception) + result.output
    sentence = str(result.exception)
    assert "\n" not in sentence
    assert result.stdout == ""
    return sentence


def with_rules(text: str, **knobs: object) -> str:
    """Return a position with knobs set; their dots are written as two underscores."""
    settings = ", ".join(f'"{knob.replace("__", ".")}" = {_toml(value)}' for knob, value in knobs.items())
    return f"{text}\nset = {{ {settings} }}\n"


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(each) for each in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def of_rank(answer: Any, rank: str) -> Any:
    """Return what an answer says of melds of one rank."""
    return next(entry for entry in answer["melds"] if entry["rank"] == rank)


def of_way(answer: Any, way: str) -> Any:
    """Return what an answer says of one way of taking the pile."""
    return next(entry for entry in answer["take"] if entry["way"] == way)
