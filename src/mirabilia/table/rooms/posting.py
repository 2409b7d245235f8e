"""Posts something to an address that a stranger has named, without being led astray by it.

Only https, only port 443, and only to machines anybody may reach: the name is looked up here,
every address it has is checked, and one of those is connected to, so that a name that means
something else a moment later helps nobody. Nothing private, nothing of this machine or its network,
no redirection. All has its bounds: the address, how long it takes, what is read of the answer (its
first line). A setting allows the rest, for tests and for networks that are closed.

The names are looked up in threads of their own, which nobody waits for when the server ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import ssl
import threading
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

LONGEST_ADDRESS = 1000
_PLAIN = re.compile(r"[!-~]+")  # nothing that could end a line of a header
_NAME = re.compile(r"[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9.])?|[0-9a-f:.]{2,45}", re.I)
_MOST_LOOKUPS = 32
_MOST_TRIED = 4  # of the addresses of one name
_CONNECT = 4.0  # seconds
_LONGEST_LINE = 1024
# IPv4 in the clothes of IPv6, beside what ipaddress knows.
_TRANSLATED = IPv6Network("64:ff9b::/96")
# What is nobody's, and not known to every Python as such.
_SPECIAL = tuple(
    ip_network(text)
    for text in (
        *("192.0.0.0/24", "192.88.99.0/24", "64:ff9b:1::/48", "100::/64", "2001::/23"),
        *("2002::/16", "3fff::/20", "5f00::/16", "fec0::/10"),
    )
)


class Unfit(ValueError):
    """An address that is not posted to."""


class Unreachable(Exception):
    """Nobody answered, or not as one does."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is posted."""

    host: str
    port: int
    path: str
    secure: bool = True

    @property
    def origin(self) -> str:
        shown = f"[{self.host}]" if ":" in self.host else self.host
        usual = self.port == (443 if self.secure else 80)
        return f"http{'s' * self.secure}://{shown}{'' if usual else f':{self.port}'}"


def read_place(address: str, private: bool = False) -> Place:
    """The place that an address names; ``private``: it may be anywhere.

    >>> read_place("https://push.example/wpush/v2/gAAA").host
    'push.example'
    """
    if len(address) > LONGEST_ADDRESS or not _PLAIN.fullmatch(address):
        raise Unfit("too long, or no address")
    try:
        parts = urlsplit(address)
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        raise Unfit("no address") from None
    if parts.scheme not in (("https", "http") if private else ("https",)):
        raise Unfit("not https")
    if "@" in parts.netloc or parts.fragment or not _NAME.fullmatch(host):
        raise Unfit("no plain address")
    secure = parts.scheme == "https"
    if port not in (None, 443) and not private:
        raise Unfit("another port")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Place(host, port or (443 if secure else 80), path, secure)


def is_public(address: str) -> bool:
    """Whether an address is that of a machine anybody may reach, and not of this one.

    >>> is_public("127.0.0.1"), is_public("::ffff:10.0.0.5"), is_public("fe80::1%eth0")
    (False, False, False)
    """
    try:
        found: IPv4Address | IPv6Address = ip_address(address)
    except ValueError:
        return False
    if isinstance(found, IPv6Address):
        if found.scope_id:
            return False
        within = found.ipv4_mapped
        if found in _TRANSLATED:
            within = IPv4Address(int(found) & 0xFFFFFFFF)
        found = within or found
    if not found.is_global or found.is_multicast or found.is_reserved:
        return False
    return not any(found in network for network in _SPECIAL) and not _is_own(address)


def _is_own(address: str) -> bool:
    """Whether this machine has an address: then, and only then, it can be listened at."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as trial:
        trial.bind((address, 0))
        return True
    return False


class Post:
    """All that is posted. ``own`` is the name by which others know this server."""

    def __init__(self, private: bool, seconds: float, own: str = "") -> None:
        self._private, self._seconds, self._own = private, seconds, own.lower()
        self._lookups = 0
        self._trust: ssl.SSLContext | None = None

    async def check(self, address: str) -> Place:
        """The place that an address names, if it may be posted to now."""
        place = read_place(address, self._private)
        async with _within(self._seconds):
            await self._addresses(place)
        return place

    async def post(self, place: Place, headers: Mapping[str, str], body: bytes) -> int:
        """The status of the answer."""
        async with _within(self._seconds):
            found = await self._addresses(place)
            reader, writer = await self._connect(place, found)
            try:
                writer.write(_request(place, headers, body))
                await writer.drain()
                return _status(await reader.readline())
            except ValueError:
                raise Unreachable("an endless answer") from None
            except OSError as error:
                raise Unreachable(type(error).__name__) from None
            finally:
                writer.transport.abort()

    async def _addresses(self, place: Place) -> list[str]:
        """All addresses of a place; Unfit if one of them is not for everybody."""
        found = await self._look_up(place.host)
        if self._private:
            return found
        own = await self._own_addresses()
        if place.host == self._own or any(one in own or not is_public(one) for one in found):
            raise Unfit("not a public address")
        return found

    async def _own_addresses(self) -> list[str]:
        """Where others find this server, also where a router stands before it."""
        with contextlib.suppress(Unreachable):
            return await self._look_up(self._own) if self._own else []
        return []

    async def _look_up(self, host: str) -> list[str]:
        """In a thread of its own: a name that nobody answers for takes as long as it likes."""
        if self._lookups >= _MOST_LOOKUPS:
            raise Unreachable("too many names are being looked up")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[list[str]] = loop.create_future()

        def tell(found: list[str]) -> None:
            self._lookups -= 1
            if not done.done():
                done.set_result(found)

        def look() -> None:
            found = look_up(host)
            with contextlib.suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(tell, found)

        self._lookups += 1
        threading.Thread(target=look, name="look up", daemon=True).start()
        if not (found := await done):
            raise Unreachable("no such name")
        return found

    async def _connect(
        self, place: Place, found: list[str]
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if place.secure and self._trust is None:
            self._trust = await asyncio.to_thread(ssl.create_default_context)
        why = "no address"
        for address in found[:_MOST_TRIED]:
            try:
                async with asyncio.timeout(_CONNECT):
                    return await asyncio.open_connection(
                        address,
                        place.port,
                        limit=_LONGEST_LINE,
                        ssl=self._trust if place.secure else None,
                        server_hostname=place.host if place.secure else None,
                    )
            except (OSError, TimeoutError) as error:
                why = type(error).__name__
        raise Unreachable(why)


def look_up(host: str) -> list[str]:
    """The addresses that a name has; none if that can't be told."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))


@contextlib.asynccontextmanager
async def _within(seconds: float) -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError:
        raise Unreachable("too slow") from None


def _request(place: Place, headers: Mapping[str, str], body: bytes) -> bytes:
    host = place.origin.partition("://")[2]
    lines = [f"POST {place.path} HTTP/1.1", f"Host: {host}", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "Connection: close", "", ""]).encode() + body


def _status(line: bytes) -> int:
    """The number in the first line of an answer."""
    found = re.match(rb"HTTP/1\.[01] ([1-5]\d\d)\b", line)
    if not found:
        raise Unreachable("no answer")
    return int(found[1])
