"""Strategies as the user names them: a name, ``name:param=value`` or a path; one for all, per side or per seat."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from canasta_sim.errors import StrategyError, near_miss
from canasta_sim.strategy.facts import Facts
from canasta_sim.strategy.loading import StrategySource, facts_of, find_source, is_decorated, load_module


@dataclass(frozen=True)
class StrategySpec:
    """A strategy with its parameters, as it sits on a seat.

    Attributes
    ----------
    source : StrategySource
        Its file.
    values : tuple of float
        All parameters in the order in which the strategy declares them.
    changed : tuple of (str, float)
        Those that were given, for the label.
    facts : Facts
        What the strategy declares of itself.
    decorated : bool
        Its decisions carry ``@compiled``.
    """

    source: StrategySource
    values: tuple[float, ...]
    changed: tuple[tuple[str, float], ...]
    facts: Facts = field(compare=False, hash=False)
    decorated: bool = True

    @property
    def name(self) -> str:
        """Name of the strategy."""
        return self.source.name

    @property
    def path(self) -> str:
        """Path of its file."""
        return self.source.path

    @property
    def label(self) -> str:
        """Name in tables, parameters that differ from their defaults included."""
        return ":".join([self.name, *(f"{name}={value:g}" for name, value in self.changed)])

    @property
    def params(self) -> dict[str, float]:
        """All parameters by name."""
        return dict(zip(self.facts.parameters, self.values, strict=True))

    @property
    def source_hash(self) -> str:
        """Digest of the file's text."""
        return self.source.hash

    @property
    def own(self) -> bool:
        """Whether it is a file of the user's own, not one that comes along."""
        return self.source.own

    @property
    def compiled(self) -> bool:
        """Whether it may run compiled."""
        return self.decorated


def parse_strategy(text: str) -> StrategySpec:
    """Return the strategy that ``text`` names: ``name``, ``name:param=value:param=value`` or a path to a ``.py`` file.

    Raises
    ------
    StrategyError
        For an unknown strategy or parameter, or a value out of range.
    """
    name, *settings = text.strip().split(":")
    if not name:
        raise StrategyError(f"a strategy's name is missing in {text!r}")
    source = find_source(name)
    module = load_module(source)
    facts = facts_of(module)
    values = {key: parameter.default for key, parameter in facts.parameters.items()}
    for setting in settings:
        key, sign, number = setting.partition("=")
        if not sign:
            raise StrategyError(f"{setting!r} in {text!r} is no setting: expected PARAMETER=NUMBER")
        values[key] = _parameter_value(text, facts, key, number)
    changed = tuple(
        (key, value) for key, value in values.items() if value != facts.parameters[key].default
    )
    return StrategySpec(source, tuple(values.values()), changed, facts, is_decorated(module))


def _parameter_value(text: str, facts: Facts, key: str, number: str) -> float:
    """Return a parameter's value, checked."""
    if key not in facts.parameters:
        known = ", ".join(facts.parameters) or "none"
        hint = near_miss(key, facts.parameters)
        raise StrategyError(f"{text!r}: there is no parameter {key!r}{hint} (it has: {known})")
    parameter = facts.parameters[key]
    try:
        value = float(number)
    except ValueError:
        value = math.nan
    if not parameter.lowest <= value <= parameter.highest:
        raise StrategyError(
            f"{text!r}: {key} must be a number from {parameter.lowest:g} to {parameter.highest:g}, not {number!r}"
        )
    return value


def parse_strategies(strategies: str | Sequence[str], players: int) -> list[StrategySpec]:
    """Return the strategy of every seat.

    Parameters
    ----------
    strategies : str or sequence of str
        One for all seats, one per side, or one per seat; a string is split at its commas.
    players : int
        Seats of the table, 2 or 4.

    Raises
    ------
    StrategyError
        For another number of strategies, or one that is wrong.
    """
    names = strategies.split(",") if isinstance(strategies, str) else [str(name) for name in strategies]
    if len(names) not in {1, 2, players}:
        sizes = "1 or 2" if players == 2 else "1, 2 (one per side) or 4 (one per seat)"
        raise StrategyError(
            f"--strategies names {len(names)} strategies ({', '.join(names)}); a table of {players} takes {sizes}"
        )
    specs = [parse_strategy(name) for name in names]
    return [specs[seat % len(specs)] for seat in range(players)]


def alike(specs: Sequence[StrategySpec]) -> bool:
    """Return whether all seats play alike: the same file with the same parameters."""
    return len({(spec.source.hash, spec.values) for spec in specs}) == 1


def parameters_array(spec: StrategySpec, room: int) -> Any:
    """Return the parameters as a list of ``room`` numbers, zeros behind them."""
    if len(spec.values) > room:
        raise StrategyError(f"strategy {spec.name} declares {len(spec.values)} parameters; {room} at most are possible")
    return [*spec.values, *([0.0] * (room - len(spec.values)))]
