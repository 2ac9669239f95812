"""The referee catches each of many corruptions of a good round."""

from __future__ import annotations

import copy

import pytest

from tests.referee import judge_round
from tests.referee.fields import SCORE_FIELDS
from tests.referee.rounds import at, holds_what_is_needed, made
from tests.referee.script import told

# Each changes a good round in place; the referee must say the section named.


def swap_hands(events):
    first, second = events[0]["hands"][:2]
    place = next(place for place, card in enumerate(second) if card != first[0])
    first[0], second[place] = second[place], first[0]


def deal_one_more(events):
    events[0]["hands"][1].append(events[0]["stock"].pop())


def turn_pile(events):
    take = events[at(events, "take_pile")]
    take["pile"] = take["pile"][::-1] if take["pile"] != take["pile"][::-1] else [*take["pile"], "4"]


def set_field(event, field, value):
    def change(events):
        events[at(events, event)][field] = value

    return change


def drop(event, **fields):
    def change(events):
        del events[at(events, event, **fields)]

    return change


def double(event, **fields):
    def change(events):
        place = at(events, event, **fields)
        events.insert(place, copy.deepcopy(events[place]))

    return change


def with_deal(change):
    def change_deal(events):
        change(events[0])

    return change_deal


def with_event(event, change, **fields):
    def change_event(events):
        change(events[at(events, event, **fields)])

    return change_event


def other_seat(event):
    event["seat"] = 1 - event["seat"] if event["seat"] < 2 else 1


def flip(field):
    def change(event):
        event[field] = not event[field]

    return change


def end_score(side, field, by):
    def change(events):
        events[-1]["scores"][side][field] += by

    return change


def swap_stock(deal):
    stock = deal["stock"]
    place = next(place for place, card in enumerate(stock) if card != stock[0])
    stock[0], stock[place] = stock[place], stock[0]


CORRUPTIONS = {
    "a card too few": ("classic", with_deal(lambda deal: deal["stock"].pop()), "[1]"),
    "a card too many": ("classic", with_deal(lambda deal: deal["stock"].append("4")), "[1]"),
    "a card of another kind": ("classic", with_deal(lambda deal: deal["stock"].__setitem__(-1, "Jk")), "[1]"),
    "other jokers": (
        "romanian-house",
        with_deal(lambda deal: deal["rules"].update({"deck.jokers": 4})),
        "[1]",
    ),
    "a card more in a hand": ("classic", deal_one_more, "[4]"),
    "another first player": (
        "romanian-house",
        with_deal(lambda d: d.update(first=(d["first"] + 1) % 4)),
        "[4]",
    ),
    "another hand size": ("classic", with_deal(lambda d: d["rules"].update({"deal.hand_size": 12})), "[4]"),
    "a knob left out": (
        "classic",
        with_deal(lambda deal: deal["rules"].pop("pile.min_cards")),
        "pile.min_cards",
    ),
    "a knob unknown": (
        "classic",
        with_deal(lambda deal: deal["rules"].update(nonsense=1)),
        "no knob nonsense",
    ),
    "a value unknown": (
        "classic",
        with_deal(lambda d: d["rules"].update({"draw.count": 6})),
        "draw.count is 6",
    ),
    "rules contradict": (
        "classic",
        with_deal(lambda deal: deal["rules"].update({"going_out.natural_canastas": 5})),
        "contradict",
    ),
    "hands changed": ("classic", swap_hands, "event"),
    "stock changed": ("classic", with_deal(swap_stock), "the stock gives"),
    "surprise too small": (
        "romanian-house",
        with_deal(lambda d: d.update(surprise=d["surprise"] - 1)),
        "[4]",
    ),
    "surprise where none is": ("classic", with_deal(lambda d: d.update(surprise=1)), "cannot hold"),
    "deal left out": ("classic", drop("deal"), "its first"),
    "two deals": ("classic", double("deal"), "one deal event"),
    "dealt red three not laid": ("classic", drop("red_three", **{"from": "deal"}), "[3]"),
    "dealt red three of another": ("classic", with_event("red_three", other_seat, **{"from": "deal"}), "[3]"),
    "dealt red three not replaced": (
        "classic",
        with_event("red_three", lambda e: e.update(replacement=[]), **{"from": "deal"}),
        "the stock gives",
    ),
    "red three laid as another card": ("classic", set_field("red_three", "cards", ["4"]), "[3]"),
    "drawn red three not laid": ("classic", drop("red_three", **{"from": "stock"}), "red_three must come"),
    "drawn red three laid twice": ("classic", double("red_three", **{"from": "stock"}), "has drawn none"),
    "red three from elsewhere": (
        "classic",
        with_event("red_three", lambda e: e.update({"from": "pile"}), **{"from": "stock"}),
        "has taken none",
    ),
    "a draw left out": ("classic", drop("draw"), "before drawing"),
    "a draw doubled": ("classic", double("draw"), "event"),
    "a draw by another": ("classic", with_event("draw", other_seat), "in the turn of"),
    "a draw of nothing": ("classic", set_field("draw", "cards", []), "the stock gives"),
    "a draw of two": ("classic", with_event("draw", lambda e: e["cards"].append("4")), "the stock gives"),
    "one drawn instead of two": (
        "rummyroyal",
        with_event("draw", lambda e: e["cards"].pop()),
        "the stock gives",
    ),
    "a discard left out": ("classic", drop("discard"), "in the turn of"),
    "a discard doubled": ("classic", double("discard"), "event"),
    "a discard by another": ("classic", with_event("discard", other_seat), "in the turn of"),
    "a discard not held": ("classic", set_field("discard", "card", "3r"), "holds only"),
    "a meld by another": ("classic", with_event("meld", other_seat), "in the turn of"),
    "a meld too small": (
        "classic",
        with_event("meld", lambda e: e["cards"].__delitem__(slice(2, None))),
        "[4]",
    ),
    "a meld of another rank": (
        "classic",
        with_event("meld", lambda e: e.update(rank="wild")),
        "laid as a meld",
    ),
    "a meld with a red three": ("classic", with_event("meld", lambda e: e["cards"].append("3r")), "laid as"),
    "a meld with a card not held": (
        "classic",
        with_event("meld", lambda e: e["cards"].extend(["Jk"] * 3)),
        "holds only",
    ),
    "an initial meld not told": ("classic", with_event("meld", flip("initial"), initial=True), "still part"),
    "a later meld told as initial": (
        "classic",
        with_event("meld", flip("initial"), initial=False),
        "initial",
    ),
    "a meld left out": ("classic", drop("meld"), "event"),
    "the pile taken with nothing": ("classic", drop("take_pile"), "before drawing"),
    "the pile in another order": ("rummyroyal", turn_pile, "not what seat"),
    "locks where none are": ("rummyroyal", set_field("take_pile", "locks", ["2"]), "not what seat"),
    "the pile taken by another": ("rummyroyal", with_event("take_pile", other_seat), "in the turn of"),
    "the pile taken after a draw": (
        "rummyroyal",
        lambda events: events.insert(
            at(events, "take_pile"),
            {"event": "draw", "seat": events[at(events, "take_pile")]["seat"], "cards": []},
        ),
        "the stock gives",
    ),
    "going out not told": ("classic", drop("go_out"), "go_out must come"),
    "going out told otherwise": ("classic", with_event("go_out", flip("concealed")), "told as concealed"),
    "going out by another": ("classic", with_event("go_out", other_seat), "in the turn of"),
    "going out too early": (
        "classic",
        lambda events: events.insert(
            -3, {"event": "go_out", "seat": events[-4].get("seat", 0), "concealed": False}
        ),
        "event",
    ),
    "no end": ("classic", drop("end"), "does not end"),
    "two ends": ("classic", double("end"), "after the end"),
    "another reason": ("classic", set_field("end", "reason", "no_move"), "the round ends by no_move"),
    "an end too early": ("classic", lambda events: events.__delitem__(slice(-6, -1)), "the round ends by"),
    "an event after the end": (
        "classic",
        lambda events: events.append({"event": "draw", "seat": 0, "cards": ["4"]}),
        "after the end",
    ),
    "turned over otherwise": (
        "romanian-house-2p",
        with_event("turn_over", lambda e: e["stock"].reverse()),
        "after turning over",
    ),
    "not turned over": ("romanian-house-2p", drop("turn_over"), "empty stock"),
    "turned over and the top too": (
        "romanian-house-2p",
        with_event("turn_over", lambda e: (e["stock"].append(e["pile"].pop()), e["pile"].clear())),
        "after turning over",
    ),
    "a lost turn not told": ("classic+skips", drop("skip"), "skip must come"),
    "the wrong turn lost": ("classic+skips", with_event("skip", other_seat), "loses its turn"),
    "a laid red three by choice left out": (
        "romanian-house",
        drop("red_three", **{"from": "hand"}),
        "event",
    ),
    "an unknown event": (
        "classic",
        lambda events: events.insert(3, {"event": "cough"}),
        "'cough', not one of",
    ),
    "no event at all": ("classic", lambda events: events.insert(3, [1]), "an object"),
}
for _side in (0, 1):
    for _field in SCORE_FIELDS:
        CORRUPTIONS[f"{_field} of side {_side}"] = (
            "classic",
            end_score(_side, _field, 5),
            f"{_field} of side {_side}",
        )


@pytest.mark.parametrize("name", CORRUPTIONS)
def test_corruptions_are_caught(name):
    preset, corrupt, wanted = CORRUPTIONS[name]
    events = made(preset, holds_what_is_needed(preset))
    assert not judge_round(events)
    corrupt(events)
    violations = judge_round(events)
    assert wanted in told(violations), f"{name}: {told(violations) or 'nothing found'}"
