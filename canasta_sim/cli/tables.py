"""Tables on the screen: ruled and coloured on a terminal, plain columns anywhere else."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

__all__ = ["print_table"]


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table on standard output.

    On a terminal, unless ``NO_COLOR`` is set, the table is ruled, coloured and fitted to the width. Anywhere
    else it is plain columns, two spaces between them, nothing cut or wrapped, so that one line is one row.

    Parameters
    ----------
    head : sequence of str
        Column headings.
    rows : sequence of sequence of str
        As many texts a row as there are headings.
    """
    if sys.stdout.isatty() and not os.environ.get("NO_COLOR"):
        _print_ruled(head, rows)
        return
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(cells).rstrip())


def _print_ruled(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(header_style="bold")
    for place, title in enumerate(head):
        table.add_column(Text(title), style="cyan" if place == 0 else "", overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))  # Text: square brackets are no markup
    Console().print(table)
