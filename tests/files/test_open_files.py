"""Files that somebody else has open, as Windows treats them: replaced a moment later, or not."""

from pathlib import Path

import pytest

from mirabilia import files
from mirabilia.files import FileError, write_whole


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many attempts to replace a file are refused."""
    left, replace = [0], Path.replace

    def refused_at_first(draft: Path, path: Path) -> Path:
        left[0] -= 1
        if left[0] >= 0:
            raise PermissionError(13, "Access is denied")
        return replace(draft, path)

    monkeypatch.setattr(Path, "replace", refused_at_first)
    monkeypatch.setattr(files, "_PAUSES", (0.0, 0.0))
    return left


def test_a_file_that_is_open_for_a_moment_is_replaced(tmp_path: Path, reader: list[int]) -> None:
    path = tmp_path / "game.json"
    path.write_text("old")
    reader[0] = 2
    write_whole(path, "new")
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_stays_open_is_kept_and_said_in_a_sentence(
    tmp_path: Path, reader: list[int]
) -> None:
    path = tmp_path / "game.json"
    path.write_text("old")
    reader[0] = 9
    with pytest.raises(FileError, match=r"game\.json can't be written: access is denied\.$"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_where_open_files_can_be_replaced_nothing_is_tried_twice(
    tmp_path: Path, reader: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_PAUSES", ())
    reader[0] = 1
    with pytest.raises(FileError):
        write_whole(tmp_path / "game.json", "new")
    assert reader[0] == 0
