"""A report as Markdown."""

from __future__ import annotations

import re

from canasta_sim.report.content import Content, Section
from canasta_sim.report.plots import Picture
from canasta_sim.report.tables import Table

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&$])")


def as_markdown(content: Content, plots: str = "plots") -> str:
    """Return a report as Markdown; pictures are files in the folder `plots` beside it."""
    lines = [f"# {escaped(content.title)}", ""]
    if content.question:
        lines += [f"*{escaped(content.question)}*", ""]
    lines += [f"**{escaped(content.answer)}**", ""]
    for warning in content.warnings:
        lines += [f"> {escaped(warning)}", ""]
    for section in content.sections:
        lines += _section(section, plots)
    return "\n".join(lines).rstrip("\n") + "\n"


def escaped(text: str) -> str:
    """Return text that Markdown shows as it is."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _section(section: Section, plots: str) -> list[str]:
    lines = [f"## {section.title}", ""]
    for paragraph in section.paragraphs:
        lines += [escaped(paragraph), ""]
    for table in (*section.tables, *section.folded):
        lines += _table(table, section)
    for picture in section.pictures:
        lines += _picture(picture, plots)
    return lines


def _table(table: Table, section: Section) -> list[str]:
    lines = [] if table.title == section.title else [f"### {escaped(table.title)}", ""]
    marks = ["---" if table.holds_words(i) else "---:" for i in range(len(table.head))]
    lines += [_row([escaped(title) for title in table.head]), _row(marks)]
    lines += [_row([escaped(cell) for cell in row]) for row in table.rows]
    lines.append("")
    return [*lines, escaped(table.caption), ""] if table.caption else lines


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _picture(picture: Picture, plots: str) -> list[str]:
    return [
        f"### {escaped(picture.title)}",
        "",
        f"![{escaped(picture.alt)}]({plots}/{picture.name}.png)",
        "",
        escaped(picture.caption),
        "",
    ]
