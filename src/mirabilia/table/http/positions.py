"""Playing on from a position: the form in which one is given, and the table that it opens."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from ..page import position as page
from ..rooms import beginning, visitors
from ..rooms.refused import Refused
from ..rooms.table_view import Options
from .addresses import address_of
from .asking import Sent, TheService, Visitor, named_reader, wants_json
from .showing import page_answer, remember, to_table

router = APIRouter(include_in_schema=False)


@router.get("/position")
async def position_page(request: Request, service: TheService, visitor: Visitor) -> Response:
    reader = await named_reader(request, service, visitor)
    return page_answer(request, page.position_page(reader, levels=service.levels()))


@router.post("/position")
async def play_on(
    request: Request, service: TheService, visitor: Visitor, fields: Sent
) -> Response:
    """A table that goes on from a position, begun at once; what can't be is said above the form."""
    host, token = visitors.somebody(visitor)
    name = fields.text("name") or service.last_name(visitor) or "Player"
    text, level = fields.text("position"), fields.text("level", Options().level)
    city = fields.number("seat")
    try:
        begun = await asyncio.to_thread(beginning.read, text, level)
        owing = (one for one in begun.owing if one < begun.options.players)
        seat = next(owing, 0) if city is None else city
        address = address_of(request.scope)
        code = await service.create(begun, name, host, seat=seat, begin=True, address=address)
    except Refused as refusal:
        if wants_json(request):
            raise
        reader = await named_reader(request, service, visitor, fields.text("name")[:40])
        html = page.position_page(
            reader,
            levels=service.levels(),
            position=text,
            level=level,
            seat=city,
            error=refusal.told(reader.lang),
        )
        return page_answer(request, html, refusal.status)
    return remember(request, to_table(code), token)
