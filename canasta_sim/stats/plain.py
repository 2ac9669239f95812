"""Aggregates as plain JSON values, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from canasta_sim.errors import ResultsError
from canasta_sim.stats.aggregate import FORMAT, Aggregate
from canasta_sim.stats.groups import Group, Variant
from canasta_sim.stats.histograms import Counts
from canasta_sim.stats.metrics import METRICS
from canasta_sim.stats.running import Running


def to_plain(aggregate: Aggregate) -> dict[str, Any]:
    """Return an aggregate as dicts, lists, texts and whole numbers, in an order merging cannot change."""
    return {
        "format": FORMAT,
        "baseline": aggregate.baseline,
        "variants": [_variant(variant) for variant in aggregate.variants.values()],
        "crosses": [
            {"of": list(a), "with": list(b), "sums": _in_order(sums)}
            for (a, b), sums in sorted(aggregate.crosses.items())
        ],
    }


def from_plain(plain: Any) -> Aggregate:
    """Return the aggregate that `to_plain` took apart.

    Raises
    ------
    ResultsError
        It is something else, or of another version.
    """
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        found = plain.get("format") if isinstance(plain, dict) else None
        raise ResultsError(
            f"the stored sums have format {found}, expected {FORMAT}: make them again from the rows"
        )
    try:
        variants = [_read_variant(entry) for entry in plain["variants"]]
        crosses = {
            (_key(entry["of"]), _key(entry["with"])): dict(entry["sums"]) for entry in plain["crosses"]
        }
        return Aggregate({variant.name: variant for variant in variants}, plain["baseline"], crosses)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ResultsError("the stored sums are incomplete: the file is damaged") from error


def _key(pair: list[str]) -> tuple[str, str]:
    variant, label = pair
    return variant, label


def _in_order(sums: Mapping[str, list[int]]) -> dict[str, list[int]]:
    return {name: sums[name] for name in METRICS if name in sums}


def _variant(variant: Variant) -> dict[str, Any]:
    plain: dict[str, Any] = {name: getattr(variant, name) for name in _VARIANT}
    plain["groups"] = {label: _group(group) for label, group in variant.groups.items()}
    return plain


_VARIANT = ("name", "pack", "rotations", "of_games", "units", "rounds", "games")


def _read_variant(plain: dict[str, Any]) -> Variant:
    variant = Variant(**{name: plain[name] for name in _VARIANT})
    variant.groups = {label: _read_group(group) for label, group in plain["groups"].items()}
    return variant


def _group(group: Group) -> dict[str, Any]:
    return {
        "sums": _in_order(group.sums),
        "histograms": {name: _bins(counts) for name, counts in sorted(group.histograms.items())},
        "running": {
            name: {"shift": running.shift, "bins": _bins(running.bins)}
            for name, running in sorted(group.running.items())
        },
        "race": _bins(group.race),
    }


def _read_group(plain: dict[str, Any]) -> Group:
    running = {
        name: Running(entry["shift"], {int(key): list(sums) for key, sums in entry["bins"].items()})
        for name, entry in plain["running"].items()
    }
    counts: dict[str, Counts] = {
        name: {int(key): number for key, number in bins.items()} for name, bins in plain["histograms"].items()
    }
    race = {int(key): list(sums) for key, sums in plain["race"].items()}
    return Group({name: list(sums) for name, sums in plain["sums"].items()}, counts, running, race)


def _bins(bins: Mapping[int, Any]) -> dict[str, Any]:
    return {str(key): bins[key] for key in sorted(bins)}
