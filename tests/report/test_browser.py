"""Pages in a real browser: no errors, no network, no overflow, pictures loaded, at three widths, in the dark.

Needs Chromium (Debian: ``apt-get install chromium``); skipped where there is none.
"""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from canasta_sim.report.page import write_report
from tests.report.made import ALL_KINDS

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium here: apt-get install chromium")

WIDTHS = (1280, 768, 360)
#: Looks at the page in frames of each width and writes what it finds into the title of the document.
LOOK = """
<script>
addEventListener("load", () => {
  const found = [];
  for (const frame of document.querySelectorAll("iframe")) {
    const page = frame.contentDocument, root = page.documentElement;
    for (const folded of page.querySelectorAll("details")) folded.open = true;
    const view = frame.contentWindow;
    const images = [...page.images];
    found.push({
      width: frame.clientWidth, overflow: root.scrollWidth - root.clientWidth,
      images: images.length, broken: images.filter(image => !image.complete || !image.naturalWidth).length,
      wide: images.filter(image => image.getBoundingClientRect().right > root.clientWidth).length,
      fetched: view.performance.getEntriesByType("resource").filter(one =>
      !one.name.startsWith("data:")).length, paper: view.getComputedStyle(page.body).backgroundColor, ink:
      view.getComputedStyle(page.body).color,
    });
  }
  document.body.dataset.found = JSON.stringify(found);
});
</script>
"""


def looked_at(page: Path, folder: Path, dark: bool = False) -> tuple[list[dict[str, object]], str]:
    """Return what the browser finds at each width, and what it logs."""
    inner = html.escape(page.read_text(encoding="utf-8"))
    frames = "".join(f'<iframe width="{w}" height="900" srcdoc="{inner}"></iframe>' for w in WIDTHS)
    outer = folder / "frames.html"
    text = f"<!doctype html><meta charset=utf-8>{LOOK}<body>{frames}"
    outer.write_text(text, encoding="utf-8")
    command = [
        str(BROWSER), "--headless=new", "--no-sandbox", "--disable-gpu",
        f"--user-data-dir={folder / 'profile'}",
        "--enable-logging=stderr", "--log-level=0", "--window-size=1400,1000", "--virtual-time-budget=20000",
        *(["--blink-settings=preferredColorScheme=0"] if dark else []), "--dump-dom", outer.as_uri(),
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    found = re.search(r'data-found="([^"]*)"', done.stdout)
    assert found is not None, done.stderr
    return json.loads(html.unescape(found[1])), done.stderr


@pytest.mark.parametrize("kind", ["duel", "comparison", "league"])
def test_pages_open_at_any_width(tmp_path: Path, kind: str) -> None:
    page = write_report(tmp_path, *ALL_KINDS[kind]())
    dark = kind == "duel"
    found, log = looked_at(page, tmp_path)
    assert [one["width"] for one in found] == list(WIDTHS)
    for one in found:
        assert one["images"] == len(list((tmp_path / "plots").glob("*.png")))
        wrong = {name: one[name] for name in ("overflow", "broken", "wide", "fetched")}
        assert not any(wrong.values()), one
        assert one["paper"] == "rgb(255, 255, 255)"
    assert "CONSOLE" not in log
    if dark:
        found, log = looked_at(page, tmp_path, dark=True)
        assert {(one["paper"], one["ink"]) for one in found} == {("rgb(18, 18, 18)", "rgb(233, 234, 236)")}
        assert "CONSOLE" not in log
