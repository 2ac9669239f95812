"""Skill and luck: how much of a round's margin is the cards, the strategies, or the rest.

Two strategies A and B play every deal twice with their seats changed. Let s be the margin of side 0 in one of
these rounds. The model is

    s = ±δ + D + E

with +δ where A sits on side 0 and −δ where B does, D the effect of the deal (its cards, and who plays first;
the same in both rounds) and E all the rest (what else the strategies make of these very cards), independent
between rounds. By symmetry of the sides s has mean 0. With m₁, m₂ the margins of A in the two rounds of a
deal, x = m₁ + m₂ and f = m₁ − m₂ up to sign (both rounds' margin of the side that plays first), over n deals:

    δ    = Σx / 2n
    rest = var(x) / 2                            as x = 2δ + E₁ ± E₂
    deal = Σf² / 4n − (Σx² − (Σx)²/n) / 4(n − 1)   as f = 2D + E₁ ± E₂
    strategies = δ² − var(x) / 4n                (the last term takes away the bias of squaring an estimate)

It is the usual decomposition of a crossed design with random deals and two fixed strategies (Searle, Casella
and McCulloch, Variance Components, 1992, ch. 4), as used for duplicate bridge and "duplicate" poker.
Intervals come from the delete-one-group jackknife over ranges of deals, in the form for groups of unequal
size (Busing, Meijer and van der Leeden, Statistics and Computing 9, 1999).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from canasta_sim.errors import CanastaError
from canasta_sim.stats.groups import Variant
from canasta_sim.stats.intervals import NOT_ENOUGH, Estimate, estimate, t_quantile
from canasta_sim.stats.metrics import METRICS
from canasta_sim.stats.summary import sums_of
from canasta_sim.stats.sums import ALL

FEWEST_GROUPS = 8
FEWEST_DEALS = 64

#: [n, Σx, Σx², Σf²]
Moments = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class SkillAndLuck:
    """What decides rounds between two strategies.

    Attributes
    ----------
    variant : str
        Name of the variant.
    stronger, weaker : str
        The strategies, by their mean margin.
    margin : Estimate
        Mean margin of the stronger, in points a round.
    weaker_wins : Estimate
        Share of rounds that the weaker wins; a tie counts half.
    deal, strategies, rest : Estimate
        Shares of the variance of a round's margin; they add up to 1.
    rounds_to_lead : Estimate
        Rounds, each with new cards, until the stronger leads with 95 % probability.
    """

    variant: str
    stronger: str
    weaker: str
    margin: Estimate
    weaker_wins: Estimate
    deal: Estimate
    strategies: Estimate
    rest: Estimate
    rounds_to_lead: Estimate


def skill_and_luck(variant: Variant) -> SkillAndLuck:
    """Return the decomposition for a variant with two strategies on mirrored deals.

    Parameters
    ----------
    variant : Variant
        Sums of rounds (not games: their rounds depend on the score), every deal played twice.

    Raises
    ------
    CanastaError
        It has no two strategies, or its deals are not played twice.
    """
    if len(variant.labels) != 2 or variant.rotations != 2 or variant.of_games:
        raise CanastaError(
            f'skill and luck of "{variant.name}" need rounds of two strategies, each deal played twice with '
            "the seats changed"
        )
    stronger, weaker = variant.labels
    margin = _figure(variant, stronger, "margin")
    if (margin.value or 0.0) < 0:
        stronger, weaker = weaker, stronger
        margin = _figure(variant, stronger, "margin")
    groups = _moments(variant, stronger)
    return SkillAndLuck(
        variant.name,
        stronger,
        weaker,
        margin,
        _figure(variant, weaker, "won"),
        jackknife(groups, deal_share),
        jackknife(groups, strategy_share),
        jackknife(groups, rest_share),
        _rounds_to_lead(margin, groups),
    )


def weaker_in_games(variant: Variant) -> tuple[str, Estimate] | None:
    """Return the strategy that wins fewer games, and its share; None where no two have played games."""
    if len(variant.labels) != 2 or not variant.of_games or not variant.units:
        return None
    found = [(label, _figure(variant, label, "game_won")) for label in variant.labels]
    return min(found, key=lambda pair: pair[1].value or 0.0)


def _figure(variant: Variant, label: str, name: str) -> Estimate:
    sums = sums_of(variant, label, name)
    assert sums is not None
    return estimate(sums, METRICS[name])


def _moments(variant: Variant, label: str) -> list[Moments]:
    """Return the moments of x and f of consecutive ranges of deals."""
    x = variant.groups[label].running["margin"]
    f = variant.groups[ALL].running["first_advantage"]
    # Both were kept over the same units, so their ranges are the same.
    return [(numbers[0], numbers[1], numbers[3], f.bins[key][3]) for key, numbers in sorted(x.bins.items())]


def components(moments: Moments) -> tuple[float, float, float]:
    """Return the variances of deal, strategies and rest in a round's margin, in points squared.

    Parameters
    ----------
    moments : (int, int, int, int)
        n, Σx, Σx², Σf² over deals; n at least 2.
    """
    n, sx, sxx, sff = moments
    var_x = (n * sxx - sx * sx) / (n * (n - 1))
    return sff / (4 * n) - var_x / 4, (sx / (2 * n)) ** 2 - var_x / (4 * n), var_x / 2


def deal_share(moments: Moments) -> float:
    """Return the share of the variance that the deal explains."""
    return _share(moments, 0)


def strategy_share(moments: Moments) -> float:
    """Return the share of the variance that the strategies explain."""
    return _share(moments, 1)


def rest_share(moments: Moments) -> float:
    """Return the share of the variance that neither deal nor strategies explain."""
    return _share(moments, 2)


def _share(moments: Moments, which: int) -> float:
    parts = components(moments)
    whole = sum(parts)
    return parts[which] / whole if whole > 0 else math.nan


def jackknife(groups: Sequence[Moments], statistic: Callable[[Moments], float]) -> Estimate:
    """Return a statistic of all groups together, with an interval from leaving out one after the other.

    Parameters
    ----------
    groups : sequence of tuple of int
        Moments that add up; the first is the number of units.
    statistic : callable
        Of the sum of moments.
    """
    groups = [group for group in groups if group[0]]
    total = _added(groups)
    n, size = total[0], len(groups)
    value = statistic(total) if n > 1 else math.nan
    if not math.isfinite(value) or n < FEWEST_DEALS or size < FEWEST_GROUPS:
        return Estimate(value if math.isfinite(value) else None, None, None, None, n, NOT_ENOUGH)
    without = [statistic(_less(total, group)) for group in groups]
    ratios = [n / group[0] for group in groups]
    mean = size * value - sum((1 - group[0] / n) * one for group, one in zip(groups, without, strict=True))
    pseudo = [h * value - (h - 1) * one for h, one in zip(ratios, without, strict=True)]
    variance = sum((one - mean) ** 2 / (h - 1) for h, one in zip(ratios, pseudo, strict=True)) / size
    if not variance or not math.isfinite(variance):
        return Estimate(value, None, None, None, n, NOT_ENOUGH)
    se = math.sqrt(variance)
    half = t_quantile(size - 1) * se
    return Estimate(value, se, value - half, value + half, n)


def _added(groups: Sequence[Moments]) -> Moments:
    a, b, c, d = (sum(column) for column in zip(*groups, strict=True)) if groups else (0, 0, 0, 0)
    return a, b, c, d


def _less(total: Moments, group: Moments) -> Moments:
    a, b, c, d = (whole - part for whole, part in zip(total, group, strict=True))
    return a, b, c, d


def _rounds_to_lead(margin: Estimate, groups: Sequence[Moments]) -> Estimate:
    """Return n with P(sum of n margins > 0) = 0.95: (1.645 σ / δ)², by the central limit theorem.

    σ² is the variance of the stronger's margin in a round with its own cards: deal and rest. The interval is
    that of δ carried over, where it lies above zero.
    """
    total = _added(groups)
    n = total[0]
    if n < FEWEST_DEALS or margin.value is None or margin.low is None or margin.high is None:
        return Estimate(None, None, None, None, n, NOT_ENOUGH)
    deal, _, rest = components(total)
    if margin.low <= 0 or deal + rest <= 0:
        return Estimate(None, None, None, None, n, "no difference in strength is shown")
    z = t_quantile(math.inf, 0.90)
    needed = [max(1.0, z * z * (deal + rest) / delta**2) for delta in (margin.value, margin.high, margin.low)]
    return Estimate(needed[0], None, needed[1], needed[2], n)
