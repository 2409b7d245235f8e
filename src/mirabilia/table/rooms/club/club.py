"""The club of a server: who its players are, and everything that they can do. The door to all else.

Where a server keeps no club (``Settings.club``) nothing is known of one: nobody has a name of his
own, no game counts, and nothing here is asked for.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import sqlalchemy as sa

from .. import first_game, visitors
from ..keeper import Keeper
from ..names import folded
from ..outline import CLOSED, Outline
from ..refused import Refused
from ..schema import Stored, Writing, seats, tables
from ..storage import StorageError
from ..table import Table
from ..table_view import PLAYING, WAITING
from . import counting, figures, links, players, tournaments
from .figures import Ranked, Row, Season, Standing
from .keeping import Keeping
from .passphrases import Lock, Passphrases, check
from .players import Player
from .rounds import Rounds
from .tournaments import Course, Tournament

if TYPE_CHECKING:
    from ..service import Service

T = TypeVar("T")
log = logging.getLogger("mirabilia.club")


@dataclass(frozen=True, slots=True)
class Front:
    """What the club shows to whoever comes."""

    you: Player | None
    kinds: tuple[str, ...]  # of games of which there is a ranking
    kind: str  # the one that is shown
    ranking: tuple[Ranked, ...]
    seasons: tuple[Season, ...]
    season: Season | None
    table: tuple[Row, ...]  # of that season
    tournaments: tuple[Tournament, ...]
    people: int
    mine: tuple[tuple[str, str], ...] = ()  # tables of tournaments that wait for you, their names


class Club:
    """The club, as a part of the service."""

    def __init__(self, service: Service, keepers: Mapping[str, Keeper]) -> None:
        self._service, self._settings = service, service.settings
        self.on = service.settings.club
        self._passphrases = Passphrases(service.settings)
        self.rounds = Rounds(service, keepers)
        self.keeping = Keeping(service, self.transact)

    # The server's life

    async def run(self) -> None:
        """Look every few seconds for what there is to do, as long as the server runs."""
        while self.on:
            try:
                await self.look()
            except Exception as error:
                log.error("looking after the club failed", exc_info=error)
            await asyncio.sleep(self._settings.watch_every)

    async def look(self) -> None:
        """Tournaments go on, also those that the terminal has started; seats of players with a new
        passphrase are theirs again.
        """
        await self.rounds.look()
        for player in await self.read(players.who_moves):
            await self._move(player)

    def take_in(self, table: Table) -> None:
        """A table that is kept from now on."""
        if self.on:
            table.at_the_end = self._at_the_end

    def _at_the_end(self, stored: Stored) -> list[Writing]:
        """What is stored with the end of a game. What is sealed counts when that is over."""
        writings = self.rounds.at_the_end(stored)
        first = stored.secret == first_game.PROMISE.secret
        if not stored.sealed and counting.counts(stored, first):
            writings.append(counting.count(stored.code))
        return writings

    def changed(self, table: Outline) -> None:
        if self.on:
            self.rounds.changed(table)

    # Reading and writing

    async def read(self, read: Callable[[sa.Connection], T]) -> T:
        """What somebody reads, or why he may not."""
        return _said(await self._service.storage.look_up(_heard(read)))

    async def transact(self, deed: Callable[[sa.Connection], T]) -> T:
        """Do something in one commit. A deed that is refused has written nothing until then."""
        outcome: list[T | Refused] = []

        def write(connection: sa.Connection) -> None:
            outcome[:] = [_heard(deed)(connection)]

        await self._service.storage.write_beside(write)
        return _said(outcome[0])

    # Names

    async def player(self, visitor: str | None) -> Player | None:
        """The player of the club that somebody is."""
        if not self.on or visitor is None:
            return None
        return await self.read(lambda connection: players.by_visitor(connection, visitor))

    async def called(self, visitor: str, name: str) -> str:
        """What somebody is called at a table: a player of the club by his own name, others by any
        that is nobody's.
        """
        if not self.on:
            return name
        player = await self.player(visitor)
        if player is None:
            await self.check_free(name)
        return player.name if player else name

    async def check_free(self, *names: str) -> None:
        """That these names are no player's."""
        for name in names if self.on else ():
            owner = await self.read(_owner_of(name))
            if owner is not None:
                raise Refused(
                    "%(name)s is a player of the club here. If that is you, sign in; if not, take "
                    "another name.",
                    name=owner.name,
                )

    async def need(self, visitor: str | None) -> Player:
        """The player somebody is, or a refusal."""
        player = await self.player(visitor)
        if player is None:
            raise Refused("That is for players of the club: sign in first.", 403)
        return player

    async def must_be_nobody(self, visitor: str | None) -> None:
        """That somebody is no player: what belongs to a player does not become another's."""
        if await self.player(visitor) is not None:
            raise Refused(
                "You are a player of the club here: sign out first, or leave the club, on your "
                "page there."
            )

    # Coming and going

    async def invited(self, code: str, kind: str = links.JOIN) -> links.Link:
        """What a link is for; looking at it changes nothing."""
        return await self.read(lambda connection: links.find(connection, code, kind))

    async def join(
        self, code: str, name: str, passphrase: str, token: str | None, address: str
    ) -> str:
        """Somebody becomes a player of the club, by a link; the token of his devices from then on.
        That is the one his device has already, if it has any.
        """
        visitor = visitors.visitor_of(token)
        self._passphrases.allow(address)
        name, most = players.clean(name), self._settings.most_players
        check(passphrase)
        await self.read(lambda connection: _may_join(connection, code, name, visitor, most))
        token, lock = await self._passphrases.close(passphrase, token if visitor else None)
        became = visitors.visitor_of(token) or ""

        def deed(connection: sa.Connection) -> None:
            link = _may_join(connection, code, name, became, most)
            links.use(connection, link)
            players.add(connection, players.new(name, became, link.keeper), lock)

        await self.transact(deed)
        log.info("joined the club")
        return token

    async def sign_in(
        self, name: str, passphrase: str, before: str | None, address: str, bring: bool = False
    ) -> str:
        """The token of a player, for who knows his passphrase. ``bring``: what this device has
        played ``before`` as nobody in particular becomes his.
        """
        if await self.player(before):
            raise Refused("You are signed in already; sign out first.")
        self._passphrases.allow(address, folded(name[:100]))
        player, lock = await self.read(lambda connection: _lock_of(connection, name))
        token = await self._passphrases.open(lock, passphrase)
        if player is None or token is None:
            raise Refused("Name or passphrase is not right.", 403)
        if before is not None and before != player.visitor:
            self._service.history.must_not_play(before)
            if bring:
                await self._service.history.give(before, player.visitor)
        return token

    async def renew(self, code: str, passphrase: str, before: str | None, address: str) -> str:
        """A new passphrase by a link of the keeper's, and with it a new token."""
        self._passphrases.allow(address)
        check(passphrase)
        link = await self.invited(code, links.RENEW)
        here = await self.player(before)
        if here is not None and here.id != link.player:
            raise Refused("You are signed in already; sign out first.")
        if here is None and before is not None:
            self._service.history.must_not_play(before)
        token, lock = await self._passphrases.close(passphrase)

        def deed(connection: sa.Connection) -> Player:
            link = links.find(connection, code, links.RENEW)
            player = players.by_id(connection, link.player or "")
            if player is None or player.former is not None:
                raise Refused("That can't be done at the moment; try again in a minute.", 503)
            links.use(connection, link)
            return _renewed(connection, player, token, lock)

        await self._move(await self.transact(deed))
        return token

    async def change_passphrase(
        self, visitor: str | None, old: str, passphrase: str, address: str
    ) -> str:
        """Another passphrase, and with it another token: all other devices are signed out."""
        player = await self.need(visitor)
        self._passphrases.allow(address, folded(player.name))
        check(passphrase)
        lock = await self.read(lambda connection: players.lock_of(connection, player.id))
        if await self._passphrases.open(lock, old) is None:
            raise Refused("That is not your passphrase.", 403)
        token, lock = await self._passphrases.close(passphrase)

        def deed(connection: sa.Connection) -> Player:
            found = players.by_visitor(connection, player.visitor)
            if found is None or found.former is not None:
                raise Refused("That can't be done at the moment; try again in a minute.", 503)
            return _renewed(connection, found, token, lock)

        await self._move(await self.transact(deed))
        return token

    async def _move(self, player: Player) -> None:
        """What was a player's by his former token is his by the new one."""
        before, visitor = player.former, player.visitor
        if before is None:
            return
        await self._service.history.give(before, visitor)
        await self._service.notices.forget(before)
        await self._service.slow.follow(before, visitor)
        for table in self._service.tables_of(before):
            if self._service.keeps(table.code):
                with suppress(Refused, StorageError):
                    await self._move_at(table.code, before, visitor)
        left = await self.read(lambda connection: _has_seats_at(connection, before))
        if all(self._is_closed(code) for code in left):
            await self._service.storage.write_beside(players.moved(player))

    async def _move_at(self, code: str, before: str, visitor: str) -> None:
        async with self._service.talking.moving(code, before, visitor) as also:
            await self._service.do(code, lambda table: table.renew(before, visitor, also))

    def _is_closed(self, code: str) -> bool:
        """Whether a table's game can't be gone on with, whatever the database says of it."""
        table = self._service.outline(code)
        return table is not None and table.status == CLOSED

    async def leave(self, player: Player) -> None:
        """Somebody is a player of the club no longer. His games stay for others, without his name;
        what he has played alone is forgotten.
        """
        if player.keeper:
            await self.read(lambda connection: players.must_be_kept(connection, player))
        await self._service.history.forget(player.visitor)
        await self._take_out(player)

    async def remove(self, player: Player) -> None:
        """The same, though he may be playing: bots play on for him."""
        await self._service.history.forget(player.visitor, playing=True)
        await self._take_out(player)

    async def _take_out(self, player: Player) -> None:
        await self._service.storage.write_beside(
            tournaments.unname(player.id), players.remove(player.id)
        )

    # What there is to see

    async def front(self, visitor: str | None, kind: str = "", season: str = "") -> Front:
        you = await self.player(visitor)
        mine = tuple(
            (each.code, each.tournament)
            for each in self._service.tables_of(visitor)
            if each.tournament and each.status in (WAITING, PLAYING)
        )

        def read(connection: sa.Connection) -> Front:
            kinds, seasons = figures.kinds(connection), figures.all_seasons(connection)
            shown = kind if kind in kinds else next(iter(kinds), "")
            wanted = next((each for each in seasons if each.id == season), None)
            chosen = wanted or figures.current(seasons)
            events = tournaments.everything(connection)
            names = {each.id: each.name for each in events}
            return Front(
                you,
                tuple(kinds),
                shown,
                tuple(figures.ranking(connection, shown)) if shown else (),
                tuple(seasons),
                chosen,
                tuple(figures.season_table(connection, chosen)) if chosen else (),
                tuple(events),
                players.count(connection),
                tuple((code, names.get(id, "")) for code, id in mine),
            )

        return await self.read(read)

    async def rankings(self) -> list[tuple[str, list[Ranked]]]:
        """All rankings, by the kind of game, what is played most first."""
        return await self.read(
            lambda connection: [
                (kind, figures.ranking(connection, kind)) for kind in figures.kinds(connection)
            ]
        )

    async def standing(self, name: str) -> Standing:
        return await self.read(lambda connection: figures.named(connection, name))

    async def course(self, id: str) -> Course:
        """A tournament with all that was played."""
        return await self.read(lambda connection: tournaments.course(connection, id))

    # Tournaments

    async def enter(self, visitor: str | None, id: str) -> None:
        player, most = await self.need(visitor), self._settings.most_entrants
        await self.transact(lambda connection: tournaments.enter(connection, id, player, most))

    async def withdraw(self, visitor: str | None, id: str) -> None:
        player = await self.need(visitor)
        await self.transact(lambda connection: tournaments.withdraw(connection, id, player.id))


def _heard(asked: Callable[[sa.Connection], T]) -> Callable[[sa.Connection], T | Refused]:
    """Something that is asked of the database, with a refusal as an answer: it is no fault."""

    def ask(connection: sa.Connection) -> T | Refused:
        try:
            return asked(connection)
        except Refused as refusal:
            return refusal

    return ask


def _said(answer: T | Refused) -> T:
    if isinstance(answer, Refused):
        raise answer
    return answer


def _owner_of(name: str) -> Callable[[sa.Connection], Player | None]:
    return lambda connection: players.by_name(connection, name)


def _lock_of(connection: sa.Connection, name: str) -> tuple[Player | None, Lock | None]:
    player = players.by_name(connection, name)
    return player, players.lock_of(connection, player.id) if player else None


def _may_join(
    connection: sa.Connection, code: str, name: str, visitor: str | None, most: int
) -> links.Link:
    """The link by which somebody can join under a name."""
    link = links.find(connection, code, links.JOIN)
    if visitor is not None and players.by_visitor(connection, visitor):
        raise Refused("You are a player of the club already; sign out first.")
    if players.by_name(connection, name):
        raise Refused("Somebody in the club is called so already, or nearly so.", 409)
    if players.count(connection) >= most:
        raise Refused("The club has as many players as this server keeps.", 409)
    return link


def _renewed(connection: sa.Connection, player: Player, token: str, lock: Lock) -> Player:
    """A player with another token."""
    players.renew(connection, player, visitors.visitor_of(token) or "", lock)
    found = players.by_id(connection, player.id)
    assert found is not None
    return found


def _has_seats_at(connection: sa.Connection, visitor: str) -> list[str]:
    """The tables, of games that are not over by what is stored, at which somebody has a seat."""
    his = (
        sa.select(seats.c.code)
        .join(tables, tables.c.code == seats.c.code)
        .where(seats.c.visitor == visitor, tables.c.status.in_((WAITING, PLAYING)))
    )
    return list(connection.execute(his).scalars())
