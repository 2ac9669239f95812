"""A league as frames: ratings and the cross table, one line each, as in ``ratings.csv`` and ``cross.csv``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.groups import Variant
from canasta_sim.stats.intervals import Estimate
from canasta_sim.stats.league import pairings, standings
from canasta_sim.stats.summary import figure, rounded

if TYPE_CHECKING:
    import pandas as pd

RATINGS = (
    "strategy",
    "rating",
    "rating_se",
    "rating_ci_low",
    "rating_ci_high",
    "margin",
    "margin_se",
    "margin_ci_low",
    "margin_ci_high",
    "won",
    "beats",
    "loses_to",
)
CROSS = (
    "strategy",
    "opponent",
    "level",
    "margin",
    "margin_se",
    "margin_ci_low",
    "margin_ci_high",
    "won",
    "won_se",
    "won_ci_low",
    "won_ci_high",
    "n",
)
#: Level -> metrics of the margin and of the share won.
LEVELS = {"round": ("margin", "won"), "game": ("game_margin", "game_won")}


def levels(variant: Variant) -> list[str]:
    """Return on which levels a variant has results."""
    return ["round", "game"] if variant.of_games else ["round"]


def ratings_frame(aggregate: Aggregate) -> pd.DataFrame:
    """Return the standings of a league, best first.

    Parameters
    ----------
    aggregate : Aggregate
        One variant per pairing.

    Returns
    -------
    DataFrame
        With the columns RATINGS: rating in Elo points (of games, where games were played), margin in points a
        round or game against the field, share won, and names joined by spaces.
    """
    import pandas as pd

    lines = [
        [
            row.strategy,
            *_numbers(row.rating),
            *_numbers(row.margin),
            rounded(row.won),
            " ".join(row.beaten),
            " ".join(row.lost_to),
        ]
        for row in standings(aggregate)
    ]
    return pd.DataFrame(lines, columns=list(RATINGS))


def cross_frame(aggregate: Aggregate) -> pd.DataFrame:
    """Return who beats whom: a line for each strategy, opponent and level.

    Parameters
    ----------
    aggregate : Aggregate
        One variant per pairing.

    Returns
    -------
    DataFrame
        With the columns CROSS: margin in points a round (or game) and share won, with standard errors and
        95 % intervals over ``n`` deals (or pairs of games).
    """
    import pandas as pd

    lines: list[list[Any]] = []
    for pairing in pairings(aggregate):
        variant = pairing.variant
        for mine, other in ((pairing.first, pairing.second), (pairing.second, pairing.first)):
            for level in levels(variant):
                margin, won = (figure(aggregate, variant.name, mine, name) for name in LEVELS[level])
                lines.append([mine, other, level, *_numbers(margin), *_numbers(won), margin.n])
    return pd.DataFrame(lines, columns=list(CROSS))


def _numbers(found: Estimate) -> list[float | None]:
    return [rounded(number) for number in (found.value, found.se, found.low, found.high)]
