"""Tables of a league: standings, and who beats whom."""

from __future__ import annotations

from canasta_sim.report.tables import Table
from canasta_sim.report.words import figure_text, joined, number, over_units
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.intervals import Estimate
from canasta_sim.stats.league import pairings, standings, turned
from canasta_sim.stats.metrics import METRICS, Metric

RATING = Metric("rating", "Rating", "", "Elo points", "Bradley-Terry rating, the mean of the league being 0.")
"""How ratings are written; they are no metric of a summary."""


def league_tables(aggregate: Aggregate) -> list[Table]:
    """Return the standings and the cross table of a league."""
    return [standings_table(aggregate), cross_table(aggregate)]


def standings_table(aggregate: Aggregate) -> Table:
    """Return the strategies, best first, with their mean margins and ratings."""
    rows = standings(aggregate)
    head = ["Strategy", "Margin, points", "Won, %", "Rating, Elo", "Beats", "Loses to"]
    table = Table("Standings", _caption(aggregate), head)
    for row in rows:
        table.rows.append(
            [
                row.strategy,
                figure_text(row.margin, METRICS["margin"], sign=True),
                number(100 * row.won, 1),
                figure_text(row.rating, RATING, sign=True),
                joined(row.beaten) or "nobody",
                joined(row.lost_to) or "nobody",
            ]
        )
    return table


def cross_table(aggregate: Aggregate) -> Table:
    """Return the margin of each strategy (row) against each other (column)."""
    names = [row.strategy for row in standings(aggregate, rated=False)]
    margins: dict[tuple[str, str], Estimate] = {}
    for pairing in pairings(aggregate):
        margins[pairing.first, pairing.second] = pairing.margin
        margins[pairing.second, pairing.first] = turned(pairing.margin)
    caption = (
        "Mean points by which the strategy of the row beats that of the column ± half the 95 % interval."
    )
    table = Table("Who beats whom", caption, ["Strategy", *names])
    for name in names:
        cells = [margins.get((name, other)) for other in names]
        texts = ["" if cell is None else figure_text(cell, METRICS["margin"], sign=True) for cell in cells]
        table.rows.append([name, *texts])
    return table


def _caption(aggregate: Aggregate) -> str:
    variant = next(iter(aggregate.variants.values()))
    return (
        f"± half the 95 % interval, over {over_units(variant)} of each pairing with the seats changed; "
        "every opponent counts the same. Ratings: Bradley-Terry, 400 points are odds of ten to one; "
        "their intervals come from a bootstrap over deals."
    )
