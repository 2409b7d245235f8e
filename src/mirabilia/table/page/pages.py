"""The HTML pages, and the fragments of updates; all of them made of table views.

``Reader`` is who looks: the language, the remembered name, light or dark. ``fragment`` is the part
of a table's page that changes, ``<main id="table">``; streams and answers to a decision carry it.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from ... import bots
from ...catalogue import AGES, EXPANSIONS, TEAM_EXPANSIONS, load
from ..rooms.names import LONGEST_NAME
from ..rooms.table_view import OVER, WAITING, Hint, Options, Summary, TableView
from ..texts import texts
from . import assets
from .advice import advice_of
from .faces.boards import board_face, shipyard_face
from .faces.cards import explanations
from .forms import payment_text
from .labels import COLOURS, EXPANSION_NAMES, LEVELS, PACE_NAMES, RESOURCES
from .outlook import signed
from .scene import Scene
from .story import story
from .times import ago, moment

CHAPTERS = 4  # of the log, told with every update
SHEETS = ("faces.css", "story.css", "table.css", "watch.css", "lobby.css", "sizes.css")
BASE, TEAMS = "base", "teams"


@dataclass(frozen=True, slots=True)
class Reader:
    """Who looks at a page, and how."""

    lang: str = "en"
    name: str = ""
    theme: str = "auto"  # or "light", "dark"
    motion: bool = True
    tap: str = "two"  # or "one": whether choices are confirmed


@cache
def environment(lang: str) -> Environment:
    """The templates in a language."""
    env = Environment(
        loader=PackageLoader("mirabilia.table.page"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
    )
    found = texts(lang)
    env.install_gettext_translations(found, newstyle=True)  # type: ignore[attr-defined]
    say = found.gettext
    env.filters["signed"] = signed
    env.globals.update(
        static=_static,
        sheets=SHEETS,
        longest_name=LONGEST_NAME,
        paces=[(value, say(name)) for value, name in PACE_NAMES.items()],
        payment_text=payment_text,
        words_url=words_url,
        ago=lambda then: ago(then, lang),
        moment=moment,
        roman=lambda age: AGES[age],
        expansion_name=lambda name: say(EXPANSION_NAMES[name]),
        level_name=lambda name: say(LEVELS[name]) if name in LEVELS else name,
        resource_name=lambda name: say(RESOURCES[name]),
        colour_name=lambda name: say(COLOURS[name]),
    )
    return env


def _static(name: str) -> str:
    """The address of a static file. A page names icons by the hundred: it is short, and looked up
    once a second.
    """
    return _static_at(name, int(time.monotonic()))


@lru_cache(maxsize=64)
def _static_at(name: str, second: int) -> str:
    address, _, version = assets.url(name).partition("?v=")
    return f"{address}?v={version[:4]}" if version else address


def _page(name: str, reader: Reader, **context: Any) -> str:
    return environment(reader.lang).get_template(name).render(reader=reader, **context)


def start_page(
    reader: Reader,
    *,
    options: Options,
    open_tables: Sequence[Summary] = (),
    my_games: Sequence[Summary] = (),
    errors: Mapping[str, str] | None = None,
    code: str = "",
) -> str:
    """``errors`` are what is wrong with what was typed, by the field; ``code`` is what was."""
    return _page(
        "start.html",
        reader,
        options=options,
        open_tables=open_tables,
        my_games=my_games,
        errors={"name": "", "code": "", "watch": "", **(errors or {})},
        code=code,
    )


def new_page(
    reader: Reader, *, options: Options, error: str = "", beside: str = "", code: str = ""
) -> str:
    """The form of a new table, or of the one with a code, that waits. ``beside`` are the names of
    those who share the reader's device.
    """
    found = bots.names()
    levels = [*(name for name in LEVELS if name in found), *(n for n in found if n not in LEVELS)]
    return _page(
        "new.html", reader, options=options, error=error, levels=levels, beside=beside, code=code
    )


def error_page(reader: Reader, status: int, sentence: str, back: str = "") -> str:
    """``back`` is where to go on, if there is a table."""
    return _page("error.html", reader, status=status, sentence=sentence, back=back)


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
    return _page("table.html", reader, **context | {"error": error, "error_at": error_at})


def fragment(table_view: TableView, lang: str, *, link: str, side: int = 0) -> str:
    """The part of a table's page that changes."""
    template = environment(lang).get_template("parts/main.html")
    return template.render(_table(table_view, lang, link, side=side))


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
        title = scene.words.title()
    context = {
        "table_view": table_view,
        "scene": scene,
        "title": title,
        "link": link,
        "reader_name": name,
        "error": "",
        "error_at": None,
    }
    return context | _told(scene) if scene and not table_view.covered else context


def _told(scene: Scene) -> dict[str, Any]:
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


def hint(table_view: TableView, lang: str, found: Hint) -> str:
    """What a bot would do and what it expects, with a button that does it; the same of other moves.

    Its seat owes a decision.
    """
    scene = Scene(table_view, lang)
    offer = next(offer for offer in table_view.offers if offer.seat == found.seat)
    template = environment(lang).get_template("parts/hint.html")
    return template.render(scene=scene, hint=found, advice=advice_of(found, offer, scene.labels))


def words_url(options: Options, lang: str) -> str:
    """Where the explanations of all that may be seen at a table are to be had."""
    expansions = load(options.edition, options.expansions).expansions
    version = _words_version(options.edition, expansions, lang, options.teams)
    return f"/words/{options.edition}/{_boxes(expansions, options.teams)}/{lang}.json?v={version}"


def _boxes(expansions: Sequence[str], teams: bool) -> str:
    """What is played, in an address: ``base``, ``leaders-cities``, ``armada-teams``."""
    return "-".join([*expansions, *([TEAMS] if teams else [])]) or BASE


def read_boxes(text: str) -> tuple[tuple[str, ...], bool]:
    """Expansions and teams of an address. Each has only one; what is none is a ValueError."""
    names = text.split("-")
    teams = TEAMS in names
    expansions = tuple(name for name in EXPANSIONS if name in names)
    if text != _boxes(expansions, teams) or (teams and not set(TEAM_EXPANSIONS) & set(expansions)):
        raise ValueError(f"Nobody can play {text!r}.")
    return expansions, teams


@lru_cache(maxsize=64)
def _words_version(edition: str, expansions: tuple[str, ...], lang: str, teams: bool) -> str:
    """Changes with the words, so that no browser keeps old ones."""
    text = json.dumps(words(edition, expansions, lang, teams=teams))
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def words(
    edition: str, expansions: Sequence[str], lang: str, *, teams: bool = False
) -> dict[str, tuple[str, str]]:
    """Name and explanation of everything, by id: cards, boards (``rhodos:day``), their stages
    (``rhodos:day#1``), shipyards. A CatalogueError if there is no such edition or expansion.
    """
    catalogue = load(edition, expansions, promo=True)
    found = explanations(catalogue, lang, teams)
    for wonder, side in catalogue.boards:
        board = board_face(catalogue, wonder, side, lang, teams)
        found[board.id] = board.title, board.words
        for stage in board.stages:
            found[f"{board.id}#{stage.number}"] = board.title, stage.words
    for name in catalogue.shipyards:
        yard = shipyard_face(catalogue, name, lang, teams)
        found[yard.id] = yard.name, yard.words
    return found
