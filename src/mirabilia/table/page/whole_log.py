"""The whole log of a table, by ages and turns, of everybody or of one player.

The page of a table has only the newest part; this is fetched when it is opened, and is a page of
its own where there are no scripts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby

from ..rooms.table_view import TableView
from .deeds import deeds_told
from .reader import Reader, whole_page
from .story import story
from .story.story import Story, StoryChapter


@dataclass(frozen=True, slots=True)
class Part:
    """An age, or what came before the first."""

    age: int
    begun: bool
    chapters: tuple[StoryChapter, ...]


def log_page(table_view: TableView, reader: Reader, seat: int | None = None) -> str:
    """All that has happened, as far as its reader knows it; or what concerns one seat of it."""
    told = concerning(story.story(table_view, reader.lang), seat)
    groups = groupby(told.chapters, lambda one: (one.age, one.turn is not None))
    parts = [Part(age, begun, tuple(chapters)) for (age, begun), chapters in groups]
    deeds = deeds_told(table_view.deeds, reader.lang)
    return whole_page(
        "log.html", reader, table_view=table_view, told=told, parts=parts, seat=seat, deeds=deeds
    )


def concerning(told: Story, seat: int | None) -> Story:
    """What of a story concerns a seat; with no seat, all of it."""
    if seat is None:
        return told
    kept = [
        replace(chapter, lines=tuple(line for line in chapter.lines if seat in line.about))
        for chapter in told.chapters
    ]
    return replace(told, chapters=tuple(chapter for chapter in kept if chapter.lines))
