"""``canasta-sim verify``: check a results folder."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from canasta_sim.cli.options import Amount, json_option, noter, quiet_option

__all__ = ["command"]


@click.command(name="verify", short_help="Check sums, and a sample of rounds played again.")
@click.argument("results", type=click.Path(path_type=Path), metavar="RESULTS_DIR")
@click.option(
    "--sample",
    type=Amount("sample"),
    default="200",
    show_default=True,
    metavar="N",
    help="Deals (or pairs of games) to play again.",
)
@quiet_option
@json_option
def command(results: Path, sample: int, quiet: bool, as_json: bool) -> None:
    """Check a results folder: every bit against its checksum, and a sample of rounds played again.

    \b
    canasta-sim verify results/my-run
    canasta-sim verify results/my-run --sample 10k

    Exit status 1 if anything is wrong; what is missing of a run is no fault.
    """
    from canasta_sim.batch.verify import verify
    from canasta_sim.errors import RunFailed, one_line

    found = verify(results, sample, noter(quiet))
    if as_json:
        click.echo(json.dumps(asdict(found)))
    elif not quiet:
        click.echo(f"{found.files:,} files of {found.parts:,} parts compared with their checksums")
        click.echo(f"{found.rounds:,} rounds in them; {found.replayed:,} rounds played again and compared")
        if found.units < found.asked:
            missing = found.asked - found.units
            click.echo(f"{missing:,} of {found.asked:,} deals are not played yet; --resume goes on")
    if found.faults:
        for fault in found.faults[1:]:
            click.echo(f"Error: {one_line(f'{results}: {fault}')}", err=True)
        raise RunFailed(f"{results}: {found.faults[0]}")
    if not quiet and not as_json:
        click.echo("all right")
