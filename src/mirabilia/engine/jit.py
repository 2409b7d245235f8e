"""How engine functions are compiled, and where the compiled code is kept.

``@compiled`` is Numba's ``njit`` with our settings. Numba's own disk cache does not notice when a
function that is called, or a constant that is frozen in, has changed; so the cache lives in a
folder named by a hash of all sources that hold compiled functions.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any, TextIO, TypeVar

import numba
from numba.core import config as numba_config
from numba.core import event, registry, types

from .own_folder import own_folder

Function = TypeVar("Function", bound=Callable[..., object])

config: Any = numba_config
UNCOMPILED = bool(config.DISABLE_JIT)
_PACKAGE = Path(__file__).resolve().parent.parent
_COMPILED = ("engine/**/*.py", "bots/**/*.py", "lab/tally.py")  # where compiled functions are
_PREFIX, _DIGITS = "engine-", 16  # how the folders of compiled code are named
_KEPT = 4
# Nobody calls the code as a C function, so it needs no wrapper for that.
_SETTINGS: dict[str, Any] = {
    "cache": True,
    "nogil": True,
    "error_model": "numpy",
    "no_cfunc_wrapper": True,
}


def _sources_digest() -> str:
    # Where the package lies counts too: Numba keeps the code of each place by itself.
    digest = hashlib.sha256(f"{numba.__version__} {sys.version} {_PACKAGE}".encode())
    for part in _COMPILED:
        for source in sorted(_PACKAGE.glob(part)):
            digest.update(source.relative_to(_PACKAGE).as_posix().encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:_DIGITS]


CACHE = own_folder(f"{_PREFIX}{_sources_digest()}")
FUNCTIONS: list[str] = []  # all compiled functions, in the order in which they were read
Dispatcher: Any = registry.CPUDispatcher  # what a compiled function is
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
    return UNCOMPILED or (CACHE / f".{part}").exists()


def mark_warm(part: str) -> None:
    """Note that a part has been compiled, and clear away the code of older sources."""
    if UNCOMPILED:
        return
    (CACHE / f".{part}").touch()
    written: dict[Path, float] = {}
    for path in CACHE.parent.glob(_PREFIX + "[0-9a-f]" * _DIGITS):
        with suppress(OSError):  # another process may be clearing away as well
            written[path] = path.lstat().st_mtime
    written.pop(CACHE, None)
    for old in sorted(written, key=lambda path: -written[path])[_KEPT - 1 :]:
        shutil.rmtree(old, ignore_errors=True)


def compiled(function: Function) -> Function:
    """Compile on first use; the same source runs uncompiled with ``NUMBA_DISABLE_JIT=1``."""
    if UNCOMPILED:
        return function
    FUNCTIONS.append(function.__qualname__)
    return _dispatcher(function)


def inlined(function: Function) -> Function:
    """Compile as a part of its callers, not by itself.

    Numba optimises all that a function calls once more with that function. So each step of a long
    chain of calls costs seconds; short functions and those with one caller need not be steps.
    """
    return function if UNCOMPILED else _dispatcher(function, inline="always")


def compile_for(function: Callable[..., object], *given: object) -> None:
    """Compile a function for arguments such as these, without calling it."""
    if not UNCOMPILED:
        dispatcher: Any = function
        typeof: Any = numba.typeof
        dispatcher.compile(tuple(typeof(argument) for argument in given))


def _dispatcher(function: Function, **settings: Any) -> Function:
    kept = config.CACHE_DIR
    config.CACHE_DIR = str(CACHE)
    try:
        dispatcher: Any = numba.njit(**_SETTINGS, **settings)(function)
    finally:
        config.CACHE_DIR = kept
    _ignore_literals(dispatcher)
    _dispatchers.append(dispatcher)
    dispatcher.__class__ = _kind
    return dispatcher  # type: ignore[no-any-return]


def turn_all(kind: Any) -> None:
    """Make dispatchers of another kind of all functions, also of those that are read later."""
    global _kind
    _kind = kind
    for dispatcher in _dispatchers:
        dispatcher.__class__ = kind


def _ignore_literals(dispatcher: Any) -> None:
    """Numba compiles a function anew for every literal it is called with; once is enough."""
    resolve = dispatcher.get_call_template

    def get_call_template(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        plain = {name: types.unliteral(kind) for name, kind in kws.items()}
        return resolve(tuple(types.unliteral(kind) for kind in args), plain)

    dispatcher.get_call_template = get_call_template
