"""How long somebody waits who starts Mirabilia for the first time: nothing is compiled yet.

    python scripts/first_start.py                 # once; --times 3 on an idle machine
    python scripts/first_start.py --weigh         # and notes how long each function took

Starts ``mirabilia serve`` with an empty cache and a database in a temporary folder, right after an
installation, so to speak, and measures: to the first page, from the click on Play to the first
hand, decisions while nothing is compiled (also of seven with everything), to the moment when all is
compiled, and the start after that. Meanwhile a program plays on at the first table, at which
``expert`` is wanted, with a stream open: nothing that was acknowledged may be lost, no step come
twice, the stream not break off. Ends with 1 if that happens, or a time is longer than it may be.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

FIRST_PAGE, FIRST_HAND, COLD_PAGE = 5.0, 2.0, 0.5  # seconds at most
LONGEST = 1800.0  # seconds until everything is compiled
PAUSE = 0.5  # seconds that the program thinks
COLD_DECISIONS = 12  # at most, so that its game is not over before all is compiled
EVERYTHING = [("expansion", name) for name in ("leaders", "cities", "armada")]


class Browser:
    """Asks as a browser does, one connection for each question."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie = port, ""

    def ask(
        self, method: str, path: str, fields: list[tuple[str, str]] | None = None
    ) -> tuple[int, Any, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Cookie": self.cookie} if self.cookie else {}
        body = None
        if fields is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            body = urlencode(fields)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        if cookie := answer.getheader("Set-Cookie"):
            self.cookie = cookie.partition(";")[0]
        return answer.status, answer.getheader("Location"), text

    def open_table(self, path: str, fields: list[tuple[str, str]]) -> tuple[str, str]:
        """Its code and its first page."""
        status, place, text = self.ask("POST", path, fields)
        assert status == 303, text
        status, _, page = self.ask("GET", place)
        assert status == 200, page
        assert 'name="card"' in page or 'name="pick"' in page, "There is no hand on the page."
        return place.rpartition("/")[2], page

    def program(self, method: str, path: str, body: object = None) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Authorization": f"Bearer {self.cookie.partition('=')[2]}"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        try:
            sent = None if body is None else json.dumps(body)
            connection.request(method, path, sent, headers)
            answer = connection.getresponse()
            found = json.loads(answer.read())
        finally:
            connection.close()
        assert answer.status < 300, found
        return found


class Listener(threading.Thread):
    """Holds a stream open, and notes what it is told."""

    def __init__(self, browser: Browser, code: str) -> None:
        super().__init__(daemon=True)
        self._browser, self._code = browser, code
        self.steps: list[int] = []
        self.broken = False

    def run(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self._browser.port, timeout=60)
        headers = {"Authorization": f"Bearer {self._browser.cookie.partition('=')[2]}"}
        connection.request("GET", f"/api/stream?t={self._code}", headers=headers)
        try:
            for line in connection.getresponse():
                if line.startswith(b"data: "):
                    self.steps.append(json.loads(line[6:])["step"])
        except OSError:
            pass
        self.broken = True


class Player:
    """A program that plays at a table, a decision now and then, and forgets nothing."""

    def __init__(self, browser: Browser, code: str) -> None:
        self._browser, self.code = browser, code
        self._seen: dict[str, Any] = {}
        self._decided: tuple[int, int, str] | None = None
        self.decisions, self.slowest, self.lost = 0, 0.0, ""

    def play(self) -> None:
        """Take one decision, if there is any; whether all is as it was acknowledged."""
        seen = self._browser.program("GET", f"/api/tables/{self.code}")
        self._check(seen)
        self._seen = seen
        for offer in seen["offers"]:
            if offer["choice"] is None:
                move = {"move": offer["moves"][0], "step": seen["step"], "seat": offer["seat"]}
                began = time.perf_counter()
                self._browser.program("POST", f"/api/tables/{self.code}/decide", move)
                self._browser.ask("GET", f"/t/{self.code}")
                self.slowest = max(self.slowest, time.perf_counter() - began)
                self._decided = seen["step"], offer["seat"], move["move"]
                self.decisions += 1
                return

    def _check(self, seen: dict[str, Any]) -> None:
        before = self._seen
        if before and (seen["version"] < before["version"] or seen["step"] < before["step"]):
            self.lost = "the table went back"
        if self._decided and seen["step"] == self._decided[0]:
            _, seat, move = self._decided
            choices = {offer["seat"]: offer["choice"] for offer in seen["offers"]}
            if choices.get(seat) != move:
                self.lost = "a decision is gone"


@contextlib.contextmanager
def server(folder: Path, *, fresh: bool) -> Iterator[tuple[Browser, float]]:
    """``mirabilia serve``; who asks it, and how many seconds it took to the first page."""
    environment = {**os.environ, "MIRABILIA_CACHE": str(folder)}
    if fresh:  # as after an installation that compiles no bytecode
        environment["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")
    command = [sys.executable, "-m", "mirabilia", "serve", "--no-open", "--port", "0"]
    command += ["--database", str(folder / "tables.sqlite")]
    began = time.perf_counter()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        found = re.search(r":(\d+) ", process.stdout.readline())
        assert found, "The server has not started."
        browser = Browser(int(found[1]))
        status, _, page = browser.ask("GET", "/")
        assert status == 200, page
        yield browser, time.perf_counter() - began
    finally:
        process.terminate()
        process.wait(30)


def first_start(folder: Path, fresh: bool) -> dict[str, Any]:
    """Everything from an empty cache on."""
    began = time.perf_counter()
    with server(folder, fresh=fresh) as (browser, first_page):
        clicked = time.perf_counter()
        code, _ = browser.open_table("/play", [("name", "Ann")])
        first_hand = time.perf_counter() - clicked
        health = browser.program("GET", "/health")
        assert health["bots"] == "warming", health
        wish = [("players", "4"), ("level", "expert"), ("begin", "1")]
        code, _ = browser.open_table("/tables", wish)
        listener, player = Listener(browser, code), Player(browser, code)
        listener.start()
        great = Player(
            browser,
            browser.open_table("/tables", [("players", "7"), ("begin", "1"), *EVERYTHING])[0],
        )
        estimates = play_until_compiled(browser, player, great, began)
        compiled = time.perf_counter() - began
        cold = {"of four": player.slowest, "of seven": great.slowest, "taken": player.decisions}
        player.slowest = 0.0
        for _ in range(6):
            player.play()
            time.sleep(PAUSE)
        hint = browser.program("POST", f"/api/tables/{code}/hint", {})["stand_in"]
        seen = browser.program("GET", f"/api/tables/{code}")
        problems = [
            *([player.lost] if player.lost else []),
            *([great.lost] if great.lost else []),
            *(["the stream broke off"] if listener.broken else []),
            *(["a step came twice"] if listener.steps != sorted(listener.steps) else []),
            *(["the wish for expert is gone"] if seen["options"]["level"] != "expert" else []),
            *(["a quick bot still answers"] if hint else []),
        ]
    with server(folder, fresh=False) as (_, second):
        pass
    return {
        "first page": round(first_page, 2),
        "first hand": round(first_hand, 2),
        "compiled": round(compiled, 1),
        "told after 5 s, after half": estimates,
        "slowest page of a decision, cold": {name: round(it, 2) for name, it in cold.items()},
        "the same, compiled": round(player.slowest, 2),
        "first page of the next start": round(second, 2),
        "problems": problems,
    }


def play_until_compiled(browser: Browser, player: Player, great: Player, began: float) -> list[str]:
    """A decision now and then; what the page said of how long it would take, early and later."""
    told = []
    while time.perf_counter() - began < LONGEST:
        warming = json.loads(browser.ask("GET", "/warming")[2])
        if warming["last"]:
            break
        told.append(warming["line"])
        if player.decisions <= COLD_DECISIONS * warming["share"]:
            player.play()
        great.play()
        time.sleep(PAUSE)
    health = browser.program("GET", "/health")
    assert health["bots"] == "ready", health
    return [told[min(8, len(told) - 1)], told[len(told) // 2]] if told else []


def weigh(folder: Path, began: float) -> None:
    """Note how long each function took."""
    program = (
        "import json, sys; from mirabilia.game import compiling; "
        "found = compiling.measure(float(sys.argv[1])); "
        "compiling.MEASURED.write_text(json.dumps(found, indent=1) + '\\n', encoding='utf-8'); "
        "print(len(found), 'functions weighed')"
    )
    environment = {**os.environ, "MIRABILIA_CACHE": str(folder)}
    subprocess.run([sys.executable, "-c", program, str(began)], env=environment, check=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--fresh", action="store_true", help="without bytecode, as uv installs")
    parser.add_argument("--weigh", action="store_true", help="note how long each function took")
    options = parser.parse_args()
    bad = False
    for _ in range(options.times):
        with tempfile.TemporaryDirectory(prefix="first") as name:
            folder, began = Path(name), time.time()
            found = first_start(folder, options.fresh)
            if options.weigh:
                weigh(folder, began)
        print(json.dumps(found, indent=1), flush=True)
        cold = found["slowest page of a decision, cold"]
        bad = bad or bool(found["problems"])
        bad = bad or found["first page"] > FIRST_PAGE or found["first hand"] > FIRST_HAND
        bad = bad or max(cold["of four"], cold["of seven"]) > COLD_PAGE
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
