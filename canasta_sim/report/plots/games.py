"""Games: the race of the scores, and how many rounds games take."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from canasta_sim.report.plots.series import quantile, series_of, shares, variants_of
from canasta_sim.report.plots.style import Picture, caption_of, finish, frame, plain
from canasta_sim.report.words import joined
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.groups import Group
from canasta_sim.stats.sums import ALL


def race(aggregate: Aggregate, manifest: Mapping[str, Any]) -> Picture | None:
    """Draw the mean score of the strategies after each round, over the games still going on."""
    variant = next(variant for variant in aggregate.variants.values() if variant.units)
    series = [one for one in series_of(aggregate) if one.label != ALL]
    if not series:
        return None
    figure, axes = frame()
    finals = []
    for one in series:
        rounds, means, halves = _course(variant.groups[one.label])
        if not rounds:
            return None
        axes.plot(rounds, means, color=one.colour, linestyle=one.line, linewidth=1.8, label=plain(one.name))
        axes.fill_between(
            rounds,
            [m - h for m, h in zip(means, halves, strict=True)],
            [m + h for m, h in zip(means, halves, strict=True)],
            color=one.colour,
            alpha=0.2,
        )
        finals.append((means[-1], one.name))
    axes.set_xlabel("Round of the game")
    axes.set_ylabel("Score so far, points")
    axes.legend(frameon=False, fontsize=9)
    title = f"{max(finals)[1]} leads the race" if len(finals) > 1 else "How scores grow during a game"
    text = (
        "Mean score ± 1 standard deviation after each round, over the games that reach it (a tenth or more)."
    )
    return finish(figure, "race", title, caption_of(aggregate, manifest, text), f"Rising lines. {title}.")


def _course(group: Group) -> tuple[list[int], list[float], list[float]]:
    most = max((numbers[0] for numbers in group.race.values()), default=0)
    rounds: list[int] = []
    means: list[float] = []
    deviations: list[float] = []
    for j, (n, total, squares) in sorted(group.race.items()):
        if n * 10 < most or n < 2:
            break
        rounds.append(j + 1)
        means.append(total / n)
        deviations.append(math.sqrt(max(0.0, (n * squares - total * total) / (n * (n - 1)))))
    return rounds, means, deviations


def lengths(aggregate: Aggregate, manifest: Mapping[str, Any]) -> Picture | None:
    """Draw how many rounds games take."""
    series = [one for one in variants_of(aggregate) if one.counts("game_rounds")]
    if not series:
        return None
    figure, axes = frame()
    width = 0.85 / len(series)
    last = max(quantile(one.counts("game_rounds"), 0.998) for one in series)
    for i, one in enumerate(series):
        bins, heights = shares(one.counts("game_rounds"))
        kept = [(b, h) for b, h in zip(bins, heights, strict=True) if b <= last]
        places = [b + (i - (len(series) - 1) / 2) * width for b, _ in kept]
        axes.bar(places, [h for _, h in kept], width * 0.95, color=one.colour, label=plain(one.name))
    axes.set_xlabel("Rounds of a game")
    axes.set_ylabel("Share of games, %")
    if len(series) > 1:
        axes.legend(frameon=False, fontsize=9)
    medians = [
        f"{quantile(one.counts('game_rounds'), 0.5)}{f' under {one.name}' if len(series) > 1 else ''}"
        for one in series
    ]
    title = (
        f"Half of the games take no more than {joined(medians)} rounds"
        if len(series) <= 3
        else "How long games take"
    )
    return finish(
        figure,
        "game_rounds",
        title,
        caption_of(aggregate, manifest, "Rounds until a game ends."),
        f"Bars of game lengths. {title}.",
    )
