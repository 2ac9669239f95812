"""Position files: what is read, what is filled in, and what is refused in one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from canasta_sim.engine.cards import CODES
from canasta_sim.errors import PositionError, RulesError
from canasta_sim.explain.answer import answer
from canasta_sim.explain.play import judge
from canasta_sim.explain.position import KEYS, parse_position, read_position
from canasta_sim.explain.steps import parse_play
from canasta_sim.explain.table import Table
from canasta_sim.rules import preset_names
from canasta_sim.rules.knob import as_toml
from tests.explain.asking import refused

GOOD: dict[str, Any] = {
    "rules": "classic",
    "to_move": 0,
    "phase": "draw",
    "scores": [0, 1600],
    "pile": "9 K 2 7",
    "stock": 40,
    "hands": ["4 4 K K 2 Jk 3b", "?11", "?11", "?11"],
    "melds": [["K K K 2", "7 7 7 7"], []],
    "red_threes": [1, 0],
}


def written(**changes: Any) -> str:
    """Return the text of a file: the good one with some keys changed, or left out where they are None."""
    keys = {**GOOD, **changes}
    return "\n".join(f"{key} = {as_toml(value)}" for key, value in keys.items() if value is not None)


def test_the_example_is_read() -> None:
    position = parse_position(written())
    assert position.rules.name == "classic"
    assert position.hands[0].size == 7
    assert (position.hands[1].known, position.hands[1].unknown) == ((), 11)
    assert position.has_melded == (0, 2)
    table = Table(position)
    assert table.document() == {
        "to_move": 0,
        "phase": "draw",
        "scores": [0, 1600],
        "pile": "9 K 2 7",
        "stock": 40,
        "hands": ["4 4 K K 2 Jk 3b", "?11", "?11", "?11"],
        "melds": [["7 7 7 7", "K K K 2"], []],
        "red_threes": [1, 0],
        "frozen": True,
        "has_melded": [0, 2],
    }


def test_what_is_left_out() -> None:
    position = parse_position('rules = "hoyle"\nhands = ["4 4", "?11", "?11", "?11"]')
    assert (position.phase, position.to_move, position.scores) == ("draw", 0, (0, 0))
    assert position.stock == 108 - 35
    assert parse_position(written(has_melded=[2])).has_melded == (2,)
    assert parse_position(written(pile="t 10 jk K,9", melds=None)).pile.known == (6, 6, 12, 9, 5)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"rules": None}, ["position", 'rules = "classic"']),
        ({"rules": "clasic"}, ["line 1", 'did you mean "classic"?']),
        ({"rules": 3}, ["line 1", "rules = 3"]),
        ({"set": {"draw.cuont": 2}}, ["set", 'did you mean "draw.count"?']),
        ({"set": {"draw.count": 9}}, ["set", "draw.count = 9", "from 1 to 5"]),
        ({"set": 4}, ["set = 4", "a table of knobs"]),
        ({"hand": []}, ["line 10", '"hand"', 'did you mean "hands"?']),
        ({"hands": None}, ["expected hands"]),
        ({"hands": ["4"] * 5}, ["line 7", "5 given", "4 seats", "table.players = 4"]),
        ({"hands": ["4"] * 2}, ["2 given", "each of the 4 seats"]),
        ({"hands": ["4 B", "?1", "?1", "?1"]}, ["seat 0", "there is no card 'B'"]),
        ({"hands": ["4 3", "?1", "?1", "?1"]}, ["seat 0", "3b or 3r"]),
        ({"hands": [4, "?1", "?1", "?1"]}, ["seat 0", "expected cards in one text"]),
        ({"hands": ["", "?1", "?1", "?1"]}, ["seat 0 is to move and needs a card"]),
        ({"hands": ["4 3r", "?1", "?1", "?1"]}, ["seat 0 holds a red three", "red_threes.lay = at_once"]),
        ({"hands": ["K K K K K K", "?1", "?1", "?1"]}, ["ten kings (K)", "the deck has eight kings"]),
        ({"hands": ["Jk Jk Jk Jk Jk", "?1", "?1", "?1"]}, ["five jokers", "deck.jokers = 4"]),
        ({"hands": ["4", "?30", "?30", "?30"]}, ["cards in all", "the deck has 108"]),
        ({"hands": ["4", "?1000", "?1", "?1"]}, ["there is no card '?1000'"]),
        ({"to_move": 4}, ["to_move = 4", "a seat from 0 to 3"]),
        ({"to_move": True}, ["to_move = true"]),
        ({"phase": "plai"}, ["phase", 'did you mean "play"?']),
        ({"scores": [0]}, ["scores", "one per side"]),
        ({"scores": [0, 1.5]}, ["scores", "whole numbers"]),
        ({"pile": "?3"}, ["pile", "the top card lies open"]),
        ({"pile": 7}, ["pile", "cards in one text"]),
        ({"stock": -1}, ["stock = -1"]),
        ({"stock": "?4"}, ["stock", "only how many"]),
        ({"melds": [["K K K"]]}, ["melds", "two sides"]),
        ({"melds": [["K K Q"], []]}, ["side 0: K K Q: a meld is of one rank"]),
        ({"melds": [["K K"], []]}, ["side 0: K K is no meld", "three cards at least, this would be two"]),
        ({"melds": [[], ["K K K", "K K 2"]]}, ["side 1", "at most one meld of a rank"]),
        ({"melds": [["K 2 2"], []]}, ["two naturals at least, this one has one king"]),
        ({"melds": [["K K 2 2"], []]}, ["two naturals for each wild card"]),
        ({"melds": [["2 2 2 Jk"], []]}, ["wild cards alone are never a meld"]),
        ({"melds": [["3b 3b 3b"], []]}, ["black threes are melded only in the turn that ends the round"]),
        ({"melds": [["3r 3r 3r"], []]}, ["red threes are never melded"]),
        ({"melds": [["?3"], []]}, ["they lie face up"]),
        ({"melds": [["K K K"], "Q Q Q"]}, ["a list of melds for each side"]),
        ({"red_threes": [3, 2]}, ["red_threes", "four together at the most"]),
        ({"first_turn": 1}, ["first_turn = 1", "true or false"]),
        ({"first_turn": True}, ["melds", "impossible in the first turn"]),
        ({"surprise": 4}, ["surprise", "deal.surprise = none"]),
        ({"locks": "2"}, ["locks", "pile.wild_discard = freezes"]),
        ({"locks": "K"}, ["locks", "twos and jokers"]),
        ({"turnovers": 1}, ["turnovers", "stock.on_empty = play_on"]),
        ({"blocked_by": 1}, ["blocked_by", "pile.black_three = freezes"]),
        ({"has_melded": [1]}, ["seat 1 cannot have melded: side 1 has no meld"]),
        ({"has_melded": []}, ["side 0 has melds, but no player who laid them"]),
        ({"has_melded": 0}, ["has_melded = 0", "a list of seats"]),
        ({"turned_red_three": True}, ["turned_red_three", "a red three (3r) in the pile"]),
        ({"stock": 0, "set": {"stock.on_empty": "end"}}, ["stock", "the round is over"]),
    ],
)
def test_what_is_refused(changes: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(PositionError) as caught:
        Table(parse_position(written(**changes)))
    sentence = str(caught.value)
    assert sentence.startswith("position")
    assert "\n" not in sentence
    for word in words:
        assert word in sentence


def test_files(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('base = "hoyle"\n[draw]\ncount = 3\n', "utf-8")
    file = tmp_path / "table.toml"
    file.write_text(written(rules="house.toml"), "utf-8")
    assert read_position(file).rules["draw.count"] == 3  # a rule file is looked for beside the position
    for content, words in ((b"\xff", "UTF-8"), (b"rules = ", "not valid TOML"), (b"#" * 200_000, "larger")):
        file.write_bytes(content)
        with pytest.raises(PositionError, match=words):
            read_position(file)
    with pytest.raises(PositionError, match="cannot be read"):
        read_position(tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("play", "words"),
    [
        ("", "expected steps"),
        ("drow", 'did you mean "draw"?'),
        ("draw 4", "names no card"),
        ("discard", "names one card"),
        ("discard 4 4", "names one card"),
        ("meld", "names its cards"),
        ("meld ?2", "known cards"),
        ("take K to K", "only melds"),
        ("meld Jk to X", "there is no card 'x'"),
        ("meld Y", "there is no card 'y'"),
        ("draw;" * 1000, "longer than any turn"),
    ],
)
def test_moves_that_are_none(play: str, words: str) -> None:
    assert words in refused(written(), "--play", play)


# ----------------------------------------------------------------------------------------------------------
# Whatever a file says, it is answered or refused in a sentence

cards = st.lists(st.sampled_from([*CODES, *CODES, "?2", "?", "3", "x", "10"]), max_size=14).map(" ".join)
likely = st.lists(st.sampled_from(CODES), min_size=1, max_size=12).map(" ".join)
melds = st.lists(
    st.builds(
        lambda rank, naturals, wilds: " ".join([rank] * naturals + ["2"] * wilds),
        st.sampled_from(CODES),
        st.integers(0, 8),
        st.integers(0, 3),
    ),
    max_size=3,
)
anything = st.recursive(
    st.one_of(st.integers(-5, 300), st.booleans(), st.floats(allow_nan=False), st.text(max_size=8), cards),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=6,
)
sensible = st.fixed_dictionaries(
    {
        "rules": st.sampled_from(preset_names()),
        "to_move": st.integers(0, 3),
        "hands": st.one_of(
            st.tuples(likely, cards, cards, cards).map(list), st.tuples(likely, likely).map(list)
        ),
    },
    optional={
        "phase": st.sampled_from(["draw", "play"]),
        "scores": st.tuples(st.integers(-500, 6000), st.integers(-500, 6000)).map(list),
        "pile": likely,
        "stock": st.one_of(st.integers(0, 60), likely),
        "melds": st.tuples(melds, melds).map(list),
        "red_threes": st.tuples(st.integers(0, 2), st.integers(0, 2)).map(list),
        "first_turn": st.booleans(),
        "surprise": st.integers(0, 14),
        "locks": st.sampled_from(["", "2", "2 Jk"]),
        "blocked_by": st.integers(0, 3),
        "turnovers": st.integers(0, 4),
        "turned_red_three": st.booleans(),
    },
)
odd = st.dictionaries(st.one_of(st.sampled_from(KEYS), st.text(max_size=6)), anything, max_size=2)
steps = st.lists(
    st.one_of(
        st.just("draw"),
        likely.map(lambda text: f"take {text[:5].strip()}"),
        likely.map(lambda text: f"meld {text[:8].strip()}"),
        likely.map(lambda text: f"discard {text.split()[0]}"),
        st.just("lay 3r"),
        st.text(max_size=12),
    ),
    min_size=1,
    max_size=5,
).map("; ".join)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(sensible, odd, steps)
def test_any_file_is_answered_or_refused(keys: dict[str, Any], more: dict[str, Any], play: str) -> None:
    text = "\n".join(f"{as_toml(key)} = {as_toml(value)}" for key, value in {**keys, **more}.items())
    try:
        table = Table(parse_position(text))
        document = answer(table)
        assert table.document()["hands"][table.seat] == document["hand"]
        verdict = judge(table, parse_play(play))
        assert verdict.legal == (verdict.to_json()["position"] is not None)
    except (PositionError, RulesError) as refusal:
        assert "\n" not in str(refusal)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_any_bytes_are_refused(tmp_path_factory: Any, content: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "any.toml"
    file.write_bytes(content)
    with pytest.raises((PositionError, RulesError)):
        read_position(file)
