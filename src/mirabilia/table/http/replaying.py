"""Finished games at addresses of their own: replays, records, and those that somebody brings."""

from __future__ import annotations

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import HTTP
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from ...files import Unreadable, parse_json
from ..page import replay
from ..rooms.refused import Refused
from ..rooms.replaying import NO_RECORD, code_in
from ..settings import DAY
from .asking import TheService, reader_of, wants_json
from .showing import page_answer

router = APIRouter(include_in_schema=False)
_MOST_MOMENTS = 10_000  # no game has so many
_FORM, _JSON = "multipart/form-data", "application/json"
_LONGEST_TYPE = 200


@router.get("/r")
async def bring_page(request: Request) -> Response:
    """The form with which a record is brought."""
    return _bring_page(request)


@router.post("/r")
async def bring(request: Request, service: TheService) -> Response:
    """A record that somebody brings: verified, kept, and then to be looked at."""
    try:
        code = await service.replays.bring(_record(request, await request.body()))
    except Refused as refusal:
        if wants_json(request):
            raise
        return _bring_page(request, refusal)
    if wants_json(request):
        return JSONResponse({"code": code})
    return RedirectResponse(f"/r/{code}", 303)


def _bring_page(request: Request, refusal: Refused | None = None) -> Response:
    reader, days = reader_of(request), int(request.app.state.settings.keep_games / DAY)
    html = replay.bring_page(reader, refusal.told(reader.lang) if refusal else "", days)
    return page_answer(request, html, refusal.status if refusal else 200)


def _record(request: Request, body: bytes) -> object:
    """What was sent: JSON by itself, or as the file of a form."""
    kind = request.headers.get("content-type", "")[:_LONGEST_TYPE]
    plain = kind.partition(";")[0].strip().lower()
    if plain not in (_FORM, _JSON):
        raise Refused("A record is sent as the file of a form, or as JSON.", 415)
    file = _file(kind, body) if plain == _FORM else body
    try:
        return parse_json(file)
    except Unreadable as error:
        raise Refused.because(ValueError(error.sentence), 400, NO_RECORD) from None


def _file(kind: str, body: bytes) -> bytes:
    """The file that a form has sent."""
    refusal = Refused("That form can't be read.", 400)
    if not kind.isascii() or not kind.isprintable():
        raise refusal
    message = message_from_bytes(f"Content-Type: {kind}\r\n\r\n".encode() + body, policy=HTTP)
    parts = message.get_payload() if message.is_multipart() else ()
    for part in parts:
        if isinstance(part, EmailMessage) and part.get_param(
            "name", header="content-disposition"
        ) == ("record"):
            found = part.get_payload(decode=True)
            if isinstance(found, bytes):
                return found
    raise refusal


@router.get("/r/{code}")
async def replay_page(
    request: Request,
    service: TheService,
    code: str,
    at: Annotated[int, Query(ge=0, le=_MOST_MOMENTS)] = 0,
    seat: Annotated[int | None, Query(alias="as", ge=0, le=7)] = None,
    side: Annotated[int, Query(ge=0, le=7)] = 0,
) -> Response:
    """A moment of a finished game, with everything from a side, or as a seat knew it. A script gets
    the part that changes.
    """
    moment = await service.replays.moment(code, at, seat, side)
    reader, until = reader_of(request), moment.since + request.app.state.settings.keep_games
    if not wants_json(request):
        return page_answer(request, replay.moment_page(moment, reader, until))
    found = {"at": moment.at, "html": replay.moment_fragment(moment, reader.lang, until)}
    return JSONResponse(found, headers={"Cache-Control": "no-store", "Vary": "Accept"})


@router.get("/r/{code}/record")
async def record(service: TheService, code: str) -> Response:
    """The record of a finished game, longer than its table is there."""
    read = code_in(code)
    headers = {"Content-Disposition": f'attachment; filename="mirabilia-{read}.json"'}
    return JSONResponse(await service.shelf.record(read), headers=headers)
