"""TOML is read as the standard library reads it, but for keys that would take gigabytes."""

from __future__ import annotations

import tomllib

import pytest

from canasta_sim.rules import KNOBS
from canasta_sim.toml_text import loads

LONG = [
    "a." * 50_000 + "a = 1",
    "x = 1\n" + "a . " * 101 + "a = 1",
    '["a"' + '."a"' * 101 + "]",
    "x = { " + "'a'." * 101 + "a = 1 }",
]


@pytest.mark.parametrize("text", LONG)
def test_keys_of_very_many_parts_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"a key of more than 100 parts \(at line [12]\)"):
        loads(text)


@pytest.mark.parametrize(
    "text",
    [
        "a." * 99 + "a = 1",
        "\n".join(f'"{knob}" = 1' for knob in KNOBS),
        "question = '" + "Is it so? Or not. " * 200 + "'",
        "numbers = [" + "1.5, " * 500 + "]",
        "x = '" + "a" * 1_000_000 + "'",
    ],
)
def test_everything_else_is_read_as_ever(text: str) -> None:
    assert loads(text) == tomllib.loads(text)


@pytest.mark.parametrize("text", ['"' * 200_000, "a" * 200_000, "'a.b'." * 90 + "\n" * 1_000])
def test_what_is_no_toml_is_refused(text: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError):
        loads(text)
