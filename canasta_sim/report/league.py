"""Tables of a league: standings, who beats whom, and how often."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from canasta_sim.report.tables import Table
from canasta_sim.report.words import figure_text, joined, number, over_units
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.intervals import Estimate
from canasta_sim.stats.league import pairings, sequential_test_of, standings
from canasta_sim.stats.metrics import METRICS, Metric
from canasta_sim.stats.standings import LEVELS, levels
from canasta_sim.stats.summary import figure

RATING = Metric("rating", "Rating", "", "Elo points", "Bradley-Terry rating, the mean of the league being 0.")
"""How ratings are written; they are no metric of a summary."""


def league_tables(aggregate: Aggregate, manifest: Mapping[str, Any] | None = None) -> list[Table]:
    """Return the standings and the cross tables of a league: margins and shares won."""
    found = pairings(aggregate)
    if not found:
        return []
    of_levels = levels(found[0].variant)[::-1]  # games first, where there are any
    crosses = [cross_table(aggregate, level, which) for level in of_levels for which in (0, 1)]
    first = standings_table(aggregate)
    if decision_sentence(aggregate, manifest or {}):
        first.caption += (
            " A run that ends when a test has decided shows a margin that is biased away from zero."
        )
    return [first, *crosses]


def standings_table(aggregate: Aggregate) -> Table:
    """Return the strategies, best first, with their mean margins and ratings."""
    rows = standings(aggregate)
    what = "game" if _of_games(aggregate) else "round"
    head = ["Strategy", f"Margin, points a {what}", "Won, %", "Rating, Elo", "Beats", "Loses to"]
    table = Table("Standings", _caption(aggregate), head, words=("Beats", "Loses to"))
    for row in rows:
        table.rows.append(
            [
                row.strategy,
                figure_text(row.margin, METRICS["margin"], sign=True),
                number(100 * row.won, 1),
                figure_text(row.rating, RATING, sign=True),
                _opponents(row.beaten, len(rows) - 1),
                _opponents(row.lost_to, len(rows) - 1),
            ]
        )
    return table


def _opponents(names: list[str], of: int) -> str:
    """Return the names of some opponents, of so many there are."""
    if not names:
        return "nobody"
    return "everybody" if len(names) == of > 1 else joined(names)


def cross_table(aggregate: Aggregate, level: str = "round", which: int = 0) -> Table:
    """Return the margin of each strategy (row) against each other (column), or the share it wins.

    Parameters
    ----------
    aggregate : Aggregate
        One variant per pairing.
    level : {"round", "game"}
        Of rounds or of games.
    which : {0, 1}
        Margins, or shares won.
    """
    names = [row.strategy for row in standings(aggregate, rated=False)]
    entry = METRICS[LEVELS[level][which]]
    cells: dict[tuple[str, str], Estimate] = {}
    for pairing in pairings(aggregate):
        for mine, other in ((pairing.first, pairing.second), (pairing.second, pairing.first)):
            cells[mine, other] = figure(aggregate, pairing.variant.name, mine, entry.name)
    interval = "± half the 95 % interval"
    title, caption = (
        (f"Who beats whom, points a {level}", f"Mean points by which the row beats the column {interval}."),
        (f"How often, % of {level}s", f"Share that the row wins against the column, in per cent {interval}."),
    )[which]
    table = Table(title, caption, ["Strategy", *names])
    for name in names:
        row = [cells.get((name, other)) for other in names]
        texts = ["" if cell is None else figure_text(cell, entry, sign=not which) for cell in row]
        table.rows.append([name, *texts])
    return table


def decision_sentence(aggregate: Aggregate, manifest: Mapping[str, Any]) -> str:
    """Return what a sequential test has decided, and that the margin is biased; nothing without a test."""
    asked = manifest.get("sprt")
    found = pairings(aggregate)
    if not asked or len(found) != 1:
        return ""
    points, rate = float(asked["points"]), float(asked["error_rate"])
    test = sequential_test_of(aggregate, points, rate)
    first, second = found[0].first, found[0].second
    of = f"sequential test of {points:g} points either way, error rates {100 * rate:g} %"
    if test.decision == "go on":
        return f"Not decided yet ({of})."
    ahead = first if test.decision == "second" else second
    return (
        f"Decided: {ahead} is ahead ({of}, after {over_units(found[0].variant)}); since the run ended when "
        "that was clear, the margin is biased away from zero."
    )


def _of_games(aggregate: Aggregate) -> bool:
    return any(variant.of_games for variant in aggregate.variants.values())


def _caption(aggregate: Aggregate) -> str:
    fewest = min(
        (variant for variant in aggregate.variants.values() if variant.units),
        key=lambda variant: variant.units,
    )
    more = "or more " if len({variant.units for variant in aggregate.variants.values()}) > 1 else ""
    return (
        f"± half the 95 % interval, over {over_units(fewest)} {more}of each pairing with the seats changed; "
        "every opponent counts the same. Ratings: Bradley-Terry, 400 points are odds of ten to one, with "
        "half a win added to either side of each pairing; their intervals come from a bootstrap over deals."
    )
