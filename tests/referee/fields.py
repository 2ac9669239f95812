"""Are an event's fields there and well formed (INTERFACE.md, "A trace")?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.referee.knobs import is_int
from tests.referee.state import KINDS, MELD_RANKS

EVENT = "event"  # the key that names the kind of an event
_KINDS = frozenset(KINDS)

Check = Callable[[Any, int], bool]


def _cards(value: Any, _players: int) -> bool:
    return isinstance(value, list) and _KINDS.issuperset(value)


def _card(value: Any, _players: int) -> bool:
    return isinstance(value, str) and value in _KINDS


def _seat(value: Any, players: int) -> bool:
    return is_int(value) and 0 <= value < players


def _flag(value: Any, _players: int) -> bool:
    return isinstance(value, bool)


def _count(value: Any, _players: int) -> bool:
    return is_int(value) and value >= 0


def _hands(value: Any, players: int) -> bool:
    return isinstance(value, list) and len(value) == players and all(_cards(hand, players) for hand in value)


def _scores(value: Any, _players: int) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(is_int(score) for score in value)


def _one_of(*choices: str) -> Check:
    return lambda value, _players: isinstance(value, str) and value in choices


SCORE_FIELDS = ("melded", "in_hand", "canastas", "red_threes", "going_out", "total")


def _sums(value: Any, _players: int) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(side, dict) for side in value)
        and all(is_int(side.get(name)) for side in value for name in SCORE_FIELDS)
    )


FIELDS: dict[str, dict[str, Check]] = {
    "deal": {
        "rules": lambda value, _players: isinstance(value, dict),
        "first": _seat,
        "scores": _scores,
        "hands": _hands,
        "pile": _cards,
        "surprise": _count,
        "stock": _cards,
    },
    "red_three": {
        "seat": _seat,
        "cards": _cards,
        "from": _one_of("deal", "stock", "pile", "hand"),
        "replacement": _cards,
    },
    "draw": {"seat": _seat, "cards": _cards},
    "take_pile": {"seat": _seat, "with": _cards, "pile": _cards, "locks": _cards},
    "meld": {"seat": _seat, "rank": _one_of(*MELD_RANKS), "cards": _cards, "initial": _flag},
    "discard": {"seat": _seat, "card": _card},
    "skip": {"seat": _seat},
    "turn_over": {"stock": _cards, "pile": _cards},
    "go_out": {"seat": _seat, "concealed": _flag},
    "end": {"reason": _one_of("went_out", "stock", "no_move"), "scores": _sums},
}


def event_fault(event: Any, players: int) -> str | None:
    """Say what is wrong with the form of an event, or None."""
    if not isinstance(event, dict):
        return "an event is an object with named fields"
    name = event.get(EVENT)
    if not isinstance(name, str) or name not in FIELDS:
        return f'"{EVENT}" is {name!r}, not one of {", ".join(FIELDS)}'
    for field, good in FIELDS[name].items():
        if field not in event:
            return f"the {name} event has no field {field}"
        try:
            fine = good(event[field], players)
        except TypeError:  # a list inside a list of cards, say
            fine = False
        if not fine:
            return f"field {field} of the {name} event is not well formed: {event[field]!r}"
    return None
