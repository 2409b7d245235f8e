"""The processes of one database: this one among its fellows, and how tables go from one to another.

About once a second a process gives a sign of life, learns by it who else is there, declares gone
who is not, and claims what nobody keeps. From each fellow it hears which tables that keeps
(``elsewhere``), and it asks them for what is theirs (``wire``). A process that has been declared
gone itself forgets everything and begins anew with another number.

Where a database has one process, as with SQLite, there is nothing of this.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

from ..tasks import in_background
from . import leases
from .bulletin import ALL, DEVICES, FORGOTTEN, HOLIDAYS, SHELF, Bulletin
from .elsewhere import Telling
from .keeper import Keeper
from .leases import JOINED, LASTS, Lease, Round
from .moving import Moving
from .refused import Refused
from .rehearsal import rehearse
from .storage import StorageError
from .wire import Asked, Door, Failed, Handler, NotHere, Unreachable, Ways

if TYPE_CHECKING:
    from .service import Service

log = logging.getLogger("mirabilia.fellows")
EVERY = 1.0  # seconds between two signs of life
_CLAIMED = 25  # tables at once, so that others get theirs
_MORE_THAN_SHARE = 1.25  # from so many times its share on a process lets tables go
_LET_GO = 10  # at once
_UNUSED = 60.0  # seconds since somebody wanted anything of a table that is let go
_LONGEST_READY = 60.0  # seconds until a process joins, ready or not
_PAUSE = 0.1  # seconds between two tries to find who keeps a table
PATIENCE = 10.0  # seconds in which a table has to be kept by somebody again
NOBODY = 0  # keeps a table


class Fellows:
    """This process among those of its database. ``keepers`` are those of its tables."""

    def __init__(self, service: Service, keepers: Mapping[str, Keeper], moving: Moving) -> None:
        self._service, self._keepers, self._moving = service, keepers, moving
        self._storage, self._elsewhere = service.storage, service.elsewhere
        self.members: dict[int, str] = {}  # addresses by number, this one's too
        self.handlers: dict[str, Handler] = {
            "hello": self._greet,
            "ping": self._ping,
            "follow": self._tell,
            "back": self._let_back,
            "forget": self._forget,
        }
        self._door = Door(self.handlers)
        self.ways = Ways(self.members)
        self.address = ""  # where others reach this process
        self.joined: Callable[[str], object] = lambda address: (
            None
        )  # is told so, before it keeps any
        self._bulletin = Bulletin(self._storage.engine, self._heard)
        self._following: dict[int, asyncio.Task[None]] = {}
        self._bell = asyncio.Event()
        self._round_found = Round(NOBODY, 0.0)
        self._free_before = False  # whether tables were free a moment ago
        self.leaving = False  # if so, its tables are as good as elsewhere

    # The server's life

    async def join(self) -> None:
        """Be one of the processes, whom all others can reach; before anything is kept."""
        await self._get_ready()
        host, port = self._service.settings.internal_place
        try:
            found = await self._door.open(host, port)
        except OSError as error:
            raise StorageError(
                f"Can't listen on {host}, port {port}, for other processes."
            ) from error
        self.address = f"[{host}]:{found}" if ":" in host else f"{host}:{found}"
        self.joined(self.address)
        await self._enter()
        await self._round()
        async with self._living():
            await self._must_reach_all()
        self._bulletin.start()

    async def _get_ready(self) -> None:
        """While others keep the tables, nobody waits for this process: it joins when it can play at
        once, or those whose tables it takes over would wait.
        """
        service = self._service
        if service.warmth is None and await self._storage.look_up(leases.anybody):
            try:
                async with asyncio.timeout(_LONGEST_READY):
                    await asyncio.gather(service.thinking.get_ready(), rehearse())
            except Exception as error:
                log.warning("not ready, but there", extra={"why": type(error).__name__})

    async def _enter(self) -> None:
        lease, secret = await asyncio.to_thread(self._storage.enter, self.address)
        self.members.clear()
        self._door.number, self._door.secret = lease.number, secret
        self.ways.secret = secret
        self._service.slow.life.number = leases.life_of(lease.number)
        log.info("joined", extra={"number": lease.number})

    async def _must_reach_all(self) -> None:
        """Who can't reach another one, or is not reached by it, would keep people waiting."""
        end = time.monotonic() + LASTS + 2 * EVERY
        while others := await self._not_reached():
            if time.monotonic() > end:
                where = ", ".join(self.members.get(each, "?") for each in others)
                raise StorageError(
                    f"Another process of this database, at {where}, can't be reached from here, or "
                    "does not reach this one: give each machine its address with --internal."
                )
            await asyncio.sleep(_PAUSE)

    @asynccontextmanager
    async def _living(self) -> AsyncIterator[None]:
        """With signs of life meanwhile: only so others that give none are declared gone."""
        over = asyncio.Event()

        async def live() -> None:
            while not over.is_set():
                try:
                    async with asyncio.timeout(EVERY):
                        await over.wait()
                except TimeoutError:
                    await self._round()

        living = asyncio.create_task(live())
        try:
            yield
        finally:
            over.set()
            await living

    async def _not_reached(self) -> list[int]:
        """Those who are still there, and do not answer or are not answered."""
        head = {"number": self.number, "address": self.address}

        async def reaches(number: int) -> bool:
            try:
                async with asyncio.timeout(LASTS), self.ways.ask(number, "hello", head) as answer:
                    return bool(answer.head.get("reached"))
            except (Unreachable, NotHere, Failed, TimeoutError):
                return False

        others = [each for each in self.members if each != self.number]
        found = await asyncio.gather(*(reaches(each) for each in others))
        return [
            each
            for each, there in zip(others, found, strict=True)
            if not there and each in self.members
        ]

    async def run(self) -> None:
        """For as long as the server runs."""
        while True:
            try:
                await self._round()
                await self._look_after_tables()
            except StorageError:
                pass  # said by the storage, and tried again
            except Exception as error:
                log.error("a sign of life failed", exc_info=error)
            try:
                async with asyncio.timeout(EVERY):
                    await self._bell.wait()
                await asyncio.sleep(0)
            except TimeoutError:
                pass
            self._bell.clear()

    def wake(self) -> None:
        """Look at once what there is to do."""
        self._bell.set()

    async def leave(self) -> None:
        """Tables of this process are free from now on; it has ended all that it did at them."""
        for task in self._following.values():
            task.cancel()
        await asyncio.gather(*self._following.values(), return_exceptions=True)
        self._bulletin.end()
        try:
            if self._storage.lease:
                await self._storage.write_beside(leases.leave(self.number))
        except StorageError as error:
            log.warning("not left in good order", extra={"words": str(error)})
        await self._door.close()
        self.ways.close()
        await asyncio.to_thread(self._bulletin.stop)

    def _heard(self, words: str) -> None:
        """Something that this process holds in memory may have changed."""
        service, (topic, _, rest) = self._service, words.partition(" ")
        if topic in (JOINED, ALL):
            self.wake()
        if topic in (HOLIDAYS, ALL):
            in_background(_read(service.slow.holidays_changed()), "holidays")
        if topic in (DEVICES, ALL):
            in_background(_read(service.notices.read_again()), "devices")
        if topic in (FORGOTTEN, ALL):
            service.talking.read_again()
            service.replays.close_all()
        if topic == SHELF and rest:
            service.shelf.note(rest)
        elif topic == ALL:
            in_background(_read(service.shelf.read_again()), "shelf")

    # Who is there

    @property
    def lease(self) -> Lease:
        lease = self._storage.lease
        assert lease is not None
        return lease

    @property
    def number(self) -> int:
        return self.lease.number

    @property
    def eldest(self) -> int:
        """Who does what is done once for all."""
        return min(self.members, default=self.number)

    async def _round(self) -> None:
        """A sign of life, and what is learned by it."""
        lease, life = self.lease, self._service.slow.life
        found = Round(lease.number, life.now(), steady=lease.steady)
        try:
            await self._storage.write_beside(found.write)
        except StorageError:
            if not lease.over:
                life.hold()  # else who has no clocks would count on, and all clocks with him
                raise
            await self._begin_anew()
            return
        life.keep_up(found.lived)
        life.let_go()
        for number in found.gone:
            log.warning("a process has gone", extra={"number": number})
        self._meet(found.members)
        self._round_found = found

    def _meet(self, members: dict[int, str]) -> None:
        gone = self.members.keys() - members.keys()
        for number in gone:
            del self.members[number]
            self.ways.drop(number)
            self._elsewhere.lose(number)
            if task := self._following.pop(number, None):
                task.cancel()
        self.members.update(members)
        for number in members.keys() - {self.number, *self._following}:
            work = in_background(self._follow(number), f"following process {number}")
            self._following[number] = work

    async def _begin_anew(self) -> None:
        """Others have declared this process gone, and keep its tables: nothing here counts."""
        log.error("displaced", extra={"number": self.number, "tables": len(self._keepers)})
        await self._moving.lose_all()
        for number in [each for each in self.members if each != self.number]:
            self.ways.drop(number)
        for task in self._following.values():
            task.cancel()
        self._following.clear()
        await self._enter()

    # Tables that nobody keeps

    async def _look_after_tables(self) -> None:
        found = self._round_found
        if found.number != self.number:
            return  # it has just begun anew
        if found.mine > len(self._keepers):  # claimed, and nobody heard that it was
            taken = await self.take_up()
            in_background(self._service.go_on(taken), "go on with tables of this process")
        share = -(-found.tables // max(1, len(found.members)))
        free, self._free_before = self._free_before, found.free > 0
        if found.free:
            room = share - len(self._keepers)
            taken = await self._claim(found.free if free else room)
            in_background(self._service.go_on(taken), "go on with tables taken over")
        elif len(self._keepers) > _MORE_THAN_SHARE * share + 1 and self.lease.steady:
            await self._let_some_go(len(self._keepers) - share)

    async def begin(self) -> None:
        """Keep this process's share of the tables that nobody keeps, before anything else."""
        found = self._round_found
        await self._claim(-(-found.tables // max(1, len(found.members))))

    async def _claim(self, most: int) -> list[Keeper]:
        """Keep so many of the tables that nobody keeps; those that are kept now."""
        taken: list[Keeper] = []
        while len(taken) < most and not self.leaving:
            some = min(most - len(taken), _CLAIMED)
            await self._storage.write_beside(leases.claim(self.number, some))
            if not (new := await self.take_up()):
                break
            taken += new
        if taken:
            log.info("tables taken over", extra={"tables": len(taken)})
        return taken

    async def take_up(self) -> list[Keeper]:
        """Keep what is this process's by the database and not in memory yet."""
        number = self.number
        held = await self._storage.look_up(lambda at: leases.kept_by(at, number))
        return await self._moving.take_up(held)

    async def _let_some_go(self, most: int) -> None:
        """A process that has much more than its share leaves to others what nobody uses."""
        now = time.monotonic()
        unused = [
            keeper
            for code, keeper in self._keepers.items()
            if now - keeper.used > _UNUSED
            and not self._service.hub.watched(code)
            and keeper.standing() is None
            and not keeper.outline.bots_owe
        ][: min(most, _LET_GO)]
        if unused:
            await self._moving.let_go(unused)
            codes = [keeper.code for keeper in unused]
            await self._storage.write_beside(leases.let_go(codes, self.number))
            log.info("tables left to others", extra={"tables": len(codes)})

    async def keeper_of(self, code: str) -> int | None:
        """The process that keeps a table; ``NOBODY`` for a while; None: there is no such table."""
        if code in self._keepers:
            return self.number
        known = self._elsewhere.keeper(code)
        if known in self.members and known is not None:
            return known
        there, keeper = await self._storage.look_up(lambda at: leases.keeper_of(at, code))
        if not there:
            return None
        if keeper in self.members and keeper not in (None, self.number):
            return keeper
        self.wake()
        return NOBODY

    async def sure(self) -> None:
        """Wait until what is in memory is certain to be what is stored: nobody else keeps it."""
        end = time.monotonic() + PATIENCE
        while not self.lease.sure or self.leaving:
            if time.monotonic() > end:
                raise StorageError("Nothing was heard of the database for long.")
            self.wake()
            await asyncio.sleep(_PAUSE)

    def keeps(self, code: str) -> bool:
        """Whether this process keeps a table."""
        return code in self._keepers

    def mistaken(self, code: str, number: int) -> None:
        """A process that was believed to keep a table does not."""
        self._elsewhere.mistaken(code, number)

    # What fellows tell and are told

    async def _follow(self, number: int) -> None:
        """Hear which tables another process keeps."""
        while number in self.members:
            try:
                async with self.ways.ask(number, "follow") as answer:
                    async for piece in answer:
                        self._elsewhere.take_in(number, json.loads(piece))
            except (Unreachable, NotHere, Failed):
                pass
            except Exception as error:
                log.error("what another process tells is not understood", exc_info=error)
            await asyncio.sleep(_PAUSE)

    async def _tell(self, asked: Asked) -> None:
        """Tell another process which tables this one keeps, for as long as it wants to know."""
        service = self._service
        telling = Telling(
            lambda: {code: keeper.outline for code, keeper in self._keepers.items()},
            lambda: [table.code for table in service.own_open_tables()],
        )
        self._elsewhere.listeners.add(telling)
        asked.start({})
        try:
            await asked.put(telling.first())
            while not asked.gone.is_set():
                await asked.put(await telling.next(EVERY))
        finally:
            self._elsewhere.listeners.discard(telling)

    async def _greet(self, asked: Asked) -> None:
        """A new process asks whether it is reached from here, too."""
        number, address = int(asked.head["number"]), str(asked.head["address"])
        known = self.members.setdefault(number, address)
        try:
            async with self.ways.ask(number, "ping"):
                reached = known == address
        except (Unreachable, NotHere, Failed):
            reached = False
        _done(asked, reached=reached)

    async def _ping(self, asked: Asked) -> None:
        _done(asked)

    async def come_back(self, code: str, visitor: str | None) -> None:
        """Somebody comes to a table that another process keeps, if that is there."""
        number = await self.keeper_of(code)
        if number in self.members and number not in (None, self.number):
            with suppress(Unreachable, NotHere, Failed):
                async with self.ways.ask(number, "back", {"code": code, "visitor": visitor}):
                    pass

    async def _let_back(self, asked: Asked) -> None:
        code, visitor = asked.head["code"], asked.head["visitor"]
        if code not in self._keepers:
            raise NotHere
        with suppress(Refused):
            await self._service.come_back(code, visitor)
        _done(asked)

    async def _forget(self, asked: Asked) -> None:
        await self._service.history.forget_here(str(asked.head["visitor"]))
        _done(asked)

    async def ask_all(self, what: str, head: dict[str, Any] | None = None) -> dict[int, bytes]:
        """What all others answer; ``StorageError`` if one of them does not."""
        found = await self.ask_those_there(what, head)
        if self.members.keys() - found.keys() - {self.number}:
            raise StorageError("Another process does not answer.")
        return found

    async def ask_those_there(
        self, what: str, head: dict[str, Any] | None = None
    ) -> dict[int, bytes]:
        """What others answer, of those that do."""

        async def ask(number: int) -> None:
            with suppress(Unreachable, NotHere, Failed, TimeoutError):
                async with asyncio.timeout(PATIENCE), self.ways.ask(number, what, head) as answer:
                    found[number] = await answer.all()

        found: dict[int, bytes] = {}
        others = [each for each in self.members if each != self.number]
        await asyncio.gather(*(ask(each) for each in others))
        return found


async def _read(reading: Awaitable[None]) -> None:
    """What can't be read now is read when the database is there again: that is told, too."""
    with suppress(StorageError):
        await reading


def _done(asked: Asked, **told: bool) -> None:
    asked.start(told)
    asked.end()
