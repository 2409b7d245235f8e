"""Reviews of finished games, at the addresses of these."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ..page import review
from ..rooms import visitors
from ..rooms.refused import Refused
from .addresses import address_of
from .asking import TheService, Visitor, reader_of, wants_json
from .showing import page_answer

router = APIRouter(include_in_schema=False)


@router.get("/r/{code}/review")
async def review_page(
    request: Request,
    service: TheService,
    visitor: Visitor,
    code: str,
    seat: Annotated[int | None, Query(ge=0, le=7)] = None,
) -> Response:
    """What a bot thinks of a player's decisions, as far as it is there. A script asks again, and
    gets the part that grows.
    """
    asks_again = wants_json(request)
    try:
        seen = await service.reviews.look(
            code, seat, visitor, address=address_of(request.scope), again=not asks_again
        )
    except Refused as refusal:
        if refusal.status == 404 and service.version(visitors.read_code(code)) is not None:
            raise Refused("The game is not over: until then there is no review.") from refusal
        raise
    reader = reader_of(request)
    if not asks_again:
        return page_answer(request, review.review_page(seen, reader))
    found = {"state": seen.state, "html": review.review_fragment(seen, reader.lang)}
    return JSONResponse(found, headers={"Cache-Control": "no-store", "Vary": "Accept"})
