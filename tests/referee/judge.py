"""The referee's one question: what in this traced round is against the rules?"""

# ruff: noqa: PLR0911 - one return for each reason reads best
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tests.referee.deal import judge_deal, judge_dealt_red_threes
from tests.referee.draw import judge_draw, judge_red_three, judge_turn_over
from tests.referee.fields import EVENT, event_fault
from tests.referee.going_out import can_finish, judge_go_out
from tests.referee.melds import judge_meld
from tests.referee.pile import judge_take, must_join
from tests.referee.scoring import judge_scores
from tests.referee.state import Round, StopJudging, Violation
from tests.referee.turns import judge_discard, judge_skip, may_act_without_drawing, nothing_is_drawn


def judge_round(events: Iterable[dict[str, Any]], whole: bool = True) -> list[Violation]:
    """Judge one traced round.

    Parameters
    ----------
    events : iterable of dict
        The events of INTERFACE.md, in order.
    whole : bool
        False: the beginning of a round, which may break off after any event.

    Returns
    -------
    list of Violation
        Empty where everything was by the rules. After a violation that leaves the cards unknown the rest
        of the round is not judged.
    """
    r = Round()
    try:
        for index, event in enumerate(events):
            r.index = index
            _judge_event(r, event)
        if whole and not r.over:
            r.fault("3", "the round does not end")
    except StopJudging:
        pass
    return r.violations


def _players_of(r: Round, event: Any) -> int:
    if r.players:
        return r.players
    hands = event.get("hands") if isinstance(event, dict) else None
    return len(hands) if isinstance(hands, list) else 4


def _judge_event(r: Round, event: Any) -> None:
    malformed = event_fault(event, _players_of(r, event))
    if malformed:
        r.stop("trace", malformed)
    name = event[EVENT]
    if r.over:
        r.stop("3", f"a {name} event after the end of the round")
    if (name == "deal") != (r.index == 0):
        r.stop("trace", "a round has one deal event, its first")
    if r.must is not None and r.must[0] != name:
        r.stop(r.must[1], f"a {name} event, but {r.must[2]}: {r.must[0]} must come")
    _HANDLERS[name](r, event)
    if name in ("turn_over", "end"):
        _judge_cards(r)
    elif r.count() != r.deck_size:
        r.stop("1", f"{r.count()} cards on the table, the pack has {r.deck_size}")


def _judge_cards(r: Round) -> None:
    """By kind: nothing lost, nothing doubled (cards only move from place to place: a second look)."""
    if r.census() != r.deck:
        r.stop("1", "the cards on the table are not the pack any more")


def _red_three(r: Round, event: dict[str, Any]) -> None:
    if event["from"] == "deal":
        judge_dealt_red_threes(r, event)
    elif r.turn is None:
        r.stop("3", "red threes of the deal are still to be laid")
    else:
        judge_red_three(r, event)


def _end(r: Round, event: dict[str, Any]) -> None:
    reason = event["reason"]
    if r.out is not None:
        wanted = None if reason == "went_out" else "a player went out"
    elif r.ends_by_stock:
        wanted = None if reason == "stock" else "it is the stock that ends it"
    elif reason == "stock":
        wanted = _stock_fault(r)
    elif reason == "no_move":
        wanted = _no_move_fault(r)
    else:
        wanted = "nobody went out"
    if wanted:
        section = {"stock": "5.5", "no_move": "3", "went_out": "5.6"}[reason]
        r.fault(section, f"the round ends by {reason}: {wanted}")
    judge_scores(r, event["scores"])
    r.over, r.must = True, None


def _stock_fault(r: Round) -> str | None:
    """Say why the stock does not end the round at the beginning of this turn, or None where it does."""
    turn, rule = r.current(), r.rules["stock.on_empty"]
    if turn.begun or turn.turned_over:
        return f"seat {turn.seat} is in the middle of a turn"
    if nothing_is_drawn(r, turn):
        return "a first turn without drawing is played whatever the stock"
    if r.stock:
        return f"the stock has {len(r.stock)} cards"
    if rule == "end":
        return "only after a turn, with stock.on_empty end"
    if rule == "play_on":
        return f"seat {turn.seat} must take the pile onto a meld" if must_join(r, turn.seat) else None
    if len(r.pile) >= 2 and r.turnovers < r.rules["stock.max_turnovers"]:
        return "the pile is to be turned over"
    return None


def _no_move_fault(r: Round) -> str | None:
    """Say why a player is not stuck with a last card that may not be played, or None where he is."""
    turn = r.current()
    if not turn.begun and not may_act_without_drawing(r, turn):
        return f"seat {turn.seat} has not drawn yet"
    if turn.acted:
        return f"seat {turn.seat} has brought itself there in this turn, which is not allowed"
    hand = r.hands[turn.seat]
    if can_finish(r.rules, r.side_melds(turn.seat), hand):
        return f"seat {turn.seat} can discard, or go out, with {' '.join(hand)}"
    return None


_HANDLERS: dict[str, Callable[[Round, dict[str, Any]], None]] = {
    "deal": judge_deal,
    "red_three": _red_three,
    "draw": judge_draw,
    "take_pile": judge_take,
    "meld": judge_meld,
    "discard": judge_discard,
    "skip": judge_skip,
    "turn_over": judge_turn_over,
    "go_out": judge_go_out,
    "end": _end,
}
