"""How tables are opened: checked, given room, stored; only then are they there for anybody.

A part of the service, which has all that is named in its head; how many there may be stands in the
settings.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ..settings import Settings
from . import first_game, leases, visitors
from .beginning import Beginning
from .checked import check_table
from .hub import Hub
from .keeper import Keeper
from .names import clean_name
from .refused import Refused
from .register import Register
from .schema import Change, Stored, Writing
from .shelf import Shelf
from .storage import Storage
from .table import Table, new_table
from .table_view import OVER, PLAYING, WAITING, Options, Pace

if TYPE_CHECKING:
    from .club.club import Club
    from .elsewhere import Elsewhere
    from .fellows import Fellows

log = logging.getLogger("mirabilia.service")


class Opening(ABC):
    """Opens tables, and keeps them from then on."""

    settings: Settings
    storage: Storage
    hub: Hub
    shelf: Shelf
    club: Club
    elsewhere: Elsewhere
    fellows: Fellows | None
    _keepers: dict[str, Keeper]
    _opening: set[str]
    _register: Register

    @property
    @abstractmethod
    def count(self) -> int: ...

    @abstractmethod
    def levels(self) -> tuple[str, ...]: ...

    @abstractmethod
    def has_table(self, code: str) -> bool: ...

    @abstractmethod
    def _keep(self, table: Table) -> Keeper: ...

    @abstractmethod
    async def _remove(self, keeper: Keeper) -> None: ...

    async def create(
        self,
        wanted: Options | Beginning,
        name: str,
        visitor: str,
        *,
        seat: int = 0,
        beside: Sequence[str] = (),
        bot_seats: Mapping[int, str] | None = None,
        begin: bool = False,
        address: str | None = None,
    ) -> str:
        """A new table with its host at it, perhaps for a game that has begun elsewhere; its code.
        ``beside`` are the names of others who play at his device. ``begin``: at once, bots fill it.
        """
        begun = wanted if isinstance(wanted, Beginning) else Beginning(wanted)
        options = self.check_options(begun.options)
        name = clean_name(await self.club.called(visitor, name))
        await self.club.check_free(*beside)
        await self._make_room(address)
        table = Table(new_table(self.new_code(), options, (), visitor, begun.position))
        for number, level in (bot_seats or {}).items():
            self._check_level(level)
            table.put_bot(visitor, number, level)
        table.sit(visitor, name, seat)
        for other in beside:
            table.sit_beside(visitor, other)
        if begin and table.status == WAITING:
            table.begin()
        return await self._open(table, address)

    async def create_first(self, name: str, visitor: str, *, address: str | None = None) -> str:
        """Somebody's first game: a chosen deal, against beginners."""
        name = clean_name(await self.club.called(visitor, name))
        await self._make_room(address)
        setup, promise = first_game.OPTIONS, first_game.PROMISE
        table = Table(new_table(self.new_code(), setup, (), visitor, promise=promise))
        table.sit(visitor, name, 0)
        table.begin()
        return await self._open(table, address)

    async def create_show(
        self, options: Options, visitor: str, *, address: str | None = None
    ) -> str:
        """A table at which bots play alone, for whoever looks on; who opened it is its host."""
        options = self.check_options(replace(options, clock=None, listed=False, delay=0))
        await self._make_room_for_show(address)
        table = Table(new_table(self.new_code(), options, (), visitor))
        table.begin()
        table.show.pace = Pace()
        return await self._open(table, address)

    async def _make_room_for_show(self, address: str | None) -> None:
        """One address has few of them; those that nobody looks at give way."""
        opened = [self._keepers.get(code) for code in self._register.opened_from(address)]
        shows = [keeper for keeper in opened if keeper and keeper.outline.bots_alone]
        if len(shows) >= self.settings.address_shows:
            left = [keeper for keeper in shows if not self.hub.watched(keeper.code)]
            if not left:
                raise Refused("Too many bots are being watched where you are; try later.", 429)
            await self._remove(min(left, key=lambda keeper: keeper.outline.touched))
        await self._make_room(address)

    async def _make_room(self, address: str | None, besides: str = "") -> None:
        """Room for one more table, or a refusal; of one address, finished games give way."""
        while len(opened := self._register.opened_from(address)) >= self.settings.address_tables:
            over = [
                keeper
                for keeper in (self._keepers.get(code) for code in opened if code != besides)
                if keeper and keeper.outline.status == OVER and not self.hub.watched(keeper.code)
            ]
            if not over:
                raise Refused("Too many tables are open where you are; try again later.", 429)
            await self._remove(min(over, key=lambda keeper: keeper.outline.touched))
        if self.count + len(self.elsewhere.outlines) >= self.settings.most_tables:
            raise Refused("There are as many tables as this server can hold; try later.", 503)

    async def _open(self, table: Table, address: str | None) -> str:
        """Store a new table; only then is it there for anybody."""
        change = table.take_change() or Change(table.code)
        change.new, change.table, change.seats = True, table.stored.row(), table.seats
        changes = [change]
        if self.fellows:
            changes.append(Change("", also=[leases.keep(table.code, self.fellows.number)]))
        self._register.opened(table.code, address)
        self._opening.add(table.code)
        try:
            await self.storage.write(*changes)
            keeper = self._keep(table)
        except BaseException:
            self._register.forget(table.code)
            raise
        finally:
            self._opening.discard(table.code)
        log.info("table opened", extra={"code": table.code, "tables": len(self._keepers)})
        if keeper.outline.status == PLAYING:
            await keeper.wake()
        return table.code

    def new_code(self) -> str:
        """A code that no table and no game has."""
        while self.has_table(code := visitors.new_code()) or code in self.shelf:
            pass
        return code

    async def open_together(self, tables: Sequence[Stored], also: Writing) -> None:
        """New tables of a tournament, stored all at once with what else belongs to them."""
        if self.count + len(self.elsewhere.outlines) + len(tables) > self.settings.most_tables:
            raise Refused("There are as many tables as this server can hold; try later.", 503)
        changes = [
            Change(each.code, table=each.row(), new=True, seats=each.seats) for each in tables
        ]
        changes[0].also = [also]
        codes = [each.code for each in tables]
        if self.fellows:
            number = self.fellows.number
            kept_here = [leases.keep(code, number) for code in codes]
            changes.append(Change("", also=kept_here))
        self._opening.update(codes)
        try:
            await self.storage.write(*changes)
            for each in tables:
                self._keep(Table(each))
        finally:
            self._opening.difference_update(codes)

    def check_options(self, options: Options) -> Options:
        """What the engine can set up, with a clock and bots there are; else a refusal."""
        options = check_table(options, self.settings.clocks)
        self._check_level(options.level)
        return options

    def _check_level(self, level: str) -> None:
        if level not in self.levels():
            known = ", ".join(self.levels())
            raise Refused(
                "There is no bot '%(name)s'; there are %(known)s.",
                400,
                name=level[:40],
                known=known,
            )
