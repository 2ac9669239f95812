"""docs/formats.md: tables of keys and columns, in the order and with the types of the code.

What a key or column means stands here; one without a meaning stops the writing, as does a meaning of nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from canasta_sim.batch.experiment import Experiment, VariantEntry
from canasta_sim.batch.manifest import Purpose, new_manifest
from canasta_sim.batch.parquet import _TYPES, END_WORDS, GAMES_COLUMNS, ROUND_COLUMNS_OF_GAMES
from canasta_sim.batch.request import Request, plan_of
from canasta_sim.rules import load_rules, preset_names
from canasta_sim.stats import comparison, standings, summary
from canasta_sim.strategy.describe import all_described
from tests.batch.test_request import fake_variant
from tests.pages.marks import ROOT, filled, table

PAGE = ROOT / "docs/formats.md"

#: Column of the rows -> unit, meaning.
_ROUND = {
    "round": ("number", "the round, unique in a variant, from 0"),
    "deal": ("number", "the deal: rounds of one deal have the same deck (of a game: the round itself)"),
    "variant": ("name", "the variant of the rules, as the manifest names it"),
    "side": ("number", "0 or 1; side 0 has the seats 0 and 2, side 1 the seats 1 and 3"),
    "strategy": ("name", "the strategy of the side; names of partners who differ are joined by `+`"),
    "first": ("number", "the side of the seat that began the round"),
    "score": ("points", "`melded - in_hand + bonus`"),
    "melded": ("points", "value of the cards that the side has on the table, red threes apart"),
    "in_hand": ("points", "value of the cards left in its hands"),
    "bonus": ("points", "`bonus_canastas + bonus_red_threes + bonus_going_out`"),
    "bonus_canastas": ("points", "for its canastas"),
    "bonus_red_threes": ("points", "for its red threes; below zero where they count against it"),
    "bonus_going_out": ("points", "for going out, concealed or not"),
    "natural_canastas": ("number", "canastas without a wild card"),
    "mixed_canastas": ("number", "canastas of naturals and wild cards"),
    "wild_canastas": ("number", "canastas of wild cards alone"),
    "red_threes": ("number", "red threes that the side has laid"),
    "went_out": ("0 or 1", "a player of the side went out"),
    "concealed": ("0 or 1", "... concealed"),
    "opened_turn": ("turn", "player-turn of its initial meld, from 1 and of all seats; 0: never"),
    "piles_taken": ("number", "how often it took the discard pile"),
    "pile_cards": ("cards", "cards of those piles, top card and surprise included"),
    "freezes": ("number", "wild cards that it discarded"),
    "frozen_turns": ("turns", "of its turns, those that began with a pile frozen for everyone or locked"),
    "hand_cards": ("cards", "cards left in its hands"),
    "turns": ("turns", "player-turns of the round, of all seats"),
    "end": ("word", "how the round ended"),
    "turnovers": ("number", "how often the pile was turned over to become the stock"),
    "game": ("number", "the game, from 0"),
    "game_round": ("number", "which round of the game, from 0"),
    "score_before": ("points", "score of the side before the round"),
}
_GAME = {
    "game": ("number", "the game, from 0; games 2g and 2g+1 have the same decks"),
    "variant": _ROUND["variant"],
    "side": _ROUND["side"],
    "strategy": _ROUND["strategy"],
    "rounds": ("number", "rounds that the game had"),
    "score": ("points", "score of the side at its end"),
    "won": ("0 or 1", "whether the side won it"),
    "end": ("word", "how the game ended: at the target, after a fixed number of rounds, or at the cap, unwon"),
}
_SUMMARY = {
    "variant": "the variant of the rules",
    "strategy": "the strategy, or `(all)` for figures of the table and of both sides together",
    "metric": "which figure (see [figures](figures.md#metrics))",
    "estimate": "its value; shares from 0 to 1",
    "se": "its standard error over deals; empty where none can be told",
    "ci_low": "lower end of the 95 % interval",
    "ci_high": "upper end",
    "n": "deals (or pairs of games) that it rests on",
}
_COMPARISON = {
    **_SUMMARY,
    "variant": "the variant that is compared",
    "baseline": "value of the figure under the baseline",
    "estimate": "its value under the variant",
    "difference": "`estimate - baseline`",
    "se": "standard error of the difference",
    "ci_low": "lower end of the difference's 95 % interval",
    "p": "p-value of no difference, two-sided",
    "p_holm": "... corrected for all lines of the table",
    "effect": "the difference in standard deviations of a single round",
    "saved": "variance without common deals divided by that with them; empty where not paired",
    "paired": "whether both were measured on the same deals",
    "n": "deals (of the smaller number, where not paired)",
    "verdict": "more, less, or not shown; with `--smallest`, whether it matters",
}
_INTERVAL = {"_se": "its standard error", "_ci_low": "lower end of its 95 % interval", "_ci_high": "upper end"}
_RATINGS = {
    "strategy": "the strategy; best first",
    "rating": "Elo points, mean of the league 0",
    **{f"rating{key}": words for key, words in _INTERVAL.items()},
    "margin": "points a round (or game) against the field, every opponent counting the same",
    **{f"margin{key}": words for key, words in _INTERVAL.items()},
    "won": "mean share of rounds (or games) won",
    "beats": "opponents that it beats by an interval that does not cover zero, joined by spaces",
    "loses_to": "opponents that beat it",
}
_CROSS = {
    "strategy": "the strategy",
    "opponent": "the other one",
    "level": "`round` or `game`",
    "margin": "points by which the strategy beats the opponent",
    **{f"margin{key}": words for key, words in _INTERVAL.items()},
    "won": "share that it wins",
    **{f"won{key}": words for key, words in _INTERVAL.items()},
    "n": "deals (or pairs of games)",
}
_TEXTS = {"variant", "strategy", "metric", "verdict", "beats", "loses_to", "opponent", "level"}
_EXPERIMENT = {
    "name": "what the experiment is called in reports",
    "question": "the question, in a sentence",
    "rules": "rule set: a name, or a rule file (looked for beside the experiment first)",
    "set": "knobs to change: `{ \"draw.count\" = 2 }`",
    "strategies": "`\"A,B\"` or a list: one for all seats, one per side, one per seat; in a league all that play",
    "rounds": "how many rounds of each variant; texts such as `\"100k\"` too",
    "games": "games in place of rounds",
    "seed": "0 to 2**63 - 1; a fresh one is drawn without it",
    "swap": "play each deal twice, the strategies moved on by one seat",
    "variants": "`[[variants]]`: one table each, see below",
    "vary": "`[vary]`: values by knob, or whole rule sets by `rules`; a variant of each combination",
    "baseline": "name of the variant that the others are compared with",
    "metrics": "metrics of the table, the main one first; `[\"all\"]`: all of them",
    "smallest": "by metric, the smallest difference worth caring about; shares also as `\"2%\"`",
    "until_ci": "by metric, half the width of the interval at which enough has been played",
    "skill": "ask how much is skill and how much luck",
    "sprt": "points either way of a sequential test of two strategies",
    "error_rate": "its chance to name the wrong one",
    "jobs": "workers; -1: one per core",
    "chunk": "rounds played at a time",
    "backend": "`\"threads\"`, `\"processes\"` or `\"dask\"`",
    "scheduler": "address of the Dask scheduler",
    "time_limit": "seconds for a chunk in which .py files of your own play",
    "no_rounds": "keep sums only",
    "out": "results folder",
}
_VARIANT = {
    "name": "what it is called in tables; needed",
    "rules": "its rule set; that of the experiment without it",
    "set": "knobs to change, on top of the experiment's",
    "strategies": "its strategies; those of the experiment without it",
}
_MANIFEST = {
    "format": "version of this format",
    "command": "`run`, `compare` or `league`",
    "command_line": "the command as it was given, with its seed: it gives the same figures again",
    "name": "of the experiment",
    "question": "of the experiment",
    "metrics": "metrics asked for, the main one first",
    "smallest": "by metric, the smallest difference that matters",
    "until_ci": "by metric, the half-width asked for",
    "at_most": "rounds or games that are not exceeded on the way there; 0 without",
    "skill": "whether it is about skill and luck",
    "sprt": "`points` and `error_rate` of a sequential test, or null",
    "rows": "whether rows are kept",
    "asked": "rounds or games asked for, of each variant",
    "limits": "variants that were ended before the others, and after how many deals",
    "stopped": "strategies that had to be stopped in a league, and why",
    "played": "rounds (and games) played so far, of all variants together; null while the first is played",
    "version": "of canasta-sim",
    "mode": "`rounds` or `games`",
    "seed": "the seed",
    "swap": "whether deals are played twice where strategies differ",
    "baseline": "the variant that the others are compared with, or null",
    "variants": "each with `name`, `swap`, `rules` (every knob resolved, with version and hash) and `seats` "
    "(`label`, `name`, `path`, `params`, `source_hash` of each strategy)",
    "start": "when it was started (ISO 8601, UTC)",
    "wall_seconds": "seconds played, interruptions left out",
    "rounds_per_second": "of all workers together",
    "jobs": "workers",
    "backend": "what they were",
    "python": "version of Python",
    "libraries": "versions of NumPy, Numba, llvmlite, pandas, pyarrow and SciPy",
}


def renewed(page: str) -> str:
    """Return docs/formats.md with its tables written anew."""
    parts = {
        "experiment": _keys(Experiment.model_fields, _EXPERIMENT),
        "variants": _keys(VariantEntry.model_fields, _VARIANT),
        "manifest": _described(_a_manifest(), _MANIFEST, "key"),
        "rounds": _columns(ROUND_COLUMNS_OF_GAMES, _ROUND, "rounds"),
        "games": _columns(GAMES_COLUMNS, _GAME, "games"),
        "summary": _csv(summary.COLUMNS, _SUMMARY),
        "comparison": _csv(comparison.COLUMNS, _COMPARISON),
        "ratings": _csv(standings.RATINGS, _RATINGS),
        "cross": _csv(standings.CROSS, _CROSS),
        "versions": _versions(),
    }
    for name, lines in parts.items():
        page = filled(page, name, ["", *lines, ""])
    return page


def _of(meanings: Mapping[str, Any], names: Iterable[str]) -> list[tuple[str, Any]]:
    """Return the meaning of each name, in their order; complain of one too few or too many."""
    names = list(names)
    if set(names) != set(meanings):
        raise LookupError(f"meanings and names differ in {sorted(set(names) ^ set(meanings))}")
    return [(name, meanings[name]) for name in names]


def _keys(fields: Mapping[str, Any], meanings: Mapping[str, str]) -> list[str]:
    return table(("key", "meaning"), [(f"`{name}`", words) for name, words in _of(meanings, fields)])


def _described(document: Mapping[str, Any], meanings: Mapping[str, str], what: str) -> list[str]:
    return table((what, "meaning"), [(f"`{name}`", words) for name, words in _of(meanings, document)])


def _a_manifest() -> dict[str, Any]:
    plan, _ = plan_of(Request(seed=1), fake_variant)
    return json.loads(json.dumps(new_manifest(plan, Purpose())))


def _columns(names: Iterable[str], meanings: Mapping[str, tuple[str, str]], kind: str) -> list[str]:
    words = ", ".join(f"`{word}`" for word in END_WORDS[kind])
    rows = []
    for name, (unit, meaning) in _of(meanings, names):
        rows.append((f"`{name}`", _TYPES.get(name, "text"), unit, meaning + (f": {words}" if name == "end" else "")))
    return table(("column", "type", "unit", "meaning"), rows)


def _csv(names: Iterable[str], meanings: Mapping[str, str]) -> list[str]:
    kinds = {"n": "int64", "paired": "True or False"}
    rows = [
        (f"`{name}`", "text" if name in _TEXTS else kinds.get(name, "float64"), meaning)
        for name, meaning in _of(meanings, names)
    ]
    return table(("column", "type", "meaning"), rows)


def _versions() -> list[str]:
    rows = [("rule set", f"`{name}`", str(rules.version), f"`{rules.hash}`")
            for name in preset_names() for rules in [load_rules(name)]]  # fmt: skip
    rows += [("strategy", f"`{one['name']}`", str(one["version"]), f"`{one['source_hash']}`")
             for one in all_described()]  # fmt: skip
    return table(("", "name", "version", "hash"), rows)
