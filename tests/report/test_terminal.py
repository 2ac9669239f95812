"""What commands print, on a terminal and elsewhere."""

from __future__ import annotations

import io
import json
import re

import pytest

from canasta_sim.report.document import as_document, as_json
from canasta_sim.report.terminal import print_report, report_text, tables
from canasta_sim.stats.aggregate import Aggregate
from tests.report.made import ALL_KINDS, a_comparison, a_duel, a_league
from tests.stats.made import block_of


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_plain_text_has_no_escape_codes(kind: str) -> None:
    aggregate, manifest = ALL_KINDS[kind]()
    text = report_text(aggregate, manifest, out="results/x")
    assert "\x1b" not in text
    assert not re.search("[─━│╭]", text)
    assert "nan" not in text.lower().replace("canasta", "")
    assert text.splitlines()[0].endswith(".")
    assert "seed 7" in text
    assert text.rstrip().endswith("results in results/x")
    assert "95 % interval" in text


def test_a_terminal_gets_colours_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    shown = Terminal()
    print_report(*a_duel(), file=shown, width=120)
    assert "\x1b[" in shown.getvalue()
    assert "─" in shown.getvalue()
    monkeypatch.setenv("NO_COLOR", "1")
    plain = Terminal()
    print_report(*a_duel(), file=plain, width=120)
    assert "\x1b" not in plain.getvalue()


def test_narrow_screens_get_lists() -> None:
    text = report_text(*a_duel(), width=44)
    assert "    a: " in text
    assert "    Difference: +" in text
    wide = report_text(*a_duel(), width=160)
    assert re.search(r"^Score +points +[\d,]+ ± \d+ +[\d,]+ ± \d+ +\+\d+ ± \d+$", wide, re.MULTILINE)


def test_columns_are_aligned() -> None:
    lines = report_text(*a_duel()).splitlines()
    first = lines.index("Figures per side") + 1
    rows = lines[first : lines.index("", first) - 1]
    assert len({len(row) for row in rows if "±" in row}) <= 2  # the cells without a difference end earlier
    assert rows[0].split() == ["Per", "side", "Unit", "a", "b", "Difference"]


def test_old_encodings_get_what_they_can_show() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii", write_through=True)
    print_report(*a_duel(), file=stream)
    assert b"+/-" in raw.getvalue()


def test_what_never_happens_is_left_out() -> None:
    aggregate, manifest = a_duel()
    rows = [row[0] for table in tables(aggregate, manifest) for row in table.rows]
    assert "Wild canastas" in rows
    block = block_of(100)
    block.rows[9] = 0
    rows = [row[0] for table in tables(Aggregate.from_block(block), manifest) for row in table.rows]
    assert "Wild canastas" not in rows
    asked = tables(Aggregate.from_block(block), manifest | {"metrics": ["wild_canastas"]})
    assert [row[0] for table in asked for row in table.rows] == ["Wild canastas"]


def test_comparisons_say_how_they_were_corrected() -> None:
    text = report_text(*a_comparison())
    assert "taken deal by deal" in text
    assert re.search(r"corrected for all \d+ comparisons of this table \(Holm\)", text)
    asked = a_comparison()[0], a_comparison()[1] | {"metrics": ["turns"]}
    assert "corrected for all 3 comparisons" in report_text(*asked)


def test_leagues_show_standings_and_who_beats_whom() -> None:
    text = report_text(*a_league())
    assert "Standings" in text
    assert "Who beats whom" in text
    assert re.search(r"^a .* everybody +nobody *$", text, re.MULTILINE)


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_the_document_is_strict_json(kind: str) -> None:
    aggregate, manifest = ALL_KINDS[kind]()

    def refuse(word: str) -> None:
        raise AssertionError(word)

    found = json.loads(as_json(aggregate, manifest, "results/x"), parse_constant=refuse)
    assert found == json.loads(json.dumps(as_document(aggregate, manifest, "results/x")))
    assert found["seed"] == 7
    assert found["out"] == "results/x"
    assert found["rules"].keys() == {variant["name"] for variant in manifest["variants"]}
    assert {"variant", "strategy", "metric", "estimate", "se", "ci_low", "ci_high", "n"} == set(
        found["summary"][0]
    )
    assert ("differences" in found) == (kind == "comparison")


def test_missing_numbers_are_null() -> None:
    found = as_document(Aggregate.from_block(block_of(1)), {"seed": 1})
    assert found["summary"][0]["se"] is None
