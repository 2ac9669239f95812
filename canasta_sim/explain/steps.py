"""The steps of a move, as people write them: ``take K K; meld 7 7 2; discard 4``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from canasta_sim.engine.cards import JOKER, TWO
from canasta_sim.engine.records import TAKE_JOIN, TAKE_MATCH, TAKE_PAIR, TAKE_WITH_JOKER, TAKE_WITH_TWO
from canasta_sim.errors import PositionError, near_miss
from canasta_sim.explain.cards import is_wild, kind_of, parse_cards

__all__ = ["Step", "further_cards", "parse_play", "way_of"]

_VERBS = ("draw", "take", "meld", "lay", "discard")
_LONGEST_PLAY = 2_000


@dataclass(frozen=True)
class Step:
    """One step of a move.

    Attributes
    ----------
    verb : str
        ``draw``, ``take``, ``meld``, ``lay`` or ``discard``.
    kinds : tuple of int
        The cards it names.
    rank : int or None
        The rank behind ``to``; TWO for ``to wild``.
    text : str
        As it was written.
    """

    verb: str
    kinds: tuple[int, ...]
    rank: int | None
    text: str


def parse_play(text: str) -> list[Step]:
    """Read a move.

    Raises
    ------
    PositionError
        Where a step or a card in it does not exist.
    """
    if len(text) > _LONGEST_PLAY:
        raise PositionError("--play: expected one turn, but this is longer than any turn")
    steps = [_step(" ".join(part.split())) for part in re.split(r"[;\n]", text) if part.strip()]
    if not steps:
        raise PositionError(
            '--play: expected steps, such as "draw; discard 4" or "take K K; meld 7 7 2; discard 4"'
        )
    return steps


def _step(text: str) -> Step:
    verb, _, rest = text.partition(" ")
    verb = verb.casefold()
    where = f"--play, {text!r}" if len(text) <= 60 else "--play"
    if verb not in _VERBS:
        raise PositionError(
            f"{where}: there is no step {verb[:20]!r}{near_miss(verb, _VERBS)}; "
            f"the steps are {', '.join(_VERBS)}"
        )
    rest, to, target = rest.casefold().partition(" to ")
    if to and verb != "meld":
        raise PositionError(f"{where}: only melds go to a rank")
    kinds, unknown = parse_cards(rest, where)
    if unknown:
        raise PositionError(f"{where}: expected known cards")
    if verb == "draw" and kinds:
        raise PositionError(f"{where}: draw names no card")
    if verb in ("discard", "lay") and len(kinds) != 1:
        raise PositionError(f"{where}: {verb} names one card")
    if verb == "meld" and not kinds:
        raise PositionError(f"{where}: meld names its cards")
    rank = None
    if to:
        rank = TWO if target.strip() == "wild" else kind_of(target.strip(), where)
    return Step(verb, kinds, rank, text)


def way_of(kinds: tuple[int, ...], top: int) -> int | None:
    """Return the way of taking that cards from hand justify; None where they justify none."""
    naturals = kinds.count(top)
    wilds = [kind for kind in kinds if is_wild(kind)]
    if naturals + len(wilds) < len(kinds):
        return None
    if naturals >= 2:
        return TAKE_PAIR
    if naturals == 1:
        if not wilds:
            return TAKE_MATCH
        return TAKE_WITH_TWO if TWO in wilds else TAKE_WITH_JOKER
    return None if wilds else TAKE_JOIN


def further_cards(kinds: tuple[int, ...], way: int, top: int) -> tuple[int, ...]:
    """Return the cards beyond those that justify the taking."""
    rest = list(kinds)
    justify = {TAKE_PAIR: [top, top], TAKE_MATCH: [top]}.get(way, [])
    if way in (TAKE_WITH_TWO, TAKE_WITH_JOKER):
        justify = [top, TWO if way == TAKE_WITH_TWO else JOKER]
    for kind in justify:
        rest.remove(kind)
    return tuple(rest)
