"""Drawing, red threes during play, and the pile turned over (RULES.md 5.2, 5.3, 5.5)."""

from __future__ import annotations

from collections import Counter, deque
from typing import Any

from tests.referee.state import Round, Turn, words
from tests.referee.turns import after_drawing, nothing_is_drawn, own_turn


def judge_draw(r: Round, event: dict[str, Any]) -> None:
    """The next cards of the stock, as many as are drawn at once or as there are."""
    turn = own_turn(r, event)
    if turn.begun:
        r.stop("3", f"seat {turn.seat} draws and has drawn, taken or acted before in this turn")
    if nothing_is_drawn(r, turn):
        r.fault("5.10", f"seat {turn.seat} draws in a first turn without drawing")
    if not r.stock and not (turn.first and r.rules["stock.on_empty"] == "end"):
        r.stop("5.5", f"seat {turn.seat} draws from an empty stock")
    drawn = r.from_stock(min(r.rules["draw.count"], len(r.stock)))
    if event["cards"] != drawn:
        r.stop("5.3", f"seat {turn.seat} draws {words(event['cards'])}, the stock gives {words(drawn)}")
    r.hands[turn.seat].extend(drawn)
    turn.begun = turn.drew = True
    r.must = None
    if r.rules["red_threes.lay"] == "at_once":
        turn.in_draw = True
        turn.to_lay = drawn.count("3r")
        _see_last_card(r, turn, drawn)
        _owe_red_threes(r, turn)


def _see_last_card(r: Round, turn: Turn, drawn: list[str]) -> None:
    """A red three that was the very last card of the stock ends the round, where the rules say so."""
    ends = r.rules["red_threes.last_stock_card"] == "ends" and r.rules["stock.on_empty"] != "turn_over"
    if ends and turn.in_draw and drawn and drawn[-1] == "3r" and not r.stock:
        turn.ends_here = True


def _owe_red_threes(r: Round, turn: Turn) -> None:
    """Settle what must come next: another red three, the end of the round, or whatever the player likes."""
    if turn.to_lay:
        r.must = ("red_three", "5.2", f"seat {turn.seat} has drawn a red three")
    elif turn.ends_here:
        r.ends_by_stock = True
        r.must = ("end", "5.2", "the very last card of the stock was a red three")
    else:
        turn.in_draw = False
        r.must = None
        _must_go_out_if_empty(r, turn)


def _must_go_out_if_empty(r: Round, turn: Turn) -> None:
    """Red threes of a pile may leave the hand empty, after all else has been melded."""
    if not r.hands[turn.seat]:
        r.must = ("go_out", "3", f"seat {turn.seat} has no card left")


def judge_red_three(r: Round, event: dict[str, Any]) -> None:
    """A red three laid in a turn; those of the deal are judged in deal.py."""
    if event["from"] == "stock":
        _drawn_red_three(r, event)
    elif event["from"] == "pile":
        _red_threes_of_pile(r, event)
    else:
        _red_three_by_choice(r, event)


def _lay(r: Round, turn: Turn, event: dict[str, Any], count: int, wanted: int) -> list[str]:
    """Lay red threes and draw for them; return the cards drawn."""
    if event["cards"] != ["3r"] * count:
        r.stop(
            "5.2",
            f"seat {turn.seat} lays {words(event['cards'])} where {count} x 3r from {event['from']} are due",
        )
    r.from_hand(turn.seat, event["cards"])
    r.red_threes[turn.seat % 2] += count
    drawn = r.from_stock(min(wanted, len(r.stock)))
    if event["replacement"] != drawn:
        r.stop(
            "5.2",
            f"seat {turn.seat} draws {words(event['replacement'])} for {count} x 3r, not {words(drawn)}",
        )
    r.hands[turn.seat].extend(drawn)
    return drawn


def _drawn_red_three(r: Round, event: dict[str, Any]) -> None:
    turn = own_turn(r, event)
    if not turn.to_lay:
        r.stop("5.2", f"seat {turn.seat} lays a red three of the stock and has drawn none that is not laid")
    drawn = _lay(r, turn, event, 1, 1)
    turn.to_lay += drawn.count("3r") - 1
    _see_last_card(r, turn, drawn)
    _owe_red_threes(r, turn)


def _red_threes_of_pile(r: Round, event: dict[str, Any]) -> None:
    turn = own_turn(r, event)
    if not turn.pile_threes:
        r.stop("5.2", f"seat {turn.seat} lays red threes of a pile and has taken none that is not laid")
    count, turn.pile_threes = turn.pile_threes, 0
    drawn = _lay(r, turn, event, count, count if r.rules["red_threes.replace_from_pile"] else 0)
    turn.to_lay = drawn.count("3r")
    _owe_red_threes(r, turn)


def _red_three_by_choice(r: Round, event: dict[str, Any]) -> None:
    if r.rules["red_threes.lay"] != "optional":
        r.stop("5.2", "a red three is laid from the hand where red threes are laid at once")
    turn = after_drawing(r, event, "lays a red three")
    if turn.at_once:
        r.fault("5.1", f"seat {turn.seat} lays a red three before melding the top card just taken")
    if len(r.hands[turn.seat]) == 1:
        r.fault("5.2", f"seat {turn.seat} lays a red three as the last card in hand")
    replaced = r.rules["red_threes.replace_after_turnover"] or r.turnovers == 0
    _lay(r, turn, event, 1, 1 if replaced else 0)
    turn.acted = True


def judge_turn_over(r: Round, event: dict[str, Any]) -> None:
    """All of the pile but its top card becomes the stock, its bottom card first."""
    turn = r.current()
    if r.rules["stock.on_empty"] != "turn_over":
        r.fault("5.5", f"the pile is turned over, stock.on_empty is {r.rules['stock.on_empty']}")
    if turn.begun or nothing_is_drawn(r, turn):
        r.fault("5.5", f"the pile is turned over and seat {turn.seat} does not have to draw")
    if r.stock:
        r.fault("5.5", f"the pile is turned over with {len(r.stock)} cards in the stock")
    if r.turnovers >= r.rules["stock.max_turnovers"]:
        r.fault("5.5", f"the pile is turned over once more, after {r.turnovers} times")
    if len(r.pile) < 2:
        r.stop("5.5", f"a pile of {len(r.pile)} cards is turned over")
    turned, top = [card.kind for card in r.pile[:-1]], r.pile[-1]
    shuffled = r.rules["stock.shuffle_turned"] and Counter(event["stock"]) == Counter(turned)
    if event["pile"] != [top.kind] or (event["stock"] != turned and not shuffled) or r.stock:
        r.stop("5.5", f"after turning over, pile and stock should be {top.kind} and {words(turned)}")
    r.pile, r.stock = [top], deque(event["stock"])
    r.turnovers += 1
    turn.turned_over = True
    r.must = ("draw", "5.5", f"the pile was turned over because seat {turn.seat} draws")
