"""Tables of figures, before they are rendered for a terminal, as Markdown or as HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from canasta_sim.errors import CanastaError
from canasta_sim.report.words import (
    difference_text,
    figure_text,
    joined,
    number,
    over_units,
    p_words,
    unit_of,
    value_text,
)
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.comparison import (
    Comparison,
    comparison_table,
    difference_of,
    variant_comparisons,
)
from canasta_sim.stats.groups import Variant
from canasta_sim.stats.intervals import Estimate
from canasta_sim.stats.metrics import METRICS, Metric
from canasta_sim.stats.skill import skill_and_luck
from canasta_sim.stats.summary import entries, figure
from canasta_sim.stats.sums import ALL

#: Metrics that tables leave out unless they are asked for: others say the same.
_SECONDARY = ("canastas", "concealed_share", "cards_per_pile", "bonus")


#: More lines of differences than these are left to ``comparison.csv``.
MOST_LINES = 400


@dataclass
class Table:
    """A table ready to be rendered.

    Attributes
    ----------
    title : str
        What it shows.
    caption : str
        Which intervals, over how much.
    head : list of str
        Column titles; the first column names what a row is about.
    rows : list of list of str
        Cells, as many as titles.
    texts : int
        How many of the first columns are texts (aligned left); the others are numbers.
    words : tuple of str
        Titles of those of the others that hold words nevertheless.
    """

    title: str
    caption: str
    head: list[str]
    rows: list[list[str]] = field(default_factory=list)
    texts: int = 1
    words: tuple[str, ...] = ()

    def holds_words(self, column: int) -> bool:
        """Whether a column holds words, which are aligned left and may be broken, or numbers."""
        return column < self.texts or self.head[column] in self.words


def interval_caption(variant: Variant, differences: bool = False) -> str:
    """Return what the intervals of a table are, and over how many deals."""
    swapped = ", each played twice with the seats changed" if variant.rotations > 1 else ""
    if variant.of_games:
        swapped = ", with the seats changed in the second game of a pair" if variant.rotations > 1 else ""
    also = f" Differences are taken {_singly(variant)}." if differences else ""
    return f"Value ± half the 95 % interval of the mean over {over_units(variant)}{swapped}.{also}"


def _singly(variant: Variant) -> str:
    return {"deals": "deal by deal", "games": "game by game"}.get(variant.unit, "pair by pair")


def strategy_table(aggregate: Aggregate, variant: Variant, metrics: Sequence[str] = ()) -> Table:
    """Return the figures of a variant per side: a column per strategy, and the difference of two.

    Parameters
    ----------
    aggregate : Aggregate
        Sums over deals.
    variant : Variant
        One of its variants.
    metrics : sequence of str
        Which metrics; default those worth a look.
    """
    labels = variant.labels
    two = len(labels) == 2
    head = ["Per side", "Unit", *labels, *(["Difference"] if two else [])]
    table = Table("Figures per side", interval_caption(variant, two), head, texts=2)
    for entry in _shown(variant, labels[0], metrics):
        found = [figure(aggregate, variant.name, label, entry.name) for label in labels]
        if _says_nothing(found) and not metrics:
            continue
        row = [entry.title, unit_of(entry), *(figure_text(one, entry) for one in found)]
        if two and entry.zero_sum:
            row.append("")  # twice the first column
        elif two:
            pair = [(variant.name, label) for label in labels]
            difference = difference_of(aggregate, pair[0], pair[1], entry.name)
            row.append("" if difference is None else difference_text(difference, entry))
        table.rows.append(row)
    return table


def table_table(aggregate: Aggregate, variant: Variant, metrics: Sequence[str] = ()) -> Table:
    """Return the figures of a variant that belong to the table rather than to a side."""
    table = Table("Figures per table", interval_caption(variant), ["Per table", "Unit", "Value"], texts=2)
    for entry in _shown(variant, ALL, metrics):
        if entry.per == "table":
            found = figure(aggregate, variant.name, ALL, entry.name)
            if metrics or not _says_nothing([found]):
                table.rows.append([entry.title, unit_of(entry), figure_text(found, entry)])
    return table


def variants_table(aggregate: Aggregate, metrics: Sequence[str] = ()) -> Table:
    """Return several variants side by side: what belongs to the table, and both sides together.

    Parameters
    ----------
    aggregate : Aggregate
        Sums over deals.
    metrics : sequence of str
        Which metrics; default those worth a look.
    """
    variants = [variant for variant in aggregate.variants.values() if variant.units]
    over = joined([f"{over_units(variant)} of {variant.name}" for variant in variants])
    caption = f"Value ± half the 95 % interval of the mean over {over}; both sides of a table together."
    table = Table("Side by side", caption, ["Figure", "Unit", *(v.name for v in variants)], texts=2)
    for name, entry in METRICS.items():
        if (metrics and name not in metrics) or (not metrics and name in _SECONDARY):
            continue
        cells = [figure(aggregate, v.name, ALL, name) for v in variants if name in v.groups[ALL].sums]
        if len(cells) == len(variants) and (metrics or not _says_nothing(cells)):
            table.rows.append([entry.title, unit_of(entry), *(figure_text(cell, entry) for cell in cells)])
    return table


def _shown(variant: Variant, label: str, metrics: Sequence[str]) -> list[Metric]:
    kept = [entry for owner, entry in entries(variant) if owner == label]
    kept.sort(key=lambda entry: entry.level)  # games, where there are any, before their rounds
    if metrics:
        return [entry for entry in kept if entry.name in metrics]
    return [entry for entry in kept if entry.name not in _SECONDARY]


def _says_nothing(found: Sequence[Estimate]) -> bool:
    """Whether something never happened: wild canastas where the rules have none."""
    return all(one.value == 0 and one.low is None for one in found)


def difference_table(aggregate: Aggregate, aims: Mapping[str, Any], most: int = MOST_LINES) -> Table:
    """Return each variant's differences from the baseline, with corrected p-values and verdicts.

    Parameters
    ----------
    aggregate : Aggregate
        Sums over deals, with a baseline.
    aims : mapping
        ``metrics`` and ``smallest``, as in the manifest.
    most : int
        No more lines than these are shown, those of the main metric first; the caption says so.
    """
    base = aggregate.variants[str(aggregate.baseline)]
    lines = comparison_table(aggregate, aims)
    table = _differences(lines, f"Differences from {base.name}", base, aims.get("smallest") or {})
    if len(table.rows) > most:
        table.caption += f" {len(table.rows) - most:,} more lines stand in comparison.csv."
        del table.rows[most:]
    return table


def strategies_difference_table(aggregate: Aggregate, aims: Mapping[str, Any]) -> Table:
    """Return each variant's differences from the baseline, strategy by strategy, of all metrics."""
    base = aggregate.variants[str(aggregate.baseline)]
    smallest = aims.get("smallest") or {}
    lines = variant_comparisons(aggregate, None, smallest)
    return _differences(lines, f"Differences from {base.name}, strategy by strategy", base, smallest)


def _differences(
    lines: Sequence[Comparison], title: str, base: Variant, smallest: Mapping[str, float]
) -> Table:
    figures = ["Baseline", "Variant's", "Difference", "Verdict", "Effect", "p"]
    head = ["Figure", "Unit", "Variant", "Strategy", *figures]
    table = Table(title, difference_caption(lines, base, smallest), head, texts=4, words=("Verdict",))
    for line in lines:
        if not (line.here.value == line.there.value == 0):  # what happens nowhere, such as wild canastas
            table.rows.append(_difference_row(line))
    if not any(row[3] for row in table.rows):
        table.head.pop(3)
        table.rows = [row[:3] + row[4:] for row in table.rows]
        table.texts = 3
    return table


def difference_caption(lines: Sequence[Comparison], base: Variant, smallest: Mapping[str, float]) -> str:
    """Return what a table of differences shows: how they were taken, corrected and judged."""
    apart = list(dict.fromkeys(line.this[0] for line in lines if not line.difference.paired))
    how = f"taken {_singly(base)}"
    if apart:
        verb = "has" if len(apart) == 1 else "have"
        how = f"{how}, but not paired (Welch) for {joined(apart)}, which {verb} other decks"
        if all(not line.difference.paired for line in lines):
            how = "not paired (Welch), since the decks differ"
    text = (
        f"Difference from {base.name} ± half its 95 % interval over {over_units(base)}, {how}; "
        f"Effect: the difference in standard deviations of a {'game' if base.of_games else 'round'}; "
    )
    if len(lines) > 1:
        text += f"p-values corrected for all {len(lines)} comparisons of this table (Holm)."
    else:
        text += "p: of one comparison alone."
    saved = sorted(line.difference.saved for line in lines if line.difference.saved is not None)
    if saved:
        middle = saved[len(saved) // 2]
        least, most = number(saved[0], 1), number(saved[-1], 1)
        text += f" Without common deals the same intervals would take {number(middle, 1)} times as many deals"
        text += "." if least == most else f" (half of the lines; {least} to {most})."
    if smallest:
        sizes = [f"{METRICS[name].title} {_size(name, size)}" for name, size in smallest.items()]
        text += f" Smallest difference that matters: {joined(sizes)}."
    return text


def _size(name: str, size: float) -> str:
    entry = METRICS[name]
    return f"{100 * size:g} percentage points" if entry.is_share else f"{size:g} {unit_of(entry)}"


def _difference_row(line: Comparison) -> list[str]:
    variant, label = line.this
    if label == ALL:
        label = "both" if line.entry.per == "side" else ""
    effect = line.difference.effect
    return [
        line.entry.title,
        unit_of(line.entry),
        variant,
        label,
        value_text(line.there, line.entry),
        value_text(line.here, line.entry),
        difference_text(line.difference, line.entry),
        line.verdict,
        "" if effect is None else number(effect, 3),
        p_words(line.p),
    ]


def skill_table(aggregate: Aggregate) -> Table:
    """Return how much of a round is skill and how much luck, for each variant where that can be told."""
    head = [
        "Variant",
        "Stronger",
        "Weaker",
        "Weaker wins, %",
        "Deal, %",
        "Strategies, %",
        "Rest, %",
        "Rounds to lead",
    ]
    caption = (
        "Shares of the variance of a round's margin ± half the 95 % interval. Rounds to lead: after so many "
        "rounds, each with new cards, the stronger has more points with 95 % probability. The deal's share is "
        "what both rounds of a deal have in common; where the stronger gains from some deals more than from "
        "others, from either seat, that counts against it, and it may come out below zero: the cards decide little."
    )
    table = Table("Skill and luck", caption, head, texts=3)
    for variant in aggregate.variants.values():
        try:
            found = skill_and_luck(variant)
        except CanastaError:  # one strategy alone, or deals played once: there is nothing to tell apart
            continue
        shares = [
            figure_text(one, METRICS["won"])
            for one in (found.weaker_wins, found.deal, found.strategies, found.rest)
        ]
        row = [
            variant.name,
            found.stronger,
            found.weaker,
            *shares,
            figure_text(found.rounds_to_lead, _ROUNDS),
        ]
        table.rows.append(row)
    return table


_ROUNDS = Metric(
    "rounds_to_lead", "Rounds to lead", "", "rounds", "Rounds until the stronger leads with 95 %."
)
