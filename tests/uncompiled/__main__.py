"""`python -m tests.uncompiled [--rule-sets N]`: which lines of the engine traced rounds run.

Plays random rule sets and changed presets as the tests do, and names the lines of engine functions that no
round has run: what only other tests can prove.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from tests.rules_proved.refereed import near_preset, random_rules
from tests.uncompiled import Engine, PlainLineup
from tests.uncompiled.engine import files_of_engine, path_in_package, source_of

_NOT_PLAYED = (
    "attaching.py",
    "checked.py",
    "compiling.py",
    "decisions.py",
    "events.py",
    "keeping.py",
    "linking.py",
)


def lines_of_functions(text: str, path: str) -> set[int]:
    """Return the numbers of the lines of functions that can run."""
    found: set[int] = set()

    def walk(code: CodeType, inside: bool) -> None:
        if inside:
            found.update(line for _, _, line in code.co_lines() if line and line != code.co_firstlineno)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                walk(constant, True)

    walk(compile(text, path, "exec"), False)
    return found


class Watch:
    """Notes which lines of some files run."""

    def __init__(self, paths: set[str]) -> None:
        self.paths = paths
        self.seen: set[tuple[str, int]] = set()

    def __call__(self, frame: FrameType, event: str, argument: Any) -> Any:
        """Trace a call: only those of the files watched are followed line by line."""
        path = frame.f_code.co_filename
        if path not in self.paths:
            return None
        seen = self.seen

        def line(frame: FrameType, event: str, argument: Any) -> Any:
            seen.add((path, frame.f_lineno))
            return line

        return line


def main(arguments: list[str]) -> None:
    """Play and tell."""
    parser = argparse.ArgumentParser(prog="python -m tests.uncompiled", description=__doc__)
    parser.add_argument("--rule-sets", type=int, default=60)
    asked = parser.parse_args(arguments)
    engine = Engine()
    files = [file for file in files_of_engine() if Path(file).name not in _NOT_PLAYED]
    watch = Watch({path_in_package(file) for file in files})
    for number in range(asked.rule_sets):
        rules = random_rules(number) if number % 2 else near_preset(number)
        sys.settrace(watch)
        lineup = PlainLineup(engine, rules, ["random"] if number % 3 else ["greedy", "random"])
        for each in range(6):
            lineup.trace_round(number, each)
        lineup.trace_game_round(number, 0, 1)
        sys.settrace(None)
    run = there = 0
    for file in files:
        text = source_of(file)
        lines = lines_of_functions(text, file)
        missing = sorted(line for line in lines if (path_in_package(file), line) not in watch.seen)
        run, there = run + len(lines) - len(missing), there + len(lines)
        for line in missing:
            print(f"{file}:{line}: {text.splitlines()[line - 1].strip()}")
    print(f"{run} of {there} lines of the engine's functions run ({run / there:.1%})")


if __name__ == "__main__":
    main(sys.argv[1:])
