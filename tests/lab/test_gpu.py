"""Games on a GPU are those of the processor.

There is none here: Numba's simulator stands in for it, on which the same functions run uncompiled.
"""

import json
import os
import subprocess
import sys

import pytest

from mirabilia.game.setup import Wanted
from mirabilia.lab.simulate import simulate

SIMULATOR = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
EVERYTHING = "leaders,cities,armada"


def mirabilia(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mirabilia", *words],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=600,
    )


@pytest.mark.parametrize(
    ("players", "edition", "expansions", "bots"),
    [
        (2, "1st", "", "random"),
        (3, "1st", "", "random"),
        (4, "2nd", "", "greedy,random,random,greedy"),
        (7, "2nd", "", "random"),
        (5, "2nd", EVERYTHING, "random"),
        (3, "1st", EVERYTHING, "random,greedy,random"),
    ],
)
def test_games_on_a_gpu_are_those_of_the_processor(
    players: int, edition: str, expansions: str, bots: str
) -> None:
    words = ["--players", str(players), "--edition", edition, "--bots", bots, "--games", "3"]
    if expansions:
        words += ["--expansions", expansions]
    done = mirabilia("simulate", "--gpu", *words, "--seed", "5", "--json", **SIMULATOR)
    assert done.returncode == 0, done.stderr
    there = json.loads(done.stdout)
    wanted = Wanted(players, edition, tuple(filter(None, expansions.split(","))), seed=5)
    here = simulate(3, wanted, bots=bots.split(","))
    assert there["checksum"] == here.checksum
    assert there["decisions"] == here.decisions
    points = [row["points"] for row in there["bots"]]
    seats = here.bot_of_seat
    names = here.bots
    assert points == [
        round(float(here.totals[[[names[n] == name for n in row] for row in seats]].mean()), 3)
        for name in dict.fromkeys(names)
    ]


def test_threads_share_the_games() -> None:
    """More games than threads lie side by side: a thread plays some one after the other."""
    script = """
from mirabilia.game.setup import Wanted
from mirabilia.lab import gpu
from mirabilia.lab.simulate import simulate

gpu.GPU.threads = lambda self, works: 2
gpu._BLOCK = 2
told = []
wanted = Wanted(3, "1st", seed=0)
here, there = simulate(5, wanted), gpu.simulate_on_gpu(5, wanted, progress=told.append)
assert (here.rows == there.rows).all() and here.decisions == there.decisions
gpu.ROUND = 1
assert (here.rows == gpu.simulate_on_gpu(5, wanted, progress=told.append).rows).all()
assert told == [0, 5, 0, 2, 2, 1], told
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | SIMULATOR,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr


def test_a_gpu_is_measured_beside_the_processor() -> None:
    words = ["bench", "--gpu", "--games", "2", "--repeats", "1", "--json"]
    done = mirabilia(*words, **SIMULATOR)
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)["rows"]
    assert [(row["players"], len(row["expansions"])) for row in rows] == [(3, 0), (7, 0), (5, 3)]
    for row in rows:
        assert row["same"]
        assert row["device"] == "Numba's simulator"
        wanted = Wanted(row["players"], row["edition"], tuple(row["expansions"]), seed=0)
        assert row["checksum"] == simulate(2, wanted).checksum


@pytest.mark.parametrize("words", [("simulate", "--games", "1"), ("bench",)])
def test_where_there_is_no_gpu_a_sentence_says_so(words: tuple[str, ...]) -> None:
    done = mirabilia(*words, "--gpu", CUDA_VISIBLE_DEVICES="")
    assert done.returncode != 0
    assert "There is no GPU" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "words",
    [("simulate", "--cores", "1"), ("simulate", "--out", "games"), ("bench", "--cores", "1")],
)
def test_a_gpu_goes_without_cores_and_folders(words: tuple[str, ...]) -> None:
    done = mirabilia(*words, "--gpu")
    assert done.returncode != 0
    assert "--gpu" in done.stderr
    assert "Traceback" not in done.stderr
