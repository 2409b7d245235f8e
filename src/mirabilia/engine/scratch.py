"""Scratch space for callers outside compiled code, and the first compilation.

Compiled functions get their scratch space handed in. Each thread has its own here, made once.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from . import cold, jit
from .helping import helper
from .state import EVENT_WIDTH, GAME, MOVE_WIDTH, NUMBERS, WORK

EVENT_ROWS = 1024


class Scratch:
    """Work space with a list of moves, a list of events, the numbers of all cities.

    ``any_move`` is the empty row with which all moves are listed.
    """

    def __init__(self, event_rows: int = EVENT_ROWS) -> None:
        self.work = np.zeros(1, WORK)
        self.moves: npt.NDArray[np.int16] = self.work["moves"][0]
        self.pay: npt.NDArray[np.int16] = self.work["pay"][0]
        self.any_move = np.zeros(MOVE_WIDTH, np.int16)
        self.events = np.zeros((event_rows, EVENT_WIDTH), np.int16)
        self.no_events = np.zeros((0, EVENT_WIDTH), np.int16)
        self.numbers = np.zeros(1, NUMBERS)

    @property
    def w(self) -> Any:
        return self.work[0]


_local = threading.local()


def scratch() -> Scratch:
    """This thread's scratch space."""
    if not hasattr(_local, "scratch"):
        _local.scratch = Scratch()
    return cast(Scratch, _local.scratch)


def empty_game() -> npt.NDArray[np.void]:
    """Room for one game: an array with one record."""
    return np.zeros(1, GAME)


_first = threading.RLock()  # compiling one part may ask for another
_ready: set[str] = set()


@contextmanager
def _counted(part: str) -> Iterator[None]:
    print(f"Compiling the {part}. This happens once ...", file=sys.stderr, flush=True)
    with jit.showing_progress(sys.stderr):
        yield
    print(file=sys.stderr)


_told: Callable[[str], AbstractContextManager[None]] = _counted


@contextmanager
def telling(told: Callable[[str], AbstractContextManager[None]]) -> Iterator[None]:
    """While this lasts, whoever waits for a part to be compiled is told so in another way."""
    global _told
    before, _told = _told, told
    try:
        yield
    finally:
        _told = before


def ensure_compiled(
    part: str = "engine", job: Callable[[], None] | None = None, *, quiet: bool = False
) -> None:
    """Compile a part if that has never been done here, saying so; later calls do nothing.

    ``job`` calls the part's functions once; the engine's own is in ``warm``, with some help.
    While functions run uncompiled, there is nothing to wait for.
    """
    if part in _ready or cold.lasts():
        return
    with _first:
        if not jit.is_warm(part):
            with nullcontext() if quiet else _told(part):
                (job or _compile_engine)()
            jit.mark_warm(part)
        _ready.add(part)


def _compile_engine() -> None:
    from . import warm

    with helper(warm.__name__):
        warm.compile_everything()
