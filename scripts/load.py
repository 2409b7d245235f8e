"""How the server bears up: many tables with programs at every seat, each thinking for a while.

    python scripts/load.py --tables 200 --minutes 2
    python scripts/load.py --browsers --tables 4 --minutes 1
    python scripts/load.py --browsers --tables 4 --minutes 1 --players 7 --everything
    python scripts/load.py --processes 2 --tables 500 --minutes 2
    python scripts/load.py --climb --minutes 1
    python scripts/load.py --rest 1000

Starts a server on a free port of this machine with a database in a temporary folder, and the
clients in a process of their own. Measured is the time from the last decision of a step to the
update of every seat; then a burst, the last decisions of all tables within a second; the memory of
idle tables; the size and time of a page. With ``--browsers`` every seat does what a browser does:
it opens the page, listens to the pages' stream, reads the forms it is shown and sends them; then
the time from a click to the update of the own page counts, too. With ``--processes`` the server has
several on a PostgreSQL of its own, and other targets. With ``--climb`` tables are added, a hundred
each time, until 5 of 100 updates take longer than a quarter of a second. With ``--rest`` it is the
memory of so many tables at rest, read by a server that has just started, and of so many streams on
which nothing happens. Ends with 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import os
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field, replace
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from mirabilia.table.rooms import visitors

TARGETS = {"p95": 0.150, "p99": 0.400, "burst": 2.0, "memory": 1_000_000, "page": 150_000}
# The same for several processes on PostgreSQL, at 500 tables.
TOGETHER = {"p95": 0.250, "p99": 0.800}
# What programs may cost one process: seconds of computing for a step; and cores at so many tables.
PROGRAMS, CORES, CORES_AT = {"each": 0.005}, {"cores": 1.0}, 1000
# With browsers at all seats, four or seven with everything: seconds of computing for a step, and
# from a click to the own page's update.
BROWSERS = {False: {"each": 0.030, "click": 0.150}, True: {"each": 0.080, "click": 0.250}}
MOST_TABLES = 2000
CLIMB = 0.250, 100  # seconds that 95 of 100 updates may take; tables that are added each time
RESTING = {"rest_after": 1.0, "clean_every": 0.5}  # seconds; for tables that go to rest at once
REST = {"table": 60_000, "stream": 50_000}  # bytes
WARM_UP = {False: 2, True: 20}  # seconds; pages are made of parts that are made once
EXPANSIONS = ["leaders", "cities", "armada"]
FORM = "application/x-www-form-urlencoded"
MAIN = re.compile(
    r'<main id="table" class="([^"]*)"[^>]*? data-version="(\d+)"(?:[^>]*? data-step="(\d+)")?'
)
CONTROL = re.compile(r' name="([^"]+)"[^>]*? value="([^"]*)"')
Update = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """What is to be played, by whom."""

    tables: int
    seconds: float
    players: int = 4
    everything: bool = False
    browsers: bool = False
    processes: int = 1

    @property
    def setup(self) -> dict[str, Any]:
        expansions = EXPANSIONS if self.everything else []
        return {"players": self.players, "expansions": expansions, "listed": False}

    def pause(self) -> float:
        """Seconds to think."""
        return random.uniform(0.5, 2) if self.browsers else random.uniform(2, 6)


def serve(
    port_pipe: Any, database: str, port: int = 0, processes: int = 1, resting: bool = False
) -> None:
    """The server's process: as in earnest, save that one address may do what a club does. Of
    several processes it is the parent, and tells the number of each, too.
    """
    from mirabilia.bots.compiled import ensure_all_compiled
    from mirabilia.commands.processes import Family
    from mirabilia.commands.serve import listen
    from mirabilia.commands.serve import serve as serve_forever
    from mirabilia.table import logs
    from mirabilia.table.settings import Settings

    ensure_all_compiled(quiet=True)
    settings = Settings(
        port=port,
        database=database,
        log_level="warning",
        create_limit=(1e6, 1e6),
        play_limit=(1e6, 1e6),
        address_limit=(1e6, 1e6),
        address_tables=10_000,
        address_streams=15_000,
        most_streams=15_000,
        most_connections=15_000,
        **RESTING if resting else {},
    )
    if processes == 1:
        listening = listen("127.0.0.1", port)
        port_pipe.send(listening.getsockname()[1])
        serve_forever(settings, listening)
        return
    pids: list[int] = []

    def started(pid: int) -> None:
        pids.append(pid)
        if len(pids) > processes:
            port_pipe.send(pid)

    def ready() -> None:
        port_pipe.send(family.port)
        for pid in pids:
            port_pipe.send(pid)

    logs.set_up("warning")
    family = Family(settings, processes, ready, started)
    family.run()


class Connection:
    """A keep-alive HTTP connection, as thin as can be, so that the clients cost little."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 22)
        return self._streams

    async def ask(
        self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None
    ) -> tuple[int, bytes]:
        reader, writer = await self._open()
        writer.write(_request(method, path, body, headers or {}))
        status, answered = await _head(reader)
        return status, await reader.readexactly(int(answered.get("content-length", "0")))

    async def json(self, method: str, path: str, body: object = None, token: str = "") -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self._read(method, path, *await self.ask(method, path, body, headers))

    async def send(self, path: str, fields: dict[str, str], token: str) -> Any:
        """A form as the pages' script sends it, which is told by the stream what comes of it."""
        headers = {"Content-Type": FORM, "Accept": "application/json", **cookie(token)}
        headers["Prefer"] = "return=minimal"
        return self._read("POST", path, *await self.ask("POST", path, urlencode(fields), headers))

    @staticmethod
    def _read(method: str, path: str, status: int, answer: bytes) -> Any:
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {status} {answer[:300]!r}")
        return json.loads(answer)

    async def events(self, path: str, headers: dict[str, str]) -> AsyncIterator[tuple[str, Update]]:
        """The events of a stream (sent in chunks, whose sizes are skipped)."""
        reader, writer = await self._open()
        writer.write(_request("GET", path, None, headers))
        status, _ = await _head(reader)
        if status != 200:
            raise RuntimeError(f"GET {path}: {status}")
        name, data, buffer = "", b"", b""
        while size := int((await reader.readline()).strip() or b"0", 16):
            buffer += await reader.readexactly(size)
            await reader.readline()
            *lines, buffer = buffer.split(b"\n")
            for line in lines:
                if line.startswith(b"event: "):
                    name = line[7:].decode()
                elif line.startswith(b"data: "):
                    data += line[6:] + b"\n"
                elif not line and data:
                    head, _, html = data.decode().partition("\n")
                    yield name, json.loads(head) | ({"html": html} if html else {})
                    data = b""

    def close(self) -> None:
        if self._streams:
            self._streams[1].close()


def cookie(token: str) -> dict[str, str]:
    return {"Cookie": f"{visitors.COOKIE}={token}"}


def _request(method: str, path: str, body: object, headers: dict[str, str]) -> bytes:
    text = body if isinstance(body, str) else "" if body is None else json.dumps(body)
    sent = text.encode()
    asked = {"Host": "127.0.0.1", "Content-Length": str(len(sent)), **headers}
    if sent:
        asked.setdefault("Content-Type", "application/json")
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in asked.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + sent


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    first, *lines = head.strip().split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines)
    return int(first.split()[1]), {name.lower(): value for name, value in headers.items()}


@dataclass
class Measured:
    """What the clients have seen."""

    delays: list[float] = field(default_factory=list)
    clicks: list[float] = field(default_factory=list)
    lost: int = 0
    steps: int = 0
    errors: list[str] = field(default_factory=list)


class Seat:
    """A program at a seat: it follows its stream, thinks, and decides."""

    def __init__(self, table: TableOfPrograms, number: int, token: str) -> None:
        self.table, self.number, self.token = table, number, token
        self.connection = Connection(table.port)
        self.stream = Connection(table.port)
        self.events, self.version = 0, 0
        self.thinking: asyncio.Task[None] | None = None

    async def follow(self) -> None:
        path = f"/api/stream?t={self.table.code}:0"
        headers = {"Authorization": f"Bearer {self.token}"}
        async for name, update in self.stream.events(path, headers):
            arrived = time.perf_counter()
            self.version = update["version"]
            if name == "update":
                self._check(update)
                self.table.arrived(self.number, update["step"], arrived)
                self._think(update)
                if update["status"] == "over":
                    self.table.finished()
                    return

    def _check(self, update: Update) -> None:
        """No event may be missing, and none come twice."""
        for event in update["events"]:
            if event["number"] != self.events:
                self.table.measured.lost += 1
            self.events = event["number"] + 1

    def _think(self, update: Update) -> None:
        todo = [offer for offer in update["offers"] if offer["choice"] is None]
        if todo:
            move, seat = random.choice(todo[0]["moves"]), todo[0]["seat"]
            body = {"move": move, "step": update["step"], "seat": seat}
            self.thinking = asyncio.create_task(self._decide(update["step"], body))

    async def _decide(self, step: int, body: dict[str, Any]) -> None:
        if await self.table.think(self.number, step):
            self.table.decided(step)
        began = time.perf_counter()
        try:
            await self._send(body)
        except Exception as error:
            self.table.measured.errors.append(str(error)[:300])
        self.table.measured.clicks.append(time.perf_counter() - began)
        self.table.has_decided(step)

    async def _send(self, body: dict[str, Any]) -> None:
        path = f"/api/tables/{self.table.code}/decide"
        await self.connection.json("POST", path, body, self.token)


class Browser(Seat):
    """A browser at a seat: it shows the page, takes in updates, and sends the page's forms."""

    step, over = -1, False

    def __init__(self, table: TableOfPrograms, number: int, token: str) -> None:
        super().__init__(table, number, token)
        self.shown = asyncio.Condition()

    async def follow(self) -> None:
        path = f"/t/{self.table.code}"
        status, page = await self.connection.ask("GET", path, headers=cookie(self.token))
        if status != 200:
            raise RuntimeError(f"The page was answered with {status}.")
        self._show(page.decode())
        path = f"/stream?t={self.table.code}:{self.version}"
        async for _, update in self.stream.events(path, cookie(self.token)):
            arrived = time.perf_counter()
            if update["version"] > self.version:
                self.version = update["version"]
                if "html" in update:
                    self._show(update["html"], arrived)
                async with self.shown:
                    self.shown.notify_all()
            if self.over:
                self.table.finished()
                return

    def _show(self, html: str, arrived: float | None = None) -> None:
        main = MAIN.search(html)
        assert main
        status, version, step = main[1], int(main[2]), int(main[3] or -1)
        self.version = max(self.version, version)
        self.over = self.over or "over" in status
        if step <= self.step:
            return
        self.step = step
        if arrived is not None:
            self.table.arrived(self.number, step, arrived)
        if "deciding" in status:
            fields = {"step": str(step), **_filled(html, main.end())}
            self.thinking = asyncio.create_task(self._decide(step, fields))

    async def _send(self, body: dict[str, Any]) -> None:
        answer = await self.connection.send(f"/t/{self.table.code}/decide", body, self.token)
        async with self.shown:
            await self.shown.wait_for(lambda: self.version >= answer["version"])


def _filled(html: str, start: int) -> dict[str, str]:
    """The first form of a page that decides, filled in. It is read once: clients cost little."""
    start = html.index("data-decide", start)
    found: dict[str, list[str]] = {}
    for name, value in CONTROL.findall(html, start, html.index("</form>", start)):
        found.setdefault(unescape(name), []).append(unescape(value))
    fields = {"seat": found["seat"][0]}
    if "use" not in found:
        return {**fields, "move": random.choice(found.get("pick") or found["move"])}
    use = random.choice(found["use"])
    paid = {f"pay.{use}": found[f"pay.{use}"][0]} if f"pay.{use}" in found else {}
    return {**fields, "use": use, "card": random.choice(found["card"]), **paid}


class TableOfPrograms:
    """A table with a program, or a browser, at each seat."""

    def __init__(self, port: int, measured: Measured, plan: Plan) -> None:
        self.port, self.measured, self.plan = port, measured, plan
        self.code = ""
        self.seats: list[Seat] = []
        self.step = -1
        self.owing = 0
        self.last_sent: dict[int, float] = {}
        self.waiting: dict[int, set[int]] = {}
        self.gate: asyncio.Event | None = None
        self.at_gate = asyncio.Event()
        self.ended = 0
        self.renewing: asyncio.Task[None] | None = None
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        connection = Connection(self.port)
        body = {"name": "Program 0", **self.plan.setup}
        made = await connection.json("POST", "/api/tables", body)
        self.code = made["code"]
        tokens = [made["token"]]
        for number in range(1, self.plan.players):
            path = f"/api/tables/{self.code}/join"
            joined = await connection.json("POST", path, {"name": f"Program {number}"})
            tokens.append(joined["token"])
        connection.close()
        kind = Browser if self.plan.browsers else Seat
        self.seats = [kind(self, number, token) for number, token in enumerate(tokens)]
        self.tasks = [asyncio.create_task(self._follow(seat)) for seat in self.seats]

    async def _follow(self, seat: Seat) -> None:
        try:
            await seat.follow()
        except Exception as error:  # a seat that hears nothing more is told at the end
            self.measured.errors.append(f"stream: {error!r}")

    async def think(self, number: int, step: int) -> bool:
        """Let time pass; whether this seat is the last of its step to decide."""
        if step != self.step:
            self.step, self.owing = step, 0
        self.owing += 1
        await asyncio.sleep(self.plan.pause())
        if self.gate is not None and self.owing == 1:
            self.at_gate.set()
            await self.gate.wait()
        return self.owing == 1

    def decided(self, step: int) -> None:
        self.last_sent[step] = time.perf_counter()
        self.waiting[step + 1] = set(range(self.plan.players))

    def has_decided(self, step: int) -> None:
        if step == self.step:
            self.owing -= 1

    def arrived(self, seat: int, step: int, at: float) -> None:
        waiting = self.waiting.get(step)
        if waiting and seat in waiting:
            waiting.discard(seat)
            self.measured.delays.append(at - self.last_sent[step - 1])
            if not waiting:
                self.measured.steps += 1

    def finished(self) -> None:
        """When all have seen the end, the same programs open another table."""
        self.ended += 1
        if self.ended == self.plan.players:
            self.renewing = asyncio.create_task(self._renew())

    async def _renew(self) -> None:
        self.close()
        self.step, self.owing, self.ended = -1, 0, 0
        self.last_sent, self.waiting = {}, {}
        await self.open()

    @property
    def undelivered(self) -> int:
        return sum(len(seats) for seats in self.waiting.values())

    def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        for seat in self.seats:
            if seat.thinking:
                seat.thinking.cancel()
            seat.connection.close()
            seat.stream.close()


async def play(port: int, pids: list[int], plan: Plan) -> dict[str, Any]:
    measured = Measured()
    found = [TableOfPrograms(port, measured, plan) for _ in range(plan.tables)]
    for table in found:
        await table.open()
        await asyncio.sleep(2.0 / plan.tables)
    await asyncio.sleep(WARM_UP[plan.browsers])
    measured.delays.clear()
    measured.clicks.clear()
    steps, busy = measured.steps, _busy(pids)
    await asyncio.sleep(plan.seconds)
    steps, busy = measured.steps - steps, _busy(pids) - busy
    delays, clicks = sorted(measured.delays), sorted(measured.clicks)
    burst, missing = await _burst(found)
    for table in found:
        table.close()
    return {
        "updates": len(delays),
        "steps": steps,
        "p50": statistics.median(delays),
        "p95": delays[int(0.95 * len(delays))],
        "p99": delays[int(0.99 * len(delays))],
        "worst": delays[-1],
        "click": clicks[int(0.9 * len(clicks))],
        "each": busy / max(steps, 1),
        "cores": busy / plan.seconds,
        "burst": burst,
        "lost": measured.lost + missing,
        "errors": measured.errors[:3],
    }


async def _burst(tables: list[TableOfPrograms]) -> tuple[float, int]:
    """All tables wait for one decision each; these come within a second."""
    gates = [asyncio.Event() for _ in tables]
    for table, gate in zip(tables, gates, strict=True):
        table.gate = gate
    live = list(zip(tables, gates, strict=True))
    await asyncio.wait([asyncio.create_task(table.at_gate.wait()) for table, _ in live], timeout=20)
    live = [(table, gate) for table, gate in live if table.at_gate.is_set()]
    standing = len(tables) - len(live)  # somebody there has not been told what he waits for
    began = time.perf_counter()
    for table, gate in live:
        table.gate = None
        gate.set()
        await asyncio.sleep(max(0.0, 0.9 / len(live) - 0.0005))
    while (now := time.perf_counter()) - began < 10:
        if all(gate.is_set() and not table.undelivered for table, gate in live):
            break
        await asyncio.sleep(0.005)
    print(f"burst of {len(live)} tables; {standing} stand still", flush=True)
    return now - began, standing + sum(table.undelivered for table, _ in live)


async def idle_memory(port: int, pids: list[int], tables: int) -> float:
    """Bytes that a table of a finished opening takes, with nobody looking."""
    await begin_tables(port, 10)
    await asyncio.sleep(1)
    before = _memory(pids)
    await begin_tables(port, tables)
    await asyncio.sleep(2)
    return (_memory(pids) - before) / tables


async def begin_tables(port: int, tables: int) -> list[str]:
    """Games of a program against bots, which have begun; their codes."""
    connection = Connection(port)
    body = {
        "name": "Program",
        "players": 4,
        "expansions": EXPANSIONS,
        "begin": True,
        "listed": False,
    }
    codes = []
    for _ in range(tables):
        made = await connection.json("POST", "/api/tables", body)
        await connection.json("GET", f"/api/tables/{made['code']}", token=made["token"])
        codes.append(made["code"])
    connection.close()
    return codes


def at_rest(number: int) -> dict[str, float]:
    """Bytes for each of so many tables at rest, and for each stream on which nothing happens.

    A server is started with few of them, and with so many more; after a second all are at rest.
    """
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/load.sqlite"
        with running(database) as (port, _):
            codes = asyncio.run(begin_tables(port, 10))
        with running(database, resting=True) as (port, pids):
            few = _settled_memory(pids)
            asyncio.run(begin_tables(port, number))
        with running(database, resting=True) as (port, pids):
            many = _settled_memory(pids)
            found["table"] = (many - few) / number
            found["stream"] = asyncio.run(_idle_streams(port, pids, codes, number))
    return found


async def _idle_streams(port: int, pids: list[int], codes: list[str], number: int) -> float:
    """Watchers of tables that are awake already."""

    async def watch(code: str) -> Connection:
        stream = Connection(port)
        await asyncio.wait_for(anext(stream.events(f"/api/stream?t={code}:0", {})), 60)
        return stream

    streams = [await watch(code) for code in codes]
    before = _settled_memory(pids)
    streams += [await watch(codes[at % len(codes)]) for at in range(number)]
    each = (_settled_memory(pids) - before) / number
    for stream in streams:
        stream.close()
    return each


def _settled_memory(pids: list[int]) -> int:
    """When it has not grown for a while."""
    known, since = _memory(pids), time.monotonic()
    while time.monotonic() - since < 3:
        time.sleep(0.25)
        if (now := _memory(pids)) > known:
            known, since = now, time.monotonic()
    return _memory(pids)


def _memory(pids: list[int]) -> int:
    found = 0
    for pid in pids:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                found += int(line.split()[1]) * 1024
    return found


def _busy(pids: list[int]) -> float:
    """Seconds of computing so far."""
    found = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        found += int(fields[11]) + int(fields[12])
    return found / os.sysconf("SC_CLK_TCK")


async def page(port: int) -> tuple[int, float]:
    """Size and time of the page of a game against bots."""
    connection = Connection(port)
    made = await connection.json(
        "POST", "/api/tables", {"name": "Program", "players": 7, "begin": True, "listed": False}
    )
    path = f"/t/{made['code']}"
    times = []
    for _ in range(10):
        began = time.perf_counter()
        status, body = await connection.ask("GET", path, headers=cookie(made["token"]))
        times.append(time.perf_counter() - began)
    connection.close()
    if status != 200:
        print(f"The page was answered with {status}.")
    return len(body), statistics.median(times)


def clients(pipe: Any, port: int, pids: list[int], plan: Plan) -> None:
    with contextlib.suppress(ImportError):
        import uvloop

        uvloop.install()
    pipe.send(asyncio.run(play(port, pids, plan)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--tables", type=int, default=200, choices=range(1, MOST_TABLES + 1), metavar="N"
    )
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--browsers", action="store_true", help="browsers instead of programs")
    parser.add_argument("--players", type=int, default=4, choices=range(3, 9), metavar="N")
    parser.add_argument("--everything", action="store_true", help="with all expansions")
    parser.add_argument(
        "--processes", type=int, default=1, choices=range(1, 9), metavar="N", help="of the server"
    )
    parser.add_argument("--climb", action="store_true", help="until updates take too long")
    parser.add_argument(
        "--rest", type=int, metavar="N", help="memory of tables and streams at rest"
    )
    asked = parser.parse_args()
    if not Path("/proc/self/stat").exists():
        parser.error("memory and computing are read from /proc, which only Linux has.")
    seconds = min(max(asked.minutes, 0.1), 30) * 60
    plan = Plan(
        asked.tables, seconds, asked.players, asked.everything, asked.browsers, asked.processes
    )
    if asked.rest:
        return report_rest(at_rest(asked.rest))
    return climb(plan) if asked.climb else report(measure(plan), plan)


def measure(plan: Plan) -> dict[str, Any]:
    """Play as planned, with a server and a database of its own."""
    context = multiprocessing.get_context("spawn")
    with _database(plan) as database, running(database, plan.processes) as (port, pids):
        memory = asyncio.run(idle_memory(port, pids, 100))
        ours, theirs = context.Pipe()
        playing = context.Process(target=clients, args=(theirs, port, pids, plan))
        playing.start()
        result: dict[str, Any] = ours.recv()
        playing.join()
        result["memory"] = memory
        result["page"], result["page_seconds"] = asyncio.run(page(port))
    return result


def climb(plan: Plan) -> int:
    """Ever more tables, until updates take too long."""
    most, step = CLIMB
    while plan.tables <= MOST_TABLES:
        result = measure(plan)
        p95, cores = 1000 * result["p95"], result["cores"]
        print(f"{plan.tables} tables: p95 {p95:.0f} ms, {cores:.2f} cores of computing", flush=True)
        if result["p95"] > most:
            print(f"p95 passes {1000 * most:.0f} ms at {plan.tables} tables")
            return 0
        plan = replace(plan, tables=plan.tables + step)
    print(f"p95 does not pass {1000 * most:.0f} ms at {MOST_TABLES} tables")
    return 0


@contextlib.contextmanager
def running(
    database: str, processes: int = 1, resting: bool = False
) -> Iterator[tuple[int, list[int]]]:
    """A server: its port, and its processes that have tables."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    server = context.Process(target=serve, args=(there, database, 0, processes, resting))
    server.start()
    try:
        port = here.recv()
        alone = [server.pid or 0]
        pids = alone if processes == 1 else [here.recv() for _ in range(processes)]
        _wait_ready(port)
        yield port, pids
    finally:
        server.terminate()
        server.join(15)
        if server.is_alive():
            server.kill()


@contextlib.contextmanager
def _database(plan: Plan) -> Iterator[str]:
    """A new one: a file, or a PostgreSQL of its own for several processes."""
    if plan.processes == 1:
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/load.sqlite"
        return
    from endure import postgres, postgres_programs

    programs = postgres_programs()
    if programs is None:
        raise SystemExit("PostgreSQL is not installed (initdb not found; see MIRABILIA_POSTGRES).")
    with postgres(programs) as cluster:
        yield cluster.url


def _wait_ready(port: int) -> None:
    async def ready() -> None:
        connection = Connection(port)
        await connection.json("GET", "/health")
        connection.close()

    asyncio.run(ready())


def report_rest(found: dict[str, float]) -> int:
    for name, each in found.items():
        print(f"{name:>6}: {each / 1000:.1f} kB for each at rest")
    missed = [name for name, most in REST.items() if found[name] > most]
    print("missed: " + ", ".join(missed) if missed else "all targets met")
    return int(bool(missed))


def targets(plan: Plan) -> dict[str, float]:
    together = plan.processes > 1  # what is passed on between them costs more
    found = TOGETHER if together else TARGETS
    if plan.browsers:
        return found | BROWSERS[plan.everything]
    least = {} if together else PROGRAMS
    return found | least | (CORES if plan.tables <= CORES_AT else {})


def report(result: dict[str, Any], plan: Plan) -> int:
    print(f"{result['updates']} updates of {result['steps']} steps, {result['lost']} lost")
    for name in ("p50", "p95", "p99", "worst"):
        print(f"{name:>6}: {1000 * result[name]:.0f} ms from the last decision to a seat's update")
    print(f"   p90: {1000 * result['click']:.0f} ms from a click to its answer")
    each, cores = 1000 * result["each"], result["cores"]
    print(f"  busy: {each:.1f} ms of computing for each step; {cores:.2f} cores")
    print(f" burst: {result['burst']:.2f} s until all had theirs")
    print(f"memory: {result['memory'] / 1000:.0f} kB for each idle table")
    print(f"  page: {result['page'] / 1000:.0f} kB in {1000 * result['page_seconds']:.0f} ms")
    missed = [name for name, most in targets(plan).items() if result[name] > most]
    if result["lost"]:
        missed.append("lost")
    for error in result["errors"]:
        print("error:", error)
    print("missed: " + ", ".join(missed) if missed else "all targets met")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
