"""Every example of every help, of README.md and of the pages works when it is pasted.

Playing itself is replaced by rows that cost nothing (`tests.batch.fake_lineup`), numbers of rounds by small ones;
what compiles or measures is read but not run here, and run as it stands by the slow test.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from canasta_sim.batch import request
from canasta_sim.cli.main import cli
from tests.batch.test_request import fake_variant
from tests.cli.commands import arguments_of, every_command, examples_of, help_of
from tests.cli.test_main import leave
from tests.pages.marks import ROOT
from tests.pages.session import blocks, commands

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
#: They compile, measure, take a second each, or need another machine.
HEAVY = ("bench", "trace", "explain", "canasta-sim report", "league", "verify", "strategies check", "--scheduler")
#: More than a machine does in a minute, even of rows that cost nothing.
LARGE = {
    **{"1e6": "2k", "1e9": "2k", "1M": "2k", "10M": "4k", "200k": "2k", "100k": "2k"},
    **{"40k": "800", "20k": "400", "10k": "200"},
}


def every_example() -> Iterator[str]:
    for words, command in every_command():
        yield from examples_of(help_of(words, command))
    for page in PAGES:
        yield from commands(page.read_text("utf-8"))


EXAMPLES = sorted(set(every_example()))
LIGHT = [one for one in EXAMPLES if not any(word in one for word in HEAVY)]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files and results that examples speak of."""
    folder = tmp_path_factory.mktemp("examples")
    (folder / "experiments").symlink_to(ROOT / "experiments")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(request, "variant_of", fake_variant)
        assert leave("strategies", "new", "mine.py") == 0
        for page in PAGES:
            for block in blocks(page.read_text("utf-8")):
                name = block.text.partition("\n")[0].removeprefix("# ")
                if block.kind == "toml" and name.endswith(".toml"):
                    (folder / name).write_text(block.text)
        (folder / "table.toml").write_text((folder / "position.toml").read_text())
        (folder / "before.json").write_text('{"speeds": []}')
        quiet = ("--rounds", "400", "--quiet", "--no-report", "--seed", "7")
        for name in ("my-run", "another", "two-cards"):
            assert leave("run", "--out", f"results/{name}", *quiet) == 0
        assert leave("league", "--strategies", "balanced,greedy", "--out", "results/my-league", *quiet) == 0
    return folder


def small(example: str, out: Path) -> list[str]:
    """Return the arguments of an example with numbers that take no time, and a folder of its own."""
    words = [LARGE.get(word, word) for word in arguments_of(example)]
    if words[0] not in ("run", "compare", "league") or "--init" in words:
        return words
    if "--resume" in words:
        words = [word.replace("results/two-cards", "results/my-run") for word in words]
    elif not {"--rounds", "--games"} & set(words):
        words += ["--rounds", "400"]
    if words[0] == "league" and "--strategies" not in words:
        words += ["--strategies", "balanced,greedy,random"]
    if not {"--resume", "--dry-run"} & set(words):
        words += ["--out", str(out)]
    return [*words, "--no-report"]


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 60


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_command_line_takes_it(place: Path, example: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands, options, and the kinds of their values exist."""
    monkeypatch.chdir(place)
    words = arguments_of(example)
    context = cli.make_context("canasta-sim", list(words))
    while isinstance(context.command, click.Group) and words and not words[0].startswith("-"):
        name, command, words = context.command.resolve_command(context, words)
        assert command is not None
        context = command.make_context(name, list(words), parent=context)


@pytest.mark.parametrize("example", LIGHT)
def test_it_does_what_it_says(
    place: Path, example: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(place)
    monkeypatch.setattr(request, "variant_of", fake_variant)
    monkeypatch.setenv("CANASTA_SIM_CACHE", str(tmp_path / "cache"))  # `cache --clear` is one of them
    words = small(example, tmp_path / "out")
    (place / "mine.toml").write_text("vary.'draw.count' = [1, 2]\n" if words[0] == "compare" else "seed = 7\n")
    for made in ("--init", "new"):
        if made in words:
            (place / words[words.index(made) + 1]).unlink()
    assert leave(*words) == 0, words


@pytest.mark.slow
@pytest.mark.parametrize("example", [one for one in EXAMPLES if one not in LIGHT and "HOST" not in one])
def test_heavy_ones_do_too(place: Path, example: str) -> None:
    """As they stand, with real rounds, but fewer."""
    line = example
    if "before.json" in line:
        line = "canasta-sim bench --rules hoyle --jobs 1 --repeats 1 --json > before.json"
    elif line.startswith("canasta-sim bench"):
        line += " --rules hoyle --repeats 1"
    elif line.startswith("canasta-sim league"):
        line = f"canasta-sim {shlex.join(small(line, place / 'league'))} --overwrite"
    (place / "mine.toml").write_text("seed = 7\n")
    program = f"{sys.executable} -m canasta_sim"
    if "results/my-run" in line:  # of rounds that were really played
        made = f"{program} run --rounds 400 --seed 7 --no-report --quiet --overwrite --out results/my-run"
        subprocess.run(["bash", "-c", made], cwd=place, check=True)
    command = ["bash", "-c", line.replace("canasta-sim", program, 1)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
