"""Whole rounds, turn by turn: what strategies play must be legal to `explain` and lead where it led there."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from canasta_sim.explain.answer import answer
from canasta_sim.explain.play import judge
from canasta_sim.explain.position import parse_position
from canasta_sim.explain.steps import parse_play
from canasta_sim.explain.table import Table
from canasta_sim.rules import RuleSet, load_rules, preset_names
from canasta_sim.rules.files import as_rule_file
from canasta_sim.strategy import Lineup, parse_strategies
from tests.referee.random_rules import random_rule_set

Event = dict[str, Any]


def traced(rules: RuleSet, number: int) -> list[Event]:
    """Return the events of a round of the two simplest strategies."""
    players = rules["table.players"]
    seats = ["random", "greedy"] if number % 2 else ["greedy", "random"]
    return Lineup(rules, parse_strategies(",".join(seats), players)).trace_round(11, number, True)


def dealt(events: list[Event]) -> dict[str, Any]:
    """Return the position after the deal and the red threes dealt, as the keys of a file."""
    deal = events[0]
    hands = [list(hand) for hand in deal["hands"]]
    stock = list(deal["stock"])
    red_threes = [0, 0]
    for event in events[1:]:
        if event["event"] != "red_three" or event["from"] != "deal":
            break
        for card in event["cards"]:
            hands[event["seat"]].remove(card)
            red_threes[event["seat"] % 2] += 1
        hands[event["seat"]] += event["replacement"]
        del stock[: len(event["replacement"])]
    shown = deal["pile"][deal["surprise"] :]
    return {
        "to_move": deal["first"],
        "phase": "draw",
        "scores": deal["scores"],
        "pile": " ".join(shown),
        "surprise": deal["surprise"],
        "stock": " ".join(stock),
        "hands": [" ".join(hand) for hand in hands],
        "red_threes": red_threes,
        "first_turn": True,
        "turned_red_three": "3r" in shown,
    }


def turns(events: list[Event]) -> Iterator[list[Event]]:
    """Go through the turns of a round: their events, up to the discard, going out or the end."""
    turn: list[Event] = []
    for event in events[1:]:
        kind = event["event"]
        if kind == "skip" or (kind == "red_three" and event["from"] == "deal"):
            continue
        if kind == "discard" or (turn and event.get("seat", turn[-1].get("seat")) != turn[-1].get("seat")):
            turn.append(event)
            yield turn
            turn = []
        elif kind in ("go_out", "end"):
            if turn:
                yield turn
            turn = []
        else:
            turn.append(event)


def as_play(turn: list[Event]) -> str:
    """Return the events of a turn as the steps of a move."""
    steps: list[str] = []
    on_table: Counter[str] = Counter()
    for event in turn:
        kind = event["event"]
        if kind == "draw":
            steps.append("draw")
        elif kind == "take_pile":
            steps.append(f"take {' '.join(event['with'])}")
            top = event["pile"][-1]
            inside = [top] if len(event["with"]) == 1 else []
            on_table = Counter([top, *event["with"], *inside, *event["locks"]])
        elif kind == "meld":
            cards: Counter[str] = Counter(event["cards"])
            taken = cards & on_table
            on_table -= taken
            cards -= taken
            if cards:
                rank = event["rank"]
                steps.append(f"meld {' '.join(cards.elements())}" + ("" if rank == "3b" else f" to {rank}"))
        elif kind == "red_three" and event["from"] == "hand":
            steps.append("lay 3r")
        elif kind == "discard":
            steps.append(f"discard {event['card']}")
    return "; ".join(steps)


def as_file(rules: str, position: dict[str, Any]) -> str:
    """Return a position as the text of a file."""
    keys = {key: value for key, value in position.items() if key not in ("frozen", "rules")}
    lines = [f"{key} = {json.dumps(value)}" for key, value in keys.items()]
    return "\n".join([f"rules = {json.dumps(rules)}", *lines])


def followed(rules: str, events: list[Event], answers: int = 0) -> None:
    """Judge every turn of a round, each from a file made of what the turn before it led to."""
    position = dealt(events)
    table = Table(parse_position(as_file(rules, position)))
    for number, turn in enumerate(turns(events)):
        if answers and number % answers == 0:
            check_answer(answer(table), turn)
        play = as_play(turn)
        if not play:  # the first turn of a round without a draw, and nothing to discard
            break
        verdict = judge(table, parse_play(play))
        assert verdict.legal, (position, play, verdict)
        position = verdict.to_json()["position"]
        table = verdict.table
        if table.stage == "draw":
            table = Table(parse_position(as_file(rules, position)))
        assert position["frozen"] == bool(table.view.frozen), position
    check_end(events, table)


def check_end(events: list[Event], table: Table) -> None:
    """Compare the end of the round and its scores."""
    end = events[-1]
    if end["reason"] == "stock" and table.stage == "draw":
        table.draw()
    if end["reason"] == "no_move":
        assert table.stuck
        return
    assert table.ended == end["reason"]
    result = table.result()
    assert result is not None
    assert result["score"] == [side["total"] for side in end["scores"]]
    assert result["bonus_going_out"] == [side["going_out"] for side in end["scores"]]


def check_answer(document: dict[str, Any], turn: list[Event]) -> None:
    """Hold the answer about a position against what was then played in it."""
    kinds = {event["event"] for event in turn}
    if "draw" in kinds:
        assert document["draw"]["legal"], (document, turn)
        discards = {entry["card"] for entry in document["discards"] if entry["legal"]}
        drawn = [card for event in turn for card in event.get("cards", ()) if event["event"] == "draw"]
        last = turn[-1]
        if last["event"] == "discard" and last["card"] not in drawn:
            assert last["card"] in discards or len(document["hand"].split()) == 1 or "red_three" in kinds
    if "take_pile" in kinds:
        ways = {entry["with"] for entry in document["take"] if entry["legal"]}
        took = next(event for event in turn if event["event"] == "take_pile")
        assert " ".join(took["with"]) in ways, (document, turn)


def open_pile(rules: RuleSet, folder: Path) -> tuple[str, RuleSet]:
    """Return a file of the rules without a surprise and a shuffled pile: no position tells those cards."""
    rules = rules.with_knobs({"deal.surprise": "none", "stock.shuffle_turned": False})
    file = folder / "rules.toml"
    file.write_text(as_rule_file(rules), "utf-8")
    return str(file), rules


@pytest.mark.parametrize("preset", preset_names())
def test_rounds_of_the_presets(preset: str, tmp_path: Path) -> None:
    file, rules = open_pile(load_rules(preset), tmp_path)
    followed(file, traced(rules, len(preset)), answers=9)


@pytest.mark.parametrize("seed", range(8))
def test_rounds_of_random_rules(seed: int, tmp_path: Path) -> None:
    drawn = RuleSet.from_knobs("random", random_rule_set(Random(seed)))
    file, rules = open_pile(drawn, tmp_path)
    followed(file, traced(rules, seed), answers=9)
