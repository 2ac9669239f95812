"""Random rule sets: every knob drawn from its values, contradictions of RULES.md section 4 left out."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.referee.knobs import CHOICES, NUMBERS, SWITCHES, contradiction

_FIVES = (0, 5, 50, 100, 200, 300, 500, 1000, 2000, 3000)
_HIGH_SCORES = ("red_threes.value", "red_threes.all_four")


def random_rule_set(rng: Random) -> dict[str, Any]:
    """Draw a rule set.

    Parameters
    ----------
    rng : random.Random
        Source of all randomness; the same state gives the same rule set.

    Returns
    -------
    dict
        Knob name to value, every knob named. Scores that never matter are ``float("-inf")``,
        lists are lists.
    """
    while True:
        rules = _draw(rng)
        if contradiction(rules) is None:
            return rules


def _draw(rng: Random) -> dict[str, Any]:
    rules: dict[str, Any] = {knob: rng.choice(values) for knob, values in CHOICES.items()}
    rules |= {knob: rng.random() < 0.5 for knob in SWITCHES}
    for knob in NUMBERS:
        if knob.startswith("score.") or knob in _HIGH_SCORES or knob.endswith("bonus"):
            rules[knob] = rng.choice(_FIVES)
    rules["pile.always_frozen"] = rng.random() < 0.2  # else it hides all other ways to take the pile
    players = rng.choice((2, 4))
    rules |= {
        "table.players": players,
        "deck.jokers": rng.choice((4, 4, 6, rng.randint(0, 8))),
        "deal.hand_size": _hand_size(rng, players),
        "deal.first_player_extra": rng.choice((0, 0, 1, rng.randint(0, 3))),
        "deal.upcard_rejects": [kind for kind in ("wild", "3r", "3b") if rng.random() < 0.6],
        "deal.surprise_ace": rng.choice((1, 11)),
        "draw.count": rng.choice((1, 1, 2, 2, rng.randint(1, 5))),
        "pile.min_cards": rng.choice((1, 1, 2, 3, 5)),
        "melds.min_naturals": rng.choice((1, 2, 2, rng.randint(1, 7))),
        "melds.max_wilds": rng.choice(("none", 3, rng.randint(0, 12))),
        "initial_meld.minimum": _minimum(rng),
        "initial_meld.unmixed_below": rng.choice((float("-inf"), 0, 1500, 5000)),
        "going_out.canastas": rng.choice((0, 1, 1, 1, 2, 2, 3)),
        "stock.max_turnovers": rng.choice((0, 1, 3, 5)),
        "score.five_points_up_to": rng.randint(4, 10),
        "game.target": rng.choice((500, 5000, 10005)),
        "game.rounds": rng.randint(1, 10),
        "game.max_rounds": rng.randint(10, 200),
    }
    rules["going_out.natural_canastas"] = rng.choice((0, 0, rng.randint(0, rules["going_out.canastas"])))
    return rules


def _hand_size(rng: Random, players: int) -> int:
    """Mostly what people play; sometimes so few that hands of one occur, or as many as leave 15 cards."""
    usual = rng.choice((11, 13, 14, 15))
    most = min(30, 96 // players)
    return rng.choice((usual, usual, rng.randint(5, 8), rng.randint(16, most)))


def _minimum(rng: Random) -> list[list[Any]]:
    starts = sorted(rng.sample((-500, 0, 500, 1500, 3000, 5005), rng.randint(0, 4)))
    points = [rng.choice((0, 15, 50, 50, 90, 120, 160, "canasta")) for _ in range(len(starts) + 1)]
    return [[start, needed] for start, needed in zip([float("-inf"), *starts], points, strict=True)]
