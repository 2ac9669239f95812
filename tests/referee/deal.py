"""The deal: rules, pack, hands, upcard, surprise, and the red threes dealt (RULES.md 3, 4, 5.12)."""

from __future__ import annotations

from collections import Counter, deque
from typing import Any

from tests.referee.knobs import ALL_KNOBS, contradiction, knob_fault, settled
from tests.referee.state import WILDS, PileCard, Round, full_deck, words
from tests.referee.turns import begin_turn

NUMBERS = {"T": 10, "J": 12, "Q": 13, "K": 14, "3b": 3, "3r": 3}


def judge_deal(r: Round, event: dict[str, Any]) -> None:
    """Read the rules and the cards, and judge how they were dealt."""
    _read_rules(r, event["rules"])
    players = r.rules["table.players"]
    if len(event["hands"]) != players or event["first"] >= players:
        r.stop(
            "4", f"{len(event['hands'])} hands and seat {event['first']} first, table.players is {players}"
        )
    r.players, r.first, r.scores = players, event["first"], list(event["scores"])
    r.hands = [list(hand) for hand in event["hands"]]
    r.melded = [False] * players
    r.stock = deque(event["stock"])
    surprise = event["surprise"]
    r.pile = [PileCard(kind, place < surprise, place >= surprise) for place, kind in enumerate(event["pile"])]
    r.deck = full_deck(r.rules["deck.jokers"])
    r.deck_size = r.deck.total()
    if r.census() != r.deck:
        wrong = {kind: n for kind in r.deck | r.census() if (n := r.census()[kind] - r.deck[kind])}
        r.stop("1", f"the cards dealt are not the pack: too many (or, negative, too few) {wrong}")
    _judge_hands(r)
    _judge_pile(r, surprise)
    _next_red_three_or_turn(r)


def _read_rules(r: Round, rules: dict[str, Any]) -> None:
    for knob in sorted(ALL_KNOBS - rules.keys()):
        r.fault("4", f"the deal event does not name the knob {knob}")
    for knob in sorted(rules.keys() - ALL_KNOBS):
        r.fault("4", f"the referee knows no knob {knob}")
    for knob in sorted(ALL_KNOBS & rules.keys()):
        wanted = knob_fault(knob, rules[knob])
        if wanted:
            r.fault("4", f"{knob} is {rules[knob]!r}, not {wanted}")
    if r.violations:
        r.stop("4", "a round cannot be judged without its rules")
    clash = contradiction(rules)
    if clash:
        r.fault("4", f"the rules contradict themselves: {clash}")
    r.rules = settled(rules)


def _judge_hands(r: Round) -> None:
    for seat, hand in enumerate(r.hands):
        wanted = r.rules["deal.hand_size"]
        if seat == r.first:
            wanted += r.rules["deal.first_player_extra"]
        if len(hand) != wanted:
            r.fault("4", f"seat {seat} is dealt {len(hand)} cards, not {wanted}")


def _rejected(r: Round, kind: str) -> str | None:
    """Return where a kind turned as upcard goes, or None where it stays."""
    if kind in WILDS and "wild" in r.rules["deal.upcard_rejects"]:
        return str(r.rules["deal.rejected_wild_goes"])
    if kind in ("3r", "3b") and kind in r.rules["deal.upcard_rejects"]:
        return str(r.rules["deal.rejected_three_goes"])
    return None


def _judge_pile(r: Round, surprise: int) -> None:
    if surprise >= len(r.pile):
        r.stop("3", f"a pile of {len(r.pile)} cards cannot hold {surprise} of surprise and an upcard")
    upcard = r.pile[-1].kind
    if _rejected(r, upcard):
        r.fault("4", f"the upcard {upcard} is a kind that is turned again")
    for card in r.pile[surprise:-1]:
        if _rejected(r, card.kind) != "under":
            r.fault("4", f"a {card.kind} lies under the upcard, where only rejected cards lie that go under")
    wanted = _surprise_number(r, upcard)
    if surprise > wanted or (surprise < wanted and r.stock):
        r.fault("5.12", f"the surprise under a {upcard} has {surprise} cards, not {wanted}")


def _surprise_number(r: Round, upcard: str) -> int:
    if r.rules["deal.surprise"] == "none":
        return 0
    if upcard == "A":
        return int(r.rules["deal.surprise_ace"])
    if upcard in WILDS:
        return 0  # named by contradiction() already
    return NUMBERS[upcard] if upcard in NUMBERS else int(upcard)


def seat_to_lay(r: Round) -> int | None:
    """Return the seat whose dealt red threes are laid next: the first from the first seat that holds one."""
    if r.rules["red_threes.lay"] != "at_once":
        return None
    for step in range(r.players):
        seat = (r.first + step) % r.players
        if "3r" in r.hands[seat]:
            return seat
    return None


def _next_red_three_or_turn(r: Round) -> None:
    seat = seat_to_lay(r)
    if seat is None:
        r.must = None
        begin_turn(r, r.first)
    else:
        r.must = ("red_three", "3", f"seat {seat} holds a red three from the deal")


def judge_dealt_red_threes(r: Round, event: dict[str, Any]) -> None:
    """All red threes of one hand are laid and as many cards drawn for them."""
    seat = seat_to_lay(r)
    if r.turn is not None or seat is None:
        r.stop("3", "no red three from the deal is to be laid now")
    if event["seat"] != seat:
        r.stop("3", f"seat {event['seat']} lays red threes of the deal where it is seat {seat}'s turn to")
    held = Counter(r.hands[seat])["3r"]
    if event["cards"] != ["3r"] * held:
        r.stop("3", f"seat {seat} lays {words(event['cards'])} and holds {held} red threes")
    r.from_hand(seat, event["cards"])
    r.red_threes[seat % 2] += held
    drawn = r.from_stock(min(held, len(r.stock)))
    if event["replacement"] != drawn:
        r.stop("3", f"{held} x 3r replaced by {words(event['replacement'])}, the stock gives {words(drawn)}")
    r.hands[seat].extend(drawn)
    _next_red_three_or_turn(r)
