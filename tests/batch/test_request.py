"""From what is asked for to a plan, and from a manifest to the same plan."""

from __future__ import annotations

from pathlib import Path

import pytest

from canasta_sim.batch.plan import Variant
from canasta_sim.batch.request import Request, VariantRequest, plan_of, resumed_plan
from canasta_sim.batch.run import Means, execute
from canasta_sim.errors import CanastaError, ExperimentError, ResultsError, RulesError
from tests.batch.fake_lineup import FakeLineup, FakeSeat


def fake_variant(name: str, rules, strategies) -> Variant:
    """Seat fake strategies of any name."""
    names = strategies.split(",") if isinstance(strategies, str) else list(strategies)
    labels = tuple(names[seat % len(names)] for seat in range(rules["table.players"]))
    return Variant(name, rules, tuple(map(FakeSeat, labels)), FakeLineup(labels))


def run(tmp_path: Path, **asked: object) -> Path:
    plan, purpose = plan_of(Request(**asked), fake_variant)
    execute(plan, purpose, Means(out=tmp_path / "out", jobs=1))
    return tmp_path / "out"


def test_defaults() -> None:
    plan, purpose = plan_of(Request(), fake_variant)
    assert [variant.name for variant in plan.variants] == ["hoyle"]
    assert (plan.mode, plan.asked, plan.swap, purpose.keep_rows) == ("rounds", 100_000, True, True)
    assert plan.seed != plan_of(Request(), fake_variant)[0].seed


def test_variants_are_named_by_their_rules() -> None:
    plan, _ = plan_of(Request(rules="classic", settings=["draw.count=2"]), fake_variant)
    assert plan.variants[0].name == "classic+draw.count=2"
    two = {"draw.count": 2}
    asked = [VariantRequest("a"), VariantRequest("b", settings=two), VariantRequest("c", rules="hoyle")]
    plan, _ = plan_of(Request(rules="classic", variants=asked), fake_variant)
    assert [(v.name, v.rules["draw.count"], v.rules.name) for v in plan.variants] == [
        ("a", 1, "classic"),
        ("b", 2, "classic"),
        ("c", 1, "hoyle"),
    ]
    assert plan.baseline == "a"


@pytest.mark.parametrize(
    ("asked", "error", "sentence"),
    [
        ({"rules": "hoil"}, RulesError, r'"hoil".*did you mean "hoyle"'),
        ({"settings": ["draw.cont=2"]}, RulesError, "draw.count"),
        ({"rounds": 0}, ExperimentError, "rounds must be"),
        ({"rounds": 5, "games": 5}, ExperimentError, "not both"),
        ({"seed": -1}, ExperimentError, "seed must be"),
        ({"variants": [VariantRequest("a")] * 2}, ExperimentError, 'two variants are called "a"'),
        ({"baseline": "hoile"}, ExperimentError, "is none of the variants"),
        ({"rules": "x", "where": "e.toml"}, ExperimentError, r"e\.toml: rules and set: there is no rule set"),
    ],
)
def test_refused(asked: dict, error: type[CanastaError], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        plan_of(Request(**asked), fake_variant)


@pytest.mark.parametrize(
    "anew",
    [
        {},
        {"rules": "classic"},
        {"settings": ["draw.count=2"]},
        {"rules": "classic", "settings": ["draw.count=2"], "strategies": "a,b", "rounds": "60", "seed": 3},
    ],
)
def test_what_agrees_may_be_said_again_or_left_out(tmp_path: Path, anew: dict) -> None:
    out = run(tmp_path, rules="classic", settings=["draw.count=2"], strategies="a,b", rounds=60, seed=3)
    plan, purpose = resumed_plan(Request(**anew), out, fake_variant)
    execute(plan, purpose, Means(out=out, resume=True))


@pytest.mark.parametrize(
    ("anew", "named"),
    [
        ({"rules": "hoyle"}, "knob"),
        ({"settings": ["draw.count=3"]}, "knob draw.count was 2 and is 3"),
        ({"strategies": "a"}, "the strategies were a,b,a,b and are a,a,a,a"),
        ({"seed": 4}, "the seed was 3 and is 4"),
        ({"games": 60}, "what is played"),
        ({"rounds": 20}, "not made shorter"),
        ({"swap": False}, "swapping"),
        ({"keep_rows": False}, "keeps rows"),
        ({"command": "compare"}, "made by canasta-sim run"),
    ],
)
def test_what_does_not_agree_is_named(tmp_path: Path, anew: dict, named: str) -> None:
    out = run(tmp_path, rules="classic", settings=["draw.count=2"], strategies="a,b", rounds=60, seed=3)
    with pytest.raises(ResultsError, match=named):
        plan, purpose = resumed_plan(Request(**anew), out, fake_variant)
        execute(plan, purpose, Means(out=out, resume=True))


DAMAGED = ["", "[]", "{}", '{"command": "run"}', '{"command": "run", "mode": 3}', "\x00"]


@pytest.mark.parametrize("content", DAMAGED)
def test_a_damaged_manifest_is_refused_in_a_sentence(tmp_path: Path, content: str) -> None:
    (tmp_path / "manifest.json").write_text(content)
    with pytest.raises(ResultsError, match=r"manifest\.json is damaged|was made by"):
        resumed_plan(Request(), tmp_path, fake_variant)


def test_there_must_be_something_to_go_on_with(tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match="not a folder with results"):
        resumed_plan(Request(), tmp_path / "none", fake_variant)
    with pytest.raises(ResultsError, match=r"has no manifest\.json"):
        resumed_plan(Request(), tmp_path, fake_variant)
