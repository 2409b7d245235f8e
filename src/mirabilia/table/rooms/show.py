"""Bots that play alone, for whoever looks on: how fast, and when the next step is due.

Nothing is asked of them while nobody looks, or while their host lets them wait.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from ..tasks import in_background
from .refused import Refused
from .table_view import PACES, PAUSE, PLAYING, STEP, Pace

if TYPE_CHECKING:
    from .table import Table

_NONE = -1


class Show:
    """What a table knows of it; after a restart its bots wait."""

    def __init__(self) -> None:
        self.pace = Pace(paused=True)
        self.due = _NONE  # the step that may be played now

    def set(self, pace: str, step: int) -> None:
        """One of the paces, ``pause``, or ``step``: this one, and no other by itself."""
        if pace not in (*PACES, PAUSE, STEP):
            known = ", ".join((*PACES, PAUSE, STEP))
            raise Refused("A pace is one of %(known)s.", 400, known=known)
        paused = pace in (PAUSE, STEP)
        self.pace = Pace(self.pace.seconds if paused else float(pace), paused)
        if pace == STEP:
            self.due = step


class Conductor:
    """Has ``go_on`` called with each step when its time has come, while somebody looks."""

    def __init__(
        self, go_on: Callable[[int], Coroutine[Any, Any, None]], watched: Callable[[], bool]
    ) -> None:
        self._go_on, self._watched = go_on, watched
        self._step, self._since = _NONE, 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._telling: asyncio.Task[None] | None = None

    def mind(self, table: Table) -> None:
        """Wait for the next step as the table's pace has it."""
        self.stop()
        if not table.bots_alone or table.status != PLAYING or table.game is None:
            return
        if table.step != self._step:
            self._step, self._since = table.step, time.monotonic()
        if table.show.pace.paused or table.show.due == table.step or not self._watched():
            return
        left = max(0.0, self._since + table.show.pace.seconds - time.monotonic())
        self._timer = asyncio.get_running_loop().call_later(left, self._ring, table.step)

    def stop(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _ring(self, step: int) -> None:
        self._timer = None
        if self._watched():
            self._telling = in_background(self._go_on(step), "bots that play alone")
