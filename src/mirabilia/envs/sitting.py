"""``Sitting``: games side by side in which learners and bots sit.

It is a batch (``batch/batch.py``) that asks learners alone; bots decide by themselves, the compiled
ones (``random``, ``greedy``) in compiled code. What learners are shown is laid out by players, not
by seats: who decides for the Free City is asked for it after its own decision. A game that is over
stays as it ended until ``begin_rows`` or ``begin_next`` begins another one in its row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..batch import ACTIONS, Batch
from ..batch.batch import STRAY
from ..bots import BUILT_IN, Bot, make
from ..bots.compiled import NUMBERS
from ..engine import chance
from ..engine.jit import compile_for
from ..engine.scratch import ensure_compiled
from ..game import Game
from ..game.setup import SEEDS, Setup, SetupError, Wanted
from . import flat, playing

LEARNER = None  # who learns has no bot's name
# Streams of a row's seed: the compiled bots', and from the second on a player's that is not.
_BOTS, _OUTSIDE = 9, 11


class Kept(NamedTuple):
    """A game as it stood: its record, and what seats had begun to choose."""

    games: npt.NDArray[np.void]
    pending: npt.NDArray[np.int16]


class Sitting(Batch):
    """Games of one setup. ``who`` has the name of a bot for each player, ``LEARNER`` for learners.

    >>> sitting = Sitting(2, [LEARNER, "greedy", "random"], seed=7)
    >>> sitting.owing().tolist()
    [[True, False, False], [True, False, False]]
    >>> bool(sitting.masks_of([0])[0, 0].sum() > 7)
    True
    """

    def __init__(self, games: int, who: Sequence[str | None], **options: Any) -> None:
        if LEARNER not in who:
            raise SetupError("Somebody has to learn: all seats have bots.")
        if "observed" in options:
            raise SetupError("Learners are always shown the game: only a batch has 'observed'.")
        self._who = [playing.LEARNER if name is LEARNER else _number_of(name) for name in who]
        named = {
            player: str(name)
            for player, name in enumerate(who)
            if self._who[player] == playing.OUTSIDE
        }
        self._outside = {player: make(name) for player, name in named.items()}
        self._own = {player: name for player, name in named.items() if name in BUILT_IN}
        self._seeded: dict[tuple[int, int], Bot] = {}  # of each row and player, in their place
        super().__init__(games, players=len(who), **options)

    def _make(self, played: Sequence[tuple[Setup, Wanted]], choose: bool) -> None:
        super()._make(played, choose)
        self.players = len(self._who)
        self._answers = np.zeros((self.games, self.players), np.int64)
        self._seated = playing.Seated(
            bots=np.tile(np.array(self._who, np.uint8), (self.games, 1)),
            bot_rng=np.zeros(self.games, np.uint64),
            acting=np.full((self.games, self.players), playing.NOBODY, np.int64),
            waits=np.zeros(self.games, np.uint8),
        )

    def _make_ready(self) -> None:
        ensure_compiled("envs", self._compile)

    def _compile(self) -> None:
        many, seated, space = self._many, self._seated, self._spaces[0]
        rest = (self._commons[0], space.work, space.no_events)
        rows = np.zeros(1, np.int64)
        compile_for(playing.begin_rows, many, seated, rows, self._wish, *rest)
        compile_for(playing.go_on_rows, many, seated, rows, self._wish, *rest)
        compile_for(playing.step_rows, many, seated, self._answers, self._wish, (0, 1), *rest)

    # What there is to see

    @property
    def acting(self) -> npt.NDArray[np.int64]:
        """For each game and player the seat for which it decides now, or -1."""
        return self._seated.acting

    def owing(self) -> npt.NDArray[np.bool_]:
        """Which players owe a decision."""
        owing: npt.NDArray[np.bool_] = self._seated.acting != playing.NOBODY
        return owing

    def _seats_of(self, players: Sequence[int]) -> npt.NDArray[np.int64]:
        """Whose view each of these players has now: its own, or that of the Free City."""
        own = np.asarray(players, np.int64)
        acting = self._seated.acting[:, own]
        return np.where(acting == playing.NOBODY, own, acting)

    def rows_of(self, players: Sequence[int]) -> npt.NDArray[np.int16]:
        """What these players are shown: games × players × ``flat.WIDTH``."""
        rows = np.empty((self.games, len(players), flat.WIDTH), np.int16)
        seats = self._seats_of(players)
        games = np.arange(self.games)[:, None]
        shown = np.ascontiguousarray(self._many.observations[games, seats])
        flat.write(shown.reshape(-1), rows.reshape(-1, flat.WIDTH))
        return rows

    def masks_of(self, players: Sequence[int]) -> npt.NDArray[np.int8]:
        """What these players may answer: games × players × actions."""
        masks = self._many.masks[np.arange(self.games)[:, None], self._seats_of(players)]
        return np.unpackbits(masks, axis=-1, count=ACTIONS, bitorder="little").view(np.int8)

    def illegal_of(self, acted: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Which players gave an illegal answer in the last step; ``acted`` is ``acting`` before."""
        asked = acted != playing.NOBODY
        given = self._many.illegal[np.arange(self.games)[:, None], np.where(asked, acted, 0)]
        wrong: npt.NDArray[np.bool_] = asked & given.astype(np.bool_)
        return wrong

    def record(self, row: int) -> Kept:
        """The game of a row as it stands, to be laid back later."""
        return Kept(self._many.games[row : row + 1].copy(), self._many.pending[row].copy())

    def lay_back(self, row: int, kept: Kept) -> None:
        """Go on in a row from a game that was kept."""
        self._many.games[row] = kept.games[0]
        self._many.pending[row] = kept.pending
        self._many.over[row] = 0
        self._over_rows(playing.go_on_rows, np.array([row]))

    def face(self, row: int) -> Game:
        """The game of a row as it stands, to look at."""
        return Game.on_record(self.setups[0], self._many.games[row : row + 1])

    # What can be done

    def _begin_all(self) -> None:
        self._seated.bot_rng[:] = chance.states(self.seeds, _BOTS)
        self._begin_rows(np.arange(self.games))

    def begin_rows(self, rows: npt.NDArray[np.int64], seeds: npt.NDArray[np.int64]) -> None:
        """Begin games of these seeds in these rows; all that is drawn there depends on them.

        But for what bots of others draw: they know of no seeds.
        """
        self.seeds[rows] = seeds
        self._many.next_rng[rows] = chance.states(self.seeds[rows])
        self._many.stray_rng[rows] = chance.states(self.seeds[rows], STRAY)
        self._seated.bot_rng[rows] = chance.states(self.seeds[rows], _BOTS)
        self._begin_rows(rows)

    def begin_next(self, rows: npt.NDArray[np.int64]) -> None:
        """The next games of these rows: their seeds are higher by the number of rows."""
        self.begin_rows(rows, (self.seeds[rows] + self.games) % SEEDS)

    def _begin_rows(self, rows: npt.NDArray[np.int64]) -> None:
        self._seat_bots(rows)
        self._over_rows(playing.begin_rows, rows)
        self._ask_outside()

    def _seat_bots(self, rows: npt.NDArray[np.int64]) -> None:
        """Our own bots that are not compiled, each with a seed of its own."""
        for player, name in self._own.items():
            seeds = chance.states(self.seeds[rows], _OUTSIDE + player).tolist()
            for row, seed in zip(rows.tolist(), seeds, strict=True):
                self._seeded[row, player] = make(name, seed=seed)

    def step(self, actions: npt.ArrayLike) -> None:
        """Take an answer of every learner that owes a decision, and go on.

        An illegal one is replaced by a legal one, drawn by the row's own generator.
        """
        given = np.asarray(actions)
        if given.shape != self._answers.shape or given.dtype.kind not in "iu":
            raise ValueError(
                f"Actions are whole numbers, one for each of {self.games} games and {self.players} "
                f"players, not {given.dtype} of the shape {given.shape}."
            )
        np.copyto(self._answers, given, casting="unsafe")
        many = self._many

        def step(_: Any, wish: Any, first: int, last: int, *space: Any) -> None:
            playing.step_rows(many, self._seated, self._answers, wish, (first, last), *space)

        self._share(step)
        self._ask_outside()

    def _over_rows(self, work: Callable[..., None], rows: npt.NDArray[np.int64]) -> None:
        space = self._spaces[0]
        rest = (self._wish, self._commons[0], space.work, space.no_events)
        work(self._many, self._seated, np.asarray(rows, np.int64), *rest)

    def _ask_outside(self) -> None:
        """Let bots decide that are not compiled, until only learners owe something."""
        while self._outside and (rows := np.flatnonzero(self._seated.waits)).size:
            for row in rows.tolist():
                self._bots_play(row, self.face(row))
            self._over_rows(playing.go_on_rows, rows)

    def _bots_play(self, row: int, face: Game) -> None:
        while True:
            owing = [(seat, face.decision(seat).by) for seat in face.to_decide]
            asked = [(seat, by) for seat, by in owing if by in self._outside]
            if not asked:
                return
            seat, by = asked[0]
            bot = self._seeded.get((row, by), self._outside[by])
            face.play(seat, bot.choose(face.view(seat)))


def _number_of(name: str) -> int:
    """Who decides for a player that a bot has."""
    number = NUMBERS.get(name)
    return playing.OUTSIDE if number is None else playing.COMPILED + number
