"""Tables in a database: SQLite, and a real PostgreSQL where its programs are found."""

import asyncio
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from mirabilia.table.glimpse import OVER, Options
from mirabilia.table.schema import Change, Decided, metadata
from mirabilia.table.storage import Storage, StorageError, migrate
from mirabilia.table.tables import new_table
from tables import ANN, BEN, CLEO, play_on, serving

POSTGRES = os.environ.get("MIRABILIA_POSTGRES", "")


def postgres_programs() -> Path | None:
    """The folder of initdb and pg_ctl."""
    if POSTGRES:
        return Path(POSTGRES)
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    named = shutil.which("initdb")
    if named:
        return Path(named).parent
    return found[-1].parent if found else None


class Postgres:
    """A cluster of its own, reached by a socket in its folder; not run by root, who may not."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs, self._folder = programs, folder
        self._as: list[str] = []
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
            self._as = ["runuser", "-u", "postgres", "--"]

    def _run(self, name: str, *arguments: str) -> None:
        command = [*self._as, str(self._programs / name), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self._folder, timeout=60)

    def start(self) -> str:
        data = str(self._folder / "data")
        self._run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "--no-sync")
        options = f"-k {self._folder} -c listen_addresses='' -c fsync=off"
        self._run("pg_ctl", "-D", data, "-w", "-l", f"{self._folder}/log", "-o", options, "start")
        return f"postgresql+psycopg://postgres@/postgres?host={self._folder}"

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self._folder / "data"), "-m", "immediate", "stop")


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    programs = postgres_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed (initdb not found; see MIRABILIA_POSTGRES).")
    with tempfile.TemporaryDirectory(prefix="pg") as name:  # a socket's path has to be short
        folder = Path(name)
        folder.chmod(0o755)
        cluster = Postgres(programs, folder)
        url = cluster.start()
        try:
            yield url
        finally:
            cluster.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of either kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'tables.sqlite'}"
        return
    found: str = request.getfixturevalue("postgres")
    engine = sa.create_engine(found)
    with engine.begin() as connection:
        metadata.drop_all(connection)
        connection.execute(sa.text("DROP TABLE IF EXISTS alembic_version"))
    engine.dispose()
    yield found


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
    seat.name, seat.holder = "Änn O'Brien 🎲", BEN
    asyncio.run(storage.write(Change("abcdef", {"status": "playing", "version": 7}, seats=[seat])))
    (found,) = storage.load_tables()
    assert found == storage.load_table("abcdef")
    assert (found.status, found.version, found.host) == ("playing", 7, ANN)
    assert found.options.expansions == ("leaders",)
    assert found.seats[1] == seat
    assert storage.load_decisions("abcdef") == [entry(0), entry(1, None)]


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
            assert (await service.glimpse(code, BEN)).step == 5
            assert (await play_on(service, code, [ANN, BEN, CLEO])).status == OVER

    asyncio.run(finish(asyncio.run(begin())))


def test_a_commit_to_sqlite_is_on_the_disk(tmp_path: Path) -> None:
    found = Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    found.start()
    with found.engine.connect() as connection:
        assert connection.execute(sa.text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(sa.text("PRAGMA synchronous")).scalar() == 2
    found.stop()
