"""Near misses: a suggestion where one helps, none where it would not."""

from __future__ import annotations

import pytest

from canasta_sim import errors
from canasta_sim.errors import near_miss

KNOWN = ["deal.hand_size", "draw.count", "pile.add_to_meld", "pile.add_to_canasta", "balanced", "greedy"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("balancd", "balanced"),
        ("Greedy", "greedy"),
        (" greedy ", "greedy"),
        ("draw.cuont", "draw.count"),
        ("hand_size", "deal.hand_size"),
        ("table.hand_sise", "deal.hand_size"),
        ("add_to_melds", "pile.add_to_meld"),
    ],
)
def test_a_mistyped_name_is_recognised(word: str, meant: str) -> None:
    assert near_miss(word, KNOWN) == f' (did you mean "{meant}"?)'


@pytest.mark.parametrize("word", ["", "x", "chess", "\x00", "." * 50, "ß"])
def test_nothing_is_suggested_for_anything_else(word: str) -> None:
    assert near_miss(word, KNOWN) == ""
    assert near_miss(word, []) == ""


def test_wrong_requests_are_value_errors_and_failed_runs_are_not() -> None:
    wrong = [errors.RulesError, errors.StrategyError, errors.ExperimentError, errors.ResultsError]
    assert all(issubclass(kind, errors.CanastaError) for kind in (*wrong, errors.PositionError))
    assert issubclass(errors.CanastaError, ValueError)
    assert not issubclass(errors.RunFailed, ValueError)
