"""The language of the pages, and that of the names of cards, chosen in the menu of every page.

Each is kept in a cookie. It works without scripts; with them, what was typed or open on the page is
there again in the new language (``tongue.js``).
"""

from __future__ import annotations

from urllib.parse import urlsplit

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Match

from ... import texts
from ...catalogue import naming
from ..rooms.refused import Refused
from .asking import CARDS, LANGUAGE, Sent
from .showing import LIFETIME

router = APIRouter(include_in_schema=False)


@router.post("/language")
async def choose(request: Request, fields: Sent) -> Response:
    """Choose one or both; nothing sent as that of the cards: they follow the pages."""
    known = {LANGUAGE: texts.languages(), CARDS: ("", *naming.languages())}
    chosen = fields.mapping()
    for name, value in chosen.items():
        if value not in known.get(name, ()):
            raise Refused("There is no such language.", 400)
    answer = RedirectResponse(_back(request), 303)
    for name, value in chosen.items():
        if value:
            secure = request.app.state.settings.secure
            answer.set_cookie(
                name, value, max_age=LIFETIME, httponly=True, samesite="lax", secure=secure
            )
        else:
            answer.delete_cookie(name)
    return answer


def _back(request: Request) -> str:
    """The page on which it was chosen; where only a form leads to it, the one above it."""
    try:
        came = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        return "/"
    path = f"/{came.path.strip('/')}"
    while path != "/":
        scope = {"type": "http", "method": "GET", "path": path, "root_path": "", "headers": []}
        if any(route.matches(scope)[0] is Match.FULL for route in request.app.routes):
            return f"{path}?{came.query}" if came.query else path
        path, came = path.rpartition("/")[0] or "/", came._replace(query="")
    return "/"
