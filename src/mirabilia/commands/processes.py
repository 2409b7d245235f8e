"""Several server processes under a small parent: started, started anew when they end, stopped.

The parent serves nobody. On Linux each process has a socket of its own for the same port, among
which the system spreads connections; when a process ends, its socket does, and the others go on.
Elsewhere all share the parent's socket. When the parent ends, however it does, so do they.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..table.settings import Settings

log = logging.getLogger("mirabilia.processes")
MOST = 64
_GRACE = 20.0  # seconds in which a process that is told to stop does so
_MOST_FAILURES = 5  # of processes that were never ready, one after the other while none is
_PAUSE = 1.0  # seconds before one that was never ready is tried again; each time twice as long
_ALONE = sys.platform == "win32"
_OWN_SOCKETS = sys.platform == "linux"


@dataclass(slots=True)
class _Child:
    """A process of the family, in its place."""

    place: int
    process: BaseProcess
    pipe: Connection
    address: str = ""  # where other processes reach it, once it is one of them
    ready: bool = False


class Family:
    """So many processes that serve at one port. ``ready`` is called once, when all are; ``started``
    with the number by which the system knows a process.
    """

    def __init__(
        self,
        settings: Settings,
        count: int,
        ready: Callable[[], None] = lambda: None,
        started: Callable[[int], None] = lambda pid: None,
    ) -> None:
        from ..table.rooms.storage import Storage
        from .serve import listen

        if _ALONE:
            raise ValueError("Several processes are not for Windows: leave --processes out.")
        if not 1 <= count <= MOST:
            raise ValueError(f"There can be 1 to {MOST} processes.")
        listening = listen(settings.host, settings.port)  # refused, if somebody else has it
        port = listening.getsockname()[1]
        if _OWN_SOCKETS:
            listening.close()
            listening = shared_socket(settings.host, port)
        self._listening, self.port = listening, port
        self._settings = replace(settings, port=port)
        self._storage = Storage(settings.database_url)
        self._count, self._ready, self._started = count, ready, started
        self._context = multiprocessing.get_context("spawn")
        self._children: list[_Child] = []
        self._due: dict[int, float] = {}  # places where a process is to be started, and when
        self._stopping = threading.Event()
        self._failures = 0

    def run(self) -> int:
        """Until told to stop; 1 if the processes can't be kept running."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._stopping.set())
        said = False
        try:
            for place in range(self._count):
                self._start(place)
            while not self._stopping.is_set():
                self._look()
                if not (said or self._due) and all(child.ready for child in self._children):
                    said = True
                    self._ready()
                if self._failures >= _MOST_FAILURES:
                    print("The server's processes end before they are ready.", file=sys.stderr)
                    return 1
        finally:
            self._stop()
        return 0

    def _start(self, place: int) -> None:
        here, there = self._context.Pipe(duplex=False)
        settings = replace(self._settings, internal=self._internal(place))
        listening = None if _OWN_SOCKETS else self._listening
        process = self._context.Process(
            target=_serve, args=(settings, listening, there), name=f"mirabilia {place}"
        )
        process.start()
        there.close()
        self._children.append(_Child(place, process, here))
        self._started(process.pid or 0)

    def _internal(self, place: int) -> str:
        """Where a process is reached by others: with a port that is named, each has its own."""
        host, port = self._settings.internal_place
        if not self._settings.internal or not port:
            return self._settings.internal
        return f"[{host}]:{port + place}" if ":" in host else f"{host}:{port + place}"

    def _look(self) -> None:
        """Wait for a moment for one to be ready, or to end."""
        watched = [child.process.sentinel for child in self._children]
        wait([*watched, *(child.pipe for child in self._children if not child.ready)], 0.2)
        for child in list(self._children):
            if not child.ready and child.pipe.poll():
                try:
                    if told := child.pipe.recv():
                        child.address = told
                    else:
                        child.ready, self._failures = True, 0
                except EOFError:
                    pass
            if child.process.exitcode is not None:
                self._replace(child)
        for place in [place for place, at in self._due.items() if at <= time.monotonic()]:
            del self._due[place]
            self._start(place)

    def _replace(self, child: _Child) -> None:
        """One has ended: start another in its place, if it was ready once soon, else later."""
        self._children.remove(child)
        with contextlib.suppress(EOFError, OSError):
            while child.pipe.poll():  # what it has still said
                child.address = child.pipe.recv() or child.address
        child.pipe.close()
        code = child.process.exitcode
        log.error("a process has ended", extra={"place": child.place, "exitcode": code})
        if child.address:
            self._bury(child.address)
        if not child.ready:
            if any(other.ready for other in self._children):  # those are looked after meanwhile
                self._due[child.place] = time.monotonic() + _PAUSE * 2 ** (_MOST_FAILURES - 2)
                return
            self._failures += 1
            if self._failures >= _MOST_FAILURES:
                return
            self._stopping.wait(_PAUSE * 2 ** (self._failures - 1))
        if not self._stopping.is_set():
            self._start(child.place)

    def _bury(self, address: str) -> None:
        """Its tables can be taken over at once: nobody has to wait until it is missed."""
        from ..table.rooms import leases

        try:
            with self._storage.engine.begin() as connection:
                leases.bury(address)(connection)
        except Exception as error:
            log.warning("not told that a process has ended", extra={"why": type(error).__name__})

    def _stop(self) -> None:
        """End all in good order, one after the other would take longer."""
        for child in self._children:
            child.process.terminate()
        end = time.monotonic() + _GRACE
        for child in self._children:
            child.process.join(max(0.0, end - time.monotonic()))
            if child.process.is_alive():
                child.process.kill()
                child.process.join()
        self._listening.close()


def shared_socket(host: str, port: int) -> socket.socket:
    """One of several sockets for the same port; it does not listen yet."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    found.bind((host, port))
    return found


def _serve(settings: Settings, listening: socket.socket | None, pipe: Connection) -> None:
    """What each process does."""
    from ..game.warming import Warming, is_compiled
    from ..table.rooms.storage import Storage, StorageError
    from .serve import serve

    if parent := multiprocessing.parent_process():
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    if listening is None:  # it listens once it serves: until then others get all connections
        listening = shared_socket(settings.host, settings.port)
    storage = Storage(settings.database_url)
    try:
        storage.open()
    except StorageError as error:
        print(error, file=sys.stderr)
        sys.exit(1)
    warming = None if is_compiled() else Warming()

    serve(settings, listening, storage, warming, parent=pipe.send)


def _end_with(parent: BaseProcess) -> None:
    """When the parent has gone, this process stops in good order."""
    wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)
