"""The ten questions that players ask most, answered from the tables in results/published."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from canasta_sim.batch.experiment import load_experiment
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

    def report(self) -> str:
        """Return the path of the report that has more, from the project's root."""
        return (PUBLISHED / self.folder / "report.md").relative_to(ROOT).as_posix()

    def answer(self) -> str:
        """Return the figures with their intervals, a line for each metric."""
        lines = [self._line(metric, words) for metric, words in self.figures.items()]
        return "<br>".join([*lines, f"*{self._played()}*"])

    def _played(self) -> str:
        """Return under which rules it was played, and how often."""
        experiment = load_experiment(self.folder)
        row = self._row("summary.csv", next(iter(self.variants)), next(iter(self.figures)))
        unit = "pairs of games" if experiment.games else "deals"
        rules = f"`{experiment.rules}`, " if experiment.rules else ""
        return f"{rules}{int(row['n']):,} {unit}"

    def _line(self, metric: str, words: str) -> str:
        first, *others = self.variants
        told = [f"{self.variants[first]} {self._value(first, metric)}"]
        say = self._difference if self.compared else self._value
        told += [f"{self.variants[name]} {say(name, metric)}" for name in others]
        return f"{words}: {'; '.join(told)}"

    def _value(self, variant: str, metric: str) -> str:
        row = self._row("summary.csv", variant, metric)
        return f"**{_text(row, 'estimate', metric)}** {unit_of(METRICS[metric])}"

    def _difference(self, variant: str, metric: str) -> str:
        row = self._row("comparison.csv", variant, metric)
        unit = "percentage points" if METRICS[metric].is_share else unit_of(METRICS[metric])
        return f"**{_text(row, 'difference', metric, sign=True)}** {unit} ({row['verdict']})"

    def _row(self, file: str, variant: str, metric: str) -> dict[str, str]:
        rows = rows_of(PUBLISHED / self.folder / file)
        found = [row for row in rows if row["variant"] == variant and row["metric"] == metric]
        wanted = self.strategy or TABLE
        exact = [row for row in found if row["strategy"] == wanted] or found
        assert len(exact) == 1, f"{self.folder}/{file}: {len(exact)} lines of {metric} under {variant}"
        return exact[0]


@cache
def rows_of(path: Path) -> list[dict[str, str]]:
    """Return the lines of a published table."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _text(row: Mapping[str, str], value: str, metric: str, sign: bool = False) -> str:
    """Return a figure of a table with half its interval."""
    found, se, low, high = (float(row[name]) if row[name] else None for name in (value, "se", "ci_low", "ci_high"))
    return figure_text(Estimate(found, se, low, high, int(row["n"])), METRICS[metric], sign=sign)


QUESTIONS = (
    Question(
        "How often does somebody go out in the standard game?",
        "closings",
        {"closed": "Rounds closed"},
        {
            "balanced": "between players of plain good sense (`balanced`)",
            "greedy": "between beginners who meld all they can (`greedy`)",
            "expert": "between the strongest (`expert`), who keep each other from it,",
        },
        compared=False,
    ),
    Question(
        "Does it matter to draw two cards rather than one?",
        "draw-count",
        {"closed": "Rounds closed", "turns": "Turns"},
        {"draw.count=2": "with two", "draw.count=1": "with one"},
    ),
    Question(
        "One canasta to go out, or two?",
        "canastas-to-close",
        {"closed": "Rounds closed", "turns": "Turns"},
        {"going_out.canastas=2": "with two", "going_out.canastas=1": "with one"},
    ),
    Question(
        "Do face-down cards under the upcard (the surprise) change the game, and does an ace put 11 or 1 there?",
        "surprise",
        {"closed": "Rounds closed", "score": "Score of a side"},
        {"surprise (ace 11)": "with it", "surprise (ace 1)": "with an ace as 1", "no surprise": "without"},
    ),
    Question(
        "15 cards each, or 14 and 15 for the first player, who only discards?",
        "hand-size",
        {"first_advantage": "Advantage of the first side"},
        {
            "14+15, first discards": "with 14+15",
            "14+15, first melds and discards": "where the first may meld too",
            "15 each": "with 15 each",
        },
    ),
    Question(
        "A wild card discarded: does it lock the pile, cost the next player a turn, or freeze the pile?",
        "wild-discard",
        {"closed": "Rounds closed", "score": "Score of a side"},
        {
            "pile.wild_discard=locks": "where it locks",
            "pile.wild_discard=skips_next": "where it skips",
            "pile.wild_discard=freezes": "where it freezes",
        },
    ),
    Question(
        "May a side that has not melded take the pile with a natural pair, or not at all?",
        "pile-before-meld",
        {"opened_turn": "Turn of the initial meld", "closed": "Rounds closed"},
        {"pile.before_initial_meld=natural_pair": "with a pair", "pile.before_initial_meld=never": "if never"},
    ),
    Question(
        "May the pile be taken with one natural and one wild card?",
        "natural-and-wild",
        {"piles_taken": "Piles taken", "closed": "Rounds closed"},
        {"pile.with_natural_and_wild=true": "if so", "pile.with_natural_and_wild=false": "if not"},
    ),
    Question(
        "Is Canasta for two more a matter of luck than for four?",
        "luck-of-two",
        {"won": "Rounds that a beginner (`greedy`) wins from the strongest (`expert`)"},
        {"romanian-house": "with four", "romanian-house-2p": "with two"},
        strategy="greedy",
        compared=False,
    ),
    Question(
        "How long is a game to 5000, and to 10000?",
        "target",
        {"game_rounds": "Rounds a game between `expert` and `balanced`"},
        {
            "game.target=5005 game.winner_must_go_out=true": "to more than 5000",
            "game.target=10005 game.winner_must_go_out=true": "to more than 10000",
            "game.target=5005 game.winner_must_go_out=false": "to more than 5000 where the winner need not close",
        },
        compared=False,
    ),
)
