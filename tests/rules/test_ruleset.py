"""The record: immutable, hashable, the same in every process, with a hash of what is played."""

from __future__ import annotations

import copy
import dataclasses
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from canasta_sim.errors import RulesError
from canasta_sim.rules import KNOBS, RuleSet, knobs_as_json, load_rules, preset_names

# Fixed: a changed digit means that a preset plays something else, and its version must say so.
HASHES = {
    "classic": "7a3ee84c5f8a",
    "hoyle": "93114b42aec3",
    "raminoroyal": "16a8d90c9e4c",
    "romanian-house": "0a56c59b3a86",
    "romanian-house-2p": "23cea1144e3e",
    "rummyroyal": "c7549a7250ac",
}


@pytest.mark.parametrize("preset", preset_names())
def test_the_hash_of_a_preset_stays(preset: str) -> None:
    rules = load_rules(preset)
    assert (rules.hash, rules.version) == (HASHES[preset], 1)


def test_the_hash_is_of_the_knobs_alone() -> None:
    hoyle = load_rules("hoyle")
    assert dataclasses.replace(hoyle, name="other", title="x", source="y", version=9).hash == hoyle.hash
    for name, knob in KNOBS.items():
        other = next(value for value in _other_values(name) if value != knob.default)
        values = tuple(other if key == name else hoyle[key] for key in KNOBS)
        assert dataclasses.replace(hoyle, values=values).hash != hoyle.hash, name


def _other_values(name: str) -> list[object]:
    knob = KNOBS[name]
    if knob.kind == "bool":
        return [True, False]
    if knob.kind in ("cards", "minimum"):
        return [("wild",), ((float("-inf"), 15),)]
    return [*knob.choices, knob.lowest, knob.highest, 0]


def test_nothing_in_a_rule_set_can_be_changed() -> None:
    rules = load_rules("romanian-house")
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.name = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        rules.knobs["draw.count"] = 2  # type: ignore[index]
    with pytest.raises(TypeError):
        rules["draw.count"] = 2  # type: ignore[index]
    assert all(isinstance(value, bool | int | float | str | tuple) for value in rules.values)
    assert isinstance(hash(rules), int)
    assert {rules: 1}[load_rules("romanian-house")] == 1


def test_a_rule_set_survives_pickling_and_copying() -> None:
    rules = load_rules("classic", set=["draw.count=2"])
    for other in (pickle.loads(pickle.dumps(rules)), copy.deepcopy(rules), copy.copy(rules)):
        assert other == rules
        assert other.hash == rules.hash
        assert other.changed == rules.changed


def test_changes_are_known_and_can_be_taken_back() -> None:
    classic = load_rules("classic")
    changed = load_rules(classic, set={"draw.count": 2}).with_knobs({"deal.hand_size": 13})
    assert (changed.name, changed.base) == ("classic", "classic")
    assert changed.changed == {"deal.hand_size": 13, "draw.count": 2}
    assert str(changed) == changed.label == "classic+deal.hand_size=13+draw.count=2"
    assert changed.with_knobs({"deal.hand_size": 11, "draw.count": 1}) == classic
    assert load_rules(classic) is classic
    assert classic["draw.count"] == 1


def test_diff_lists_what_differs_and_nothing_else() -> None:
    hoyle, classic = load_rules("hoyle"), load_rules("classic")
    assert hoyle.diff(classic) == [
        ("deal.upcard_rejects", ("wild", "3r"), ("wild", "3r", "3b")),
        ("pile.black_three", "blocks_next", "freezes"),
        ("melds.wild_ratio", "none", "half"),
        ("initial_meld.concealed_waives_minimum", True, False),
    ]
    assert classic.diff(hoyle) == [(knob, theirs, mine) for knob, mine, theirs in hoyle.diff(classic)]
    assert hoyle.diff(hoyle) == []


@pytest.mark.parametrize("preset", preset_names())
def test_json_keeps_everything(preset: str) -> None:
    rules = load_rules(preset)
    document = json.loads(json.dumps(rules.to_json(), allow_nan=False))
    assert RuleSet.from_json(document) == rules
    assert list(document["knobs"]) == list(KNOBS)
    assert load_rules("hoyle", set=knobs_as_json(rules)).values == rules.values


@pytest.mark.parametrize(
    "spoilt", [{"name": 3}, {"knobs": []}, {"version": "1"}, {"title": None}, {"knobs": {"draw.count": 2}}]
)
def test_spoilt_json_is_refused(spoilt: dict[str, object]) -> None:
    with pytest.raises(RulesError):
        RuleSet.from_json({**load_rules("hoyle").to_json(), **spoilt})


def test_minus_infinity_is_written_as_text_in_json() -> None:
    knobs = knobs_as_json(load_rules("hoyle"))
    assert knobs["initial_meld.unmixed_below"] == "-inf"
    assert knobs["initial_meld.minimum"] == [["-inf", 15], [0, 50], [1500, 90], [3000, 120]]
    assert knobs["deal.upcard_rejects"] == ["wild", "3r"]


def test_a_knob_that_is_not_there() -> None:
    rules = load_rules("hoyle")
    with pytest.raises(RulesError, match=r'there is no knob "draw.counts" \(did you mean "draw.count"\?\)'):
        rules["draw.counts"]
    with pytest.raises(RulesError, match="did you mean"):
        rules.with_knobs({"draw.counts": 2})


def test_rules_import_nothing_heavy() -> None:
    code = (
        "import sys, canasta_sim.cli.rules, canasta_sim.rules as r; r.load_rules('classic');"
        "print([m for m in ('numpy', 'numba', 'pandas', 'pydantic', 'rich') if m in sys.modules])"
    )
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    assert done.stdout.strip() == "[]"
