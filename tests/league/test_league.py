"""A league from the request to its tables, with fake lineups."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from canasta_sim.batch import league, request
from canasta_sim.batch.league import LeagueResult, league_plan, play_league, write_league
from canasta_sim.batch.plan import Variant
from canasta_sim.batch.request import Request
from canasta_sim.batch.run import Means, execute
from canasta_sim.batch.verify import verify
from canasta_sim.engine.rows import ROW_COLUMNS
from canasta_sim.errors import CanastaError, ExperimentError, ResultsError
from canasta_sim.strategy.faults import blaming
from tests.batch.fake_lineup import FakeLineup, FakeSeat
from tests.cli.test_main import leave

#: Points by which a fake strategy is better than one called "a".
STRENGTH = {"a": 0, "b": 0, "c": 200, "d": -150, "e": 20, "broken": 0, "balanced": 50, "greedy": 0}


@dataclass(frozen=True)
class RatedLineup(FakeLineup):
    """Rows in which each strategy has its strength; "broken" breaks the rules from `breaks_at` on."""

    breaks_at: int = -1

    def play_rounds(self, seed, first_round, rounds, swap, check=False):
        if "broken" in self.labels and first_round + rounds > self.breaks_at >= 0:
            raise blaming(f"strategy broken gave an illegal answer (round {self.breaks_at})", ["broken"])
        rows = super().play_rounds(seed, first_round, rounds, swap, check)
        number = np.repeat(np.arange(first_round, first_round + rounds), 2)
        sides = np.tile([0, 1], rounds)
        names = np.array(self.labels)[(sides + (number % 2 if swap else 0)) % len(self.labels)]
        extra = np.array([STRENGTH[name] for name in names], np.int32)
        for column in ("melded", "score"):
            rows[ROW_COLUMNS.index(column)] += extra
        return rows


def rated(name: str, rules, strategies, breaks_at: int = -1) -> Variant:
    names = strategies.split(",") if isinstance(strategies, str) else list(strategies)
    labels = tuple(names[seat % len(names)] for seat in range(rules["table.players"]))
    return Variant(name, rules, tuple(map(FakeSeat, labels)), RatedLineup(labels, breaks_at=breaks_at))


def played(out: Path | None = None, make=rated, means: Means | None = None, **asked: object) -> LeagueResult:
    asked = {"command": "league", "seed": 5, "strategies": "a,b,c,d", "rounds": 2000, **asked}
    plan, purpose = league_plan(Request(**asked), None, make)
    result = LeagueResult.of(execute(plan, purpose, means or Means(out=out, jobs=1)))
    write_league(result)
    return result


def test_everybody_meets_everybody_on_the_same_deals(tmp_path: Path) -> None:
    result = played(tmp_path / "out")
    names = [variant["name"] for variant in result.manifest["variants"]]
    assert names == ["a vs b", "a vs c", "a vs d", "b vs c", "b vs d", "c vs d"]
    assert result.manifest["baseline"] is None
    assert all(variant.units == 1000 for variant in result.aggregate.variants.values())
    ratings = result.ratings
    assert ratings["strategy"].iloc[0] == "c"
    assert ratings["strategy"].iloc[-1] == "d"
    assert ratings["rating"].sum() == pytest.approx(0, abs=1e-3)
    assert set(ratings.iloc[0]["beats"].split()) == {"a", "b", "d"}
    cross = result.cross.set_index(["strategy", "opponent"])
    assert cross.loc[("c", "a"), "margin_ci_low"] < 200 < cross.loc[("c", "a"), "margin_ci_high"]
    assert cross.loc[("c", "a"), "margin"] == -cross.loc[("a", "c"), "margin"]
    assert cross.loc[("c", "a"), "won"] + cross.loc[("a", "c"), "won"] == pytest.approx(1)
    assert {path.name for path in (tmp_path / "out").iterdir()} >= {"ratings.csv", "cross.csv", "summary.csv"}


def test_games_have_both_levels() -> None:
    result = played(rounds=None, games=200, strategies="a,b,c")
    assert set(result.cross["level"]) == {"round", "game"}
    assert len(result.cross) == 12


def test_tables_do_not_depend_on_chunks_or_interruption(tmp_path: Path) -> None:
    played(tmp_path / "whole")
    played(tmp_path / "short", rounds=700, means=Means(out=tmp_path / "short", jobs=1, chunk=90))
    plan, purpose = league_plan(Request(command="league", rounds=2000), tmp_path / "short", rated)
    go_on = Means(out=tmp_path / "short", jobs=2, chunk=130, resume=True)
    write_league(LeagueResult.of(execute(plan, purpose, go_on)))
    for name in ("ratings.csv", "cross.csv", "summary.csv"):
        assert (tmp_path / "short" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_pairings_play_on_until_their_intervals_are_narrow(tmp_path: Path) -> None:
    result = played(tmp_path / "out", strategies="a,b,c", rounds=10**6, until_ci=["won=1%"], keep_rows=True)
    assert result.cross["won_ci_high"].sub(result.cross["won_ci_low"]).max() <= 0.02 * 1.0001
    units = {name: variant.units for name, variant in result.aggregate.variants.items()}
    limits = result.manifest["limits"]
    assert all(units[name] == limit for name, limit in limits.items())
    assert max(units.values()) * 2 == result.manifest["asked"]["rounds"]
    assert not verify(tmp_path / "out", 50, make_variant=rated).faults


def test_a_pairing_that_is_clear_early_plays_less(tmp_path: Path) -> None:
    wide = {"a": 0, "b": 0, "c": 0}

    def make(name, rules, strategies):
        made = rated(name, rules, strategies)
        return replace(made, lineup=Quiet(made.lineup.labels)) if "c" not in name else made

    @dataclass(frozen=True)
    class Quiet(RatedLineup):
        def play_rounds(self, seed, first_round, rounds, swap, check=False):
            rows = super().play_rounds(seed, first_round, rounds, swap, check)
            for column in ("score", "melded"):
                rows[ROW_COLUMNS.index(column)] //= 20
            rows[ROW_COLUMNS.index("score")] = rows[ROW_COLUMNS.index("melded")]
            for column in ("in_hand", "bonus", "bonus_canastas", "bonus_red_threes", "bonus_going_out"):
                rows[ROW_COLUMNS.index(column)] = 0
            return rows

    result = played(
        tmp_path / "out", make=make, strategies=",".join(wide), rounds=10**6, until_ci=["margin=4"]
    )
    units = {name: variant.units for name, variant in result.aggregate.variants.items()}
    assert units["a vs b"] == result.manifest["limits"]["a vs b"] < units["a vs c"]
    assert len(result.rounds) == 4 * sum(units.values())


def test_a_sequential_test_stops_and_says_that_it_is_biased() -> None:
    from canasta_sim.report.answers import answer

    result = played(strategies="a,c", rounds=10**6, sprt=20)
    assert result.manifest["asked"]["rounds"] < 10**6
    said = answer(result.aggregate, result.manifest)
    assert "Decided: c is ahead" in said
    assert "biased" in said
    assert result.manifest["sprt"] == {"points": 20.0, "error_rate": 0.05}
    undecided = played(strategies="a,b", rounds=8000, sprt=0.5)
    assert "Not decided yet" in answer(undecided.aggregate, undecided.manifest)


def test_a_broken_strategy_leaves_the_league_and_the_others_play_on(tmp_path: Path) -> None:
    def make(name, rules, strategies):
        return rated(name, rules, strategies, breaks_at=1000)

    means = Means(out=tmp_path / "out", jobs=1, chunk=200)
    result = played(make=make, strategies="a,broken,c", means=means)
    assert list(result.stopped) == ["broken"]
    units = {name: variant.units for name, variant in result.aggregate.variants.items()}
    assert units["a vs c"] == 1000
    assert units["a vs broken"] < 1000
    assert not verify(tmp_path / "out", 20, make_variant=rated).faults
    with pytest.raises(Exception, match="broken"):
        played(make=make, strategies="a,broken", means=Means(jobs=1, chunk=200))


def test_a_strategy_broken_from_the_start_never_plays() -> None:
    result = played(make=lambda *asked: rated(*asked, breaks_at=0), strategies="a,broken,c")
    assert list(result.stopped) == ["broken"]
    assert list(result.aggregate.variants) == ["a vs c"]


@pytest.mark.parametrize(
    ("asked", "error", "sentence"),
    [
        ({"strategies": "a"}, ExperimentError, "two or more"),
        ({"strategies": "a,b,a"}, ExperimentError, '"a" is named twice'),
        ({"swap": False}, ExperimentError, "--no-swap"),
        ({"baseline": "a vs b"}, ExperimentError, "canasta-sim compare"),
        ({"strategies": "a,b,c", "sprt": 5}, ExperimentError, "between two strategies"),
        ({"strategies": "a,b", "sprt": -5}, ExperimentError, "sprt: expected a number above zero"),
        ({"strategies": "a,b", "sprt": 5, "error_rate": 0.7}, ExperimentError, "error-rate"),
        ({"strategies": "a,b", "sprt": 5, "until_ci": ["margin=5"]}, ExperimentError, "one of them"),
        ({"until_ci": ["margn=5"]}, ExperimentError, "margin"),
    ],
)
def test_wrong_requests(asked: dict, error: type[CanastaError], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        played(**asked)


def test_another_company_is_another_league(tmp_path: Path) -> None:
    played(tmp_path / "out", rounds=200)
    with pytest.raises(ResultsError, match="the strategies were a, b, c, d and are a, e"):
        league_plan(Request(command="league", strategies="a,e"), tmp_path / "out", rated)
    with pytest.raises(ExperimentError, match="give out"):
        play_league(Request(command="league"), Means(resume=True))


def test_the_command(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(request, "variant_of", rated)
    monkeypatch.chdir(tmp_path)
    assert leave("league", "--strategies", "a,c", "--rounds", "400", "--seed", "3", "--no-report") == 0
    said = capsys.readouterr()
    assert "Standings" in said.out
    assert "How often" in said.out
    assert "1 pairing, 400 rounds each, seed 3" in said.err
    assert (tmp_path / "results/league-hoyle-a,c-3/ratings.csv").exists()
    (tmp_path / "mine.toml").write_text('strategies = ["a", "b", "c"]\nrounds = 200\nseed = 1\n')
    assert leave("league", "mine.toml", "--json", "--quiet", "--out", "two") == 0
    document = json.loads(capsys.readouterr().out)
    assert {line["strategy"] for line in document["ratings"]} == {"a", "b", "c"}
    assert len(document["cross"]) == 6
    assert (tmp_path / "two/report.html").exists()
    assert leave("league", "--out", "two", "--resume", "--rounds", "400", "--quiet") == 0
    assert leave("league", "--strategies", "a") == 2
    assert "two or more" in capsys.readouterr().err


def test_the_command_ends_with_one_where_a_strategy_was_stopped(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(request, "variant_of", lambda *asked: rated(*asked, breaks_at=300))
    monkeypatch.chdir(tmp_path)
    arguments = "league --strategies a,broken,c --rounds 1000 --chunk 100 --out out --no-report"
    assert leave(*arguments.split()) == 1
    said = capsys.readouterr()
    assert said.err.rstrip().endswith("Error: strategy broken gave an illegal answer (round 300)")
    assert "c leads" in said.out


def test_all_built_in_strategies_play_by_default() -> None:
    names = league.built_in()
    pairs = league_plan(Request(command="league", seed=1), None, rated_by_name)[0]
    assert len(pairs.variants) == len(names) * (len(names) - 1) // 2
    assert pairs.asked == league.DEFAULT_ROUNDS


def rated_by_name(name: str, rules, strategies) -> Variant:
    labels = tuple(strategies[seat % 2] for seat in range(rules["table.players"]))
    return Variant(name, rules, tuple(map(FakeSeat, labels)), FakeLineup(labels))
