"""What happened at a table, in sentences and pictures: log, wars, and the end with its sheets.

``story(table_view, lang)`` is all that has happened, by chapters; ``ending`` the score sheet, the
chart and the ranking. ``templates/story/macros.html`` draws them:

    {% from "story/macros.html" import log, war, naval, score_sheet, chart, ranking %}
    log(story, last=2)      war(story.war)      naval(story.naval)
    score_sheet(ending.sheet)      chart(ending.chart)      ranking(ending.ranking)

Everything is made of a table view, so that only what its reader may know is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from ....game.codec import Event
from ....telling.causes import Causes, causes
from ....telling.chronicle import Chapter, chapter, stretches
from ....texts import texts
from ...rooms.table_view import TableView
from ..labels import Labels
from ..progress import called
from ..scene import all_cities, catalogue_of
from .score import Ending
from .score import ending as _ending
from .teller import Line, StoryChapter, Teller
from .war import NavalPanel, WarPanel, naval_panel, war_panel

__all__ = [
    "Ending",
    "Line",
    "NavalPanel",
    "Story",
    "StoryChapter",
    "WarPanel",
    "ending",
    "story",
]

FREE_CITY = 2


@dataclass(frozen=True, slots=True)
class Story:
    """What happened, the oldest first. ``told``: how many events it tells of, from 0 on."""

    chapters: tuple[StoryChapter, ...] = ()
    wars: tuple[WarPanel, ...] = ()
    navals: tuple[NavalPanel, ...] = ()
    told: int = 0
    you: int | None = None

    @property
    def lines(self) -> tuple[Line, ...]:
        return tuple(line for chapter in self.chapters for line in chapter.lines)

    def recent(self, turns: int | None) -> tuple[StoryChapter, ...]:
        """The chapters of so many turns, with the conflicts between and after them."""
        begins = [at for at, chapter in enumerate(self.chapters) if chapter.kind == "turn"]
        if turns is None or len(begins) <= turns:
            return self.chapters
        return self.chapters[begins[-turns] :]

    def is_yours(self, line: Line) -> bool:
        """Whether it tells of what the reader did."""
        return self.you is not None and line.seat == self.you

    @property
    def newest(self) -> str:
        """The key of the last turn that has something to tell."""
        return next((one.key for one in reversed(self.chapters) if one.kind == "turn"), "")

    @property
    def war(self) -> WarPanel | None:
        """The last war."""
        return self.wars[-1] if self.wars else None

    @property
    def naval(self) -> NavalPanel | None:
        """The last naval conflict."""
        return self.navals[-1] if self.navals else None


def story(table_view: TableView, lang: str, last: int | None = None) -> Story:
    """The story of a table for its reader; of its last turns only, if asked for.

    A turn that is over is told once.
    """
    if table_view.view is None:
        return Story()
    teller = _Blaming(table_view, lang)
    kept, seat = table_view.kept, table_view.seat
    told = [
        kept.lasting((lang, seat, start, end), partial(teller.tell, start, end))
        for start, end in stretches(table_view.events, last)
        if not _has_only_begun(table_view.events[start:end])
    ]
    return Story(
        tuple(chapter for turn in told for chapter in turn.chapters),
        tuple(turn.war for turn in told if turn.war),
        tuple(turn.naval for turn in told if turn.naval),
        len(table_view.events),
        table_view.seat,
    )


def _has_only_begun(stretch: Sequence[Event]) -> bool:
    """Whether there is nothing to tell of a turn yet."""
    return len(stretch) == 1 and stretch[0].kind == "turn"


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn as told, with the conflicts after it."""

    chapters: tuple[StoryChapter, ...]
    war: WarPanel | None
    naval: NavalPanel | None


class _Blaming:
    """Tells turns of a table to its reader, and knows the causes of what is told."""

    def __init__(self, table_view: TableView, lang: str) -> None:
        self._table_view, self._lang = table_view, lang

    @cached_property
    def _teller(self) -> Teller:  # turns that were told before need none
        return teller_of(self._table_view, self._lang)

    def tell(self, start: int, end: int) -> _Turn:
        seen = self._table_view
        turn = self._chapter(start, end)
        found = seen.kept.lasting(("causes", start, end), partial(self._causes, start, end))
        teller = replace(self._teller, causes=found)
        war, naval = turn.step.war, turn.step.naval
        return _Turn(
            tuple(teller.chapters(turn)),
            war_panel(teller, war, turn.age) if war else None,
            naval_panel(teller, naval, turn.age) if naval else None,
        )

    def _chapter(self, start: int, end: int) -> Chapter:
        """The same for all who have seen the same: of what was laid face down some know more."""
        seen = self._table_view
        laid = [event.data.get("card") for event in seen.events[start:end] if event.hidden_from]
        sort = partial(chapter, seen.events, start, end, teams=seen.options.teams)
        return seen.kept.lasting(("chapter", start, end, *laid), sort)

    def _causes(self, start: int, end: int) -> Causes:
        """The same for all readers: only what happens openly is a cause."""
        boards = [city.board for city in self._teller.cities]
        return causes(self._table_view.events[:end], self._teller.catalogue, boards, start)


def ending(table_view: TableView, lang: str) -> Ending | None:
    """The sheets and the ranking; None before the end."""
    if table_view.view is None or not table_view.scores:
        return None
    return _ending(table_view, teller_of(table_view, lang))


def teller_of(table_view: TableView, lang: str) -> Teller:
    """Who tells it to the reader of a table view."""
    assert table_view.view is not None
    catalogue = catalogue_of(table_view)
    teams = table_view.options.teams
    names = called(table_view, lang)
    labels = Labels(texts(lang), lang, catalogue, names, table_view.seat, teams)
    free_city = FREE_CITY if table_view.options.players == 2 else None
    found = all_cities(table_view, catalogue)
    return Teller(labels, found, free_city, kept=table_view.kept)
