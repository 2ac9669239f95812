"""From what somebody asks for, on a command line, in an experiment file or in Python, to a plan."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from canasta_sim.batch.aims import (
    MOST_UNTIL,
    Aims,
    Sizes,
    check_aims,
    parse_metrics,
    parse_positive,
    parse_rate,
    parse_sizes,
)
from canasta_sim.batch.amounts import SEED_LIMIT, parse_amount, parse_seed
from canasta_sim.batch.folder import read_manifest
from canasta_sim.batch.manifest import Purpose
from canasta_sim.batch.plan import Mode, RunPlan, Variant
from canasta_sim.errors import CanastaError, ExperimentError, ResultsError, near_miss

if TYPE_CHECKING:
    from canasta_sim.rules import RuleSet

DEFAULT_RULES = "hoyle"
DEFAULT_STRATEGIES = "balanced,greedy"
DEFAULT_ROUNDS = 100_000

Settings = Mapping[str, object] | Sequence[str]
#: Makes a variant of its name, rules and strategies.
MakeVariant = Callable[[str, "RuleSet", "str | Sequence[str]"], Variant]


@dataclass(frozen=True)
class VariantRequest:
    """A variant as it is asked for; what is None is as in the request it belongs to."""

    name: str
    rules: str | Path | RuleSet | None = None
    settings: Mapping[str, object] = field(default_factory=dict)
    strategies: str | Sequence[str] | None = None


@dataclass(frozen=True)
class Request:
    """What is asked for; what is None, or empty, is not said.

    Attributes
    ----------
    command : str
        ``run``, ``compare`` or ``league``.
    rules : str, Path or RuleSet, optional
        A rule set, by name, file or itself.
    settings : mapping or sequence of "KNOB=VALUE"
        Knobs changed.
    strategies : str or sequence of str, optional
        One, one per side, or one per seat.
    rounds, games : optional
        How many, as people write numbers; one of both.
    seed : optional
        0 to 2**63 - 1.
    swap, keep_rows : bool, optional
        Whether deals are mirrored, whether rows are kept.
    variants : sequence of VariantRequest
        Variants with names; empty: one variant, of the rules.
    baseline : str, optional
        Name of the variant that others are compared with.
    name, question, line : str
        Of the experiment; the command line.
    metrics : sequence of str
        Metrics wanted, the main one first.
    smallest, until_ci : mapping or sequence of "METRIC=VALUE"
        Smallest differences worth caring about; half-widths of intervals to go on to.
    skill : bool, optional
        Whether it is about skill and luck.
    sprt, error_rate : optional
        Points and error rate of a sequential test between two strategies.
    where : str
        The experiment file, for messages about what stands in it.
    """

    command: str = "run"
    rules: str | Path | RuleSet | None = None
    settings: Settings = ()
    strategies: str | Sequence[str] | None = None
    rounds: object = None
    games: object = None
    seed: object = None
    swap: bool | None = None
    keep_rows: bool | None = None
    variants: Sequence[VariantRequest] = ()
    baseline: str | None = None
    name: str = ""
    question: str = ""
    line: str = ""
    metrics: Sequence[str] = ()
    smallest: Sizes = ()
    until_ci: Sizes = ()
    skill: bool | None = None
    sprt: object = None
    error_rate: object = None
    where: str = ""

    def purpose(self, keep_rows: bool, aims: Aims) -> Purpose:
        """Return what the manifest says beside the plan."""
        return Purpose(self.command, self.line, keep_rows, self.name, self.question, aims)

    def aims(self) -> Aims:
        """Return what it is after, as far as it is said."""
        with _naming(self.where, ""):
            return Aims(
                parse_metrics(self.metrics),
                parse_sizes(self.smallest, "smallest"),
                parse_sizes(self.until_ci, "until-ci"),
                skill=bool(self.skill),
                sprt=0.0 if self.sprt is None else parse_positive(self.sprt, "sprt"),
                error_rate=0.05 if self.error_rate is None else parse_rate(self.error_rate),
            )

    def amount(self) -> tuple[Mode, int] | None:
        """Return what is counted and how many are asked for; None where it is not said."""
        if self.rounds is not None and self.games is not None:
            raise ExperimentError("give rounds or games, not both")
        if self.games is not None:
            return "games", parse_amount(self.games, "games")
        return None if self.rounds is None else ("rounds", parse_amount(self.rounds, "rounds"))


def fresh_seed() -> int:
    """Draw a seed that nobody has used."""
    return secrets.randbelow(SEED_LIMIT)


def plan_of(request: Request, make_variant: MakeVariant | None = None) -> tuple[RunPlan, Purpose]:
    """Make the plan of a new run, with defaults for what is not said.

    Parameters
    ----------
    request : Request
        What is asked for.
    make_variant : callable, optional
        Makes a variant of name, rules and strategies; by default of the strategies' files.

    Returns
    -------
    plan : RunPlan
    purpose : Purpose

    Raises
    ------
    CanastaError
        If something in it does not exist or contradicts itself.
    """
    make = make_variant or variant_of
    aims = request.aims()
    mode, asked = request.amount() or ("rounds", MOST_UNTIL["rounds"] if aims.open_ended else DEFAULT_ROUNDS)
    seed = fresh_seed() if request.seed is None else parse_seed(request.seed)
    variants = seated_together(tuple(_variants(request, make)))
    plan = RunPlan(
        variants=variants,
        mode=mode,
        asked=asked,
        seed=seed,
        swap=request.swap is not False,
        baseline=_baseline(request, variants),
    )
    check_plan(plan)
    with _naming(request.where, ""):
        check_aims(aims, plan)
    if aims.open_ended:
        aims = replace(aims, most=asked)
        plan = replace(plan, asked=aims.first_look(plan))
    return plan, request.purpose(request.keep_rows is not False, aims.completed(request.command))


def variant_of(name: str, rules: RuleSet, strategies: str | Sequence[str]) -> Variant:
    """Make a variant: find the strategies and seat them."""
    from canasta_sim.strategy import Lineup, parse_strategies

    seats = parse_strategies(strategies, rules["table.players"])
    sources = {seat.label: seat.source_hash for seat in reversed(seats)}
    for seat in seats:
        if sources[seat.label] != seat.source_hash:
            raise ExperimentError(
                f'two different strategies are called "{seat.label}"; rename the file of one of them'
            )
    return Variant(name, rules, tuple(seats), Lineup(rules, seats))


def seated_together(variants: tuple[Variant, ...]) -> tuple[Variant, ...]:
    """Return variants whose lineups share one compiled table of all their strategies."""
    from canasta_sim.strategy import Company, Lineup

    specs = {spec: None for one in variants if isinstance(one.lineup, Lineup) for spec in one.lineup.seats}
    company = Company(list(specs))
    return tuple(
        replace(one, lineup=Lineup(one.rules, one.lineup.seats, company=company))
        if isinstance(one.lineup, Lineup)
        else one
        for one in variants
    )


def _variants(request: Request, make: MakeVariant) -> Iterator[Variant]:
    from canasta_sim.rules import load_rules

    rules, strategies = request.rules or DEFAULT_RULES, request.strategies or DEFAULT_STRATEGIES
    with _naming(request.where, "rules and set"):
        common = load_rules(rules, request.settings or None)
    if not request.variants:
        with _naming(request.where, "strategies"):
            yield make(common.label, common, strategies)
        return
    for entry in request.variants:
        with _naming(request.where, f'variant "{entry.name}"'):
            base = common if entry.rules is None else load_rules(entry.rules, request.settings or None)
            own = load_rules(base, entry.settings or None)
            yield make(entry.name, own, entry.strategies or strategies)


def _baseline(request: Request, variants: Sequence[Variant]) -> str | None:
    names = [variant.name for variant in variants]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ExperimentError(f'two variants are called "{twice}"')
    if request.command == "compare":
        check_variants(variants, request)
    if request.command == "league":
        return None
    if request.baseline is None:
        return _unchanged(request, variants) if len(names) > 1 else None
    if request.baseline not in names:
        raise ExperimentError(
            f'baseline "{request.baseline}" is none of the variants'
            f"{near_miss(request.baseline, names)}: {', '.join(names)}"
        )
    return request.baseline if len(names) > 1 else None


@contextlib.contextmanager
def _naming(where: str, key: str) -> Iterator[None]:
    """Put the experiment file and the key before what is wrong with what they say."""
    try:
        yield
    except CanastaError as error:
        if not where:
            raise
        raise ExperimentError(f"{where}: {key}{': ' if key else ''}{error}") from error


def _unchanged(request: Request, variants: Sequence[Variant]) -> str:
    """Return the variant that plays by the rules as they are, before anything is varied; else the first."""
    from canasta_sim.rules import load_rules

    common = load_rules(request.rules or DEFAULT_RULES, request.settings or None)
    same = [variant.name for variant in variants if variant.rules.knobs == common.knobs]
    return same[0] if same else variants[0].name


def check_variants(variants: Sequence[Variant], request: Request) -> None:
    """Refuse to compare what does not differ.

    Raises
    ------
    ExperimentError
        If there is one variant alone, or two have the same rules and strategies.
    """
    if len(variants) < 2 and not request.skill:
        raise ExperimentError(
            "there is nothing to compare: give --vary KNOB=VALUE,VALUE, or an experiment file with two "
            "variants or more"
        )
    seen: dict[object, str] = {}
    for variant in variants:
        seats = tuple((seat.label, seat.source_hash) for seat in variant.seats)
        other = seen.setdefault((tuple(variant.rules.knobs.items()), seats), variant.name)
        if other != variant.name:
            raise ExperimentError(
                f'variants "{other}" and "{variant.name}" do not differ: they have the same rules and '
                "strategies"
            )


def check_plan(plan: RunPlan) -> None:
    """Refuse what would count beyond 64 bits.

    Raises
    ------
    ExperimentError
        If so.
    """
    if plan.mode == "games":
        from canasta_sim.batch.chunk import longest_game

        longest = max(map(longest_game, plan.variants))
        if 2 * plan.units * longest >= SEED_LIMIT:
            raise ExperimentError(f"{plan.asked} games of up to {longest} rounds are too many to be numbered")


def resumed_plan(
    request: Request, out: Path, make_variant: MakeVariant | None = None
) -> tuple[RunPlan, Purpose]:
    """Make the plan of a run that is gone on with, from its manifest and what is said anew.

    Parameters
    ----------
    request : Request
        What is said anew; it must agree with the manifest, except that more rounds may be asked for.
    out : Path
        The results folder.
    make_variant : callable, optional
        As for `plan_of`.

    Returns
    -------
    plan : RunPlan
        Of what was asked for and is said now; whether it is the same run is judged when the folder is opened.
    purpose : Purpose

    Raises
    ------
    CanastaError
        If there is nothing to go on with, or a rule set or strategy is no longer there.
    """
    make = make_variant or variant_of
    manifest = read_manifest(out)
    try:
        if manifest["command"] != request.command:
            raise ResultsError(
                f"{out} was made by canasta-sim {manifest['command']}, not by canasta-sim {request.command}"
            )
        aims = _resumed_aims(request, manifest, out)
        mode, asked = request.amount() or (manifest["mode"], manifest["asked"][manifest["mode"]])
        if aims.open_ended and mode == manifest["mode"]:
            if request.amount() is not None:
                aims = replace(aims, most=max(asked, manifest["asked"][mode]))
            asked = manifest["asked"][mode]
        plan = RunPlan(
            variants=seated_together(tuple(_resumed_variants(request, manifest, make))),
            mode=mode,
            asked=asked,
            seed=manifest["seed"] if request.seed is None else parse_seed(request.seed),
            swap=manifest["swap"] if request.swap is None else request.swap,
            baseline=manifest["baseline"] if request.baseline is None else request.baseline,
            limits=dict(manifest.get("limits") or {}),
        )
        keep_rows = manifest["rows"] if request.keep_rows is None else request.keep_rows
    except (KeyError, TypeError, AttributeError) as error:
        raise ResultsError(f"{out}/manifest.json is damaged: {type(error).__name__} {error}") from error
    check_plan(plan)
    return plan, request.purpose(keep_rows, aims)


def _resumed_aims(request: Request, manifest: Mapping[str, Any], out: Path) -> Aims:
    """Return the aims of a manifest, with which those that are said anew must agree."""
    kept, anew = Aims.from_json(manifest), request.aims().completed(request.command)
    for key, before, now in (
        ("metrics", kept.metrics, anew.metrics if request.metrics else ()),
        ("smallest", kept.smallest, anew.smallest),
        ("until-ci", kept.until, anew.until),
        ("skill", kept.skill, anew.skill),
        ("sprt", kept.sprt, anew.sprt),
        ("error-rate", kept.error_rate, anew.error_rate if request.error_rate is not None else 0.0),
    ):
        if now and now != before:
            raise ResultsError(f"{out} cannot be gone on with: {key} has changed; leave it out")
    return kept


def _resumed_variants(request: Request, manifest: dict[str, Any], make: MakeVariant) -> Iterator[Variant]:
    """Make the variants of the manifest, with the rules and strategies that are named anew in their place."""
    from canasta_sim.rules import RuleSet, load_rules

    if request.variants:
        names = [variant["name"] for variant in manifest["variants"]]
        if names != [entry.name for entry in request.variants]:
            raise ResultsError(f"the variants were {', '.join(names)} and are named differently now")
    anew = request.variants or [VariantRequest("")] * len(manifest["variants"])
    for entry, kept in zip(anew, manifest["variants"], strict=True):
        rules = RuleSet.from_json(kept["rules"])
        if entry.rules is not None or request.rules is not None:
            rules = load_rules(entry.rules or request.rules or "", kept["rules"]["changed"] or None)
        if request.settings:
            rules = load_rules(rules, request.settings)
        if entry.settings:
            rules = load_rules(rules, entry.settings)
        strategies = entry.strategies or request.strategies or [seat_text(seat) for seat in kept["seats"]]
        yield make(kept["name"], rules, strategies)


def seat_text(seat: Mapping[str, Any]) -> str:
    """Return a strategy of the manifest as ``--strategies`` takes it."""
    parameters = str(seat["label"])[len(str(seat["name"])) :]
    return str(seat["path"] or seat["name"]) + parameters
