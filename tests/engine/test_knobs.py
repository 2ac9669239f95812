"""A case for every knob and every value of it: what is observed under each value, as RULES.md words it."""

from __future__ import annotations

import itertools

import pytest

from canasta_sim.rules.knobs import KNOBS
from tests.engine.bench import Bench
from tests.engine.cases import all_cases, rows
from tests.uncompiled import Engine


@pytest.fixture(scope="module")
def engine():
    return Engine()


@pytest.mark.parametrize(
    ("case", "value"), [pytest.param(c, v, id=f"{c.knob}={v}: {c.observe.__name__}") for c, v in rows()]
)
def test_knob(engine, case, value):
    bench = Bench(engine, {**case.others, case.knob: value})
    assert case.observe(bench) == case.outcomes[value], case.observe.__doc__


def test_every_knob_has_cases():
    assert {case.knob for case in all_cases()} == set(KNOBS)


@pytest.mark.parametrize("name", KNOBS)
def test_every_value_is_told_from_every_other(name):
    """Any two values of a knob that are tried must lead to different outcomes in some case."""
    cases = [case for case in all_cases() if case.knob == name]
    values = {value for case in cases for value in case.outcomes}
    assert len(values) >= 2
    told = set()
    for case in cases:
        for one, other in itertools.combinations(case.outcomes, 2):
            if case.outcomes[one] != case.outcomes[other]:
                told |= {(one, other), (other, one)}
    knob = KNOBS[name]
    if knob.kind == "cards":
        listed = {kind for value in values for kind in value}
        assert listed == set(knob.choices)
        return
    named = {True, False} if knob.kind == "bool" else set(knob.choices or ())
    assert named <= values
    assert not [pair for pair in itertools.combinations(named, 2) if pair not in told]
    assert values == {value for pair in told for value in pair}


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: f"{case.knob}: {case.observe.__name__}")
def test_every_case_names_its_rule(case):
    assert "RULES.md" in (case.observe.__doc__ or "")
