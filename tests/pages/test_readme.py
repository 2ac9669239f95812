"""README.md shows what its commands print now; only times and speeds are left out."""

from __future__ import annotations

from pathlib import Path

import pytest
from matplotlib.testing.compare import compare_images

from tests.pages import readme
from tests.pages.session import Session, blocks

TEXT = readme.PAGE.read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "work"
    made.mkdir()
    return made


def test_the_first_run_prints_what_the_page_shows(folder: Path) -> None:
    assert Session(folder).renewed(TEXT, most=1) == TEXT, "renew it: python -m tests.pages"
    results = readme.first_results(folder)
    assert readme.with_picture(TEXT, results) == TEXT
    drawn = str(results / "plots/points.png")
    assert compare_images(str(readme.PICTURE), drawn, tol=10) is None  # fonts differ between machines


@pytest.mark.slow
def test_every_example_prints_what_the_page_shows(folder: Path) -> None:
    assert Session(folder).renewed(TEXT) == TEXT, "renew it: python -m tests.pages"
    assert (folder / "results/two-cards/report.html").exists()


def test_a_change_is_noticed(folder: Path) -> None:
    """What a session writes comes from the commands and from nowhere else."""
    file = "```toml\n# a.toml\nbase = 'hoyle'\ndraw.count = 2\n```\n"
    page = file + "```sh\ncanasta-sim rules check a.toml\n```\n```text\nx\n```\n"
    once = Session(folder).renewed(page)
    assert "draw.count  1      2" in blocks(once)[-1].text
    assert "draw.count  1      3" in Session(folder).renewed(once.replace("count = 2", "count = 3"))
