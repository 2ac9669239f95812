"""Leagues: who beats whom, ratings with intervals over deals, and a test that stops when it knows enough.

A league is an aggregate in which every variant is a pairing: two strategies under the same rules, on the same
deals with the seats changed, so that each variant has two labels. Ratings follow Bradley and Terry
(Biometrika 39, 1952): strategy i wins against j with probability πi / (πi + πj). They are fitted by the
spectral maximum likelihood method of Maystre and Grossglauser (NIPS 2015, in `choix`), from wins in which a
tie counts half to each. Their intervals come from a bootstrap over deals (Efron and Tibshirani, An
Introduction to the Bootstrap, 1993): rounds of a deal share its cards, and stay together.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from canasta_sim.errors import CanastaError
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.groups import Variant
from canasta_sim.stats.histograms import Counts
from canasta_sim.stats.intervals import NOT_ENOUGH, Estimate, Sums, estimate, t_quantile
from canasta_sim.stats.metrics import METRICS
from canasta_sim.stats.summary import figure, sums_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

ELO = 400 / math.log(10)
"""Elo points of one unit of log(π): 400 are odds of ten to one (Elo, The Rating of Chessplayers, 1978)."""

_PRIOR = 0.5  # wins given to either side of every pairing that met, so that nobody is infinitely strong
_RESAMPLES = 400


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two strategies that met.

    Attributes
    ----------
    first, second : str
        The strategies.
    variant : Variant
        Sums of the deals they played.
    margin, won : Estimate
        Margin of the first in points, and share it wins (of games, where games were played).
    """

    first: str
    second: str
    variant: Variant
    margin: Estimate
    won: Estimate


@dataclass(slots=True)
class Standing:
    """One strategy's place in a league.

    Attributes
    ----------
    strategy : str
        Its label.
    margin : Estimate
        Mean of its margins against every opponent, each opponent counting the same.
    won : float
        Mean of the shares it wins, likewise.
    beaten, lost_to : list of str
        Opponents it beats and loses to by an interval of the margin that does not cover zero; the best first.
    rating : Estimate
        In Elo points, the mean of the league being 0.
    """

    strategy: str
    margin: Estimate
    won: float
    beaten: list[str] = field(default_factory=list)
    lost_to: list[str] = field(default_factory=list)
    rating: Estimate = field(default_factory=lambda: Estimate(None, None, None, None, 0, NOT_ENOUGH))


def pairings(aggregate: Aggregate) -> list[Pairing]:
    """Return the pairings of a league, in the order of its variants."""
    found = []
    for variant in aggregate.variants.values():
        if len(variant.labels) == 2 and variant.units:
            first, second = variant.labels
            margin, won = ("game_margin", "game_won") if variant.of_games else ("margin", "won")
            found.append(
                Pairing(
                    first,
                    second,
                    variant,
                    figure(aggregate, variant.name, first, margin),
                    figure(aggregate, variant.name, first, won),
                )
            )
    return found


def turned(margin: Estimate) -> Estimate:
    """Return a margin as the other side sees it."""
    value, low, high = margin.value, margin.low, margin.high
    return Estimate(
        None if value is None else -value,
        margin.se,
        None if high is None else -high,
        None if low is None else -low,
        margin.n,
        margin.note,
    )


def standings(aggregate: Aggregate, *, rated: bool = True, seed: int = 0) -> list[Standing]:
    """Return the strategies of a league, best first by their mean margin.

    Parameters
    ----------
    aggregate : Aggregate
        One variant per pairing.
    rated : bool
        Whether ratings are worth their time.
    seed : int
        Seed of the bootstrap of the ratings.

    Notes
    -----
    The variance of a mean margin adds up those of its pairings (they are over the same deals, so this
    neglects what they share; the interval is the wider for it where a strategy's results against different
    opponents go apart on the same deal, and the narrower where they go together).
    """
    found = pairings(aggregate)
    names = list(dict.fromkeys(name for pairing in found for name in (pairing.first, pairing.second)))
    ratings = rate({(p.first, p.second): points_of(p) for p in found}, seed) if rated else {}
    rows = []
    for name in names:
        met = [(p.second, p.margin, _value(p.won)) for p in found if p.first == name]
        met += [(p.first, turned(p.margin), _lost(p)) for p in found if p.second == name]
        row = Standing(name, _mean([margin for _, margin, _ in met]), sum(w for *_, w in met) / len(met))
        row.beaten = [other for other, margin, _ in met if margin.low is not None and margin.low > 0]
        row.lost_to = [other for other, margin, _ in met if margin.high is not None and margin.high < 0]
        row.rating = ratings.get(name, row.rating)
        rows.append(row)
    rows.sort(key=lambda row: (-(row.margin.value or 0.0), row.strategy))
    place = {row.strategy: index for index, row in enumerate(rows)}
    for row in rows:
        row.beaten.sort(key=place.__getitem__)
        row.lost_to.sort(key=place.__getitem__)
    return rows


def _value(found: Estimate) -> float:
    return found.value or 0.0


def _lost(pairing: Pairing) -> float:
    """Return the share of the second strategy: not one less the first's where games may have no winner."""
    name = "game_won" if pairing.variant.of_games else "won"
    sums = sums_of(pairing.variant, pairing.second, name)
    return _value(estimate(sums, METRICS[name])) if sums is not None else 0.0


def _mean(margins: list[Estimate]) -> Estimate:
    values = [margin.value for margin in margins if margin.value is not None]
    n = min(margin.n for margin in margins)
    if len(values) < len(margins):
        return Estimate(None, None, None, None, n, NOT_ENOUGH)
    value = sum(values) / len(values)
    if any(margin.note == NOT_ENOUGH for margin in margins) or all(margin.se is None for margin in margins):
        return Estimate(value, None, None, None, n, NOT_ENOUGH)
    se = math.sqrt(sum((margin.se or 0.0) ** 2 for margin in margins)) / len(margins)
    half = t_quantile(n - 1) * se
    return Estimate(value, se, value - half, value + half, n)


def points_of(pairing: Pairing) -> Counts:
    """Return how many units gave the first strategy so many half wins."""
    return pairing.variant.groups[pairing.first].histograms.get("points", {})


def rate(points: Mapping[tuple[str, str], Counts], seed: int = 0) -> dict[str, Estimate]:
    """Return Bradley-Terry ratings with bootstrap intervals over units.

    Parameters
    ----------
    points : mapping
        (first, second) -> half wins of the first in a unit -> number of units. The most half wins of a unit
        are 2 per round (or game): 4 where deals are played twice, recognised by the highest seen in the
        league.
    seed : int
        Of the bootstrap.

    Returns
    -------
    dict
        Strategy -> rating in Elo points, mean 0.

    Raises
    ------
    CanastaError
        The strategies fall into groups that have not met.
    """
    import numpy as np

    names = list(dict.fromkeys(name for pair in points for name in pair))
    if not points:
        return {}
    if len(_component(names[0], list(points))) < len(names):
        raise CanastaError("ratings need strategies that are all connected by pairings")
    most = max((max(counts, default=0) for counts in points.values()), default=0)
    most = 4 if most > 2 else 2
    place = {name: i for i, name in enumerate(names)}
    table = {
        (place[a], place[b]): np.array([counts.get(i, 0) for i in range(most + 1)], np.int64)
        for (a, b), counts in points.items()
    }
    units = min(int(counts.sum()) for counts in table.values())
    best = _fit(table, len(names))
    if units < 2:
        return {
            name: Estimate(float(best[i]), None, None, None, units, NOT_ENOUGH) for name, i in place.items()
        }
    generator = np.random.default_rng(seed)
    drawn = np.array([_fit(_resampled(table, generator), len(names)) for _ in range(_RESAMPLES)])
    se = drawn.std(axis=0, ddof=1)
    half = t_quantile(units - 1) * se
    return {
        name: Estimate(
            float(best[i]), float(se[i]), float(best[i] - half[i]), float(best[i] + half[i]), units
        )
        for name, i in place.items()
    }


def _component(start: str, edges: list[tuple[str, str]]) -> set[str]:
    """Return everything connected with `start`."""
    found, new = {start}, [start]
    while new:
        name = new.pop()
        near = {b if a == name else a for a, b in edges if name in {a, b}} - found
        found |= near
        new += near
    return found


def _resampled(
    table: Mapping[tuple[int, int], npt.NDArray[np.int64]], generator: np.random.Generator
) -> dict[tuple[int, int], npt.NDArray[np.int64]]:
    """Draw as many units again from each pairing, with replacement."""
    return {pair: generator.multinomial(n := int(c.sum()), c / n) for pair, c in table.items() if c.sum()}


def _fit(table: Mapping[tuple[int, int], npt.NDArray[np.int64]], strategies: int) -> npt.NDArray[np.float64]:
    """Return maximum-likelihood ratings in Elo points, mean 0."""
    import choix
    import numpy as np

    wins = np.zeros((strategies, strategies))
    for (a, b), counts in table.items():
        half_wins = np.arange(len(counts)) / 2
        wins[a, b] += float(counts @ half_wins) + _PRIOR
        wins[b, a] += float(counts @ half_wins[::-1]) + _PRIOR
    ratings = np.asarray(choix.ilsr_pairwise_dense(wins), np.float64)
    centred: npt.NDArray[np.float64] = (ratings - ratings.mean()) * ELO
    return centred


@dataclass(frozen=True, slots=True)
class Sequential:
    """State of a sequential test.

    Attributes
    ----------
    ratio : float or None
        Logarithm of the likelihood ratio of the second hypothesis to the first; None before it can be told.
    lower, upper : float
        Bounds at which the test stops.
    decision : str
        ``first``, ``second`` or ``go on``.
    """

    ratio: float | None
    lower: float
    upper: float
    decision: str


def sequential_test(
    sums: Sums, first: float, second: float, alpha: float = 0.05, beta: float = 0.05
) -> Sequential:
    """Return where a sequential probability ratio test of two values of a mean stands.

    Wald's test (Annals of Mathematical Statistics 16, 1945) in its generalised form with the variance
    estimated: with mean m over n units and variance s² the log-likelihood ratio is, to first order,

        n · (μ₂ − μ₁) · (2 m − μ₁ − μ₂) / (2 s²)

    (Bartlett, Proc. Cambridge Phil. Soc. 42, 1946). It stops at ln(β / (1 − α)) and ln((1 − β) / α). The
    estimate of a run stopped by it is biased away from the other hypothesis; say so beside it.

    Parameters
    ----------
    sums : Sums
        Of the metric over units.
    first, second : float
        The two values, for example 0 points and the smallest margin worth caring about.
    alpha, beta : float
        Chances of deciding for the second where the first is true, and the other way round.
    """
    if first == second or not 0 < alpha < 1 or not 0 < beta < 1:
        raise CanastaError("a sequential test needs two different values and error rates between 0 and 1")
    lower, upper = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
    if sums.n < 2 or not sums.y or not sums.residual:
        return Sequential(None, lower, upper, "go on")
    # variance is that of the mean: s²/n.
    ratio = (second - first) * (2 * sums.ratio - first - second) / (2 * sums.variance)
    decision = "second" if ratio >= upper else "first" if ratio <= lower else "go on"
    return Sequential(ratio, lower, upper, decision)


def sequential_test_of(aggregate: Aggregate, points: float, error_rate: float) -> Sequential:
    """Return where the sequential test of a league of two stands.

    Parameters
    ----------
    aggregate : Aggregate
        One pairing.
    points : float
        Under the first hypothesis the second strategy is ahead by so many points a round (or game), under the
        second one the first strategy is.
    error_rate : float
        Chance to decide wrongly under either.
    """
    (pairing,) = pairings(aggregate)
    name = "game_margin" if pairing.variant.of_games else "margin"
    sums = sums_of(pairing.variant, pairing.first, name)
    if sums is None:
        raise CanastaError("a sequential test needs a margin")
    return sequential_test(sums, -points, points, error_rate, error_rate)
