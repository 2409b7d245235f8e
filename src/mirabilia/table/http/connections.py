"""Connections, before they are requests: how many there may be, how long and how slow a header.

uvicorn waits for a header without end, takes one of any size, and does not see that a client has
gone who asked a second time before he was answered. Here a connection has a bound for each, and
every few seconds those that are overdue are cut off. That descriptors run out is nothing an event
loop tells anybody; it is felt for, and logged.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import os
import time
from collections import Counter
from dataclasses import replace
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, cast

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from ..settings import Settings
from .addresses import shared_by

if TYPE_CHECKING:
    Base = Any
else:
    Base = AutoHTTPProtocol

log = logging.getLogger("mirabilia.connections")
_SPARE = 100  # descriptors for everything that is no connection
_LOOKS_EVERY = 5.0  # seconds
_SAID_EVERY = 60.0
_CHUNKS = 8  # a body in small chunks is so many times as long
_PARTS = 2  # a record comes in larger ones
_BUSY = "Too many are here already; try again later.\n"
_LONG = "That is longer than anything a player has to say.\n"


def protocol(settings: Settings) -> type[asyncio.Protocol]:
    """What uvicorn makes of each connection."""
    return cast(type[asyncio.Protocol], functools.partial(Connection, door=Door(settings)))


class Door:
    """Who is in, and who may still come in."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._proxies = settings.proxy_networks
        self._inside: set[Connection] = set()
        self._addresses: Counter[str] = Counter()
        self._watching = False
        self._said: dict[str, float] = {}

    def admits(self, connection: Connection) -> bool:
        if not self._watching:
            self._watching = True
            self._watch()
        if len(self._inside) >= self.settings.most_connections:
            self._say("no connection is free", connections=len(self._inside))
            return False
        host = connection.host
        address = shared_by(host)
        if self._addresses[address] >= self.settings.address_connections and not self._proxy(host):
            self._say("too many connections from one address")
            return False
        self._inside.add(connection)
        self._addresses[address] += 1
        return True

    def _proxy(self, host: str) -> bool:
        """Behind a proxy are many, and it counts them itself."""
        try:
            address = ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._proxies)

    def leave(self, connection: Connection) -> None:
        self._inside.discard(connection)
        address = shared_by(connection.host)
        self._addresses[address] -= 1
        if not self._addresses[address]:
            del self._addresses[address]

    def _watch(self) -> None:
        loop, settings = asyncio.get_running_loop(), self.settings
        pause = min(_LOOKS_EVERY, settings.header_seconds, settings.slowest_client)
        loop.call_later(pause, self._watch)
        for connection in list(self._inside):
            connection.cut_if_overdue(loop.time())
        try:
            os.close(os.open(os.devnull, os.O_RDONLY))
        except OSError as error:
            self._say("no descriptor is free", why=error.strerror, connections=len(self._inside))

    def _say(self, what: str, **values: object) -> None:
        """Once in a while: no enemy fills the disk with it."""
        now = time.monotonic()
        if now >= self._said.get(what, -_SAID_EVERY) + _SAID_EVERY:
            self._said[what] = now
            log.error(what, extra=values)


class Connection(Base):  # type: ignore[misc]
    """uvicorn's, with bounds."""

    def __init__(self, *args: Any, door: Door, **options: Any) -> None:
        super().__init__(*args, **options)
        self._door, self._settings = door, door.settings
        self._admitted = False
        self._received = 0  # bytes of what is not answered yet
        self._since = 0.0  # when the header that is waited for began, or the closing
        self._closing = False
        self._joined: _Joined | None = None
        self.host = "?"

    def connection_made(self, transport: asyncio.Transport) -> None:
        if peer := transport.get_extra_info("peername"):
            self.host = str(peer[0])
        self._admitted = self._door.admits(self)
        if self._admitted:
            self._since = self.loop.time()
            super().connection_made(transport)
        else:
            transport.write(_answer("503 Service Unavailable", _BUSY))
            transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        if self._admitted:
            self._door.leave(self)
            super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        if not self._admitted:
            return
        if self.timeout_keep_alive_task is not None:
            self._since = self.loop.time()
        if self._answered and self.cycle and not self.cycle.more_body:
            self._received = 0
        self._received += len(data)
        super().data_received(data)
        longest = self._settings.longest_header
        if not self._answered:
            record = _PARTS * self._settings.longest_record
            longest += max(_CHUNKS * self._settings.longest_body, record)
        if self._received > longest and not self.transport.is_closing():
            self.transport.write(_answer("431 Request Header Fields Too Large", _LONG))
            self.transport.close()

    def on_headers_complete(self) -> None:
        """Of two requests at once uvicorn would forget the first, and never tell that he has gone
        who asked; nobody needs that, and it is an error here.
        """
        if not self._answered:
            raise ValueError("a second request before the first was answered")
        super().on_headers_complete()
        self._joined = self.cycle.transport = _Joined(self.cycle, self.transport)

    def on_response_complete(self) -> None:
        if self._joined:
            self._joined.flush()
        super().on_response_complete()

    @property
    def _answered(self) -> bool:
        return self.cycle is None or bool(self.cycle.response_complete)

    def cut_if_overdue(self, now: float) -> None:
        """End it if a header has not come in time, or if what was sent last is not taken."""
        if self.transport.is_closing():
            if not self._closing:
                self._closing, self._since = True, now
            patience = self._settings.slowest_client
        elif self._answered and self.timeout_keep_alive_task is None:
            patience = self._settings.header_seconds
        else:
            return
        if now > self._since + patience:
            self.transport.abort()


class _Joined:
    """Has the head of an answer go out with what follows it: whatever is sent on its own wakes who
    gets it once more.
    """

    def __init__(self, cycle: Any, transport: asyncio.Transport) -> None:
        self._cycle, self._transport = cycle, transport
        self._head: bytes | None = None

    def write(self, data: bytes) -> None:
        if self._head is None and self._cycle.response_started:
            self._head = data
            return
        if self._head:
            data, self._head = self._head + data, b""
        self._transport.write(data)

    def flush(self) -> None:
        if self._head:
            self._transport.write(self._head)
            self._head = b""

    def close(self) -> None:
        self.flush()
        self._transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


def _answer(status: str, sentence: str) -> bytes:
    return (
        f"HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\n"
        f"Content-Length: {len(sentence)}\r\nConnection: close\r\n\r\n{sentence}"
    ).encode()


def enough_descriptors(settings: Settings) -> Settings:
    """Ask the system for as many descriptors as connections may need; make do with fewer."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows knows no such limit
        return settings
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.most_connections + _SPARE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return settings
    fewer = max(1, soft - _SPARE)
    log.warning("fewer connections than were asked for", extra={"connections": fewer})
    return replace(settings, most_connections=fewer)
