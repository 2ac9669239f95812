"""Names of results folders."""

from __future__ import annotations

import re
from pathlib import Path

from canasta_sim.batch.plan import RunPlan

_MOST_CHARACTERS = 100
_MOST_NAMED = 5


def default_folder(command: str, plan: RunPlan) -> Path:
    """Return ``results/<command>-<rules>-<strategies>-<seed>``.

    Whatever rules and strategies are called, it is one folder inside ``results``: characters that mean
    something in a path are replaced, and long names cut.

    Parameters
    ----------
    command : str
        ``run``, ``compare`` or ``league``.
    plan : RunPlan
        What is played.
    """
    base = next((one for one in plan.variants if one.name == plan.baseline), plan.variants[0])
    rules = base.rules.label
    strategies = ",".join(_shortest(plan.variants[0].lineup.labels))
    if command == "league":
        names = list(dict.fromkeys(label for one in plan.variants for label in one.lineup.labels))
        strategies = ",".join(names) if len(names) <= _MOST_NAMED else f"{len(names)} strategies"
    name = "-".join(_plain(part) for part in (command, rules, strategies))
    return Path("results") / f"{name[:_MOST_CHARACTERS]}-{plan.seed}"


def _shortest(labels: tuple[str, ...]) -> tuple[str, ...]:
    """Return one label where all seats have it, one per side where partners have the same, else all."""
    if len(set(labels)) == 1:
        return labels[:1]
    return labels[:2] if labels[:2] == labels[2:] else labels


def _plain(text: str) -> str:
    return re.sub(r"[^\w.,=+-]+", "_", text).strip(".")
