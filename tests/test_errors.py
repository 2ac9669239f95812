"""Near misses: a suggestion where one helps, none where it would not. Messages: one line that can be shown."""

from __future__ import annotations

import pytest

from canasta_sim import errors
from canasta_sim.errors import LONGEST_MESSAGE, near_miss, one_line

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


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("no variant 名前 é 🂡", "no variant 名前 é 🂡"),
        ("no variant a\nb", "no variant a\\nb"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\u202eabc \udcff", "\\u202eabc \\udcff"),
    ],
)
def test_a_message_is_one_line_that_a_terminal_can_show(message: str, shown: str) -> None:
    assert one_line(message) == shown


def test_the_middle_of_a_long_message_is_left_out() -> None:
    shown = one_line("file " + "\x00" * 1_000_000 + " cannot be read")
    assert len(shown) <= LONGEST_MESSAGE + 9
    assert shown.startswith("file ")
    assert shown.endswith(" cannot be read")
