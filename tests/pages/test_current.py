"""Pages are what would be written now."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pages.__main__ import PAGES
from tests.pages.marks import filled


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_the_page_is_current(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert PAGES[path](text) == text, "renew it: python -m tests.pages --quick"


def test_a_page_without_marks_is_refused() -> None:
    assert filled("a\n<!-- x -->\nold\n<!-- /x -->\n", "x", ["new"]) == "a\n<!-- x -->\nnew\n<!-- /x -->\n"
    with pytest.raises(LookupError, match="lacks its marks"):
        filled("a\n<!-- x -->\n", "x", [])
