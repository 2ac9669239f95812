"""The table of metrics."""

from __future__ import annotations

import pytest

from canasta_sim.errors import CanastaError
from canasta_sim.stats.block import GAME_COLUMNS, ROW_COLUMNS
from canasta_sim.stats.features import DERIVED
from canasta_sim.stats.metrics import COUNT, FEATURES, METRICS, metric

#: What the comparison of rule sets promises (per side and per table, and for games).
PROMISED = [
    "score",
    "margin",
    "won",
    "went_out",
    "concealed",
    "natural_canastas",
    "mixed_canastas",
    "wild_canastas",
    "turns",
    "opened_turn",
    "never_melded",
    "piles_taken",
    "pile_cards",
    "hand_cards",
    "in_hand",
    "red_threes",
    "frozen_share",
    "stock_out",
    "turnovers",
    "first_advantage",
    "melded",
    "bonus_canastas",
    "bonus_red_threes",
    "bonus_going_out",
    "freezes",
    "game_rounds",
    "game_won",
    "lead_changes",
    "no_winner",
]


def test_every_promised_metric_is_there() -> None:
    assert set(PROMISED) <= set(METRICS)


def test_every_feature_is_a_column_or_has_a_formula() -> None:
    for entry in METRICS.values():
        for feature in (entry.numerator, entry.denominator):
            columns = ROW_COLUMNS if entry.level == "round" else GAME_COLUMNS
            assert feature in (COUNT, *columns, *FEATURES), (entry.name, feature)
            if feature in FEATURES:
                assert feature in DERIVED or feature == "lead_changes"
    used = {feature for entry in METRICS.values() for feature in (entry.numerator, entry.denominator)}
    assert set(FEATURES) <= used


def test_entries_say_what_they_are() -> None:
    assert len({entry.title for entry in METRICS.values()}) == len(METRICS)
    for name, entry in METRICS.items():
        assert entry.name == name
        assert entry.meaning.endswith(".")
        assert entry.formula.startswith("sum of ")
    assert METRICS["went_out"].formula == "sum of went_out / number of sides and rounds"
    assert METRICS["cards_per_pile"].formula == "sum of pile_cards / sum of piles_taken"
    assert METRICS["won"].formula.endswith("/ 2 × number of sides and rounds")
    kinds = {name: METRICS[name].kind for name in ("score", "went_out", "opened_turn", "frozen_share")}
    assert kinds == {"score": "mean", "went_out": "share", "opened_turn": "ratio", "frozen_share": "ratio"}


def test_unknown_metrics_are_refused_with_a_suggestion() -> None:
    assert metric("score") is METRICS["score"]
    with pytest.raises(CanastaError, match=r'unknown metric "scor" \(did you mean "score"'):
        metric("scor")
    with pytest.raises(CanastaError, match="known are score, margin"):
        metric("zzzzzz")
