"""Files of users are compiled alone and attached: the same rounds, and no place outside of an array."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from numba import from_dtype
from numba.core.errors import UnsupportedError

from canasta_sim.engine.checked import checked
from canasta_sim.engine.compiling import compiled
from canasta_sim.engine.encoding import RULES
from canasta_sim.engine.records import PLAYER, VIEW
from canasta_sim.rules import load_rules
from canasta_sim.strategy import Company, Lineup, StrategyFault, parse_strategies, parse_strategy
from canasta_sim.strategy.attached import _digest_of_imports
from canasta_sim.strategy.generate import CONTENTS, _digest, _table_key, engine_digest, folder_name, kept_table
from canasta_sim.strategy.isolation import locate
from canasta_sim.strategy.loading import built_in_names, find_source, load_module
from canasta_sim.strategy.tables import plain_table
from tests.company import PRESETS, company, seated

SINNER = (Path(__file__).parent / "sinner.txt").read_text(encoding="utf-8")


def copied(folder: Path, name: str) -> str:
    """Copy a built-in strategy to a file of a user's own; return its path."""
    path = folder / f"my_{name}.py"
    path.write_text(find_source(name).text + "\n# a copy\n", encoding="utf-8")
    return str(path)


def same_rounds(folder: Path, name: str, rules: str, rounds: int, settings: str = "") -> None:
    loaded = load_rules(rules)
    own = parse_strategies(f"{copied(folder, name)}{settings},random", loaded["table.players"])
    assert [seat.own for seat in own[:2]] == [True, False]
    lineup = Lineup(loaded, own, company=Company([*company().specs, own[0]]))
    with_it = seated(loaded, f"{name}{settings},random")
    assert np.array_equal(lineup.play_rounds(5, 0, rounds, True), with_it.play_rounds(5, 0, rounds, True))
    assert lineup.compiled
    for got, wanted in zip(lineup.play_games(5, 0, 2, True), with_it.play_games(5, 0, 2, True), strict=True):
        assert np.array_equal(got, wanted)


@pytest.mark.parametrize(("name", "settings"), [("expert", ":score=0"), ("random", "")])
def test_an_attached_strategy_plays_as_one_compiled_with_the_engine(tmp_path: Path, name: str, settings: str) -> None:
    """With parameters, watching, red threes that may be kept, random numbers of its own."""
    same_rounds(tmp_path, name, "romanian-house", 200, settings)


@pytest.mark.slow
@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("name", built_in_names())
def test_every_strategy_plays_the_same_attached(tmp_path: Path, name: str, rules: str) -> None:
    same_rounds(tmp_path, name, rules, 1000)


def test_compiled_and_plain_strategies_at_one_table_play_the_same(tmp_path: Path) -> None:
    rules = load_rules("hoyle")
    plain = tmp_path / "plain.py"
    plain.write_text(find_source("greedy").text.replace("@compiled", "") + "\n", encoding="utf-8")
    seats = parse_strategies(f"defender,{plain}", 4)
    assert [seat.compiled for seat in seats[:2]] == [True, False]
    rows = Lineup(rules, seats).play_rounds(5, 0, 3, True)
    assert np.array_equal(rows, seated(rules, "defender,greedy").play_rounds(5, 0, 3, True))


@pytest.fixture
def sinner(tmp_path: Path) -> str:
    """Return the path of a strategy that does wrong as its parameter says."""
    path = tmp_path / "sinner.py"
    path.write_text(SINNER, encoding="utf-8")
    return str(path)


def lineup_of(sinner: str, sin: int) -> Lineup:
    """Seat the sinner beside a built-in strategy."""
    seats = parse_strategies(f"greedy,{sinner}:sin={sin}", 4)
    return Lineup(load_rules("hoyle"), seats, company=Company([*company().specs, seats[1]]))


OUTSIDE = r"IndexError: index is out of bounds$"


@pytest.mark.parametrize(
    ("sin", "words"),
    [
        (1, OUTSIDE),
        (2, OUTSIDE),
        (3, OUTSIDE),
        (4, OUTSIDE),
        (5, OUTSIDE),
        (6, r"\): line 38: ValueError: no idea$"),
        (7, OUTSIDE),
        (8, OUTSIDE),
        (9, OUTSIDE),
        (10, OUTSIDE),
        (11, OUTSIDE),
        (12, "ZeroDivisionError"),
        (13, "ZeroDivisionError: division by zero$"),
    ],
)
def test_what_a_compiled_file_raises_is_told_with_its_place(sinner: str, sin: int, words: str) -> None:
    """Reading and writing behind an array or before it, in a slice, in the toolbox, while watching; zero as divisor."""
    lineup = lineup_of(sinner, sin)
    with pytest.raises(StrategyFault, match=words) as fault:
        lineup.play_rounds(3, 5, 20, True)
    assert fault.value.strategies == (f"sinner:sin={sin}",)
    # In round 5 the seats have moved on by one; turn 9 or 10 is the first one of the sinner from turn 9 on.
    place = "seed 3, round 5, turn "
    assert place in str(fault.value)
    turn = int(str(fault.value).partition(place)[2].partition(",")[0])
    assert (9 <= turn <= 10) or sin == 9
    assert str(fault.value).partition("seat ")[2][0] in "02"
    assert lineup.compiled
    with pytest.raises(StrategyFault, match=r"seed 3, game 4, turn .*" + words):
        lineup.play_games(3, 4, 2, False)
    lineup.play_rounds(3, 0, 0, False)  # what was raised once is not raised again


def test_a_place_counted_from_the_end_is_one_of_the_array(sinner: str) -> None:
    """As in NumPy, compiled and plain: the sinner that sins not uses memory[-1]."""
    rules = load_rules("hoyle")
    rows = lineup_of(sinner, 0).play_rounds(3, 0, 4, True)
    plain = Lineup(rules, parse_strategies(f"greedy,{sinner}", 4), plain=True)
    assert np.array_equal(rows, plain.play_rounds(3, 0, 4, True))


def test_plain_python_tells_the_line_of_everything_it_raises(sinner: str) -> None:
    lineup = Lineup(load_rules("hoyle"), parse_strategies(f"greedy,{sinner}:sin=12", 4), plain=True)
    line = 1 + [text.strip() for text in SINNER.splitlines()].index("return far // (far - MORE - view.turn)")
    with pytest.raises(StrategyFault, match=rf"turn \d+, seat \d\): line {line}: FloatingPointError: divide by zero"):
        lineup.play_rounds(3, 5, 20, True)


@pytest.mark.slow
def test_a_compiled_file_that_never_answers_is_ended(sinner: str) -> None:
    fault = locate(lineup_of(sinner, 20), "rounds", 3, 5, 2, True, 1.0)
    assert fault is not None
    assert fault.strategies == ("sinner:sin=20",)
    assert "did not answer for 1 s (seed 3, round 5, turn 9, seat 0)" in str(fault) or "turn 10" in str(fault)


def changes_hand(rules, view, me):
    view.hand -= 1
    return 0


def changes_melds(rules, view, me):
    melds = view.naturals
    melds[view.side] += 1
    return 0


def changes_slice(rules, view, me):
    view.hand_sizes[1:][0] = 0
    return 0


def changes_rules(rules, view, me):
    rules.draw_count = 5
    return 0


def changes_parameters(rules, view, me):
    me.parameters[0] = 5
    return 0


def changes_its_own(rules, view, me):
    me.memory[3] += 1
    me.memory[:] = 7
    me.stream[0] = 1
    local = np.zeros(2)
    local[0] = 1
    return 0


TYPES = (from_dtype(RULES), from_dtype(VIEW), from_dtype(PLAYER))


@pytest.mark.parametrize(
    ("function", "field"),
    [
        (changes_hand, "view.hand"),
        (changes_melds, "view.naturals"),
        (changes_slice, "view.hand_sizes"),
        (changes_rules, "rules.draw_count"),
        (changes_parameters, "me.parameters"),
    ],
)
def test_a_compiled_file_may_not_write_to_what_it_only_reads(function, field: str) -> None:
    with pytest.raises(UnsupportedError, match=f"it changes {field}, which it may only read"):
        checked(compiled(function)).compile(TYPES)
    checked(compiled(changes_its_own)).compile(TYPES)


def test_a_file_that_changes_its_view_is_stopped_where_it_does(tmp_path: Path) -> None:
    """Numba refuses it, with the line; as plain Python it is stopped in the turn in which it does so."""
    path = tmp_path / "writer.py"
    path.write_text(SINNER.replace("    hand = view.hand\n", "    hand = view.hand\n    view.hand_size -= 1\n"))
    lineup = Lineup(load_rules("hoyle"), parse_strategies(str(path), 4))
    notes: list[str] = []
    lineup.prepare(notes.append)
    line = path.read_text().splitlines().index("    view.hand_size -= 1") + 1
    said = f"writer cannot be compiled and plays as plain Python, slower: line {line}: it changes view.hand_size, "
    assert notes[-1] == said + "which it may only read"
    words = r"^strategy writer failed \(seed 3, round 7, turn 1, seat 3\): ReadOnly: it changes view.hand_size"
    with pytest.raises(StrategyFault, match=words):
        lineup.play_rounds(3, 7, 2, False)


def test_the_smallest_table_on_disk_that_has_the_others_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CANASTA_SIM_CACHE", str(tmp_path))
    engine = engine_digest()

    def keep(*names: str) -> Path:
        sources = [find_source(name) for name in names]
        folder = tmp_path / folder_name("table", engine, _digest("table", engine, _table_key(sources)))
        (folder / "__pycache__").mkdir(parents=True)
        (folder / "__pycache__" / "table.1.nbc").write_bytes(b"")
        (folder / CONTENTS).write_text(", ".join(names) + "\n", encoding="utf-8")
        return folder

    keep("balanced", "greedy", "random")
    smaller = keep("balanced", "greedy")
    found = kept_table([find_source("greedy")])
    assert found is not None
    assert [source.name for source in found] == ["balanced", "greedy"]
    assert kept_table([find_source("expert")]) is None
    (smaller / CONTENTS).write_text("balanced, random\n", encoding="utf-8")  # not what its name was made of
    assert kept_table([find_source("random"), find_source("greedy")]) is not None
    assert kept_table([]) == [find_source(name) for name in ("balanced", "greedy", "random")]


def test_what_a_file_imports_is_part_of_what_it_is_kept_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba's cache does not see edits in other files."""
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "deeper_helper.py").write_text("MORE = 64\n", encoding="utf-8")
    (tmp_path / "sinner_helper.py").write_text("from deeper_helper import *\nimport deeper_helper\n", encoding="utf-8")
    path = tmp_path / "importer.py"
    path.write_text(SINNER + "\nimport sinner_helper\n", encoding="utf-8")
    module = load_module(find_source(str(path)))
    before = _digest_of_imports(module)
    (tmp_path / "deeper_helper.py").write_text("MORE = 65\n", encoding="utf-8")
    assert _digest_of_imports(module) != before
    for name in ("deeper_helper", "sinner_helper"):
        del sys.modules[name]
    assert _digest_of_imports(load_module(find_source("greedy"))) == _digest_of_imports(np)


def test_a_mixed_table_asks_compiled_files_alone(tmp_path: Path) -> None:
    """An edited file at a table with plain ones does not compile the steps of the engine again."""
    own = parse_strategy(copied(tmp_path, "greedy"))
    notes: list[str] = []
    table = plain_table([own] * 4, notes.append)
    assert {type(player).__name__ for player in table.players([own] * 4)} == {"CompiledPlayer"}
    assert not [note for note in notes if "my_greedy" in note and "engine" in note]
