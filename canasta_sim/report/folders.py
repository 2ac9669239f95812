"""Results folders, one or several side by side, read for a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from canasta_sim.errors import ResultsError
from canasta_sim.report.cautions import interruptions
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.profile import renamed


@dataclass
class Read:
    """What was read from results folders.

    Attributes
    ----------
    aggregate : Aggregate
        Sums over everything that was played.
    manifest : dict
        What was played; for several folders what they have in common.
    notes : list of str
        What is damaged and does not count.
    """

    aggregate: Aggregate
    manifest: dict[str, Any]
    notes: list[str]


def read_folder(folder: Path) -> Read:
    """Read one results folder.

    Raises
    ------
    ResultsError
        It is none, or nothing in it can be relied on.
    """
    from canasta_sim.batch.results import from_folder

    notes: list[str] = []
    result = from_folder(folder, None, notes.append)
    if not any(variant.units for variant in result.aggregate.variants.values()):
        why = f": {notes[0]}" if notes else ""
        raise ResultsError(f"{folder} holds no finished rounds yet, so there is nothing to report{why}")
    return Read(result.aggregate, result.manifest, notes)


def side_by_side(folders: Sequence[Path], read: Sequence[Read]) -> Read:
    """Put several results side by side: each variant is named by its folder.

    Parameters
    ----------
    folders : sequence of Path
        Where they lie.
    read : sequence of Read
        What was read from them.
    """
    names = _names(folders)
    aggregate = Aggregate.merged(renamed(one.aggregate, name) for one, name in zip(read, names, strict=True))
    variants = []
    for one, name in zip(read, names, strict=True):
        alone = len(one.aggregate.variants) == 1
        for variant in one.manifest.get("variants") or []:
            variants.append(variant | {"name": name if alone else f"{name}: {variant['name']}"})
    seeds = list(dict.fromkeys(str(one.manifest.get("seed")) for one in read))
    manifest: dict[str, Any] = {
        "command": "report",
        "command_line": "; ".join(str(one.manifest.get("command_line") or "") for one in read),
        "variants": variants,
        "seed": ", ".join(seeds),
        "version": ", ".join(dict.fromkeys(str(one.manifest.get("version")) for one in read)),
        "played": {"rounds": sum(int((one.manifest.get("played") or {}).get("rounds", 0)) for one in read)},
        "wall_seconds": sum(float(one.manifest.get("wall_seconds") or 0.0) for one in read),
    }
    notes = [note for one in read for note in one.notes]
    for one, name in zip(read, names, strict=True):
        notes += [f"{name}: {sentence.rstrip('.')}" for sentence in interruptions(one.aggregate, one.manifest)]
    return Read(aggregate, manifest, notes)


def _names(folders: Sequence[Path]) -> list[str]:
    """Return short names that tell folders apart: their last parts, or all of them."""
    short = [folder.resolve().name for folder in folders]
    return short if len(set(short)) == len(short) else [str(folder) for folder in folders]
