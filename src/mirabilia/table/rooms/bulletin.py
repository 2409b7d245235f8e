"""What all processes of a database are told: something that each holds in memory has changed there.

It is told by NOTIFY in the transaction that changes it (``leases.notify``), and heard by a thread
with a connection of its own. Whoever was not connected may have missed something, so then
everything is read anew. Updates of tables don't come this way: those who look at a table are told
by its keeper.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable

import sqlalchemy as sa

from .leases import CHANNEL

log = logging.getLogger("mirabilia.bulletin")
ALL = "all"  # anything may have changed
# What may have changed: who has devices, who is away, what somebody wants to be forgotten, and,
# with a code after it, what is on the shelf.
DEVICES, HOLIDAYS, FORGOTTEN, SHELF = "devices", "holidays", "forgotten", "shelf"
_LOOK = 1.0  # seconds until it is seen that nobody wants to hear any more
_AGAIN = 0.5  # seconds until a connection that broke is tried again


class Bulletin:
    """``hear`` is called in the event loop with what was told, ``ALL`` after each connection."""

    def __init__(self, engine: sa.Engine, hear: Callable[[str], None]) -> None:
        self._engine, self._hear = engine, hear
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        loop = asyncio.get_running_loop()

        def tell(words: str) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._hear, words)

        self._thread = threading.Thread(
            target=self._listen, args=(tell,), name="bulletin", daemon=True
        )
        self._thread.start()

    def end(self) -> None:
        """With the next that is told, or in a moment."""
        self._ended.set()

    def stop(self) -> None:
        """Takes a moment."""
        self.end()
        if self._thread:
            self._thread.join(2 * _LOOK)

    def _listen(self, tell: Callable[[str], None]) -> None:
        while not self._ended.is_set():
            try:
                self._hear_all(tell)
            except Exception as error:
                log.info("nothing is heard", extra={"why": type(error).__name__})
                self._ended.wait(_AGAIN)

    def _hear_all(self, tell: Callable[[str], None]) -> None:
        with self._engine.connect() as connection:
            try:
                own = connection.execution_options(isolation_level="AUTOCOMMIT")
                own.exec_driver_sql(f"LISTEN {CHANNEL}")
                driver = own.connection.driver_connection
                assert driver is not None
                tell(ALL)
                while not self._ended.is_set():
                    for told in driver.notifies(timeout=_LOOK, stop_after=1):
                        tell(told.payload)
            finally:
                connection.invalidate()  # nobody else is to hear what was meant for us
