"""Going on until intervals are narrow enough: where it stops, and that nothing but the sums decides it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import canasta_sim
from canasta_sim.batch import request as requests
from canasta_sim.batch import run as running
from canasta_sim.batch.aims import Aims
from canasta_sim.batch.manifest import Purpose
from canasta_sim.batch.request import Request, resumed_plan
from canasta_sim.batch.run import Means, execute
from canasta_sim.batch.signals import Interrupted, Interruption
from canasta_sim.errors import CanastaError, ResultsError
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.precision import Width, too_wide, units_needed, widths
from tests.batch.fake_lineup import fake_plan
from tests.batch.test_request import fake_variant
from tests.stats.made import block_of

AIMS = Aims(metrics=("score",), until={"score": 4.0}, most=10**6)


def goes_until(out: Path, aims: Aims = AIMS, **means: object) -> bytes:
    plan = fake_plan(rounds=aims.first_look(fake_plan()))
    execute(plan, Purpose(keep_rows=False, aims=aims), Means(out=out, **means))
    return (out / "summary.csv").read_bytes()


def test_where_it_stops_depends_on_nothing_but_the_sums(tmp_path: Path) -> None:
    first = goes_until(tmp_path / "a", jobs=1)
    assert goes_until(tmp_path / "b", jobs=2, chunk=333) == first
    assert goes_until(tmp_path / "c", jobs=2, chunk=10**6) == first
    halves = [one.half for one in widths(running.from_folder(tmp_path / "a").aggregate, "score")]
    assert 3.5 < max(half for half in halves if half is not None) <= 4


def test_an_interrupted_one_stops_at_the_same_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = goes_until(tmp_path / "a", jobs=1)
    monkeypatch.setattr(requests, "variant_of", fake_variant)
    looks = []

    def asked(self: Interruption) -> bool:
        looks.append(self)
        return len(looks) > 9

    with monkeypatch.context() as patched:
        patched.setattr(Interruption, "asked", asked)
        with pytest.raises(Interrupted):
            goes_until(tmp_path / "b", jobs=1, chunk=500)
    sittings = 0
    while True:
        sittings += 1
        plan, purpose = resumed_plan(Request(command="run"), tmp_path / "b")
        assert purpose.aims == AIMS
        looks.clear()
        try:
            with monkeypatch.context() as patched:
                patched.setattr(Interruption, "asked", asked)
                execute(plan, purpose, Means(out=tmp_path / "b", resume=True, jobs=1, chunk=900))
        except Interrupted:
            continue
        break
    assert sittings > 1
    assert (tmp_path / "b/summary.csv").read_bytes() == first


def test_a_higher_limit_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "variant_of", fake_variant)
    goes_until(tmp_path / "a", replace(AIMS, most=5000), jobs=1)
    aggregate = running.from_folder(tmp_path / "a").aggregate
    assert [one.metric for one in too_wide(aggregate, AIMS.until)] == ["score"]
    plan, purpose = resumed_plan(Request(rounds=10**6), tmp_path / "a")
    execute(plan, purpose, Means(out=tmp_path / "a", resume=True))
    assert not too_wide(running.from_folder(tmp_path / "a").aggregate, AIMS.until)
    with pytest.raises(ResultsError, match="until-ci has changed"):
        resumed_plan(Request(until_ci={"score": 3.0}), tmp_path / "a")


def test_what_never_varies_needs_no_more() -> None:
    found = Aggregate.from_blocks([block_of(50, 1), block_of(50, 1, variant="same")], "v")
    assert units_needed(found, {"score": 1e-9}) == 50
    assert not too_wide(found, {"score": 1e-9})


def test_a_share_that_has_not_varied_is_not_known() -> None:
    found = Aggregate.from_blocks([block_of(50, 1), block_of(50, 1, variant="same")], "v")
    (one,) = widths(found, "closed")
    assert one.half == pytest.approx(1.96**2 / 100, rel=1e-3)
    assert units_needed(found, {"closed": 0.01}) > 50


def test_units_needed_follow_the_square_root() -> None:
    assert Width("score", "v", "a", 10.0, 1000, settled=False).units_for(10.0) == 1000
    assert Width("score", "v", "a", 10.0, 1000, settled=False).units_for(5.0) == 4080
    assert Width("score", "v", "a", 10.0, 1000, settled=False).units_for(1.0) == 16_000
    assert Width("score", "v", "a", None, 100, settled=False).units_for(1.0) == 1600


def test_compare_from_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "variant_of", fake_variant)
    found = canasta_sim.compare(
        "classic", "a,b", 200, vary={"draw.count": [1, 2]}, seed=3, smallest={"score": 5}, jobs=1
    )
    assert set(found.comparison["variant"]) == {"draw.count=2"}
    assert found.comparison["metric"].iloc[0] == "score"
    rules = canasta_sim.load_rules("hoyle")
    found = canasta_sim.compare(
        "classic", "a,b", 200, variants={"standard": rules, "two": {"draw.count": 2}}, metrics="turns", jobs=1
    )
    assert list(found.comparison["variant"]) == ["two"]
    assert [one["name"] for one in found.manifest["variants"]] == ["standard", "two"]
    assert len(found.rounds) == 800
    with pytest.raises(CanastaError, match="expected one of them, not both"):
        canasta_sim.compare(vary=["draw.count=1,2"], variants={"two": {"draw.count": 2}})
    with pytest.raises(ResultsError, match="no variants to compare"):
        print(canasta_sim.simulate("classic", "a,b", 20, jobs=1).comparison)
