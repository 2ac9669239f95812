"""All built-in strategies compiled into one table, and any of them seated at it.

A table is compiled for a set of strategies, not for a rule set or a seating. Tests that need many
seatings share this one: everything is compiled once, and loaded from disk in later runs.
"""

from __future__ import annotations

from functools import cache

from canasta_sim.rules import RuleSet
from canasta_sim.strategy.lineup import Company, Lineup
from canasta_sim.strategy.loading import built_in_names
from canasta_sim.strategy.specs import parse_strategies, parse_strategy

PRESETS = ("rummyroyal", "raminoroyal", "romanian-house", "romanian-house-2p", "classic", "hoyle")


@cache
def company() -> Company:
    """Return every built-in strategy."""
    return Company([parse_strategy(name) for name in built_in_names()])


def seated(rules: RuleSet, strategies: str) -> Lineup:
    """Seat strategies as the commands name them: one, one per side or one per seat."""
    return Lineup(rules, parse_strategies(strategies, rules["table.players"]), company=company())
