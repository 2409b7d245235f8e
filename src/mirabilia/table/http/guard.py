"""What every request passes: size, origin and rate are checked, answers get safe headers.

A plain ASGI layer around the app, so that streams pass through it untouched.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Mapping
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...texts import N_
from ..rooms import visitors
from ..rooms.refused import Refused
from ..settings import Settings
from . import passing
from .rates import LONG, Rates

log = logging.getLogger("mirabilia.requests")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_SAFE_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
TOO_LONG = N_("That is longer than anything a player has to say.")
NOT_REACHED = N_("The tables can't be reached at the moment; try again soon.")
TOO_SLOW = N_("That took too long to arrive.")
SAFE = ("GET", "HEAD", "OPTIONS")
Error = Callable[[Scope, Refused], tuple[bytes, str]]


class BadBody(HTTPException):
    """A body that is too long, or too long in coming; its connection can't be used any more."""

    def __init__(self, status: int) -> None:
        super().__init__(status, headers={"Connection": "close"})


class Guard:
    """Before everything else. ``error`` makes the body and type of an answer that refuses."""

    def __init__(self, settings: Settings, error: Error) -> None:
        self._settings, self._error = settings, error
        self._rates = Rates(settings)
        self._longest_header = settings.longest_header

    async def admit(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """Have a request answered by an app, if it may be asked at all."""
        began, status = time.perf_counter(), 0
        started = False

        async def sending(message: Message) -> None:
            nonlocal started, status
            if message["type"] == "http.response.start":
                started, status = True, message["status"]
                message["headers"] = _with_safe(message["headers"])
            await send(message)

        try:
            if refusal := self._refusal(scope):
                await self._refuse(scope, sending, refusal)
            else:
                bounded = self._bounded(receive, self._longest(scope))
                await passing.answer(app, scope, bounded, sending, self._rates.forgive)
        except ClientDisconnect:
            log.debug("hung up")
        except passing.Away:
            if started:
                raise
            await self._refuse(scope, sending, Refused(NOT_REACHED, 503))
        except Exception as error:
            log.error("went wrong", exc_info=error, extra={"path": scope["path"][:80]})
            if started:
                raise
            await self._refuse(scope, sending, Refused("Something went wrong here.", 500))
        finally:
            seconds = time.perf_counter() - began
            scope["app"].state.metrics.note(scope["path"], status, seconds)
            if log.isEnabledFor(logging.DEBUG):
                log.debug(
                    "request",
                    extra={
                        "method": scope["method"],
                        "path": scope["path"][:80],
                        "status": status,
                        "ms": round(1000 * seconds, 1),
                    },
                )

    def _longest(self, scope: Scope) -> int:
        """How many bytes a body may have: few, save of a record or position that is brought."""
        brings = scope["method"] == "POST" and scope["path"] in LONG
        return self._settings.longest_record if brings else self._settings.longest_body

    def _bounded(self, receive: Receive, longest: int) -> Receive:
        received, whole = 0, False
        until = asyncio.get_running_loop().time() + self._settings.body_seconds

        async def receiving() -> Message:
            nonlocal received, whole
            if whole:
                return await receive()
            try:
                async with asyncio.timeout_at(until):
                    message = await receive()
            except TimeoutError:
                raise BadBody(408) from None
            received += len(message.get("body", b""))
            if received > longest:
                raise BadBody(413)
            whole = not message.get("more_body", False)
            return message

        return receiving

    def _refusal(self, scope: Scope) -> Refused | None:
        size, headers = 0, dict[str, str]()
        for raw, value in scope["headers"]:
            size += len(raw) + len(value)
            name, text = raw.decode("latin-1"), value.decode("latin-1")
            before = headers.setdefault(name, text)
            if name == "cookie" and before is not text:
                headers[name] = f"{before}; {text}"
        if size > self._longest_header:
            return Refused(TOO_LONG, 431)
        length = headers.get("content-length", "0")
        if len(length) > 9 or not length.isdecimal() or int(length) > self._longest(scope):
            return Refused(TOO_LONG, 413)
        if scope["method"] not in SAFE and not self._same_site(headers):
            return Refused("This came from another site, and is refused.", 403)
        if not self._rates.allow(scope, scope["app"].state.service, _visitor(headers)):
            return Refused("That is too much at once; wait a moment.", 429)
        return None

    def _same_site(self, headers: Mapping[str, str]) -> bool:
        """Browsers say where a request comes from; programs say nothing."""
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return False
        origin = headers.get("origin")
        if origin is None:
            return True
        if self._settings.origin:
            return origin == self._settings.origin
        try:
            return urlsplit(origin).netloc == headers.get("host")
        except ValueError:
            return False

    async def _refuse(self, scope: Scope, send: Send, refusal: Refused) -> None:
        body, kind = self._error(scope, refusal)
        status = refusal.status
        headers = [
            (b"content-type", kind.encode()),
            (b"content-length", str(len(body)).encode()),
        ]
        if status == 429:
            headers.append((b"retry-after", b"5"))
        if status in (413, 431):
            headers.append((b"connection", b"close"))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


class Guarded:
    """The guard as a layer around an app."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self._app, self._guard = app, guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not passing.inner(scope):
            await self._guard.admit(self._app, scope, receive, send)
        else:
            await self._app(scope, receive, send)


def _with_safe(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """An answer's headers, and those safe ones that it has not set otherwise."""
    found = list(headers)
    there = {name for name, _ in found}
    return found + [header for header in _SAFE_HEADERS if header[0] not in there]


def _visitor(headers: Mapping[str, str]) -> str | None:
    if header := headers.get("authorization"):
        return visitors.visitor_of(visitors.bearer(header))
    if cookie := headers.get("cookie"):
        return visitors.visitor_of(cookie_parser(cookie).get(visitors.COOKIE))
    return None
