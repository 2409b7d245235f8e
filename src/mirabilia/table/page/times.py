"""When something was, in the reader's words: ``2 hours ago``, or the day if it is longer past."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from babel.dates import format_date, format_timedelta

WEEK = 7 * 24 * 3600


def ago(then: float, lang: str, now: float | None = None) -> str:
    """How long ago a moment was, in seconds since 1970.

    >>> ago(1000.0, "en", now=1000.0 + 2 * 3600)
    '2 hours ago'
    >>> ago(0.0, "en", now=1e9)
    'Jan 1, 1970'
    """
    seconds = max(1, round((time.time() if now is None else now) - then))
    if seconds > WEEK:
        return day(then, lang)
    return format_timedelta(-seconds, add_direction=True, locale=lang)


def day(then: float, lang: str) -> str:
    """
    >>> day(0.0, "en")
    'Jan 1, 1970'
    """
    return format_date(datetime.fromtimestamp(then, UTC), locale=lang)


def moment(then: float) -> str:
    """The same for machines.

    >>> moment(0.0)
    '1970-01-01T00:00:00+00:00'
    """
    return datetime.fromtimestamp(then, UTC).isoformat(timespec="seconds")
