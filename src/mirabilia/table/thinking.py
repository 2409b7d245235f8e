"""Bots in worker processes, so that a thinking bot never delays a page.

A job is what several bots of one table have to decide, each from the view of its seat. A worker
that dies is replaced and its job asked again; where a bot fails or takes too long, or there are no
workers at all, the answer is None, and the table plays something legal instead.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import connection
from typing import Any

log = logging.getLogger("mirabilia.thinking")
Job = Sequence[tuple[str, Mapping[str, Any]]]  # a level and a view for each decision
_TRIES = 3


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot would do, as the text of a move, and why."""

    move: str
    reason: str


def think(job: Job) -> list[Thought | None]:
    """Decide for several bots; this is what a worker does."""
    return [_think(level, view) for level, view in job]


def _think(level: str, view: Mapping[str, Any]) -> Thought | None:
    from .. import bots

    try:
        bot = bots.make(level)
        return Thought(str(bot.choose(view)), bot.explain())
    except Exception:
        # Whatever is wrong with a bot, which may be another's, must not stop the table.
        return None


def _prepare() -> None:
    """A new worker: loads what is compiled, and ends with its server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    from ..bots.searcher import ensure_search_compiled

    ensure_search_compiled(quiet=True)
    _rehearse()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)


def _rehearse() -> None:
    """The first decision loads compiled code; better now than at a table."""
    from ..game import Game

    view = Game(3, seed=1).view(0)
    think([("greedy", view), ("beginner", view)])


class Thinking:
    """The workers."""

    def __init__(self, workers: int = 1, seconds: float = 20.0) -> None:
        self._workers, self._seconds = workers, seconds
        self._free = asyncio.Semaphore(max(workers, 1))
        self._pool: ProcessPoolExecutor | None = None

    def start(self) -> None:
        """Start the workers; they get ready while others wait for nothing."""
        if not self._workers:
            return
        pool = self._open()
        for _ in range(self._workers):
            pool.submit(think, ())

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._workers, multiprocessing.get_context("spawn"), _prepare
            )
        return self._pool

    async def ask(self, job: Job, seconds: float | None = None) -> list[Thought | None]:
        """What the bots would do; None for those that failed.

        A job waits for a worker as long as it takes; its time is counted from there.
        """
        async with self._free:
            try:
                return await self._ask(job, seconds or self._seconds)
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if task is None or task.cancelling():
                    raise
                log.warning("a job was dropped with its workers")
            except Exception as error:
                # Whatever went wrong with the workers, a table never waits for an answer in vain.
                log.error("no answer from the workers", extra={"why": type(error).__name__})
        return [None] * len(job)

    async def _ask(self, job: Job, seconds: float) -> list[Thought | None]:
        for _ in range(_TRIES if self._workers else 0):
            pool = self._open()
            try:
                future = asyncio.wrap_future(pool.submit(think, job))
                return await asyncio.wait_for(future, seconds)
            except (BrokenProcessPool, RuntimeError):
                log.warning("a worker has died; a new one takes its place")
                self._replace(pool)
            except TimeoutError:
                log.warning("a bot took too long; its worker is replaced")
                self._replace(pool)
                break
        return [None] * len(job)

    def _replace(self, pool: ProcessPoolExecutor) -> None:
        """End a pool of workers that can't be relied on, unless somebody has done so before."""
        if self._pool is pool:
            self._pool = None
            _end(pool)

    def stop(self) -> None:
        pool, self._pool = self._pool, None
        if pool:
            _end(pool)

    @property
    def workers(self) -> list[int]:
        """The processes' numbers, for tests and for those who watch over a server."""
        return list(self._pool._processes or ()) if self._pool else []


def _end(pool: ProcessPoolExecutor) -> None:
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        with contextlib.suppress(Exception):
            process.terminate()
