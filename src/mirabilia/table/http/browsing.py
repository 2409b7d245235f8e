"""The routes for browsers: pages, and what their forms send.

A form is answered with a redirect to the table. A script that asks for JSON gets the table's new
fragment at once instead.
"""

from __future__ import annotations

import gzip
import json
from collections import OrderedDict
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any
from urllib.parse import parse_qsl

from fastapi import APIRouter, Depends, Path, Query
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from .. import texts
from ..page import forms, pages, preferences, qr
from ..page.progress import progress
from ..rooms import visitors
from ..rooms.refused import Refused
from ..rooms.service import Service
from ..rooms.table_view import WAITING, Options, TableView
from .addresses import address_of
from .streams import EventStream, Message, read_known
from .watching import remember_side, side_of

router = APIRouter(include_in_schema=False)
LIFETIME = 400 * 24 * 3600  # of the cookie, in seconds; browsers allow no more
_SMALLEST_PACKED = 1000
_MOST_FIELDS = 100
_MOST_FRAGMENTS = 100
_MENDABLE = (400, 409)  # what can be put right in the same form
_LONGEST_SHOWN = 40
_LONGEST_LIST = 200
_FOR_AN_HOUR = "private, max-age=3600"


class SentForm:
    """What a form has sent."""

    def __init__(self, pairs: list[tuple[str, str]]) -> None:
        self._pairs = pairs

    def text(self, name: str, default: str = "") -> str:
        return next((value for key, value in self._pairs if key == name), default).strip()

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

    def mapping(self) -> dict[str, str]:
        return dict(self._pairs)

    def __len__(self) -> int:
        return len(self._pairs)


async def fields_of(request: Request) -> SentForm:
    """The fields of a form, which are few and small."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    body = await request.body()
    if body and kind != "application/x-www-form-urlencoded":
        raise Refused("A form is sent as application/x-www-form-urlencoded.", 415)
    try:
        pairs = parse_qsl(
            body.decode("utf-8"),
            keep_blank_values=True,
            errors="strict",
            max_num_fields=_MOST_FIELDS,
        )
    except ValueError:
        raise Refused("That form can't be read.", 400) from None
    return SentForm(pairs)


Sent = Annotated[SentForm, Depends(fields_of)]


async def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


TheService = Annotated[Service, Depends(_service)]


async def _visitor(request: Request) -> str | None:
    return visitors.visitor_of(request.cookies.get(visitors.COOKIE))


Visitor = Annotated[str | None, Depends(_visitor)]


def reader_of(request: Request, name: str = "") -> pages.Reader:
    """Who reads the page: the language and the looks the browser asks for."""
    lang = texts.best_language(request.headers.get("accept-language", ""))
    return pages.Reader(lang, name, preferences.chosen(request.cookies))


def _link(request: Request, code: str) -> str:
    """The address of a table as others can use it."""
    base: str = request.app.state.settings.origin or str(request.base_url).rstrip("/")
    return f"{base}/t/{code}"


def page_answer(request: Request, html: str, status: int = 200) -> Response:
    """A page, compressed where that pays."""
    body = html.encode()
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding, Cookie"}
    if len(body) > _SMALLEST_PACKED and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        body = gzip.compress(body, 5)
    return HTMLResponse(body, status, headers=headers)


def _wants_json(request: Request) -> bool:
    return request.headers.get("accept", "").startswith("application/json")


def _somebody(visitor: str | None) -> tuple[str, str | None]:
    """The visitor, and a token for his cookie if he is new."""
    if visitor is not None:
        return visitor, None
    token = visitors.new_token()
    return visitors.visitor_of(token) or "", token


def _remember(request: Request, response: Response, token: str | None) -> Response:
    if token is not None:
        response.set_cookie(
            visitors.COOKIE,
            token,
            max_age=LIFETIME,
            httponly=True,
            samesite="lax",
            secure=request.app.state.settings.secure,
        )
    return response


def _to_table(code: str) -> Response:
    return RedirectResponse(f"/t/{code}", 303)


@router.get("/")
async def start_page(request: Request, service: TheService, visitor: Visitor) -> Response:
    return _start_page(request, service, visitor, service.last_name(visitor))


def _start_page(
    request: Request,
    service: Service,
    visitor: str | None,
    name: str,
    refusals: Mapping[str, Refused] | None = None,
    code: str = "",
) -> Response:
    """The start page; with what was typed and why it was refused, by the field, if it was."""
    reader, refusals = reader_of(request, name), refusals or {}
    html = pages.start_page(
        reader,
        options=service.last_options(visitor) or Options(),
        open_tables=service.open_tables(),
        my_games=service.my_tables(visitor),
        errors={field: refusal.told(reader.lang) for field, refusal in refusals.items()},
        code=code,
    )
    return page_answer(request, html, max((each.status for each in refusals.values()), default=200))


@router.get("/new")
async def new_page(request: Request, service: TheService, visitor: Visitor) -> Response:
    reader = reader_of(request, service.last_name(visitor))
    options = service.last_options(visitor) or Options()
    return page_answer(request, pages.new_page(reader, options=options))


@router.get("/join")
async def find_table(
    request: Request,
    service: TheService,
    visitor: Visitor,
    code: Annotated[str, Query(max_length=40)] = "",
) -> Response:
    """The form in which a code is typed."""
    read = visitors.read_code(code)
    if not visitors.CODE.fullmatch(read):
        refusal = Refused(
            "A table's code has %(number)d letters and digits.", 404, number=visitors.CODE_LENGTH
        )
        name = service.last_name(visitor)
        return _start_page(request, service, visitor, name, {"code": refusal}, code)
    return _to_table(read)


def _typed_name(fields: SentForm) -> str:
    """The name as it was typed, to be mended."""
    return fields.text("name")[:_LONGEST_SHOWN]


def _beside(fields: SentForm) -> list[str]:
    """The others who play at the same device."""
    return [name for name in fields.text("beside").split(",") if name.strip()]


def _options(fields: SentForm) -> Options:
    """The settings of a form."""
    return Options(
        fields.number("players") or 4,
        fields.text("edition", "2nd"),
        fields.texts("expansion"),
        bool(fields.text("teams")),
        fields.text("sides", "random"),
        fields.text("leaders", "standard"),
        fields.number("clock"),
        fields.text("level", Options().level),
        bool(fields.text("listed")),
    )


async def _open(
    request: Request, service: Service, visitor: str | None, fields: SentForm, begin: bool
) -> Response:
    visitor, token = _somebody(visitor)
    name = fields.text("name") or service.last_name(visitor) or "Player"
    options = (service.last_options(visitor) or Options()) if not fields.text("players") else None
    code = await service.create(
        options or _options(fields),
        name,
        visitor,
        beside=_beside(fields),
        begin=begin,
        address=address_of(request.scope),
    )
    return _remember(request, _to_table(code), token)


@router.post("/play")
async def play(request: Request, service: TheService, visitor: Visitor, fields: Sent) -> Response:
    """A table with bots and the last settings, or those sent, begun at once."""
    try:
        return await _open(request, service, visitor, fields, begin=True)
    except Refused as refusal:
        if _wants_json(request):
            raise
        return _start_page(request, service, visitor, _typed_name(fields), {"name": refusal})


@router.post("/watch")
async def watch(request: Request, service: TheService, visitor: Visitor) -> Response:
    """A table at which bots play alone, with the last settings, begun at once."""
    host, token = _somebody(visitor)
    options = service.last_options(visitor) or Options()
    try:
        code = await service.create_show(options, host, address=address_of(request.scope))
    except Refused as refusal:
        if _wants_json(request):
            raise
        name = service.last_name(visitor)
        return _start_page(request, service, visitor, name, {"watch": refusal})
    return _remember(request, _to_table(code), token)


@router.post("/tables")
async def open_table(
    request: Request, service: TheService, visitor: Visitor, fields: Sent
) -> Response:
    """A new table; what can't be is said above the same form."""
    try:
        return await _open(request, service, visitor, fields, bool(fields.text("begin")))
    except Refused as refusal:
        if _wants_json(request):
            raise
        reader = reader_of(request, _typed_name(fields))
        html = pages.new_page(
            reader,
            options=_options_again(fields, service.last_options(visitor) or Options()),
            error=refusal.told(reader.lang),
            beside=fields.text("beside")[:_LONGEST_LIST],
        )
        return page_answer(request, html, refusal.status)


def _options_again(fields: SentForm, default: Options) -> Options:
    """The settings of a form that was refused, to be mended."""
    try:
        return _options(fields)
    except Refused:
        return default


@router.get("/t/{code}")
async def table_page(
    request: Request,
    service: TheService,
    visitor: Visitor,
    code: str,
    seat: Annotated[int | None, Query(ge=0, le=7)] = None,
) -> Response:
    """A table. Whoever comes to one where a seat is kept for him has come; a spectator may look
    from the side of any ``seat``.
    """
    if "prefetch" not in request.headers.get("sec-purpose", ""):
        await service.arrive(code, visitor)
    return await _table_page(request, service, visitor, code, service.last_name(visitor), side=seat)


async def _table_page(
    request: Request,
    service: Service,
    visitor: str | None,
    code: str,
    name: str,
    refusal: Refused | None = None,
    side: int | None = None,
    seat: int | None = None,
) -> Response:
    """A table; with the name that was refused for a seat, or for sitting down, if one was."""
    table_view = await service.table_view(code, visitor)
    seen_from = side_of(request, table_view, side)
    reader = reader_of(request, name)
    html = pages.table_page(
        table_view,
        reader,
        link=_link(request, table_view.code),
        error=refusal.told(reader.lang) if refusal else "",
        side=seen_from,
        error_at=table_view.seat if seat is None else seat,
    )
    answer = page_answer(request, html, refusal.status if refusal else 200)
    if side is not None:
        remember_side(request, answer, table_view, seen_from)
    return answer


async def _shown(
    request: Request, service: Service, visitor: str | None, code: str, step: int | None = None
) -> Response:
    """The answer to a form that changed a table; of a page that showed a ``step`` of the game."""
    if not _wants_json(request):
        return _to_table(visitors.read_code(code))
    table_view = await service.table_view(code, visitor)
    within = step == table_view.step and table_view.has_parts
    return JSONResponse(_fragment(request, table_view, within))


def _fragment(request: Request, table_view: TableView, within: bool = False) -> dict[str, Any]:
    """What a browser shows; ``within``: what of it may have changed within a step. The answer to a
    form and the update that follows are the same one.
    """
    lang = texts.best_language(request.headers.get("accept-language", ""))
    link = _link(request, table_view.code)
    side = side_of(request, table_view)
    seen = (*table_view.key, side, lang, link, within)
    made: OrderedDict[object, str] = request.app.state.fragments
    html = made.get(seen)
    if html is None:
        html = made[seen] = pages.fragment(table_view, lang, link=link, side=side, within=within)
        if len(made) > _MOST_FRAGMENTS:
            made.popitem(last=False)
    return {
        "code": table_view.code,
        "version": table_view.version,
        "html": html,
        "seconds": table_view.seconds_left,
    }


class Told:
    """What one browser has been told of its tables by its stream, so that it is told no more than
    has changed.
    """

    def __init__(self, request: Request) -> None:
        self._request = request
        self._lang = texts.best_language(request.headers.get("accept-language", ""))
        self._known: dict[str, tuple[str, object]] = {}  # the reader's own part, and the rest

    def tell(self, table_view: TableView, since: int) -> Message:
        before = self._known.pop(table_view.code, ("", None))
        if not table_view.has_parts:
            return "update", _fragment(self._request, table_view)
        now = self._known[table_view.code] = table_view.rest, table_view.own_part
        if before[0] != now[0]:
            return "update", _fragment(self._request, table_view)
        if before[1] != now[1]:
            return "update", _fragment(self._request, table_view, within=True)
        return "progress", progress(table_view, self._lang)


async def words(
    request: Request,
    edition: Annotated[str, Path(max_length=10, description="1st or 2nd")],
    boxes: Annotated[
        str, Path(max_length=40, description="base, or such as leaders-cities, cities-teams")
    ],
    lang: Annotated[str, Path(max_length=10, description="the language, such as en")],
) -> Response:
    """The explanations of all cards of a game, which all tables share."""
    if lang not in texts.languages():
        raise Refused("There are no such words.", 404)
    try:
        found = _words(edition, *pages.read_boxes(boxes), lang)
    except ValueError:
        raise Refused("There are no such words.", 404) from None
    headers = {"Cache-Control": "public, max-age=86400", "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(found, media_type="application/json", headers=headers)
    return Response(gzip.decompress(found), media_type="application/json", headers=headers)


@cache
def _words(edition: str, expansions: tuple[str, ...], teams: bool, lang: str) -> bytes:
    """Compressed once; a few dozen in each language are all there can be."""
    found = pages.words(edition, expansions, lang, teams=teams)
    return gzip.compress(json.dumps(found).encode(), 9)


@router.post("/t/{code}/join")
async def join(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    visitor, token = _somebody(visitor)
    name = fields.text("name") or service.last_name(visitor)
    try:
        await service.join(code, visitor, name, fields.number("seat"))
    except Refused as refusal:
        if _wants_json(request) or refusal.status not in _MENDABLE:
            raise
        return await _table_page(request, service, visitor, code, _typed_name(fields), refusal)
    return _remember(request, await _shown(request, service, visitor, code), token)


@router.post("/t/{code}/leave")
async def leave(request: Request, service: TheService, visitor: Visitor, code: str) -> Response:
    await service.leave(code, visitor)
    if _wants_json(request):
        return await _shown(request, service, visitor, code)
    return RedirectResponse("/", 303)


@router.post("/t/{code}/back")
async def come_back(request: Request, service: TheService, visitor: Visitor, code: str) -> Response:
    await service.come_back(code, visitor)
    return await _shown(request, service, visitor, code)


@router.post("/t/{code}/start")
async def start(request: Request, service: TheService, visitor: Visitor, code: str) -> Response:
    await service.start_game(code, visitor)
    return await _shown(request, service, visitor, code)


@router.post("/t/{code}/seat")
async def put_bot(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    level: str | None = None
    if fields.text("kind", "bot") == "bot":
        level = fields.text("level") or (await service.table_view(code, visitor)).options.level
    await service.put_bot(code, visitor, fields.needed("seat"), level)
    return await _shown(request, service, visitor, code)


@router.get("/t/{code}/options")
async def options_page(
    request: Request, service: TheService, visitor: Visitor, code: str
) -> Response:
    """The form in which the host changes a table that waits."""
    table_view = await service.table_view(code, visitor)
    if table_view.status != WAITING:
        raise Refused("The game has begun.")
    if not table_view.host:
        raise Refused("Only the host of this table can do that.", 403)
    html = pages.new_page(reader_of(request), options=table_view.options, code=table_view.code)
    return page_answer(request, html)


@router.post("/t/{code}/options")
async def set_up(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    try:
        await service.set_up(code, visitor, _options(fields))
    except Refused as refusal:
        if _wants_json(request) or refusal.status not in _MENDABLE:
            raise
        reader, table_view = reader_of(request), await service.table_view(code, visitor)
        html = pages.new_page(
            reader,
            options=_options_again(fields, table_view.options),
            error=refusal.told(reader.lang),
            code=table_view.code,
        )
        return page_answer(request, html, refusal.status)
    return await _shown(request, service, visitor, code)


@router.post("/t/{code}/move")
async def move_seat(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    await service.move_seat(code, visitor, fields.needed("seat"), fields.needed("to"))
    return await _shown(request, service, visitor, code)


@router.post("/t/{code}/name")
async def rename(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    seat = fields.number("seat")
    try:
        await service.rename(code, visitor, fields.text("name"), seat)
    except Refused as refusal:
        if _wants_json(request) or refusal.status not in _MENDABLE:
            raise
        typed = _typed_name(fields)
        return await _table_page(request, service, visitor, code, typed, refusal, seat)
    return await _shown(request, service, visitor, code)


@router.post("/t/{code}/remove")
async def remove(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    await service.remove(code, visitor, fields.needed("seat"))
    return await _shown(request, service, visitor, code)


@router.post("/t/{code}/readmit")
async def let_back(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    await service.let_back(code, visitor, fields.text("name"))
    return await _shown(request, service, visitor, code)


@router.get("/t/{code}/qr.svg")
async def qr_code(request: Request, service: TheService, code: str) -> Response:
    """The link to a table, for the camera of a telephone."""
    code = visitors.read_code(code)
    if service.version(code) is None:
        raise Refused("There is no such table (any more).", 404)
    try:
        svg = qr.drawn(_link(request, code))
    except ValueError:
        raise Refused("That link is too long for a QR code.", 400) from None
    return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": _FOR_AN_HOUR})


@router.post("/t/{code}/show")
async def show_hand(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    """Somebody who shares a device says that it is him."""
    await service.show_hand(code, visitor, fields.needed("seat"))
    return await _shown(request, service, visitor, code)


@router.post("/t/{code}/cover")
async def cover_hands(
    request: Request, service: TheService, visitor: Visitor, code: str
) -> Response:
    await service.cover_hands(code, visitor)
    return await _shown(request, service, visitor, code)


@router.post("/t/{code}/decide")
async def decide(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    try:
        move = forms.read_move(fields.mapping())
    except ValueError as error:
        raise Refused(str(error), 400) from None
    step = fields.needed("step")
    await service.decide(code, visitor, fields.number("seat"), move, step)
    return await _shown(request, service, visitor, code, step)


@router.post("/t/{code}/undecide")
async def undecide(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    step = fields.number("step")
    await service.undecide(code, visitor, fields.number("seat"), step)
    return await _shown(request, service, visitor, code, step)


@router.post("/t/{code}/takeback")
async def take_back(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    await service.take_back(code, visitor, fields.needed("step"))
    return await _shown(request, service, visitor, code)


@router.post("/t/{code}/pace")
async def set_pace(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    await service.set_pace(code, visitor, fields.text("pace"))
    return await _shown(request, service, visitor, code)


@router.get("/t/{code}/sheet")
async def sheet_so_far(
    request: Request, service: TheService, visitor: Visitor, code: str
) -> Response:
    """The points of everybody, if the game ended now."""
    table_view = await service.table_view(code, visitor)
    if table_view.view is None:
        raise Refused("The game has not begun.")
    reader, side = reader_of(request), side_of(request, table_view)
    if _wants_json(request):
        return JSONResponse({"html": pages.sheet(table_view, reader.lang, side)})
    return page_answer(request, pages.sheet_page(table_view, reader, side))


@router.post("/t/{code}/hint")
async def hint(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    found = await service.hint(code, visitor, fields.number("seat"))
    if not _wants_json(request):
        return _to_table(visitors.read_code(code))
    table_view = await service.table_view(code, visitor)
    offered = any(offer.seat == found.seat for offer in table_view.offers)
    if table_view.step != found.step or not offered:
        raise Refused("The game has moved on meanwhile.")
    html = pages.hint(table_view, reader_of(request).lang, found)
    return JSONResponse({"html": html, "seat": found.seat, "move": found.move})


@router.post("/t/{code}/rematch")
async def rematch(request: Request, service: TheService, visitor: Visitor, code: str) -> Response:
    following = await service.rematch(code, visitor, address_of(request.scope))
    if _wants_json(request):
        return JSONResponse({"code": following})
    return _to_table(following)


@router.get("/t/{code}/record")
async def record(service: TheService, code: str) -> Response:
    found = await service.record(code)
    name = f"mirabilia-{visitors.read_code(code)}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return JSONResponse(found, headers=headers)


@router.get("/stream")
async def stream(
    request: Request,
    service: TheService,
    visitor: Visitor,
    t: Annotated[list[str], Query(max_length=40)],
) -> Response:
    """Updates for all tables that a browser has open."""
    known = read_known(t, request.headers.get("last-event-id"))
    return EventStream(
        service, visitor, known, Told(request).tell, address=address_of(request.scope)
    )
