"""The processes in which bots think, and what is done there.

A worker that dies is replaced and what it did is asked again; one that takes too long is replaced,
and only that one. Its time counts from when it is ready: a worker that has to compile first may
take minutes for that. While nothing is compiled, *cold* workers let a quick bot stand in for those
that search; ``renew`` replaces them, and only when their successors are ready.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from multiprocessing import connection
from typing import Any, TypeVar, TypeVarTuple

from ...bots import Bot, Expectation, Expecting
from ...bots.levels import LEVELS, stand_in
from ...catalogue import CatalogueError, kept
from ...game.notation import Move

log = logging.getLogger("mirabilia.thinking")
Job = Sequence[tuple[str, Mapping[str, Any]]]  # a level and a view for each decision
_TODAYS: Mapping[str, bytes] = {}
_TRIES = 3
_START = 600.0  # seconds in which a worker has to be ready, on the slowest machine
Given = TypeVar("Given")
Parts = TypeVarTuple("Parts")
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot would do, as the text of a move, and why: its sentence, its figures if any.

    ``stand_in`` names the bot that has decided, if it was not the one that was asked; ``seconds``
    is how long it took.
    """

    move: str
    reason: str
    expectations: tuple[Expectation, ...] = ()
    stand_in: str | None = None
    seconds: float = field(default=0.0, compare=False)


def think(
    job: Job, share: float = 1.0, cards: Mapping[str, bytes] = _TODAYS
) -> list[Thought | None]:
    """Decide for several bots, each with a share of its time; this is what a worker does.

    ``cards``: the catalogues of those games, by digest, that are played by others than today's.
    """
    with contextlib.suppress(CatalogueError):  # what can't be read is not known, and bots fail
        for digest, data in cards.items():
            kept.unpack(data, digest)
    return [_think(level, view, share) for level, view in job]


def _think(level: str, view: Mapping[str, Any], share: float) -> Thought | None:
    from ... import bots

    instead = stand_in(level)
    began = time.perf_counter()
    try:
        bot = bots.make(instead or level, *budget(level, share))
        move, seconds = str(bot.choose(view)), time.perf_counter() - began
        return Thought(move, bot.explain(), _expectations(bot), instead, seconds)
    except Exception:
        # Whatever is wrong with a bot, which may be another's, must not stop the table.
        return None


def budget(level: str, share: float) -> tuple[float | None, int | None]:
    """The seconds and the playouts that a level may take for a decision; None: as it is."""
    known = LEVELS.get(level)
    if known is None or share >= 1:
        return None, None
    if known.playouts is None:
        return known.seconds * share, None
    return None, max(1, round(known.playouts * share))


def done(job: tuple[Callable[[*Parts], Found], tuple[*Parts]]) -> tuple[Found] | None:
    """In a worker: some other work, done; whatever is wrong with it must not end the worker."""
    work, given = job
    try:
        return (work(*given),)
    except Exception:
        return None


def _expectations(bot: Bot) -> tuple[Expectation, ...]:
    """What a bot expects of its moves. Others' bots may have no figures, or none to be sent on."""
    if not isinstance(bot, Expecting):
        return ()
    with contextlib.suppress(Exception):
        found = tuple(
            Expectation(
                Move.parse(str(each.move)), float(each.place), float(each.points), int(each.tries)
            )
            for each in bot.expectations()
        )
        if all(math.isfinite(each.place) and math.isfinite(each.points) for each in found):
            return found
    return ()


def _prepare(cold: bool) -> None:
    """A new worker: loads what is compiled, if anything is, and ends with its server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if cold:
        from ...game.warming import run_cold

        run_cold()
    from ...bots.searcher import ensure_search_compiled

    ensure_search_compiled(quiet=True)
    _rehearse()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)


def _rehearse() -> None:
    """The first decision loads compiled code; better now than at a table."""
    from ...game.game import Game

    view = Game(3, seed=1).view(0)
    think([("greedy", view), ("beginner", view)])


def _new_process(cold: bool = False) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _prepare, (cold,))


class Worker:
    """A process that thinks about one job at a time."""

    def __init__(self, cold: bool = False) -> None:
        self._cold = cold
        self._pool: ProcessPoolExecutor | None = None
        self._ready: asyncio.Future[Any] | None = None
        self._stopped = False

    def start(self) -> None:
        """Start the process, if there is none; it gets ready while others wait for nothing."""
        if self._stopped:
            raise asyncio.CancelledError
        if self._pool is None:
            self._pool = _new_process(self._cold)
            self._ready = _readiness(self._pool)

    async def get_ready(self) -> None:
        """Start it and wait until it can be asked."""
        self.start()
        assert self._ready is not None
        async with asyncio.timeout(_START):
            await asyncio.shield(self._ready)

    async def renew(self) -> None:
        """Have a process take over that runs compiled code; the old one ends what it is doing."""
        self._cold = False
        pool = _new_process()
        ready = _readiness(pool)
        try:
            async with asyncio.timeout(_START):
                await asyncio.shield(ready)
        except BaseException:
            _end(pool)
            raise
        if self._stopped:
            _end(pool)
            return
        old, self._pool, self._ready = self._pool, pool, ready
        if old:
            old.shutdown(wait=False)

    async def do(
        self, work: Callable[[Given], Found], given: Given, seconds: float
    ) -> Found | None:
        """What comes of some work, within so many seconds from when the worker is ready."""
        for _ in range(_TRIES):
            pool = self._pool
            try:
                self.start()
                pool, ready = self._pool, self._ready
                assert pool is not None
                assert ready is not None
                async with asyncio.timeout(_START):
                    await asyncio.shield(ready)
                asked = asyncio.wrap_future(pool.submit(work, given))
                async with asyncio.timeout(seconds):
                    return await asked
            except (BrokenProcessPool, RuntimeError):
                if pool is self._pool:  # else it has had a successor meanwhile
                    log.warning("a worker has died; a new one takes its place")
                self._end(pool)
            except BaseException:
                self._end(pool)  # it is busy with what nobody waits for any more
                raise
        return None

    def _end(self, pool: ProcessPoolExecutor | None) -> None:
        if pool is self._pool:
            self._pool = None
        if pool:
            _end(pool)

    def stop(self) -> None:
        """End for good."""
        self._stopped = True
        self._end(self._pool)

    @property
    def processes(self) -> list[int]:
        """The numbers of those that are alive."""
        found = (self._pool._processes or {}) if self._pool else {}
        return [number for number, process in found.items() if process.is_alive()]


def _readiness(pool: ProcessPoolExecutor) -> asyncio.Future[Any]:
    ready = asyncio.wrap_future(pool.submit(think, ()))
    ready.add_done_callback(_nobody_minds)
    return ready


def _end(pool: ProcessPoolExecutor) -> None:
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        with contextlib.suppress(Exception):
            process.terminate()


def _nobody_minds(ready: asyncio.Future[Any]) -> None:
    """That a worker did not get ready is told to who asks it."""
    if not ready.cancelled():
        ready.exception()
