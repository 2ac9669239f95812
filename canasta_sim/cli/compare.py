"""``canasta-sim compare``: the same deals under several variants of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from canasta_sim.cli import completion
from canasta_sim.cli.options import (
    amount_options_of,
    helped,
    noter,
    run_options,
    table_options,
    until_option,
)
from canasta_sim.cli.playing import Note, play, widths, write_report

if TYPE_CHECKING:
    from canasta_sim.batch.manifest import Purpose
    from canasta_sim.batch.plan import RunPlan
    from canasta_sim.batch.results import RunResult

__all__ = ["command"]

_MOST_NAMED = 6


@click.command(name="compare", short_help="Play the same deals under several rule variants.")
@click.argument(
    "experiment", required=False, metavar="[EXPERIMENT.toml]", shell_complete=completion.experiments
)
@table_options
@click.option(
    "--vary",
    multiple=True,
    metavar="KNOB=V1,V2…",
    shell_complete=completion.varied,
    help=helped(
        "Values of a knob, or of rules (whole rule sets), one variant each; repeat it for a grid.",
        "the variants of the experiment file",
    ),
)
@click.option(
    "--baseline",
    metavar="VARIANT",
    help=helped("What the others are compared with.", "the rules as they are, else the first variant"),
)
@click.option(
    "--metrics",
    multiple=True,
    metavar="M1,M2…",
    shell_complete=completion.metrics,
    help=helped(
        "Metrics of the table, the main one first; all: all of them.", "the main ones, of them first closed"
    ),
)
@click.option(
    "--smallest",
    multiple=True,
    metavar="METRIC=VALUE",
    help=helped(
        "Smallest difference worth caring about (score=20, closed=2%); the verdict is against it.", "none"
    ),
)
@click.option("--skill", is_flag=True, default=None, help="Answer how much is skill and how much luck.")
@amount_options_of("100,000")
@until_option
@run_options
def command(experiment: str | None, **options: Any) -> None:
    """Play the same deals under several variants of the rules: what changes, by how much, how sure, does it
    matter.

    \b
    canasta-sim compare --rules rummyroyal --vary draw.count=1,2 --vary going_out.canastas=1,2 --rounds 1e6
    canasta-sim compare --vary rules=hoyle,classic --smallest closed=2% --until-ci closed=0.5%
    canasta-sim compare --skill --vary rules=romanian-house,romanian-house-2p
    canasta-sim compare surprise
    canasta-sim compare mine.toml --dry-run

    An experiment that comes along is named (surprise), one of your own is a file. Variants with the same
    pack play the same shuffles and differences are taken deal by deal; where packs differ they are not, and
    the table says so. p-values are corrected for all lines of the table (Holm).
    """  # noqa: D205
    from canasta_sim.batch.signals import stop_like_ctrl_c

    stop_like_ctrl_c()
    result = play("compare", experiment, options, announce)
    if result is not None:
        warn(result, noter(options["quiet"]))
        write_report(result, options)


def announce(plan: RunPlan, purpose: Purpose, note: Note, drawn: bool) -> None:
    """Say what is about to be played."""
    names = [variant.name for variant in plan.variants]
    shown = ", ".join(names) if len(names) <= _MOST_NAMED else f"{len(names)} variants"
    strategies = ",".join(
        dict.fromkeys(label for variant in plan.variants for label in variant.lineup.labels)
    )
    amount = f"{plan.units * max(map(plan.per_unit, plan.variants)):,} {plan.mode} each"
    if purpose.aims.until:
        amount = f"{plan.mode} until {widths(purpose.aims)}, {purpose.aims.most:,} each at most"
    note(f"{shown}: {strategies}, {amount}, seed {plan.seed}{' (drawn)' if drawn else ''}")
    if plan.baseline is not None:
        note(f"compared with {plan.baseline}")


def warn(result: RunResult, note: Note) -> None:
    """Say what did not come as narrow as it was asked for."""
    from canasta_sim.report.cautions import unreached

    for sentence in unreached(result.aggregate, result.manifest):
        note(f"Warning: {sentence}")
