"""Slow games, as the service offers them: pauses, more time, nudges, holidays, where it is my turn.

Here the clocks of all tables come together: they run by the life of the server, which begins here
where it had come to when the server last ran.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..settings import DAY
from .clocks import Clocks
from .holidays import Holidays
from .life import Life
from .outline import Outline
from .refused import Refused
from .storage import StorageError
from .table import Table
from .table_view import PLAYING, Summary
from .timed import left_of, nudged_in
from .visitors import read_code

if TYPE_CHECKING:
    from .service import Service

log = logging.getLogger("mirabilia.slow")
KEEP_PAUSED = 90 * DAY  # a table that is paused, or waits for somebody on holiday
MOST_TURNS = 50  # tables that are listed


class Slow:
    """The clocks of a server and what people can do about them. ``nudged`` is called when somebody
    has been nudged, with the table's code, his seat and the name of who did so: whoever tells
    people on their devices takes it from there.
    """

    def __init__(self, service: Service, life: Life | None = None) -> None:
        self._service = service
        self.life = life or Life()
        self.clocks = Clocks(self.life, self._ring, self._beat)
        self.holidays = Holidays(service.storage, self.life.wall)
        self.nudged: Callable[[str, int, str], object] = lambda code, seat, by_name: None

    # The server's life

    async def start(self) -> None:
        """Once the database is open, and before the tables are there."""
        self.life.go_on(await self._service.storage.look_up(self.life.lived))
        self.life.hold()
        await self.holidays.start()

    def run(self) -> Coroutine[Any, Any, None]:
        """Everything is there: from now on clocks run, and they and holidays end by themselves."""
        self.life.let_go()
        return self._run()

    async def _run(self) -> None:
        await asyncio.gather(self.clocks.run(), self._end_holidays())

    async def _end_holidays(self) -> None:
        while True:
            try:
                await self.end_holidays()
            except Exception as error:
                log.error("looking for holidays failed", exc_info=error)
            await asyncio.sleep(self._service.settings.watch_every)

    async def end_holidays(self) -> None:
        """Those that are over by now."""
        for visitor in self.holidays.over():
            await self._look_again(visitor)

    async def stop(self) -> None:
        """The exact moment at which the clocks stand; known only if anything could be stored."""
        with suppress(StorageError):
            await self._beat()

    async def _beat(self) -> None:
        await self._service.storage.write_beside(self.life.beat())

    async def _ring(self, code: str) -> None:
        try:
            await self._service.do(code, Table.clock_ran_out)
        except Refused:
            self.clocks.set(code, None)  # the table has gone
        except StorageError as error:
            log.warning("clock not heard", extra={"code": code, "why": type(error).__name__})

    def take_in(self, table: Table) -> None:
        """A table that is kept from now on."""
        table.life, table.holidays, table.clocks = self.life, self.holidays.now, self.clocks

    def kept(self, table: Outline, seconds: float) -> float:
        """How long a table is kept at which nothing happens, if that is ``seconds`` for others: one
        whose clock runs, until that has run out; who pauses may do so for long.
        """
        if table.status != PLAYING or table.bots_alone:
            return seconds
        waits = table.timing.paused or any(
            self.holidays.until(seat.visitor) is not None for seat in table.people
        )
        return max(KEEP_PAUSED if waits else 0.0, seconds + (left_of(table.timing, self.life) or 0))

    # At a table

    async def pause(self, code: str, visitor: str | None) -> None:
        """Ask for a pause, or agree to one."""
        await self._service.do(code, lambda table: table.pause(visitor))

    async def decline(self, code: str, visitor: str | None) -> None:
        """Rather play on."""
        await self._service.do(code, lambda table: table.decline(visitor))

    async def resume(self, code: str, visitor: str | None) -> None:
        """Let the game go on."""
        await self._service.do(code, lambda table: table.resume(visitor))

    async def extend(
        self, code: str, visitor: str | None, step: int, times: int | None = None
    ) -> None:
        """Once more the time of a step, for everybody; for the host."""
        await self._service.do(code, lambda table: table.extend(visitor, step, times))

    async def nudge(self, code: str, visitor: str | None, seat: int) -> None:
        """Remind somebody that he is awaited."""
        at, name = await self._service.do(code, lambda table: table.nudge(visitor, seat))
        self.nudged(read_code(code), at, name)

    # Holidays

    async def go_away(self, visitor: str | None, until: float) -> None:
        """Somebody is on holiday until then, at all his tables."""
        if visitor is None or not self._service.has_seat(visitor):
            raise Refused("You have no seat at any table.", 403)
        await self.holidays.begin(visitor, until)
        await self._look_again(visitor)

    async def come_home(self, visitor: str | None) -> None:
        """His holiday is over; it is so too when he decides anything."""
        if visitor is not None and await self.holidays.end(visitor):
            await self._look_again(visitor)

    async def follow(self, before: str, visitor: str) -> None:
        """Somebody is another visitor from now on: his holidays are that one's, too."""
        await self.holidays.follow(before, visitor)
        await self.holidays_changed()

    async def holidays_changed(self) -> None:
        """Perhaps somebody has said something of his at another process."""
        for visitor in await self.holidays.read_again():
            await self._look_again(visitor)

    async def _look_again(self, visitor: str) -> None:
        """The clocks of somebody's tables may have to stand, or to run again."""
        for table in self._service.tables_of(visitor):
            if table.status == PLAYING:
                with suppress(Refused, StorageError):
                    await self._service.do(table.code, Table.look_again)

    # Lists

    def summary(self, table: Outline, visitor: str | None) -> Summary:
        """A table as a line in a list of somebody's own, with what is left of its clock."""
        found, timing = table.summary(visitor), table.timing
        if table.status != PLAYING:
            return found
        left = left_of(timing, self.life) if found.awaited else None
        until = None if left is None or timing.deadline is None else self.life.wall() + left
        nudge = nudged_in(timing, table.seats_of(visitor)) if found.your_turn else None
        by = table.seats[nudge.by].name if nudge else ""
        return replace(found, seconds_left=left, until=until, nudged_by=by)

    def turns(self, visitor: str | None) -> tuple[Summary, ...]:
        """Where it is somebody's turn, the most urgent first: where a clock runs, or other people
        wait; of bots nobody need be told that they do.
        """
        if visitor is None or not self._service.has_seat(visitor):
            return ()
        mine = [
            self.summary(table, visitor)
            for table in self._service.tables_of(visitor)
            if table.status == PLAYING and (table.options.clock or len(table.visitors) > 1)
        ]
        due = [each for each in mine if each.your_turn]
        due.sort(key=lambda each: (each.until is None, each.until or 0.0, -each.touched))
        return tuple(due[:MOST_TURNS])
