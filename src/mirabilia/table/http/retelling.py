"""What is told of a game when somebody asks for it: the whole log, the result as a picture."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from ..page import result, whole_log
from ..rooms.refused import Refused
from ..rooms.table_view import OVER, WAITING
from .browsing import TheService, Visitor, page_answer, reader_of

router = APIRouter(include_in_schema=False)


@router.get("/t/{code}/log")
async def log_page(
    request: Request,
    service: TheService,
    visitor: Visitor,
    code: str,
    seat: Annotated[int | None, Query(ge=0, le=7)] = None,
) -> Response:
    """All that has happened at a table, as far as the reader knows it; or what concerns a seat."""
    table_view = await service.table_view(code, visitor, quotes=False)
    if table_view.status == WAITING or table_view.view is None:
        raise Refused("The game has not begun.")
    if seat is not None and seat >= len(table_view.sitters):
        raise Refused("There is no seat %(seat)d at this table.", 400, seat=seat)
    return page_answer(request, whole_log.log_page(table_view, reader_of(request), seat))


@router.get("/t/{code}/result.svg")
async def result_picture(request: Request, service: TheService, code: str) -> Response:
    """How a game has ended, as a picture: the same for everybody."""
    table_view = await service.table_view(code, None, quotes=False)
    if table_view.status != OVER:
        raise Refused("The game is not over yet.")
    svg = result.picture(table_view, reader_of(request).lang)
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Language"}
    return Response(svg, media_type="image/svg+xml", headers=headers)
