"""Another process does its tasks meanwhile; between two of them it waits for whoever started it."""

import os
import time
from pathlib import Path

import pytest

import mirabilia
from mirabilia.engine.helping import helper

PROGRAM = """
from pathlib import Path
from mirabilia.engine.helping import help_with

def leave(name):
    Path({folder!r}, name).touch()

def fail():
    raise ValueError

help_with({{"one": lambda: leave("one"), "two": lambda: leave("two"), "none": fail}})
"""


@pytest.fixture(autouse=True)
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "errands.py").write_text(PROGRAM.format(folder=str(tmp_path)))
    paths = (str(tmp_path), str(Path(mirabilia.__file__).parents[1]))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    monkeypatch.setattr(os, "cpu_count", lambda: 2)


def there(path: Path) -> bool:
    """Waits for it, but not for ever."""
    for _ in range(600):
        if path.exists():
            return True
        time.sleep(0.05)
    return False


def test_it_goes_on_when_both_have_come_to_the_same_place(tmp_path: Path) -> None:
    with helper("errands", "one", "two") as meet:
        assert there(tmp_path / "one")
        assert not (tmp_path / "two").exists()
        meet()
    assert (tmp_path / "two").exists()


def test_it_ends_with_whoever_does_not_meet_it(tmp_path: Path) -> None:
    with helper("errands", "one", "two"):
        assert there(tmp_path / "one")
    assert not (tmp_path / "two").exists()


def test_a_helper_that_fails_is_no_hindrance(tmp_path: Path) -> None:
    with helper("errands", "none", "two") as meet:
        meet()
        meet()
    assert not (tmp_path / "two").exists()


def test_it_is_killed_when_something_fails_here(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), helper("errands", "one", "two"):
        raise KeyboardInterrupt
    assert not (tmp_path / "two").exists()


def test_without_a_second_core_nobody_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    with helper("errands", "one") as meet:
        meet()
    assert not (tmp_path / "one").exists()
