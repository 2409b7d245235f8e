"""Many games by compiled bots, over all cores, in one array of results.

Every game has a generator of its own, from the seed and its number: the results don't depend on
how many cores played them. Compiled code holds no lock of Python's, so threads are enough.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..bots import UnknownBot
from ..bots.compiled import NUMBERS, batch_of, ensure_bots_compiled
from ..bots.playout import BOARD, PURSE, RESULT_WIDTH, TOTAL, play_games
from ..engine.scratch import Scratch, empty_game
from ..game.codec import lines_of
from ..game.setup import Setup, SetupError, Wanted, check_setup

MOST_GAMES = 10_000_000
_CHUNK = 1_000


@dataclass(frozen=True)
class Results:
    """What came of many games; arrays have a row for each game and a column for each seat."""

    setup: Setup
    bots: tuple[str, ...]
    decisions: int
    rows: npt.NDArray[np.int16]

    @property
    def games(self) -> int:
        return len(self.rows)

    @property
    def totals(self) -> npt.NDArray[np.int16]:
        return self.rows[:, : self.setup.players, TOTAL]

    @property
    def coins(self) -> npt.NDArray[np.int16]:
        return self.rows[:, : self.setup.players, PURSE]

    @property
    def boards(self) -> npt.NDArray[np.int16]:
        return self.rows[:, : self.setup.players, BOARD]

    @property
    def checksum(self) -> int:
        """The sum of all scores, the Free City's too."""
        return int(self.rows[:, : self.setup.seats, TOTAL].sum(dtype=np.int64))

    @property
    def bot_of_seat(self) -> npt.NDArray[np.int64]:
        """Which of ``bots`` sat where: they move on by a seat from game to game."""
        return bots_of_seats(np.arange(self.games), self.setup.players)

    @property
    def shares(self) -> npt.NDArray[np.float64]:
        """The part of the first place each seat has: 1 for the winner, shared by those tied.

        Partners win together, with half of it each.
        """
        key = self.totals.astype(np.int64) * 10_000 + self.coins
        if self.setup.teams:
            pairs = key[:, 0::2] + key[:, 1::2]
            key = np.repeat(pairs, 2, axis=1)
        best = key == key.max(axis=1, keepdims=True)
        shares: npt.NDArray[np.float64] = best / best.sum(axis=1, keepdims=True)
        return shares

    def lines(self, name: str) -> npt.NDArray[np.int16]:
        at = {line_name: line for line, line_name in lines_of(self.setup.expansions).items()}[name]
        return self.rows[:, : self.setup.players, at]


def simulate(
    games: int,
    wanted: Wanted,
    *,
    bots: Sequence[str] = ("random",),
    cores: int | None = None,
    progress: Callable[[int], Any] = lambda done: None,
) -> Results:
    """Play so many games, with random boards and sides; game 0 has the seed that is wanted.

    ``progress`` is told when playing begins, and of every batch.
    """
    setup, names, rows = prepare(games, wanted, bots)
    ensure_bots_compiled()

    def play(first: int) -> int:
        part = rows[first : first + _CHUNK]
        numbers = np.arange(first, first + len(part))
        seeds = (numbers + setup.seed).astype(np.uint64)
        seated = bots_of_seats(numbers, setup.players)
        batch = batch_of(setup, names, seated, seeds, seeds)
        g, t, space = empty_game()[0], setup.book.tables[0], Scratch(event_rows=0)
        return int(play_games(g, t, batch, part, space.no_events, space.w))

    decisions = done = told = 0
    progress(0)
    with ThreadPoolExecutor(cores or os.cpu_count() or 1) as pool:
        for batch in as_completed([pool.submit(play, at) for at in range(0, games, _CHUNK)]):
            decisions += batch.result()
            done = min(done + _CHUNK, games)
            progress(done - told)
            told = done
    return Results(setup, names, decisions, rows)


def prepare(
    games: int, wanted: Wanted, bots: Sequence[str]
) -> tuple[Setup, tuple[str, ...], npt.NDArray[np.int16]]:
    """What is played, by whom, and room for what comes of it."""
    setup = check_setup(wanted)
    if not 1 <= games <= MOST_GAMES:
        raise SetupError(f"Between 1 and {MOST_GAMES} games can be played, not {games}.")
    names = seat_bots(bots, setup.players)
    return setup, names, np.zeros((games, setup.seats, RESULT_WIDTH), np.int16)


def bots_of_seats(numbers: npt.NDArray[np.int64], players: int) -> npt.NDArray[np.int64]:
    """Bots move on by a seat from game to game."""
    return (numbers[:, None] + np.arange(players)) % players


def seat_bots(bots: Sequence[str], players: int) -> tuple[str, ...]:
    """A bot for each player: one name stands for all."""
    for name in bots:
        if name not in NUMBERS:
            raise UnknownBot(f"{name!r} can't simulate; {', '.join(NUMBERS)} can.")
    if len(bots) == 1:
        return tuple(bots) * players
    if len(bots) != players:
        raise SetupError(f"Name one bot, or one for each of {players} players, not {len(bots)}.")
    return tuple(bots)
