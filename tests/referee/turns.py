"""The order of turns: who is to play, the discard, a lost turn (RULES.md 3, 5.1, 5.2, 5.11)."""

from __future__ import annotations

from typing import Any

from tests.referee.opening import judge_opening
from tests.referee.state import WILDS, PileCard, Round, Turn


def begin_turn(r: Round, seat: int) -> None:
    """Let a seat play; a block by its own three is over."""
    _end_block(r, seat)
    melds = r.side_melds(seat)
    r.turn = Turn(
        seat=seat,
        first=r.turns == 0,
        had_melded=r.melded[seat],
        side_had_melded=bool(melds),
        ranks_before=frozenset(melds),
    )
    r.turns += 1


def _end_block(r: Round, seat: int) -> None:
    if r.block_by == seat:
        r.block_by = None


def nothing_is_drawn(r: Round, turn: Turn) -> bool:
    """A turn that neither draws nor takes: the first one, by `deal.first_turn` (RULES.md 5.10)."""
    return turn.first and r.rules["deal.first_turn"] != "normal"


def may_act_without_drawing(r: Round, turn: Turn) -> bool:
    """As above, or a stock that was empty after the deal where the round then ends after the first turn."""
    empty = not r.stock and r.rules["stock.on_empty"] == "end"
    return nothing_is_drawn(r, turn) or (turn.first and empty)


def own_turn(r: Round, event: dict[str, Any]) -> Turn:
    """Return the turn, if the seat of the event is the one to play."""
    turn = r.current()
    if event["seat"] != turn.seat:
        r.stop("3", f"seat {event['seat']} plays in the turn of seat {turn.seat}")
    return turn


def after_drawing(r: Round, event: dict[str, Any], doing: str) -> Turn:
    """Return the turn, if its player has drawn or taken (where he must) and owes no red three."""
    turn = own_turn(r, event)
    if not turn.begun:
        if not may_act_without_drawing(r, turn):
            r.stop("3", f"seat {turn.seat} {doing} before drawing or taking the pile")
        turn.begun = True
    return turn


def judge_discard(r: Round, event: dict[str, Any]) -> None:
    """One card ends the turn; wild cards and threes have their effects."""
    card = event["card"]
    turn = after_drawing(r, event, "discards")
    if turn.at_once:
        r.fault("5.1", f"seat {turn.seat} discards before melding the top card just taken")
    r.from_hand(turn.seat, [card])
    turn.discarded = True
    _lay_aside(r, card, turn.seat)
    if not r.hands[turn.seat]:
        r.must = ("go_out", "3", f"seat {turn.seat} has discarded the last card")
        return
    judge_end_of_turn(r, turn, went_out=False, concealed=False)
    _next_turn(r, turn.seat, card)


def _lay_aside(r: Round, card: str, seat: int) -> None:
    wild_discard = r.rules["pile.wild_discard"]
    if card in WILDS and wild_discard == "locks":
        r.locks.append(card)
        return
    r.pile.append(PileCard(card))
    red_lap = card == "3r" and r.rules["red_threes.discard_blocks"] == "lap"
    black_lap = card == "3b" and r.rules["pile.black_three"] == "blocks_lap"
    if red_lap or black_lap:
        r.block_by = seat


def _next_turn(r: Round, seat: int, card: str) -> None:
    if not r.stock and r.rules["stock.on_empty"] == "end":
        r.ends_by_stock = True
        r.must = ("end", "5.5", "the last card of the stock was drawn, the round ends after this turn")
        return
    following = (seat + 1) % r.players
    if card in WILDS and r.rules["pile.wild_discard"] == "skips_next":
        r.must = ("skip", "5.11", f"a wild card was discarded, seat {following} loses its turn")
        return
    begin_turn(r, following)


def judge_skip(r: Round, event: dict[str, Any]) -> None:
    """The seat after the discarder loses its turn."""
    turn = r.current()
    if r.must is None or r.must[0] != "skip":
        r.stop("5.11", f"seat {event['seat']} loses a turn and nothing made it lose one")
    following = (turn.seat + 1) % r.players
    if event["seat"] != following:
        r.stop("5.11", f"seat {event['seat']} loses its turn, it is seat {following} that does")
    r.must = None
    _end_block(r, following)
    begin_turn(r, (following + 1) % r.players)


def judge_end_of_turn(r: Round, turn: Turn, went_out: bool, concealed: bool) -> None:
    """What a turn owes when it is over: locks, red threes, black threes, the initial meld."""
    if turn.pile_threes:
        r.fault("5.2", f"seat {turn.seat} has not laid {turn.pile_threes} red threes of the pile it took")
    _judge_locks(r, turn)
    if not went_out and any(laid.rank == "3b" for laid in turn.laid):
        r.fault("5.6", f"seat {turn.seat} melds black threes and does not go out")
    judge_opening(r, turn, went_out and concealed)


def _judge_locks(r: Round, turn: Turn) -> None:
    """Every wild card taken from beside the pile joins a meld that was there, or that of the top card."""
    if not turn.locks:
        return
    homes = turn.ranks_before | {turn.top}
    for kind in WILDS:
        owed = turn.locks.count(kind)
        placed = sum(laid.cards.count(kind) for laid in turn.laid if laid.rank in homes)
        if placed < owed:
            r.fault(
                "5.4",
                f"{owed - placed} x {kind} from beside the pile did not join a meld on the table",
            )
