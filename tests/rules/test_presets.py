"""The table of values: every knob of every preset, and what the presets have in common."""

from __future__ import annotations

import math
import tomllib
from importlib.resources import files

import pytest

from canasta_sim.rules import KNOBS, load_rules, preset_names
from canasta_sim.rules.describe import describe

NEVER = -math.inf
ORDER = ("rummyroyal", "raminoroyal", "romanian-house", "classic", "hoyle")
STEPS = ((NEVER, 15), (0, 50), (1500, 90), (3000, 120))
HOUSE_STEPS = ((NEVER, 50), (1500, 90), (3000, 120), (5005, "canasta"))
NO_UPCARD = (("wild", "3r"), ("wild", "3r"), ("wild",), ("wild", "3r", "3b"), ("wild", "3r"))

# knob -> values in ORDER; one value alone: the same in all
TABLE: dict[str, tuple[object, ...]] = {
    "table.players": (2, 2, 4, 4, 4),
    "deck.jokers": (4, 4, 6, 4, 4),
    "deal.hand_size": (15, 15, 14, 11, 11),
    "deal.first_player_extra": (0, 0, 1, 0, 0),
    "deal.first_turn": ("normal", "normal", "discard_only", "normal", "normal"),
    "deal.upcard_rejects": NO_UPCARD,
    "deal.rejected_wild_goes": ("under", "under", "shuffled_back", "under", "under"),
    "deal.rejected_three_goes": ("shuffled_back", "under", "under", "under", "under"),
    "deal.surprise": ("none", "none", "upcard_number", "none", "none"),
    "deal.surprise_ace": (11,),
    "draw.count": (2, 2, 1, 1, 1),
    "red_threes.lay": ("at_once", "at_once", "optional", "at_once", "at_once"),
    "red_threes.value": (100,),
    "red_threes.all_four": (800,),
    "red_threes.without_meld": ("negative", "negative", "zero", "negative", "negative"),
    "red_threes.replace_from_pile": (True, False, False, False, False),
    "red_threes.replace_after_turnover": (True, True, False, True, True),
    "red_threes.positive_needs": ("meld",),
    "red_threes.last_stock_card": ("plays_on", "plays_on", "plays_on", "ends", "ends"),
    "red_threes.discard_blocks": ("lap",),
    "pile.before_initial_meld": ("natural_pair", "natural_pair", "never", "natural_pair", "natural_pair"),
    "pile.with_natural_and_wild": (True,),
    "pile.add_to_meld": (True, True, False, True, True),
    "pile.add_to_canasta": (True,),
    "pile.always_frozen": (False,),
    "pile.match_in_pile": (True, False, False, False, False),
    "pile.min_cards": (1, 1, 3, 1, 1),
    "pile.single_card_hand_may_take_single_card": (True, True, True, False, False),
    "pile.black_three": ("blocks_next", "blocks_next", "blocks_next", "freezes", "blocks_next"),
    "pile.wild_discard": ("freezes", "freezes", "locks", "freezes", "freezes"),
    "pile.upcard_red_three_freezes": (True, False, False, True, True),
    "melds.min_naturals": (2,),
    "melds.max_wilds": (3, 3, "none", 3, 3),
    "melds.wild_ratio": ("none", "none", "fewer", "half", "none"),
    "melds.wild_melds": (False, False, True, False, False),
    "melds.black_threes": ("three_or_four", "three_or_four", "four", "three_or_four", "three_or_four"),
    "initial_meld.minimum": (STEPS, STEPS, HOUSE_STEPS, STEPS, STEPS),
    "initial_meld.unmixed_below": (NEVER, NEVER, 1500, NEVER, NEVER),
    "initial_meld.concealed_waives_minimum": (True, False, False, False, True),
    "going_out.canastas": (2, 2, 2, 1, 1),
    "going_out.natural_canastas": (0,),
    "going_out.concealed_needs_canasta": (True,),
    "going_out.concealed_after_pile": (True,),
    "going_out.bonus": (100,),
    "going_out.concealed_bonus": (200, 200, 100, 200, 200),
    "going_out.four_black_threes_bonus": (0, 0, 1000, 0, 0),
    "going_out.four_black_threes_need_canastas": (True,),
    "going_out.discard_required": (False,),
    "stock.on_empty": ("end", "end", "turn_over", "play_on", "play_on"),
    "stock.max_turnovers": (3,),
    "stock.shuffle_turned": (False,),
    "score.five_points_up_to": (7,),
    "score.black_three_melded": (5, 5, 0, 5, 5),
    "score.black_three_in_hand": (5, 5, 100, 5, 5),
    "score.red_three_in_hand": (100,),
    "score.natural_canasta": (500,),
    "score.mixed_canasta": (300,),
    "score.natural_ace_canasta": (500, 500, 1500, 500, 500),
    "score.mixed_ace_canasta": (300, 300, 700, 300, 300),
    "score.wild_canasta": (2000,),
    "score.twos_canasta": (3000,),
    "game.mode": ("target",),
    "game.target": (5000, 5000, 10005, 5000, 5000),
    "game.rounds": (10,),
    "game.max_rounds": (200,),
    "game.winner_must_go_out": (False, False, True, False, False),
}

# knobs without effect in a preset, because of others: the dashes of the table in the rules
WITHOUT_EFFECT = {
    "rummyroyal": {
        "deal.surprise_ace",
        "red_threes.replace_after_turnover",
        "red_threes.discard_blocks",
        "pile.upcard_red_three_freezes",
        "stock.max_turnovers",
        "stock.shuffle_turned",
        "score.red_three_in_hand",
        "score.wild_canasta",
        "score.twos_canasta",
        "red_threes.replace_from_pile",  # the text contradicts itself: decision 4
        "game.rounds",
    },
    "romanian-house": {
        "deal.rejected_three_goes",
        "red_threes.replace_from_pile",
        "red_threes.last_stock_card",
        "pile.add_to_canasta",
        "game.rounds",
    },
    "hoyle": {
        "deal.surprise_ace",
        "red_threes.replace_after_turnover",
        "red_threes.discard_blocks",
        "stock.max_turnovers",
        "stock.shuffle_turned",
        "score.red_three_in_hand",
        "score.wild_canasta",
        "score.twos_canasta",
        "game.rounds",
    },
}


def test_the_knobs_are_those_of_the_table_in_its_order() -> None:
    assert list(KNOBS) == list(TABLE)


@pytest.mark.parametrize("knob", TABLE)
def test_every_preset_has_the_value_of_the_table(knob: str) -> None:
    expected = TABLE[knob] * (len(ORDER) if len(TABLE[knob]) == 1 else 1)
    values = tuple(load_rules(preset)[knob] for preset in ORDER)
    assert values == expected
    assert [type(value) for value in values] == [type(value) for value in expected]


def test_there_are_six_presets() -> None:
    assert preset_names() == tuple(sorted((*ORDER, "romanian-house-2p")))


@pytest.mark.parametrize("preset", ORDER)
def test_a_preset_gives_every_knob_itself(preset: str) -> None:
    text = files("canasta_sim.rules").joinpath("presets", f"{preset}.toml").read_text("utf-8")
    document = tomllib.loads(text)
    written = [
        f"{group}.{key}" for group, table in document.items() if isinstance(table, dict) for key in table
    ]
    assert written == list(KNOBS)
    assert {"title", "source", "version"} <= document.keys()
    assert "base" not in document


def test_the_defaults_of_the_knobs_are_the_values_of_hoyle() -> None:
    hoyle = load_rules("hoyle")
    assert {name: knob.default for name, knob in KNOBS.items()} == dict(hoyle.knobs)


@pytest.mark.parametrize("knob", KNOBS.values(), ids=KNOBS)
def test_every_knob_is_fully_described(knob: object) -> None:
    assert isinstance(knob, type(KNOBS["draw.count"]))
    assert knob.meaning.endswith(".")
    assert knob.check(knob.default) == knob.default
    assert len(knob.words) in (0, len(knob.choices))
    if knob.kind in ("choice", "cards"):
        assert all(knob.words)
    if knob.kind == "int" and not knob.choices:
        assert knob.lowest is not None
        assert knob.highest is not None
        assert knob.lowest <= knob.default <= knob.highest


@pytest.mark.parametrize("preset", WITHOUT_EFFECT)
def test_what_has_no_effect_is_marked(preset: str) -> None:
    marked = {row.knob for row in describe(load_rules(preset)) if not row.effect}
    assert marked == WITHOUT_EFFECT[preset]
