"""The long proof of the main job: a million checked rounds of every preset, and how often the corners are reached.

``python -m tests.main_job --rounds 1e6 --jobs 2`` plays every preset with ``balanced,greedy`` and with ``random`` on
every seat. After every turn all cards are counted by kind, and every score is counted again from the final cards
by other code; the first that fails stops it. ``python -m tests.main_job --corners 40000`` counts in traced rounds how
often ``random`` reaches the rare ends of the rules, and gives the numbers for a million rounds.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from typing import Any

from joblib import Parallel, delayed

from canasta_sim.rules import load_rules
from canasta_sim.strategy import Lineup
from tests.company import PRESETS, seated

CHUNK = 20_000
SEED = 7

# Where each corner is looked for: rule set, settings, whether in games.
PLACES: dict[str, tuple[str, dict[str, Any], bool]] = {
    "concealed closings": ("hoyle", {}, False),
    "black-three closings": ("hoyle", {}, False),
    "closings with all four black threes": ("romanian-house", {}, False),
    "wild canastas": ("romanian-house", {}, False),
    "optional red threes kept": ("romanian-house", {}, False),
    "optional red threes laid": ("romanian-house", {}, False),
    "optional red threes discarded": ("romanian-house", {}, False),
    "wild cards locking the pile": ("romanian-house", {}, False),
    "locked piles taken": ("romanian-house", {}, False),
    "turnovers": ("romanian-house", {}, False),
    "openings by canasta": ("romanian-house", {}, True),
    "skips": ("romanian-house", {"pile.wild_discard": "skips_next"}, False),
    "forced takes": ("hoyle", {"going_out.canastas": 2}, False),
}


def play_checked(preset: str, strategies: str, rounds: int, jobs: int) -> float:
    """Play ``rounds`` rounds in checking mode; return rounds per second."""
    rules = load_rules(preset)
    lineup = seated(rules, strategies)
    lineup.prepare(print)
    swap = not lineup.alike
    lineup.play_rounds(SEED, 0, 2, swap, check=True)
    started = time.perf_counter()
    starts = range(0, rounds, CHUNK)
    Parallel(n_jobs=jobs, backend="threading")(
        delayed(lineup.play_rounds)(SEED, start, min(CHUNK, rounds - start), swap, check=True) for start in starts
    )
    return rounds / (time.perf_counter() - started)


def _stock_after(events: list[dict[str, Any]]) -> list[int]:
    """Return the size of the stock after each event."""
    size, sizes = 0, []
    for event in events:
        kind = event["event"]
        if kind in ("deal", "turn_over"):
            size = len(event["stock"])
        elif kind == "draw":
            size -= len(event["cards"])
        elif kind == "red_three":
            size -= len(event["replacement"])
        sizes.append(size)
    return sizes


def _turn_corners(events: list[dict[str, Any]], found: Counter[str]) -> None:
    """Count the corners that events show by themselves."""
    stock = _stock_after(events)
    for index, event in enumerate(events):
        kind = event["event"]
        if kind == "red_three" and event["from"] == "hand":
            found["optional red threes laid"] += 1
        elif kind == "discard":
            found["optional red threes discarded"] += event["card"] == "3r"
            found["wild cards locking the pile"] += event["card"] in ("2", "Jk")
        elif kind in ("skip", "turn_over"):
            found["skips" if kind == "skip" else "turnovers"] += 1
        elif kind == "take_pile":
            found["locked piles taken"] += bool(event["locks"])
            found["forced takes"] += stock[index] == 0 and not event["with"]
        elif kind == "meld":
            found["openings by canasta"] += event["initial"] and len(event["cards"]) >= 7


def corners(lineup: Lineup, rounds: int, games: bool) -> Counter[str]:
    """Count the corners in traced rounds (in games: of the later rounds of as many games)."""
    found: Counter[str] = Counter()
    for number in range(rounds):
        traced = [lineup.trace_round(SEED, number, False)]
        if games:
            traced = [events for events in lineup.trace_game(SEED, number, False) if max(events[0]["scores"]) >= 5005]
        for events in traced:
            found["rounds"] += 1
            _turn_corners(events, found)
            end = [event for event in events if event["event"] == "go_out"]
            if end:
                found["concealed closings"] += end[0]["concealed"]
                threes = [len(event["cards"]) for event in events if event.get("rank") == "3b"]
                found["black-three closings"] += bool(threes)
                found["closings with all four black threes"] += sum(threes) == 4
    return found


def _count_corners(rounds: int) -> None:
    """Print how often each corner is reached in a million rounds."""
    counted: dict[str, Counter[str]] = {}
    for corner, (preset, settings, games) in PLACES.items():
        key = f"{preset} {settings} {'late rounds of games' if games else ''}"
        if key not in counted:
            rules = load_rules(preset, settings)
            counted[key] = corners(seated(rules, "random"), rounds // 50 if games else rounds, games)
            rows = seated(rules, "random").play_rounds(SEED, 0, rounds, False)
            counted[key]["wild canastas"] = int(rows[9].sum())
            counted[key]["optional red threes kept"] = _kept(rules, rounds)
        found = counted[key]
        print(f"{corner:36} {found[corner] / found['rounds'] * 1e6:12,.0f} in a million  ({key.strip()})")


def _kept(rules: Any, rounds: int) -> int:
    """Return how many rounds end with a red three still in a hand."""
    import numpy as np

    from canasta_sim.engine.rows import ROW_COLUMNS

    lineup = seated(rules, "random")
    final = np.zeros((rounds, 16), np.int64)
    rows = np.zeros((len(ROW_COLUMNS), 2 * rounds), np.int32)
    lineup._run_rounds(SEED, 0, rounds, False, rows, np.zeros((1, 8), np.int64), final)
    return int(((final[:, 8:12] >> 56) & 15).any(axis=1).sum())


def main() -> None:
    """Run what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=float, default=0, help="rounds of each preset and lineup")
    parser.add_argument("--corners", type=int, default=0, help="traced rounds to count corners in")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    for preset in PRESETS if options.rounds else ():
        for strategies in ("balanced,greedy", "random"):
            rate = play_checked(preset, strategies, int(options.rounds), options.jobs)
            checked = f"{int(options.rounds):,} rounds checked, {rate:,.0f} rounds/s"
            print(f"{preset:20} {strategies:16} {checked}", flush=True)
    if options.corners:
        _count_corners(options.corners)


if __name__ == "__main__":
    main()
