"""Children that never answer, die, raise; and who is blamed."""

from __future__ import annotations

import pytest

from canasta_sim.errors import RunFailed, StrategyError
from canasta_sim.rules import load_rules
from canasta_sim.strategy.isolation import Lost, lost_fault, watched
from canasta_sim.strategy.specs import parse_strategies

HERE = "tests.strategy.children"


def test_what_a_child_yields_arrives() -> None:
    assert list(watched(f"{HERE}:well", (21,))) == [21, 42]


def test_what_a_child_raises_is_raised_here() -> None:
    with pytest.raises(StrategyError, match="so it is"):
        list(watched(f"{HERE}:wrong", ()))
    with pytest.raises(RunFailed, match="Local: cannot be pickled"):
        list(watched(f"{HERE}:unspeakable", ()))


def test_a_silent_child_is_ended_and_its_place_known() -> None:
    found = []
    with pytest.raises(Lost) as lost:
        found.extend(watched(f"{HERE}:silent", (), 0.5))
    assert (lost.value.number, lost.value.turn, lost.value.seat) == (17, 5, 3)
    assert lost.value.how == "did not answer for 0.5 s"


def test_compiling_before_the_first_turn_and_playing_slowly_are_no_silence() -> None:
    assert list(watched(f"{HERE}:slow_before_the_first_turn", (), 0.5)) == [1]
    assert list(watched(f"{HERE}:busy", (), 1.0)) == [1]


def test_a_child_that_dies_says_how_and_where() -> None:
    with pytest.raises(Lost) as lost:
        list(watched(f"{HERE}:dead", ()))
    assert lost.value.how == "reached past its arrays (SIGSEGV)"
    seats = parse_strategies("greedy,random", load_rules("hoyle")["table.players"])
    fault = lost_fault(lost.value, seats, "rounds", 7, True)
    assert str(fault) == (
        "strategy random reached past its arrays (SIGSEGV) (seed 7, round 4, turn 9, seat 1)"
    )
    assert fault.strategies == ("random",)


def test_files_of_users_are_suspected_before_those_that_come_along(tmp_path) -> None:
    (tmp_path / "mine.py").write_text("def take(rules, view, me):\n    pass\n\nmeld = discard = take\n")
    seats = parse_strategies(f"greedy,{tmp_path}/mine.py", 4)
    assert [seat.own for seat in seats] == [False, True, False, True]
    lost = Lost("did not answer for 1 s", 3, 6, 2, 0)
    assert lost_fault(lost, seats, "rounds", 7, True).strategies == ("mine",)
    assert lost_fault(lost, seats, "games", 7, False).args[0].endswith("(seed 7, game 6, turn 2, seat 0)")
