"""The short way to what is asked for most: past the routes, and all that stands before them.

Under load nearly every request is a decision, and to find its route and make ready for everything
that a route might want took longer than to answer it. What is refused is told as elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

Answer = Callable[[Request], Awaitable[Response]]
_CODE = "{code}"


class _Asked(Request):
    """A request whose body is short: it is read as it comes."""

    async def body(self) -> bytes:
        parts, more = [], True
        while more:
            message = await self.receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            parts.append(message.get("body", b""))
            more = message.get("more_body", False)
        return b"".join(parts)


class Shortcut:
    """Answers to ``POST`` at a few addresses, each with the code of a table in it."""

    def __init__(self, answers: Mapping[str, Answer], handlers: Mapping[Any, Any]) -> None:
        self._answers, self._handlers = answers, handlers
        self._ways = [(_address(path), self._app(answer)) for path, answer in answers.items()]

    def routes(self) -> list[Route]:
        """The same as routes, for what else may be asked of these addresses."""
        return [Route(path, answer, methods=["POST"]) for path, answer in self._answers.items()]

    def find(self, scope: Scope) -> ASGIApp | None:
        """The answer to a request; None if it has to go the long way."""
        if scope["type"] != "http" or scope["method"] != "POST":
            return None
        for address, app in self._ways:
            if found := address.fullmatch(scope["path"]):
                scope["path_params"] = found.groupdict()
                return app
        return None

    def _app(self, answer: Answer) -> ASGIApp:
        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            request = _Asked(scope, receive)
            try:
                response = await answer(request)
            except Exception as error:
                response = await self._handler(error)(request, error)
            await response(scope, receive, send)

        return app

    def _handler(self, error: Exception) -> Any:
        for kind in type(error).__mro__:
            if kind in self._handlers:
                return self._handlers[kind]
        raise error


def _address(path: str) -> re.Pattern[str]:
    before, after = path.split(_CODE)
    return re.compile(f"{re.escape(before)}(?P<code>[^/]+){re.escape(after)}")
