"""Experiments, variants and strategies whose names are markup: pages and Markdown show the names, and no more."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from canasta_sim.batch.manifest import Purpose
from canasta_sim.batch.run import Means, execute
from canasta_sim.report.content import content_of
from canasta_sim.report.markdown import as_markdown
from canasta_sim.report.page import as_html
from canasta_sim.report.terminal import report_text
from tests.batch.fake_lineup import fake_plan
from tests.report.test_page import DOT, Page

NAMES = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "a|b `c` | d",
    "[x](javascript:alert(1))",
    "**bold** _it_ ~~no~~ # head",
    "{{ 7 * 7 }} {% raw %} $x$ &lt;b&gt;",
    "https://example.org/?a=1&b=2",
]


def reported(out: Path, name: str, other: str, command: str) -> tuple[str, str]:
    """Play a run in which everything has that name; return its page and its Markdown."""
    plan = fake_plan(rounds=40, strategies="A,B", variants=2)
    seats = tuple(replace(seat, label={"A": name, "B": other}[seat.label]) for seat in plan.variants[0].seats)
    labels = tuple(seat.label for seat in seats)
    variants = tuple(
        replace(one, name=f"{at} {name}", seats=seats, lineup=replace(one.lineup, labels=labels))
        for at, one in enumerate(plan.variants)
    )
    plan = replace(plan, variants=variants, baseline=None if command == "league" else variants[0].name)
    purpose = Purpose(command, line=f"canasta-sim {name}", name=name, question=f"Is it {name}?")
    result = execute(plan, purpose, Means(out=out, jobs=1))
    content = content_of(result.aggregate, result.manifest, [DOT], [f"part {name} is damaged"])
    assert name in report_text(result.aggregate, result.manifest)
    return as_html(content), as_markdown(content)


@pytest.mark.parametrize(
    ("name", "command"),
    [
        pytest.param(name, command, marks=() if (at < 3) == (command == "compare") and at < 4 else pytest.mark.slow)
        for at, name in enumerate(NAMES)
        for command in ("compare", "league")
    ],
)
def test_names_are_shown_and_not_obeyed(tmp_path: Path, name: str, command: str) -> None:
    page, text = reported(tmp_path / "out", name, "x < y & z", command)
    plain_page, plain_text = reported(tmp_path / "plain", "plain", "other", command)
    read, plain = Page(page), Page(plain_page)  # refuses scripts, and tags that do not match
    assert name in "".join(read.words)
    assert [len(read.images), len(read.links), len(read.ids)] == [len(plain.images), len(plain.links), len(plain.ids)]
    shown = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    tokens, wanted = (shown.parse(one) for one in (text, plain_text))
    assert [token.type for token in tokens] == [token.type for token in wanted]
    inner = [child for token in tokens if token.type == "inline" for child in token.children or []]
    assert not {child.type for child in inner} & {"html_inline", "link_open", "code_inline", "s_open"}
    assert name in "".join(child.content for child in inner if child.type == "text")
