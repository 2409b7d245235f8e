"""The result of a game as a picture to share: who has won, and where the points came from.

It is an SVG with its colours written out, for it stands alone: no style sheet, font or script
belongs to it. A browser makes a PNG of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...texts import texts, translated
from ..rooms.table_view import TableView
from .environment import environment
from .labels import EXPANSION_NAMES
from .story import story
from .story.score import Bar

WIDTH, HEIGHT = 1200, 630
PAINT = {
    "military": ("#b8322a", "#fff"),
    "coins": ("#8a8f98", "#16181c"),
    "wonder": ("#c9a26b", "#2b1d05"),
    "blue": ("#2a5dab", "#fff"),
    "yellow": ("#e0ab22", "#2b1d05"),
    "green": ("#2a7a44", "#fff"),
    "purple": ("#6d3f9c", "#fff"),
    "leaders": ("#e8dab4", "#4a3510"),
    "black": ("#37323d", "#fff"),
    "debts": ("#e58f86", "#3a0b07"),
    "naval": ("#14376b", "#fff"),
    "islands": ("#1c7186", "#fff"),
}
"""Each line's colour and that of what stands upon it, as in ``story.css``."""
_TOP, _BOTTOM, _TALLEST = 176, 516, 62  # of the bars
_LEFT, _BARS = 320, 740  # where they begin, and how wide they are
_LONG = 44  # letters of a verdict, from which on it is written smaller


@dataclass(frozen=True, slots=True)
class Row:
    """A player's bar, and where it is."""

    bar: Bar
    y: float
    height: float


def picture(table_view: TableView, lang: str) -> str:
    """The picture of a finished game."""
    ending = story.ending(table_view, lang)
    assert ending is not None
    bars = ending.chart.bars
    step = min((_BOTTOM - _TOP) / len(bars), _TALLEST)
    verdict = ending.ranking.verdict
    said = texts(lang)
    return (
        environment(lang)
        .get_template("result.svg")
        .render(
            width=WIDTH,
            height=HEIGHT,
            left=_LEFT,
            unit=_BARS / 100,
            rows=[Row(bar, _TOP + at * step, step * 0.76) for at, bar in enumerate(bars)],
            chart=ending.chart,
            verdict=verdict,
            verdict_size=38 if len(verdict) <= _LONG else 26,
            paint=PAINT,
            players=table_view.options.players,
            boxes=[
                translated(EXPANSION_NAMES[name], said) for name in table_view.options.expansions
            ],
        )
    )
