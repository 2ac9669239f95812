"""Strategies seated at the uncompiled engine: plays and traces as a lineup does."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from canasta_sim.rules import RuleSet
from canasta_sim.strategy.loading import find_source
from tests.uncompiled.engine import Engine


class EngineFault(Exception):
    """Something that only a fault of the engine, or of a built-in strategy, can bring about."""


def _always(rules: Any, view: Any, me: Any) -> int:
    return 1


class PlainLineup:
    """A rule set with a strategy on every seat, played by an uncompiled engine.

    Parameters
    ----------
    engine : Engine
        The engine that plays.
    rules : RuleSet
        The rules played.
    strategies : str or sequence of str
        Names of built-in strategies, given to the seats in turn.
    check : bool
        Count the scores of traced rounds again from the final cards.
    """

    def __init__(self, engine: Engine, rules: RuleSet, strategies: Sequence[str], check: bool = True) -> None:
        self.engine, self.rules, self.check = engine, rules, check
        self.encoded = engine.encode(rules)
        self._seats = [strategies[seat % len(strategies)] for seat in range(rules["table.players"])]
        self._modules = {name: self._load(name) for name in set(self._seats)}

    def _load(self, name: str) -> ModuleType:
        known = f"strategy.{name}"
        if known in self.engine._modules:
            return self.engine._modules[known]
        source = find_source(name)
        return self.engine.execute(known, source.text, source.path)

    def _seated(self, rotation: int) -> tuple[list[Any], Any]:
        """Return the players of all seats and their records."""
        players, records = [], self.engine.seats()
        for seat in range(len(self._seats)):
            module = self._modules[self._seats[(seat + rotation) % len(self._seats)]]
            facts, me = module.FACTS, records.seat[seat]
            me.uses_memory, me.uses_random = int(facts.memory), int(facts.random)
            for place, parameter in enumerate(facts.parameters.values()):
                me.parameters[place] = parameter.default
            players.append(
                SimpleNamespace(
                    take=module.take,
                    meld=module.meld,
                    discard=module.discard,
                    lay_red_three=getattr(module, "lay_red_three", _always),
                    watch=getattr(module, "watch", None),
                )
            )
        return players, records

    def _tables(self) -> tuple[Any, ...]:
        both = [self._seated(rotation) for rotation in range(2)]
        return (*self.engine.tables(), [players for players, _ in both], [records for _, records in both])

    def play_rounds(self, seed: int, first_round: int, rounds: int, swap: bool, log: Any = None) -> tuple[Any, Any]:
        """Play rounds; return the rows, and the final cards where there is a log.

        Raises
        ------
        EngineFault
            Where the driver stops.
        """
        rows = np.zeros((len(self.engine.rows.ROW_COLUMNS), 2 * rounds), np.int64)
        final = np.zeros((rounds, 16), np.int64)
        view, hidden, players, records = self._tables()
        call = (
            self.encoded,
            view,
            hidden,
            players,
            records,
            seed,
            first_round,
            rounds,
            int(swap),
            rows,
            log,
            final,
        )
        played = self.engine.driver.play_rounds(*call)
        self._stop_at_fault(played < rounds, view, hidden)
        return rows, final

    def _stop_at_fault(self, stopped: bool, view: Any, hidden: Any) -> None:
        if stopped or hidden.fault:
            words = {value: name for name, value in vars(self.engine.refusals).items() if name.isupper()}
            raise EngineFault(f"turn {view.turn}, seat {view.seat}: {words.get(hidden.fault, hidden.fault)}")

    def trace_round(self, seed: int, number: int, swap: bool = False) -> list[dict[str, Any]]:
        """Return the events of one round; its score is counted again from the final cards."""
        rows, final = np.zeros((len(self.engine.rows.ROW_COLUMNS), 2), np.int64), np.zeros((1, 16), np.int64)

        def play(log: Any) -> None:
            rows[:], final[:] = self.play_rounds(seed, number, 1, swap, log)

        return self._events(play, rows, final)

    def trace_game_round(self, seed: int, game: int, game_round: int, swap: bool = False) -> list[dict[str, Any]]:
        """Return the events of one round of a game; an empty list where the game was over before it."""
        most = self.encoded.most_rounds
        rows, final = np.zeros((len(self.engine.rows.ROW_COLUMNS), 2), np.int64), np.zeros((1, 16), np.int64)
        reached = [True]

        def play(log: Any) -> None:
            played, rounds, all_rows, finals, _ = self._play_game(seed, game, swap, log, game_round, most)
            reached[0] = played == 0
            rows[:], final[:] = all_rows[:, 2 * rounds - 2 : 2 * rounds], finals[rounds - 1 : rounds]

        events = self._events(play, rows, final)
        return events if reached[0] else []

    def _play_game(self, seed: int, game: int, swap: bool, log: Any, only: int, most: int) -> tuple[Any, ...]:
        rows = np.zeros((len(self.engine.rows.ROW_COLUMNS), 2 * most), np.int64)
        final, game_rows = np.zeros((most, 16), np.int64), np.zeros((4, 2), np.int64)
        view, hidden, players, records = self._tables()
        call = (self.encoded, view, hidden, players, records, seed, game, 1, int(swap))
        played, rounds = self.engine.driver.play_games(*call, rows, game_rows, log, final, only)
        self._stop_at_fault(False, view, hidden)
        return played, rounds, rows, final, game_rows

    def play_game(self, seed: int, game: int, swap: bool = False) -> tuple[Any, Any]:
        """Play one game; return the rows of its rounds and of the game."""
        _, rounds, rows, _, game_rows = self._play_game(seed, game, swap, None, -1, self.encoded.most_rounds)
        return rows[:, : 2 * rounds], game_rows

    def _events(self, play: Any, rows: Any, final: Any) -> list[dict[str, Any]]:
        events: list[dict[str, Any]] = self.engine.module("canasta_sim.strategy.tracing").read_log(
            self.rules, play, rows
        )
        if self.check:
            self.engine.module("canasta_sim.strategy.recount").check_scores(self.rules, rows, final)
        return events
