"""What is asked of a strategy that is checked; runs in a child process (canasta_sim.strategy.checking)."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from canasta_sim.engine.records import MEMORY
from canasta_sim.engine.rows import ROW_COLUMNS
from canasta_sim.rules import load_rules, preset_names
from canasta_sim.strategy.checking import PLAIN_ROUNDS, ROUNDS, Finding, Place
from canasta_sim.strategy.isolation import COMPILING, PLAYING, WARMING, Box, play_one_by_one
from canasta_sim.strategy.lineup import Company, Lineup
from canasta_sim.strategy.specs import StrategySpec, parse_strategies, parse_strategy

OPPONENTS = ("balanced", "random")
_BLOCK = 200
_SAME_ROUNDS = 16
_TIMED_SECONDS = 1.0
_MOST_ROUNDS_AT_A_TIME = 4096

Sent = Finding | Place | str


class _Junk(Lineup):
    """A lineup in which memory and random numbers of one strategy begin with something else than usual."""

    junk_of: StrategySpec
    junk_in: str

    def _players(self) -> tuple[Any, Any]:
        players, records = super()._players()
        count = len(self.seats)
        for rotation in range(2):
            for seat in range(count):
                if self.seats[(seat + rotation) % count].source == self.junk_of.source:
                    record = records[rotation].seat[seat]
                    if self.junk_in == "memory":
                        record.memory[:] = np.arange(1, MEMORY + 1) * 37 % 11
                    else:
                        record.stream[:] = np.uint64(0x1234_5678_9ABC_DEF1)
        return players, records


class _Questions:
    """A strategy, those it plays with, and what has been asked so far."""

    def __init__(self, box: Box, text: str, rounds: int | None, seed: int) -> None:
        self.box, self.text, self.seed = box, text, seed
        self.spec = parse_strategy(text)
        self.company = _company(self.spec)
        self.known = dict(zip((text, *OPPONENTS), self.company.specs, strict=True))
        self.asked = rounds
        self.plain = not self.spec.compiled

    @property
    def rounds(self) -> int:
        """Rounds to play in checking mode."""
        return self.asked or (PLAIN_ROUNDS if self.plain else ROUNDS)

    def lineup(
        self, rules: str, strategies: str, plain: bool | None = None, kind: type[Lineup] = Lineup
    ) -> Any:
        """Seat strategies under a preset."""
        loaded = load_rules(rules)
        named = [self.known[name] for name in strategies.split(",")]
        seats = [named[seat % len(named)] for seat in range(loaded["table.players"])]
        made = kind(loaded, seats, self.plain if plain is None else plain, self.company)
        made.memory = self.box.view
        return made

    def enter(self, lineup: Lineup) -> None:
        """Prepare a lineup and say in the box what comes."""
        self.box.enter(COMPILING)
        lineup.prepare()
        self.box.enter(PLAYING if lineup.compiled else WARMING)


def _company(spec: StrategySpec) -> Company:
    return Company([spec, *(parse_strategy(name) for name in OPPONENTS)])


def answers(box: Box, text: str, rounds: int | None, seed: int) -> Iterator[Sent]:
    """Yield, for each question, places before they are played and what was found."""
    yield "load"
    asked = _Questions(box, text, rounds, seed)
    yield _loaded(asked)
    yield "compile"
    yield from _compiles(asked)
    yield from _legal(asked)
    yield from _plain(asked)
    yield from _facts(asked)
    yield from _same_seed(asked)
    yield from _speed(asked)
    yield from _strength(asked)


def again(box: Box, place: Place, text: str) -> Iterator[int]:
    """Play the rounds of a place one at a time."""
    loaded = load_rules(place.rules)
    seats = parse_strategies(place.strategies, loaded["table.players"])
    lineup = Lineup(loaded, seats, place.plain, _company(parse_strategy(text)))
    return play_one_by_one(box, lineup, "rounds", place.seed, place.first, place.rounds, True)


def _loaded(asked: _Questions) -> Finding:
    facts = asked.spec.facts
    names = ", ".join(f"{name}={value:g}" for name, value in asked.spec.params.items()) or "none"
    text = f"version {facts.version}, parameters: {names}"
    figures = {"version": facts.version, "parameters": asked.spec.params, "hash": asked.spec.source_hash}
    return Finding("load", True, text, figures)


def _compiles(asked: _Questions) -> Iterator[Sent]:
    if asked.plain:
        text = "it is plain Python: its functions do not carry @compiled"
        yield Finding("compile", True, text, {"compiled": False})
        return
    begin = time.monotonic()
    yield Place("compile", "hoyle", asked.text, False, 0, 0, 1)  # preparing plays this round
    asked.enter(asked.lineup("hoyle", asked.text))
    reason = asked.company.refused.get(asked.spec.source)
    if reason is not None:
        asked.plain = True
        yield Finding("compile", False, f"no, it plays as plain Python: {reason}", {"compiled": False})
        return
    seconds = time.monotonic() - begin
    yield Finding("compile", True, f"yes, ready in {seconds:.1f} s", {"compiled": True, "seconds": seconds})


def _tables(asked: _Questions) -> list[tuple[str, str]]:
    """Return the tables to play at: every preset, against itself and others."""
    against = [asked.text, *(f"{asked.text},{name}" for name in OPPONENTS)]
    return [(rules, strategies) for rules in preset_names() for strategies in against]


def _legal(asked: _Questions) -> Iterator[Sent]:
    tables = _tables(asked)
    each = max(2, -(-asked.rounds // len(tables)))
    played = 0
    for rules, strategies in tables:
        lineup = asked.lineup(rules, strategies)
        for first in range(0, each, _BLOCK):
            number = min(_BLOCK, each - first)
            yield Place("legal", rules, strategies, asked.plain, asked.seed, first, number)
            asked.enter(lineup)
            lineup.play_rounds(asked.seed, first, number, True, check=True)
            played += number
    text = f"yes, in {played:,} rounds under {len(preset_names())} presets; cards and scores counted again"
    yield Finding("legal", True, text, {"rounds": played})


def _plain(asked: _Questions) -> Iterator[Sent]:
    different = []
    for rules in preset_names():
        strategies = f"{asked.text},balanced"
        rows = []
        for plain in {True, asked.plain}:
            lineup = asked.lineup(rules, strategies, plain)
            yield Place("plain", rules, strategies, plain, asked.seed, 0, _SAME_ROUNDS)
            asked.enter(lineup)
            rows.append(lineup.play_rounds(asked.seed, 0, _SAME_ROUNDS, True))
        if not np.array_equal(rows[0], rows[-1]):
            different.append(rules)
    if different:
        text = (
            f"no: under {', '.join(different)} plain Python plays other rounds than compiled code: whole "
            "numbers of another size, a place outside of an array, or a variable read before it is set"
        )
        yield Finding("plain", False, text, {"different": different})
        return
    text = f"yes, in {_SAME_ROUNDS} rounds under each preset; it changes neither view nor rules"
    if asked.plain:
        text = "it is plain Python; it changes neither view nor rules"
    yield Finding("plain", True, text, {"different": []})


def _facts(asked: _Questions) -> Iterator[Sent]:
    wrong, unused = [], []
    for fact, junk in (("random", "stream"), ("memory", "memory")):
        declared = bool(getattr(asked.spec.facts, fact))
        facts = asked.spec.facts
        facts = replace(facts, random=False) if fact == "random" else replace(facts, memory=False)
        without = replace(asked.spec, facts=facts)
        same = True
        strategies = f"{asked.text},balanced"
        for rules in preset_names():
            rows = []
            for kind in (Lineup, _Junk):
                lineup = asked.lineup(rules, strategies, kind=kind)
                if kind is _Junk:
                    lineup.junk_of, lineup.junk_in = asked.spec, junk
                lineup.seats = tuple(without if seat == asked.spec else seat for seat in lineup.seats)
                yield Place("facts", rules, strategies, asked.plain, asked.seed, 0, 2 * _SAME_ROUNDS)
                asked.enter(lineup)
                rows.append(lineup.play_rounds(asked.seed, 0, 2 * _SAME_ROUNDS, True))
            same = same and bool(np.array_equal(*rows))
        if not declared and not same:
            what = "random numbers" if fact == "random" else "what it finds in me.memory"
            wrong.append(f"{fact}=False is not true: its play depends on {what}")
        if declared and same:
            unused.append(f"{fact}=True is declared and was not needed: {fact}=False would play faster")
    figures = {"wrong": wrong, "unused": unused}
    declared_facts = f"random={asked.spec.facts.random}, memory={asked.spec.facts.memory}"
    if wrong:
        yield Finding("facts", False, "; ".join(wrong), figures)
    else:
        yield Finding("facts", True, "; ".join([f"yes: {declared_facts}", *unused]), figures)


def _same_seed(asked: _Questions) -> Iterator[Sent]:
    number = 2 * _SAME_ROUNDS if asked.plain else 2 * _BLOCK
    rules, strategies = "hoyle", f"{asked.text},random"
    yield Place("seed", rules, strategies, asked.plain, asked.seed, 0, number)
    lineup = asked.lineup(rules, strategies)
    asked.enter(lineup)
    whole = lineup.play_rounds(asked.seed, 0, number, True)
    other = asked.lineup(rules, strategies)
    asked.enter(other)
    cut = range(0, number, 8)
    pieces = [other.play_rounds(asked.seed, first, min(8, number - first), True) for first in reversed(cut)]
    same = np.array_equal(whole, np.concatenate(pieces[::-1], axis=1))
    text = f"yes, {number} rounds in one go and in pieces, the last first"
    if not same:
        text = (
            "no: rounds played in one go and in pieces differ; it keeps something from one round to the next "
            "outside of me.memory or without declaring memory=True or random=True"
        )
    yield Finding("seed", bool(same), text, {"rounds": number})


def _speed(asked: _Questions) -> Iterator[Sent]:
    lineup = asked.lineup("hoyle", asked.text)
    played, begin = 0, time.monotonic()
    number = 1 if asked.plain else 64
    while (seconds := time.monotonic() - begin) < _TIMED_SECONDS:
        yield Place("speed", "hoyle", asked.text, asked.plain, asked.seed, played, number)
        asked.enter(lineup)
        lineup.play_rounds(asked.seed, played, number, True)
        played += number
        number = min(2 * number, _MOST_ROUNDS_AT_A_TIME)
    rate = played / seconds
    text = f"{rate:,.0f} rounds/s on one core here, four of it under hoyle"
    yield Finding("speed", True, text, {"rounds_per_second": rate})


def _strength(asked: _Questions) -> Iterator[Sent]:
    each = asked.rounds // 6 if asked.plain else asked.rounds
    each = max(20, each - each % 2)
    margins: dict[str, dict[str, float]] = {}
    for rules in preset_names():
        strategies = f"{asked.text},balanced"
        lineup = asked.lineup(rules, strategies)
        rows = []
        for first in range(0, each, 2 * _BLOCK):
            number = min(2 * _BLOCK, each - first)
            yield Place("strength", rules, strategies, asked.plain, asked.seed, first, number)
            asked.enter(lineup)
            rows.append(lineup.play_rounds(asked.seed, first, number, True)[ROW_COLUMNS.index("score")])
        margins[rules] = _margin(np.concatenate(rows))
    lines = [f"{rules} {one['margin']:+,.0f} ± {one['half']:,.0f}" for rules, one in margins.items()]
    text = (
        f"points a round, with half the 95 % interval, over {each // 2:,} deals played twice with the seats "
        f"changed: {', '.join(lines)}"
    )
    yield Finding("strength", True, text, {"margins": margins})


def _margin(scores: Any) -> dict[str, float]:
    """Return the mean margin of the first strategy over deals, with half its 95 % interval.

    The rounds of a deal are two; in the second one the strategies have changed sides.
    """
    margins = (scores[::2] - scores[1::2]).astype(np.float64).reshape(-1, 2)
    deals = (margins[:, 0] - margins[:, 1]) / 2
    half = 1.96 * float(deals.std(ddof=1)) / math.sqrt(len(deals))
    return {"margin": float(deals.mean()), "half": half, "deals": len(deals)}
