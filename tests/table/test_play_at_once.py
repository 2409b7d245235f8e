"""A server that begins uncompiled and goes over to compiled code while people play.

What takes minutes, compiling, is done already: a stand-in says when. Everything else is real.
"""

import json
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from mirabilia import Game
from mirabilia.game import warming
from mirabilia.table.page.warming import warming_line
from mirabilia.table.rooms.table_view import offers
from mirabilia.table.rooms.warmth import Warmth
from standing_in import Compiling, compiling
from tables import Program, Served, events_of, served
from waiting import PATIENCE


@pytest.fixture
def compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Compiling]:
    monkeypatch.setattr("mirabilia.table.rooms.warmth._FIRST_PAGE", 0.0)
    with compiling(tmp_path) as found:
        yield found


@pytest.fixture
def server(compiler: Compiling, tmp_path: Path) -> Iterator[Served]:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with served(database, compiler.warming, workers=1) as found:
        yield found


def wait(true: Callable[[], object], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"It never came to this: {what}."
        time.sleep(0.02)


def bots_of(server: Served) -> str:
    return str(httpx.get(f"{server.url}/health").json()["bots"])


class Listening(threading.Thread):
    """Somebody who listens to a table from beginning to end."""

    def __init__(self, server: Served, player: Program) -> None:
        super().__init__(daemon=True)
        self._url = f"{server.url}/api/stream?t={player.code}"
        self._headers = {"Authorization": f"Bearer {player.token}"}
        self.told: list[dict[str, Any]] = []
        self.ended = False

    def run(self) -> None:
        with httpx.stream("GET", self._url, headers=self._headers, timeout=PATIENCE) as answer:
            for _, _, data in events_of(answer.iter_lines()):
                self.told.append(data)
        self.ended = True


def step(player: Program, chance: random.Random) -> None:
    """Decide, and wait until the others have."""
    seen = player.get()
    assert player.decide(seen, chance)
    wait(lambda: player.get()["step"] > seen["step"], "the next step")


def deciders(server: Served, code: str) -> list[str]:
    """Who took the decisions, as they are stored."""
    return [entry.decider for entry in server.service.storage.load_decisions(code)]


def test_a_game_goes_on_when_everything_is_compiled(server: Served, compiler: Compiling) -> None:
    ann, chance = server.program().create(players=3, level="expert", begin=True), random.Random(1)
    listening = Listening(server, ann)
    listening.start()
    step(ann, chance)
    assert bots_of(server) == "warming"
    assert ann.post("hint")["stand_in"] == "greedy"
    assert set(deciders(server, ann.code)) == {"person", "greedy"}

    compiler.finish()
    wait(lambda: bots_of(server) == "ready", "compiled bots")
    assert not warming.is_cold()
    hint = ann.post("hint")
    assert (hint["stand_in"], bool(hint["expectations"])) == (None, True)
    before = len(deciders(server, ann.code))
    step(ann, chance)
    step(ann, chance)
    assert set(deciders(server, ann.code)[before:]) == {"person", "expert"}
    assert ann.get()["options"]["level"] == "expert"

    assert not listening.ended
    seen = ann.get()
    wait(lambda: listening.told[-1]["version"] == seen["version"], "the last update")
    versions = [told["version"] for told in listening.told]
    steps = [told["step"] for told in listening.told]
    assert versions == sorted(set(versions))
    assert steps == sorted(steps)


def test_bots_that_can_never_be_compiled_are_played_for(
    server: Served, compiler: Compiling
) -> None:
    ann, chance = server.program().create(players=3, level="hard", begin=True), random.Random(1)
    wait(lambda: compiler.warming._process, "a process that compiles")
    os.kill(compiler.process, signal.SIGKILL)
    wait(lambda: bots_of(server) == "quick", "that it has failed")
    step(ann, chance)
    assert set(deciders(server, ann.code)) == {"person", "greedy"}
    page = httpx.get(f"{server.url}/").text
    assert "can&#39;t be made ready here: a quick one plays in their place." in page
    assert json.loads(httpx.get(f"{server.url}/warming").text)["last"] is True
    (line,) = [line for line in server.log.lines if "not compiled" in line]
    assert json.loads(line)["why"] == "it ended with -9"


def test_who_compiles_ends_with_the_server(tmp_path: Path, compiler: Compiling) -> None:
    with served(warming=compiler.warming):
        wait(lambda: compiler.warming._process, "a process that compiles")
        process = compiler.process
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    assert compiler.warming.state == warming.STOPPED


def test_code_that_cannot_be_loaded_is_a_failure_too(tmp_path: Path) -> None:
    def spoilt() -> None:
        raise OSError("The file is spoilt.")

    with compiling(tmp_path, spoilt) as found:
        found.warming.begin()
        found.warming.start()
        found.finish()
        wait(lambda: found.warming.state != warming.COMPILING, "an end")
        assert (found.warming.state, found.warming.why) == (warming.FAILED, "The file is spoilt.")
        assert warming.is_cold()


def test_a_process_that_cannot_be_started_is_a_failure_too() -> None:
    found = warming.Warming(command=["/there/is/no/such/program"])
    found.start()
    assert found.state == warming.FAILED
    assert "no/such/program" in found.why


@pytest.mark.usefixtures("compiler")
def test_every_page_says_how_far_the_bots_are(server: Served) -> None:
    ann = server.program().create(players=3, level="expert")
    for path in ("/", "/new", f"/t/{ann.code}"):
        page = httpx.get(f"{server.url}{path}").text
        assert 'data-bots="quick"' in page
        assert "The bots are warming up: " in page
    told = httpx.get(f"{server.url}/warming").json()
    assert told["last"] is False
    assert "s to go. Until then a quick one plays for them." in told["line"]


def test_the_line_counts_in_steps_that_nobody_minds() -> None:
    assert warming_line(Warmth(0.419, 41.2), "en") == (
        "The bots are warming up: 41% done, about 45 s to go. "
        "Until then a quick one plays for them."
    )
    assert warming_line(None, "en") == ""


def test_what_takes_long_is_left_out_while_nothing_is_compiled(compiler: Compiling) -> None:
    games = [Game(3, expansions=expansions, seed=1) for expansions in ((), ("armada",))]
    plain, armada = (offers(game, 0)[0] for game in games)
    compiler.warming.begin()
    assert [offers(game, 0)[0] for game in games] == [plain, replace(armada, gains={})]
    assert armada.gains
