"""Talk at the tables, for whoever may hear it: said, muted, closed by the host, forgotten.

Nothing of it is part of a table: no version, no table view and no bot knows of it. What is said is
stored before anybody hears it; then those who listen to the table are told. A spectator hears what
is said to all, unless he is behind; what is said to a partner, nobody but the two.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from ...texts import N_
from ..limits import Limit
from . import talk as said
from .bulletin import FORGOTTEN
from .keeper import Keeper, keeper_of
from .leases import notify
from .outline import Outline
from .refused import Refused
from .schema import Seat, Writing
from .table_view import PLAYING, WAITING
from .talk import ALL, Ears, Line, Mark, Talk

if TYPE_CHECKING:
    from .service import Service

NOTHING = Mark()
MOST_READ = 200  # tables whose talk is held in memory; others are read when asked for


@dataclass(frozen=True, slots=True)
class Heard:
    """What somebody may hear at a table, from a mark on, and what he may say there.

    ``behind``: he watches with a delay, so nothing. ``partner`` is who hears what he says to his
    team; empty if there is nobody.
    """

    code: str
    visitor: str | None = None
    lines: tuple[Line, ...] = ()
    mark: Mark = NOTHING
    closed: bool = False
    behind: bool = False
    seats: tuple[int, ...] = ()  # his own
    partner: str = ""
    host: bool = False
    deaf: bool = False  # he has muted everybody
    muted: frozenset[int] = frozenset()  # seats of those whom he has muted
    others: tuple[tuple[int, str], ...] = ()  # seats and names of the other people


class Talking:
    """The talk of all tables of a server."""

    def __init__(self, service: Service, keepers: Mapping[str, Keeper]) -> None:
        self._service, self._keepers = service, keepers
        settings = service.settings
        self._person = Limit(*settings.talk_limit)
        self._table = Limit(*settings.table_talk_limit)
        self._heads: dict[str, dict[int, int]] = {}
        self._read: OrderedDict[str, Talk] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def open(self) -> None:
        """Learn where something has been said; once, before anything else."""
        self._heads = self._service.storage.read(said.read_heads)

    async def learn(self, codes: Collection[str]) -> None:
        """The same of tables that are kept here from now on."""
        look_up = self._service.storage.look_up
        heads = await look_up(lambda connection: said.read_heads(connection, codes))
        for code in codes:
            self.forget(code)
        self._heads |= heads

    # Hearing

    def has_news(self, code: str, visitor: str | None, mark: Mark) -> bool:
        """Whether somebody may hear more by now; quick, for it is asked with every step."""
        heads = self._heads.get(code)
        if heads is None:
            return False
        outline = keeper_of(self._keepers, code).outline
        if heads.get(ALL, 0) > mark.table:
            return not is_behind(outline, visitor)
        team = team_of(outline, visitor)
        return team is not None and heads.get(team, 0) > mark.team

    def at_most(self, code: str, visitor: str | None, mark: Mark) -> Mark:
        """A mark that is not beyond all that was said: the server may have been restored, or the
        reader may have come from another team.
        """
        heads = self._heads.get(code, {})
        team = team_of(keeper_of(self._keepers, code).outline, visitor)
        last = Mark(heads.get(ALL, 0), 0 if team is None else heads.get(team, 0))
        return Mark(min(mark.table, last.table), min(mark.team, last.team))

    async def heard(self, code: str, visitor: str | None, mark: Mark = NOTHING) -> Heard:
        """What somebody may hear of what was said after a mark."""
        outline = self._outline(code)
        if is_behind(outline, visitor):
            return Heard(
                outline.code, visitor, mark=mark, behind=True, host=_is_host(outline, visitor)
            )
        async with self._talk(outline.code) as talk:
            return _heard(talk, self._outline(code), visitor, mark)

    # Saying

    async def say(
        self,
        code: str,
        visitor: str | None,
        words: str,
        *,
        kind: str = said.TEXT,
        to: str = said.TABLE,
        seat: int | None = None,
    ) -> Line:
        """Somebody who has a seat says something, or reacts."""
        own = _speaker(self._outline(code), visitor, seat)
        words = said.clean_words(kind, words)
        if to not in (said.TABLE, said.TEAM):
            raise Refused("Something is said to the table or to the team.", 400)
        async with self._talk(self._outline(code).code) as talk:
            outline = self._outline(code)
            own = _speaker(outline, visitor, seat)
            team = ALL
            if to == said.TEAM:
                found = team_of(outline, visitor)
                if found is None or not _partners(outline, visitor, found):
                    raise Refused("You have no partner here whom you could talk to.")
                team = found
            if talk.closed:
                raise Refused("The host has closed the talk at this table.")
            self._check_rates(outline.code, own.visitor or "")
            return await self._add(outline.code, talk, team, kind, own, words)

    async def close(self, code: str, visitor: str | None, closed: bool) -> None:
        """The host closes the talk, or opens it again; said once, however often he asks."""
        async with self._talk(self._outline(code).code) as talk:
            outline = self._outline(code)
            if not _is_host(outline, visitor):
                raise Refused("Only the host of this table can do that.", 403)
            if talk.closed == closed:
                raise Refused(N_("The talk is closed.") if closed else N_("The talk is open."))
            host = next((seat for seat in outline.people if seat.visitor == visitor), Seat(0))
            kind = said.CLOSED if closed else said.OPENED
            await self._add(outline.code, talk, ALL, kind, host, "")

    async def mute(
        self, code: str, visitor: str | None, seat: int | None, muted: bool = True
    ) -> None:
        """Somebody does not want to hear who has a seat, or anybody; or wants to again."""
        async with self._talk(self._outline(code).code) as talk:
            outline = self._outline(code)
            if visitor is None or outline.seat_of(visitor) is None:
                raise Refused("You have no seat at this table.", 403)
            ears = replace(talk.ears.get(visitor, Ears()))
            if seat is None:
                ears.everybody = muted
            else:
                ears.mute(_other(outline, visitor, seat), muted)
            await self._put_ears(outline.code, talk, visitor, ears)

    async def joins(self, code: str, visitor: str, seat: int) -> None:
        """Somebody is about to take the seat of another: he hears its team from now on. Noted
        before he has it, so that he hears no more even if the server ends in between.
        """
        async with self._talk(code) as talk:
            if heard := talk.last(seat // 2):
                await self._put_ears(code, talk, visitor, Ears(since=heard))

    @asynccontextmanager
    async def moving(self, code: str, before: str, visitor: str) -> AsyncIterator[Writing]:
        """While somebody becomes another visitor at a table: what is stored in the commit in which
        his seat does, so that he hears, and is heard, as before. Meanwhile nobody hears anything.
        """
        async with self._talk(code):
            try:
                yield said.move(code, before, visitor)
            finally:
                self._read.pop(code, None)

    async def _put_ears(self, code: str, talk: Talk, visitor: str, ears: Ears) -> None:
        await self._service.storage.write_beside(said.put_ears(code, visitor, ears))
        talk.ears[visitor] = ears

    # Forgetting

    def forget(self, code: str) -> None:
        """There is no such table any more; the database has forgotten its talk with it."""
        self._heads.pop(code, None)
        self._read.pop(code, None)

    async def clear(self, code: str) -> None:
        """Nothing that was said at a table is kept."""
        async with self._talk(code):
            await self._service.storage.write_beside(said.clear(code))
            self.forget(code)

    async def give(self, before: str, visitor: str) -> None:
        """Somebody has become the same as another visitor."""
        codes = await self._said_at(before)
        written = said.give(before, visitor), notify(FORGOTTEN)
        await self._service.storage.write_beside(*written)
        self._drop(before, codes)

    async def _said_at(self, visitor: str) -> list[str]:
        storage = self._service.storage
        return await storage.look_up(lambda connection: said.said_at(connection, visitor))

    async def unsay(self, visitor: str) -> None:
        """Nothing that somebody has said is kept, wherever it was."""
        codes = await self._said_at(visitor)
        await self._service.storage.write_beside(said.unsay(visitor), notify(FORGOTTEN))
        self._drop(visitor, codes)

    def _drop(self, visitor: str, codes: Collection[str]) -> None:
        """Tables are read again at which somebody has talked, or is heard or muted."""
        for code in [*codes, *(code for code, talk in self._read.items() if _knows(talk, visitor))]:
            self._read.pop(code, None)

    def read_again(self) -> None:
        """Somebody has had what he said deleted, at whichever process."""
        self._read.clear()

    # How it is kept

    @asynccontextmanager
    async def _talk(self, code: str) -> AsyncIterator[Talk]:
        """The talk of a table, for one at a time."""
        async with self._locks.setdefault(code, asyncio.Lock()):
            talk = self._read.get(code)
            if talk is None:
                storage = self._service.storage
                talk = await storage.look_up(lambda connection: said.read_talk(connection, code))
                self._read[code] = talk
                while len(self._read) > MOST_READ:
                    self._read.popitem(last=False)
            else:
                self._read.move_to_end(code)
            yield talk

    async def _add(
        self, code: str, talk: Talk, team: int, kind: str, own: Seat, words: str
    ) -> Line:
        at = max(time.time(), talk.newest + 1e-4)
        number = max(talk.last(team), self._heads.get(code, {}).get(team, 0)) + 1
        line = Line(team, number, at, kind, own.seat, own.name, own.visitor, words)
        channel = talk.channels.setdefault(team, [])
        channel.append(line)
        old = talk.crowded_out(team)
        try:
            await self._service.storage.write_beside(said.put_line(code, line, old))
        except BaseException:
            self._read.pop(code, None)  # nobody knows whether it is there: it is read again
            self._heads.setdefault(code, {})[team] = number
            raise
        talk.channels[team] = [each for each in channel if each not in old]
        self._heads.setdefault(code, {})[team] = number
        self._service.hub.publish(code)
        return line

    def _check_rates(self, code: str, visitor: str) -> None:
        if not self._person.allows(f"{code} {visitor}"):
            raise Refused("You say very much at once: wait a moment.", 429)
        if not self._table.allows(code):
            raise Refused("Very much is said here at once: wait a moment.", 429)

    def _outline(self, code: str) -> Outline:
        keeper = keeper_of(self._keepers, code)
        if keeper.table.closed:
            raise Refused(keeper.table.closed)
        return keeper.outline


def is_behind(outline: Outline, visitor: str | None) -> bool:
    """Whether somebody watches with a delay, or may not watch: he is to learn nothing."""
    if outline.sealed:
        return not outline.seats_of(visitor)
    if not outline.options.delay or outline.status != PLAYING or outline.bots_alone:
        return False
    return not outline.seats_of(visitor)


def _is_host(outline: Outline, visitor: str | None) -> bool:
    return visitor is not None and visitor == outline.host


def team_of(outline: Outline, visitor: str | None) -> int | None:
    """The team whose channel somebody hears: none before the game, when places may yet change, and
    none for a device at which people of several teams play.
    """
    if not outline.options.teams or outline.status == WAITING:
        return None
    teams = {seat // 2 for seat in outline.seats_of(visitor)}
    return teams.pop() if len(teams) == 1 else None


def _partners(outline: Outline, visitor: str | None, team: int) -> list[Seat]:
    """The people of a team besides who asks and those at his device."""
    return [seat for seat in outline.people if seat.seat // 2 == team and seat.visitor != visitor]


def _speaker(outline: Outline, visitor: str | None, seat: int | None) -> Seat:
    own = outline.seats_of(visitor)
    if not own:
        raise Refused("Only who has a seat at this table can talk here.", 403)
    if seat is not None and seat not in own:
        raise Refused("Seat %(seat)d is not yours.", 403, seat=seat)
    return outline.seats[own[0] if seat is None else seat]


def _other(outline: Outline, visitor: str, seat: int) -> str:
    """Who has a seat that is not one's own."""
    found = next((each for each in outline.people if each.seat == seat), None)
    if found is None or found.visitor is None:
        raise Refused("Nobody sits on seat %(seat)d.", seat=seat)
    if found.visitor == visitor:
        raise Refused("You can't mute yourself.", 400)
    return found.visitor


def _heard(talk: Talk, outline: Outline, visitor: str | None, mark: Mark) -> Heard:
    own = outline.seats_of(visitor)
    ears = talk.ears.get(visitor or "", Ears())
    team = team_of(outline, visitor)
    found = talk.since(ALL, mark.table)
    if team is not None:
        found += talk.since(team, max(mark.team, ears.since))
    partners = _partners(outline, visitor, team) if team is not None else []
    return Heard(
        outline.code,
        visitor,
        said.in_order(line for line in found if _is_for(line, visitor, ears)),
        Mark(talk.last(), talk.last(team) if team is not None else 0),
        talk.closed,
        seats=own,
        partner=partners[0].name if partners else "",
        host=_is_host(outline, visitor),
        deaf=ears.everybody,
        muted=frozenset(seat.seat for seat in outline.people if seat.visitor in ears.muted),
        others=tuple(
            (seat.seat, seat.name) for seat in outline.people if own and seat.visitor != visitor
        ),
    )


def _is_for(line: Line, visitor: str | None, ears: Ears) -> bool:
    """Whether a reader wants a line: his own, what the host has done, whom he has not muted."""
    if line.kind == said.GONE:
        return False
    own = visitor is not None and line.visitor == visitor
    return own or line.kind in (said.CLOSED, said.OPENED) or not ears.deaf_to(line.visitor)


def _knows(talk: Talk, visitor: str) -> bool:
    return visitor in talk.ears or any(visitor in ears.muted for ears in talk.ears.values())
