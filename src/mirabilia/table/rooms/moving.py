"""Tables that come to this process from others of the same database, and go to them.

Who keeps which is decided by leases; here is what that means for what is held in memory. A table
that comes is read as at a start, with all that is known of it besides; one that goes is ended first
and then forgotten.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING

from .keeper import Keeper
from .schema import read_tables
from .table import Table

if TYPE_CHECKING:
    from .service import Service


class Moving:
    """``opening`` are codes of new tables that are stored but not kept yet, ``removing`` those of
    tables that are not kept any more but still stored; ``keep`` and ``forget`` are how the service
    takes a table in, and how it forgets one.
    """

    def __init__(
        self,
        service: Service,
        keepers: dict[str, Keeper],
        opening: Collection[str],
        removing: Collection[str],
        keep: Callable[[Table], Keeper],
        forget: Callable[[str], None],
    ) -> None:
        self._service, self._keepers = service, keepers
        self._opening, self._removing = opening, removing
        self._keep, self._forget = keep, forget

    async def take_up(self, codes: Iterable[str]) -> list[Keeper]:
        """Keep those of some tables that are not kept here yet; they were claimed before."""
        service = self._service
        known = {*self._keepers, *self._opening, *self._removing}
        new = [code for code in codes if code not in known]
        if not new:
            return []
        found = await service.storage.look_up(
            lambda at: [stored for code in new for stored in read_tables(at, code)]
        )
        await service.talking.learn(new)
        await service.notices.learn(new)
        for stored in found:
            service.elsewhere.forget(stored.code)
        return [self._keep(Table(stored)) for stored in found]

    async def let_go(self, keepers: Iterable[Keeper]) -> None:
        """Do nothing any more at some tables, which others are to keep."""
        for keeper in keepers:
            if self._keepers.pop(keeper.code, None):
                self._forget(keeper.code)
                await keeper.end()

    async def lose_all(self) -> None:
        """All tables are kept by others already; nothing that is known here is true any more."""
        self._service.hub.end_all()
        lost = list(self._keepers.values())
        self._keepers.clear()
        for keeper in lost:
            self._forget(keeper.code)
        await asyncio.gather(*(keeper.end() for keeper in lost), return_exceptions=True)
