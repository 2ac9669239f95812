"""``canasta-sim run``: play rounds or games in batch."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from canasta_sim.cli import completion
from canasta_sim.cli.options import (
    amount_options_of,
    command_line,
    helped,
    noter,
    run_options,
    table_options,
    until_option,
)
from canasta_sim.cli.streams import StreamLost

if TYPE_CHECKING:
    from canasta_sim.batch.manifest import Purpose
    from canasta_sim.batch.plan import RunPlan
    from canasta_sim.batch.results import RunResult
    from canasta_sim.batch.run import Means

__all__ = ["command"]


@click.command(name="run", short_help="Play rounds (or games) in batch and summarise them.")
@click.argument(
    "experiment", required=False, metavar="[EXPERIMENT.toml]", shell_complete=completion.experiments
)
@table_options
@amount_options_of("100,000")
@until_option
@run_options
@click.option(
    "--init",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=helped("Write a commented experiment file and stop.", "play"),
)
def command(experiment: str | None, init: Path | None, **options: Any) -> None:
    """Play rounds (or games) in batch, write a results folder and print a summary.

    \b
    canasta-sim run
    canasta-sim run --rules romanian-house --strategies balanced,greedy --rounds 1e6 --seed 7
    canasta-sim run --rules classic --set draw.count=2 --games 10k --out results/two-cards
    canasta-sim run --out results/two-cards --resume
    canasta-sim run --init mine.toml
    canasta-sim run mine.toml

    What an option says beats the experiment file. The same seed, rules and strategies give the same rounds,
    whatever --jobs, --chunk and --backend are.
    """
    from canasta_sim.batch.signals import stop_like_ctrl_c

    stop_like_ctrl_c()
    if init is not None:
        from canasta_sim.batch.experiment import write_template

        write_template(init)
        if options["as_json"]:
            click.echo(json.dumps({"file": str(init)}))
        elif not options["quiet"]:
            click.echo(f"wrote {init}; canasta-sim run {init} plays it")
        return
    _run(experiment, options)


def _run(experiment: str | None, options: dict[str, Any]) -> None:
    from canasta_sim.batch.naming import default_folder
    from canasta_sim.batch.request import plan_of, resumed_plan
    from canasta_sim.batch.run import check_means, execute
    from canasta_sim.cli.asked import asked_for
    from canasta_sim.errors import ExperimentError

    quiet = options["quiet"]
    note = noter(quiet)
    request, means = asked_for("run", experiment, options, command_line())
    if means.resume:
        if means.out is None:
            raise ExperimentError("--resume needs the folder to go on with: give --out DIR")
        plan, purpose = resumed_plan(request, means.out)
    else:
        plan, purpose = plan_of(request)
        means = means.to(means.out or default_folder("run", plan))
    check_means(plan, means)
    announce(plan, note, drawn=request.seed is None and not means.resume)
    if options["dry_run"]:
        dry_run(plan, purpose, means, note, options["as_json"])
        return
    from canasta_sim.batch.progress import progress_for

    result = execute(plan, purpose, means, note, progress_for(plan.mode, quiet))
    show(result, quiet, options["as_json"])
    if result.out is not None and options["report"]:
        from canasta_sim.report.page import make_report

        page = make_report(result.out, result.aggregate)
        if not options["as_json"]:
            note(f"report in {page}")


def show(result: RunResult, quiet: bool, as_json: bool) -> None:
    """Print the results, for people or for programs; where nobody reads them there is still more to do."""
    with contextlib.suppress(StreamLost):
        if as_json:
            from canasta_sim.report.document import as_json as document

            click.echo(document(result.aggregate, result.manifest, result.out))
        elif not quiet:
            from canasta_sim.report.terminal import print_report

            print_report(result.aggregate, result.manifest, out=result.out)


def announce(plan: RunPlan, note: Callable[[str], None], drawn: bool) -> None:
    """Say what is about to be played."""
    amount = plan.units * max(map(plan.per_unit, plan.variants))
    names = ", ".join(variant.name for variant in plan.variants)
    strategies = ",".join(dict.fromkeys(plan.variants[0].lineup.labels))
    note(f"{names}: {strategies}, {amount:,} {plan.mode}, seed {plan.seed}{' (drawn)' if drawn else ''}")
    if amount != plan.asked:
        note(f"{plan.asked:,} {plan.mode} are no whole number of mirrored deals; {amount:,} are played")


def dry_run(
    plan: RunPlan, purpose: Purpose, means: Means, note: Callable[[str], None], as_json: bool
) -> None:
    """Estimate what a run would take, and print it."""
    from canasta_sim.batch.run import rehearse

    figures = rehearse(plan, purpose, means, note)
    if as_json:
        click.echo(json.dumps(figures, allow_nan=False))
        return
    click.echo(f"out        {figures['out']}")
    if purpose.aims.until:
        wanted = ", ".join(f"{metric} ± {half:g}" for metric, half in purpose.aims.until.items())
        click.echo(f"needs      about {figures['asked'][plan.mode]:,} {plan.mode} each, for {wanted}")
    click.echo(
        f"workers    {figures['jobs']} ({figures['backend']}), {figures['chunk']:,} {plan.mode} a chunk"
    )
    click.echo(f"speed      about {figures['rounds_per_second']:,.0f} rounds/s")
    click.echo(f"time       about {figures['seconds']:,.1f} s")
    click.echo(f"memory     about {figures['memory_megabytes']:,.0f} MB")
    click.echo(f"disk       about {figures['disk_megabytes']:,.1f} MB")
    click.echo("nothing was written")
