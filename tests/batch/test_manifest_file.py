"""Manifests that were changed, or written by hand: what is wrong is named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from canasta_sim.batch.files import write_json
from canasta_sim.batch.folder import read_manifest
from canasta_sim.batch.manifest import Purpose, new_manifest
from canasta_sim.batch.manifest_file import completed, fault_of
from canasta_sim.errors import ResultsError
from tests.batch.fake_lineup import fake_plan

GOOD = json.loads(json.dumps(new_manifest(fake_plan(), Purpose("run", "canasta-sim run"))))
LATER = ("metrics", "smallest", "until_ci", "at_most", "skill", "sprt", "limits", "stopped")


def test_what_is_written_can_be_relied_on() -> None:
    assert not fault_of(GOOD)
    assert completed(GOOD) == GOOD


@pytest.mark.parametrize("key", sorted(set(GOOD) - set(LATER)))
def test_a_key_that_is_missing_is_named(key: str) -> None:
    assert fault_of({name: value for name, value in GOOD.items() if name != key}) == f"it has no {key}"


@pytest.mark.parametrize("key", LATER)
def test_keys_that_came_later_are_filled_in(key: str) -> None:
    before = {name: value for name, value in GOOD.items() if name != key}
    assert not fault_of(before)
    assert completed(before) == GOOD


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": -1}, "seed: expected greater than or equal to 0, not -1"),
        ({"seed": 2**63}, f"seed: expected less than {2**63}, not {2**63}"),
        ({"seed": 1.5}, "seed: expected a valid integer, not 1.5"),
        ({"mode": "hands"}, "mode: expected 'rounds' or 'games', not \"hands\""),
        ({"asked": {}}, "asked: expected a number of rounds"),
        ({"asked": {"rounds": 10**16}}, "asked: expected a number of rounds"),
        ({"variants": []}, "variants: expected"),
        ({"variants": [{**GOOD["variants"][0], "seats": 3}]}, "variants.0.seats: expected a valid list, not 3"),
        ({"wall_seconds": -1.0}, "wall_seconds: expected"),
        ({"stopped": ["a"]}, "stopped: expected a valid dictionary"),
    ],
)
def test_a_value_that_cannot_be_is_named(tmp_path: Path, change: dict[str, Any], sentence: str) -> None:
    (tmp_path / "manifest.json").write_text(json.dumps({**GOOD, **change}))
    with pytest.raises(ResultsError) as found:
        read_manifest(tmp_path)
    assert f"manifest.json is damaged: {sentence}" in str(found.value)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e400", "-1e999"])
def test_numbers_are_finite(tmp_path: Path, number: str) -> None:
    (tmp_path / "manifest.json").write_text(json.dumps({**GOOD, "other": "here"}).replace('"here"', number))
    with pytest.raises(ResultsError, match="is damaged: it is not JSON"):
        read_manifest(tmp_path)


def test_names_that_are_no_text_are_kept(tmp_path: Path) -> None:
    """Folders on a command line may have any bytes in their names."""
    line = "canasta-sim run --out x\udcff"
    write_json(tmp_path / "manifest.json", {**GOOD, "command_line": line})
    assert read_manifest(tmp_path)["command_line"] == line
