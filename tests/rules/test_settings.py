"""Knobs changed by ``--set`` and by tables, and what is refused."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canasta_sim.errors import RulesError
from canasta_sim.rules import KNOBS, Knob, load_rules, parse_setting, preset_names, value_as_text
from canasta_sim.rules.describe import value_in_words
from canasta_sim.rules.knob import shown

NEVER = -math.inf


def said(function: Any, *arguments: Any, **named: Any) -> str:
    """Return the one sentence with which a call is refused."""
    with pytest.raises(RulesError) as caught:
        function(*arguments, **named)
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


def refusal(changes: Any) -> str:
    """Return the sentence with which settings are refused, or nothing where they are taken."""
    try:
        load_rules("hoyle", set=changes)
    except RulesError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("draw.count=2", 2),
        (" draw.count = 2 ", 2),
        ("game.target=1_000_000", 1_000_000),
        ("pile.add_to_meld=no", False),
        ("pile.add_to_meld=Yes", True),
        ("pile.add_to_meld=true", True),
        ("pile.add_to_meld=FALSE", False),
        ("deal.first_turn=no_draw", "no_draw"),
        ('deal.first_turn="no_draw"', "no_draw"),
        ("deal.upcard_rejects=wild,3r", ("wild", "3r")),
        ("deal.upcard_rejects=3b, wild", ("wild", "3b")),
        ("deal.upcard_rejects=", ()),
        ("deal.upcard_rejects=[]", ()),
        ('deal.upcard_rejects=["3r", "3r"]', ("3r",)),
        ("melds.max_wilds=none", "none"),
        ('melds.max_wilds="none"', "none"),
        ("melds.max_wilds=0", 0),
        ("initial_meld.unmixed_below=-inf", NEVER),
        ('initial_meld.unmixed_below="-inf"', NEVER),
        ("initial_meld.unmixed_below=-500", -500),
        ("initial_meld.minimum=[[-inf, 50]]", ((NEVER, 50),)),
        ('initial_meld.minimum=[["-inf", 50], [1500, "canasta"]]', ((NEVER, 50), (1500, "canasta"))),
        (
            "initial_meld.minimum=[[-inf,canasta],[0,90],[5,canasta]]",
            ((NEVER, "canasta"), (0, 90), (5, "canasta")),
        ),
    ],
)
def test_a_setting_is_read(setting: str, value: object) -> None:
    knob, read = parse_setting(setting)
    assert (knob, read, type(read)) == (setting.partition("=")[0].strip(), value, type(value))
    assert load_rules("hoyle", set=[setting])[knob] == value


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ("draw.count", 'setting "draw.count": expected KNOB=VALUE, such as "draw.count=2"'),
        ("draw.coun=2", 'there is no knob "draw.coun" (did you mean "draw.count"?)'),
        ("hand_size=2", 'there is no knob "hand_size" (did you mean "deal.hand_size"?)'),
        ("xyzzy=2", 'there is no knob "xyzzy"'),
        ("draw.count=6", "draw.count = 6: expected a whole number from 1 to 5"),
        ("draw.count=2.0", 'draw.count = "2.0": expected a whole number from 1 to 5'),
        ("draw.count=", 'draw.count = "": expected a whole number from 1 to 5'),
        ("draw.count=٣", 'draw.count = "٣": expected a whole number from 1 to 5'),
        (
            "draw.count=" + "9" * 5000,
            'draw.count = "' + "9" * 66 + "...: expected a whole number from 1 to 5",
        ),
        ("table.players=3", "table.players = 3: expected 2 or 4"),
        ("pile.add_to_meld=1", 'pile.add_to_meld = "1": expected true or false'),
        (
            "score.wild_canasta=2001",
            "score.wild_canasta = 2001: "
            "expected a whole number from 0 to 10000, a multiple of 5 as all scores are",
        ),
        (
            "stock.on_empty=turnover",
            'stock.on_empty = "turnover": '
            'expected one of "end", "play_on", "turn_over" (did you mean "turn_over"?)',
        ),
        (
            "deal.upcard_rejects=wilds",
            'deal.upcard_rejects = ["wilds"]: '
            'expected a list of any of "wild", "3r", "3b" (did you mean "wild"?)',
        ),
        ("melds.max_wilds=13", 'melds.max_wilds = 13: expected a whole number from 0 to 12, or "none"'),
        (
            "initial_meld.unmixed_below=inf",
            'initial_meld.unmixed_below = "inf": '
            "expected a score from -1000000 to 1000000, or -inf for never",
        ),
    ],
)
def test_a_wrong_setting_is_refused_in_one_sentence(setting: str, sentence: str) -> None:
    assert said(load_rules, "hoyle", set=[setting]) == sentence


@pytest.mark.parametrize(
    ("value", "end"),
    [
        ([[0, 50]], "the first step must start from -inf, so that every score has a minimum"),
        ([[NEVER, 15], [100, 50], [0, 90]], "the scores must ascend, and 0 comes after 100"),
        ([[NEVER, 15], [0, 50], [0, 90]], "the scores must ascend, and 0 comes after 0"),
        ([[NEVER, "canastas"]], '(did you mean "canasta"?)'),
        ([], 'points from 0 to 10000 or "canasta"'),
        ([[NEVER, 15, 3]], 'points from 0 to 10000 or "canasta"'),
        ([[NEVER, 15.0]], 'points from 0 to 10000 or "canasta"'),
        ([[NEVER, True]], 'points from 0 to 10000 or "canasta"'),
        ([[math.nan, 15]], 'points from 0 to 10000 or "canasta"'),
        ([[NEVER, -5]], 'points from 0 to 10000 or "canasta"'),
        ([[NEVER, 15], *([score, 5] for score in range(16))], 'points from 0 to 10000 or "canasta"'),
        ("canasta", 'points from 0 to 10000 or "canasta"'),
    ],
)
def test_a_wrong_minimum_is_refused(value: object, end: str) -> None:
    sentence = said(load_rules, "hoyle", set={"initial_meld.minimum": value})
    assert sentence.startswith("initial_meld.minimum = ")
    assert sentence.endswith(end)


def test_the_canasta_may_stand_anywhere_in_the_minimum() -> None:
    rules = load_rules("hoyle", set={"initial_meld.minimum": [[NEVER, "canasta"], [0, 0], [1, "canasta"]]})
    assert rules["initial_meld.minimum"] == ((NEVER, "canasta"), (0, 0), (1, "canasta"))


@pytest.mark.parametrize("value", [True, 2.0, "2", None, [2], {"a": 2}, math.nan, math.inf, object()])
def test_a_whole_number_is_nothing_else(value: object) -> None:
    assert said(load_rules, "hoyle", set={"draw.count": value}).endswith(
        "expected a whole number from 1 to 5"
    )


def test_a_number_beyond_measure() -> None:
    sentence = said(load_rules, "hoyle", set={"draw.count": 10**5000})
    assert sentence == "draw.count = (a value too large to show): expected a whole number from 1 to 5"


def test_numbers_of_numpy_are_numbers_and_become_plain() -> None:
    value = load_rules("hoyle", set={"draw.count": np.int64(3)})["draw.count"]
    assert (value, type(value)) == (3, int)


@pytest.mark.parametrize("given", ["draw.count=2", 7, ["draw.count=2", 3], {3: 4}])
def test_settings_of_the_wrong_kind_are_refused(given: Any) -> None:
    said(load_rules, "hoyle", set=given)


def test_of_several_settings_for_a_knob_the_last_holds() -> None:
    assert load_rules("hoyle", set=["draw.count=2", "draw.count=3"])["draw.count"] == 3


# ----------------------------------------------------------------------------------------------------------
# Contradictions


@pytest.mark.parametrize(
    ("preset", "changes", "knobs"),
    [
        ("hoyle", ["deal.hand_size=24"], ["deal.hand_size = 24", "table.players = 4"]),
        (
            "rummyroyal",
            ["deal.hand_size=30", "table.players=4"],
            ["deal.hand_size = 30", "table.players = 4"],
        ),
        (
            "hoyle",
            ["deal.hand_size=23", "deal.first_player_extra=1"],
            ["deal.hand_size = 23", "deal.first_player_extra = 1"],
        ),
        ("romanian-house", ["deal.upcard_rejects="], ["deal.surprise", "deal.upcard_rejects"]),
        ("classic", ["deal.upcard_rejects=3r,3b", "deal.surprise=upcard_number"], ["deal.surprise", "wild"]),
        (
            "hoyle",
            ["going_out.natural_canastas=2"],
            ["going_out.natural_canastas = 2", "going_out.canastas = 1"],
        ),
    ],
)
def test_a_contradiction_names_both_knobs(preset: str, changes: list[str], knobs: list[str]) -> None:
    sentence = said(load_rules, preset, set=changes)
    assert "contradicts" in sentence
    assert all(knob in sentence for knob in knobs)


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        # 4 * 23 + 1 + 15 = 108: just enough; one joker more, one extra card more
        ("hoyle", ["deal.hand_size=23"]),
        ("hoyle", ["deal.hand_size=23", "deal.first_player_extra=1", "deck.jokers=5"]),
        ("rummyroyal", ["deal.hand_size=30", "deal.first_player_extra=10", "deck.jokers=0"]),
        ("hoyle", ["deal.upcard_rejects=", "deal.surprise=none"]),
        ("romanian-house", ["deal.upcard_rejects=wild,3r,3b"]),
        ("hoyle", ["going_out.canastas=10", "going_out.natural_canastas=10"]),
        ("hoyle", ["going_out.canastas=0", "going_out.natural_canastas=0"]),
        ("hoyle", ["melds.min_naturals=7", "melds.max_wilds=0", "melds.wild_ratio=half"]),
        ("hoyle", ["game.rounds=100000", "game.max_rounds=1", "game.mode=rounds"]),
        ("classic", ["pile.always_frozen=yes", "pile.match_in_pile=yes", "red_threes.lay=optional"]),
    ],
)
def test_whatever_does_not_contradict_itself_is_allowed(preset: str, changes: list[str]) -> None:
    assert load_rules(preset, set=changes).changed


def test_knobs_set_together_are_judged_together() -> None:
    rules = load_rules("hoyle").with_knobs({"going_out.natural_canastas": 2, "going_out.canastas": 2})
    assert rules["going_out.natural_canastas"] == 2


# ----------------------------------------------------------------------------------------------------------
# Any value


def values(knob: Knob) -> st.SearchStrategy[Any]:
    """Draw any value that a knob takes."""
    if knob.kind == "bool":
        return st.booleans()
    if knob.kind == "cards":
        return st.lists(st.sampled_from(knob.choices))
    if knob.kind == "minimum":
        points = st.one_of(st.integers(0, 10_000), st.just("canasta"))
        scores = st.sets(st.integers(-1_000_000, 1_000_000), max_size=15).map(sorted)
        steps = st.tuples(scores, st.lists(points, min_size=16, max_size=16))
        return steps.map(lambda pair: list(zip([NEVER, *pair[0]], pair[1], strict=False)))
    if knob.kind == "threshold":
        return st.one_of(st.just(NEVER), st.integers(-1_000_000, 1_000_000))
    if knob.choices:
        return st.sampled_from(knob.choices)
    assert knob.lowest is not None
    assert knob.highest is not None
    numbers = st.integers(knob.lowest // knob.step, knob.highest // knob.step).map(lambda n: n * knob.step)
    return st.one_of(numbers, st.just("none")) if knob.kind == "limit" else numbers


@pytest.mark.parametrize("knob", KNOBS.values(), ids=KNOBS)
def test_a_value_survives_being_written_and_read(knob: Knob) -> None:
    @settings(max_examples=25)
    @given(values(knob))
    def check(value: Any) -> None:
        stored = knob.check(value)
        assert knob.check(stored) == stored
        assert hash(stored) is not None
        assert knob.parse(value_as_text(stored)) == stored
        assert value_in_words(knob.name, stored)
        assert "\n" not in shown(value)

    check()


anything = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.binary()),
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.text(), inner)),
    max_leaves=10,
)


@given(st.sampled_from(list(KNOBS.values())), st.one_of(anything, st.text()))
def test_no_value_does_worse_than_a_sentence(knob: Knob, value: Any) -> None:
    assert "\n" not in refusal({knob.name: value})


@given(st.one_of(st.text(), st.builds("{}={}".format, st.sampled_from(list(KNOBS)), st.text())))
def test_no_setting_does_worse_than_a_sentence(setting: str) -> None:
    sentence = refusal([setting])
    assert "\n" not in sentence
    assert len(sentence) < 500


def test_presets_are_found_by_name_only() -> None:
    assert said(load_rules, "clasic").startswith(
        'there is no rule set "clasic" (did you mean "classic"?): expected'
    )
    assert all(name in said(load_rules, "") for name in preset_names())
    assert said(load_rules, 3) == "rules: expected the name of a rule set or the path of a rule file"
