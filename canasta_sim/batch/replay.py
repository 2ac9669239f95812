"""Playing rounds of a run again, one at a time, to show or to check them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from canasta_sim.batch.chunk import longest_game
from canasta_sim.batch.folder import read_manifest
from canasta_sim.batch.manifest import identity, same_run
from canasta_sim.batch.plan import RunPlan, Variant
from canasta_sim.batch.request import MakeVariant, Request, resumed_plan
from canasta_sim.errors import ExperimentError, ResultsError, near_miss

Events = list[dict[str, Any]]


@dataclass(frozen=True)
class Traced:
    """A traced round: a heading, the strategy of each seat, and its events."""

    title: str
    seats: tuple[str, ...]
    events: Events


def plan_of_results(folder: Path, make_variant: MakeVariant | None = None) -> RunPlan:
    """Return the plan of a run on disk, ready to play its rounds again.

    Raises
    ------
    ResultsError
        If rules, strategies or version are not those of the run any more; it names what differs.
    """
    manifest = read_manifest(folder)
    request = Request(command=str(manifest.get("command", "")))
    plan, _ = resumed_plan(request, folder, make_variant)
    same_run(manifest, identity(plan), str(folder))
    return plan


def pick_variant(plan: RunPlan, name: str | None, where: str) -> Variant:
    """Return the variant of that name, or the only one.

    Raises
    ------
    ResultsError
        If there is none, or none is named and there are several.
    """
    names = [variant.name for variant in plan.variants]
    if name is None:
        if len(names) > 1:
            raise ResultsError(f"{where} has several variants; name one by --variant: {', '.join(names)}")
        return plan.variants[0]
    if name not in names:
        raise ResultsError(
            f'{where} has no variant "{name}"{near_miss(name, names)}; it has {", ".join(names)}'
        )
    return plan.variants[names.index(name)]


def traced_rounds(plan: RunPlan, variant: Variant, first: int, stop: int) -> Iterator[Traced]:
    """Play rounds again and tell their events.

    Parameters
    ----------
    plan : RunPlan
        Where games are played, rounds are numbered as in the rows.
    variant : Variant
        One of its variants.
    first, stop : int
        The rounds.

    Yields
    ------
    Traced
        One at a time.
    """
    swap = plan.swaps(variant)
    if plan.mode == "rounds":
        for number in range(first, stop):
            yield Traced(
                f"Round {number} of seed {plan.seed}, {variant.name}",
                _seated(variant, number % 2 if swap else 0),
                variant.lineup.trace_round(plan.seed, number, swap),
            )
        return
    longest = longest_game(variant)
    for number in range(first, stop):
        yield traced_game_round(plan, variant, number // longest, number % longest)


def traced_game(plan: RunPlan, variant: Variant, game: int) -> Iterator[Traced]:
    """Play a game again and tell the events of each of its rounds."""
    swap = plan.swaps(variant)
    for at, events in enumerate(variant.lineup.trace_game(plan.seed, game, swap)):
        yield _game_round(plan, variant, game, at, events)


def traced_game_round(plan: RunPlan, variant: Variant, game: int, game_round: int) -> Traced:
    """Play one round of a game again, after those before it.

    Raises
    ------
    ExperimentError
        If the game was over before.
    """
    events = variant.lineup.trace_game_round(plan.seed, game, game_round, plan.swaps(variant))
    if not events:
        raise ExperimentError(f"game {game} of seed {plan.seed} was over before its round {game_round}")
    return _game_round(plan, variant, game, game_round, events)


def _game_round(plan: RunPlan, variant: Variant, game: int, at: int, events: Events) -> Traced:
    return Traced(
        f"Round {at} of game {game} of seed {plan.seed}, {variant.name}",
        _seated(variant, game % 2 if plan.swaps(variant) else 0),
        events,
    )


def _seated(variant: Variant, rotation: int) -> tuple[str, ...]:
    """Return the strategy on each seat, after they have moved on."""
    labels = variant.lineup.labels
    return tuple(labels[(seat + rotation) % len(labels)] for seat in range(len(labels)))
