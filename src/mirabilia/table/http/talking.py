"""Talk at a table, for browsers: its page, and what its forms send."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from ..page import talk as talk_page
from ..rooms import visitors
from ..rooms.refused import Refused
from ..rooms.talk import REACTION, TABLE, TEXT
from .asking import Sent, SentForm, TheService, Visitor, reader_of, wants_json
from .showing import page_answer

router = APIRouter(include_in_schema=False)


@router.get("/t/{code}/talk")
async def talk(request: Request, service: TheService, visitor: Visitor, code: str) -> Response:
    """All that was said, as far as the reader may hear it."""
    heard = await service.talking.heard(code, visitor)
    return page_answer(request, talk_page.talk_page(heard, reader_of(request)))


@router.post("/t/{code}/talk")
async def say(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    """Somebody says something; what is refused comes back in its form."""
    reaction, words = fields.text("reaction"), fields.text("words")
    to, seat = fields.text("to", TABLE), fields.number("seat")
    try:
        kind = REACTION if reaction else TEXT
        await service.talking.say(code, visitor, reaction or words, kind=kind, to=to, seat=seat)
    except Refused as refusal:
        if wants_json(request) or refusal.status not in (400, 409, 429):
            raise
        reader = reader_of(request)
        heard = await service.talking.heard(code, visitor)
        html = talk_page.talk_page(heard, reader, refusal.told(reader.lang), words[:1000], to)
        return page_answer(request, html, refusal.status)
    return _answer(request, code)


@router.post("/t/{code}/mute")
async def mute(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    """Whom somebody does not want to hear; without a seat: anybody."""
    await service.talking.mute(code, visitor, fields.number("seat"), _switch(fields, "muted"))
    return _answer(request, code)


@router.post("/t/{code}/host/talk")
async def close(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    """The host closes the talk, or opens it again."""
    await service.talking.close(code, visitor, _switch(fields, "closed"))
    return _answer(request, code)


def _switch(fields: SentForm, name: str) -> bool:
    value = fields.text(name)
    if value not in ("yes", "no"):
        raise Refused("%(field)s is yes or no.", 400, field=name)
    return value == "yes"


def _answer(request: Request, code: str) -> Response:
    code = visitors.read_code(code)
    if wants_json(request):
        return JSONResponse({"code": code})
    return RedirectResponse(f"/t/{code}/talk#now", 303)
