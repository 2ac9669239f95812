"""What the children of the tests do."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

from canasta_sim.errors import StrategyError
from canasta_sim.strategy.isolation import PLAYING, Box


def well(box: Box, number: int) -> Iterator[int]:
    print("what is printed is no message")
    yield number
    yield 2 * number


def wrong(box: Box) -> Iterator[int]:
    yield 1
    raise StrategyError("so it is")


def unspeakable(box: Box) -> Iterator[int]:
    class Local(Exception):
        pass

    raise Local("cannot be pickled")
    yield 0


def silent(box: Box) -> Iterator[int]:
    box.enter(PLAYING, 17)
    box.view["turn"], box.view["seat"] = 5, 3
    yield 1
    while True:
        pass


def slow_before_the_first_turn(box: Box) -> Iterator[int]:
    box.enter(PLAYING, 17)
    time.sleep(1.5)
    yield 1


def busy(box: Box) -> Iterator[int]:
    box.enter(PLAYING, 1)
    for turn in range(1, 8):
        box.view["turn"] = turn
        time.sleep(0.3)
    yield 1


def dead(box: Box) -> Iterator[int]:
    box.enter(PLAYING, 4)
    box.view["turn"], box.view["seat"] = 9, 1
    yield 1
    os.kill(os.getpid(), signal.SIGSEGV)
