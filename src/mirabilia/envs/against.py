"""One learner among bots, in any number of games: what both of Gymnasium's forms are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..game.setup import SetupError
from .answering import check_illegal
from .sitting import LEARNER, Sitting


class Outcome(NamedTuple):
    """What a step brought the learner of each row."""

    rewards: npt.NDArray[np.float64]
    over: npt.NDArray[np.bool_]
    illegal: npt.NDArray[np.bool_]


class Against:
    """Games in which one seat learns. ``opponents``: a bot for all others, or one for each of them,
    to the left of the learner first. Further options are those of ``Batch``.
    """

    def __init__(
        self,
        games: int,
        *,
        players: int,
        opponents: str | Sequence[str],
        seat: int,
        illegal: str,
        penalty: float,
        **options: Any,
    ) -> None:
        check_illegal(illegal, penalty)
        self.seat, self._penalty = seat, float(penalty)
        self._ends = illegal == "end"
        self.sitting = Sitting(games, _who(players, opponents, seat), **options)
        self._answers = np.zeros((games, players), np.int64)

    def rows(self) -> npt.NDArray[np.int16]:
        return self.sitting.rows_of([self.seat])[:, 0]

    def masks(self) -> npt.NDArray[np.int8]:
        return self.sitting.masks_of([self.seat])[:, 0]

    def step(self, answers: npt.NDArray[np.int64]) -> Outcome:
        """Take the learners' answers. Rows whose game is over stay so."""
        sitting = self.sitting
        self._answers[:, self.seat] = answers
        was_over = sitting.over.astype(np.bool_)
        acted = sitting.acting.copy()
        sitting.step(self._answers)
        illegal = sitting.illegal_of(acted)[:, self.seat] & ~was_over
        over = sitting.over.astype(np.bool_)
        rewards = sitting.rewards[:, self.seat].astype(np.float64)
        if self._ends:
            rewards[illegal] = 0
            over |= illegal
        return Outcome(rewards - self._penalty * illegal, over, illegal)


def _who(players: int, opponents: str | Sequence[str], seat: int) -> list[str | None]:
    if isinstance(players, bool) or not isinstance(players, int) or players < 2:
        raise SetupError(f"players is a number from 2 on, not {players!r}.")
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < players:
        raise SetupError(f"seat is a number from 0 to {players - 1}, not {seat!r}.")
    names = [opponents] * (players - 1) if isinstance(opponents, str) else opponents
    named = isinstance(names, Sequence) and all(isinstance(name, str) for name in names)
    if not named or len(names) != players - 1:
        raise SetupError(
            f"opponents is the name of a bot, or a list of {players - 1}, not {opponents!r}."
        )
    who: list[str | None] = [LEARNER] * players
    for step, name in enumerate(names, start=1):
        who[(seat + step) % players] = name
    return who
