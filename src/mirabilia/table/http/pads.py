"""Score pads for games played with the box: their pages, and what their forms send.

A form sends what its reader saw with what he wrote (``rooms.pad``). It is answered with the page
again; a script that asks for JSON gets what of the page has changed.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from ..page import pad as page
from ..page import qr
from ..page.pad_words import Words
from ..rooms import pad as pads
from ..rooms import pad_score, visitors
from ..rooms.pad import City, Differs, Kept, Pad
from ..rooms.refused import Refused
from ..rooms.table_view import Options
from .asking import SentForm, TheService, Visitor, read_form, reader_of, wants_json
from .showing import page_answer, remember

router = APIRouter(include_in_schema=False)
_MOST_FIELDS = 400  # a city with everything that can be picked
_MOST_CITIES = 8
Code = Annotated[str, Path(max_length=40)]
CityNumber = Annotated[int, Path(ge=1, le=_MOST_CITIES)]


async def _fields(request: Request) -> SentForm:
    return await read_form(request, _MOST_FIELDS)


Sent = Annotated[SentForm, Depends(_fields)]


@router.get("/pad")
async def begin_page(request: Request, service: TheService, visitor: Visitor) -> Response:
    return await _begin_page(request, service, visitor, Options())


async def _begin_page(
    request: Request,
    service: TheService,
    visitor: str | None,
    options: Options,
    names: Sequence[str] = (),
    refusal: Refused | None = None,
) -> Response:
    reader = reader_of(request)
    html = page.begin_page(
        reader,
        options=options,
        names=names,
        mine=await service.pads.mine(visitor),
        days=service.pads.days,
        error=refusal.told(reader.lang) if refusal else "",
    )
    return page_answer(request, html, refusal.status if refusal else 200)


def _asked(fields: SentForm) -> tuple[Options, list[str]]:
    """The game that a form describes, and as many names as play it."""
    options = Options(
        fields.number("players") or 4,
        fields.text("edition", "2nd"),
        fields.texts("expansion"),
        bool(fields.text("teams")),
    )
    return options, list(fields.texts("name"))


def _names(options: Options, typed: Sequence[str]) -> list[str]:
    """Who has no name is numbered."""
    if not 2 <= options.players <= _MOST_CITIES:
        raise Refused("Two to eight can play.", 400)
    if any(typed[options.players :]):
        raise Refused("There are more names than players.", 400)
    given = [*typed, *[""] * options.players][: options.players]
    return [name or f"Player {number}" for number, name in enumerate(given, 1)]


@router.post("/pad")
async def begin(request: Request, service: TheService, visitor: Visitor, fields: Sent) -> Response:
    """A new pad; what can't be is said above the same form."""
    owner, token = visitors.somebody(visitor)
    options, typed = _asked(fields)
    try:
        names = _names(options, typed)
        pad = pads.begun(names, options.edition, options.expansions, options.teams)
        kept = await service.pads.begin(pad, owner)
    except Refused as refusal:
        if wants_json(request):
            raise
        return await _begin_page(request, service, visitor, options, typed, refusal)
    return remember(request, RedirectResponse(f"/pad/{kept.pen}", 303), token)


async def _view(request: Request, kept: Kept) -> page.View:
    """A pad, counted. Uncompiled, how everything came about takes seconds with expansions."""
    quick = request.app.state.service.warmth is not None and bool(kept.pad.expansions)
    result = await asyncio.to_thread(pad_score.score, kept.pad, parts=not quick)
    return page.view_of(kept, result, reader_of(request).lang)


def _answer(request: Request, view: page.View, number: int | None) -> Response:
    """What of a page has changed, for its script."""
    pad = view.kept.pad
    return JSONResponse(
        {
            "version": view.kept.version,
            "seen": page.seen(pad, number),
            "fields": page.fields(pad, number),
            "counted": page.counted(view, number),
            "parts": page.parts(view, reader_of(request).lang, number),
        }
    )


def _city_at(pad: Pad, number: int) -> int:
    """A city by its number in the address."""
    if number > len(pad.cities):
        raise Refused("There is no such city on this pad.", 404)
    return number - 1


async def _page(
    request: Request,
    service: TheService,
    kept: Kept,
    number: int | None,
    known: int | None = None,
) -> Response:
    if wants_json(request):
        if known == kept.version:
            return Response(status_code=204)
        return _answer(request, await _view(request, kept), number)
    return _html(request, service, await _view(request, kept), number)


def _html(
    request: Request,
    service: TheService,
    view: page.View,
    number: int | None,
    error: str = "",
    seen_now: str = "",
) -> Response:
    reader, status = reader_of(request), 409 if error else 200
    if number is not None:
        html = page.city_page(reader, view, number, error=error, seen_now=seen_now)
    else:
        origin: str = request.app.state.settings.origin or str(request.base_url).rstrip("/")
        html = page.sheet_page(
            reader,
            view,
            origin=origin,
            days=service.pads.days,
            error=error,
            seen_now=seen_now,
        )
    return page_answer(request, html, status)


Known = Annotated[int | None, Query(ge=0, le=10**9, description="the version that is shown")]


@router.get("/pad/{code}")
async def sheet_page(
    request: Request, service: TheService, code: Code, version: Known = None
) -> Response:
    """A pad, to write on or to read."""
    return await _page(request, service, await service.pads.find(code), None, version)


@router.get("/pad/{code}/city/{number}")
async def city_page(
    request: Request,
    service: TheService,
    code: Code,
    number: CityNumber,
    version: Known = None,
) -> Response:
    """One city of a pad."""
    kept = await service.pads.find(code)
    at = _city_at(kept.pad, number)
    if not kept.writes:
        return RedirectResponse(f"/pad/{kept.code}", 303)
    return await _page(request, service, kept, at, version)


def _seen(fields: SentForm) -> Any:
    try:
        return json.loads(fields.text("seen", "{}"))
    except (ValueError, RecursionError):
        raise Refused("That form can't be read.", 400) from None


def _sent(
    request: Request, pad: Pad, at: int, sent: Mapping[str, Sequence[str]], names: Sequence[str]
) -> City:
    """What a form has sent of a city; what is no number is said as the page calls its field."""
    try:
        return pads.read_sent(pad, sent, names)
    except pads.NoNumber as refusal:
        words = Words(pad, reader_of(request).lang)
        raise refusal.called(f"{words.city(at)}: {words.field(refusal.name)}") from None


@router.post("/pad/{code}")
async def write_lines(request: Request, service: TheService, code: Code, fields: Sent) -> Response:
    """Numbers typed on the sheet."""
    seen, sent = _seen(fields), fields.lists()
    saw = seen if isinstance(seen, list) else []

    def written(pad: Pad) -> list[tuple[int, City, City, tuple[str, ...]]]:
        names = page.line_fields(pad)
        return [
            (
                at,
                pads.read_city(pad, saw[at] if at < len(saw) else {}),
                _sent(
                    request, pad, at, {name: sent.get(f"{at}.{name}", ()) for name in names}, names
                ),
                names,
            )
            for at in range(len(pad.cities))
        ]

    return await _write(request, service, code, written, None)


@router.post("/pad/{code}/city/{number}")
async def write_city(
    request: Request, service: TheService, code: Code, number: CityNumber, fields: Sent
) -> Response:
    """What was noted of a city."""
    seen, sent = _seen(fields), fields.lists()

    def written(pad: Pad) -> list[tuple[int, City, City, tuple[str, ...]]]:
        at, names = _city_at(pad, number), tuple(pad.fields)
        now = _sent(request, pad, at, sent, names)
        return [(at, pads.read_city(pad, seen), now, names)]

    return await _write(request, service, code, written, number - 1)


async def _write(
    request: Request, service: TheService, code: str, written: Any, number: int | None
) -> Response:
    """Put what was written together with what is there; else say where it differs."""
    wrote: list[tuple[int, City]] = []

    def change(pad: Pad) -> Pad:
        there, places = pad, list[tuple[int, str]]()
        wrote.clear()
        for at, saw, now, names in written(pad):
            wrote.append((at, now))
            try:
                pad = pad.with_city(at, pads.merged(pad, saw, now, pad.cities[at], names))
            except Differs as refusal:
                places += [(at, name) for name in refusal.places]
        if places:
            raise _Elsewhere(there, places)
        return pad

    try:
        kept = await service.pads.write(code, change)
    except _Elsewhere as refusal:
        return await _elsewhere(request, service, code, refusal, wrote, number)
    if wants_json(request):
        return _answer(request, await _view(request, kept), number)
    place = "" if number is None else f"/city/{number + 1}"
    return RedirectResponse(f"/pad/{kept.pen}{place}", 303)


class _Elsewhere(Exception):
    """Cities and fields of a pad where somebody else has written something else."""

    def __init__(self, pad: Pad, places: list[tuple[int, str]]) -> None:
        super().__init__()
        self.pad, self.places = pad, places


async def _elsewhere(
    request: Request,
    service: TheService,
    code: str,
    differing: _Elsewhere,
    wrote: Sequence[tuple[int, City]],
    number: int | None,
) -> Response:
    """Nothing was changed: both are shown, and what was written can be sent again."""
    kept = replace(await service.pads.find(code), pad=differing.pad)
    view = await _view(request, kept)
    sentence, seen_now = view.words.differs(differing.places), page.seen(kept.pad, number)
    if wants_json(request):
        raise Refused(sentence)
    pad = kept.pad
    for at, now in wrote:
        others: Mapping[str, Any] = {
            name: value for name, value in pad.cities[at].items() if number is None
        }
        lines = page.line_fields(pad)
        mine = {name: value for name, value in others.items() if name not in lines} | dict(now)
        pad = pad.with_city(at, mine)
    again = await _view(request, replace(kept, pad=pad))
    return _html(request, service, again, number, sentence, seen_now)


@router.get("/pad/{code}/setup")
async def setup_page(request: Request, service: TheService, code: Code) -> Response:
    """The form in which names and the game are changed."""
    kept = await service.pads.find(code)
    if not kept.writes:
        raise Refused("Only who has the link for writing can do that.", 403)
    view = await _view(request, kept)
    return page_answer(request, page.setup_page(reader_of(request), view, options=view.options))


@router.post("/pad/{code}/setup")
async def set_up(request: Request, service: TheService, code: Code, fields: Sent) -> Response:
    options, typed = _asked(fields)
    try:
        names = _names(options, typed)

        def change(pad: Pad) -> Pad:
            return pads.set_up(pad, names, options.edition, options.expansions, options.teams)

        kept = await service.pads.write(code, change)
    except Refused as refusal:
        if wants_json(request) or refusal.status in (403, 404):
            raise
        reader = reader_of(request)
        view = await _view(request, await service.pads.find(code))
        html = page.setup_page(reader, view, options=options, error=refusal.told(reader.lang))
        return page_answer(request, html, refusal.status)
    return RedirectResponse(f"/pad/{kept.pen}", 303)


@router.post("/pad/{code}/delete")
async def delete(service: TheService, code: Code) -> Response:
    await service.pads.delete(code)
    return RedirectResponse("/pad", 303)


@router.get("/pad/{code}/qr.svg")
async def qr_code(request: Request, service: TheService, code: Code) -> Response:
    """The link of the code asked for, for the camera of a telephone."""
    kept = await service.pads.find(code)
    origin: str = request.app.state.settings.origin or str(request.base_url).rstrip("/")
    try:
        svg = qr.drawn(f"{origin}/pad/{kept.pen if kept.writes else kept.code}")
    except ValueError:
        raise Refused("That link is too long for a QR code.", 400) from None
    headers = {"Cache-Control": "private, max-age=3600"}
    return Response(svg, media_type="image/svg+xml", headers=headers)
