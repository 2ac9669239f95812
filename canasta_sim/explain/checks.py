"""Positions that cannot be, as far as counts of cards and the knobs tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from canasta_sim.engine.cards import BLACK_THREE, CODES, JOKER, RED_THREE, TWO
from canasta_sim.errors import PositionError
from canasta_sim.explain.cards import as_text, counted, named

if TYPE_CHECKING:
    from canasta_sim.explain.position import Position

__all__ = ["check", "with_stock"]

_TWO_PACKS = 104


def check(position: Position, given: Mapping[str, Any]) -> None:
    """Refuse what cannot be, as far as counts and the rules named by the file tell."""
    _check_counts(position)
    _check_hands(position)
    _check_first_turn(position, given)
    knobs = position.rules
    needs = (
        ("surprise", position.surprise > 0, "deal.surprise", ("upcard_number",)),
        ("locks", bool(position.locks), "pile.wild_discard", ("locks",)),
        ("turnovers", position.turnovers > 0, "stock.on_empty", ("turn_over",)),
    )
    for key, there, knob, values in needs:
        if there and knobs[knob] not in values:
            position.refuse(key, f"there is none with {knob} = {knobs[knob]}")
    if position.surprise and position.turnovers:
        position.refuse("surprise", "it goes into the stock when the pile is turned over, which it was")
    if position.turnovers > knobs["stock.max_turnovers"]:
        position.refuse(
            "turnovers",
            f"the pile is turned over {knobs['stock.max_turnovers']} times at the most "
            f"(stock.max_turnovers = {knobs['stock.max_turnovers']})",
        )
    _check_block(position)
    empty = position.stock in (0, ()) and "stock" in given
    if empty and position.phase == "draw" and knobs["stock.on_empty"] == "end" and not position.first_turn:
        position.refuse("stock", "the round is over when the last card is drawn (stock.on_empty = end)")


def _check_block(position: Position) -> None:
    if position.blocked_by < 0:
        return
    knobs = position.rules
    red = knobs["red_threes.lay"] == "optional" and knobs["red_threes.discard_blocks"] == "lap"
    if not red and knobs["pile.black_three"] != "blocks_lap":
        position.refuse(
            "blocked_by",
            f"no three blocks the pile for a lap (pile.black_three = {knobs['pile.black_three']}, "
            f"red_threes.lay = {knobs['red_threes.lay']}, "
            f"red_threes.discard_blocks = {knobs['red_threes.discard_blocks']})",
        )


def _check_counts(position: Position) -> None:
    """Refuse more cards of a kind, or in all, than the deck has."""
    jokers = position.rules["deck.jokers"]
    deck = [8] * TWO + [8, jokers, 4, 4]
    found = Counter(position.pile.known)
    unknown = position.pile.unknown + position.surprise
    for hand in position.hands:
        found.update(hand.known)
        unknown += hand.unknown
    for melds in position.melds:
        for meld in melds:
            found.update(meld)
    found.update(position.locks)
    found.update({RED_THREE: sum(position.red_threes)})
    if isinstance(position.stock, int):
        unknown += position.stock
    else:
        found.update(position.stock)
    for kind, number in sorted(found.items()):
        if number > deck[kind]:
            where = f" (deck.jokers = {jokers})" if kind == JOKER else ""
            raise PositionError(
                f"{position.source.path}: {counted(number, kind)} ({CODES[kind]}) in all, "
                f"but the deck has {counted(deck[kind], kind)}{where}"
            )
    total = sum(found.values()) + unknown
    if total > _TWO_PACKS + jokers:
        raise PositionError(
            f"{position.source.path}: {total} cards in all, counted with the unknown ones, "
            f"but the deck has {_TWO_PACKS + jokers}"
        )


def _check_hands(position: Position) -> None:
    if position.hands[position.to_move].size == 0:
        position.refuse("hands", f"seat {position.to_move} is to move and needs a card at least")
    if position.rules["red_threes.lay"] == "at_once":
        for seat, hand in enumerate(position.hands):
            if RED_THREE in hand.known:
                position.refuse(
                    "hands",
                    f"seat {seat} holds a red three, which is laid at once (red_threes.lay = at_once)",
                )
    for side, melds in enumerate(position.melds):
        for meld in melds:
            for kind, why in _NEVER_MELDED.items():
                if kind in meld:
                    position.refuse("melds", f"side {side}: {as_text(meld)}: {named(kind)} {why}")


_NEVER_MELDED = {
    RED_THREE: "are never melded; red_threes says how many are laid",
    BLACK_THREE: "are melded only in the turn that ends the round",
}


def _check_first_turn(position: Position, given: Mapping[str, Any]) -> None:
    if not position.first_turn:
        return
    for key, there in (
        ("melds", any(position.melds)),
        ("locks", bool(position.locks)),
        ("turnovers", position.turnovers > 0),
        ("blocked_by", position.blocked_by >= 0),
    ):
        if there:
            position.refuse(key, "impossible in the first turn of a round (first_turn = true)")
    if position.phase == "play" and position.rules["deal.first_turn"] != "normal" and "phase" in given:
        position.refuse(
            "phase", f"nobody draws in the first turn (deal.first_turn = {position.rules['deal.first_turn']})"
        )


def with_stock(position: Position) -> Position:
    """Return a position whose file does not mention the stock with all cards that lie nowhere else in it."""
    held = sum(hand.size for hand in position.hands) + position.pile.size + position.surprise
    laid = sum(len(meld) for melds in position.melds for meld in melds)
    elsewhere = held + laid + sum(position.red_threes) + len(position.locks)
    return replace(position, stock=_TWO_PACKS + position.rules["deck.jokers"] - elsewhere)
