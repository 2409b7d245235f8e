"""What the service does by itself: tables are woken at the start, watched over, cleared away."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from . import printed
from .keeper import Keeper
from .outline import CLOSED
from .refused import Refused
from .table import Table
from .table_view import OVER, PLAYING, WAITING

if TYPE_CHECKING:
    from .service import Service

log = logging.getLogger("mirabilia.service")


class Upkeep:
    """All tables of a service; ``remove`` is how one of them is cleared away."""

    def __init__(
        self,
        service: Service,
        keepers: Mapping[str, Keeper],
        remove: Callable[[Keeper], Awaitable[None]],
    ) -> None:
        self._service, self._keepers, self._remove = service, keepers, remove
        self._suspects: dict[str, tuple[int, str]] = {}  # tables that stood still when last seen
        self.standing = 0  # how many have stood still for longer than that

    async def go_on(self, keepers: Iterable[Keeper] | None = None) -> None:
        """Wake tables at which a bot or a clock may be waiting; then finished ones whose game is
        not kept yet. ``keepers``: of some that are kept from now on; else of all.
        """
        await self._keep_cards()
        some = list(self._keepers.values() if keepers is None else keepers)
        for keeper in sorted(some, key=lambda each: each.outline.status == OVER):
            table = keeper.outline
            try:
                if table.status == PLAYING and (table.people or table.tournament):
                    await keeper.wake()
                    self._service.notices.changed(keeper.outline)
                elif table.status == OVER and keeper.code not in self._service.shelf:
                    await keeper.do(Table.file)
                    keeper.rest()
            except Refused:
                pass  # it is of other rules, or has gone
            except Exception as error:
                why = type(error).__name__
                log.error("table not woken", extra={"code": keeper.code, "why": why})

    async def _keep_cards(self) -> None:
        """Games that an earlier version has begun are to go on after the next update, too."""
        try:
            storage = self._service.storage
            if missing := await storage.look_up(printed.lacking):
                await storage.write_beside(*map(printed.put, missing))
        except Exception as error:
            log.error("catalogues not kept", extra={"why": type(error).__name__})

    async def keep_watching(self) -> None:
        """Look after tables that stand still though they should not; that is a fault of ours."""
        while True:
            await asyncio.sleep(self._service.settings.watch_every)
            try:
                self.watch_over()
            except Exception as error:
                log.error("watching over tables failed", exc_info=error)

    def watch_over(self) -> None:
        """Whoever stands still twice for the same reason is counted, logged and nudged."""
        self._service.hosting.look_after()
        before, self._suspects = self._suspects, {}
        standing = 0
        for code, keeper in self._keepers.items():
            if why := keeper.standing():
                self._suspects[code] = keeper.outline.version, why
                if before.get(code) == self._suspects[code]:
                    standing += 1
                    log.error("table stands still", extra={"code": code, "why": why})
                    keeper.nudge()
        self.standing = standing

    async def keep_clean(self) -> None:
        while True:
            await asyncio.sleep(self._service.settings.clean_every)
            try:
                await self.clean_up()
            except Exception as error:
                log.error("clean-up failed", extra={"why": type(error).__name__})

    async def clean_up(self) -> int:
        """Clear abandoned tables away and put idle ones to rest; how many were cleared away."""
        service, settings = self._service, self._service.settings
        keep = {
            WAITING: settings.keep_waiting,
            PLAYING: settings.keep_playing,
            OVER: settings.keep_over,
            CLOSED: settings.keep_over,
        }
        cleared = 0
        for keeper in list(self._keepers.values()):
            table, watched = keeper.outline, service.hub.watched(keeper.code)
            age = time.time() - table.touched
            kept = settings.keep_waiting if table.bots_alone else keep[table.status]
            kept = service.slow.kept(table, kept)
            if table.tournament and table.status in (WAITING, PLAYING):
                kept = math.inf  # its keeper ends it, if its players don't
            if age > kept and not (watched and (table.status == WAITING or table.bots_alone)):
                await self._remove(keeper)
                cleared += 1
            elif not watched and time.monotonic() - keeper.used > settings.rest_after:
                keeper.rest()
        await service.notices.clean_up()
        games = 0
        if service.eldest:
            await service.pads.clean_up()
            games = await service.shelf.clean_up()
            await service.storage.write_beside(printed.clear(time.time() - printed.GRACE))
        if cleared or games:
            log.info("cleared away", extra={"tables": cleared, "games": games})
        return cleared
