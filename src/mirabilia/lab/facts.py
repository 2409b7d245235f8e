"""A range of games, played by compiled bots, with a row of facts for each seat.

Every game has its own seed, the run's and its number: which games a range holds and how they end
depends on nothing else, neither on the ranges before nor on who plays them where.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..bots.compiled import batch_of, ensure_bots_compiled
from ..catalogue import COLOURS, EXPANSIONS
from ..engine.scratch import Scratch, empty_game, ensure_compiled
from ..engine.state import BOARDS, CITY, NONE
from ..game.codec import lines_of
from ..game.setup import SEEDS, Setup, SetupError, Wanted, check_setup
from . import tally
from .simulate import bots_of_seats, seat_bots

ALL_LINES = lines_of(EXPANSIONS)
# What a row of facts says, by name; the points of each line come first.
COLUMNS: dict[str, int] = {
    **{f"points_{name}": number for number, name in ALL_LINES.items()},
    "total": tally.TOTAL,
    "coins": tally.COINS,
    "cards": tally.BUILT,
    "chains": tally.CHAINS,
    "rights": tally.RIGHTS,
    "rebuilt": tally.REBUILT,
    "stages": tally.STAGES,
    "sold": tally.SOLD,
    "paid": tally.PAID,
    "received": tally.RECEIVED,
    "paid_bank": tally.BANK,
    "gained": tally.GAINED,
    "lost": tally.LOST,
    "shields": tally.SHIELDS,
    "compass": tally.COMPASS,
    "gear": tally.GEAR,
    "tablet": tally.TABLET,
    "any_symbol": tally.ANY_SYMBOL,
    "victories": tally.VICTORIES,
    "defeats": tally.DEFEATS,
    "debts": tally.DEBTS,
    **{colour: tally.BROWN + at for at, colour in enumerate(COLOURS)},
}
_BATCH = 250
LISTS = {"built": tally.CITY_LIST, "recruited": tally.LEADER_LIST, "explored": tally.ISLAND_LIST}


@dataclass(frozen=True)
class Run:
    """What is played: a setup, who sits at the table, and the seed that game 0 has."""

    players: int
    edition: str = "2nd"
    expansions: tuple[str, ...] = ()
    teams: bool = False
    leaders: str = "standard"
    sides: str = "random"
    bots: tuple[str, ...] = ("random",)
    seed: int = 0

    @classmethod
    def checked(cls, *, bots: Sequence[str], **options: Any) -> Run:
        """A run that can be played, or a sentence why not."""
        setup = check_setup(Wanted(**options))
        if setup.sides == "choose":
            raise SetupError("Simulated games can't choose sides: name one, or 'random'.")
        return cls(
            setup.players,
            setup.edition,
            setup.expansions,
            setup.teams,
            setup.leaders,
            setup.sides,
            seat_bots(bots, setup.players),
            setup.seed,
        )

    @property
    def setup(self) -> Setup:
        return check_setup(
            Wanted(
                self.players,
                self.edition,
                self.expansions,
                self.seed,
                sides=self.sides,
                teams=self.teams,
                leaders=self.leaders,
            )
        )

    @property
    def name(self) -> str:
        """Short, and different for every run; fit for a folder."""
        more = [*self.expansions]
        more += ["expert-leaders"] if self.leaders == "expert" else []
        more += ["teams"] if self.teams else []
        more += [f"sides-{self.sides.lower()}"] if self.sides != "random" else []
        bots = [self.bots[0]] if len(set(self.bots)) == 1 else [*self.bots]
        return "-".join([self.edition, *more, f"{self.players}p", *bots, f"seed{self.seed}"])


@dataclass(frozen=True)
class Facts:
    """What came of a range of games: arrays with a row for each game and a column for each seat."""

    run: Run
    first: int
    rows: npt.NDArray[np.int16]
    lists: npt.NDArray[np.uint8]

    def __getitem__(self, column: str) -> npt.NDArray[np.int16]:
        return self.rows[:, : self.run.players, COLUMNS[column]]

    @property
    def games(self) -> int:
        return len(self.rows)

    @property
    def numbers(self) -> npt.NDArray[np.int64]:
        return np.arange(self.first, self.first + self.games)

    @property
    def boards(self) -> npt.NDArray[np.int16]:
        return self.rows[:, : self.run.players, tally.BOARD]

    @property
    def bot_of_seat(self) -> npt.NDArray[np.int64]:
        """Which of the run's bots sat where: they move on by a seat from game to game."""
        return bots_of_seats(self.numbers, self.run.players)

    def cards(self, name: str) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
        """One of the lists: how many each seat has, and all of them in a row."""
        lists = self.lists[:, : self.run.players, LISTS[name]]
        held: npt.NDArray[np.bool_] = lists != NONE
        return held.sum(axis=2), lists[held]

    @property
    def places(self) -> npt.NDArray[np.int8]:
        """1 for the first; who is tied in points and coins shares a place."""
        return places(self["total"], self["coins"], self.run.teams)


def no_facts(run: Run) -> Facts:
    """One game of which nothing is known, for whoever asks what facts look like."""
    rows = np.zeros((1, run.setup.seats, tally.FACTS), np.int16)
    lists = np.full((1, run.setup.seats, tally.LISTS, CITY), NONE, np.uint8)
    return Facts(run, 0, rows, lists)


def places(
    totals: npt.NDArray[np.int16], coins: npt.NDArray[np.int16], teams: bool
) -> npt.NDArray[np.int8]:
    """The places of each game's seats (B26); partners stand together, by the sum of both (T7)."""
    size = 2 if teams else 1
    key = totals.astype(np.int64) * 10_000 + coins
    key = key.reshape(len(key), -1, size).sum(axis=2)
    better = (key[:, None, :] > key[:, :, None]).sum(axis=2)
    return np.repeat(better + 1, size, axis=1).astype(np.int8)


def shares(place: npt.NDArray[np.int8]) -> npt.NDArray[np.float64]:
    """The part of the first place that each seat has: 1 for the winner, shared by those tied.

    Partners win together, with half of it each.
    """
    first = place == 1
    parts: npt.NDArray[np.float64] = first / first.sum(axis=1, keepdims=True)
    return parts


def ensure_lab_compiled(*, quiet: bool = False) -> None:
    """Compile what plays and counts, the first time."""
    ensure_bots_compiled(quiet=quiet)
    ensure_compiled("lab", _compile, quiet=quiet)


def _compile() -> None:
    seeds, numbers = np.zeros(1, np.uint64), np.zeros((1, 3), np.int64)
    play_seeds(Run(3, bots=("random",) * 3).setup, ["random"], numbers, seeds, seeds)


def play_range(
    run: Run, first: int, games: int, stopped: Callable[[], bool] = lambda: False
) -> Facts:
    """The games of a run from number ``first`` on; ``stopped`` is asked now and then."""
    if run.seed + first + games > SEEDS:
        raise SetupError("Seeds end at 2^53: begin with a smaller one.")
    ensure_lab_compiled()
    parts = []
    for begin in range(first, first + games, _BATCH):
        if stopped():
            raise KeyboardInterrupt
        numbers = np.arange(begin, min(begin + _BATCH, first + games))
        seeds = (numbers + run.seed).astype(np.uint64)
        seated = bots_of_seats(numbers, run.players)
        parts.append(play_seeds(run.setup, run.bots, seated, seeds, seeds))
    rows, lists = (np.concatenate(part) for part in zip(*parts, strict=True))
    return Facts(run, first, rows, lists)


def play_seeds(
    setup: Setup,
    bots: Sequence[str],
    seated: npt.NDArray[np.int64],
    game_seeds: npt.NDArray[np.uint64],
    bot_seeds: npt.NDArray[np.uint64],
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.uint8]]:
    """Games with these seeds: the facts and the lists of cards.

    ``seated`` says for each game and player which of the bots sits there.
    """
    games = len(game_seeds)
    rows = np.zeros((games, setup.seats, tally.FACTS), np.int16)
    lists = np.zeros((games, setup.seats, tally.LISTS, CITY), np.uint8)
    batch = batch_of(setup, bots, seated, game_seeds, bot_seeds)
    g, t = empty_game()[0], setup.book.tables[0]
    space = Scratch(event_rows=tally.EVENT_ROWS)
    turned = _turned(setup)
    most = tally.tally_games(g, t, batch, turned, rows, lists, space.events, space.w)
    if most >= tally.EVENT_ROWS:
        raise RuntimeError(f"A game with {most} events is more than can be counted.")
    return rows, lists


def _turned(setup: Setup) -> npt.NDArray[np.uint8]:
    """For each board the one of the side that is played, where the wonder has it."""
    turned = np.arange(BOARDS, dtype=np.uint8)
    numbers: Mapping[tuple[str, str], int] = setup.book.board_number
    for (wonder, _), number in numbers.items():
        turned[number] = numbers.get((wonder, setup.sides), number)
    return turned
