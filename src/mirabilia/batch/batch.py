"""``Batch``: thousands of games stepped together, on all cores.

    batch = Batch(4096, players=3, seed=1)
    while True:
        actions = policy(batch.observations, batch.masks)  # a number for each game and seat
        batch.step(actions)  # of seats that owe nothing it does not matter
        batch.rewards, batch.over  # of games that ended in this step

All arrays are made once and written into by every step; who wants to keep something copies it.
Row ``i`` plays the game of seed ``batch.seeds[i]``: the very game that ``Game(…, seed=…)`` deals.
When it is over the row begins the next one, whose seed is higher by the number of rows. What
happens in a row depends on its seeds and the answers alone, not on how many threads there are.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt

from ..engine import chance
from ..engine.deal import Variant
from ..engine.jit import compile_for
from ..engine.scratch import Scratch, ensure_compiled
from ..engine.state import BOARDS as ROOM_FOR_BOARDS
from ..engine.state import CARDS, GAME, SEATS
from ..game.setup import SEEDS, Setup, SetupError, Wanted, check_setup, take_boards
from . import layout, stepping
from .legal import PENDING
from .observing import SURVEY

REWARDS = {"points": stepping.POINTS, "lead": stepping.LEAD, "place": stepping.PLACE}
PAYMENTS = ("cheapest", "choose")
MOST_GAMES = 1 << 22
MOST_SETUPS = 250
# What of a game's keywords a batch can have: deals are by chance, and seeds of each row.
_OPTIONS = {"players", "edition", "expansions", "wonders", "sides", "teams", "leaders"}
STRAY, _RANDOM = 7, 8  # streams of a row's seed: in place of illegal answers; `random_actions`
_FEWEST = 64  # rows for which a thread is worth its while


class Batch:
    """Games side by side. ``setups`` are keywords of ``Game``; rows take turns in them.

    >>> batch = Batch(2, players=3, seed=7)
    >>> batch.owes.tolist()
    [[2, 2, 2], [2, 2, 2]]
    >>> batch.step(batch.random_actions())
    >>> int(batch.observations["turn"][0, 0])
    2
    """

    _pieces = 16  # of the rows, for each thread

    def __init__(
        self,
        games: int,
        setups: Iterable[Mapping[str, Any]] | None = None,
        *,
        seed: int = 0,
        reward: str = "points",
        payments: str = "cheapest",
        threads: int | None = None,
        observed: bool = True,
        **setup: Any,
    ) -> None:
        played = _checked(setups, setup)
        self.setups = tuple(each for each, _ in played)
        if isinstance(games, bool) or not isinstance(games, int) or not 1 <= games <= MOST_GAMES:
            raise SetupError(f"A batch has 1 to {MOST_GAMES} games, not {games!r}.")
        if reward not in REWARDS:
            raise SetupError(f"reward is {' or '.join(map(repr, REWARDS))}, not {reward!r}.")
        if payments not in PAYMENTS:
            raise SetupError(f"payments is {' or '.join(map(repr, PAYMENTS))}, not {payments!r}.")
        _check_seed(seed)
        self.games = games
        self.seats = max(each.seats for each in self.setups)
        self.threads = _threads(threads, games)
        choose = payments == "choose"
        self._wish = stepping.Wish(int(choose), REWARDS[reward], int(observed))
        self._make(played, choose)
        self._make_ready()
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self.begin(seed)

    def _make(self, played: Sequence[tuple[Setup, Wanted]], choose: bool) -> None:
        """All arrays, once and for all."""
        games, seats = self.games, self.seats
        self.seeds = np.zeros(games, np.int64)
        self._drawing = np.zeros(games, np.uint64)
        self._actions = np.zeros((games, seats), np.int64)
        shape = (games, seats)
        offers = layout.MOST_PAYMENTS if choose else 0
        masks = np.zeros((*shape, layout.MASK), np.uint8)
        self._many = stepping.Many(
            games=np.zeros(games, GAME),
            setup=np.arange(games, dtype=np.int64) % len(self.setups),
            next_rng=np.zeros(games, np.uint64),
            stray_rng=np.zeros(games, np.uint64),
            pending=np.zeros((*shape, PENDING), np.int16),
            owes=np.zeros(shape, np.uint8),
            observations=np.zeros(shape, layout.OBSERVATION),
            masks=masks,
            words=masks.view(np.uint32),
            offers=np.zeros((*shape, offers, layout.OFFER), np.int16),
            rewards=np.zeros(shape, np.float32),
            totals=np.zeros(shape, np.int16),
            over=np.zeros(games, np.uint8),
            illegal=np.zeros(shape, np.uint8),
            decisions=np.zeros(games, np.int64),
            **tables_of(played),
        )
        self._spaces = [Scratch(event_rows=0) for _ in range(self.threads)]
        self._commons = [np.zeros(1, SURVEY) for _ in range(self.threads)]

    def _make_ready(self) -> None:
        ensure_compiled("batch", self._compile)

    def _compile(self) -> None:
        """Compile what a batch calls, for arrays such as its own."""
        many, wish, common, space = self._many, self._wish, self._commons[0], self._spaces[0]
        rest = (wish, 0, 1, common, space.work, space.no_events)
        compile_for(stepping.begin_games, many, *rest)
        compile_for(stepping.step_games, many, self._actions, *rest)
        compile_for(stepping.draw_actions, many, self._drawing, 0, 1, self._actions)

    # What there is to see

    @property
    def owes(self) -> npt.NDArray[np.uint8]:
        """For each game and seat the kind of the decision it owes (``layout.KINDS``), or 0."""
        return self._many.owes

    @property
    def observations(self) -> npt.NDArray[np.void]:
        """What each seat may know, of the time when it last owed a decision."""
        return self._many.observations

    @property
    def masks(self) -> npt.NDArray[np.uint8]:
        """The legal actions of each seat that owes a decision, a bit for each."""
        return self._many.masks

    @property
    def offers(self) -> npt.NDArray[np.int16]:
        """Where a payment is chosen: coins to left, right, two to the left, to the right, bank."""
        return self._many.offers

    @property
    def over(self) -> npt.NDArray[np.uint8]:
        """1: the game of this row ended in the last step, and another one has begun."""
        return self._many.over

    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """What the last step brought each seat: nothing but at the end of a game."""
        return self._many.rewards

    @property
    def totals(self) -> npt.NDArray[np.int16]:
        """The points of each seat at the end of the last game of its row."""
        return self._many.totals

    @property
    def illegal(self) -> npt.NDArray[np.uint8]:
        """1: the seat's last answer was illegal, and a legal one was drawn for it."""
        return self._many.illegal

    @property
    def decisions(self) -> int:
        """How many decisions have been asked for so far."""
        return int(self._many.decisions.sum())

    def setup_of(self, row: int) -> Setup:
        return self.setups[int(self._many.setup[row])]

    def legal(self) -> npt.NDArray[np.bool_]:
        """The masks with a column for each action."""
        return np.unpackbits(self.masks, axis=-1, bitorder="little").view(np.bool_)

    # What can be done

    def begin(self, seed: int | None = None, seeds: npt.ArrayLike | None = None) -> None:
        """All games anew: row ``i`` with the seed ``seed + i``, or ``seeds[i]``."""
        if seeds is None:
            first = 0 if seed is None else seed
            _check_seed(first)
            wanted = (np.arange(self.games, dtype=np.int64) + first) % SEEDS
        else:
            wanted = np.asarray(seeds)
            if wanted.shape != (self.games,) or wanted.dtype.kind not in "iu":
                raise SetupError(f"seeds has a whole number for each of {self.games} games.")
            if not ((wanted >= 0) & (wanted < SEEDS)).all():
                raise SetupError("A seed is a whole number from 0 to 2^53 - 1.")
        many = self._many
        self.seeds[:] = wanted
        many.next_rng[:] = chance.states(self.seeds)
        many.stray_rng[:] = chance.states(self.seeds, STRAY)
        self._drawing[:] = chance.states(self.seeds, _RANDOM)
        for array in (many.rewards, many.totals, many.over, many.illegal, many.decisions):
            array[:] = 0
        many.owes[:] = 0
        self._begin_all()
        self._lay_ready(np.arange(self.games))

    def _begin_all(self) -> None:
        """The games whose generators lie ready."""
        self._share(stepping.begin_games)

    def step(self, actions: npt.ArrayLike) -> None:
        """Take an answer of every seat that owes a decision, and go on.

        An illegal one is replaced by a legal one, drawn by the row's own generator: ``illegal``.
        """
        given = np.asarray(actions)
        if given.shape != self._actions.shape or given.dtype.kind not in "iu":
            raise ValueError(
                f"Actions are whole numbers, one for each of {self.games} games and {self.seats} "
                f"seats, not {given.dtype} of the shape {given.shape}."
            )
        np.copyto(self._actions, given, casting="unsafe")

        def step(many: Any, wish: Any, first: int, last: int, *space: Any) -> None:
            stepping.step_games(many, self._actions, wish, first, last, *space)

        self._share(step)
        self._note_ended()

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A legal action at random for every seat that owes one, by a generator of each row."""

        def draw(many: Any, _: Any, first: int, last: int, *space: Any) -> None:
            stepping.draw_actions(many, self._drawing, first, last, self._actions)

        self._share(draw)
        return self._actions

    def _note_ended(self) -> None:
        """In rows whose game has ended the next one has begun, with the seed that lay ready."""
        ended = np.flatnonzero(self._many.over)
        self.seeds[ended] = (self.seeds[ended] + self.games) % SEEDS
        self._lay_ready(ended)

    def _lay_ready(self, rows: npt.NDArray[np.int64]) -> None:
        """The generators with which the games after these begin."""
        if len(rows):
            self._many.next_rng[rows] = chance.states((self.seeds[rows] + self.games) % SEEDS)

    def _share(self, work: Callable[..., None]) -> None:
        """Do something in all rows, over the threads; who is done sooner takes more of them."""
        pieces = self._pieces * self.threads if self._pool else 1
        size = max(_FEWEST, self.games // pieces)
        firsts = iter(range(0, self.games, size))

        def take(thread: int) -> None:
            space, common = self._spaces[thread], self._commons[thread]
            for first in firsts:
                last = min(first + size, self.games)
                work(self._many, self._wish, first, last, common, space.work, space.no_events)

        if self._pool is None:
            take(0)
        else:
            list(self._pool.map(take, range(self.threads)))

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()


def _check_seed(seed: int) -> None:
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < SEEDS:
        raise SetupError(f"A seed is a whole number from 0 to 2^53 - 1, not {seed!r}.")


def _checked(
    setups: Iterable[Mapping[str, Any]] | None, setup: Mapping[str, Any]
) -> tuple[tuple[Setup, Wanted], ...]:
    if setups is not None and setup:
        raise SetupError("Either setups, or the keywords of one.")
    given = [setup] if setups is None else list(setups)
    if not 1 <= len(given) <= MOST_SETUPS:
        raise SetupError(f"A batch has 1 to {MOST_SETUPS} setups.")
    wanted = [_wanted(each) for each in given]
    return tuple((check_setup(each), each) for each in wanted)


def _wanted(options: Mapping[str, Any]) -> Wanted:
    unknown = sorted(set(options) - _OPTIONS)
    if unknown:
        known = ", ".join(sorted(_OPTIONS))
        raise SetupError(f"A batch has no {unknown[0]!r}; it has {known}.")
    if "players" not in options:
        raise SetupError("A setup says how many players there are.")
    return Wanted(**options, seed=0)


def numbers_of(setup: Setup) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """From a setup's cards, and from its boards, to everybody's (``layout``)."""
    cards, boards = np.zeros(CARDS + 1, np.uint8), np.zeros(ROOM_FOR_BOARDS, np.uint8)
    book = setup.book
    cards[: len(book.cards)] = [layout.CARD_NUMBERS[card.id] for card in book.cards]
    boards[: len(book.boards)] = [layout.BOARD_NUMBERS[board.id] for board in book.boards]
    return cards, boards


def tables_of(played: Sequence[tuple[Setup, Wanted]]) -> dict[str, Any]:
    """What the setups are played by, a row for each."""
    count = len(played)
    tables: dict[str, Any] = {
        "tables": np.concatenate([setup.book.tables for setup, _ in played]),
        "variants": np.zeros((count, len(Variant._fields) + 1), np.int64),
        "seated": np.zeros((count, SEATS, ROOM_FOR_BOARDS), np.uint8),
        "numbers": np.zeros((count, CARDS + 1), np.uint8),
        "boards": np.zeros((count, ROOM_FOR_BOARDS), np.uint8),
    }
    for row, (setup, wanted) in enumerate(played):
        book = setup.book
        tables["variants"][row] = *setup.variant, setup.sides == "choose"
        tables["numbers"][row], tables["boards"][row] = numbers_of(setup)
        for drawn in range(len(book.boards)):
            table = SimpleNamespace(board=np.full(SEATS, drawn, np.uint8))
            take_boards(table, setup, wanted)
            tables["seated"][row, :, drawn] = table.board
    return tables


def _threads(threads: int | None, games: int) -> int:
    wanted = threads or os.cpu_count() or 1
    if isinstance(wanted, bool) or not isinstance(wanted, int) or wanted < 1:
        raise SetupError(f"threads is a number from 1 on, not {threads!r}.")
    return max(1, min(wanted, games // _FEWEST))
