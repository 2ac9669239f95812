"""Rule files: TOML read into knobs, with the line of each, and rule sets written as TOML."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from canasta_sim import toml_text
from canasta_sim.errors import RulesError, near_miss
from canasta_sim.paths import is_utf8
from canasta_sim.rules.knob import KnobValue, as_toml, shown
from canasta_sim.rules.knobs import GROUPS, KNOBS
from canasta_sim.rules.ruleset import RuleSet

__all__ = ["RuleFile", "as_rule_file", "parse_rule_file", "read_rule_file"]

_LARGEST_FILE = 1_000_000
_HEAD = ("base", "title", "source", "version")


@dataclass(frozen=True)
class RuleFile:
    """What a rule file says, each value checked by itself.

    Parameters
    ----------
    path : str
        The file, as it was named: messages begin with it.
    text : str
        The whole text.
    head : mapping
        The keys `base`, `title`, `source` (str) and `version` (int), where they are given.
    knobs : mapping of str to KnobValue
        The knobs that it sets.
    """

    path: str
    text: str
    head: Mapping[str, Any]
    knobs: Mapping[str, KnobValue]

    def at(self, *keys: str) -> str:
        """Say where the first of `keys` that the file sets stands: ``house.toml, line 7``."""
        for key in keys:
            line = _line_of(self.text, key)
            if line:
                return f"{self.path}, line {line}"
        return self.path


def read_rule_file(path: str) -> RuleFile:
    """Read a rule file.

    Raises
    ------
    RulesError
        If it cannot be read, is no TOML, or a key or a value in it is none that rules have; the sentence
        names the file, the line and the key.
    """
    if not is_utf8(path):  # it names the rules in every table
        raise RulesError(f"rule file {path!r}: expected a name in UTF-8")
    try:
        with Path(path).open("rb") as file:
            content = file.read(_LARGEST_FILE + 1)
    except (OSError, ValueError) as problem:  # ValueError: a NUL in the name
        reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
        raise RulesError(f"rule file {path!r} cannot be read: {reason}") from None
    if len(content) > _LARGEST_FILE:
        raise RulesError(f"{path}: expected a rule file, but this one is larger than a megabyte")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = content[: problem.start].count(b"\n") + 1
        raise RulesError(f"{path}, line {line}: expected a TOML file in UTF-8, which this is not") from None
    return parse_rule_file(text, path)


def parse_rule_file(text: str, path: str) -> RuleFile:
    """Read the text of a rule file; `path` is what messages call it. Raises as `read_rule_file`."""
    try:
        document = toml_text.loads(text)
    except RecursionError:
        raise RulesError(f"{path}: expected rules in TOML, but lists are nested too deep") from None
    except ValueError as problem:  # TOMLDecodeError, and numbers too long for Python
        raise RulesError(f"{path}: not valid TOML: {_said(problem)}") from None
    file = RuleFile(path, text, {}, {})
    head = {key: _head_value(file, key, document[key]) for key in _HEAD if key in document}
    knobs: dict[str, KnobValue] = {}
    for key, value in _leaves(file, {key: document[key] for key in document if key not in _HEAD}):
        if key in knobs:
            raise RulesError(f"{file.at(key)}: {key} is set twice")
        knobs[key] = _knob_value(file, key, value)
    return RuleFile(path, text, head, knobs)


def _said(problem: ValueError) -> str:
    return re.sub(r"\s+", " ", str(problem)).strip() or "it cannot be read"


def _head_value(file: RuleFile, key: str, value: object) -> str | int:
    if key == "version":
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 1_000_000:
            raise RulesError(f"{file.at(key)}: version = {shown(value)}: expected a whole number from 1")
        return value
    if not isinstance(value, str) or not value.strip():
        wanted = 'the name or the path of a rule set, such as "classic"' if key == "base" else "a text"
        raise RulesError(f"{file.at(key)}: {key} = {shown(value)}: expected {wanted}")
    return value if key == "base" else " ".join(value.split())


def _leaves(file: RuleFile, table: Mapping[str, Any], group: str = "") -> Iterator[tuple[str, object]]:
    """Go through the knobs of a table, written as ``[deal] hand_size = 11`` or ``"deal.hand_size" = 11``."""
    for part, value in table.items():
        key = f"{group}.{part}" if group else part
        if key in KNOBS:
            yield key, value
        elif key in GROUPS:
            if not isinstance(value, dict):
                raise RulesError(
                    f"{file.at(key)}: {key} = {shown(value)}: expected a table [{key}] of the knobs that "
                    f"begin with {key}"
                )
            yield from _leaves(file, value, key)
        else:
            known = list(KNOBS) + ([] if group else [*GROUPS, *_HEAD])
            what = "knob" if group or "." in key else "key"
            raise RulesError(f"{file.at(key)}: there is no {what} {shown(key)}{near_miss(key, known)}")


def _knob_value(file: RuleFile, key: str, value: object) -> KnobValue:
    try:
        return KNOBS[key].check(value)
    except RulesError as problem:
        raise RulesError(f"{file.at(key)}: {problem}") from None


# ----------------------------------------------------------------------------------------------------------
# Lines


def _line_of(text: str, key: str) -> int:
    """Return the line, from 1, on which `key` is given a value; 0 where it is not found.

    A key set inside an inline table is found on the line of that table.
    """
    nearest, length, table = 0, 0, ""
    for number, line in enumerate(text.splitlines(), start=1):
        header = re.match(r"\s*\[(?!\[)([^=]*)\]\s*(#.*)?$", line)
        if header:
            table = _dotted(header.group(1))
            found = table
        else:
            assigned = re.match(r"([^=#]+)=", line)
            if not assigned:
                continue
            found = ".".join(filter(None, (table, _dotted(assigned.group(1)))))
        if found == key:
            return number
        if len(found) > length and key.startswith(found + "."):
            nearest, length = number, len(found)
    return nearest


def _dotted(written: str) -> str:
    """Return a key as TOML writes it, quoted or dotted, as one dotted name; ``""`` where it is none."""
    try:
        inner: Any = tomllib.loads(f"{written.strip()} = 0")
    except (ValueError, RecursionError):
        return ""
    parts = []
    while isinstance(inner, dict) and inner:
        part, inner = next(iter(inner.items()))
        parts.append(part)
    return ".".join(parts)


# ----------------------------------------------------------------------------------------------------------


def as_rule_file(rules: RuleSet) -> str:
    """Write a rule set as a rule file that gives every knob; loading it yields the same values.

    Parameters
    ----------
    rules : RuleSet

    Returns
    -------
    str
        TOML with one table for each group of knobs.
    """
    head = {"title": rules.title, "source": rules.source, "version": rules.version}
    lines = [f"{key} = {as_toml(value)}" for key, value in head.items() if value]
    for group in GROUPS:
        lines += ["", f"[{group}]"]
        for name, knob in KNOBS.items():
            if knob.group == group:
                lines.append(f"{name.removeprefix(group + '.')} = {as_toml(rules[name])}")
    return "\n".join(lines) + "\n"
