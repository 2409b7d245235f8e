"""Several processes on one PostgreSQL: any answers anything, each table is kept by one."""

import asyncio
import contextlib
import random
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from databases import fresh
from gates import Gate
from mirabilia.table.rooms import fellows, leases
from mirabilia.table.rooms.schema import Change, Decided
from mirabilia.table.rooms.storage import Storage, StorageError
from mirabilia.table.rooms.table import new_table
from mirabilia.table.rooms.table_view import OVER, PLAYING, Options
from tables import ANN, Program, Served, events_of, served, serving
from waiting import PATIENCE, soon, spin

pytest_plugins = ["database_fixtures"]


@pytest.fixture
def database(cluster: Any) -> str:
    return fresh(cluster.url)


@pytest.fixture
def two(database: str) -> Iterator[tuple[Served, Served]]:
    """Two servers of one database, which have heard of each other."""
    with served(database) as first, served(database) as second:
        yield first, second


def at(server: Served, program: Program) -> Program:
    """The same program, asking another server."""
    other = server.program()
    other.code, other.seat, other.token = program.code, program.seat, program.token
    return other


# Leases and the fence


def opened(code: str) -> Change:
    stored = new_table(code, Options(players=3), (), ANN)
    return Change(code, stored.row(), new=True, seats=stored.seats)


@contextlib.contextmanager
def storing(database: str) -> Iterator[Storage]:
    storage = Storage(database)
    storage.start()
    try:
        yield storage
    finally:
        storage.stop()


def test_who_was_declared_gone_commits_nothing_any_more(database: str) -> None:
    with storing(database) as first, storing(database) as second:
        ours, _ = first.enter("127.0.0.1:1")
        theirs, _ = second.enter("127.0.0.1:2")
        asyncio.run(
            first.write(opened("abcdef"), Change("", also=[leases.keep("abcdef", ours.number)]))
        )
        with first.engine.begin() as connection:
            gone = sa.update(leases.servers).where(leases.servers.c.id == ours.number)
            connection.execute(gone.values(until=0.0))
        found = leases.Round(theirs.number, 0.0, steady=True)
        asyncio.run(second.write_beside(found.write))
        assert found.gone == (ours.number,)
        assert found.free == 1
        entry = Decided(0, 2, 0, "skip", "person", 1.5)
        with pytest.raises(StorageError, match="have gone to others"):
            asyncio.run(first.write(Change("abcdef", decisions=[entry])))
        assert ours.over
        assert not ours.sure
        assert second.load_decisions("abcdef") == []
        again, _ = first.enter("127.0.0.1:1")
        assert again.number > theirs.number
        asyncio.run(first.write(Change("abcdef", decisions=[entry])))


def test_what_was_asked_for_under_a_lease_that_is_over_is_not_written_under_the_next(
    database: str,
) -> None:
    async def story(storage: Storage) -> None:
        storage.enter("127.0.0.1:1")
        held, going = threading.Event(), threading.Event()

        def wait(_: sa.Connection) -> None:
            going.set()
            held.wait(PATIENCE)

        first = asyncio.ensure_future(storage.write_beside(wait))
        await asyncio.to_thread(going.wait, PATIENCE)
        late = asyncio.ensure_future(storage.write(opened("abcdef")))
        await asyncio.sleep(0.05)
        await asyncio.to_thread(storage.enter, "127.0.0.1:1")
        held.set()
        await first
        with pytest.raises(StorageError, match="have gone to others"):
            await late

    with storing(database) as storage:
        asyncio.run(story(storage))
        assert storage.load_tables() == []


def test_a_commit_that_is_under_way_saves_its_process_and_nobody_waits_for_it(
    database: str,
) -> None:
    """Its process may have stopped in the middle of it, and others have tables of their own."""
    with storing(database) as first, storing(database) as second:
        ours, _ = first.enter("127.0.0.1:1")
        theirs, _ = second.enter("127.0.0.1:2")
        with first.engine.begin() as connection:
            old = sa.update(leases.servers).where(leases.servers.c.id == ours.number)
            connection.execute(old.values(until=0.0))
        held, going = threading.Event(), threading.Event()

        def wait(_: sa.Connection) -> None:
            going.set()
            held.wait(PATIENCE)

        async def story() -> leases.Round:
            commit = asyncio.ensure_future(first.write_beside(wait))
            await asyncio.to_thread(going.wait, PATIENCE)
            found = leases.Round(theirs.number, 0.0, steady=True)
            try:
                await second.write_beside(found.write)
            finally:
                held.set()
            await commit
            return found

        assert asyncio.run(story()).gone == ()


def test_a_process_that_stops_in_the_middle_of_a_commit_soon_locks_nothing_any_more(
    database: str,
) -> None:
    found: list[str] = []

    def look(connection: sa.Connection) -> None:
        shown = connection.exec_driver_sql("SHOW idle_in_transaction_session_timeout")
        found.append(shown.scalar_one())

    with storing(database) as storage:
        asyncio.run(storage.write_beside(look))
        storage._drop()
        asyncio.run(storage.write_beside(look))
        storage.read(look)  # who copies everything may take his time
    assert found == ["4s", "4s", "30s"]


def test_who_has_no_session_any_more_is_gone_sooner_than_who_is_only_late(database: str) -> None:
    with storing(database) as first, storing(database) as second:
        ours, _ = first.enter("127.0.0.1:1")
        asyncio.run(first.write_beside())
        theirs, _ = second.enter("127.0.0.1:2")

        def late() -> leases.Round:
            with second.engine.begin() as connection:
                row = sa.update(leases.servers).where(leases.servers.c.id == ours.number)
                until = leases._now + (leases.LASTS - leases.SILENT - 0.5)
                connection.execute(row.values(until=until))
            found = leases.Round(theirs.number, 0.0, steady=True)
            asyncio.run(second.write_beside(found.write))
            return found

        assert late().gone == ()
        first._drop()  # as if it had been killed
        soon(lambda: late().gone)


def test_nobody_is_declared_gone_by_who_comes_back_himself(database: str) -> None:
    seconds = 100.0
    lease = leases.Lease(1, lambda: seconds)
    assert not lease.steady
    for _ in range(4):
        seconds += 1
        lease.note(seconds)
    assert lease.steady
    seconds += leases.SILENT
    assert not lease.sure
    lease.note(seconds)  # after an outage
    assert lease.sure
    assert not lease.steady


def test_who_is_alone_lets_nobody_in_and_a_newer_program_does_not_change_what_others_use(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with storing(database) as first:
        with pytest.raises(StorageError, match="Another Mirabilia server"):
            Storage(database).open(alone=True)
        with first.engine.begin() as connection:
            connection.execute(sa.text("UPDATE alembic_version SET version_num = '0011'"))
        with pytest.raises(StorageError, match="another version is running"):
            Storage(database).open()


def test_an_older_program_stores_nothing_in_a_database_that_a_newer_one_has_changed(
    database: str,
) -> None:
    """The database was restarted, and the newer one came first, so it was alone."""
    with storing(database) as storage:
        asyncio.run(storage.write(opened("abcdef")))
        with storage.engine.begin() as connection:
            connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
        storage._drop()
        with pytest.raises(StorageError, match="another version is running"):
            asyncio.run(storage.write(opened("ghjkmn")))
        assert [table.code for table in storage.load_tables()] == ["abcdef"]


def test_two_that_start_at_once_bring_the_database_up_to_date_once(database: str) -> None:
    found = [Storage(database) for _ in range(3)]
    threads = [threading.Thread(target=storage.open) for storage in found]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    for storage in found:
        assert storage._connection is not None
        storage.stop()


# Two servers


def test_any_process_answers_for_a_table(two: tuple[Served, Served]) -> None:
    first, second = two
    ann = first.program().create(players=3)
    ben = second.program().join(ann.code, "Ben")
    assert second.service.count == 0
    first.program().join(ann.code, "Cleo")
    at(second, ann).post("start")
    view = at(second, ben).get()
    assert view["status"] == "playing"
    chance = random.Random(1)
    assert at(second, ben).decide(view, chance)
    here, there = ben.get(), at(first, ben).get()
    assert here["version"] == there["version"]
    with second.client() as client:
        page = client.get(f"/t/{ann.code}", cookies={"mirabilia": ann.token})
        assert page.status_code == 200
        assert client.get("/t/aaaaaa").status_code == 404
        assert client.get("/api/tables/aaaaaa").status_code == 404


def test_what_is_refused_is_refused_the_same_wherever_it_is_asked(
    two: tuple[Served, Served],
) -> None:
    ann = two[0].program().create(players=3, begin=True)
    view = ann.get()
    for body in ({"move": "nonsense", "step": view["step"]}, {"move": "skip", "step": 99}, {}):
        answers = []
        for server in two:
            with server.client(headers={"Authorization": f"Bearer {ann.token}"}) as client:
                answer = client.post(f"/api/tables/{ann.code}/decide", json=body)
                answers.append((answer.status_code, answer.json(), sorted(answer.headers)))
        assert answers[0] == answers[1]
        assert answers[0][0] >= 400


def test_who_asks_is_known_where_it_is_passed_on(two: tuple[Served, Served]) -> None:
    """Address, scheme and host are those of the client, as the proxy tells them."""
    first, second = two
    ann = first.program().create(players=3)
    headers = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https", "Host": "play.example"}
    with (
        second.client(headers=headers) as client,
        client.stream("GET", f"/api/stream?t={ann.code}") as stream,
    ):
        events = events_of(stream.iter_lines())
        next(events)
        assert first.service.hub.count("192.0.2.7") == 1
        page = client.get(f"/t/{ann.code}")
    assert "https://play.example" in page.text


def test_who_comes_to_new_tables_elsewhere_does_not_guess(database: str) -> None:
    """Nobody has told this process of them yet, and many come from one address at once."""
    with (
        served(database) as first,
        served(database, guess_limit=(3, 0)) as second,
        second.client() as client,
    ):
        for _ in range(8):
            ann = first.program().create(players=3)
            assert client.get(f"/t/{ann.code}").status_code == 200
            ann = first.program().create(players=3)
            with client.stream("GET", f"/api/stream?t={ann.code}") as stream:
                assert stream.status_code == 200
        statuses = [client.get(f"/t/aaaaa{letter}").status_code for letter in "abcdef"]
        assert statuses[0] == 404
        assert statuses[-1] == 429


def test_lists_and_seats_are_known_everywhere(two: tuple[Served, Served]) -> None:
    first, second = two
    ann = first.program().create(players=3, listed=True)

    def listed(server: Served) -> list[str]:
        with server.client() as client:
            return [table["code"] for table in client.get("/api/tables").json()["tables"]]

    soon(lambda: listed(second) == [ann.code])
    visitor = first.service.outline(ann.code).host  # type: ignore[union-attr]
    assert visitor is not None
    assert second.service.has_seat(visitor, ann.code)
    with second.client(headers={"Authorization": f"Bearer {ann.token}"}) as client:
        (mine,) = client.get("/api/mine").json()["tables"]
        assert mine["code"] == ann.code
    first.program().join(ann.code, "Ben")
    first.program().join(ann.code, "Cleo")
    at(second, ann).post("start")
    soon(lambda: listed(second) == [])
    soon(lambda: [table.status for table in second.service.my_tables(visitor)] == [PLAYING])
    view = ann.get()
    ann.decide(view, random.Random(1))
    soon(lambda: not second.service.my_tables(visitor)[0].your_turn)


def test_updates_reach_streams_at_any_process_and_tables_of_several_are_one_stream(
    two: tuple[Served, Served],
) -> None:
    first, second = two
    ann, ben = (server.program().create(players=3, begin=True) for server in two)
    ben.token, token = "", ann.token
    asked = f"/api/stream?t={ann.code}&t={ben.code}"
    with (
        second.client(headers={"Authorization": f"Bearer {token}"}) as client,
        client.stream("GET", asked) as stream,
    ):
        events = events_of(stream.iter_lines())
        heard = [next(events) for _ in range(2)]
        assert {data["code"] for _, name, data in heard if name == "update"} == {ann.code, ben.code}
        last, _, _ = heard[-1]
        assert {entry.partition(":")[0] for entry in last.split(",")} == {ann.code, ben.code}
        view = ann.get()
        ann.decide(view, random.Random(1))
        while True:
            event_id, _, data = next(events)
            if data["code"] == ann.code and data["version"] > view["version"]:
                break
    # It goes on from there, wherever it is asked for.
    headers = {"Authorization": f"Bearer {token}", "Last-Event-ID": event_id}
    ann.decide(ann.get(), random.Random(2))
    with first.client(headers=headers) as client, client.stream("GET", asked) as stream:
        _, _, data = next(events_of(stream.iter_lines()))
        assert data["version"] > view["version"]


def test_a_rematch_leads_everybody_to_one_table(two: tuple[Served, Served]) -> None:
    first, second = two
    ann = first.program().create(players=3, begin=True)
    chance = random.Random(3)
    end = time.monotonic() + 60
    while (view := ann.get())["status"] != OVER and time.monotonic() < end:
        at(second, ann).decide(view, chance)
    codes = {at(server, ann).post("rematch")["code"] for server in (second, first, second)}
    assert len(codes) == 1


# Tables that go elsewhere


def test_who_stops_leaves_its_tables_to_others_at_once(database: str) -> None:
    with served(database) as second:
        with served(database) as first:
            ann = first.program().create(players=3, begin=True, clock=300)
            view = ann.get()
            ann.decide(view, random.Random(1))
            version = ann.get()["version"]
        other = at(second, ann)
        assert other.get()["version"] >= version
        assert second.service.keeps(ann.code)
        left = other.get()["seconds_left"]
        assert left is None or 250 < left <= 300


def test_while_a_process_ends_its_tables_nobody_is_told_that_one_is_not_there(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    statuses: list[int] = []
    ended, told = threading.Event(), threading.Event()
    with served(database) as second:
        with served(database) as first:
            ann = first.program().create(players=3, begin=True)
            soon(lambda: second.service.elsewhere.keeper(ann.code))
            keeper = first.service._keepers[ann.code]
            end, mistaken = keeper.end, second.service.elsewhere.mistaken

            async def slowly() -> None:
                await end()
                ended.set()
                await asyncio.to_thread(told.wait, PATIENCE)

            def sent_away(code: str, number: int) -> None:
                mistaken(code, number)
                told.set()

            def ask() -> None:
                ended.wait(PATIENCE)
                with second.client(headers={"Authorization": f"Bearer {ann.token}"}) as client:
                    statuses.append(client.get(f"/api/tables/{ann.code}").status_code)
                told.set()

            monkeypatch.setattr(keeper, "end", slowly)
            monkeypatch.setattr(second.service.elsewhere, "mistaken", sent_away)
            asking = threading.Thread(target=ask)
            asking.start()
        asking.join(PATIENCE)
        assert statuses
        assert 404 not in statuses
        soon(lambda: second.service.keeps(ann.code))


def test_a_listener_stays_where_he_is_when_a_table_goes_elsewhere(database: str) -> None:
    with served(database) as second, contextlib.ExitStack() as stack:
        with served(database) as first:
            ann = first.program().create(players=3, begin=True)
            headers = {"Authorization": f"Bearer {ann.token}"}
            client = stack.enter_context(second.client(headers=headers))
            path = f"/api/stream?t={ann.code}"
            lines = stack.enter_context(client.stream("GET", path)).iter_lines()
            events = events_of(lines)
            numbers = [event["number"] for event in next(events)[2]["events"]]
            ann.decide(ann.get(), random.Random(1))
        other, steps = at(second, ann), 0
        while steps < 3:
            _, name, data = next(events)
            if name == "update":
                steps += 1
                numbers += [event["number"] for event in data["events"]]
                with contextlib.suppress(AssertionError):  # the game may have moved on
                    other.decide(data, random.Random(steps))
    assert second.service is not None
    assert numbers == list(range(len(numbers)))


def test_the_same_decision_sent_to_both_at_once_is_one(two: tuple[Served, Served]) -> None:
    first, second = two
    ann = first.program().create(players=3, begin=True)
    view = ann.get()
    offer = next(each for each in view["offers"] if each["choice"] is None)
    body = {"move": offer["moves"][0], "step": view["step"], "seat": offer["seat"]}
    threads = [
        threading.Thread(target=at(server, ann).post, args=("decide",), kwargs=body)
        for server in (first, second, first, second)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    mine = [
        entry
        for entry in first.service.storage.load_decisions(ann.code)
        if entry.decider == "person" and entry.move == body["move"]
    ]
    assert len(mine) == 1


def test_a_process_that_is_asked_for_what_it_does_not_keep_says_so(
    two: tuple[Served, Served],
) -> None:
    """Nothing that was passed on is passed on again, whatever somebody believes."""
    first, second = two
    ann = first.program().create(players=3, begin=True)
    soon(lambda: second.service.elsewhere.keeper(ann.code))
    # The first is made to believe that the second keeps its table.
    keeper = first.service._keepers.pop(ann.code)
    number = second.service.fellows.number  # type: ignore[union-attr]
    first.service.elsewhere._keepers[ann.code] = number
    first.service.elsewhere.outlines[ann.code] = keeper.outline
    began = time.monotonic()
    with first.client(headers={"Authorization": f"Bearer {ann.token}"}) as client:
        answering = threading.Timer(1.0, first.service._keepers.__setitem__, (ann.code, keeper))
        answering.start()
        assert client.get(f"/api/tables/{ann.code}").status_code == 200
    assert time.monotonic() - began < 8


def test_a_process_that_was_given_up_begins_anew_and_shows_nothing_old(
    two: tuple[Served, Served],
) -> None:
    """As if it had been paused: its lease is taken away, and others keep its tables."""
    first, second = two
    ann = first.program().create(players=3, begin=True)
    before = ann.get()
    number = first.service.fellows.number  # type: ignore[union-attr]
    with second.service.storage.engine.begin() as connection:
        connection.execute(sa.delete(leases.servers).where(leases.servers.c.id == number))
        leases.keep(ann.code, second.service.fellows.number)(connection)  # type: ignore[union-attr]
    other = at(second, ann)
    soon(lambda: second.service.keeps(ann.code))
    view = other.get()
    assert view["version"] >= before["version"]
    other.decide(view, random.Random(1))
    soon(lambda: not first.service.keeps(ann.code))
    assert ann.get()["version"] == other.get()["version"]
    assert first.service.fellows.number != number  # type: ignore[union-attr]


def test_a_process_has_about_its_share_of_what_nobody_keeps(database: str) -> None:
    with served(database) as first:
        codes = [first.program().create(players=3).code for _ in range(8)]
    with served(database) as first, served(database) as second:
        for server in (first, second):
            for keeper in server.service._keepers.values():
                keeper.used -= 1000
        soon(lambda: first.service.count + second.service.count == len(codes))
        soon(lambda: second.service.count >= 3)


def test_holidays_and_talk_of_one_process_are_known_to_the_others(
    two: tuple[Served, Served],
) -> None:
    first, second = two
    ann = first.program().create(players=3)
    visitor = first.service.outline(ann.code).host or ""  # type: ignore[union-attr]

    def run(server: Served, work: Any) -> Any:
        loop = server.service.fellows._following  # type: ignore[union-attr]
        task = next(iter(loop.values()))
        return asyncio.run_coroutine_threadsafe(work, task.get_loop()).result(20)

    until = time.time() + 3600
    run(first, first.service.slow.go_away(visitor, until))
    soon(lambda: second.service.slow.holidays.until(visitor))
    run(second, second.service.slow.come_home(visitor))
    soon(lambda: first.service.slow.holidays.until(visitor) is None)


def test_one_process_makes_puzzles_reviews_and_pads(two: tuple[Served, Served]) -> None:
    first, second = two
    assert first.service.eldest
    assert not second.service.eldest
    with first.client() as one, second.client() as other:
        code = other.post("/me/lend").text.partition("code=")[2][:10]
        made = other.post("/pad", data={"players": "3"})
        assert made.status_code == 303
        assert one.get(made.headers["location"]).status_code == 200
        assert first.service.history.lending.waits(code)
        assert one.get("/puzzle").status_code == other.get("/puzzle").status_code
        assert second.service.puzzles._task is None


def test_all_processes_live_the_same_life(database: str) -> None:
    async def story() -> None:
        async with serving(database) as first:
            first.slow.life.go_on(5000.0)
            async with serving(database) as second:
                await asyncio.sleep(2.5)
                assert abs(first.slow.life.now() - second.slow.life.now()) < 0.5
                assert second.slow.life.now() > 4990

    asyncio.run(story())


def test_who_has_no_clocks_does_not_count_on_while_the_database_is_away(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or the clocks of all others would jump when it is there again."""

    async def away(*_: Change) -> None:
        raise StorageError("The database is away.")

    async def story() -> None:
        async with serving(database) as service:
            life = service.slow.life
            with monkeypatch.context() as patched:
                patched.setattr(service.storage, "write", away)
                await spin(lambda: life.held)
            await spin(lambda: not life.held)

    asyncio.run(story())


def test_a_table_that_is_being_cleared_away_is_not_taken_up_again(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with serving(database) as service:
            assert service.fellows is not None
            code = await service.create(Options(players=3), "Ann", ANN)
            keeper, gate = service._keepers[code], Gate()
            monkeypatch.setattr(keeper, "end", gate.pass_through)
            gate.close()
            removing = asyncio.ensure_future(service._remove(keeper))
            await spin(lambda: gate.waiting)
            assert await service.fellows.take_up() == []
            gate.open()
            await removing
            assert await service.fellows.take_up() == []
            assert service.count == 0

    asyncio.run(story())


# Processes that do not answer


@contextlib.contextmanager
def silent(engine: sa.Engine, number: int) -> Iterator[None]:
    """A process whose machine is lost: its lease is over, its session is there, nobody answers."""
    with socket.create_server(("127.0.0.1", 0)) as listening, engine.connect() as session:
        address = f"127.0.0.1:{listening.getsockname()[1]}"
        row = {"id": number, "address": address, "until": leases._now - 1}
        session.execute(sa.insert(leases.servers).values(row))
        session.execute(sa.select(sa.func.pg_try_advisory_lock(leases._SESSION, number)))
        session.commit()
        yield


def test_a_process_starts_though_others_are_silent_that_have_not_been_declared_gone(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fellows, "LASTS", PATIENCE / 2)  # it has the time that it needs

    async def story(engine: sa.Engine) -> None:
        with silent(engine, 1001), silent(engine, 1002):
            async with serving(database) as service:
                assert service.fellows is not None
                assert service.fellows.members.keys() == {service.fellows.number}

    storage = Storage(database)
    storage.open()
    try:
        asyncio.run(story(storage.engine))
    finally:
        storage.stop()


def test_a_file_of_sqlite_has_no_fellows() -> None:
    async def story() -> None:
        async with serving() as service:
            assert service.fellows is None
            assert service.eldest

    asyncio.run(story())
