"""Puts it together: routes for browsers, the JSON interface, streams, static files, limits.

``create_app(settings)`` makes the app; the tables live in ``app.state.service``.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from .. import __version__
from ..game.warming import Warming
from ..texts import ENGLISH, N_
from .http import (
    api,
    asking,
    browsing,
    club,
    club_api,
    club_keeper,
    company,
    delaying,
    history,
    hosting,
    installing,
    languages,
    metrics,
    notices,
    pads,
    passing,
    positions,
    puzzling,
    reference,
    replaying,
    retelling,
    reviewing,
    slow_api,
    slowing,
    talking,
    warming,
)
from .http.guard import NOT_REACHED, TOO_LONG, TOO_SLOW, Guard, Guarded
from .http.metrics import Metrics
from .http.refusing import json_error
from .http.shapes.answers import Explanations, Health
from .http.shapes.document import Responses, answer, document, documented, refusals
from .http.shortcut import Shortcut
from .page import assets, pages
from .rooms import visitors
from .rooms.refused import Refused
from .rooms.service import Service
from .rooms.storage import Storage, StorageError
from .settings import Settings

UNREADABLE = N_("That can't be read.")
_NOT_AS_DESCRIBED = "%(where)s: %(why)s."

log = logging.getLogger("mirabilia.app")
# Whatever is asked for is answered by one of these.
PARTS = (
    api,
    company,
    browsing,
    talking,
    hosting,
    retelling,
    replaying,
    delaying,
    reviewing,
    history,
    puzzling,
    pads,
    positions,
    reference,
    warming,
    metrics,
    installing,
    languages,
    notices,
    slowing,
    slow_api,
)
CLUB_PARTS = (club_keeper, club, club_api)  # where the server keeps one
_DESCRIPTION = """Programs can sit at a table like people: create or join one, look at it, see the
moves they may make, decide, and follow what happens.

Without a token, creating or joining answers with a new one, once; send it from then on as
Authorization: Bearer TOKEN. Moves are texts, such as build:statue@L2R1; docs/interface.md says
how they are written. Whatever is refused is answered with {"error": sentence, "code": code,
"values": {...}}; only who is turned away before he has asked anything, for too many are here, gets
plain text with a 503.

To follow a table, listen to /api/stream?t=CODE: an update holds the table as you may see it and
what you may do; decide, and wait for the next one. After a break send the last id you have seen as
Last-Event-ID.

Keys may be added to answers in time; those described here stay."""
_PROGRAMS = ("/api/", "/words/", "/health", "/metrics")  # addresses that no person looks at


class App(FastAPI):
    """Everything passes the guard; decisions, which are most of it, go on by a shortcut."""

    def __init__(self, settings: Settings, **told: Any) -> None:
        super().__init__(**told)
        self.state.settings = settings
        self.guard = Guard(settings, _error_body)
        decisions = {
            "/api/tables/{code}/decide": api.decide_quickly,
            "/t/{code}/decide": browsing.decide,
        }
        self.shortcut = Shortcut(decisions, self.exception_handlers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if way := self.shortcut.find(scope):
            scope["app"] = self
            if passing.inner(scope):
                await way(scope, receive, send)
            else:
                await self.guard.admit(way, scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def create_app(
    settings: Settings | None = None,
    storage: Storage | None = None,
    warm_up: Warming | None = None,
    joined: Callable[[str], object] | None = None,
) -> FastAPI:
    """The whole server as an ASGI app; its tables are there once it has started. ``joined`` is told
    where other processes of its database reach it, before it keeps any table.
    """
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        service = app.state.service = Service(settings, storage, warm_up)
        errors = app.state.metrics.errors
        logging.getLogger("mirabilia").addHandler(errors)
        if service.fellows:
            service.fellows.joined = joined or service.fellows.joined
            service.fellows.handlers |= {
                passing.REQUEST: passing.answering(app, app.state),
                metrics.FIGURES: metrics.answering(app.state),
            }
        await service.start()
        log.info("started", extra={"tables": service.count})
        try:
            yield
        finally:
            await service.stop()
            log.info("stopped")
            logging.getLogger("mirabilia").removeHandler(errors)

    app = App(
        settings,
        title="Mirabilia: play by program",
        version=__version__,
        description=_DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
        lifespan=lifespan,
    )
    app.state.metrics = Metrics()
    app.state.fragments = OrderedDict()  # the last ones made, see http/showing
    app.router.routes[:0] = app.shortcut.routes()
    for part in (*PARTS, *(CLUB_PARTS if settings.club else ())):
        app.include_router(part.router)
    app.add_api_route(
        "/words/{edition}/{boxes}/{lang}.json",
        browsing.words,
        responses=documented(Explanations, 404, 422),
    )
    health: Responses = {**refusals(413, 431, 500), 200: answer(Health), 503: answer(Health)}
    app.add_api_route("/health", _health, name="health", responses=health)
    app.add_api_route("/static/{name:path}", _static, include_in_schema=False)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _not_as_described)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(StorageError, _not_stored)
    app.add_middleware(Guarded, guard=app.guard)
    app.openapi = lambda: document(app)  # type: ignore[method-assign]
    return app


async def _health(request: Request) -> JSONResponse:
    """Whether anything can be served; a table that stands still is a number, no reason to end."""
    service: Service = request.app.state.service
    trouble = await service.storage.trouble()
    told = {
        "ok": trouble is None,
        "tables": service.count,
        "all_tables": service.count + len(service.elsewhere.outlines),
        "processes": len(service.fellows.members) if service.fellows else 1,
        "standing": service.standing,
        "streams": len(service.hub),
        "waiting_bots": service.thinking.waiting,
        "bots_share": round(service.thinking.share, 2),
        "workers": len(service.thinking.workers),
        "bots": _bots(service),
        "database": trouble or "ok",
        "version": __version__,
    }
    return JSONResponse(told, 200 if trouble is None else 503)


def _bots(service: Service) -> str:
    """Whether all bots are there, or a quick one still plays for them, or always will."""
    warmth = service.warmth
    return "ready" if warmth is None else "quick" if warmth.failed else "warming"


async def _static(request: Request, name: str) -> Response:
    asset = assets.find(name)
    if asset is None:
        raise HTTPException(404)
    version = request.query_params.get("v", "")
    headers = assets.headers(asset, len(version) >= 4 and asset.etag.startswith(version))
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    if asset.packed is not None and asking.takes_gzip(request):
        headers["Content-Encoding"] = "gzip"
        return Response(asset.packed, media_type=asset.kind, headers=headers)
    return Response(asset.body, media_type=asset.kind, headers=headers)


# Errors: a sentence, as JSON for programs and scripts, as a page for people.


def _error_body(scope: Scope, refusal: Refused) -> tuple[bytes, str]:
    request = Request(scope)
    if _is_program(scope):
        return json_error(refusal, ENGLISH)
    reader = asking.reader_of(request)
    if wants_json(request):
        return json_error(refusal, reader.lang)
    code = _code_in(scope["path"])
    page = pages.error_page(reader, refusal.status, refusal.told(reader.lang), code)
    return page.encode(), "text/html; charset=utf-8"


def _code_in(path: str) -> str:
    """The code of the table that was asked for, or that a form was sent to; nothing elsewhere."""
    _, first, code, *_ = [*path.split("/"), "", ""]
    return code if first == "t" and visitors.CODE.fullmatch(code) else ""


def wants_json(request: Request) -> bool:
    accepted = request.headers.get("accept", "")
    return _is_program(request.scope) or accepted.startswith("application/json")


def _is_program(scope: Scope) -> bool:
    path: str = scope["path"]
    return path.startswith(_PROGRAMS)


def _answer(request: Request, refusal: Refused) -> Response:
    body, kind = _error_body(request.scope, refusal)
    return Response(body, refusal.status, media_type=kind)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return _answer(request, error)


async def _not_as_described(request: Request, error: Exception) -> Response:
    """The first thing that is wrong, and where, without repeating what was sent."""
    assert isinstance(error, RequestValidationError)
    if not wants_json(request):
        return _answer(request, Refused(UNREADABLE, 422))
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:]) or "the body"
    refusal = Refused(_NOT_AS_DESCRIBED, 422, where=where[:100], why=first["msg"])
    return _answer(request, refusal)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    sentences = {
        404: N_("There is nothing here."),
        405: N_("That can't be done here."),
        408: TOO_SLOW,
        413: TOO_LONG,
    }
    refusal = Refused(sentences.get(error.status_code, UNREADABLE), error.status_code)
    answer = _answer(request, refusal)
    for name, value in (error.headers or {}).items():
        answer.headers[name] = value
    return answer


async def _not_stored(request: Request, _: Exception) -> Response:
    return _answer(request, Refused(NOT_REACHED, 503))
