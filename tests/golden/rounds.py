"""The rounds that are kept."""

from __future__ import annotations

from pathlib import Path

from canasta_sim.report.trace_text import round_lines
from canasta_sim.rules import load_rules
from tests.company import seated

FOLDER = Path(__file__).parent
SEED = 7
STRATEGIES = "greedy,random"


def path_of(preset: str) -> Path:
    """Return the file that keeps a preset's round."""
    return FOLDER / f"{preset}.txt"


def first_whole_round(preset: str) -> int:
    """Return the first round of the seed in which a pile is taken and a player goes out."""
    lineup = seated(load_rules(preset), STRATEGIES)
    number = 0
    while True:
        events = [event["event"] for event in lineup.trace_round(SEED, number, False)]
        if {"take_pile", "go_out"} <= set(events):
            return number
        number += 1


def text(preset: str) -> str:
    """Play the round of a preset; return it as text."""
    number = first_whole_round(preset)
    lineup = seated(load_rules(preset), STRATEGIES)
    events = lineup.trace_round(SEED, number, False)
    title = f"{preset}, {STRATEGIES}, seed {SEED}, round {number}"
    return "\n".join(round_lines(events, title, lineup.labels)) + "\n"
