"""Every knob of the rules, in the order of RULES.md section 4: the schema of a rule set."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from canasta_sim.errors import RulesError, near_miss
from canasta_sim.rules.knob import MOST_STEPS, NEVER, Knob, KnobValue, shown
from canasta_sim.rules.knobs_play import KNOBS_OF_PLAY
from canasta_sim.rules.knobs_score import KNOBS_OF_SCORE

__all__ = ["GROUPS", "KNOBS", "MOST_STEPS", "NEVER", "Knob", "KnobValue", "find_knob", "parse_setting"]

KNOBS: Mapping[str, Knob] = MappingProxyType({knob.name: knob for knob in KNOBS_OF_PLAY + KNOBS_OF_SCORE})
"""Name to knob, in the order of the rules."""

GROUPS: tuple[str, ...] = tuple(dict.fromkeys(knob.group for knob in KNOBS.values()))
"""The parts of the names before the dot: the tables of a rule file."""


def find_knob(name: object) -> Knob:
    """Return the knob of that name.

    Raises
    ------
    RulesError
        If there is none; the sentence suggests the one that was probably meant.
    """
    if not isinstance(name, str) or name not in KNOBS:
        raise RulesError(f"there is no knob {shown(str(name))}{near_miss(str(name), KNOBS)}")
    return KNOBS[name]


def parse_setting(text: str) -> tuple[str, KnobValue]:
    """Read one setting as ``--set`` takes it.

    Parameters
    ----------
    text : str
        ``KNOB=VALUE``: ``draw.count=2``, ``deal.upcard_rejects=wild,3r`` (or empty), ``pile.add_to_meld=no``,
        ``initial_meld.minimum=[[-inf, 50], [3000, canasta]]``.

    Returns
    -------
    tuple of str and KnobValue
        The knob's name and the value, checked.

    Raises
    ------
    RulesError
        If it is no such setting, the knob does not exist or does not take the value.
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise RulesError(f'setting {shown(text)}: expected KNOB=VALUE, such as "draw.count=2"')
    return name.strip(), find_knob(name.strip()).parse(value)
