"""Write what the pages say of the code anew.

    python -m tests.pages           # tables, and the examples of README.md with what they print
    python -m tests.pages --quick   # tables only
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from canasta_sim.rules import document
from canasta_sim.strategy import page as strategy_page
from tests.pages import formats, metrics, positions, readme, strengths
from tests.pages.marks import ROOT

#: Page -> what returns it with its tables written anew.
PAGES: dict[Path, Callable[[str], str]] = {
    readme.PAGE: readme.with_answers,
    formats.PAGE: formats.renewed,
    metrics.PAGE: metrics.renewed,
    positions.PAGE: positions.renewed,
    strengths.PAGE: strengths.renewed,
    ROOT / "docs/rules.md": document.renewed,
    ROOT / "docs/strategies.md": strategy_page.renewed,
}


def main(arguments: list[str]) -> None:
    """Write every page."""
    for path, renewed in PAGES.items():
        path.write_text(renewed(path.read_text(encoding="utf-8")), encoding="utf-8")
    if "--quick" in arguments:
        return
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "work"
        folder.mkdir()
        readme.renew(folder)


if __name__ == "__main__":
    main(sys.argv[1:])
