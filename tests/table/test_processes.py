"""``serve --processes``: real processes at one port, killed, paused, stopped."""

import contextlib
import multiprocessing
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from databases import fresh
from mirabilia.cli import main
from mirabilia.commands import processes
from mirabilia.commands.processes import Family
from mirabilia.table.rooms.storage import Storage
from mirabilia.table.settings import Settings
from tables import Program
from waiting import PATIENCE, soon

pytest_plugins = ["database_fixtures"]
JOINED = 3 * PATIENCE  # seconds; one that is started anew takes its time until it is ready
NEEDS_LINUX = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")


class Running:
    """A server of two processes, as a host starts it."""

    def __init__(self, database: str) -> None:
        command = [sys.executable, "-m", "mirabilia", "serve", "--no-open", "--port", "0"]
        command += ["--database", database, "--processes", "2", "--workers", "1"]
        self.parent = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.parent.stdout is not None
        said = self.parent.stdout.readline()
        found = re.search(r"http://localhost:\d+", said)
        assert found, said
        self.url = found[0]

    @property
    def children(self) -> list[int]:
        """The server's processes, without the helpers that these have."""
        listed = Path(f"/proc/{self.parent.pid}/task/{self.parent.pid}/children").read_text()
        found = []
        for pid in map(int, listed.split()):
            with contextlib.suppress(OSError):
                if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    found.append(pid)
        return found

    def program(self) -> Program:
        return Program(httpx.Client(base_url=self.url, timeout=PATIENCE))

    def again(self, program: Program) -> Program:
        """The same program on a new connection, which any process may take."""
        other = self.program()
        other.code, other.seat, other.token = program.code, program.seat, program.token
        return other

    @property
    def both_there(self) -> bool:
        """Whether two processes keep tables, as one of them says."""
        try:
            told = httpx.get(f"{self.url}/health", timeout=PATIENCE).json()
        except httpx.HTTPError:
            return False
        return int(told["processes"]) == 2

    def look(self, program: Program) -> Any:
        """The table as some process shows it; None while the one that was asked is killed."""
        try:
            return self.again(program).get()
        except (httpx.HTTPError, AssertionError):
            return None


@pytest.fixture
def running(cluster: Any) -> Iterator[Running]:
    found = Running(fresh(cluster.url))
    try:
        yield found
    finally:
        found.parent.terminate()
        found.parent.wait(PATIENCE)


def test_sqlite_refuses_several_processes_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "tables.sqlite")
    assert main(["serve", "--no-open", "--port", "0", "--database", file, "--processes", "2"]) != 0
    told = capsys.readouterr()
    (line,) = (told.out + told.err).strip().splitlines()
    assert "SQLite serves one process" in line
    assert not Path(file).exists() or Path(file).stat().st_size == 0


@pytest.mark.parametrize("count", ["0", "65", "-1"])
def test_so_many_processes_are_refused(
    count: str, cluster: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    url = fresh(cluster.url)
    assert main(["serve", "--no-open", "--port", "0", "--database", url, "--processes", count]) != 0
    told = capsys.readouterr()
    assert "1 to 64 processes" in told.out + told.err


def test_processes_that_end_before_they_are_ready_are_given_up(
    cluster: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(processes, "_serve", print)  # which ends at once
    monkeypatch.setattr(processes, "_PAUSE", 0.01)
    signals = {each: signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGINT)}
    started: list[int] = []
    try:
        settings = Settings(port=0, database=cluster.url)
        assert Family(settings, 1, started=started.append).run() == 1
    finally:
        for each, before in signals.items():
            signal.signal(each, before)
    assert len(started) == processes._MOST_FAILURES
    assert "before they are ready" in capsys.readouterr().err


def test_processes_that_serve_are_not_given_up_for_one_that_can_not_begin(
    cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As while the database is away: those that are there go on when it is back."""
    monkeypatch.setattr(processes, "_serve", print)
    monkeypatch.setattr(processes, "_PAUSE", 0.01)
    signals = {each: signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGINT)}
    places: list[int] = []
    start = Family._start

    def started(family: Family, place: int) -> None:
        places.append(place)
        if place == 0:
            serving = family._context.Process(target=time.sleep, args=(3600,))
            serving.start()
            here, _ = family._context.Pipe(duplex=False)
            family._children.append(processes._Child(place, serving, here, ready=True))
            return
        start(family, place)
        if len(places) > processes._MOST_FAILURES + 1:
            family._stopping.set()

    try:
        family = Family(Settings(port=0, database=cluster.url), 2)
        monkeypatch.setattr(Family, "_start", started)
        assert family.run() == 0
    finally:
        for each, before in signals.items():
            signal.signal(each, before)
    assert places == [0] + [1] * (processes._MOST_FAILURES + 1)


def test_a_port_that_is_taken_is_refused_before_anything_starts(cluster: Any) -> None:
    first = Family(Settings(port=0, database=cluster.url), 1)
    taken = processes.shared_socket("127.0.0.1", first.port)
    taken.listen()
    try:
        with pytest.raises(ValueError, match="is in use already"):
            Family(Settings(port=first.port, database=cluster.url), 1)
    finally:
        taken.close()
        first._stop()


@NEEDS_LINUX
def test_nobody_is_sent_to_a_process_before_it_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listens: list[int] = []

    def serve(
        _: Settings, listening: socket.socket, storage: Storage, *__: object, **___: object
    ) -> None:
        listens.append(listening.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))
        listening.close()
        storage.stop()

    monkeypatch.setattr("mirabilia.commands.serve.serve", serve)
    monkeypatch.setattr("mirabilia.game.warming.is_compiled", lambda: True)
    settings = Settings(port=0, database=f"sqlite:///{tmp_path / 'tables.sqlite'}")
    here, there = multiprocessing.Pipe(duplex=False)
    processes._serve(settings, None, there)
    here.close()
    there.close()
    assert listens == [0]


@NEEDS_LINUX
def test_a_table_goes_on_when_either_process_is_killed(running: Running) -> None:
    """What was acknowledged just before is there. (How soon, ``scripts/endure.py`` measures.)"""
    ann = running.program().create(players=3, begin=True)
    chance = random.Random(1)
    for victim in running.children:
        view = running.again(ann).get()
        offer = next(each for each in view["offers"] if each["choice"] is None)
        move, step = chance.choice(offer["moves"]), view["step"]
        done = running.again(ann).post("decide", move=move, step=step, seat=offer["seat"])
        os.kill(victim, signal.SIGKILL)
        after = soon(lambda: running.look(ann))
        assert after["version"] >= done["version"]
        assert after["step"] > step or any(each["choice"] for each in after["offers"])
        soon(lambda: running.both_there and len(running.children) == 2, seconds=JOINED)


@NEEDS_LINUX
def test_a_process_that_is_paused_loses_its_tables_and_shows_nothing_old_when_it_wakes(
    running: Running,
) -> None:
    programs = [running.program().create(players=3, begin=True) for _ in range(6)]
    before = [ann.get()["version"] for ann in programs]
    paused = running.children[0]
    os.kill(paused, signal.SIGSTOP)
    try:
        newest = []
        for ann, version in zip(programs, before, strict=True):
            # A connection may be given to the one that sleeps: then another is tried.
            def moved(ann: Program = ann) -> Any:
                other = Program(httpx.Client(base_url=running.url, timeout=3))
                other.code, other.token = ann.code, ann.token
                with contextlib.suppress(httpx.HTTPError, AssertionError):
                    view = other.get()
                    return other.decide(view, random.Random(2)) and other.get()
                return None

            newest.append(soon(moved)["version"])
            assert newest[-1] > version
    finally:
        os.kill(paused, signal.SIGCONT)
    for _ in range(10):
        for ann, version in zip(programs, newest, strict=True):
            view = running.look(ann)
            assert view is None or view["version"] >= version
    soon(lambda: running.both_there, seconds=JOINED)
    assert all(running.look(ann) for ann in programs)


@NEEDS_LINUX
def test_all_end_with_their_parent_however_it_ends(running: Running) -> None:
    children = running.children
    assert len(children) == 2
    running.parent.kill()
    running.parent.wait(PATIENCE)
    soon(lambda: not any(Path(f"/proc/{pid}").exists() for pid in children))


@NEEDS_LINUX
def test_sigterm_ends_all_in_good_order(running: Running) -> None:
    children = running.children
    ann = running.program().create(players=3, begin=True)
    assert ann.get()["status"] == "playing"
    running.parent.terminate()
    assert running.parent.wait(PATIENCE) == 0
    assert not any(Path(f"/proc/{pid}").exists() for pid in children)
