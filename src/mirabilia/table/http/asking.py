"""What a browser's request says: who asks, in which language, what a form has sent.

Dependencies are coroutines, for what is not would be run in a thread, which takes longer.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import Depends
from starlette.requests import Request

from ... import texts
from ...catalogue import naming
from ..page import preferences
from ..page.reader import Reader
from ..page.warming import warming_line
from ..rooms import visitors
from ..rooms.refused import Refused
from ..rooms.service import Service

LANGUAGE, CARDS = "lang", "cards"
"""The cookies of what somebody has chosen."""

_MOST_FIELDS = 100


class SentForm:
    """What a form has sent."""

    def __init__(self, pairs: list[tuple[str, str]]) -> None:
        self._pairs = pairs

    def text(self, name: str, default: str = "") -> str:
        return next((value for key, value in self._pairs if key == name), default).strip()

    def exactly(self, name: str) -> str:
        """A text as it was typed, also at its ends."""
        return next((value for key, value in self._pairs if key == name), "")

    def texts(self, name: str) -> tuple[str, ...]:
        return tuple(value.strip() for key, value in self._pairs if key == name)

    def number(self, name: str) -> int | None:
        """A whole number; None if nothing was sent."""
        text = self.text(name)
        if not text:
            return None
        if not text.isascii() or not text.isdecimal() or len(text) > 6:
            raise Refused("%(field)s is a whole number.", 400, field=name)
        return int(text)

    def needed(self, name: str) -> int:
        number = self.number(name)
        if number is None:
            raise Refused("%(field)s is missing.", 400, field=name)
        return number

    def lists(self) -> dict[str, list[str]]:
        """All values of each field."""
        found: dict[str, list[str]] = {}
        for key, value in self._pairs:
            found.setdefault(key, []).append(value.strip())
        return found

    def mapping(self) -> dict[str, str]:
        return dict(self._pairs)

    def __len__(self) -> int:
        return len(self._pairs)


async def fields_of(request: Request) -> SentForm:
    """The fields of a form, which are few and small."""
    return await read_form(request, _MOST_FIELDS)


async def read_form(request: Request, most: int) -> SentForm:
    """The fields of a form that may have so many."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    body = await request.body()
    if body and kind != "application/x-www-form-urlencoded":
        raise Refused("A form is sent as application/x-www-form-urlencoded.", 415)
    try:
        pairs = parse_qsl(
            body.decode("utf-8"),
            keep_blank_values=True,
            errors="strict",
            max_num_fields=most,
        )
    except ValueError:
        raise Refused("That form can't be read.", 400) from None
    return SentForm(pairs)


Sent = Annotated[SentForm, Depends(fields_of)]


async def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


TheService = Annotated[Service, Depends(_service)]


async def visitor_of(request: Request) -> str | None:
    return visitors.visitor_of(request.cookies.get(visitors.COOKIE))


Visitor = Annotated[str | None, Depends(visitor_of)]


def language(request: Request) -> str:
    """The language somebody has chosen, or else the one his browser asks for; and likewise that of
    the names of cards.
    """
    pages = request.cookies.get(LANGUAGE, "")
    if pages not in texts.languages():
        pages = texts.best_language(request.headers.get("accept-language", ""))
    cards = request.cookies.get(CARDS, "")
    return texts.read_in(pages, cards if cards in naming.languages() else pages)


def reader_of(request: Request, name: str = "") -> Reader:
    """Who reads the page: its language and looks."""
    lang = language(request)
    line = warming_line(request.app.state.service.warmth, lang)
    club = request.app.state.settings.club
    return Reader(lang, name, preferences.chosen(request.cookies), line, club)


async def named_reader(
    request: Request, service: Service, visitor: str | None, typed: str | None = None
) -> Reader:
    """The same, with what he is called: in the club, or else what he has ``typed`` just now, or
    last.
    """
    player = await service.club.player(visitor)
    if player is not None:
        return replace(reader_of(request, player.name), member=True)
    return reader_of(request, service.last_name(visitor) if typed is None else typed)


def takes_gzip(request: Request) -> bool:
    """Whether an answer may be compressed; ``gzip;q=0`` says that it may not."""
    for each in request.headers.get("accept-encoding", "").split(","):
        name, _, weight = each.partition(";")
        if name.strip().lower() == "gzip":
            return weight.strip().lower() not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def wants_json(request: Request) -> bool:
    return request.headers.get("accept", "").startswith("application/json")
