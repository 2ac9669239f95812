"""What is to be played: variants on common deals, cut into chunks whose size no result depends on.

A run counts in *units*: deals, or pairs of games where games are played (single games without ``swap``). A
unit is played under every variant, and whole: its rounds or games share their decks and are one observation
of the figures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    import numpy as np

    from canasta_sim.rules import RuleSet

Mode = Literal["rounds", "games"]
#: First unit and the one behind the last.
Span = tuple[int, int]


class Lineup(Protocol):
    """What the batch room asks of a rule set with a strategy on every seat."""

    @property
    def labels(self) -> tuple[str, ...]:
        """Strategy of every seat, as rows name it."""

    @property
    def compiled(self) -> bool:
        """Whether it plays without holding Python's lock, so that threads can share the work."""

    @property
    def alike(self) -> bool:
        """Whether all seats play alike."""

    def prepare(self, notify: Callable[[str], None] | None = None) -> None:
        """Compile, or load what has been compiled."""

    def play_rounds(
        self, seed: int, first_round: int, rounds: int, swap: bool, check: bool = False
    ) -> np.ndarray:
        """Play rounds; int32, (row columns, 2 * rounds)."""

    def play_games(
        self, seed: int, first_game: int, games: int, swap: bool, check: bool = False
    ) -> tuple[np.ndarray, np.ndarray]:
        """Play games; int32, (row columns, rows) and (game columns, 2 * games)."""

    def trace_round(self, seed: int, number: int, swap: bool) -> list[dict[str, Any]]:
        """Play one round again and return its events."""

    def trace_game_round(self, seed: int, game: int, game_round: int, swap: bool) -> list[dict[str, Any]]:
        """Play one round of a game again and return its events; none where the game was over before."""

    def trace_game(self, seed: int, game: int, swap: bool) -> list[list[dict[str, Any]]]:
        """Play a game again and return the events of each round."""


class Seat(Protocol):
    """What the manifest keeps of the strategy on a seat."""

    @property
    def label(self) -> str:
        """Name with the parameters that differ from their defaults."""

    @property
    def source_hash(self) -> str:
        """Hash of the source that plays."""

    @property
    def own(self) -> bool:
        """Whether it is a file of the user's own."""


@dataclass(frozen=True)
class Variant:
    """A rule set with a strategy on every seat, under a name.

    Attributes
    ----------
    name : str
        Name of the variant in rows and summaries.
    rules : RuleSet
        Its rules, all knobs resolved.
    seats : tuple of StrategySpec
        The strategy of each seat.
    lineup : Lineup
        Both together, ready to play.
    """

    name: str
    rules: RuleSet
    seats: tuple[Seat, ...]
    lineup: Lineup = field(compare=False)


@dataclass(frozen=True)
class RunPlan:
    """Everything that the rows of a run depend on.

    Attributes
    ----------
    variants : tuple of Variant
        All played on the same units.
    mode : {"rounds", "games"}
        Single rounds, or games whose scores are carried on.
    asked : int
        Rounds or games asked for, of each variant.
    seed : int
        0 to 2**63 - 1.
    swap : bool
        Whether each deal is played twice with the strategies moved on by one seat (where seats differ).
    baseline : str or None
        The variant that the others are compared with, deal by deal.
    limits : dict of str to int
        Variants that play fewer units than the others, and how many: those of a league whose intervals are
        narrow enough, or with a strategy that had to be stopped (0: no more units from now on).
    """

    variants: tuple[Variant, ...]
    mode: Mode
    asked: int
    seed: int
    swap: bool = True
    baseline: str | None = None
    limits: Mapping[str, int] = field(default_factory=dict)

    def units_of(self, variant: Variant, chunk: Chunk) -> int:
        """Return how many units of a chunk a variant plays: its first ones."""
        stop = min(chunk.stop, self.limits.get(variant.name, chunk.stop))
        return max(0, stop - chunk.first)

    def limited(self, names: Iterable[str], units: int) -> RunPlan:
        """Return the plan in which some variants play no more than so many units."""
        anew = {name: min(units, self.limits.get(name, units)) for name in names}
        return replace(self, limits={**self.limits, **anew})

    def without(self, strategies: Sequence[str]) -> RunPlan | None:
        """Return the plan in which nobody meets some strategies any more; None where nothing is left."""
        met = [one.name for one in self.variants if set(strategies) & set(one.lineup.labels)]
        plan = self.limited(met, 0)
        left = any(one.name not in plan.limits for one in self.variants)
        return plan if left and met else None

    def swaps(self, variant: Variant) -> bool:
        """Whether a variant plays each unit twice: not where all its seats play alike under one name."""
        one_strategy = variant.lineup.alike and len(set(variant.lineup.labels)) == 1
        return self.swap and not one_strategy

    def per_unit(self, variant: Variant) -> int:
        """Return the rounds or games of a variant in one unit: 2 or 1."""
        return 2 if self.swaps(variant) else 1

    @property
    def units(self) -> int:
        """Number of units that hold what was asked for, the last one whole."""
        return units_for(self.asked, max(map(self.per_unit, self.variants)))

    @property
    def amount(self) -> int:
        """Rounds or games played in all, of all variants."""
        return self.units * sum(map(self.per_unit, self.variants))


def units_for(asked: int, per_unit: int) -> int:
    """Return how many units hold a number of rounds or games, rounded up to whole units."""
    return -(-asked // per_unit)


@dataclass(frozen=True)
class Chunk:
    """A range of units that one task plays.

    Attributes
    ----------
    number : int
        Number of its part in the store.
    first, stop : int
        Its units.
    """

    number: int
    first: int
    stop: int


def joined(spans: Sequence[Span]) -> list[Span]:
    """Sort spans and join those that touch.

    Raises
    ------
    ValueError
        If two spans overlap: a unit would be counted twice.
    """
    result: list[Span] = []
    for first, stop in sorted(spans):
        if result and first < result[-1][1]:
            raise ValueError(f"units {first} to {min(stop, result[-1][1]) - 1} are there twice")
        if result and first == result[-1][1]:
            result[-1] = (result[-1][0], stop)
        else:
            result.append((first, stop))
    return result


def gaps(done: Sequence[Span], units: int) -> list[Span]:
    """Return the spans of ``range(units)`` that no finished part covers."""
    result, at = [], 0
    for first, stop in joined(done):
        if first >= units:
            break
        if at < first:
            result.append((at, first))
        at = stop
    if at < units:
        result.append((at, units))
    return result


def chunks(missing: Sequence[Span], size: int, number: int = 0) -> Iterator[Chunk]:
    """Cut what is missing into chunks.

    Parameters
    ----------
    missing : sequence of (int, int)
        Spans of units.
    size : int
        Units in a chunk, at least 1; the last chunk of a span may be shorter.
    number : int
        Number of the first part.

    Yields
    ------
    Chunk
        In order; made one at a time, since a long run has many.
    """
    for first, stop in missing:
        for at in range(first, stop, size):
            yield Chunk(number, at, min(at + size, stop))
            number += 1
