"""Updates to browsers and programs, as server-sent events.

One stream serves any number of tables. Its ids say which version of each table has been sent, so
that after a reconnect it goes on from there. A stream sends how things stand, not every change: a
listener that is slow gets fewer, newer updates and keeps nobody waiting; one that takes nothing for
long is dropped.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ..rooms import visitors
from ..rooms.hub import Listener
from ..rooms.refused import Refused
from ..rooms.storage import StorageError
from ..rooms.table_view import PLAYING, Progress, TableView
from .answers import as_json

if TYPE_CHECKING:
    from ..rooms.service import Service
    from ..settings import Settings
    from .hearing import TalkTeller

log = logging.getLogger("mirabilia.streams")
MOST_TABLES = 40
Message = tuple[str, Mapping[str, Any] | str]  # the event's name and its data, perhaps as JSON
# Makes the message about a table from what the listener may see and the version he knows.
Teller = Callable[[TableView, int], Message]
# The same for what has changed within a step; None if there is more to tell.
Brief = Callable[[Progress], Message | None]


def read_known(asked: Iterable[str], last_id: str | None) -> dict[str, int]:
    """The tables asked for, with the version known of each; a later id counts more.

    >>> read_known(["abc234:3", "xyz789"], "abc234:7.12.3")
    {'abc234': 7, 'xyz789': 0}
    """
    known = dict(_read_entry(text) for text in asked)
    if len(known) > MOST_TABLES:
        raise Refused("A stream can serve %(most)d tables at most.", 400, most=MOST_TABLES)
    for text in (last_id or "").split(",")[:MOST_TABLES]:
        with contextlib.suppress(Refused):
            code, version = _read_entry(text)
            if code in known:
                known[code] = max(known[code], version)
    return known


def _read_entry(text: str) -> tuple[str, int]:
    code, _, version = text.partition(":")
    version = version.partition(".")[0]  # how much of the talk is known comes after it
    code = visitors.read_code(code)
    if not visitors.CODE.fullmatch(code):
        raise Refused("A stream is asked for with t=CODE or t=CODE:VERSION.", 400)
    if not version:
        return code, 0
    if not version.isascii() or not version.isdecimal() or len(version) > 9:
        raise Refused("A version is a whole number.", 400)
    return code, int(version)


def encode(name: str, data: Mapping[str, Any] | str, event_id: str) -> bytes:
    """One server-sent event. JSON has no line breaks, so the data is one line; a page's HTML, which
    is long, follows as it is on lines of its own.
    """
    html = b""
    if isinstance(data, str):
        line = data
    elif data.get("html"):
        line = as_json({key: value for key, value in data.items() if key != "html"})
        page = f"\n{data['html']}".encode()  # its letters take room: it is gone through as bytes
        html = page.replace(b"\r", b"").replace(b"\n", b"\ndata: ")
    else:
        line = as_json(data)
    return b"".join((f"id: {event_id}\nevent: {name}\ndata: {line}".encode(), html, b"\n\n"))


class EventStream(Response):
    """The answer that never ends by itself."""

    media_type = "text/event-stream"

    def __init__(
        self,
        service: Service,
        visitor: str | None,
        known: dict[str, int],
        teller: Teller,
        brief: Brief,
        *,
        talk: TalkTeller | None = None,
        quotes: bool = True,
        address: str,
    ) -> None:
        """Programs need no quotes, nor who looks at a table before its game."""
        if len(service.hub) >= service.settings.most_streams:
            raise Refused("Too many are listening; try again later.", 503)
        if service.hub.count(address) >= service.settings.address_streams:
            raise Refused("Too many are listening where you are; try again later.", 429)
        super().__init__(
            headers={
                "Cache-Control": "no-store",
                "X-Accel-Buffering": "no",
                "Connection": "close",  # afterwards, whatever else the client has sent
            },
            media_type=self.media_type,
        )
        del self.headers["content-length"]
        self._service, self._visitor, self._address = service, visitor, address
        self._teller, self._brief, self._quotes = teller, brief, quotes
        self._known, self._steps = known, dict[str, int]()
        self._present: dict[str, frozenset[int]] = {}  # as it was last told
        self._talk = talk
        self._seated: dict[str, bool] = {}  # whether the listener had a seat when last told

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Whichever ends first, the telling or the client, ends the stream."""
        listener = Listener(self._known, self._address, self._visitor)
        with self._service.hub.heard_by(listener):
            telling = asyncio.create_task(self._tell(listener, send))
            gone = asyncio.create_task(_until_gone(receive))
            try:
                await asyncio.wait((telling, gone), return_when=asyncio.FIRST_COMPLETED)
                if not telling.done() and gone.exception():
                    # Whoever sends what nobody asked for is told that it is over.
                    listener.end()
                    await asyncio.wait((telling,), timeout=self._service.settings.slowest_client)
            finally:
                telling.cancel()
                gone.cancel()
                ends = await asyncio.gather(telling, gone, return_exceptions=True)
        for end in ends:
            if isinstance(end, Exception) and not isinstance(end, (OSError, HTTPException)):
                raise end
        log.debug("a stream has ended")

    async def _tell(self, listener: Listener, send: Send) -> None:
        pulse = _Pulse(self._service.settings, listener)

        async def put(body: bytes, more: bool = True) -> None:
            pulse.begin()
            await send({"type": "http.response.body", "body": body, "more_body": more})
            pulse.end()

        try:
            headers = self.raw_headers
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await put(b": welcome\n\n")
            for code in listener.codes:
                listener.tell(code)
            await self._tell_all(listener, pulse, put)
            await put(b"", more=False)
        finally:
            pulse.stop()

    async def _tell_all(
        self, listener: Listener, pulse: _Pulse, put: Callable[[bytes], Awaitable[None]]
    ) -> None:
        while not listener.ended:
            await listener.alarm.wait()
            listener.alarm.clear()
            if pulse.quiet:
                await put(b": still here\n\n")
            while listener.news and not listener.ended:
                code = next(iter(listener.news))
                del listener.news[code]
                try:
                    message = await self._message(code)
                except StorageError:
                    continue  # the table is told of when it can be read again
                for told in (message, self._who_looks(code), await self._said(code)):
                    if told:
                        await put(told)

    async def _message(self, code: str) -> bytes | None:
        """What is new about a table; None if nothing is."""
        version = self._service.version(code)
        if version == self._known[code]:
            return None
        seated = self._visitor is not None and self._service.has_seat(self._visitor, code)
        same, self._seated[code] = self._seated.get(code, seated) == seated, seated
        try:
            if code in self._steps and same:
                progress = await self._service.progress(code, self._visitor)
                within = progress and progress.step == self._steps[code]
                if progress and within and (message := self._brief(progress)):
                    self._known[code] = progress.version
                    return encode(*message, self._event_id())
            table_view = await self._service.table_view(code, self._visitor, quotes=self._quotes)
        except Refused:
            return encode("gone", {"code": code}, self._event_id())
        since = self._known[code]
        if table_view.version == since:
            return None
        name, data = self._teller(table_view, since)
        self._known[code] = table_view.version
        self._present[code] = table_view.present
        if table_view.status == PLAYING:
            self._steps[code] = table_view.step
        return encode(name, data, self._event_id())

    def _who_looks(self, code: str) -> bytes | None:
        """Who looks at a table that waits, if that is news; programs do without."""
        present = self._service.present(code) if self._quotes else None
        if present is None or present == self._present.get(code):
            return None
        self._present[code] = present
        return encode("presence", {"code": code, "seats": sorted(present)}, self._event_id())

    async def _said(self, code: str) -> bytes | None:
        """What has been said at a table, for who has asked for it."""
        message = await self._talk.news(code) if self._talk else None
        return encode(*message, self._event_id()) if message else None

    def _event_id(self) -> str:
        talk = self._talk.known if self._talk else lambda _: ""
        return ",".join(f"{code}:{version}{talk(code)}" for code, version in self._known.items())


class _Pulse:
    """Minds a stream: wakes it when nothing was sent for long, ends it when nothing is taken.

    One timer does both, now and then; one for everything that is sent would cost more than sending.
    """

    def __init__(self, settings: Settings, listener: Listener) -> None:
        self._heartbeat, self._patience = settings.heartbeat, settings.slowest_client
        self._listener, self._task = listener, asyncio.current_task()
        self._loop = asyncio.get_running_loop()
        self._sending, self._last = False, self._loop.time()
        self._timer = self._loop.call_soon(self._look)

    def begin(self) -> None:
        """Something is being sent."""
        self._sending, self._last = True, self._loop.time()

    def end(self) -> None:
        """It is taken."""
        self._sending = False

    @property
    def quiet(self) -> bool:
        """Whether nothing was sent for long."""
        return self._loop.time() >= self._last + self._heartbeat

    def _look(self) -> None:
        now, due = self._loop.time(), self._last + self._heartbeat
        if self._sending:
            due = self._last + self._patience
            if now >= due and self._task:
                self._task.cancel()
        elif now >= due:
            self._listener.alarm.set()
            due = now + self._heartbeat
        self._timer = self._loop.call_at(min(due, now + self._patience), self._look)

    def stop(self) -> None:
        self._timer.cancel()


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
