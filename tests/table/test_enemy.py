"""What somebody who means harm may try over HTTP: nobody but himself is the worse for it."""

import asyncio
import contextlib
import resource
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from mirabilia.table.http.connections import Connection
from mirabilia.table.http.streams import EventStream
from mirabilia.table.limits import Limit
from mirabilia.table.page import assets
from mirabilia.table.rooms import visitors
from mirabilia.table.rooms.service import Service
from mirabilia.table.settings import Settings
from tables import ANN, BEN, SMALL, Served, play_on, run, served, serving
from waiting import PATIENCE, soon

STREAM = b"GET /api/stream?t=abcdef HTTP/1.1\r\nHost: here\r\n"
CHUNKED = STREAM + b"Transfer-Encoding: chunked\r\n\r\n"
JSON = {"Accept": "application/json"}
SLOW = (5, 0.001)  # a limit that is soon reached


def connect(server: Served) -> socket.socket:
    host, port = server.url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=PATIENCE)


def told(enemy: socket.socket) -> bytes:
    """All that is answered, until the server hangs up."""
    found = b""
    with contextlib.suppress(ConnectionError):
        while part := enemy.recv(1 << 16):
            found += part
    return found


def at(address: str, token: str = "") -> dict[str, str]:
    """The headers of a request that came by a proxy on this machine."""
    bearer = {"Authorization": f"Bearer {token}"} if token else {}
    return {"X-Forwarded-For": address, **bearer}


def statuses(client: httpx.Client, number: int, path: str = "/api/tables", **options: Any) -> Any:
    return [client.get(path, **options).status_code for _ in range(number)]


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served(
        body_seconds=0.4, header_seconds=0.4, slowest_client=0.4, address_connections=50
    ) as found:
        yield found


# Streams


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(CHUNKED + (b"1000\r\n" + b"x" * 4096 + b"\r\n") * 5, id="a body too long"),
        pytest.param(CHUNKED + b"1\r\nx\r\n", id="a body that never ends"),
        pytest.param(CHUNKED + b"no number\r\n", id="a body that is none"),
        pytest.param((STREAM + b"\r\n") * 2, id="two requests at once"),
        pytest.param(STREAM + b"\r\n" + b"x" * 300_000, id="something else"),
    ],
)
@pytest.mark.parametrize("waits", [False, True])
def test_whatever_is_sent_with_a_stream_its_listener_goes(
    server: Served, sent: bytes, waits: bool
) -> None:
    for _ in range(3):
        with contextlib.suppress(OSError), connect(server) as enemy:
            enemy.sendall(sent)
            told(enemy) if waits else enemy.recv(100)
    soon(lambda: len(server.service.hub) == 0)
    assert not [line for line in server.log.lines if '"error"' in line]


@pytest.mark.parametrize("fails", ["receive", "send", "teller"])
def test_a_stream_ends_with_whatever_of_it_ends_first(fails: str) -> None:
    async def story(service: Service) -> None:
        code = await service.create(SMALL, "Ann", ANN)

        async def receive() -> Any:
            if fails == "receive":
                raise RuntimeError("receive")
            await asyncio.sleep(60)

        async def send(message: Any) -> None:
            if fails == "send":
                raise RuntimeError("send")

        def teller(*_: Any) -> Any:
            if fails == "teller":
                raise RuntimeError("teller")
            return "update", {}

        stream = EventStream(service, ANN, {code: 0}, teller, lambda _: None, address="here")
        with pytest.raises(RuntimeError, match=fails):
            await asyncio.wait_for(stream({"type": "http"}, receive, send), PATIENCE)
        assert (len(service.hub), service.hub.count("here")) == (0, 0)
        assert not service.hub.watched(code)

    run(story)


def test_an_address_has_so_many_streams() -> None:
    with served(address_streams=2) as server, contextlib.ExitStack() as streams:
        client = server.client()

        def listen(address: str) -> httpx.Response:
            answer = client.stream("GET", "/stream?t=abcdef", headers=at(address))
            return streams.enter_context(answer)

        assert [listen("192.0.2.1").status_code for _ in range(3)] == [200, 200, 429]
        assert listen("192.0.2.2").status_code == 200
        assert len(server.service.hub) == 3
        refused = listen("192.0.2.1").read()
        assert b"Too many are listening where you are" in refused
        streams.close()
        soon(lambda: len(server.service.hub) == 0)
        assert listen("192.0.2.1").status_code == 200


# Static files, and what else is kept


def test_a_static_file_has_one_name(server: Served) -> None:
    assert server.client().get("/static/icons.svg").status_code == 200
    kept = len(assets._cache)
    for name in (
        "./icons.svg",
        "%2e/icons.svg",
        "/icons.svg",
        "css/../icons.svg",
        "css/%2e%2e/icons.svg",
        "icons.svg/",
        "ICONS.SVG",
        "icons.svg%00",
        "%00",
        "x" * 5000,
        "css",
        "css/",
        "",
        ".",
        "..",
        "../app.py",
    ):
        with connect(server) as enemy:
            enemy.sendall(f"GET /static/{name} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            assert enemy.recv(12) in (b"HTTP/1.1 404", b"HTTP/1.1 307"), name
    assert len(assets._cache) == kept


def test_static_files_are_found_through_a_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "linked").symlink_to(assets.FOLDER, target_is_directory=True)
    monkeypatch.setattr(assets, "FOLDER", tmp_path / "linked")
    assets._files.cache_clear()
    try:
        assert set(assets._files()) >= {"icons.svg", "css/api.css", "table.js"}
        assert assets.find("css/api.css")
    finally:
        assets._files.cache_clear()


def test_words_of_a_game_have_one_address(server: Served) -> None:
    client = server.client()
    assert client.get("/words/2nd/leaders-cities/en.json").status_code == 200
    for boxes in ("cities-leaders", "leaders-leaders", "leaders-", "", "base-base", "leaders-base"):
        assert client.get(f"/words/2nd/{boxes}/en.json").status_code == 404


def test_buckets_are_few_and_the_emptiest_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mirabilia.table.limits._MOST_BUCKETS", 100)
    limit = Limit(3, 0, clock=lambda: 0.0)
    assert [limit.allows("enemy") for _ in range(4)] == [True, True, True, False]
    for number in range(1000):
        assert limit.allows(f"network {number}")
        assert len(limit._buckets) <= 100
    assert not limit.allows("enemy")


def test_what_something_costs_is_not_told_by_whether_it_is_allowed() -> None:
    now = 0.0
    limit = Limit(3, 1, clock=lambda: now)
    assert limit.allows("enemy", 0)
    assert limit.allows("enemy", 10)
    assert not limit.allows("enemy", 0)
    now = 7.5
    assert not limit.allows("enemy", 10)
    now = 8.5
    assert limit.allows("enemy", 0)


# Rates


def test_invented_tokens_are_one_address() -> None:
    with served(play_limit=SLOW) as server, server.client() as client:
        answers = [
            client.get("/api/tables", headers=at("192.0.2.1", visitors.new_token())).status_code
            for _ in range(8)
        ]
        assert answers == [200] * 5 + [429] * 3
        assert statuses(client, 6, headers=at("192.0.2.2")) == [200] * 5 + [429]


def test_who_has_a_seat_counts_for_himself_until_his_address_is_full() -> None:
    with served(play_limit=SLOW, address_limit=(20, 0.001)) as server, server.client() as client:
        body = {"name": "Ann", "players": 3}
        here = at("192.0.2.1")
        token = client.post("/api/tables", json=body, headers=here).json()["token"]
        assert statuses(client, 5, headers=here) == [200] * 4 + [429]
        assert statuses(client, 6, headers=at("192.0.2.1", token)) == [200] * 5 + [429]
        client.cookies.set(visitors.COOKIE, token)
        assert statuses(client, 1, headers=at("192.0.2.9")) == [429]
        assert 429 in statuses(client, 20, "/static/icon.svg", headers=here)
        assert statuses(client, 1, "/static/icon.svg", headers=at("192.0.2.9")) == [200]


def test_a_network_of_ipv6_is_one_address() -> None:
    with served(play_limit=SLOW) as server, server.client() as client:
        answers = [
            client.get("/api/tables", headers=at(f"2001:db8:1:2:{part}::{part}")).status_code
            for part in range(1, 9)
        ]
        assert answers == [200] * 5 + [429] * 3
        assert statuses(client, 1, headers=at("2001:db8:1:3::1")) == [200]
        assert statuses(client, 6, headers=at("::ffff:192.0.2.1"))[5] == 429
        assert statuses(client, 1, headers=at("192.0.2.1")) == [429]


def test_an_address_that_nobody_vouches_for_is_not_believed() -> None:
    with served(play_limit=SLOW, proxies=()) as server, server.client() as client:
        answers = [
            client.get("/api/tables", headers=at(f"192.0.2.{part}")).status_code
            for part in range(8)
        ]
        assert answers == [200] * 5 + [429] * 3
    with served(play_limit=SLOW) as server, server.client() as client:
        answers = [
            client.get(
                "/api/tables", headers=at(f"192.0.2.{part}, 127.0.0.1, 198.51.100.1")
            ).status_code
            for part in range(8)
        ]
        assert answers == [200] * 5 + [429] * 3


def test_guessing_codes_soon_ends() -> None:
    with served(guess_limit=SLOW) as server, server.client() as client:
        ann = server.program().create(players=3)
        here = at("192.0.2.1")
        real = [f"/api/tables/{ann.code}", f"/t/{ann.code}", f"/stream?t=zzzzzy&t={ann.code}"]
        for number in range(5):
            assert client.get(real[0], headers=here).status_code == 200
            wrong = ("/t/zzzzz{}", "/api/tables/ZZZ-ZZ{}/moves")[number % 2]
            assert client.get(wrong.format(number + 2), headers=here).status_code == 404
        for path in ("/t/zzzzzz", "/api/tables/zzzzzz/moves", *real):
            assert client.get(path, headers=here).status_code == 429
        assert client.get("/", headers=here).status_code == 200
        assert client.get(real[0], headers=at("192.0.2.1", ann.token)).status_code == 200
        assert client.get(real[0], headers=at("192.0.2.2")).status_code == 200


def test_a_stream_of_guesses_costs_each_of_them() -> None:
    with served(guess_limit=SLOW, address_streams=99) as server, server.client() as client:
        codes = "&".join(f"t=zzzzz{letter}" for letter in "abcdefgh")
        with client.stream("GET", f"/stream?{codes}", headers=at("192.0.2.1")) as answer:
            assert answer.status_code == 200
        assert client.get("/t/zzzzzz", headers=at("192.0.2.1")).status_code == 429


def test_hints_are_counted_by_address_too() -> None:
    with served(address_hint_limit=(2, 0.001)) as server:
        players = [server.program().create(players=3, begin=True) for _ in range(3)]
        answers = [
            player.http.post(
                f"/api/tables/{player.code}/hint", json={}, headers=at("192.0.2.1", player.token)
            ).status_code
            for player in players
        ]
        assert answers[2] == 429
        assert 429 not in answers[:2]


def test_a_seat_is_known_as_long_as_its_table_is_there(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def story() -> None:
        async with serving(database) as service:
            first = await service.create(SMALL, "Ann", ANN)
            second = await service.create(SMALL, "Ann", ANN)
            assert service.has_seat(ANN)
            assert not service.has_seat(BEN)
            await service.join(first, BEN, "Ben")
            assert service.has_seat(BEN, first)
            assert not service.has_seat(BEN, second)
            await service.leave(first, BEN)
            assert not service.has_seat(BEN)
            await service.leave(first, ANN)
            assert service.has_seat(ANN)
            await service.join(second, BEN, "Ben")
            await service.start_game(second, ANN)
        async with serving(database) as service:
            assert service.has_seat(ANN)
            assert service.has_seat(BEN, second)
            service._keepers[second].rest()
            assert service.has_seat(BEN, second)
        async with serving(database, keep_waiting=0, keep_playing=0) as service:
            assert await service.clean_up() == 2
            assert not service.has_seat(ANN)
            assert not service.has_seat(BEN, second)

    asyncio.run(story())


def test_an_address_has_so_many_tables_and_finished_games_give_way() -> None:
    async def story(service: Service) -> None:
        async def opened(address: str | None) -> str:
            return await service.create(SMALL, "Ann", ANN, begin=True, address=address)

        first, second, _ = [await opened("here") for _ in range(3)]
        with pytest.raises(ValueError, match="Too many tables are open where you are"):
            await opened("here")
        await opened("there")
        await opened(None)
        await play_on(service, first, [ANN])
        await play_on(service, second, [ANN])
        await opened("here")
        assert service.version(first) is None
        assert service.version(second) is not None
        with pytest.raises(ValueError, match="Too many tables are open where you are"):
            await service.rematch(second, ANN, "here")
        assert service.version(second) is not None
        assert await service.rematch(second, ANN, "there")

    run(story, address_tables=3)


def test_tables_of_an_address_are_counted_over_http() -> None:
    with served(address_tables=2) as server, server.client() as client:
        here = at("192.0.2.1")
        assert client.post("/play", headers=here).status_code == 303
        body = {"name": "Ann", "players": 3}
        assert client.post("/api/tables", json=body, headers=here).status_code == 201
        opening = [(path, None) for path in ("/play", "/first", "/tables")]
        for path, sent in [*opening, ("/api/tables", body)]:
            answer = client.post(path, json=sent, headers={**JSON, **here})
            assert answer.status_code == 429
            assert "Too many tables" in answer.text
        assert client.post("/play", headers=at("192.0.2.2")).status_code == 303


@pytest.mark.parametrize("path", ["/play", "/first", "/watch", "/pad", "/position", "/me/lend"])
def test_whatever_takes_room_that_others_may_want_has_its_rate(path: str) -> None:
    with served(create_limit=(2, 0)) as server, server.client() as client:
        answers = [client.post(path, headers=JSON).status_code for _ in range(3)]
        assert 429 not in answers[:2]
        assert answers[2] == 429


# Connections


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: h", b"POST", b"\r\n"], ids=repr)
def test_who_does_not_ask_is_not_waited_for(server: Served, sent: bytes) -> None:
    with connect(server) as enemy:
        enemy.sendall(sent)
        assert told(enemy) == b""


def test_who_asks_a_byte_at_a_time_is_not_waited_for(server: Served) -> None:
    with connect(server) as enemy, pytest.raises(ConnectionError):  # noqa: PT012
        enemy.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
        assert enemy.recv(1 << 20)
        time.sleep(0.6)  # whoever has been answered may think
        for byte in b"GET / HTTP/1.1\r\nX: " + b"x" * int(10 * PATIENCE):
            enemy.send(bytes([byte]))
            time.sleep(0.1)


def test_a_body_is_not_waited_for_either(server: Served) -> None:
    with connect(server) as enemy:
        enemy.sendall(b"POST /play HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\nname=")
        answer = told(enemy)
    assert answer.startswith(b"HTTP/1.1 408")
    assert b"took too long" in answer


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\nHost: here\r\nX: " + b"x" * 40_000,
        b"GET / HTTP/1.1\r\nHost: here\r\nX: " + b"x" * 40_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: here\r\n" + b"X: y\r\n" * 20_000,
        b"GET /" + b"x" * 400_000,
    ],
    ids=["begun", "whole", "many", "a path"],
)
def test_a_header_is_bounded(server: Served, sent: bytes) -> None:
    with connect(server) as enemy:
        with contextlib.suppress(ConnectionError):
            enemy.sendall(sent)
        answer = told(enemy)
    assert not answer or answer.startswith(b"HTTP/1.1 431")


def test_an_address_has_so_many_connections() -> None:
    with served(proxies=(), address_connections=3) as server, contextlib.ExitStack() as crowd:
        for _ in range(3):
            crowd.enter_context(connect(server))
        with connect(server) as enemy:
            assert told(enemy).startswith(b"HTTP/1.1 503")
        soon(lambda: any("from one address" in line for line in server.log.lines))
        crowd.close()
        soon(lambda: _answers(server))


def test_a_server_has_so_many_connections_and_recovers() -> None:
    with served(most_connections=3) as server, contextlib.ExitStack() as crowd:
        for _ in range(3):
            crowd.enter_context(connect(server))
        for _ in range(5):
            with connect(server) as enemy:
                assert told(enemy).startswith(b"HTTP/1.1 503")
        crowd.close()
        soon(lambda: _answers(server))
        assert sum("no connection is free" in line for line in server.log.lines) == 1


def _answers(server: Served) -> bool:
    with contextlib.suppress(httpx.HTTPError), server.client() as client:
        return client.get("/health").status_code == 200
    return False


def test_that_descriptors_run_out_is_logged_once_and_passes(server: Served) -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert _answers(server)
    with socket.socket() as highest:
        fewest = highest.fileno()
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (fewest, before[1]))
        soon(lambda: any("no descriptor is free" in line for line in server.log.lines))
        time.sleep(1)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert _answers(server)
    assert sum("no descriptor is free" in line for line in server.log.lines) == 1


def test_what_nobody_takes_is_not_kept() -> None:
    class Transport:
        aborted = False

        def is_closing(self) -> bool:
            return True

        def abort(self) -> None:
            self.aborted = True

    connection = object.__new__(Connection)
    connection._settings, connection._closing = Settings(slowest_client=20), False
    connection.transport = transport = Transport()
    for now in (100.0, 119.0):
        connection.cut_if_overdue(now)
        assert not transport.aborted
    connection.cut_if_overdue(121.0)
    assert transport.aborted


def test_who_hangs_up_in_mid_sentence_leaves_no_error(server: Served) -> None:
    for path in ("/play", "/api/tables/abcdef/decide", "/api/tables"):
        with connect(server) as enemy:
            enemy.sendall(
                f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n"
                "Content-Type: application/json\r\n\r\nname=".encode()
            )
            time.sleep(0.05)
    assert _answers(server)
    assert not [line for line in server.log.lines if "went wrong" in line]
