"""The summary as one JSON document, for programs."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from canasta_sim.report.answers import answer
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.comparison import as_frame, comparison_table
from canasta_sim.stats.intervals import Estimate
from canasta_sim.stats.skill import skill_and_luck, weaker_in_games
from canasta_sim.stats.standings import cross_frame, ratings_frame
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
        data for is None), ``differences`` (with a baseline: the lines of ``comparison.csv``),
        ``skill`` (where it is about that), ``ratings``, ``cross`` and ``stopped`` (of a league),
        ``rules`` (all knobs of each variant), ``out``,
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
        document["differences"] = _records(as_frame(comparison_table(aggregate, manifest)))
    if manifest.get("skill"):
        document["skill"] = skill_records(aggregate)
    if manifest.get("command") == "league":
        document["ratings"] = _records(ratings_frame(aggregate))
        document["cross"] = _records(cross_frame(aggregate))
        document["stopped"] = dict(manifest.get("stopped") or {})
    return document


def skill_records(aggregate: Aggregate) -> list[dict[str, Any]]:
    """Return skill and luck of each variant: the two strategies and, of every figure, value and interval."""
    found: list[dict[str, Any]] = []
    for variant in aggregate.variants.values():
        games = weaker_in_games(variant)
        if games is not None:
            found.append({"variant": variant.name, "weaker": games[0], "weaker_wins": _interval(games[1])})
        elif len(variant.labels) == 2 and variant.rotations == 2 and variant.units:
            one = skill_and_luck(variant)
            figures = ("margin", "weaker_wins", "deal", "strategies", "rest", "rounds_to_lead")
            numbers = {name: _interval(getattr(one, name)) for name in figures}
            found.append({"variant": variant.name, "stronger": one.stronger, "weaker": one.weaker, **numbers})
    return found


def _interval(one: Estimate) -> dict[str, Any]:
    return {"estimate": one.value, "ci_low": one.low, "ci_high": one.high, "n": one.n}


def as_json(aggregate: Aggregate, manifest: Mapping[str, Any], out: Path | str | None = None) -> str:
    """Return the results as the text of one JSON document (see `as_document`)."""
    return json.dumps(as_document(aggregate, manifest, out), allow_nan=False, ensure_ascii=False)


def _records(frame: Any) -> list[dict[str, Any]]:
    records = frame.to_dict(orient="records")
    return [{str(key): _plain(value) for key, value in line.items()} for line in records]


def _plain(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value
