"""How a strategy plays compared with the field: its figures pooled over everybody it has met."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from canasta_sim.errors import CanastaError, near_miss
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.groups import Key
from canasta_sim.stats.intervals import Estimate, Sums, estimate
from canasta_sim.stats.league import Pairing, pairings, turned
from canasta_sim.stats.metrics import METRICS, Metric
from canasta_sim.stats.sums import ALL


@dataclass(frozen=True, slots=True)
class Habit:
    """One figure of a strategy and of those it is compared with.

    Attributes
    ----------
    entry : Metric
        Which figure.
    here, field : Estimate
        The strategy's, and that of all other strategies of the same variants. Pairings share their deals, so
        the intervals, which take them as independent, are a guide and no test.
    """

    entry: Metric
    here: Estimate
    field: Estimate


@dataclass(frozen=True, slots=True)
class Meeting:
    """What came of one pairing.

    Attributes
    ----------
    variant, opponent : str
        Under which rules, against whom.
    margin, won : Estimate
        The strategy's mean margin in points and the share it wins.
    """

    variant: str
    opponent: str
    margin: Estimate
    won: Estimate


def strategies_of(aggregate: Aggregate) -> list[str]:
    """Return every strategy that has played, in order of appearance."""
    names = [label for variant in aggregate.variants.values() for label in variant.labels if variant.units]
    return list(dict.fromkeys(names))


def habits(aggregate: Aggregate, strategy: str) -> list[Habit]:
    """Return how a strategy plays, beside the other strategies of the variants it has played in.

    Raises
    ------
    CanastaError
        No such strategy has played.
    """
    known = strategies_of(aggregate)
    if strategy not in known:
        hint = near_miss(strategy, known) or f": known are {', '.join(known)}"
        raise CanastaError(f'no strategy "{strategy}" has played here{hint}')
    mine = [(v.name, strategy) for v in aggregate.variants.values() if strategy in v.groups and v.units]
    others = [
        (name, label) for name, _ in mine for label in aggregate.variants[name].labels if label != strategy
    ]
    found = []
    for name, entry in METRICS.items():
        here, there = pooled(aggregate, mine, name), pooled(aggregate, others, name)
        if entry.per == "side" and not entry.zero_sum and here is not None and there is not None:
            found.append(Habit(entry, estimate(here, entry), estimate(there, entry)))
    return found


def pooled(aggregate: Aggregate, keys: Iterable[Key], name: str) -> Sums | None:
    """Return the sums of a metric over several (variant, strategy); None where none has it."""
    total: list[int] | None = None
    for variant, label in keys:
        group = aggregate.variants[variant].groups[label]
        if name in group.sums:
            numbers = [aggregate.variants[variant].units, *group.sums[name]]
            total = numbers if total is None else [a + b for a, b in zip(total, numbers, strict=True)]
    return None if total is None else Sums(*total)


def meetings(aggregate: Aggregate, strategy: str) -> list[Meeting]:
    """Return what came of each pairing of a strategy, best margin first."""
    found = [
        _meeting(pairing, strategy)
        for pairing in pairings(aggregate)
        if strategy in {pairing.first, pairing.second}
    ]
    return sorted(found, key=lambda one: -(one.margin.value or 0.0))


def _meeting(pairing: Pairing, strategy: str) -> Meeting:
    if pairing.first == strategy:
        return Meeting(pairing.variant.name, pairing.second, pairing.margin, pairing.won)
    name = "game_won" if pairing.variant.of_games else "won"
    sums = Sums.of(pairing.variant.units, pairing.variant.groups[strategy].sums[name])
    return Meeting(pairing.variant.name, pairing.first, turned(pairing.margin), estimate(sums, METRICS[name]))


def renamed(aggregate: Aggregate, prefix: str) -> Aggregate:
    """Return an aggregate whose variants have other names, so that several can be put side by side.

    A single variant takes the prefix as its name, several have it before theirs. Pairings with a baseline are
    left out, those of strategies within a variant stay.
    """
    names = {
        name: prefix if len(aggregate.variants) == 1 else f"{prefix}: {name}" for name in aggregate.variants
    }
    result = Aggregate()
    for name, variant in aggregate.variants.items():
        copy = type(variant)(names[name], variant.pack, variant.rotations, variant.of_games)
        copy.merge(variant)
        result.variants[names[name]] = copy
    for (a, b), sums in aggregate.crosses.items():
        if a[0] == b[0] and ALL not in {a[1], b[1]}:
            result.crosses[(names[a[0]], a[1]), (names[b[0]], b[1])] = sums
    return result
