"""Rounds dealt by the compiled engine, by the ten thousand, as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from canasta_sim.engine.encoding import encode
from canasta_sim.engine.events import LOG_HAND, ROW_WIDTH
from canasta_sim.engine.records import HIDDEN, VIEW, new_record
from canasta_sim.rules import RuleSet
from canasta_sim.strategy.generate import steps_module

_KINDS = 15


@dataclass(frozen=True)
class Deals:
    """Deals 0 to n - 1 of a seed.

    Attributes
    ----------
    hands : ndarray of int64, shape (n, players, 15)
        Cards of each kind dealt to each seat, before red threes are laid.
    pile_sizes, surprises : ndarray of int64, shape (n,)
        Cards in the pile, and how many of them are a surprise.
    tops : ndarray of int64, shape (n,)
        Kind of the upcard.
    frozen : ndarray of int64, shape (n,)
        Whether the pile begins frozen.
    laid : ndarray of int64, shape (n, 2)
        Red threes laid at the deal, per side.
    decks : ndarray of uint8, shape (n, cards)
        The pack in the order dealt (where nothing was shuffled back: all of it).
    """

    hands: Any
    pile_sizes: Any
    surprises: Any
    tops: Any
    frozen: Any
    laid: Any
    decks: Any


def deal_many(rules: RuleSet, seed: int, number: int) -> Deals:
    """Deal, the first seat 0 each time."""
    steps = steps_module()[0]
    encoded, view, hidden = encode(rules), new_record(VIEW), new_record(HIDDEN)
    log = np.zeros((1024, ROW_WIDTH), np.int64)
    views, tables = np.zeros(number, VIEW), np.zeros(number, HIDDEN)
    players = rules["table.players"]
    hands = np.zeros((number, players), np.int64)
    for deal in range(number):
        log[0, 0] = 0
        key = steps.stream_key(seed, deal, 0, 0)
        steps.deal(encoded, view, hidden, 0, 0, 0, key, log)
        views[deal], tables[deal] = view, hidden
        hands[deal] = log[1 : 1 + players, 1]
    assert (log[1 : 1 + players, 0] == LOG_HAND).all()
    return Deals(
        (hands[:, :, None] >> (4 * np.arange(_KINDS))) & 15,
        views["pile_size"],
        views["surprise_size"],
        views["top"],
        views["frozen"],
        views["red_threes"],
        tables["stock"][:, : int(encoded["deck_size"])],
    )
