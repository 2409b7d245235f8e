"""Waiting for what comes in its time, however busy the machine is.

No test says how quick something has to be: what is awaited comes, or after a minute the test fails
with a sentence. What must not happen is looked for once something has happened that comes later.
"""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")
PATIENCE = 60.0  # seconds, wherever a test waits for a server, a browser or a process


def soon(
    condition: Callable[[], T], what: str = "", *, pause: float = 0.01, seconds: float = PATIENCE
) -> T:
    """What the condition gives once it is true."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        if time.monotonic() > end:
            raise AssertionError(_never(condition, what, seconds))
        time.sleep(pause)
    return found


async def spin(
    condition: Callable[[], T | Awaitable[T]],
    what: str = "",
    *,
    pause: float = 0.001,
    seconds: float = PATIENCE,
) -> T:
    """The same, while others of this loop go on; the condition may be a coroutine's."""
    end = time.monotonic() + seconds
    while True:
        asked = condition()
        found: T = await asked if inspect.isawaitable(asked) else asked
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError(_never(condition, what, seconds))
        await asyncio.sleep(pause)


def _never(condition: Callable[[], object], what: str, seconds: float) -> str:
    code = getattr(condition, "__code__", None)
    where = f", as line {code.co_firstlineno} of {code.co_filename} asks" if code else ""
    return f"Not within {seconds:g} seconds: {what or 'what was awaited'}{where}."
