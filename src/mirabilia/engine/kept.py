"""Compiled code in files: what Numba asks for the code of a function, and gives it to.

Numba's own files are named by the place of each source, and list the signatures of a function in
one of them, where two processes that write at once overwrite each other. Here every signature of a
function has a file of its own, named by both and written whole, and a folder holds only what fits
(``fit``). A file begins with a digest of the rest: a spoilt one counts as missing.

All that depends on how Numba keeps code is in this module.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

from numba.core import caching, compiler, serialize, sigutils

from ..files import FileError, open_to_add, write_whole
from .fit import PACKAGE

ENDING = ".code"
# In this folder lies an empty file for every function that was compiled, and another for each of
# which the code of the processor was made.
MADE, WHOLE = "made", ".whole"
LOCK = ".lock"
_DIGEST = hashlib.sha256().digest_size
_numba: Any = compiler
_pickler: Any = serialize
_signatures: Any = sigutils


class Source(Protocol):
    """Where code may be found."""

    def read(self, name: str) -> bytes | None: ...


class Folder:
    """The user's own folder, to which code is added."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.failed = False  # something was not kept

    def read(self, name: str) -> bytes | None:
        with suppress(OSError):
            return (self.path / name).read_bytes()
        return None

    def write(self, name: str, data: bytes) -> None:
        """Keep code; a full disk costs compiling it again, and nothing else."""
        try:
            write_whole(self.path / name, data)
        except FileError as error:
            if not self.failed:
                print(f"mirabilia: compiled code is not kept. {error}", file=sys.stderr)
            self.failed = True

    def mark(self, name: str) -> None:
        """Note what has been done, for whoever follows how far it has come."""
        with suppress(OSError):
            (self.path / MADE).mkdir(mode=0o700, exist_ok=True)
            (self.path / MADE / name).touch()

    @contextmanager
    def alone(self, busy: Callable[[], None]) -> Iterator[None]:
        """While this lasts, whoever else asks for it waits; before that, ``busy`` is called there.

        It ends with its process, however that ends.
        """
        try:
            file = open_to_add(self.path / LOCK)
        except FileError:
            yield
            return
        with file:
            if not _lock(file.fileno(), wait=False):
                busy()
                _lock(file.fileno(), wait=True)
            yield


def sealed(payload: bytes) -> bytes:
    """What a file holds: a digest, and what it is of."""
    return hashlib.sha256(payload).digest() + payload


def unsealed(data: bytes) -> bytes | None:
    """What was sealed, if it is whole."""
    digest, payload = data[:_DIGEST], data[_DIGEST:]
    return payload if hashlib.sha256(payload).digest() == digest else None


if sys.platform == "win32":

    def _lock(descriptor: int, *, wait: bool) -> bool:
        """There is one server process only."""
        return True

else:
    import fcntl

    def _lock(descriptor: int, *, wait: bool) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
        except OSError:  # a file system that knows no locks
            pass
        return True


class KeptCode(caching._Cache):
    """Numba's view of the code of one function."""

    def __init__(self, function: Callable[..., object], own: Folder, *others: Source) -> None:
        module = function.__module__.removeprefix(f"{PACKAGE.name}.")
        self._function = f"{module}.{function.__qualname__}"
        self._own, self._sources = own, (*others, own)

    @property
    def cache_path(self) -> str:
        return str(self._own.path)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        name = self._name(sig)
        for source in self._sources:
            data = source.read(name)
            payload = data and unsealed(data)
            if payload:
                with suppress(Exception):  # whatever is wrong with it, it can be compiled
                    return _numba.CompileResult._rebuild(target_context, *pickle.loads(payload))
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        if data.entry_point is None:  # only a part
            self._own.mark(self._function)
        elif not data.lifted and not data.library.has_dynamic_globals:
            self._own.write(self._name(sig), sealed(_pickler.dumps(data._reduce())))
            self._own.mark(self._function + WHOLE)

    def _name(self, sig: Any) -> str:
        arguments, _ = _signatures.normalize_signature(sig)
        digest = hashlib.sha256(str(arguments).encode()).hexdigest()[:16]
        return f"{self._function}-{digest}{ENDING}"

    def enable(self) -> None:
        """Numba may ask for it; it always is."""

    def disable(self) -> None:
        """There is no use for that here."""

    def flush(self) -> None:
        """Code is replaced one by one."""
