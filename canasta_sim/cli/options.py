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
from canasta_sim.errors import ExperimentError

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


rules_option = click.option(
    "--rules", metavar="NAME|FILE", help="Rule set: a name (canasta-sim rules list) or a .toml file."
)
set_option = click.option(
    "--set", "settings", multiple=True, metavar="KNOB=VALUE", help="Change a knob of the rules; repeatable."
)
strategies_option = click.option(
    "--strategies",
    metavar="A[,B…]",
    help="One for all seats, one per side, or one per seat; each a name, name:param=value or a .py file.",
)
seed_option = click.option(
    "--seed", type=Seed(), metavar="S", help="Seed; a fresh one is drawn and printed where none is given."
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="One JSON document on standard output, nothing else there."
)
quiet_option = click.option("--quiet", is_flag=True, help="Say nothing but errors.")

#: What is played.
table_options = _stack(rules_option, set_option, strategies_option)

amount_options = _stack(
    click.option(
        "--rounds", type=Amount("rounds"), metavar="N", help="Rounds of each variant: 1e6, 250k, 1_000_000."
    ),
    click.option("--games", type=Amount("games"), metavar="N", help="Games in place of single rounds."),
    seed_option,
    click.option(
        "--swap/--no-swap",
        default=None,
        help="Play each deal a second time with the strategies moved on by one seat (default), or once.",
    ),
)

until_option = click.option(
    "--until-ci",
    multiple=True,
    metavar="METRIC=HALFWIDTH",
    help="Go on until half the interval is so narrow (score=5, closed=0.5%); --rounds is the most then.",
)

#: How and where it is played.
run_options = _stack(
    click.option("--jobs", type=Jobs(), metavar="J", help="Workers; -1 (default): one per core."),
    click.option(
        "--out",
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="Results folder [default: results/<command>-<rules>-<strategies>-<seed>].",
    ),
    click.option("--resume", is_flag=True, help="Go on with the run in --out; nothing else need be given."),
    click.option("--overwrite", is_flag=True, help="Remove the results in --out first."),
    click.option("--no-rounds", is_flag=True, default=None, help="Keep sums only, no rows."),
    click.option(
        "--chunk",
        type=Amount("chunk"),
        metavar="ROUNDS",
        help="Rounds played at a time [default: half a second's].",
    ),
    click.option(
        "--backend",
        type=click.Choice(["threads", "processes", "dask"]),
        help="Workers [default: threads; processes for plain Python and .py files of your own].",
    ),
    click.option("--scheduler", metavar="ADDRESS", help="Address of the Dask scheduler, for --backend dask."),
    click.option(
        "--time-limit",
        type=click.FloatRange(0.1, 1e6),
        metavar="SECONDS",
        help="Give up a chunk in which .py files of your own play for longer than this [default: 60].",
    ),
    click.option(
        "--report/--no-report", default=True, help="Make report.html, report.md and plots (default), or not."
    ),
    click.option(
        "--dry-run", is_flag=True, help="Check everything, estimate time, memory and disk; play nothing."
    ),
    quiet_option,
    json_option,
)  # fmt: skip


def command_line() -> str:
    """Return the command as it was given, for the manifest."""
    return shlex.join(["canasta-sim", *sys.argv[1:]])


def noter(quiet: bool) -> Callable[[str], None]:
    """Return what prints a sentence on standard error, or swallows it."""

    def note(sentence: str) -> None:
        if not quiet:
            click.echo(sentence, err=True)

    return note
