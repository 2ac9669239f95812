"""`python -m tests.long_referee --rounds 1e6 --jobs 2 [--seed S]`: traced rounds by the million.

Rule sets and strategies are drawn unit by unit (see ``tests/rules_proved/refereed.py``). What is done is
kept in a file, one line a unit: the same command goes on after it was stopped. Exit status 1: something
broke a rule.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from multiprocessing import get_context
from pathlib import Path
from typing import Any

ROUNDS_OF_UNIT, GAME_ROUNDS_OF_UNIT = 40, 12


def play_unit(task: tuple[int, int]) -> dict[str, Any]:
    """Referee one unit (seed and number); return what came of it."""
    from tests.rules_proved.refereed import referee, unit

    seed, number = task
    lineup, called = unit(seed, number)
    found = referee(lineup, seed * 1009 + number, ROUNDS_OF_UNIT, GAME_ROUNDS_OF_UNIT, called)
    return {
        "unit": number,
        "rounds": found.rounds,
        "rules": lineup.rules.hash,
        "strategies": sorted(set(lineup.labels)),
        "faults": found.faults,
    }


def read_done(path: Path) -> list[dict[str, Any]]:
    """Return the units that a file holds; a last line broken off is left out."""
    done = []
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                done.append(json.loads(line))
            except json.JSONDecodeError:
                continue
    return done


def tell(done: list[dict[str, Any]], started: float, before: int) -> None:
    """Print how far it is."""
    rounds = sum(entry["rounds"] for entry in done)
    rate = (rounds - before) / (time.perf_counter() - started)
    faults = sum(len(entry["faults"]) for entry in done)
    print(f"{rounds:,} rounds, {len(done):,} units, {rate:,.0f} rounds/s, {faults} faults", flush=True)


def summary(done: list[dict[str, Any]]) -> str:
    """Return what the run says."""
    rounds = sum(entry["rounds"] for entry in done)
    rule_sets = len({entry["rules"] for entry in done})
    strategies = sorted({name for entry in done for name in entry["strategies"]})
    faults = [fault for entry in done for fault in entry["faults"]]
    lines = [f"{rounds:,} rounds refereed, {rule_sets:,} rule sets, strategies {', '.join(strategies)}"]
    lines += faults[:50]
    lines.append(f"{len(faults)} against the rules")
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Referee until the rounds asked for are done."""
    parser = argparse.ArgumentParser(prog="python -m tests.long_referee", description=__doc__)
    parser.add_argument("--rounds", type=lambda text: int(float(text)), default=1_000_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="file of the units done (default: results/long_referee-SEED.jsonl)")
    asked = parser.parse_args(arguments)
    path = asked.out or Path("results") / f"long_referee-{asked.seed}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    done = read_done(path)
    before = rounds = sum(entry["rounds"] for entry in done)
    number = 1 + max((entry["unit"] for entry in done), default=-1)
    missing = sorted(set(range(number)) - {entry["unit"] for entry in done})
    started = told = time.perf_counter()
    with get_context("spawn").Pool(asked.jobs) as pool, path.open("a", encoding="utf-8") as kept:
        while rounds < asked.rounds:
            wave = [*missing, *range(number, number + 50 * asked.jobs)]
            missing, number = [], number + 50 * asked.jobs
            for entry in pool.imap_unordered(play_unit, [(asked.seed, each) for each in wave]):
                kept.write(json.dumps(entry) + "\n")
                kept.flush()
                done.append(entry)
                rounds += entry["rounds"]
                for fault in entry["faults"][:1]:
                    print(fault, flush=True)
                if time.perf_counter() - told > 10:
                    told = time.perf_counter()
                    tell(done, started, before)
    print(summary(done))
    return 1 if any(entry["faults"] for entry in done) else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
