"""The keeper of a table: the one task that changes it.

Everything that is to happen at a table waits for its keeper. The keeper does what waits, stores it,
and only then tells those who asked, shows the table to those who look, and tells those who watch:
nothing is seen that is not stored. It asks the bots for their decisions and minds the clock. A
table nobody looks at is put to rest: its game is forgotten and replayed from its decisions when
somebody asks.

Where storing fails, nobody knows what of it is in the database. The table is *unread* then: it is
read again, until that succeeds, before anything else happens at it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from ..tasks import in_background
from . import printed, visitors
from .outline import Outline
from .question import Question
from .refused import Refused
from .show import Conductor
from .storage import Storage, StorageError
from .table import Table
from .table_view import PLAYING, WAITING, Progress, TableView
from .thinking import Thinking
from .workers import Job, Thought

log = logging.getLogger("mirabilia.tables")
T = TypeVar("T")
Deed = Callable[[Table], Any]
_FIRST_PAUSE, _LONGEST_PAUSE = 0.25, 2.0  # seconds before an unread table is read again
_LONG = 90.0  # seconds; bots that have not answered by then have been forgotten


class Keeper:
    """Keeps one table. ``publish`` is called with its code when there is something new to see,
    ``watched`` says whether anybody looks.
    """

    def __init__(
        self,
        table: Table,
        storage: Storage,
        thinking: Thinking,
        publish: Callable[[str], None],
        watched: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self.table = table
        self.outline: Outline = table.outline()
        self._storage, self._thinking, self._publish = storage, thinking, publish
        self._deeds: list[tuple[Deed, asyncio.Future[Any]]] = []
        self._looks: list[tuple[Deed, asyncio.Future[Any]]] = []
        self._bell = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[None] | None = None
        self._asked = 0.0
        self._advice: dict[tuple[int, ...], asyncio.Task[list[Thought | None]]] = {}
        table.set_clock()
        self._conductor = Conductor(self._go_on, lambda: watched(self.code))
        self._settled = True  # what is in memory is what is stored
        self._unread = False
        self._pause = _FIRST_PAUSE
        self._ended = False
        self.used = time.monotonic()

    @property
    def code(self) -> str:
        return self.table.code

    @property
    def at_rest(self) -> bool:
        return self.table.game is None and self.table.status != WAITING

    # What others ask for

    async def do(self, deed: Callable[[Table], T]) -> T:
        """Have something done at the table; returns when it is stored."""
        return cast(T, await self._wait(self._deeds, deed))

    async def look(self, eyes: Callable[[Table], T]) -> T:
        """What there is to see at the table, of what is stored."""
        if self._settled and not self.at_rest and not self._ended:
            self.used = time.monotonic()
            return eyes(self.table)
        return cast(T, await self._wait(self._looks, eyes))

    async def _wait(self, waiting: list[tuple[Deed, asyncio.Future[Any]]], deed: Deed) -> Any:
        if self._ended:
            raise Refused("This table is being cleared away.", 404)
        self.used = time.monotonic()
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        waiting.append((deed, done))
        self._ring()
        return await done

    async def table_view(self, visitor: str | None, quotes: bool = True) -> TableView:
        """What somebody may see now."""
        return await self.look(lambda table: table.seen_by(visitor, quotes))

    async def progress(self, visitor: str | None) -> Progress | None:
        """What has changed within a step; None where that is not enough."""
        return await self.look(lambda table: table.progress(visitor))

    async def advise(self, about: tuple[int, ...], job: Job) -> Thought | None:
        """What a bot would do; asked once for each thing it is asked about, whose step is first."""
        task = self._advice.get(about)
        if task is None or (task.done() and (task.cancelled() or None in task.result())):
            self._advice = {key: kept for key, kept in self._advice.items() if key[0] == about[0]}
            asking = self._thinking.ask(job, table=self.code, hint=True)
            task = self._advice[about] = in_background(asking, f"hint at {self.code}")
        (thought,) = await asyncio.shield(task)
        return thought

    async def wake(self) -> None:
        """Go on where the table stood: bots may have to be asked, the clock may have to run."""
        await self._wait(self._looks, lambda _: None)

    def nudge(self) -> None:
        """Look after the table, should it have been forgotten."""
        self._ring()

    def rest(self) -> None:
        """Forget the game, if nothing is going on."""
        idle = self._settled and not (self._deeds or self._looks or self._asking)
        if idle and not self.outline.bots_owe:
            self.table.rest()
            self._advice.clear()

    async def end(self) -> None:
        """Finish what is being done, then stop."""
        self._ended = True
        self.table.set_clock(stop=True)
        self._conductor.stop()
        for task in (self._asking, *self._advice.values()):
            if task:
                task.cancel()
        self._bell.set()
        if self._task:
            await asyncio.gather(self._task, return_exceptions=True)

    def standing(self) -> str | None:
        """Why a game does not go on that should; None if all is well."""
        if self._unread:
            return "not read"
        if self._deeds and (self._task is None or self._task.done()):
            return "nobody does what waits"
        if self.outline.status == PLAYING and self.outline.bots_owe and self._settled:
            if self._asking is None:
                return "bots are not asked"
            if time.monotonic() - self._asked > _LONG:
                return "bots don't answer"
        return None

    # The keeper's work

    def _ring(self) -> None:
        """Somebody waits. An unread table is read at its own time, whoever rings."""
        if not self._unread:
            self._bell.set()
        if self._task is None or self._task.done():
            self._task = in_background(self._work(), f"table {self.code}")

    async def _work(self) -> None:
        try:
            while not self._ended or self._deeds:
                if not self._ended:
                    await self._bell.wait()
                    self._bell.clear()
                    if self._ended and not self._deeds:
                        return
                deeds, self._deeds = self._deeds, []
                try:
                    await self._do_all(deeds)
                except Exception as error:
                    self._lose([*deeds, *self._take_looks()], error)
                self._serve()
        finally:
            refusal = Refused("This table is being cleared away.", 404)
            _fail([*self._deeds, *self._take_looks()], refusal)

    async def _do_all(self, deeds: list[tuple[Deed, asyncio.Future[Any]]]) -> None:
        self._settled = False
        await self._make_ready()
        outcomes = []
        for deed, done in deeds:
            outcomes.append((done, *self._outcome(deed)))
            if self.at_rest and not self.table.closed:  # something was taken back
                await asyncio.to_thread(self.table.replay)
        self.table.mind_clock()
        change = self.table.take_change()
        if change:
            await self._storage.write(change)
        news = self._settle() or change is not None
        for done, result, refusal in outcomes:
            _answer(done, result, refusal)
            self._pause = _FIRST_PAUSE
        for eyes, done in self._take_looks():
            try:
                _answer(done, *self._outcome(eyes))
            except Exception as error:
                _fail([(eyes, done)], error)  # who looks changes nothing: the table is well
        if news:
            self._publish(self.code)

    def _outcome(self, deed: Deed) -> tuple[Any, Refused | None]:
        try:
            if self.table.closed:
                raise Refused(self.table.closed, 409)
            return deed(self.table), None
        except Refused as refusal:
            return None, refusal

    async def _make_ready(self) -> None:
        """Read the table, if what is in memory may not be what is stored; wake the game."""
        if self._unread:
            await self._storage.write()  # until it takes something, it may yet take what was lost
            stored = await asyncio.to_thread(self._storage.load_table, self.code)
            if stored is None:
                self.table.close("There is no such table (any more).")
            else:
                self.table.read(stored)
        if self.at_rest and not self.table.closed:
            await asyncio.to_thread(self._wake)
            if self.table.closed:
                log.error("table closed", extra={"code": self.code, "why": self.table.closed})

    def _wake(self) -> None:
        """Replay the game by the cards it was begun with; takes a while."""
        decisions = self._storage.load_decisions(self.code)
        try:
            catalogue = printed.of_table(self._storage, self.table.stored)
        except printed.NoCards as error:
            self.table.close(str(error))
        else:
            self.table.wake(decisions, catalogue)

    def _settle(self) -> bool:
        """What is in memory is stored; whether it had been unread until now."""
        was_unread, self._unread = self._unread, False
        self.table.set_clock(stop=self._ended)
        self._conductor.mind(self.table)
        self.outline = self.table.outline(self.outline)
        self._settled = True
        return was_unread

    def _lose(self, waiting: list[tuple[Deed, asyncio.Future[Any]]], error: Exception) -> None:
        """Something went wrong: what is in memory counts no more; it is read again in a while."""
        if not isinstance(error, StorageError):
            log.error("table failed", exc_info=error, extra={"code": self.code})
        elif not self._unread:
            log.error("table not stored", extra={"code": self.code, "words": str(error)})
        self._unread = True
        self.table.rest()
        _fail(waiting, error)
        if not self._ended:
            asyncio.get_running_loop().call_later(self._pause, self._bell.set)
            self._pause = min(2 * self._pause, _LONGEST_PAUSE)

    def _take_looks(self) -> list[tuple[Deed, asyncio.Future[Any]]]:
        looks, self._looks = self._looks, []
        return looks

    # Bots and clock

    def _serve(self) -> None:
        """Ask the bots that have to decide, unless some are being asked."""
        if self._ended or self._asking or not self._settled or self._unread:
            return
        try:
            question = self.table.question()
        except Exception as error:
            self._lose([], error)
            return
        if question:
            self._asked = time.monotonic()
            self._asking = in_background(self._ask(question), f"bots at {self.code}")

    async def _ask(self, question: Question) -> None:
        """Have bots decide; whatever happens, they can be asked again after that."""
        try:
            thoughts = await self._thinking.ask(
                question.job, table=self.code, show=self.table.bots_alone
            )
            await self.do(lambda table: table.bots_decided(question, thoughts))
        except (Refused, StorageError) as error:
            log.warning("bots not heard", extra={"code": self.code, "why": type(error).__name__})
        finally:
            self._asking = None
            self._serve()

    async def _go_on(self, step: int) -> None:
        """Bots that play alone may play the next step."""
        try:
            await self.do(lambda table: table.go_on(step))
        except (Refused, StorageError) as error:
            log.warning("show not gone on", extra={"code": self.code, "why": type(error).__name__})


def keeper_of(keepers: Mapping[str, Keeper], code: str) -> Keeper:
    """The keeper of a table, by its code as people type it."""
    keeper = keepers.get(visitors.read_code(code))
    if keeper is None:
        raise Refused("There is no such table (any more).", 404)
    return keeper


def _answer(done: asyncio.Future[Any], result: Any, refusal: Refused | None) -> None:
    if done.done():
        return  # whoever asked has gone
    if refusal:
        done.set_exception(refusal)
    else:
        done.set_result(result)


def _fail(waiting: list[tuple[Deed, asyncio.Future[Any]]], error: Exception) -> None:
    for _, done in waiting:
        if not done.done():
            done.set_exception(error)
