"""`python -m tests.seeded_faults [--first N] [--last M] [--rounds R]`: seed faults, tell what catches them.

What was found is kept in ``result.json``, fault by fault. Exit status 1: a fault that nothing catches.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from tests.seeded_faults.hunt import Fault, all_faults, cases_catch, referee_catches

RESULT = Path(__file__).with_name("result.json")


def place_of(fault: Fault) -> str:
    """Return the name of a fault in the kept result: where it is, and the change."""
    return f"{fault.file} {fault.function}: {fault.old!r} -> {fault.new!r}"


def main(arguments: list[str]) -> int:
    """Hunt the faults asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.seeded_faults", description=__doc__)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--last", type=int, default=10**6)
    parser.add_argument("--rounds", type=int, default=600)
    asked = parser.parse_args(arguments)
    kept: dict[str, Any] = json.loads(RESULT.read_text(encoding="utf-8")) if RESULT.exists() else {}
    faults = all_faults()
    missed = 0
    for number, fault in enumerate(faults[asked.first : asked.last + 1], asked.first):
        started = time.perf_counter()
        case, found = cases_catch(fault), referee_catches(fault, asked.rounds)
        missed += case is None and found is None
        place = place_of(fault)
        kept[place] = {
            "breaks": fault.breaks,
            "rounds": found[0] if found else None,
            "found": found[1][:160] if found else None,
            "case": case.split(": ")[0] if case else None,
        }
        seconds = time.perf_counter() - started
        told = f"after {found[0]} rounds" if found else "not in the rounds"
        print(f"{number:3d} {seconds:5.1f} s  {told}, case {kept[place]['case']}: {fault.breaks}", flush=True)
        kept = {key: kept[key] for key in map(place_of, faults) if key in kept}
        RESULT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    in_rounds = sum(entry["rounds"] is not None for entry in kept.values())
    by_cases = sum(entry["case"] is not None for entry in kept.values())
    print(f"{len(kept)} faults: {in_rounds} in traced rounds, {by_cases} by cases, {missed} by nothing")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
