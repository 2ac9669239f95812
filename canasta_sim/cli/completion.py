"""What a shell may complete: names of rule sets, strategies, knobs, metrics and experiments, beside files.

Only what is quick to import is used: completing must feel like typing.
"""

from __future__ import annotations

from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem

__all__ = ["experiments", "knobs", "metrics", "rule_sets", "strategies", "varied"]

_FILE = "file"  # click leaves the rest to the shell


def rule_sets(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the name of a rule set, else a file."""
    from canasta_sim.rules import preset_names

    return _names(preset_names(), incomplete) or _files(incomplete)


def strategies(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the last of the strategies in a list, else a file."""
    from canasta_sim.paths import strategies_dir

    names = sorted(path.stem for path in strategies_dir().glob("*.py") if not path.stem.startswith("_"))
    return _last(names, incomplete) or _files(incomplete)


def knobs(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the name of a knob, with its equals sign."""
    from canasta_sim.rules import KNOBS

    return _names((f"{knob}=" for knob in KNOBS), incomplete)


def varied(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete what ``--vary`` takes: the name of a knob, or ``rules``."""
    return [*_names(("rules=",), incomplete), *knobs(ctx, param, incomplete)]


def metrics(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the last metric of a list."""
    from canasta_sim.stats.metrics import METRICS

    return _last(METRICS, incomplete)


def experiments(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the name of an experiment that comes along, else a file."""
    from canasta_sim.paths import experiments_dir

    return _names(sorted(path.stem for path in experiments_dir().glob("*.toml")), incomplete) or _files(incomplete)


def _names(known: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in known if name.startswith(incomplete)]


def _last(known: Iterable[str], incomplete: str) -> list[CompletionItem]:
    """Complete the part behind the last comma."""
    before, comma, word = incomplete.rpartition(",")
    return [CompletionItem(before + comma + name) for name in known if name.startswith(word)]


def _files(incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(incomplete, type=_FILE)]
