"""A stand-in for the process that compiles: everything lies in the cache already, and it is done
when a test says so."""

import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from mirabilia.engine import cold
from mirabilia.engine.warm import compile_everything
from mirabilia.game.warming import Warming

_UNTIL = "import pathlib, sys, time\nwhile not pathlib.Path(sys.argv[1]).exists(): time.sleep(0.02)"


class Compiling:
    """``warming`` as a server takes it; ``finish`` lets it be done, ``process`` is its number."""

    def __init__(self, folder: Path, load: Callable[[], None]) -> None:
        self._done = folder / "compiled"
        self.warming = Warming(load, [sys.executable, "-c", _UNTIL, str(self._done)])

    def finish(self) -> None:
        self._done.touch()

    @property
    def process(self) -> int:
        process = self.warming._process
        assert process
        return process.pid


@contextlib.contextmanager
def compiling(folder: Path, load: Callable[[], None] = compile_everything) -> Iterator[Compiling]:
    """While this lasts this process may run uncompiled, and not after it."""
    found = Compiling(folder, load)
    try:
        yield found
    finally:
        found.warming.stop()
        cold.end()
