"""The two ways to play a table: all compiled, or plain Python strategies with compiled steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from canasta_sim.engine.attaching import (
    ATTACHED,
    STEP_DISCARD,
    STEP_LAY,
    STEP_MELD,
    STEP_TAKE,
    STEP_WATCH,
)
from canasta_sim.engine.records import VIEW, new_record
from canasta_sim.errors import StrategyError
from canasta_sim.strategy.attached import Attached, attach
from canasta_sim.strategy.generate import kept_table, plain_driver_source, steps_module, table_module
from canasta_sim.strategy.loading import DECISIONS, OPTIONAL, StrategySource, load_module, plain_module
from canasta_sim.strategy.specs import StrategySpec

_COMPILING = "compiling {names} (the first time only) ..."


@dataclass(frozen=True)
class Table:
    """The driver of a table.

    Attributes
    ----------
    play_rounds, play_games : callable
        The driver's functions of these names.
    players : callable
        Turns the strategies of the seats into what the driver is given.
    rotations : callable
        Joins that for the two rotations.
    number : callable
        The number of a strategy in the compiled driver.
    """

    play_rounds: Callable[..., Any]
    play_games: Callable[..., Any]
    players: Callable[[Sequence[StrategySpec]], Any]
    rotations: Callable[[list[Any]], Any]
    number: Callable[[StrategySpec], int]


def _distinct(specs: Sequence[StrategySpec]) -> list[StrategySource]:
    """Return the files at a table, each once, in an order that does not depend on the seats."""
    return sorted({spec.source for spec in specs}, key=lambda source: source.hash)


def compiled_table(specs: Sequence[StrategySpec], notify: Callable[[str], None] | None) -> Table:
    """Return the table whose driver is compiled together with the strategies that come along.

    Files of users are attached to it, at whatever table on disk has the others.

    Raises
    ------
    NotCompiled
        Numba refuses a user's file.
    """
    sources = _distinct(specs)
    attached = {source: attach(source, notify) for source in sources if source.own}
    within = [source for source in sources if not source.own]
    if attached:
        within = kept_table(within) or within
    module, kept = table_module(within)
    if not kept and notify is not None:
        names = ", ".join(sorted(source.name for source in within))
        notify(_COMPILING.format(names=f"the engine with {names}" if names else "the engine"))
    numbers = {source: number for number, source in enumerate(within)}
    addresses = {source: strategy.address for source, strategy in attached.items()}
    watching = {source for source in sources if hasattr(load_module(source), "watch")}

    def players(seated: Sequence[StrategySpec]) -> Any:
        row = np.zeros(1, ATTACHED)[0]
        for seat, spec in enumerate(seated):
            row["decide"][seat] = addresses.get(spec.source, 0)
            row["watches"][seat] = spec.source in watching
        row["any_watches"] = row["watches"].any()
        return row

    return Table(
        module.play_rounds,
        module.play_games,
        players,
        rotations=lambda rows: np.array(rows, ATTACHED).view(np.recarray),
        number=lambda spec: numbers.get(spec.source, len(within)),
    )


def where_raised(players: Any) -> tuple[int, int, int] | None:
    """Return the rotation, turn and seat at which a compiled strategy raised; None where none has."""
    if isinstance(players, np.ndarray):
        for rotation, row in enumerate(players):
            if row["status"]:
                return rotation, int(row["turn"]), int(row["seat"])
    return None


class PlainPlayer:
    """A strategy whose decisions are called from Python, on copies of what it may only read."""

    def __init__(self, source: StrategySource, steps: Any) -> None:
        module = plain_module(source, steps)
        self.watch = None
        self.lay_red_three: Callable[..., Any] = _always_lay
        for name in (*DECISIONS, *OPTIONAL):
            function = getattr(module, name, None)
            if function is not None:
                setattr(self, name, (_watching if name == "watch" else _deciding)(function))


class CompiledPlayer:
    """A compiled strategy whose decisions are called from Python."""

    def __init__(self, strategy: Attached) -> None:
        self._decide = strategy.decide
        self._unseen = new_record(VIEW)
        self.watch = self._watch if "watch" in strategy.decisions else None

    def _ask(self, step: int, rules: Any, view: Any, me: Any) -> Any:
        return self._decide(step, rules, view, me, 0, 0, 0, 0)

    def take(self, rules: Any, view: Any, me: Any) -> Any:
        """Answer (way, cards, twos, jokers)."""
        return self._ask(STEP_TAKE, rules, view, me)

    def lay_red_three(self, rules: Any, view: Any, me: Any) -> Any:
        """Answer 1 or 0."""
        return self._ask(STEP_LAY, rules, view, me)[0]

    def meld(self, rules: Any, view: Any, me: Any) -> Any:
        """Answer (cards, twos, jokers)."""
        return self._ask(STEP_MELD, rules, view, me)[:3]

    def discard(self, rules: Any, view: Any, me: Any) -> Any:
        """Answer the kind of a card."""
        return self._ask(STEP_DISCARD, rules, view, me)[0]

    def _watch(self, rules: Any, me: Any, seat: int, actor: int, event: int, cards: int) -> None:
        self._decide(STEP_WATCH, rules, self._unseen, me, seat, actor, event, cards)


def _always_lay(rules: Any, view: Any, me: Any) -> int:
    """Lay every red three: what a strategy does that does not say otherwise."""
    return 1


class ReadOnly(Exception):
    """A strategy has changed what it may only read."""


def _deciding(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a decision that gets copies of all it is given: nothing leads from them to what others hold.

    It is an error to change more of them than the memory and the random numbers.
    """

    def decide(rules: Any, view: Any, me: Any) -> Any:
        rules_seen, view_seen, own = rules.copy(), view.copy(), me.copy()
        answer = function(rules_seen, view_seen, own)
        _refuse_changes("view", view, view_seen)
        _keep(rules, rules_seen, me, own)
        return answer

    return decide


def _watching(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that is told what happens, with copies as for decisions."""

    def watch(rules: Any, me: Any, seat: int, actor: int, event: int, cards: int) -> None:
        rules_seen, own = rules.copy(), me.copy()
        function(rules_seen, own, seat, actor, event, cards)
        _keep(rules, rules_seen, me, own)

    return watch


def _keep(rules: Any, rules_seen: Any, me: Any, own: Any) -> None:
    """Take over the memory and the random numbers of a strategy, once it has changed nothing else."""
    _refuse_changes("rules", rules, rules_seen)
    _refuse_changes("me", me, own)
    me.memory[:] = own.memory
    me.stream[:] = own.stream


def _refuse_changes(name: str, before: Any, after: Any) -> None:
    """Refuse a record that differs, in another field than those of ``me`` that are there to be changed."""
    if before.tobytes() == after.tobytes():
        return
    for field in before.dtype.names:
        own = name == "me" and field in {"memory", "stream"}
        if not own and before[field].tobytes() != after[field].tobytes():
            raise ReadOnly(f"it changes {name}.{field}, which it may only read")


def plain_table(specs: Sequence[StrategySpec], notify: Callable[[str], None] | None) -> Table:
    """Return the table whose driver runs in Python: for strategies that are not compiled.

    Raises
    ------
    NotCompiled
        Numba refuses one of those that are.
    """
    if not specs:
        raise StrategyError("a table needs strategies")
    steps, kept = steps_module()
    if not kept and notify is not None:
        notify(_COMPILING.format(names="the engine with plain Python strategies"))
    driver: dict[str, Any] = {name: value for name, value in vars(steps).items() if not name.startswith("_")}
    from canasta_sim.engine import decisions

    driver.update({name: value for name, value in vars(decisions).items() if not name.startswith("_")})
    exec(compile(plain_driver_source(), "driver.py (plain)", "exec"), driver)
    cast: dict[tuple[StrategySource, bool], PlainPlayer | CompiledPlayer] = {}
    for spec in specs:
        source = spec.source
        if (source, spec.decorated) not in cast:
            player = CompiledPlayer(attach(source, notify)) if spec.decorated else PlainPlayer(source, steps)
            cast[source, spec.decorated] = player

    def players(seated: Sequence[StrategySpec]) -> list[PlainPlayer | CompiledPlayer]:
        return [cast[spec.source, spec.decorated] for spec in seated]

    return Table(driver["play_rounds"], driver["play_games"], players, list, lambda spec: 0)
