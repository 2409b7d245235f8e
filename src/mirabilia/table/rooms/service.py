"""Everything a person or program can do at the tables: the only door to them.

Pages, the JSON interface and the streams call this and get table views, summaries and refusals; no
game and no hand leaves otherwise.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from ... import bots
from ...catalogue import Catalogue, kept
from ...game.warming import Warming
from ..settings import Settings
from ..tasks import in_background
from . import printed
from .club.club import Club
from .elsewhere import Elsewhere
from .fellows import Fellows
from .history import History
from .hosting import Hosting
from .hub import Hub
from .keeper import Keeper, T, keeper_of
from .life import Life
from .moving import Moving
from .notices import Notices
from .opening import Opening
from .outline import Outline
from .pads import Pads
from .puzzling import Puzzling
from .question import hint_for
from .refused import Refused
from .register import Register
from .rehearsal import rehearse
from .replaying import Replays
from .reviewing import Reviewing
from .schema import KEPT, Change
from .shelf import Shelf
from .slow import Slow
from .storage import Storage
from .table import Table, new_table
from .table_view import (
    EMPTY,
    OVER,
    WAITING,
    Hint,
    Options,
    Progress,
    Summary,
    TableView,
)
from .talking import Talking
from .thinking import Thinking
from .upkeep import Upkeep
from .warmth import Warmth, WarmUp

log = logging.getLogger("mirabilia.service")
HINT_LEVEL = "expert"
MOST_LISTED = 100


class Service(Opening):
    """All tables of a server; of those that other processes of its database keep, what lists need.
    ``warming``: it plays uncompiled until that is done.
    """

    def __init__(
        self,
        settings: Settings,
        storage: Storage | None = None,
        warming: Warming | None = None,
        life: Life | None = None,
    ) -> None:
        self.settings = settings
        self.storage = storage or Storage(settings.database_url)
        self.slow = Slow(self, life)
        self.shelf = Shelf(self.storage, settings)
        self.replays = Replays(
            self.shelf, self.storage, settings, lambda code: self.has_table(code)
        )
        self.history = History(self)
        self.thinking = Thinking(settings.workers, settings.bot_seconds, cold=warming is not None)
        self._warm_up = WarmUp(self.thinking, warming)
        self.reviews = Reviewing(settings, self.storage, self.replays, self.thinking, self._warm_up)
        self.puzzles = Puzzling(self.storage, self.thinking, self._warm_up)
        self.pads = Pads(settings, self.storage)
        self.hub = Hub(self._arrived)
        self._register = Register()
        self.elsewhere = Elsewhere(
            self._register, lambda code: code in self._keepers, self.shelf.note
        )
        self.notices = Notices(self)
        self.slow.nudged = self.notices.nudge
        self._levels = tuple(bots.names())  # looks through all that is installed: once is enough
        self._keepers: dict[str, Keeper] = {}
        self._opening: set[str] = set()  # codes of tables that are about to be kept
        self._removing: set[str] = set()  # codes of tables that are being cleared away
        moving = Moving(
            self, self._keepers, self._opening, self._removing, self._keep, self._forget
        )
        self.fellows = Fellows(self, self._keepers, moving) if self.storage.shared else None
        self.hosting = Hosting(self, self._keepers)
        self.talking = Talking(self, self._keepers)
        self.club = Club(self, self._keepers)
        self._tasks: list[asyncio.Task[None]] = []
        self._upkeep = Upkeep(self, self._keepers, self._remove)

    # The server's life

    async def start(self) -> None:
        """Open the database, start the workers, go on with the tables there are."""
        self._warm_up.begin()
        try:
            await asyncio.to_thread(self.storage.start)
            if self.fellows:
                await self.fellows.join()
            await asyncio.to_thread(self.shelf.open)
            await asyncio.to_thread(self.talking.open)
            await self.slow.start()
            self.thinking.start()
            if self.fellows:
                await self.fellows.begin()
            else:
                for stored in await asyncio.to_thread(self.storage.load_tables):
                    self._keep(Table(stored))
        except BaseException:
            await self.stop()
            raise
        self._tasks = [
            in_background(self._warm_up.follow(), "warm up"),
            in_background(rehearse(), "rehearse"),
            in_background(self.go_on(), "go on"),
            in_background(self.notices.open(), "notices"),
            in_background(self._upkeep.keep_clean(), "clean up"),
            in_background(self._upkeep.keep_watching(), "watch over"),
            in_background(self.slow.run(), "clocks"),
            in_background(self.club.run(), "club"),
        ]
        if self.fellows:
            self._tasks.append(in_background(self.fellows.run(), "fellows"))

    async def go_on(self, keepers: Iterable[Keeper] | None = None) -> None:
        """Wake all tables that are kept, or some that are kept from now on."""
        await self._upkeep.go_on(keepers)

    async def loaded(self) -> None:
        """Returns when all is loaded that stays as long as the server runs."""
        await asyncio.gather(*self._tasks[:2])

    async def stop(self) -> None:
        """End the streams, then the tables after what they are doing, then the workers."""
        self.hub.close()
        try:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await self.reviews.stop()
            await self.puzzles.stop()
            await self.notices.stop()
            if self.fellows:
                self.fellows.leaving = True  # whoever comes now waits for the next keeper
            ends = (keeper.end() for keeper in self._keepers.values())
            await asyncio.gather(*ends, return_exceptions=True)
            await self.slow.stop()
            if self.fellows:
                await self.fellows.leave()
        finally:
            self._warm_up.stop()
            self.thinking.stop()
            await asyncio.to_thread(self.storage.stop)

    def watch_over(self) -> None:
        """Look after tables that stand still though they should not, now."""
        self._upkeep.watch_over()

    async def clean_up(self) -> int:
        """Clear away what nobody wants any more, now; how many tables that were."""
        return await self._upkeep.clean_up()

    @property
    def standing(self) -> int:
        """How many tables stand still though they should not."""
        return self._upkeep.standing

    async def _remove(self, keeper: Keeper) -> None:
        if self._keepers.pop(keeper.code, None) is None:
            return
        self._forget(keeper.code)
        if keeper.outline.status == OVER:
            self.shelf.note(keeper.code)
        self._removing.add(keeper.code)
        try:
            await keeper.end()
            await self.storage.write(Change(keeper.code, delete=True))
        finally:
            self._removing.discard(keeper.code)
        self.hub.publish(keeper.code)

    def _forget(self, code: str) -> None:
        """A table is not kept here any more."""
        self._register.forget(code)
        self.hub.presence.forget(code)
        self.talking.forget(code)
        self.elsewhere.changed(code)

    def _keep(self, table: Table) -> Keeper:
        self.slow.take_in(table)
        self.club.take_in(table)
        keeper = Keeper(table, self.storage, self.thinking, self._changed, self.hub.watched)
        self._keepers[table.code] = keeper
        self.elsewhere.changed(table.code)
        self._register.enter(table.code, (seat.visitor for seat in keeper.outline.seats))
        if keeper.outline.host:
            self.hub.presence.sign(table.code, keeper.outline.host)
        return keeper

    def _changed(self, code: str) -> None:
        """A table has changed: who sits there is known, and who watches is told."""
        if keeper := self._keepers.get(code):
            self._register.enter(code, (seat.visitor for seat in keeper.outline.seats))
            self.notices.changed(keeper.outline)
            self.elsewhere.changed(code)
            self.club.changed(keeper.outline)
        self.hub.publish(code)

    def _arrived(self, code: str) -> None:
        """Somebody has come to look: bots that play alone go on."""
        keeper = self._keepers.get(code)
        if keeper and keeper.outline.bots_alone:
            keeper.nudge()

    def outline(self, code: str) -> Outline | None:
        """A table as it is stored, or as others tell of it; None if there is no such table."""
        keeper = self._keepers.get(code)
        return keeper.outline if keeper else self.elsewhere.outlines.get(code)

    def keeps(self, code: str) -> bool:
        """Whether a table is kept by this process."""
        return code in self._keepers

    @property
    def eldest(self) -> bool:
        """Whether this process does what is done once for all."""
        return self.fellows is None or self.fellows.eldest == self.fellows.number

    def has_table(self, code: str) -> bool:
        """Whether there is a table, here or elsewhere."""
        return code in self._keepers or code in self.elsewhere.outlines

    def has_seat(self, visitor: str, code: str | None = None) -> bool:
        """Whether somebody has a seat at a table, or at any."""
        return self._register.has_seat(visitor, code)

    async def do(self, code: str, deed: Callable[[Table], T]) -> T:
        """Have something done at a table; returns when it is stored."""
        return await self._keeper(code).do(deed)

    def _keeper(self, code: str) -> Keeper:
        return keeper_of(self._keepers, code)

    @property
    def warmth(self) -> Warmth | None:
        """How far the bots that search are; None: they are there."""
        return self._warm_up.warmth

    # Lists

    @property
    def count(self) -> int:
        return len(self._keepers)

    def levels(self) -> tuple[str, ...]:
        """The bots there are."""
        return self._levels

    def open_tables(self) -> tuple[Summary, ...]:
        """Tables at which somebody waits for others while their host is there, the newest first."""
        found = [*self.own_open_tables(), *self.elsewhere.open_tables()]
        found.sort(key=lambda table: table.created, reverse=True)
        return tuple(table.summary() for table in found[:MOST_LISTED])

    def own_open_tables(self) -> list[Outline]:
        """Those that are kept here."""
        own = (keeper.outline for keeper in self._keepers.values())
        return [
            table
            for table in own
            if table.status == WAITING
            and table.options.listed
            and any(not seat.away for seat in table.people)
            and self.hub.presence.lately(table.code, table.host)
            and any(seat.kind == EMPTY for seat in table.seats)
        ]

    def my_tables(self, visitor: str | None) -> tuple[Summary, ...]:
        """Where somebody has a seat, the last one played first."""
        found = self.tables_of(visitor)
        found.sort(key=lambda table: table.touched, reverse=True)
        return tuple(self.slow.summary(table, visitor) for table in found[:MOST_LISTED])

    def _outlines(self) -> Iterator[Outline]:
        yield from (keeper.outline for keeper in self._keepers.values())
        yield from self.elsewhere.outlines.values()

    def tables_of(self, visitor: str | None) -> list[Outline]:
        """Where somebody has a seat."""
        if visitor is None:
            return []
        return [table for table in self._outlines() if table.seat_of(visitor) is not None]

    def last_options(self, visitor: str | None) -> Options | None:
        """What somebody last chose for a table of his own."""
        mine = [table for table in self.tables_of(visitor) if table.host == visitor]
        newest = max(mine, key=lambda table: table.created, default=None)
        return newest.options if newest else None

    def last_name(self, visitor: str | None) -> str:
        """What somebody last called himself."""
        mine = self.tables_of(visitor)
        newest = max(mine, key=lambda table: table.created, default=None)
        if newest is None:
            return ""
        return newest.seats[newest.seat_of(visitor) or 0].name

    async def name_of(self, visitor: str | None) -> str:
        """What somebody is called: in the club, or else what he last called himself."""
        player = await self.club.player(visitor)
        return player.name if player else self.last_name(visitor)

    # Tables

    async def join(self, code: str, visitor: str, name: str, seat: int | None = None) -> int:
        name = await self.club.called(visitor, name)
        return await self._keeper(code).do(lambda table: table.sit(visitor, name, seat))

    async def leave(self, code: str, visitor: str | None) -> None:
        await self._keeper(code).do(lambda table: table.leave(visitor))

    async def come_back(self, code: str, visitor: str | None) -> int:
        return await self._keeper(code).do(lambda table: table.come_back(visitor))

    async def arrive(self, code: str, visitor: str | None) -> None:
        """Somebody comes to a table before its game; if a seat is kept for him, he has it."""
        table = self._keeper(code).outline
        own = [table.seats[seat] for seat in table.seats_of(visitor)]
        if table.status == WAITING and any(seat.away for seat in own):
            await self.come_back(code, visitor)

    async def put_bot(self, code: str, visitor: str | None, seat: int, level: str | None) -> None:
        if level is not None:
            self._check_level(level)
        await self._keeper(code).do(lambda table: table.put_bot(visitor, seat, level))

    async def set_up(self, code: str, visitor: str | None, options: Options) -> None:
        """The host wants to play something else."""
        options = self.check_options(options)
        await self._keeper(code).do(lambda table: table.set_up(visitor, options))

    async def move_seat(self, code: str, visitor: str | None, seat: int, to: int) -> None:
        await self._keeper(code).do(lambda table: table.move(visitor, seat, to))

    async def rename(
        self, code: str, visitor: str | None, name: str, seat: int | None = None
    ) -> None:
        own = self._keeper(code).outline.seats_of(visitor)
        if visitor is not None and (seat is None or seat in own[:1]):
            name = await self.club.called(visitor, name)
        else:
            await self.club.check_free(name)
        await self._keeper(code).do(lambda table: table.rename(visitor, name, seat))

    async def remove(self, code: str, visitor: str | None, seat: int) -> None:
        await self._keeper(code).do(lambda table: table.remove(visitor, seat))

    async def let_back(self, code: str, visitor: str | None, name: str) -> None:
        await self._keeper(code).do(lambda table: table.let_back(visitor, name))

    async def show_hand(self, code: str, visitor: str | None, seat: int) -> None:
        await self._keeper(code).do(lambda table: table.show_hand(visitor, seat))

    async def cover_hands(self, code: str, visitor: str | None) -> None:
        await self._keeper(code).do(lambda table: table.cover_hands(visitor))

    async def start_game(self, code: str, visitor: str | None) -> None:
        await self._keeper(code).do(lambda table: table.start(visitor))

    async def decide(
        self, code: str, visitor: str | None, seat: int | None, move: str, step: int
    ) -> None:
        await self._keeper(code).do(lambda table: table.decide(visitor, seat, move, step))
        await self.slow.come_home(visitor)

    async def undecide(
        self, code: str, visitor: str | None, seat: int | None = None, step: int | None = None
    ) -> None:
        await self._keeper(code).do(lambda table: table.undecide(visitor, seat, step))

    async def take_back(self, code: str, visitor: str | None, step: int) -> None:
        """Back to before somebody's last decision, if he plays against bots alone."""
        await self._keeper(code).do(lambda table: table.take_back(visitor, step))

    async def set_pace(self, code: str, visitor: str | None, pace: str) -> None:
        """Bots that play alone: so many seconds between steps, ``pause``, or one ``step``."""
        await self._keeper(code).do(lambda table: table.set_pace(visitor, pace))

    async def set_delay(self, code: str, visitor: str | None, turns: int) -> None:
        """So many turns spectators are behind; for the host, before and during the game."""
        await self._keeper(code).do(lambda table: table.set_delay(visitor, turns))

    async def table_view(self, code: str, visitor: str | None, quotes: bool = True) -> TableView:
        """What somebody may see of a table; with what things cost him, unless a program asks."""
        keeper = self._keeper(code)
        if visitor and self.has_seat(visitor, keeper.code):
            self.hub.presence.sign(keeper.code, visitor)
        found = await keeper.table_view(visitor, quotes)
        if found.status != WAITING:
            watchers = self.hub.spectators(keeper.code, keeper.outline.visitors)
            return replace(found, watchers=watchers) if watchers else found
        return replace(found, present=self.present(keeper.code) or frozenset())

    def present(self, code: str) -> frozenset[int] | None:
        """The seats of people who look at a table before its game; None at any other."""
        keeper = self._keepers.get(code)
        if keeper is None or keeper.outline.status != WAITING:
            return None
        looks = self.hub.presence.looks
        return frozenset(seat.seat for seat in keeper.outline.people if looks(code, seat.visitor))

    async def progress(self, code: str, visitor: str | None) -> Progress | None:
        """What has changed at a table within a step; None where the whole view is needed."""
        keeper = self._keepers.get(code)
        return await keeper.progress(visitor) if keeper else None

    def version(self, code: str) -> int | None:
        """The table's version, as it is stored; None if there is no such table."""
        keeper = self._keepers.get(code)
        return keeper.outline.version if keeper else None

    def knows(self, code: str) -> bool:
        """Whether a code is that of a table, or of a finished game that is kept."""
        return self.has_table(code) or code in self.shelf

    async def cards(self, edition: str, expansions: tuple[str, ...], digest: str) -> Catalogue:
        """The cards by which some game is played that was begun with others than today's."""
        found = kept.find(digest)
        if found is None:
            found = await asyncio.to_thread(printed.find, self.storage, digest)
        if found is None or (found.edition, found.expansions) != (edition, expansions):
            raise Refused("There are no such words.", 404)
        return found

    async def record(self, code: str) -> dict[str, Any]:
        """The finished game, as `mirabilia verify` and `replay` read it."""
        return await self._keeper(code).do(lambda table: table.record())

    async def hint(self, code: str, visitor: str | None, seat: int | None = None) -> Hint:
        """What a bot would do at somebody's place; asked once for each seat and step."""
        keeper = self._keeper(code)
        if keeper.outline.tournament:
            raise Refused("There are no hints at a table of a tournament.", 403)
        cold = self.thinking.cold
        number, about, view = await keeper.do(lambda table: hint_for(table, visitor, seat, cold))
        thought = await keeper.advise(about, [(HINT_LEVEL, view)])
        if thought is None:
            raise Refused("No bot has an answer now; try again.", 503)
        return Hint(
            number,
            about[0],
            thought.move,
            thought.reason,
            thought.expectations,
            thought.stand_in,
        )

    async def forget_at(self, code: str, visitor: str) -> None:
        """At a table that is over, somebody is not named any more; it goes if he was alone."""
        keeper = self._keeper(code)
        others = [seat for seat in keeper.outline.people if seat.visitor not in (None, visitor)]
        if others and keeper.outline.status == OVER:
            await keeper.do(lambda table: table.unname(visitor))
            keeper.rest()  # its game is to be read again, with the names there are now
        else:
            await self._remove(keeper)

    async def rematch(self, code: str, visitor: str | None, address: str | None = None) -> str:
        """The same people and settings again; whoever asks first opens the table, once."""
        keeper = self._keeper(code)
        table = keeper.outline
        if table.seat_of(visitor) is None:
            raise Refused("You have no seat at this table.", 403)
        if table.status != OVER:
            raise Refused("The game is not over.")
        following = table.next_code
        if following is None or not self.has_table(following):
            following = await self._open_rematch(keeper, visitor, address)
        with contextlib.suppress(Refused):
            if following in self._keepers:
                await self.come_back(following, visitor)
            elif self.fellows:
                await self.fellows.come_back(following, visitor)
        return following

    async def _open_rematch(self, keeper: Keeper, visitor: str | None, address: str | None) -> str:
        await self._make_room(address, besides=keeper.code)
        new_code = self.new_code()

        def claim(table: Table) -> str:
            """Of several who ask at once, one opens the table."""
            following = table.stored.next_code
            if following is not None and self.has_table(following):
                return following
            if table.status != OVER:  # its end was taken back
                raise Refused("The game is not over.")
            table.link(new_code)
            return new_code

        seats = keeper.outline.seats_again(visitor)
        table = Table(new_table(new_code, keeper.outline.options, seats, visitor))
        if not any(seat.away == KEPT for seat in seats):
            table.begin()
        await self._open(table, address)
        code = ""
        try:
            code = await keeper.do(claim)
        finally:
            if code != new_code:
                await self._remove(self._keepers[new_code])
        return code
