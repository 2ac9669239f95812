"""A rule set: one immutable record of every knob."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from canasta_sim.errors import RulesError
from canasta_sim.rules.contradictions import contradictions
from canasta_sim.rules.knob import NEVER
from canasta_sim.rules.knobs import KNOBS, KnobValue, find_knob

__all__ = ["RuleSet", "knobs_as_json", "value_as_json", "value_as_text"]

_PLACES = MappingProxyType({name: place for place, name in enumerate(KNOBS)})


@dataclass(frozen=True)
class RuleSet:
    """One complete set of rules, immutable, hashable and the same in every process.

    Made by `load_rules`, by `with_knobs` from another one, or by `from_knobs`; each of them checks it.

    Parameters
    ----------
    name : str
        What it is called in tables and files.
    values : tuple of KnobValue
        The value of every knob, in the order of `KNOBS`; read them by name with ``rules["draw.count"]``.
    title : str
        One line that says what game it is.
    source : str
        Which text it follows.
    version : int
        Version of its behaviour: raised when the same knobs come to mean another play, never for speed.
    base : str or None
        The preset that it started from, a preset itself; None for a file that starts from none.
    named : tuple of KnobValue or None
        The values that `name` alone stands for, where some have been changed since; None where none have.
    """

    name: str
    values: tuple[KnobValue, ...]
    title: str = ""
    source: str = ""
    version: int = 1
    base: str | None = None
    named: tuple[KnobValue, ...] | None = None

    @classmethod
    def from_knobs(
        cls,
        name: str,
        knobs: Mapping[str, object],
        *,
        title: str = "",
        source: str = "",
        version: int = 1,
        base: str | None = None,
    ) -> RuleSet:
        """Make a rule set of a value for every knob.

        Parameters
        ----------
        name : str
            What it is called.
        knobs : mapping of str to object
            A value for every knob.
        title, source : str
            What game it is; which text it follows.
        version : int
            Version of its behaviour.
        base : str, optional
            The preset that it started from.

        Returns
        -------
        RuleSet

        Raises
        ------
        RulesError
            If a knob is missing or does not exist, does not take its value, or two contradict each other.
        """
        checked = _checked(knobs)
        missing = [knob for knob in KNOBS if knob not in checked]
        if missing:
            others = f" and {len(missing) - 1} others" if len(missing) > 1 else ""
            raise RulesError(
                f"{missing[0]}{others} not given: expected every knob, or a rule set to start from "
                '(base = "classic")'
            )
        values = tuple(checked[knob] for knob in KNOBS)
        return cls(name, values, title, source, version, base)._sound()

    def __getitem__(self, knob: str) -> Any:
        """Return the value of a knob; raise `RulesError` where there is none of that name."""
        return self.values[_PLACES[find_knob(knob).name]]

    def __iter__(self) -> Iterator[str]:
        """Go through the names of the knobs."""
        return iter(KNOBS)

    def __str__(self) -> str:
        return self.label

    @property
    def knobs(self) -> Mapping[str, Any]:
        """Every knob with its value, in the order of the rules; it cannot be changed."""
        return MappingProxyType(dict(zip(KNOBS, self.values, strict=True)))

    @property
    def label(self) -> str:
        """The name, with the knobs that have been changed since: ``classic+draw.count=2``."""
        return "+".join(
            [self.name] + [f"{knob}={value_as_text(value)}" for knob, value in self.changed.items()]
        )

    @property
    def changed(self) -> Mapping[str, Any]:
        """The knobs, with their values now, that differ from what `name` alone stands for."""
        named = self.values if self.named is None else self.named
        pairs = zip(KNOBS, named, self.values, strict=True)
        return MappingProxyType({knob: now for knob, before, now in pairs if before != now})

    @property
    def hash(self) -> str:
        """Twelve hex digits of the resolved knobs: the same for all rule sets that play alike."""
        text = json.dumps(knobs_as_json(self), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def with_knobs(self, knobs: Mapping[str, object]) -> RuleSet:
        """Return a copy with some knobs changed.

        Parameters
        ----------
        knobs : mapping of str to object
            Knob names and their new values; all are set before contradictions are looked for.

        Returns
        -------
        RuleSet
            Itself where nothing changes.

        Raises
        ------
        RulesError
            If a knob does not exist or does not take the value, or two contradict each other.
        """
        checked = _checked(knobs)
        values = tuple(checked.get(knob, value) for knob, value in zip(KNOBS, self.values, strict=True))
        if values == self.values:
            return self
        named = self.values if self.named is None else self.named
        return replace(self, values=values, named=None if values == named else named)._sound()

    def diff(self, other: RuleSet) -> list[tuple[str, Any, Any]]:
        """List the knobs that differ.

        Parameters
        ----------
        other : RuleSet
            What it is compared with.

        Returns
        -------
        list of tuple
            ``(knob, value here, value in other)``, in the order of the rules.
        """
        pairs = zip(KNOBS, self.values, other.values, strict=True)
        return [(knob, mine, theirs) for knob, mine, theirs in pairs if mine != theirs]

    def to_json(self) -> dict[str, Any]:
        """Return everything about the rule set as JSON knows it, for manifests; `from_json` reads it."""
        return {
            "name": self.name,
            "title": self.title,
            "source": self.source,
            "version": self.version,
            "base": self.base,
            "hash": self.hash,
            "changed": {knob: value_as_json(value) for knob, value in self.changed.items()},
            "knobs": knobs_as_json(self),
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> RuleSet:
        """Make the rule set that `to_json` wrote.

        The name then stands for the values as they are: `changed` of the result is empty.

        Parameters
        ----------
        document : mapping
            What `to_json` returned, also after a way through JSON.

        Returns
        -------
        RuleSet

        Raises
        ------
        RulesError
            If the document lacks the name or a knob, or holds what `from_knobs` refuses.
        """
        name, knobs = document.get("name"), document.get("knobs")
        if not isinstance(name, str) or not isinstance(knobs, Mapping):
            raise RulesError("a rule set in JSON needs a name and its knobs")
        head = {key: document[key] for key in ("title", "source", "version", "base") if key in document}
        for key, value in head.items():
            wanted = int if key == "version" else str
            if not isinstance(value, wanted) and not (key == "base" and value is None):
                raise RulesError(f"a rule set in JSON has an impossible {key}: {value!r}")
        return cls.from_knobs(name, knobs, **head)

    def _sound(self) -> RuleSet:
        """Return the rule set itself if nothing in it contradicts itself."""
        for contradiction in contradictions(self.knobs):
            raise RulesError(contradiction.sentence)
        return self


def _checked(knobs: Mapping[str, object]) -> dict[str, KnobValue]:
    return {find_knob(name).name: find_knob(name).check(value) for name, value in knobs.items()}


def value_as_text(value: Any) -> str:
    """Write a knob's value as ``--set`` takes it: ``yes``-or-no knobs as true and false, lists by commas."""
    plain = value_as_json(value)
    if isinstance(plain, list) and all(isinstance(item, str) for item in plain):
        return ",".join(plain)
    return plain if isinstance(plain, str) else json.dumps(plain, separators=(",", ":"))


def value_as_json(value: Any) -> Any:
    """Return a knob's value as JSON knows it: minus infinity as ``"-inf"``, tuples as lists."""
    if isinstance(value, tuple):
        return [value_as_json(item) for item in value]
    return "-inf" if value == NEVER else value


def knobs_as_json(rules: RuleSet) -> dict[str, Any]:
    """Return every knob with its value as JSON knows it, in the order of the rules.

    Parameters
    ----------
    rules : RuleSet

    Returns
    -------
    dict
        ``{"table.players": 4, ..., "initial_meld.unmixed_below": "-inf", ...}``
    """
    return {knob: value_as_json(value) for knob, value in rules.knobs.items()}
