"""What long runs take: memory, speed at their beginning and at their end, room on disk.

    python -m tests.load                    # 1e7 rounds with rows; 1e5, 1e6, 1e7 and 1e8 without
    python -m tests.load --rounds 1e6       # 1e6 with rows, and up to 1e7 without

Each run is a process of its own; what it plays goes to a scratch folder and is deleted. Leaves with status 1
where memory grows with the rounds, or a run slows down on its way.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from canasta_sim.batch.amounts import parse_amount

#: Megabytes: a run of any length takes no more. Libraries and compiled code take most of it.
MOST_MEMORY = 700
#: The last tenth of a run is played at least so fast, as a share of the first; the machine may have other work.
LEAST_SHARE = 0.5
HEAD = "       rounds kept  seconds   rounds/s first 10th  last 10th  MB RAM MB disk  busy"


@dataclass(frozen=True)
class Load:
    """What a run took.

    Attributes
    ----------
    rounds : int
        Rounds played.
    rows : bool
        Whether rows were kept.
    seconds : float
        From the first round to the last.
    first, last : float
        Rounds per second in the first tenth and in the last.
    memory, disk : float
        Megabytes: the most that was resident, worker processes included; the results folder.
    busy : float
        How many processes wanted to run, on the average of the last minute.
    """

    rounds: int
    rows: bool
    seconds: float
    first: float
    last: float
    memory: float
    disk: float
    busy: float

    def __str__(self) -> str:
        kept = "rows" if self.rows else "sums"
        rates = f"{self.rounds / self.seconds:10,.0f} {self.first:10,.0f} {self.last:10,.0f}"
        return (
            f"{self.rounds:13,} {kept} {self.seconds:8.1f} {rates} {self.memory:7.0f} {self.disk:7.1f} {self.busy:5.1f}"
        )

    @property
    def right(self) -> bool:
        """Whether memory was bounded and speed lasted."""
        return self.memory < MOST_MEMORY and (self.seconds < 10 or self.last > LEAST_SHARE * self.first)


class Watch:
    """Progress that notes when how many rounds were there."""

    def __init__(self) -> None:
        self.moments: list[tuple[float, int]] = []

    def start(self, total: int, done: int) -> None:
        self.moments.append((time.monotonic(), done))

    def advance(self, rounds: int) -> None:
        self.moments.append((time.monotonic(), self.moments[-1][1] + rounds))

    def stop(self) -> None:
        pass

    def rate(self, begin: float, end: float) -> float:
        """Return rounds per second between two shares of the run."""
        total = self.moments[-1][1]
        inside = [(at, done) for at, done in self.moments if begin * total <= done <= end * total]
        if len(inside) < 2:
            inside = [self.moments[0], self.moments[-1]]
        return (inside[-1][1] - inside[0][1]) / (inside[-1][0] - inside[0][0])


def play(rounds: int, rows: bool, out: Path) -> Load:
    """Play in this process."""
    from canasta_sim.batch.request import Request, plan_of
    from canasta_sim.batch.run import Means, execute

    plan, purpose = plan_of(Request(rules="hoyle", strategies="greedy", rounds=rounds, seed=7, keep_rows=rows))
    watch = Watch()
    result = execute(plan, purpose, Means(out=out), progress=watch)
    assert sum(variant.rounds for variant in result.aggregate.variants.values()) == rounds
    peak = resident() + resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    return Load(
        rounds,
        rows,
        watch.moments[-1][0] - watch.moments[0][0],
        watch.rate(0.0, 0.1),
        watch.rate(0.9, 1.0),
        peak / 1024,
        size / 1e6,
        os.getloadavg()[0],
    )


def resident() -> int:
    """Return the most kilobytes of this process that were resident."""
    status = Path("/proc/self/status")
    if status.exists():  # what the system keeps begins with what the parent had
        found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text())
        assert found
        return int(found[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def measured(rounds: int, rows: bool) -> Load:
    """Play in a process of its own."""
    with tempfile.TemporaryDirectory() as scratch:
        kind = "rows" if rows else "sums"
        done = subprocess.run(
            [sys.executable, "-m", "tests.load", "--one", str(rounds), kind, str(Path(scratch) / "out")],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            cwd=Path(__file__).parents[1],
        )
    return Load(**json.loads(done.stdout))


def table(rounds: int) -> list[Load]:
    """Measure and print line by line: as many rounds with rows, and up to ten times as many without."""
    print(HEAD, flush=True)
    found = []
    for share, rows in ((0.01, False), (0.1, False), (1, False), (1, True), (10, False)):
        one = measured(max(1, round(rounds * share)), rows)
        print(one, flush=True)
        found.append(one)
    return found


def main() -> None:
    """Print the table; leave with status 1 where something grows that must not."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--rounds", default="1e7", help="Rounds with rows; ten times as many without.")
    asked.add_argument("--one", nargs=3, metavar=("ROUNDS", "rows|sums", "FOLDER"), help=argparse.SUPPRESS)
    options = asked.parse_args()
    if options.one:
        rounds, kind, folder = options.one
        print(json.dumps(asdict(play(int(rounds), kind == "rows", Path(folder)))))
        return
    loads = table(parse_amount(options.rounds, "rounds"))
    wrong = [one for one in loads if not one.right]
    for one in wrong:
        print(f"{one.rounds:,} rounds: memory grows or speed falls", file=sys.stderr)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
