"""The knobs of RULES.md section 4 and the values they may have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

CHOICES: dict[str, tuple[str, ...]] = {
    "deal.first_turn": ("normal", "no_draw", "discard_only"),
    "deal.rejected_wild_goes": ("shuffled_back", "under"),
    "deal.rejected_three_goes": ("shuffled_back", "under"),
    "deal.surprise": ("none", "upcard_number"),
    "red_threes.lay": ("at_once", "optional"),
    "red_threes.without_meld": ("negative", "zero", "positive"),
    "red_threes.positive_needs": ("meld", "canasta"),
    "red_threes.last_stock_card": ("ends", "plays_on"),
    "red_threes.discard_blocks": ("lap", "next"),
    "pile.before_initial_meld": ("never", "natural_pair"),
    "pile.black_three": ("blocks_next", "blocks_lap", "freezes"),
    "pile.wild_discard": ("freezes", "locks", "skips_next"),
    "melds.wild_ratio": ("none", "not_more", "fewer", "half"),
    "melds.black_threes": ("three_or_four", "four", "never"),
    "stock.on_empty": ("end", "play_on", "turn_over"),
    "game.mode": ("target", "rounds"),
}

SWITCHES: tuple[str, ...] = (
    "red_threes.replace_from_pile",
    "red_threes.replace_after_turnover",
    "pile.with_natural_and_wild",
    "pile.add_to_meld",
    "pile.add_to_canasta",
    "pile.always_frozen",
    "pile.match_in_pile",
    "pile.single_card_hand_may_take_single_card",
    "pile.upcard_red_three_freezes",
    "melds.wild_melds",
    "initial_meld.concealed_waives_minimum",
    "going_out.concealed_needs_canasta",
    "going_out.concealed_after_pile",
    "going_out.four_black_threes_need_canastas",
    "going_out.discard_required",
    "stock.shuffle_turned",
    "game.winner_must_go_out",
)

# lowest and highest value; where RULES.md names none: not negative, no end
NUMBERS: dict[str, tuple[int, int]] = {
    "table.players": (2, 4),
    "deck.jokers": (0, 8),
    "deal.hand_size": (1, 100),
    "deal.first_player_extra": (0, 100),
    "deal.surprise_ace": (1, 11),
    "draw.count": (1, 5),
    "red_threes.value": (0, 10**6),
    "red_threes.all_four": (0, 10**6),
    "pile.min_cards": (0, 108),
    "melds.min_naturals": (1, 7),
    "going_out.canastas": (0, 100),
    "going_out.natural_canastas": (0, 100),
    "going_out.bonus": (0, 10**6),
    "going_out.concealed_bonus": (0, 10**6),
    "going_out.four_black_threes_bonus": (0, 10**6),
    "stock.max_turnovers": (0, 10**6),
    "score.five_points_up_to": (4, 10),
    "score.black_three_melded": (0, 10**6),
    "score.black_three_in_hand": (0, 10**6),
    "score.red_three_in_hand": (0, 10**6),
    "score.natural_canasta": (0, 10**6),
    "score.mixed_canasta": (0, 10**6),
    "score.natural_ace_canasta": (0, 10**6),
    "score.mixed_ace_canasta": (0, 10**6),
    "score.wild_canasta": (0, 10**6),
    "score.twos_canasta": (0, 10**6),
    "game.target": (0, 10**9),
    "game.rounds": (1, 10**9),
    "game.max_rounds": (1, 10**9),
}

OTHERS: tuple[str, ...] = (
    "deal.upcard_rejects",
    "melds.max_wilds",
    "initial_meld.minimum",
    "initial_meld.unmixed_below",
)

ALL_KNOBS: frozenset[str] = frozenset((*CHOICES, *SWITCHES, *NUMBERS, *OTHERS))


def is_int(value: object) -> bool:
    """A whole number, and not a truth value."""
    return isinstance(value, int) and not isinstance(value, bool)


def as_score(value: object) -> float | None:
    """A score that may be -inf, which JSON writes "-inf"; None where it is neither."""
    if value == "-inf":
        return float("-inf")
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    return None


def _other_fault(knob: str, value: Any) -> str | None:
    """Say what is wrong with a value that is no plain choice, switch or number."""
    if knob == "deal.upcard_rejects":
        known = isinstance(value, (list, tuple)) and all(kind in ("wild", "3r", "3b") for kind in value)
        return None if known else "a list of wild, 3r, 3b"
    if knob == "melds.max_wilds":
        return None if value == "none" or (is_int(value) and 0 <= value <= 12) else '0 to 12 or "none"'
    if knob == "initial_meld.unmixed_below":
        return None if as_score(value) is not None else "a score or -inf"
    steps = [tuple(step) for step in value] if isinstance(value, (list, tuple)) else []
    starts = [as_score(step[0]) if len(step) == 2 else None for step in steps]
    if not steps or None in starts or starts[0] != float("-inf") or starts != sorted(starts):  # type: ignore[type-var]
        return "pairs (from, points), ascending, the first from -inf"
    if not all(step[1] == "canasta" or is_int(step[1]) for step in steps):
        return 'points, or "canasta"'
    return None


def knob_fault(knob: str, value: Any) -> str | None:
    """Say what a knob should have been, or None where its value is possible."""
    if knob in CHOICES:
        return None if value in CHOICES[knob] else "one of " + ", ".join(CHOICES[knob])
    if knob in SWITCHES:
        return None if isinstance(value, bool) else "true or false"
    if knob in NUMBERS:
        low, high = NUMBERS[knob]
        if knob == "table.players":
            return None if value in (2, 4) else "2 or 4"
        if knob == "deal.surprise_ace":
            return None if value in (1, 11) else "1 or 11"
        return None if is_int(value) and low <= value <= high else f"a whole number from {low} to {high}"
    return _other_fault(knob, value)


def contradiction(rules: Mapping[str, Any]) -> str | None:
    """Name two knobs that contradict each other (end of RULES.md section 4), or None."""
    cards = 104 + rules["deck.jokers"]
    dealt = rules["table.players"] * rules["deal.hand_size"] + rules["deal.first_player_extra"]
    if cards - dealt - 1 < 15:  # one is the upcard
        return "deal.hand_size and table.players leave fewer than 15 cards in the stock"
    if rules["deal.surprise"] == "upcard_number" and "wild" not in rules["deal.upcard_rejects"]:
        return "deal.surprise needs a number, deal.upcard_rejects lets a wild card stay"
    if rules["going_out.natural_canastas"] > rules["going_out.canastas"]:
        return "going_out.natural_canastas is above going_out.canastas"
    return None


def settled(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules with scores as numbers and lists as tuples, whichever way they were written."""
    plain = dict(rules)
    plain["deal.upcard_rejects"] = tuple(rules["deal.upcard_rejects"])
    plain["initial_meld.unmixed_below"] = as_score(rules["initial_meld.unmixed_below"])
    plain["initial_meld.minimum"] = tuple((as_score(a), b) for a, b in rules["initial_meld.minimum"])
    return plain
