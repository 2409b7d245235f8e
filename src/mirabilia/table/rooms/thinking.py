"""Bots in worker processes, so that a thinking bot never delays a page.

A job is what several bots of one table have to decide, each from the view of its seat. Jobs of
tables come before hints, these before bots that play alone for whoever looks on, and last come
reviews of games that are over (``work``), a short piece at a time. A worker that
dies is replaced and its job asked again; one that takes too long is replaced, and only that one.
Its time counts from when it is ready: a worker that has to compile first may take minutes for that.
While nothing is compiled, *cold* workers let a quick bot stand in for those that search; ``renew``
replaces them, and only when their successors are ready.
Where a bot fails or takes too long, or there are no workers at all, the answer is None, and the
table plays something legal instead.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import logging
import math
import multiprocessing
import os
import signal
import threading
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import connection
from typing import Any, TypeVar, TypeVarTuple

from ...bots import Bot, Expectation, Expecting
from ...bots.levels import stand_in
from ...game.notation import Move

log = logging.getLogger("mirabilia.thinking")
Job = Sequence[tuple[str, Mapping[str, Any]]]  # a level and a view for each decision
_TRIES = 3
_START = 600.0  # seconds in which a worker has to be ready, on the slowest machine
_PATIENCE = 30.0  # seconds that a hint waits for a worker
_GAME, _HINT, _SHOW, _REVIEW = range(4)  # for what a worker is wanted, the first first
Given = TypeVar("Given")
Parts = TypeVarTuple("Parts")
Found = TypeVar("Found")


class NoAnswer(Exception):
    """Some work came to nothing: it failed, took too long, or there is no worker."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot would do, as the text of a move, and why: its sentence, its figures if any.

    ``stand_in`` names the bot that has decided, if it was not the one that was asked.
    """

    move: str
    reason: str
    expectations: tuple[Expectation, ...] = ()
    stand_in: str | None = None


def think(job: Job) -> list[Thought | None]:
    """Decide for several bots; this is what a worker does."""
    return [_think(level, view) for level, view in job]


def _think(level: str, view: Mapping[str, Any]) -> Thought | None:
    from ... import bots

    instead = stand_in(level)
    try:
        bot = bots.make(instead or level)
        return Thought(str(bot.choose(view)), bot.explain(), _expectations(bot), instead)
    except Exception:
        # Whatever is wrong with a bot, which may be another's, must not stop the table.
        return None


def _done(job: tuple[Callable[[*Parts], Found], tuple[*Parts]]) -> tuple[Found] | None:
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
        return list(self._pool._processes or ()) if self._pool else []


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


class Thinking:
    """The workers, and who waits for one of them."""

    def __init__(self, workers: int = 1, seconds: float = 20.0, *, cold: bool = False) -> None:
        self._seconds = seconds
        self.cold = cold  # a quick bot stands in for those that search
        self._workers = [Worker(cold) for _ in range(workers)]
        self._idle = list(self._workers)
        # Who comes later, a running number, and where the worker is to be put.
        self._waiting: list[tuple[int, int, asyncio.Future[Worker]]] = []
        self._numbers = itertools.count()

    def start(self) -> None:
        """Start the workers; they get ready while others wait for nothing."""
        for worker in self._workers:
            worker.start()

    async def renew(self) -> None:
        """Everything is compiled now: have workers take over that make use of it."""
        for worker in self._workers:
            await worker.renew()
        self.cold = False

    async def ask(
        self,
        job: Job,
        seconds: float | None = None,
        *,
        hint: bool = False,
        show: bool = False,
    ) -> list[Thought | None]:
        """What the bots would do; None for those that failed.

        A job waits for a worker as long as it takes, a hint only for a while; the time to think
        is counted from there.
        """
        rank = _SHOW if show else _HINT if hint else _GAME
        found = await self._ask(rank, think, job, seconds)
        return [None] * len(job) if found is None else found

    async def work(self, work: Callable[[*Parts], Found], *given: *Parts) -> Found:
        """What comes of some work for which there is time, when nobody else waits.

        Whoever comes meanwhile waits until it is done, so it has to be short.
        """
        done = await self._ask(_REVIEW, _done, (work, given), None)
        if not done:
            raise NoAnswer
        (found,) = done
        return found

    async def _ask(
        self,
        rank: int,
        work: Callable[[Given], Found],
        given: Given,
        seconds: float | None,
    ) -> Found | None:
        if self._workers:
            try:
                async with self._worker(rank) as worker:
                    return await worker.do(work, given, seconds or self._seconds)
            except TimeoutError:
                log.warning("a bot took too long")
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if task is None or task.cancelling():
                    raise
                log.warning("a job was dropped with its worker")
            except Exception as error:
                # Whatever went wrong with the workers, a table never waits for an answer in vain.
                log.error("no answer from the workers", extra={"why": type(error).__name__})
        return None

    @contextlib.asynccontextmanager
    async def _worker(self, rank: int) -> AsyncIterator[Worker]:
        worker = self._idle.pop() if self._idle else await self._next(rank)
        try:
            yield worker
        finally:
            self._hand_on(worker)

    async def _next(self, rank: int) -> Worker:
        """Wait for a worker: hints after all jobs, and not for ever."""
        free: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (rank, next(self._numbers), free))
        try:
            async with asyncio.timeout(_PATIENCE if rank == _HINT else None):
                return await free
        except BaseException:
            if free.done() and not free.cancelled():
                self._hand_on(free.result())
            raise

    def _hand_on(self, worker: Worker) -> None:
        while self._waiting:
            *_, free = heapq.heappop(self._waiting)
            if not free.done():
                free.set_result(worker)
                return
        self._idle.append(worker)

    def stop(self) -> None:
        for worker in self._workers:
            worker.stop()

    @property
    def waiting(self) -> int:
        """How many jobs and hints wait for a worker."""
        return sum(rank < _REVIEW and not free.done() for rank, _, free in self._waiting)

    @property
    def workers(self) -> list[int]:
        """The processes' numbers, for tests and for those who watch over a server."""
        return [number for worker in self._workers for number in worker.processes]
