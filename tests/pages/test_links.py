"""Links between the pages lead somewhere: files are there, and so are the headings behind a #."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from tests.pages.marks import ROOT

PAGES = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "tests").rglob("*.md")),
]


def links(page: Path) -> list[str]:
    """Return where links and pictures of a page lead."""
    found = []
    for token in MarkdownIt().enable("table").parse(page.read_text("utf-8")):
        for inner in token.children or []:
            found += [str(inner.attrs[name]) for name in ("href", "src") if name in inner.attrs]
    return found


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, made as GitHub makes them."""
    tokens = MarkdownIt().parse(page.read_text("utf-8"))
    titles = [tokens[i + 1].content for i, token in enumerate(tokens) if token.type == "heading_open"]
    return {re.sub(r"[^\w\- ]", "", title.lower().replace("`", "")).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in links(page):
        if re.match(r"\w+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{page.name}: {link} leads nowhere"
        assert ROOT in target.parents, f"{page.name}: {link} leads out of the repository"
        if anchor:
            assert anchor in anchors(target), f"{page.name}: {link}: there is no such heading"


def test_every_page_can_be_reached_from_the_readme() -> None:
    seen, new = set(), [ROOT / "README.md"]
    while new:
        page = new.pop()
        seen.add(page)
        targets = {(page.parent / link.partition("#")[0]).resolve() for link in links(page) if ":" not in link}
        new += [target for target in targets if target.suffix == ".md" and target not in seen]
    assert not set((ROOT / "docs").glob("*.md")) - seen
