"""What is told of a game when asked for: the sheet so far, the log, the result, the record."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ..page import pages, result, whole_log
from ..rooms import visitors
from ..rooms.refused import Refused
from ..rooms.table_view import OVER, WAITING
from .asking import TheService, Visitor, reader_of
from .showing import page_answer
from .watching import side_of

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


@router.get("/t/{code}/sheet")
async def sheet_so_far(
    request: Request, service: TheService, visitor: Visitor, code: str
) -> Response:
    """The points of everybody, if the game ended now."""
    table_view = await service.table_view(code, visitor, quotes=False)
    if table_view.view is None:
        raise Refused("The game has not begun.")
    side = side_of(request, table_view)
    return page_answer(request, pages.sheet_page(table_view, reader_of(request), side))


@router.get("/t/{code}/record")
async def record(service: TheService, code: str) -> Response:
    found = await service.record(code)
    name = f"mirabilia-{visitors.read_code(code)}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return JSONResponse(found, headers=headers)
