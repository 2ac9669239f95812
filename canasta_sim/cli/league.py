"""``canasta-sim league``: strategies all against all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from canasta_sim.cli import completion
from canasta_sim.cli.options import (
    amount_options_of,
    helped,
    rules_option,
    run_options,
    set_option,
    until_option,
)
from canasta_sim.cli.playing import Note, play, widths, write_report

if TYPE_CHECKING:
    from canasta_sim.batch.manifest import Purpose
    from canasta_sim.batch.plan import RunPlan
    from canasta_sim.batch.results import RunResult

__all__ = ["command"]


@click.command(name="league", short_help="Play strategies all against all; ratings and a cross table.")
@click.argument(
    "experiment", required=False, metavar="[EXPERIMENT.toml]", shell_complete=completion.experiments
)
@rules_option
@set_option
@click.option(
    "--strategies",
    metavar="A,B,…",
    shell_complete=completion.strategies,
    help=helped("Two or more, each a name, name:param=value or a .py file.", "all built-in ones"),
)
@amount_options_of("20,000")
@until_option
@click.option(
    "--sprt",
    metavar="POINTS",
    help=helped(
        "Two strategies: stop once it is decided which is ahead, if by so many points; at most --rounds.", "none"
    ),
)
@click.option("--error-rate", metavar="RATE", help=helped("Chance that --sprt names the wrong one.", "5%"))
@run_options
def command(experiment: str | None, **options: Any) -> None:
    """Play strategies all against all: ratings with intervals, and who beats whom by how much.

    \b
    canasta-sim league --rules hoyle
    canasta-sim league --strategies mine.py,balanced,greedy --rounds 100k --seed 7
    canasta-sim league --strategies balanced,balanced:hold=5 --sprt 10
    canasta-sim league --rules classic --games 10k --until-ci game_margin=50
    canasta-sim league mine.toml

    Every pairing plays the same deals, each twice with the seats changed: 20k rounds by default. With
    --until-ci a pairing plays on until its interval is narrow enough. A strategy that breaks the rules or
    never answers is stopped and named; the others play on, and the exit status is 1.
    """
    from canasta_sim.batch.signals import stop_like_ctrl_c

    stop_like_ctrl_c()
    _league(experiment, options)


def _league(experiment: str | None, options: dict[str, Any]) -> None:
    from canasta_sim.batch.league import LeagueResult, league_plan, write_league
    from canasta_sim.errors import RunFailed

    def complete(result: RunResult) -> RunResult:
        league = LeagueResult.of(result)
        write_league(league)
        return league

    result = play("league", experiment, options, announce, league_plan, complete)
    if result is None:
        return
    write_report(result, options)
    if stopped := LeagueResult.of(result).stopped:
        raise RunFailed("; ".join(stopped.values()))


def announce(plan: RunPlan, purpose: Purpose, note: Note, drawn: bool) -> None:
    """Say what is about to be played."""
    names = list(dict.fromkeys(label for variant in plan.variants for label in variant.lineup.labels))
    amount = f"{plan.units * plan.per_unit(plan.variants[0]):,} {plan.mode} each"
    aims = purpose.aims
    if aims.until:
        amount = f"{plan.mode} until {widths(aims)}, {aims.most:,} each at most"
    if aims.sprt:
        amount = f"{plan.mode} until a test of {aims.sprt:g} points either way decides, {aims.most:,} at most"
    pairings = f"{len(plan.variants)} pairing{'s' if len(plan.variants) > 1 else ''}"
    note(
        f"{plan.variants[0].rules.label}: {len(names)} strategies, {pairings}, {amount}, seed {plan.seed}"
        f"{' (drawn)' if drawn else ''}"
    )
