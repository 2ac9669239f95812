"""The score of a side, field by field (RULES.md 4, 5.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.referee.fields import SCORE_FIELDS
from tests.referee.state import Meld, Round

_FACES = {"T": 10, "J": 11, "Q": 12, "K": 13}


def card_value(rules: Mapping[str, Any], kind: str) -> int:
    """Return what a card melded is worth."""
    if kind == "Jk":
        return 50
    if kind in ("A", "2"):
        return 20
    if kind == "3b":
        return int(rules["score.black_three_melded"])
    number = _FACES[kind] if kind in _FACES else int(kind)
    return 5 if number <= rules["score.five_points_up_to"] else 10


def hand_value(rules: Mapping[str, Any], kind: str) -> int:
    """Return what a card left in hand costs."""
    if kind == "3b":
        return int(rules["score.black_three_in_hand"])
    if kind == "3r":
        return int(rules["score.red_three_in_hand"])
    return card_value(rules, kind)


def canasta_bonus(rules: Mapping[str, Any], meld: Meld) -> int:
    """Return the bonus of a meld, 0 below seven cards."""
    if not meld.is_canasta:
        return 0
    if meld.rank == "wild":
        return int(rules["score.wild_canasta" if meld.jokers else "score.twos_canasta"])
    name = "mixed" if meld.wilds else "natural"
    ace = "_ace" if meld.rank == "A" else ""
    return int(rules[f"score.{name}{ace}_canasta"])


def red_three_score(r: Round, side: int) -> int:
    """Red threes on the table: for the side, against it, or nothing."""
    laid, rules = r.red_threes[side], r.rules
    value = int(rules["red_threes.all_four"] if laid == 4 else laid * rules["red_threes.value"])
    melds = r.melds[side].values()
    needs_canasta = rules["red_threes.positive_needs"] == "canasta"
    earned = any(meld.is_canasta for meld in melds) if needs_canasta else bool(melds)
    if earned:
        return value
    return {"positive": value, "zero": 0, "negative": -value}[rules["red_threes.without_meld"]]


def going_out_score(r: Round, side: int) -> int:
    """Return the bonus of the side that went out: four black threes before concealed before plain."""
    if r.out is None or r.out[0] % 2 != side:
        return 0
    _seat, concealed, four_black_threes = r.out
    if four_black_threes and r.rules["going_out.four_black_threes_bonus"]:
        return int(r.rules["going_out.four_black_threes_bonus"])
    return int(r.rules["going_out.concealed_bonus" if concealed else "going_out.bonus"])


def side_score(r: Round, side: int) -> dict[str, int]:
    """Return all fields of one side in the `end` event."""
    melds = list(r.melds[side].values())
    score = {
        "melded": sum(card_value(r.rules, card) for meld in melds for card in meld.cards()),
        "in_hand": sum(hand_value(r.rules, c) for seat in range(side, r.players, 2) for c in r.hands[seat]),
        "canastas": sum(canasta_bonus(r.rules, meld) for meld in melds),
        "red_threes": red_three_score(r, side),
        "going_out": going_out_score(r, side),
    }
    bonus = score["canastas"] + score["red_threes"] + score["going_out"]
    score["total"] = score["melded"] - score["in_hand"] + bonus
    return score


def judge_scores(r: Round, told: list[dict[str, int]]) -> None:
    """Compare every field, and see that the fields told add up."""
    for side in (0, 1):
        score = side_score(r, side)
        for name in SCORE_FIELDS:
            if told[side][name] != score[name]:
                r.fault("5.7", f"{name} of side {side} is told as {told[side][name]}, it is {score[name]}")
        bonus = told[side]["canastas"] + told[side]["red_threes"] + told[side]["going_out"]
        if told[side]["total"] != told[side]["melded"] - told[side]["in_hand"] + bonus:
            r.fault("5.7", f"the fields of side {side} do not add up to its total {told[side]['total']}")
