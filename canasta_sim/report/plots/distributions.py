"""Distributions: scores, margins, turns, and when sides open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_sim.report.plots.series import Series, quantile, series_of, share_where, shares, variants_of
from canasta_sim.report.plots.style import Picture, caption_of, finish, frame, plain
from canasta_sim.report.words import joined, number, value_words
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.histograms import HISTOGRAMS, Counts
from canasta_sim.stats.metrics import METRICS

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def steps(
    axes: Axes, series: Series, counts: Counts, width: int, cut: tuple[int, int], *, filled: bool = True
) -> None:
    """Draw a histogram as a line of steps, bins beyond `cut` left out of sight."""
    import numpy as np

    bins, heights = shares(counts)
    found = dict(zip(bins, heights, strict=True))
    low, high = max(cut[0], bins[0]), min(cut[1], bins[-1])
    edges = np.arange(low, high + 2) * width
    values = [found.get(i, 0.0) for i in range(low, high + 1)]
    axes.stairs(
        values, edges, color=series.colour, linestyle=series.line, linewidth=1.8, label=plain(series.name)
    )
    if filled:
        axes.stairs(values, edges, color=series.colour, fill=True, alpha=0.12)


def cut_of(all_counts: list[Counts], share: float = 0.002) -> tuple[int, int]:
    """Return the range of bins worth showing: all but a few rows at either end."""
    return (
        min(quantile(counts, share) for counts in all_counts),
        max(quantile(counts, 1 - share) for counts in all_counts),
    )


def _overlay(
    series: list[Series], histogram: str, width: int, x_label: str, y_label: str
) -> tuple[Any, Any] | None:
    counted = [(one, one.counts(histogram)) for one in series]
    counted = [(one, counts) for one, counts in counted if counts]
    if not counted:
        return None
    figure, axes = frame()
    cut = cut_of([counts for _, counts in counted])
    for one, counts in counted:
        steps(axes, one, counts, width, cut, filled=len(counted) <= 2)
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    axes.set_ylim(bottom=0)
    if len(counted) > 1:
        axes.legend(frameon=False, fontsize=9)
    return figure, axes


def scores(aggregate: Aggregate, manifest: Mapping[str, Any]) -> Picture | None:
    """Draw the distribution of the score of a side in a round."""
    series = series_of(aggregate)
    width = HISTOGRAMS["score"].width
    drawn = _overlay(
        series, "score", width, "Score of a side in a round, points", f"Share of rounds per {width} points, %"
    )
    if drawn is None:
        return None
    spans = []
    for one in series:
        counts = one.counts("score")
        low, high = quantile(counts, 0.1) * width, (quantile(counts, 0.9) + 1) * width
        whose = f"{one.name}: " if len(series) > 1 else ""
        spans.append(f"{whose}{number(low, 0)} to {number(high, 0)}")
    title = (
        f"Eight of ten scores, in points: {'; '.join(spans)}"
        if len(spans) <= 3
        else "How scores are distributed"
    )
    means = [
        f"{one.name} {value_words(found, METRICS['score'])}"
        for one in series
        if (found := one.figure("score"))
    ]
    caption = caption_of(aggregate, manifest, f"Distribution of round scores. Means: {joined(means)}.")
    return finish(drawn[0], "scores", title, caption, f"Histogram of round scores. {title}.")


def margins(aggregate: Aggregate, manifest: Mapping[str, Any]) -> Picture | None:
    """Draw the distribution of the margin of a round between two strategies."""
    series = [one for one in series_of(aggregate) if one.label in one.variant.labels]
    if len(series) != 2:
        return None
    first = series[0]
    counts = first.counts("margin")
    width = HISTOGRAMS["margin"].width
    drawn = _overlay(
        [first],
        "margin",
        width,
        f"Points of {plain(first.name)} less those of {plain(series[1].name)}",
        f"Share of rounds per {width} points, %",
    )
    won = first.figure("won")
    if drawn is None or won is None:
        return None
    drawn[1].axvline(0, color="#222222", linewidth=1)
    title = f"{first.name} outscores {series[1].name} in {value_words(won, METRICS['won'])} of the rounds"
    spread = (quantile(counts, 0.1) * width, (quantile(counts, 0.9) + 1) * width)
    span = f"{number(spread[0], 0)} and {number(spread[1], 0)} points"
    text = f"Margin of a round; eight of ten lie between {span}."
    return finish(
        drawn[0],
        "margin",
        title,
        caption_of(aggregate, manifest, text),
        f"Histogram of the margin of a round. {title}.",
    )


def turns(aggregate: Aggregate, manifest: Mapping[str, Any]) -> Picture | None:
    """Draw the distribution of the number of turns of a round."""
    series = variants_of(aggregate)
    drawn = _overlay(series, "turns", 1, "Player-turns in a round", "Share of rounds, %")
    if drawn is None:
        return None
    medians = [str(quantile(one.counts("turns"), 0.5)) for one in series]
    medians[0] += " turns"
    if len(series) > 1:
        medians = [f"{median} under {one.name}" for median, one in zip(medians, series, strict=True)]
    title = f"Half of the rounds take no more than {joined(medians)}"
    if len(series) > 3:
        title = "How long rounds take"
    caption = caption_of(aggregate, manifest, "Player-turns until a round ends.")
    return finish(drawn[0], "turns", title, caption, f"Histogram of turns per round. {title}.")


def openings(aggregate: Aggregate, manifest: Mapping[str, Any]) -> Picture | None:
    """Draw how many sides have laid their initial meld by a turn."""
    series = [one for one in series_of(aggregate) if one.counts("opened_turn")]
    if not series:
        return None
    figure, axes = frame()
    last = max(quantile(one.counts("opened_turn"), 0.995) for one in series)
    for one in series:
        counts = one.counts("opened_turn")
        total = sum(counts.values())
        reached, values = 0, [0.0]
        for turn in range(1, last + 1):
            reached += counts.get(turn, 0)
            values.append(100 * reached / total)
        axes.step(
            range(last + 1),
            values,
            where="post",
            color=one.colour,
            linestyle=one.line,
            linewidth=1.8,
            label=plain(one.name),
        )
    axes.set_xlabel("Turn of the round")
    axes.set_ylabel("Sides that have opened, %")
    axes.set_ylim(0, 100)
    axes.set_xlim(0, max(last, 1))
    if len(series) > 1:
        axes.legend(frameon=False, fontsize=9, loc="lower right")
    never = [f"{one.name} {number(share_where(one.counts('opened_turn'), 0, 0), 1)} %" for one in series]
    title = f"Sides that never open: {joined(never)}" if len(never) <= 3 else "When sides open"
    caption = caption_of(aggregate, manifest, "Share of sides that have laid their initial meld by a turn.")
    return finish(figure, "openings", title, caption, f"Rising lines of opened sides by turn. {title}.")
