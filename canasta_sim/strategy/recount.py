"""Scores counted again from the final cards, by other code than the engine's: plain NumPy over whole rounds."""

from __future__ import annotations

from typing import Any

import numpy as np

from canasta_sim.engine.rows import END, ROW_COLUMNS
from canasta_sim.errors import RunFailed
from canasta_sim.rules import RuleSet


def _counts(words: Any) -> Any:
    """Return the counts per kind, shape (n, 15), of n packed words."""
    return (words[:, None] >> (4 * np.arange(15))) & 15


def kind_values(rules: RuleSet) -> Any:
    """Return the points of the fifteen kinds on the table, threes by their knobs."""
    limit = rules["score.five_points_up_to"]
    naturals = [5 if number <= limit else 10 for number in range(4, 14)]
    return np.array([*naturals, 20, 20, 50, rules["score.black_three_melded"], 0])


def score_again(rules: RuleSet, rows: Any, final: Any) -> Any:
    """Return the score of each row, from the cards alone.

    Parameters
    ----------
    rules : RuleSet
        The rules played.
    rows : ndarray of int32, shape (len(ROW_COLUMNS), 2 * n)
        The engine's rows; only ``end`` is read.
    final : ndarray of int64, shape (n, 16)
        The cards at the end of each round: per side melds (naturals, twos, jokers), red threes; four hands; who
        went out, whether concealed, black threes of the last turn.
    """
    went_out = rows[ROW_COLUMNS.index("end")][::2] == END.index("went_out")
    scores = np.zeros(rows.shape[1], np.int64)
    for side in range(2):
        scores[side::2] = _side_score(rules, final, side, went_out)
    return scores


def _side_score(rules: RuleSet, final: Any, side: int, went_out: Any) -> Any:
    """Return the scores of one side, shape (n,)."""
    values = kind_values(rules)
    naturals, twos, jokers = (_counts(final[:, start + side]) for start in (0, 2, 4))
    wilds = twos + jokers
    melded = naturals @ values + 20 * twos.sum(axis=1) + 50 * jokers.sum(axis=1)
    penalties = values.copy()
    penalties[13], penalties[14] = rules["score.black_three_in_hand"], rules["score.red_three_in_hand"]
    hands = sum(_counts(final[:, 8 + seat]) for seat in range(side, 4, 2))
    canastas, bonus = _canasta_bonus(rules, naturals, wilds)
    has_meld = naturals.sum(axis=1) > 0
    needs = canastas > 0 if rules["red_threes.positive_needs"] == "canasta" else has_meld
    threes = final[:, 6 + side]
    value = np.where(threes == 4, rules["red_threes.all_four"], threes * rules["red_threes.value"])
    sign = {"negative": -1, "zero": 0, "positive": 1}[rules["red_threes.without_meld"]]
    bonus = bonus + np.where(needs, value, sign * value)
    out = went_out & (final[:, 12] >= 0) & (final[:, 12] % 2 == side)
    closing = np.where(final[:, 13] == 1, rules["going_out.concealed_bonus"], rules["going_out.bonus"])
    four = rules["going_out.four_black_threes_bonus"]
    if four:
        closing = np.where(final[:, 14] == 4, four, closing)
    return melded - hands @ penalties + bonus + np.where(out, closing, 0)


def _canasta_bonus(rules: RuleSet, naturals: Any, wilds: Any) -> tuple[Any, Any]:
    """Return how many canastas, and their bonus, shape (n,) each."""
    sizes = naturals[:, :11] + wilds[:, :11]
    full = sizes >= 7
    pure = full & (wilds[:, :11] == 0)
    mixed = full & ~pure
    bonus = rules["score.natural_canasta"] * pure[:, :10].sum(axis=1)
    bonus = bonus + rules["score.mixed_canasta"] * mixed[:, :10].sum(axis=1)
    bonus = bonus + rules["score.natural_ace_canasta"] * pure[:, 10] + rules["score.mixed_ace_canasta"] * mixed[:, 10]
    wild = naturals[:, 11] + naturals[:, 12] >= 7
    kind = np.where(naturals[:, 12] == 0, rules["score.twos_canasta"], rules["score.wild_canasta"])
    return full.sum(axis=1) + wild, bonus + np.where(wild, kind, 0)


def check_scores(rules: RuleSet, rows: Any, final: Any) -> None:
    """Compare the engine's scores with those counted again.

    Raises
    ------
    RunFailed
        At the first that differs: a fault of the engine.
    """
    again = score_again(rules, rows, final)
    differs = np.flatnonzero(again != rows[ROW_COLUMNS.index("score")])
    if len(differs):
        place = int(differs[0])
        engine = int(rows[ROW_COLUMNS.index("score")][place])
        raise RunFailed(
            f"round {place // 2} of the chunk, side {place % 2}: the engine scores {engine}, its final cards count "
            f"{int(again[place])}: a fault of the engine"
        )
