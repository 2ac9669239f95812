"""The lineups of a company share one compiled table."""

from __future__ import annotations

import pickle

import numpy as np

from canasta_sim.batch.league import league_plan
from canasta_sim.batch.request import Request
from canasta_sim.rules import load_rules
from canasta_sim.strategy import Company, Lineup, parse_strategies, parse_strategy
from tests.company import company, seated


def test_lineups_of_a_company_share_a_table_and_play_as_ever() -> None:
    together = company()
    rules = load_rules("hoyle")
    lineups = [
        Lineup(rules, parse_strategies(names, 4), company=together) for names in ("greedy,random", "balanced")
    ]
    notes: list[str] = []
    for lineup in lineups:
        lineup.prepare(notes.append)
    assert len(notes) <= 1
    assert lineups[0]._table.play_rounds is lineups[1]._table.play_rounds
    rows = lineups[0].play_rounds(3, 0, 6, True)
    assert np.array_equal(rows, seated(rules, "greedy,random").play_rounds(3, 0, 6, True))


def test_a_league_is_one_company_also_in_another_process() -> None:
    plan, _ = league_plan(Request(command="league", strategies="greedy,random,balanced", seed=1))
    arrived = pickle.loads(pickle.dumps(plan))
    for one in (plan, arrived):
        companies = {id(variant.lineup.company): variant.lineup.company for variant in one.variants}
        (shared,) = companies.values()
        assert {spec.name for spec in shared.specs} == {"greedy", "random", "balanced"}


def test_what_numba_refuses_is_plain_for_all_of_the_company() -> None:
    specs = [parse_strategy(name) for name in ("greedy", "random")]
    together = Company(specs)
    together.refused[specs[1].source] = "because"
    one = Lineup(load_rules("hoyle"), [specs[0], specs[1]] * 2, company=together)
    one.seats = together.as_playing(one.seats)
    assert not one.compiled
    assert [spec.compiled for spec in one.seats] == [True, False, True, False]
    assert Lineup(load_rules("hoyle"), [specs[0]] * 4, company=together).compiled
