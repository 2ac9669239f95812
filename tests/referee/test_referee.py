"""The referee on whole rounds that are good, on events that are malformed, and as a command."""

from __future__ import annotations

import copy
import json
import random

import pytest

from tests.referee import judge_round
from tests.referee.__main__ import main
from tests.referee.fields import FIELDS
from tests.referee.going_out import can_finish
from tests.referee.maker import make_round
from tests.referee.presets import PRESETS
from tests.referee.random_rules import random_rule_set
from tests.referee.rounds import at, holds_what_is_needed, made
from tests.referee.script import told
from tests.referee.state import Meld


@pytest.mark.parametrize("name", PRESETS)
def test_good_rounds_pass(name):
    rng = random.Random(name)
    for seed in range(60):
        scores = (rng.choice((-50, 0, 1600, 3200, 5005)), rng.choice((0, 1495, 1500)))
        events = make_round(PRESETS[name], seed, first=seed % PRESETS[name]["table.players"], scores=scores)
        violations = judge_round(events)
        assert not violations, f"seed {seed}: {told(violations)}"


def test_good_rounds_of_random_rule_sets_pass():
    for seed in range(400):
        rules = random_rule_set(random.Random(seed))
        violations = judge_round(make_round(rules, seed))
        assert not violations, f"seed {seed}: {told(violations)}"


def test_the_made_rounds_hold_every_event():
    seen = set()
    for name in ("rummyroyal", "romanian-house", "classic"):
        for seed in range(40):
            seen |= {event["event"] for event in make_round(PRESETS[name], seed)}
    seen |= {event["event"] for event in made("classic+skips", lambda events: at(events, "skip") > 0)}
    assert seen == set(FIELDS)


@pytest.mark.parametrize("event", FIELDS)
def test_every_field_must_be_there_and_well_formed(event):
    name = {"turn_over": "romanian-house-2p", "skip": "classic+skips"}.get(event, "classic")
    good = made(name, holds_what_is_needed(name))
    place = at(good, event)
    for field in FIELDS[event]:
        events = copy.deepcopy(good)
        del events[place][field]
        assert f"has no field {field}" in told(judge_round(events))
        for wrong in (None, "x", 1.5, [["4"], "4"], [None], -1, ["4 "]):
            events[place] = {**good[place], field: wrong}
            assert f"field {field} of the {event} event is not well formed" in told(judge_round(events))


def test_a_mutilated_stream_never_breaks_the_referee():
    """Whatever happens to a round, the referee answers with violations or none, never with an exception."""
    rng = random.Random(7)
    for seed in range(300):
        name = rng.choice(list(PRESETS))
        events = make_round(PRESETS[name], seed)
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(len(events))
            change = rng.randrange(3)
            if change == 0:
                del events[place]
            elif change == 1:
                events.insert(rng.randrange(len(events)), events[place])
            else:
                other = rng.randrange(len(events))
                events[place], events[other] = events[other], events[place]
        judge_round(events)


@pytest.mark.parametrize(
    ("knobs", "melds", "hand", "possible"),
    [
        ({}, {}, "4 5", True),
        ({}, {"K": 6}, "4", False),
        ({}, {"K": 6}, "K", True),
        ({}, {"K": 6}, "2", True),
        ({}, {"K": 7}, "4", True),
        ({}, {"K": 7}, "", True),
        ({}, {"K": 6}, "", False),
        ({"going_out.discard_required": True}, {"K": 7}, "", False),
        ({"going_out.discard_required": True}, {"K": 7}, "4", True),
        ({"going_out.discard_required": True}, {"K": 6}, "K", False),
        ({"going_out.natural_canastas": 1}, {"K": 6}, "2", False),
        ({"going_out.canastas": 2}, {"K": 6, "Q": 7}, "K", True),
        ({"going_out.canastas": 2}, {"K": 6, "Q": 6}, "K", False),
    ],
)
def test_can_finish(knobs, melds, hand, possible):
    rules = {**PRESETS["hoyle"], **knobs}
    table = {rank: Meld(rank, naturals=count) for rank, count in melds.items()}
    assert can_finish(rules, table, hand.split()) is possible


def test_the_command_judges_files(tmp_path, capsys):
    good = make_round(PRESETS["classic"], 1)
    bad = copy.deepcopy(make_round(PRESETS["hoyle"], 2))
    bad[-1]["scores"][0]["total"] += 5
    trace = tmp_path / "rounds.jsonl"
    trace.write_text("\n".join(json.dumps(event) for event in good + bad), encoding="utf-8")
    assert main([str(trace)]) == 1
    said = capsys.readouterr().out
    assert "round 1: event" in said
    assert "2 rounds judged" in said
    assert "1 against the rules" in said
    trace.write_text(
        "\n".join(json.dumps(event).replace("-Infinity", '"-inf"') for event in good), encoding="utf-8"
    )
    assert main([str(trace)]) == 0
    trace.write_text("\n", encoding="utf-8")
    assert main([str(trace)]) == 2
