"""What a report says, in order, before it is rendered as Markdown or HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from canasta_sim.report.answers import answer, speed_line
from canasta_sim.report.cautions import idle_changes, interruptions, stopped, unreached
from canasta_sim.report.plots import MOST_PAIRINGS, Picture
from canasta_sim.report.rules import rules_tables
from canasta_sim.report.tables import (
    Table,
    skill_table,
    strategies_difference_table,
    strategy_table,
    table_table,
)
from canasta_sim.report.terminal import tables as main_tables
from canasta_sim.report.words import joined, unit_of
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.metrics import METRICS


@dataclass
class Section:
    """A section of a report.

    Attributes
    ----------
    key : str
        Its anchor.
    title : str
        Its heading.
    paragraphs : list of str
        Text before the tables.
    tables : list of Table
        Tables shown.
    pictures : list of Picture
        Pictures shown after the tables.
    folded : list of Table
        Tables that are folded away until asked for.
    """

    key: str
    title: str
    paragraphs: list[str] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    folded: list[Table] = field(default_factory=list)


@dataclass
class Content:
    """A report.

    Attributes
    ----------
    title, question, answer : str
        What it is about; the question may be empty.
    warnings : list of str
        What a reader must know first: an interrupted run, damaged parts.
    sections : list of Section
        The rest.
    """

    title: str
    question: str
    answer: str
    warnings: list[str]
    sections: list[Section]


def content_of(
    aggregate: Aggregate, manifest: Mapping[str, Any], drawn: Sequence[Picture], notes: Sequence[str] = ()
) -> Content:
    """Return what a report says.

    Parameters
    ----------
    aggregate : Aggregate
        Sums over everything that was played.
    manifest : mapping
        What was played.
    drawn : sequence of Picture
        Its pictures.
    notes : sequence of str
        What is damaged and does not count.
    """
    tables = [table for table in main_tables(aggregate, manifest) if table.rows]
    sections = [Section("figures", "Figures", tables=tables)]
    if drawn:
        sections.append(Section("pictures", "Pictures", pictures=list(drawn)))
    skill = skill_table(aggregate)
    # Where it was asked for it is among the figures; of a large league it would be a list that nobody reads.
    if 0 < len(skill.rows) <= MOST_PAIRINGS and not manifest.get("skill"):
        sections.append(Section("skill", "Skill and luck", [_ABOUT_SKILL], [skill]))
    variants = list(aggregate.variants.values())
    if len(variants) > 1:
        each = [
            table
            for variant in variants
            if variant.units
            for table in _of_variant(aggregate, variant.name)
            if table.rows
        ]
        if aggregate.baseline is not None and any(len(variant.labels) > 1 for variant in variants):
            each.insert(0, strategies_difference_table(aggregate, manifest))
        if len(each) <= _MOST_FOLDED:
            sections.append(Section("each", "Each variant by itself", folded=each))
    sections.append(_rules(manifest))
    sections.append(
        Section("made", "How it was made", [_repeat(manifest)], [made_table(aggregate, manifest)])
    )
    sections.append(Section("words", "What the words mean", list(_READING), folded=[glossary(aggregate)]))
    warnings = [
        *interruptions(aggregate, manifest),
        *unreached(aggregate, manifest),
        *stopped(manifest),
        *idle_changes(aggregate, manifest),
        *(f"{note}." for note in notes),  # as they are: they begin with the name of a file or a folder
    ]
    return Content(
        title_of(manifest),
        str(manifest.get("question") or ""),
        answer(aggregate, manifest),
        warnings,
        sections,
    )


_MOST_FOLDED = 40

_ABOUT_SKILL = (
    "Every deal is played twice with the seats changed, so it can be told how much of a round's margin comes "
    "from the deal (its cards, and who plays first), how much from the strategies, and how much from neither."
)

_READING = (
    "A deal is one shuffled pack. The figures are means over deals, since rounds played with the same cards "
    "are not independent of each other.",
    "A 95 % interval is made so that nineteen of twenty such intervals hold the true value: what one would "
    "find after playing for ever. Two figures whose difference has an interval that covers zero are not "
    "shown to differ; that does not mean that they are equal.",
    "Where many differences are looked at, some seem real by chance. Corrected p-values (Holm) allow for it: "
    "in a table in which nothing differs, the chance of even one below 0.05 is less than one in twenty.",
)


def _of_variant(aggregate: Aggregate, name: str) -> list[Table]:
    variant = aggregate.variants[name]
    found = [strategy_table(aggregate, variant), table_table(aggregate, variant)]
    for table in found:
        table.title = f"{name}: {table.title[0].lower()}{table.title[1:]}"
    return found


def title_of(manifest: Mapping[str, Any]) -> str:
    """Return the title of a report: the experiment's name, or what was played."""
    if manifest.get("name"):
        return str(manifest["name"])
    variants = manifest.get("variants") or []
    names = [str(variant["name"]) for variant in variants]
    labels = list(
        dict.fromkeys(str(seat["label"]) for variant in variants for seat in variant.get("seats", []))
    )
    word = {"compare": "Comparison", "league": "League"}.get(str(manifest.get("command")), "Canasta")
    what = joined(names) if len(names) <= 4 else f"{len(names)} variants"
    if manifest.get("command") == "league":
        what = joined(labels) if len(labels) <= 6 else f"{len(labels)} strategies"
        return f"{word}: {what}"
    return f"{word}: {what}, played by {joined(labels)}" if labels else f"{word}: {what}"


def _rules(manifest: Mapping[str, Any]) -> Section:
    changed, everything, sentences = rules_tables(manifest)
    return Section("rules", "Rules", sentences, changed, folded=everything)


def _repeat(manifest: Mapping[str, Any]) -> str:
    line = manifest.get("command_line")
    return f"The same figures, to the last digit, come from: {line}" if line else "The command was not kept."


def made_table(aggregate: Aggregate, manifest: Mapping[str, Any]) -> Table:
    """Return how the results were made, so that anyone can repeat it."""
    table = Table("How it was made", "", ["What", "How"], texts=2)
    libraries = manifest.get("libraries") or {}
    rows = [
        ("seed", manifest.get("seed")),
        ("played", speed_line(manifest)),
        ("started", manifest.get("start")),
        ("workers", _workers(manifest)),
        ("canasta-sim", manifest.get("version")),
        ("Python", manifest.get("python")),
        *sorted(libraries.items()),
    ]
    rows += [(f"strategy {label}", text) for label, text in _strategies(manifest).items()]
    table.rows = [[str(name), str(value)] for name, value in rows if value not in {None, ""}]
    return table


def _workers(manifest: Mapping[str, Any]) -> str:
    jobs, backend = manifest.get("jobs"), manifest.get("backend")
    return f"{jobs} ({backend})" if jobs and backend else ""


def _strategies(manifest: Mapping[str, Any]) -> dict[str, str]:
    found: dict[str, str] = {}
    for variant in manifest.get("variants") or []:
        for seat in variant.get("seats") or []:
            params = ", ".join(f"{name} = {value}" for name, value in (seat.get("params") or {}).items())
            source = f"source {seat['source_hash'][:12]}" if seat.get("source_hash") else ""
            found[str(seat["label"])] = "; ".join(text for text in (params, source) if text)
    return found


def glossary(aggregate: Aggregate) -> Table:
    """Return what each figure means and how it is computed."""
    of_games = any(variant.of_games for variant in aggregate.variants.values())
    table = Table(
        "Figures and their formulas", "", ["Figure", "In summary.csv", "Unit", "Meaning", "Formula"], texts=5
    )
    table.rows = [
        [entry.title, name, unit_of(entry), entry.meaning, entry.formula]
        for name, entry in METRICS.items()
        if of_games or entry.level == "round"
    ]
    return table
