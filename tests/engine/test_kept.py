"""Compiled code is kept by what it was made for; and only of what is called from outside."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import mirabilia
from mirabilia.engine import jit, kept, own_folder, shipped
from mirabilia.engine.kept import Folder

SRC = Path(mirabilia.__file__).parents[1]
SHUFFLE = """
import numpy as np
from numba.core import event
from mirabilia.engine import chance
with event.install_recorder("numba:compile") as compiled:
    cards = np.arange(9, dtype=np.uint8)
    chance.shuffle(chance.states(7), cards, 9)
print(len(compiled.buffer) // 2, *cards)
"""
HOLD = """
import time
from pathlib import Path
from mirabilia.engine.kept import Folder
with Folder(Path({folder!r})).alone(lambda: None):
    print("held", flush=True)
    time.sleep(600)
"""
DRAW_TOO = SHUFFLE + "print(chance.draw(chance.states(7), 10) < 10)"

locks = pytest.mark.skipif(sys.platform == "win32", reason="there is one server process only")


def start(program: str, cache: Path) -> subprocess.Popen[str]:
    places = {own_folder.VARIABLE: str(cache), shipped.VARIABLE: "", "PYTHONPATH": str(SRC)}
    return subprocess.Popen(
        [sys.executable, "-c", program],
        env={**os.environ, **places},
        stdout=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> tuple[int, str]:
    """How many functions had to be compiled, and what came of them."""
    said, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    compiled, cards = said.split(maxsplit=1)
    return int(compiled), cards


def code_in(cache: Path) -> list[str]:
    return sorted(path.name.rpartition("-")[0] for path in cache.glob("*/*.code"))


def test_a_function_that_only_others_call_has_no_code_of_its_own(tmp_path: Path) -> None:
    """If this fails with a new Numba, it compiles otherwise than ``staged`` expects."""
    compiled, _ = finish(start(SHUFFLE, tmp_path))
    assert compiled > 1
    assert code_in(tmp_path) == ["engine.chance.shuffle"]
    assert "engine.chance.draw" in {path.name for path in tmp_path.glob("*/made/*")}
    _, shown = finish(start(DRAW_TOO, tmp_path))
    assert shown.endswith("True\n")
    assert code_in(tmp_path) == ["engine.chance.draw", "engine.chance.shuffle"]


def test_two_processes_may_compile_the_same_at_once(tmp_path: Path) -> None:
    both = [start(SHUFFLE, tmp_path) for _ in range(2)]
    first, second = (finish(process)[1] for process in both)
    assert first == second
    assert finish(start(SHUFFLE, tmp_path)) == (0, first)
    assert not list(tmp_path.glob("*/*.part"))


def test_spoilt_code_is_compiled_afresh(tmp_path: Path) -> None:
    _, cards = finish(start(SHUFFLE, tmp_path))
    [path] = tmp_path.glob("*/*.code")
    good = path.read_bytes()
    path.write_bytes(good[: len(good) // 2])
    compiled, again = finish(start(SHUFFLE, tmp_path))
    assert compiled
    assert again == cards
    assert finish(start(SHUFFLE, tmp_path)) == (0, cards)


def test_what_is_no_code_counts_as_missing(tmp_path: Path) -> None:
    _, cards = finish(start(SHUFFLE, tmp_path))
    [path] = tmp_path.glob("*/*.code")
    path.write_bytes(kept.sealed(b"something else"))
    compiled, again = finish(start(SHUFFLE, tmp_path))
    assert compiled
    assert again == cards


def test_a_seal_is_broken_by_any_change() -> None:
    data = kept.sealed(b"code")
    assert kept.unsealed(data) == b"code"
    for at in range(len(data)):
        changed = bytes(byte ^ (here == at) for here, byte in enumerate(data))
        assert kept.unsealed(changed) is None
        assert kept.unsealed(data[:at]) is None


def test_where_nothing_can_be_kept_that_is_said_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = Folder(tmp_path / "gone")
    for _ in range(2):
        folder.write("name", b"code")
        folder.mark("name")
    said = capsys.readouterr().err
    assert said.startswith("mirabilia: compiled code is not kept. ")
    assert said.count("\n") == 1


def test_where_code_was_not_kept_nothing_counts_as_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "CACHE", tmp_path)
    monkeypatch.setattr(jit, "_FOLDER", Folder(tmp_path / "full"))
    jit._FOLDER.write("name", b"code")
    jit.mark_warm("search")
    assert not jit.is_warm("search")


@locks
def test_who_wants_to_compile_everything_waits_for_whoever_does(tmp_path: Path) -> None:
    busy, done = threading.Event(), list[str]()

    def second() -> None:
        with Folder(tmp_path).alone(busy.set):
            done.append("second")

    waiting = threading.Thread(target=second, daemon=True)
    with Folder(tmp_path).alone(lambda: pytest.fail("Nobody else is there.")):
        waiting.start()
        assert busy.wait(60)
        done.append("first")
    waiting.join(60)
    assert done == ["first", "second"]


@locks
def test_nobody_waits_for_who_was_killed(tmp_path: Path) -> None:
    process = start(HOLD.format(folder=str(tmp_path)), tmp_path)
    assert process.stdout
    assert process.stdout.readline() == "held\n"
    assert busy_in(tmp_path)
    process.kill()
    process.communicate(timeout=60)
    assert not busy_in(tmp_path)


def busy_in(folder: Path) -> bool:
    def busy() -> None:
        raise InterruptedError

    try:
        with Folder(folder).alone(busy):
            return False
    except InterruptedError:
        return True


def test_where_there_can_be_no_lock_nobody_waits(tmp_path: Path) -> None:
    with Folder(tmp_path / "gone").alone(lambda: pytest.fail("Nobody else is there.")):
        pass


def test_functions_from_elsewhere_are_compiled_and_not_kept() -> None:
    """Their sources are not in the name of the folder."""

    def double(number: int) -> int:
        return number * 2

    before = set(jit.CACHE.iterdir())
    assert jit.compiled(double)(21) == 42
    assert set(jit.CACHE.iterdir()) == before
