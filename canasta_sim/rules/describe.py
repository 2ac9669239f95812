"""Rule sets in words: what each knob is set to and what that means, as a card player reads it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from canasta_sim.rules.knobs import KNOBS, NEVER, Knob, find_knob
from canasta_sim.rules.ruleset import RuleSet

__all__ = ["Row", "describe", "has_effect", "value_in_words"]


class Row(NamedTuple):
    """One knob of a rule set.

    Attributes
    ----------
    knob : str
        Its name.
    value : str
        Its value as a player reads it: ``yes``, ``50 below 1500, 90 from 1500``.
    meaning : str
        What it says; for a choice, with what this value means.
    effect : bool
        False where other knobs leave it nothing to decide.
    """

    knob: str
    value: str
    meaning: str
    effect: bool


def describe(rules: RuleSet) -> list[Row]:
    """Describe a rule set knob by knob.

    Parameters
    ----------
    rules : RuleSet

    Returns
    -------
    list of Row
        In the order of the rules (RULES.md section 4).
    """
    return [
        Row(
            name,
            value_in_words(name, rules[name]),
            _meaning(knob, rules[name]),
            has_effect(name, rules.knobs),
        )
        for name, knob in KNOBS.items()
    ]


def value_in_words(knob: str, value: Any) -> str:
    """Write the value of a knob as a card player reads it.

    Parameters
    ----------
    knob : str
        The knob's name.
    value : KnobValue
        A value as the knob stores it (`Knob.check`).
    """
    kind = find_knob(knob).kind
    if kind == "bool":
        return "yes" if value else "no"
    if kind == "cards":
        return ", ".join(value) if value else "no card"
    if kind == "threshold":
        return "never" if value == NEVER else str(value)
    if kind == "limit":
        return "no limit" if value == "none" else str(value)
    return _steps(value) if kind == "minimum" else str(value)


def _steps(steps: tuple[tuple[int | float, int | str], ...]) -> str:
    first = _points(steps[0][1])
    if len(steps) == 1:
        return f"{first} at any score"
    words = [f"{first} below {steps[1][0]}"]
    return ", ".join(words + [f"{_points(points)} from {start}" for _, (start, points) in pairwise(steps)])


def _points(points: int | str) -> str:
    return "a canasta" if points == "canasta" else str(points)


def _meaning(knob: Knob, value: Any) -> str:
    """Add to the meaning of a choice what the value chosen means."""
    if knob.kind != "choice":
        return knob.meaning
    return f"{knob.meaning.removesuffix('.')}: {knob.words[knob.choices.index(value)]}."


# ----------------------------------------------------------------------------------------------------------
# Knobs to which others leave nothing to decide


def has_effect(knob: str, knobs: Mapping[str, Any]) -> bool:
    """Tell whether a knob can change anything, the others being what they are.

    Parameters
    ----------
    knob : str
        The knob's name.
    knobs : mapping of str to KnobValue
        Every knob with its value.
    """
    needed = _NEEDS.get(knob, ())
    if any(knobs[other] not in values for other, values in needed):
        return False
    rejects = knobs["deal.upcard_rejects"]
    if knob == "deal.rejected_wild_goes":
        return "wild" in rejects
    if knob == "deal.rejected_three_goes":
        return "3r" in rejects or "3b" in rejects
    # a red three can lie in the pile from the deal on, or hidden in a surprise
    turned = "3r" not in rejects or knobs["deal.rejected_three_goes"] == "under"
    if knob == "pile.upcard_red_three_freezes":
        return turned
    if knob == "red_threes.replace_from_pile":
        return turned or knobs["deal.surprise"] == "upcard_number"
    return True


_AT_ONCE = ("red_threes.lay", ("at_once",))
_OPTIONAL = ("red_threes.lay", ("optional",))
_TURNED = ("stock.on_empty", ("turn_over",))
_TO_TARGET = ("game.mode", ("target",))
_NOT_ALWAYS_FROZEN = ("pile.always_frozen", (False,))
_BLACK_THREES = ("melds.black_threes", ("three_or_four", "four"))

_NEEDS: dict[str, tuple[tuple[str, tuple[Any, ...]], ...]] = {
    "deal.surprise_ace": (("deal.surprise", ("upcard_number",)),),
    "red_threes.replace_from_pile": (_AT_ONCE,),
    "red_threes.replace_after_turnover": (_OPTIONAL, _TURNED),
    "red_threes.positive_needs": (("red_threes.without_meld", ("negative", "zero")),),
    "red_threes.last_stock_card": (_AT_ONCE, ("stock.on_empty", ("end", "play_on"))),
    "red_threes.discard_blocks": (_OPTIONAL,),
    "pile.with_natural_and_wild": (_NOT_ALWAYS_FROZEN,),
    "pile.add_to_meld": (_NOT_ALWAYS_FROZEN,),
    "pile.add_to_canasta": (_NOT_ALWAYS_FROZEN, ("pile.add_to_meld", (True,))),
    "pile.match_in_pile": (_NOT_ALWAYS_FROZEN,),
    "pile.upcard_red_three_freezes": (_NOT_ALWAYS_FROZEN,),
    "going_out.four_black_threes_bonus": (_BLACK_THREES,),
    "going_out.four_black_threes_need_canastas": (_BLACK_THREES,),
    "stock.max_turnovers": (_TURNED,),
    "stock.shuffle_turned": (_TURNED,),
    "score.black_three_melded": (_BLACK_THREES,),
    "score.red_three_in_hand": (_OPTIONAL,),
    "score.wild_canasta": (("melds.wild_melds", (True,)),),
    "score.twos_canasta": (("melds.wild_melds", (True,)),),
    "game.target": (_TO_TARGET,),
    "game.rounds": (("game.mode", ("rounds",)),),
    "game.max_rounds": (_TO_TARGET,),
    "game.winner_must_go_out": (_TO_TARGET,),
}
