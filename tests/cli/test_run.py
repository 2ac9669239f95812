"""``canasta-sim run``, ``trace`` and ``verify``: wrong requests, and what comes out of right ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from canasta_sim.batch import request
from tests.batch.test_request import fake_variant
from tests.cli.test_main import leave

WRONG = [
    ("--rounds 0", "rounds must be a whole number from 1"),
    ("--rounds -5", "rounds must be"),
    ("--rounds many", "rounds must be"),
    ("--rounds 5 --games 5", "not both"),
    ("--seed 1.5", "seed must be"),
    ("--jobs 0", "--jobs"),
    ("--jobs 1e9", "jobs must be from 1"),
    ("--rules hoil", 'did you mean "hoyle"'),
    ("--set draw.cont=2", "draw.count"),
    ("--set draw.count=9", "draw.count"),
    ("--set draw.count", "KNOB=VALUE"),
    ("--set going_out.canastas=1 --set going_out.natural_canastas=2", "natural_canastas"),
    ("--strategies greedy,greedy,greedy", "3 strategies"),
    ("--strategies greedi", "greedy"),
    ("--resume", "--out DIR"),
    ("--out none --resume", "none is not a folder with results"),
    ("--out there", "there exists already"),
    ("--out there --overwrite", "not a results folder"),
    ("--out file/out", "file is a file"),
    ("--out x --resume --overwrite", "--resume and --overwrite"),
    ("--backend steam", "--backend"),
    ("--backend dask", "--scheduler"),
    ("--chunk 0", "chunk must be"),
    ("nothing.toml", "there is no experiment file"),
    ("wrong.toml", "wrong.toml: there is no key"),
    ("variants.toml", "canasta-sim compare"),
    ("--init there/letter.txt", "exists already"),
    ("--round 5", "No such option"),
]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with some things in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    (tmp_path / "there/letter.txt").write_text("dear")
    (tmp_path / "file").write_text("")
    (tmp_path / "wrong.toml").write_text("ruls = 'hoyle'")
    (tmp_path / "variants.toml").write_text("[vary]\n'draw.count' = [1, 2]")
    return tmp_path


@pytest.mark.parametrize(("arguments", "sentence"), WRONG)
def test_wrong_requests_are_refused_in_a_sentence_and_nothing_is_written(
    place: Path, capsys: pytest.CaptureFixture[str], arguments: str, sentence: str
) -> None:
    before = sorted(place.rglob("*"))
    assert leave("run", "--strategies", "greedy", *arguments.split()) == 2
    said = capsys.readouterr()
    last = said.err.rstrip("\n").splitlines()[-1]
    assert last.startswith("Error: ")
    assert sentence in last
    assert "Traceback" not in said.err
    assert not said.out
    assert sorted(place.rglob("*")) == before


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every strategy be a fake one, of any name."""
    monkeypatch.setattr(request, "variant_of", fake_variant)


@pytest.mark.usefixtures("fakes")
def test_a_run_from_options(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert leave("run", "--rounds", "1k", "--seed", "7") == 0
    said = capsys.readouterr()
    assert "seed 7" in said.err
    assert "results/run-hoyle-balanced,greedy-7" in said.out
    out = place / "results/run-hoyle-balanced,greedy-7"
    assert {path.name for path in out.iterdir()} >= {"manifest.json", "rounds", "summary.csv"}
    assert leave("run", "--rounds", "1k", "--seed", "7") == 2
    assert "exists already" in capsys.readouterr().err
    assert leave("run", "--out", str(out), "--resume", "--rounds", "2k", "--quiet") == 0
    assert capsys.readouterr() == ("", "")
    assert json.loads((out / "manifest.json").read_text())["played"] == {"rounds": 2000}
    assert leave("verify", str(out)) == 0
    assert "all right" in capsys.readouterr().out


@pytest.mark.usefixtures("fakes")
def test_json_is_one_document_and_nothing_else(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert leave("run", "--rounds", "100", "--json") == 0
    said = capsys.readouterr()
    document = json.loads(said.out)
    assert document["played"] == {"rounds": 100}
    assert f"seed {document['seed']} (drawn)" in said.err
    assert {line["metric"] for line in document["summary"]} >= {"score", "margin", "turns"}
    assert (place / document["out"] / "summary.csv").exists()


@pytest.mark.usefixtures("fakes")
def test_an_option_beats_the_experiment_file(place: Path) -> None:
    (place / "mine.toml").write_text(
        'rules = "classic"\nset.draw.count = 2\nstrategies = "a,b"\n'
        'games = 10\nseed = 3\nout = "of-file"\nno_rounds = true\n'
    )
    assert leave("run", "mine.toml", "--quiet") == 0
    manifest = json.loads((place / "of-file/manifest.json").read_text())
    assert (manifest["asked"], manifest["seed"], manifest["rows"]) == ({"games": 10}, 3, False)
    assert manifest["variants"][0]["name"] == "classic+draw.count=2"
    options = "--rounds 20 --set draw.count=3 --strategies a --seed 4 --out other --quiet"
    assert leave("run", "mine.toml", *options.split()) == 0
    manifest = json.loads((place / "other/manifest.json").read_text())
    assert (manifest["asked"], manifest["seed"]) == ({"rounds": 20}, 4)
    assert manifest["variants"][0]["name"] == "classic+draw.count=3"


@pytest.mark.usefixtures("fakes")
def test_dry_run_writes_nothing(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = sorted(place.rglob("*"))
    assert leave("run", "--dry-run", "--rounds", "1e9") == 0
    assert "nothing was written" in capsys.readouterr().out
    assert leave("run", "--dry-run", "--rounds", "1e9", "--json", "--quiet") == 0
    assert json.loads(capsys.readouterr().out)["seconds"] > 0
    assert sorted(place.rglob("*")) == before


def test_init_writes_a_template(place: Path) -> None:
    assert leave("run", "--init", "new.toml") == 0
    assert "question" in (place / "new.toml").read_text()


@pytest.mark.usefixtures("fakes")
def test_verify_names_what_is_wrong(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert leave("run", "--rounds", "400", "--out", "out", "--chunk", "100", "--quiet") == 0
    part = place / "out/rounds/part-00002.parquet"
    content = bytearray(part.read_bytes())
    content[99] ^= 4
    part.write_bytes(content)
    assert leave("verify", "out") == 1
    assert "rounds/part-00002.parquet: its checksum does not agree" in capsys.readouterr().err
    assert leave("run", "--out", "out", "--resume", "--quiet") == 0
    assert leave("verify", "out", "--json") == 0
    assert json.loads(capsys.readouterr().out)["faults"] == []
    (place / "out/summary.csv").write_text("variant\n")
    assert leave("verify", "out") == 1
    assert "summary.csv: it does not agree with the parts" in capsys.readouterr().err


@pytest.mark.usefixtures("fakes")
def test_verify_finds_rows_that_were_never_played(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows whose checksums agree, but which the seed does not give."""
    from tests.batch.fake_lineup import FakeLineup

    honest = FakeLineup._rows

    def cheating(self: FakeLineup, seed: int, index: object) -> object:
        rows = honest(self, seed, index)
        rows[[0, 1]] += 5
        return rows

    monkeypatch.setattr(FakeLineup, "_rows", cheating)
    assert leave("run", "--rounds", "400", "--out", "out", "--chunk", "100", "--quiet") == 0
    monkeypatch.setattr(FakeLineup, "_rows", honest)
    assert leave("verify", "out", "--sample", "4") == 1
    assert "are not what is played now" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--round x", "--round: expected a round"),
        ("--round 5:5", "--round: expected a round"),
        ("--from none", "none is not a folder with results"),
        ("--from none --seed 3", "--from and --seed"),
        ("--variant a", "--variant needs --from"),
        ("--game -1", "--game"),
        ("--strategies greedy,greedy,greedy", "3 strategies"),
    ],
)
def test_wrong_traces_are_refused(
    place: Path, capsys: pytest.CaptureFixture[str], arguments: str, sentence: str
) -> None:
    before = [] if "--from" in arguments else ["--strategies", "greedy"]
    assert leave("trace", *before, *arguments.split()) == 2
    assert sentence in capsys.readouterr().err
