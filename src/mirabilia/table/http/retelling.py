"""What is told of a game when somebody asks for it: the whole log, the result as a picture."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from ..page import whole_log
from ..rooms.refused import Refused
from ..rooms.table_view import WAITING
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
    """All that has happened at a table, as far as the reader knows it; of one ``seat``, if asked."""
    table_view = await service.table_view(code, visitor, quotes=False)
    if table_view.status == WAITING or table_view.view is None:
        raise Refused("The game has not begun.")
    if seat is not None and seat >= len(table_view.sitters):
        raise Refused("There is no seat %(seat)d at this table.", 400, seat=seat)
    return page_answer(request, whole_log.log_page(table_view, reader_of(request), seat))
