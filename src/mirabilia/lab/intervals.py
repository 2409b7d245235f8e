"""Means and rates with 95 % intervals, where results come in clusters.

Results of one game are not independent (one seat's win is the others' loss), nor are the games of
one deal. So a mean is a ratio of two sums over clusters, and its variance is that of a ratio: each
cluster counts with all it holds, and clusters alone are taken as independent. Of any number of
clusters only six sums are kept, so millions of games need no memory.

For rates near 0 or 1 the plain interval is too narrow, and empty where nothing varies. There it is
Wilson's, with the effective number of results: as many independent ones as would vary so much.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

LEVEL = 0.95
_Z = NormalDist().inv_cdf((1 + LEVEL) / 2)


@dataclass(frozen=True)
class Estimate:
    """A figure with the bounds of its interval, and from how many results and clusters it is."""

    value: float
    low: float
    high: float
    number: int
    clusters: int

    def as_json(self, digits: int = 4) -> dict[str, float | int | None]:
        """JSON knows no infinity: where there are no bounds, they are None."""
        bounded = math.isfinite(self.high)
        return {
            "value": round(self.value, digits),
            "low": round(self.low, digits) if bounded else None,
            "high": round(self.high, digits) if bounded else None,
            "number": self.number,
            "clusters": self.clusters,
        }


def t_quantile(freedom: int) -> float:
    """How many standard errors the interval reaches, when the variance is estimated.

    Exact for one and two degrees of freedom, then the normal quantile's expansion in 1/freedom.

    >>> [round(t_quantile(freedom), 2) for freedom in (1, 2, 5, 30)]
    [12.71, 4.3, 2.57, 2.04]
    """
    if freedom < 1:
        return math.inf
    if freedom == 1:
        return math.tan(math.pi * LEVEL / 2)
    if freedom == 2:
        return LEVEL * math.sqrt(2 / (1 - LEVEL**2))
    terms = (
        (1, (_Z**3 + _Z) / 4),
        (2, (5 * _Z**5 + 16 * _Z**3 + 3 * _Z) / 96),
        (3, (3 * _Z**7 + 19 * _Z**5 + 17 * _Z**3 - 15 * _Z) / 384),
        (4, (79 * _Z**9 + 776 * _Z**7 + 1482 * _Z**5 - 1920 * _Z**3 - 945 * _Z) / 92160),
    )
    return float(_Z + sum(term / freedom**power for power, term in terms))


class Clustered:
    """The sums from which means of several categories are worked out."""

    def __init__(self, categories: int) -> None:
        # Of each cluster: results, their sum, and the products of these two.
        self.number = np.zeros(categories, np.int64)
        self.clusters = np.zeros(categories, np.int64)
        self.sum, self.squares, self.cross, self.numbers_squared = np.zeros((4, categories))

    def add(self, category: npt.ArrayLike, value: npt.ArrayLike, cluster: npt.ArrayLike) -> None:
        """Results, each of a category and a cluster; a cluster comes whole, in one call."""
        kind = np.asarray(category, np.int64).ravel()
        group = np.asarray(cluster, np.int64).ravel()
        values = np.asarray(value, np.float64).ravel()
        if not len(kind):
            return
        group = group - group.min()
        keys, inverse = np.unique(kind * (int(group.max()) + 1) + group, return_inverse=True)
        results = np.bincount(inverse)
        sums = np.bincount(inverse, weights=values)
        at = keys // (int(group.max()) + 1)
        size = len(self.number)
        self.number += np.bincount(at, weights=results, minlength=size).astype(np.int64)
        self.clusters += np.bincount(at, minlength=size)
        self.sum += np.bincount(at, weights=sums, minlength=size)
        self.squares += np.bincount(at, weights=sums * sums, minlength=size)
        self.cross += np.bincount(at, weights=sums * results, minlength=size)
        self.numbers_squared += np.bincount(at, weights=results * results, minlength=size)

    def _error(self, category: int) -> tuple[float, float]:
        """The mean and its standard error; infinite where there is one cluster only."""
        number, clusters = int(self.number[category]), int(self.clusters[category])
        mean = float(self.sum[category]) / number
        if clusters < 2:
            return mean, math.inf
        residuals = (
            self.squares[category]
            - 2 * mean * self.cross[category]
            + mean * mean * self.numbers_squared[category]
        )
        return mean, math.sqrt(max(0.0, residuals) * clusters / (clusters - 1)) / number

    def mean(self, category: int = 0) -> Estimate | None:
        """The mean of a category; None where it holds nothing."""
        if not self.number[category]:
            return None
        mean, error = self._error(category)
        clusters = int(self.clusters[category])
        within = error * t_quantile(clusters - 1) if error < math.inf else math.inf
        return Estimate(mean, mean - within, mean + within, int(self.number[category]), clusters)

    def rate(self, category: int = 0) -> Estimate | None:
        """The same for values from 0 to 1; the interval stays between them."""
        if not self.number[category]:
            return None
        rate, error = self._error(category)
        number, clusters = int(self.number[category]), int(self.clusters[category])
        if clusters < 2:
            return Estimate(rate, 0.0, 1.0, number, clusters)
        varies = rate * (1 - rate)
        if varies <= 1e-12:
            effective = float(clusters)  # which may be wholly alike inside: each counts once
        else:
            # If clusters never differ, one that differs by one result could still be missing.
            least = math.sqrt(clusters / (clusters - 1)) / number
            effective = varies / max(error, least) ** 2
        low, high = wilson(rate, effective, t_quantile(clusters - 1))
        return Estimate(rate, low, high, number, clusters)


def wilson(rate: float, number: float, reach: float = _Z) -> tuple[float, float]:
    """The rates at which what was seen would be just ``reach`` standard errors away.

    >>> low, high = wilson(1.0, 100)
    >>> round(low, 3), high
    (0.963, 1.0)
    """
    square = reach * reach / number
    centre = (rate + square / 2) / (1 + square)
    within = reach / (1 + square) * math.sqrt(rate * (1 - rate) / number + square / number / 4)
    low, high = max(0.0, centre - within), min(1.0, centre + within)
    return (0.0 if rate <= 0 else low), (1.0 if rate >= 1 else high)


def estimate_mean(values: Sequence[float], clusters: Sequence[int]) -> Estimate | None:
    """The mean of results with their clusters."""
    sums = Clustered(1)
    sums.add(np.zeros(len(values), np.int64), values, clusters)
    return sums.mean()


def estimate_rate(values: Sequence[float], clusters: Sequence[int]) -> Estimate | None:
    """The mean of results between 0 and 1, with their clusters."""
    sums = Clustered(1)
    sums.add(np.zeros(len(values), np.int64), values, clusters)
    return sums.rate()
