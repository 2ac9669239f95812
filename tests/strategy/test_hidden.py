"""A strategy that tries to see more than a player sees."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from canasta_sim.engine.records import HIDDEN, PLAYER, VIEW
from canasta_sim.errors import RunFailed
from canasta_sim.rules import load_rules
from canasta_sim.strategy import Lineup, parse_strategies
from tests.strategy import spy

SPYING = '''
"""Shows everything it is given to the test."""
from canasta_sim.strategy.toolbox import *
from tests.strategy import spy

FACTS = Facts(random=False, memory=True)

def take(rules, view, me):
    spy.look(rules, view, me)
    return take_plan(rules, view) if view.naturals[view.side] == 0 else (DRAW, 0, 0, 0)

def meld(rules, view, me):
    spy.look(rules, view, me)
    return lay_all(rules, view) if view.naturals[view.side] else initial_plan(
        rules, view, int(view.hand), max(0, view.hand_size - 2), -1
    )

def discard(rules, view, me):
    spy.look(rules, view, me)
    me.memory[view.seat] = 4711 + view.seat
    return lowest_kind(at_least_one(int(view.hand)))

def watch(rules, me, seat, actor, event, cards):
    spy.look(rules, None, me)
'''


class Watched(Lineup):
    """A lineup whose hidden record the test can see."""

    hidden: Any = None

    def _fresh(self) -> tuple[Any, Any]:
        view, self.hidden = super()._fresh()
        return view, self.hidden


def numbers_within(given: Any) -> set[int]:
    """Return every number that can be reached from an object: fields, and the memory that it is a part of."""
    found: set[int] = set()
    seen: list[Any] = [given]
    while seen:
        one = seen.pop()
        if one is None:
            continue
        if hasattr(one, "tobytes"):
            raw = np.frombuffer(one.tobytes().ljust(-(-len(one.tobytes()) // 8) * 8, b"\0"), np.int64)
            found.update(int(number) for number in raw)
        seen.append(getattr(one, "base", None))
    return found


@pytest.mark.parametrize("rules", ["romanian-house", "classic"])
def test_nothing_that_a_plain_strategy_is_given_leads_to_hidden_cards(tmp_path: Path, rules: str) -> None:
    (tmp_path / "spying.py").write_text(SPYING)
    loaded = load_rules(rules)
    lineup = Watched(loaded, parse_strategies(f"{tmp_path}/spying.py,{tmp_path}/spying.py", 4), plain=True)
    looks = 0

    def look(rules: Any, view: Any, me: Any) -> None:
        nonlocal looks
        looks += 1
        reached = numbers_within(rules) | numbers_within(view) | numbers_within(me)
        hidden = lineup.hidden
        others = [seat for seat in range(4) if view is not None and seat != view.seat]
        # Words of several cards; those of one or two may be numbers of something else.
        words = {int(hidden.hands[seat]) for seat in others if bin(int(hidden.hands[seat])).count("1") > 2}
        assert not words & reached
        order = np.frombuffer(hidden.stock.tobytes(), np.int64)[:4]
        assert not {int(word) for word in order} & reached
        if view is not None:
            assert not {4711 + seat for seat in others} & numbers_within(me), "the memory of another seat"

    spy.look = look
    lineup.play_rounds(3, 0, 4, True)
    assert looks > 100


@pytest.mark.parametrize("name", sorted(set(HIDDEN.names) - set(VIEW.names) - set(PLAYER.names)))
def test_hidden_fields_have_other_names(tmp_path: Path, name: str) -> None:
    assert name not in VIEW.names
    assert name not in PLAYER.names


def test_asking_for_hidden_cards_is_an_exception(tmp_path: Path) -> None:
    for number, (given, field) in enumerate((("view", "hands"), ("me", "stock"), ("rules", "pile_order"))):
        path = tmp_path / f"peeking{number}.py"
        path.write_text(SPYING.replace("    spy.look(rules, view, me)\n", f"    {given}.{field}\n"))
        lineup = Lineup(load_rules("hoyle"), parse_strategies(f"{path}", 4), plain=True)
        with pytest.raises(
            RunFailed, match=rf"seed 3, round 0, turn \d+, seat \d\): line \d+: AttributeError.*{field}"
        ):
            lineup.play_rounds(3, 0, 1, True)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ("view.hand = 0", "view.hand"),
        ("view.twos[1] += 5", "view.twos"),
        ("rules.draw_count = 9", "rules.draw_count"),
        ("me.parameters[3] = 1.5", "me.parameters"),
        ("me.who = 2", "me.who"),
    ],
)
def test_what_may_only_be_read_cannot_be_changed(tmp_path: Path, change: str, what: str) -> None:
    path = tmp_path / "changing.py"
    path.write_text(SPYING.replace("    spy.look(rules, view, me)\n", f"    {change}\n"))
    lineup = Lineup(load_rules("hoyle"), parse_strategies(f"{path},greedy", 4), plain=True)
    with pytest.raises(
        RunFailed, match=rf"strategy changing failed .*it changes {what}, which it may only read"
    ):
        lineup.play_rounds(3, 0, 2, True)


def test_memory_lasts_for_a_round_in_plain_python(tmp_path: Path) -> None:
    (tmp_path / "spying.py").write_text(SPYING)
    kept = []

    def look(rules: Any, view: Any, me: Any) -> None:
        if view is not None and view.turn > 8:
            kept.append(int(me.memory[view.seat]) == 4711 + view.seat)

    spy.look = look
    lineup = Lineup(load_rules("hoyle"), parse_strategies(f"{tmp_path}/spying.py", 4), plain=True)
    lineup.play_rounds(3, 0, 1, True)
    assert kept
    assert all(kept)
