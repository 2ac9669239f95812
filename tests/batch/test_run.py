"""Runs: the same rows and the same summary, however they are played."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pandas as pd
import pytest

from canasta_sim.batch.manifest import Purpose
from canasta_sim.batch.parquet import ROUND_COLUMNS, ROUND_COLUMNS_OF_GAMES
from canasta_sim.batch.plan import RunPlan
from canasta_sim.batch.results import from_folder
from canasta_sim.batch.run import Means, execute, rehearse
from canasta_sim.errors import ExperimentError, ResultsError
from tests.batch.fake_lineup import fake_plan


def played(tmp_path: Path, plan: RunPlan, name: str = "out", keep_rows: bool = True, **means: object) -> Path:
    out = tmp_path / name
    execute(plan, Purpose(keep_rows=keep_rows), Means(out=out, **means))
    return out


def summary(out: Path) -> bytes:
    return (out / "summary.csv").read_bytes()


@pytest.mark.parametrize("mode", ["rounds", "games"])
@pytest.mark.parametrize("strategies", ["a,b", "a", "a,b,c,d"])
def test_jobs_chunks_and_rows_kept_change_nothing(tmp_path: Path, mode: str, strategies: str) -> None:
    def plan() -> RunPlan:
        return fake_plan(rounds=120, mode=mode, strategies=strategies, variants=2)

    first = played(tmp_path, plan(), jobs=1, chunk=10_000)
    expected = from_folder(first)
    for at, (jobs, chunk) in enumerate([(2, 7), (3, 50), (2, None)]):
        out = played(tmp_path, plan(), f"again{at}", jobs=jobs, chunk=chunk)
        found = from_folder(out)
        pd.testing.assert_frame_equal(found.rounds, expected.rounds)
        if mode == "games":
            pd.testing.assert_frame_equal(found.games, expected.games)
        assert summary(out) == summary(first)
        assert found.aggregate.to_json() == expected.aggregate.to_json()
    without = played(tmp_path, plan(), "sums", jobs=2, chunk=50, keep_rows=False)
    assert summary(without) == summary(first)
    assert not (without / "rounds").exists()


def test_processes_give_the_rows_of_threads(tmp_path: Path) -> None:
    plan = fake_plan(rounds=500, compiled=False)
    out = played(tmp_path, plan, "processes", jobs=2, chunk=60)
    assert from_folder(out).manifest["backend"] == "processes"
    threads = played(tmp_path, fake_plan(rounds=500), "threads", jobs=2, chunk=130)
    pd.testing.assert_frame_equal(from_folder(out).rounds, from_folder(threads).rounds)
    assert summary(out) == summary(threads)


def test_in_memory_is_the_same(tmp_path: Path) -> None:
    on_disk = from_folder(played(tmp_path, fake_plan(), chunk=77))
    in_memory = execute(fake_plan(), Purpose(), Means(jobs=2, chunk=31))
    pd.testing.assert_frame_equal(in_memory.rounds, on_disk.rounds)
    pd.testing.assert_frame_equal(in_memory.summary, on_disk.summary)


def test_columns_and_their_arithmetic(tmp_path: Path) -> None:
    rows = from_folder(played(tmp_path, fake_plan(rounds=400, variants=2), chunk=50)).rounds
    assert tuple(rows.columns) == ROUND_COLUMNS
    assert len(rows) == 2 * 2 * 400
    assert (rows["score"] == rows["melded"] - rows["in_hand"] + rows["bonus"]).all()
    assert (rows["deal"] == rows["round"] // 2).all()
    assert (rows["first"] == rows["deal"] % 2).all()
    # The strategies move on by one seat in the second round of a deal.
    swapped = (rows["round"] % 2 == 1) ^ (rows["side"] == 1)
    assert (rows["strategy"] == swapped.map({False: "a", True: "b"})).all()
    keys = rows[["variant", "round", "side"]]
    assert not keys.duplicated().any()
    ordered = keys.assign(variant=keys["variant"].cat.codes).sort_values(["variant", "round", "side"])
    assert list(ordered.index) == list(range(len(rows)))


def test_columns_of_games(tmp_path: Path) -> None:
    found = from_folder(played(tmp_path, fake_plan(rounds=60, mode="games"), chunk=7))
    rows, games = found.rounds, found.games
    assert tuple(rows.columns) == ROUND_COLUMNS_OF_GAMES
    assert (rows["round"] == rows["game"] * 200 + rows["game_round"]).all()
    assert (rows["deal"] == rows["game"] // 2 * 200 + rows["game_round"]).all()
    assert (rows["first"] == (rows["game"] // 2 + rows["game_round"]) % 2).all()
    assert sorted(games["game"].unique()) == list(range(60))
    lengths = rows.groupby("game")["game_round"].max() + 1
    assert (games.groupby("game")["rounds"].first() == lengths).all()
    assert set(games["end"]) == {"target"}


def test_partners_who_differ_are_joined(tmp_path: Path) -> None:
    rows = from_folder(played(tmp_path, fake_plan(rounds=8, strategies="a,b,c,d"))).rounds
    assert list(rows["strategy"][:4]) == ["a+c", "b+d", "b+d", "a+c"]


def test_no_swap_plays_each_deal_once(tmp_path: Path) -> None:
    rows = from_folder(played(tmp_path, fake_plan(rounds=50, swap=False))).rounds
    assert (rows["deal"] == rows["round"]).all()
    assert rows["deal"].nunique() == 50


def test_an_odd_number_of_rounds_fills_its_last_deal(tmp_path: Path) -> None:
    found = from_folder(played(tmp_path, fake_plan(rounds=5)))
    assert found.manifest["asked"] == {"rounds": 5}
    assert found.manifest["played"] == {"rounds": 6}


def test_extending_a_run_gives_the_long_run(tmp_path: Path) -> None:
    long = played(tmp_path, fake_plan(rounds=1000), "long", chunk=300)
    short = played(tmp_path, fake_plan(rounds=300), "short", chunk=70)
    execute(fake_plan(rounds=1000), Purpose(), Means(out=short, resume=True, chunk=110))
    pd.testing.assert_frame_equal(from_folder(short).rounds, from_folder(long).rounds)
    assert summary(short) == summary(long)
    with pytest.raises(ResultsError, match="1000 rounds were asked for and now 300"):
        execute(fake_plan(rounds=300), Purpose(), Means(out=short, resume=True))


def test_a_finished_run_has_nothing_more_to_play(tmp_path: Path) -> None:
    out = played(tmp_path, fake_plan(), chunk=100)
    before = {path: path.stat().st_mtime_ns for path in out.rglob("part-*")}
    execute(fake_plan(), Purpose(), Means(out=out, resume=True))
    assert {path: path.stat().st_mtime_ns for path in out.rglob("part-*")} == before


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"seed": 8}, "the seed was 7 and is 8"),
        ({"rules": "classic"}, "the rules were hoyle and are classic"),
        ({"strategies": "a,c"}, "the strategies were a,b,a,b and are a,c,a,c"),
        ({"mode": "games"}, "what is played"),
        ({"swap": False}, "swapping seats was True and is False"),
        ({"variants": 2}, "baseline"),
    ],
)
def test_going_on_with_another_run_is_refused(tmp_path: Path, change: dict, named: str) -> None:
    out = played(tmp_path, fake_plan(rounds=100))
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    with pytest.raises(ResultsError, match=named):
        execute(fake_plan(**{"rounds": 100, **change}), Purpose(), Means(out=out, resume=True))
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before


def test_another_version_is_refused(tmp_path: Path) -> None:
    out = played(tmp_path, fake_plan(rounds=100))
    manifest = json.loads((out / "manifest.json").read_text())
    (out / "manifest.json").write_text(json.dumps({**manifest, "version": "0.0.1"}))
    with pytest.raises(ResultsError, match=r"the version of canasta-sim was 0\.0\.1"):
        execute(fake_plan(rounds=100), Purpose(), Means(out=out, resume=True))


def test_rows_and_no_rows_do_not_mix(tmp_path: Path) -> None:
    out = played(tmp_path, fake_plan(rounds=100))
    with pytest.raises(ResultsError, match="it keeps rows"):
        execute(fake_plan(rounds=100), Purpose(keep_rows=False), Means(out=out, resume=True))


def test_an_existing_folder_is_refused_and_untouched(tmp_path: Path) -> None:
    out = played(tmp_path, fake_plan(rounds=20))
    before = summary(out)
    with pytest.raises(ResultsError, match="exists already"):
        execute(fake_plan(rounds=40), Purpose(), Means(out=out))
    assert summary(out) == before
    execute(fake_plan(rounds=40), Purpose(), Means(out=out, overwrite=True))
    assert from_folder(out).manifest["played"] == {"rounds": 40}


def test_overwrite_removes_results_only(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "letter.txt").write_text("dear")
    with pytest.raises(ResultsError, match="not a results folder"):
        execute(fake_plan(rounds=20), Purpose(), Means(out=mine, overwrite=True))
    out = played(tmp_path, fake_plan(rounds=20))
    (out / "letter.txt").write_text("dear")
    execute(fake_plan(rounds=20), Purpose(), Means(out=out, overwrite=True))
    assert (out / "letter.txt").read_text() == "dear"


def test_nothing_is_written_where_a_run_cannot_be_played(tmp_path: Path) -> None:
    for means in ({"jobs": 0}, {"jobs": 10**9}, {"backend": "steam"}):
        with pytest.raises(ExperimentError):
            execute(fake_plan(), Purpose(), Means(out=tmp_path / "out", **means))
    (tmp_path / "file").write_text("")
    with pytest.raises(ResultsError, match="is a file"):
        execute(fake_plan(), Purpose(), Means(out=tmp_path / "file" / "out"))
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_rehearsal_writes_nothing(tmp_path: Path) -> None:
    figures = rehearse(fake_plan(rounds=10**9), Purpose(), Means(out=tmp_path / "out"), print)
    assert not list(tmp_path.iterdir())
    assert figures["seconds"] > 1
    assert figures["disk_megabytes"] > 100


def test_sums_stay_one_small_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from canasta_sim.batch import store

    monkeypatch.setattr(store, "_SECONDS_BETWEEN_SUMS", 0.0)
    out = played(tmp_path, fake_plan(rounds=3000), keep_rows=False, chunk=50, jobs=2)
    (part,) = (out / "aggregates").iterdir()
    assert part.stat().st_size < 100_000


def test_two_sums_of_the_same_units_count_once(tmp_path: Path) -> None:
    """A kill between writing new sums and removing the old ones leaves both."""
    out = played(tmp_path, fake_plan(rounds=400), keep_rows=False, chunk=100, jobs=1)
    (part,) = (out / "aggregates").iterdir()
    (out / "aggregates" / "part-00777.json").write_bytes(part.read_bytes())
    execute(fake_plan(rounds=400), Purpose(keep_rows=False), Means(out=out, resume=True))
    assert from_folder(out).aggregate.variants["hoyle"].rounds == 400
    assert len(list((out / "aggregates").iterdir())) == 1


def test_manifest_says_what_was_played(tmp_path: Path) -> None:
    manifest = from_folder(played(tmp_path, fake_plan(rounds=100), jobs=2)).manifest
    assert manifest["seed"] == 7
    (variant,) = manifest["variants"]
    assert variant["rules"]["knobs"]["draw.count"] == 1
    assert [seat["label"] for seat in variant["seats"]] == ["a", "b", "a", "b"]
    for key in ("version", "start", "wall_seconds", "rounds_per_second", "libraries", "command"):
        assert manifest[key]


def test_chunks_are_stored_as_they_finish(tmp_path: Path) -> None:
    """Parts hold disjoint ranges of deals that together are all of them."""
    out = played(tmp_path, fake_plan(rounds=1000), chunk=90, jobs=2)
    spans = [json.loads(path.read_text())["part"]["spans"] for path in (out / "aggregates").iterdir()]
    deals = sorted(itertools.chain.from_iterable(range(*span) for part in spans for span in part))
    assert deals == list(range(500))
