"""The page of the rules says what the code says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from canasta_sim.errors import RulesError
from canasta_sim.rules import KNOBS
from canasta_sim.rules.document import main, renewed

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"


def test_the_page_is_up_to_date() -> None:
    page = PAGE.read_text("utf-8")
    assert renewed(page) == page, "renew it: python -m canasta_sim.rules.document docs/rules.md"


def test_every_knob_stands_on_the_page_once() -> None:
    rows = re.findall(r"^\| `([a-z_]+\.[a-z_]+)` \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert rows == list(KNOBS)


def test_the_sections_that_knobs_name_are_on_the_page() -> None:
    sections = set(re.findall(r"^##+ ([0-9.]*[0-9])\.? ", PAGE.read_text("utf-8"), re.MULTILINE))
    assert {knob.section for knob in KNOBS.values()} <= sections


def test_a_page_is_renewed_in_place(tmp_path: Path) -> None:
    page = tmp_path / "rules.md"
    text = PAGE.read_text("utf-8")
    page.write_text(text.replace("| `draw.count` |", "| `draw.cuont` |"), "utf-8")
    main([str(page)])
    assert page.read_text("utf-8") == text


def test_a_page_without_marks_is_refused() -> None:
    with pytest.raises(RulesError, match="lacks its marks"):
        renewed("# Rules\n")
