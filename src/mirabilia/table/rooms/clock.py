"""The clock of a table: the time that people have for the decisions of a step."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from ..tasks import in_background
from .table import Table

_NONE = -1


class Clock:
    """Calls ``run_out`` with the step whose time is over, until it is ``heard``."""

    def __init__(self, run_out: Callable[[int], Awaitable[None]]) -> None:
        self._run_out = run_out
        self._step = _NONE
        self._timer: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Task[None] | None = None

    @property
    def runs(self) -> bool:
        return self._timer is not None or self._ringing is not None

    def mind(self, table: Table) -> None:
        """Let the clock run as the table needs it: anew for each step, if people have to decide."""
        if table.options.clock is None:
            return
        if not table.waits_for_people:
            self.stop()
            self._step, table.deadline = _NONE, None
            return
        if table.step != self._step or table.deadline is None:
            self.stop()
            self._step = table.step
            table.deadline = time.monotonic() + table.options.clock
        if not self.runs:
            left = max(0.0, table.deadline - time.monotonic())
            self._timer = asyncio.get_running_loop().call_later(left, self._ring)

    def heard(self, step: int) -> None:
        """The table knows that the time of a step is over; who comes back has it anew."""
        if step == self._step:
            self._step = _NONE

    def stop(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _ring(self) -> None:
        self._timer = None
        self._ringing = in_background(self._tell(self._step), "clock")

    async def _tell(self, step: int) -> None:
        try:
            await self._run_out(step)
        finally:
            self._ringing = None
