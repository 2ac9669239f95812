"""What must hold of every command, whatever it was given."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

DONE, FAILED, WRONG = 0, 1, 2


@dataclass(frozen=True)
class Outcome:
    """What a command left.

    Attributes
    ----------
    status : int
        Its exit status.
    out, err : str
        What it printed.
    changes : tuple of str
        Paths that are new, gone or different, below the parent of the place.
    folders : tuple of str
        Where it was asked to write, as it was asked, and the default folder.
    """

    status: int
    out: str
    err: str
    changes: tuple[str, ...]
    folders: tuple[str, ...] = ()


def judge(arguments: Sequence[str], found: Outcome) -> None:
    """Raise AssertionError where something does not hold."""
    assert "Traceback" not in found.err, found.err
    assert found.status in (DONE, FAILED, WRONG), f"status {found.status}: {found.err}"
    lines = found.err.splitlines()
    errors = [line for line in lines if line.startswith("Error: ")]
    if found.status == DONE:
        assert not errors, found.err
    elif found.status == WRONG or not _lists_faults(arguments):
        assert len(errors) == 1, f"expected one sentence: {found.err!r}"
        assert lines[-1] == errors[0], f"something after the sentence: {found.err!r}"
        assert 15 < len(errors[0]) < 2500, f"{len(errors[0])} characters: {errors[0][:200]!r}"
    strange = {c for c in found.err.replace("\n", "") if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp")}
    assert not strange, f"control characters on standard error: {found.err!r}"
    if found.status == WRONG:
        assert not found.changes, f"refused, and yet {found.changes} changed: {found.err!r}"
        assert not found.out or "check" in arguments, f"refused, and yet it printed {found.out[:200]!r}"
    outside = [path for path in found.changes if not _inside(path, found.folders)]
    assert not outside, f"{outside} changed outside of {found.folders}"
    if found.status == DONE and _is_json(arguments):
        json.loads(found.out, parse_constant=_no_constant)


def _lists_faults(arguments: Sequence[str]) -> bool:
    return bool({"verify"} & set(arguments[:1]))


def _is_json(arguments: Sequence[str]) -> bool:
    words = set(arguments)
    return "--json" in words and not words & {"-h", "--help", "--version"}


def _no_constant(name: str) -> float:
    raise AssertionError(f"{name} is no JSON")


def _inside(path: str, folders: Iterable[str]) -> bool:
    """Whether a changed path lies in one of the folders, or was made on the way to it."""
    for folder in folders:
        place = _plain(Path("work") / folder)
        if not place or path == place or path.startswith(place + "/") or place.startswith(path + "/"):
            return True
    return False


def _plain(path: Path) -> str:
    """Return a path without ``..``, below the parent."""
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            if parts:
                parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def asked_to_write(arguments: Sequence[str]) -> list[str]:
    """Return the paths that a command line names for writing; results go to ``results`` else."""
    found = ["results"]
    words = list(arguments)
    for at, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name in ("--out", "--init"):
            found.append((value if equals else "".join(words[at + 1 : at + 2])) or ".")
    if words[:1] == ["report"]:
        found += [word for word in words[1:] if not word.startswith("-")]
    if words[:2] == ["strategies", "new"]:
        found += words[2:]
    return [path for path in found if path]
