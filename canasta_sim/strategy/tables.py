"""The two ways to play a table: all compiled together, or plain Python strategies with compiled steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from canasta_sim.errors import StrategyError
from canasta_sim.strategy.generate import generated_module, plain_driver_source
from canasta_sim.strategy.loading import DECISIONS, OPTIONAL, StrategySource, load_module, plain_module
from canasta_sim.strategy.specs import StrategySpec

_COMPILING = "compiling the engine with {names} (the first time only) ..."


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
    """Return the table whose driver is compiled together with its strategies."""
    sources = _distinct(specs)
    module, kept = generated_module("table", sources)
    if not kept and notify is not None:
        notify(_COMPILING.format(names=", ".join(sorted(source.name for source in sources))))
    numbers = {source: number for number, source in enumerate(sources)}

    return Table(
        module.play_rounds,
        module.play_games,
        players=lambda seated: 0,
        rotations=lambda rotations: np.zeros(2, np.int64),
        number=lambda spec: numbers[spec.source],
    )


class PlainPlayer:
    """A strategy whose decisions are called from Python, on copies of what it may only read."""

    def __init__(self, source: StrategySource, steps: Any, number: int, decorated: bool) -> None:
        module = load_module(source) if decorated else plain_module(source, steps)
        self.watch = None
        self.lay_red_three: Callable[..., Any] = _always_lay
        for name in (*DECISIONS, *OPTIONAL):
            function = getattr(module, name, None)
            if function is not None and decorated:
                setattr(self, name, getattr(steps, f"{name}_{number}"))
            elif function is not None:
                setattr(self, name, (_watching if name == "watch" else _deciding)(function))


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


def plain_table(
    specs: Sequence[StrategySpec],
    notify: Callable[[str], None] | None,
    company: Sequence[StrategySpec] = (),
) -> Table:
    """Return the table whose driver runs in Python: for strategies that are not compiled.

    The compiled ones among ``company``, and at the table, share one module of wrappers.
    """
    mixed = [spec for spec in (*specs, *company) if spec.decorated]
    steps, kept = generated_module("steps", _distinct(mixed))
    if not kept and notify is not None:
        notify(_COMPILING.format(names="plain Python strategies"))
    driver: dict[str, Any] = {name: value for name, value in vars(steps).items() if not name.startswith("_")}
    from canasta_sim.engine import decisions

    driver.update({name: value for name, value in vars(decisions).items() if not name.startswith("_")})
    exec(compile(plain_driver_source(), "driver.py (plain)", "exec"), driver)
    numbers = {source: number for number, source in enumerate(_distinct(mixed))}
    cast: dict[StrategySource, PlainPlayer] = {}

    def players(seated: Sequence[StrategySpec]) -> list[PlainPlayer]:
        row = []
        for spec in seated:
            if spec.source not in cast:
                number = numbers.get(spec.source, -1)
                cast[spec.source] = PlainPlayer(spec.source, steps, number, spec.decorated)
            row.append(cast[spec.source])
        return row

    if not specs:
        raise StrategyError("a table needs strategies")
    return Table(driver["play_rounds"], driver["play_games"], players, list, lambda spec: 0)
