"""Backups: made while a server runs, complete, and a restored server goes on."""

import asyncio
import sqlite3
import stat
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from databases import fresh
from mirabilia import cli
from mirabilia.table.rooms import backup
from mirabilia.table.rooms.backup import back_up, restore
from mirabilia.table.rooms.storage import StorageError
from mirabilia.table.rooms.table_view import OVER, Options
from tables import ANN, BEN, play_on, serving

pytest_plugins = ["database_fixtures"]
FIXTURES = Path(__file__).parent / "fixtures"


def rows(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """All that is in a database."""
    engine = sa.create_engine(url)
    found = sa.MetaData()
    with engine.connect() as connection:
        found.reflect(connection)
        told = {
            table.name: sorted(map(tuple, connection.execute(sa.select(table))), key=repr)
            for table in found.sorted_tables
        }
    engine.dispose()
    return told


async def begun(service: Any) -> str:
    code: str = await service.create(Options(players=3, level="random"), "Änn 🎲", ANN)
    await service.join(code, BEN, "Ben")
    await service.start_game(code, ANN)
    await play_on(service, code, [ANN, BEN], 7)
    return code


def test_a_backup_of_a_running_server_goes_on_elsewhere(url: str, tmp_path: Path) -> None:
    file = tmp_path / "backup.sqlite"

    async def before() -> tuple[str, int]:
        async with serving(url) as service:
            first = await begun(service)
            await play_on(service, first, [ANN, BEN])  # with a game that is kept
            code = await begun(service)
            step = (await service.table_view(code, ANN)).step
            assert await asyncio.to_thread(back_up, url, file) == 2
            await play_on(service, code, [ANN, BEN], 5)  # what comes later is not in it
            return code, step

    async def after(code: str, step: int) -> None:
        async with serving(elsewhere) as service:
            seen = await service.table_view(code, BEN)
            assert seen.step == step
            assert seen.sitters[0].name == "Änn 🎲"
            assert (await play_on(service, code, [ANN, BEN])).status == OVER
            assert len((await service.history.past(ANN)).games) == 2

    code, step = asyncio.run(before())
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(tmp_path.glob("*.part")) == []
    elsewhere = f"sqlite:///{tmp_path / 'elsewhere.sqlite'}"
    assert restore(file, elsewhere) == 2
    asyncio.run(after(code, step))


def test_everything_comes_back_in_either_database(cluster: Any, tmp_path: Path) -> None:
    first = f"sqlite:///{tmp_path / 'first.sqlite'}"

    async def before() -> None:
        async with serving(first) as service:
            await play_on(service, await begun(service), [ANN, BEN])
            await begun(service)

    asyncio.run(before())
    second = fresh(cluster.url)
    back_up(first, tmp_path / "one")
    restore(tmp_path / "one", second)
    assert rows(second) == rows(first)
    back_up(second, tmp_path / "two")
    third = f"sqlite:///{tmp_path / 'third.sqlite'}"
    restore(tmp_path / "two", third)
    assert rows(third) == rows(first)
    assert all(rows(first)[name] for name in ("tables", "seats", "decisions", "games"))


def test_a_backup_of_an_earlier_version_is_brought_up_to_date(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "old") as old:
        old.executescript((FIXTURES / "tables-0001.sql").read_text(encoding="utf-8"))
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    assert restore(tmp_path / "old", url) > 0

    async def looked() -> None:
        async with serving(url) as service:
            assert service.count > 0

    asyncio.run(looked())


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def story() -> None:
        async with serving(url) as service:
            await begun(service)
            back_up(url, tmp_path / "backup")
            with pytest.raises(StorageError, match="there already"):
                back_up(url, tmp_path / "backup")
            with pytest.raises(StorageError, match="Another Mirabilia server"):
                restore(tmp_path / "backup", url)

    asyncio.run(story())
    before = rows(url)
    with pytest.raises(StorageError, match="not empty"):
        restore(tmp_path / "backup", url)
    assert rows(url) == before
    (tmp_path / "other.part").touch()
    with pytest.raises(StorageError, match="no backup"):
        back_up(url, tmp_path / "other")  # another one may be at it
    assert (tmp_path / "other.part").exists()


def test_what_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def story() -> None:
        async with serving(url) as service:
            await begun(service)

    asyncio.run(story())
    back_up(url, tmp_path / "backup")

    def full(*_: object) -> int:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(backup, "_copy", full)
    with pytest.raises(StorageError, match="disk is full"):
        back_up(url, tmp_path / "another")
    assert not list(tmp_path.glob("another*"))
    monkeypatch.undo()
    bad = f"sqlite:///{tmp_path / 'new.sqlite'}"
    with sqlite3.connect(tmp_path / "backup") as connection:
        connection.execute("UPDATE seats SET code = 'nobody'")  # seats of a table that is not there
    with pytest.raises(StorageError):
        restore(tmp_path / "backup", bad)
    assert not any(rows(bad)[name] for name in ("tables", "seats", "decisions"))


@pytest.mark.parametrize("text", [b"", b"nothing", b"SQLite format 3\0" + b"x" * 500])
def test_a_file_that_is_no_backup_is_refused(text: bytes, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(text)
    with pytest.raises(StorageError, match="no backup"):
        restore(tmp_path / "file", f"sqlite:///{tmp_path / 'new.sqlite'}")


def test_the_commands_say_what_they_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = str(tmp_path / "tables.sqlite")

    async def story() -> None:
        async with serving(f"sqlite:///{url}") as service:
            await begun(service)

    asyncio.run(story())
    file, new = str(tmp_path / "backup"), str(tmp_path / "new.sqlite")
    assert cli.main(["backup", file, "--database", url]) == 0
    assert "1 table and all that belongs to it" in capsys.readouterr().out
    assert cli.main(["restore", file, "--database", new]) == 0
    assert "1 table is there again" in capsys.readouterr().out
    assert cli.main(["backup", file, "--database", url]) == 2
    assert cli.main(["backup", f"{file}2", "--database", str(tmp_path / "none")]) == 2
    assert "There is no database" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()
    assert cli.main(["restore", str(tmp_path / "none"), "--database", f"{new}2"]) == 2
