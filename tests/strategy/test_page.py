"""docs/strategies.md says what the code says."""

from __future__ import annotations

from pathlib import Path

from canasta_sim.engine.records import PLAYER, VIEW
from canasta_sim.strategy import page, toolbox
from canasta_sim.strategy.loading import DECISIONS, OPTIONAL

PAGE = Path(__file__).parents[2] / "docs/strategies.md"


def test_the_tables_are_those_of_the_code() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert page.renewed(text) == text, "run python -m canasta_sim.strategy.page docs/strategies.md"


def test_everything_is_there() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for name in (*VIEW.names, *PLAYER.names):
        assert f"| `{name}` |" in text
    for name in toolbox.__all__:
        assert any(mark + name in text for mark in ("`", "`@", " = ", ": ")), name
    for name in (*DECISIONS, *OPTIONAL):
        assert f"| `{name}(" in text
