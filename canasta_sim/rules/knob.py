"""A knob: one rule that can be turned, with the values that it takes."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from itertools import pairwise
from numbers import Integral
from typing import Any, NoReturn

from canasta_sim import toml_text
from canasta_sim.errors import RulesError, near_miss

__all__ = ["MOST_STEPS", "NEVER", "Knob", "KnobValue", "as_toml", "shown"]

KnobValue = bool | int | float | str | tuple[Any, ...]

NEVER = -math.inf
"""The score that none lies below: where a list of minimums starts, and "never" for a score to stay under."""

MOST_STEPS = 16
"""Most steps that `initial_meld.minimum` may have."""

_FURTHEST_SCORE = 1_000_000
_MOST_POINTS = 10_000
_LONGEST_SHOWN = 70


@dataclass(frozen=True)
class Knob:
    """One rule that can be turned.

    Parameters
    ----------
    name : str
        Key of rule files, of ``--set`` and of traces: ``"deal.hand_size"``.
    kind : str
        ``int`` (a whole number), ``bool``, ``choice`` (one word of a list), ``cards`` (any of a list of card
        kinds), ``limit`` (a whole number or ``"none"``), ``threshold`` (a score or minus infinity) or
        ``minimum`` (steps of score and points, of `initial_meld.minimum`).
    default : KnobValue
        The value in `hoyle`, standard four-player Canasta.
    meaning : str
        What the knob says, in one sentence for a card player.
    section : str
        Section of the rules that words it.
    choices : tuple
        The values of a choice, in the order of the rules; for ``int`` the only numbers, where not a range.
    words : tuple of str
        What each choice means, in the order of `choices`.
    lowest, highest : int or None
        Range of a whole number.
    step : int
        The number must be a multiple of this.
    """

    name: str
    kind: str
    default: KnobValue
    meaning: str
    section: str = "4"
    choices: tuple[int | str, ...] = ()
    words: tuple[str, ...] = ()
    lowest: int | None = None
    highest: int | None = None
    step: int = 1

    @property
    def group(self) -> str:
        """The part of the name before the dot: the table that the knob stands in."""
        return self.name.partition(".")[0]

    @property
    def expected(self) -> str:
        """The values that the knob takes, in words: ``a whole number from 1 to 5``."""
        return _KINDS[self.kind].expected(self)

    def check(self, value: object) -> KnobValue:
        """Return `value` as the knob stores it.

        Parameters
        ----------
        value : object
            A value as TOML, JSON or Python gives it.

        Returns
        -------
        KnobValue
            A plain immutable value: int, bool, str, minus infinity or a tuple.

        Raises
        ------
        RulesError
            If the knob does not take it; the sentence names the knob, the value and what was expected.
        """
        return _KINDS[self.kind].check(self, value)

    def parse(self, text: str) -> KnobValue:
        """Return the value that `text` writes, as after the equals sign of ``--set KNOB=VALUE``.

        Raises
        ------
        RulesError
            As for `check`.
        """
        return self.check(_KINDS[self.kind].read(text.strip()))

    def refuse(self, value: object, hint: str = "") -> NoReturn:
        """Raise the sentence that says that the knob does not take `value`."""
        raise RulesError(f"{self.name} = {shown(value)}: expected {self.expected}{hint}")


# ----------------------------------------------------------------------------------------------------------
# How values are written


def shown(value: object) -> str:
    """Write any value for an error message, shortened where it is long."""
    try:
        text = as_toml(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists in lists
        return "(a value too large to show)"
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."


def as_toml(value: object) -> str:
    """Write a value as TOML does; what TOML does not know is written as Python does."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + "".join(_escaped(character) for character in value) + '"'
    if isinstance(value, list | tuple):
        return "[" + ", ".join(as_toml(item) for item in value) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)} = {as_toml(item)}" for key, item in value.items()) + "}"
    return str(value) if isinstance(value, int | float | date | time) else repr(value)


def _key(key: object) -> str:
    return key if isinstance(key, str) and re.fullmatch(r"[A-Za-z0-9_-]+", key) else as_toml(str(key))


def _escaped(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


# ----------------------------------------------------------------------------------------------------------
# Whole numbers


def _as_whole(value: object) -> int | None:
    """Return a whole number as int, or None: a bool and a float are none, an integer of NumPy is one."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        return None
    return int(value)


def _in_range(knob: Knob, number: int) -> bool:
    if knob.choices:
        return number in knob.choices
    low = number if knob.lowest is None else knob.lowest
    high = number if knob.highest is None else knob.highest
    return low <= number <= high and number % knob.step == 0


def _expected_int(knob: Knob) -> str:
    if knob.choices:
        return " or ".join(str(choice) for choice in knob.choices)
    steps = f", a multiple of {knob.step} as all scores are" if knob.step > 1 else ""
    return f"a whole number from {knob.lowest} to {knob.highest}{steps}"


def _check_int(knob: Knob, value: object) -> KnobValue:
    number = _as_whole(value)
    if number is None or not _in_range(knob, number):
        knob.refuse(value)
    return number


def _read_int(text: str) -> object:
    # int() would also take digits of other scripts, and refuses more than a few thousand of them
    return int(text) if re.fullmatch(r"[+-]?[0-9]+(_[0-9]+)*", text) and len(text) <= 30 else text


def _expected_limit(knob: Knob) -> str:
    return f'{_expected_int(knob)}, or "none"'


def _check_limit(knob: Knob, value: object) -> KnobValue:
    return "none" if value == "none" and isinstance(value, str) else _check_int(knob, value)


# ----------------------------------------------------------------------------------------------------------
# Yes and no, words, lists of card kinds


def _expected_bool(knob: Knob) -> str:
    return "true or false"


def _check_bool(knob: Knob, value: object) -> KnobValue:
    if not isinstance(value, bool):
        knob.refuse(value)
    return value


def _read_bool(text: str) -> object:
    return {"true": True, "yes": True, "false": False, "no": False}.get(text.lower(), text)


def _quoted(choices: Sequence[int | str]) -> str:
    return ", ".join(f'"{choice}"' for choice in choices)


def _expected_choice(knob: Knob) -> str:
    return f"one of {_quoted(knob.choices)}"


def _check_choice(knob: Knob, value: object) -> KnobValue:
    if not isinstance(value, str):
        knob.refuse(value)
    if value not in knob.choices:
        knob.refuse(value, near_miss(value, map(str, knob.choices)))
    return str(value)


def _read_choice(text: str) -> object:
    return text.strip("\"'")


def _expected_cards(knob: Knob) -> str:
    return f"a list of any of {_quoted(knob.choices)}"


def _check_cards(knob: Knob, value: object) -> KnobValue:
    if not isinstance(value, list | tuple | set | frozenset):
        knob.refuse(value)
    for item in value:
        if not isinstance(item, str):
            knob.refuse(value)
        if item not in knob.choices:
            knob.refuse(value, near_miss(item, map(str, knob.choices)))
    return tuple(kind for kind in knob.choices if kind in value)  # one order, each kind once


def _read_cards(text: str) -> object:
    if text.startswith("["):
        return _toml_value(text)
    return [word.strip().strip("\"'") for word in text.split(",") if word.strip()]


# ----------------------------------------------------------------------------------------------------------
# Scores and the steps of the initial minimum


def _is_never(value: object) -> bool:
    return (isinstance(value, float) and value == NEVER) or (isinstance(value, str) and value == "-inf")


def _expected_threshold(knob: Knob) -> str:
    return f"a score from {-_FURTHEST_SCORE} to {_FURTHEST_SCORE}, or -inf for never"


def _check_threshold(knob: Knob, value: object) -> KnobValue:
    if _is_never(value):
        return NEVER
    number = _as_whole(value)
    if number is None or abs(number) > _FURTHEST_SCORE:
        knob.refuse(value)
    return number


def _read_threshold(text: str) -> object:
    return NEVER if text.strip("\"'") == "-inf" else _read_int(text)


def _expected_minimum(knob: Knob) -> str:
    return (
        "a list [[-inf, points], [from, points], ...] of up to "
        f'{MOST_STEPS} steps, points from 0 to {_MOST_POINTS} or "canasta"'
    )


def _check_minimum(knob: Knob, value: object) -> KnobValue:
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= MOST_STEPS:
        knob.refuse(value)
    steps = tuple(_minimum_step(knob, step) for step in value)
    if steps[0][0] != NEVER:
        knob.refuse(value, ": the first step must start from -inf, so that every score has a minimum")
    for (before, _), (after, _) in pairwise(steps):
        if after <= before:
            knob.refuse(value, f": the scores must ascend, and {shown(after)} comes after {shown(before)}")
    return steps


def _minimum_step(knob: Knob, step: object) -> tuple[int | float, int | str]:
    if not isinstance(step, list | tuple) or len(step) != 2:
        knob.refuse(step)
    start, points = step
    score = NEVER if _is_never(start) else _as_whole(start)
    if score is None or (score != NEVER and abs(score) > _FURTHEST_SCORE):
        knob.refuse(step)
    if isinstance(points, str) and points == "canasta":
        return score, "canasta"
    number = _as_whole(points)
    if number is None or not 0 <= number <= _MOST_POINTS:
        hint = near_miss(points, ["canasta"]) if isinstance(points, str) else ""
        knob.refuse(step, hint)
    return score, number


def _read_minimum(text: str) -> object:
    # a shell eats the quotes of "canasta" and "-inf": they may be left out
    return _toml_value(re.sub(r"""(?<!["'\w])canasta(?!["'\w])""", '"canasta"', text))


def _toml_value(text: str) -> object:
    """Read one TOML value; text that is none stands for itself and is refused by the check."""
    try:
        document = toml_text.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return text
    return document["value"] if len(document) == 1 else text


# ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Kind:
    expected: Callable[[Knob], str]
    check: Callable[[Knob, object], KnobValue]
    read: Callable[[str], object]


_KINDS = {
    "int": _Kind(_expected_int, _check_int, _read_int),
    "bool": _Kind(_expected_bool, _check_bool, _read_bool),
    "choice": _Kind(_expected_choice, _check_choice, _read_choice),
    "cards": _Kind(_expected_cards, _check_cards, _read_cards),
    "limit": _Kind(_expected_limit, _check_limit, lambda text: _read_int(text.strip("\"'"))),
    "threshold": _Kind(_expected_threshold, _check_threshold, _read_threshold),
    "minimum": _Kind(_expected_minimum, _check_minimum, _read_minimum),
}
