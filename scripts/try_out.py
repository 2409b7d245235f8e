"""Try an installation out: play a few games, start the server, fetch pages from it.

    python scripts/try_out.py

The Python that runs this has to have Mirabilia installed, and needs nothing else. Nothing is
compiled, so it takes seconds. It prints a checksum of the games, the same on every Python and every
system, or ends with what went wrong.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.request
from pathlib import Path
from typing import Any

GAMES: tuple[dict[str, Any], ...] = (
    {"players": 3, "edition": "2nd"},
    {"players": 2, "edition": "1st"},
    {"players": 4, "edition": "1st", "expansions": ("leaders", "cities", "armada"), "teams": True},
)
PATIENCE = 60  # seconds for anything the server is asked


def checksum() -> str:
    """What becomes of a few games, as a number: their decisions, events and sheets."""
    digest = hashlib.sha256()
    for seed, setup in enumerate(GAMES):
        game = played(seed, setup)
        events = [[event.kind, event.seat, event.data] for event in game.events]
        sheets = [sheet.lines for sheet in game.scores()]
        digest.update(json.dumps([game.record(), events, sheets], sort_keys=True).encode())
    return digest.hexdigest()[:16]


def played(seed: int, setup: dict[str, Any]) -> Any:
    """A game to its end: one seat asks a bot, the others take moves from all over their lists."""
    from mirabilia import Game, bots

    game, greedy = Game(seed=seed, **setup), bots.make("greedy")
    while not game.over:
        for seat in game.to_decide:
            moves = game.moves(seat)
            drawn = moves[(7 * game.steps + 3 * seat) % len(moves)]
            game.play(seat, greedy.choose(game.view(seat)) if seat == 0 else drawn)
    return game


class Served:
    """A server of this installation, on a free port and with a database that is thrown away."""

    def __init__(self, folder: Path) -> None:
        command = shutil.which("mirabilia", path=str(Path(sys.executable).parent))
        if command is None:
            raise FileNotFoundError(f"There is no command mirabilia beside {sys.executable}.")
        options = ["--port", "0", "--database", str(folder / "tables.sqlite"), "--no-open"]
        self._process = subprocess.Popen(
            [command, "serve", *options], stdout=subprocess.PIPE, text=True, cwd=folder
        )
        self._patience = threading.Timer(PATIENCE, self._process.kill)
        self._patience.start()

    def __enter__(self) -> Served:
        assert self._process.stdout
        for line in self._process.stdout:
            if found := re.search(r"http://\S+", line):
                self.url = found[0]
                return self
        self.__exit__()
        raise TimeoutError("The server has not become ready.")

    def __exit__(self, *_: object) -> None:
        self._patience.cancel()
        self._process.terminate()
        self._process.communicate(timeout=PATIENCE)

    def ask(self, path: str, body: Any = None, token: str = "") -> str:
        """The answer to a request; an error is raised."""
        data = json.dumps(body).encode() if body else None
        headers = {"Content-Type": "application/json"} if body else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        request = urllib.request.Request(self.url + path, data, headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return str(answer.read().decode("utf-8"))


def look_around(server: Served) -> None:
    """The start page with its style sheet, and the first hand at a table with bots."""
    start = server.ask("/")
    styles = re.search(r'href="(/static/[^"]+\.css[^"]*)"', start)
    if not styles or not server.ask(styles[1]):
        raise ValueError("The start page has no style sheet.")
    table = {"name": "Ann", "players": 3, "begin": True, "listed": False}
    made = json.loads(server.ask("/api/tables", table))
    seen = json.loads(server.ask(f"/api/tables/{made['code']}", token=made["token"]))
    if len(seen["view"]["seats"]) != 3 or made["code"] not in server.ask(f"/t/{made['code']}"):
        raise ValueError("A new table is not as it should be.")


def main() -> None:
    import mirabilia

    found = checksum()
    with tempfile.TemporaryDirectory() as folder, Served(Path(folder)) as server:
        look_around(server)
    version = ".".join(map(str, sys.version_info[:3]))
    print(f"Mirabilia {mirabilia.__version__} from {Path(mirabilia.__file__).parent}", end=" ")
    print(f"plays and serves on Python {version}.\nchecksum {found}")


if __name__ == "__main__":
    # Before anything is imported. Uncompiled, numbers that wrap are warned of.
    os.environ.update(NUMBA_DISABLE_JIT="1", PYTHONWARNINGS="ignore::RuntimeWarning")
    main()
