"""The rows of one variant over a range of deals, and how units of statistics are cut from them.

The *unit* of every figure is the deal: all rows that share a deck are one observation. A deal has two rows
(one per side) where it is played once, and four where it is played twice with the strategies' seats moved on.
Where games are played the unit is the game, or the pair of games that share their decks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

ROW_COLUMNS = (
    "score",
    "melded",
    "in_hand",
    "bonus",
    "bonus_canastas",
    "bonus_red_threes",
    "bonus_going_out",
    "natural_canastas",
    "mixed_canastas",
    "wild_canastas",
    "red_threes",
    "went_out",
    "concealed",
    "opened_turn",
    "piles_taken",
    "pile_cards",
    "freezes",
    "frozen_turns",
    "hand_cards",
    "turns",
    "end",
    "turnovers",
    "game",
    "game_round",
    "score_before",
)
"""Columns of the rows of a round, as the engine orders them."""

GAME_COLUMNS = ("rounds", "score", "won", "end")
END = ("went_out", "stock", "no_move")
GAME_END = ("target", "rounds", "cap")

Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
#: labels[rotation][side]: the strategy of a side, partners' names joined by "+" where they differ.
Labels = tuple[tuple[str, str], ...]


def side_labels(seats: Sequence[str], swap: bool) -> Labels:
    """Labels of both sides in each rotation.

    Parameters
    ----------
    seats : sequence of str
        Label of the strategy of each seat in rotation 0 (2 or 4).
    swap : bool
        Whether each deal is played a second time with the strategies moved on by one seat.

    Returns
    -------
    tuple of (str, str)
        One pair per rotation. Partners stand in the order of their seats in rotation 0, so that a partnership
        keeps its name when it changes seats.
    """
    players = len(seats)
    rotations = 2 if swap else 1

    def label(rotation: int, side: int) -> str:
        places = sorted((seat + rotation) % players for seat in range(side, players, 2))
        return "+".join(dict.fromkeys(seats[place] for place in places))

    return tuple((label(rotation, 0), label(rotation, 1)) for rotation in range(rotations))


@dataclass(frozen=True)
class Block:
    """Rows of one variant over consecutive deals (or games).

    Attributes
    ----------
    variant : str
        Name of the variant.
    rows : ndarray of int32, shape (len(ROW_COLUMNS), 2 * rounds)
        Row i belongs to side i % 2 of the (i // 2)-th round of the block; rounds in order, and with two
        labels rotations both rounds of every deal are there. In games the column ``game`` must not decrease.
    labels : tuple of (str, str)
        ``labels[rotation][side]``; its length says how often a deal is played (see `side_labels`).
    first_unit : int
        Index of the first deal; in games index of the first pair of games (or game, where there are no
        pairs).
    pack : str
        What the decks are made of: variants with the same word share the decks of their deals.
    games : ndarray of int32, shape (len(GAME_COLUMNS), 2 * games), optional
        Rows of the games, where games are played; game k of the block is the k-th different value of
        ``game``.
    """

    variant: str
    rows: Ints
    labels: Labels
    first_unit: int
    pack: str = ""
    games: Ints | None = None

    def __post_init__(self) -> None:
        expected = len(ROW_COLUMNS)
        if self.rows.ndim != 2 or self.rows.shape[0] != expected:
            raise ValueError(f"rows have shape {self.rows.shape}, expected ({expected}, 2 * rounds)")
        of_games = self.games is not None
        if self.games is not None and self.games.shape[0] != len(GAME_COLUMNS):
            raise ValueError(
                f"games have shape {self.games.shape}, expected ({len(GAME_COLUMNS)}, 2 * games)"
            )
        table = self.games if self.games is not None else self.rows
        if table.shape[1] % (2 * self.rotations):
            what = "games" if of_games else "rounds"
            raise ValueError(f"{table.shape[1]} rows are no whole number of units of {self.rotations} {what}")

    @property
    def rotations(self) -> int:
        """How often each deal is played."""
        return len(self.labels)

    @property
    def units(self) -> int:
        """Number of deals, or of games or pairs of games."""
        table = self.rows if self.games is None else self.games
        return int(table.shape[1]) // (2 * self.rotations)

    def split(self, units: int) -> list[Slice]:
        """Cut the block into slices of at most that many units, small enough for the processor's cache."""
        starts = None if self.games is None else self._game_starts()
        return [
            self._slice(first, min(first + units, self.units), starts)
            for first in range(0, self.units, units)
        ]

    def _game_starts(self) -> Longs:
        """Return the first round of each game, and the number of rounds at the end."""
        game = self.rows[ROW_COLUMNS.index("game"), ::2]
        starts = np.flatnonzero(np.diff(game, prepend=game[:1] - 1)).astype(np.int64)
        assert self.games is not None
        if 2 * len(starts) != self.games.shape[1]:
            raise ValueError(
                f"rows are of {len(starts)} games, but {self.games.shape[1] // 2} games are given"
            )
        return np.append(starts, len(game))

    def _slice(self, first: int, last: int, starts: Longs | None) -> Slice:
        k = self.rotations
        if starts is None:
            return Slice(self.rows[:, 2 * k * first : 2 * k * last], k, self.first_unit + first)
        assert self.games is not None
        bounds = starts[k * first : k * last + 1]
        rows = self.rows[:, 2 * bounds[0] : 2 * bounds[-1]]
        return Slice(
            rows, k, self.first_unit + first, self.games[:, 2 * k * first : 2 * k * last], bounds - bounds[0]
        )


@dataclass(frozen=True)
class Slice:
    """Some consecutive units of a block.

    Attributes
    ----------
    rows, games : ndarray of int32
        As in `Block`.
    rotations : int
        How often each deal is played.
    first_unit : int
        Index of the first unit.
    starts : ndarray of int64, optional
        First round of each game of the slice, and the number of rounds at the end.
    """

    rows: Ints
    rotations: int
    first_unit: int
    games: Ints | None = None
    starts: Longs | None = None

    @property
    def units(self) -> int:
        """Number of units in the slice."""
        table = self.rows if self.games is None else self.games
        return int(table.shape[1]) // (2 * self.rotations)

    @property
    def rounds(self) -> int:
        """Number of rounds in the slice."""
        return int(self.rows.shape[1]) // 2

    def column(self, name: str) -> Ints:
        """Return a column of the rows, shape (2 * rounds,)."""
        values: Ints = self.rows[ROW_COLUMNS.index(name)]
        return values

    def game_column(self, name: str) -> Ints:
        """Return a column of the games, shape (2 * games,)."""
        assert self.games is not None
        values: Ints = self.games[GAME_COLUMNS.index(name)]
        return values

    @property
    def rotation(self) -> Longs:
        """Rotation in which each round was played, shape (rounds,)."""
        rotation = np.tile(np.arange(self.rotations, dtype=np.int64), self.units)
        return rotation if self.starts is None else np.repeat(rotation, np.diff(self.starts))
