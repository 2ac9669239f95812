"""All built-in strategies compiled into one table, and any of them seated at it.

A table is compiled for a set of strategies, not for a rule set or a seating. Tests that need many seatings
share this one: everything here is compiled once, and loaded from disk in later runs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from canasta_sim.rules import RuleSet
from canasta_sim.strategy import Lineup
from canasta_sim.strategy.loading import built_in_names
from canasta_sim.strategy.specs import StrategySpec, parse_strategies, parse_strategy
from canasta_sim.strategy.tables import compiled_table

PRESETS = ("rummyroyal", "raminoroyal", "romanian-house", "romanian-house-2p", "classic", "hoyle")


@cache
def company() -> tuple[StrategySpec, ...]:
    """Return every built-in strategy."""
    return tuple(parse_strategy(name) for name in built_in_names())


class Seated(Lineup):
    """A lineup that plays at the table of all built-in strategies, whoever sits at it."""

    def prepare(self, notify: Callable[[str], None] | None = None) -> None:
        if self._table is None:
            self._table = compiled_table(company(), notify)


def seated(rules: RuleSet, strategies: str) -> Seated:
    """Seat strategies as the commands name them: one, one per side or one per seat."""
    return Seated(rules, parse_strategies(strategies, rules["table.players"]))
