"""The initial meld: minimum, what counts for it, which melds belong to it (RULES.md 5.1, 5.4, 5.9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from tests.referee.scoring import card_value
from tests.referee.state import WILDS, Meld, Round, Turn


class Fault(NamedTuple):
    """A violation not yet noted: with locks, another way to tell them from cards of the hand may be sound."""

    event: int
    section: str
    sentence: str


def minimum_for(r: Round, seat: int) -> int | str:
    """Return the points a side needs (or "canasta") by its score before the round."""
    score = r.scores[seat % 2]
    points: int | str = 0
    for start, needed in r.rules["initial_meld.minimum"]:
        if score >= start:
            points = needed
    return points


def judge_opening(r: Round, turn: Turn, concealed: bool) -> None:
    """Judge the `initial` flags of a turn and, where the side had not melded, its initial meld."""
    if not turn.laid:
        return
    if turn.side_had_melded:
        for laid in turn.laid:
            if laid.initial:
                r.fault("trace", f"the side of seat {turn.seat} has melded: no initial meld", laid.event)
        return
    waived = concealed and turn.drew and r.rules["initial_meld.concealed_waives_minimum"]
    found: list[Fault] = []
    for locks in _ways_to_place_locks(turn):
        faults = _faults(r, turn, locks, waived)
        if not faults:
            return
        found = found or faults
    for fault in found:
        r.fault(fault.section, fault.sentence, fault.event)


def _ways_to_place_locks(turn: Turn) -> Iterator[list[Counter[str]]]:
    """Yield which wild cards of each meld event lay beside the pile: a trace does not tell them apart.

    In an opening turn they can only have joined the meld of the top card.
    """
    per_kind = []
    for kind in WILDS:
        owed = turn.locks.count(kind)
        held = [laid.cards.count(kind) if laid.rank == turn.top else 0 for laid in turn.laid]
        owed = min(owed, sum(held))
        ranges = [range(min(owed, n) + 1) for n in held]
        per_kind.append([split for split in product(*ranges) if sum(split) == owed])
    for twos, jokers in product(*per_kind):
        yield [Counter({"2": a, "Jk": b}) for a, b in zip(twos, jokers, strict=True)]


def _faults(r: Round, turn: Turn, locks: list[Counter[str]], waived: bool) -> list[Fault]:
    """Walk through the melds of an opening turn with one way to tell the locks from the rest."""
    minimum = minimum_for(r, turn.seat)
    faults: list[Fault] = []
    counted: Counter[str] = Counter()
    melds: dict[str, Meld] = {}
    reached = False
    for laid, beside in zip(turn.laid, locks, strict=True):
        own = Counter(laid.cards) - beside
        if not own and not reached:
            continue  # locks alone: never part of what is counted, and flagged either way
        if laid.initial == reached:
            wanted = "no longer" if reached else "still"
            faults.append(Fault(laid.event, "trace", f"this meld is {wanted} part of the initial meld"))
        if reached:
            continue
        counted += own
        melds[laid.rank] = melds.get(laid.rank, Meld(laid.rank)).plus(list(own.elements()))
        faults += _unmixed_faults(r, turn, melds[laid.rank], laid.event)
        if turn.countable is not None and counted - turn.countable:
            extra = " ".join((counted - turn.countable).elements())
            faults.append(Fault(laid.event, "5.1", f"{extra} of the initial meld is from inside the pile"))
        reached = _reaches(r, minimum, counted, melds)
    if not reached and not waived:
        points = sum(card_value(r.rules, card) for card in counted.elements())
        faults.append(Fault(r.index, "5.9", f"an initial meld of {points} points, the minimum is {minimum}"))
    return faults


def _reaches(r: Round, minimum: int | str, counted: Counter[str], melds: dict[str, Meld]) -> bool:
    if minimum == "canasta":
        return any(meld.is_canasta for meld in melds.values())
    return sum(card_value(r.rules, card) * n for card, n in counted.items()) >= int(minimum)


def _unmixed_faults(r: Round, turn: Turn, meld: Meld, event: int) -> list[Fault]:
    score, below = r.scores[turn.seat % 2], r.rules["initial_meld.unmixed_below"]
    if score < below and meld.naturals and meld.wilds:
        return [Fault(event, "5.9", f"a mixed initial meld of {meld.rank} at {score}, below {below}")]
    return []
