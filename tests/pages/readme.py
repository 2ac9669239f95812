"""README.md: its examples with what they print, the picture of the first run, the published answers."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from tests.pages.answers import PUBLISHED, QUESTIONS
from tests.pages.marks import ROOT, filled, table
from tests.pages.session import Session

PAGE = ROOT / "README.md"
PICTURE = ROOT / "docs/first-run.png"
_PLOT = "points.png"


def with_picture(page: str, results: Path) -> str:
    """Return the page with the caption that the first run's report gives its picture."""
    text = (results / "report.md").read_text(encoding="utf-8")
    found = re.search(rf"!\[(.*)\]\(plots/{re.escape(_PLOT)}\)\n\n(.*)", text)
    assert found is not None
    return filled(page, "plot", ["", f"![{found[1]}](docs/{PICTURE.name})", "", f"*{found[2]}*", ""])


def first_results(folder: Path) -> Path:
    """Return the results of the first run of the page."""
    return folder / "results/run-hoyle-balanced,greedy-1"


def with_answers(page: str) -> str:
    """Return the page with the table of the most asked questions and what has been published of them."""
    if not (PUBLISHED / "README.md").exists():
        return page
    rows = [(f"[{each.text}]({each.report()})", each.answer()) for each in QUESTIONS]
    return filled(page, "answers", ["", *table(("question", "answer"), rows), ""])


def renew(folder: Path) -> None:
    """Follow the page in a folder and write it anew, with its picture."""
    page = Session(folder).renewed(PAGE.read_text(encoding="utf-8"))
    results = first_results(folder)
    PAGE.write_text(with_answers(with_picture(page, results)), encoding="utf-8")
    shutil.copyfile(results / "plots" / _PLOT, PICTURE)
