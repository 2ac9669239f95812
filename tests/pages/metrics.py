"""docs/figures.md: the metrics, in the order in which summaries list them."""

from __future__ import annotations

from canasta_sim.stats.metrics import METRICS, Metric
from tests.pages.marks import ROOT, filled, table

PAGE = ROOT / "docs/figures.md"


def renewed(page: str) -> str:
    """Return docs/figures.md with its table written anew."""
    rows = [(f"`{one.name}`", one.unit, _kind(one), one.meaning, one.formula) for one in METRICS.values()]
    return filled(page, "metrics", ["", *table(("metric", "unit", "kind", "meaning", "formula"), rows), ""])


def _kind(one: Metric) -> str:
    return f"{one.kind}, {'each side' if one.per == 'side' else 'the table'}"
