"""Many games for Gymnasium at once: a vector environment that is stepped in compiled code.

    from mirabilia.envs import gymnasium_env    # makes it known

    envs = gymnasium.make_vec("Mirabilia/SevenWonders-v0", num_envs=1024, opponents="greedy")
    observations, infos = envs.reset(seed=7)
    observations, rewards, terminations, truncations, infos = envs.step(actions)

What is over begins anew in the next step, whose answer in that row is not looked at
(``autoreset_mode="NextStep"``), or in the same one, which then shows how it ended in ``final_obs``
and ``final_info`` (``"SameStep"``). Row ``i`` begins with the seed ``seed + i``; each game after it
has a seed that is higher by the number of rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..game.setup import SEEDS, SetupError
from . import drawing, words
from .against import Against
from .answering import PENALTY, Seeds, Shown, action_space, observation_space, shown

_RENDER_MODES = ("ansi", "rgb_array")
_MODES: dict[Any, AutoresetMode] = {
    mode: mode for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)
}
_MODES |= {mode.value: mode for mode in _MODES} | {mode.name: mode for mode in _MODES}

Infos = dict[str, Any]


class SevenWondersVector(VectorEnv[Shown, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """A seat among bots, in ``num_envs`` games. Further options are those of ``Batch``."""

    def __init__(
        self,
        num_envs: int = 1,
        *,
        players: int = 3,
        opponents: str | Sequence[str] = "greedy",
        seat: int = 0,
        illegal: str = "replace",
        penalty: float = PENALTY,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None and render_mode not in _RENDER_MODES:
            raise SetupError(f"render_mode is one of {', '.join(_RENDER_MODES)}.")
        if autoreset_mode not in _MODES:
            raise SetupError(f"autoreset_mode is NEXT_STEP or SAME_STEP, not {autoreset_mode!r}.")
        self._same_step = _MODES[autoreset_mode] is AutoresetMode.SAME_STEP
        self._games = Against(
            num_envs,
            players=players,
            opponents=opponents,
            seat=seat,
            illegal=illegal,
            penalty=penalty,
            **options,
        )
        self.metadata = {
            "render_modes": list(_RENDER_MODES),
            "render_fps": 1,
            "autoreset_mode": _MODES[autoreset_mode],
        }
        self.render_mode = render_mode
        self.num_envs = num_envs
        self.single_observation_space = observation_space()
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seeds = Seeds()
        self._ended = np.zeros(num_envs, np.bool_)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Shown, Infos]:
        """Begin games anew: all, or those of ``options["reset_mask"]``."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        begun = self._reset_mask(options)
        seeds = self._seeds_of(seed)
        rows = np.flatnonzero(begun)
        self._games.sitting.begin_rows(rows, seeds[rows])
        self._ended[begun] = False
        masks = self._games.masks()
        return shown(self._games.rows(), masks), self._infos(masks, np.zeros(self.num_envs, bool))

    def _reset_mask(self, options: dict[str, Any] | None) -> npt.NDArray[np.bool_]:
        if not options or "reset_mask" not in options:
            return np.ones(self.num_envs, np.bool_)
        mask = options["reset_mask"]
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise ValueError("reset_mask is an array of truth values.")
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(f"reset_mask has a truth value for each of {self.num_envs} games.")
        return mask

    def _seeds_of(self, seed: int | Sequence[int | None] | None) -> npt.NDArray[np.int64]:
        if seed is None or isinstance(seed, (int, np.integer)):
            first = self._seeds.next(None if seed is None else int(seed))
            return (np.arange(self.num_envs, dtype=np.int64) + first) % SEEDS
        if len(seed) != self.num_envs:
            raise ValueError(f"There are {self.num_envs} games and {len(seed)} seeds.")
        return np.array([self._seeds.next(each) for each in seed], np.int64)

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Shown, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], Infos]:
        answers = np.asarray(actions)
        if answers.shape != (self.num_envs,) or answers.dtype.kind not in "iu":
            raise ValueError(f"Actions are whole numbers, one for each of {self.num_envs} games.")
        begun = self._ended.copy()
        self._games.sitting.over[begun] = 1  # also where an illegal answer has ended it
        outcome = self._games.step(answers)
        over = outcome.over & ~begun
        rewards = np.where(begun, 0.0, outcome.rewards)
        infos: Infos = {}
        if self._same_step:
            self._tell_ends(infos, over, outcome.illegal)
            self._begin_next(over)
        else:
            self._begin_next(begun)
            self._ended = over
        masks = self._games.masks()
        infos |= self._infos(masks, outcome.illegal & ~begun)
        none = np.zeros(self.num_envs, np.bool_)
        return shown(self._games.rows(), masks), rewards, over, none, infos

    def _begin_next(self, which: npt.NDArray[np.bool_]) -> None:
        if which.any():
            self._games.sitting.begin_next(np.flatnonzero(which))

    def _tell_ends(
        self, infos: Infos, over: npt.NDArray[np.bool_], illegal: npt.NDArray[np.bool_]
    ) -> None:
        """How games ended that begin anew in the same step."""
        ended = np.flatnonzero(over).tolist()
        if not ended:
            return
        rows, masks = self._games.rows(), self._games.masks()
        for at in ended:
            told = {"action_mask": masks[at], "illegal": bool(illegal[at])}
            end = {"final_obs": shown(rows[at], masks[at]), "final_info": told}
            infos.update(self._add_info(infos, end, at))

    def _infos(self, masks: npt.NDArray[np.int8], illegal: npt.NDArray[np.bool_]) -> Infos:
        """Masks and what was illegal, of all rows, as Gymnasium tells them."""
        every = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": masks,
            "_action_mask": every,
            "illegal": illegal,
            "_illegal": every.copy(),
        }

    def render(self) -> tuple[Any, ...] | None:
        """All tables as everybody sees them: texts, or pictures."""
        if self.render_mode is None:
            return None
        draw = drawing.picture if self.render_mode == "rgb_array" else words.table
        return tuple(draw(self._games.sitting.face(row)) for row in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        self._games.sitting.close()
