"""What the club's keeper does: invites, helps who has forgotten his passphrase, names seasons,
makes tournaments and looks after them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, TypeVar

import sqlalchemy as sa

from ..refused import Refused
from ..table import Table
from ..table_view import PLAYING, WAITING, Options
from . import draw, figures, links, players, tournaments
from .figures import Season
from .links import Link
from .players import Player
from .tournaments import Tournament

if TYPE_CHECKING:
    from ..service import Service

T = TypeVar("T")


class Transact(Protocol):
    """Does something in one commit, or is refused."""

    async def __call__(self, deed: Callable[[sa.Connection], T]) -> T: ...


@dataclass(frozen=True, slots=True)
class Desk:
    """All that the keeper looks after."""

    players: tuple[Player, ...]
    links: tuple[Link, ...]
    seasons: tuple[Season, ...]
    tournaments: tuple[Tournament, ...]


class Keeping:
    """Everything here is for the keeper alone; ``visitor`` is who asks."""

    def __init__(self, service: Service, transact: Transact) -> None:
        self._service, self._settings, self._transact = service, service.settings, transact

    async def need(self, visitor: str | None) -> Player:
        """The keeper, or a refusal."""
        player = await self._service.club.player(visitor)
        if player is None or not player.keeper:
            raise Refused("Only the keeper of the club can do that.", 403)
        return player

    async def desk(self, visitor: str | None) -> Desk:
        await self.need(visitor)

        def read(connection: sa.Connection) -> Desk:
            return Desk(
                tuple(players.everybody(connection)),
                tuple(links.good(connection)),
                tuple(figures.all_seasons(connection)),
                tuple(tournaments.everything(connection)),
            )

        return await self._service.club.read(read)

    # People

    async def invite(self, visitor: str | None, note: str, uses: int, days: int) -> str:
        """A code by which so many may join, within so many days."""
        await self.need(visitor)
        code, link = links.invitation(note, uses, days)
        await self._put(code, link)
        return code

    async def _put(self, code: str, link: Link) -> None:
        most = self._settings.most_invitations
        await self._transact(lambda connection: links.put(connection, code, link, most))

    async def uninvite(self, visitor: str | None, id: str) -> None:
        await self.need(visitor)
        await self._service.storage.write_beside(links.withdraw(id))

    async def renew(self, visitor: str | None, name: str) -> str:
        """A code by which somebody who has forgotten his passphrase gets another, once."""
        await self.need(visitor)
        player = await self._somebody(name)
        code, link = links.renewal(player.id, player.name)
        await self._put(code, link)
        return code

    async def remove(self, visitor: str | None, name: str) -> None:
        """Somebody is taken off the club, as if he had left, though he may be playing."""
        own = await self.need(visitor)
        player = await self._somebody(name)
        if player.id == own.id:
            raise Refused("You leave the club on your own page.")
        await self._service.club.remove(player)

    async def make_keeper(self, visitor: str | None, name: str, keeper: bool) -> None:
        await self.need(visitor)
        player = await self._somebody(name)
        await self._transact(lambda connection: players.make_keeper(connection, player, keeper))

    async def _somebody(self, name: str) -> Player:
        return (await self._service.club.standing(name)).player

    # Seasons

    async def add_season(self, visitor: str | None, name: str, first: str, last: str) -> None:
        await self.need(visitor)
        most = self._settings.most_seasons
        await self._transact(
            lambda connection: figures.add_season(connection, name, first, last, most)
        )

    async def delete_season(self, visitor: str | None, id: str) -> None:
        await self.need(visitor)
        await self._service.storage.write_beside(figures.delete_season(id))

    # Tournaments

    async def add_tournament(
        self, visitor: str | None, name: str, options: Options, rounds: int, duplicate: bool
    ) -> str:
        """A new tournament, for which players may enter; its id."""
        await self.need(visitor)
        tournaments.check_options(options)
        for number in range(draw.LEAST, draw.MOST + 1):
            self._service.check_options(replace(options, players=number))
        options, most = self._service.check_options(options), self._settings.most_tournaments
        made = await self._transact(
            lambda connection: tournaments.add(connection, name, options, rounds, duplicate, most)
        )
        return made.id

    async def enter(self, visitor: str | None, id: str, name: str) -> None:
        """The keeper enters somebody."""
        await self.need(visitor)
        player, most = await self._somebody(name), self._settings.most_entrants
        await self._transact(lambda connection: tournaments.enter(connection, id, player, most))

    async def withdraw(self, visitor: str | None, id: str, name: str) -> None:
        await self.need(visitor)
        player = await self._somebody(name)
        await self._transact(lambda connection: tournaments.withdraw(connection, id, player.id))

    async def start(self, visitor: str | None, id: str) -> None:
        """Nobody enters any more, and the first round is drawn."""
        await self.need(visitor)
        await self._transact(lambda connection: tournaments.start(connection, id))
        await self._service.club.rounds.advance(id)

    async def end(self, visitor: str | None, id: str) -> None:
        """The round that is being played is the last."""
        await self.need(visitor)
        await self._transact(lambda connection: tournaments.end(connection, id))
        await self._service.club.rounds.advance(id)

    async def delete(self, visitor: str | None, id: str) -> None:
        await self.need(visitor)
        await self._transact(lambda connection: tournaments.delete(connection, id))

    async def walk_over(self, visitor: str | None, id: str, code: str, seat: int, who: str) -> None:
        """Somebody has not come to his table: a bot plays, and he gets nothing for it."""
        await self._must_be_of(visitor, id, code)
        also = tournaments.absent(code, seat)
        await self._service.do(code, lambda table: table.walk_over(seat, who, also))

    async def begin(self, visitor: str | None, id: str, code: str) -> None:
        """A table begins without those who are not there: bots play for them until they come."""
        await self._must_be_of(visitor, id, code)
        await self._service.do(code, Table.begin_without)

    async def void(self, visitor: str | None, id: str, code: str) -> None:
        """A table's game is ended without a result, also one that can't be gone on with."""
        await self._must_be_of(visitor, id, code)
        try:
            await self._service.do(code, Table.void)
        except Refused:
            if await self._status(code) in (WAITING, PLAYING):
                raise  # it would be played on
        await self._transact(lambda connection: tournaments.void(connection, code))
        await self._service.club.rounds.advance(id)

    async def _status(self, code: str) -> str | None:
        if table := self._service.outline(code):
            return table.status
        stored = await asyncio.to_thread(self._service.storage.load_table, code)
        return stored.status if stored else None

    async def _must_be_of(self, visitor: str | None, id: str, code: str) -> None:
        """That a table is one of a tournament, and not over."""
        await self.need(visitor)
        course = await self._service.club.course(id)
        found = next((table for table in course.tables if table.code == code), None)
        if found is None:
            raise Refused("There is no such table (any more).", 404)
        if found.over:
            raise Refused("The game is over.")
