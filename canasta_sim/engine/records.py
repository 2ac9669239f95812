"""The records that a round is played on.

``VIEW``: what the player to move may see: everything public and the own hand, which lives here during
the turn. ``HIDDEN``: the other hands, the stock, the order of the pile. ``PLAYER``: a strategy's own
parameters, memory and random numbers; ``SEATS`` holds one per seat. All fields are int64 unless a shape or type
is given; cards are packed words (:mod:`canasta_sim.engine.cards`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from canasta_sim.engine.compiling import inlined

DECK_ROOM = 112
PARAMETERS = 16
MEMORY = 64

# Answers to the first decision of a turn: draw, or take the pile in one of five ways (bits of view.options).
DRAW, TAKE_JOIN, TAKE_PAIR, TAKE_MATCH, TAKE_WITH_TWO, TAKE_WITH_JOKER = 0, 1, 2, 3, 4, 5
TAKE_WAYS = 6

# How a round ends (order of rows.END), and a round still going on.
WENT_OUT, STOCK_ENDED, NO_MOVE, PLAYING, FAULTY = 0, 1, 2, -1, -2

VIEW = np.dtype(
    [
        ("players", "i8"),
        ("seat", "i8"),
        ("side", "i8"),
        ("first", "i8"),  # seat that began the round
        ("turn", "i8"),  # player-turns of the round so far, this one included
        ("hand", "i8"),  # the own hand, packed
        ("hand_size", "i8"),
        ("options", "i8"),  # ways in which the pile may be taken: bits 1 << TAKE_...
        ("must_take", "i8"),  # 1: drawing is not possible (RULES.md 5.5, play_on)
        ("took", "i8"),  # 1: this turn took the pile
        ("drew", "i8"),  # 1: this turn drew from the stock
        ("top", "i8"),  # kind of the upcard or last discard, NO_CARD (15) without one
        ("pile", "i8"),  # the known cards of the pile, packed (the surprise is not known)
        ("pile_size", "i8"),  # the surprise included
        ("surprise_size", "i8"),
        ("frozen", "i8"),  # 1: frozen for everyone
        ("blocked_by", "i8"),  # seat whose three blocks the pile for a lap, -1 without one
        ("locks", "i8"),  # wild cards beside the pile, packed
        ("stock_size", "i8"),
        ("turnovers", "i8"),
        ("naturals", "i8", (2,)),  # per side: melds by rank, wild meld, black threes
        ("twos", "i8", (2,)),  # per side: twos in natural melds, by rank
        ("jokers", "i8", (2,)),
        ("canastas", "i8", (2,)),
        ("natural_canastas", "i8", (2,)),
        ("red_threes", "i8", (2,)),  # laid face up
        ("scores", "i8", (2,)),  # before the round
        ("minimum", "i8", (2,)),  # points of the initial meld; CANASTA_MINIMUM: a canasta
        ("unmixed", "i8", (2,)),  # 1: no mixed melds in the initial meld
        ("opened_turn", "i8", (2,)),  # turn of the initial meld, 0 before it
        ("hand_sizes", "i8", (4,)),  # of the other seats; the own one is hand_size
        ("has_melded", "i8", (4,)),  # 1: the seat has melded in the round (this turn not yet counted)
    ]
)

HIDDEN = np.dtype(
    [
        ("hands", "i8", (4,)),
        ("surprise", "i8"),  # packed cards of the surprise
        ("stock_next", "i8"),
        ("stock_end", "i8"),
        ("upcard_index", "i8"),  # where in the pile the upcard lies, -1 once taken or turned over
        ("upcard_red_three", "i8"),  # 1: a red three turned at the deal freezes the pile
        ("naturals_before", "i8"),  # the side's melds when the turn began
        ("laid", "i8"),  # ranks that this turn melded, in melds old or new: a word whose counts do not matter
        ("black_threes", "i8"),  # black threes melded in this turn
        ("concealed", "i8"),
        ("out_seat", "i8"),  # seat that went out, -1 without one
        ("out_bonus_kind", "i8"),
        ("skip", "i8"),  # 1: the next seat loses its turn
        ("fault", "i8"),  # refusal code of an illegal answer, 0 without one
        ("fault_step", "i8"),  # which decision it answered
        ("mid_turn", "i8"),  # 1: the hand of the seat to move is in the view
        ("piles_taken", "i8", (2,)),
        ("pile_cards", "i8", (2,)),
        ("freezes", "i8", (2,)),
        ("frozen_turns", "i8", (2,)),
        ("stream", "u8", (1,)),  # of the deck
        ("stock", "u1", (DECK_ROOM,)),
        ("pile_order", "u1", (DECK_ROOM,)),  # bottom first
    ]
)

PLAYER = np.dtype(
    [
        ("who", "i8"),  # number of the strategy in a compiled table
        ("uses_memory", "i8"),
        ("uses_random", "i8"),
        ("parameters", "f8", (PARAMETERS,)),
        ("memory", "i8", (MEMORY,)),  # zero at the start of each round
        ("stream", "u8", (1,)),
    ]
)

SEATS = np.dtype([("seat", PLAYER, (4,))])

STEP_TAKE, STEP_LAY, STEP_MELD, STEP_DISCARD = range(4)
STEP_NAMES = ("take or draw", "lay a red three", "meld", "discard")


def new_record(dtype: np.dtype[Any]) -> Any:
    """Return one zeroed record of ``dtype`` that Numba takes as a record."""
    return np.zeros(1, dtype).view(np.recarray)[0]


# Masks that change nothing tell the compiler what an index can be: Numba's treatment of negative indices falls
# away, and a store into an array leaves what is known of the fields beside it.


@inlined
def own_side(view):
    """Return the side to move, 0 or 1, to index with."""
    return view.side & 1


@inlined
def own_seat(view):
    """Return the seat to move, 0 to 3, to index with."""
    return view.seat & 3


@inlined
def place(index):
    """Return a place in the stock or the pile, to index with."""
    return index & 127
