"""How pictures look: colours, frames, captions, and the bytes of the file."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from canasta_sim.report.words import over_units
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.groups import Variant

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#7F7F7F", "#000000")
"""Colours that most colour-blind people can tell apart (Okabe and Ito, Color Universal Design, 2008)."""
LINES = ("-", "--", "-.", ":")
MOST_SERIES = len(COLOURS)
INK, FAINT, GRID = "#222222", "#666666", "#DDDDDD"
WIDTH = 7.6
DPI = 110


@dataclass(frozen=True)
class Picture:
    """A picture of a report.

    Attributes
    ----------
    name : str
        Stem of its file in ``plots/``.
    title : str
        What is to be seen.
    caption : str
        What is drawn, over how much.
    alt : str
        The same for those who cannot see it.
    png : bytes
        The file.
    """

    name: str
    title: str
    caption: str
    alt: str
    png: bytes


def frame(height: float = 3.6, width: float = WIDTH) -> tuple[Figure, Axes]:
    """Return a figure with one pair of axes, drawn without any window.

    Parameters
    ----------
    height, width : float
        In inches.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), dpi=DPI, layout="constrained", facecolor="white")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    for name in ("top", "right"):
        axes.spines[name].set_visible(False)
    for name in ("left", "bottom"):
        axes.spines[name].set_color(FAINT)
    axes.tick_params(colors=INK, labelsize=9)
    axes.grid(visible=True, color=GRID, linewidth=0.7)
    axes.set_axisbelow(True)
    return figure, axes


def finish(figure: Figure, name: str, title: str, caption: str, alt: str) -> Picture:
    """Write the title, and what the caption says of n and the seed, into the figure; return the picture.

    Parameters
    ----------
    figure : Figure
        What was drawn.
    name, title, caption, alt : str
        As in `Picture`; what begins with a dollar sign is text, not mathematics.
    """
    figure.suptitle(plain(title), fontsize=11, color=INK, fontweight="bold", wrap=True)
    figure.axes[0].set_title(plain(caption[caption.rindex("n = ") :]), fontsize=8, color=FAINT, loc="left")
    buffer = io.BytesIO()
    # Without the version of the library in it, the same figures give the same bytes.
    figure.savefig(buffer, format="png", metadata={"Software": None})
    return Picture(name, title, caption, alt, buffer.getvalue())


def plain(text: str) -> str:
    """Return text in which matplotlib sees no mathematics."""
    return text.replace("$", r"\$")


def caption_of(aggregate: Aggregate, manifest: Mapping[str, Any], what: str) -> str:
    """Return a caption: what is drawn, how much was played, and the seed."""
    variants = [variant for variant in aggregate.variants.values() if variant.units]
    return f"{what} {how_much(variants)}, seed {manifest.get('seed')}."


def how_much(variants: list[Variant]) -> str:
    """Return how much was played: ``n = 50,000 deals (100,000 rounds)``."""
    first = variants[0]
    each = " of each variant" if len(variants) > 1 else ""
    return f"n = {over_units(first)}{each} ({sum(variant.rounds for variant in variants):,} rounds)"
