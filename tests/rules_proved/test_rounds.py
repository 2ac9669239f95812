"""Thousands of traced rounds, every event and every score judged by the referee."""

from __future__ import annotations

import pytest

from canasta_sim.rules import load_rules
from canasta_sim.strategy.loading import built_in_names
from tests.company import PRESETS, seated
from tests.referee.judge import judge_round
from tests.rules_proved.refereed import Found, near_preset, random_rules, referee

ROUNDS, GAME_ROUNDS = 12, 4
RULE_SETS, ROUNDS_EACH, GAME_ROUNDS_EACH = 20, 5, 3


def _faultless(found: Found, least: int) -> None:
    assert not found.faults, "\n".join(found.faults)
    assert found.rounds >= least


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("strategy", built_in_names())
def test_presets_with_every_strategy(preset, strategy):
    lineup = seated(load_rules(preset), strategy)
    _faultless(referee(lineup, 11, ROUNDS, GAME_ROUNDS, f"{preset}, {strategy}"), ROUNDS + GAME_ROUNDS // 2)


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_with_sides_that_differ(preset):
    names = built_in_names()
    for place, other in enumerate(names):
        pair = f"{names[place - 1]},{other}"
        _faultless(referee(seated(load_rules(preset), pair), 12, 4, 0, f"{preset}, {pair}"), 4)


@pytest.mark.parametrize("start", range(0, 10 * RULE_SETS, RULE_SETS))
def test_random_rule_sets(start):
    for number in range(start, start + RULE_SETS):
        lineup = seated(random_rules(number), "random")
        found = referee(lineup, 13, ROUNDS_EACH, GAME_ROUNDS_EACH, f"random_rules({number})")
        _faultless(found, ROUNDS_EACH + 1)


@pytest.mark.parametrize("start", range(0, 5 * RULE_SETS, RULE_SETS))
def test_presets_with_some_knobs_changed(start):
    for number in range(start, start + RULE_SETS):
        lineup = seated(near_preset(number), "random" if number % 2 else "greedy,random")
        found = referee(lineup, 14, ROUNDS_EACH, GAME_ROUNDS_EACH, f"near_preset({number})")
        _faultless(found, ROUNDS_EACH + 1)


def test_waived_closing_laid_in_two_decisions():
    """RULES.md 5.9: a concealed closing below a minimum that is waived; all its melds make up the initial meld."""
    lineup = seated(random_rules(478223855866), "random")
    events = lineup.trace_round(15829, 7, True)
    melds = [event for event in events if event["event"] == "meld" and event["seat"] == events[-2]["seat"]]
    assert lineup.rules["initial_meld.minimum"][0][1] == 160
    assert [event["event"] for event in events[-2:]] == ["go_out", "end"]
    assert [event["rank"] for event in melds] == ["4", "7", "Q", "4"], "another round with a rank laid twice is needed"
    assert all(event["initial"] for event in melds)
    assert not judge_round(events)
