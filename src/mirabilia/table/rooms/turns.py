"""Whose turn it is to have a worker.

What is more urgent comes first; among equals each table has the same time: one that wants much
waits behind one that wants little, and nobody waits for ever. A table's next piece of work counts
from where its last one ends, or from now if that is past (fair queuing by start times).
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Given = TypeVar("Given")
_MOST_ENDS = 10_000


@dataclass(frozen=True, slots=True)
class Piece:
    """Some work: how urgent, for which table, the seconds it should take; whether it is quick."""

    rank: int
    table: str
    cost: float
    quick: bool = False


@dataclass(order=True, slots=True)
class _Waiting(Generic[Given]):
    rank: int
    start: float
    number: int
    piece: Piece = field(compare=False)
    free: asyncio.Future[Given] = field(compare=False)


class Turns(Generic[Given]):
    """Who waits for what is given out."""

    def __init__(self) -> None:
        self._quick: list[_Waiting[Given]] = []
        self._slow: list[_Waiting[Given]] = []
        self._numbers = itertools.count()
        self._now = 0.0  # the start of the piece that was last begun
        self._ends: dict[str, float] = {}  # of each table, that of its last piece

    def charge(self, piece: Piece) -> float:
        """Work that is begun or waits from now on; its start."""
        start = max(self._now, self._ends.pop(piece.table, 0.0))
        while len(self._ends) >= _MOST_ENDS:
            del self._ends[next(iter(self._ends))]
        self._ends[piece.table] = start + piece.cost
        return start

    def enter(self, piece: Piece) -> asyncio.Future[Given]:
        """Wait for one's turn."""
        free: asyncio.Future[Given] = asyncio.get_running_loop().create_future()
        queue = self._quick if piece.quick else self._slow
        found = _Waiting(piece.rank, self.charge(piece), next(self._numbers), piece, free)
        heapq.heappush(queue, found)
        return free

    def next(self, *, only_quick: bool = False) -> asyncio.Future[Given] | None:
        """Who is next and still waits."""
        while queues := [each for each in (self._quick, self._slow) if each]:
            queue = self._quick if only_quick else min(queues, key=lambda each: each[0])
            if not queue:
                return None
            found = heapq.heappop(queue)
            if not found.free.done():
                self._now = max(self._now, found.start)
                return found.free
        self._ends.clear()
        self._now = 0.0
        return None

    def waiting(self, ranks: range) -> list[Piece]:
        """What waits, of some ranks."""
        return [
            one.piece
            for one in (*self._quick, *self._slow)
            if one.rank in ranks and not one.free.done()
        ]
