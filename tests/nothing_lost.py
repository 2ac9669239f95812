"""Everything that may go wrong, done on purpose: wrong input, kills, faults of machines, load.

    python -m tests.nothing_lost                          # all of it: most of an hour on two cores
    python -m tests.nothing_lost --inputs 500 --commands 20 --kills 10 --load 1e5
    python -m tests.nothing_lost --only fuzz,kills

Prints counts: kills survived, inputs and commands tried, rows compared, faults found. Leaves with status 1 where one
is found.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.batch import kills
from tests.batch.compared import COUNTED, rows_compared, same_rows

ROOT = Path(__file__).parents[1]
#: Tests of single faults, slow ones included.
FAULTS = (
    "tests/batch/test_faults.py",
    "tests/batch/test_commands_interrupted.py",
    "tests/batch/test_guard.py",
    "tests/batch/test_cluster.py",
    "tests/batch/test_parquet.py",
    "tests/batch/test_run.py",
    "tests/stats/test_trillion.py",
    "tests/report/test_names.py",
)


@dataclass
class Tally:
    """What was done, and what was found."""

    counts: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def add(self, what: str, number: int) -> None:
        """Count, and say so."""
        self.counts[what] = self.counts.get(what, 0) + number
        print(f"  {number:,} {what}", flush=True)


def fuzz(tally: Tally, scratch: Path, options: argparse.Namespace) -> None:
    """Try wrong files and command lines, in this process."""
    from tests.fuzz.campaign import SHARES, Campaign
    from tests.fuzz.inside import furnished

    place = furnished(scratch / "fuzz")
    campaign = Campaign(place)
    for kind, share in SHARES.items():
        tally.add(f"inputs tried ({kind})", campaign.tried(kind, options.inputs * share // 100, options.seed))
    tally.add("of them played", campaign.run.played)
    place.done()


def commands(tally: Tally, scratch: Path, options: argparse.Namespace) -> None:
    """Try wrong files and command lines, each as a process."""
    from tests.fuzz.outside import commands

    for kind, statuses in commands(scratch / "commands", options.commands, options.seed):
        for status, number in sorted(statuses.items()):
            tally.add(f"commands tried ({kind}) that left with status {status}", number)


def killing(tally: Tally, scratch: Path, options: argparse.Namespace) -> None:
    """Kill runs at random moments; what they leave is compared with a run that was left alone."""
    from canasta_sim.batch.results import from_folder

    kills.play(scratch / "whole", keep_rows=True, resume=False, chunk=700)
    whole = from_folder(scratch / "whole")
    for kind, number in (("rows", options.kills), ("no-rows", options.kills), ("processes", options.kills // 4)):
        out = scratch / f"killed-{kind}"
        done = python("-m", "tests.batch.kills", str(out), str(number), kind)
        assert done.returncode == 0, done.stderr
        assert f"{number} kills survived" in done.stdout
        if kind != "no-rows":
            same_rows(from_folder(out).rounds, whole.rounds)
        assert (out / "summary.csv").read_bytes() == (scratch / "whole/summary.csv").read_bytes()
        tally.add(f"kills survived ({kind})", number)


def faults(tally: Tally, scratch: Path, options: argparse.Namespace) -> None:
    """Run the tests of single faults: signals, terminals, clocks, disks, damaged parts, clusters."""
    done = python(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "slow or not slow", "--basetemp", str(scratch / "tests"),
        *FAULTS,
    )  # fmt: skip
    ends = {
        word.rstrip("s"): int(number)
        for number, word in re.findall(r"(\d+) (passed|failed|skipped|errors?)", done.stdout)
    }
    tally.add("faults made on purpose and survived", ends.get("passed", 0))
    tally.add("of them not possible here", ends.get("skipped", 0))
    assert done.returncode == 0, done.stdout[-5000:]


def verifying(tally: Tally, scratch: Path, options: argparse.Namespace) -> None:
    """Verify a folder again and again: no process may break off at its end."""
    out = scratch / "verified"
    made = python(
        "-m",
        "canasta_sim",
        *f"run --strategies greedy --rounds 20k --seed 7 --chunk 2k --no-report --out {out}".split(),
    )
    assert made.returncode == 0, made.stderr
    for _ in range(options.verify):
        done = python("-m", "canasta_sim", "verify", str(out))
        assert done.returncode == 0, (done.returncode, done.stderr)
        assert done.stdout.endswith("all right\n")
    tally.add("times verified", options.verify)


def load(tally: Tally, scratch: Path, options: argparse.Namespace) -> None:
    """Play long runs, as fast as they go."""
    from canasta_sim.batch.amounts import parse_amount
    from tests.load import table

    loads = table(parse_amount(options.load, "rounds"))
    tally.add("rounds under load", sum(one.rounds for one in loads))
    assert all(one.right for one in loads), "memory grows or speed falls"


STEPS: Mapping[str, Callable[[Tally, Path, argparse.Namespace], None]] = {
    "load": load,
    "fuzz": fuzz,
    "commands": commands,
    "kills": killing,
    "faults": faults,
    "verify": verifying,
}


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python here."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


def main() -> None:
    """Do all of it and print the counts."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--inputs", type=int, default=10_000, help="Files and command lines tried in this process.")
    asked.add_argument("--commands", type=int, default=300, help="Commands tried as processes.")
    asked.add_argument("--kills", type=int, default=100, help="Kills of runs with rows, and as many without.")
    asked.add_argument("--verify", type=int, default=60, help="How often a folder is verified.")
    asked.add_argument("--load", default="1e7", help="Rounds with rows; ten times as many without.")
    asked.add_argument("--seed", type=int, default=1, help="Of what is tried.")
    asked.add_argument("--only", default=",".join(STEPS), help="Some steps only, separated by commas.")
    options = asked.parse_args()
    tally = Tally()
    # Started in the background, a process ignores Ctrl-C, and so would all that it starts and interrupts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with tempfile.TemporaryDirectory() as folder:
        os.environ[COUNTED] = str(Path(folder) / "rows-compared")
        for name in options.only.split(","):
            print(f"{name} ...", flush=True)
            before = time.monotonic()
            scratch = Path(folder) / name
            scratch.mkdir()
            try:
                STEPS[name](tally, scratch, options)
            except Exception:
                tally.faults.append(name)
                traceback.print_exc()
            print(f"  {time.monotonic() - before:.0f} s", flush=True)
        tally.add("rows compared", rows_compared())
    print("\n" + "\n".join(f"{number:>12,} {what}" for what, number in tally.counts.items()))
    print(f"{len(tally.faults):>12,} faults found{': ' if tally.faults else ''}{', '.join(tally.faults)}")
    sys.exit(bool(tally.faults))


if __name__ == "__main__":
    main()
