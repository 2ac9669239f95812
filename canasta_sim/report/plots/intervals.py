"""Figures with their intervals: differences, first seat, ratings, the running estimate, skill and luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from canasta_sim.errors import CanastaError
from canasta_sim.report.plots.style import (
    COLOURS,
    GRID,
    INK,
    Picture,
    caption_of,
    finish,
    frame,
    legend_below,
    name_rows,
    plain,
)
from canasta_sim.report.words import decimals_for, joined, number, unit_of
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.comparison import Comparison, comparison_table
from canasta_sim.stats.intervals import Estimate, Sums, estimate
from canasta_sim.stats.league import standings
from canasta_sim.stats.metrics import METRICS
from canasta_sim.stats.skill import SkillAndLuck, skill_and_luck
from canasta_sim.stats.summary import figure as figure_of
from canasta_sim.stats.sums import ALL

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_ROWS = 40


def main_metric(aggregate: Aggregate, manifest: Mapping[str, Any]) -> tuple[str, str | None]:
    """Return the metric that pictures of differences are about, and its label (None: each strategy's own)."""
    metrics = list(manifest.get("metrics") or [])
    name = metrics[0] if metrics else "closed"
    return name, ALL if name in next(iter(aggregate.variants.values())).groups[ALL].sums else None


def dots(axes: Axes, names: Sequence[str], found: Sequence[Estimate], factor: float = 1.0) -> None:
    """Draw one figure with its interval per row, first on top."""
    for row, one in enumerate(found):
        if one.value is None:
            continue
        value = one.value * factor
        axes.plot([value], [row], marker="o", color=COLOURS[0], markersize=6, linestyle="none")
        if one.low is not None and one.high is not None:
            axes.plot([one.low * factor, one.high * factor], [row, row], color=COLOURS[0], linewidth=2)
    axes.axvline(0, color=INK, linewidth=0.9)
    name_rows(axes, names)


def forest(aggregate: Aggregate, manifest: Mapping[str, Any]) -> Picture | None:
    """Draw the differences of the main metric from the baseline, with intervals."""
    name, _ = main_metric(aggregate, manifest)
    entry = METRICS[name]
    lines = [
        line
        for line in comparison_table(aggregate, manifest)
        if line.entry.name == name and line.difference.value is not None
    ]
    if not lines:
        return None
    lines = lines[:MOST_ROWS]
    figure, axes = frame(1.4 + 0.3 * len(lines))
    found = [_as_estimate(line) for line in lines]
    factor = 100 if entry.is_share else 1
    several = len({line.this[1] for line in lines}) > 1
    names = [f"{line.this[0]} ({line.this[1]})" if several else line.this[0] for line in lines]
    smallest = (manifest.get("smallest") or {}).get(name)
    if smallest is not None:
        axes.axvspan(
            -smallest * factor, smallest * factor, color=GRID, zorder=0, label="too little to matter"
        )
    dots(axes, names, found, factor)
    unit = "percentage points" if entry.is_share else unit_of(entry)
    axes.set_xlabel(f"{entry.title}, difference in {unit}")
    sure = [line for line in lines if line.p is not None and line.p < 0.05]
    title = f"{entry.title}: {len(sure)} of {len(lines)} variants differ from {aggregate.baseline}"
    if len(sure) == 1 or (sure and len(lines) <= 3):
        title = f"{entry.title}: {joined([_change(line, factor, unit) for line in sure])}"
    elif not sure:
        title = f"{entry.title}: no variant is shown to differ from {aggregate.baseline}"
    band = "" if smallest is None else ", grey where they are too little to matter"
    caption = caption_of(
        aggregate,
        manifest,
        f"Differences from {aggregate.baseline} with 95 % intervals{band}; the title is about those with a "
        "p-value below 0.05 after Holm's correction.",
    )
    return finish(figure, "differences", title, caption, f"Dots with intervals around zero. {title}.")


def _as_estimate(line: Comparison) -> Estimate:
    found = line.difference
    return Estimate(found.value, found.se, found.low, found.high, found.n, found.note)


def _change(line: Comparison, factor: float, unit: str) -> str:
    value = (line.difference.value or 0.0) * factor
    low, high = line.difference.low, line.difference.high
    half = None if low is None or high is None else (high - low) / 2 * factor
    sign = "+" if value > 0 else ""
    return f"{sign}{number(value, decimals_for(half, value))} {unit} under {line.this[0]}"


def first_seat(aggregate: Aggregate, manifest: Mapping[str, Any]) -> Picture | None:
    """Draw the advantage of the side that plays first, per variant."""
    variants = [variant for variant in aggregate.variants.values() if variant.units][:MOST_ROWS]
    found = [figure_of(aggregate, variant.name, ALL, "first_advantage") for variant in variants]
    if all(one.low is None for one in found):
        return None
    figure, axes = frame(1.3 + 0.3 * len(variants))
    dots(axes, [variant.name for variant in variants], found)
    axes.set_xlabel("Points of the first side less those of the other")
    title = "Playing first: " + joined(
        [_advantage(one, v.name, len(variants)) for one, v in zip(found, variants, strict=True)]
    )
    if len(variants) > 3:
        title = "What playing first is worth"
    caption = caption_of(aggregate, manifest, "First-seat advantage with its 95 % interval.")
    return finish(figure, "first_seat", title, caption, f"Dots with intervals around zero. {title}.")


def _advantage(found: Estimate, name: str, variants: int) -> str:
    where = f" under {name}" if variants > 1 else ""
    if found.value is None or found.low is None or found.high is None:
        return f"not enough data{where}"
    if found.low <= 0 <= found.high:
        return f"no advantage or disadvantage shown{where}"
    text = number(abs(found.value), decimals_for(found.half))
    return f"{text} points a round {'gained' if found.value > 0 else 'lost'}{where}"


def ratings(aggregate: Aggregate, manifest: Mapping[str, Any]) -> Picture | None:
    """Draw the ratings of a league."""
    rows = standings(aggregate)[:MOST_ROWS]
    rated = [row for row in rows if row.rating.value is not None]
    if not rated:
        return None
    rated.sort(key=lambda row: -(row.rating.value or 0.0))
    figure, axes = frame(1.3 + 0.32 * len(rated))
    dots(axes, [row.strategy for row in rated], [row.rating for row in rated])
    axes.set_xlabel("Bradley-Terry rating, Elo points (mean of the league = 0)")
    title = f"{rated[0].strategy} is rated highest"
    text = "Ratings with 95 % intervals from a bootstrap over deals; 400 points are odds of ten to one."
    return finish(
        figure, "ratings", title, caption_of(aggregate, manifest, text), f"Dots with intervals. {title}."
    )


def running(aggregate: Aggregate, manifest: Mapping[str, Any]) -> Picture | None:
    """Draw how the main estimate settled as more deals were played."""
    variants = [variant for variant in aggregate.variants.values() if variant.units]
    variant = variants[0]
    two = len(variant.labels) == 2
    name = ("game_margin" if variant.of_games else "margin") if two else "score"
    bins = variant.groups[variant.labels[0]].running.get(name)
    if bins is None:
        return None
    units, values, lows, highs = _settling(sorted(bins.bins.items()), name)
    if len(units) < 3:
        return None
    figure, axes = frame()
    axes.fill_between(units, lows, highs, color=COLOURS[0], alpha=0.2, label="95 % interval")
    axes.plot(units, values, color=COLOURS[0], linewidth=1.8, label=f"{METRICS[name].title.lower()} so far")
    if two:
        axes.axhline(0, color=INK, linewidth=0.9)
    axes.set_xlabel(f"{variant.unit.capitalize()} played")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.set_ylabel(f"{METRICS[name].title} of {plain(variant.labels[0])}, points")
    axes.legend(frameon=False, fontsize=9)
    half = (highs[-1] - lows[-1]) / 2
    title = (
        f"{METRICS[name].title} of {variant.labels[0]}: known to ± {number(half, decimals_for(half))} points"
    )
    if len(variants) > 1:
        title += f" under {variant.name}"
    text = "Estimate and 95 % interval after so many deals, in the order of their numbers."
    return finish(
        figure, "running", title, caption_of(aggregate, manifest, text), f"A line that settles. {title}."
    )


def _settling(
    bins: list[tuple[int, list[int]]], name: str
) -> tuple[list[int], list[float], list[float], list[float]]:
    units: list[int] = []
    values: list[float] = []
    lows: list[float] = []
    highs: list[float] = []
    total = [0] * 6
    for _, numbers in bins:
        total = [a + b for a, b in zip(total, numbers, strict=True)]
        found = estimate(Sums(*total), METRICS[name])
        if found.value is not None and found.low is not None and found.high is not None:
            units.append(found.n)
            values.append(found.value)
            lows.append(found.low)
            highs.append(found.high)
    return units, values, lows, highs


def skill(aggregate: Aggregate, manifest: Mapping[str, Any]) -> Picture | None:
    """Draw what decides rounds between two strategies: the deal, the strategies, the rest."""
    found: list[SkillAndLuck] = []
    for variant in aggregate.variants.values():
        try:
            found.append(skill_and_luck(variant))
        except CanastaError:  # not mirrored, or one strategy alone: there is nothing to tell apart
            continue
    found = [one for one in found if one.deal.low is not None][:MOST_ROWS]
    if not found:
        return None
    figure, axes = frame(1.5 + 0.4 * len(found))
    rows = range(len(found))
    left = [0.0] * len(found)
    for part, word, colour, hatch in (
        ("deal", "the deal", COLOURS[0], ""),
        ("strategies", "the strategies", COLOURS[1], "///"),
        ("rest", "the rest", COLOURS[6], "..."),
    ):
        values = [100 * max(0.0, getattr(one, part).value) for one in found]
        axes.barh(
            rows, values, left=left, height=0.62, color=colour, edgecolor="white", hatch=hatch, label=word
        )
        left = [a + b for a, b in zip(left, values, strict=True)]
    names = [one.variant if len(found) > 1 else f"{one.stronger} against {one.weaker}" for one in found]
    name_rows(axes, names)
    axes.set_xlim(0, 100)
    axes.set_xlabel("Share of the variance of a round's margin, %")
    legend_below(figure, axes)
    first = found[0]
    title = (
        f"The deal decides {number(100 * max(0.0, first.deal.value or 0.0), 0)} % of a round, "
        f"the strategies {number(100 * max(0.0, first.strategies.value or 0.0), 1)} %"
    )
    if len(found) > 1:
        title = "How much of a round is the deal, how much the strategies"
    text = "Variance of a round's margin, explained by the deal, by who plays which strategy, and by neither."
    return finish(
        figure, "skill_and_luck", title, caption_of(aggregate, manifest, text), f"Stacked bars. {title}."
    )
