"""Skill and luck in words and tables: how much the cards decide, and how much the strategies."""

from __future__ import annotations

import math
from collections.abc import Sequence

from canasta_sim.errors import CanastaError
from canasta_sim.report.tables import Table, skill_table
from canasta_sim.report.words import figure_text, figure_words, joined, over_units
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.intervals import Estimate
from canasta_sim.stats.metrics import METRICS
from canasta_sim.stats.skill import SkillAndLuck, skill_and_luck, weaker_in_games
from canasta_sim.stats.summary import figure
from canasta_sim.stats.sums import ALL

_MOST_SAID = 3


def skill_tables(aggregate: Aggregate) -> list[Table]:
    """Return what is known of skill and luck: of rounds, or of games where games were played."""
    return [table for table in (skill_table(aggregate), games_table(aggregate)) if table.rows]


def games_table(aggregate: Aggregate) -> Table:
    """Return how often the weaker of two strategies wins a game, for each variant of games."""
    head = ["Variant", "Stronger", "Weaker", "Weaker wins, %", "No winner, %", "Rounds", "Lead changes"]
    caption = (
        "± half the 95 % interval of the mean over pairs of games with the seats changed. Stronger: who wins "
        "more of the games."
    )
    table = Table("Skill and luck in games", caption, head, texts=3)
    for variant in aggregate.variants.values():
        found = weaker_in_games(variant)
        if found is None:
            continue
        weaker, wins = found
        stronger = next(label for label in variant.labels if label != weaker)
        cells = [figure_text(wins, METRICS["game_won"])]
        for name in ("no_winner", "game_rounds", "lead_changes"):
            cells.append(figure_text(figure(aggregate, variant.name, ALL, name), METRICS[name]))
        table.rows.append([variant.name, stronger, weaker, *cells])
    return table


def skill_answer(aggregate: Aggregate) -> str:
    """Return how much is skill and how much luck, in a sentence or two."""
    rounds = _of_rounds(aggregate)
    if rounds:
        return _about_rounds(aggregate, rounds)
    games = {
        variant.name: found
        for variant in aggregate.variants.values()
        if (found := weaker_in_games(variant)) is not None
    }
    if not games:
        return "Nothing can be said of skill and luck: no two strategies have played each other."
    units = over_units(next(iter(aggregate.variants.values())))
    named = [(name, wins) for name, (_, wins) in games.items()]
    return f"Of the games, the weaker strategy wins {_range(named)} (over {units})."


def _of_rounds(aggregate: Aggregate) -> list[SkillAndLuck]:
    found = []
    for variant in aggregate.variants.values():
        try:
            found.append(skill_and_luck(variant))
        except CanastaError:  # games, or one strategy alone
            continue
    return found


def _about_rounds(aggregate: Aggregate, found: Sequence[SkillAndLuck]) -> str:
    units = over_units(aggregate.variants[found[0].variant])
    wins = _range([(one.variant, one.weaker_wins) for one in found])
    deal = _range([(one.variant, one.deal) for one in found])
    strategies = _range([(one.variant, one.strategies) for one in found])
    text = (
        f"Of the rounds, the weaker strategy wins {wins} (over {units}). The deal explains {deal} of the "
        f"variance of a round's margin, the strategies {strategies}"
    )
    slowest = max(found, key=lambda one: one.rounds_to_lead.value or 0.0)
    if len(found) > 1 and slowest.rounds_to_lead.value is not None:
        where = f", under {slowest.variant}, where it takes longest,"
    else:
        where = ""
    if slowest.rounds_to_lead.value is None:
        return f"{text}; {slowest.rounds_to_lead.note}."
    number = math.ceil(slowest.rounds_to_lead.value)
    return f"{text}; the stronger{where} leads after {number:,} rounds with 95 % probability."


def _range(named: Sequence[tuple[str, Estimate]]) -> str:
    """Return shares of one variant, of a few, or from the lowest to the highest of many."""
    known = [(name, one) for name, one in named if one.value is not None]
    if not known:
        return "a share that cannot be told yet"
    share = METRICS["won"]
    if len(named) == 1:
        return figure_words(known[0][1], share)
    if len(known) <= _MOST_SAID:
        return joined([f"{figure_words(one, share)} under {name}" for name, one in known])
    known.sort(key=lambda pair: pair[1].value or 0.0)
    (least, low), (most, high) = known[0], known[-1]
    return f"from {figure_words(low, share)} ({least}) to {figure_words(high, share)} ({most})"
