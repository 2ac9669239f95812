"""Play Canasta in batch, under any rule variant, with strategies as plug-ins.

The commands of ``canasta-sim`` are thin layers over what this module offers: `simulate`, `compare`, `league`,
`load_rules` and `RuleSet`. Each is imported when it is first used, so that importing the package costs
nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from canasta_sim.version import __version__

if TYPE_CHECKING:
    from canasta_sim.batch.api import simulate as simulate
    from canasta_sim.batch.compare import compare as compare
    from canasta_sim.batch.league import league as league
    from canasta_sim.rules import RuleSet as RuleSet
    from canasta_sim.rules import load_rules as load_rules

#: Where each public name lives.
_HOMES = {
    "simulate": "canasta_sim.batch.api",
    "compare": "canasta_sim.batch.compare",
    "league": "canasta_sim.batch.league",
    "RuleSet": "canasta_sim.rules",
    "load_rules": "canasta_sim.rules",
}

__all__ = ["RuleSet", "__version__", "compare", "league", "load_rules", "simulate"]


def __getattr__(name: str) -> object:
    """Import a public name when it is first used (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """List the public names, those not yet imported included."""
    return sorted({*globals(), *_HOMES})
