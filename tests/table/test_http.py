"""The server over HTTP: cookies, headers, limits, streams, pages and their forms, a hard stop."""

import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from mirabilia.table.rooms import visitors
from tables import Program, Served, events_of, served
from waiting import PATIENCE, soon

JSON = {"Accept": "application/json"}


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served() as found:
        yield found


@pytest.fixture
def browser(server: Served) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


def test_a_browser_plays_at_one_click(server: Served, browser: httpx.Client) -> None:
    assert browser.get("/").status_code == 200
    assert not browser.cookies
    answer = browser.post("/play", data={"name": "Ann"})
    assert answer.status_code == 303
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie
    page = browser.get(answer.headers["location"])
    assert page.status_code == 200
    assert "<main" in page.text
    assert len(page.content) < 150_000
    code = answer.headers["location"].rpartition("/")[2]
    visitor = visitors.visitor_of(browser.cookies[visitors.COOKIE])
    assert [table.code for table in server.service.my_tables(visitor)] == [code]
    assert visitors.visitor_of(browser.cookies[visitors.COOKIE]) != browser.cookies[visitors.COOKIE]


def test_a_script_gets_the_fragment_at_once(server: Served, browser: httpx.Client) -> None:
    path = browser.post("/play", data={"name": "Ann"}).headers["location"]
    code = path.rpartition("/")[2]
    view = browser.get(f"/api/tables/{code}").json()
    body = {"move": view["offers"][0]["moves"][0], "step": view["step"], "seat": 0}
    done = browser.post(f"{path}/decide", data=body, headers=JSON)
    assert done.status_code == 200
    told = done.json()
    assert told["code"] == code
    assert "<main" in told["html"] if "html" in told else "Your choice" in told["own"]
    late = browser.post(f"{path}/decide", data={**body, "step": 77}, headers=JSON)
    assert late.status_code == 409
    assert "step 77" in late.json()["error"]
    plain = browser.post(f"{path}/decide", data={**body, "step": 77})
    assert plain.status_code == 409
    assert plain.headers["content-type"].startswith("text/html")
    assert "step 77" in plain.text


def test_a_table_is_opened_joined_and_begun_by_forms(server: Served) -> None:
    ann, ben = server.client(), server.client()
    form = {
        "name": "Ann",
        "players": "3",
        "edition": "2nd",
        "expansion": ["leaders", "cities"],
        "sides": "choose",
        "leaders": "standard",
        "clock": "60",
        "level": "random",
        "listed": "1",
    }
    path = ann.post("/tables", data=form).headers["location"]
    code = path.rpartition("/")[2]
    assert code in ben.get("/").text
    assert ben.get("/join", params={"code": code.upper()}).headers["location"] == path
    assert ben.post(f"{path}/join", data={"name": "Ben", "seat": "2"}).status_code == 303
    assert ben.post(f"{path}/start").status_code == 403
    assert ann.post(f"{path}/seat", data={"seat": "1", "kind": "bot"}).status_code == 303
    assert ann.post(f"{path}/seat", data={"seat": "1", "kind": "empty"}).status_code == 303
    assert ann.post(f"{path}/start").status_code == 303
    view = ben.get(f"/api/tables/{code}").json()
    assert view["status"] == "playing"
    assert view["options"]["expansions"] == ["leaders", "cities"]
    assert (view["seat"], view["options"]["clock"]) == (2, 60)
    assert ben.post(f"{path}/leave").status_code == 303
    assert ann.get(f"/api/tables/{code}").json()["sitters"][2]["away"]
    assert ben.post(f"{path}/back").status_code == 303
    assert not ann.get(f"/api/tables/{code}").json()["sitters"][2]["away"]


def test_a_form_that_cannot_be_is_shown_again(browser: httpx.Client) -> None:
    answer = browser.post("/tables", data={"name": "Ann", "players": "2", "edition": "2nd"})
    assert answer.status_code == 400
    assert "Two can play only the 1st edition" in answer.text
    assert browser.post("/tables", data={"players": "many"}, headers=JSON).status_code == 400
    assert browser.post("/play", content=b"\xff=\xfe").status_code in (400, 415)


def test_every_answer_has_safe_headers(browser: httpx.Client) -> None:
    for path in ("/", "/new", "/nowhere", "/health", "/api/tables", "/static/nowhere", "/api/docs"):
        answer = browser.get(path)
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        if answer.headers["content-type"].startswith("text/html"):
            assert not re.search(r"<script(?![^>]*\bsrc=)|\sstyle=|\son[a-z]+=", answer.text)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
    ids=str,
)
def test_posts_from_other_sites_are_refused(
    server: Served, browser: httpx.Client, headers: dict[str, str]
) -> None:
    before = server.service.count
    for path in ("/play", "/tables", "/api/tables"):
        answer = browser.post(path, headers=headers)
        assert answer.status_code == 403
        assert "another site" in answer.text
    assert server.service.count == before
    fine = {"Origin": server.url, "Sec-Fetch-Site": "same-origin"}
    assert browser.post("/play", headers=fine).status_code == 303


def test_bodies_are_bounded(browser: httpx.Client) -> None:
    assert browser.post("/play", content=b"x" * 20_000).status_code == 413

    def chunks() -> Iterator[bytes]:
        for _ in range(20):
            yield b"x" * 1000

    answer = browser.post("/api/tables", content=chunks())
    assert answer.status_code == 413
    assert "longer" in answer.json()["error"]


def test_static_files_are_kept_by_browsers(browser: httpx.Client) -> None:
    plain = browser.get("/static/icons.svg")
    assert plain.status_code == 200
    assert plain.headers["cache-control"] == "no-cache"
    tag = plain.headers["etag"]
    assert browser.get("/static/icons.svg", headers={"If-None-Match": tag}).status_code == 304
    versioned = browser.get(f"/static/icons.svg?v={tag.strip(chr(34))[:4]}")
    assert "immutable" in versioned.headers["cache-control"]
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/", "/static/css"):
        assert browser.get(path).status_code == 404


def test_health(browser: httpx.Client) -> None:
    answer = browser.get("/health").json()
    assert answer["ok"] is True
    assert answer["tables"] >= 0


def test_errors_are_pages_for_people_and_json_for_programs(browser: httpx.Client) -> None:
    page = browser.get("/t/zzzzzz")
    assert page.status_code == 404
    assert "no such table" in page.text
    assert page.headers["content-type"].startswith("text/html")
    answer = browser.get("/api/tables/zzzzzz")
    assert (answer.status_code, answer.json()["code"]) == (404, "no_table")
    assert browser.delete("/api/tables").json()["error"]
    assert browser.get("/stream").status_code == 422
    assert browser.get("/stream", params={"t": "no code!"}).status_code == 400
    assert browser.get("/stream", params={"t": "abcdef:x"}).status_code == 400
    assert browser.get("/words/4th/base/en.json").status_code == 404
    assert browser.get("/words/2nd/base/xx.json").status_code == 404
    assert browser.get("/words/2nd/leaders-cities/en.json").status_code == 200


def test_words_have_one_address_for_each_way_to_play(browser: httpx.Client) -> None:
    alone, in_teams = (
        browser.get(f"/words/2nd/{boxes}/en.json").json() for boxes in ("cities", "cities-teams")
    )
    assert alone.keys() == in_teams.keys()
    assert "both neighbours" in alone["stockade"][1]
    assert "not your partner" in in_teams["stockade"][1]
    strange = ("teams", "base-teams", "leaders-teams", "teams-cities", "cities-teams-teams")
    for boxes in (*strange, "cities-leaders", "cities-cities", "base-cities", "-", "Cities"):
        assert browser.get(f"/words/2nd/{boxes}/en.json").status_code == 404, boxes


def listen(client: httpx.Client, path: str, **options: Any) -> Any:
    return client.stream("GET", path, timeout=PATIENCE, **options)


def test_a_stream_tells_what_is_new(server: Served) -> None:
    ann = server.program().create(players=3)
    with listen(ann.http, f"/api/stream?t={ann.code}:0") as answer:
        events = events_of(answer.iter_lines())
        event_id, name, first = next(events)
        assert (name, first["status"]) == ("update", "waiting")
        assert event_id == f"{ann.code}:{first['version']}"
        ben = server.program().join(ann.code, "Ben")
        assert next(events)[2]["sitters"][1]["name"] == "Ben"
        server.program().join(ann.code, "Cleo")
        _, name, begun = next(events)
        assert (name, begun["status"]) == ("update", "playing")
        ben.decide(ben.get(), random.Random(1))
        _, name, progress = next(events)
        assert name == "progress"
        assert progress["decided"] == [1]


def test_what_was_missed_is_sent_again(server: Served) -> None:
    ann = server.program().create(players=3, begin=True)
    bearer = {"Authorization": f"Bearer {ann.token}"}
    chance, heard = random.Random(1), []
    last_id = f"{ann.code}:0"
    for _ in range(5):
        with listen(
            ann.http,
            f"/api/stream?t={ann.code}:0",
            headers={**bearer, "Last-Event-ID": last_id},
        ) as answer:
            last_id, _, update = next(events_of(answer.iter_lines()))
            heard += update.get("events", [])
        step = ann.get()["step"]
        while ann.get()["step"] == step:
            if not ann.decide(ann.get(), chance):
                time.sleep(0.005)
    assert [event["number"] for event in heard] == list(range(len(heard)))
    known = ann.get("/events")["events"]
    assert heard == known[: len(heard)]
    assert len(heard) > 10


def test_one_stream_serves_many_tables(server: Served) -> None:
    tables = [server.program().create(players=3) for _ in range(3)]
    asked = "&".join(f"t={table.code}:0" for table in tables)
    with listen(tables[0].http, f"/stream?{asked}&t=zzzzzz") as answer:
        events = events_of(answer.iter_lines())
        found = [next(events) for _ in range(4)]
        assert {data["code"] for _, _, data in found} == {table.code for table in tables} | {
            "zzzzzz"
        }
        assert [name for _, name, _ in found].count("gone") == 1
        assert all("<main" in data["html"] for _, name, data in found if name == "update")
        server.program().join(tables[1].code, "Ben")
        assert next(events)[2]["code"] == tables[1].code


def test_heartbeats_and_who_has_gone() -> None:
    with served(heartbeat=0.05) as server:
        ann = server.program().create(players=3)
        with listen(ann.http, f"/stream?t={ann.code}") as answer:
            lines = answer.iter_lines()
            assert any(line == ": still here" for line in lines)
            assert len(server.service.hub) == 1
        soon(lambda: len(server.service.hub) == 0)
        assert not server.service.hub.watched(ann.code)


def test_a_client_that_takes_nothing_blocks_nobody() -> None:
    with served(slowest_client=0.3) as server:
        ann = server.program().create(players=3, begin=True)
        host, port = server.url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as slow:
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            asked = f"GET /stream?t={ann.code}:0 HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n"
            slow.sendall(asked.encode())
            chance = random.Random(2)
            while (view := ann.get())["status"] != "over":
                if not ann.decide(view, chance):
                    time.sleep(0.002)


def test_the_same_post_many_times_at_once(server: Served) -> None:
    ann = server.program().create(players=3, begin=True)
    view = ann.get()
    body = {"move": view["offers"][0]["moves"][0], "step": view["step"]}
    bearer = {"Authorization": f"Bearer {ann.token}"}

    def post(_: int) -> int:
        path = f"/api/tables/{ann.code}/decide"
        return ann.http.post(path, json=body, headers=bearer).status_code

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(post, range(24))) == {200}
    booked = server.service.storage.load_decisions(ann.code)
    assert len([entry for entry in booked if entry.seat == 0]) == 1


def test_rates_are_limited() -> None:
    limits: dict[str, Any] = {"create_limit": (2, 0.001), "play_limit": (30, 0.001)}
    with served(**limits) as server, server.client() as client:
        codes = [client.post("/play").status_code for _ in range(4)]
        assert codes == [303, 303, 429, 429]
        answer = client.post("/api/tables", json={"name": "Ann"})
        assert answer.status_code == 429
        assert answer.headers["retry-after"]
        assert "too much" in answer.json()["error"]
        assert 429 in [client.get("/").status_code for _ in range(40)]
        assert client.get("/health").status_code == 200


def test_behind_https_cookies_are_secure_and_only_its_origin_counts() -> None:
    with served(base_url="https://play.example") as server, server.client() as client:
        answer = client.post("/play", headers={"Origin": "https://play.example"})
        assert "Secure" in answer.headers["set-cookie"]
        assert client.post("/play", headers={"Origin": server.url}).status_code == 403
        page = client.get(answer.headers["location"])
        assert page.status_code == 200


class Process:
    """A real server process, as a host runs it."""

    def __init__(self, database: Path) -> None:
        command = [sys.executable, "-m", "mirabilia.cli", "serve", "--port", "0", "--no-open"]
        self.process = subprocess.Popen(
            [*command, "--database", str(database), "--log-level", "info"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        ready = self.process.stdout.readline()
        found = re.search(r"http://\S+", ready)
        assert found, ready
        self.url = found.group()
        threading.Thread(target=self.process.stderr.read, daemon=True).start()  # type: ignore[union-attr]


def test_after_kill_9_every_table_goes_on_where_it_was(tmp_path: Path) -> None:
    first = Process(tmp_path / "tables.sqlite")
    ann = Program(httpx.Client(base_url=first.url, timeout=PATIENCE)).create(
        players=3, level="greedy", bots=[{"seat": 2, "level": "greedy"}]
    )
    ben = Program(httpx.Client(base_url=first.url, timeout=PATIENCE)).join(ann.code, "Ben")
    ann.post("start")
    chance = random.Random(3)
    while ann.get()["step"] < 4:
        for person in (ann, ben):
            if not person.decide(person.get(), chance):
                time.sleep(0.01)
    ann.decide(ann.get(), chance)  # in mid-turn
    while 2 in ann.get()["view"]["to_decide"]:
        time.sleep(0.01)
    seen = [ann.get(), ben.get()]
    os.kill(first.process.pid, signal.SIGKILL)
    first.process.wait()

    second = Process(tmp_path / "tables.sqlite")
    for person in (ann, ben):
        person.http = httpx.Client(base_url=second.url, timeout=PATIENCE)
    assert [ann.get(), ben.get()] == seen
    while (view := ann.get())["status"] != "over":
        moved = ann.decide(view, chance)
        if not (ben.decide(ben.get(), chance) or moved):
            time.sleep(0.01)
    record = ann.get("/record")
    (tmp_path / "game.json").write_text(json.dumps(record))
    from mirabilia.commands.verify import verified

    assert "fair deal" in verified(record)
    hint = ann.http.post(f"/api/tables/{ann.code}/hint", json={}, headers={})
    assert hint.status_code == 403
    second.process.send_signal(signal.SIGTERM)
    assert second.process.wait(PATIENCE) in (0, -signal.SIGTERM)


def test_a_port_in_use_is_said_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    from mirabilia.cli import main

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["serve", "--no-open", "--port", str(port)]) == 2
    assert f"Port {port} is in use" in capsys.readouterr().err
