"""The rules of a report: what differs from the preset first, then every knob."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from canasta_sim.errors import CanastaError
from canasta_sim.report.tables import Table
from canasta_sim.rules import RuleSet, load_rules
from canasta_sim.rules.describe import describe, value_in_words


def rules_tables(manifest: Mapping[str, Any]) -> tuple[list[Table], list[Table], list[str]]:
    """Return the rules of the variants of a manifest.

    Parameters
    ----------
    manifest : mapping
        What was played.

    Returns
    -------
    changed : list of Table
        What differs from the presets, and between the variants.
    everything : list of Table
        Every knob of each different rule set.
    sentences : list of str
        Which text each follows; or that the rules cannot be read.
    """
    variants = [variant for variant in manifest.get("variants") or [] if "rules" in variant]
    try:
        rules = {str(variant["name"]): RuleSet.from_json(variant["rules"]) for variant in variants}
    except CanastaError as error:
        return [], [], [f"The rules in the manifest are not those of this version: {error}."]
    if not rules:
        return [], [], ["The manifest does not say which rules were played."]
    changed = [table for table in (_between(rules), _from_presets(rules)) if table.rows]
    distinct = {one.hash: (name, one) for name, one in reversed(rules.items())}
    everything = [_whole(name, one) for name, one in reversed(distinct.values())]
    return changed, everything[:_MOST_WHOLE], _sentences(rules, changed)


_MOST_WHOLE = 12


def _sentences(rules: Mapping[str, RuleSet], changed: list[Table]) -> list[str]:
    found = dict.fromkeys(
        f"{one.base or one.name}: {one.title or one.name}."
        + (f" It follows {one.source}." if one.source else "")
        for one in rules.values()
    )
    sentences = list(found)
    if not changed:
        sentences.append("Nothing is changed from the preset.")
    return sentences


def _between(rules: Mapping[str, RuleSet]) -> Table:
    """Return the knobs in which the variants differ, a column per variant."""
    table = Table("What differs between the variants", "", ["Knob", *rules])
    table.texts = len(table.head)
    sets = list(rules.values())
    for knob in sets[0]:
        values = [one[knob] for one in sets]
        if any(value != values[0] for value in values[1:]):
            table.rows.append([knob, *(value_in_words(knob, value) for value in values)])
    return table if len(table.head) <= _MOST_COLUMNS else _turned(table)


_MOST_COLUMNS = 9


def _turned(table: Table) -> Table:
    """Return a table with rows and columns exchanged, for many variants."""
    columns = list(zip(*table.rows, strict=True)) if table.rows else []
    head = ["Variant", *(columns[0] if columns else [])]
    rows = [[name, *column] for name, column in zip(table.head[1:], columns[1:], strict=bool(columns))]
    return Table(table.title, table.caption, head, rows, texts=len(head))


def _from_presets(rules: Mapping[str, RuleSet]) -> Table:
    """Return what all variants have changed from the preset they start from."""
    first = next(iter(rules.values()))
    table = Table("What differs from the preset", "", ["Knob", "Here", "Preset"], texts=3)
    try:
        preset = load_rules(first.base or first.name)
    except CanastaError:  # a file of somebody's own that starts from no preset
        return table
    table.head[2] = preset.name
    for knob, here, there in first.diff(preset):
        if all(one[knob] == here for one in rules.values()):
            table.rows.append([knob, value_in_words(knob, here), value_in_words(knob, there)])
    return table


def _whole(name: str, rules: RuleSet) -> Table:
    table = Table(f"Every rule of {name}", "", ["Knob", "Value", "Meaning"], texts=3)
    table.rows = [[row.knob, row.value, row.meaning] for row in describe(rules)]
    return table
