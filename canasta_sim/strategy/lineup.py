"""A rule set with a strategy on every seat, ready to play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from canasta_sim.engine.encoding import encode
from canasta_sim.engine.events import ROW_WIDTH
from canasta_sim.engine.records import HIDDEN, PARAMETERS, SEATS, VIEW, new_record
from canasta_sim.engine.rows import GAME_COLUMNS, ROW_COLUMNS
from canasta_sim.errors import StrategyError
from canasta_sim.rules import RuleSet
from canasta_sim.strategy.attached import NotCompiled
from canasta_sim.strategy.faults import StrategyFault, describe_fault
from canasta_sim.strategy.loading import StrategySource
from canasta_sim.strategy.refused import reason_of
from canasta_sim.strategy.specs import StrategySpec, alike, parameters_array
from canasta_sim.strategy.tables import Table, compiled_table, plain_table, where_raised

_FINAL_WORDS = 16


class Company:
    """Strategies that are compiled into one table, at which any of them can sit down.

    Compiling takes long, and a table is compiled for its set of strategies: the lineups of a league share one
    company, and so one table.

    Parameters
    ----------
    specs : sequence of StrategySpec
        All that may sit at the table.

    Attributes
    ----------
    refused : dict
        Strategies that Numba refuses, found when the first lineup is prepared, with its reason.
    """

    def __init__(self, specs: Sequence[StrategySpec]) -> None:
        self.specs = tuple(specs)
        self.refused: dict[StrategySource, str] = {}

    def as_playing(self, specs: Sequence[StrategySpec]) -> tuple[StrategySpec, ...]:
        """Return strategies with those that Numba refuses marked as plain Python."""
        return tuple(replace(spec, decorated=False) if spec.source in self.refused else spec for spec in specs)


class Lineup:
    """One rule set with a strategy on every seat.

    Parameters
    ----------
    rules : RuleSet
        The rules played.
    seats : sequence of StrategySpec
        One per seat.
    plain : bool
        Play as plain Python even where everything could be compiled (for tests of that form).
    company : Company, optional
        Strategies, those of the seats among them, whose compiled table is used; by default those of the seats.

    Attributes
    ----------
    memory : ndarray of VIEW, shape (1,), or None
        Where the view of the seat to move is kept, for others to look at while it plays; None: somewhere.
    """

    def __init__(
        self,
        rules: RuleSet,
        seats: Sequence[StrategySpec],
        plain: bool = False,
        company: Company | None = None,
    ) -> None:
        players = rules["table.players"]
        if len(seats) != players:
            raise StrategyError(f"a table of {players} needs {players} strategies, not {len(seats)}")
        self.rules = rules
        self.seats = tuple(replace(spec, decorated=False) if plain else spec for spec in seats)
        self.plain = plain
        self.company = company or Company(self.seats)
        self.memory: Any = None
        self._table: Table | None = None
        self._encoded = encode(rules)

    def __getstate__(self) -> tuple[RuleSet, tuple[StrategySpec, ...], bool, Company]:
        return self.rules, self.seats, self.plain, self.company

    def __setstate__(self, state: tuple[RuleSet, tuple[StrategySpec, ...], bool, Company]) -> None:
        Lineup.__init__(self, *state)

    @property
    def labels(self) -> tuple[str, ...]:
        """The strategies' labels, per seat."""
        return tuple(spec.label for spec in self.seats)

    @property
    def compiled(self) -> bool:
        """Whether everything at the table runs compiled."""
        return not self.plain and all(spec.compiled for spec in self.seats)

    @property
    def alike(self) -> bool:
        """Whether all seats play alike."""
        return alike(self.seats)

    def prepare(self, notify: Callable[[str], None] | None = None) -> None:
        """Compile what the table needs, or load it from disk.

        A strategy that Numba refuses plays as plain Python from then on.

        Parameters
        ----------
        notify : callable, optional
            Told in a sentence when something has to be compiled.
        """
        while self._table is None:
            self.seats = self.company.as_playing(self.seats)
            try:
                self._make_table(notify)
            except NotCompiled as refused:
                self.company.refused[refused.source] = refused.reason
                if notify is not None:
                    name = refused.source.name
                    notify(f"{name} cannot be compiled and plays as plain Python, slower: {refused.reason}")

    def _make_table(self, notify: Callable[[str], None] | None) -> None:
        """Make the table, and have it compiled by playing a round.

        Raises
        ------
        NotCompiled
            Numba refuses a strategy.
        StrategyError
            Numba refuses something else.
        """
        from numba.core.errors import NumbaError

        if not self.compiled:
            self._table = plain_table(self.seats, notify)
            return
        together = [spec for spec in self.company.as_playing(self.company.specs) if spec.compiled]
        self._table = compiled_table(together, notify)
        try:
            self.play_rounds(0, 0, 1, False)
        except StrategyFault:
            pass  # it will be met again, and told, where it counts
        except NumbaError as error:
            raise StrategyError(f"the table does not compile: {reason_of(str(error))}") from error

    def _ready(self) -> Table:
        """Return the prepared table."""
        self.prepare()
        assert self._table is not None
        return self._table

    def _players(self) -> tuple[list[Any], Any]:
        """Return who plays each seat per rotation, and the SEATS records, shape (2,)."""
        table = self._ready()
        count = len(self.seats)
        records = np.zeros(2, SEATS).view(np.recarray)
        who = []
        for rotation in range(2):
            seated = [self.seats[(seat + rotation) % count] for seat in range(count)]
            who.append(table.players(seated))
            for seat, spec in enumerate(seated):
                record = records[rotation].seat[seat]
                record.who = table.number(spec)
                record.parameters[:] = parameters_array(spec, PARAMETERS)
                record.uses_memory = int(spec.facts.memory)
                record.uses_random = int(spec.facts.random)
        return table.rotations(who), records

    def play_rounds(
        self, seed: int, first_round: int, rounds: int, swap: bool, check: bool = False
    ) -> np.ndarray[Any, np.dtype[np.int32]]:
        """Play rounds ``first_round`` to ``first_round + rounds - 1``.

        Parameters
        ----------
        seed : int
            Of the run, 0 to 2**63 - 1.
        first_round, rounds : int
            Which rounds.
        swap : bool
            Rounds 2k and 2k + 1 are deal k, the strategies' seats moved on by one.
        check : bool
            Check after every turn that all cards are conserved, and every score by other code.

        Returns
        -------
        ndarray of int32, shape (len(ROW_COLUMNS), 2 * rounds)
            Entry i belongs to round ``first_round + i // 2`` and side ``i % 2``.

        Raises
        ------
        StrategyFault
            Where a strategy breaks the rules or fails: names it, the seed, round, turn and seat.
        """
        rows = np.zeros((len(ROW_COLUMNS), 2 * rounds), np.int32)
        log = np.zeros((1, ROW_WIDTH), np.int64) if check else None
        final = np.zeros((rounds, _FINAL_WORDS), np.int64) if check else None
        self._run_rounds(seed, first_round, rounds, swap, rows, log, final)
        if final is not None:
            from canasta_sim.strategy.recount import check_scores

            check_scores(self.rules, rows, final)
        return rows

    def _run_rounds(
        self, seed: int, first_round: int, rounds: int, swap: bool, rows: Any, log: Any, final: Any
    ) -> tuple[Any, Any]:
        """Play rounds into the given arrays; return the records at the end."""
        table = self._ready()
        players, records = self._players()
        view, hidden = self._fresh()
        call = (self._encoded, view, hidden, players, records, seed, first_round, rounds, int(swap), rows, log, final)

        def reached() -> tuple[str, int]:
            # A round that is over has at least one turn; the rows of the others are as they were made.
            done = int(np.count_nonzero(rows[ROW_COLUMNS.index("turns"), ::2]))
            return f"round {first_round + done}", (first_round + done) % 2 if swap else 0

        played = self._guarded(table.play_rounds, call, reached)
        if played < rounds:
            number = first_round + int(played)
            raise describe_fault(self.seats, view, hidden, seed, f"round {number}", number % 2 if swap else 0)
        return view, hidden

    def _fresh(self) -> tuple[Any, Any]:
        """Return the records of a table, cleared."""
        if self.memory is None:
            return new_record(VIEW), new_record(HIDDEN)
        self.memory[:] = np.zeros(1, VIEW)
        return self.memory.view(np.recarray)[0], new_record(HIDDEN)

    def _guarded(self, function: Any, call: tuple[Any, ...], reached: Callable[[], tuple[str, int | None]]) -> Any:
        """Call a driver; an exception of a strategy becomes a StrategyFault.

        ``reached``: asked after an exception for the round or game, and by how many seats strategies had moved.
        """
        try:
            with np.errstate(divide="raise", invalid="raise"):  # in plain Python, of NumPy's numbers
                return function(*call)
        except (StrategyFault, MemoryError):
            raise
        except Exception as error:
            if type(error).__module__ == "numba.core.errors":
                raise
            place, rotation = reached()
            _, view, hidden, players, _, seed = call[:6]
            raised = where_raised(players)
            raise describe_fault(self.seats, view, hidden, seed, place, rotation, error, raised) from error

    def play_games(
        self, seed: int, first_game: int, games: int, swap: bool, check: bool = False
    ) -> tuple[np.ndarray[Any, np.dtype[np.int32]], np.ndarray[Any, np.dtype[np.int32]]]:
        """Play games ``first_game`` to ``first_game + games - 1``.

        Returns
        -------
        rows : ndarray of int32, shape (len(ROW_COLUMNS), 2 * rounds played)
            The rounds of the games one after the other; ``game`` counts from ``first_game``.
        game_rows : ndarray of int32, shape (len(GAME_COLUMNS), 2 * games)
            Per side and game.

        Raises
        ------
        StrategyFault
            As play_rounds.
        """
        table = self._ready()
        players, records = self._players()
        view, hidden = self._fresh()
        most = int(self._encoded["most_rounds"])
        room = max(most, min(most * games, 4096))
        buffer = np.zeros((len(ROW_COLUMNS), 2 * room), np.int32)
        log = np.zeros((1, ROW_WIDTH), np.int64) if check else None
        final = np.zeros((room, _FINAL_WORDS), np.int64) if check else None
        parts, game_parts, done = [], [], 0
        while done < games:
            left = games - done
            game_rows = np.zeros((len(GAME_COLUMNS), 2 * left), np.int32)
            call = (self._encoded, view, hidden, players, records, seed, first_game + done, left, int(swap))
            rest = (buffer, game_rows, log, final, -1)
            begin = first_game + done

            def reached(game_rows: Any = game_rows, begin: int = begin) -> tuple[str, int]:
                over = int(np.count_nonzero(game_rows[GAME_COLUMNS.index("rounds"), ::2]))
                return f"game {begin + over}", (begin + over) % 2 if swap else 0

            played, rounds = self._guarded(table.play_games, (*call, *rest), reached)
            if hidden.fault:
                number = first_game + done + int(played)
                raise describe_fault(self.seats, view, hidden, seed, f"game {number}", number % 2 if swap else 0)
            rows = buffer[:, : 2 * rounds].copy()
            if final is not None:
                from canasta_sim.strategy.recount import check_scores

                check_scores(self.rules, rows, final[:rounds])
            rows[ROW_COLUMNS.index("game")] += done
            parts.append(rows)
            game_parts.append(game_rows[:, : 2 * played])
            done += int(played)
        return np.concatenate(parts, axis=1), np.concatenate(game_parts, axis=1)

    def trace_round(self, seed: int, number: int, swap: bool) -> list[dict[str, Any]]:
        """Return the events of one round (INTERFACE.md, "A trace"), by playing it again."""
        from canasta_sim.strategy.tracing import read_log

        rows = np.zeros((len(ROW_COLUMNS), 2), np.int32)
        final = np.zeros((1, _FINAL_WORDS), np.int64)

        def play(log: Any) -> None:
            self._run_rounds(seed, number, 1, swap, rows, log, final)

        return read_log(self.rules, play, rows)

    def trace_game_round(self, seed: int, game: int, game_round: int, swap: bool) -> list[dict[str, Any]]:
        """Return the events of one round (from 0) of a game; an empty list where the game was over before it."""
        from canasta_sim.strategy.tracing import read_log

        most = int(self._encoded["most_rounds"])
        buffer = np.zeros((len(ROW_COLUMNS), 2 * most), np.int32)
        final = np.zeros((most, _FINAL_WORDS), np.int64)
        game_rows = np.zeros((len(GAME_COLUMNS), 2), np.int32)
        last = np.zeros((len(ROW_COLUMNS), 2), np.int32)
        reached = [True]

        def play(log: Any) -> None:
            table = self._ready()
            players, records = self._players()
            view, hidden = self._fresh()
            call = (self._encoded, view, hidden, players, records, seed, game, 1, int(swap))
            rest = (buffer, game_rows, log, final, game_round)
            rotation = game % 2 if swap else 0
            played, rounds = self._guarded(
                table.play_games, (*call, *rest), lambda: (f"game {game}", rotation)
            )
            if hidden.fault:
                raise describe_fault(self.seats, view, hidden, seed, f"game {game}", game % 2 if swap else 0)
            reached[0] = played == 0
            last[:] = buffer[:, 2 * rounds - 2 : 2 * rounds]

        events = read_log(self.rules, play, last)
        return events if reached[0] else []

    def trace_game(self, seed: int, game: int, swap: bool) -> list[list[dict[str, Any]]]:
        """Return the events of every round of a game."""
        traced: list[list[dict[str, Any]]] = []
        most = int(self._encoded["most_rounds"])
        while len(traced) < most:
            events = self.trace_game_round(seed, game, len(traced), swap)
            if not events:
                break
            traced.append(events)
        return traced
