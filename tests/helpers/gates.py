"""A table whose storage and thinking wait at gates, so that what happens while something else is
being stored or thought about happens in every run."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from mirabilia.table.rooms.clocks import Clocks
from mirabilia.table.rooms.keeper import Keeper
from mirabilia.table.rooms.life import Life
from mirabilia.table.rooms.refused import Refused
from mirabilia.table.rooms.schema import Change
from mirabilia.table.rooms.storage import Storage, StorageError
from mirabilia.table.rooms.table import Table, new_table
from mirabilia.table.rooms.table_view import OVER, PLAYING, Options
from mirabilia.table.rooms.thinking import Thinking
from mirabilia.table.rooms.workers import Job, Thought
from tables import ANN, BEN, CLEO, SMALL
from waiting import PATIENCE


class Gate:
    """Lets everybody pass while it is open; who waits can be seen."""

    def __init__(self) -> None:
        self._open = asyncio.Event()
        self._open.set()
        self.waiting = 0

    def close(self) -> None:
        self._open.clear()

    def open(self) -> None:
        self._open.set()

    async def pass_through(self) -> None:
        self.waiting += 1
        try:
            await self._open.wait()
        finally:
            self.waiting -= 1


class GatedStorage(Storage):
    """A database in memory whose writes wait at a gate, and fail while it is down."""

    def __init__(self) -> None:
        super().__init__("sqlite://")
        self.gate, self.down = Gate(), False
        self.stored: list[Change] = []

    async def write(self, *changes: Change) -> None:
        await self.gate.pass_through()
        if self.down:
            raise StorageError("The database is down.")
        await super().write(*changes)
        self.stored += changes

    def read(self, read: Callable[[Any], Any]) -> Any:
        if self.down:
            raise StorageError("The database is down.")
        return super().read(read)


class GatedThinking(Thinking):
    """A bot that waits at a gate, and then answers with nothing: the table draws its move."""

    def __init__(self) -> None:
        super().__init__(0)
        self.gate, self.asked = Gate(), 0
        self.fail: list[Exception] = []

    async def ask(
        self,
        job: Job,
        seconds: float | None = None,
        *,
        table: str = "",
        hint: bool = False,
        show: bool = False,
    ) -> list[Thought | None]:
        self.asked += 1
        await self.gate.pass_through()
        if self.fail:
            raise self.fail.pop()
        return [None] * len(job)


class Place:
    """A table of one person and two bots, with its keeper."""

    def __init__(self, options: Options = SMALL, people: int = 1, life: Life | None = None) -> None:
        self.storage, self.thinking = GatedStorage(), GatedThinking()
        self.storage.start()
        self.published = 0
        table = Table(new_table("abcdef", options, (), ANN))
        for visitor, name in list(zip((ANN, BEN, CLEO), ("Ann", "Ben", "Cleo"), strict=True))[
            :people
        ]:
            table.sit(visitor, name)
        if table.status != PLAYING:
            table.begin()
        table.life = life or table.life
        self.clocks = table.clocks = Clocks(table.life, self._ring, self._beat)
        self.keeper = Keeper(table, self.storage, self.thinking, self._publish)

    def _publish(self, _: str) -> None:
        self.published += 1

    async def _ring(self, _: str) -> None:
        with suppress(StorageError, Refused):
            await self.keeper.do(Table.clock_ran_out)

    async def _beat(self) -> None:
        await self.storage.write_beside(self.keeper.table.life.beat())

    async def open(self) -> None:
        table = self.keeper.table
        change = table.take_change() or Change(table.code)
        change.new, change.table, change.seats = True, table.stored.row(), table.seats
        await self.storage.write(change)
        await self.keeper.wake()

    async def decide(self, visitor: str = ANN) -> None:
        """Decide whatever is owed, at random."""
        seen = await self.keeper.table_view(visitor)
        offer = next((offer for offer in seen.offers if offer.choice is None), None)
        if offer is not None:
            number, move = offer.seat, str(random.Random(seen.step).choice(offer.moves))
            await self.keeper.do(lambda table: table.decide(visitor, number, move, seen.step))

    async def play_to_the_end(self, visitor: str = ANN) -> None:
        async with asyncio.timeout(PATIENCE):
            while (await self.keeper.table_view(visitor)).status != OVER:
                await self.decide(visitor)
                await asyncio.sleep(0)

    @property
    def stored_version(self) -> int:
        return max(change.version for change in self.storage.stored)


def at(place: Callable[[], Place], story: Callable[[Place], Awaitable[None]]) -> None:
    async def tell() -> None:
        there = place()
        ringing = asyncio.create_task(there.clocks.run())
        try:
            await there.open()
            await story(there)
        finally:
            ringing.cancel()
            there.storage.gate.open()
            there.thinking.gate.open()
            await there.keeper.end()
            there.storage.stop()

    asyncio.run(tell())
