"""A stream whose tables are kept by several processes: split by keepers, and joined again.

Each part is a stream of the keeper's own, for its tables alone. The ids of events say of all tables
how much of each was told; what a part says of its tables is put among them. When a part ends,
because its process has, or because the table has gone elsewhere, it is asked for again where the
table is kept then, from what was told last. So a listener stays where he is.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any
from urllib.parse import parse_qsl, urlencode

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..rooms import visitors
from ..rooms.fellows import NOBODY, Fellows
from ..rooms.storage import StorageError
from ..rooms.wire import Answer, Failed, NotHere, Unreachable
from ..settings import Settings

Ask = Callable[[Fellows, int, Scope, bytes, str], contextlib.AbstractAsyncContextManager[Answer]]
_PAUSE = 0.1  # seconds until a part that has ended is asked for again
_MOST_TABLES = 100  # in a request; the streams themselves allow fewer
_LAST_ID = b"last-event-id"
_WELCOME, _QUIET = b": welcome", b": still here"


class Joined:
    """One stream to one client."""

    def __init__(self, app: ASGIApp, fellows: Fellows, scope: Scope, ask: Ask) -> None:
        self._app, self._fellows, self._scope, self._ask = app, fellows, scope, ask
        self._settings: Settings = scope["app"].state.settings
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        self._asked = [value for name, value in query if name == "t"][:_MOST_TABLES]
        self._others = [(name, value) for name, value in query if name != "t"]
        self._codes = {code: text for text in self._asked if (code := _code(text))}
        self._told = dict(self._codes)  # how much of each table was told, as ids say it
        last = next((value for name, value in scope["headers"] if name == _LAST_ID), b"")
        self._hear(last.decode("latin-1")[:4000])
        self._started = False
        self._send: Send
        self._turn = asyncio.Lock()
        self._last_sent = 0.0

    async def answer(
        self, receive: Receive, send: Send, forgive: Callable[[Scope, int], None]
    ) -> None:
        places = {code: await self._fellows.keeper_of(code) for code in self._codes}
        forgive(self._scope, sum(place is not None for place in places.values()))
        if all(place in (None, self._fellows.number) for place in places.values()):
            await self._fellows.sure()
            await self._app(self._scope, receive, send)
            return
        self._send = send
        parts = asyncio.create_task(self._all_parts())
        gone = asyncio.create_task(_until_gone(receive))
        try:
            await asyncio.wait((parts, gone), return_when=asyncio.FIRST_COMPLETED)
            if parts.done():
                parts.result()
        finally:
            for task in (parts, gone):
                task.cancel()
            await asyncio.gather(parts, gone, return_exceptions=True)

    async def _all_parts(self) -> None:
        """Each table is told of by whoever keeps it; ends when the client is refused."""
        waiting = set(self._codes)
        parts: dict[asyncio.Task[bool], set[str]] = {}
        try:
            while True:
                for number, codes in (await self._by_keeper(waiting)).items():
                    part = asyncio.create_task(self._part(number, codes))
                    parts[part] = codes
                    waiting -= codes
                done, _ = (
                    await asyncio.wait(
                        parts,
                        timeout=_PAUSE if waiting else self._settings.heartbeat,
                        return_when=asyncio.FIRST_COMPLETED,
                    )
                    if parts
                    else (await asyncio.sleep(_PAUSE, (set(), set())))
                )
                for part in done:
                    waiting |= parts.pop(part)
                    if part.result():
                        return
                if done:
                    await asyncio.sleep(_PAUSE)
                await self._keep_alive()
        finally:
            for part in parts:
                part.cancel()
            await asyncio.gather(*parts, return_exceptions=True)

    async def _by_keeper(self, codes: set[str]) -> dict[int, set[str]]:
        found: dict[int, set[str]] = {}
        for code in codes:
            try:
                number = await self._fellows.keeper_of(code)
            except StorageError:
                continue
            if number != NOBODY:
                # Of a table that is not there, any process says so.
                found.setdefault(self._fellows.number if number is None else number, set()).add(
                    code
                )
        return found

    async def _part(self, number: int, codes: set[str]) -> bool:
        """One keeper's part; whether the client is to hear no more."""
        scope = self._part_of_scope(codes)
        try:
            if number == self._fellows.number:
                await self._fellows.sure()
                return await self._take(_here(self._app, scope))
            async with self._ask(self._fellows, number, scope, b"", ",".join(codes)) as told:
                return await self._take(_pieces(told))
        except NotHere:
            for code in codes:
                self._fellows.mistaken(code, number)
        except (Unreachable, Failed, StorageError):
            pass
        return False

    def _part_of_scope(self, codes: set[str]) -> Scope:
        """What a keeper is asked: its tables, from what was told last."""
        asked = [*self._others, *(("t", self._codes[code]) for code in codes)]
        headers = [(name, value) for name, value in self._scope["headers"] if name != _LAST_ID]
        headers.append((_LAST_ID, self._id().encode("latin-1")))
        query = urlencode(asked).encode("latin-1")
        return {**self._scope, "query_string": query, "headers": headers}

    async def _take(self, messages: AsyncIterator[Message]) -> bool:
        """Tell the client what a part tells; True if that refuses him."""
        buffer, refused = b"", False
        async for message in messages:
            if message["type"] == "http.response.start":
                refused = message["status"] != 200
                if not refused and self._started:
                    continue
                if self._started:
                    return False  # it will be asked again
                self._started = True
                await self._put(message)
                continue
            if refused:
                await self._put(message)
                continue
            *blocks, buffer = (buffer + message.get("body", b"")).split(b"\n\n")
            for block in blocks:
                if told := self._among_others(block):
                    body = told + b"\n\n"
                    await self._put({"type": "http.response.body", "body": body, "more_body": True})
        return refused

    def _among_others(self, block: bytes) -> bytes:
        """An event with an id that holds all tables."""
        if not block.startswith(b"id: "):
            return block
        line, _, rest = block.partition(b"\n")
        self._hear(line[4:].decode("latin-1"))
        return b"id: " + self._id().encode("latin-1") + b"\n" + rest

    def _hear(self, told: str) -> None:
        """How much of some tables was told."""
        for text in told.split(","):
            if (code := _code(text)) in self._told:
                self._told[code] = text

    def _id(self) -> str:
        return ",".join(self._told.values())

    async def _put(self, message: Message) -> None:
        """One thing after the other; who takes nothing for long is dropped."""
        async with self._turn, asyncio.timeout(self._settings.slowest_client):
            await self._send(message)
        self._last_sent = asyncio.get_running_loop().time()

    async def _keep_alive(self) -> None:
        quiet = asyncio.get_running_loop().time() - self._last_sent > self._settings.heartbeat
        if self._started and quiet:
            body = _QUIET + b"\n\n"
            await self._put({"type": "http.response.body", "body": body, "more_body": True})


def _code(text: str) -> str:
    """The code of an entry; nothing if that is none: then any process says so."""
    code = visitors.read_code(text.partition(":")[0])
    return code if visitors.CODE.fullmatch(code) else ""


async def _pieces(told: Answer) -> AsyncIterator[Message]:
    headers = [
        (name.encode("latin-1"), value.encode("latin-1")) for name, value in told.head["headers"]
    ]
    yield {"type": "http.response.start", "status": told.head["status"], "headers": headers}
    async for piece in told:
        yield {"type": "http.response.body", "body": piece, "more_body": True}


async def _here(app: ASGIApp, scope: Scope) -> AsyncIterator[Message]:
    """What this process answers itself, a message at a time."""
    sent: asyncio.Queue[Message] = asyncio.Queue(1)
    forever = asyncio.Event()

    async def receive() -> Message:
        await forever.wait()
        return {"type": "http.disconnect"}

    async def run() -> None:
        await app(scope, receive, sent.put)

    work = asyncio.create_task(run())
    try:
        while True:
            getting = asyncio.create_task(sent.get())
            await asyncio.wait((getting, work), return_when=asyncio.FIRST_COMPLETED)
            if not getting.done():
                getting.cancel()
                work.result()
                return
            message: Any = getting.result()
            yield message
    finally:
        forever.set()
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
