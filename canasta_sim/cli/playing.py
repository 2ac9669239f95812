"""What run, compare and league do alike: plan, say what is played, play, print, write the report."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from canasta_sim.cli.options import command_line, noter
from canasta_sim.cli.streams import StreamLost
from canasta_sim.errors import ExperimentError

if TYPE_CHECKING:
    from canasta_sim.batch.aims import Aims
    from canasta_sim.batch.manifest import Purpose
    from canasta_sim.batch.plan import RunPlan
    from canasta_sim.batch.request import Request
    from canasta_sim.batch.results import RunResult
    from canasta_sim.batch.run import Means

Note = Callable[[str], None]


def play(
    command: str,
    experiment: str | None,
    options: dict[str, Any],
    announce: Callable[[RunPlan, Purpose, Note, bool], None],
    make_plan: Callable[[Request, Path | None], tuple[RunPlan, Purpose]] | None = None,
    complete: Callable[[RunResult], RunResult] = lambda result: result,
) -> RunResult | None:
    """Play what is asked for and print what came of it.

    Parameters
    ----------
    command : str
        ``run``, ``compare`` or ``league``.
    experiment : str or None
        The experiment file.
    options : dict
        Options by the names of their parameters; None where they are not given.
    announce : callable
        Says what is about to be played; told the plan, its purpose, how to say it, and whether the seed was
        drawn.
    make_plan : callable, optional
        Makes the plan of a request, and of the folder to go on with, if any; by default that of a run.
    complete : callable, optional
        What is done with results before they are printed.

    Returns
    -------
    RunResult or None
        None where all was to be tried only (``--dry-run``).

    Raises
    ------
    CanastaError
        If something asked for is wrong.
    """
    from canasta_sim.batch.naming import default_folder
    from canasta_sim.batch.run import check_means, execute
    from canasta_sim.cli.asked import asked_for

    note = noter(options["quiet"])
    request, means = asked_for(command, experiment, options, command_line())
    if means.resume and means.out is None:
        raise ExperimentError("--resume needs the folder to go on with: give --out DIR")
    plan, purpose = (make_plan or _plan)(request, means.out if means.resume else None)
    means = means.to(means.out or default_folder(command, plan))
    check_means(plan, means)
    announce(plan, purpose, note, request.seed is None and not means.resume)
    if options["dry_run"]:
        _rehearse(plan, purpose, means, note, options["as_json"])
        return None
    from canasta_sim.batch.progress import progress_for

    result = complete(execute(plan, purpose, means, note, progress_for(plan.mode, options["quiet"])))
    _show(result, options["quiet"], options["as_json"])
    return result


def write_report(result: RunResult, options: dict[str, Any]) -> None:
    """Write the report of what was played into its folder, unless told not to."""
    if result.out is None or not options["report"]:
        return
    from canasta_sim.report.page import make_report

    page = make_report(result.out, result.aggregate)
    if not options["as_json"]:
        noter(options["quiet"])(f"report in {page}")


def widths(aims: Aims) -> str:
    """Return how narrow intervals are to become: ``score ± 5, closed ± 0.0025``."""
    return ", ".join(f"{metric} ± {half:g}" for metric, half in aims.until.items())


def _plan(request: Request, out: Path | None) -> tuple[RunPlan, Purpose]:
    from canasta_sim.batch.request import plan_of, resumed_plan

    return plan_of(request) if out is None else resumed_plan(request, out)


def _show(result: RunResult, quiet: bool, as_json: bool) -> None:
    """Print the results, for people or for programs; where nobody reads them there is still more to do."""
    with contextlib.suppress(StreamLost):
        if as_json:
            from canasta_sim.report.document import as_json as document

            click.echo(document(result.aggregate, result.manifest, result.out))
        elif not quiet:
            from canasta_sim.report.terminal import print_report

            print_report(result.aggregate, result.manifest, out=result.out)


def _rehearse(plan: RunPlan, purpose: Purpose, means: Means, note: Note, as_json: bool) -> None:
    """Estimate what a run would take, and print it."""
    from canasta_sim.batch.run import rehearse

    figures = rehearse(plan, purpose, means, note)
    if as_json:
        click.echo(json.dumps(figures, allow_nan=False))
        return
    click.echo(f"out        {figures['out']}")
    if purpose.aims.until:
        needed = f"{figures['asked'][plan.mode]:,} {plan.mode}"
        click.echo(f"needs      about {needed} each, for {widths(purpose.aims)}")
    click.echo(
        f"workers    {figures['jobs']} ({figures['backend']}), {figures['chunk']:,} {plan.mode} a chunk"
    )
    click.echo(f"speed      about {figures['rounds_per_second']:,.0f} rounds/s")
    click.echo(f"time       about {figures['seconds']:,.1f} s")
    click.echo(f"memory     about {figures['memory_megabytes']:,.0f} MB")
    click.echo(f"disk       about {figures['disk_megabytes']:,.1f} MB")
    click.echo("nothing was written")
