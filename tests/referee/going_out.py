"""Going out: what it needs, and whether it is concealed (RULES.md 3, 5.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.referee.limits import meld_fault
from tests.referee.state import WILDS, Meld, Round, Turn
from tests.referee.turns import judge_end_of_turn, own_turn

Melds = Mapping[str, Meld]


def canastas_fault(rules: Mapping[str, Any], melds: Melds) -> str | None:
    """Say which canastas a side still lacks for going out, or None."""
    canastas = sum(meld.is_canasta for meld in melds.values())
    natural = sum(meld.is_natural_canasta for meld in melds.values())
    if canastas < rules["going_out.canastas"]:
        return f"{canastas} canastas, going_out.canastas is {rules['going_out.canastas']}"
    if natural < rules["going_out.natural_canastas"]:
        needed = rules["going_out.natural_canastas"]
        return f"{natural} natural canastas, going_out.natural_canastas is {needed}"
    return None


def can_finish(rules: Mapping[str, Any], melds: Melds, hand: list[str]) -> bool:
    """Tell whether a turn can end legally from here: by a discard that keeps a card, or by going out.

    Two cards or more can always be one discarded, one kept. A single card must go out, by a discard or
    by joining a meld (where it may complete a canasta).
    """
    if len(hand) >= 2:
        return True
    if not hand:
        return not rules["going_out.discard_required"] and canastas_fault(rules, melds) is None
    if canastas_fault(rules, melds) is None:
        return True
    if rules["going_out.discard_required"]:
        return False
    card = hand[0]
    for rank, meld in melds.items():
        if card == rank or card in WILDS:
            after = meld.plus([card])
            if meld_fault(rules, after) is None and canastas_fault(rules, {**melds, rank: after}) is None:
                return True
    return False


def is_concealed(r: Round, turn: Turn) -> bool:
    """Tell whether the going out of this turn is concealed."""
    if turn.had_melded:
        return False
    if any(laid.rank in turn.ranks_before for laid in turn.laid):
        return False
    if turn.took and not r.rules["going_out.concealed_after_pile"]:
        return False
    melds = r.side_melds(turn.seat)
    own_canasta = any(melds[laid.rank].is_canasta for laid in turn.laid)
    return own_canasta or not r.rules["going_out.concealed_needs_canasta"]


def judge_go_out(r: Round, event: dict[str, Any]) -> None:
    """The last card is played: canastas, discard, concealed or not, initial meld."""
    turn = own_turn(r, event)
    seat = turn.seat
    if r.must is None or r.must[0] != "go_out":
        r.stop("2", f"seat {seat} goes out holding {len(r.hands[seat])} cards")
    if not turn.discarded and r.rules["going_out.discard_required"]:
        r.fault("4", f"seat {seat} goes out without the discard that is required")
    four = sum(len(laid.cards) for laid in turn.laid if laid.rank == "3b") == 4
    exempt = four and not r.rules["going_out.four_black_threes_need_canastas"]
    lacking = canastas_fault(r.rules, r.side_melds(seat))
    if lacking and not exempt:
        r.fault("5.6", f"seat {seat} goes out with {lacking}")
    concealed = is_concealed(r, turn)
    if event["concealed"] != concealed:
        r.fault("5.6", f"going out is told as concealed: {event['concealed']}, it is: {concealed}")
    judge_end_of_turn(r, turn, went_out=True, concealed=concealed)
    r.out = (seat, concealed, four)
    r.must = ("end", "3", f"seat {seat} went out")
