"""The ten questions that players ask most, answered from the tables in results/published."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from canasta_sim.report.words import figure_text, unit_of
from canasta_sim.stats.intervals import Estimate
from canasta_sim.stats.metrics import METRICS
from tests.pages.marks import ROOT

PUBLISHED = ROOT / "results/published"
TABLE = "(all)"


@dataclass(frozen=True)
class Question:
    """One question, and which figures answer it.

    Attributes
    ----------
    text : str
        As a player asks it.
    folder : str
        The published experiment.
    figures : dict of str to str
        What is said of each metric, by its name: "closed rounds", "turns".
    variants : dict of str to str
        How variants are called, the one that the others are compared with first.
    strategy : str
        Whose figures; empty: those of the table, or of all together.
    compared : bool
        Whether the others are told by how much they differ from the first, or by their own figures.
    """

    text: str
    folder: str
    figures: Mapping[str, str]
    variants: Mapping[str, str]
    strategy: str = ""
    compared: bool = True

    def answer(self) -> str:
        """Return the figures with their intervals, a line for each metric."""
        return "<br>".join(self._line(metric, words) for metric, words in self.figures.items())

    def _line(self, metric: str, words: str) -> str:
        names = list(self.variants)
        baseline = self._value(names[0], metric)
        first = f"{words}: {baseline} {self.variants[names[0]]}"
        if self.compared:
            others = [f"{self._difference(name, metric)} {self.variants[name]}" for name in names[1:]]
        else:
            others = [f"{self._value(name, metric)} {self.variants[name]}" for name in names[1:]]
        return "; ".join([first, *others])

    def _value(self, variant: str, metric: str) -> str:
        row = self._row("summary.csv", variant, metric)
        return _text(row, "estimate", metric, sign=False)

    def _difference(self, variant: str, metric: str) -> str:
        row = self._row("comparison.csv", variant, metric)
        return f"{_text(row, 'difference', metric, sign=True)}, {row['verdict']},"

    def _row(self, file: str, variant: str, metric: str) -> dict[str, str]:
        rows = _rows(PUBLISHED / self.folder / file)
        found = [row for row in rows if row["variant"] == variant and row["metric"] == metric]
        wanted = self.strategy or TABLE
        exact = [row for row in found if row["strategy"] == wanted] or found
        assert len(exact) == 1, f"{self.folder}/{file}: {len(exact)} lines of {metric} under {variant}"
        return exact[0]


@cache
def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _text(row: Mapping[str, str], value: str, metric: str, sign: bool) -> str:
    """Return a figure of a table with half its interval and its unit."""
    numbers = [float(row[name]) if row[name] else None for name in (value, "se", "ci_low", "ci_high")]
    entry = METRICS[metric]
    estimate = Estimate(numbers[0], numbers[1], numbers[2], numbers[3], int(row["n"]))
    return f"{figure_text(estimate, entry, sign=sign)} {unit_of(entry)}"


QUESTIONS = (
    Question(
        "How often does somebody go out in the standard game?",
        "closings",
        {"closed": "rounds closed"},
        {
            "balanced": "between players of plain good sense (`balanced`)",
            "greedy": "between beginners who meld all they can (`greedy`)",
            "expert": "between the strongest we have (`expert`), who keep the other side from it",
        },
        compared=False,
    ),
    Question(
        "Does it matter to draw two cards rather than one?",
        "draw-count",
        {"closed": "rounds closed", "turns": "turns"},
        {"draw.count=1": "with one", "draw.count=2": "with two"},
    ),
    Question(
        "One canasta to go out, or two?",
        "canastas-to-close",
        {"closed": "rounds closed", "turns": "turns"},
        {"going_out.canastas=1": "with one", "going_out.canastas=2": "with two"},
    ),
    Question(
        "Do face-down cards under the upcard (the surprise) change the game, and does an ace put 11 or 1 there?",
        "surprise",
        {"closed": "rounds closed", "score": "score of a side"},
        {"surprise (ace 11)": "with it", "surprise (ace 1)": "with an ace as 1", "no surprise": "without"},
    ),
    Question(
        "15 cards each, or 14 and 15 for the first player, who only discards?",
        "hand-size",
        {"first_advantage": "advantage of the first side"},
        {
            "14+15, first discards": "with 14+15",
            "14+15, first melds and discards": "where the first may meld too",
            "15 each": "with 15 each",
        },
    ),
    Question(
        "A wild card discarded: does it lock the pile, cost the next player a turn, or freeze the pile?",
        "wild-discard",
        {"closed": "rounds closed", "score": "score of a side"},
        {
            "pile.wild_discard=locks": "where it locks",
            "pile.wild_discard=skips_next": "where it skips",
            "pile.wild_discard=freezes": "where it freezes",
        },
    ),
    Question(
        "May a side that has not melded take the pile with a natural pair, or not at all?",
        "pile-before-meld",
        {"opened_turn": "turn of the initial meld", "closed": "rounds closed"},
        {"pile.before_initial_meld=natural_pair": "with a pair", "pile.before_initial_meld=never": "if never"},
    ),
    Question(
        "May the pile be taken with one natural and one wild card?",
        "natural-and-wild",
        {"piles_taken": "piles taken", "closed": "rounds closed"},
        {"pile.with_natural_and_wild=true": "if so", "pile.with_natural_and_wild=false": "if not"},
    ),
    Question(
        "Is Canasta for two more a matter of luck than for four?",
        "luck-of-two",
        {"won": "rounds that a beginner (`greedy`) wins from the strongest (`expert`)"},
        {"romanian-house": "with four", "romanian-house-2p": "with two"},
        strategy="greedy",
        compared=False,
    ),
    Question(
        "How long is a game to 5000, and to 10000?",
        "target",
        {"game_rounds": "rounds a game"},
        {
            "game.target=5005 game.winner_must_go_out=true": "to 5005 (the house game's 5000)",
            "game.target=10005 game.winner_must_go_out=true": "to 10005",
            "game.target=5005 game.winner_must_go_out=false": "to 5005 where the winner need not close",
        },
        compared=False,
    ),
)
