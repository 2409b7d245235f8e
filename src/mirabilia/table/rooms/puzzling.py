"""The puzzle of the day: the same for everybody on this server, made when it is first asked for.

The seed follows from the day alone. The workers are asked for one short piece after another, after
all bots, hints and others' wishes; what is done is kept. A game in which nothing is found is
followed by another one.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import re
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa

from ...game.game import Game
from ...game.records import RecordError
from ...review import jobs, puzzles
from ...review.puzzles import Puzzle
from ..tasks import in_background
from . import printed
from .refused import Refused
from .replaying import NO_RECORD
from .schema import metadata
from .storage import Storage
from .table_view import BOT, PLAYING, Kept, Options, Sitter, TableView, offers
from .thinking import NoAnswer, Thinking
from .warmth import WarmUp

log = logging.getLogger("mirabilia.puzzling")
rows = sa.Table(
    "puzzles",
    metadata,
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("puzzle", sa.LargeBinary, nullable=False),  # JSON, compressed
    sa.Column("catalogue", sa.String(64)),  # by which its game is replayed (``printed``)
)
DAY = re.compile(r"\d{4}-\d\d-\d\d")
MAKING, WARMING, FAILED, DONE = "making", "warming", "failed", "done"
_MOST_GAMES = 30  # in which one is looked for
_STEPS = 30  # about so many has a game
_KEPT_DAYS = 400
_MOST_LISTED = 14
_PAUSE = 1.0  # seconds between two looks at whether the bots are there
_AGAIN = 60.0  # seconds after which it is tried again, if something went wrong


@dataclass(frozen=True, slots=True)
class PuzzleView:
    """A puzzle as everybody may see it, or how far it is."""

    day: str
    today: str
    state: str
    share: float = 0.0
    puzzle: Puzzle | None = None
    table_view: TableView | None = None
    earlier: tuple[str, ...] = ()


class Puzzling:
    """All puzzles of a server."""

    def __init__(
        self,
        storage: Storage,
        thinking: Thinking,
        warm_up: WarmUp,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._storage, self._thinking, self._warm_up = storage, thinking, warm_up
        self._clock = clock
        self._task: asyncio.Task[None] | None = None
        self._share = 0.0
        self._failed = self._made = ""  # the day for which none was found; one is stored
        self._until: float | None = None  # until then nothing is tried, after something went wrong

    @property
    def today(self) -> str:
        """Days begin and end at midnight, universal time."""
        return datetime.now(UTC).date().isoformat()

    async def of(self, day: str | None = None) -> PuzzleView:
        """The puzzle of a day, or of today, which is made if there is none yet."""
        today = self.today
        day = day or today
        made = self._made
        packed, earlier = await self._storage.look_up(lambda at: _read(at, day))
        if packed is not None:
            try:
                puzzle, view = await asyncio.to_thread(self._opened, packed)
                return PuzzleView(day, today, DONE, 1.0, puzzle, view, earlier)
            except Refused:
                if day != today:
                    raise  # that of today is made anew
        if made != self._made:  # it was stored meanwhile
            return await self.of(day)
        if day != today:
            raise Refused("There is no puzzle of that day.", 404)
        if self._failed == day or (self._until is not None and self._clock() < self._until):
            return PuzzleView(day, today, FAILED, earlier=earlier)
        if self._task is None or self._task.done():
            self._share = 0.0
            self._task = in_background(self._make(day), "the puzzle of the day")
        state = WARMING if self._warm_up.warmth is not None else MAKING
        return PuzzleView(day, today, state, self._share, earlier=earlier)

    def _opened(self, packed: bytes) -> tuple[Puzzle, TableView]:
        """A puzzle as it is stored, with the cards it was made with; and its table."""
        data = json.loads(zlib.decompress(packed))
        try:
            cards = printed.find(self._storage, data["record"]["catalogue"])
            puzzle = puzzles.read(data, cards)
            return puzzle, _table_view(puzzle)
        except printed.NoCards as error:
            raise Refused(str(error)) from None
        except RecordError as error:  # the rules have changed, or its cards are not kept
            raise Refused.because(error, 409, NO_RECORD) from None

    async def _make(self, day: str) -> None:
        try:
            puzzle = await self._found(day)
            if puzzle is None:
                self._failed = day
                log.warning("no puzzle was found", extra={"day": day})
                return
            packed = zlib.compress(json.dumps(puzzles.write(puzzle)).encode(), 9)
            cards = puzzle.game.catalogue
            await self._storage.write_beside(
                lambda at: _write(at, day, packed, cards.digest), printed.put(cards)
            )
            self._made = day
        except Exception as error:
            self._until = self._clock() + _AGAIN
            level = logging.WARNING if isinstance(error, NoAnswer) else logging.ERROR
            log.log(level, "no puzzle was made", extra={"day": day, "why": type(error).__name__})

    async def _found(self, day: str) -> Puzzle | None:
        while (warmth := self._warm_up.warmth) is not None:
            if warmth.failed:
                raise NoAnswer
            await asyncio.sleep(_PAUSE)
        for number in range(_MOST_GAMES):
            self._share = 0.0
            draft = await self._thinking.work(jobs.begin, _seed(day, number))
            while not draft.over:
                draft = await self._thinking.work(jobs.play_on, draft)
                self._share = min(len(draft.record["decisions"]) / _STEPS, 1.0) / 2
            for find in draft.to_look_at:
                puzzle = await self._thinking.work(jobs.look_at, draft, find)
                while puzzle and (left := puzzle.unweighed):
                    known = len(puzzle.answers)
                    self._share = 0.5 + known / (known + len(left)) / 2
                    puzzle = await self._thinking.work(jobs.weigh, puzzle, left[0])
                if puzzle:
                    return puzzle
        return None

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


def _seed(day: str, number: int) -> int:
    digest = hashlib.sha256(f"The puzzle of {day}, game {number}".encode()).hexdigest()
    return int(digest[:12], 16)


def _read(connection: sa.Connection, day: str) -> tuple[bytes | None, tuple[str, ...]]:
    """A puzzle as it is stored, and the days before it that have one."""
    found = connection.execute(sa.select(rows.c.puzzle).where(rows.c.day == day)).scalars().first()
    before = sa.select(rows.c.day).where(rows.c.day < day).order_by(rows.c.day.desc())
    return found, tuple(connection.execute(before.limit(_MOST_LISTED)).scalars())


def _write(connection: sa.Connection, day: str, packed: bytes, digest: str) -> None:
    """The puzzle of a day; those that are very old go."""
    oldest = datetime.fromisoformat(day).date() - timedelta(days=_KEPT_DAYS)
    gone = sa.or_(rows.c.day == day, rows.c.day < oldest.isoformat())
    connection.execute(sa.delete(rows).where(gone))
    connection.execute(sa.insert(rows), {"day": day, "puzzle": packed, "catalogue": digest})


def _table_view(puzzle: Puzzle) -> TableView:
    """The puzzle's table as the seat knows it whose turn it is."""
    game, seat = puzzle.game, puzzle.seat
    return TableView(
        "",
        0,
        PLAYING,
        Options(game.players, game.edition, game.expansions),
        tuple(Sitter(at, name, BOT, you=at == seat) for at, name in _names(game)),
        seat,
        view=game.view(seat),
        events=game.events_for(seat),
        offers=offers(game, seat),
        kept=Kept(),
        printed=game.catalogue,
    )


def _names(game: Game) -> list[tuple[int, Any]]:
    return list(enumerate(game.names[: game.players]))
