"""Waiting for what is compiled first, told in seconds on a bar; what needs little does not wait."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from ..terminal.tongue import _

if TYPE_CHECKING:
    from rich.progress import Progress

_EVERY, _EVERY_LINE = 0.5, 15.0  # seconds: a bar, and lines where there is no terminal
_FEW = 20  # records, each of which takes a second or so uncompiled


def progress_bar() -> Progress:
    """On the error stream, if that is a terminal; gone when it is done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def engine_for(records: int) -> None:
    """Before so many records are replayed: where nobody has compiled the engine, a few are done
    sooner uncompiled; more of them wait for it.
    """
    from ..engine import jit
    from ..engine.scratch import ensure_compiled
    from ..game.warming import run_cold

    if records <= _FEW and not jit.is_warm("engine"):
        run_cold()
        return
    with progress_bar() as bar, told_in_seconds(bar, ("engine.",)):
        ensure_compiled()


def told_in_seconds(bar: Progress, begins: tuple[str, ...] = ("",)) -> AbstractContextManager[None]:
    """While this lasts; names of what has to be compiled begin so (``game/compiling``)."""
    from ..engine.scratch import telling

    return telling(_Waiting(bar, begins))


class _Waiting:
    def __init__(self, bar: Progress, begins: tuple[str, ...]) -> None:
        from ..game.compiling import Estimate

        self._bar, self._estimate = bar, Estimate(begins)

    @contextmanager
    def __call__(self, part: str) -> Iterator[None]:
        done = threading.Event()
        tell = self._draw if self._bar.console.is_terminal else self._write
        teller = threading.Thread(target=tell, args=(done,), daemon=True)
        teller.start()
        try:
            yield
        finally:
            done.set()
            teller.join()

    def _draw(self, done: threading.Event) -> None:
        task = self._bar.add_task(_("Compiling, this happens once (seconds)"), total=None)
        while not done.wait(_EVERY):
            found = self._estimate.look()
            whole = found.seconds / (1 - found.share)
            self._bar.update(task, total=round(whole), completed=round(whole - found.seconds))
        self._bar.remove_task(task)

    def _write(self, done: threading.Event) -> None:
        while not done.is_set():
            words = _(
                "Compiling, this happens once: about %(seconds)d s to go.",
                seconds=round(self._estimate.look().seconds),
            )
            print(words, file=sys.stderr, flush=True)
            done.wait(_EVERY_LINE)
