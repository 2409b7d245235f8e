"""Requests for tables that other processes keep: passed on to their keepers, and back.

A request is passed on with all it says and who asks, after it has been checked where it came in;
the keeper answers as it would have answered the client. What was passed on is never passed on
again: who does not keep the table says so, and the first process looks in the database. While
nobody keeps a table, its requests wait. What belongs to no table and has to be done in one place,
the eldest process does.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..rooms import visitors
from ..rooms.fellows import NOBODY, PATIENCE, Fellows
from ..rooms.service import Service
from ..rooms.storage import StorageError
from ..rooms.wire import Answer, Asked, Failed, NotHere, Unreachable
from .joined import Joined
from .rates import STREAMS

log = logging.getLogger("mirabilia.passing")
REQUEST = "request"  # what a keeper is asked
_PAUSE = 0.1  # seconds between two looks at who keeps a table
_TABLE = re.compile(r"/(?:t|api/tables|club/tournaments/[^/]+/tables)/([^/]+)")
# What the eldest process does, for it has to be in one place and is no table's.
_ELDEST = re.compile(
    r"/pad(?:/.*)?|/puzzle(?:/.*)?|/r/[^/]+/review|/me/(?:lend|take|forget)|/push/[a-z]+"
)
_BRINGING = "/r"  # records, of which each is to be there once
# What is the same if it is done twice, besides looking.
_AGAIN = re.compile(r"/(?:t|api/tables)/[^/]+/(?:un)?decide")
_INNER = "mirabilia.inner"  # in a scope: it comes from another process, and was checked there
_EVEN = ("type", "http_version", "method", "scheme", "path", "root_path")  # sent on as they are


class Away(Exception):
    """Nobody who could answer does so."""


def inner(scope: Scope) -> bool:
    """Whether a request was passed on, and so checked, by another process."""
    return _INNER in scope


async def answer(
    app: ASGIApp, scope: Scope, receive: Receive, send: Send, forgive: Callable[[Scope, int], None]
) -> None:
    """Have a request answered where its table is kept; ``Away`` if that can't be. ``forgive`` is
    told how many of its tables there are, though this process may not have heard of them yet.
    """
    service: Service = scope["app"].state.service
    fellows = service.fellows
    if fellows is None:
        await app(scope, receive, send)
        return
    try:
        if scope["path"] in STREAMS:
            await Joined(app, fellows, scope, ask).answer(receive, send, forgive)
        elif place := _place(scope):
            if await find(fellows, place) is not None:
                forgive(scope, 1)
            await _answer_at(place, app, scope, receive, send)
        else:
            await app(scope, receive, send)
    except StorageError as error:
        log.warning("a request is not answered", extra={"words": str(error)})
        raise Away from error


def _place(scope: Scope) -> str:
    """The code of a table, ``eldest``, or nothing if any process can answer."""
    path: str = scope["path"]
    if found := _TABLE.match(path):
        code = visitors.read_code(found[1])
        return code if visitors.CODE.fullmatch(code) else ""
    if _ELDEST.fullmatch(path) or (path == _BRINGING and scope["method"] == "POST"):
        return _THE_ELDEST
    return ""


_THE_ELDEST = "eldest"


async def find(fellows: Fellows, place: str) -> int | None:
    """The process that has to answer; ``NOBODY`` for a while, None: any can."""
    if place == _THE_ELDEST:
        return fellows.eldest
    return await fellows.keeper_of(place)


async def _answer_at(place: str, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Find who has to answer, and have him do so; tried again for a while."""
    fellows: Fellows = scope["app"].state.service.fellows
    end = asyncio.get_running_loop().time() + PATIENCE
    body: bytes | None = None
    while True:
        number = await find(fellows, place)
        if number is None:
            await app(scope, receive, send)
            return
        if number == fellows.number:
            await fellows.sure()
            if number == fellows.number and _is_here(fellows, place):
                await app(scope, receive if body is None else _given(body, receive), send)
                return
        elif number != NOBODY:
            body = await _whole(receive) if body is None else body
            if await _passed_on(number, place, scope, body, receive, send):
                return
        if asyncio.get_running_loop().time() > end:
            raise Away
        await asyncio.sleep(_PAUSE)


def _is_here(fellows: Fellows, place: str) -> bool:
    if fellows.leaving:
        return False
    return fellows.eldest == fellows.number if place == _THE_ELDEST else fellows.keeps(place)


async def _passed_on(
    number: int, place: str, scope: Scope, body: bytes, receive: Receive, send: Send
) -> bool:
    """Have another process answer; False if that may be tried again, perhaps elsewhere."""
    fellows: Fellows = scope["app"].state.service.fellows
    started = False

    async def carry() -> None:
        nonlocal started
        async with ask(fellows, number, scope, body, place) as told:
            started = True
            await send(_start(told))
            async for piece in told:
                await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    work, gone = asyncio.create_task(carry()), asyncio.create_task(until_gone(receive))
    try:
        await asyncio.wait((work, gone), return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            return True  # nobody waits for it any more
        work.result()
        return True
    except NotHere:
        fellows.mistaken(place, number)
        return False
    except Unreachable as error:
        again = scope["method"] in ("GET", "HEAD") or _AGAIN.fullmatch(scope["path"])
        if started or (error.asked and not again):
            raise Away from error
        return False
    except Failed as error:
        raise RuntimeError("another process failed") from error
    finally:
        for task in (work, gone):
            task.cancel()
        await asyncio.gather(work, gone, return_exceptions=True)


def ask(
    fellows: Fellows, number: int, scope: Scope, body: bytes, place: str
) -> contextlib.AbstractAsyncContextManager[Answer]:
    """Ask another process what a client has asked this one."""
    head = {name: scope[name] for name in _EVEN if name in scope}
    head["query"] = scope["query_string"].decode("latin-1")
    head["raw_path"] = (scope.get("raw_path") or b"").decode("latin-1")
    head["client"], head["server"] = scope.get("client"), scope.get("server")
    head["headers"] = [
        (name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]
    ]
    return fellows.ways.ask(number, REQUEST, {"place": place, "scope": head}, body)


def _start(told: Answer) -> Message:
    headers = [
        (name.encode("latin-1"), value.encode("latin-1")) for name, value in told.head["headers"]
    ]
    return {"type": "http.response.start", "status": told.head["status"], "headers": headers}


async def _whole(receive: Receive) -> bytes:
    """The body of a request."""
    parts, more = [], True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Away
        parts.append(message.get("body", b""))
        more = message.get("more_body", False)
    return b"".join(parts)


def _given(body: bytes, receive: Receive) -> Receive:
    """A body that was read already, then whatever comes."""
    left = [body]

    async def receiving() -> Message:
        if left:
            return {"type": "http.request", "body": left.pop(), "more_body": False}
        return await receive()

    return receiving


async def until_gone(receive: Receive) -> None:
    """Returns when nobody waits for an answer any more."""
    while (await receive())["type"] != "http.disconnect":
        pass


# What other processes pass on to this one


def answering(app: ASGIApp, state: Any) -> Callable[[Asked], Awaitable[None]]:
    """Answers what was passed on, as if it had come here, but for what was checked already."""

    async def handle(asked: Asked) -> None:
        fellows: Fellows = state.service.fellows
        place, told = asked.head["place"], asked.head["scope"]
        if not all(_is_here(fellows, each) for each in place.split(",")):
            raise NotHere
        if not fellows.lease.sure:
            raise NotHere  # until it is
        scope: Scope = {
            **{name: told[name] for name in _EVEN if name in told},
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "query_string": told["query"].encode("latin-1"),
            "raw_path": told["raw_path"].encode("latin-1"),
            "client": tuple(told["client"]) if told["client"] else None,
            "server": tuple(told["server"]) if told["server"] else None,
            "headers": [
                (name.encode("latin-1"), value.encode("latin-1")) for name, value in told["headers"]
            ],
            "state": {},
            _INNER: True,
        }
        given = [asked.body]

        async def receive() -> Message:
            if given:
                return {"type": "http.request", "body": given.pop(), "more_body": False}
            await asked.gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [
                    (name.decode("latin-1"), value.decode("latin-1"))
                    for name, value in message["headers"]
                ]
                asked.start({"status": message["status"], "headers": headers})
            elif message.get("more_body"):
                await asked.put(message.get("body", b""))
            else:
                asked.end(message.get("body", b""))

        await app(scope, receive, send)

    return handle
