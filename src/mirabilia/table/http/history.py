"""Somebody's finished games: the page of them, to take them along, to have them forgotten."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ...texts import texts
from ..page import history
from ..rooms import visitors
from ..rooms.refused import Refused
from .asking import Sent, TheService, Visitor, reader_of
from .showing import address_to, page_answer, remember

router = APIRouter(include_in_schema=False)
_LONGEST_SHOWN = 40
_KNOWN = "push"  # a cookie of push.js: this device is known to the server


@router.get("/me")
async def my_games(request: Request, service: TheService, visitor: Visitor) -> Response:
    past = await service.history.past(visitor)
    return page_answer(request, history.history_page(reader_of(request), past, visitor or ""))


@router.post("/me/lend")
async def lend(request: Request, service: TheService, visitor: Visitor) -> Response:
    """A code by which another device becomes this visitor's; who is nobody yet becomes somebody."""
    _, token = visitors.somebody(visitor)
    held = token or request.cookies[visitors.COOKIE]
    code = service.history.lending.lend(held)
    link = address_to(request, f"/me/take?code={code}")
    page = page_answer(request, history.lending_page(reader_of(request), code, link))
    return remember(request, page, token)


@router.get("/me/take")
async def taking(
    request: Request,
    service: TheService,
    visitor: Visitor,
    code: Annotated[str, Query(max_length=_LONGEST_SHOWN)] = "",
) -> Response:
    """Where a code is typed, or the one of a link is confirmed: a link alone changes nothing."""
    games = len((await service.history.past(visitor)).games)
    return page_answer(request, history.taking_page(reader_of(request), code, games=games))


@router.post("/me/take")
async def take(request: Request, service: TheService, visitor: Visitor, fields: Sent) -> Response:
    code = fields.text("code")[:_LONGEST_SHOWN]
    try:
        await service.club.must_be_nobody(visitor)
        token = await service.history.take_over(code, visitor)
    except Refused as refusal:
        reader = reader_of(request)
        page = history.taking_page(reader, code, refusal.told(reader.lang))
        return page_answer(request, page, refusal.status)
    answer = remember(request, RedirectResponse("/me", 303), token)
    answer.delete_cookie(_KNOWN)  # where he is told of his turns is to be said again, by him
    return answer


@router.post("/me/forget")
async def forget(request: Request, service: TheService, visitor: Visitor) -> Response:
    """Nothing of somebody's games is his any more, and this browser is nobody's."""
    reader = reader_of(request)
    note, status, gone = "", 200, visitor is not None
    if visitor is not None:
        try:
            await service.club.must_be_nobody(visitor)
            count = await service.history.forget(visitor)
        except Refused as refusal:
            note, status, gone = refusal.told(reader.lang), refusal.status, False
        else:
            found = texts(reader.lang)
            note = found.ngettext(
                "%(num)d game is forgotten.", "%(num)d games are forgotten.", count
            ) % {"num": count}
    past = await service.history.past(None if gone else visitor)
    page = history.history_page(reader, past, visitor or "", note)
    answer = page_answer(request, page, status)
    return forget_device(answer) if gone else answer


def forget_device(answer: Response) -> Response:
    """This browser is nobody's any more."""
    for name in (visitors.COOKIE, _KNOWN, "notify"):
        answer.delete_cookie(name)
    return answer
