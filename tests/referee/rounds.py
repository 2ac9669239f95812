"""Finds made rounds that hold what a test needs, and events in them."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from tests.referee.maker import make_round
from tests.referee.presets import PRESETS

Events = list[dict[str, Any]]
OTHER_RULES = {
    "skips": {"pile.wild_discard": "skips_next"},
    "turned": {"stock.on_empty": "turn_over"},
    "optional": {"red_threes.lay": "optional"},
}


def made(name: str, has: Callable[[Events], bool]) -> Events:
    """Return the first round under a preset (with "+": and some other knobs) that holds what is needed."""
    preset, _, more = name.partition("+")
    rules = {**PRESETS[preset], **OTHER_RULES.get(more, {})}
    for seed in range(400):
        events = make_round(rules, seed, first=seed % rules["table.players"])
        if has(events):
            return copy.deepcopy(events)
    raise AssertionError(f"no round under {name} holds what the test needs")


def at(events: Events, event: str, **fields: object) -> int:
    """Return the place of the first such event, -1 where there is none."""
    for place, other in enumerate(events):
        if other["event"] == event and all(other.get(key) == value for key, value in fields.items()):
            return place
    return -1


ALL_IN_ONE = ("take_pile", "go_out", "meld", "draw", "red_three")


def holds_what_is_needed(name: str) -> Callable[[Events], bool]:
    """Return the test for rounds under a preset: those rich enough to be corrupted in every way."""
    if name == "romanian-house-2p":
        return lambda events: (
            at(events, "turn_over") > 0 and len(set(events[at(events, "turn_over")]["stock"])) > 1
        )
    if name == "classic+skips":
        return lambda events: at(events, "skip") > 0
    if name == "romanian-house":
        return lambda events: at(events, "red_three") > 0 and events[0]["surprise"] > 0
    wanted = ("take_pile",) if name == "rummyroyal" else ALL_IN_ONE

    def has(events: Events) -> bool:
        sources = {event["from"] for event in events if event["event"] == "red_three"}
        later = at(events, "meld", initial=False) > 0 and at(events, "meld", initial=True) > 0
        return all(at(events, event) > 0 for event in wanted) and {"deal", "stock"} <= sources and later

    return has
