"""Compiled code is run, so it lies in a folder that nobody else may write to, or in a new one."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import mirabilia
from mirabilia.engine import jit, own_folder
from mirabilia.engine.own_folder import VARIABLE, is_own

NAME = "engine-0123456789abcdef"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no owners of this kind")


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache folder and a temporary folder for each test; what is to be removed goes at once."""
    (tmp_path / "cache").mkdir(mode=0o755)
    (tmp_path / "temporary").mkdir()
    (tmp_path / "temporary").chmod(0o1777)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "temporary"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.setattr("atexit.register", lambda remove: None)


def usual(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "mirabilia"


def temporary(tmp_path: Path) -> Path:
    return tmp_path / "temporary" / f"mirabilia-{os.geteuid()}"


def spoil_usual(tmp_path: Path) -> None:
    """So that the temporary folder has to do: a file lies where the folder should."""
    usual(tmp_path).touch()


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def test_the_usual_folder_is_the_users_alone(tmp_path: Path) -> None:
    folder = own_folder.own_folder(NAME)
    assert folder == usual(tmp_path) / NAME
    assert (mode_of(folder), mode_of(folder.parent)) == (0o700, 0o700)
    assert own_folder.own_folder(NAME) == folder
    assert not os.environ[VARIABLE]


def test_the_usual_folder_is_closed_where_others_could_write(tmp_path: Path) -> None:
    usual(tmp_path).mkdir()
    usual(tmp_path).chmod(0o775)
    assert own_folder.own_folder(NAME).parent == usual(tmp_path)
    assert mode_of(usual(tmp_path)) == 0o755


def test_without_it_one_in_the_temporary_folder_is_shared_with_later_processes(
    tmp_path: Path,
) -> None:
    spoil_usual(tmp_path)
    folder = own_folder.own_folder(NAME)
    assert folder == temporary(tmp_path) / NAME
    assert (mode_of(folder), mode_of(folder.parent)) == (0o700, 0o700)
    assert os.environ[VARIABLE] == str(folder.parent)
    os.environ[VARIABLE] = ""
    assert own_folder.own_folder(NAME) == folder


def laid_by_a_stranger(home: Path, how: str, elsewhere: Path) -> None:
    """What somebody else may have put where the folder is looked for."""
    if how == "a link":
        (elsewhere / NAME).mkdir(parents=True, mode=0o700)
        home.symlink_to(elsewhere)
    elif how == "a link inside":
        elsewhere.mkdir(mode=0o700)
        home.mkdir(mode=0o700)
        (home / NAME).symlink_to(elsewhere)
    elif how == "a file":
        home.touch()
    else:
        (home / NAME).mkdir(parents=True, mode=0o700)
        writable = home / NAME if "inside" in how else home
        writable.chmod(0o770 if "group" in how else 0o707)


STRANGE = [
    "a link",
    "a link inside",
    "a file",
    "a group may write",
    "a group may write inside",
    "others may write",
    "others may write inside",
]


@pytest.mark.parametrize("how", STRANGE)
def test_a_strange_folder_is_not_taken(how: str, tmp_path: Path) -> None:
    spoil_usual(tmp_path)
    laid_by_a_stranger(temporary(tmp_path), how, tmp_path / "elsewhere")
    folder = own_folder.own_folder(NAME)
    assert temporary(tmp_path) not in folder.parents
    assert folder.resolve() == folder
    assert is_own(folder)
    assert is_own(folder.parent)
    assert os.environ[VARIABLE] == str(folder.parent)


@pytest.mark.parametrize("how", [how for how in STRANGE if how != "a file"])
def test_a_named_folder_that_others_may_write_to_is_not_taken_and_that_is_said(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    named = tmp_path / "named"
    laid_by_a_stranger(named, how, tmp_path / "elsewhere")
    before = mode_of(named)
    monkeypatch.setenv(VARIABLE, str(named))
    folder = own_folder.own_folder(NAME)
    assert folder == temporary(tmp_path) / NAME
    assert f"names {named}, where code can't be kept" in capsys.readouterr().err
    assert mode_of(named) == before


def test_a_folder_of_another_user_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the usual one, nor one in the temporary folder; as after ``su`` or ``sudo``."""
    somebody = os.geteuid() + 1
    (usual(tmp_path) / NAME).mkdir(parents=True, mode=0o700)
    (tmp_path / "temporary" / f"mirabilia-{somebody}" / NAME).mkdir(parents=True, mode=0o700)
    monkeypatch.setattr(os, "geteuid", lambda: somebody)
    folder = own_folder.own_folder(NAME)
    assert usual(tmp_path) not in folder.parents
    assert folder.parent.name != f"mirabilia-{somebody}"


def test_a_folder_that_others_could_replace_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    monkeypatch.setenv(VARIABLE, str(tmp_path / "open" / "cache"))
    assert own_folder.own_folder(NAME) == temporary(tmp_path) / NAME


def test_a_user_without_a_home_has_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", no_home)
    assert own_folder.own_folder(NAME) == temporary(tmp_path) / NAME


def test_a_new_folder_is_shared_with_children_and_removed_in_the_end(tmp_path: Path) -> None:
    laid_by_a_stranger(temporary(tmp_path), "others may write", tmp_path)
    spoil_usual(tmp_path)
    program = (
        "import subprocess, sys; from mirabilia.engine.own_folder import own_folder;"
        f"print(own_folder({NAME!r}), flush=True);"
        "len(sys.argv) > 1 or subprocess.run([sys.executable, sys.argv[0], 'child'], check=True)"
    )
    script = tmp_path / "script.py"
    script.write_text(program)
    run = subprocess.run(
        [sys.executable, str(script)],
        env={
            **os.environ,
            "TMPDIR": str(tmp_path / "temporary"),
            "PYTHONPATH": str(Path(mirabilia.__file__).parents[1]),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    mine, childs = run.stdout.split()
    assert mine == childs
    assert Path(mine).parents[1] == tmp_path / "temporary"
    assert not Path(mine).exists()
    assert not run.stderr


def test_only_folders_of_compiled_code_are_cleared_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that somebody names may hold others, such as the parts of a railway."""
    names = [f"engine-{number:016x}" for number in range(6)]
    for age, name in enumerate([*names, "engine-room", "engine-0123456789abcdef0"]):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (1000 - age, 1000 - age))
    monkeypatch.setattr(jit, "CACHE", tmp_path / names[0])
    jit.mark_warm("engine")
    left = {path.name for path in tmp_path.glob("engine-*")}
    assert left == {*names[:4], "engine-room", "engine-0123456789abcdef0"}


def test_the_compiled_code_lies_in_an_own_folder() -> None:
    assert is_own(jit.CACHE)
    assert is_own(jit.CACHE.parent)
