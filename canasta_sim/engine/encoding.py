"""A rule set as the record of whole numbers that compiled code reads.

Every knob is one int64 field, its name with ``.`` written ``_``; yes/no are 1/0, a word is its place in the
order of RULES.md section 4. Fields derived from several knobs follow at the end. All stay live at run time:
no rule set is ever compiled in.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from canasta_sim.engine.cards import BLACK_THREE, JOKER, RED_THREE, TWO
from canasta_sim.engine.records import DECK_ROOM, new_record
from canasta_sim.errors import RulesError
from canasta_sim.rules import RuleSet
from canasta_sim.rules.knobs import KNOBS

(FIRST_NORMAL, FIRST_NO_DRAW, FIRST_DISCARD_ONLY) = range(3)
(SHUFFLED_BACK, UNDER) = range(2)
(LAY_AT_ONCE, LAY_OPTIONAL) = range(2)
(WITHOUT_MELD_NEGATIVE, WITHOUT_MELD_ZERO, WITHOUT_MELD_POSITIVE) = range(3)
(POSITIVE_NEEDS_MELD, POSITIVE_NEEDS_CANASTA) = range(2)
(LAST_STOCK_CARD_ENDS, LAST_STOCK_CARD_PLAYS_ON) = range(2)
(RED_BLOCKS_LAP, RED_BLOCKS_NEXT) = range(2)
(BEFORE_INITIAL_NEVER, BEFORE_INITIAL_NATURAL_PAIR) = range(2)
(BLACK_BLOCKS_NEXT, BLACK_BLOCKS_LAP, BLACK_FREEZES) = range(3)
(WILD_FREEZES, WILD_LOCKS, WILD_SKIPS_NEXT) = range(3)
(RATIO_NONE, RATIO_NOT_MORE, RATIO_FEWER, RATIO_HALF) = range(4)
(BLACK_MELD_THREE_OR_FOUR, BLACK_MELD_FOUR, BLACK_MELD_NEVER) = range(3)
(EMPTY_END, EMPTY_PLAY_ON, EMPTY_TURN_OVER) = range(3)
(MODE_TARGET, MODE_ROUNDS) = range(2)
REJECT_BITS = {"wild": 1, "3r": 2, "3b": 4}

BELOW_EVERYTHING = -(1 << 62)
CANASTA_MINIMUM = 1 << 40
NO_LIMIT = 99
MINIMUM_STEPS = 32
_NOT_PLAIN = ("deal.upcard_rejects", "initial_meld.minimum")

RULES = np.dtype(
    [(name.replace(".", "_"), "i8") for name in KNOBS if name not in _NOT_PLAIN]
    + [
        ("deal_upcard_rejects", "i8"),  # sum of REJECT_BITS
        ("minimum_steps", "i8"),
        ("minimum_from", "i8", (MINIMUM_STEPS,)),
        ("minimum_points", "i8", (MINIMUM_STEPS,)),
        ("five_fields", "i8"),  # the fields of the naturals that count five
        ("ten_fields", "i8"),
        ("deck_size", "i8"),
        ("deck_cards", "i8"),  # the whole deck, packed
        ("deck", "u1", (DECK_ROOM,)),  # the deck in order
        ("most_wilds", "i8", (16,)),  # by naturals: how many wild cards their meld may hold
        ("special_discards", "i8"),  # bit k: discarding a card of kind k does more than put it on the pile
        ("small_melds", "i8"),  # 1: no meld can grow beyond fifteen cards
        ("most_rounds", "i8"),  # rounds of a game at the most
    ]
)


def encode(rules: RuleSet) -> Any:
    """Return ``rules`` as one RULES record.

    Raises
    ------
    RulesError
        Where ``initial_meld.minimum`` has more steps than the record holds.
    """
    record = new_record(RULES)
    for name, value in rules.knobs.items():
        if name not in _NOT_PLAIN:
            record[name.replace(".", "_")] = _whole_number(name, value)
    record["deal_upcard_rejects"] = sum(REJECT_BITS[kind] for kind in rules["deal.upcard_rejects"])
    _encode_minimum(record, rules["initial_meld.minimum"])
    _encode_deck(record, rules.knobs)
    record["most_wilds"] = [_most_wilds(record, naturals) for naturals in range(16)]
    record["special_discards"] = sum(1 << kind for kind in _special_discards(rules.knobs))
    return record


def _whole_number(name: str, value: Any) -> int:
    """Return the code of a knob's value."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, str):
        return NO_LIMIT if name == "melds.max_wilds" else list(KNOBS[name].choices).index(value)
    if isinstance(value, float) and math.isinf(value):
        return BELOW_EVERYTHING if value < 0 else -BELOW_EVERYTHING
    return int(value)


def _encode_minimum(record: Any, steps: Any) -> None:
    """Fill the two arrays of ``initial_meld.minimum``."""
    if len(steps) > MINIMUM_STEPS:
        raise RulesError(f"initial_meld.minimum has {len(steps)} steps; {MINIMUM_STEPS} at most are possible")
    record["minimum_steps"] = len(steps)
    for place, (start, amount) in enumerate(steps):
        record["minimum_from"][place] = _whole_number("initial_meld.minimum", start)
        record["minimum_points"][place] = CANASTA_MINIMUM if amount == "canasta" else int(amount)


def _most_wilds(record: Any, naturals: int) -> int:
    """Return how many wild cards a meld of ``naturals`` naturals may hold in all."""
    if naturals < record["melds_min_naturals"]:
        return 0
    limit = int(record["melds_max_wilds"])
    ratio = record["melds_wild_ratio"]
    if ratio == RATIO_NOT_MORE:
        limit = min(limit, naturals)
    elif ratio == RATIO_FEWER:
        limit = min(limit, naturals - 1)
    elif ratio == RATIO_HALF:
        limit = min(limit, naturals >> 1)
    return limit


def _special_discards(knobs: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the kinds that do something more when they are discarded: wild cards, and threes by their knobs."""
    black = () if knobs["pile.black_three"] == "blocks_next" else (BLACK_THREE,)
    red = () if knobs["red_threes.discard_blocks"] == "next" else (RED_THREE,)
    return (TWO, JOKER, *black, *red)


def _encode_deck(record: Any, knobs: Mapping[str, Any]) -> None:
    """Fill the fields that describe the cards and what follows from several knobs."""
    fives = knobs["score.five_points_up_to"] - 3
    record["five_fields"] = sum(15 << (4 * kind) for kind in range(fives))
    record["ten_fields"] = sum(15 << (4 * kind) for kind in range(fives, 10))
    numbers = [8] * 11 + [0] * 4
    numbers[TWO], numbers[JOKER], numbers[BLACK_THREE], numbers[RED_THREE] = 8, knobs["deck.jokers"], 4, 4
    deck = [kind for kind, number in enumerate(numbers) for _ in range(number)]
    record["deck_size"] = len(deck)
    record["deck_cards"] = sum(number << (4 * kind) for kind, number in enumerate(numbers))
    record["deck"][: len(deck)] = deck
    most_wilds = {"none": 16, "not_more": 8, "fewer": 7, "half": 4}[knobs["melds.wild_ratio"]]
    if knobs["melds.max_wilds"] != "none":
        most_wilds = min(most_wilds, knobs["melds.max_wilds"])
    record["small_melds"] = int(8 + most_wilds <= 15)
    most_rounds = knobs["game.max_rounds"]
    if knobs["game.mode"] == "rounds":
        most_rounds = min(most_rounds, knobs["game.rounds"])
    record["most_rounds"] = most_rounds
