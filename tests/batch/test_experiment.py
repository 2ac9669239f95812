"""Experiment files: what they may say, and the sentence where they say something else."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canasta_sim.batch.experiment import Experiment, load_experiment, parse_experiment, write_template
from canasta_sim.errors import CanastaError, ExperimentError


def load(tmp_path: Path, text: str) -> Experiment:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return load_experiment(file)


def test_read(tmp_path: Path) -> None:
    found = load(
        tmp_path,
        """
        name = "cards"
        rules = "classic"
        set = { draw.count = 2, "deal.hand_size" = 13 }
        strategies = ["balanced", "greedy:hold=1"]
        rounds = "250k"
        seed = 7
        no_rounds = true
        """,
    )
    assert found.set == {"draw.count": 2, "deal.hand_size": 13}
    assert found.rounds == 250_000
    assert found.strategies == ["balanced", "greedy:hold=1"]
    assert found.model_fields_set == {"name", "rules", "set", "strategies", "rounds", "seed", "no_rounds"}


def test_variants_and_grids(tmp_path: Path) -> None:
    named = load(tmp_path, '[[variants]]\nname = "one"\n[[variants]]\nname = "two"\nset.draw.count = 2')
    assert [entry.set for entry in named.all_variants()] == [{}, {"draw.count": 2}]
    grid = load(tmp_path, '[vary]\ndraw.count = [1, 2]\n"pile.add_to_meld" = [true, false]')
    assert [entry.name for entry in grid.all_variants()] == [
        "draw.count=1 pile.add_to_meld=true",
        "draw.count=1 pile.add_to_meld=false",
        "draw.count=2 pile.add_to_meld=true",
        "draw.count=2 pile.add_to_meld=false",
    ]


def test_files_beside_the_experiment_are_found(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('base = "classic"')
    (tmp_path / "mine.py").write_text("")
    found = load(tmp_path, 'rules = "house.toml"\nstrategies = "mine.py:a=1, greedy"')
    assert found.rules == str(tmp_path / "house.toml")
    assert found.strategies == [f"{tmp_path / 'mine.py'}:a=1", "greedy"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("ruls = 'hoyle'", r'mine\.toml: there is no key "ruls" \(did you mean "rules"\?\)'),
        ("rounds = 0", r"mine\.toml: rounds must be a whole number"),
        ("rounds = true", "rounds must be a whole number"),
        ("rounds = 10\ngames = 10", "rounds and games: expected one of them"),
        ("seed = -1", "seed must be"),
        ("rules = 3", r"mine\.toml: rules: expected .*string, not 3"),
        ("jobs = '2'", r"jobs: expected .*integer, not \"2\""),
        ("backend = 'steam'", "backend: expected 'threads', 'processes' or 'dask'"),
        ("[[variants]]\nset = {}", r"variants\.0\.name: expected, and not there"),
        ("[[variants]]\nname = 'a'\nsett = {}", r'no key "variants\.0\.sett" \(did you mean "set"\?\)'),
        ("[vary]\na = []", r"vary\.a: expected at least one value"),
        ("[vary]\na = 3", r"vary\.a: expected .*list"),
        ("rules = \nseed = 1", r"mine\.toml is not TOML: .*line 1"),
        ("seed = " + "9" * 5000, r"mine\.toml"),
    ],
)
def test_refused_in_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(ExperimentError, match=sentence) as caught:
        load(tmp_path, text)
    assert "\n" not in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    missing = "there is no experiment file"
    for name, sentence in [("none.toml", missing), ("", "is a folder"), ("a\0b", missing)]:
        with pytest.raises(ExperimentError, match=sentence):
            load_experiment(f"{tmp_path}/{name}")
    (tmp_path / "latin.toml").write_bytes(b'name = "\xe4"')
    with pytest.raises(ExperimentError, match="not text in UTF-8"):
        load_experiment(tmp_path / "latin.toml")


def test_the_template_is_an_experiment(tmp_path: Path) -> None:
    write_template(tmp_path / "new.toml")
    assert load_experiment(tmp_path / "new.toml").rounds == 100_000
    commented = (tmp_path / "new.toml").read_text()
    keys = [line.lstrip("# ").split(" ")[0] for line in commented.splitlines() if " = " in line]
    assert set(Experiment.model_fields) - set(keys) <= {"variants", "vary", "games", "scheduler"}
    with pytest.raises(ExperimentError, match="exists already"):
        write_template(tmp_path / "new.toml")


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


keys = st.sampled_from(sorted(Experiment.model_fields)) | st.text(max_size=6)


@settings(max_examples=400)
@given(st.dictionaries(keys, plain, max_size=4))
def test_anything_is_read_or_refused_in_a_sentence(document: dict[str, object]) -> None:
    try:
        parse_experiment(document, "mine.toml")
    except CanastaError as error:
        assert str(error).startswith("mine.toml")
        assert len(str(error)) < 600
