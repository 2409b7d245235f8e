"""What happened at a table, in sentences and pictures: log, wars, and the end with its sheets.

``story(table_view, lang)`` is all that has happened, by chapters; ``latest`` what is new since an
event; ``ending`` the score sheet, the chart and the ranking. ``templates/story/macros.html`` draws
them:

    {% from "story/macros.html" import log, war, naval, score_sheet, chart, ranking %}
    log(story, last=2)      war(story.war)      naval(story.naval)
    score_sheet(ending.sheet)      chart(ending.chart)      ranking(ending.ranking)

Everything is made of a table view, so that only what its reader may know is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ....catalogue import load
from ....telling.causes import causes
from ....telling.chronicle import Chapter, chapters
from ....telling.cities import cities
from ...rooms.table_view import TableView
from ...texts import texts
from ..labels import Labels
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
    "latest",
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
    """The story of a table for its reader; of its last turns only, if asked for."""
    if table_view.view is None:
        return Story()
    teller = teller_of(table_view, lang)
    recent = _chronicle(table_view, teller, last)
    teller = _blaming(teller, table_view, recent)
    told = [chapter for turn in recent for chapter in teller.chapters(turn)]
    wars = [war_panel(teller, turn.step.war, turn.age) for turn in recent if turn.step.war]
    navals = [naval_panel(teller, turn.step.naval, turn.age) for turn in recent if turn.step.naval]
    return Story(tuple(told), tuple(wars), tuple(navals), len(table_view.events), table_view.seat)


def latest(table_view: TableView, since: int, lang: str) -> tuple[Line, ...]:
    """The lines that tell of an event from number ``since`` on."""
    if table_view.view is None:
        return ()
    teller = teller_of(table_view, lang)
    found = _chronicle(table_view, teller)
    new = [turn for turn in found if turn.numbers and turn.numbers[-1] >= since]
    teller = _blaming(teller, table_view, new)
    return tuple(
        line
        for turn in new
        for chapter in teller.chapters(turn)
        for line in chapter.lines
        if line.number >= since
    )


def ending(table_view: TableView, lang: str) -> Ending | None:
    """The sheets and the ranking; None before the end."""
    if table_view.view is None or not table_view.scores:
        return None
    return _ending(table_view, teller_of(table_view, lang))


def teller_of(table_view: TableView, lang: str) -> Teller:
    """Who tells it to the reader of a table view."""
    assert table_view.view is not None
    catalogue = load(table_view.options.edition, table_view.options.expansions)
    teams = table_view.options.teams
    labels = Labels(texts(lang), lang, catalogue, table_view.names, table_view.seat, teams)
    free_city = FREE_CITY if table_view.options.players == 2 else None
    found = cities(table_view.view, catalogue)
    return Teller(labels, found, free_city, kept=table_view.kept)


def _blaming(teller: Teller, table_view: TableView, told: Sequence[Chapter]) -> Teller:
    """One who knows the causes of what is told."""
    numbers = [turn.numbers[0] for turn in told if turn.numbers]
    if not numbers:
        return teller
    boards = [city.board for city in teller.cities]
    found = causes(table_view.events, teller.catalogue, boards, numbers[0])
    return replace(teller, causes=found)


def _chronicle(table_view: TableView, teller: Teller, last: int | None = None) -> list[Chapter]:
    return list(chapters(table_view.events, teams=teller.labels.teams, last=last))
