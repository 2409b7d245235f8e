"""What a server lives through: quick players, a database that is restarted, kills without warning.

    python scripts/endure.py steady --minutes 10     # nothing but quick players
    python scripts/endure.py outages --times 10      # PostgreSQL is restarted under them
    python scripts/endure.py kills --times 100       # the server is ended with kill -9
    python scripts/endure.py processes --times 200   # one of two processes, or PostgreSQL, is

Starts a server of its own on this machine, with a database in a temporary folder, and tables of two
programs that think 0 to 30 ms and two bots. Each program remembers what was acknowledged and what
it has seen: after an outage or a kill, all of that has to be there, and every table has to go on
within ten seconds. Ends with 1 if anything was lost or stands still.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from load import Connection, serve

PEOPLE, SEATS = 2, 4
PATIENCE = 10.0  # seconds in which a table has to go on
STARTING = 60.0  # the same, where a server has just started
ALONE = 0.03  # how likely it is, in each second, that the only process there is is killed
SPEED = 0.030  # seconds that a program thinks at the most


class Postgres:
    """A cluster of its own, reached by a socket in its folder; not run by root, who may not."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs, self._folder = programs, folder
        self._as: list[str] = []
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
            self._as = ["runuser", "-u", "postgres", "--"]
        folder.chmod(0o755)
        self._run("initdb", "-D", self._data, "-U", "postgres", "-A", "trust", "--no-sync")

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    @property
    def url(self) -> str:
        return f"postgresql+psycopg://postgres@/postgres?host={self._folder}"

    def _run(self, name: str, *arguments: str) -> None:
        command = [*self._as, str(self._programs / name), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self._folder, timeout=60)

    def start(self) -> None:
        options = f"-k {self._folder} -c listen_addresses=''"
        log = f"{self._folder}/log"
        self._run("pg_ctl", "-D", self._data, "-w", "-l", log, "-o", options, "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", self._data, "-m", "immediate", "stop")


def postgres_programs() -> Path | None:
    """The folder of initdb and pg_ctl."""
    if named := os.environ.get("MIRABILIA_POSTGRES"):
        return Path(named)
    if found := shutil.which("initdb"):
        return Path(found).parent
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return installed[-1].parent if installed else None


@contextlib.contextmanager
def postgres(programs: Path) -> Iterator[Postgres]:
    """A cluster that runs while this lasts."""
    with tempfile.TemporaryDirectory(prefix="pg") as folder:  # a socket's path has to be short
        cluster = Postgres(programs, Path(folder))
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()


class Server:
    """The server in a process of its own, which can be killed and started anew."""

    def __init__(self, database: str) -> None:
        self._database = database
        self._context = multiprocessing.get_context("spawn")
        self._process: Any = None
        self.port = 0

    def start(self) -> None:
        here, there = self._context.Pipe()
        target, given = serve, (there, self._database, self.port)
        self._process = self._context.Process(target=target, args=given)
        self._process.start()
        there.close()
        self.port = here.recv()

    def kill(self) -> None:
        self._process.kill()
        self._process.join()

    def stop(self) -> None:
        self._process.terminate()
        self._process.join(15)
        if self._process.is_alive():
            self._process.kill()


class Group(Server):
    """Several server processes under their parent: when one is killed, it starts another."""

    def __init__(self, database: str, processes: int = 2) -> None:
        super().__init__(database)
        self._count = processes
        self._pids: list[int] = []

    def start(self) -> None:
        self._here, there = self._context.Pipe()
        target, given = serve, (there, self._database, self.port, self._count)
        self._process = self._context.Process(target=target, args=given)
        self._process.start()
        there.close()
        self.port = self._here.recv()
        self._pids = [self._here.recv() for _ in range(self._count)]

    def living(self) -> list[int]:
        """The numbers of the processes there are."""
        while self._here.poll():
            self._pids.append(self._here.recv())
        self._pids = [pid for pid in self._pids if Path(f"/proc/{pid}/cmdline").exists()]
        return [pid for pid in self._pids if Path(f"/proc/{pid}/cmdline").read_bytes()]

    def kill_one(self) -> bool:
        """Kill any of them; False if there is none just now."""
        living = self.living()
        if living:
            os.kill(random.choice(living), signal.SIGKILL)
        return bool(living)


class Lost(Exception):
    """Something that was acknowledged or seen is not there any more."""


class Person:
    """A program at a seat, which remembers what it has seen and what was acknowledged."""

    def __init__(self, port: int, code: str, token: str) -> None:
        self._port, self.code, self._token = port, code, token
        self._connection = Connection(port)
        self._events: list[Any] = []
        self._version = 0
        self._acknowledged: tuple[int, int, str] | None = None  # step, seat, move
        self.steps, self.step, self.moved, self.over = 0, -1, time.monotonic(), False

    async def play(self) -> None:
        """To the end of the game; what can't be done now is tried again."""
        while not self.over:
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._turn()
            except (OSError, EOFError, RuntimeError, TimeoutError, ValueError):
                self.close()
                await asyncio.sleep(0.2)

    async def _turn(self) -> None:
        view = await self._connection.json("GET", f"/api/tables/{self.code}", token=self._token)
        self._check(view)
        todo = [offer for offer in view["offers"] if offer["choice"] is None]
        if not todo:
            await asyncio.sleep(0.01)
            return
        await asyncio.sleep(random.uniform(0, SPEED))
        seat, move, step = todo[0]["seat"], random.choice(todo[0]["moves"]), view["step"]
        body = {"move": move, "step": step, "seat": seat}
        await self._connection.json("POST", f"/api/tables/{self.code}/decide", body, self._token)
        self._acknowledged = step, seat, move

    def _check(self, view: dict[str, Any]) -> None:
        """All that was seen is there, and all that was acknowledged."""
        if view["version"] < self._version:
            raise Lost(f"{self.code}: version {self._version} was seen, now {view['version']}.")
        if view["events"][: len(self._events)] != self._events:
            raise Lost(f"{self.code}: what happened is not what was seen.")
        if self._acknowledged:
            step, seat, move = self._acknowledged
            chosen = {offer["seat"]: offer["choice"] for offer in view["offers"]}
            if view["step"] < step or (view["step"] == step and chosen.get(seat) != move):
                raise Lost(f"{self.code}: {move} of step {step} was acknowledged, and is gone.")
        self._events, self._version = view["events"], view["version"]
        if view["step"] != self.step:
            self.step, self.moved = view["step"], time.monotonic()
            self.steps += 1
        self.over = view["status"] == "over"

    def close(self) -> None:
        self._connection.close()
        self._connection = Connection(self._port)


class Club:
    """Tables of quick programs, one game after the other."""

    def __init__(self, port: int, expansions: tuple[str, ...] = ("leaders",)) -> None:
        self._port, self._expansions = port, list(expansions)
        self._people: dict[int, list[Person]] = {}
        self.games = self.steps = 0
        self.failed: list[str] = []

    async def keep_playing(self, number: int) -> None:
        while True:
            try:
                people = self._people[number] = await self._open()
                await asyncio.gather(*(person.play() for person in people))
                self.games += 1
                self.steps += people[0].steps
            except Lost as error:
                self.failed.append(str(error))
                return
            except (OSError, EOFError, RuntimeError, TimeoutError, ValueError):
                await asyncio.sleep(0.2)  # no table could be opened just now

    async def _open(self) -> list[Person]:
        connection = Connection(self._port)
        body = {
            "name": "Program 0",
            "players": SEATS,
            "expansions": self._expansions,
            "level": "random",
            "listed": False,
        }
        try:
            async with asyncio.timeout(PATIENCE):
                made = await connection.json("POST", "/api/tables", body)
                code, tokens = made["code"], [made["token"]]
                for number in range(1, PEOPLE):
                    named = {"name": f"Program {number}"}
                    joined = await connection.json("POST", f"/api/tables/{code}/join", named)
                    tokens.append(joined["token"])
                await connection.json("POST", f"/api/tables/{code}/start", {}, tokens[0])
        finally:
            connection.close()
        return [Person(self._port, code, token) for token in tokens]

    def standing(self, since: float = 0.0) -> list[str]:
        """Tables whose programs have seen no new step for long, or since some time."""
        now = time.monotonic()
        return [
            people[0].code
            for people in self._people.values()
            for last in [max(person.moved for person in people)]
            if not any(person.over for person in people)
            and (last < since if since else now - last > PATIENCE)
        ]

    @property
    def steps_now(self) -> int:
        return self.steps + sum(people[0].steps for people in self._people.values())

    async def go_on(self, patience: float | None = None) -> float:
        """Until every table has moved, seconds; tables that have not in time have failed."""
        began = time.monotonic()
        while self.standing(began):
            if time.monotonic() - began > (patience or PATIENCE):
                self.failed += [f"{code}: stands still." for code in self.standing(began)]
                break
            await asyncio.sleep(0.02)
        return time.monotonic() - began


@contextlib.asynccontextmanager
async def club(port: int, tables: int) -> AsyncIterator[Club]:
    found = Club(port)
    playing = [asyncio.create_task(found.keep_playing(number)) for number in range(tables)]
    try:
        yield found
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


async def ready(port: int) -> dict[str, Any]:
    """Until the server answers that all is well; what it says of itself."""
    async with asyncio.timeout(300):
        while True:
            connection = Connection(port)
            try:
                found: dict[str, Any] = await connection.json("GET", "/health")
                return found
            except (OSError, EOFError, RuntimeError, ValueError):
                await asyncio.sleep(0.05)
            finally:
                connection.close()


async def steady(server: Server, tables: int, seconds: float, steps: int = 0) -> Club:
    """Quick players, for a while and until they have made so many steps."""
    await ready(server.port)
    began = time.monotonic()
    async with club(server.port, tables) as players:
        while not players.failed:
            passed = time.monotonic() - began
            if passed >= seconds and players.steps_now > steps:
                break
            await asyncio.sleep(0.5)
            players.failed += [f"{code}: stands still." for code in players.standing()]
    print(f"{players.games} games, {players.steps_now} steps in {passed:.0f} s")
    return players


async def outages(server: Server, cluster: Postgres, tables: int, times: int) -> Club:
    """The database is restarted at random moments."""
    await ready(server.port)
    waits: list[float] = []
    async with club(server.port, tables) as players:
        await asyncio.sleep(2)
        for number in range(times):
            await asyncio.sleep(random.uniform(0.5, 3))
            await asyncio.to_thread(cluster.stop)
            await asyncio.sleep(random.choice((0, 0.5, 3)))
            await asyncio.to_thread(cluster.start)
            waits.append(await players.go_on())
            print(f"outage {number + 1}: all tables go on after {waits[-1]:.2f} s", flush=True)
            if players.failed:
                break
    print(f"{players.games} games, {players.steps_now} steps, longest wait {max(waits):.2f} s")
    return players


async def kills(server: Server, tables: int, times: int) -> Club:
    """The server is ended without warning, at random moments, and started anew."""
    await ready(server.port)
    waits: list[float] = []
    async with club(server.port, tables) as players:
        for number in range(times):
            await asyncio.sleep(random.uniform(0.2, 2))
            server.kill()
            await asyncio.to_thread(server.start)
            await ready(server.port)
            waits.append(await players.go_on())
            if (number + 1) % 10 == 0:
                print(f"{number + 1} kills, longest wait {max(waits):.2f} s", flush=True)
            if players.failed:
                break
    print(f"{players.games} games, {players.steps_now} steps, longest wait {max(waits):.2f} s")
    return players


async def processes(
    server: Group, cluster: Postgres, tables: int, times: int, every: int = 10
) -> Club:
    """One of several processes is killed at random moments; ``every`` so often PostgreSQL restarts.

    Where another process is left, its tables have to go on there in time; where the only one that
    was ready is killed, there is no elsewhere, and they have a minute from when the next is ready.
    """
    waits: list[float] = []
    starts: list[float] = []
    async with club(server.port, tables) as players:
        await asyncio.sleep(2)
        for number in range(times):
            await asyncio.sleep(random.uniform(0.2, 3))
            while not (others := (await ready(server.port))["processes"] > 1):
                if random.random() < ALONE:
                    break
                await asyncio.sleep(1)
            if (number + 1) % every == 0:
                await asyncio.to_thread(cluster.stop)
                await asyncio.to_thread(cluster.start)
            else:
                server.kill_one()
            if others:
                waits.append(await players.go_on())
            else:
                await ready(server.port)
                starts.append(await players.go_on(STARTING))
            if (number + 1) % 10 == 0 or players.failed:
                longest = max(waits, default=0.0), max(starts, default=0.0)
                print(
                    f"{number + 1} kills, longest wait {longest[0]:.2f} s; {len(starts)} without "
                    f"another process, {longest[1]:.2f} s",
                    flush=True,
                )
            if players.failed:
                break
    print(f"{players.games} games, {players.steps_now} steps")
    for what, found in ("another process was there", waits), ("none was", starts):
        found.sort()
        if found:
            middle, late = found[len(found) // 2], found[int(0.95 * len(found))]
            print(
                f"{len(found)} times {what}: half of all waits up to {middle:.2f} s, 95 of 100 "
                f"up to {late:.2f} s, the longest {found[-1]:.2f} s"
            )
    return players


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("steady", "outages", "kills", "processes"))
    parser.add_argument("--tables", type=int, default=8, choices=range(1, 101), metavar="N")
    parser.add_argument("--minutes", type=float, default=10.0, help="of steady")
    parser.add_argument("--times", type=int, default=10, help="outages or kills")
    options = parser.parse_args()
    if options.what == "processes" and not Path("/proc/self/cmdline").exists():
        parser.error("which processes live is read from /proc, which only Linux has.")
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database = f"sqlite:///{folder}/tables.sqlite"
        if options.what in ("outages", "processes"):
            programs = postgres_programs()
            if programs is None:
                print("PostgreSQL is not installed (initdb not found; see MIRABILIA_POSTGRES).")
                return 1
            cluster = stack.enter_context(postgres(programs))
            database = cluster.url
        server = Group(database) if options.what == "processes" else Server(database)
        server.start()
        stack.callback(server.stop)
        if options.what == "steady":
            players = asyncio.run(steady(server, options.tables, 60 * min(options.minutes, 60)))
        elif isinstance(server, Group):
            times = options.times
            players = asyncio.run(processes(server, cluster, options.tables, times))
        elif options.what == "outages":
            players = asyncio.run(outages(server, cluster, options.tables, options.times))
        else:
            players = asyncio.run(kills(server, options.tables, options.times))
    for failure in players.failed:
        print(failure)
    print("failed" if players.failed else "nothing was lost, nothing stands still")
    return int(bool(players.failed))


if __name__ == "__main__":
    sys.exit(main())
