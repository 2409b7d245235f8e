"""Tables in a database: SQLite, and a real PostgreSQL where its programs are found."""

import asyncio
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from databases import earlier, fresh
from mirabilia.table.rooms import puzzling
from mirabilia.table.rooms.refused import Refused
from mirabilia.table.rooms.schema import Change, Decided, metadata
from mirabilia.table.rooms.storage import Storage, StorageError, migrate
from mirabilia.table.rooms.table import new_table
from mirabilia.table.rooms.table_view import OVER, Options
from tables import ANN, BEN, CLEO, play_on, serving

pytest_plugins = ["database_fixtures"]


@pytest.fixture
def storage(url: str) -> Iterator[Storage]:
    found = Storage(url)
    found.start()
    yield found
    found.stop()


def opened(code: str = "abcdef") -> Change:
    stored = new_table(code, Options(players=3, expansions=("leaders",)), (), ANN)
    return Change(code, stored.row(), new=True, seats=stored.seats)


def entry(number: int, move: str | None = "skip") -> Decided:
    return Decided(number, number + 2, 0, move, "person", 1.5)


def test_what_is_written_is_read_again(storage: Storage) -> None:
    change = opened()
    asyncio.run(storage.write(change))
    asyncio.run(storage.write(Change("abcdef", decisions=[entry(0), entry(1, None)])))
    seat = change.seats[1]
    seat.name, seat.visitor = "Änn O'Brien 🎲", BEN
    asyncio.run(storage.write(Change("abcdef", {"status": "playing", "version": 7}, seats=[seat])))
    (found,) = storage.load_tables()
    assert found == storage.load_table("abcdef")
    assert (found.status, found.version, found.host) == ("playing", 7, ANN)
    assert found.options.expansions == ("leaders",)
    assert found.seats[1] == seat
    assert storage.load_decisions("abcdef") == [entry(0), entry(1, None)]


def test_in_memory_who_reads_meanwhile_does_not_undo_what_is_written() -> None:
    storage = Storage("sqlite://")
    storage.start()
    reader = threading.Thread(target=storage.load_tables)

    def write(connection: sa.Connection) -> None:
        connection.execute(sa.insert(puzzling.rows), {"day": "2026-01-01", "puzzle": b""})
        reader.start()
        reader.join(0.2)

    try:
        asyncio.run(storage.write_beside(write))
        reader.join()
        days = sa.select(puzzling.rows.c.day)
        assert storage.read(lambda connection: connection.execute(days).scalar()) == "2026-01-01"
    finally:
        storage.stop()


def test_a_table_is_deleted_with_all_it_has(storage: Storage) -> None:
    asyncio.run(storage.write(opened(), Change("abcdef", decisions=[entry(0)])))
    asyncio.run(storage.write(Change("abcdef", delete=True)))
    assert storage.load_tables() == []
    assert storage.load_decisions("abcdef") == []
    assert storage.load_table("abcdef") is None


def test_many_decisions_share_a_commit(storage: Storage) -> None:
    async def story() -> int:
        await storage.write(opened())
        before = storage.commits
        await asyncio.gather(
            *(storage.write(Change("abcdef", decisions=[entry(number)])) for number in range(100))
        )
        return storage.commits - before

    assert asyncio.run(story()) < 60
    assert len(storage.load_decisions("abcdef")) == 100


def test_one_that_fails_does_not_spoil_the_others(storage: Storage) -> None:
    async def story() -> list[Any]:
        await storage.write(opened())
        good = [storage.write(Change("abcdef", decisions=[entry(number)])) for number in range(5)]
        bad = storage.write(Change("nobody", decisions=[entry(0)]))
        return await asyncio.gather(*good, bad, return_exceptions=True)

    *good, bad = asyncio.run(story())
    assert good == [None] * 5
    assert isinstance(bad, StorageError)
    assert len(storage.load_decisions("abcdef")) == 5


def test_migrations_lead_to_the_tables_the_program_knows(storage: Storage) -> None:
    with storage.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    migrate(storage.engine)  # again: nothing to do


def test_whole_games_and_restarts(url: str) -> None:
    async def begin() -> str:
        async with serving(url) as service:
            code = await service.create(Options(players=3), "Ann", ANN)
            await service.join(code, BEN, "Ben")
            await service.join(code, CLEO, "Cleo")
            await play_on(service, code, [ANN, BEN, CLEO], 5)
            return code

    async def finish(code: str) -> None:
        async with serving(url) as service:
            assert (await service.table_view(code, BEN)).step == 5
            assert (await play_on(service, code, [ANN, BEN, CLEO])).status == OVER

    asyncio.run(finish(asyncio.run(begin())))


def test_a_commit_to_sqlite_is_on_the_disk(tmp_path: Path) -> None:
    found = Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    found.start()
    with found.engine.connect() as connection:
        assert connection.execute(sa.text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(sa.text("PRAGMA synchronous")).scalar() == 2
    found.stop()


# One server


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.sqlite'}"


def test_a_file_has_one_server(file: str) -> None:
    first, second = Storage(file), Storage(file)
    first.start()
    try:
        with pytest.raises(StorageError, match="Another Mirabilia server has this database"):
            second.open()
        asyncio.run(first.write(opened()))
    finally:
        first.stop()
    second.start()  # the first has stopped
    assert [table.code for table in second.load_tables()] == ["abcdef"]
    second.stop()


def test_a_database_by_another_name_is_the_same(tmp_path: Path) -> None:
    (tmp_path / "link.sqlite").symlink_to(tmp_path / "tables.sqlite")
    first = Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    first.open()
    with pytest.raises(StorageError, match="Another Mirabilia"):
        Storage(f"sqlite:///{tmp_path / 'link.sqlite'}").open()
    first.stop()


def test_a_successor_waits_for_a_file_until_its_predecessor_has_stopped(file: str) -> None:
    code = (
        "import sys\n"
        "from mirabilia.table.rooms.storage import Storage\n"
        "storage = Storage(sys.argv[1])\n"
        "print('waiting', flush=True)\n"
        "storage.open(patience=30)\n"
        "storage.start()\n"
        "print(len(storage.load_tables()), flush=True)\n"
        "storage.stop()\n"
    )
    first = Storage(file)
    first.start()
    with subprocess.Popen([sys.executable, "-c", code, file], stdout=subprocess.PIPE) as successor:
        assert successor.stdout is not None
        assert successor.stdout.readline() == b"waiting\n"
        asyncio.run(first.write(opened()))
        assert successor.poll() is None
        first.stop()
        assert successor.stdout.readline() == b"1\n"
        assert successor.wait(10) == 0


# A database that goes away


def cut_off(url: str) -> None:
    """End all sessions but this one."""
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        connection.execute(
            sa.text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )
        )
    engine.dispose()


def test_a_lone_write_after_a_lost_connection_is_tried_again(cluster: Any) -> None:
    storage = Storage(fresh(cluster.url))
    storage.start()
    asyncio.run(storage.write(opened()))
    for number in range(3):
        cut_off(cluster.url)
        asyncio.run(storage.write(Change("abcdef", decisions=[entry(number)])))
    cut_off(cluster.url)
    assert len(storage.load_decisions("abcdef")) == 3
    storage.stop()


def test_what_was_written_before_the_connection_broke_is_not_written_twice(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commit went through, but nobody heard of it."""
    transact, unheard = Storage._transact, [True]

    def cut(self: Storage, *given: Any, **named: Any) -> None:
        transact(self, *given, **named)
        if unheard and unheard.pop():
            raise sa.exc.OperationalError("COMMIT", {}, Exception("the connection is gone"))

    monkeypatch.setattr(Storage, "_transact", cut)
    asyncio.run(storage.write(opened()))
    unheard[:] = [True]
    asyncio.run(storage.write(Change("abcdef", decisions=[entry(0)])))
    unheard[:] = [True]
    asyncio.run(storage.write(Change("abcdef", {"status": "over", "version": 9})))
    assert storage.load_decisions("abcdef") == [entry(0)]
    (found,) = storage.load_tables()
    assert (found.status, found.version) == ("over", 9)


def test_what_can_not_be_read_is_said_in_a_sentence(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    storage.start()
    asyncio.run(storage.write(opened()))
    with sqlite3.connect(tmp_path / "tables.sqlite") as other:
        other.execute("DROP TABLE decisions")
    for read in (storage.load_tables, lambda: storage.load_decisions("abcdef")):
        with pytest.raises(StorageError, match="Nothing could be read: no such table: decisions"):
            read()
    secret = opened().table or {}
    with pytest.raises(StorageError, match="Nothing was stored: no such table: decisions"):
        asyncio.run(storage.write(Change("abcdef", decisions=[entry(0)])))
    assert any("no such table" in str(vars(line)) for line in caplog.records)
    assert secret["secret"] not in caplog.text
    storage.stop()


def test_the_last_decision_says_when_a_table_was_last_touched(storage: Storage) -> None:
    """A game that is played every day is not an abandoned one, also after a restart."""
    change = opened()
    assert change.table is not None
    change.table["touched"] = 1.0
    asyncio.run(storage.write(change, Change("abcdef", decisions=[entry(0), entry(3)])))
    (found,) = storage.load_tables()
    assert (found.touched, found.version) == (1.5, 5)


def test_after_the_end_nothing_waits_to_be_written(storage: Storage) -> None:
    storage.stop()
    with pytest.raises(StorageError, match="closed"):
        asyncio.run(storage.write(opened()))


# What can't be a database


def _directory(folder: Path) -> str:
    return str(folder)


def _text(folder: Path) -> str:
    (folder / "notes.txt").write_text("Not a database, but a shopping list. " * 50)
    return str(folder / "notes.txt")


def _under_a_file(folder: Path) -> str:
    (folder / "file").write_text("")
    return str(folder / "file" / "tables.sqlite")


def _newer(folder: Path) -> str:
    with sqlite3.connect(folder / "newer.sqlite") as database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        database.execute("INSERT INTO alembic_version VALUES ('9999')")
    return str(folder / "newer.sqlite")


def _another_program(folder: Path) -> str:
    with sqlite3.connect(folder / "other.sqlite") as database:
        database.execute("CREATE TABLE tables (legs INTEGER)")
    return str(folder / "other.sqlite")


BAD: dict[str, str | Callable[[Path], str]] = {
    "another kind": "mysql://localhost/tables",
    "no kind at all": "carrier-pigeon://roof",
    "no URL": "://",
    "an odd port": "postgresql://localhost:port/tables",
    "nobody there": "postgresql://localhost:1/tables",
    "no such socket": "postgresql:///tables?host=/nowhere",
    "an option unknown": "postgresql://localhost/tables?colour=blue",
    "a driver unknown": "sqlite+pigeon:///tables.sqlite",
    "an option of SQLite unknown": "sqlite:///tables.sqlite?timeout=soon",
    "a NUL": "tables\0.sqlite",
    "too long": "a" * 5000,
    "a home of nobody": "~nobody-of-that-name/tables.sqlite",
    "a folder": _directory,
    "a text": _text,
    "under a file": _under_a_file,
    "a newer one": _newer,
    "another program's": _another_program,
}


@pytest.mark.parametrize("name", BAD)
def test_what_can_not_be_a_database_is_refused_with_a_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from mirabilia.cli import main

    monkeypatch.chdir(tmp_path)
    bad = BAD[name]
    database = bad if isinstance(bad, str) else bad(tmp_path)
    assert main(["serve", "--no-open", "--port", "0", "--database", database]) != 0
    told = capsys.readouterr()
    lines = (told.out + told.err).strip().splitlines()
    assert len(lines) == 1, lines
    assert "Traceback" not in lines[0]
    assert len(lines[0]) < 400


# Databases of earlier versions


def test_tables_of_the_first_version_are_brought_up_to_date(url: str) -> None:
    """Who waits goes on; what was begun by other rules is closed, and never another game."""
    earlier("0001", url)

    async def story() -> None:
        async with serving(url) as service:
            mine = {table.code: table for table in service.my_tables(ANN)}
            assert {code: table.status for code, table in mine.items()} == {
                "f6h6nc": "waiting",
                "ryr4a2": "closed",
                "tua6s4": "closed",
                "ma3taj": "closed",
            }
            for code in ("ryr4a2", "tua6s4", "ma3taj"):
                with pytest.raises(Refused, match="rules have changed since this game was begun"):
                    await service.table_view(code, ANN)
                with pytest.raises(Refused, match="rules have changed"):
                    await service.decide(code, ANN, 0, "skip", 0)
                with pytest.raises(Refused):
                    await service.record(code)
            await service.join("f6h6nc", BEN, "Ben")
            await service.start_game("f6h6nc", ANN)
            await play_on(service, "f6h6nc", [ANN, BEN], 3)
        async with serving(url) as service:  # begun by the rules of now, it goes on
            assert (await play_on(service, "f6h6nc", [ANN, BEN])).status == OVER

    asyncio.run(story())
    with sa.create_engine(url).connect() as connection:
        booked = connection.execute(sa.text("SELECT count(*) FROM decisions WHERE code='ryr4a2'"))
        assert booked.scalar() == 23


@pytest.mark.parametrize("change", ["catalogue", "rules"])
def test_a_table_of_other_rules_is_closed_though_all_its_moves_are_legal(
    url: str, change: str
) -> None:
    async def begin() -> str:
        async with serving(url) as service:
            code = await service.create(Options(players=3), "Ann", ANN)
            await service.join(code, BEN, "Ben")
            await service.join(code, CLEO, "Cleo")
            await play_on(service, code, [ANN, BEN, CLEO], 5)
            return code

    async def again(code: str) -> None:
        async with serving(url) as service:
            with pytest.raises(Refused, match=f"{said} have changed since"):
                await service.table_view(code, BEN)
            assert service.my_tables(BEN)[0].status == "closed"

    said = {"catalogue": "cards", "rules": "rules"}[change]
    code = asyncio.run(begin())
    with sa.create_engine(url).begin() as connection:
        value = "'0123456789abcdef'" if change == "catalogue" else "1"
        connection.execute(sa.text(f"UPDATE tables SET {change} = {value}"))
    asyncio.run(again(code))
