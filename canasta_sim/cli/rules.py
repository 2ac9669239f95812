"""``canasta-sim rules``: rule sets as data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from canasta_sim.cli import completion
from canasta_sim.cli.options import json_option, set_option_of
from canasta_sim.cli.tables import print_table
from canasta_sim.errors import RulesError

if TYPE_CHECKING:
    from canasta_sim.rules import RuleSet

__all__ = ["command"]

_set_option = set_option_of("Change a knob first; repeatable.")


@click.group(name="rules", short_help="List, show, compare and check rule sets.")
def command() -> None:
    """List, show, compare and check rule sets.

    \b
    canasta-sim rules list
    canasta-sim rules show romanian-house
    canasta-sim rules diff hoyle classic
    canasta-sim rules check house.toml
    """


@command.command("list")
@json_option
def list_rules(as_json: bool) -> None:
    """List the built-in rule sets.

    \b
    canasta-sim rules list
    canasta-sim rules list --json
    """
    from canasta_sim.rules import load_rules, preset_names

    presets = [load_rules(name) for name in preset_names()]
    if as_json:
        _print_json([_head(rules.to_json()) for rules in presets])
        return
    rows = [
        (
            rules.name,
            str(rules["table.players"]),
            rules.title,
            rules.source,
            f"{rules.version} ({rules.hash})",
        )
        for rules in presets
    ]
    print_table(("rules", "players", "game", "follows", "version"), rows)


@command.command("show")
@click.argument("rules", metavar="RULES", shell_complete=completion.rule_sets)
@_set_option
@click.option("--toml", "as_toml", is_flag=True, help="As a rule file that gives every knob.")
@json_option
def show_rules(rules: str, settings: tuple[str, ...], as_toml: bool, as_json: bool) -> None:
    """Show every knob of RULES (a name or a file): its value and what it means.

    \b
    canasta-sim rules show hoyle
    canasta-sim rules show classic --set draw.count=2
    canasta-sim rules show romanian-house --toml > house.toml
    """
    from canasta_sim.rules import load_rules
    from canasta_sim.rules.describe import describe
    from canasta_sim.rules.files import as_rule_file

    if as_toml and as_json:
        raise RulesError("--toml and --json: expected one of them, not both")
    found = load_rules(rules, set=settings)
    if as_toml:
        click.echo(as_rule_file(found), nl=False)
        return
    if as_json:
        _print_json(found.to_json())
        return
    click.echo(f"{found.label}, version {found.version} ({found.hash})")
    for line in (found.title, f"Follows {found.source}." if found.source else ""):
        if line:
            click.echo(line)
    click.echo()
    described = describe(found)
    rows = [(row.knob, row.value if row.effect else f"{row.value} *", row.meaning) for row in described]
    print_table(("knob", "value", "what it says"), rows)
    if not all(row.effect for row in described):
        click.echo("\n* without effect here: other knobs leave it nothing to decide")


@command.command("diff")
@click.argument("first", metavar="RULES1", shell_complete=completion.rule_sets)
@click.argument("second", metavar="RULES2", shell_complete=completion.rule_sets)
@_set_option
@json_option
def diff_rules(first: str, second: str, settings: tuple[str, ...], as_json: bool) -> None:
    """Show the knobs in which RULES1 and RULES2 differ, and nothing else.

    \b
    canasta-sim rules diff hoyle classic
    canasta-sim rules diff hoyle hoyle --set draw.count=2

    --set changes RULES2 alone.
    """
    from canasta_sim.rules import load_rules

    mine, theirs = load_rules(first), load_rules(second, set=settings)
    if as_json:
        heads = [_head(mine.to_json()), _head(theirs.to_json())]
        _print_json({"rules": heads, "knobs": _as_json(mine, theirs)})
        return
    _print_differences(mine, theirs, (_heading(mine), _heading(theirs)))


@command.command("check")
@click.argument("file", metavar="FILE")
@json_option
def check_rules(file: str, as_json: bool) -> None:
    """Judge a rule file: say what it changes, or which line and key is wrong and what was expected.

    \b
    canasta-sim rules check house.toml
    """
    from canasta_sim.rules import check_rule_file, load_rules

    try:
        rules = check_rule_file(file)
    except RulesError as error:
        if as_json:
            _print_json({"file": file, "valid": False, "error": str(error)})
        raise
    base = load_rules(rules.base) if rules.base else None
    if as_json:
        changes = _as_json(base, rules) if base else {}
        _print_json({"file": file, "valid": True, "rules": rules.to_json(), "changes": changes})
        return
    click.echo(f"{file}: a complete set of rules, {rules.hash}")
    if base:
        _print_differences(base, rules, (base.name, file))


def _print_json(document: object) -> None:
    click.echo(json.dumps(document, indent=2, ensure_ascii=False))


def _head(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return what says which rule set it is, without the knobs."""
    return {key: value for key, value in document.items() if key not in ("knobs", "changed")}


def _as_json(mine: RuleSet, theirs: RuleSet) -> dict[str, list[Any]]:
    from canasta_sim.rules import value_as_json

    return {knob: [value_as_json(one), value_as_json(other)] for knob, one, other in mine.diff(theirs)}


def _heading(rules: RuleSet) -> str:
    return f"{rules.name}, changed" if rules.changed else rules.name


def _print_differences(mine: RuleSet, theirs: RuleSet, headings: tuple[str, str]) -> None:
    from canasta_sim.rules import KNOBS
    from canasta_sim.rules.describe import value_in_words

    differences = mine.diff(theirs)
    if not differences:
        click.echo(f"{headings[0]} and {headings[1]} play alike: no knob differs.")
        return
    rows = [
        (knob, value_in_words(knob, one), value_in_words(knob, other), KNOBS[knob].meaning)
        for knob, one, other in differences
    ]
    print_table(("knob", *headings, "what it says"), rows)
