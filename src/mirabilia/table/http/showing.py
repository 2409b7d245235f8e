"""How browsers are answered: pages, what of them has changed, the way to another."""

from __future__ import annotations

import gzip
from collections import OrderedDict
from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from ..page import pages
from ..page.progress import progress
from ..rooms import visitors
from ..rooms.service import Service
from ..rooms.table_view import Progress, TableView
from .asking import language, takes_gzip, wants_json
from .streams import Message
from .watching import side_of

MENDABLE = (400, 409)  # refusals that can be put right in the same form
LIFETIME = 400 * 24 * 3600  # of the cookie, in seconds; browsers allow no more
_SMALLEST_PACKED = 1000
_MOST_FRAGMENTS = 100
_MINIMAL = "return=minimal"


def link_to(request: Request, code: str) -> str:
    """The address of a table as others can use it."""
    return address_to(request, f"/t/{code}")


def address_to(request: Request, path: str) -> str:
    """A path of this server as others can use it."""
    base: str = request.app.state.settings.origin or str(request.base_url).rstrip("/")
    return base + path


def page_answer(request: Request, html: str, status: int = 200) -> Response:
    """A page, compressed where that pays."""
    body = html.encode()
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding, Accept-Language, Cookie"}
    if len(body) > _SMALLEST_PACKED and takes_gzip(request):
        headers["Content-Encoding"] = "gzip"
        body = gzip.compress(body, 5)
    return HTMLResponse(body, status, headers=headers)


def remember(request: Request, response: Response, token: str | None) -> Response:
    if token is not None:
        response.set_cookie(
            visitors.COOKIE,
            token,
            max_age=LIFETIME,
            httponly=True,
            samesite="lax",
            secure=request.app.state.settings.secure,
        )
    return response


def to_table(code: str) -> Response:
    return RedirectResponse(f"/t/{code}", 303)


async def shown(
    request: Request, service: Service, visitor: str | None, code: str, step: int | None = None
) -> Response:
    """The answer to a form that changed a table; of a page that showed a ``step`` of the game.

    Whoever listens to a stream is told there, once, and prefers to be told no more here than which
    version that will be.
    """
    code = visitors.read_code(code)
    if not wants_json(request):
        return to_table(code)
    if step is not None and request.headers.get("prefer") == _MINIMAL:
        return JSONResponse({"code": code, "version": service.version(code)})
    table_view = await service.table_view(code, visitor)
    if step == table_view.step and table_view.has_parts:
        return JSONResponse(within(table_view, language(request), own=True))
    return JSONResponse(fragment(request, table_view))


def within(table_view: TableView, lang: str, own: bool) -> dict[str, Any]:
    """What has changed within a step; ``own``: also what the reader has chosen."""
    told = progress(table_view, lang)
    return told | pages.own_part(table_view, lang) if own else told


def fragment(request: Request, table_view: TableView, lang: str = "") -> dict[str, Any]:
    """What a browser shows. The answer to a form and the update that follows are the same one.
    ``lang``, where it is known already.
    """
    lang = lang or language(request)
    link = link_to(request, table_view.code)
    side = side_of(request, table_view)
    seen = (*table_view.key, side, lang, link)
    made: OrderedDict[object, str] = request.app.state.fragments
    html = made.get(seen)
    if html is None:
        html = made[seen] = pages.fragment(table_view, lang, link=link, side=side)
        if len(made) > _MOST_FRAGMENTS:
            made.popitem(last=False)
    return {
        "code": table_view.code,
        "version": table_view.version,
        "html": html,
        "seconds": table_view.seconds_left,
        **({"past": True} if table_view.is_past else {}),
    }


class Told:
    """What one browser has been told of its tables by its stream, so that it is told no more than
    has changed.
    """

    def __init__(self, request: Request) -> None:
        self._request, self._lang = request, language(request)
        self._known: dict[str, TableView] = {}  # each as it was last told

    def tell(self, table_view: TableView, since: int) -> Message:
        before = self._known.pop(table_view.code, None)
        if not table_view.has_parts:
            return "update", self._whole(table_view, since)
        self._known[table_view.code] = table_view
        if before is None or before.rest != table_view.rest:
            return "update", self._whole(table_view, since)
        return "progress", within(table_view, self._lang, own=before.chose != table_view.chose)

    def _whole(self, table_view: TableView, since: int) -> dict[str, Any]:
        """The page; with ``back`` where it has seen more than there is: a restored server goes on
        from an earlier state, and so does a spectator whom the host has set behind.
        """
        told = fragment(self._request, table_view, self._lang)
        return {**told, "back": True} if table_view.version < since else told

    def brief(self, news: Progress) -> Message | None:
        """What others have decided, if nothing else has changed: no new table view is needed."""
        known = self._known.get(news.code)
        if known is None or known.view is None or known.rest != news.rest:
            return None
        if known.seat is not None and known.chose != news.chose.get(known.seat, 0):
            return None
        view = {**known.view, "to_decide": news.to_decide, "decided": news.decided}
        now = replace(known, version=news.version, view=view, seconds_left=news.seconds_left)
        self._known[news.code] = now
        return "progress", progress(now, self._lang)
