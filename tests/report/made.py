"""Made-up results: aggregates with their manifests."""

from __future__ import annotations

from typing import Any

from canasta_sim.rules import RuleSet, load_rules
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.block import ROW_COLUMNS, Block, Labels
from tests.stats.made import ALONE, block_of, games_of, rows_of

Results = tuple[Aggregate, dict[str, Any]]
UNITS = 400


def seats_of(*labels: str) -> list[dict[str, Any]]:
    more = {"path": None, "params": {"hold": 2}, "source_hash": "0123456789abcdef"}
    return [{"label": label, "name": label, **more} for label in labels]


def manifest_of(rules: dict[str, RuleSet], seats: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    variants = [
        {"name": name, "swap": True, "rules": one.to_json(), "seats": seats} for name, one in rules.items()
    ]
    return {
        "format": 1, "command": "run", "command_line": "canasta-sim run --rules hoyle --seed 7", "name": "",
        "question": "", "metrics": [], "mode": "rounds", "asked": {"rounds": 2 * UNITS}, "seed": 7,
        "played": {"rounds": 2 * UNITS * len(rules)}, "variants": variants, "version": "0.1.0",
        "start": "2026-11-30T16:00:00+00:00", "wall_seconds": 1.25, "rounds_per_second": 640.0, "jobs": 2,
        "backend": "threads", "python": "3.11.7", "libraries": {"numpy": "2.4.6"}, "rows": True, **more,
    }  # fmt: skip


def better(block: Block, by: int) -> Block:
    """Give the first strategy more points."""
    score = block.rows[0].reshape(-1, 2, 2)
    score[:, 0, 0] += by
    score[:, 1, 1] += by
    return block


def a_duel(by: int = 150) -> Results:
    block = better(block_of(UNITS, 1, variant="hoyle"), by)
    return Aggregate.from_block(block), manifest_of(
        {"hoyle": load_rules("hoyle")}, seats_of("a", "b", "a", "b")
    )


def alone() -> Results:
    aggregate = Aggregate.from_block(block_of(2 * UNITS, 2, ALONE, variant="hoyle"))
    return aggregate, manifest_of({"hoyle": load_rules("hoyle")}, seats_of("a", "a", "a", "a"))


def some_games() -> Results:
    aggregate = Aggregate.from_block(games_of(UNITS, 3, variant="hoyle"))
    return aggregate, manifest_of(
        {"hoyle": load_rules("hoyle")}, seats_of("a", "b"), mode="games", asked={"games": 2 * UNITS}
    )


def a_comparison(question: str = "Does drawing two cards matter?") -> Results:
    """A grid of two knobs; under two cards rounds are longer and more often closed."""
    base = load_rules("rummyroyal", {"going_out.canastas": 1})
    rules, blocks = {}, []
    for i, (draw, needed) in enumerate([(1, 1), (1, 2), (2, 1), (2, 2)]):
        name = f"draw {draw}, {needed} canastas"
        rules[name] = base.with_knobs({"draw.count": draw, "going_out.canastas": needed})
        block = block_of(UNITS, 10 + i, variant=name)
        if draw == 2:
            block.rows[ROW_COLUMNS.index("turns")] += 20
            block.rows[ROW_COLUMNS.index("end")] = 0
        blocks.append(block)
    manifest = manifest_of(
        rules, seats_of("a", "b", "a", "b"), command="compare", name="two cards", question=question
    )
    return Aggregate.from_blocks(blocks, blocks[0].variant), manifest


def a_league() -> Results:
    labels: list[Labels] = [(("a", "b"), ("b", "a")), (("a", "c"), ("c", "a")), (("b", "c"), ("c", "b"))]
    blocks = []
    for i, (pair, by) in enumerate(zip(labels, (300, 600, 300), strict=True)):
        first, second = pair[0]
        block = Block(f"{first} vs {second}", rows_of(2 * UNITS, 20 + i), pair, 0, "p")
        blocks.append(better(block, by))
    rules = {block.variant: load_rules("hoyle") for block in blocks}
    manifest = manifest_of(rules, seats_of("a", "b", "c"), command="league")
    return Aggregate.from_blocks(blocks), manifest


ALL_KINDS = {
    "duel": a_duel, "alone": alone, "games": some_games, "comparison": a_comparison, "league": a_league,
}  # fmt: skip
