"""Seeding a fault, and hunting it: traced rounds before the referee, then the cases of the knobs."""

from __future__ import annotations

import re
import signal
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from canasta_sim.errors import CanastaError, RunFailed
from canasta_sim.rules import RuleSet, load_rules
from tests.company import PRESETS
from tests.engine.cases import failing
from tests.referee.judge import judge_round
from tests.referee.random_rules import random_rule_set
from tests.uncompiled import Engine, PlainLineup
from tests.uncompiled.engine import source_of
from tests.uncompiled.lineup import EngineFault

_LIST = Path(__file__).with_name("faults.toml")
ROUNDS_OF_RULES = 6
SECONDS_OF_A_ROUND = 5.0


class Hangs(Exception):
    """A broken engine that goes round in circles."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise Hangs where what is done takes more seconds of this process."""

    def stop(number: int, frame: Any) -> None:
        raise Hangs(f"no end after {seconds:g} seconds")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@dataclass(frozen=True)
class Fault:
    """A changed condition.

    Attributes
    ----------
    file, function : str
        Where it is, the file by its path in the package.
    old, new : str
        The text, once in the function, and what stands in its place.
    breaks : str
        What no longer holds.
    rules : mapping
        Knobs under which it shows soonest.
    """

    file: str
    function: str
    old: str
    new: str
    breaks: str
    rules: Mapping[str, Any]

    def seeded(self) -> str:
        """Return the file's text with the fault in it.

        Raises
        ------
        ValueError
            Where the text is not once in the function: the list must follow the engine.
        """
        text = source_of(self.file)
        found = re.search(rf"^def {self.function}\(.*?(?=^@|^def |\Z)", text, re.MULTILINE | re.DOTALL)
        if found is None or found.group().count(self.old) != 1:
            raise ValueError(f"{self.file}, {self.function}: {self.old!r} is not there once: the list is to follow")
        changed = found.group().replace(self.old, self.new)
        return text[: found.start()] + changed + text[found.end() :]

    def engine(self) -> Engine:
        """Return an engine with the fault in it."""
        return Engine({self.file: self.seeded()})


def all_faults() -> list[Fault]:
    """Return the list that is kept."""
    entries = tomllib.loads(_LIST.read_text(encoding="utf-8"))["fault"]
    return [Fault(**{"rules": {}, **entry}) for entry in entries]


def rules_to_try(fault: Fault, number: int) -> RuleSet:
    """Return a rule set for the hunt: random ones and presets, two of three with the fault's own knobs."""
    rng = Random(number)
    while True:
        preset = load_rules(PRESETS[number % len(PRESETS)])
        drawn = random_rule_set(rng)
        names = drawn if number % 3 == 2 else rng.sample(sorted(drawn), rng.randint(0, 6))
        knobs = {name: drawn[name] for name in names}
        try:
            return preset.with_knobs({**knobs, **(fault.rules if number % 3 else {})})
        except CanastaError:
            continue


def referee_catches(fault: Fault, rounds: int) -> tuple[int, str] | None:
    """Play rounds with the fault before the referee; return how many it took and what was found, or None.

    A built-in strategy that is refused its answer and cards that are not conserved count too: either ends a
    traced round. Scores are left to the referee.
    """
    engine = fault.engine()
    for number in range(rounds):
        kind, within = divmod(number, ROUNDS_OF_RULES)
        if within == 0:
            names = ["random"] if kind % 4 else ["greedy", "random"]
            lineup = PlainLineup(engine, rules_to_try(fault, kind), names, check=False)
        try:
            with limited(SECONDS_OF_A_ROUND):
                if within < ROUNDS_OF_RULES - 1:
                    events = lineup.trace_round(number, number)
                else:
                    events = lineup.trace_game_round(number, 0, 1)
            violations = judge_round(events) if events else []
        except (EngineFault, RunFailed) as error:
            return number + 1, f"check: {error}"
        except Exception as error:  # whatever a broken engine does
            return number + 1, f"failed: {type(error).__name__}: {error}"
        if violations:
            return number + 1, f"referee: {violations[0]}"
    return None


def cases_catch(fault: Fault) -> str | None:
    """Return the case of a knob that fails with the fault, or None."""
    try:
        with limited(20.0):
            return failing(fault.engine())
    except Hangs as error:
        return str(error)
