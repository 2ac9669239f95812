"""A few seeded faults are caught anew each time; the kept result says that all of them were."""

from __future__ import annotations

import json

import pytest

from tests.seeded_faults.__main__ import RESULT, place_of
from tests.seeded_faults.hunt import all_faults, cases_catch, referee_catches

AT_LEAST_BY_REFEREE = 50
QUICK = (
    "wild_ratio half lets as many wild cards as naturals",
    "a discarded wild card does not freeze",
    "one canasta short in going out",
    "the pile is taken before the initial meld",
    "red threes count without the canasta they need",
)


@pytest.mark.parametrize("fault", all_faults(), ids=lambda fault: fault.breaks)
def test_fault_is_where_the_list_says(fault):
    assert fault.seeded()


@pytest.mark.parametrize("breaks", QUICK)
def test_traced_rounds_catch_it(breaks):
    fault = next(fault for fault in all_faults() if fault.breaks == breaks)
    found = referee_catches(fault, 300)
    assert found is not None
    assert found[1].startswith("referee: ")


def test_cases_of_knobs_catch_it():
    fault = next(fault for fault in all_faults() if fault.breaks == "the pile stays frozen once taken")
    assert cases_catch(fault)


def test_all_faults_of_the_list_were_caught():
    kept = json.loads(RESULT.read_text(encoding="utf-8"))
    assert sorted(kept) == sorted(map(place_of, all_faults())), "run `python -m tests.seeded_faults`"
    assert not [entry["breaks"] for entry in kept.values() if entry["rounds"] is None and entry["case"] is None]
    by_referee = [entry for entry in kept.values() if str(entry["found"]).startswith("referee: ")]
    assert len(by_referee) >= AT_LEAST_BY_REFEREE
