"""The Python interface to comparisons: `compare`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from canasta_sim.batch.aims import Sizes
from canasta_sim.batch.api import played
from canasta_sim.batch.request import Request, VariantRequest
from canasta_sim.batch.results import RunResult
from canasta_sim.errors import ExperimentError

if TYPE_CHECKING:
    from canasta_sim.rules import RuleSet


def compare(
    rules: str | Path | RuleSet | None = None,
    strategies: str | Sequence[str] | None = None,
    rounds: int | str | None = None,
    *,
    games: int | str | None = None,
    vary: Mapping[str, Sequence[object]] | Sequence[str] | None = None,
    variants: Mapping[str, Mapping[str, object] | RuleSet] | None = None,
    baseline: str | None = None,
    metrics: str | Sequence[str] | None = None,
    smallest: Sizes | None = None,
    until_ci: Sizes | None = None,
    skill: bool = False,
    seed: int | None = None,
    set: Mapping[str, object] | Sequence[str] | None = None,
    swap: bool | None = None,
    no_rounds: bool | None = None,
    jobs: int = -1,
    backend: str | None = None,
    scheduler: str | None = None,
    chunk: int | str | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    overwrite: bool = False,
) -> RunResult:
    """Play the same deals under several variants of the rules: what ``canasta-sim compare`` does.

    Parameters
    ----------
    rules, strategies, rounds, games, seed, set, swap, no_rounds, jobs, backend, scheduler, chunk, out, \
resume, overwrite
        As for `canasta_sim.simulate`; ``rounds`` and ``games`` are of each variant.
    vary : mapping of str to sequence, or sequence of "KNOB=V1,V2", optional
        Values by knob, or rule sets by ``"rules"``: a variant of each combination.
    variants : mapping of str to mapping or RuleSet, optional
        Variants by name: the knobs that each changes, or its rule set; in place of `vary`.
    baseline : str, optional
        The variant that the others are compared with; by default that of the rules as they are, where there
        is one, else the first.
    metrics : str or sequence of str, optional
        Metrics of the table of differences, the main one first.
    smallest : mapping or sequence of "METRIC=VALUE", optional
        Smallest differences worth caring about; verdicts are against them.
    until_ci : mapping or sequence of "METRIC=HALFWIDTH", optional
        Go on until half of every interval of the metric is so narrow; `rounds` then is the most that is
        played. Where it stops does not depend on `jobs`, `chunk` or interruptions.
    skill : bool
        Whether it is about skill and luck: two strategies on mirrored deals.

    Returns
    -------
    RunResult
        With the frames ``.comparison``, ``.summary`` and ``.rounds`` (and ``.games``).

    Raises
    ------
    CanastaError
        If the request is wrong; it is a ``ValueError``, with the message of the command.
    RunFailed
        If something fails while playing.
    """
    request = Request(
        command="compare",
        rules=rules,
        settings=set or (),
        strategies=strategies,
        rounds=rounds,
        games=games,
        seed=seed,
        swap=swap,
        keep_rows=None if no_rounds is None else not no_rounds,
        variants=_variants(vary, variants),
        baseline=baseline,
        metrics=[metrics] if isinstance(metrics, str) else metrics or (),
        smallest=smallest or (),
        until_ci=until_ci or (),
        skill=skill or None,
    )
    return played(request, jobs, backend, scheduler, chunk, out, resume, overwrite)


def _variants(
    vary: Mapping[str, Sequence[object]] | Sequence[str] | None,
    variants: Mapping[str, Mapping[str, object] | RuleSet] | None,
) -> list[VariantRequest]:
    from canasta_sim.batch.experiment import grid, parse_vary
    from canasta_sim.rules import RuleSet

    if vary and variants:
        raise ExperimentError("vary and variants: expected one of them, not both")
    if variants:
        return [
            VariantRequest(name, rules=one)
            if isinstance(one, RuleSet)
            else VariantRequest(name, settings=one)
            for name, one in variants.items()
        ]
    if not vary:
        return []
    texts = [vary] if isinstance(vary, str) else vary
    values: dict[str, list[Any]] = (
        {knob: list(found) for knob, found in texts.items()}
        if isinstance(texts, Mapping)
        else parse_vary(texts)
    )
    return [VariantRequest(entry.name, entry.rules, entry.set) for entry in grid(values)]
