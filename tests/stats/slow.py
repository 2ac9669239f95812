"""The sums of an aggregate, taken row by row as their formulas are written."""

from __future__ import annotations

from canasta_sim.stats.block import END, GAME_COLUMNS, ROW_COLUMNS, Block
from canasta_sim.stats.metrics import COUNT, METRICS, Metric
from canasta_sim.stats.sums import ALL

Row = dict[str, int]
Unit = tuple[list[tuple[Row, Row]], list[tuple[Row, Row]]]


def values_of(entry: Metric, label: str, units: list[Unit], labels: list[list[str]]) -> list[list[tuple]]:
    """Return (x, y) of every row of a label, per unit."""
    found = []
    for index, (rounds, games) in enumerate(units):
        rows = []
        for pair in games if entry.level == "game" else rounds:
            if entry.per == "table":
                rows.append((of_table(entry.numerator, pair, rounds), entry.scale))
                continue
            for side in (0, 1):
                if label in (ALL, labels[pair[side]["rotation"]][side]):
                    below = of_side(entry.denominator, pair, side)
                    rows.append((of_side(entry.numerator, pair, side), entry.scale * below))
        found.append(rows)
        assert index < len(units)
    return found


def of_side(name: str, pair: tuple[Row, Row], side: int) -> int:
    row, other = pair[side], pair[1 - side]
    margin = row["score"] - other["score"]
    derived = {
        COUNT: 1,
        "margin": margin,
        "game_margin": margin,
        "won_twice": 2 if margin > 0 else 1 if margin == 0 else 0,
        "canastas": sum(row.get(f"{kind}_canastas", 0) for kind in ("natural", "mixed", "wild")),
        "opened": int(row.get("opened_turn", 0) > 0),
        "never_melded": int(row.get("opened_turn", 0) == 0),
        "own_turns": row.get("turns", 0) // 2 + (row.get("turns", 0) % 2 if row["first"] == side else 0),
        "game_won": row.get("won", 0),
        "game_score": row["score"],
    }
    return derived[name] if name in derived else row[name]


def of_table(name: str, pair: tuple[Row, Row], rounds: list[tuple[Row, Row]]) -> int:
    row, first = pair[0], pair[pair[0]["first"]]
    other = pair[1 - pair[0]["first"]]
    margin = first["score"] - other["score"]
    if name == "lead_changes":
        return _lead_changes([one for one in rounds if one[0]["game"] == row["game"]])
    derived = {
        "first_margin": margin,
        "first_won_twice": 2 if margin > 0 else 1 if margin == 0 else 0,
        "closed": int(row.get("end") == END.index("went_out")),
        "stock_out": int(row.get("end") == END.index("stock")),
        "no_move": int(row.get("end") == END.index("no_move")),
        "game_rounds": row.get("rounds", 0),
        "no_winner": int(not any(one.get("won") for one in pair)),
        "first_game_won": first.get("won", 0),
    }
    return derived[name] if name in derived else row[name]


def _lead_changes(rounds: list[tuple[Row, Row]]) -> int:
    leader, changes = 0, 0
    for a, b in rounds:
        gap = a["score_before"] + a["score"] - b["score_before"] - b["score"]
        if gap and leader and (gap > 0) != (leader > 0):
            changes += 1
        leader = gap or leader
    return changes


_KNOWN: list[tuple[Block, list[Unit]]] = []


def units_of(block: Block) -> list[Unit]:
    """Return the rows of each unit; the last few blocks are remembered."""
    for known, units in _KNOWN:
        if known is block:
            return units
    _KNOWN.append((block, _units_of(block)))
    del _KNOWN[:-4]
    return _KNOWN[-1][1]


def _units_of(block: Block) -> list[Unit]:
    k, players = block.rotations, 2
    rounds = [_pair(block.rows[:, 2 * i : 2 * i + 2], ROW_COLUMNS) for i in range(block.rows.shape[1] // 2)]
    units: list[Unit] = [([], []) for _ in range(block.units)]
    for i, pair in enumerate(rounds):
        game = pair[0]["game"] if block.games is not None else i
        unit, rotation = divmod(game, k)
        step = pair[0]["game_round"] if block.games is not None else 0
        _mark(pair, rotation, (block.first_unit + unit + step) % players)
        units[unit][0].append(pair)
    if block.games is not None:
        for g in range(block.games.shape[1] // 2):
            pair = _pair(block.games[:, 2 * g : 2 * g + 2], GAME_COLUMNS)
            for row in pair:
                row["game"] = g
            _mark(pair, g % k, (block.first_unit + g // k) % players)
            units[g // k][1].append(pair)
    return units


def _pair(table, names) -> tuple[Row, Row]:
    return tuple({name: int(table[i, side]) for i, name in enumerate(names)} for side in (0, 1))  # type: ignore[return-value]


def _mark(pair: tuple[Row, Row], rotation: int, first: int) -> None:
    for row in pair:
        row["rotation"], row["first"] = rotation, first


def sums_of(block: Block, label: str, name: str) -> list[int]:
    """Return [Σx, Σy, Σx², Σy², Σxy, Σ row²]."""
    per_unit = values_of(METRICS[name], label, units_of(block), [list(pair) for pair in block.labels])
    totals = [0] * 6
    for rows in per_unit:
        x, y = sum(row[0] for row in rows), sum(row[1] for row in rows)
        more = (x, y, x * x, y * y, x * y, sum(row[0] ** 2 for row in rows))
        totals = [a + b for a, b in zip(totals, more, strict=True)]
    return totals


def cross_of(a: Block, label: str, b: Block, other: str, name: str) -> list[int]:
    """Return [Σxx', Σxy', Σyx', Σyy']."""
    first, second = (
        values_of(METRICS[name], one, units_of(block), [list(pair) for pair in block.labels])
        for one, block in ((label, a), (other, b))
    )
    totals = [0] * 4
    for mine, theirs in zip(first, second, strict=True):
        x, y = sum(row[0] for row in mine), sum(row[1] for row in mine)
        v, w = sum(row[0] for row in theirs), sum(row[1] for row in theirs)
        totals = [p + q for p, q in zip(totals, (x * v, x * w, y * v, y * w), strict=True)]
    return totals
