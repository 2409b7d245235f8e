"""How often somebody may ask: a token bucket for each holder or address."""

from __future__ import annotations

import time
from collections.abc import Callable

_MOST_BUCKETS = 20_000


class Limit:
    """``burst`` requests at once, then ``rate`` per second, for each key.

    >>> limit = Limit(2, 1, clock=lambda: 0.0)
    >>> [limit.allows("somebody") for _ in range(3)]
    [True, True, False]
    """

    def __init__(
        self, burst: float, rate: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._buckets: dict[str, tuple[float, float]] = {}

    def allows(self, key: str) -> bool:
        now = self._clock()
        tokens, then = self._buckets.get(key, (self._burst, now))
        tokens = min(self._burst, tokens + (now - then) * self._rate)
        if tokens < 1:
            self._buckets[key] = tokens, now
            return False
        if key not in self._buckets and len(self._buckets) >= _MOST_BUCKETS:
            self._forget_full(now)
        self._buckets[key] = tokens - 1, now
        return True

    def _forget_full(self, now: float) -> None:
        """Buckets that are full again say nothing; if none is, all are forgotten."""
        self._buckets = {
            key: (tokens, then)
            for key, (tokens, then) in self._buckets.items()
            if tokens + (now - then) * self._rate < self._burst
        }
        if len(self._buckets) >= _MOST_BUCKETS:
            self._buckets.clear()
