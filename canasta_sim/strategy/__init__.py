"""What a strategy may see and do, finding and checking strategies, and playing them at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from canasta_sim.strategy.faults import StrategyFault
    from canasta_sim.strategy.lineup import Company, Lineup
    from canasta_sim.strategy.specs import StrategySpec, parse_strategies, parse_strategy

__all__ = ["Company", "Lineup", "StrategyFault", "StrategySpec", "parse_strategies", "parse_strategy"]

_HOMES = {
    "Company": "lineup",
    "Lineup": "lineup",
    "StrategyFault": "faults",
    "StrategySpec": "specs",
    "parse_strategies": "specs",
    "parse_strategy": "specs",
}


def __getattr__(name: str) -> Any:
    """Import a name when it is first used: compiling needs heavy libraries."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"canasta_sim.strategy.{_HOMES[name]}"), name)
