"""Slow games over HTTP: forms without scripts, the list of the start page, strangers' values."""

import re
import time
from collections.abc import Iterator

import httpx
import pytest

from mirabilia.table.http.asking import SentForm
from mirabilia.table.http.slowing import end_of_day
from mirabilia.table.page.times import clock_face, time_left
from mirabilia.table.rooms import visitors
from mirabilia.table.rooms.refused import Refused
from tables import Program, Served, served

DAY = 86400


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served() as found:
        yield found


def browser(server: Served, program: Program) -> httpx.Client:
    return server.client(cookies={visitors.COOKIE: program.token}, follow_redirects=True)


def gathered(server: Served, clock: int | None = DAY) -> tuple[Program, Program, Program]:
    ann = server.program().create(players=3, clock=clock)
    ben, cleo = (server.program().join(ann.code, name) for name in ("Ben", "Cleo"))
    return ann, ben, cleo


def decide(person: Program) -> None:
    view = person.get()
    person.post("decide", move=view["offers"][0]["moves"][0], step=view["step"])


def test_all_about_the_time_is_done_by_forms(server: Served) -> None:
    ann, ben, cleo = gathered(server)
    pages = {person: browser(server, person) for person in (ann, ben, cleo)}

    def send(person: Program, what: str, **fields: str) -> str:
        answer = pages[person].post(f"/t/{ann.code}/{what}", data=fields)
        assert answer.status_code == 200, answer.text
        return answer.text

    page = pages[ann].get(f"/t/{ann.code}").text
    assert "Pause the game" in page
    assert re.search(r'data-clock data-of-all="86400"[^>]*>.*?<b>(23h 59m|1d 0h)</b>', page)
    assert re.search(r'<time datetime="[^"]+" data-when>\w+ \d+ \w+, \d\d:\d\d UTC</time>', page)
    assert "Give 1 day more" in page
    send(ann, "extend", step="0", times="0")
    assert ann.get()["seconds_left"] > DAY
    assert "Give 1 day more" not in send(ben, "pause")
    assert "Ben asks for a pause." in pages[cleo].get(f"/t/{ann.code}").text
    assert "Cleo would rather play on." in send(cleo, "decline")
    assert "You have paused the game." in send(ann, "pause")
    page = pages[ben].get(f"/t/{ann.code}").text
    assert "Ann has paused the game." in page
    assert "The game is paused" in page
    assert 'id="resume"' in page
    assert "Ben has let the game go on." in send(ben, "resume")
    decide(ann)
    send(ann, "nudge", seat="1")
    assert "Ann nudges you: your decision is awaited." in pages[ben].get(f"/t/{ann.code}").text
    assert "nudges" not in pages[cleo].get(f"/t/{ann.code}").text
    again = pages[ann].post(f"/t/{ann.code}/nudge", data={"seat": "1"})
    assert (again.status_code, "not long ago" in again.text) == (429, True)


def test_a_spectator_is_offered_nothing_of_it(server: Served) -> None:
    ann, ben, _ = gathered(server)
    ben.post("pause")
    ann.post("pause")
    page = server.client().get(f"/t/{ann.code}").text
    assert "Ann has paused the game." in page
    assert "/resume" not in page
    assert "time-door" not in page
    assert server.client().post(f"/t/{ann.code}/resume").status_code == 403


def test_the_start_page_lists_my_turns_and_they_are_asked_for_cheaply(server: Served) -> None:
    ann, ben, _ = gathered(server)
    mine = browser(server, ann)
    start = mine.get("/").text
    listed = mine.get("/turns")
    for page in (start, listed.text):
        assert 'data-count="1"' in page
        assert f'href="/t/{ann.code}"' in page
        assert "also waiting for Ben and Cleo" in page
        assert "until <time" in page
    etag = {"If-None-Match": listed.headers["etag"]}
    again = mine.get("/turns", headers=etag)
    assert (again.status_code, again.content) == (304, b"")
    decide(ben)
    ben.post("nudge", seat=0)
    changed = mine.get("/turns", headers=etag)
    assert changed.status_code == 200
    assert "Ben nudges you" in changed.text
    decide(ann)
    assert 'data-count="0"' in mine.get("/turns").text
    assert 'data-count="0"' in server.client().get("/turns").text


def test_holidays_are_said_by_a_form_and_seen_beside_the_name(server: Served) -> None:
    ann, ben, _ = gathered(server)
    mine = browser(server, ben)
    day = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 3 * DAY))
    start = mine.post("/me/away", data={"until": day, "offset": "60"}).text
    assert "You are on holiday until" in start
    page = browser(server, ann).get(f"/t/{ann.code}").text
    assert re.search(r'holiday-tag">away until <time', page)
    assert "The clock stands: Ben is on holiday." in page
    assert "data-stands" in page
    assert "You are on holiday" not in mine.post("/me/home").text
    assert "holiday-tag" not in browser(server, ann).get(f"/t/{ann.code}").text


@pytest.mark.parametrize(
    "fields",
    [
        {"until": ""},
        {"until": "soon"},
        {"until": "2020-01-01"},
        {"until": "9999-12-31"},
        {"until": "2027-02-30"},
        {"until": "2027-07-01", "offset": "9999"},
        {"until": "2027-07-01", "offset": "\u0663"},
        {"until": "2027-07-01", "offset": "900"},
    ],
)
def test_days_that_can_not_be_are_refused(server: Served, fields: dict[str, str]) -> None:
    ann, *_ = gathered(server)
    answer = browser(server, ann).post("/me/away", data=fields)
    assert answer.status_code == 400
    assert "Traceback" not in answer.text
    assert ann.get()["waits"]["holidays"] == []


def test_a_day_ends_by_the_clock_of_who_says_it() -> None:
    def end(**fields: str) -> float:
        return end_of_day(SentForm(list(fields.items())))

    midnight = 1817078400.0  # 2027-08-01, universal time
    assert end(until="2027-07-31") == midnight
    assert end(until="2027-07-31", offset="120") == midnight - 7200
    assert end(until="2027-07-31", offset="-300") == midnight + 18000
    with pytest.raises(Refused, match="2027-07-31"):
        end(until="20270731T000000Z")


def test_who_watches_with_a_delay_learns_nothing_of_who_is_awaited(server: Served) -> None:
    ann, ben, _ = gathered(server)
    browser(server, ann).post(f"/t/{ann.code}/delay", data={"delay": "3"})
    decide(ben)
    ben.post("nudge", seat=0)
    ann.post("pause")
    told = server.client().get(f"/api/tables/{ann.code}").json()
    assert told["waits"]["paused"] is False
    assert told["waits"]["until"] is told["waits"]["nudge"] is told["seconds_left"] is None


@pytest.mark.parametrize(
    ("clock", "words"),
    [(30, "30 seconds a turn"), (1800, "30 minutes a turn"), (7 * DAY, "7 days a turn")],
)
def test_a_clock_is_told_in_words(server: Served, clock: int, words: str) -> None:
    ann = server.program().create(players=3, clock=clock)
    assert words in browser(server, ann).get(f"/t/{ann.code}").text
    form = server.client().get("/new").text
    assert f'name="clock" value="{clock}"' in form


def test_what_is_left_is_told_in_the_two_largest_units() -> None:
    assert [clock_face(left, DAY, "en") for left in (DAY, 3599, 59.9, 0)] == [
        "1d 0h",
        "59:59",
        "0:59",
        "0:00",
    ]
    assert time_left(3 * DAY + 7200, "en") == "3 days, 2 hr"
