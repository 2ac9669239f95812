"""Options that mean the same in every command, in the same order everywhere."""

from __future__ import annotations

import functools
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from canasta_sim.batch.amounts import parse_amount, parse_seed, parse_whole
from canasta_sim.cli import completion
from canasta_sim.errors import ExperimentError, one_line

Function = TypeVar("Function", bound=Callable[..., Any])


class Amount(click.ParamType[int]):
    """A number of rounds or games, as people write it: ``1e6``, ``250k``, ``1_000_000``."""

    name = "number"

    def __init__(self, what: str) -> None:
        self._what = what

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number, or refuse it."""
        try:
            return parse_amount(value, self._what)
        except ExperimentError as error:
            self.fail(str(error), param, ctx)


class Seed(click.ParamType[int]):
    """A seed."""

    name = "number"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the seed, or refuse it."""
        try:
            return parse_seed(value)
        except ExperimentError as error:
            self.fail(str(error), param, ctx)


class Jobs(click.ParamType[int]):
    """A number of workers, or -1."""

    name = "number"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number, or refuse it."""
        number = -1 if value in (-1, "-1") else parse_whole(value)
        if number is None or number == 0:
            self.fail(f"expected a whole number from 1, or -1 for all cores, not {value!r}", param, ctx)
        return number


def _stack(*options: Callable[[Function], Function]) -> Callable[[Function], Function]:
    """Join options into one decorator that lists them in this order."""

    def decorate(function: Function) -> Function:
        return functools.reduce(lambda inner, option: option(inner), reversed(options), function)

    return decorate


def helped(sentence: str, default: str) -> str:
    """Return the help of an option whose default is not a value that click could print."""
    return f"{sentence}  [default: {default}]"


def rules_option_of(default: str) -> Callable[[Function], Function]:
    """Return the option that names the rules, with words for what holds where it is left out."""
    return click.option(
        "--rules",
        metavar="NAME|FILE",
        shell_complete=completion.rule_sets,
        help=helped("Rule set: a name (canasta-sim rules list) or a .toml file.", default),
    )


def set_option_of(sentence: str) -> Callable[[Function], Function]:
    """Return the option that changes knobs, described by a sentence."""
    return click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="KNOB=VALUE",
        shell_complete=completion.knobs,
        help=helped(sentence, "no change"),
    )


rules_option = rules_option_of("hoyle")
set_option = set_option_of("Change a knob of the rules; repeatable.")
strategies_option = click.option(
    "--strategies",
    metavar="A[,B…]",
    shell_complete=completion.strategies,
    help=helped(
        "One for all seats, one per side, or one per seat; each a name, name:param=value or a .py file.",
        "balanced,greedy",
    ),
)
seed_option = click.option(
    "--seed",
    type=Seed(),
    metavar="S",
    help=helped("Seed: the same one gives the same rounds.", "a fresh one, printed"),
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="One JSON document on standard output, nothing else there."
)
quiet_option = click.option("--quiet", is_flag=True, help="Say nothing but errors.")

#: What is played.
table_options = _stack(rules_option, set_option, strategies_option)



def amount_options_of(default: str) -> Callable[[Function], Function]:
    """Return the options that say how much is played, with words for the default."""
    return _stack(
        click.option(
            "--rounds",
            type=Amount("rounds"),
            metavar="N",
            help=helped("Rounds of each variant: 1e6, 250k, 1_000_000.", default),
        ),
        click.option(
            "--games",
            type=Amount("games"),
            metavar="N",
            help=helped("Games in place of single rounds.", "single rounds"),
        ),
        seed_option,
        click.option(
            "--swap/--no-swap",
            default=None,
            help=helped(
                "Play each deal a second time with the strategies moved on by one seat, or once.", "swap"
            ),
        ),
    )


until_option = click.option(
    "--until-ci",
    multiple=True,
    metavar="METRIC=HALFWIDTH",
    help=helped(
        "Go on until half the interval is so narrow (score=5, closed=0.5%); --rounds is the most then.",
        "what --rounds says",
    ),
)

#: How and where it is played.
run_options = _stack(
    click.option(
        "--jobs", type=Jobs(), metavar="J", help=helped("How many workers play; -1: one per core.", "-1")
    ),
    click.option(
        "--out",
        type=click.Path(path_type=Path),
        metavar="DIR",
        help=helped("Results folder.", "results/<command>-<rules>-<strategies>-<seed>"),
    ),
    click.option("--resume", is_flag=True, help="Go on with the run in --out; nothing else need be given."),
    click.option("--overwrite", is_flag=True, help="Remove the results in --out first."),
    click.option("--no-rounds", is_flag=True, default=None, help="Keep sums only, no rows."),
    click.option(
        "--chunk",
        type=Amount("chunk"),
        metavar="ROUNDS",
        help=helped("Rounds played at a time.", "half a second's"),
    ),
    click.option(
        "--backend",
        type=click.Choice(["threads", "processes", "dask"]),
        help=helped("What the workers are.", "threads; processes for plain Python and .py files of your own"),
    ),
    click.option(
        "--scheduler",
        metavar="ADDRESS",
        help=helped("Address of the Dask scheduler, for --backend dask.", "none"),
    ),
    click.option(
        "--time-limit",
        type=click.FloatRange(0.1, 1e6),
        metavar="SECONDS",
        help=helped("Give up a chunk in which .py files of your own play for longer than this.", "60"),
    ),
    click.option(
        "--report/--no-report",
        default=True,
        show_default=True,
        help="Make report.html, report.md and plots, or not.",
    ),
    click.option(
        "--dry-run", is_flag=True, help="Check everything, estimate time, memory and disk; play nothing."
    ),
    quiet_option,
    json_option,
)


def command_line() -> str:
    """Return the command as it was given, for the manifest."""
    return shlex.join(["canasta-sim", *sys.argv[1:]])


def noter(quiet: bool) -> Callable[[str], None]:
    """Return what prints a sentence on standard error, or swallows it."""

    def note(sentence: str) -> None:
        if not quiet:
            click.echo(one_line(sentence), err=True)

    return note
