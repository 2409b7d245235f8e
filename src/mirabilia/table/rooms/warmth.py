"""How warm a server is: whether its bots have been compiled, and how far that has come."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from ...game.warming import COMPILING, FAILED, READY, Warming
from .thinking import Thinking

log = logging.getLogger("mirabilia.warmth")
_FIRST_PAGE = 1.0  # seconds in which nothing shall delay it
_LOOK = 0.25
_AGAIN = 30.0  # seconds until workers that did not come up are tried again


@dataclass(frozen=True, slots=True)
class Warmth:
    """The bots that search are not there yet: how far they are, from 0 to 1, and how many seconds
    are left. ``failed``: they won't come.
    """

    share: float
    seconds: float
    failed: bool = False


class WarmUp:
    """From a server that plays uncompiled to one that does not; without ``warming`` it is one."""

    def __init__(self, thinking: Thinking, warming: Warming | None) -> None:
        self._thinking, self._warming = thinking, warming

    @property
    def warmth(self) -> Warmth | None:
        """None: all bots are there."""
        if self._warming is None:
            return None
        progress = self._warming.progress()
        return Warmth(progress.share, progress.seconds, self._warming.state == FAILED)

    def begin(self) -> None:
        if self._warming:
            self._warming.begin()

    async def follow(self) -> None:
        """Have it compiled, wait for that, then for workers that run it."""
        warming = self._warming
        if warming is None:
            return
        await asyncio.sleep(_FIRST_PAGE)
        warming.start()
        while warming.state == COMPILING:
            await asyncio.sleep(_LOOK)
        if warming.state != READY:
            log.error("not compiled: quick bots go on playing", extra={"why": warming.why})
            return
        while self._thinking.cold:
            try:
                await self._thinking.renew()
            except Exception as error:
                log.error("no compiled workers", extra={"why": type(error).__name__})
                await asyncio.sleep(_AGAIN)
        self._warming = None
        log.info("compiled: all bots are there")

    def stop(self) -> None:
        if self._warming:
            self._warming.stop()
