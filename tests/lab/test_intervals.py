"""Intervals: known cases, and how often they hold the true value of made-up data."""

import math

import numpy as np
import pytest

from mirabilia.lab.intervals import Clustered, estimate_mean, estimate_rate, t_quantile, wilson

# Two-sided 95 % quantiles of Student's distribution, from printed tables.
T_TABLE = {1: 12.706, 2: 4.303, 3: 3.182, 5: 2.571, 10: 2.228, 30: 2.042, 120: 1.980}


@pytest.mark.parametrize(("freedom", "printed"), T_TABLE.items())
def test_students_quantile_is_that_of_the_tables(freedom: int, printed: float) -> None:
    assert t_quantile(freedom) == pytest.approx(printed, abs=0.012)


def test_wilsons_interval_of_a_known_case() -> None:
    # 8 of 10, as in many textbooks.
    assert wilson(0.8, 10) == pytest.approx((0.490, 0.943), abs=0.001)


def test_without_clusters_the_mean_has_the_usual_interval() -> None:
    values = [3.0, 5.0, 4.0, 9.0, 1.0, 2.0]
    found = estimate_mean(values, range(6))
    assert found is not None
    within = 2.571 * np.std(values, ddof=1) / math.sqrt(6)
    assert found.value == 4.0
    assert found.high - found.value == pytest.approx(within, rel=0.002)


def test_a_cluster_counts_once_however_often_it_is_repeated() -> None:
    once = estimate_mean([1.0, 2.0, 6.0], [0, 1, 2])
    tenfold = estimate_mean([1.0, 2.0, 6.0] * 10, [0, 1, 2] * 10)
    assert once is not None
    assert tenfold is not None
    assert (tenfold.low, tenfold.high) == pytest.approx((once.low, once.high))
    assert (tenfold.number, tenfold.clusters) == (30, 3)


def test_seats_that_balance_each_other_leave_no_doubt() -> None:
    found = estimate_mean([0.0, 1.0] * 20, [deal for deal in range(20) for _ in range(2)])
    assert found is not None
    assert found.high - found.low == pytest.approx(0, abs=1e-12)


def test_all_wins_are_not_certainty() -> None:
    found = estimate_rate([1.0] * 300, [deal // 3 for deal in range(300)])
    assert found is not None
    # As good as 100 independent games, since each deal might be wholly alike inside.
    assert found.high == 1.0
    assert 0.95 < found.low < 0.97


def test_deals_that_all_end_alike_leave_little_doubt() -> None:
    found = estimate_rate([1.0, 1.0, 0.0] * 100, [deal // 3 for deal in range(300)])
    assert found is not None
    assert (found.low, found.high) == pytest.approx((2 / 3, 2 / 3), abs=0.01)
    few = estimate_rate([1.0, 0.0] * 2, [0, 0, 1, 1])
    assert few is not None
    assert few.high - few.low > 0.8


def test_nothing_and_a_single_cluster() -> None:
    assert Clustered(2).mean(1) is None
    assert Clustered(2).rate(1) is None
    alone = estimate_mean([4.0, 5.0], [7, 7])
    assert alone is not None
    assert math.isinf(alone.high)
    rate = estimate_rate([1.0], [7])
    assert rate is not None
    assert (rate.low, rate.high) == (0.0, 1.0)


def test_sums_in_parts_are_the_sums_of_all() -> None:
    random = np.random.default_rng(3)
    kind, value = random.integers(0, 4, 400), random.normal(size=400)
    game = np.arange(400) // 5
    whole, parts = Clustered(4), Clustered(4)
    whole.add(kind, value, game)
    for part in np.split(np.arange(400), 8):
        parts.add(kind[part], value[part], game[part])
    for category in range(4):
        one, other = whole.mean(category), parts.mean(category)
        assert one is not None
        assert other is not None
        assert one.number == other.number
        assert (one.value, one.low, one.high) == pytest.approx((other.value, other.low, other.high))


@pytest.mark.parametrize(("rate", "deals"), [(1 / 3, 30), (0.8, 40), (0.95, 60), (0.5, 8)])
def test_intervals_of_rates_hold_the_truth_in_95_of_100(rate: float, deals: int) -> None:
    """Deals that are alike inside: the bot's chance differs from deal to deal."""
    random = np.random.default_rng(deals)
    cluster = np.repeat(np.arange(deals), 3)
    held = 0
    for _ in range(600):
        chance = random.beta(6 * rate, 6 * (1 - rate), deals)
        won = random.random((deals, 3)) < chance[:, None]
        found = estimate_rate(won.ravel().astype(float).tolist(), cluster.tolist())
        assert found is not None
        held += found.low <= rate <= found.high
    assert 0.92 <= held / 600 <= 0.985


def test_intervals_of_means_hold_the_truth_in_95_of_100() -> None:
    """Clusters of different sizes, with something in common."""
    random = np.random.default_rng(5)
    held = 0
    for _ in range(600):
        sizes = random.integers(1, 5, 25)
        cluster = np.repeat(np.arange(25), sizes)
        value = random.normal(50, 4, 25)[cluster] + random.normal(0, 8, len(cluster))
        found = estimate_mean(value.tolist(), cluster.tolist())
        assert found is not None
        held += found.low <= 50 <= found.high
    assert 0.92 <= held / 600 <= 0.975
