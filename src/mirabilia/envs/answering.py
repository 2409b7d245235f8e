"""What becomes of an illegal answer, and what a learner is shown in dictionaries: for the forms of
PettingZoo and Gymnasium.

An illegal answer is replaced by a legal one, drawn by the game's own generator, and costs a
penalty (``illegal="replace"``); or it ends the game for who gave it, who pays the penalty and gets
nothing for its place at the end, while its seat goes on at random (``illegal="end"``).
"""

from __future__ import annotations

import operator
import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ..batch import ACTIONS
from ..batch.layout import NO_ACTION
from ..game.setup import SEEDS, SetupError
from . import flat

ILLEGAL = ("replace", "end")
PENALTY = 1.0
Shown = dict[str, npt.NDArray[Any]]  # what a learner is shown


def check_illegal(illegal: str, penalty: float) -> None:
    if illegal not in ILLEGAL:
        raise SetupError(f"illegal is {' or '.join(map(repr, ILLEGAL))}, not {illegal!r}.")
    if isinstance(penalty, bool) or not isinstance(penalty, (int, float)) or not 0 <= penalty < 1e6:
        raise SetupError(f"A penalty is a number from 0 on, not {penalty!r}.")


def observation_space() -> spaces.Space[Shown]:
    parts: Any = spaces.Dict(  # whose type knows nothing of what it holds
        {
            "observation": spaces.Box(flat.LOW, flat.HIGH, dtype=np.int16),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
    )
    space: spaces.Space[Shown] = parts
    return space


def action_space() -> spaces.Discrete:
    return spaces.Discrete(ACTIONS)


def shown(row: npt.NDArray[np.int16], mask: npt.NDArray[np.int8]) -> Shown:
    return {"observation": row, "action_mask": mask}


def read_action(given: object) -> int:
    """An answer as a number; none at all is ``NO_ACTION``, which is illegal where one is owed."""
    if given is None:
        return NO_ACTION
    try:
        number = operator.index(given)  # type: ignore[arg-type]
    except TypeError:
        raise ValueError(f"An action is a whole number below {ACTIONS}, not {given!r}.") from None
    return number if 0 <= number < ACTIONS else NO_ACTION


class Seeds:
    """Which games are played: that of a given seed, then others that follow from it."""

    def __init__(self) -> None:
        self._drawn = np.random.default_rng(secrets.randbits(53))

    def next(self, seed: int | None) -> int:
        if seed is None:
            return int(self._drawn.integers(SEEDS))
        if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
            raise ValueError(f"A seed is a whole number from 0 on, not {seed!r}.")
        self._drawn = np.random.default_rng(int(seed))
        return int(seed) % SEEDS


def check_actions(actions: Mapping[str, object], agents: list[str]) -> None:
    strangers = sorted(set(actions) - set(agents))
    if strangers:
        raise ValueError(f"{strangers[0]!r} does not play, or no longer.")
