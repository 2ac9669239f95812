"""The report of one strategy: how it plays, and against whom and under which rules it does well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from canasta_sim.report.content import Content, Section, glossary, made_table
from canasta_sim.report.tables import Table
from canasta_sim.report.words import figure_text, interval_words, joined, over_units, unit_of, value_words
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.metrics import METRICS
from canasta_sim.stats.profile import Meeting, habits, meetings

_SHOWN = (
    "score",
    "went_out",
    "concealed",
    "opened_turn",
    "never_melded",
    "piles_taken",
    "pile_cards",
    "cards_per_pile",
    "freezes",
    "frozen_share",
    "natural_canastas",
    "mixed_canastas",
    "wild_canastas",
    "red_threes",
    "hand_cards",
    "in_hand",
    "melded",
    "bonus_canastas",
    "bonus_red_threes",
    "bonus_going_out",
    "game_won",
    "game_score",
)


def habits_table(aggregate: Aggregate, strategy: str) -> Table:
    """Return how a strategy plays beside the other strategies it has met."""
    caption = (
        "Value ± half the 95 % interval, pooled over all pairings of the strategy. The field: whom it met."
        " Pairings share their deals, so these intervals are a guide and no test."
    )
    table = Table(f"How {strategy} plays", caption, ["Figure", "Unit", strategy, "The field"], texts=2)
    for habit in habits(aggregate, strategy):
        if habit.entry.name in _SHOWN and (habit.here.value or habit.field.value):
            cells = [figure_text(one, habit.entry) for one in (habit.here, habit.field)]
            table.rows.append([habit.entry.title, unit_of(habit.entry), *cells])
    return table


def meetings_table(aggregate: Aggregate, strategy: str) -> Table:
    """Return against whom, and under which rules, a strategy wins and loses."""
    found = meetings(aggregate, strategy)
    over = joined(list(dict.fromkeys(over_units(aggregate.variants[one.variant]) for one in found)))
    caption = f"Margin in points a round ± half the 95 % interval of the mean over {over}."
    head = ["Variant", "Against", "Margin, points", "Won, %", ""]
    table = Table(f"Against whom {strategy} wins", caption, head, texts=2)
    for one in found:
        margin = figure_text(one.margin, METRICS["margin"], sign=True)
        table.rows.append(
            [one.variant, one.opponent, margin, figure_text(one.won, METRICS["won"]), _word(one)]
        )
    return table


def _word(one: Meeting) -> str:
    if one.margin.low is None or one.margin.high is None:
        return one.margin.note
    return "wins" if one.margin.low > 0 else "loses" if one.margin.high < 0 else "no difference shown"


def profile_answer(aggregate: Aggregate, strategy: str) -> str:
    """Return what there is to say of a strategy, in a sentence or two."""
    found = meetings(aggregate, strategy)
    if not found:
        return f"{strategy} has met no other strategy here."
    words = {word: [one for one in found if _word(one) == word] for word in ("wins", "loses")}
    parts = [
        f"{verb} {joined(list(dict.fromkeys(one.opponent for one in words[word])))}"
        for verb, word in (("beats", "wins"), ("loses to", "loses"))
        if words[word]
    ]
    best = found[0]
    text = joined(parts) or "shows no difference from anybody it has met"
    margin = METRICS["margin"]
    return (
        f"{strategy} {text}. It does best against {best.opponent} ({best.variant}): "
        f"{value_words(best.margin, margin)} a round ({interval_words(best.margin, margin)})."
    )


def profile_content(
    aggregate: Aggregate, manifest: Mapping[str, Any], strategy: str, notes: Sequence[str] = ()
) -> Content:
    """Return the report of one strategy.

    Parameters
    ----------
    aggregate : Aggregate
        Sums over everything that was played.
    manifest : mapping
        What was played.
    strategy : str
        Its label.
    notes : sequence of str
        What is damaged and does not count.
    """
    sections = [
        Section("meetings", "Wins and losses", tables=[meetings_table(aggregate, strategy)]),
        Section("habits", "How it plays", tables=[habits_table(aggregate, strategy)]),
        Section("made", "How it was made", tables=[made_table(aggregate, manifest)]),
        Section("words", "What the words mean", folded=[glossary(aggregate)]),
    ]
    warnings = [f"{note}." for note in notes]
    return Content(f"The strategy {strategy}", "", profile_answer(aggregate, strategy), warnings, sections)
