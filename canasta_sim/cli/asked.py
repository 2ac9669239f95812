"""From options and an experiment file to what is asked for; an option beats the file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from canasta_sim.batch.request import Request, VariantRequest
from canasta_sim.batch.run import Means
from canasta_sim.errors import ExperimentError

if TYPE_CHECKING:
    from canasta_sim.batch.experiment import VariantEntry

_OF_REQUEST = (
    "rules",
    "strategies",
    "rounds",
    "games",
    "seed",
    "swap",
    "baseline",
    "name",
    "question",
    "metrics",
    "smallest",
    "until_ci",
    "skill",
    "sprt",
    "error_rate",
)
_OF_MEANS = ("jobs", "backend", "scheduler", "chunk", "resume", "overwrite", "time_limit")


def asked_for(
    command: str, experiment: str | None, options: dict[str, Any], line: str
) -> tuple[Request, Means]:
    """Join options and an experiment file.

    Parameters
    ----------
    command : str
        ``run``, ``compare`` or ``league``.
    experiment : str or None
        The experiment file.
    options : dict
        Options by the names of their parameters; None where they are not given.
    line : str
        The command as it was given.

    Returns
    -------
    request : Request
        What is to be played.
    means : Means
        How; `out` is None where no folder is named.

    Raises
    ------
    CanastaError
        If the file cannot be read, or is for another command.
    """
    said = _said(experiment)
    variants = [_requested(entry) for entry in said.pop("entries", [])]
    if command == "run" and variants:
        raise ExperimentError(
            f"{experiment}: variants and vary are for canasta-sim compare; canasta-sim run plays one rule set"
        )
    given = {name: value for name, value in options.items() if value is not None and value != ()}
    if "vary" in given:
        from canasta_sim.batch.experiment import grid, parse_vary

        variants = [_requested(entry) for entry in grid(parse_vary(given.pop("vary")))]
    if given.get("resume") and given.get("overwrite"):
        raise ExperimentError("--resume and --overwrite: expected one of them, not both")
    if "rounds" in given or "games" in given:
        said.pop("rounds", None)
        said.pop("games", None)
    settings = _settings(said.pop("set", {}), given.pop("settings", ()))
    both = {**said, **given}
    no_rounds = both.get("no_rounds")
    request = Request(
        command=command,
        settings=settings,
        keep_rows=None if no_rounds is None else not no_rounds,
        variants=variants,
        line=line,
        where=experiment or "",
        **{key: both[key] for key in _OF_REQUEST if key in both},
    )
    means = Means(**{key: both[key] for key in _OF_MEANS if key in both})
    return request, means.to(Path(both["out"])) if both.get("out") else means


def _requested(entry: VariantEntry) -> VariantRequest:
    return VariantRequest(entry.name, entry.rules, entry.set, entry.strategies)


def _said(experiment: str | None) -> dict[str, Any]:
    """Return the keys that an experiment file gives, without those it leaves out."""
    if experiment is None:
        return {}
    from canasta_sim.batch.experiment import load_experiment

    found = load_experiment(experiment)
    said = {name: value for name in found.model_fields_set if (value := getattr(found, name)) is not None}
    said["entries"] = found.all_variants()
    return said


def _settings(of_file: dict[str, object], of_options: tuple[str, ...]) -> dict[str, object]:
    """Join the knobs of the file with those of ``--set``, which beat them."""
    from canasta_sim.rules import parse_setting

    return {**of_file, **dict(parse_setting(setting) for setting in of_options)}
