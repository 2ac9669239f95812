"""What a meld may be made of (RULES.md 4 `melds.*`, 5.4, 5.6)."""

# ruff: noqa: PLR0911 - one return for each reason reads best
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.referee.state import Meld


def _ratio_fault(ratio: str, naturals: int, wilds: int) -> bool:
    if ratio == "not_more":
        return wilds > naturals
    if ratio == "fewer":
        return wilds >= naturals
    if ratio == "half":
        return naturals < 2 * wilds
    return False


def _black_three_fault(rules: Mapping[str, Any], meld: Meld) -> str | None:
    allowed = rules["melds.black_threes"]
    if allowed == "never":
        return "black threes are never melded"
    if meld.wilds:
        return "no wild card goes with black threes"
    if allowed == "four" and meld.size != 4:
        return f"black threes are melded all four, not {meld.size}"
    return None


def meld_fault(rules: Mapping[str, Any], meld: Meld) -> str | None:
    """Say why a meld may not lie on the table, or None where it may."""
    if meld.size < 3:
        return f"a meld of {meld.size} cards"
    if meld.rank == "3b":
        return _black_three_fault(rules, meld)
    if meld.rank == "wild":
        return None if rules["melds.wild_melds"] else "no melds of wild cards alone"
    if not meld.naturals:
        return "wild cards alone are no meld of this rank"
    if not meld.wilds:
        return None
    if meld.naturals < rules["melds.min_naturals"]:
        fewest = rules["melds.min_naturals"]
        return f"{meld.naturals} naturals with wild cards, melds.min_naturals is {fewest}"
    most = rules["melds.max_wilds"]
    if most != "none" and meld.wilds > most:
        return f"{meld.wilds} wild cards, melds.max_wilds is {most}"
    ratio = rules["melds.wild_ratio"]
    if _ratio_fault(ratio, meld.naturals, meld.wilds):
        return f"{meld.wilds} wild cards on {meld.naturals} naturals, melds.wild_ratio is {ratio}"
    return None


def room_for_wilds(rules: Mapping[str, Any], meld: Meld) -> int:
    """Return how many wild cards could join a meld as it lies."""
    room = 0
    while room < 16 and meld_fault(rules, meld.plus(["2"] * (room + 1))) is None:
        room += 1
    return room
