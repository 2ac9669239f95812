"""Random rule sets: every value is drawn, none contradicts another."""

from __future__ import annotations

import random

from tests.referee.knobs import ALL_KNOBS, CHOICES, SWITCHES, contradiction, knob_fault
from tests.referee.presets import PRESETS
from tests.referee.random_rules import random_rule_set

DRAWN = [random_rule_set(random.Random(seed)) for seed in range(1500)]


def test_every_knob_has_a_possible_value():
    for rules in [*DRAWN, *PRESETS.values()]:
        assert rules.keys() == ALL_KNOBS
        assert not [knob for knob in ALL_KNOBS if knob_fault(knob, rules[knob])]
        assert contradiction(rules) is None


def test_every_value_is_drawn():
    for knob, values in CHOICES.items():
        assert {rules[knob] for rules in DRAWN} == set(values), knob
    for knob in SWITCHES:
        assert {rules[knob] for rules in DRAWN} == {True, False}, knob
    for knob, values in {
        "table.players": {2, 4},
        "deck.jokers": set(range(9)),
        "draw.count": set(range(1, 6)),
        "melds.min_naturals": set(range(1, 8)),
        "melds.max_wilds": {"none", *range(13)},
        "going_out.canastas": set(range(4)),
        "score.five_points_up_to": set(range(4, 11)),
        "deal.surprise_ace": {1, 11},
    }.items():
        assert {rules[knob] for rules in DRAWN} == values, knob
    rejects = {tuple(rules["deal.upcard_rejects"]) for rules in DRAWN}
    assert len(rejects) == 8
    points = {step[1] for rules in DRAWN for step in rules["initial_meld.minimum"]}
    assert {0, 15, 160, "canasta"} <= points


def test_the_same_state_gives_the_same_rules():
    assert random_rule_set(random.Random(5)) == random_rule_set(random.Random(5))


def test_contradictions_are_named():
    classic = PRESETS["classic"]
    assert "deal.hand_size" in (contradiction({**classic, "deal.hand_size": 24}) or "")
    assert contradiction({**classic, "deal.hand_size": 23}) is None
    surprise = {"deal.surprise": "upcard_number", "deal.upcard_rejects": ["3r"]}
    assert "deal.upcard_rejects" in (contradiction({**classic, **surprise}) or "")
    assert "natural" in (contradiction({**classic, "going_out.natural_canastas": 2}) or "")


def test_impossible_values_are_named():
    for knob, value in {
        "table.players": 3,
        "deal.surprise_ace": 2,
        "draw.count": 0,
        "melds.max_wilds": 13,
        "pile.add_to_meld": 1,
        "stock.on_empty": "stop",
        "deal.upcard_rejects": ["2"],
        "initial_meld.minimum": [[0, 50]],
        "initial_meld.unmixed_below": "never",
    }.items():
        assert knob_fault(knob, value), knob
    assert knob_fault("initial_meld.minimum", [["-inf", 15], [0, "canasta"]]) is None
    assert knob_fault("initial_meld.minimum", [["-inf", 15], [50, 15], [0, 15]])
