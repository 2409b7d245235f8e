"""Drawings that are made once: icons, cards, boards, lines of the log.

A page has hundreds of them, and a macro takes its time. So each face keeps its drawings, and the
templates ask for them here; ``templates/faces/macros.html`` draws. They name static files by their
versions, so they are made anew when one of those has changed, which is looked up for each page.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from . import assets
from .faces.types import Drawn

SPRITES = ("icons.svg", "scenes.svg", "wonders.svg")
MOST_ICONS = 1024
MOST_FIGURES = 4096  # with their numbers and words


def static(name: str) -> str:
    """The address of a static file, looked up once a second; of sprites, which a page names by the
    hundred, a short one.
    """
    return _static_at(name, int(time.monotonic()))


@lru_cache(maxsize=64)
def _static_at(name: str, second: int) -> str:
    address, mark, version = assets.url(name).partition("?v=")
    return address + mark + (version[:4] if name in SPRITES else version)


_sprites: tuple[str, ...] = ()  # the addresses of the files that drawings name


def look_up() -> None:
    """Whatever is drawn from now on names static files as they are now."""
    global _sprites
    _sprites = _sprites_at(int(time.monotonic()))


@lru_cache(maxsize=2)
def _sprites_at(second: int) -> tuple[str, ...]:
    return tuple(static(name) for name in SPRITES)


def giving_markup(draw: Callable[..., Markup]) -> Callable[..., Markup]:
    """Marks what gives markup and nothing else: templates need not look at it again."""
    draw.gives_markup = True  # type: ignore[attr-defined]
    return draw


def drawings(env: Environment) -> dict[str, Callable[..., Markup]]:
    """What templates draw with, by name."""

    def macro(name: str, template: str = "faces/macros.html") -> Any:
        return getattr(env.get_template(template).module, name)

    def kept(name: str, template: str = "faces/macros.html") -> Callable[..., Markup]:
        def draw(face: Drawn, *asked: Any, **more: Any) -> Markup:
            key = name, *asked, *more.items(), _sprites
            found = face.drawn.get(key)
            if found is None:
                found = face.drawn[key] = macro(name, template)(face, *asked, **more)
            return found

        return draw

    @lru_cache(maxsize=MOST_ICONS)
    def drawn_as(sprites: tuple[str, ...], kind: str, *asked: str | None) -> Markup:
        drawn: Markup = macro(kind)(*asked)
        return drawn

    def icon(name: str, label: str | None = None) -> Markup:
        return drawn_as(_sprites, "icon", name, label)

    def bare(name: str) -> Markup:
        return drawn_as(_sprites, "bare", name)

    def shipyard(face: Drawn, *asked: Any, **more: Any) -> Markup:
        """Not kept with its face: fleets can stand in thousands of ways."""
        drawn: Markup = macro("shipyard")(face, *asked, **more)
        return drawn

    kinds = ("card", "board", "effects", "mark_icon")
    known = {f"drawn_{name}": kept(name) for name in kinds} | {"drawn_shipyard": shipyard}
    known |= {f"drawn_{name}": kept(name, "story/macros.html") for name in ("line", "chapter")}
    known["drawn_partner"] = kept("partner", "parts/benefits.html")
    known["drawn_about"] = kept("about", "parts/decide.html")
    known["drawn_mini"] = kept("mini", "parts/place.html")

    def minis(faces: Iterable[Drawn]) -> Markup:
        drawn = known["drawn_card"]
        return Markup("".join([f"<li>{drawn(face, 'mini')}</li>" for face in faces]))

    def made(name: str, template: str, most: int = MOST_ICONS) -> Callable[..., Markup]:
        """What is drawn of plain values alone."""

        @lru_cache(maxsize=most, typed=True)  # markup is not what a text with the same letters is
        def draw(sprites: tuple[str, ...], *asked: Any, **more: Any) -> Markup:
            drawn: Markup = macro(name, template)(*asked, **more)
            return drawn

        return lambda *asked, **more: draw(_sprites, *asked, **more)

    known["drawn_gain"] = made("figures", "parts/benefits.html")
    known["drawn_goods"] = made("goods", "parts/things.html")
    known["drawn_figure"] = made("figure", "parts/things.html", MOST_FIGURES)
    known |= {"ico": icon, "bare_ico": bare, "drawn_minis": minis}
    return {name: giving_markup(draw) for name, draw in known.items()}
