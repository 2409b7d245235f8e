"""Waiting for what is compiled first: told on a bar, in seconds."""

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


def told_in_seconds(bar: Progress, begins: tuple[str, ...]) -> AbstractContextManager[None]:
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
