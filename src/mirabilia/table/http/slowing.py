"""Slow games, for browsers: pauses, more time, nudges, holidays, where it is my turn."""

from __future__ import annotations

import hashlib
import re
from datetime import date, datetime, time, timedelta, timezone

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ..page.turns import turns_part
from ..rooms.refused import Refused
from .asking import Sent, SentForm, TheService, Visitor, language, wants_json
from .showing import MENDABLE, shown
from .starting import start_page, turns_of

router = APIRouter(include_in_schema=False)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_OFFSET = re.compile(r"-?[0-9]{1,3}")
_FURTHEST = 14 * 60  # minutes: no clock on Earth is further from universal time


@router.post("/t/{code}/pause")
async def pause(request: Request, service: TheService, visitor: Visitor, code: str) -> Response:
    """Ask for a pause, or agree to one."""
    await service.slow.pause(code, visitor)
    return await shown(request, service, visitor, code)


@router.post("/t/{code}/decline")
async def decline(request: Request, service: TheService, visitor: Visitor, code: str) -> Response:
    await service.slow.decline(code, visitor)
    return await shown(request, service, visitor, code)


@router.post("/t/{code}/resume")
async def resume(request: Request, service: TheService, visitor: Visitor, code: str) -> Response:
    await service.slow.resume(code, visitor)
    return await shown(request, service, visitor, code)


@router.post("/t/{code}/extend")
async def extend(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    await service.slow.extend(code, visitor, fields.needed("step"), fields.number("times"))
    return await shown(request, service, visitor, code)


@router.post("/t/{code}/nudge")
async def nudge(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    await service.slow.nudge(code, visitor, fields.needed("seat"))
    return await shown(request, service, visitor, code)


@router.get("/turns")
async def turns(request: Request, service: TheService, visitor: Visitor) -> Response:
    """The list of the start page alone; little is sent as long as it stays the same."""
    html = turns_part(turns_of(service, visitor), language(request))
    etag = f'"{hashlib.sha256(html.encode()).hexdigest()[:16]}"'
    headers = {"Cache-Control": "private, no-cache", "ETag": etag, "Vary": "Cookie"}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    return Response(html, media_type="text/html", headers=headers)


@router.post("/me/away")
async def go_away(
    request: Request, service: TheService, visitor: Visitor, fields: Sent
) -> Response:
    """On holiday until the end of a day; what can't be is said beside the form."""
    try:
        await service.slow.go_away(visitor, end_of_day(fields))
    except Refused as refusal:
        if wants_json(request) or refusal.status not in MENDABLE:
            raise
        typed = fields.text("until")
        until = typed if _DAY.fullmatch(typed) else ""
        return await start_page(request, service, visitor, None, {"away": refusal}, until=until)
    return RedirectResponse("/#away", 303)


@router.post("/me/home")
async def come_home(request: Request, service: TheService, visitor: Visitor) -> Response:
    await service.slow.come_home(visitor)
    return RedirectResponse("/#away", 303)


def end_of_day(fields: SentForm) -> float:
    """When a day is over, by the clock of who has sent it (``offset``, in minutes), if told."""
    offset = fields.text("offset", "0") or "0"
    if not _OFFSET.fullmatch(offset) or abs(int(offset)) > _FURTHEST:
        raise Refused("%(field)s is a whole number.", 400, field="offset")
    until = fields.text("until")
    try:
        day = date.fromisoformat(until if _DAY.fullmatch(until) else "")
        zone = timezone(timedelta(minutes=int(offset)))
        return (datetime.combine(day, time.min, zone) + timedelta(days=1)).timestamp()
    except (ValueError, OverflowError):
        raise Refused("A day is written like 2027-07-31.", 400) from None
