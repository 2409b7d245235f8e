"""How often somebody may ask: a token bucket for each visitor or address."""

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

    def allows(self, key: str, cost: float = 1) -> bool:
        """Whether there is anything left; what it costs is taken, if need be on credit.

        So the answer depends on what was asked before, never on what is asked now.
        """
        now = self._clock()
        tokens = self._tokens(key, now)
        if tokens < 1:
            return False
        if cost:
            if key not in self._buckets and len(self._buckets) >= _MOST_BUCKETS:
                self._forget_some(now)
            self._buckets[key] = tokens - cost, now
        return True

    def give_back(self, key: str, cost: float) -> None:
        """What was taken for something that turned out to cost nothing.

        >>> limit = Limit(2, 0)
        >>> limit.allows("somebody", 5), limit.allows("somebody")
        (True, False)
        >>> limit.give_back("somebody", 5)
        >>> limit.allows("somebody")
        True
        """
        now = self._clock()
        self._buckets[key] = min(self._burst, self._tokens(key, now) + cost), now

    def _tokens(self, key: str, now: float) -> float:
        tokens, then = self._buckets.get(key, (self._burst, now))
        return min(self._burst, tokens + (now - then) * self._rate)

    def _forget_some(self, now: float) -> None:
        """The fuller half goes: who asks seldom loses nothing, who asks often stays known."""
        by_tokens = sorted(self._buckets, key=lambda key: self._tokens(key, now))
        self._buckets = {key: self._buckets[key] for key in by_tokens[: _MOST_BUCKETS // 2]}
