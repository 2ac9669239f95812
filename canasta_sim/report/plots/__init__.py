"""The pictures of a report, drawn from aggregates alone.

`pictures` says which belong to a run, comparison or league. Each title states what is to be seen, each
caption how much was played and with which seed. Nothing here touches pyplot's global state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from canasta_sim.report.plots.style import Picture
from canasta_sim.stats.aggregate import Aggregate

__all__ = ["MOST_PAIRINGS", "Picture", "pictures"]

#: Skill and luck is told of leagues up to this size; of larger ones it would be a list that nobody reads.
MOST_PAIRINGS = 15

Draw = Callable[[Aggregate, Mapping[str, Any]], "Picture | None"]


def pictures(aggregate: Aggregate, manifest: Mapping[str, Any]) -> list[Picture]:
    """Draw the pictures of a report, in the order of reading.

    Parameters
    ----------
    aggregate : Aggregate
        Sums over everything that was played.
    manifest : mapping
        What was played.
    """
    found = [draw(aggregate, manifest) for draw in _plan(aggregate, manifest)]
    return [picture for picture in found if picture is not None]


def _plan(aggregate: Aggregate, manifest: Mapping[str, Any]) -> list[Draw]:
    from canasta_sim.report.plots import bars, distributions, games, grids, intervals

    played = [variant for variant in aggregate.variants.values() if variant.units]
    if not played:
        return []
    if manifest.get("command") == "league":
        few = len(played) <= MOST_PAIRINGS
        return [intervals.ratings, grids.cross, *([intervals.skill] if few else [])]
    about_rounds: list[Draw] = [
        distributions.scores,
        distributions.margins,
        bars.points,
        bars.ends,
        distributions.turns,
        distributions.openings,
        bars.canastas,
        intervals.first_seat,
        intervals.running,
        intervals.skill,
    ]
    about_games: list[Draw] = [games.race, games.lengths] if played[0].of_games else []
    if aggregate.baseline is not None and len(played) > 1:
        return [intervals.forest, grids.heat_map, *about_games, *about_rounds]
    return [*about_games, *about_rounds]
