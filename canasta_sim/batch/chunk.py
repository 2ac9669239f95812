"""Playing one chunk: from a range of units to its rows, files and sums.

What runs here runs in a worker: a thread, another process or another machine. It touches no disk; what it
made goes back to the process that started the run, which alone writes the results folder.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from canasta_sim.batch.plan import Chunk, RunPlan, Span, Variant
from canasta_sim.engine.rows import GAME_COLUMNS, ROW_COLUMNS
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.block import Block, side_labels

if TYPE_CHECKING:
    from collections.abc import Sequence

Columns = dict[str, np.ndarray]


@dataclass
class Part:
    """What a chunk gives back.

    Attributes
    ----------
    number : int
        Number of the part in the store.
    span : (int, int)
        Its units.
    played : int
        Rounds played, of all variants.
    aggregate : Aggregate
        Sums over its units.
    files : dict of str to bytes
        ``"rounds"`` (and ``"games"``): its rows as Parquet; empty where no rows are kept.
    seconds : float
        Time it took in its worker.
    """

    number: int
    span: Span
    played: int
    aggregate: Aggregate
    files: dict[str, bytes] = field(default_factory=dict)
    seconds: float = 0.0


def play_chunk(plan: RunPlan, chunk: Chunk, keep_rows: bool) -> Part:
    """Play a chunk under every variant.

    Parameters
    ----------
    plan : RunPlan
        What is played.
    chunk : Chunk
        Which units.
    keep_rows : bool
        Whether rows are kept, or sums only.

    Returns
    -------
    Part

    Raises
    ------
    RunFailed
        If a strategy answers what the rules forbid, or a check fails.
    """
    start = time.monotonic()
    blocks = [
        play_block(plan, variant, chunk.first, chunk.first + units)
        for variant in plan.variants
        if (units := plan.units_of(variant, chunk))
    ]
    part = Part(
        number=chunk.number,
        span=(chunk.first, chunk.stop),
        played=sum(block.rows.shape[1] // 2 for block in blocks),
        aggregate=Aggregate.from_blocks(blocks, plan.baseline),
    )
    if keep_rows:
        part.files = encode_blocks(plan, blocks)
    part.seconds = time.monotonic() - start
    return part


def play_block(plan: RunPlan, variant: Variant, first: int, stop: int) -> Block:
    """Play units of one variant and return their rows."""
    lineup, per_unit = variant.lineup, plan.per_unit(variant)
    swap = plan.swaps(variant)
    start, amount = first * per_unit, (stop - first) * per_unit
    games = None
    if plan.mode == "games":
        rows, games = lineup.play_games(plan.seed, start, amount, swap)
    else:
        rows = lineup.play_rounds(plan.seed, start, amount, swap)
    labels, pack = side_labels(lineup.labels, swap), f"{variant.rules['deck.jokers']} jokers"
    return Block(variant.name, rows, labels, first, pack, games)


def encode_blocks(plan: RunPlan, blocks: Sequence[Block]) -> dict[str, bytes]:
    """Write the rows of all variants as Parquet, sorted by variant, round and side."""
    from canasta_sim.batch.parquet import END_WORDS, as_table, encode

    names = tuple(variant.name for variant in plan.variants)
    strategies = tuple(dict.fromkeys(label for block in blocks for pair in block.labels for label in pair))
    make = {"rounds": _game_round_columns if plan.mode == "games" else _round_columns}
    if plan.mode == "games":
        make["games"] = _game_columns
    files = {}
    for kind, columns_of in make.items():
        words = {"variant": names, "strategy": strategies, "end": END_WORDS[kind]}
        tables = [
            columns_of(plan, plan.variants[code], block, code, strategies)
            for block in blocks
            for code in [names.index(block.variant)]
        ]
        joined = {name: np.concatenate([table[name] for table in tables]) for name in tables[0]}
        files[kind] = encode(as_table(joined, words))
    return files


def _round_columns(
    plan: RunPlan, variant: Variant, block: Block, code: int, strategies: tuple[str, ...]
) -> Columns:
    """Put the keys of single rounds before the columns of the engine."""
    per_unit = plan.per_unit(variant)
    rounds = block.rows.shape[1] // 2
    index = np.arange(block.first_unit * per_unit, block.first_unit * per_unit + rounds, dtype=np.int64)
    deal, rotation = index // per_unit, index % per_unit
    keys = _keys(index, deal, rotation, deal, block, code, strategies)
    return {**keys, **{name: block.rows[at] for at, name in enumerate(ROW_COLUMNS[:-3])}}


def _game_round_columns(
    plan: RunPlan, variant: Variant, block: Block, code: int, strategies: tuple[str, ...]
) -> Columns:
    """Put the keys of the rounds of games before the columns of the engine; games are numbered through."""
    per_unit, longest = plan.per_unit(variant), longest_game(variant)
    game = block.first_unit * per_unit + block.rows[ROW_COLUMNS.index("game"), ::2].astype(np.int64)
    of_game = block.rows[ROW_COLUMNS.index("game_round"), ::2].astype(np.int64)
    unit, rotation = game // per_unit, game % per_unit
    keys = _keys(
        game * longest + of_game, unit * longest + of_game, rotation, unit + of_game, block, code, strategies
    )
    columns = {**keys, **{name: block.rows[at] for at, name in enumerate(ROW_COLUMNS)}}
    return {**columns, "game": np.repeat(game, 2)}


def _game_columns(
    plan: RunPlan, variant: Variant, block: Block, code: int, strategies: tuple[str, ...]
) -> Columns:
    """Put the keys of games before the columns of the engine."""
    assert block.games is not None
    per_unit = plan.per_unit(variant)
    games = block.games.shape[1] // 2
    game = np.arange(block.first_unit * per_unit, block.first_unit * per_unit + games, dtype=np.int64)
    keys = _keys(game, game, game % per_unit, game, block, code, strategies)
    head = {"game": keys["round"], **{name: keys[name] for name in ("variant", "side", "strategy")}}
    return {**head, **{name: block.games[at] for at, name in enumerate(GAME_COLUMNS)}}


def _keys(
    index: np.ndarray,
    deal: np.ndarray,
    rotation: np.ndarray,
    first_seat: np.ndarray,
    block: Block,
    code: int,
    strategies: tuple[str, ...],
) -> Columns:
    """Make the columns that say which rows these are, two rows for each round.

    The first seat is `first_seat` modulo the players; they are even in number, so its side is that modulo 2.
    """
    codes = np.array([[strategies.index(label) for label in pair] for pair in block.labels], np.int16)
    rows = 2 * len(index)
    return {
        "round": np.repeat(index, 2),
        "deal": np.repeat(deal, 2),
        "variant": np.full(rows, code, np.int16),
        "side": np.tile(np.array([0, 1], np.int8), len(index)),
        "strategy": codes[rotation].reshape(-1),
        "first": np.repeat((first_seat % 2).astype(np.int8), 2),
    }


def longest_game(variant: Variant) -> int:
    """Return the most rounds a game can have, by which the rounds of games are numbered."""
    rules = variant.rules
    return int(rules["game.rounds"] if rules["game.mode"] == "rounds" else rules["game.max_rounds"])
