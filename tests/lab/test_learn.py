"""Learning from searches: decisions are kept, and a net fitted to them finds the better use."""

import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from mirabilia.bots.policy import correction
from mirabilia.bots.policy.bias import USES
from scripts import script


@pytest.fixture(scope="module")
def learn() -> ModuleType:
    return script("learn")


def two_uses(learn: ModuleType, count: int) -> Any:
    """Decisions between two uses: the first is better if one feature and not another is there."""
    drawn = np.random.default_rng(5)
    features = drawn.choice([-1.0, 1.0], (count, correction.FEATURES))
    features[:, 0] = 1.0
    better = features[:, 3] * features[:, 7] < 0
    shape = (count, USES)
    known, worth, regret = np.zeros(shape, bool), np.full(shape, -99.0), np.zeros(shape)
    known[:, :2], worth[:, :2] = True, [1.0, 1.3]
    regret[better, 1], regret[~better, 0] = 2.0, 2.0
    row = np.full(shape, -1)
    row[:, :2] = [0, 1]
    return learn.Decisions(features, known, worth, regret, row, ["altar", "baths"])


def test_a_net_finds_what_no_single_feature_says(learn: ModuleType) -> None:
    data = two_uses(learn, 6000)
    values = np.where(data.known, data.worth, -np.inf)
    kept = np.arange(5000, 6000)
    assert learn._lost(data, values, kept) > 0.8
    net = learn.fitted(data, np.arange(5000), 30)
    assert learn._lost(data, learn._values(net, data, slice(None))[0], kept) < 0.6


def test_the_slope_is_that_of_the_expected_loss(learn: ModuleType) -> None:
    """Each part of the net, moved a little, changes the loss by its slope."""
    data, chance = two_uses(learn, 50), learn.CHANCE
    net, at = learn.fitted(data, np.arange(50), 1), np.arange(50)

    def loss() -> float:
        values = learn._values(net, data, at)[0] / chance
        odds = np.exp(values - values.max(axis=1, keepdims=True))
        odds /= odds.sum(axis=1, keepdims=True)
        sizes = sum(((part - (name == "times")) ** 2).sum() for name, part in parts.items())
        return float((odds * data.regret).sum() / len(at) + learn.SHRINK * sizes / 2)

    parts = {name: getattr(net, name) for name in ("units", "times", "plus", "by_unit")}
    slopes = dict(zip(parts, learn._slopes(net, data, at), strict=True))
    for name, part in parts.items():
        for place in [(0,) * part.ndim, (1,) * part.ndim]:
            before = part[place]
            part[place] = before + 1e-5
            more = loss()
            part[place] = before - 1e-5
            less = loss()
            part[place] = before
            assert slopes[name][place] == pytest.approx((more - less) / 2e-5, rel=1e-3, abs=1e-7)


def test_played_decisions_can_be_fitted_and_are_written(
    learn: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.npz"
    written = tmp_path / "correction.toml"
    written.write_text("# A head.\n\n[old]\nrow = 1\n")
    monkeypatch.setattr(learn, "NET_FILE", written)
    options = "play {} --players 3 --games 2 --playouts 20 --expansions cities"
    monkeypatch.setattr("sys.argv", ["learn.py", *options.format(file).split()])
    learn.main()
    with np.load(file) as data:
        assert len(data["features"]) > 80
        assert data["features"].shape[1] == correction.FEATURES
        best = data["result"].max(axis=1)
        assert (best > -50).all()
    monkeypatch.setattr("sys.argv", ["learn.py", "fit", str(file), "--rounds", "1"])
    learn.main()
    assert written.read_text().startswith("# A head.\n\n[features]\n")
    found = tomllib.loads(written.read_text())
    assert set(found) == {"features", "uses"}
    assert tuple(found["features"]) == correction.NAMES
    assert all(len(row) == correction.WIDTH for row in found["uses"].values())
