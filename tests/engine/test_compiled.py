"""Compiled and uncompiled, the same source plays the same games.

Run as a script, this file prints a fingerprint of some games; the test runs it with
`NUMBA_DISABLE_JIT=1` and compares with its own.
"""

import hashlib
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mirabilia
from batches import batch_for
from brute import EVERYTHING, GameSetup, walk
from mirabilia import Game
from mirabilia.bots.playout import GREEDY, RANDOM, RESULT_WIDTH, play_games
from mirabilia.engine import jit
from mirabilia.engine.scratch import Scratch, ensure_compiled
from mirabilia.engine.state import GAME, SEATS
from mirabilia.engine.tables import rulebook
from mirabilia.trade import payments

TESTS = Path(__file__).parents[1]
# The setup, the bots, how many games.
PLAYED = [
    (GameSetup(3, "1st"), (RANDOM,), 2),
    (GameSetup(2, "1st"), (RANDOM,), 2),
    (GameSetup(7, "1st"), (RANDOM, GREEDY), 1),
    (GameSetup(3, "2nd"), (GREEDY, RANDOM), 1),
    (GameSetup(5, "2nd"), (RANDOM,), 1),
    (GameSetup(5, "1st", "random", EVERYTHING, False, "expert"), (RANDOM,), 1),
    (GameSetup(4, "2nd", "random", EVERYTHING, True), (RANDOM,), 1),
]
CROWDED = {
    "a full city": ["pawnshop"] * 48,
    "many symbols with alternatives": ["tree_farm"] * 17,
    "even more of them": ["tree_farm"] * 25,
    "many symbols": ["quarry"] * 47,
    "many of all": ["quarry", "caravansery", "tree_farm"] * 15,
}
FACED = [
    (GameSetup(2, "1st", "choose"), 3),
    (GameSetup(4, "1st", "B"), 4),
    (GameSetup(3, "2nd", "choose"), 5),
    (GameSetup(6, "2nd", "random"), 6),
    (GameSetup(3, "2nd", "choose", EVERYTHING), 7),
]


def bot_games(setup: GameSetup, bots: tuple[int, ...], number: int) -> list[object]:
    """Whole games without leaving compiled code: results, decisions and the last record."""
    games = np.zeros(1, GAME)
    results = np.zeros((number, SEATS, RESULT_WIDTH), np.int16)
    t = rulebook(setup.edition, setup.expansions).tables[0]
    batch = batch_for(setup, bots, np.arange(number))
    space = Scratch()
    decisions = play_games(games[0], t, batch, results, space.no_events, space.w)
    return [results[:, : setup.seats].tolist(), int(decisions), digest(games.tobytes())]


def faced_game(setup: GameSetup, seed: int) -> list[object]:
    """A game through the face: its totals, its events, views on the way, the last record."""
    game = setup.new(seed)
    views = hashlib.sha256()
    for step, deciding in enumerate(walk(game, seed)):
        if step % 5 == 0:
            views.update(json.dumps(game.view(deciding[0])).encode())
    events = [(event.kind, event.seat, event.data) for event in game.events]
    return [
        [sheet.lines for sheet in game.scores()],
        digest(json.dumps(events).encode()),
        views.hexdigest(),
        digest(game._games.tobytes()),
    ]


def some_payments() -> list[object]:
    effects = ["bilkis", "west_clandestine_wharf", "marketplace", "one_resource_less"]
    sold = [["wood", "clay"], ["stone"], ["stone"], ["glass"], ["loom"]]
    cost = {"coins": 1, "resources": {"wood": 2, "stone": 2, "glass": 1, "loom": 1}}
    return list(payments(cost, [["wood", "ore"]], sold, sold, effects))


def crowded_tables() -> dict[str, object]:
    """Cities that play can't bring about: a position may have them, or be refused in words."""
    found: dict[str, object] = {}
    seats: list[dict[str, Any]]
    for name, city in CROWDED.items():
        seats = [{"wonder": wonder, "coins": 30} for wonder in ("rhodos", "gizah", "babylon")]
        hands = [{**seat, "hand": ["altar", "senate"]} for seat in seats]
        hands[0]["city"] = city
        try:
            game = Game.from_position({"edition": "1st", "seats": hands, "seed": 1})
            offered = [list(map(str, game.moves(seat))) for seat in range(3)]
            for seat, moves in enumerate(offered):
                game.play(seat, moves[0])
            found[name] = [offered, game.position()["seats"]]
        except ValueError:
            found[name] = "refused"
        except (IndexError, OverflowError) as error:
            found[name] = f"out of bounds: {error}"
    return found


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def fingerprint() -> dict[str, object]:
    return {
        "bots": [bot_games(*played) for played in PLAYED],
        "faced": [faced_game(*faced) for faced in FACED],
        "payments": some_payments(),
    }


def uncompiled(part: str) -> Any:
    source = str(Path(mirabilia.__file__).parents[1])
    run = subprocess.run(
        [sys.executable, __file__, part],
        env={
            **os.environ,
            "NUMBA_DISABLE_JIT": "1",
            "PYTHONPATH": os.pathsep.join((source, str(TESTS), str(TESTS / "helpers"))),
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_compiled_and_uncompiled_play_the_same_games() -> None:
    assert not jit.UNCOMPILED
    found = uncompiled("games")
    for part, expected in json.loads(json.dumps(fingerprint())).items():
        assert found[part] == expected, part


def test_crowded_tables_stay_within_the_record() -> None:
    """Compiled code does not notice when it writes beyond a field; uncompiled code does."""
    found = uncompiled("crowded")
    assert not {name: what for name, what in found.items() if str(what).startswith("out of")}
    assert json.loads(json.dumps(crowded_tables())) == found


if __name__ == "__main__":
    assert jit.UNCOMPILED
    print(json.dumps(crowded_tables() if sys.argv[1:] == ["crowded"] else fingerprint()))


def test_compiling_a_part_may_ask_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that is asked before anything else compiles the search, which makes a game."""
    monkeypatch.setattr(jit, "is_warm", lambda part: False)
    monkeypatch.setattr(jit, "mark_warm", lambda part: None)
    compiled: list[str] = []

    def outer() -> None:
        ensure_compiled("an inner part", lambda: compiled.append("inner"), quiet=True)
        compiled.append("outer")

    asking = threading.Thread(
        target=ensure_compiled, args=("an outer part", outer), kwargs={"quiet": True}, daemon=True
    )
    asking.start()
    asking.join(20)
    assert compiled == ["inner", "outer"]
