"""Made-up rows that obey the arithmetic of real ones."""

from __future__ import annotations

import numpy as np

from canasta_sim.stats.block import END, ROW_COLUMNS, Block, Labels, side_labels

LIMITS = {
    "melded": 300, "in_hand": 60, "bonus_canastas": 6, "bonus_red_threes": 4, "natural_canastas": 3,
    "mixed_canastas": 3, "wild_canastas": 2, "red_threes": 4, "opened_turn": 12, "piles_taken": 4,
    "pile_cards": 30, "freezes": 3, "frozen_turns": 10, "hand_cards": 20,
}  # fmt: skip
FACTORS = {"melded": 5, "in_hand": 5, "bonus_canastas": 100, "bonus_red_threes": 100}
DUEL: Labels = (("a", "b"), ("b", "a"))
ALONE: Labels = (("a", "a"),)


def rows_of(rounds: int, seed: int = 0, luck: float = 200.0) -> np.ndarray:
    """Make rows; `luck`: spread of what a deal gives to side 0, the same in both rounds of a deal."""
    made = np.random.default_rng(seed)
    rows = np.zeros((len(ROW_COLUMNS), 2 * rounds), np.int32)

    def column(name: str) -> np.ndarray:
        return rows[ROW_COLUMNS.index(name)]

    for name, limit in LIMITS.items():
        column(name)[:] = made.integers(0, limit, 2 * rounds) * FACTORS.get(name, 1)
    deal = np.repeat(made.normal(0, luck, (rounds + 1) // 2), 2)[:rounds]
    column("melded")[::2] += (5 * np.round((3 * luck + deal) / 5)).astype(np.int32)
    column("melded")[1::2] += (5 * np.round((3 * luck - deal) / 5)).astype(np.int32)
    end = made.integers(0, 4, rounds)
    column("went_out")[::2] = end == 0
    column("went_out")[1::2] = end == 1
    column("concealed")[:] = column("went_out") * made.integers(0, 2, 2 * rounds)
    column("bonus_going_out")[:] = 100 * column("went_out") + 100 * column("concealed")
    column("end")[:] = np.repeat(np.where(end < 2, 0, end - 1), 2)
    column("turns")[:] = np.repeat(made.integers(4, 60, rounds), 2)
    column("turnovers")[:] = np.repeat(made.integers(0, 3, rounds), 2)
    column("bonus")[:] = column("bonus_canastas") + column("bonus_red_threes") + column("bonus_going_out")
    column("score")[:] = column("melded") - column("in_hand") + column("bonus")
    assert set(column("end").tolist()) <= set(range(len(END)))
    return rows


def block_of(
    units: int,
    seed: int = 0,
    labels: Labels = DUEL,
    first_unit: int = 0,
    variant: str = "v",
    pack: str = "p",
    luck: float = 200.0,
) -> Block:
    """Make a block of rounds."""
    return Block(variant, rows_of(units * len(labels), seed, luck), labels, first_unit, pack)


def games_of(
    units: int, seed: int = 0, labels: Labels = DUEL, first_unit: int = 0, variant: str = "v"
) -> Block:
    """Make a block of games of 1 to 6 rounds; some end without a winner."""
    made = np.random.default_rng(seed)
    games = units * len(labels)
    lengths = made.integers(1, 7, games)
    rounds = int(lengths.sum())
    rows = rows_of(rounds, seed)
    game = np.repeat(np.arange(games), lengths)
    of_game = np.concatenate([np.arange(length) for length in lengths])
    rows[ROW_COLUMNS.index("game")] = np.repeat(game, 2)
    rows[ROW_COLUMNS.index("game_round")] = np.repeat(of_game, 2)
    table = np.zeros((4, 2 * games), np.int32)
    for g in range(games):
        at = np.flatnonzero(game == g)
        for side in (0, 1):
            scores = rows[0, 2 * at + side].cumsum()
            rows[ROW_COLUMNS.index("score_before"), 2 * at + side] = scores - rows[0, 2 * at + side]
            table[1, 2 * g + side] = scores[-1]
        table[0, 2 * g : 2 * g + 2] = lengths[g]
        if g % 5:
            table[2, 2 * g + int(table[1, 2 * g + 1] > table[1, 2 * g])] = 1
        else:
            table[3, 2 * g : 2 * g + 2] = 2
    return Block(variant, rows, labels, first_unit, "p", table)


def part_of(block: Block, first: int, last: int) -> Block:
    """Return the units from `first` to `last` (counted within the block) as a block of their own."""
    k = block.rotations
    if block.games is None:
        rows, games = block.rows[:, 2 * k * first : 2 * k * last], None
    else:
        game = block.rows[ROW_COLUMNS.index("game")]
        rows = block.rows[:, (game >= k * first) & (game < k * last)]
        games = block.games[:, 2 * k * first : 2 * k * last]
    return Block(block.variant, rows, block.labels, block.first_unit + first, block.pack, games)


PARTNERS = side_labels(["a", "b", "c", "d"], True)
