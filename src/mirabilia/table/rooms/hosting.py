"""What a host does about a table under way, and how a seat changes hands, for the service.

Also: whoever is host and has not been seen for long is followed by the next person who is there.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..tasks import in_background
from .handing import GIVE, MINUTES, MOVE
from .keeper import Keeper, keeper_of
from .outline import Outline
from .refused import Refused
from .storage import StorageError
from .table_view import PLAYING, WAITING

if TYPE_CHECKING:
    from .service import Service

_CLOCKS = 3  # how often the time of a decision may pass without the host
log = logging.getLogger("mirabilia.hosting")


@dataclass(frozen=True, slots=True)
class Ticket:
    """A seat that waits for who has its code, for so many minutes."""

    code: str
    pass_code: str
    seat: int
    name: str
    kind: str

    @property
    def minutes(self) -> int:
        return MINUTES[self.kind]


class Hosting:
    """Looks after the hosts of all tables."""

    def __init__(
        self,
        service: Service,
        keepers: Mapping[str, Keeper],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._service, self._keepers, self.clock = service, keepers, clock
        self._missed: dict[str, tuple[str, float]] = {}  # hosts who are not there, and since when

    async def take_off(self, code: str, visitor: str | None, seat: int, who: str) -> None:
        await self._keeper(code).do(lambda table: table.take_off(visitor, seat, who))

    async def bench(self, code: str, visitor: str | None, seat: int, who: str) -> None:
        await self._keeper(code).do(lambda table: table.bench(visitor, seat, who))

    async def give(self, code: str, visitor: str | None, seat: int, who: str) -> Ticket:
        """A link for a seat that a bot plays."""
        keeper = self._keeper(code)
        made = await keeper.do(lambda table: table.give(visitor, seat, who))
        return Ticket(keeper.code, made, seat, who, GIVE)

    async def carry(self, code: str, visitor: str | None) -> Ticket:
        """A link for one's own seat, on another device."""
        keeper = self._keeper(code)
        await self._must_sign_in(visitor)
        made = await keeper.do(lambda table: table.carry(visitor))
        seat = keeper.outline.seats[keeper.outline.seat_of(visitor) or 0]
        return Ticket(keeper.code, made, seat.seat, seat.name, MOVE)

    async def offered(self, code: str, pass_code: str) -> Ticket:
        """What a link is for; looking at it changes nothing."""
        keeper = self._keeper(code)
        kind, seat = await keeper.look(lambda table: table.offered(pass_code))
        return Ticket(keeper.code, pass_code, seat.seat, seat.name, kind)

    async def take(self, code: str, visitor: str, pass_code: str, name: str = "") -> int:
        """Whoever has a link takes its seat; which one."""
        keeper, club, talking = self._keeper(code), self._service.club, self._service.talking
        ticket = await self.offered(code, pass_code)
        before = keeper.outline.seats[ticket.seat].visitor
        sits = keeper.outline.seat_of(visitor) is not None
        if ticket.kind == MOVE and before and not sits:
            await self._must_sign_in(before)
            await club.must_be_nobody(visitor)
            await self._service.slow.follow(before, visitor)
            async with talking.moving(keeper.code, before, visitor) as also:
                return await keeper.do(lambda table: table.take_seat(visitor, pass_code, "", also))
        if ticket.kind == GIVE:
            name = await club.called(visitor, name)
            if not sits:
                await talking.joins(keeper.code, visitor, ticket.seat)
        return await keeper.do(lambda table: table.take_seat(visitor, pass_code, name))

    async def _must_sign_in(self, visitor: str | None) -> None:
        """That who takes his seat along is no player of the club: on a device at which he is not
        signed in nobody would know that the game is his.
        """
        if await self._service.club.player(visitor):
            raise Refused(
                "Players of the club take a seat along by signing in on the other device."
            )

    async def shut(self, code: str, visitor: str | None) -> None:
        """The host closes the table, and nothing that was said there is kept."""
        keeper = self._keeper(code)
        await keeper.do(lambda table: table.shut(visitor))
        await self._service.talking.clear(keeper.code)

    async def forget(self, visitor: str) -> None:
        """Nobody who has lost a seat somewhere, or was taken off, is known there any more."""
        for keeper in list(self._keepers.values()):
            stored = keeper.table.stored
            known = visitor in stored.removed or visitor in stored.doings.unseated
            if known and not keeper.table.closed:
                await keeper.do(lambda table: table.leave_no_trace(visitor))

    def look_after(self) -> None:
        """Where the host has been gone for long and somebody else is there, he becomes host."""
        now, missed = self.clock(), dict[str, tuple[str, float]]()
        for code in self._service.hub.codes():
            keeper = self._keepers.get(code)
            if keeper is None or not self._misses_host(keeper.outline):
                continue
            host = keeper.outline.host or ""
            before, since = self._missed.get(code, ("", now))
            since = since if before == host else now
            missed[code] = host, since
            if now - since >= self._patience(keeper.outline):
                in_background(self._pass_on(keeper, host), f"another host at {code}")
        self._missed = missed

    def _patience(self, outline: Outline) -> float:
        """How long a host may be gone: longer where a decision may take long."""
        return max(self._service.settings.host_gone, _CLOCKS * (outline.options.clock or 0))

    def _misses_host(self, outline: Outline) -> bool:
        if outline.status not in (WAITING, PLAYING) or outline.host is None or outline.bots_alone:
            return False
        return not self._service.hub.presence.lately(outline.code, outline.host)

    async def _pass_on(self, keeper: Keeper, host: str) -> None:
        looks = self._service.hub.presence.looks
        seats = keeper.outline.people
        there = [
            seat.visitor for seat in seats if seat.visitor and looks(keeper.code, seat.visitor)
        ]
        try:
            await keeper.do(lambda table: table.host_is_gone(host, there))
        except (Refused, StorageError) as error:
            log.warning(
                "host not replaced", extra={"code": keeper.code, "why": type(error).__name__}
            )

    def _keeper(self, code: str) -> Keeper:
        return keeper_of(self._keepers, code)
