"""How many turns spectators are behind: said by the host, before and during the game."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from .asking import Sent, TheService, Visitor
from .showing import shown

router = APIRouter(include_in_schema=False)


@router.post("/t/{code}/delay")
async def set_delay(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    await service.set_delay(code, visitor, fields.needed("delay"))
    return await shown(request, service, visitor, code)
