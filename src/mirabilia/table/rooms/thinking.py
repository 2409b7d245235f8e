"""Bots in worker processes, so that a thinking bot never delays a page.

A job is what several bots of one table have to decide, each from the view of its seat. It is done
in pieces, a slow bot's decision each, so that no table keeps the workers for long. Pieces of
tables come before hints, these before bots that play alone for whoever looks on, and last come
reviews of games that are over (``work``), a short piece at a time; among tables all have the same
time (``turns``). Where a slow bot of another table would delay a quick one, a further worker is
started that takes quick ones only. When much waits, every bot gets the same share of its time.
Where a bot fails or takes too long, or there are no workers at all, the answer is None, and the
table plays something legal instead.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from functools import partial

from ...bots.levels import LEVELS, PLAIN
from ...catalogue import kept
from ..tasks import in_background
from .turns import Piece, Turns
from .workers import Found, Given, Job, Parts, Thought, Worker, done, think

log = logging.getLogger("mirabilia.thinking")
_PATIENCE = 30.0  # seconds that a hint waits for a worker
_GAME, _HINT, _SHOW, _REVIEW = range(4)  # for what a worker is wanted, the first first
_QUICK = 0.15  # seconds; what takes longer is slow
_PLAIN_COST, _UNKNOWN_COST = 0.005, 0.5  # seconds, as long as nothing is known
_LEARNING = 0.2  # how much the last decision says about the next one's time
_FULL = 2.0  # seconds of waiting work for each worker up to which bots have all their time
_LEAST_SHARE = 0.1


class NoAnswer(Exception):
    """Some work came to nothing: it failed, took too long, or there is no worker."""


class Thinking:
    """The workers, and who waits for one of them."""

    def __init__(self, workers: int = 1, seconds: float = 20.0, *, cold: bool = False) -> None:
        self._seconds = seconds
        self.cold = cold  # a quick bot stands in for those that search
        self._workers = [Worker(cold) for _ in range(workers)]
        self._idle = list(self._workers)
        self._lane: Worker | None = None  # for quick ones only
        self._lane_is_idle = False
        self._busy: dict[Worker, Piece] = {}
        self._turns: Turns[Worker] = Turns()
        self._costs: dict[str, float] = {}  # seconds of a decision, by level

    def start(self) -> None:
        """Start the workers; they get ready while others wait for nothing."""
        for worker in self._workers:
            worker.start()

    async def get_ready(self) -> None:
        """Wait until the workers can be asked at once."""
        await asyncio.gather(*(worker.get_ready() for worker in self._workers))

    async def renew(self) -> None:
        """Everything is compiled now: have workers take over that make use of it."""
        for worker in self._all:
            await worker.renew()
        self.cold = False

    async def ask(
        self,
        job: Job,
        seconds: float | None = None,
        *,
        table: str = "",
        hint: bool = False,
        show: bool = False,
    ) -> list[Thought | None]:
        """What the bots would do; None for those that failed.

        A job waits for a worker as long as it takes, a hint only for a while; the time to think
        is counted from there, for each piece.
        """
        rank = _SHOW if show else _HINT if hint else _GAME
        found: list[Thought | None] = [None] * len(job)

        async def ask(part: list[int]) -> None:
            some = [job[at] for at in part]
            cost = sum(self._cost(level) for level, _ in some)
            piece = Piece(rank, table, cost, cost <= _QUICK)
            for at, thought in zip(part, await self._think(piece, some, seconds), strict=True):
                found[at] = thought

        first, *others = self._parts(job) or [[]]
        if others:
            await asyncio.gather(ask(first), *map(ask, others))
        else:
            await ask(first)
        return found

    def _parts(self, job: Job) -> list[list[int]]:
        """The decisions of a job, by their numbers: slow ones one by one, quick ones together."""
        parts: list[list[int]] = []
        room = 0.0
        for at, (level, _) in enumerate(job):
            cost = self._cost(level)
            if cost > room:
                parts.append([])
                room = _QUICK
            parts[-1].append(at)
            room -= cost
        return parts

    async def _think(self, piece: Piece, job: Job, seconds: float | None) -> list[Thought | None]:
        share, cards = 1.0, _cards_of(job)

        def work() -> Callable[[Job], list[Thought | None]]:
            nonlocal share
            share = self.share  # as much as waits when it is begun
            if share == 1 and not cards:
                return think
            return partial(think, share=share, cards=cards)

        found = await self._ask(piece, work, job, seconds)
        if found is None:
            return [None] * len(job)
        for (level, _), thought in zip(job, found, strict=True):
            if thought is not None and thought.stand_in is None:
                self._learn(level, thought.seconds / share)
        return found

    def _cost(self, level: str) -> float:
        """The seconds that a decision should take."""
        if self.cold or level in PLAIN:
            return _PLAIN_COST
        if level in self._costs:
            return self._costs[level]
        return LEVELS[level].seconds if level in LEVELS else _UNKNOWN_COST

    def _learn(self, level: str, seconds: float) -> None:
        before = self._cost(level)
        self._costs[level] = before + _LEARNING * (seconds - before)

    async def work(self, work: Callable[[*Parts], Found], *given: *Parts) -> Found:
        """What comes of some work for which there is time, when nobody else waits.

        Whoever comes meanwhile waits until it is done, so it has to be short.
        """
        piece = Piece(_REVIEW, "", _UNKNOWN_COST)
        came = await self._ask(piece, lambda: done, (work, given), None)
        if not came:
            raise NoAnswer
        (found,) = came
        return found

    async def _ask(
        self,
        piece: Piece,
        work: Callable[[], Callable[[Given], Found]],
        given: Given,
        seconds: float | None,
    ) -> Found | None:
        if self._workers:
            try:
                async with self._worker(piece) as worker:
                    return await worker.do(work(), given, seconds or self._seconds)
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

    # Who has which worker

    @contextlib.asynccontextmanager
    async def _worker(self, piece: Piece) -> AsyncIterator[Worker]:
        worker = self._free_for(piece) or await self._next(piece)
        self._busy[worker] = piece
        try:
            yield worker
        finally:
            self._busy.pop(worker, None)
            self._hand_on(worker)

    def _free_for(self, piece: Piece) -> Worker | None:
        """A worker that has nothing to do; then nobody waits before this one."""
        if self._idle:
            self._turns.charge(piece)
            return self._idle.pop()
        if piece.quick and self._lane_is_idle:
            self._lane_is_idle = False
            return self._lane
        return None

    async def _next(self, piece: Piece) -> Worker:
        """Wait for a worker: hints after all jobs, and not for ever."""
        free = self._turns.enter(piece)
        self._perhaps_open_lane(piece)
        try:
            async with asyncio.timeout(_PATIENCE if piece.rank == _HINT else None):
                return await free
        except BaseException:
            if free.done() and not free.cancelled():
                self._hand_on(free.result())
            raise

    def _hand_on(self, worker: Worker) -> None:
        lane = worker is self._lane
        free = self._turns.next(only_quick=lane)
        if free is not None:
            free.set_result(worker)
        elif lane:
            self._lane_is_idle = True
        else:
            self._idle.append(worker)

    def _perhaps_open_lane(self, piece: Piece) -> None:
        """Where a quick one waits for another table's slow one: a worker for quick ones."""
        if self._lane is None and piece.quick:
            others = (busy for busy in self._busy.values() if busy.table != piece.table)
            if any(not busy.quick for busy in others):
                self._lane = Worker(self.cold)
                in_background(self._open_lane(self._lane), "a worker for quick bots")

    async def _open_lane(self, lane: Worker) -> None:
        try:
            await lane.get_ready()
        except (Exception, asyncio.CancelledError):
            lane.stop()
            self._lane = None  # the next one who waits tries again
            raise
        self._hand_on(lane)

    def stop(self) -> None:
        for worker in self._all:
            worker.stop()

    @property
    def _all(self) -> list[Worker]:
        return [*self._workers, *([self._lane] if self._lane else ())]

    # How it goes

    @property
    def share(self) -> float:
        """How much of its time each bot gets now: all of it, or evenly less when much waits."""
        waits = sum(piece.cost for piece in self._turns.waiting(range(_GAME, _GAME + 1)))
        seconds = waits / max(1, len(self._workers))
        return 1.0 if seconds <= _FULL else max(_LEAST_SHARE, _FULL / seconds)

    @property
    def waiting(self) -> int:
        """How many pieces of work of tables and hints wait for a worker."""
        return len(self._turns.waiting(range(_REVIEW)))

    @property
    def workers(self) -> list[int]:
        """The processes' numbers, for tests and for those who watch over a server."""
        return [number for worker in self._all for number in worker.processes]


def _cards_of(job: Job) -> dict[str, bytes]:
    """What a worker has to be given of games that are played by other cards than today's."""
    found = {view.get("catalogue"): kept.find(view.get("catalogue")) for _, view in job}
    return {digest: kept.pack(cards) for digest, cards in found.items() if digest and cards}
