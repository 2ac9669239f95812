"""What a run is after: its metrics, the differences that matter, and how narrow intervals shall become."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from canasta_sim.batch.amounts import shown
from canasta_sim.errors import CanastaError, ExperimentError

if TYPE_CHECKING:
    from canasta_sim.batch.plan import RunPlan
    from canasta_sim.stats.aggregate import Aggregate

#: Values by metric, as a mapping or as METRIC=VALUE.
Sizes = Mapping[str, object] | Sequence[str]

#: With --until-ci, no more is played than this where nothing else is said.
MOST_UNTIL = {"rounds": 10**8, "games": 10**7}
#: Units played before an interval is looked at first; later looks are at multiples of a quarter of them.
FIRST_LOOK = {"rounds": 10_000, "games": 500}


@dataclass(frozen=True)
class Aims:
    """What a run is after.

    Attributes
    ----------
    metrics : tuple of str
        Metrics wanted in tables, the main one first; empty: those that tables show by default.
    smallest : dict of str to float
        By metric, the smallest difference worth caring about.
    until : dict of str to float
        By metric, the half-width of its interval at which a run has played enough; empty: it plays as much
        as it is asked for.
    most : int
        Rounds or games that are not exceeded on the way there; 0 without `until`.
    skill : bool
        Whether it is about skill and luck.
    sprt : float
        Points by which one of two strategies is ahead, under either hypothesis of a sequential test that ends
        the run; 0: no test.
    error_rate : float
        Of that test: the chance to name the wrong one where the margin is as large as that.
    """

    metrics: tuple[str, ...] = ()
    smallest: dict[str, float] = field(default_factory=dict)
    until: dict[str, float] = field(default_factory=dict)
    most: int = 0
    skill: bool = False
    sprt: float = 0.0
    error_rate: float = 0.05

    @property
    def open_ended(self) -> bool:
        """Whether results decide how much is played."""
        return bool(self.until or self.sprt)

    def to_json(self) -> dict[str, Any]:
        """Return the aims as the manifest keeps them."""
        return {
            "metrics": list(self.metrics),
            "smallest": self.smallest,
            "until_ci": self.until,
            "at_most": self.most,
            "skill": self.skill,
            "sprt": {"points": self.sprt, "error_rate": self.error_rate} if self.sprt else None,
        }

    @classmethod
    def from_json(cls, manifest: Mapping[str, Any]) -> Aims:
        """Read the aims of a manifest."""
        return cls(
            tuple(manifest.get("metrics") or ()),
            dict(manifest.get("smallest") or {}),
            dict(manifest.get("until_ci") or {}),
            int(manifest.get("at_most") or 0),
            bool(manifest.get("skill")),
            float((manifest.get("sprt") or {}).get("points", 0.0)),
            float((manifest.get("sprt") or {}).get("error_rate", 0.05)),
        )

    def completed(self, command: str) -> Aims:
        """Return the aims with all metrics that tables of the command are about, the main one first."""
        from canasta_sim.stats.comparison import MAIN

        named = (*self.until, *self.smallest)
        if not named or command != "compare":
            return self
        return replace(self, metrics=tuple(dict.fromkeys((*(self.metrics or (*named, *MAIN)), *named))))

    def first_look(self, plan: RunPlan) -> int:
        """Return how many rounds or games are played before the intervals are looked at first."""
        return min(self.most, FIRST_LOOK[plan.mode] * most_per_unit(plan))

    def next_plan(self, aggregate: Aggregate, plan: RunPlan) -> RunPlan | None:
        """Return the plan that is played before it is looked again; None where the run is over.

        Without a baseline variants stand alone (the pairings of a league): those whose intervals are narrow
        enough play no more.
        """
        from canasta_sim.stats.precision import narrow_enough

        asked = self.next_look(aggregate, plan)
        if asked is None:
            return None
        if plan.baseline is None and self.until:
            narrow = [
                one.name
                for one in plan.variants
                if one.name not in plan.limits and narrow_enough(aggregate, one.name, self.until)
            ]
            plan = plan.limited(narrow, plan.units)
        return replace(plan, asked=asked)

    def next_look(self, aggregate: Aggregate, plan: RunPlan) -> int | None:
        """Return how many rounds or games, in all, are played before the results are looked at again.

        What it depends on is exact sums over whole units alone: so jobs, chunks and interruptions change
        nothing.

        Parameters
        ----------
        aggregate : Aggregate
            Sums over exactly the units of the plan.
        plan : RunPlan
            What was asked for so far.

        Returns
        -------
        int or None
            None where the intervals are narrow enough or the test has decided, or as much has been played as
            may be.
        """
        from canasta_sim.stats.league import sequential_test_of
        from canasta_sim.stats.precision import units_needed

        if not self.open_ended or plan.asked >= self.most:
            return None
        if self.sprt:
            test = sequential_test_of(aggregate, self.sprt, self.error_rate)
            needed = plan.units + plan.units // 4 + 1 if test.decision == "go on" else 0
        else:
            needed = units_needed(aggregate, self.until, without=plan.limits)
        if needed <= plan.units:
            return None
        return min(self.most, look_at(needed, plan) * most_per_unit(plan))


def look_at(units: int, plan: RunPlan) -> int:
    """Return after how many units intervals are looked at again, where so many are needed."""
    step = FIRST_LOOK[plan.mode] // 4
    return -(-units // step) * step


def most_per_unit(plan: RunPlan) -> int:
    """Return how many rounds or games of a variant a unit has at most: what `plan.asked` counts in."""
    return max(map(plan.per_unit, plan.variants))


def parse_metrics(names: Sequence[str]) -> tuple[str, ...]:
    """Check names of metrics: one or more in each text, separated by commas.

    Raises
    ------
    ExperimentError
        If one does not exist.
    """
    found = [name.strip() for text in names for name in text.split(",") if name.strip()]
    return tuple(dict.fromkeys(known for name in found for known in _known(name)))


def _known(name: str) -> list[str]:
    from canasta_sim.stats.metrics import METRICS, metric

    if name == "all":
        return list(METRICS)
    try:
        return [metric(name).name]
    except CanastaError as error:
        raise ExperimentError(f"metrics: {error}") from error


def parse_sizes(sizes: Sizes, key: str) -> dict[str, float]:
    """Read sizes of metrics: ``score=20``, ``closed=0.5%``.

    Parameters
    ----------
    sizes : mapping, or sequence of "METRIC=VALUE"
        Values are numbers in the unit of ``summary.csv``; those of shares may be written in per cent.
    key : str
        What they are given as, for messages.

    Returns
    -------
    dict of str to float

    Raises
    ------
    ExperimentError
        If a metric does not exist or a size is no number above zero.
    """
    from canasta_sim.stats.metrics import METRICS, metric

    found = {}
    for name, value in _pairs(sizes, key):
        try:
            entry = metric(name)
        except CanastaError as error:
            raise ExperimentError(f"{key}: {error}") from error
        number = _number(value, entry.is_share)
        if number is None or not (0 < number < math.inf):
            raise ExperimentError(f"{key}: {name} = {shown(value)}: expected a number above zero")
        if METRICS[name].is_share and number >= 1:
            raise ExperimentError(
                f"{key}: {name} = {shown(value)}: {name} is a share, between 0 and 1; write 1% or 0.01"
            )
        found[name] = number
    return found


def parse_positive(value: object, key: str) -> float:
    """Read a number above zero.

    Raises
    ------
    ExperimentError
        If it is none.
    """
    number = _number(value, is_share=False)
    if number is None or not 0 < number < math.inf:
        raise ExperimentError(f"{key}: expected a number above zero, not {shown(value)}")
    return number


def parse_rate(value: object) -> float:
    """Read an error rate, between 0 and a half.

    Raises
    ------
    ExperimentError
        If it is none.
    """
    number = _number(value, is_share=True)
    if number is None or not 0 < number < 0.5:
        raise ExperimentError(f"error-rate: expected a number between 0 and 0.5, not {shown(value)}")
    return number


def _pairs(sizes: Sizes, key: str) -> Iterator[tuple[str, object]]:
    if isinstance(sizes, Mapping):
        yield from sizes.items()
        return
    for text in sizes:
        for one in text.split(","):
            name, equals, value = one.partition("=")
            if not equals:
                raise ExperimentError(f"{key}: expected METRIC=VALUE, not {shown(one)}")
            yield name.strip(), value.strip()


def _number(value: object, is_share: bool) -> float | None:
    if isinstance(value, bool):
        return None
    factor = 1.0
    if isinstance(value, str) and is_share and value.endswith("%"):
        value, factor = value[:-1], 0.01
    try:
        return float(value) * factor  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return None


def check_aims(aims: Aims, plan: RunPlan) -> None:
    """Refuse metrics that what is played does not have.

    Raises
    ------
    ExperimentError
        If a metric is one of games and rounds are played, or says nothing since one strategy sits on all
        seats; if skill and luck are asked for where they cannot be told apart.
    """
    from canasta_sim.stats.metrics import METRICS

    if aims.sprt and (len(plan.variants) != 1 or len(set(plan.variants[0].lineup.labels)) != 2):
        raise ExperimentError("sprt: a sequential test is between two strategies; give two")
    if aims.sprt and aims.until:
        raise ExperimentError("sprt and until_ci: expected one of them, not both")
    duel = any(len(set(variant.lineup.labels)) > 1 for variant in plan.variants)
    main = aims.metrics if len(aims.metrics) < len(METRICS) else ()  # "all": those that there are
    for name in dict.fromkeys((*main, *aims.smallest, *aims.until)):
        if METRICS[name].level == "game" and plan.mode != "games":
            raise ExperimentError(f'metric "{name}" is one of games and rounds are played: give games')
        if METRICS[name].between_sides and not duel:
            raise ExperimentError(
                f'metric "{name}" says nothing where one strategy sits on all seats: give two strategies'
            )
    if aims.skill:
        for variant in plan.variants:
            if not plan.swaps(variant) or len(set(variant.lineup.labels)) != 2:
                raise ExperimentError(
                    "skill: expected two strategies, a strong and a weak one, and no --no-swap, so that each "
                    "deal is played twice with the seats changed"
                )
