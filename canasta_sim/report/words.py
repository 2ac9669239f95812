"""Numbers and findings in words: how every report writes a figure, its interval and what it means."""

from __future__ import annotations

import math

from canasta_sim.stats.differences import SIGNIFICANT, Difference
from canasta_sim.stats.groups import Variant
from canasta_sim.stats.intervals import CONSTANT, Estimate
from canasta_sim.stats.metrics import Metric

UNITS = {"share": "%", "points": "points", "per round": "a round", "per game": "a game"}
"""How units are written; others are written as they are."""


def unit_of(entry: Metric) -> str:
    """Return the unit of a metric as tables write it."""
    return UNITS.get(entry.unit, entry.unit)


def decimals_for(half: float | None, value: float | None = None) -> int:
    """Return how many decimals are worth writing: two significant digits of half the interval.

    Parameters
    ----------
    half : float or None
        Half the width of the interval, in the unit that is written.
    value : float or None
        The figure; without an interval, it gets three significant digits.
    """
    if half is None or half <= 0:
        size = abs(value or 0.0)
        return 0 if not size or size == int(size) else min(4, max(0, 2 - math.floor(math.log10(size))))
    return min(4, max(0, 1 - math.floor(math.log10(half))))


def number(value: float, decimals: int) -> str:
    """Return a number with thousands separated, never "-0"."""
    text = f"{value:,.{decimals}f}"
    return text.lstrip("-") if not float(text.replace(",", "")) else text


def figure_text(found: Estimate, entry: Metric, sign: bool = False) -> str:
    """Return a figure with its interval, without the unit: ``312.4 ± 7.3``.

    An interval that is clearly lopsided (shares near 0 and 1) is written by its ends: ``0.2 (0.1 to 0.5)``.

    Parameters
    ----------
    found : Estimate
        The figure.
    entry : Metric
        Its metric; shares are written in per cent.
    sign : bool
        Whether a plus sign is written before positive numbers.
    """
    if found.value is None:
        return found.note
    factor = 100 if entry.is_share else 1
    value = found.value * factor
    plus = "+" if sign and value > 0 else ""
    if found.low is None or found.high is None:
        # "in every deal" rather than ± 0: nothing varied, so nothing can be said of how sure it is.
        note = "in every deal" if found.note == CONSTANT else found.note
        return f"{plus}{number(value, decimals_for(None, value))} ({note})"
    low, high = found.low * factor, found.high * factor
    half = (high - low) / 2
    decimals = decimals_for(half)
    if max(high - value, value - low) > 1.25 * min(high - value, value - low):
        decimals = decimals_for(high - low)
        first, *ends = (_bounded(one, decimals, factor) for one in (value, low, high))
        return f"{plus}{first} ({' to '.join(ends)})"
    return f"{plus}{number(value, decimals)} ± {number(half, decimals)}"


def _bounded(value: float, decimals: int, factor: int) -> str:
    """Return an end of an interval; the ends of what is possible have no decimals."""
    return number(value, 0 if value in {0, factor} and factor > 1 else decimals)


def difference_text(found: Difference, entry: Metric) -> str:
    """Return a difference with its interval: ``+12.0 ± 3.1``, in per cent points for shares."""
    estimate = Estimate(found.value, found.se, found.low, found.high, found.n, found.note)
    if found.note and found.value is not None and not found.value:
        return f"0 ({found.note})"
    return figure_text(estimate, entry, sign=True)


def interval_words(found: Estimate, entry: Metric) -> str:
    """Return the interval in words: ``95 % interval 305.1 to 319.7``, or why there is none."""
    if found.low is None or found.high is None:
        return found.note
    factor = 100 if entry.is_share else 1
    low, high = found.low * factor, found.high * factor
    decimals = decimals_for((high - low) / 2)
    return f"95 % interval {number(low, decimals)} to {number(high, decimals)}"


def value_text(found: Estimate, entry: Metric) -> str:
    """Return the figure alone, without its unit."""
    if found.value is None:
        return found.note
    factor = 100 if entry.is_share else 1
    half = None if found.half is None else found.half * factor
    return number(found.value * factor, decimals_for(half, found.value * factor))


def value_words(found: Estimate, entry: Metric) -> str:
    """Return the figure alone with its unit: ``61.2 %``, ``312.4 points``."""
    text = value_text(found, entry)
    return text if found.value is None else f"{text} {unit_of(entry)}"


def figure_words(found: Estimate, entry: Metric) -> str:
    """Return the figure with half its interval and its unit: ``61.2 ± 0.4 %``."""
    return found.note if found.value is None else f"{figure_text(found, entry)} {unit_of(entry)}"


def over_units(variant: Variant) -> str:
    """Return what figures are means over: ``50,000 deals``."""
    singular = {"deals": "deal", "games": "game", "pairs of games": "pair of games"}
    unit = singular[variant.unit] if variant.units == 1 else variant.unit
    return f"{variant.units:,} {unit}"


def is_shown(found: Difference) -> bool:
    """Whether a difference, taken alone, is shown at the 5 % level."""
    return found.p is not None and found.p < SIGNIFICANT


def p_words(p: float | None) -> str:
    """Return a p-value: ``< 0.0001``, ``0.0123``, ``0.45``."""
    if p is None:
        return ""
    if p < 0.0001:
        return "< 0.0001"
    return f"{p:.4f}" if p < 0.01 else f"{p:.2f}"


def joined(words: list[str]) -> str:
    """Return words as an enumeration: ``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""
