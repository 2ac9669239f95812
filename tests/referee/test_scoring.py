"""The referee on scores: values of cards, canastas, red threes, going out (RULES.md 4, 5.7)."""

from __future__ import annotations

import pytest

from tests.referee.presets import PRESETS
from tests.referee.scoring import canasta_bonus, card_value, hand_value, side_score
from tests.referee.state import Meld, Round


def table(name: str, **knobs: object) -> Round:
    r = Round()
    r.rules = {**PRESETS[name], **knobs}
    r.players = r.rules["table.players"]
    r.hands = [[] for _ in range(r.players)]
    return r


def meld(text: str) -> Meld:
    cards = text.split()
    naturals = [card for card in cards if card not in ("2", "Jk")]
    return Meld(naturals[0] if naturals else "wild").plus(cards)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("hoyle", {"4": 5, "7": 5, "8": 10, "T": 10, "K": 10, "A": 20, "2": 20, "Jk": 50, "3b": 5}),
        ("romanian-house", {"4": 5, "7": 5, "8": 10, "K": 10, "A": 20, "2": 20, "Jk": 50, "3b": 0}),
    ],
)
def test_cards(name, values):
    for kind, value in values.items():
        assert card_value(PRESETS[name], kind) == value, kind


@pytest.mark.parametrize(
    ("up_to", "fives"), [(4, "4"), (7, "4 5 6 7"), (9, "4 5 6 7 8 9"), (10, "4 5 6 7 8 9 T")]
)
def test_five_points_up_to(up_to, fives):
    rules = {**PRESETS["hoyle"], "score.five_points_up_to": up_to}
    found = [
        rank for rank in ["4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"] if card_value(rules, rank) == 5
    ]
    assert found == fives.split()


def test_cards_in_hand():
    house = PRESETS["romanian-house"]
    assert [hand_value(house, kind) for kind in ("3b", "3r", "4", "Jk")] == [100, 100, 5, 50]
    assert hand_value(PRESETS["hoyle"], "3b") == 5


@pytest.mark.parametrize(
    ("cards", "bonus"),
    [
        ("K K K K K K", 0),
        ("K K K K K K K", 500),
        ("K K K K K K K K", 500),
        ("K K K K K K 2", 300),
        ("A A A A A A A", 1500),
        ("A A A A A A Jk", 700),
        ("2 2 2 2 2 2 2", 3000),
        ("2 2 2 2 2 2 Jk", 2000),
        ("2 2 2 2 2 2", 0),
    ],
)
def test_canastas(cards, bonus):
    assert canasta_bonus(PRESETS["romanian-house"], meld(cards)) == bonus


@pytest.mark.parametrize(
    ("knobs", "laid", "melds", "score"),
    [
        ({}, 2, "K K K", 200),
        ({}, 4, "K K K", 800),
        ({}, 2, None, -200),
        ({}, 4, None, -800),
        ({"red_threes.without_meld": "zero"}, 4, None, 0),
        ({"red_threes.without_meld": "positive"}, 3, None, 300),
        ({"red_threes.positive_needs": "canasta"}, 3, "K K K", -300),
        ({"red_threes.positive_needs": "canasta"}, 3, "K K K K K K K", 300),
        ({"red_threes.positive_needs": "canasta", "red_threes.without_meld": "zero"}, 3, "K K K", 0),
        ({"red_threes.value": 50, "red_threes.all_four": 1000}, 3, "K K K", 150),
        ({"red_threes.value": 50, "red_threes.all_four": 1000}, 4, "K K K", 1000),
    ],
)
def test_red_threes(knobs, laid, melds, score):
    r = table("hoyle", **knobs)
    r.red_threes[0] = laid
    if melds:
        r.melds[0]["K"] = meld(melds)
    assert side_score(r, 0)["red_threes"] == score
    assert side_score(r, 1)["red_threes"] == 0


@pytest.mark.parametrize(
    ("name", "concealed", "four", "bonus"),
    [
        ("hoyle", False, False, 100),
        ("hoyle", True, False, 200),
        ("hoyle", True, True, 200),
        ("romanian-house", True, False, 100),
        ("romanian-house", False, True, 1000),
        ("romanian-house", True, True, 1000),
    ],
)
def test_going_out(name, concealed, four, bonus):
    r = table(name)
    r.out = (3, concealed, four)
    assert [side_score(r, side)["going_out"] for side in (0, 1)] == [0, bonus]


def test_a_whole_side():
    r = table("hoyle")
    r.melds[0].update({"K": meld("K K K K K K 2"), "4": meld("4 4 4")})
    r.hands = [["A", "3b"], ["K"], ["Jk"], ["4"]]
    r.red_threes[0] = 1
    r.out = (1, False, False)
    assert side_score(r, 0) == {
        "melded": 95,
        "in_hand": 75,
        "canastas": 300,
        "red_threes": 100,
        "going_out": 0,
        "total": 420,
    }
    assert side_score(r, 1) == {
        "melded": 0,
        "in_hand": 15,
        "canastas": 0,
        "red_threes": 0,
        "going_out": 100,
        "total": 85,
    }
