"""How fast the form of PettingZoo is: whole games with random legal actions, in one process."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from . import mirabilia_v0

GAMES = 200


def play(games: int = GAMES, **setup: Any) -> tuple[float, int]:
    """Decisions per second, drawing them included, and the sum of all rewards."""
    env = mirabilia_v0.parallel_env(**setup)
    decisions, rewarded = 0, 0.0
    begun = time.perf_counter()
    for game in range(games):
        chance = np.random.default_rng(game)
        shown, _ = env.reset(seed=game)
        while env.agents:
            answers = {}
            for agent in env.agents:
                legal = shown[agent]["action_mask"].nonzero()[0]
                decisions += bool(legal[0])  # the first is NO_ACTION for who owes nothing
                answers[agent] = int(legal[int(chance.random() * len(legal))])
            shown, rewards, *_ = env.step(answers)
            rewarded += sum(rewards.values())
    seconds = time.perf_counter() - begun
    env.close()
    return decisions / seconds, round(rewarded)
