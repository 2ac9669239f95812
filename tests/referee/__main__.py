"""`python -m tests.referee FILE ...`: judge the rounds of jsonl traces (`-`: standard input)."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.referee.fields import EVENT
from tests.referee.judge import judge_round


def rounds_of(lines: Iterable[str]) -> Iterator[list[dict[str, Any]]]:
    """Split a trace into rounds: each begins with its deal."""
    events: list[dict[str, Any]] = []
    for line in lines:
        if not line.strip():
            continue
        event = json.loads(line)
        if isinstance(event, dict) and event.get(EVENT) == "deal" and events:
            yield events
            events = []
        events.append(event)
    if events:
        yield events


def judge_lines(name: str, lines: Iterable[str]) -> tuple[int, int]:
    """Judge all rounds of one trace, print what is wrong; return rounds and bad rounds."""
    rounds = bad = 0
    for events in rounds_of(lines):
        violations = judge_round(events)
        for violation in violations:
            sys.stdout.write(f"{name}: round {rounds}: {violation}\n")
        rounds += 1
        bad += bool(violations)
    return rounds, bad


def main(names: list[str]) -> int:
    """Judge the files named; exit status 1: a round broke a rule, 2: there was nothing to judge."""
    start, rounds, bad = time.perf_counter(), 0, 0
    for name in names:
        if name == "-":
            more = judge_lines("standard input", sys.stdin)
        else:
            with Path(name).open(encoding="utf-8") as lines:
                more = judge_lines(name, lines)
        rounds, bad = rounds + more[0], bad + more[1]
    seconds = time.perf_counter() - start
    sys.stdout.write(f"{rounds} rounds judged in {seconds:.1f} s, {bad} against the rules\n")
    return 2 if not rounds else min(bad, 1)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
