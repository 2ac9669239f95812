"""Pages: complete, escaped, without a network, and made from a folder alone."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from canasta_sim.batch.manifest import Purpose
from canasta_sim.batch.run import Means, execute
from canasta_sim.cli.report import command
from canasta_sim.errors import CanastaError, ResultsError
from canasta_sim.report.content import content_of, title_of
from canasta_sim.report.markdown import as_markdown, escaped
from canasta_sim.report.page import as_html, make_report, write_report
from canasta_sim.report.plots import Picture
from canasta_sim.rules import load_rules
from canasta_sim.stats.aggregate import Aggregate
from tests.batch.fake_lineup import fake_plan
from tests.report.made import ALL_KINDS, a_comparison, a_duel, manifest_of, seats_of
from tests.stats.made import block_of

DOT = Picture("dot", "A <title>", "n = 1 & more", 'An "alt"', b"\x89PNG")
VOID = {"meta", "link", "img", "br"}


class Page(HTMLParser):
    """Reads a page and notes what is not in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.images: list[dict[str, str | None]] = []
        self.words: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if tag in ("a", "link"):
            self.links.append(str(given["href"]))
        if tag == "img":
            self.images.append(given)
        assert tag != "script"

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the pictures out, which take most of the time of a report."""
    monkeypatch.setattr("canasta_sim.report.page.pictures", lambda aggregate, manifest: [DOT])


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_pages_are_in_order(kind: str) -> None:
    aggregate, manifest = ALL_KINDS[kind]()
    content = content_of(aggregate, manifest, [DOT])
    text = as_html(content)
    page = Page(text)
    assert len(set(page.ids)) == len(page.ids)
    anchors = [link[1:] for link in page.links if link.startswith("#")]
    assert anchors == [section.key for section in content.sections]
    assert set(anchors) <= set(page.ids)
    assert all(
        image["alt"] and str(image["src"]).startswith("data:image/png;base64,") for image in page.images
    )
    assert not re.search(r"(src|href)=.?(https?:)?//|@import|url\(", text)
    words = " ".join(page.words)
    for expected in ("95 % interval", "seed", "0.1.0", "canasta-sim run --rules hoyle --seed 7"):
        assert expected in words
    assert "nan" not in words.lower().replace("canasta", "")
    assert "Every rule of" in words
    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text
    assert 'name="viewport"' in text


def test_everything_is_escaped() -> None:
    aggregate, manifest = a_comparison("Is <b>two</b> & more | *better*?")
    nasty = Aggregate.from_block(block_of(40, labels=(("<i>x", "b&b"), ("b&b", "<i>x")), variant="<script>v"))
    text = as_html(
        content_of(aggregate, manifest | {"name": "<script>alert(1)</script>"}, [DOT], ["part <3> is bad"])
    )
    assert "<script>" not in text
    assert "&lt;script&gt;" in text
    assert "&lt;b&gt;two" in text
    assert "part &lt;3&gt; is bad." in text
    assert "<i>x" not in as_html(content_of(nasty, {"seed": 1, "question": "<i>x"}, []))
    plain = as_markdown(content_of(aggregate, manifest, [DOT]))
    assert r"\<b\>two\</b\> \& more \| \*better\*?" in plain
    assert escaped("a|b\nc") == r"a\|b c"


def test_markdown_tables_have_as_many_cells_as_titles() -> None:
    for make in ALL_KINDS.values():
        aggregate, manifest = make()
        widths = 0
        for line in as_markdown(content_of(aggregate, manifest, [DOT])).splitlines():
            cells = len(re.findall(r"(?<!\\)\|", line)) if line.startswith("|") else 0
            assert not (widths and cells) or cells == widths
            widths = cells


def test_what_differs_from_the_preset_comes_first() -> None:
    aggregate, manifest = a_comparison()
    rules = next(
        section for section in content_of(aggregate, manifest, []).sections if section.key == "rules"
    )
    between = rules.tables[0]
    assert between.title == "What differs between the variants"
    assert [row[0] for row in between.rows] == ["draw.count", "going_out.canastas"]
    assert between.rows[0][1:] == ["1", "1", "2", "2"]
    assert len(rules.folded) == 4
    _, alone = a_duel()
    changed = content_of(a_duel()[0], alone, []).sections
    words = next(section for section in changed if section.key == "rules").paragraphs
    assert words[-1] == "Nothing is changed from the preset."


def test_unfinished_runs_are_marked() -> None:
    aggregate, manifest = a_duel()
    assert content_of(aggregate, manifest, []).warnings == []
    warnings = content_of(aggregate, manifest | {"asked": {"rounds": 1600}, "played": None}, []).warnings
    assert warnings == ["Not finished: 800 of 1,600 rounds (50.0 %) have been played; figures are of those."]


def test_a_variant_that_cannot_differ_is_told() -> None:
    """`score.wild_canasta` and `score.twos_canasta` count where there are wild melds, and nowhere else."""
    rules = {str(wild): load_rules("hoyle", {"score.wild_canasta": wild}) for wild in (2000, 3000)}
    blocks = [block_of(40, 1, variant=name) for name in rules]
    aggregate = Aggregate.from_blocks(blocks, "2000")
    warnings = content_of(aggregate, manifest_of(rules, seats_of("a", "b"), asked={"rounds": 80}), []).warnings
    assert warnings == ["3000 plays as 2000 does: in these rules nothing depends on score.wild_canasta."]
    melded = {name: each.with_knobs({"melds.wild_melds": True}) for name, each in rules.items()}
    for matters in (melded, {**rules, "3000": melded["3000"]}):
        manifest = manifest_of(matters, seats_of("a", "b"), asked={"rounds": 80})
        assert content_of(aggregate, manifest, []).warnings == []


def test_titles() -> None:
    assert title_of(a_duel()[1]) == "Canasta: hoyle, played by a and b"
    assert title_of(a_comparison()[1]) == "two cards"
    assert title_of(ALL_KINDS["league"]()[1]) == "League: a, b and c"


def played(out: Path, rounds: int = 600, **more: object) -> Path:
    execute(
        fake_plan(rounds=rounds, **more), Purpose(line="canasta-sim run --seed 7"), Means(jobs=1, out=out)
    )
    return out


def test_a_folder_is_enough(tmp_path: Path) -> None:
    folder = played(tmp_path / "run")
    page = make_report(folder)
    assert page == folder / "report.html"
    names = {path.stem for path in (folder / "plots").glob("*.png")}
    assert {"scores", "ends", "turns"} <= names
    text = (folder / "report.md").read_text(encoding="utf-8")
    assert all(f"](plots/{name}.png)" in text for name in names)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    make_report(folder)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    "more", [{"variants": 2}, {"mode": "games"}, {"strategies": "a"}, {"strategies": "a,b,c,d"}]
)
@pytest.mark.usefixtures("quick")
def test_other_runs_are_reported(tmp_path: Path, more: dict[str, object]) -> None:
    folder = played(tmp_path / "run", 200, **more)
    Page(make_report(folder).read_text(encoding="utf-8"))


@pytest.mark.usefixtures("quick")
def test_damaged_parts_are_named_and_the_rest_is_reported(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    execute(fake_plan(rounds=600), Purpose(), Means(jobs=1, out=folder, chunk=200))
    parts = sorted((folder / "aggregates").glob("*.json"))
    assert len(parts) == 3
    parts[1].write_bytes(parts[1].read_bytes()[:-40])
    text = make_report(folder).read_text(encoding="utf-8")
    assert parts[1].name in text
    assert "Not finished: 400 of 600 rounds" in text


def test_what_is_no_results_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match="not a folder"):
        make_report(tmp_path / "nothing")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "file").touch()
    with pytest.raises(ResultsError, match=r"manifest\.json"):
        make_report(tmp_path / "other")
    with pytest.raises(ResultsError, match="no finished rounds"):
        write_report(tmp_path, Aggregate(), {})


@pytest.mark.usefixtures("quick")
def test_the_command(tmp_path: Path) -> None:
    folder = played(tmp_path / "run")
    done = CliRunner().invoke(command, [str(folder)])
    assert done.exit_code == 0, done.output
    assert "report in " in done.output
    assert (folder / "report.html").is_file()
    quiet = CliRunner().invoke(command, [str(folder), "--quiet", "--out", str(tmp_path / "there")])
    assert quiet.output == ""
    assert (tmp_path / "there" / "report.html").is_file()
    assert CliRunner().invoke(command, [str(folder), "--json"]).output.startswith('{"')


@pytest.mark.usefixtures("quick")
def test_folders_side_by_side(tmp_path: Path) -> None:
    folders = [str(played(tmp_path / name, 200, seed=seed)) for name, seed in (("one", 1), ("two", 2))]
    done = CliRunner().invoke(command, [*folders, "--out", str(tmp_path / "both")])
    assert done.exit_code == 0, done.output
    assert re.search(r"^Figure +Unit +one +two$", done.output, re.MULTILINE)
    assert not (tmp_path / "one" / "report.html").exists()
    Page((tmp_path / "both" / "report.html").read_text(encoding="utf-8"))


@pytest.mark.usefixtures("quick")
def test_the_report_of_a_strategy(tmp_path: Path) -> None:
    folder = str(played(tmp_path / "run"))
    done = CliRunner().invoke(command, [folder, "--strategy", "a", "--out", str(tmp_path / "a")])
    assert done.exit_code == 0, done.output
    assert "How a plays" in done.output
    assert "The strategy a" in (tmp_path / "a" / "report.md").read_text(encoding="utf-8")
    with pytest.raises(CanastaError, match='no strategy "zz" has played here'):
        CliRunner().invoke(command, [folder, "--strategy", "zz"], catch_exceptions=False)
