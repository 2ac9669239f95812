"""docs/strength.md: how strong the built-in strategies are, from the leagues in results/published."""

from __future__ import annotations

from pathlib import Path

from canasta_sim.report.words import figure_text
from canasta_sim.rules import load_rules, preset_names
from canasta_sim.stats.intervals import Estimate
from canasta_sim.stats.metrics import METRICS
from tests.pages.answers import PUBLISHED, rows_of
from tests.pages.marks import ROOT, filled, table

PAGE = ROOT / "docs/strength.md"
STRONGEST = "expert"


def leagues() -> dict[str, Path]:
    """Return the folder of the published league of each preset."""
    folders = {name: PUBLISHED / f"league-{name}" for name in preset_names()}
    return {name: folder for name, folder in folders.items() if folder.exists()}


def renewed(page: str) -> str:
    """Return the page with its tables made anew."""
    found = leagues()
    if not found:
        return page
    page = filled(page, "field", ["", *_against_the_field(found), ""])
    return filled(page, "strongest", ["", *_strongest(found), ""])


def _against_the_field(found: dict[str, Path]) -> list[str]:
    """Return the table of margins against the field, and of places."""
    cells: dict[str, list[str]] = {}
    means: dict[str, float] = {}
    for name, folder in found.items():
        for place, row in enumerate(rows_of(folder / "ratings.csv"), 1):
            text = _text(row, "margin")
            cells.setdefault(row["strategy"], []).append(f"{text} ({place})")
            means[row["strategy"]] = means.get(row["strategy"], 0.0) + place / len(found)
        assert len(cells[row["strategy"]]) == list(found).index(name) + 1
    order = sorted(cells, key=lambda strategy: (means[strategy], strategy))
    return table(["strategy", *map(_headed, found)], [[f"`{each}`", *cells[each]] for each in order])


def _strongest(found: dict[str, Path]) -> list[str]:
    """Return the table of what the strongest strategy wins from each other one."""
    cells: dict[str, list[str]] = {}
    for folder in found.values():
        for row in rows_of(folder / "cross.csv"):
            if row["strategy"] == STRONGEST and row["level"] == "round":
                cells.setdefault(row["opponent"], []).append(_text(row, "margin"))
    return table([f"`{STRONGEST}` against", *map(_headed, found)], [[f"`{a}`", *b] for a, b in cells.items()])


def _headed(preset: str) -> str:
    return f"{preset} ({'two' if load_rules(preset)['table.players'] == 2 else 'four'})"


def _text(row: dict[str, str], name: str) -> str:
    value, se, low, high = (float(row[key]) for key in (name, f"{name}_se", f"{name}_ci_low", f"{name}_ci_high"))
    return figure_text(Estimate(value, se, low, high, 2), METRICS["margin"], sign=True)
