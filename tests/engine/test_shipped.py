"""Compiled code that was made elsewhere is run only where it fits, from a folder that is safe."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import mirabilia
from mirabilia import cli
from mirabilia.commands import warm
from mirabilia.engine import fit, kept, own_folder, shipped

NAME = "engine.chance.draw-0123456789abcdef.code"
SRC = Path(mirabilia.__file__).parents[1]

owners = pytest.mark.skipif(sys.platform == "win32", reason="there are no owners of this kind")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file that stands for compiled code, made as the command makes it."""

    def compile_one(draft: Path, level: str, *, quiet: bool) -> None:
        compiled = draft / "cache" / "engine-0123456789abcdef"
        compiled.mkdir(parents=True)
        (compiled / NAME).write_bytes(kept.sealed(b"code"))
        (compiled / ".engine").touch()

    monkeypatch.setattr(shipped, "_compile", compile_one)
    assert cli.main(["warm", "--into", str(tmp_path / "made"), "--cpu", "generic"]) == 0
    monkeypatch.setenv(shipped.VARIABLE, str(tmp_path / "made"))
    return tmp_path / "made"


def change(folder: Path, **values: object) -> None:
    path = folder / shipped.LIST
    path.write_text(json.dumps({**json.loads(path.read_text()), **values}))


def made_for(**values: str) -> dict[str, str]:
    return {**fit.installation(), **values}


def test_what_was_made_is_found_and_holds_nothing_else(folder: Path) -> None:
    found = shipped.find()
    assert found is not None
    assert found.read(NAME) == kept.sealed(b"code")
    assert found.read("engine.chance.draw-0000000000000000.code") is None
    assert {path.name for path in folder.iterdir()} == {NAME, shipped.LIST}
    assert [path.name for path in folder.parent.iterdir()] == ["made"]


def test_it_lies_in_the_usual_place_or_nowhere(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(shipped.VARIABLE, "")
    assert shipped.find() is None
    monkeypatch.delenv(shipped.VARIABLE)
    monkeypatch.setattr(sys, "prefix", str(folder.parent))
    assert shipped.find() is None
    (folder.parent / "lib").mkdir()
    folder.rename(shipped.usual_place())
    assert shipped.find() is not None
    assert not capsys.readouterr().err


def spoil_code(folder: Path) -> None:
    (folder / NAME).write_bytes(kept.sealed(b"c0de"))


def link_folder(folder: Path) -> None:
    folder.rename(folder.with_name("elsewhere"))
    folder.symlink_to(folder.with_name("elsewhere"))


def link_code(folder: Path) -> None:
    (folder / NAME).rename(folder.with_name("code"))
    (folder / NAME).symlink_to(folder.with_name("code"))


def file_instead(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.touch()


SPOILT: dict[str, tuple[Callable[[Path], object], str]] = {
    "other code": (spoil_code, f"{NAME} is not what it was when it was made"),
    "code is gone": (lambda at: (at / NAME).unlink(), f"{NAME} can't be read (No such file"),
    "no list": (lambda at: (at / shipped.LIST).unlink(), "list.json can't be read"),
    "a torn list": (lambda at: (at / shipped.LIST).write_text('{"form'), "list.json is spoilt: it"),
    "an empty list": (lambda at: (at / shipped.LIST).write_text("{}"), "by another version"),
    "another form": (lambda at: change(at, format=2), "by another version"),
    "a way out": (lambda at: change(at, files={"../code": "0" * 64}), "list.json is spoilt"),
    "no digest": (lambda at: change(at, files={NAME: "0"}), "list.json is spoilt"),
    "other sources": (
        lambda at: change(at, **{"made for": made_for(sources="0")}),
        "it was made from other sources",
    ),
    "another Numba": (
        lambda at: change(at, **{"made for": made_for(Numba="0.1")}),
        "it was made for Numba 0.1, and this is 0.",
    ),
    "no Python": (
        lambda at: change(at, **{"made for": {"sources": fit.installation()["sources"]}}),
        "it does not say for which Python it was made",
    ),
    "a better processor": (
        lambda at: change(at, processor="x86-64-v9", needs=["telepathy"]),
        "for a processor (x86-64-v9) that can do what this one can't: telepathy",
    ),
    "nothing there": (shutil.rmtree, "it can't be read"),
}
STRANGE: dict[str, Callable[[Path], object]] = {
    "a group may write": lambda at: at.chmod(0o775),
    "others may write": lambda at: at.chmod(0o757),
    "others may write the code": lambda at: (at / NAME).chmod(0o646),
    "a group may write the list": lambda at: (at / shipped.LIST).chmod(0o664),
    "others may put another in its place": lambda at: at.parent.chmod(0o777),
    "others may do so further up": lambda at: at.parent.parent.chmod(0o777),
    "a link": link_folder,
    "a link inside": link_code,
    "a file": file_instead,
}


@pytest.mark.parametrize("how", SPOILT)
def test_what_does_not_fit_is_not_run_and_that_is_said_once(
    how: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil, reason = SPOILT[how]
    spoil(folder)
    assert shipped.find() is None
    said = capsys.readouterr().err
    assert said.startswith(f"mirabilia: the compiled code in {folder} is not used: ")
    assert reason in said
    assert said.endswith(". It is compiled afresh.\n")
    assert shipped.find() is None
    assert not capsys.readouterr().err


@owners
@pytest.mark.parametrize("how", STRANGE)
def test_what_others_could_have_written_is_not_run(
    how: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    above = folder.parent.parent
    mode = above.stat().st_mode
    try:
        STRANGE[how](folder)
        assert shipped.find() is None
    finally:
        above.chmod(mode)
    assert "nobody else may write" in capsys.readouterr().err


@owners
def test_the_code_of_root_is_run_and_that_of_a_stranger_is_not(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    monkeypatch.setattr(own_folder, "_ROOT", {owner})
    assert shipped.find() is not None
    monkeypatch.setattr(own_folder, "_ROOT", {owner + 2})
    assert shipped.find() is None


def test_code_that_is_exchanged_later_is_not_run(folder: Path) -> None:
    found = shipped.find()
    assert found is not None
    spoil_code(folder)
    assert found.read(NAME) is None


def test_older_code_is_replaced_and_nothing_else(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / NAME.replace("draw", "gone")).touch()
    again = ["warm", "--into", str(folder)]
    assert cli.main(again) == 0
    assert {path.name for path in folder.iterdir()} == {NAME, shipped.LIST}
    assert [path.name for path in folder.parent.iterdir()] == ["made"]
    (folder / "letters.txt").touch()
    assert cli.main(again) == 2
    assert f"{folder} holds other things, such as letters.txt." in capsys.readouterr().err
    assert cli.main(["warm", "--into", str(folder / NAME)]) == 2


def test_nothing_is_left_when_compiling_fails(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(draft: Path, level: str, *, quiet: bool) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(shipped, "_compile", fail)
    assert cli.main(["warm", "--into", str(folder)]) == 130
    assert [path.name for path in folder.parent.iterdir()] == ["made"]
    assert shipped.find() is not None


def test_the_levels_are_those_that_the_command_offers(capsys: pytest.CaptureFixture[str]) -> None:
    assert set(warm.LEVELS) == {fit.NATIVE, *fit.LEVELS}
    assert cli.main(["warm", "--cpu", "generic"]) == 2
    assert "--cpu needs --into" in capsys.readouterr().err


USE = """
import sys
from numba.core import event
from mirabilia.engine import chance, jit
with event.install_recorder("numba:compile") as compiled:
    rng = chance.states(7)
    drawn = [int(chance.draw(rng, 1000)) for _ in range(3)]
print(len(compiled.buffer), *drawn)
"""


def use(source: Path, **environment: str) -> tuple[int, str]:
    """Draw numbers in a process of its own: what had to be compiled, and what was drawn."""
    run = subprocess.run(
        [sys.executable, "-c", USE],
        env={**os.environ, "PYTHONPATH": str(source), shipped.VARIABLE: "", **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    assert not run.stderr
    compiled, drawn = run.stdout.split(maxsplit=1)
    return int(compiled), drawn


def test_code_is_found_by_a_copy_elsewhere_that_was_made_for_a_level(tmp_path: Path) -> None:
    """Of another place and time; what is compiled for one processor serves a better one."""
    home, elsewhere = tmp_path / "cache", tmp_path / "elsewhere"
    shutil.copytree(SRC / "mirabilia", elsewhere / "mirabilia", copy_function=shutil.copyfile)
    compiled, drawn = use(SRC, **{own_folder.VARIABLE: str(home)}, **fit.naming("generic"))
    assert compiled
    draft = tmp_path / "draft"
    draft.mkdir()
    home.rename(draft / "cache")
    shipped._put_together(draft, "generic")
    environment = {shipped.VARIABLE: str(draft), own_folder.VARIABLE: str(tmp_path / "own")}
    assert use(elsewhere, **environment) == (0, drawn)
    assert not list((tmp_path / "own").rglob("*.code"))
