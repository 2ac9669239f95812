"""The manifest of a results folder: what is played, by what, and how long it took."""

from __future__ import annotations

import platform
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from canasta_sim.batch.aims import Aims
from canasta_sim.batch.files import canonical, digest
from canasta_sim.batch.plan import RunPlan, Variant
from canasta_sim.errors import ResultsError
from canasta_sim.paths import strategies_dir
from canasta_sim.version import __version__

FORMAT = 1
#: What the rows of a run depend on, beside its variants, in words.
_WORDS = {
    "version": "the version of canasta-sim",
    "mode": "what is played (rounds or games)",
    "seed": "the seed",
    "swap": "swapping seats",
    "baseline": "the baseline",
}
_LIBRARIES = ("numpy", "numba", "llvmlite", "pandas", "pyarrow", "scipy")


@dataclass(frozen=True)
class Purpose:
    """Why a run is made: what the manifest says beside the plan, and no row depends on.

    Attributes
    ----------
    command : str
        ``run``, ``compare`` or ``league``.
    line : str
        The command as it was given.
    keep_rows : bool
        Whether rows are written, or sums only.
    name, question : str
        Of the experiment.
    aims : Aims
        Metrics, differences that matter, how narrow intervals shall become.
    """

    command: str = "run"
    line: str = ""
    keep_rows: bool = True
    name: str = ""
    question: str = ""
    aims: Aims = field(default_factory=Aims)


def identity(plan: RunPlan) -> dict[str, Any]:
    """Return what every row of a run depends on, in a form that can be compared.

    How many rounds are asked for is not part of it: a run can be extended.
    """
    return {
        "version": __version__,
        "mode": plan.mode,
        "seed": plan.seed,
        "swap": plan.swap,
        "baseline": plan.baseline,
        "variants": [_variant(variant, plan) for variant in plan.variants],
    }


def fingerprint(same: dict[str, Any]) -> str:
    """Return a short sum of an identity, which every part of the run carries.

    Where rules come from and where strategies lie is not part of it: only what they say.
    """
    variants = [
        {
            "name": variant["name"],
            "swap": variant["swap"],
            "rules": [variant["rules"]["version"], variant["rules"]["knobs"]],
            "seats": [[seat["label"], seat["params"], seat["source_hash"]] for seat in variant["seats"]],
        }
        for variant in same["variants"]
    ]
    return digest(canonical({**{key: same[key] for key in _WORDS}, "variants": variants}))[:16]


def _variant(variant: Variant, plan: RunPlan) -> dict[str, Any]:
    return {
        "name": variant.name,
        "swap": plan.swaps(variant),
        "rules": variant.rules.to_json(),
        "seats": [_seat(seat) for seat in variant.seats],
    }


def _seat(seat: Any) -> dict[str, Any]:
    """Describe a strategy; that of a user with its place, since its name alone does not find it."""
    path = None if seat.path is None else Path(seat.path).resolve()
    shipped = path is not None and path.parent == strategies_dir().resolve()
    return {
        "label": seat.label,
        "name": seat.name,
        "path": None if path is None or shipped else str(path),
        "params": dict(seat.params),
        "source_hash": seat.source_hash,
    }


def new_manifest(plan: RunPlan, purpose: Purpose) -> dict[str, Any]:
    """Make the manifest of a run that is about to start."""
    return {
        "format": FORMAT,
        "command": purpose.command,
        "command_line": _repeatable(purpose.line, plan.seed),
        "name": purpose.name,
        "question": purpose.question,
        **purpose.aims.to_json(),
        "rows": purpose.keep_rows,
        "asked": {plan.mode: plan.asked},
        "limits": dict(plan.limits),
        "stopped": {},
        "played": None,
        **identity(plan),
        "start": datetime.now(UTC).isoformat(timespec="seconds"),
        "wall_seconds": 0.0,
        "rounds_per_second": None,
        "jobs": None,
        "backend": None,
        "python": platform.python_version(),
        "libraries": _libraries(),
    }


def _repeatable(line: str, seed: int) -> str:
    """Return a command with the seed that was drawn for it, so that it can be given again."""
    return line if not line or "--seed" in line else f"{line} --seed {seed}"


def _libraries() -> dict[str, str]:
    found = {}
    for name in _LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:  # it came in another way; say so rather than nothing
            found[name] = "unknown"
    return found


def same_run(there: dict[str, Any], now: dict[str, Any], where: str) -> None:
    """Refuse to go on with a run that would not be the same one.

    Parameters
    ----------
    there, now : dict
        Identity in the manifest, and as it is now.
    where : str
        The folder, for the message.

    Raises
    ------
    ResultsError
        If they differ; it names what differs.
    """
    difference = _difference(there, now)
    if difference:
        raise ResultsError(
            f"{where} cannot be gone on with: {difference}; resume with what it was started with, or start "
            "another run"
        )


def _difference(there: dict[str, Any], now: dict[str, Any]) -> str:
    """Say in words what differs first, or nothing."""
    for key, what in _WORDS.items():
        if there.get(key) != now[key]:
            return f"{what} was {there.get(key)} and is {now[key]}"
    old, new = there.get("variants", []), now["variants"]
    if [variant["name"] for variant in old] != [variant["name"] for variant in new]:
        names = [", ".join(variant["name"] for variant in group) for group in (old, new)]
        return f"the rules were {names[0]} and are {names[1]}"
    for before, after in zip(old, new, strict=True):
        difference = _variant_difference(before, after)
        if difference:
            return difference
    return ""


def _variant_difference(before: dict[str, Any], after: dict[str, Any]) -> str:
    mine, theirs = before["rules"]["knobs"], after["rules"]["knobs"]
    for knob, value in theirs.items():
        if mine.get(knob) != value:
            return f"knob {knob} was {mine.get(knob)} and is {value}"
    if before["rules"]["version"] != after["rules"]["version"]:
        return (
            f"rule set {after['rules']['name']} had version {before['rules']['version']} and has "
            f"{after['rules']['version']}"
        )
    labels = [[seat["label"] for seat in variant["seats"]] for variant in (before, after)]
    if labels[0] != labels[1]:
        return f"the strategies were {','.join(labels[0])} and are {','.join(labels[1])}"
    for seat_before, seat_after in zip(before["seats"], after["seats"], strict=True):
        if seat_before["source_hash"] != seat_after["source_hash"]:
            return f"the source of strategy {seat_after['label']} has changed"
        if seat_before["params"] != seat_after["params"]:
            return f"the parameters of strategy {seat_after['label']} have changed"
    return ""
