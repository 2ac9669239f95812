"""Taking the discard pile (RULES.md 5.1, 5.2, 5.4, 5.5)."""

# ruff: noqa: PLR0911 - one return for each reason reads best
from __future__ import annotations

from collections import Counter
from typing import Any

from tests.referee.going_out import can_finish
from tests.referee.limits import meld_fault, room_for_wilds
from tests.referee.state import NATURALS, THREES, WILDS, Meld, Round, words
from tests.referee.turns import nothing_is_drawn, own_turn

Reason = tuple[str, str]  # section, sentence


def bars_any_taking(r: Round, seat: int) -> list[Reason]:
    """Say what forbids this seat the pile whatever it holds."""
    if not r.pile:
        return [("5.1", "there is no card in the pile")]
    reasons: list[Reason] = []
    top = r.pile[-1].kind
    if top in WILDS or top in THREES:
        reasons.append(("5.1", f"a {top} on top of the pile cannot be taken"))
    if r.block_by is not None:
        reasons.append(("5.1", f"a three of seat {r.block_by} closes the pile until that seat's next turn"))
    if len(r.pile) < r.rules["pile.min_cards"]:
        reasons.append(("5.1", f"the pile has {len(r.pile)} cards, fewer than {r.rules['pile.min_cards']}"))
    alone = len(r.hands[seat]) == 1 and len(r.pile) == 1
    if alone and not r.rules["pile.single_card_hand_may_take_single_card"]:
        reasons.append(("4", "a hand of one may not take a pile of one"))
    if not r.side_melds(seat) and r.rules["pile.before_initial_meld"] == "never":
        reasons.append(("4", "a side that has not melded may not take the pile"))
    return reasons


def frozen_by(r: Round, seat: int) -> str | None:
    """Say why only a natural pair takes the pile, or None where it does not need one."""
    if not r.side_melds(seat):
        return "the side has not melded"
    if r.rules["pile.always_frozen"]:
        return "the pile is always frozen"
    if r.locks:
        return "a wild card lies beside the pile"
    for card in r.pile:
        if card.face_down:
            continue
        if card.kind in WILDS and r.rules["pile.wild_discard"] == "freezes":
            return f"a {card.kind} lies in the pile"
        if card.kind == "3b" and r.rules["pile.black_three"] == "freezes":
            return "a black three lies in the pile"
        if card.kind == "3r" and card.from_deal and r.rules["pile.upcard_red_three_freezes"]:
            return "a red three was turned at the deal"
    return None


def _join_fault(r: Round, seat: int) -> str | None:
    """Say why the top card alone may not join an own meld."""
    meld = r.side_melds(seat).get(r.pile[-1].kind)
    if meld is None:
        return "the side has no meld of its rank"
    if not r.rules["pile.add_to_meld"]:
        return "pile.add_to_meld is false"
    if meld.is_canasta and not r.rules["pile.add_to_canasta"]:
        return "pile.add_to_canasta is false and the meld is a canasta"
    return None


def _way_fault(r: Round, seat: int, cards: list[str]) -> str | None:
    """Say why these cards from hand do not justify the taking, or None where they do."""
    top, frozen = r.pile[-1].kind, frozen_by(r, seat)
    if cards == [top, top]:
        return None
    if frozen:
        return f"it needs two naturals: {frozen}"
    if not cards:
        return _join_fault(r, seat)
    if cards == [top]:
        if not r.rules["pile.match_in_pile"]:
            return "pile.match_in_pile is false"
        inside = any(card.kind == top and not card.face_down for card in r.pile[:-1])
        return None if inside else f"no other {top} lies face up in the pile"
    if len(cards) == 2 and top in cards and any(card in WILDS for card in cards):
        if not r.rules["pile.with_natural_and_wild"]:
            return "pile.with_natural_and_wild is false"
        meld = r.side_melds(seat).get(top, Meld(top)).plus([top, *cards])
        return meld_fault(r.rules, meld)
    return f"{words(cards)} is no way to take a {top}"


def _lock_fault(r: Round, seat: int, top: str) -> str | None:
    """Say why the wild cards beside the pile forbid it, a natural pair given."""
    shown = sum(r.hands[seat].count(kind) for kind in WILDS)
    if shown < 2:
        return f"two more wild cards must be shown, seat {seat} holds {shown}"
    melds = dict(r.side_melds(seat))
    melds[top] = melds.get(top, Meld(top)).plus([top] * 3)
    room = sum(room_for_wilds(r.rules, meld) for meld in melds.values())
    if room < len(r.locks):
        return f"{len(r.locks)} wild cards beside the pile must join melds that have room for {room}"
    return None


def judge_take(r: Round, event: dict[str, Any]) -> None:
    """Take the pile: it must be open to this seat, and the cards shown must justify it."""
    turn = own_turn(r, event)
    seat, cards = turn.seat, list(event["with"])
    if turn.begun or turn.turned_over:
        r.stop("3", f"seat {seat} takes the pile after drawing, acting or turning it over")
    if nothing_is_drawn(r, turn):
        r.fault("5.10", f"seat {seat} takes the pile in a first turn without drawing")
    if event["pile"] != [card.kind for card in r.pile] or Counter(event["locks"]) != Counter(r.locks):
        lying = words(card.kind for card in r.pile)
        r.stop("3", f"the pile is {lying} and beside it {words(r.locks)}: not what seat {seat} takes")
    for section, sentence in bars_any_taking(r, seat):
        r.fault(section, f"seat {seat} may not take the pile: {sentence}")
    if not r.pile or r.pile[-1].kind not in NATURALS:
        r.stop("5.1", "a pile that cannot be taken by any rule is taken")
    top = r.pile[-1].kind
    missing = Counter(cards) - Counter(r.hands[seat])
    if missing:
        r.stop("5.1", f"seat {seat} takes the pile with {words(cards)} and lacks {words(missing.elements())}")
    way = _way_fault(r, seat, cards)
    if way:
        r.fault("5.1", f"seat {seat} may not take the pile with {words(cards)}: {way}")
    if r.locks and (locked := _lock_fault(r, seat, top)):
        r.fault("5.4", f"seat {seat} may not take the locked pile: {locked}")
    _move_pile(r, cards)


def _move_pile(r: Round, cards: list[str]) -> None:
    """The pile and what lies beside it come into the hand; some of it must be melded at once."""
    turn = r.current()
    hand = r.hands[turn.seat]
    turn.begun = turn.took = turn.acted = True
    turn.top = r.pile[-1].kind
    turn.countable = Counter(hand)
    turn.countable[turn.top] += 1
    turn.at_once = [turn.top, *cards]
    if cards == [turn.top]:
        turn.at_once.append(turn.top)  # the match inside the pile
    turn.locks = list(r.locks)
    hand.extend(card.kind for card in r.pile)
    hand.extend(r.locks)
    if r.rules["red_threes.lay"] == "at_once":
        turn.pile_threes = sum(card.kind == "3r" for card in r.pile)
    r.pile, r.locks = [], []


def must_join(r: Round, seat: int) -> bool:
    """With an empty stock and `play_on`: must this seat take the pile onto an own meld (RULES.md 5.5)?"""
    if bars_any_taking(r, seat) or frozen_by(r, seat) or _join_fault(r, seat):
        return False
    top = r.pile[-1].kind
    melds = dict(r.side_melds(seat))
    melds[top] = melds[top].plus([top])
    hand = r.hands[seat] + [card.kind for card in r.pile[:-1]]
    if r.rules["red_threes.lay"] == "at_once":
        hand = [card for card in hand if card != "3r"]
    return can_finish(r.rules, melds, hand)
