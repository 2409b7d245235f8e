"""Who watches which table, and is told when there is something new at it."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator

from .presence import Presence


class Listener:
    """Somebody who watches tables: of which there is news, and an alarm to wake him."""

    def __init__(self, codes: Iterable[str], address: str, visitor: str | None = None) -> None:
        self.codes, self.address, self.visitor = tuple(codes), address, visitor
        self.news: dict[str, None] = {}
        self.alarm = asyncio.Event()
        self.ended = False

    def tell(self, code: str) -> None:
        self.news[code] = None
        self.alarm.set()

    def end(self) -> None:
        self.ended = True
        self.alarm.set()


class Hub:
    """Who watches which table. ``arrived`` is called with the code when somebody comes to look."""

    def __init__(self, arrived: Callable[[str], None] = lambda _: None) -> None:
        self._arrived = arrived
        self.presence = Presence(self.publish)
        self._listeners: dict[str, set[Listener]] = defaultdict(set)
        self._all: set[Listener] = set()
        self._addresses: Counter[str] = Counter()
        self._closed = False

    def publish(self, code: str) -> None:
        """There is something new at a table."""
        for listener in self._listeners.get(code, ()):
            listener.tell(code)

    @contextlib.contextmanager
    def heard_by(self, listener: Listener) -> Iterator[None]:
        """For as long as somebody listens."""
        self._all.add(listener)
        self._addresses[listener.address] += 1
        for code in listener.codes:
            self._listeners[code].add(listener)
            self._arrived(code)
        if listener.visitor:
            self.presence.come(listener.codes, listener.visitor)
        if self._closed:
            listener.end()
        try:
            yield
        finally:
            self._remove(listener)

    def _remove(self, listener: Listener) -> None:
        self._all.discard(listener)
        if listener.visitor and not self._closed:
            self.presence.go(listener.codes, listener.visitor)
        self._addresses[listener.address] -= 1
        if not self._addresses[listener.address]:
            del self._addresses[listener.address]
        for code in listener.codes:
            self._listeners[code].discard(listener)
            if not self._listeners[code]:
                del self._listeners[code]

    def count(self, address: str) -> int:
        """How many listen from an address."""
        return self._addresses[address]

    def spectators(self, code: str, seated: Container[str]) -> int:
        """How many listen to a table at which they have no seat."""
        listening = self._listeners.get(code, ())
        return sum(listener.visitor not in seated for listener in listening)

    def watched(self, code: str) -> bool:
        return code in self._listeners

    def codes(self) -> list[str]:
        """The tables that somebody watches."""
        return list(self._listeners)

    def end_all(self) -> None:
        """End the streams there are; whoever comes back listens anew."""
        for listener in list(self._all):
            listener.end()

    def close(self) -> None:
        """End all streams; browsers come back by themselves when there is a server again."""
        self._closed = True
        self.presence.close()
        self.end_all()

    def __len__(self) -> int:
        return len(self._all)
