"""How the processes of one database talk to each other: inner connections, and what passes there.

Both sides of a connection first prove that they know the secret of the database, and that they mean
each other: a process has a number that never comes twice. Then one asks, with a head and a body,
and the other answers with a head and as many pieces as it likes, perhaps for hours. One thing is
asked for at a time, and a connection that was heard to the end serves again. Nothing is encrypted:
between machines, the network has to be one's own.

    async with ways.ask(number, "name", {"for": "you"}, b"body") as answer:
        answer.head
        async for piece in answer: ...
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import logging
import secrets
import struct
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..tasks import in_background

log = logging.getLogger("mirabilia.wire")
_ASK, _BODY, _HEAD, _PIECE, _END, _NOT_HERE, _FAILED = range(1, 8)  # kinds of frames
_FRAME = struct.Struct("!BI")
_NONCE = 16
_PROOF = 32
_LONGEST = 64 * 1024 * 1024  # bytes of a frame
_PATIENCE = 3.0  # seconds for a connection to be there, and proven
_MOST_IDLE = 200  # connections to one process
_BACKLOG = 2048


class Unreachable(Exception):
    """A process does not answer. ``asked``: it may have done all the same what it was asked for."""

    def __init__(self, asked: bool) -> None:
        super().__init__("another process does not answer")
        self.asked = asked


class NotHere(Exception):
    """What was asked for is not the business of that process."""


class Failed(Exception):
    """Something went wrong there, and it has logged it."""


@dataclass(slots=True)
class Asked:
    """What a process is asked, and by which it answers."""

    head: dict[str, Any]
    body: bytes
    _writer: asyncio.StreamWriter
    gone: asyncio.Event = field(default_factory=asyncio.Event)  # nobody listens any more
    _begun: bytes = b""
    started: bool = False
    ended: bool = False

    def start(self, head: Mapping[str, Any]) -> None:
        """The head of the answer; it goes out with what follows."""
        self._begun, self.started = _frame(_HEAD, _json(head)), True

    async def put(self, piece: bytes) -> None:
        """A piece of the answer; waits until the other side takes it."""
        self._write(self._begun + _frame(_PIECE, piece))
        self._begun = b""
        await self._writer.drain()

    def end(self, last: bytes = b"") -> None:
        piece = _frame(_PIECE, last) if last else b""
        self.ended = True
        self._write(self._begun + piece + _frame(_END))

    def _write(self, frames: bytes) -> None:
        if self._writer.is_closing():
            raise ConnectionResetError
        self._writer.write(frames)

    def refuse(self, kind: int) -> None:
        """Instead of an answer, or of the rest of it: then nothing can be said any more."""
        self.ended = True
        with contextlib.suppress(OSError):
            self._write(_frame(kind))
        if self.started:
            self._writer.close()


Handler = Callable[[Asked], Awaitable[None]]


class Door:
    """Where this process is asked by others. ``number`` and ``secret`` are set once it has them."""

    def __init__(self, handlers: Mapping[str, Handler]) -> None:
        self.number, self.secret = 0, ""
        self._handlers = handlers
        self._server: asyncio.Server | None = None
        self._inside: set[asyncio.Task[None]] = set()

    async def open(self, host: str, port: int) -> int:
        """Listen; the port that was taken."""
        self._server = await asyncio.start_server(self._enter, host, port, backlog=_BACKLOG)
        found: int = self._server.sockets[0].getsockname()[1]
        return found

    async def close(self) -> None:
        if self._server:
            self._server.close()
        for task in list(self._inside):
            task.cancel()
        await asyncio.gather(*self._inside, return_exceptions=True)

    async def _enter(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._inside.add(task)
        try:
            async with asyncio.timeout(_PATIENCE):
                proven = await self._prove(reader, writer)
            ahead = b""
            while proven:
                ahead = await self._answer(ahead, reader, writer)
        except (OSError, EOFError, TimeoutError, ValueError):
            pass  # it has gone, or is none of us
        except asyncio.CancelledError:
            if self._server is None or self._server.is_serving():
                raise
        finally:
            self._inside.discard(task)
            writer.close()

    async def _prove(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        ours = secrets.token_bytes(_NONCE)
        writer.write(ours)
        theirs = await reader.readexactly(_NONCE)
        proof = await reader.readexactly(_PROOF)
        if not self.secret or not hmac.compare_digest(
            proof, _proof(self.secret, b"ask", self.number, ours + theirs)
        ):
            return False
        writer.write(_proof(self.secret, b"answer", self.number, theirs + ours))
        return True

    async def _answer(
        self, ahead: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bytes:
        """Answer once. ``ahead`` was read already of what is asked; what is read of the next thing,
        while it is listened whether the other side is still there.
        """
        told = json.loads(await _read(reader, _ASK, ahead))
        asked = Asked(told["head"], await _read(reader, _BODY), writer)
        handler = self._handlers.get(told["what"])
        work = in_background(self._handle(handler, asked), "an inner answer")
        listening = asyncio.create_task(reader.read(1))
        try:
            await asyncio.wait((work, listening), return_when=asyncio.FIRST_COMPLETED)
            if not work.done() and not asked.ended:
                raise EOFError  # it has gone, or does not wait for what it has asked
            await work
        finally:
            asked.gone.set()  # it may want to end in good order
            listening.cancel()
            if not work.done():
                await asyncio.wait((work,), timeout=_PATIENCE)
                work.cancel()
            found = await asyncio.gather(listening, work, return_exceptions=True)
        await writer.drain()
        next_one = found[0]
        return next_one if isinstance(next_one, bytes) else b""

    async def _handle(self, handler: Handler | None, asked: Asked) -> None:
        try:
            if handler is None:
                raise NotHere
            await handler(asked)
        except NotHere:
            asked.refuse(_NOT_HERE)
        except OSError:
            pass  # nobody listens any more
        except Exception as error:
            log.error("an inner answer failed", exc_info=error)
            asked.refuse(_FAILED)


class Answer:
    """What another process answers, as it comes."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader
        self.head: dict[str, Any] = {}
        self.ended = False

    async def begin(self) -> None:
        self.head = json.loads(await self._next() or b"{}")

    async def _next(self) -> bytes | None:
        """The next piece; None at the end."""
        kind, length = _FRAME.unpack(await self._reader.readexactly(_FRAME.size))
        if length > _LONGEST:
            raise ValueError("a frame that is too long")
        piece = await self._reader.readexactly(length)
        self.ended = kind in (_END, _NOT_HERE, _FAILED)
        if kind == _NOT_HERE:
            raise NotHere
        if kind == _FAILED:
            raise Failed
        return None if kind == _END else piece

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            while (piece := await self._next()) is not None:
                yield piece
        except (OSError, EOFError, ValueError):
            raise Unreachable(asked=True) from None

    async def all(self) -> bytes:
        return b"".join([piece async for piece in self])


_Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Ways:
    """The ways to other processes: ``members`` says where each is reached."""

    def __init__(self, members: Mapping[int, str]) -> None:
        self.secret = ""
        self._members = members
        self._idle: dict[int, list[_Streams]] = defaultdict(list)
        self._used: dict[int, set[asyncio.StreamWriter]] = defaultdict(set)

    @contextlib.asynccontextmanager
    async def ask(
        self, number: int, what: str, head: Mapping[str, Any] | None = None, body: bytes = b""
    ) -> AsyncIterator[Answer]:
        """Ask a process for something; its answer is begun already."""
        reader, writer = await self._way_to(number)
        answer = Answer(reader)
        self._used[number].add(writer)
        try:
            try:
                told = _json({"what": what, "head": head or {}})
                writer.write(_frame(_ASK, told) + _frame(_BODY, body))
                await writer.drain()
                await answer.begin()
            except (OSError, EOFError, ValueError):
                raise Unreachable(asked=True) from None
            yield answer
        finally:
            self._used[number].discard(writer)
            idle = self._idle[number]
            if answer.ended and number in self._members and len(idle) < _MOST_IDLE:
                idle.append((reader, writer))
            else:
                writer.transport.abort()

    async def _way_to(self, number: int) -> _Streams:
        idle = self._idle[number]
        while idle:
            reader, writer = idle.pop()
            if not (reader.at_eof() or writer.is_closing()):
                return reader, writer
            writer.close()
        host, _, port = self._members.get(number, "").rpartition(":")
        if not host:
            raise Unreachable(asked=False)
        try:
            async with asyncio.timeout(_PATIENCE):
                return await self._open(host.strip("[]"), int(port), number)
        except (OSError, EOFError, TimeoutError, ValueError):
            raise Unreachable(asked=False) from None

    async def _open(self, host: str, port: int, number: int) -> _Streams:
        reader, writer = await asyncio.open_connection(host, port)
        try:
            ours = secrets.token_bytes(_NONCE)
            theirs = await reader.readexactly(_NONCE)
            writer.write(ours + _proof(self.secret, b"ask", number, theirs + ours))
            proof = await reader.readexactly(_PROOF)
            if not hmac.compare_digest(
                proof, _proof(self.secret, b"answer", number, ours + theirs)
            ):
                raise ValueError("somebody else is there")
        except BaseException:
            writer.transport.abort()
            raise
        return reader, writer

    def drop(self, number: int) -> None:
        """A process has gone: nobody waits for its answers any more."""
        for _, writer in self._idle.pop(number, ()):
            writer.transport.abort()
        for writer in self._used.pop(number, ()):
            writer.transport.abort()

    def close(self) -> None:
        for number in {*self._idle, *self._used}:
            self.drop(number)


def _proof(secret: str, side: bytes, number: int, nonces: bytes) -> bytes:
    told = side + number.to_bytes(8, "big") + nonces
    return hmac.digest(secret.encode(), told, "sha256")


def _frame(kind: int, payload: bytes = b"") -> bytes:
    return _FRAME.pack(kind, len(payload)) + payload


def _json(told: Mapping[str, Any]) -> bytes:
    return json.dumps(told, separators=(",", ":")).encode()


async def _read(reader: asyncio.StreamReader, wanted: int, ahead: bytes = b"") -> bytes:
    head = ahead + await reader.readexactly(_FRAME.size - len(ahead))
    kind, length = _FRAME.unpack(head)
    if kind != wanted or length > _LONGEST:
        raise ValueError("not what was to come")
    return await reader.readexactly(length)
