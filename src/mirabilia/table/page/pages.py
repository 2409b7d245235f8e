"""The HTML pages, and the fragments of updates; all of them made of table views.

``Reader`` is who looks: the language, the remembered name, light or dark. ``fragment`` is the part
of a table's page that changes, ``<main id="table">``; streams and answers to a decision carry it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from babel.support import NullTranslations
from jinja2 import Environment, PackageLoader, StrictUndefined
from jinja2.runtime import Context, Macro
from markupsafe import Markup

from ... import bots
from ...bots.levels import PLAIN
from ...catalogue import AGES, EXPANSIONS, TEAM_EXPANSIONS, load
from ..rooms.names import LONGEST_NAME
from ..rooms.table_view import OVER, WAITING, Hint, Options, Summary, TableView
from ..texts import texts
from .advice import advice_of
from .drawn import drawings, static
from .faces.boards import board_face, shipyard_face
from .faces.cards import explanations
from .forms import OTHER, payment_text
from .goods import symbols_words
from .labels import COLOURS, EXPANSION_NAMES, LEVELS, PACE_NAMES
from .outlook import signed
from .preferences import PREFERENCES, chosen
from .progress import states
from .scene import Scene
from .story import story
from .times import ago, moment

CHAPTERS = 3  # turns of the log that are told with every update: the newest may yet be empty
BASE, TEAMS = "base", "teams"


@dataclass(frozen=True, slots=True)
class Reader:
    """Who looks at a page, and what he has set for his browser; that the bots are warming up, if
    they are.
    """

    lang: str = "en"
    name: str = ""
    chosen: Mapping[str, str] = field(default_factory=lambda: chosen({}))
    warming: str = ""


MOST_TEXTS = 4096


def _sayer(said: NullTranslations) -> Callable[..., Markup]:
    """Says a text of a template, as the extension for translations does, but each text is looked up
    once: a page has a hundred.
    """

    @lru_cache(maxsize=MOST_TEXTS)
    def found(text: str) -> Markup:
        return Markup(said.gettext(text))

    @lru_cache(maxsize=MOST_TEXTS)
    def plain(text: str) -> Markup:
        return found(text) % {}

    def say(text: str, /, **named: object) -> Markup:
        return found(text) % named if named else plain(text)

    return say


class Light(Context):
    """Calls what templates call at once: a page does so five hundred times, and Jinja asks each
    time in six ways whether what is called wants to know more.
    """

    def call(self, called: Callable[..., Any], /, *given: Any, **named: Any) -> Any:
        if hasattr(called, "jinja_pass_arg"):
            return super().call(called, *given, **named)
        named.pop("_block_vars", None)
        named.pop("_loop_vars", None)
        if isinstance(called, Macro):
            return called(self.eval_ctx, *given, **named)
        return called(*given, **named)


@cache
def environment(lang: str) -> Environment:
    """The templates in a language."""
    env = Environment(
        loader=PackageLoader("mirabilia.table.page"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,
        extensions=["jinja2.ext.i18n"],
    )
    env.context_class = Light
    found = texts(lang)
    env.install_gettext_translations(found, newstyle=True)  # type: ignore[attr-defined]
    say = found.gettext
    env.globals["_"] = env.globals["gettext"] = _sayer(found)
    env.filters["signed"] = signed
    env.globals.update(
        drawings(env),
        static=static,
        preferences=PREFERENCES,
        longest_name=LONGEST_NAME,
        paces=[(value, say(name)) for value, name in PACE_NAMES.items()],
        payment_text=payment_text,
        quick_bots=PLAIN,
        OTHER=OTHER,
        words_url=words_url,
        ago=lambda then: ago(then, lang),
        moment=moment,
        roman=lambda age: AGES[age],
        expansion_name=lambda name: say(EXPANSION_NAMES[name]),
        level_name=lambda name: say(LEVELS[name]) if name in LEVELS else name,
        symbols_words=lambda symbols: symbols_words(symbols, found),
        colour_name=lambda name: say(COLOURS[name]),
    )
    return env


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


def fragment(
    table_view: TableView, lang: str, *, link: str, side: int = 0, within: bool = False
) -> str:
    """The part of a table's page that changes; ``within``: only what may do so within a step."""
    template = environment(lang).get_template("parts/main.html")
    return template.render(_table(table_view, lang, link, side=side, within=within))


def _table(
    table_view: TableView,
    lang: str,
    link: str,
    name: str = "",
    side: int = 0,
    within: bool = False,
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
        "turn": _turn(table_view),
        "link": link,
        "reader_name": name,
        "error": "",
        "error_at": None,
        "within": within,
        "states": states(table_view) if scene else "",
    }
    return context | _told(scene) if scene and not table_view.covered and not within else context


def _turn(table_view: TableView) -> int | None:
    """The step in which the reader, or somebody at his device, owes a decision; None if nobody."""
    device = table_view.device
    owed = any(offer.choice is None for offer in table_view.offers)
    return table_view.step if owed or (device and device.asked) else None


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


def sheet_page(table_view: TableView, reader: Reader, side: int = 0) -> str:
    """The sheet so far, as a page of its own."""
    return _page("sheet.html", reader, scene=Scene(table_view, reader.lang, side))


def sheet(table_view: TableView, lang: str, side: int = 0) -> str:
    """The sheet so far, for a box on the table's page."""
    template = environment(lang).get_template("parts/sheet.html")
    return template.render(scene=Scene(table_view, lang, side))


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
) -> dict[str, tuple[str, ...]]:
    """Name and explanation of everything, by id: cards (then the ids of those they make free),
    boards (``rhodos:day``), their stages (``rhodos:day#1``), shipyards. A CatalogueError if there
    is no such edition or expansion.
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
