"""Bars: how rounds end, where points come from, canastas by kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from canasta_sim.report.plots.series import Series, series_of, variants_of
from canasta_sim.report.plots.style import (
    COLOURS,
    FAINT,
    Picture,
    caption_of,
    finish,
    frame,
    legend_below,
    name_rows,
    plain,
)
from canasta_sim.report.words import joined, number, value_words
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.metrics import METRICS

_HATCHES = ("", "///", "...", "xx")


def points(aggregate: Aggregate, manifest: Mapping[str, Any]) -> Picture | None:
    """Draw where the points of a side come from: what counts for it to the right, against it to the left."""
    series = series_of(aggregate)
    sources = (
        ("melded", "cards melded"),
        ("bonus_canastas", "canastas"),
        ("bonus_red_threes", "red threes"),
        ("bonus_going_out", "going out"),
        ("in_hand", "left in hand"),
    )
    values = {
        name: [_value(one, name) * (-1 if name == "in_hand" else 1) for one in series] for name, _ in sources
    }
    if not any(any(row) for row in values.values()):
        return None
    figure, axes = frame(1.5 + 0.5 * len(series))
    right, left = [0.0] * len(series), [0.0] * len(series)
    rows = range(len(series))
    for (name, word), colour, hatch in zip(sources, COLOURS, (*_HATCHES, "\\\\"), strict=False):
        starts = [right[i] if values[name][i] >= 0 else left[i] for i in rows]
        axes.barh(
            rows,
            values[name],
            left=starts,
            height=0.62,
            color=colour,
            edgecolor="white",
            hatch=hatch,
            label=word,
        )
        for i in rows:
            side = right if values[name][i] >= 0 else left
            side[i] += values[name][i]
    for i, one in enumerate(series):
        axes.plot(
            [_value(one, "score")],
            [i],
            marker="D",
            color="black",
            markersize=5,
            linestyle="none",
            label="score" if i == 0 else None,
        )
    axes.axvline(0, color="black", linewidth=0.8)
    name_rows(axes, [one.name for one in series])
    axes.set_xlabel("Points a round")
    legend_below(figure, axes)
    first = series[0]
    largest = max((name for name, _ in sources[:4]), key=lambda name: values[name][0])
    word = dict(sources)[largest]
    gained = sum(max(0.0, values[name][0]) for name, _ in sources)
    title = (
        f"{first.name}: {number(100 * values[largest][0] / gained, 0)} % of what it gains comes from {word}"
    )
    return finish(
        figure,
        "points",
        title,
        caption_of(aggregate, manifest, "Mean points of a side by source."),
        f"Stacked bars of points by source. {title}.",
    )


def _value(one: Series, name: str) -> float:
    found = one.figure(name)
    return 0.0 if found is None or found.value is None else found.value


def ends(aggregate: Aggregate, manifest: Mapping[str, Any]) -> Picture | None:
    """Draw how rounds end, and who closes them."""
    variants = variants_of(aggregate)
    figure, axes = frame(1.5 + 0.45 * len(variants))
    widths = [0.0] * len(variants)
    names = list(dict.fromkeys(label for one in variants for label in one.variant.labels))
    several = len(names) == 2
    parts: list[tuple[str, list[float]]] = []
    if several:
        for label in names:
            closed = [_share_of(one, label, "went_out") for one in variants]
            parts.append((f"closed by {label}", [100 * share for share in closed]))
    else:
        parts.append(("closed", [100 * _value(one, "closed") for one in variants]))
    parts.append(("stock used up", [100 * _value(one, "stock_out") for one in variants]))
    parts.append(("no move", [100 * _value(one, "no_move") for one in variants]))
    for (word, values), colour, hatch in zip(parts, COLOURS, _HATCHES, strict=False):
        if not any(values):
            continue
        axes.barh(
            range(len(variants)),
            values,
            left=widths,
            height=0.62,
            color=colour,
            edgecolor="white",
            hatch=hatch,
            label=plain(word),
        )
        widths = [width + value for width, value in zip(widths, values, strict=True)]
    name_rows(axes, [one.name for one in variants])
    axes.set_xlim(0, 100)
    axes.set_xlabel("Share of rounds, %")
    legend_below(figure, axes)
    closed_words = [
        f"{_closed_words(one)}{f' under {one.name}' if len(variants) > 1 else ''}" for one in variants
    ]
    title = f"Rounds closed: {joined(closed_words)}" if len(variants) <= 3 else "How rounds end"
    return finish(
        figure, "ends", title, caption_of(aggregate, manifest, "How rounds end."), f"Stacked bars. {title}."
    )


def _closed_words(one: Series) -> str:
    found = one.figure("closed")
    return "" if found is None else value_words(found, METRICS["closed"])


def _share_of(one: Series, label: str, name: str) -> float:
    group = one.variant.groups.get(label)
    if group is None:
        return 0.0
    x, y, *_ = group.sums[name]
    return x / y if y else 0.0


def canastas(aggregate: Aggregate, manifest: Mapping[str, Any]) -> Picture | None:
    """Draw canastas by kind."""
    series = series_of(aggregate)
    kinds = [
        (name, word)
        for name, word in (
            ("natural_canastas", "natural"),
            ("mixed_canastas", "mixed"),
            ("wild_canastas", "wild"),
        )
        if any(_value(one, name) for one in series)
    ]
    if not kinds:
        return None
    figure, axes = frame()
    width = 0.8 / len(series)
    for i, one in enumerate(series):
        places = [k + (i - (len(series) - 1) / 2) * width for k in range(len(kinds))]
        found = [one.figure(name) for name, _ in kinds]
        heights = [0.0 if f is None or f.value is None else f.value for f in found]
        halves = [0.0 if f is None or f.half is None else f.half for f in found]
        axes.bar(
            places,
            heights,
            width * 0.92,
            color=one.colour,
            yerr=halves,
            ecolor=FAINT,
            capsize=3,
            label=plain(one.name),
        )
    axes.set_xticks(range(len(kinds)), [word for _, word in kinds])
    axes.set_ylabel("Canastas of a side, per round")
    axes.grid(visible=False, axis="x")
    if len(series) > 1:
        axes.legend(frameon=False, fontsize=9)
    totals = [f"{number(_value(one, 'canastas'), 2)} for {one.name}" for one in series]
    title = f"Canastas a round: {joined(totals)}" if len(series) <= 3 else "Canastas by kind"
    caption = caption_of(aggregate, manifest, "Mean canastas of a side; whiskers are 95 % intervals.")
    return finish(figure, "canastas", title, caption, f"Bars of canastas by kind. {title}.")
