"""Checking a strategy: does it load, compile, keep the rules, tell the truth of itself; how fast, how strong.

``check`` asks one question after the other and yields a finding for each. Everything that runs code of the
strategy does so in a child process, so that one that loops for ever or crashes is ended, and named with its
place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from canasta_sim.errors import CanastaError, RunFailed
from canasta_sim.strategy.faults import StrategyFault
from canasta_sim.strategy.isolation import COMPILING, SECONDS_TO_ANSWER, Lost, lost_fault, watched

#: The questions, in order, and what is said while they are being asked.
QUESTIONS = {
    "load": "does it load",
    "compile": "does it compile",
    "legal": "are its answers legal",
    "plain": "does it play the same as plain Python, and leave what it may only read",
    "facts": "are its declared facts true",
    "seed": "does the same seed give the same play",
    "speed": "how fast is it",
    "strength": "how strong is it against balanced",
}
ROUNDS, PLAIN_ROUNDS = 6000, 240


@dataclass(frozen=True)
class Finding:
    """The answer to one question.

    Attributes
    ----------
    question : str
        A key of QUESTIONS.
    passed : bool
        Whether nothing is wrong.
    text : str
        What was found, in a sentence.
    figures : dict
        The same as numbers.
    """

    question: str
    passed: bool
    text: str
    figures: dict[str, Any]


@dataclass(frozen=True)
class Place:
    """Rounds that are about to be played: where to look if they never end."""

    question: str
    rules: str
    strategies: str
    plain: bool
    seed: int
    first: int
    rounds: int


def check(
    strategy: str, rounds: int | None = None, seed: int = 1, limit: float = SECONDS_TO_ANSWER
) -> Iterator[Finding]:
    """Check a strategy and yield what is found, question by question.

    Parameters
    ----------
    strategy : str
        As for ``--strategies``: a path of a file, or a name.
    rounds : int, optional
        Rounds to play in checking mode over all presets; 6000 by default, 240 of a strategy in plain Python.
    seed : int
        Of all that is played.
    limit : float
        Seconds it may take for an answer.

    Yields
    ------
    Finding
        The first one that did not pass and leaves nothing further to ask is the last.

    Raises
    ------
    CanastaError
        There is no such file or strategy.
    """
    from canasta_sim.strategy.loading import find_source

    find_source(strategy.split(":", maxsplit=1)[0])  # a wrong name is a wrong request, not a finding
    place: Place | None = None
    question = "load"
    try:
        for sent in watched("canasta_sim.strategy.questions:answers", (strategy, rounds, seed), limit):
            if isinstance(sent, Place):
                place, question = sent, sent.question
            elif isinstance(sent, str):
                place, question = None, sent
            else:
                yield sent
    except (CanastaError, RunFailed) as error:
        yield Finding(question, False, str(error), {})
    except Lost as lost:
        yield Finding(question, False, _where(strategy, place, lost, limit), {})


def _where(strategy: str, place: Place | None, lost: Lost, limit: float) -> str:
    """Say how and where a child was lost; play the rounds again for their number."""
    if place is None:
        when = {"load": "while it was loaded", "compile": "while it was compiled"}
        return f"strategy {strategy} {lost.how} ({when['load' if not lost.phase else 'compile']})"
    if not (lost.phase == COMPILING and lost.turn):  # else it was lost in the one round that is played then
        try:
            for _ in watched("canasta_sim.strategy.questions:again", (place, strategy), limit):
                pass
        except StrategyFault as fault:
            return str(fault)
        except Lost as found:
            lost = found
        else:
            where = f"seed {place.seed}, a round from {place.first} on, turn {lost.turn}, seat {lost.seat}"
            return f"strategy {strategy} {lost.how} ({where}, rules {place.rules})"
    from canasta_sim.rules import load_rules
    from canasta_sim.strategy.specs import parse_strategies

    seats = parse_strategies(place.strategies, load_rules(place.rules)["table.players"])
    return f"{lost_fault(lost, seats, 'rounds', place.seed, True)}, rules {place.rules}"
