"""``canasta-sim strategies``: what there is, a file to start from, and whether a strategy is sound."""

from __future__ import annotations

import json
from typing import Any

import click

from canasta_sim.cli import completion
from canasta_sim.cli.options import Amount, Seed, helped, json_option
from canasta_sim.cli.tables import print_table
from canasta_sim.errors import RunFailed

__all__ = ["command"]


@click.group(name="strategies", short_help="List, show, start and check strategies.")
def command() -> None:
    """List, show, start and check strategies.

    \b
    canasta-sim strategies list
    canasta-sim strategies show balanced
    canasta-sim strategies new mine.py
    canasta-sim strategies check mine.py
    """


@command.command("list")
@json_option
def list_strategies(as_json: bool) -> None:
    """List the built-in strategies: how they play, what they declare, what can be set.

    \b
    canasta-sim strategies list
    canasta-sim strategies list --json
    """
    from canasta_sim.strategy.describe import all_described

    found = all_described()
    if as_json:
        _print_json(found)
        return
    rows = [(one["name"], one["sentence"], _facts(one), _defaults(one)) for one in found]
    print_table(("strategy", "how it plays", "facts", "parameters"), rows)


@command.command("show")
@click.argument("strategy", metavar="STRATEGY", shell_complete=completion.strategies)
@json_option
def show_strategy(strategy: str, as_json: bool) -> None:
    """Show STRATEGY (a name or a .py file): how it plays, its facts and its parameters.

    \b
    canasta-sim strategies show balanced
    canasta-sim strategies show mine.py
    """
    from canasta_sim.strategy.describe import described

    found = described(strategy)
    if as_json:
        _print_json(found)
        return
    click.echo(f"{found['name']}, version {found['version']} ({found['source_hash']})\n")
    click.echo(found["docstring"] or "(no docstring)")
    click.echo(f"\nfacts: {_facts(found)}")
    if not found["parameters"]:
        click.echo("parameters: none")
        return
    click.echo()
    rows = [
        (name, f"{one['default']:g}", f"{one['lowest']:g} to {one['highest']:g}", one["meaning"])
        for name, one in found["parameters"].items()
    ]
    print_table(("parameter", "default", "range", "meaning"), rows)
    name, one = next(iter(found["parameters"].items()))
    shown = found["path"] if found["own"] else found["name"]
    click.echo(f"\nset one by {shown}:{name}={one['highest']:g}")


@command.command("new")
@click.argument("file", metavar="FILE.py")
@json_option
def new_strategy(file: str, as_json: bool) -> None:
    """Write FILE.py, a strategy with comments that plays as it is, to be changed.

    \b
    canasta-sim strategies new mine.py
    canasta-sim run --strategies mine.py,balanced
    """
    from canasta_sim.strategy.describe import write_template

    write_template(file)
    if as_json:
        _print_json({"file": file})
        return
    click.echo(f"wrote {file}. Next:")
    click.echo(f"  canasta-sim run --strategies {file},balanced")
    click.echo(f"  canasta-sim strategies check {file}")


@command.command("check")
@click.argument("file", metavar="FILE", shell_complete=completion.strategies)
@click.option(
    "--rounds", type=Amount("rounds"), metavar="N", help=helped("Rounds played in checking mode.", "6000")
)
@click.option(
    "--seed", type=Seed(), default=1, show_default=True, metavar="S", help="Seed of what is played."
)
@click.option(
    "--time-limit",
    type=click.FloatRange(0.1, 3600),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="A strategy that takes longer for one answer is ended.",
)
@json_option
def check_strategy(file: str, rounds: int | None, seed: int, time_limit: float, as_json: bool) -> None:
    """Check FILE (or a name): does it load, compile, keep the rules and tell the truth; how fast, how strong.

    \b
    canasta-sim strategies check mine.py
    canasta-sim strategies check mine.py --rounds 600 --seed 7

    It is played over all presets, against itself and others, in a process of its own. Loading a file runs its
    code. Exit status 0: all passed; 1: something did not, and the last lines say what and where.
    """
    from canasta_sim.strategy.checking import QUESTIONS, check

    found = []
    for finding in check(file, rounds, seed, time_limit):
        found.append(finding)
        if not as_json:
            click.echo(
                f"{'ok    ' if finding.passed else 'FAILED'}  {QUESTIONS[finding.question]}: {finding.text}"
            )
    failed = [finding for finding in found if not finding.passed]
    if as_json:
        answers = [{**vars(finding), "question": QUESTIONS[finding.question]} for finding in found]
        _print_json({"strategy": file, "passed": not failed, "answers": answers})
    if failed:
        left = list(QUESTIONS)[len(found) :]
        rest = f"; not asked any more: {', '.join(QUESTIONS[name] for name in left)}" if left else ""
        raise RunFailed(f"{file}: {len(failed)} of {len(found)} questions failed{rest}")


def _facts(one: dict[str, Any]) -> str:
    """Return the declared facts in words."""
    words = [name for name in ("random", "memory") if one[name]]
    return ", ".join([*words, "compiled" if one["compiled"] else "plain Python"])


def _defaults(one: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value['default']:g}" for name, value in one["parameters"].items()) or "none"


def _print_json(document: object) -> None:
    click.echo(json.dumps(document, indent=2, ensure_ascii=False))
