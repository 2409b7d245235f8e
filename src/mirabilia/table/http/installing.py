"""What makes the pages an app: its manifest, the worker that keeps static files, the page that is
shown when there is no connection.
"""

from __future__ import annotations

import hashlib

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from ..page import installed
from .asking import language, reader_of
from .showing import page_answer

router = APIRouter(include_in_schema=False)


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    body = installed.manifest(language(request))
    return _fresh(request, body, "application/manifest+json", {"Vary": "Accept-Language, Cookie"})


@router.get("/sw.js")
async def worker(request: Request) -> Response:
    """At the root, for a worker minds what lies beside it and below."""
    body = installed.worker()
    return _fresh(request, body, "text/javascript", {"Service-Worker-Allowed": "/"})


@router.get("/offline")
async def offline(request: Request) -> Response:
    return page_answer(request, installed.offline_page(reader_of(request)))


def _fresh(request: Request, body: str, kind: str, headers: dict[str, str]) -> Response:
    """Asked for anew each time; who has it is told that it still holds."""
    etag = f'"{hashlib.sha256(body.encode()).hexdigest()[:16]}"'
    headers = {**headers, "Cache-Control": "no-cache", "ETag": etag}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=kind, headers=headers)
