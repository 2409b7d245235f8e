"""The game for Gymnasium: one seat learns, bots have the others.

    import gymnasium
    from mirabilia.envs import gymnasium_env    # makes it known

    env = gymnasium.make("Mirabilia/SevenWonders-v0", players=4, opponents="greedy")
    observation, info = env.reset(seed=7)
    over = False
    while not over:
        action = policy(observation["observation"], observation["action_mask"])
        observation, reward, over, _, info = env.step(action)

``opponents`` are bots of any name (``mirabilia.bots``): ``random`` and ``greedy`` decide in
compiled code, the others from their views. A step goes on until the learner owes a decision again
or the game is over. ``reset(seed=…)`` deals the game of ``Game(…, seed=…)``; without a seed another
game follows, by the last seed. Bots that look at the clock, and those of others, which are told no
seed, need not play the same game twice.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from ..game.setup import SetupError
from . import drawing, words
from .against import Against
from .answering import PENALTY, Seeds, Shown, action_space, observation_space, read_action, shown

GYMNASIUM_ID = "Mirabilia/SevenWonders-v0"
RENDER_MODES = ("human", "ansi", "rgb_array")


class SevenWonders(gymnasium.Env[Shown, np.int64]):
    """A seat among bots. Further options are those of ``Batch``."""

    metadata = {  # noqa: RUF012  (Gymnasium reads it of the class)
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
    }

    def __init__(
        self,
        *,
        players: int = 3,
        opponents: str | Sequence[str] = "greedy",
        seat: int = 0,
        illegal: str = "replace",
        penalty: float = PENALTY,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            modes = ", ".join(RENDER_MODES)
            raise SetupError(f"render_mode is one of {modes}, not {render_mode!r}.")
        self._games = Against(
            1,
            players=players,
            opponents=opponents,
            seat=seat,
            illegal=illegal,
            penalty=penalty,
            threads=1,
            **options,
        )
        self.render_mode = render_mode
        self.observation_space = observation_space()
        self.action_space = action_space()
        self._seeds = Seeds()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Shown, dict[str, Any]]:
        """Begin a game; there are no options."""
        super().reset(seed=seed)
        self._games.sitting.begin(self._seeds.next(seed))
        return self._shown(False)

    def step(self, action: Any) -> tuple[Shown, float, bool, bool, dict[str, Any]]:
        answers = np.array([read_action(action)], np.int64)
        outcome = self._games.step(answers)
        observation, info = self._shown(bool(outcome.illegal[0]))
        return observation, float(outcome.rewards[0]), bool(outcome.over[0]), False, info

    def _shown(self, illegal: bool) -> tuple[Shown, dict[str, Any]]:
        if self.render_mode == "human":
            self.render()
        mask = self._games.masks()[0]
        info = {"action_mask": mask, "illegal": illegal}
        return shown(self._games.rows()[0], mask), info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The mask alone, by the name under which some libraries ask for it."""
        mask: npt.NDArray[np.bool_] = self._games.masks()[0].astype(np.bool_)
        return mask

    def render(self) -> Any:
        """The table as everybody sees it: as text, as a picture, or printed.

        ``human`` prints it after every step.
        """
        game = self._games.sitting.face(0)
        if self.render_mode == "rgb_array":
            return drawing.picture(game)
        text = words.table(game)
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text)
        return None

    def close(self) -> None:
        self._games.sitting.close()


if GYMNASIUM_ID not in gymnasium.registry:
    gymnasium.register(
        GYMNASIUM_ID,
        entry_point="mirabilia.envs.gymnasium_env:SevenWonders",
        vector_entry_point="mirabilia.envs.gymnasium_vector:SevenWondersVector",
    )
