"""Heat maps: grids of two knobs, and who beats whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_sim.report.plots.intervals import main_metric
from canasta_sim.report.plots.style import INK, Picture, caption_of, finish, frame, plain, shortened
from canasta_sim.report.words import number, unit_of
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.league import pairings, standings
from canasta_sim.stats.metrics import METRICS
from canasta_sim.stats.summary import figure as figure_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_CELLS_WITH_TEXT = 144


def varied_knobs(manifest: Mapping[str, Any]) -> list[str]:
    """Return the knobs in which the variants of a manifest differ."""
    knobs = [variant["rules"]["knobs"] for variant in manifest.get("variants", []) if "rules" in variant]
    if len(knobs) < 2:
        return []
    return [name for name in knobs[0] if any(other.get(name) != knobs[0][name] for other in knobs[1:])]


def heat_map(aggregate: Aggregate, manifest: Mapping[str, Any]) -> Picture | None:
    """Draw the main metric over a grid of two knobs, where the variants are one."""
    knobs = varied_knobs(manifest)
    if len(knobs) != 2:
        return None
    name, label = main_metric(aggregate, manifest)
    entry = METRICS[name]
    factor = 100 if entry.is_share else 1
    cells: dict[tuple[str, str], float] = {}
    for variant in manifest["variants"]:
        sums = aggregate.variants.get(variant["name"])
        if sums is None or not sums.units:
            continue
        found = figure_of(aggregate, sums.name, label or sums.labels[0], name)
        place = (_text(variant["rules"]["knobs"][knobs[0]]), _text(variant["rules"]["knobs"][knobs[1]]))
        if found.value is not None:
            cells[place] = found.value * factor
    rows = list(dict.fromkeys(place[0] for place in cells))
    columns = list(dict.fromkeys(place[1] for place in cells))
    if len(rows) < 2 or len(columns) < 2 or len(cells) < len(rows) * len(columns):
        return None
    figure, axes = frame(1.6 + 0.45 * len(rows))
    table = [[cells[row, column] for column in columns] for row in rows]
    coloured(axes, table, rows, columns, "viridis", None)
    axes.set_ylabel(plain(knobs[0]))
    axes.set_xlabel(plain(knobs[1]))
    best = max(cells, key=lambda place: cells[place])
    least = min(cells, key=lambda place: cells[place])
    title = (
        f"{entry.title}: from {number(cells[least], 1)} ({knobs[0]} {least[0]}, {knobs[1]} {least[1]}) "
        f"to {number(cells[best], 1)} {unit_of(entry)} ({best[0]}, {best[1]})"
    )
    caption = caption_of(aggregate, manifest, f"{entry.title} ({unit_of(entry)}) for each pair of values.")
    return finish(figure, "grid", title, caption, f"Heat map. {title}.")


def _text(value: object) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def cross(aggregate: Aggregate, manifest: Mapping[str, Any]) -> Picture | None:
    """Draw the margins of a league as a grid."""
    names = [row.strategy for row in standings(aggregate, rated=False)]
    margins: dict[tuple[str, str], float] = {}
    for pairing in pairings(aggregate):
        if pairing.margin.value is not None:
            margins[pairing.first, pairing.second] = pairing.margin.value
            margins[pairing.second, pairing.first] = -pairing.margin.value
    if not margins:
        return None
    figure, axes = frame(1.8 + 0.45 * len(names))
    largest = max(abs(value) for value in margins.values()) or 1.0
    table = [[margins.get((row, column), float("nan")) for column in names] for row in names]
    coloured(axes, table, names, names, "PuOr", largest)
    axes.set_xlabel("against")
    most = max(margins, key=lambda pair: margins[pair])
    title = f"The largest margin: {most[0]} beats {most[1]} by {number(margins[most], 0)} points a round"
    text = "Mean points a round by which the strategy of the row beats that of the column."
    return finish(
        figure, "cross_table", title, caption_of(aggregate, manifest, text), f"Grid of margins. {title}."
    )


def coloured(
    axes: Axes,
    table: list[list[float]],
    rows: list[str],
    columns: list[str],
    colours: str,
    largest: float | None,
) -> None:
    """Draw a table of numbers in colours, with the numbers in it where there is room.

    Parameters
    ----------
    axes : Axes
        Where.
    table : list of list of float
        Rows of numbers; NaN for empty cells.
    rows, columns : list of str
        Their names.
    colours : str
        Name of a colour map.
    largest : float or None
        Size of the ends of a scale around zero; None: the scale is that of the numbers.
    """
    import numpy as np

    values = np.array(table)
    limits = (None, None) if largest is None else (-largest, largest)
    image = axes.imshow(values, cmap=colours, aspect="auto", vmin=limits[0], vmax=limits[1])
    axes.grid(visible=False)
    axes.set_xticks(
        range(len(columns)),
        [plain(name) for name in columns],
        rotation=30 if len(columns) > 4 else 0,
        ha="right" if len(columns) > 4 else "center",
    )
    axes.set_yticks(range(len(rows)), [plain(shortened(name)) for name in rows])
    if values.size > MOST_CELLS_WITH_TEXT:
        axes.figure.colorbar(image, ax=axes)
        return
    decimals = 0 if np.nanmax(np.abs(values)) >= 100 else 1 if np.nanmax(np.abs(values)) >= 10 else 2
    for i, j in np.ndindex(values.shape):
        if np.isfinite(values[i, j]):
            red, green, blue, _ = image.cmap(image.norm(values[i, j]))
            dark = 0.299 * red + 0.587 * green + 0.114 * blue < 0.5
            axes.text(
                j,
                i,
                number(float(values[i, j]), decimals),
                ha="center",
                va="center",
                fontsize=9,
                color="white" if dark else INK,
            )
