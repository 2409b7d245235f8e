"""The page on which a position is given, to be played on from."""

from __future__ import annotations

from collections.abc import Sequence

from ..rooms.table_view import Options
from .labels import LEVELS
from .reader import Reader, whole_page


def position_page(
    reader: Reader,
    *,
    levels: Sequence[str],
    position: str = "",
    level: str = Options().level,
    seat: int | None = None,
    error: str = "",
) -> str:
    """``position`` is what was sent and refused, to be mended."""
    known = [*(name for name in LEVELS if name in levels), *(n for n in levels if n not in LEVELS)]
    return whole_page(
        "position.html",
        reader,
        levels=known,
        position=position,
        level=level,
        seat=seat,
        error=error,
    )
