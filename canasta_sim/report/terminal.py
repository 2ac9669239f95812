"""What commands print: the answer first, then tables; plain wherever nobody looks at it on a screen.

print_report(aggregate, manifest, out=folder)          # to standard output
text = report_text(aggregate, manifest, width=100)     # the same, plain
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from canasta_sim.report.answers import answer, speed_line
from canasta_sim.report.cautions import idle_changes, interruptions
from canasta_sim.report.tables import (
    MOST_LINES,
    Table,
    difference_table,
    strategy_table,
    table_table,
    variants_table,
)
from canasta_sim.report.words import over_units
from canasta_sim.stats.aggregate import Aggregate

if TYPE_CHECKING:
    from rich.console import Console

NARROW = 64
"""Below this width tables become lists."""

_PLAIN_WIDTH = 160  # where nothing is known about a width: files and pipes have none
_ASCII = str.maketrans({"±": "+/-", "–": "-", "−": "-", "×": "x", "Σ": "sum", "…": "...", "·": "-"})


def print_report(
    aggregate: Aggregate,
    manifest: Mapping[str, Any],
    *,
    out: Path | str | None = None,
    file: TextIO | None = None,
    width: int | None = None,
) -> None:
    """Print the results of a run, comparison or league.

    Parameters
    ----------
    aggregate : Aggregate
        Sums over everything that was played.
    manifest : mapping
        What was played (``manifest.json``).
    out : path, optional
        Results folder, named at the end.
    file : text file, optional
        Where to; default standard output. Colours and lines only on a terminal, without ``NO_COLOR``.
    width : int, optional
        Width in columns; default that of the terminal.
    """
    shown = tables(aggregate, manifest, MOST_LINES_PRINTED)
    cautions = [*interruptions(aggregate, manifest), *idle_changes(aggregate, manifest)]
    first = " ".join([*cautions, answer(aggregate, manifest)])
    print_tables(first, shown, closing_lines(aggregate, manifest, out), file, width)


def print_tables(
    first: str,
    shown: Sequence[Table],
    last: Sequence[str],
    file: TextIO | None = None,
    width: int | None = None,
) -> None:
    """Print an answer, tables, and closing lines.

    Parameters
    ----------
    first : str
        The answer.
    shown : sequence of Table
        Those without rows are left out.
    last : sequence of str
        Closing lines.
    file, width
        As for `print_report`.
    """
    stream = sys.stdout if file is None else file
    fancy = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    console = _console(stream, width, fancy)
    fancy = fancy and console.width >= NARROW
    console.print(_safe(first, stream), style="bold" if fancy else None, soft_wrap=not fancy)
    for table in shown:
        if table.rows:
            console.print()
            _print_table(console, table, fancy, stream)
    console.print()
    for line in last:
        console.print(_safe(line, stream), style="dim" if fancy else None, soft_wrap=True)


def report_text(
    aggregate: Aggregate,
    manifest: Mapping[str, Any],
    *,
    out: Path | str | None = None,
    width: int = _PLAIN_WIDTH,
) -> str:
    """Return what `print_report` prints where there is no terminal."""
    text = io.StringIO()
    print_report(aggregate, manifest, out=out, file=text, width=width)
    return text.getvalue()


def tables(aggregate: Aggregate, manifest: Mapping[str, Any], most: int = MOST_LINES) -> list[Table]:
    """Return the tables of a run, comparison or league, in the order of reading.

    Parameters
    ----------
    aggregate : Aggregate
        Sums over everything that was played.
    manifest : mapping
        What was played.
    most : int
        No more differences than these are shown.
    """
    metrics: Sequence[str] = list(manifest.get("metrics") or [])
    variants = [variant for variant in aggregate.variants.values() if variant.units]
    if manifest.get("command") == "league":
        from canasta_sim.report.league import league_tables

        return league_tables(aggregate, manifest)
    skill: list[Table] = []
    if manifest.get("skill"):
        from canasta_sim.report.skill import skill_tables

        skill = skill_tables(aggregate)
    if aggregate.baseline is not None and len(variants) > 1:
        return [*skill, difference_table(aggregate, manifest, most)]
    found = skill
    if len(variants) > 1:
        found.append(variants_table(aggregate, metrics))
    for variant in variants if len(variants) <= MOST_APART else []:
        for table in (strategy_table(aggregate, variant, metrics), table_table(aggregate, variant, metrics)):
            if len(variants) > 1:
                table.title = f"{variant.name}: {table.title[0].lower()}{table.title[1:]}"
            found.append(table)
    return found


MOST_LINES_PRINTED = 120
"""More differences than these are left to the report and to ``comparison.csv``."""

MOST_APART = 4
"""No more variants than these are shown one after the other."""


def closing_lines(aggregate: Aggregate, manifest: Mapping[str, Any], out: Path | str | None) -> list[str]:
    """Return the last lines: what was played, the seed, and where it lies."""
    names = list(aggregate.variants)
    rules = names[0] if len(names) == 1 else f"{len(names)} variants"
    units = next(iter(aggregate.variants.values()), None)
    amount = "" if units is None else f", {over_units(units)}"
    lines = [f"{rules}, seed {manifest.get('seed')}{amount}: {speed_line(manifest)}"]
    if out is not None:
        lines.append(f"results in {out}")
    return lines


def _console(stream: TextIO, width: int | None, fancy: bool) -> Console:
    from rich.console import Console

    if width is None and not stream.isatty():
        width = _PLAIN_WIDTH
    return Console(
        file=stream,
        width=width,
        no_color=not fancy,
        highlight=False,
        markup=False,
        emoji=False,
        force_terminal=fancy,
        color_system="auto" if fancy else None,
    )


def _print_table(console: Console, table: Table, fancy: bool, stream: TextIO) -> None:
    if console.width < NARROW:
        for line in as_list(table):
            console.print(_safe(line, stream), soft_wrap=True)
        return
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    console.print(_safe(table.title, stream), style="bold" if fancy else None)
    shown = RichTable(
        box=box.SIMPLE_HEAD if fancy else None,
        header_style="bold" if fancy else "",
        pad_edge=False,
        padding=(0, 1) if fancy else (0, 2, 0, 0),
    )
    for i, title in enumerate(table.head):
        shown.add_column(
            Text(_safe(title, stream)),
            justify="left" if table.holds_words(i) else "right",
            style="cyan" if fancy and i == 0 else "",
            overflow="fold",
        )
    for row in table.rows:
        shown.add_row(*(Text(_safe(cell, stream)) for cell in row))
    console.print(shown)
    console.print(_safe(table.caption, stream), style="dim" if fancy else None)


def as_list(table: Table) -> list[str]:
    """Return a table as lines for narrow screens: one row after the other, a value to a line."""
    lines = [table.title]
    for row in table.rows:
        texts = [text for text in row[: table.texts] if text]
        lines.append("  " + ", ".join(texts))
        named = zip(table.head[table.texts :], row[table.texts :], strict=True)
        lines += [f"    {title}: {cell}" for title, cell in named if cell]
    return [*lines, table.caption]


def _safe(text: str, stream: TextIO) -> str:
    """Return text that the stream can encode."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(_ASCII).encode(encoding, "replace").decode(encoding)
    return text
