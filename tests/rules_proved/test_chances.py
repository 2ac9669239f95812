"""Deals against exact chances.

Every share is held within five standard errors of its exact chance: with the thirty or so shares of a test
it fails by chance less than once in 10,000 runs (the seeds are fixed besides). That it does not pass by luck
either is tested too: chances of rules that are a little different are refused on the same deals.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import chi2

from canasta_sim.rules import load_rules
from tests.company import PRESETS, seated
from tests.rules_proved import exact
from tests.rules_proved.dealt import deal_many

DEALS, ERRORS = 12_000, 5.0
SEED = 314159
_WORST = 5e-5


@pytest.fixture(scope="module", params=PRESETS)
def dealt(request):
    rules = load_rules(request.param)
    return rules, deal_many(rules, SEED, DEALS)


@pytest.fixture(scope="module")
def classic():
    """Return rules under which nothing is shuffled back, and whole decks."""
    rules = load_rules("classic")
    return rules, deal_many(rules, SEED, DEALS).decks


def furthest(seen, chances):
    """Return by how many standard errors the worst share differs from its chance."""
    worst, values = 0.0, list(chances)
    assert set(np.unique(seen)) <= {value for value in values if chances[value] > 0}
    for value in values:
        chance = chances[value]
        if 0 < chance < 1:
            error = math.sqrt(chance * (1 - chance) / len(seen))
            worst = max(worst, abs(float((seen == value).mean()) - chance) / error)
    return worst


def pooled(seen, chances):
    """Pool the values at the end that fewer than twenty deals are expected to have."""
    values = sorted(chances)
    while len(values) > 2 and chances[values[-1]] * len(seen) < 20:
        last = values.pop()
        chances = {**chances, values[-1]: chances[values[-1]] + chances[last]}
        del chances[last]
    return np.minimum(seen, values[-1]), chances


def test_hands_are_hypergeometric(dealt):
    rules, deals = dealt
    for seat in (0, rules["table.players"] - 1):
        size = rules["deal.hand_size"] + (rules["deal.first_player_extra"] if seat == 0 else 0)
        for kind, code in enumerate(exact.CODES):
            seen, chances = pooled(deals.hands[:, seat, kind], exact.in_a_hand(rules, code, size))
            assert furthest(seen, chances) < ERRORS, (seat, code)


def test_a_hand_of_another_size_is_told_from_it(dealt):
    rules, deals = dealt
    worst = []
    for kind, code in enumerate(exact.CODES[:12]):
        more = exact.in_a_hand(rules, code, rules["deal.hand_size"] + rules["deal.first_player_extra"] + 1)
        worst.append(furthest(*pooled(deals.hands[:, 0, kind], more)))
    assert max(worst) > ERRORS


def test_upcards(dealt):
    rules, deals = dealt
    chances = {exact.CODES.index(code): chance for code, chance in exact.upcards(rules).items()}
    assert furthest(deals.tops, chances) < ERRORS
    one_more = {kind: 1 / len(chances) for kind in chances}
    assert len(set(chances.values())) == 1 or furthest(deals.tops, one_more) > ERRORS


def test_surprises(dealt):
    rules, deals = dealt
    assert furthest(deals.surprises, exact.surprises(rules)) < ERRORS
    if rules["deal.surprise"] == "upcard_number":
        black_threes_again = rules.with_knobs({"deal.upcard_rejects": ["wild", "3b"]})
        assert furthest(deals.surprises, exact.surprises(black_threes_again)) > ERRORS


def test_rejected_cards_under_the_upcard(dealt):
    rules, deals = dealt
    under = deals.pile_sizes - deals.surprises - 1
    chances = exact.cards_under(rules)
    assert furthest(*pooled(under, chances)) < ERRORS
    freezing = rules["pile.wild_discard"] == "freezes" or rules["pile.upcard_red_three_freezes"]
    if freezing and exact.goes_under(rules) and rules["pile.black_three"] == "freezes":
        np.testing.assert_array_equal(deals.frozen, under > 0)


def test_red_threes_laid(dealt):
    rules, deals = dealt
    laid = deals.laid[:, 0]
    if rules["table.players"] == 4:
        return  # the side's are those of two seats; their first is tested with two players
    chances = exact.red_threes_laid(rules)
    assert furthest(*pooled(laid, chances)) < ERRORS
    if rules["red_threes.lay"] == "at_once":
        size = rules["deal.hand_size"]
        unreplaced = exact.in_a_hand(rules, "3r", size)  # as if a red three drawn for one stayed in the hand
        assert furthest(*pooled(laid, unreplaced)) > ERRORS


@pytest.mark.parametrize("preset", ["classic", "hoyle"])
def test_red_threes_laid_with_two_players(preset):
    rules = load_rules(preset).with_knobs({"table.players": 2})
    deals = deal_many(rules, SEED, DEALS)
    assert furthest(*pooled(deals.laid[:, 0], exact.red_threes_laid(rules))) < ERRORS


def test_every_kind_is_as_likely_in_every_place(classic):
    """Chi-square over places and kinds; both ends: a shuffle too even is none either."""
    rules, decks = classic
    cards = list(exact.pack(rules).values())
    places = decks.shape[1]
    expected = DEALS * np.array(cards) / places
    counts = np.stack([(decks == kind).sum(axis=0) for kind in range(len(cards))], axis=1)
    statistic = ((counts - expected) ** 2 / expected).sum() * (places - 1) / places
    law = chi2((places - 1) * (len(cards) - 1))
    assert law.ppf(_WORST) < statistic < law.isf(_WORST)


def _matches(first, second, chance):
    """Return by how many standard errors the number of places with the same kind differs from chance."""
    same = (first == second).sum(axis=1)
    return (same.mean() - first.shape[1] * chance) / (same.std(ddof=1) / math.sqrt(len(same)))


def test_neighbours_in_a_deck_are_independent(classic):
    rules, decks = classic
    cards = np.array(list(exact.pack(rules).values()))
    total = cards.sum()
    pairs = float((cards * (cards - 1)).sum() / (total * (total - 1)))
    for distance in (1, 2, 11, 54):
        assert abs(_matches(decks[:, :-distance], decks[:, distance:], pairs)) < ERRORS, distance


def test_deals_and_seeds_are_independent(classic):
    rules, decks = classic
    cards = np.array(list(exact.pack(rules).values()))
    chance = float(((cards / cards.sum()) ** 2).sum())
    assert abs(_matches(decks[:-1], decks[1:], chance)) < ERRORS
    for other in (SEED + 1, SEED ^ (1 << 40)):
        assert abs(_matches(decks, deal_many(rules, other, DEALS).decks, chance)) < ERRORS, other
    assert _matches(decks[:100], decks[:100] * (np.arange(108) > 20), chance) > ERRORS


def test_no_strategy_changes_a_deck():
    """INTERFACE.md: deal k has the same deck for every pair of strategies and every rule set of that pack."""
    rules = load_rules("romanian-house-2p")  # cards are shuffled back there
    other = rules.with_knobs({"draw.count": 2, "going_out.canastas": 1})
    lineups = [seated(rules, names) for names in ("greedy", "random", "greedy,random")] + [seated(other, "random")]
    for number in range(20):
        deals = [lineup.trace_round(SEED, number, False)[0] for lineup in lineups]
        for deal in deals[1:]:
            assert [deal[key] for key in ("hands", "pile", "stock", "first")] == [
                deals[0][key] for key in ("hands", "pile", "stock", "first")
            ]
    swapped = [lineups[2].trace_round(SEED, number, True)[0] for number in range(10)]
    for pair in range(5):
        assert swapped[2 * pair]["stock"] == swapped[2 * pair + 1]["stock"]
        assert swapped[2 * pair]["first"] == swapped[2 * pair + 1]["first"]
