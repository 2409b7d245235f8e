"""The keeper of a table: the one task that changes it.

Everything that is to happen at a table waits in its keeper's queue. The keeper does what waits,
stores it, and only then tells those who asked and those who watch. It asks the bots for their
decisions and minds the clock. A table nobody looks at is put to rest: its game is forgotten and
replayed from its decisions when somebody asks.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable
from typing import Any, TypeVar, cast

from .glimpse import PLAYING, WAITING, Glimpse, Progress
from .refused import Refused
from .storage import Storage, StorageError
from .tables import Table
from .thinking import Thinking

log = logging.getLogger("mirabilia.tables")
T = TypeVar("T")
Deed = Callable[[Table], Any]


class Keeper:
    """Keeps one table. ``publish`` is called with its code when there is something new to see."""

    def __init__(
        self, table: Table, storage: Storage, thinking: Thinking, publish: Callable[[str], None]
    ) -> None:
        self.table = table
        self._storage, self._thinking, self._publish = storage, thinking, publish
        self._queue: asyncio.Queue[tuple[Deed, asyncio.Future[Any]] | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[None] | None = None
        self._clock: asyncio.TimerHandle | None = None
        self._clock_step = -1
        self._settled = asyncio.Event()
        self._settled.set()
        self._ended = False
        self.used = time.monotonic()

    @property
    def code(self) -> str:
        return self.table.code

    async def do(self, deed: Callable[[Table], T]) -> T:
        """Have something done at the table; returns when it is stored."""
        if self._ended:
            raise Refused("This table is being cleared away.", 404)
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((deed, done))
        if self._task is None:
            self._task = asyncio.create_task(self._work(), name=f"table {self.code}")
        self.used = time.monotonic()
        return cast(T, await done)

    async def glimpse(self, holder: str | None, quotes: bool = True) -> Glimpse:
        """What somebody may see now, of what is stored."""
        self.used = time.monotonic()
        while True:
            if self.at_rest:
                await self.do(lambda _: None)
            await self._settled.wait()
            if not self.at_rest:
                return self.table.glimpse(self.table.seat_of(holder), quotes)

    async def progress(self) -> Progress | None:
        """What has changed within a step, of what is stored; None where that is not enough."""
        await self._settled.wait()
        return self.table.progress()

    @property
    def at_rest(self) -> bool:
        return self.table.game is None and self.table.status != WAITING

    async def _work(self) -> None:
        while (first := await self._queue.get()) is not None:
            waiting = [first]
            while not self._queue.empty() and (more := self._queue.get_nowait()) is not None:
                waiting.append(more)
            self._settled.clear()
            try:
                await self._do_all(waiting)
            except Exception as error:
                await self._start_over(waiting, error)
            finally:
                self._settled.set()
            self._serve()
            if self._ended:
                return

    async def _do_all(self, waiting: list[tuple[Deed, asyncio.Future[Any]]]) -> None:
        if self.at_rest:
            await self._wake()
        outcomes: list[tuple[asyncio.Future[Any], Any, Refused | None]] = []
        for deed, done in waiting:
            try:
                outcomes.append((done, deed(self.table), None))
            except Refused as refusal:
                outcomes.append((done, None, refusal))
        change = self.table.take_change()
        if change:
            await self._storage.write(change)
            self._set_clock()
        self._settled.set()
        for done, result, refused in outcomes:
            if done.done():
                continue
            if refused:
                done.set_exception(refused)
            else:
                done.set_result(result)
        if change:
            self._publish(self.code)

    async def _wake(self) -> None:
        decisions = await asyncio.to_thread(self._storage.load_decisions, self.code)
        try:
            await asyncio.to_thread(self.table.wake, decisions)
        except ValueError as error:
            # A card or a rule was mended since; the game can't be gone on with.
            log.error("table not replayed", extra={"code": self.code, "why": type(error).__name__})
            raise Refused("The rules have changed since this game was begun.", 409) from None

    async def _start_over(
        self, waiting: list[tuple[Deed, asyncio.Future[Any]]], error: Exception
    ) -> None:
        """Something went wrong: nothing of it has happened, the table is as it was stored."""
        # Without the traceback, which may hold cards.
        log.error("table failed", extra={"code": self.code, "why": type(error).__name__})
        if not isinstance(error, StorageError):
            log.debug("traceback", exc_info=error)
        self.table.rest()
        try:
            stored = await asyncio.to_thread(self._storage.load_table, self.code)
            if stored:
                self.table.stored = stored
        except Exception as failure:
            log.error("table not read", extra={"code": self.code, "why": type(failure).__name__})
        for _, done in waiting:
            if not done.done():
                done.set_exception(error)

    # Bots and clock

    def _serve(self) -> None:
        """Ask bots that have to decide."""
        table = self.table
        if self._ended or table.game is None or table.status != PLAYING:
            return
        seats = table.bots_to_ask()
        if seats and self._asking is None:
            self._asking = asyncio.create_task(self._ask(table.step, seats))

    async def _ask(self, step: int, seats: list[int]) -> None:
        game = self.table.game
        assert game is not None
        levels = {seat: self.table.level_for(seat) or self.table.options.level for seat in seats}
        job = [(levels[seat], game.view(seat)) for seat in seats]
        legal = {seat: str(random.choice(game.moves(seat))) for seat in seats}
        try:
            thoughts = await self._thinking.ask(job)
            moves = {
                seat: (thought.move, levels[seat]) if thought else (legal[seat], "random")
                for seat, thought in zip(seats, thoughts, strict=True)
            }
        finally:
            self._asking = None
        if not self._ended:
            await self._decide(step, moves, legal)

    async def _decide(
        self, step: int, moves: dict[int, tuple[str, str]], legal: dict[int, str]
    ) -> None:
        """A bot's move that is not legal is replaced: a table never hangs."""

        def deed(table: Table) -> None:
            table.bots_decided(step, moves)
            left = set(table.bots_to_ask()) & set(legal) if table.step == step else ()
            table.bots_decided(step, {seat: (legal[seat], "random") for seat in left})

        try:
            await self.do(deed)
        except (Refused, StorageError) as error:
            log.warning("bots not heard", extra={"code": self.code, "why": type(error).__name__})

    def _set_clock(self) -> None:
        """A new step: the clock begins anew, if people have to decide."""
        table = self.table
        if table.options.clock is None:
            return
        if table.step == self._clock_step and table.waits_for_people:
            return
        if self._clock:
            self._clock.cancel()
        self._clock, table.deadline = None, None
        if table.waits_for_people:
            seconds, self._clock_step = table.options.clock, table.step
            table.deadline = time.monotonic() + seconds
            loop = asyncio.get_running_loop()
            self._clock = loop.call_later(seconds, self._ring, table.step)

    def _ring(self, step: int) -> None:
        self._clock = None
        self._ringing = asyncio.ensure_future(self._run_out(step))

    async def _run_out(self, step: int) -> None:
        try:
            await self.do(lambda table: table.clock_ran_out(step))
        except (Refused, StorageError) as error:
            log.warning("clock not heard", extra={"code": self.code, "why": type(error).__name__})

    async def wake(self) -> None:
        """Go on where the table stood when the server last ran."""
        await self.do(lambda _: None)
        self._set_clock()

    def rest(self) -> None:
        """Forget the game, if nothing is going on."""
        idle = self._settled.is_set() and self._queue.empty() and self._asking is None
        if idle and self._clock is None and self.table.game is not None:
            self.table.rest()

    async def end(self) -> None:
        """Finish what is being done, then stop."""
        self._ended = True
        if self._clock:
            self._clock.cancel()
        if self._asking:
            self._asking.cancel()
        if self._task:
            self._queue.put_nowait(None)
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
