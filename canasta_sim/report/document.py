"""The summary as one JSON document, for programs."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from canasta_sim.report.answers import answer
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.comparison import as_frame, variant_comparisons
from canasta_sim.stats.summary import summarise

KEPT = (
    "version",
    "command",
    "command_line",
    "name",
    "question",
    "mode",
    "seed",
    "asked",
    "played",
    "start",
    "wall_seconds",
    "rounds_per_second",
)
"""What of the manifest is in the document."""


def as_document(
    aggregate: Aggregate, manifest: Mapping[str, Any], out: Path | str | None = None
) -> dict[str, Any]:
    """Return the results as plain values: the answer, the summary, and differences where there is a baseline.

    Parameters
    ----------
    aggregate : Aggregate
        Sums over everything that was played.
    manifest : mapping
        What was played.
    out : path, optional
        The results folder.

    Returns
    -------
    dict
        ``answer``, ``summary`` (a list with one object per line of ``summary.csv``; what there are not enough
        data for is None), ``differences`` (with a baseline), ``rules`` (all knobs of each variant), ``out``,
        and of the manifest what `KEPT` lists.
    """
    document: dict[str, Any] = {key: manifest[key] for key in KEPT if key in manifest}
    document["out"] = None if out is None else str(out)
    document["rules"] = {
        variant["name"]: variant["rules"]["knobs"]
        for variant in manifest.get("variants", [])
        if "rules" in variant
    }
    document["answer"] = answer(aggregate, manifest)
    document["summary"] = _records(summarise(aggregate))
    if aggregate.baseline is not None and len(aggregate.variants) > 1:
        document["differences"] = _records(as_frame(variant_comparisons(aggregate)))
    return document


def as_json(aggregate: Aggregate, manifest: Mapping[str, Any], out: Path | str | None = None) -> str:
    """Return the results as the text of one JSON document (see `as_document`)."""
    return json.dumps(as_document(aggregate, manifest, out), allow_nan=False, ensure_ascii=False)


def _records(frame: Any) -> list[dict[str, Any]]:
    records = frame.to_dict(orient="records")
    return [{str(key): _plain(value) for key, value in line.items()} for line in records]


def _plain(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value
