"""The command line with strategies that play nothing, as slowly as one likes.

``python -m tests.batch.fake_command DELAY CLOCK ARGUMENTS``: ``DELAY`` is the seconds that a round takes;
``CLOCK`` is ``steady``, or ``jumps`` for a clock on the wall that goes back and forth by years.
"""

from __future__ import annotations

import itertools
import sys
import time

from canasta_sim.batch import request
from canasta_sim.batch.plan import Variant
from canasta_sim.cli.main import main
from tests.batch.fake_lineup import FakeLineup, FakeSeat

YEAR = 365 * 86400.0


def wild_clock() -> None:
    """Let the time of day jump whenever it is asked for."""
    jumps = itertools.cycle([0.0, YEAR, -30 * YEAR, 3.0, -7200.0])
    honest = time.time
    time.time = lambda: honest() + next(jumps)
    time.time_ns = lambda: int(time.time() * 1e9)


def run(delay: float, clock: str, arguments: list[str]) -> None:
    """Run the command; leaves with its exit status."""

    def variant(name: str, rules, strategies) -> Variant:
        names = strategies.split(",") if isinstance(strategies, str) else list(strategies)
        labels = tuple(names[seat % len(names)] for seat in range(rules["table.players"]))
        return Variant(name, rules, tuple(map(FakeSeat, labels)), FakeLineup(labels, delay=delay))

    request.variant_of = variant
    if clock == "jumps":
        wild_clock()
    main(arguments)


if __name__ == "__main__":
    run(float(sys.argv[1]), sys.argv[2], sys.argv[3:])
