"""Commands run as anybody runs them, each in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from canasta_sim.batch.amounts import parse_whole
from canasta_sim.strategy.generate import cache_root
from tests.fuzz import cases
from tests.fuzz.campaign import SHARES, cases_of
from tests.fuzz.inside import furnished
from tests.fuzz.judge import Outcome, asked_to_write, judge
from tests.fuzz.place import Place

ROOT = Path(__file__).parents[2]
MOST_ROUNDS = 100_000
#: Longer than anything takes that is compiled first, on a machine with other work.
SECONDS = 600


class Outside:
    """Runs commands in a place, as processes.

    Attributes
    ----------
    statuses : dict of int to int
        How many commands left with each exit status.
    """

    def __init__(self, place: Place) -> None:
        self.place = place
        self.statuses: dict[int, int] = {}

    def check(self, case: cases.Case) -> None:
        """Run one case and judge it."""
        arguments = modest(case)
        if any("\x00" in word for word in arguments):
            return
        try:
            self.place.lay(case.name, case.content)
            found = self._run(arguments)
            self.statuses[found.status] = self.statuses.get(found.status, 0) + 1
            judge(arguments, found)
        finally:
            self.place.restore()

    def _run(self, arguments: Sequence[str]) -> Outcome:
        cache = self.place.work / "cache" if arguments[:1] == ["cache"] else cache_root()
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            done = subprocess.run(
                [sys.executable, "-m", "canasta_sim", *arguments],
                cwd=self.place.work,
                env={**os.environ, "PYTHONPATH": str(ROOT), "CANASTA_SIM_CACHE": str(cache), "PYTHONUTF8": "1"},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                timeout=SECONDS,
                check=False,
            )
            texts = []
            for stream in (out, err):
                stream.seek(0)
                texts.append(stream.read().decode())
        return Outcome(done.returncode, *texts, tuple(self.place.changes()), tuple(asked_to_write(arguments)))


def modest(case: cases.Case) -> list[str]:
    """Return the arguments of a case so that it takes seconds and writes where it may, if it is right."""
    words = list(case.arguments)
    command = words[:1]
    if command == ["bench"]:
        return [*command, "--repeats", "1", "--seconds", "0.01", "--rules", "hoyle", *words[1:]]
    if words[:2] == ["strategies", "check"]:
        return [*words[:2], "--rounds", "60", *words[2:]]
    if command[:1] not in (["run"], ["compare"], ["league"]):
        return words
    if b"out" in case.content:
        words += ["--out", "out"]
    told = any(word.startswith(("--rounds", "--games")) for word in words)
    if not told or any(many(word) for word in words):
        words += ["--rounds", "10"]
    return words


def many(word: str) -> bool:
    """Whether a word is, or ends in, a large number of rounds."""
    return (parse_whole(word.rpartition("=")[2]) or 0) > MOST_ROUNDS


def commands(parent: Path, number: int, start: int = 1) -> Iterator[tuple[str, dict[int, int]]]:
    """Run so many commands of every kind; yield the kind, and how many left with each exit status."""
    place = furnished(parent)
    try:
        for kind, share in SHARES.items():
            outside = Outside(place)
            cases.tried(cases_of(kind, place), outside.check, max(1, number * share // 100), start, shrink=False)
            yield kind, outside.statuses
    finally:
        place.done()
