"""The routes for browsers: pages, and what their forms send.

A form is answered with a redirect to the table. A script that asks for JSON gets the table's new
fragment at once instead.
"""

from __future__ import annotations

import gzip
import json
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from ... import texts
from ...catalogue import Catalogue, load, naming
from ..page import explaining, forms, pages, qr
from ..rooms import visitors
from ..rooms.refused import Refused
from ..rooms.service import Service
from ..rooms.table_view import WAITING, Options
from . import hearing
from .addresses import address_of
from .asking import (
    Sent,
    SentForm,
    TheService,
    Visitor,
    fields_of,
    language,
    named_reader,
    reader_of,
    takes_gzip,
    visitor_of,
    wants_json,
)
from .showing import MENDABLE, Told, link_to, page_answer, remember, shown, to_table
from .starting import start_page
from .streams import EventStream, read_known
from .watching import remember_side, side_of

router = APIRouter(include_in_schema=False)
_LONGEST_SHOWN = 40
_LONGEST_LIST = 200
_MOST_WORDS = 256  # of a catalogue in a language, some twenty kilobytes each
_FOR_AN_HOUR = "private, max-age=3600"


@router.get("/")
async def first_page(request: Request, service: TheService, visitor: Visitor) -> Response:
    return await start_page(request, service, visitor)


@router.get("/new")
async def new_page(request: Request, service: TheService, visitor: Visitor) -> Response:
    reader = await named_reader(request, service, visitor)
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
        return await start_page(request, service, visitor, None, {"code": refusal}, code=code)
    return to_table(read)


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
        fields.number("delay") or 0,
    )


async def _open(
    request: Request, service: Service, visitor: str | None, fields: SentForm, begin: bool
) -> Response:
    options = (service.last_options(visitor) or Options()) if not fields.text("players") else None
    visitor, token = visitors.somebody(visitor)
    code = await service.create(
        options or _options(fields),
        _name(request, service, visitor, fields),
        visitor,
        beside=_beside(fields),
        begin=begin,
        address=address_of(request.scope),
    )
    return remember(request, to_table(code), token)


def _player(request: Request) -> str:
    """Who has not said how he is called."""
    return texts.texts(language(request)).gettext("Player")


def _name(request: Request, service: Service, visitor: str, fields: SentForm) -> str:
    return fields.text("name") or service.last_name(visitor) or _player(request)


@router.post("/play")
async def play(request: Request, service: TheService, visitor: Visitor, fields: Sent) -> Response:
    """A table with bots and the last settings, or those sent, begun at once."""
    try:
        return await _open(request, service, visitor, fields, begin=True)
    except Refused as refusal:
        if wants_json(request):
            raise
        return await start_page(request, service, visitor, _typed_name(fields), {"name": refusal})


@router.post("/first")
async def first(request: Request, service: TheService, visitor: Visitor, fields: Sent) -> Response:
    """A first game, in which the page says how it goes."""
    player, token = visitors.somebody(visitor)
    try:
        name, address = _name(request, service, player, fields), address_of(request.scope)
        code = await service.create_first(name, player, address=address)
    except Refused as refusal:
        if wants_json(request):
            raise
        return await start_page(request, service, visitor, _typed_name(fields), {"name": refusal})
    return remember(request, to_table(code), token)


@router.post("/watch")
async def watch(request: Request, service: TheService, visitor: Visitor) -> Response:
    """A table at which bots play alone, with the last settings, begun at once."""
    host, token = visitors.somebody(visitor)
    options = service.last_options(visitor) or Options()
    try:
        code = await service.create_show(options, host, address=address_of(request.scope))
    except Refused as refusal:
        if wants_json(request):
            raise
        return await start_page(request, service, visitor, None, {"watch": refusal})
    return remember(request, to_table(code), token)


@router.post("/tables")
async def open_table(
    request: Request, service: TheService, visitor: Visitor, fields: Sent
) -> Response:
    """A new table; what can't be is said above the same form."""
    try:
        return await _open(request, service, visitor, fields, bool(fields.text("begin")))
    except Refused as refusal:
        if wants_json(request):
            raise
        reader = await named_reader(request, service, visitor, _typed_name(fields))
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
    read = visitors.read_code(code)
    if service.version(read) is None and service.knows(read):
        return RedirectResponse(f"/r/{read}", 303)  # its game is kept longer than the table
    if "prefetch" not in request.headers.get("sec-purpose", ""):
        await service.arrive(code, visitor)
    return await _table_page(request, service, visitor, code, side=seat)


async def _table_page(
    request: Request,
    service: Service,
    visitor: str | None,
    code: str,
    name: str | None = None,
    refusal: Refused | None = None,
    side: int | None = None,
    seat: int | None = None,
) -> Response:
    """A table; with the name that was refused for a seat, or for sitting down, if one was."""
    table_view = await service.table_view(code, visitor)
    seen_from = side_of(request, table_view, side)
    reader = await named_reader(request, service, visitor, name)
    html = pages.table_page(
        table_view,
        reader,
        link=link_to(request, table_view.code),
        error=refusal.told(reader.lang) if refusal else "",
        side=seen_from,
        error_at=table_view.seat if seat is None else seat,
    )
    answer = page_answer(request, html, refusal.status if refusal else 200)
    if side is not None:
        remember_side(request, answer, table_view, seen_from)
    return answer


async def words(
    request: Request,
    edition: Annotated[str, Path(max_length=10, description="1st or 2nd")],
    boxes: Annotated[
        str, Path(max_length=40, description="base, or such as leaders-cities, cities-teams")
    ],
    lang: Annotated[
        str,
        Path(
            max_length=10,
            description="the language, such as en, or de.en: German with English names",
        ),
    ],
    of: Annotated[
        str, Query(max_length=64, description="the digest of the cards, if they are of before")
    ] = "",
) -> Response:
    """The explanations of all cards of a game, which all tables share."""
    if not texts.is_read(lang, naming.languages()):
        raise Refused("There are no such words.", 404)
    try:
        expansions, teams = explaining.read_boxes(boxes)
        cards = await _cards(request, edition, expansions, of)
        found = await run_in_threadpool(_words, cards, teams, lang)
    except ValueError:
        raise Refused("There are no such words.", 404) from None
    headers = {"Cache-Control": "public, max-age=86400", "Vary": "Accept-Encoding"}
    if takes_gzip(request):
        headers["Content-Encoding"] = "gzip"
        return Response(found, media_type="application/json", headers=headers)
    return Response(gzip.decompress(found), media_type="application/json", headers=headers)


async def _cards(request: Request, edition: str, expansions: tuple[str, ...], of: str) -> Catalogue:
    """Today's cards; or others, by which some game is played that is kept here."""
    if not of:
        return load(edition, expansions, promo=True)
    service: Service = request.app.state.service
    return await service.cards(edition, expansions, of)


@lru_cache(maxsize=_MOST_WORDS)
def _words(catalogue: Catalogue, teams: bool, lang: str) -> bytes:
    """Compressed once."""
    found = explaining.words(catalogue, lang, teams=teams)
    return gzip.compress(json.dumps(found).encode(), 9)


@router.post("/t/{code}/join")
async def join(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    visitor, token = visitors.somebody(visitor)
    name = fields.text("name") or await service.name_of(visitor)
    try:
        await service.join(code, visitor, name, fields.number("seat"))
    except Refused as refusal:
        if wants_json(request) or refusal.status not in MENDABLE:
            raise
        return await _table_page(request, service, visitor, code, _typed_name(fields), refusal)
    return remember(request, await shown(request, service, visitor, code), token)


@router.post("/t/{code}/leave")
async def leave(request: Request, service: TheService, visitor: Visitor, code: str) -> Response:
    await service.leave(code, visitor)
    if wants_json(request):
        return await shown(request, service, visitor, code)
    return RedirectResponse("/", 303)


@router.post("/t/{code}/back")
async def come_back(request: Request, service: TheService, visitor: Visitor, code: str) -> Response:
    await service.come_back(code, visitor)
    return await shown(request, service, visitor, code)


@router.post("/t/{code}/start")
async def start(request: Request, service: TheService, visitor: Visitor, code: str) -> Response:
    await service.start_game(code, visitor)
    return await shown(request, service, visitor, code)


@router.post("/t/{code}/seat")
async def put_bot(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    level: str | None = None
    if fields.text("kind", "bot") == "bot":
        level = fields.text("level") or (await service.table_view(code, visitor)).options.level
    await service.put_bot(code, visitor, fields.needed("seat"), level)
    return await shown(request, service, visitor, code)


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
        if wants_json(request) or refusal.status not in MENDABLE:
            raise
        reader, table_view = reader_of(request), await service.table_view(code, visitor)
        html = pages.new_page(
            reader,
            options=_options_again(fields, table_view.options),
            error=refusal.told(reader.lang),
            code=table_view.code,
        )
        return page_answer(request, html, refusal.status)
    return await shown(request, service, visitor, code)


@router.post("/t/{code}/move")
async def move_seat(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    await service.move_seat(code, visitor, fields.needed("seat"), fields.needed("to"))
    return await shown(request, service, visitor, code)


@router.post("/t/{code}/name")
async def rename(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    seat = fields.number("seat")
    try:
        await service.rename(code, visitor, fields.text("name"), seat)
    except Refused as refusal:
        if wants_json(request) or refusal.status not in MENDABLE:
            raise
        typed = _typed_name(fields)
        return await _table_page(request, service, visitor, code, typed, refusal, seat)
    return await shown(request, service, visitor, code)


@router.post("/t/{code}/remove")
async def remove(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    await service.remove(code, visitor, fields.needed("seat"))
    return await shown(request, service, visitor, code)


@router.post("/t/{code}/readmit")
async def let_back(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    await service.let_back(code, visitor, fields.text("name"))
    return await shown(request, service, visitor, code)


@router.get("/t/{code}/qr.svg")
async def qr_code(request: Request, service: TheService, code: str) -> Response:
    """The link to a table, for the camera of a telephone."""
    code = visitors.read_code(code)
    if service.version(code) is None:
        raise Refused("There is no such table (any more).", 404)
    try:
        svg = qr.drawn(link_to(request, code))
    except ValueError:
        raise Refused("That link is too long for a QR code.", 400) from None
    return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": _FOR_AN_HOUR})


@router.post("/t/{code}/show")
async def show_hand(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    """Somebody who shares a device says that it is him."""
    await service.show_hand(code, visitor, fields.needed("seat"))
    return await shown(request, service, visitor, code)


@router.post("/t/{code}/cover")
async def cover_hands(
    request: Request, service: TheService, visitor: Visitor, code: str
) -> Response:
    await service.cover_hands(code, visitor)
    return await shown(request, service, visitor, code)


async def decide(request: Request) -> Response:
    """As quick as that of programs: most requests are decisions; it stands before all others."""
    service: Service = request.app.state.service
    visitor, code = await visitor_of(request), request.path_params["code"]
    fields = await fields_of(request)
    try:
        move = forms.read_move(fields.mapping())
    except ValueError as error:
        raise Refused(str(error), 400) from None
    step = fields.needed("step")
    await service.decide(code, visitor, fields.number("seat"), move, step)
    return await shown(request, service, visitor, code, step)


@router.post("/t/{code}/undecide")
async def undecide(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    step = fields.number("step")
    await service.undecide(code, visitor, fields.number("seat"), step)
    return await shown(request, service, visitor, code, step)


@router.post("/t/{code}/takeback")
async def take_back(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    await service.take_back(code, visitor, fields.needed("step"))
    return await shown(request, service, visitor, code)


@router.post("/t/{code}/pace")
async def set_pace(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    await service.set_pace(code, visitor, fields.text("pace"))
    return await shown(request, service, visitor, code)


@router.post("/t/{code}/hint")
async def hint(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    found = await service.hint(code, visitor, fields.number("seat"))
    if not wants_json(request):
        return to_table(visitors.read_code(code))
    table_view = await service.table_view(code, visitor)
    offered = any(offer.seat == found.seat for offer in table_view.offers)
    if table_view.step != found.step or not offered:
        raise Refused("The game has moved on meanwhile.")
    html = pages.hint(table_view, reader_of(request).lang, found)
    return JSONResponse({"html": html, "seat": found.seat, "move": found.move})


@router.post("/t/{code}/rematch")
async def rematch(request: Request, service: TheService, visitor: Visitor, code: str) -> Response:
    following = await service.rematch(code, visitor, address_of(request.scope))
    if wants_json(request):
        return JSONResponse({"code": following})
    return to_table(following)


@router.get("/stream")
async def stream(
    request: Request,
    service: TheService,
    visitor: Visitor,
    t: Annotated[list[str], Query(max_length=40)],
) -> Response:
    """Updates for all tables that a browser has open."""
    known, told = read_known(t, request.headers.get("last-event-id")), Told(request)
    talk = hearing.for_browser(request, service, visitor, t)
    address = address_of(request.scope)
    return EventStream(service, visitor, known, told.tell, told.brief, talk=talk, address=address)
