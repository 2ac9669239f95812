"""What a reader must know before any figure: less was played than asked for, somebody was stopped, nothing differs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from canasta_sim.rules.describe import has_effect
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.metrics import METRICS


def interruptions(aggregate: Aggregate, manifest: Mapping[str, Any]) -> list[str]:
    """Return a sentence where less was played than asked for."""
    mode = str(manifest.get("mode") or "rounds")
    asked = int((manifest.get("asked") or {}).get(mode) or 0)
    limits = manifest.get("limits") or {}  # those that play no more were not asked for all
    played = [
        variant.games if variant.of_games else variant.rounds
        for variant in aggregate.variants.values()
        if variant.name not in limits
    ]
    if asked and (not played or min(played) < asked):
        least = min(played, default=0)
        share = f"{100 * least / asked:.1f} %"
        return [
            f"Not finished: {least:,} of {asked:,} {mode} ({share}) have been played; figures are of those."
        ]
    return []


def stopped(manifest: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each strategy that had to be stopped."""
    return [
        f"{label} was stopped, its figures are of what it had played: {why}."
        for label, why in (manifest.get("stopped") or {}).items()
    ]


def unreached(aggregate: Aggregate, manifest: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each metric whose interval is wider than it should have become."""
    from canasta_sim.stats.precision import too_wide, unit_of_widths

    wanted = manifest.get("until_ci") or {}
    sentences = []
    for one in too_wide(aggregate, wanted):
        factor, unit = unit_of_widths(one.metric)
        there = "not known" if one.half is None else f"± {one.half * factor:.3g}"
        sentences.append(
            f"{METRICS[one.metric].title}: the interval of {one.variant} is {there}, wider than the "
            f"± {wanted[one.metric] * factor:g} {unit} asked for."
        )
    return sentences


def idle_changes(aggregate: Aggregate, manifest: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each variant that differs from the baseline only in knobs that change nothing."""
    variants = {str(variant["name"]): variant for variant in manifest.get("variants") or ()}
    base = variants.get(aggregate.baseline or "")
    if base is None:
        return []
    sentences = []
    for name, variant in variants.items():
        old, new = base["rules"]["knobs"], variant["rules"]["knobs"]
        changed = [knob for knob in new if new[knob] != old[knob]]
        if changed and variant["seats"] == base["seats"] and not any(_matters(knob, old, new) for knob in changed):
            sentences.append(
                f"{name} plays as {base['name']} does: in these rules nothing depends on {' and '.join(changed)}."
            )
    return sentences


def _matters(knob: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    """Return whether a knob has an effect in either of two rule sets."""
    return has_effect(knob, old) or has_effect(knob, new)
