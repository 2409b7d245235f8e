"""Serve the game for browsers and programs: tables for you, your friends and bots."""

from __future__ import annotations

import argparse
import errno
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from .database import add_database

if TYPE_CHECKING:
    import uvicorn
    from fastapi import FastAPI

    from ..game.warming import Warming
    from ..table.rooms.storage import Storage
    from ..table.settings import Settings

_GRACE = 5  # seconds for requests to end when the server is stopped
_KEEP_ALIVE = 75  # seconds; people think longer than a few


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: here)")
    parser.add_argument("--port", type=int, default=8007, help="default: 8007; 0: any free one")
    add_database(parser)
    parser.add_argument(
        "--base-url",
        default="",
        metavar="URL",
        help="how players reach the server, if that is by another address: https://example.org",
    )
    parser.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a reverse proxy on another machine, by its address or network; several with commas, "
        "or one option each",
    )
    parser.add_argument(
        "--metrics",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="who else may see the figures at /metrics, by address or network (default: this "
        "machine alone)",
    )
    parser.add_argument(
        "--log-level", default="warning", help="debug, info, warning (default) or error"
    )
    parser.add_argument(
        "--workers", type=int, default=1, metavar="N", help="processes in which bots think"
    )
    parser.add_argument(
        "--processes",
        type=int,
        default=1,
        metavar="N",
        help="server processes, each with workers of its own; more than one need PostgreSQL",
    )
    parser.add_argument(
        "--internal",
        default="",
        metavar="ADDRESS",
        help="where other machines with the same database reach this one: 10.0.0.5 or "
        "10.0.0.5:8100 (default: this machine alone)",
    )
    parser.add_argument(
        "--keep-games",
        type=float,
        default=365,
        metavar="DAYS",
        help="how long finished games can be looked at again (default: 365)",
    )
    parser.add_argument(
        "--push",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="tell who wants it of his turns, also while his browser is closed (default: yes)",
    )
    parser.add_argument(
        "--push-contact",
        default="",
        metavar="URL",
        help="mailto:you@example.org or https://…, for the push services of browsers (default: "
        "the base URL)",
    )
    parser.add_argument(
        "--push-private",
        action="store_true",
        help="also by push services at private addresses or without https: for closed networks",
    )
    parser.add_argument(
        "--club",
        action=argparse.BooleanOptionalAction,
        default=False,
        help="keep a club: named players, ratings, tournaments (default: no)",
    )
    parser.add_argument(
        "--open",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="open the browser (default: if there is a screen)",
    )


def run(options: argparse.Namespace) -> int:
    try:
        from ..table.rooms.storage import Storage, StorageError
        from ..table.settings import DAY, THIS_MACHINE, Settings
    except ModuleNotFoundError as error:
        raise ValueError(
            f"The server needs {error.name}, which pip install mirabilia brings along."
        ) from None
    settings = Settings(
        host=options.host,
        port=options.port,
        database=options.database,
        base_url=options.base_url.rstrip("/"),
        proxies=(*THIS_MACHINE, *_listed(options.proxy)),
        metrics=(*THIS_MACHINE, *_listed(options.metrics)),
        internal=options.internal,
        log_level=options.log_level.lower(),
        workers=options.workers,
        keep_games=options.keep_games * DAY,
        push=options.push,
        push_contact=options.push_contact,
        push_private=options.push_private,
        club=options.club,
    )
    settings.check()
    open_browser = _has_screen() if options.open is None else options.open
    if options.processes != 1:
        return _serve_together(settings, options.processes, open_browser)
    listening = listen(settings.host, settings.port)
    try:
        storage = Storage(settings.database_url)
        storage.open()
    except StorageError as error:
        raise ValueError(str(error)) from None

    from ..game.warming import Warming, is_compiled

    warming = None if is_compiled() else Warming()
    serve(settings, listening, storage, warming, open_browser=open_browser)
    return 0


def _serve_together(settings: Settings, count: int, open_browser: bool) -> int:
    """Several processes at one port; the database is brought up to date before they start."""
    from ..game.warming import is_compiled
    from ..table import logs
    from ..table.rooms.storage import Storage, StorageError
    from .processes import Family

    try:
        storage = Storage(settings.database_url)
        if not storage.shared:
            raise ValueError(
                "SQLite serves one process: for --processes name a PostgreSQL database with "
                "--database."
            )
        storage.open()
        storage.stop()
    except StorageError as error:
        raise ValueError(str(error)) from None
    logs.set_up(settings.log_level)

    def ready() -> None:
        _say_ready(_shown(settings, family.port), open_browser, cold=not is_compiled())

    family = Family(settings, count, ready)
    return family.run()


def _shown(settings: Settings, port: int) -> str:
    """The address as people type it."""
    host = settings.host
    shown = "localhost" if host in ("127.0.0.1", "::1", "0.0.0.0", "::") else host
    return settings.base_url or f"http://{shown}:{port}"


def _listed(texts: Iterable[str]) -> list[str]:
    """What several options name, each perhaps several with commas between them."""
    return [part.strip() for text in texts for part in text.split(",")]


def listen(host: str, port: int) -> socket.socket:
    """Take the port first, before anything else takes time."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform == "win32":  # there, addresses that may be reused can be taken by two at once
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise ValueError(
                f"Port {port} is in use already, perhaps by another Mirabilia; choose another "
                f"one with --port {port + 1}, and another database with --database if it is one."
            ) from None
        raise ValueError(f"Can't listen on {host}, port {port}: {error.strerror}.") from None
    return listening


def _has_screen() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def serve(
    settings: Settings,
    listening: socket.socket,
    storage: Storage | None = None,
    warming: Warming | None = None,
    *,
    open_browser: bool = False,
    parent: Callable[[str], object] | None = None,
) -> None:
    """Serve until told to stop; uncompiled, until ``warming`` is done. ``parent`` is told, instead
    of whoever reads, where other processes reach this one, and then, by nothing, that it serves.
    """
    import uvicorn

    from ..table import logs, memory
    from ..table.app import create_app
    from ..table.http.connections import enough_descriptors
    from ..table.tasks import in_background

    logs.set_up(settings.log_level)
    settings = enough_descriptors(settings)
    app = create_app(settings, storage, warming, parent)
    address = _shown(settings, listening.getsockname()[1])
    cold = warming is not None

    def say_ready() -> None:
        if parent:
            parent("")
        else:
            _say_ready(address, open_browser, cold=cold)

    class Server(uvicorn.Server):
        """Says when it is ready, and ends the streams before it waits for requests to end."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started and not self.should_exit:
                say_ready()
                in_background(memory.spare_after(app.state.service.loaded()), "spare")

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            app.state.service.hub.close()
            await super().shutdown(sockets)

    # The server stops in good order and then raises the signal again, to end in good order too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    Server(configure(app, settings)).run(sockets=[listening])


def configure(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """How uvicorn serves the app; the quicker loop and parser where they are installed."""
    import uvicorn

    from ..table.http.connections import protocol

    return uvicorn.Config(
        app,
        loop="auto",
        http=protocol(settings),
        ws="none",
        h11_max_incomplete_event_size=settings.longest_header,
        log_config=None,
        log_level="error",  # a warning for every request that can't be read is a gift to enemies
        access_log=False,
        timeout_graceful_shutdown=_GRACE,
        timeout_keep_alive=_KEEP_ALIVE,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=[str(network) for network in settings.proxy_networks],
        backlog=2048,
    )


def _say_ready(address: str, open_browser: bool, *, cold: bool) -> None:
    print(f"Mirabilia is ready: {address}  (Ctrl+C ends it)", flush=True)
    if cold:
        print("The bots are warming up: until then a quick one plays for them.", flush=True)
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
