"""What every request passes: size, origin and rate are checked, answers get safe headers.

A plain ASGI layer around the app, so that streams pass through it untouched.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import holders
from .limits import Limit
from .settings import Settings
from .texts import N_

log = logging.getLogger("mirabilia.requests")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
TOO_LONG = N_("That is longer than anything a player has to say.")
SAFE = ("GET", "HEAD", "OPTIONS")
_OPENING = ("/play", "/tables", "/api/tables")
Error = Callable[[Scope, int, str], tuple[bytes, str]]


class TooLong(HTTPException):
    """A body that is longer than anything a player has to say."""

    def __init__(self) -> None:
        super().__init__(413)


class Guard:
    """The outermost layer. ``error`` makes the body and type of an answer that refuses."""

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        error: Error,
    ) -> None:
        self._app, self._settings, self._error = app, settings, error
        self._play = Limit(*settings.play_limit)
        self._create = Limit(*settings.create_limit)
        self._hint = Limit(*settings.hint_limit)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0
        started = False

        async def sending(message: Message) -> None:
            nonlocal started, status
            if message["type"] == "http.response.start":
                started, status = True, message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            if refusal := self._refusal(scope):
                await self._refuse(scope, sending, *refusal)
            else:
                await self._app(scope, self._bounded(receive), sending)
        except TooLong:
            if not started:
                await self._refuse(scope, sending, 413, TOO_LONG)
        except Exception as error:
            log.error("went wrong", exc_info=error, extra={"path": scope["path"][:80]})
            if started:
                raise
            await self._refuse(scope, sending, 500, N_("Something went wrong here."))
        finally:
            log.debug(
                "request",
                extra={
                    "method": scope["method"],
                    "path": scope["path"][:80],
                    "status": status,
                    "ms": round(1000 * (time.perf_counter() - began), 1),
                },
            )

    def _bounded(self, receive: Receive) -> Receive:
        received = 0

        async def receiving() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self._settings.longest_body:
                raise TooLong
            return message

        return receiving

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self._settings.longest_body:
            return 413, TOO_LONG
        if scope["method"] not in SAFE and not self._same_site(scope, headers):
            return 403, N_("This came from another site, and is refused.")
        if not self._in_time(scope, headers):
            return 429, N_("That is too much at once; wait a moment.")
        return None

    def _same_site(self, scope: Scope, headers: Headers) -> bool:
        """Browsers say where a request comes from; programs say nothing."""
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return False
        origin = headers.get("origin")
        if origin is None:
            return True
        if self._settings.origin:
            return origin == self._settings.origin
        return urlsplit(origin).netloc == headers.get("host")

    def _in_time(self, scope: Scope, headers: Headers) -> bool:
        """Tables are limited by address, for a holder is quickly made; play by holder."""
        path: str = scope["path"]
        if path.startswith("/static/") or path == "/health":
            return True
        address = (scope.get("client") or ("?", 0))[0]
        opens = path in _OPENING or path.endswith("/rematch")
        if scope["method"] == "POST" and opens and not self._create.allows(address):
            return False
        key = _holder(headers) or address
        if path.endswith("/hint") and not self._hint.allows(key):
            return False
        return self._play.allows(key)

    async def _refuse(self, scope: Scope, send: Send, status: int, sentence: str) -> None:
        body, kind = self._error(scope, status, sentence)
        headers = [
            (b"content-type", kind.encode()),
            (b"content-length", str(len(body)).encode()),
        ]
        if status == 429:
            headers.append((b"retry-after", b"5"))
        if status == 413:
            headers.append((b"connection", b"close"))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def _holder(headers: Headers) -> str | None:
    if header := headers.get("authorization"):
        return holders.holder_of(holders.bearer(header))
    cookies: SimpleCookie = SimpleCookie()
    try:
        cookies.load(headers.get("cookie", "")[:4000])
    except Exception:
        return None
    found: Any = cookies.get(holders.COOKIE)
    return holders.holder_of(found.value) if found else None


def json_error(sentence: str) -> tuple[bytes, str]:
    """An answer that refuses, for programs."""
    return json.dumps({"error": sentence}, ensure_ascii=False).encode(), "application/json"
