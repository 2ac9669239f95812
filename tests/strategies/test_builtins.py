"""The built-in strategies: legal, the same for a seed, true to what they declare and to their purpose."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from canasta_sim.engine.rows import GAME_COLUMNS, ROW_COLUMNS
from canasta_sim.rules import load_rules
from canasta_sim.strategy.lineup import Lineup
from canasta_sim.strategy.loading import built_in_names
from canasta_sim.strategy.specs import parse_strategies, parse_strategy
from tests.company import PRESETS, company, seated

NAMES = built_in_names()
FOUR_PLAYERS = ("romanian-house", "classic", "hoyle")


def mean(rows: np.ndarray, column: str) -> float:
    """Return the mean of a column over rounds and sides."""
    return float(rows[ROW_COLUMNS.index(column)].mean())


def alone(preset: str, name: str, rounds: int = 1500, seed: int = 11) -> np.ndarray:
    """Return the rows of rounds in which every seat plays ``name``."""
    return seated(load_rules(preset), name).play_rounds(seed, 0, rounds, False)


def difference(preset: str, names: str, deals: int, seed: int = 11) -> tuple[float, float]:
    """Return the mean score of the first strategy less the second's per deal, and its standard error."""
    rows = seated(load_rules(preset), names).play_rounds(seed, 0, 2 * deals, True)
    score = rows[ROW_COLUMNS.index("score")].reshape(-1, 2).astype(float)
    ahead = score[:, 0] - score[:, 1]
    each = (ahead[0::2] - ahead[1::2]) / 2
    return float(each.mean()), float(each.std(ddof=1) / len(each) ** 0.5)


def test_there_are_twelve() -> None:
    assert len(NAMES) >= 12
    assert len({parse_strategy(name).source_hash for name in NAMES}) == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_docstring_says_how_it_plays(name: str) -> None:
    text = parse_strategy(name).source.text
    assert text.startswith(f'"""{name.capitalize()}: ')
    assert len(text.split('"""')[1].split()) > 30


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", NAMES)
def test_legal_in_rounds(name: str, preset: str) -> None:
    lineup = seated(load_rules(preset), f"{name},random")
    rows = lineup.play_rounds(5, 0, 300, True, check=True)
    assert rows.shape == (len(ROW_COLUMNS), 600)
    assert mean(rows, "melded") > 0


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", NAMES)
def test_legal_in_games(name: str, preset: str) -> None:
    rows, game_rows = seated(load_rules(preset), f"{name},balanced").play_games(6, 0, 4, True, check=True)
    assert game_rows.shape[1] == 8
    assert rows[ROW_COLUMNS.index("score_before")].max() > 0


@pytest.mark.parametrize("name", NAMES)
def test_same_seed_same_rounds(name: str) -> None:
    lineup = seated(load_rules("romanian-house"), f"{name},greedy")
    once = lineup.play_rounds(9, 0, 200, True)
    parts = [lineup.play_rounds(9, first, 50, True) for first in (0, 50, 100, 150)]
    assert np.array_equal(once, np.concatenate(parts, axis=1))
    assert not np.array_equal(once, lineup.play_rounds(10, 0, 200, True))


def with_facts(preset: str, name: str, random: bool, memory: bool) -> np.ndarray:
    """Return the rows of a strategy that is treated as if it declared these facts."""
    rules = load_rules(preset)
    specs = parse_strategies(name, rules["table.players"])
    specs = [replace(spec, facts=replace(spec.facts, random=random, memory=memory)) for spec in specs]
    return Lineup(rules, specs, company=company()).play_rounds(3, 0, 400, False)


@pytest.mark.parametrize("preset", ["raminoroyal", "romanian-house"])
@pytest.mark.parametrize("name", NAMES)
def test_facts_are_true(name: str, preset: str) -> None:
    facts = parse_strategy(name).facts
    declared = with_facts(preset, name, facts.random, facts.memory)
    # random numbers for a strategy that declares none, memory cleared where none is declared: no difference
    assert np.array_equal(declared, with_facts(preset, name, True, True))
    if facts.random:
        assert not np.array_equal(declared, with_facts(preset, name, False, facts.memory))
    if facts.memory:
        assert not np.array_equal(declared, with_facts(preset, name, facts.random, False))


@pytest.mark.parametrize("name", NAMES)
def test_parameters_change_the_play(name: str) -> None:
    facts = parse_strategy(name).facts
    idle = {"score"}  # matters in games alone
    for key, parameter in facts.parameters.items():
        assert parameter.lowest <= parameter.default <= parameter.highest
        if key in idle:
            continue
        changed = parameter.highest if parameter.default != parameter.highest else parameter.lowest
        played = [
            not np.array_equal(alone(preset, name, 300), alone(preset, f"{name}:{key}={changed:g}", 300))
            for preset in PRESETS
        ]
        assert any(played), f"{name}: {key} changes nothing"


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["romanian-house-2p", "hoyle"])
@pytest.mark.parametrize("name", NAMES)
def test_plain_plays_as_compiled(name: str, preset: str) -> None:
    rules = load_rules(preset)
    specs = parse_strategies(f"{name},balanced", rules["table.players"])
    plain = Lineup(rules, specs, plain=True).play_rounds(4, 0, 4, True)
    assert np.array_equal(plain, seated(rules, f"{name},balanced").play_rounds(4, 0, 4, True))


@pytest.mark.parametrize("preset", PRESETS)
def test_balanced_beats_greedy(preset: str) -> None:
    ahead, error = difference(preset, "balanced,greedy", 3000)
    assert ahead > 2 * error


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", [name for name in NAMES if name != "expert"])
def test_expert_beats_every_other(name: str, preset: str) -> None:
    ahead, error = difference(preset, f"expert,{name}", 3000)
    assert ahead > 2 * error
    if name == "greedy" and preset in FOUR_PLAYERS:
        assert ahead > 150


@pytest.mark.parametrize("preset", PRESETS)
def test_expert_wins_games(preset: str) -> None:
    """Dear initial melds, the target and the need to close are part of it."""
    _, games = seated(load_rules(preset), "expert,balanced").play_games(12, 0, 600, True)
    won = games[GAME_COLUMNS.index("won")].reshape(-1, 2)
    ahead = (won[0::2, 0] - won[0::2, 1] + won[1::2, 1] - won[1::2, 0]) / 2
    assert ahead.mean() > 2 * ahead.std(ddof=1) / len(ahead) ** 0.5


@pytest.mark.parametrize("preset", PRESETS)
def test_closer_closes_in_fewer_turns(preset: str) -> None:
    assert mean(alone(preset, "closer"), "turns") < mean(alone(preset, "balanced"), "turns")


@pytest.mark.parametrize("preset", PRESETS)
def test_natural_builds_natural_canastas(preset: str) -> None:
    column = "natural_canastas"
    assert mean(alone(preset, "natural"), column) > 1.3 * mean(alone(preset, "balanced"), column)


@pytest.mark.parametrize("preset", PRESETS)
def test_freezer_freezes(preset: str) -> None:
    assert mean(alone(preset, "freezer"), "freezes") > 1.3 * mean(alone(preset, "balanced"), "freezes")


@pytest.mark.parametrize("preset", PRESETS)
def test_hunter_takes_bigger_piles(preset: str) -> None:
    hunter, balanced = alone(preset, "hunter"), alone(preset, "balanced")
    size = [mean(rows, "pile_cards") / mean(rows, "piles_taken") for rows in (hunter, balanced)]
    assert size[0] > 1.2 * size[1]


@pytest.mark.parametrize("preset", PRESETS)
def test_patient_opens_late_and_closes_concealed(preset: str) -> None:
    patient, balanced = alone(preset, "patient"), alone(preset, "balanced")
    assert mean(patient, "opened_turn") > 2 * mean(balanced, "opened_turn")
    assert mean(patient, "concealed") > mean(balanced, "concealed")


@pytest.mark.parametrize("preset", ["romanian-house", "romanian-house-2p"])
def test_collector_makes_wild_canastas(preset: str) -> None:
    column = "wild_canastas"
    assert mean(alone(preset, "collector"), column) > 2 * mean(alone(preset, "balanced"), column)


@pytest.mark.parametrize("preset", PRESETS)
def test_defender_gives_fewer_cards_away(preset: str) -> None:
    """The same opponent takes fewer cards with the pile from defender than from balanced."""

    def given(name: str) -> float:
        rows = seated(load_rules(preset), f"{name},greedy").play_rounds(11, 0, 3000, True)
        taken = rows[ROW_COLUMNS.index("pile_cards")].reshape(-1, 2)
        turns = rows[ROW_COLUMNS.index("turns")].reshape(-1, 2)
        return float((taken[0::2, 1].sum() + taken[1::2, 0].sum()) / turns[:, 0].sum())

    assert given("defender") < given("balanced")


@pytest.mark.parametrize("preset", FOUR_PLAYERS)
def test_partner_waits_for_its_partner(preset: str) -> None:
    """The partner's hand is smaller when a partner goes out."""

    def left(name: str) -> float:
        rows = alone(preset, name, 3000)
        out = rows[ROW_COLUMNS.index("went_out")] == 1
        return float(rows[ROW_COLUMNS.index("hand_cards")][out].mean())

    assert left("partner") < left("balanced") - 0.2
