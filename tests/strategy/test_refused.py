"""Numba's errors in a sentence."""

from __future__ import annotations

from pathlib import Path

from canasta_sim.strategy.loading import StrategySource
from canasta_sim.strategy.refused import reason_of, refused_sources

ERROR = """Failed in canasta_sim mode pipeline (step: nopython frontend)
Failed in canasta_sim mode pipeline (step: nopython frontend)
Invalid use of BoundFunction(list.append) with parameters (Literal[str](a))

During: typing of call at /tmp/mine.py (67)

File "{place}", line 67:
def discard(rules, view, me):
    <source elided>
    x.append('a')

File "table.py", line 56:
"""


def test_the_strategy_its_line_and_the_reason_are_found_under_a_relative_path(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "deep").mkdir()
    monkeypatch.chdir(tmp_path / "deep")
    mine, other = (StrategySource(name, str(tmp_path / f"{name}.py"), name) for name in ("mine", "other"))
    found = refused_sources(ERROR.format(place="../mine.py"), [other, mine])
    assert found == {mine: "line 67: Invalid use of BoundFunction(list.append) with parameters (Literal[str](a))"}
    assert refused_sources(ERROR.format(place="elsewhere.py"), [other, mine]) == {}
    assert reason_of("Failed in nopython mode\n") == "Failed in nopython mode"
