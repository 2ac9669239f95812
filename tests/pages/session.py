"""Runs a page as somebody does who pastes it, and writes what comes out into it.

Blocks are taken in their order, all in one folder:

- ``toml`` or ``python`` whose first line is ``# NAME.toml`` or ``# NAME.py``: the file of that name;
- ``diff`` that begins with ``--- NAME``: lines of that file are replaced;
- ``sh``: commands, one a line; ``python``: a program;
- ``text`` directly behind one of these: what it printed. Speeds and times are left out.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.pages.marks import ROOT

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"# ([\w.-]+\.(?:toml|py))\s*\n")
#: Installing, other machines, and what changes the shell itself.
_NOT_RUN = re.compile(r"pip install|-m venv|pre-commit|HOST|eval |\.ci/run|pytest|python -m (?!canasta_sim)")
_TIMES = (
    (re.compile(r" in [\d.,]+ s \([\d,]+ rounds/s while"), " in … s (… rounds/s while"),
    (re.compile(r"[\d,]+ rounds/s on"), "… rounds/s on"),
    (re.compile(r"ready in [\d.]+ s"), "ready in … s"),
)


@dataclass(frozen=True)
class Block:
    """A fenced block of a page: its language, its text, and where the text begins and ends in the page."""

    kind: str
    text: str
    start: int
    end: int


def blocks(page: str) -> list[Block]:
    """Return the fenced blocks of a page."""
    return [Block(found[1], found[2], *found.span(2)) for found in _BLOCK.finditer(page)]


def commands(page: str) -> Iterator[str]:
    """Return the commands of canasta-sim on a page."""
    for block in blocks(page):
        if block.kind in ("sh", "console", ""):
            yield from (line.partition(" | ")[0] for line in block.text.splitlines() if line.startswith("canasta-sim"))


class Session:
    """A folder in which a page is followed.

    Parameters
    ----------
    folder : Path
        An empty folder.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._places = folder.parent / "places"
        self._places.mkdir(exist_ok=True)
        command = self._places / "canasta-sim"
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m canasta_sim "$@"\n')
        command.chmod(0o755)

    def renewed(self, page: str, most: int | None = None) -> str:
        """Return the page with its ``text`` blocks as they are now.

        Parameters
        ----------
        page : str
            The page.
        most : int, optional
            Stop after so many ``text`` blocks.
        """
        result, at, printed, shown = "", 0, "", 0
        for block in blocks(page):
            if shown == most:
                break
            if block.kind == "text":
                result += page[at : block.start] + printed
                at = block.end
                shown += 1
            else:
                printed = self.follow(block)
        return result + page[at:]

    def follow(self, block: Block) -> str:
        """Do what a block says; return what it printed."""
        named = _FILE.match(block.text)
        if block.kind == "diff":
            self._edit(*block.text.splitlines())
        elif named:
            (self.folder / named[1]).write_text(block.text, encoding="utf-8")
        elif block.kind == "python":
            return self._run([sys.executable, "-c", block.text])
        elif block.kind == "sh":
            lines = [line for line in block.text.splitlines() if not _NOT_RUN.search(line)]
            return "\n".join(self._run(["bash", "-c", line]) for line in lines)
        return ""

    def _run(self, command: list[str]) -> str:
        path = f"{self._places}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
        done = subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise AssertionError(f"{command[-1]}: exit status {done.returncode}\n{done.stdout}\n{done.stderr}")
        text = done.stdout
        for times, words in _TIMES:
            text = times.sub(words, text)
        return "".join(f"{line.rstrip()}\n" for line in text.splitlines())

    def _edit(self, head: str, *changes: str) -> None:
        file = self.folder / head.removeprefix("--- ")
        text = file.read_text(encoding="utf-8")
        old = "".join(f"{line[1:]}\n" for line in changes if line.startswith("-"))
        new = "".join(f"{line[1:]}\n" for line in changes if line.startswith("+"))
        if text.count(old) != 1:
            raise AssertionError(f"{file.name} has these lines {text.count(old)} times instead of once:\n{old}")
        file.write_text(text.replace(old, new), encoding="utf-8")
