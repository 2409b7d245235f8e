"""Talk and hosts over HTTP: forms without scripts, streams, strangers, links for seats."""

import json
import re
import threading
from collections.abc import Iterator
from html import unescape
from typing import Any

import httpx
import pytest

from mirabilia.table.rooms import visitors
from tables import Program, Served, events_of, served
from waiting import PATIENCE

TEAMS = {"players": 4, "expansions": ["cities"], "teams": True}
SECRET = "ourlittlesecret"


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served(talk_limit=(1e9, 1e9), table_talk_limit=(1e9, 1e9)) as found:
        yield found


def browser(server: Served, program: Program) -> httpx.Client:
    return server.client(cookies={visitors.COOKIE: program.token})


def gathered(server: Served, number: int = 3, **options: Any) -> list[Program]:
    host = server.program().create(players=number, **options)
    names = ("Ben", "Cleo", "Dion")[: number - 1]
    return [host, *(server.program().join(host.code, name) for name in names)]


class Ears:
    """Somebody who listens to a stream, and keeps what he hears."""

    def __init__(self, server: Served, program: Program | None, path: str, known: str) -> None:
        self.heard: list[tuple[str, str, Any]] = []
        self._changed, self._there = threading.Condition(), threading.Event()
        cookies = {visitors.COOKIE: program.token} if program else {}
        self._client = server.client(cookies=cookies)
        self._url = f"{path}?t={known}"
        threading.Thread(target=self._listen, daemon=True).start()
        assert self._there.wait(PATIENCE), "The stream was not opened."

    def _listen(self) -> None:
        with self._client.stream("GET", self._url, timeout=PATIENCE) as answer:
            self._there.set()
            for event in events_of(answer.iter_lines()):
                with self._changed:
                    self.heard.append(event)
                    self._changed.notify_all()

    def until(self, text: str) -> tuple[str, str, Any]:
        """The first event that has a text in it."""

        def found() -> tuple[str, str, Any] | None:
            return next((event for event in self.heard if text in json.dumps(event[2])), None)

        with self._changed:
            assert self._changed.wait_for(found, PATIENCE), f"{text} was not heard"
            event = found()
        assert event is not None
        return event


def test_forms_of_the_talk_work_without_scripts_and_make_nothing_of_markup(server: Served) -> None:
    ann, ben, _ = gathered(server)
    one, other, path = browser(server, ann), browser(server, ben), f"/t/{ann.code}/talk"
    said = '<script>alert(1)</script> http://evil.example/"onload="x'
    answer = one.post(path, data={"words": said})
    assert (answer.status_code, answer.headers["location"]) == (303, f"{path}#now")
    page = other.get(path).text
    assert said not in page
    assert said in unescape(page)
    assert 'href="http' not in page
    assert one.post(path, data={"reaction": "bravo"}).status_code == 303
    assert "Well played!" in other.get(path).text
    long = other.post(path, data={"words": "x" * 301})
    assert long.status_code == 400
    assert 'value="xxx' in long.text
    assert "At most 300 letters" in long.text
    assert other.post(f"/t/{ann.code}/mute", data={"seat": 0, "muted": "yes"}).status_code == 303
    page = other.get(path).text
    assert "alert(1)" not in page
    assert "Hear Ann again" in page
    assert other.post(f"/t/{ann.code}/mute", data={"seat": 0, "muted": "maybe"}).status_code == 400
    assert f'href="{path}"' in one.get(f"/t/{ann.code}").text


def test_strangers_and_other_sites_can_not_talk(server: Served) -> None:
    ann, _, _ = gathered(server)
    path = f"/t/{ann.code}"
    evil = {"Origin": "https://evil.example"}
    for what, data in {
        "talk": {"words": "hi"},
        "mute": {"muted": "yes"},
        "host/talk": {"closed": "yes"},
        "host/remove": {"seat": "1", "who": "Ben"},
        "host/close": {},
        "elsewhere": {},
        "take": {"pass": "abc"},
    }.items():
        answer = browser(server, ann).post(f"{path}/{what}", data=data, headers=evil)
        assert answer.status_code == 403, what
    stranger = server.client()
    assert stranger.post(f"{path}/talk", data={"words": "hi"}).status_code == 403
    assert stranger.post(f"{path}/mute", data={"muted": "yes"}).status_code == 403
    assert stranger.get(f"{path}/host").status_code == 403
    assert stranger.get("/t/zzzzzz/talk").status_code == 404
    page = stranger.get(f"{path}/talk").text
    assert "Only who has a seat" in page
    assert 'name="words"' not in page


def test_what_was_missed_comes_again_and_no_page_is_made_for_it(server: Served) -> None:
    ann, ben, _ = gathered(server)
    version = ann.get()["version"]
    ears = Ears(server, ann, "/stream", f"{ann.code}:{version}.0.0")
    ben.post("talk", words="first words")
    event_id, name, data = ears.until("first words")
    assert (name, event_id) == ("talk", f"{ann.code}:{version}.1.0")
    assert data["mark"] == "1.0"
    ben.post("talk", words="second words")
    ears.until("second words")
    assert {kind for _, kind, _ in ears.heard} == {"talk"}
    again = Ears(server, ann, "/stream", f"{ann.code}:{version}.1.0")
    event = again.until("second words")
    assert "first words" not in event[2]["html"]
    assert ann.get()["version"] == version
    programs = Ears(server, ben, "/api/stream", f"{ann.code}:{version}.0.0")
    lines = programs.until("second words")[2]["lines"]
    assert [(line["seat"], line["kind"]) for line in lines] == [(1, "text"), (1, "text")]
    bad = browser(server, ann).get(f"/stream?t={ann.code}:1.x")
    assert bad.status_code == 400


def test_who_has_heard_more_than_there_is_hears_what_is_said_from_now_on(server: Served) -> None:
    """A server that was restored counts on from an earlier line."""
    ann, ben, _ = gathered(server)
    version = ann.get()["version"]
    ben.post("talk", words="before")
    ears = Ears(server, ann, "/stream", f"{ann.code}:{version}.57.9")
    ben.post("talk", words="from now on")
    event_id, _, data = ears.until("from now on")
    assert event_id == f"{ann.code}:{version}.2.0"
    assert "before" not in data["html"]


def test_nobody_but_the_two_is_sent_what_partners_say(server: Served) -> None:
    people = gathered(server, 4, expansions=["cities"], teams=True)
    ann, ben, cleo, dion = people
    code = ann.code
    others = [
        Ears(server, listener, path, f"{code}:0.0.0")
        for listener in (cleo, dion, None)
        for path in ("/stream", "/api/stream")
    ]
    partners = [Ears(server, ben, path, f"{code}:0.0.0") for path in ("/stream", "/api/stream")]
    ann.post("talk", words=SECRET, to="team")
    ann.post("talk", words="openly")
    for ears in (*partners, *others):
        ears.until("openly")
    for ears in partners:
        ears.until(SECRET)
    for ears in others:
        assert SECRET not in json.dumps(ears.heard)
        assert not any(re.search(r"\.\d+\.[1-9]", event_id) for event_id, _, _ in ears.heard)
    for reader in (cleo, dion, None):
        client = browser(server, reader) if reader else server.client()
        for path in (f"/t/{code}", f"/t/{code}/talk", f"/t/{code}/log", f"/t/{code}/sheet"):
            assert SECRET not in client.get(path).text
        for path in ("", "/talk", "/talk?since=0.0", "/events", "/moves"):
            assert SECRET not in client.get(f"/api/tables/{code}{path}").text
    assert SECRET in browser(server, ben).get(f"/t/{code}/talk").text
    assert SECRET not in browser(server, ben).get(f"/t/{code}").text
    assert not any(SECRET in line for line in server.log.lines)


def test_a_spectator_who_is_behind_is_sent_nothing_that_is_said(server: Served) -> None:
    ann, ben, _ = gathered(server)
    client = browser(server, ann)
    assert client.post(f"/t/{ann.code}/delay", data={"delay": 3}).status_code == 303
    ears = [Ears(server, None, path, f"{ann.code}:0.0.0") for path in ("/stream", "/api/stream")]
    for each in ears:
        each.until(ann.code)
    ben.post("talk", words="in the present")
    page = server.client().get(f"/t/{ann.code}/talk").text
    assert "You watch with a delay" in page
    assert client.post(f"/t/{ann.code}/delay", data={"delay": 0}).status_code == 303
    ben.post("talk", words="at once")
    for each in ears:
        each.until("at once")
    for path in ("", "/talk"):
        assert "in the present" not in page
        assert server.client().get(f"/api/tables/{ann.code}{path}").status_code == 200


def test_streams_of_who_was_taken_off_get_nothing_of_the_seat_any_more(server: Served) -> None:
    ann, ben, cleo = gathered(server)
    code = ann.code
    page = Ears(server, ben, "/stream", f"{code}:0.0.0")
    program = Ears(server, ben, "/api/stream", f"{code}:0")
    assert page.until("data-version")[1] == "update"
    assert program.until('"version"')[2]["seat"] == 1
    ann.post("host/remove", seat=1, who="Ben")
    page.until("taken you off")
    now = program.until('"removed"')
    assert now[1] == "update"
    assert now[2]["seat"] is None
    assert isinstance(now[2]["view"]["seats"][1]["hand"], int)
    before = len(page.heard), len(program.heard)
    for person in (ann, cleo):
        view = person.get()
        person.post("decide", move=view["offers"][0]["moves"][0], step=view["step"])
    program.until('"step": 1')
    for _, kind, data in program.heard[before[1] :]:
        assert kind != "update" or (data["seat"] is None and data["offers"] == [])
    for _, _, data in page.heard[before[0] :]:
        assert "hand-card" not in data.get("html", "")
    bearer = {"Authorization": f"Bearer {ben.token}"}
    body = {"move": "sell:altar", "step": 1}
    refused = ben.http.post(f"/api/tables/{code}/decide", json=body, headers=bearer)
    assert refused.status_code == 403


def test_a_link_for_a_seat_changes_nothing_until_its_button_is_pressed(server: Served) -> None:
    ann, _, _ = gathered(server)
    code = ann.code
    page = browser(server, ann).post(f"/t/{code}/elsewhere").text
    link = re.search(r'value="http://[^"]+(/t/\w+/take\?pass=\w+)"', page)
    assert link
    assert "<svg" in page
    version, phone = ann.get()["version"], server.client()
    for _ in range(3):
        shown = phone.get(link[1])
        assert shown.status_code == 200
        assert "Play on here" in shown.text
    assert ann.get()["version"] == version
    wanted = link[1].partition("pass=")[2]
    assert phone.post(f"/t/{code}/take", data={"pass": wanted}).status_code == 303
    assert "You play on on another device" in browser(server, ann).get(f"/t/{code}").text
    assert 'id="decide"' in phone.get(f"/t/{code}").text
    assert phone.cookies[visitors.COOKIE]
    again = server.client().post(f"/t/{code}/take", data={"pass": wanted})
    assert again.status_code == 404
    assert "not good" in again.text
    assert phone.get(link[1]).status_code == 404
    assert not any(wanted in line for line in server.log.lines)


def test_the_host_gives_a_seat_by_forms_alone(server: Served) -> None:
    ann, ben, _ = gathered(server)
    code, host = ann.code, browser(server, ann)
    assert "Take Ben off the table" in host.get(f"/t/{code}/host").text
    removal = {"seat": 1, "who": "Ben"}
    assert host.post(f"/t/{code}/host/remove", data=removal).status_code == 303
    stale = host.post(f"/t/{code}/host/remove", data=removal)
    assert stale.status_code == 409
    assert "Ben has seat 1 no longer" in stale.text
    page = browser(server, ben).get(f"/t/{code}").text
    assert "taken you off" in page
    assert "Ann has taken Ben off the table" in unescape(page)
    bot = ann.get()["sitters"][1]["name"]
    page = host.post(f"/t/{code}/host/give", data={"seat": 1, "who": bot}).text
    wanted = re.search(r"take\?pass=(\w+)", page)
    assert wanted
    friend = server.client()
    taken = friend.post(f"/t/{code}/take", data={"pass": wanted[1], "name": "cleo"})
    assert taken.status_code == 409
    assert "called cleo already" in taken.text
    assert 'value="cleo"' in taken.text
    taken = friend.post(f"/t/{code}/take", data={"pass": wanted[1], "name": "Dora"})
    assert taken.status_code == 303
    assert "Dora plays on for" in friend.get(f"/t/{code}/log").text


def test_a_closed_table_says_so_to_all(server: Served) -> None:
    ann, ben, _ = gathered(server)
    code = ann.code
    ears = Ears(server, ben, "/stream", f"{code}:0.0.0")
    ears.until("data-version")
    answer = browser(server, ann).post(f"/t/{code}/host/close")
    assert answer.status_code == 303
    assert ears.until(code)[2]
    for client in (browser(server, ann), browser(server, ben), server.client()):
        page = client.get(f"/t/{code}")
        assert page.status_code == 409
        assert "The host has closed this table." in unescape(page.text)
        assert code not in client.get("/").text
    refused = browser(server, ben).post(f"/t/{code}/talk", data={"words": "hey"})
    assert refused.status_code == 409
    assert ("gone", {"code": code}) in [(name, data) for _, name, data in ears.heard]


def test_who_talks_without_end_is_stopped_with_a_sentence() -> None:
    with served(talk_limit=(2, 0.0)) as strict:
        ann, *_ = gathered(strict)
        client = browser(strict, ann)
        answers = [client.post(f"/t/{ann.code}/talk", data={"words": "hey"}) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [303, 303, 429]
        assert "wait a moment" in answers[2].text
