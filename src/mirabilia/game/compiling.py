"""How long compiling takes: how far it has come, and how many seconds are left.

A function that has been compiled lies in the cache, whichever process did it. How much of the work
it is has been measured once (``compile_seconds.json``, see ``scripts/first_start.py --weigh``); how
fast this machine is shows while it goes on.
"""

from __future__ import annotations

import json
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from ..engine import jit
from ..engine.kept import MADE, WHOLE

MEASURED = Path(__file__).with_name("compile_seconds.json")
# How the names of what is compiled begin, by the parts in which it is compiled.
_PARTS = {
    "engine": ("engine.",),
    "bots": ("bots.playout", "bots.random_bot", "bots.greedy", "bots.worth"),
    "search": ("bots.policy", "bots.search"),
    "lab": ("lab.",),
    "batch": ("batch.",),
    "envs": ("envs.",),
}
# What is needed for games of bots that do not search, for counting them, for the bots that do, for
# games stepped together.
PLAYED = (*_PARTS["engine"], *_PARTS["bots"])
COUNTED = (*PLAYED, *_PARTS["lab"])
SEARCHED = (*PLAYED, *_PARTS["search"])
TOGETHER = (*PLAYED, *_PARTS["batch"], *_PARTS["envs"])
_TRUST = 8.0  # seconds for which this machine is taken to be like the one that was measured
_AT_LEAST = 1.0
_FRESH = 0.5


@dataclass(frozen=True, slots=True)
class Progress:
    """How far it has come, from 0 to 1 of the time it takes, and how many seconds are left."""

    share: float
    seconds: float


class Estimate:
    """Begins where the cache is; ``begins``: how the names of those begin that matter."""

    def __init__(self, begins: tuple[str, ...] = ("",)) -> None:
        self._took = {
            name: seconds for name, seconds in _measured().items() if name.startswith(begins)
        }
        self._start = time.time()
        self._began = self._changed = time.monotonic()
        self._first = self._done = self._seconds_done()
        self._last = Progress(0.0, 0.0)
        self._looked = self._began - _FRESH

    def look(self) -> Progress:
        """Looked up anew now and then: many may ask."""
        now = time.monotonic()
        if now - self._looked >= _FRESH:
            self._looked = now
            self._last = self._look(now)
        return self._last

    def _look(self, now: float) -> Progress:
        done = self._seconds_done()
        if done > self._done:
            self._done, self._changed = done, now
        speed = (self._done - self._first + _TRUST) / (self._changed - self._began + _TRUST)
        left = (sum(self._took.values()) - self._done) / speed
        left = max(left - (now - self._changed), left / 10, _AT_LEAST)
        return Progress(max(self._last.share, 1 - left / (now - self._began + left)), left)

    def _seconds_done(self) -> float:
        there, warm = compiled_functions(), _warm()
        return sum(
            seconds
            for name, seconds in self._took.items()
            if name.startswith(warm) or (name in there and self._lasts(name, there[name]))
        )

    def _lasts(self, name: str, made: float) -> bool:
        """Only whole functions are kept: the others were lost if that was broken off."""
        return name.endswith(WHOLE) or made >= self._start


def _warm() -> tuple[str, ...]:
    """How the names of those begin of which nothing has to be compiled any more."""
    return tuple(begin for part, begins in _PARTS.items() if jit.is_warm(part) for begin in begins)


def compiled_functions() -> dict[str, float]:
    """What has been done, such as ``engine.turn.resolve`` (and ``engine.play.play.whole``, where
    the processor's code was made of it), and when.
    """
    found = {}
    for path in (jit.CACHE / MADE).glob("*"):
        with suppress(OSError):  # somebody clears it away
            found[path.name] = path.stat().st_mtime
    return found


def measure(began: float) -> dict[str, float]:
    """How many seconds each function took, when all of the cache was compiled in one go."""
    order = sorted(compiled_functions().items(), key=lambda entry: entry[1])
    moments = [began, *(written for _, written in order)]
    took = [round(after - before, 2) for before, after in pairwise(moments)]
    return dict(sorted(zip((name for name, _ in order), took, strict=True)))


@cache
def _measured() -> dict[str, float]:
    found: dict[str, float] = json.loads(MEASURED.read_text(encoding="utf-8"))
    return found
