"""Playing before anything is compiled: the same functions, run uncompiled until there is code.

From ``begin`` on a compiled function that is called from outside runs as its *twin*: the same
source, in a world of its own in which every function of ours is a twin, too. So a call goes on as
it began, in whatever thread, and ``end`` may come at any time: only what is called after it is
compiled. Before that a thread loads the code, by calling it while nobody else does
(``compiled_here``).
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any

from .jit import UNCOMPILED, Dispatcher, turn_all


class _Mode(threading.local):
    cold = False  # for all threads, unless one has its own


_mode = _Mode()
_worlds: dict[str, dict[str, Any]] = {}  # the globals of twins, by their module
_twins: dict[int, Callable[..., Any]] = {}  # by what they are twins of


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
    _twins.clear()
    _worlds.clear()


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


def _twin(function: Any) -> Callable[..., Any]:
    found = _twins.get(id(function))
    if found is None:
        plain = function.py_func
        found = _twins[id(function)] = FunctionType(
            plain.__code__,
            _world(plain.__module__),
            plain.__name__,
            plain.__defaults__,
            plain.__closure__,
        )
    return found


def _world(module: str) -> dict[str, Any]:
    """The globals of a module, with twins for its compiled functions."""
    world = _worlds.get(module)
    if world is None:
        world = _worlds[module] = dict(vars(sys.modules[module]))
        for name, value in list(world.items()):
            if isinstance(value, _Cold):
                world[name] = _twin(value)
    return world
