"""The answer first: what a run, a comparison or a league found, in a sentence or two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from canasta_sim.report.words import (
    difference_text,
    figure_words,
    interval_words,
    joined,
    number,
    over_units,
    unit_of,
    value_words,
)
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.comparison import Comparison, comparison_table, main_metric
from canasta_sim.stats.differences import SIGNIFICANT
from canasta_sim.stats.groups import Variant
from canasta_sim.stats.intervals import NOT_ENOUGH, Estimate
from canasta_sim.stats.metrics import METRICS, metric
from canasta_sim.stats.summary import figure, sums_of
from canasta_sim.stats.sums import ALL


def answer(aggregate: Aggregate, manifest: Mapping[str, Any]) -> str:
    """Return what was found, in a sentence or two.

    Parameters
    ----------
    aggregate : Aggregate
        Sums over everything that was played.
    manifest : mapping
        What was played; its ``command`` and ``metrics`` decide what the sentence is about.
    """
    variants = list(aggregate.variants.values())
    if not any(variant.units for variant in variants):
        return "Nothing has been played yet."
    if manifest.get("command") == "league":
        from canasta_sim.report.league import decision_sentence

        return " ".join(filter(None, [league_answer(aggregate), decision_sentence(aggregate, manifest)]))
    if manifest.get("skill"):
        from canasta_sim.report.skill import skill_answer

        return skill_answer(aggregate)
    if len(variants) == 1:
        return variant_answer(aggregate, variants[0])
    if aggregate.baseline is None:
        return " ".join(f"{variant.name}: {variant_answer(aggregate, variant)}" for variant in variants)
    return compare_answer(aggregate, manifest)


def variant_answer(aggregate: Aggregate, variant: Variant) -> str:
    """Return what one variant showed: who wins, or, with one strategy, how its rounds go."""
    if len(variant.labels) == 2:
        return _duel(aggregate, variant)
    score, closed, first = (
        _of(aggregate, variant, label, name)
        for label, name in ((variant.labels[0], "score"), (ALL, "closed"), (ALL, "first_advantage"))
    )
    text = (
        f"A side of {variant.labels[0]} scores {_with_interval(score, 'score')} a round, "
        f"over {over_units(variant)}; {figure_words(closed, METRICS['closed'])} of the rounds are closed"
    )
    if first.low is None or first.high is None or first.value is None:
        return f"{text}."
    if first.low <= 0 <= first.high:
        return f"{text}; no advantage of either the first side or the other is shown."
    side = "first" if first.value > 0 else "second"
    low, high = sorted((abs(first.low), abs(first.high)))
    shown = Estimate(abs(first.value), first.se, low, high, first.n)
    return f"{text}; playing {side} is worth {_with_interval(shown, 'first_advantage')}."


def _duel(aggregate: Aggregate, variant: Variant) -> str:
    """Return who of two strategies scores more, how sure that is and how often it wins."""
    name = "game_margin" if variant.of_games else "margin"
    win = "game_won" if variant.of_games else "won"
    what = "game" if variant.of_games else "round"
    a, b = variant.labels
    margin = _of(aggregate, variant, a, name)
    if margin.value is None or margin.low is None or margin.high is None:
        why = margin.note or NOT_ENOUGH
        if margin.value is not None and not margin.value and why != NOT_ENOUGH:
            return f"{a} and {b} score exactly the same in each of {over_units(variant)}."
        return f"{why.capitalize()} to tell {a} from {b} ({over_units(variant)})."
    if margin.low <= 0 <= margin.high:
        return (
            f"No difference between {a} and {b} is shown: the margin of {a} is "
            f"{_with_interval(margin, name)} a {what}, over {over_units(variant)}."
        )
    if margin.value < 0:
        a, b = b, a
        margin = _of(aggregate, variant, a, name)
    won = _of(aggregate, variant, a, win)
    return (
        f"{a} beats {b} by {_with_interval(margin, name)} a {what}, over {over_units(variant)}, "
        f"and wins {figure_words(won, METRICS[win])} of the {what}s."
    )


def compare_answer(aggregate: Aggregate, manifest: Mapping[str, Any]) -> str:
    """Return what a comparison showed in its main metric: the one asked for first, else the rounds closed."""
    base = aggregate.variants[str(aggregate.baseline)]
    name = main_metric(manifest)
    entry = metric(name)
    lines = [line for line in comparison_table(aggregate, manifest) if line.entry.name == name]
    if not lines:
        return f"{entry.title}: there is nothing to compare."
    label = lines[0].this[1]
    lines = [line for line in lines if line.this[1] == label]
    of_whom = "" if label == ALL else f" of {label}"
    there = _of(aggregate, base, lines[0].that[1], name)
    start = f"{entry.title}{of_whom}: {figure_words(there, entry)} under {base.name} (the baseline)"
    told, unsure = _told(lines, (manifest.get("smallest") or {}).get(name))
    return f"{start}{told}{unsure} (over {over_units(base)})."


_MOST_TOLD = 4


def _told(lines: Sequence[Comparison], smallest: float | None) -> tuple[str, str]:
    """Return the differences that are shown in words, or the extremes of many; and those that are not."""
    shown = [line for line in lines if line.p is not None and line.p < SIGNIFICANT]
    if len(lines) > _MOST_TOLD:
        if not shown:
            return f"; under none of {len(lines)} others a difference from it is shown", ""
        ends = sorted(shown, key=lambda line: line.difference.value or 0.0)
        ends = [ends[-1]] if len(ends) == 1 else [ends[-1], ends[0]]
        some = joined([_one(line) for line in ends])
        return f"; under {len(shown)} of {len(lines)} others it differs, by {some} at the ends", ""
    told = [f"{_one(line)}{_judgement(line, smallest)}" for line in shown]
    unsure: dict[str, list[str]] = {}
    for line in lines:
        if line not in shown:
            words = line.verdict if smallest is not None or line.difference.note else "no difference shown"
            unsure.setdefault(words, []).append(line.this[0])
    rest = "".join(f"; under {joined(names)}: {words}" for words, names in unsure.items())
    return "".join(f", {text}" for text in told), rest


def _one(line: Comparison) -> str:
    unit = "percentage points" if line.entry.is_share else unit_of(line.entry)
    return f"{difference_text(line.difference, line.entry)} {unit} under {line.this[0]}"


def _judgement(line: Comparison, smallest: float | None) -> str:
    return "" if smallest is None else f" ({line.verdict})"


def league_answer(aggregate: Aggregate) -> str:
    """Return which strategy leads a league, and whether it beats every other."""
    from canasta_sim.stats.league import standings

    table = standings(aggregate, rated=False)
    if not table:
        return "The league has no two strategies that have met."
    first = table[0]
    what = "game" if next(iter(aggregate.variants.values())).of_games else "round"
    if first.margin.low is None:
        return f"{first.margin.note.capitalize()} to rank {len(table)} strategies."
    beaten = [other for other in first.beaten if other != first.strategy]
    rest = [row.strategy for row in table[1:] if row.strategy not in beaten]
    margin = METRICS["margin"]
    text = (
        f"{first.strategy} leads {len(table)} strategies with {value_words(first.margin, margin)} a {what} "
        f"({interval_words(first.margin, margin)}) against the field"
    )
    if not rest:
        return f"{text}, and beats every other one."
    return f"{text}; that it beats {joined(rest)} is not shown."


def _of(aggregate: Aggregate, variant: Variant, label: str, name: str) -> Estimate:
    if sums_of(variant, label, name) is None:
        return Estimate(None, None, None, None, variant.units, NOT_ENOUGH)
    return figure(aggregate, variant.name, label, name)


def _with_interval(found: Estimate, name: str) -> str:
    entry = METRICS[name]
    return f"{value_words(found, entry)} ({interval_words(found, entry)})"


def speed_line(manifest: Mapping[str, Any]) -> str:
    """Return how much was played, in what time, and how fast: compiling takes time, and no part in the speed."""
    played = manifest.get("played") or {}
    amounts = [f"{int(amount):,} {what}" for what, amount in sorted(played.items(), key=lambda item: item[1])]
    seconds = float(manifest.get("wall_seconds") or 0.0)
    rate = manifest.get("rounds_per_second")
    text = f"{joined(amounts) or 'nothing'} in {number(seconds, 1)} s"
    return f"{text} ({float(rate):,.0f} rounds/s while playing)" if rate else text
