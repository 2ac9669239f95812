"""What the searches find, held against every plan there is, each judged by the engine."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from canasta_sim.engine.cards import ACE, BLACK_THREE, JOKER, TWO
from canasta_sim.engine.refusals import LEGAL
from canasta_sim.explain import questions
from canasta_sim.explain.cards import cards_of, melds_texts
from canasta_sim.explain.plans import NOTHING, Plan, plan_total
from canasta_sim.explain.position import parse_position
from canasta_sim.explain.search import closing_with_red_threes, meld_opening, taking_opening, taking_plans
from canasta_sim.explain.table import Table
from canasta_sim.rules.knob import as_toml

KNOBS: dict[str, list[Any]] = {
    "melds.wild_ratio": ["none", "not_more", "fewer", "half"],
    "melds.max_wilds": [1, 3, "none"],
    "melds.min_naturals": [1, 2, 3],
    "melds.wild_melds": [True, False],
    "melds.black_threes": ["three_or_four", "four", "never"],
    "going_out.canastas": [0, 1, 2],
    "going_out.discard_required": [True, False],
    "initial_meld.minimum": [[["-inf", 15]], [["-inf", 50]], [["-inf", 90]], [["-inf", "canasta"]]],
    "initial_meld.unmixed_below": ["-inf", 5000],
    "initial_meld.concealed_waives_minimum": [True, False],
}


def drawn(rng: Random, opened: bool, phase: str) -> Table:
    """Return a small random position under random rules."""
    knobs = {knob: rng.choice(values) for knob, values in KNOBS.items()}
    ranks = rng.sample(["5", "9", "K", "A"], 3)
    weights = [5] * 3 + [3, 2, 1]
    hand = rng.choices([*ranks, "2", "Jk", "3b"], weights, k=rng.randint(3, 9))
    hand = [card for card in hand if hand.count(card) <= 4 or card in ranks]
    meld = f"{ranks[0]} " * rng.randint(3, 7) if opened else ""
    settings = ", ".join(f"{as_toml(knob)} = {as_toml(value)}" for knob, value in knobs.items())
    hand = (
        hand
        if hand.count(ranks[0]) < 2 or not opened
        else [card for card in hand if card != ranks[0]] + [ranks[0]]
    )
    text = (
        f'rules = "hoyle"\nset = {{ {settings} }}\nto_move = 0\nphase = "{phase}"\n'
        f'pile = "4 {ranks[1]}"\nhands = ["{" ".join(hand)}", "?9", "?9", "?9"]\n'
        f"melds = [[{as_toml(meld.strip()) if meld else ''}], []]\n"
    )
    return Table(parse_position(text))


def every_plan(hand: int) -> Iterator[Plan]:
    """Go through every way to lay cards of a hand, legal or not."""
    ranks = [rank for rank in range(ACE + 1) if cards_of(hand, rank)]
    places = [*ranks, None]
    twos, jokers = cards_of(hand, TWO), cards_of(hand, JOKER)
    for numbers in product(*(range(cards_of(hand, rank) + 1) for rank in ranks)):
        naturals = sum(number << (4 * rank) for rank, number in zip(ranks, numbers, strict=True))
        for black in range(cards_of(hand, BLACK_THREE) + 1):
            for two_at in _spread(twos, places):
                for joker_at in _spread(jokers, places):
                    wild = (two_at[0] << (4 * TWO)) + (joker_at[0] << (4 * JOKER))
                    yield naturals + (black << (4 * BLACK_THREE)) + wild, two_at[1], joker_at[1]


def _spread(number: int, places: list[int | None]) -> Iterator[tuple[int, int]]:
    """Go through ways to put up to `number` wild cards: how many in the wild meld, the word of the others."""
    for each in product(range(number + 1), repeat=len(places)):
        if sum(each) <= number:
            beside = ((one, rank) for one, rank in zip(each, places, strict=True) if rank is not None)
            yield each[-1], sum(one << (4 * rank) for one, rank in beside)


def told(table: Table, plan: Plan | None) -> str:
    return f"{table.document()} {table.rules.label}: {plan and melds_texts(*plan)}"


@pytest.mark.parametrize("seed", range(40))
def test_openings_are_found_where_there_are_any(seed: int) -> None:
    table = drawn(Random(seed), opened=False, phase="play")
    found = meld_opening(table).plan or getattr(closing_with_red_threes(table), "plan", None)
    legal = [plan for plan in every_plan(table.hand) if plan != NOTHING and table.meld_refusal(plan) == LEGAL]
    if found is None or found == NOTHING:
        assert not legal, told(table, legal[0])
    else:
        assert table.meld_refusal(found) == LEGAL


@pytest.mark.parametrize("seed", range(40, 100))
def test_ways_out_are_found_where_there_are_any(seed: int) -> None:
    table = drawn(Random(seed), opened=seed % 3 > 0, phase="play")
    size = plan_total((table.hand, 0, 0))
    out = [
        plan
        for plan in every_plan(table.hand)
        if plan_total(plan) >= size - 1
        and plan != NOTHING
        and table.meld_refusal(plan) == LEGAL
        and table.ask(questions.CLOSING, plan=plan) == LEGAL
    ]
    found = closing_with_red_threes(table)
    assert (found is not None) == bool(out), told(table, out[0] if out else None)


@pytest.mark.parametrize("seed", range(100, 130))
def test_takings_are_found_where_there_are_any(seed: int) -> None:
    table = drawn(Random(seed), opened=False, phase="draw")
    if cards_of(table.hand, table.top) < 2:
        return
    top = 1 << (4 * table.top)
    found = taking_opening(table).plan or next(taking_plans(table, (3 * top, 0, 0)), None)
    legal = [plan for plan in every_plan(table.hand) if table.plan_refusal(plan) == LEGAL]
    assert (found is not None) == bool(legal), told(table, legal[0] if legal else None)
    if found is not None:
        assert table.plan_refusal(found) == LEGAL
