"""The line that says that the bots are warming up, and how far they are."""

from __future__ import annotations

import math

from babel.numbers import format_percent

from ...texts import of_pages, texts
from ..rooms.warmth import Warmth

_ROUNDED = 5  # seconds; nobody counts along


def warming_line(warmth: Warmth | None, lang: str) -> str:
    """Nothing once all bots are there."""
    _ = texts(lang).gettext
    if warmth is None:
        return ""
    if warmth.failed:
        return _("The stronger bots can't be made ready here: a quick one plays in their place.")
    return _(
        "The bots are warming up: %(share)s done, about %(seconds)d s to go. "
        "Until then a quick one plays for them."
    ) % {
        "share": format_percent(math.floor(100 * warmth.share) / 100, locale=of_pages(lang)),
        "seconds": math.ceil(warmth.seconds / _ROUNDED) * _ROUNDED,
    }
