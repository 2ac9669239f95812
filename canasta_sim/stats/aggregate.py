"""Aggregates: all that summaries, comparisons and plots need to know about rows, in bounded size.

    aggregate = Aggregate.from_blocks(blocks, baseline="classic")  # one block per variant, the same deals
    aggregate.merge(other)                                         # of other deals; in any order
    text = aggregate.to_json()
    aggregate = Aggregate.from_json(text)

All numbers are exact integers over deals (see `canasta_sim.stats.sums`), so an aggregate does not depend on
how deals were cut into blocks, nor on the order of merging. Variants keep the order in which the blocks name
them. With a baseline, cross sums of each variant that shares its decks are kept too, so that differences can
be paired deal by deal without the rows. A deal must not be merged twice; nothing here can notice.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from canasta_sim.errors import ResultsError
from canasta_sim.stats.block import Block
from canasta_sim.stats.builder import Builder
from canasta_sim.stats.groups import Key, Variant, add_numbers
from canasta_sim.stats.sums import UNITS_AT_ONCE

FORMAT = 1
"""Version of the JSON form."""


@dataclass(slots=True)
class Aggregate:
    """Exact sums over deals of one or more variants.

    Attributes
    ----------
    variants : dict
        Name -> sums, in the order given by the blocks.
    baseline : str or None
        Variant that the others are paired with.
    crosses : dict
        ((variant, label), (variant, label)) -> metric -> [Σxx', Σxy', Σyx', Σyy'] over the deals that both
        share: each variant with the baseline, and the two strategies of a variant with each other.
    """

    variants: dict[str, Variant] = field(default_factory=dict)
    baseline: str | None = None
    crosses: dict[tuple[Key, Key], dict[str, list[int]]] = field(default_factory=dict)

    @classmethod
    def from_block(cls, block: Block) -> Aggregate:
        """Return the sums of one variant over a range of deals."""
        return cls.from_blocks([block])

    @classmethod
    def from_blocks(cls, blocks: Sequence[Block], baseline: str | None = None) -> Aggregate:
        """Return the sums of several variants over the same range of deals.

        Parameters
        ----------
        blocks : sequence of Block
            One per variant. Those of the same units and with the pack of the baseline are paired with it.
        baseline : str, optional
            Name of the variant that the others are compared with.
        """
        builders = {block.variant: Builder(block) for block in blocks}
        if len(builders) < len(blocks):
            raise ValueError(f"two blocks of the same variant: {[block.variant for block in blocks]}")
        if baseline is not None and baseline not in builders:
            raise ValueError(f"no block of the baseline {baseline!r}")
        base = None if baseline is None else builders[baseline].block
        together = [block for block in blocks if base is not None and _paired(block, base)]
        for block in blocks:
            if block not in together:
                builders[block.variant].add_all()
        if base is not None:
            for parts in zip(*(block.split(UNITS_AT_ONCE) for block in together), strict=True):
                slices = dict(zip((block.variant for block in together), parts, strict=True))
                tables = builders[base.variant].add(slices.pop(base.variant))
                for name, part in slices.items():
                    builder = builders[name]
                    builder.add_crosses(builder.add(part), base.variant, tables)
        result = cls({name: builder.variant() for name, builder in builders.items()}, baseline)
        for builder in builders.values():
            result.crosses |= builder.named_crosses()
        return result

    @classmethod
    def merged(cls, parts: Iterable[Aggregate]) -> Aggregate:
        """Return the sum of aggregates of different deals."""
        result = cls()
        for part in parts:
            result.merge(part)
        return result

    def merge(self, other: Aggregate) -> None:
        """Add the sums of other deals.

        Raises
        ------
        ResultsError
            The two are of different set-ups.
        """
        if not self.variants:
            self.baseline = other.baseline
        elif other.variants and other.baseline != self.baseline:
            raise ResultsError(f'the sums have two baselines: "{self.baseline}" and "{other.baseline}"')
        for name, variant in other.variants.items():
            mine = self.variants.get(name)
            if mine is None:
                mine = Variant(name, variant.pack, variant.rotations, variant.of_games)
                self.variants[name] = mine
            mine.merge(variant)
        for pair, sums in other.crosses.items():
            into = self.crosses.setdefault(pair, {})
            for name, numbers in sums.items():
                add_numbers(into, name, numbers)

    def to_json(self) -> str:
        """Return the aggregate as one JSON document."""
        from canasta_sim.stats.plain import to_plain

        return json.dumps(to_plain(self), separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Aggregate:
        """Read what `to_json` wrote.

        Raises
        ------
        ResultsError
            It is something else, or of another version.
        """
        from canasta_sim.stats.plain import from_plain

        try:
            plain: Any = json.loads(text)
        except ValueError as error:
            raise ResultsError("the stored sums are no JSON document: the file is damaged") from error
        return from_plain(plain)


def _paired(block: Block, base: Block) -> bool:
    """Whether the deals of both blocks have the same decks, one by one."""
    mine = (block.pack, block.first_unit, block.units, block.games is None)
    return mine == (base.pack, base.first_unit, base.units, base.games is None)
