"""``canasta-sim run``: play rounds or games in batch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from canasta_sim.cli import completion
from canasta_sim.cli.options import (
    amount_options_of,
    helped,
    run_options,
    table_options,
    until_option,
)
from canasta_sim.cli.playing import Note, play, write_report

if TYPE_CHECKING:
    from canasta_sim.batch.manifest import Purpose
    from canasta_sim.batch.plan import RunPlan

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
    result = play("run", experiment, options, announce)
    if result is not None:
        write_report(result, options)


def announce(plan: RunPlan, purpose: Purpose, note: Note, drawn: bool) -> None:
    """Say what is about to be played."""
    amount = plan.units * max(map(plan.per_unit, plan.variants))
    names = ", ".join(variant.name for variant in plan.variants)
    strategies = ",".join(dict.fromkeys(plan.variants[0].lineup.labels))
    note(f"{names}: {strategies}, {amount:,} {plan.mode}, seed {plan.seed}{' (drawn)' if drawn else ''}")
    if amount != plan.asked:
        note(f"{plan.asked:,} {plan.mode} are no whole number of mirrored deals; {amount:,} are played")
