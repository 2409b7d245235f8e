"""The game for PettingZoo: ``parallel_env()``, where all decide at once, and ``env()``, in turns.

    from mirabilia.envs import mirabilia_v0

    env = mirabilia_v0.parallel_env(players=4, edition="1st")
    observations, infos = env.reset(seed=7)
    while env.agents:
        actions = {agent: policy(observations[agent]) for agent in env.agents}
        observations, rewards, terminations, truncations, infos = env.step(actions)

A cycle goes on until somebody owes a decision. All players are live until the game is over: who
owes nothing in a cycle sees the game as it stands, and its mask has ``NO_ACTION`` alone; what it
answers then is not looked at. With two players the holder decides for the Free City in a cycle of
its own, and sees what the Free City sees. ``reset(seed=…)`` deals the game of ``Game(…, seed=…)``;
without a seed another game follows, by the last seed. ``max_cycles`` truncates it.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec

from ..batch.layout import NO_ACTION
from ..game.setup import SetupError
from . import drawing, flat, words
from .answering import (
    PENALTY,
    Seeds,
    Shown,
    action_space,
    check_actions,
    check_illegal,
    observation_space,
    read_action,
    shown,
)
from .sitting import LEARNER, Sitting

RENDER_MODES = ("human", "ansi", "rgb_array")


def parallel_env(**options: Any) -> SevenWondersParallel:
    """All decide at once."""
    return SevenWondersParallel(**options)


def env(**options: Any) -> AECEnv[str, Shown, int | None]:
    """One after the other; what they answer counts when the last of a cycle has answered."""
    return parallel_to_aec(SevenWondersParallel(**options))


raw_env = env


class SevenWondersParallel(ParallelEnv[str, Shown, int]):  # type: ignore[misc]
    """A game in which all seats learn. Further options are those of ``Batch``."""

    metadata = {  # noqa: RUF012  (PettingZoo reads it of the class)
        "name": "mirabilia_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": True,
        "render_fps": 1,
    }

    def __init__(
        self,
        *,
        players: int = 3,
        max_cycles: int | None = None,
        illegal: str = "replace",
        penalty: float = PENALTY,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        check_illegal(illegal, penalty)
        if render_mode is not None and render_mode not in RENDER_MODES:
            modes = ", ".join(RENDER_MODES)
            raise SetupError(f"render_mode is one of {modes}, not {render_mode!r}.")
        if isinstance(players, bool) or not isinstance(players, int):
            raise SetupError(f"players is a number, not {players!r}.")
        self._sitting = Sitting(1, [LEARNER] * players, threads=1, **options)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._numbers = {agent: number for number, agent in enumerate(self.possible_agents)}
        self._all = list(range(players))
        self._ends, self._penalty = illegal == "end", float(penalty)
        self._observed = {agent: observation_space() for agent in self.possible_agents}
        self._answered = {agent: action_space() for agent in self.possible_agents}
        low, high = np.tile(flat.LOW, players), np.tile(flat.HIGH, players)
        self.state_space = spaces.Box(low, high, dtype=np.int16)
        self._seeds = Seeds()
        self._cycles = 0

    def observation_space(self, agent: str) -> spaces.Space[Shown]:
        return self._observed[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._answered[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Shown], dict[str, dict[str, Any]]]:
        """Begin a game; there are no options."""
        self._sitting.begin(self._seeds.next(seed))
        self.agents = list(self.possible_agents)
        self._cycles = 0
        return self._shown(self.agents)

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Shown],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Take everybody's answer. Who should answer and does not has given an illegal one."""
        live, sitting = self.agents, self._sitting
        check_actions(actions, live)
        answers = np.full((1, len(self._all)), NO_ACTION, np.int64)
        for agent, given in actions.items():
            answers[0, self._numbers[agent]] = read_action(given)
        acted = sitting.acting.copy()
        sitting.step(answers)
        self._cycles += 1
        illegal = sitting.illegal_of(acted)[0].tolist()
        over = bool(sitting.over[0])
        cut = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        brought = sitting.rewards[0].tolist()
        rewards, ended, truncated = {}, {}, {}
        for agent in live:
            number = self._numbers[agent]
            out = self._ends and illegal[number]
            rewards[agent] = -self._penalty * illegal[number] + (0.0 if out else brought[number])
            ended[agent] = over or out
            truncated[agent] = cut and not out
        observations, infos = self._shown(live)
        for agent in live:
            infos[agent]["illegal"] = illegal[self._numbers[agent]]
        self.agents = [] if cut else [agent for agent in live if not ended[agent]]
        return observations, rewards, ended, truncated, infos

    def _shown(self, agents: list[str]) -> tuple[dict[str, Shown], dict[str, dict[str, Any]]]:
        if self.render_mode == "human":
            self.render()
        rows = self._sitting.rows_of(self._all)[0]
        masks = self._sitting.masks_of(self._all)[0]
        numbers = self._numbers
        observations = {
            agent: shown(rows[numbers[agent]], masks[numbers[agent]]) for agent in agents
        }
        infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": masks[numbers[agent]], "illegal": False} for agent in agents
        }
        return observations, infos

    def state(self) -> npt.NDArray[np.int16]:
        """What all players see, one after the other: for who teaches them together."""
        seen: npt.NDArray[np.int16] = self._sitting.rows_of(self._all)[0].reshape(-1)
        return seen

    def render(self) -> npt.NDArray[np.uint8] | str | None:
        """The table as everybody sees it: as text, as a picture, or printed.

        ``human`` prints it after every cycle.
        """
        game = self._sitting.face(0)
        if self.render_mode == "rgb_array":
            return drawing.picture(game)
        text = words.table(game)
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text)
        return None

    def close(self) -> None:
        self._sitting.close()
