"""Time that is injected and not waited for: servers that live by it, stop, and are killed."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mirabilia.table.rooms.life import Life
from mirabilia.table.rooms.service import Service
from mirabilia.table.settings import Settings
from tables import GENEROUS


class Hours:
    """What time it is: by the wall, and by clocks that nobody sets, of which each process has one
    that begins anywhere.
    """

    def __init__(self) -> None:
        self.wall, self._passed = 1.8e9, 0.0
        self._chance = random.Random(7)

    def pass_by(self, seconds: float) -> None:
        self.wall += seconds
        self._passed += seconds

    def life(self) -> Life:
        """That of a new process."""
        base = self._chance.uniform(-1e6, 1e6) - self._passed
        return Life(lambda: base + self._passed, lambda: self.wall)


async def begin(path: Path, hours: Hours, **changes: Any) -> Service:
    """A server on a file, which may have been another's."""
    settings = {**GENEROUS, "watch_every": 3600.0, **changes}
    service = Service(Settings(database=f"sqlite:///{path}", **settings), life=hours.life())
    await service.start()
    return service


async def kill(service: Service) -> None:
    """As if by ``kill -9``: nothing is finished, nothing more is stored."""
    tasks = [*service._tasks]
    for keeper in service._keepers.values():
        tasks += [task for task in (keeper._task, keeper._asking) if task]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    service.thinking.stop()
    await asyncio.to_thread(service.storage.stop)


@asynccontextmanager
async def living(path: Path, hours: Hours, **changes: Any) -> AsyncIterator[Service]:
    service = await begin(path, hours, **changes)
    try:
        yield service
    finally:
        await service.stop()


async def ring(service: Service) -> None:
    """What a server does by itself every second."""
    await service.slow.end_holidays()
    await asyncio.gather(*service.slow.clocks.look())
    await service.slow.clocks.live()
