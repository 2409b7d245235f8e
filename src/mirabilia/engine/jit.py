"""How engine functions are compiled, and where the compiled code is kept.

``@compiled`` is Numba's ``njit`` with our settings, in two stages (``staged``). Compiled code is
kept (``kept``) in a folder named by all that it depends on (``fit``): the contents of the sources,
the libraries, the processor. What was taken along from elsewhere (``shipped``) is looked at first.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any, TextIO, TypeVar

import numba
from numba.core import config as numba_config
from numba.core import event

from . import fit, shipped
from .kept import Folder, KeptCode
from .own_folder import own_folder
from .staged import Staged, ToPart

Function = TypeVar("Function", bound=Callable[..., object])

config: Any = numba_config
UNCOMPILED = bool(config.DISABLE_JIT)
_PREFIX, _DIGITS = "engine-", 16  # how the folders of compiled code are named
_KEPT = 4
# Nobody calls the code as a C function, so it needs no wrapper for that.
_SETTINGS: dict[str, Any] = {
    "nopython": True,
    "nogil": True,
    "error_model": "numpy",
    "no_cfunc_wrapper": True,
}

CACHE = own_folder(f"{_PREFIX}{fit.digest()[:_DIGITS]}")
_FOLDER = Folder(CACHE)
SHIPPED = None if UNCOMPILED else shipped.find()
SHIPPED_PARTS = ("engine", "bots", "search", "lab")  # those that ``warm`` makes
FUNCTIONS: list[str] = []  # all compiled functions, in the order in which they were read
Dispatcher: Any = Staged  # what a compiled function is
_dispatchers: list[Any] = []  # all of them, and those that are inlined
_kind: Any = Dispatcher  # of which all of them are now


class Progress(event.Listener):
    """Says how far compiling has come: a line that grows, on a terminal, or one now and then."""

    def __init__(self, stream: TextIO) -> None:
        self.stream, self.done = stream, 0

    def on_start(self, started: Any) -> None:
        pass

    def on_end(self, ended: Any) -> None:
        self.done += 1
        most = max(len(FUNCTIONS), self.done)
        if self.stream.isatty():
            self.stream.write(f"\r  {self.done} of {most} functions ")
            self.stream.flush()
        elif self.done % 50 == 0:
            self.stream.write(f"  {self.done} of {most} functions\n")


def showing_progress(stream: TextIO) -> AbstractContextManager[Any]:
    """While this lasts, what is compiled is counted aloud."""
    return event.install_listener("numba:compile", Progress(stream))


def is_warm(part: str) -> bool:
    """Whether a part has been compiled into the cache before (or needs no compiling)."""
    taken_along = SHIPPED is not None and part in SHIPPED_PARTS
    return UNCOMPILED or taken_along or (CACHE / f".{part}").exists()


def mark_warm(part: str) -> None:
    """Note that a part has been compiled, and clear away the code of older sources."""
    if UNCOMPILED:
        return
    if not _FOLDER.failed:  # on a full disk it will be compiled again
        with suppress(OSError):
            (CACHE / f".{part}").touch()
    written: dict[Path, float] = {}
    for path in CACHE.parent.glob(_PREFIX + "[0-9a-f]" * _DIGITS):
        with suppress(OSError):  # another process may be clearing away as well
            written[path] = path.lstat().st_mtime
    written.pop(CACHE, None)
    for old in sorted(written, key=lambda path: -written[path])[_KEPT - 1 :]:
        shutil.rmtree(old, ignore_errors=True)


def alone(busy: Callable[[], None]) -> AbstractContextManager[None]:
    """While this lasts, nobody else compiles everything; ``busy`` is called if somebody does."""
    return Folder(CACHE).alone(busy)


def compiled(function: Function) -> Function:
    """Compile on first use; the same source runs uncompiled with ``NUMBA_DISABLE_JIT=1``."""
    if UNCOMPILED:
        return function
    FUNCTIONS.append(function.__qualname__)
    return _dispatcher(function)


def inlined(function: Function) -> Function:
    """Compile as a part of its callers, not by itself: short functions, and those with one caller.

    LLVM alone would not inline all of them, and what it does not inline runs slower.
    """
    return function if UNCOMPILED else _dispatcher(function, inline="always")


def compile_for(function: Callable[..., object], *given: object) -> None:
    """Compile a function for arguments such as these, without calling it."""
    if not UNCOMPILED:
        dispatcher: Any = function
        typeof: Any = numba.typeof
        dispatcher.compile(tuple(typeof(argument) for argument in given))


def _dispatcher(function: Function, **settings: Any) -> Function:
    dispatcher: Any = Staged(function, targetoptions=_SETTINGS | settings, pipeline_class=ToPart)
    if function.__module__.startswith(f"{fit.PACKAGE.name}."):  # only its sources are in the name
        dispatcher._cache = KeptCode(function, _FOLDER, *([SHIPPED] if SHIPPED else []))
    _dispatchers.append(dispatcher)
    dispatcher.__class__ = _kind
    return dispatcher  # type: ignore[no-any-return]


def turn_all(kind: Any) -> None:
    """Make dispatchers of another kind of all functions, also of those that are read later."""
    global _kind
    _kind = kind
    for dispatcher in _dispatchers:
        dispatcher.__class__ = kind
