"""When something was or will be, and how long something takes, in the reader's words.

The server does not know the reader's time zone: moments are written in universal time, and a script
writes those that are marked (``data-when``) by the clock of the reader.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Literal

from babel.dates import format_date, format_skeleton, format_time, format_timedelta
from babel.lists import format_list
from babel.units import format_unit
from markupsafe import Markup

from ...texts import ENGLISH, of_pages

WEEK = 7 * 24 * 3600
UNITS = (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))
_QUICK = 300  # seconds: a clock that is longer is told in words, a shorter one in seconds


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
    return format_timedelta(-seconds, add_direction=True, locale=of_pages(lang))


def day(then: float, lang: str) -> str:
    """The day of a moment.

    >>> day(0.0, "en")
    'Jan 1, 1970'
    """
    return format_date(datetime.fromtimestamp(then, UTC), locale=of_pages(lang))


def moment(then: float) -> str:
    """The same for machines.

    >>> moment(0.0)
    '1970-01-01T00:00:00+00:00'
    """
    return datetime.fromtimestamp(then, UTC).isoformat(timespec="seconds")


def span(seconds: float, lang: str) -> str:
    """How long something takes, in the largest unit that says it exactly.

    >>> [span(seconds, "en") for seconds in (30, 60, 1800, 28800, 604800)]
    ['30 seconds', '1 minute', '30 minutes', '8 hours', '7 days']
    """
    return _in_units(seconds, lang, "long")


def brief_span(seconds: float, lang: str) -> str:
    """The same in short.

    >>> brief_span(1800, "en")
    '30 min'
    """
    return _in_units(seconds, lang, "short")


def _in_units(seconds: float, lang: str, length: Literal["short", "long"]) -> str:
    unit, size = next(each for each in UNITS if seconds % each[1] == 0)
    return format_unit(int(seconds // size), f"duration-{unit}", length, locale=of_pages(lang))


def clock_face(seconds: float, clock: float, lang: str) -> str:
    """What is left, as a clock of so many seconds shows it.

    >>> clock_face(47.9, 60, "en"), clock_face(200, 300, "en"), clock_face(3600, 7200, "en")
    ('47', '3:20', '1h 0m')
    >>> clock_face(2 * 86400 + 3 * 3600 + 59, 7 * 86400, "en")
    '2d 3h'
    """
    left = int(seconds)
    if clock < _QUICK:
        return str(left)
    if left < 3600:
        return f"{left // 60}:{left % 60:02}"
    return " ".join(_largest(left, lang, "narrow"))


def time_left(seconds: float, lang: str) -> str:
    """The same in words.

    >>> time_left(2 * 86400 + 3 * 3600 + 59, "en"), time_left(47, "en")
    ('2 days, 3 hr', '0 min')
    """
    return format_list(_largest(int(seconds), lang, "short"), "unit-short", locale=of_pages(lang))


def _largest(left: int, lang: str, length: Literal["short", "narrow"]) -> list[str]:
    """In the largest two units, down to minutes."""
    units = UNITS[0 if left >= 86400 else 1 if left >= 3600 else 2 : 3][:2]
    told = []
    for unit, size in units:
        told.append(format_unit(left // size, f"duration-{unit}", length, locale=of_pages(lang)))
        left %= size
    return told


def when(then: float, lang: str) -> Markup:
    """A moment that is not far, for a script to write by the reader's clock.

    >>> when(0.0, "en").striptags()
    'Thursday 1 January, 00:00 UTC'
    """
    at, place = datetime.fromtimestamp(then, UTC), _place(lang)
    told = format_skeleton("MMMMEEEEd", at, locale=place)
    told += f", {format_time(at, 'short', locale=place)}"
    return Markup('<time datetime="{}" data-when>{} UTC</time>').format(moment(then), told)


def when_day(then: float, lang: str) -> Markup:
    """The day of a moment, likewise."""
    told = format_skeleton("MMMd", datetime.fromtimestamp(then, UTC), locale=_place(lang))
    return Markup('<time datetime="{}" data-when="day">{}</time>').format(moment(then), told)


def _place(lang: str) -> str:
    """Where dates are written as everybody reads them who reads this language."""
    pages = of_pages(lang)
    return "en_GB" if pages == ENGLISH else pages


def today(later: int = 0) -> str:
    """Today's date, or that of so many days later, as forms write it."""
    return (datetime.now(UTC) + timedelta(days=later)).date().isoformat()
