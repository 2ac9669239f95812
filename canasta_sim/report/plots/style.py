"""How pictures look: colours, frames, captions, and the bytes of the file."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

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
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), dpi=DPI, facecolor="white")
    axes = figure.add_subplot()
    for name in ("top", "right"):
        axes.spines[name].set_visible(False)
    for name in ("left", "bottom"):
        axes.spines[name].set_color(FAINT)
    axes.tick_params(colors=INK, labelsize=9)
    axes.grid(visible=True, color=GRID, linewidth=0.7)
    axes.set_axisbelow(True)
    return figure, axes


#: Height of a further line of a row's name, in inches.
_LINE = 0.17


def legend_below(figure: Figure, axes: Axes) -> None:
    """Put the legend below the axes, on one line."""
    handles, names = axes.get_legend_handles_labels()
    names = [shortened(name, 26) for name in names]
    figure.legend(handles, names, loc="lower center", ncols=len(names), frameon=False, fontsize=8)


def name_rows(axes: Axes, names: Sequence[str]) -> None:
    """Name the rows of horizontal bars or dots, the first on top; long names take two lines or three."""
    written = [plain(folded(name)) for name in names]
    axes.set_yticks(range(len(names)), written)
    more_lines = max((name.count("\n") for name in written), default=0)
    figure = axes.get_figure(root=True)
    if figure is not None:
        figure.set_figheight(figure.get_figheight() + _LINE * more_lines * len(names))
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(visible=False, axis="y")


def shortened(name: str, longest: int = 32) -> str:
    """Return a name that fits beside a picture."""
    return name if len(name) <= longest else f"{name[: longest - 1]}…"


def folded(name: str) -> str:
    """Return a name on as many lines as it needs beside a picture, three at most: names of a grid end alike."""
    return "\n".join(textwrap.wrap(name, 32, max_lines=3, placeholder="…"))


def finish(figure: Figure, name: str, title: str, caption: str, alt: str) -> Picture:
    """Write the title, and what the caption says of n and the seed, into the figure; return the picture.

    Parameters
    ----------
    figure : Figure
        What was drawn.
    name, title, caption, alt : str
        As in `Picture`; a dollar sign is text, not mathematics.
    """
    lines = textwrap.wrap(title, 78, max_lines=4, placeholder=" …")
    written = plain("\n".join(lines))
    figure.text(
        0.5,
        1 - 0.08 / figure.get_figheight(),
        written,
        ha="center",
        va="top",
        fontsize=11,
        color=INK,
        fontweight="bold",
    )
    figure.axes[0].set_title(plain(caption[caption.rindex("n = ") :]), fontsize=8, color=FAINT, loc="left")
    _arrange(figure, len(lines))
    return Picture(name, title, caption, alt, _png(figure))


def _arrange(figure: Figure, title_lines: int) -> None:
    """Leave room for what stands around the axes.

    Matplotlib's own layout engines would measure all of it, and take more time than the drawing.
    """
    axes = figure.axes[0]
    width, height = figure.get_size_inches()
    rows, columns = (
        [text.get_text() for text in labels] for labels in (axes.get_yticklabels(), axes.get_xticklabels())
    )
    left = max(0.5, 0.17 + _longest(rows)) + (0.3 if axes.get_ylabel() else 0.0)
    slanted = any(text.get_rotation() for text in axes.get_xticklabels())
    bottom = 0.35 + (0.22 if axes.get_xlabel() else 0.0) + (0.26 if figure.legends else 0.0)
    bottom += 0.5 * _longest(columns) if slanted else 0.0
    top = 0.34 + 0.19 * title_lines
    figure.subplots_adjust(
        left=left / width, right=1 - 0.2 / width, bottom=bottom / height, top=1 - top / height
    )


def _longest(names: Sequence[str]) -> float:
    """Return the width of the longest name, in inches."""
    from matplotlib.textpath import TextPath

    lines = [line for name in names for line in name.splitlines() if line.strip()]
    written = [TextPath((0, 0), line, size=9).get_extents().width for line in lines]
    # Fitted to pixels, letters come out a little wider than their outlines.
    return 1.08 * max(written, default=0.0) / 72


_COLOURS_KEPT = 128


def _png(figure: Figure) -> bytes:
    """Return the file of a picture: drawn once (savefig draws twice), the same bytes for the same figures."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from PIL import Image

    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()
    buffer = io.BytesIO()
    image = Image.fromarray(np.asarray(canvas.buffer_rgba())[:, :, :3])
    # A palette: the file is a third as large. Of the ways to choose one, this keeps rare colours (cells of a grid).
    few = image.quantize(_COLOURS_KEPT, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(buffer, "PNG", dpi=(DPI, DPI))
    return buffer.getvalue()


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
    if len({(variant.unit, variant.units) for variant in variants}) > 1:
        first, *_, last = sorted(variants, key=lambda variant: variant.units)
        each = f" to {over_units(last)} of each variant"
    return f"n = {over_units(first)}{each} ({sum(variant.rounds for variant in variants):,} rounds)"
