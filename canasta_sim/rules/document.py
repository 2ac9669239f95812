"""The page of the rules: its table of knobs is written from the code, so that the two cannot differ.

``python -m canasta_sim.rules.document docs/rules.md`` writes the table into the page, between two marks; the
words around it are written by hand.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from canasta_sim.errors import RulesError
from canasta_sim.rules.describe import has_effect
from canasta_sim.rules.knobs import GROUPS, KNOBS, Knob
from canasta_sim.rules.load import load_rules
from canasta_sim.rules.ruleset import RuleSet, value_as_text

__all__ = ["BEGIN", "END", "knob_tables", "main", "renewed"]

BEGIN = "<!-- knobs: written by python -m canasta_sim.rules.document docs/rules.md -->"
END = "<!-- end of the knobs -->"

_COLUMNS = ("rummyroyal", "raminoroyal", "romanian-house", "classic", "hoyle")


def knob_tables() -> str:
    """Return a Markdown table for each group of knobs: what they say, their values, those of the presets."""
    presets = [load_rules(name) for name in _COLUMNS]
    return "\n".join(_table(group, presets) for group in GROUPS)


def renewed(page: str) -> str:
    """Return the page with the tables between its marks written anew.

    Raises
    ------
    RulesError
        If the page lacks one of the marks.
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise RulesError(f"the page of the rules lacks its marks: expected {BEGIN} and {END}")
    return f"{before}{BEGIN}\n\n{knob_tables()}\n{END}{after}"


def main(arguments: Sequence[str]) -> None:
    """Write the tables into the page named by the first argument, or onto standard output without one."""
    if not arguments:
        sys.stdout.write(knob_tables())
        return
    page = Path(arguments[0])
    page.write_text(renewed(page.read_text("utf-8")), "utf-8")


def _table(group: str, presets: Sequence[RuleSet]) -> str:
    lines = [
        f"### `{group}`\n",
        f"| knob | what it says | {' | '.join(_COLUMNS)} |",
        "|---" * (2 + len(_COLUMNS)) + "|",
    ]
    for name, knob in KNOBS.items():
        if knob.group == group:
            cells = [f"`{name}`", _what_it_says(knob), *(_cell(name, rules) for rules in presets)]
            lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _what_it_says(knob: Knob) -> str:
    section = f" ({knob.section})" if "." in knob.section else ""
    if not knob.words:
        return f"{knob.meaning}{section} *{knob.expected}*"
    pairs = zip(knob.choices, knob.words, strict=True)
    return f"{knob.meaning}{section} " + "; ".join(f"`{value}`: {word}" for value, word in pairs)


def _cell(name: str, rules: RuleSet) -> str:
    text = value_as_text(rules[name]) or "(empty)"
    return text if has_effect(name, rules.knobs) else f"({text})"


if __name__ == "__main__":
    main(sys.argv[1:])
