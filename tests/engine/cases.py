"""All cases of knobs."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from tests.engine.bench import Bench, Case
from tests.uncompiled import Engine

_FILES = ("knobs_deal", "knobs_pile", "knobs_melds", "knobs_going_out", "knobs_end")


@cache
def all_cases() -> tuple[Case, ...]:
    """Return every case, file by file."""
    modules = [import_module(f"tests.engine.{name}") for name in _FILES]
    return tuple(each.case for module in modules for each in vars(module).values() if hasattr(each, "case"))


def rows() -> list[tuple[Case, Any]]:
    """Return every case with every value that it tries."""
    return [(case, value) for case in all_cases() for value in case.outcomes]


def failing(engine: Engine) -> str | None:
    """Return the first case that an engine fails, in words, or None."""
    for case, value in rows():
        try:
            seen = case.observe(Bench(engine, {**case.others, case.knob: value}))
        except Exception as error:  # whatever a broken engine does
            return f"{case.knob}={value}: {case.observe.__name__}: {type(error).__name__}: {error}"
        if seen != case.outcomes[value]:
            return f"{case.knob}={value}: {case.observe.__name__}: {seen!r}, not {case.outcomes[value]!r}"
    return None
