"""The decisions of the players as the driver asks for them: this form calls plain Python strategies.

For compiled strategies a module is generated that offers the same six functions for the strategies of one
table (:mod:`canasta_sim.strategy.generate`); ``me.who`` is then the number of the seat's strategy.
"""

from __future__ import annotations

from typing import Any

TOOK, LAID, DISCARDED = 0, 1, 2
"""What other players are told of: the pile taken (its known cards), cards laid, a card discarded."""


def choose_take(players: Any, seat: int, rules: Any, view: Any, me: Any) -> tuple[int, int, int, int]:
    """Ask whether to take the pile: (way, cards, twos, jokers)."""
    way, cards, twos, jokers = players[seat].take(rules, view, me)
    return int(way), int(cards), int(twos), int(jokers)


def choose_lay(players: Any, seat: int, rules: Any, view: Any, me: Any) -> int:
    """Ask whether to lay a red three that may be kept: 1 or 0."""
    return int(players[seat].lay_red_three(rules, view, me))


def choose_meld(players: Any, seat: int, rules: Any, view: Any, me: Any) -> tuple[int, int, int]:
    """Ask what to meld: (cards, twos, jokers)."""
    cards, twos, jokers = players[seat].meld(rules, view, me)
    return int(cards), int(twos), int(jokers)


def choose_discard(players: Any, seat: int, rules: Any, view: Any, me: Any) -> int:
    """Ask for the kind of the discard."""
    return int(players[seat].discard(rules, view, me))


def tell(players: Any, rules: Any, view: Any, seats: Any, event: int, cards: int) -> None:
    """Tell every player that watches what the seat to move did."""
    for seat in range(view.players):
        if players[seat].watch is not None:
            players[seat].watch(rules, seats.seat[seat], seat, int(view.seat), event, cards)


def raise_kept(players: Any) -> None:
    """Do nothing: what a plain strategy raises has been raised."""
