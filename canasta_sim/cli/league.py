"""``canasta-sim league``: strategies all against all."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from canasta_sim.cli import completion
from canasta_sim.cli.options import (
    amount_options_of,
    command_line,
    helped,
    noter,
    rules_option,
    run_options,
    set_option,
    until_option,
)

if TYPE_CHECKING:
    from canasta_sim.batch.manifest import Purpose
    from canasta_sim.batch.plan import RunPlan

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
    from canasta_sim.batch.naming import default_folder
    from canasta_sim.batch.run import check_means, execute
    from canasta_sim.cli.asked import asked_for
    from canasta_sim.cli.run import dry_run, show
    from canasta_sim.errors import ExperimentError, RunFailed

    quiet = options["quiet"]
    note = noter(quiet)
    request, means = asked_for("league", experiment, options, command_line())
    if means.resume and means.out is None:
        raise ExperimentError("--resume needs the folder to go on with: give --out DIR")
    plan, purpose = league_plan(request, means.out if means.resume else None)
    if means.out is None:
        means = means.to(default_folder("league", plan))
    check_means(plan, means)
    announce(plan, purpose, note, drawn=request.seed is None and not means.resume)
    if options["dry_run"]:
        dry_run(plan, purpose, means, note, options["as_json"])
        return
    from canasta_sim.batch.progress import progress_for

    result = LeagueResult.of(execute(plan, purpose, means, note, progress_for(plan.mode, quiet)))
    write_league(result)
    show(result, quiet, options["as_json"])
    if result.out is not None and options["report"]:
        from canasta_sim.report.page import make_report

        page = make_report(result.out, result.aggregate)
        if not options["as_json"]:
            note(f"report in {page}")
    if result.stopped:
        raise RunFailed("; ".join(result.stopped.values()))


def announce(plan: RunPlan, purpose: Purpose, note: Callable[[str], None], drawn: bool) -> None:
    """Say what is about to be played."""
    names = list(dict.fromkeys(label for variant in plan.variants for label in variant.lineup.labels))
    amount = f"{plan.units * plan.per_unit(plan.variants[0]):,} {plan.mode} each"
    aims = purpose.aims
    if aims.until:
        wanted = ", ".join(f"{metric} ± {half:g}" for metric, half in aims.until.items())
        amount = f"{plan.mode} until {wanted}, {aims.most:,} each at most"
    if aims.sprt:
        amount = f"{plan.mode} until a test of {aims.sprt:g} points either way decides, {aims.most:,} at most"
    pairings = f"{len(plan.variants)} pairing{'s' if len(plan.variants) > 1 else ''}"
    note(
        f"{plan.variants[0].rules.label}: {len(names)} strategies, {pairings}, {amount}, seed {plan.seed}"
        f"{' (drawn)' if drawn else ''}"
    )
