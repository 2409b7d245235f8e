"""How far compiling has come, and how many seconds are left."""

import json
import os
import sys
from pathlib import Path

import pytest

from mirabilia import cli
from mirabilia.bots import searcher  # reads every compiled function
from mirabilia.commands.waiting import progress_bar, told_in_seconds
from mirabilia.engine import jit, scratch
from mirabilia.engine.kept import MADE
from mirabilia.game import compiling
from mirabilia.lab import tally

TIMES = {"engine.turn.resolve": 30.0, "engine.pay.frontier": 10.0, "bots.search.search.run": 60.0}


class Clock:
    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Clock:
    found = Clock()
    monkeypatch.setattr(compiling, "time", found)
    monkeypatch.setattr(compiling, "_measured", lambda: TIMES)
    monkeypatch.setattr(jit, "CACHE", tmp_path)
    return found


def write(name: str, at: float = 0.0) -> None:
    path = jit.CACHE / MADE / name
    path.parent.mkdir(exist_ok=True)
    path.touch()
    os.utime(path, (at, at))


def test_what_took_long_when_it_was_measured_counts_for_much(clock: Clock) -> None:
    estimate = compiling.Estimate()
    assert estimate.look().seconds == pytest.approx(100)
    clock.now += 40
    write("engine.turn.resolve")
    write("engine.pay.frontier")
    found = estimate.look()
    assert found.seconds == pytest.approx(60)
    assert found.share == pytest.approx(0.4)


def test_a_slower_machine_is_noticed_and_time_goes_on_between_two_functions(clock: Clock) -> None:
    estimate = compiling.Estimate()
    clock.now += 200
    write("engine.turn.resolve")
    write("engine.pay.frontier")
    slow = estimate.look().seconds
    assert 200 < slow < 300
    clock.now += 20
    assert estimate.look().seconds == pytest.approx(slow - 20)


def test_the_share_never_goes_back_and_is_never_the_whole(clock: Clock) -> None:
    estimate, shares = compiling.Estimate(), []
    for name in (*TIMES, ""):
        for _ in range(40):
            clock.now += 10
            shares.append(estimate.look().share)
        if name:
            write(name)
    assert shares == sorted(shares)
    assert 0 < shares[0] < shares[-1] < 1


def test_what_lies_there_already_and_what_is_not_needed_does_not_count(clock: Clock) -> None:
    write("engine.turn.resolve")
    assert compiling.Estimate(compiling.PLAYED).look().seconds == pytest.approx(10)


def test_what_each_function_took_is_read_from_the_cache(clock: Clock) -> None:
    write("engine.pay.frontier", 1012)
    write("engine.turn.resolve", 1002.5)
    took = {"engine.pay.frontier": 9.5, "engine.turn.resolve": 2.5}
    assert compiling.measure(1000) == took


def test_most_functions_have_been_measured() -> None:
    """Else the seconds told are a guess: ``scripts/first_start.py --weigh`` measures them anew."""
    assert searcher
    assert tally
    measured = {name.rpartition(".")[2] for name in json.loads(compiling.MEASURED.read_text())}
    missing = [name for name in jit.FUNCTIONS if name not in measured]
    assert len(missing) < 0.15 * len(jit.FUNCTIONS), missing


def test_who_waits_for_the_first_compilation_is_told_the_seconds(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(scratch, "_ready", set[str]())
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False)
    with progress_bar() as bar, told_in_seconds(bar, compiling.PLAYED):
        scratch.ensure_compiled("engine", lambda: None)
    assert "Compiling, this happens once: about 40 s to go." in capsys.readouterr().err
    assert jit.is_warm("engine")


def test_warm_tells_the_seconds_of_all_that_it_compiles(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def compile_all(*, quiet: bool, meanwhile: object) -> None:
        scratch.ensure_compiled("engine", lambda: None, quiet=quiet)

    monkeypatch.setattr("mirabilia.bots.compiled.ensure_all_compiled", compile_all)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False)
    for options, told in (
        (["--quiet"], ""),
        ([], "Compiling, this happens once: about 100 s to go.\n"),
    ):
        monkeypatch.setattr(scratch, "_ready", set[str]())
        assert cli.main(["warm", *options]) == 0
        assert capsys.readouterr().err == told
        (jit.CACHE / ".engine").unlink()
