"""The clocks of all tables of a server: which of them runs out next, and that it is heard.

A clock is a number here, whether its table is in memory or at rest, so that one of days costs
nothing; when it has run out, its table is woken. While any clock runs the server gives a sign of
life about once a second. If that can't be stored nobody can decide anything: all clocks stand.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from ..tasks import in_background
from .life import Life
from .storage import StorageError

log = logging.getLogger("mirabilia.clocks")
EVERY = 1.0  # seconds between two looks, and two signs of life
_BEAT = 0.9 * EVERY
_LEAST = 0.01


class Clocks:
    """``ring`` is called with the code of a table whose time is over, until its clock is set anew;
    ``beat`` stores a sign of life.
    """

    def __init__(
        self,
        life: Life,
        ring: Callable[[str], Awaitable[None]],
        beat: Callable[[], Awaitable[None]],
    ) -> None:
        self._life, self._ring, self._beat = life, ring, beat
        self._deadlines: dict[str, float] = {}
        self._ringing: dict[str, asyncio.Task[None]] = {}
        self._set = asyncio.Event()
        self._beaten = -EVERY  # when the last sign of life was given

    def set(self, code: str, deadline: float | None) -> None:
        """The clock of a table runs out then; None: none runs there."""
        if deadline is None:
            self._deadlines.pop(code, None)
        elif self._deadlines.get(code) != deadline:
            self._deadlines[code] = deadline
            self._set.set()

    async def run(self) -> None:
        """For as long as the server runs."""
        while True:
            try:
                await self.live()
            except Exception as error:
                log.error("looking at the clocks failed", exc_info=error)
            self._set.clear()
            try:
                async with asyncio.timeout(self._until_next()):
                    await self._set.wait()
            except TimeoutError:
                pass

    def _until_next(self) -> float:
        """Seconds until something is due; what rings already is looked after again in a while."""
        due = [at for code, at in self._deadlines.items() if code not in self._ringing]
        left = min(due, default=self._life.now() + EVERY) - self._life.now()
        return min(max(left, _LEAST), EVERY)

    async def live(self) -> None:
        """Ring what is due, and give a sign of life if a clock runs."""
        self.look()
        due = self._life.held or self._life.now() - self._beaten > _BEAT
        if self._deadlines and due:
            try:
                await self._beat()
            except StorageError:
                self._life.hold()
            else:
                self._life.let_go()
                self._beaten = self._life.now()

    def look(self) -> list[asyncio.Task[None]]:
        """Ring what is due; the tasks that do so."""
        now = self._life.now()
        due = [code for code, deadline in self._deadlines.items() if deadline <= now]
        for code in due:
            if code not in self._ringing:
                self._ringing[code] = in_background(self._tell(code), f"clock of {code}")
        return [self._ringing[code] for code in due]

    async def _tell(self, code: str) -> None:
        try:
            await self._ring(code)
            if self._deadlines.get(code, self._life.now() + 1) <= self._life.now():
                await asyncio.sleep(EVERY)  # it could not be heard; it is rung again then
        finally:
            del self._ringing[code]
