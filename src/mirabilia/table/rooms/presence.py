"""Who looks at which table now, and who has lately given a sign of himself.

Whoever has a stream open looks. A page that is opened anew ends its stream and begins another, so
somebody is gone only when a moment has passed without one. Signs are also what is asked for
without a stream, by a browser without scripts or by a program.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable

MOMENT = 3.0  # seconds
LATELY = 30.0  # seconds after which a host without a sign has gone


class Presence:
    """``changed`` is called with a table's code when somebody has come to it or gone, ``left`` with
    the code and the visitor when he has gone.
    """

    def __init__(
        self,
        changed: Callable[[str], None],
        moment: float = MOMENT,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._changed, self._moment, self._clock = changed, moment, clock
        self._streams: Counter[tuple[str, str]] = Counter()  # by table and visitor
        self._going: dict[tuple[str, str], asyncio.TimerHandle] = {}
        self._signs: dict[str, dict[str, float]] = {}
        self.left: Callable[[str, str], None] = lambda code, visitor: None

    def come(self, codes: Iterable[str], visitor: str) -> None:
        """Somebody has opened a stream."""
        for code in codes:
            self._streams[code, visitor] += 1
            going = self._going.pop((code, visitor), None)
            if going:
                going.cancel()
            elif self._streams[code, visitor] == 1:
                self._changed(code)

    def go(self, codes: Iterable[str], visitor: str) -> None:
        """A stream of his has ended."""
        for code in codes:
            key = code, visitor
            self._streams[key] -= 1
            if not self._streams[key]:
                del self._streams[key]
                loop = asyncio.get_running_loop()
                self._going[key] = loop.call_later(self._moment, self._gone, key)

    def _gone(self, key: tuple[str, str]) -> None:
        del self._going[key]
        code, visitor = key
        if visitor in self._signs.get(code, ()):
            self.sign(code, visitor)
        self._changed(code)
        self.left(code, visitor)

    def looks(self, code: str, visitor: str | None) -> bool:
        """Whether somebody looks at a table now."""
        return visitor is not None and (
            (code, visitor) in self._streams or (code, visitor) in self._going
        )

    def sign(self, code: str, visitor: str) -> None:
        """Somebody who sits at a table has asked for something there."""
        self._signs.setdefault(code, {})[visitor] = self._clock()

    def lately(self, code: str, visitor: str | None) -> bool:
        """Whether somebody looks, or has given a sign not long ago."""
        if visitor is None or self.looks(code, visitor):
            return visitor is not None
        seen = self._signs.get(code, {}).get(visitor)
        return seen is not None and self._clock() - seen < LATELY

    def forget(self, code: str) -> None:
        """There is no such table any more."""
        self._signs.pop(code, None)

    def close(self) -> None:
        for going in self._going.values():
            going.cancel()
        self._going.clear()
