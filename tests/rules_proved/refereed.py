"""Traced rounds before the referee: which rules, who plays, and what was found."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from canasta_sim.errors import CanastaError, RunFailed
from canasta_sim.rules import RuleSet, load_rules
from canasta_sim.strategy import Lineup
from canasta_sim.strategy.loading import built_in_names
from tests.company import PRESETS, seated
from tests.referee.judge import judge_round
from tests.referee.random_rules import random_rule_set

CHECKED = 100


@dataclass
class Found:
    """What came of refereed rounds.

    Attributes
    ----------
    rounds : int
        Traced rounds that the referee has judged.
    faults : list of str
        A sentence for each round that broke a rule, with what brings it back.
    """

    rounds: int = 0
    faults: list[str] = field(default_factory=list)

    def judge(self, events: list[dict[str, Any]], place: str) -> None:
        """Let the referee judge one round."""
        self.rounds += 1
        violations = judge_round(events)
        if violations:
            self.faults.append(f"{place}: {violations[0]} ({len(violations)} in the round)")


def random_rules(number: int) -> RuleSet:
    """Return random rule set ``number``: every knob drawn from its values."""
    return load_rules("hoyle").with_knobs(random_rule_set(Random(number)))


def near_preset(number: int) -> RuleSet:
    """Return a preset with one to six knobs drawn anew, by ``number``: closer to how people play."""
    rng = Random(number)
    while True:
        preset = load_rules(rng.choice(PRESETS))
        drawn = random_rule_set(rng)
        names = rng.sample(sorted(drawn), rng.randint(1, 6))
        try:
            return preset.with_knobs({name: drawn[name] for name in names})
        except CanastaError:
            continue  # these contradict the rest of the preset


def referee(lineup: Lineup, seed: int, rounds: int, game_rounds: int, place: str) -> Found:
    """Trace rounds and rounds of games, with swapped seats too, and have them judged; check others untraced.

    Parameters
    ----------
    lineup : Lineup
        Rules and strategies.
    seed : int
        Of the rounds.
    rounds, game_rounds : int
        How many of each; games are played up to the fourth round, so that scores are carried.
    place : str
        What the rounds are called in a fault.
    """
    found = Found()
    for number in range(rounds):
        events = _tried(found, lambda n=number: lineup.trace_round(seed, n, n % 4 > 1), f"{place}, round {number}")
        if events:
            found.judge(events, f"{place}, round {number}")
    for number in range(game_rounds):
        game, within = divmod(number, 4)
        where = f"{place}, game {game} round {within}"
        events = _tried(found, lambda g=game, j=within: lineup.trace_game_round(seed, g, j, False), where)
        if events:
            found.judge(events, where)
    _tried(found, lambda: lineup.play_rounds(seed, 0, CHECKED, False, check=True), f"{place}, checked")
    return found


def _tried(found: Found, play: Any, place: str) -> Any:
    """Play; what fails becomes a fault."""
    try:
        return play()
    except RunFailed as error:
        found.faults.append(f"{place}: {error}")
        return None


@cache
def _names() -> list[str]:
    return built_in_names()


def unit(seed: int, number: int) -> tuple[Lineup, str]:
    """Return the rules and players of one unit of a long run, and what it is called.

    Six of ten play a random rule set, three a changed preset, one a preset as it is; half of them with
    `random` on every seat, the others with strategies drawn for each seat.
    """
    rng = Random(seed * 1_000_003 + number)
    lot, rules_number = rng.random(), rng.getrandbits(40)
    if lot < 0.6:
        rules, called = random_rules(rules_number), f"random_rules({rules_number})"
    elif lot < 0.9:
        rules, called = near_preset(rules_number), f"near_preset({rules_number})"
    else:
        called = rng.choice(PRESETS)
        rules = load_rules(called)
    players = rules["table.players"]
    names = ["random"] if rng.random() < 0.5 else [rng.choice(_names()) for _ in range(players)]
    return seated(rules, ",".join(names)), f"unit {number} of seed {seed}: {called} with {','.join(names)}"
