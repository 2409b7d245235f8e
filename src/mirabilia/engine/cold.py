"""Playing before anything is compiled: the same functions, run uncompiled until there is code.

From ``begin`` on a compiled function that is called from outside runs as its *twin* (``twins``),
and so does all that it calls. So a call goes on as it began, in whatever thread, and ``end`` may
come at any time: only what is called after it is compiled. Before that a thread loads the code, by
calling it while nobody else does (``compiled_here``).
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .jit import UNCOMPILED, Dispatcher, turn_all
from .twins import Twins


class _Mode(threading.local):
    cold = False  # for all threads, unless one has its own


_mode = _Mode()
_twin = Twins()


class _Cold(Dispatcher):  # type: ignore[misc]
    """A compiled function while nothing, perhaps, has been compiled."""

    def __call__(self, *given: Any, **named: Any) -> Any:
        called = _twin(self) if _mode.cold else super().__call__
        return called(*given, **named)


def begin() -> None:
    """All functions run uncompiled, also those that are read later."""
    if UNCOMPILED:
        return
    turn_all(_Cold)
    _Mode.cold = True


def end() -> None:
    """What is called from now on is compiled."""
    _Mode.cold = False
    turn_all(Dispatcher)
    _twin.clear()


def lasts() -> bool:
    """Whether what this thread calls runs uncompiled, until there is code."""
    return _mode.cold


@contextmanager
def compiled_here() -> Iterator[None]:
    """What this thread calls is compiled, or taken from the cache, whatever others do."""
    _mode.cold = False
    try:
        yield
    finally:
        del _mode.cold
