"""How fast rounds are played here, beside a fixed piece of work.

Every repeat times, in turn, each table and the calibration loop (one splitmix64 shuffle of a 108-card deck), on each
number of cores: all see the same moment of a busy machine. What is compared between runs is the ratio of the two.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any, NamedTuple

import numpy as np

from canasta_sim.batch import calibration
from canasta_sim.batch.workers import count_jobs
from canasta_sim.engine.records import DECK_ROOM
from canasta_sim.engine.rows import ROW_COLUMNS
from canasta_sim.errors import ExperimentError
from canasta_sim.rules import load_rules
from canasta_sim.strategy import Lineup, parse_strategies
from canasta_sim.version import __version__

FORMAT = 2
"""Of what ``measure`` returns; another one too where a shuffle is another piece of work."""
_TURNS = ROW_COLUMNS.index("turns")
_SEED = 7
_PILOT = 200


@dataclass(frozen=True)
class Speed:
    """One table on some cores.

    Attributes
    ----------
    rules, strategy : str
        The rule set, and the strategy on every seat.
    cores : int
        Threads that played at the same time.
    rounds_per_second, turns_per_second : float
        Rounds and player-turns of all threads together, median of the repeats.
    turn_ns, turn_ns_least, turn_ns_most : float
        Nanoseconds of processor time per player-turn: median, least and most of the repeats.
    turn_in_shuffles : float
        Player-turn in units of one shuffle timed in the same repeat, median.
    gain : float, optional
        Rounds per second over those of one core in the same repeat, median; None where one core was not timed.
    gain_share : float, optional
        What is gained over what shuffling gains from as many cores in the same repeat, median.
    """

    rules: str
    strategy: str
    cores: int
    rounds_per_second: float
    turns_per_second: float
    turn_ns: float
    turn_ns_least: float
    turn_ns_most: float
    turn_in_shuffles: float
    gain: float | None = None
    gain_share: float | None = None

    @property
    def name(self) -> str:
        """What is compared between runs."""
        return f"{self.rules}/{self.strategy}/{self.cores}"


class _Time(NamedTuple):
    """Seconds of the clock, and of processor time per thread (which other programs do not lengthen)."""

    clock: float
    processor: float


class _Repeat(NamedTuple):
    """What the calibration loop and then a table took."""

    shuffled: _Time
    played: _Time


class _Work:
    """Something that is timed: played by several threads at once, each its own part.

    Parameters
    ----------
    play : callable
        Does ``amount`` units for a thread: ``play(thread, amount)``.
    seconds : float
        How long one repeat should take.
    """

    def __init__(self, play: Callable[[int, int], object], seconds: float) -> None:
        self._play = play
        self.amount = _PILOT
        self.timed(1)  # compiles, or loads, what is not there yet
        taken = self.timed(1).processor
        while taken < seconds / 10:
            self.amount *= 4
            taken = self.timed(1).processor
        self.amount = max(1, round(self.amount * seconds / taken))

    def timed(self, threads: int) -> _Time:
        """Return what ``threads`` threads take, each for ``amount`` units."""
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(time.sleep, [0] * threads))  # the threads are there
            start = time.perf_counter()
            used = list(pool.map(self._once, range(threads)))
            return _Time(time.perf_counter() - start, sum(used) / threads)

    def _once(self, thread: int) -> float:
        """Return the seconds of processor time that one thread takes."""
        start = time.thread_time()
        self._play(thread, self.amount)
        return time.thread_time() - start


def measure(
    rules: Sequence[str],
    strategies: Sequence[str],
    jobs: Sequence[int] = (1, -1),
    repeats: int = 7,
    seconds: float = 0.2,
    notify: Callable[[str], None] | None = None,
) -> dict[str, Any]:
    """Measure rule sets × strategies.

    Parameters
    ----------
    rules : sequence of str
        Names of rule sets or rule files.
    strategies : sequence of str
        Each plays on every seat.
    jobs : sequence of int
        Numbers of cores; -1: all.
    repeats : int
        How often each is timed.
    seconds : float
        How long each is timed.
    notify : callable, optional
        Told in a sentence when something is compiled.

    Returns
    -------
    dict
        ``format``, ``machine``, ``shuffle_ns`` (per number of cores, as text), ``speeds`` (every Speed as a
        dict).

    Raises
    ------
    ExperimentError
        For no repeats or no time.
    CanastaError
        For a rule set or strategy that is wrong.
    """
    if repeats < 1 or seconds <= 0:
        raise ExperimentError("a benchmark needs at least one repeat and more than no time")
    cores = sorted({count_jobs(number) for number in jobs})
    rule_sets = [load_rules(name) for name in rules]  # refused before anything is compiled
    shuffling = _Work(_shuffler(max(cores), notify), seconds / 4)
    tables = {}
    for rule_set in rule_sets:
        for strategy in strategies:
            lineup = Lineup(rule_set, parse_strategies(strategy, rule_set["table.players"]))
            lineup.prepare(notify)
            tables[rule_set.name, strategy] = lineup, _Work(_player(lineup), seconds)
    timed: dict[Any, list[_Repeat]] = {(number, key): [] for number in cores for key in tables}
    for _ in range(repeats):
        for key, (_, work) in tables.items():
            for number in cores:
                timed[number, key].append(_Repeat(shuffling.timed(number), work.timed(number)))
    per_shuffle = 1e9 / shuffling.amount
    speeds = [
        _speed(key, number, *tables[key], repeated, timed.get((1, key)), per_shuffle)
        for (number, key), repeated in timed.items()
    ]
    shuffle_ns = {
        str(number): median(each.shuffled.processor * per_shuffle for key in tables for each in timed[number, key])
        for number in cores
    }
    machine = {
        "canasta_sim": __version__,
        "python": platform.python_version(),
        "processor": platform.processor() or platform.machine(),
        "cores": count_jobs(-1),
    }
    return {
        "format": FORMAT,
        "machine": machine,
        "shuffle_ns": shuffle_ns,
        "speeds": [asdict(speed) for speed in speeds],
    }


def _speed(
    key: tuple[str, str],
    cores: int,
    lineup: Lineup,
    work: _Work,
    repeats: Sequence[_Repeat],
    alone: Sequence[_Repeat] | None,
    per_shuffle: float,
) -> Speed:
    """Return a table's speed on some cores.

    ``alone``: the repeats on one core, if it was timed; ``per_shuffle``: nanoseconds of one shuffle per second of them.
    """
    turns = float(lineup.play_rounds(_SEED, 0, work.amount, False)[_TURNS, ::2].sum(dtype=np.int64))
    per_turn = [each.played.processor * 1e9 / turns for each in repeats]
    shuffles = [each.shuffled.processor * per_shuffle for each in repeats]
    typical = median(each.played.clock for each in repeats)
    gains = [_gains(cores, one, each) for one, each in zip(alone or (), repeats, strict=alone is not None)]
    return Speed(
        rules=key[0],
        strategy=key[1],
        cores=cores,
        rounds_per_second=work.amount * cores / typical,
        turns_per_second=turns * cores / typical,
        turn_ns=median(per_turn),
        turn_ns_least=min(per_turn),
        turn_ns_most=max(per_turn),
        turn_in_shuffles=median(turn / shuffle for turn, shuffle in zip(per_turn, shuffles, strict=True)),
        gain=median(played for played, _ in gains) if gains else None,
        gain_share=median(played / shuffled for played, shuffled in gains) if gains else None,
    )


def _gains(cores: int, one: _Repeat, all_of_them: _Repeat) -> tuple[float, float]:
    """Return how many times as much is played, and shuffled, on ``cores`` cores as on one, by the clock."""
    played = cores * one.played.clock / all_of_them.played.clock
    return played, cores * one.shuffled.clock / all_of_them.shuffled.clock


def _player(lineup: Lineup) -> Callable[[int, int], object]:
    """Return what plays rounds of a table; every thread plays the same ones."""
    return lambda thread, rounds: lineup.play_rounds(_SEED, 0, rounds, False)


def _shuffler(threads: int, notify: Callable[[str], None] | None) -> Callable[[int, int], object]:
    """Return what shuffles decks."""
    from canasta_sim.strategy.generate import wrapping_module

    module, kept = wrapping_module("calibration", calibration)
    if not kept and notify is not None:
        notify("compiling the calibration loop (the first time only) ...")
    fresh = np.arange(DECK_ROOM, dtype=np.uint8)
    decks = [fresh.copy() for _ in range(threads)]
    streams = [np.array([thread], dtype=np.uint64) for thread in range(threads)]
    return lambda thread, times: module.shuffles(fresh, decks[thread], streams[thread], times)


def compared(now: Mapping[str, Any], then: Mapping[str, Any]) -> dict[str, float]:
    """Return the ratio now : then of the player-turns in shuffles, for every table that both measured.

    Raises
    ------
    ExperimentError
        Where ``then`` is not what this version's ``measure`` returns.
    """
    if then.get("format") != FORMAT:
        raise ExperimentError(
            f"not a result of canasta-sim bench --json of this format, {FORMAT}: others have other shuffles"
        )
    try:
        before = {Speed(**speed).name: speed["turn_in_shuffles"] for speed in then["speeds"]}
    except (KeyError, TypeError) as error:
        raise ExperimentError("not a result of canasta-sim bench --json") from error
    ratios = {}
    for speed in now["speeds"]:
        name = Speed(**speed).name
        if before.get(name):
            ratios[name] = speed["turn_in_shuffles"] / before[name]
    return ratios
