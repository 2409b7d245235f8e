"""How far compiling has come, and how many seconds are left."""

import json
import os
import sys
from pathlib import Path

import pytest

from mirabilia import cli
from mirabilia.bots import compiled, searcher  # reads every compiled function
from mirabilia.commands.waiting import progress_bar, told_in_seconds
from mirabilia.engine import jit, scratch
from mirabilia.engine.kept import MADE, WHOLE
from mirabilia.game import compiling
from mirabilia.lab import bench_batch, tally

TIMES = {"engine.turn.resolve": 30.0, "engine.pay.frontier": 10.0, "bots.search.search.run": 60.0}


class Clock:
    now = 1000.0

    def monotonic(self) -> float:
        return self.now

    time = monotonic


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Clock:
    found = Clock()
    monkeypatch.setattr(compiling, "time", found)
    monkeypatch.setattr(compiling, "_measured", lambda: TIMES)
    monkeypatch.setattr(jit, "CACHE", tmp_path)
    return found


def write(name: str, at: float = 2000.0) -> None:
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
    (jit.CACHE / ".engine").touch()
    assert compiling.Estimate().look().seconds == pytest.approx(60)
    assert compiling.Estimate(compiling.SEARCHED).look().seconds == pytest.approx(60)
    (jit.CACHE / ".search").touch()
    assert compiling.Estimate().look().seconds == pytest.approx(1)
    assert compiling.Estimate(("lab.",)).look().seconds == pytest.approx(1)


def test_after_an_interrupted_start_only_that_counts_of_which_the_code_was_kept(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = f"engine.turn.resolve{WHOLE}"
    monkeypatch.setattr(compiling, "_measured", lambda: {**TIMES, whole: 20.0})
    for name in (whole, *TIMES):
        write(name, clock.now - 60)
    estimate = compiling.Estimate()
    assert estimate.look().seconds == pytest.approx(100)
    clock.now += 40
    write("engine.turn.resolve", clock.now)
    write("engine.pay.frontier", clock.now)
    assert estimate.look().seconds == pytest.approx(60)


def test_code_that_was_taken_along_counts_for_what_it_holds(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "SHIPPED", object())
    monkeypatch.setattr(compiling, "_measured", lambda: {**TIMES, "batch.stepping.step": 30.0})
    assert compiling.Estimate(compiling.TOGETHER).look().seconds == pytest.approx(30)


def test_code_that_is_taken_along_holds_what_warm_makes(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: set[str] = set()

    def is_warm(part: str) -> bool:
        asked.add(part)
        return True

    monkeypatch.setattr(scratch, "_ready", set[str]())
    monkeypatch.setattr(compiling, "_warm", tuple)
    monkeypatch.setattr(jit, "is_warm", is_warm)
    monkeypatch.setattr(compiled, "is_warm", is_warm)
    assert cli.main(["warm", "--quiet"]) == 0
    assert asked == set(jit.SHIPPED_PARTS)


def test_what_bench_measures_is_compiled_before_and_told_in_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: dict[str, object] = {}

    def is_warm(part: str) -> bool:
        told[part] = scratch._told
        return True

    def measure(*given: object) -> list[bench_batch.Row]:
        assert {"batch", "envs"} <= scratch._ready
        return []

    monkeypatch.setattr(scratch, "_ready", set[str]())
    monkeypatch.setattr(compiling, "_warm", tuple)
    monkeypatch.setattr(jit, "is_warm", is_warm)
    monkeypatch.setattr(compiled, "is_warm", is_warm)
    monkeypatch.setattr(bench_batch, "bench_batch", measure)
    assert cli.main(["bench", "--batch", "--games", "2", "--repeats", "1"]) == 0
    assert scratch._counted not in told.values()


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


@pytest.mark.skipif(sys.platform == "win32", reason="there is one server process only")
def test_warm_waits_for_whoever_compiles_already(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def busy() -> None:
        raise InterruptedError

    def compile_all(*, quiet: bool, meanwhile: object) -> None:
        with pytest.raises(InterruptedError), jit.alone(busy):
            pytest.fail("Two compile at once.")

    monkeypatch.setattr("mirabilia.bots.compiled.ensure_all_compiled", compile_all)
    for _ in range(2):
        assert cli.main(["warm"]) == 0
    assert capsys.readouterr().err == ""
