"""The course of tournaments: rounds are drawn, their tables opened, and closed when all are over.

Whatever is to be done follows from the database alone, so it does not matter who sees it first:
this server when a table ends, when it starts, or when it looks every few seconds, or another one. A
round is drawn by whoever claims it, and written with all its tables in one commit.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import sqlalchemy as sa

from ...tasks import in_background
from .. import archive, fair
from ..keeper import Keeper
from ..outline import CLOSED, Outline
from ..refused import Refused
from ..schema import KEPT, Seat, Stored, Writing
from ..storage import StorageError
from ..table import Table, new_table
from ..table_view import OVER, PERSON
from . import counting, draw, players
from . import tournaments as kept
from .tournaments import Chair, Course, Drawn, Entrant, Tournament

if TYPE_CHECKING:
    from ..service import Service

log = logging.getLogger("mirabilia.club")


class Rounds:
    """All tournaments of a server, as they go on."""

    def __init__(self, service: Service, keepers: Mapping[str, Keeper]) -> None:
        self._service, self._keepers = service, keepers
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def at_the_end(self, stored: Stored) -> list[Writing]:
        """What is stored with the end of a table of a tournament."""
        return [kept.ended(stored.code)] if stored.tournament else []

    def changed(self, table: Outline) -> None:
        """A table has changed; if it was the last of a round, that is over."""
        if table.tournament and table.status in (OVER, CLOSED):
            in_background(self.advance(table.tournament), f"tournament {table.tournament}")

    async def look(self) -> None:
        """Do whatever there is to do, for all of them."""
        for id in await self._service.storage.look_up(kept.running):
            try:
                await self.advance(id)
            except (Refused, StorageError) as error:
                log.warning("tournament waits", extra={"id": id, "words": str(error)})
        await self.unseal()

    async def advance(self, id: str) -> None:
        """Close the round that is over, and draw the next one."""
        async with self._locks.setdefault(id, asyncio.Lock()):
            course = await self._course(id)
            if course is None or course.tournament.status not in (kept.STARTING, kept.PLAYING):
                return
            if course.tournament.status == kept.PLAYING and not await self._close(course):
                return
            found = course.tournament
            enough = len(found.drawn) >= draw.LEAST
            if found.round >= found.rounds or not enough:
                await self._service.storage.write_beside(kept.finish(id))
            elif await self._claim(found):
                await self._draw(found, course)

    async def _course(self, id: str) -> Course | None:
        def read(connection: sa.Connection) -> Course | None:
            with suppress(Refused):
                return kept.course(connection, id)
            return None

        return await self._service.storage.look_up(read)

    async def _close(self, course: Course) -> bool:
        """Whether the round that was drawn last is over; what was sealed is open then."""
        found = course.tournament
        now = next(each for each in course.rounds if each.number == found.round)
        if not now.over:
            left = [table.code for table in course.of_round(found.round) if not table.over]
            outlines = [self._service.outline(code) for code in left]
            ended = [each.code for each in outlines if each and each.status == OVER]
            # They were played on while the server kept no club, which nobody noted.
            if ended:
                await self._service.storage.write_beside(*map(kept.ended, ended))
            if len(ended) < len(left):
                return False

            def close(connection: sa.Connection) -> None:
                codes = kept.close_round(connection, found.id, found.round)
                archive.unseal(connection, codes)
                counting.count(*codes)(connection)

            await self._service.storage.write_beside(close)
        await self.unseal()
        return True

    async def unseal(self) -> None:
        """The tables of this server whose round is over are open to all."""
        shut = [keeper.code for keeper in self._keepers.values() if keeper.outline.sealed]
        if not shut:
            return
        for code in await self._service.storage.look_up(lambda c: kept.opened_again(c, shut)):
            keeper = self._keepers.get(code)
            if keeper and not keeper.table.closed:
                with suppress(Refused):
                    await keeper.do(Table.unseal)

    async def _claim(self, found: Tournament) -> bool:
        outcome: list[bool] = []

        def write(connection: sa.Connection) -> None:
            outcome[:] = [kept.claim(connection, found)]

        await self._service.storage.write_beside(write)
        return outcome[0]

    # Drawing

    async def _draw(self, found: Tournament, course: Course) -> None:
        number = found.round + 1
        cast = await asyncio.to_thread(_cast, found, course)
        names = await self._service.storage.look_up(
            lambda connection: {each.id: each for each in players.everybody(connection)}
        )
        stored, drawn = [], []
        for at, (order, promise, boards) in enumerate(cast, 1):
            code = self._service.new_code()
            people = [found.entrants[entrant] for entrant in order]
            stored.append(_table(code, found, people, promise, names))
            chairs = [
                Chair(seat, entrant, boards[seat], False, None, None)
                for seat, entrant in enumerate(order)
            ]
            drawn.append(Drawn(code, number, at, False, tuple(chairs)))
        hash = cast[0][1].hash if found.duplicate else ""
        await self._service.open_together(stored, kept.put_round(found, hash, drawn))
        log.info("round drawn", extra={"id": found.id, "round": number, "tables": len(drawn)})


_Cast = tuple[list[int], fair.Promise, list[str]]  # who sits where, the deal, the boards


def _cast(found: Tournament, course: Course) -> list[_Cast]:
    """Who plays with whom, where, and what is dealt; takes a while. With a duplicate deal all
    tables have the same secret and nonce.
    """
    past, chance = course.past, draw.numbers(found.seed, found.round + 1)
    entered = [each.number for each in found.drawn]
    shared = fair.new_promise()
    cast = []
    for table in draw.tables(chance, entered, found.options.players, past):
        promise = shared if found.duplicate else fair.new_promise()
        boards = _boards(found, promise, len(table))
        cast.append((draw.seated(chance, table, boards, past), promise, boards))
    return cast


def _boards(found: Tournament, promise: fair.Promise, number: int) -> list[str]:
    options = found.options
    given = fair.deal(promise, number, options.edition, options.expansions, options.sides)
    return [board.partition(":")[0] for board in given["wonders"]]


def _table(
    code: str,
    found: Tournament,
    people: Sequence[Entrant],
    promise: fair.Promise,
    known: Mapping[str, players.Player],
) -> Stored:
    """A table that waits for those whose seats are kept."""
    options = replace(found.options, players=len(people), listed=False, delay=0)
    seats = []
    for seat, entrant in enumerate(people):
        player = known.get(entrant.player or "")
        name, visitor = (player.name, player.visitor) if player else (entrant.name, None)
        seats.append(Seat(seat, PERSON, name, None, visitor, KEPT))
    stored = new_table(code, options, seats, promise=promise)
    stored.tournament, stored.sealed = found.id, found.duplicate
    return stored
