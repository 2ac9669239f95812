"""``canasta-sim compare``: wrong requests, and what comes out of right ones."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from canasta_sim.batch import request
from tests.batch.test_request import fake_variant
from tests.cli.test_main import leave

GRID = "--vary draw.count=1,2,3,4,5 --vary deck.jokers=0,1,2,3,4,5,6,7,8 --vary deal.hand_size=" + ",".join(
    map(str, range(5, 28))
)
WRONG = [
    ("", "there is nothing to compare"),
    ("--vary draw.count=2", "there is nothing to compare"),
    ("--vary draw.count=1,1", 'two variants are called "draw.count=1"'),
    ("--set deal.surprise_ace=11 same.toml", 'variants "one" and "another" do not differ'),
    ("--vary draw.cont=1,2", "draw.count"),
    ("--vary draw.count=1,9", "draw.count"),
    ("--vary draw.count", "expected KNOB=VALUE,VALUE"),
    ("--vary draw.count=", "expected KNOB=VALUE,VALUE"),
    ("--vary draw.count=1,2 --vary draw.count=3", "varied twice"),
    ("--vary rules=hoyle,hoil", 'did you mean "hoyle"'),
    (GRID, "it makes 1035 variants; 1000 are possible at most"),
    ("--vary draw.count=1,2 --baseline draw.count=3", 'baseline "draw.count=3" is none of the variants'),
    ("--vary draw.count=1,2 --metrics scor", 'unknown metric "scor" (did you mean "score"?)'),
    ("--vary draw.count=1,2 --smallest scor=5", 'smallest: unknown metric "scor"'),
    ("--vary draw.count=1,2 --smallest score", "smallest: expected METRIC=VALUE"),
    ("--vary draw.count=1,2 --smallest score=0", "expected a number above zero"),
    ("--vary draw.count=1,2 --smallest score=nan", "expected a number above zero"),
    ("--vary draw.count=1,2 --smallest closed=2", "write 1% or 0.01"),
    ("--vary draw.count=1,2 --smallest score=2%", "expected a number above zero"),
    ("--vary draw.count=1,2 --until-ci closed", "until-ci: expected METRIC=VALUE"),
    ("--vary draw.count=1,2 --until-ci closd=1%", 'until-ci: unknown metric "closd"'),
    ("--vary draw.count=1,2 --metrics game_won", "is one of games and rounds are played"),
    ("--vary draw.count=1,2 --strategies greedy --metrics margin", "give two strategies"),
    ("--vary draw.count=1,2 --strategies greedy --skill", "expected two strategies"),
    ("--vary draw.count=1,2 --no-swap --skill", "expected two strategies"),
    ("--resume", "--out DIR"),
    ("metric.toml", 'metric.toml: metrics: unknown metric "scor"'),
    ("until.toml", "until.toml: until_ci.closed"),
    ("vary.toml", 'vary.toml: variant "draw.count=9"'),
]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with experiment files in it."""
    monkeypatch.chdir(tmp_path)
    same = "[[variants]]\nname = 'one'\n[[variants]]\nname = 'another'\nset.draw.count = 1\n"
    (tmp_path / "same.toml").write_text(same)
    vary = "[vary]\n'draw.count' = [1, {}]\n"
    (tmp_path / "metric.toml").write_text("metrics = ['scor']\n" + vary.format(2))
    (tmp_path / "until.toml").write_text("until_ci = { closed = [1] }\n" + vary.format(2))
    (tmp_path / "vary.toml").write_text(vary.format(9))
    return tmp_path


@pytest.mark.parametrize(("arguments", "sentence"), WRONG)
def test_wrong_requests_are_refused_in_a_sentence_and_nothing_is_written(
    place: Path, capsys: pytest.CaptureFixture[str], arguments: str, sentence: str
) -> None:
    before = sorted(place.rglob("*"))
    assert leave("compare", "--rounds", "100", *arguments.split()) == 2
    said = capsys.readouterr()
    last = said.err.rstrip("\n").splitlines()[-1]
    assert last.startswith("Error: ")
    assert sentence in last
    assert not said.out
    assert sorted(place.rglob("*")) == before


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every strategy be a fake one, of any name."""
    monkeypatch.setattr(request, "variant_of", fake_variant)


@pytest.mark.usefixtures("fakes")
def test_a_grid_from_options(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = (
        "--rules rummyroyal --vary draw.count=1,2 --vary going_out.canastas=1,2 --rounds 400 --seed 7 "
        "--metrics closed,score --smallest score=2000 --no-report"
    )
    assert leave("compare", *options.split()) == 0
    said = capsys.readouterr()
    # The rules as they are: two cards drawn, two canastas.
    assert "compared with draw.count=2 going_out.canastas=2" in said.err
    assert said.out.startswith("Rounds closed by either side: ")
    assert "corrected for all 6 comparisons of this table (Holm)" in said.out
    assert "Smallest difference that matters: Score 2000 points" in said.out
    out = place / "results/compare-rummyroyal-balanced,greedy-7"
    table = pd.read_csv(out / "comparison.csv")
    assert list(table["metric"]) == ["closed"] * 3 + ["score"] * 3
    assert set(table["variant"]) == {
        "draw.count=1 going_out.canastas=1",
        "draw.count=1 going_out.canastas=2",
        "draw.count=2 going_out.canastas=1",
    }
    # Fake rounds depend on their number alone: the variants are copies of each other.
    assert set(table["verdict"]) == {"no difference in any deal"}
    assert table["paired"].all()


@pytest.mark.usefixtures("fakes")
def test_json_has_the_lines_of_the_table(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = "--vary draw.count=1,2 --rounds 100 --seed 1 --json --skill"
    assert leave("compare", *options.split()) == 0
    document = json.loads(capsys.readouterr().out)
    table = pd.read_csv(Path(document["out"]) / "comparison.csv")
    assert [line["metric"] for line in document["differences"]] == list(table["metric"])
    assert [one["variant"] for one in document["skill"]] == ["draw.count=1", "draw.count=2"]
    assert {"deal", "strategies", "rest", "weaker_wins", "rounds_to_lead"} <= document["skill"][0].keys()


@pytest.mark.usefixtures("fakes")
def test_other_packs_are_compared_unpaired(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = "--vary deck.jokers=4,6 --rounds 100 --seed 1 --no-report"
    assert leave("compare", *options.split()) == 0
    assert "not paired (Welch), since the decks differ" in capsys.readouterr().out.replace("\n", " ")


@pytest.mark.usefixtures("fakes")
def test_whole_rule_sets_are_varied_and_skill_is_answered(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = "--skill --vary rules=hoyle,classic --rounds 400 --seed 1 --out out"
    assert leave("compare", *options.split()) == 0
    said = capsys.readouterr()
    assert said.out.startswith("Of the rounds, the weaker strategy wins ")
    assert "Skill and luck" in said.out
    text = (place / "out/report.md").read_text()
    assert text.count("### Skill and luck\n") == 1
    assert "canasta-sim" in text
    assert leave("compare", "--out", "out", "--resume", "--rounds", "600", "--quiet") == 0
    manifest = json.loads((place / "out/manifest.json").read_text())
    assert (manifest["played"], manifest["skill"]) == ({"rounds": 1200}, True)
    assert leave("compare", "--out", "out", "--resume", "--metrics", "score") == 2
    assert "metrics has changed" in capsys.readouterr().err


@pytest.mark.usefixtures("fakes")
def test_skill_in_games(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = "--skill --vary rules=hoyle,classic --games 60 --seed 1 --no-report"
    assert leave("compare", *options.split()) == 0
    said = capsys.readouterr().out
    assert said.startswith("Of the games, the weaker strategy wins ")
    assert "Skill and luck in games" in said


@pytest.mark.usefixtures("fakes")
def test_options_beat_the_experiment_file(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "mine.toml").write_text(
        "metrics = ['turns']\nsmallest = { turns = 1, closed = '2%' }\nuntil_ci.closed = '1%'\n"
        "rounds = 100\nseed = 5\nout = 'out'\n[vary]\n'draw.count' = [1, 2]\n"
    )
    assert leave("compare", "mine.toml", "--quiet", "--no-report") == 0
    manifest = json.loads((place / "out/manifest.json").read_text())
    assert manifest["metrics"] == ["turns", "closed"]
    assert manifest["smallest"] == {"turns": 1.0, "closed": 0.02}
    assert (manifest["until_ci"], manifest["at_most"]) == ({"closed": 0.01}, 100)
    options = "--vary draw.count=3,4 --metrics score --smallest score=9 --rounds 40 --out other --quiet"
    assert leave("compare", "mine.toml", "--no-report", *options.split()) == 0
    manifest = json.loads((place / "other/manifest.json").read_text())
    assert [variant["name"] for variant in manifest["variants"]] == ["draw.count=3", "draw.count=4"]
    assert (manifest["metrics"], manifest["smallest"]) == (["score", "closed"], {"score": 9.0})


@pytest.mark.usefixtures("fakes")
def test_dry_run_says_how_many_rounds_a_narrow_interval_takes(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = "--vary deck.jokers=4,6 --until-ci score=3 --dry-run --json --seed 1"
    assert leave("compare", *options.split()) == 0
    said = json.loads(capsys.readouterr().out)
    assert not (place / "results").exists()
    options = "--vary deck.jokers=4,6 --until-ci score=3 --json --seed 1 --no-report --no-rounds"
    assert leave("compare", *options.split()) == 0
    document = json.loads(capsys.readouterr().out)
    table = pd.read_csv(Path(document["out"]) / "comparison.csv")
    line = table[table["metric"] == "score"].iloc[0]
    assert (line["ci_high"] - line["ci_low"]) / 2 <= 3
    assert said["asked"]["rounds"] == document["asked"]["rounds"] > 20_000
    options = "--vary deck.jokers=4,6 --until-ci score=10 --dry-run --seed 2"
    assert leave("compare", *options.split()) == 0
    assert "rounds each, for score ± 10" in capsys.readouterr().out


@pytest.mark.usefixtures("fakes")
def test_what_cannot_be_reached_is_said(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = "--vary deck.jokers=4,6 --until-ci score=1 --rounds 300 --seed 1 --out out"
    assert leave("compare", *options.split()) == 0
    assert "wider than the ± 1 points asked for" in capsys.readouterr().err
    assert "wider than the ± 1 points asked for" in (place / "out/report.md").read_text()
