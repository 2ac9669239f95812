"""``canasta-sim explain``: what is printed, for people and for programs, and the exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.explain.asking import run

ROOT = Path(__file__).parents[2]
FROZEN = """
rules = "classic"
pile = "9 K 2 7"
stock = 40
hands = ["4 4 K K 2 Jk 3b", "?11", "?11", "?11"]
melds = [["K K K 2", "7 7 7 7"], []]
"""


def whole_command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "canasta_sim", "explain", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def lines(text: str) -> dict[str, str]:
    """Return what is printed by heading; lines without one go with the heading before."""
    found: dict[str, str] = {}
    heading = ""
    for line in text.splitlines():
        first = line[:14].strip()
        heading = first or heading
        found[heading] = f"{found[heading]}\n{line[14:]}" if not first else line[14:]
    return found


def test_the_answer_for_people() -> None:
    result = run(FROZEN)
    assert result.exit_code == 0
    assert result.stderr == ""
    said = lines(result.stdout)
    assert "|".join(said) == ("rules|seat|hand|initial meld|pile|draw|take|meld|discard|red three|going out")
    assert said["pile"] == (
        "4 cards, 7 on top; the pile is frozen: a two lies in it (pile.wild_discard: freezes)"
    )
    assert "you need two natural sevens, you hold none" in said["take"]
    assert "4: 4 4 2 or 4 4 Jk" in said["meld"]
    assert said["discard"] == "4 K 2 Jk 3b"
    assert said["draw"] == "yes, 1 card"


def test_the_verdict_for_people() -> None:
    said = run(FROZEN, "--play", "draw; meld K K; meld 4 4 2; discard 3b").stdout
    assert said.startswith("legal ")
    assert "K K K K K 2 | " in said or "| K K K K K 2" in said
    assert "seat 1, to draw or to take the pile" in said
    refused = run(FROZEN, "--play", "take 7").stdout
    assert refused.startswith("not legal  take 7: you hold no seven")


def test_other_rules_for_the_same_position() -> None:
    def frozen(*arguments: str) -> bool:
        return bool(json.loads(run(FROZEN, *arguments, "--json").stdout)["pile"]["frozen"])

    assert frozen()
    assert frozen("--rules", "hoyle")
    assert not frozen("--set", "pile.wild_discard=skips_next")
    assert "draw.cuont" in str(run(FROZEN, "--set", "draw.cuont=2").exception)
    assert json.loads(run(FROZEN, "--rules", "hoyle", "--json").stdout)["rules"] == "hoyle"


def test_documents() -> None:
    answer = json.loads(run(FROZEN, "--json").stdout)
    assert {"draw", "take", "melds", "discards", "going_out", "lay_red_three"} <= set(answer)
    assert all({"legal", "reason", "knob", "value"} <= set(entry) for entry in answer["take"])
    verdict = json.loads(run(FROZEN, "--play", "draw; discard 4", "--json").stdout)
    assert {"legal", "reason", "knob", "value", "position"} <= set(verdict)
    assert verdict["position"]["to_move"] == 1
    assert verdict["turn_over"]


def test_exit_statuses(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(FROZEN, "utf-8")
    answered = whole_command(str(file), "--play", "take 7")  # a move that is not legal is an answer too
    assert (answered.returncode, answered.stderr) == (0, "")
    file.write_text(FROZEN.replace("K K 2 Jk", "K K K K K K 2"), "utf-8")
    refused = whole_command(str(file))
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == f"Error: {file}: ten kings (K) in all, but the deck has eight kings\n"
    missing = whole_command(str(tmp_path / "none.toml"))
    assert missing.returncode == 2
    assert missing.stderr.count("\n") == 1
