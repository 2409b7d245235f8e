"""The HTML pages, and the fragments of updates; all of them made of table views.

``Reader`` is who looks: the language, the remembered name, light or dark. ``fragment`` is the part
of a table's page that changes, ``<main id="table">``; streams and answers to a decision carry it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ... import bots
from ...texts import texts
from ..rooms.table_view import OVER, WAITING, Hint, Options, Summary, TableView
from . import progress
from .advice import advice_of
from .deeds import deeds_told, unseated_words
from .environment import environment
from .halting import halts
from .labels import LEVELS
from .lessons import farewell, lesson
from .reader import Reader, whole_page
from .scene import Scene
from .story import story
from .turns import Turns

DEEDS = 3  # of what was done about seats, the newest that are told with every update
CHAPTERS = 3  # turns of the log that are told with every update: the newest may yet be empty


def start_page(
    reader: Reader,
    *,
    options: Options,
    open_tables: Sequence[Summary] = (),
    my_games: Sequence[Summary] = (),
    turns: Turns | None = None,
    errors: Mapping[str, str] | None = None,
    code: str = "",
    until: str = "",
) -> str:
    """``errors`` are what is wrong with what was typed, by the field; ``code`` and ``until``, the
    last day of a holiday, are what was.
    """
    return whole_page(
        "start.html",
        reader,
        options=options,
        open_tables=open_tables,
        my_games=my_games,
        turns=turns or Turns(),
        errors={"name": "", "code": "", "watch": "", "away": "", **(errors or {})},
        code=code,
        until=until,
    )


def new_page(
    reader: Reader, *, options: Options, error: str = "", beside: str = "", code: str = ""
) -> str:
    """The form of a new table, or of the one with a code, that waits. ``beside`` are the names of
    those who share the reader's device.
    """
    found = bots.names()
    levels = [*(name for name in LEVELS if name in found), *(n for n in found if n not in LEVELS)]
    return whole_page(
        "new.html", reader, options=options, error=error, levels=levels, beside=beside, code=code
    )


def error_page(reader: Reader, status: int, sentence: str, code: str = "") -> str:
    """``code`` is that of the table that was asked for: the way back, or what was mistyped."""
    return whole_page("error.html", reader, status=status, sentence=sentence, code=code)


def table_page(
    table_view: TableView,
    reader: Reader,
    *,
    link: str,
    error: str = "",
    error_at: int | None = None,
    side: int = 0,
) -> str:
    """The whole page of a table: gathering, playing, or over. ``error``: why nobody sat down, or
    why whoever has a seat, ``error_at``, can't be called as he wants to; ``side``: the seat from
    whose side a spectator looks.
    """
    context = _table(table_view, reader.lang, link, reader.name, side)
    return whole_page("table.html", reader, **context | {"error": error, "error_at": error_at})


def fragment(table_view: TableView, lang: str, *, link: str, side: int = 0) -> str:
    """The part of a table's page that changes."""
    template = environment(lang).get_template("parts/main.html")
    return template.render(_table(table_view, lang, link, side=side))


def own_part(table_view: TableView, lang: str) -> dict[str, str]:
    """What changes within a step for who has chosen something, or taken it back."""
    scene = Scene(table_view, lang)
    html = environment(lang).get_template("parts/own.html").render(scene=scene)
    return {"chosen": scene.chosen, "own": html}


def _table(
    table_view: TableView, lang: str, link: str, name: str = "", side: int = 0
) -> dict[str, Any]:
    _ = texts(lang).gettext
    begun = table_view.view is not None and table_view.status != WAITING
    scene = Scene(table_view, lang, side) if begun else None
    title = _("Table %(code)s · Mirabilia") % {"code": table_view.code}
    if scene and table_view.status == OVER:
        title = _("The end · Mirabilia")
    elif scene:
        title = progress.title(table_view, lang)
    context = {
        "table_view": table_view,
        "scene": scene,
        "title": title,
        "turn": progress.turn(table_view),
        "link": link,
        "reader_name": name,
        "error": "",
        "error_at": None,
        "states": progress.states(table_view) if scene else "",
        "lesson": lesson(scene) if scene else None,
        "farewell": farewell(scene) if scene else None,
        "deeds": deeds_told(table_view.deeds[-DEEDS:], lang),
        "unseated": unseated_words(table_view.unseated, lang),
        "halts": halts(table_view, lang) if scene else (),
    }
    return context | told_of(scene) if scene and not table_view.covered else context


def told_of(scene: Scene) -> dict[str, Any]:
    """What happened, for the page of a game; its end, once there is one."""
    table_view, lang = scene.table_view, scene.lang
    over = table_view.status == OVER
    told = story.story(table_view, lang, CHAPTERS)
    begins = scene.age > 1 and scene.turn <= 1
    return {
        "told": told,
        "ending": story.ending(table_view, lang) if over else None,
        "fresh_war": begins and told.war is not None,
        "fresh_naval": begins and told.naval is not None,
    }


def sheet_page(table_view: TableView, reader: Reader, side: int = 0) -> str:
    """The sheet so far, as a page of its own."""
    return whole_page("sheet.html", reader, scene=Scene(table_view, reader.lang, side))


def hint(table_view: TableView, lang: str, found: Hint) -> str:
    """What a bot would do and what it expects, with a button that does it; the same of other moves.

    Its seat owes a decision.
    """
    scene = Scene(table_view, lang)
    offer = next(offer for offer in table_view.offers if offer.seat == found.seat)
    template = environment(lang).get_template("parts/hint.html")
    return template.render(scene=scene, hint=found, advice=advice_of(found, offer, scene.labels))
