"""``canasta-sim report``: make the report, page and plots of results again, from what lies on disk."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from canasta_sim.cli.options import helped, json_option, quiet_option

if TYPE_CHECKING:
    from canasta_sim.report.folders import Read

__all__ = ["command"]


@click.command(name="report", short_help="Make the report, page and plots of a results folder again.")
@click.argument("results", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RESULTS_DIR...")
@click.option(
    "--strategy",
    metavar="NAME",
    help=helped("Report on one strategy: how it plays, against whom it wins.", "on everything"),
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help=helped("Folder for the report.", "that of the results; none for several side by side"),
)
@quiet_option
@json_option
def command(
    results: tuple[Path, ...], strategy: str | None, out: Path | None, quiet: bool, as_json: bool
) -> None:
    """Make report.md, report.html and plots of a results folder again; print its summary.

    \b
    canasta-sim report results/my-run
    canasta-sim report results/my-run results/another --out results/both
    canasta-sim report --strategy balanced results/my-league

    Runs that were interrupted are reported as far as they came. Several folders are put side by side.
    """
    from canasta_sim.errors import one_line
    from canasta_sim.report.folders import read_folder, side_by_side

    read = [read_folder(folder) for folder in results]
    shown = read[0] if len(read) == 1 else side_by_side(results, read)
    for note in shown.notes:
        if not quiet:
            click.echo(f"Warning: {one_line(note)}.", err=True)
    if strategy is not None:
        _strategy(shown, strategy, out, as_json=as_json, quiet=quiet)
        return
    from canasta_sim.report.document import as_json as document
    from canasta_sim.report.page import write_report
    from canasta_sim.report.terminal import print_report

    folder = out or (results[0] if len(results) == 1 else None)
    page = None
    if folder is not None:
        _make(folder)
        page = write_report(folder, shown.aggregate, shown.manifest, shown.notes)
    if as_json:
        click.echo(document(shown.aggregate, shown.manifest, folder))
    elif not quiet:
        print_report(shown.aggregate, shown.manifest)
        if page is not None:
            click.echo(f"report in {page}")


def _strategy(read: Read, strategy: str, out: Path | None, *, as_json: bool, quiet: bool) -> None:
    import json

    from canasta_sim.report.page import write_content
    from canasta_sim.report.profile import profile_answer, profile_content
    from canasta_sim.report.terminal import print_tables

    content = profile_content(read.aggregate, read.manifest, strategy, read.notes)
    if out is not None:
        _make(out)
        write_content(out, content, [])
    tables = [table for section in content.sections[:2] for table in section.tables]
    if as_json:
        plain = [{"title": table.title, "head": table.head, "rows": table.rows} for table in tables]
        click.echo(json.dumps({"answer": profile_answer(read.aggregate, strategy), "tables": plain}))
    elif not quiet:
        print_tables(content.answer, tables, [] if out is None else [f"report in {out}"])


def _make(folder: Path) -> None:
    """Make a folder for a report."""
    from canasta_sim.errors import ResultsError

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ResultsError(f"{folder} cannot be made: {error.strerror or error}") from error
