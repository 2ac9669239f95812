"""``canasta-sim strategies``: list, show, new, check."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from canasta_sim.strategy import checking
from canasta_sim.strategy.loading import built_in_names
from tests.cli.test_main import leave


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert leave("strategies", "list") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == built_in_names()
    assert leave("strategies", "list", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert all(one["docstring"] and one["sentence"].endswith((".", ":")) for one in found), "a docstring each"
    assert all(not one["own"] and one["compiled"] for one in found)


def test_nothing_is_compiled_for_a_list(capsys: pytest.CaptureFixture[str], monkeypatch) -> None:
    from canasta_sim.strategy import generate

    monkeypatch.setattr(generate, "loaded_module", lambda *_: pytest.fail("something was compiled"))
    assert leave("strategies", "list", "--json") == 0
    assert leave("strategies", "show", "random") == 0


def test_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert leave("strategies", "show", "balanced") == 0
    said = capsys.readouterr().out
    assert said.startswith("balanced, version ")
    assert "hold" in said
    assert "cards it keeps in hand" in said
    assert leave("strategies", "show", "balnced") == 2
    assert 'did you mean "balanced"' in capsys.readouterr().err


def test_new_writes_what_loads_and_overwrites_nothing(tmp_path: Path, capsys, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert leave("strategies", "new", "mine.py") == 0
    assert "canasta-sim run --strategies mine.py,balanced" in capsys.readouterr().out
    assert leave("strategies", "show", "mine.py", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["own"], found["compiled"], found["random"], found["memory"]) == (True, True, False, False)
    assert list(found["parameters"]) == ["hold", "gain"]
    (tmp_path / "mine.py").write_text("mine")
    assert leave("strategies", "new", "mine.py") == 2
    assert (tmp_path / "mine.py").read_text() == "mine"
    assert leave("strategies", "new", "mine.txt") == 2
    assert leave("strategies", "new", "2 many.py") == 2
    assert leave("strategies", "new", "none/mine.py") == 2
    assert "cannot be written" in capsys.readouterr().err


def test_check_says_what_is_there_and_what_was_not_asked(tmp_path: Path, capsys) -> None:
    (tmp_path / "broken.py").write_text("x = 1\n\ndef take(:\n")
    assert leave("strategies", "check", str(tmp_path / "broken.py")) == 1
    said = capsys.readouterr()
    assert said.out.startswith("FAILED  does it load: strategy file ")
    assert "line 3 does not load: SyntaxError" in said.out
    assert "1 of 1 questions failed; not asked any more: does it compile" in said.err
    assert leave("strategies", "check", "none.py") == 2
    (tmp_path / "two.py").write_text("def take(rules, view, me):\n    pass\n")
    assert leave("strategies", "check", str(tmp_path / "two.py"), "--json") == 1
    document = json.loads(capsys.readouterr().out)
    assert document["passed"] is False
    assert "has no function meld" in document["answers"][0]["text"]


def test_check_survives_a_file_that_ends_the_process(tmp_path: Path, capsys) -> None:
    (tmp_path / "leaving.py").write_text("import os\nos._exit(3)\n")
    assert leave("strategies", "check", str(tmp_path / "leaving.py")) == 1
    assert "ended its process with status 3 (while it was loaded)" in capsys.readouterr().out


def test_check_survives_a_file_that_never_loads(tmp_path: Path, capsys, monkeypatch) -> None:
    from canasta_sim.strategy import isolation

    monkeypatch.setitem(isolation.PATIENCE, isolation.LOADING, 4.0)
    (tmp_path / "loading.py").write_text("while True:\n    pass\n")
    assert leave("strategies", "check", str(tmp_path / "loading.py")) == 1
    assert "did not answer for 4 s (while it was loaded)" in capsys.readouterr().out


PLAIN = """
from canasta_sim.strategy.toolbox import *
import random

FACTS = Facts(random=False, memory=False)
SEEN = [0]

def take(rules, view, me):
    return take_plan(rules, view) if view.naturals[view.side] == 0 else (DRAW, 0, 0, 0)

def meld(rules, view, me):
    if view.naturals[view.side]:
        return lay_all(rules, view)
    return initial_plan(rules, view, view.hand, max(0, view.hand_size - 2), -1)

def discard(rules, view, me):
    {change}
    return lowest_kind(at_least_one(view.hand))
"""

HIGH = "return highest_kind(at_least_one(view.hand))"
WRONG = [
    ("return 99", "legal", r"plain gave an illegal answer to 'discard' \(seed 1, round 0, turn 1, seat"),
    ("if view.turn == 9: raise KeyError(7)", "legal", r"failed \(seed 1, round 0, turn 9, .*KeyError: 7"),
    ("view.hand = view.hand", None, ""),
    ("view.hand += 1", "legal", "it changes view.hand, which it may only read"),
    (f"if below(me.stream, 2): {HIGH}", "facts", "random=False is not true"),
    (f"me.memory[9] += 1\n    if me.memory[9] % 3 == 1: {HIGH}", "facts", "memory=False is not true"),
    (f"SEEN[0] += 1\n    if SEEN[0] % 7 == 1: {HIGH}", "seed", "no: rounds played in one go"),
    ("while view.turn > 9: pass", "legal",
     r"plain did not answer for \d+ s \(seed 1, round 0, turn 10, seat \d\), rules \w+"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("change", "question", "sentence"), WRONG)
def test_what_is_wrong_with_a_plain_strategy_is_found(
    tmp_path: Path, change: str, question: str | None, sentence: str
) -> None:
    import re

    path = tmp_path / "plain.py"
    path.write_text(PLAIN.replace("{change}", change))
    found = list(checking.check(str(path), 36, limit=5.0))
    failed = [finding for finding in found if not finding.passed]
    assert [finding.question for finding in failed][:1] == ([question] if question else [])
    if question:
        assert re.search(sentence, failed[0].text)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "question", "sentence"),
    [
        ("", None, ""),
        ("    x = view.turn\n    while x > 20:\n        x = (x * 3 + 1) | 33\n", "compile|legal",
         r"did not answer for 5 s \(seed \d, round \d+, turn 21, seat \d\), rules \w+"),
        ("    if me.memory[1000000] == 5:\n        return JOKER\n", "legal|plain", "IndexError|SIGSEGV"),
        ("    view.scores[0] = 5000\n", "plain", "it changes view.scores"),
        ("    x = [view.hand]\n    x.append('a')\n", "compile", r"plays as plain Python: line \d+: Invalid use"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_compiled_strategy_is_found(
    tmp_path: Path, change: str, question: str | None, sentence: str
) -> None:
    import re

    assert leave("strategies", "new", str(tmp_path / "mine.py")) == 0
    path = tmp_path / "mine.py"
    mark = "    held = at_least_one(view.hand) & NATURAL_HIGH"
    path.write_text(path.read_text().replace(mark, change + mark))
    found = list(checking.check(str(path), 360, limit=5.0))
    failed = [finding for finding in found if not finding.passed]
    if question is None:
        assert not failed
        assert [finding.question for finding in found] == list(checking.QUESTIONS)
    else:
        assert re.fullmatch(question, failed[0].question), failed
        assert re.search(sentence, failed[0].text)


def test_the_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert leave("strategies", "--help") == 0
    assert "  canasta-sim strategies check mine.py" in capsys.readouterr().out
