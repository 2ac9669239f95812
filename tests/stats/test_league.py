"""Ratings, standings, sequential tests; skill and luck; profiles."""

from __future__ import annotations

import math

import numpy as np
import pytest

from canasta_sim.errors import CanastaError
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.block import ROW_COLUMNS, Block, Labels
from canasta_sim.stats.intervals import NOT_ENOUGH, Sums
from canasta_sim.stats.league import ELO, pairings, rate, sequential_test, standings
from canasta_sim.stats.profile import habits, meetings, renamed, strategies_of
from canasta_sim.stats.running import MOST_BINS, Running
from canasta_sim.stats.skill import jackknife, skill_and_luck, weaker_in_games
from tests.stats.made import ALONE, DUEL, block_of, games_of
from tests.stats.test_intervals import sums


def duel(
    first: str, second: str, margin: float, deals: int = 2000, seed: int = 0, deal: float = 600.0
) -> Block:
    """Rounds in which `first` is better by `margin`; deals have a spread of `deal`, the rest one of 800."""
    made = np.random.default_rng(seed)
    shared = made.normal(0, deal, deals)
    rest = made.normal(0, 800, (deals, 2))
    side0 = np.rint(np.stack([margin + shared + rest[:, 0], -margin + shared + rest[:, 1]], 1)).astype(
        np.int32
    )
    rows = np.zeros((len(ROW_COLUMNS), 4 * deals), np.int32)
    rows[0, ::2] = side0.reshape(-1)
    labels: Labels = ((first, second), (second, first))
    return Block(f"{first} vs {second}", rows, labels, 0, "p")


LEAGUE = Aggregate.from_blocks([duel("a", "b", 100), duel("c", "a", 5, seed=1), duel("b", "c", -100, seed=2)])


def test_a_rating_is_the_logarithm_of_the_odds() -> None:
    found = rate({("a", "b"): {0: 250, 2: 750}})
    # Three wins to one, with half a win given to either side.
    assert found["a"].value - found["b"].value == pytest.approx(ELO * math.log(750.5 / 250.5), rel=1e-6)
    assert found["a"].value == pytest.approx(-found["b"].value)
    assert found["a"].low < found["a"].value < found["a"].high


def test_ratings_of_three_are_the_maximum_of_the_likelihood() -> None:
    true = {"a": 0.8, "b": 0.0, "c": -0.8}
    made = np.random.default_rng(3)
    points = {}
    for a, b in (("a", "b"), ("a", "c"), ("b", "c")):
        p = 1 / (1 + math.exp(true[b] - true[a]))
        wins = int(made.binomial(20_000, p))
        points[a, b] = {0: 20_000 - wins, 2: wins}
    found = rate(points)
    for name, strength in true.items():
        one = found[name]
        assert abs(one.value - ELO * strength) < 4 * one.se
        # Fisher's information of a logistic difference gives the size of the error.
        assert one.se == pytest.approx(ELO * math.sqrt(1 / (20_000 * 0.19) / 3 * 1.2), rel=0.4)


def test_nobody_is_infinitely_strong() -> None:
    found = rate({("a", "b"): {2: 50}})
    assert math.isfinite(found["a"].value)
    assert rate({("a", "b"): {2: 1}})["a"].note == NOT_ENOUGH
    assert rate({}) == {}


def test_ratings_need_strategies_that_have_met() -> None:
    with pytest.raises(CanastaError, match="connected"):
        rate({("a", "b"): {1: 5}, ("c", "d"): {1: 5}})


def test_standings() -> None:
    rows = {row.strategy: row for row in standings(LEAGUE)}
    assert [row.strategy for row in standings(LEAGUE)][2] == "b"
    assert rows["b"].lost_to == ["c", "a"] or rows["b"].lost_to == ["a", "c"]
    assert "b" in rows["a"].beaten
    assert sum(row.margin.value for row in rows.values()) == pytest.approx(0)
    assert sum(row.won for row in rows.values()) == pytest.approx(1.5)
    assert rows["b"].rating.value == min(row.rating.value for row in rows.values())
    assert standings(LEAGUE)[0].rating == standings(LEAGUE)[0].rating  # the bootstrap has its own seed
    assert len(pairings(LEAGUE)) == 3


def test_profiles() -> None:
    assert strategies_of(LEAGUE) == ["a", "b", "c"]
    found = meetings(LEAGUE, "a")
    assert [one.opponent for one in found] == ["b", "c"]
    assert found[0].margin.value > 50
    margins = {(p.first, p.second): p.margin.value for p in pairings(LEAGUE)}
    assert found[1].margin.value == -margins["c", "a"]
    names = [habit.entry.name for habit in habits(LEAGUE, "a")]
    assert "score" in names
    assert "margin" not in names
    with pytest.raises(CanastaError, match='no strategy "aa" has played here'):
        habits(LEAGUE, "aa")


def test_renamed_aggregates_stand_side_by_side() -> None:
    other = Aggregate.merged([renamed(LEAGUE, "x"), renamed(Aggregate.from_block(block_of(20)), "y")])
    assert list(other.variants) == ["x: a vs b", "x: c vs a", "x: b vs c", "y"]
    assert (("y", "a"), ("y", "b")) in other.crosses


def test_sequential_tests_decide_as_often_as_they_claim() -> None:
    made = np.random.default_rng(4)
    wrong = undecided = 0
    for _ in range(200):
        x = np.rint(made.normal(0, 100, 4000)).astype(int)
        for n in range(100, 4001, 100):
            found = sequential_test(sums(x[:n]), 0, 20)
            if found.decision != "go on":
                break
        wrong += found.decision == "second"
        undecided += found.decision == "go on"
    assert wrong <= 10 + 4 * math.sqrt(200 * 0.05 * 0.95)
    assert undecided < 10
    bounds = sequential_test(sums([1]), 0, 20)
    assert (bounds.ratio, bounds.decision) == (None, "go on")
    assert (bounds.lower, bounds.upper) == pytest.approx((-math.log(19), math.log(19)))
    with pytest.raises(CanastaError, match="two different values"):
        sequential_test(sums([1]), 5, 5)


def test_the_ratio_of_likelihoods_is_that_of_normal_data() -> None:
    x = np.rint(np.random.default_rng(5).normal(15, 100, 1000)).astype(int)
    found = sequential_test(sums(x), 0, 20)
    exact = ((x - 0.0) ** 2 - (x - 20.0) ** 2).sum() / (2 * x.var(ddof=1))
    assert found.ratio == pytest.approx(exact, rel=1e-9)


@pytest.mark.parametrize("margin", [100.0, 400.0])
def test_skill_and_luck_find_what_was_put_in(margin: float) -> None:
    found = skill_and_luck(Aggregate.from_block(duel("a", "b", -margin, 20_000)).variants["a vs b"])
    whole = 600**2 + 800**2 + margin**2
    assert (found.stronger, found.weaker) == ("b", "a")
    for one, part in ((found.deal, 600**2), (found.strategies, margin**2), (found.rest, 800**2)):
        assert abs(one.value - part / whole) < 4 * one.se
        assert one.se < 0.01
    assert found.deal.value + found.strategies.value + found.rest.value == pytest.approx(1)
    most, least = ((1.6449 * 1000 / (found.margin.value + k * found.margin.se)) ** 2 for k in (-4, 4))
    assert least < (1.6449 * 1000 / margin) ** 2 < most
    assert least < found.rounds_to_lead.low < found.rounds_to_lead.value < found.rounds_to_lead.high < most
    lost = 0.5 - 0.5 * math.erf(margin / 1000 / math.sqrt(2))
    assert found.weaker_wins.value == pytest.approx(lost, abs=4 * found.weaker_wins.se)


def test_intervals_of_skill_cover() -> None:
    whole = 600**2 + 800**2 + 100**2
    inside = 0
    for seed in range(100):
        found = skill_and_luck(Aggregate.from_block(duel("a", "b", 100, 640, seed)).variants["a vs b"])
        inside += found.deal.low <= 600**2 / whole <= found.deal.high
    assert inside >= 95 - 4 * math.sqrt(100 * 0.95 * 0.05)


def test_equal_strategies_have_no_strength_to_lead_by() -> None:
    found = skill_and_luck(Aggregate.from_block(duel("a", "b", 0, 500, 6)).variants["a vs b"])
    assert found.rounds_to_lead.value is None
    assert "no difference in strength" in found.rounds_to_lead.note


def test_skill_needs_mirrored_rounds_of_two() -> None:
    for block in (block_of(20, 1, ALONE), block_of(20, 1, (("a", "b"),)), games_of(20)):
        with pytest.raises(CanastaError, match="skill and luck"):
            skill_and_luck(Aggregate.from_block(block).variants["v"])
    assert skill_and_luck(Aggregate.from_block(block_of(20)).variants["v"]).deal.note == NOT_ENOUGH
    games = Aggregate.from_block(games_of(50)).variants["v"]
    weaker = weaker_in_games(games)
    assert weaker is not None
    assert weaker[1].value <= 0.5
    assert weaker_in_games(Aggregate.from_block(block_of(20)).variants["v"]) is None


def test_the_jackknife_of_a_mean_is_its_standard_error() -> None:
    x = np.random.default_rng(7).integers(0, 100, 640)
    groups = [(10, int(part.sum()), 0, 0) for part in x.reshape(64, 10)]
    found = jackknife(groups, lambda moments: moments[1] / moments[0])
    assert found.value == pytest.approx(x.mean())
    means = x.reshape(64, 10).mean(1)
    assert found.se == pytest.approx(means.std(ddof=1) / 8, rel=1e-9)


def test_running_sums_stay_small_and_do_not_depend_on_order() -> None:
    block = block_of(3000, 1, DUEL, first_unit=70)
    whole = Aggregate.from_block(block).variants["v"].groups["a"]
    running = whole.running["margin"]
    assert len(running.bins) <= MOST_BINS
    totals = [sum(column) for column in zip(*running.bins.values(), strict=True)]
    assert totals == [3000, *whole.sums["margin"][:5]]
    assert Sums(*totals).n == 3000
    fine, coarse = Running(0, {5: [1, 2]}), Running(3, {0: [4, 8], 1: [1, 1]})
    for a, b in ((fine, coarse), (coarse, fine)):
        joined = Running()
        joined.merge(a)
        joined.merge(b)
        assert joined == Running(3, {0: [5, 10], 1: [1, 1]})
