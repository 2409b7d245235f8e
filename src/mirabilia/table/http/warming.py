"""How far the bots are, for the line on a page that says so and goes by itself."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ..page.warming import warming_line
from .asking import TheService, language

router = APIRouter(include_in_schema=False)


@router.get("/warming")
async def warming(request: Request, service: TheService) -> Response:
    """The line, empty once they are there; how far they are; whether that is the last word."""
    warmth = service.warmth
    told = {
        "line": warming_line(warmth, language(request)),
        "share": round(warmth.share, 3) if warmth else 1,
        "last": warmth is None or warmth.failed,
    }
    return JSONResponse(told, headers={"Cache-Control": "no-store"})
