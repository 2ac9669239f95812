"""Parts of a page between two marks, ``<!-- name -->`` and ``<!-- /name -->``, which are written by code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]


def filled(page: str, name: str, lines: Iterable[str]) -> str:
    """Return the page with the part between its marks replaced by some lines."""
    before, begin, rest = page.partition(f"<!-- {name} -->\n")
    _, end, after = rest.partition(f"<!-- /{name} -->")
    if not begin or not end:
        raise LookupError(f"the page lacks its marks <!-- {name} --> and <!-- /{name} -->")
    return before + begin + "".join(f"{line}\n" for line in lines) + end + after


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return ["| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines]
