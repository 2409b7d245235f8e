"""What browsers are told of a table: no more than has changed, and once."""

import asyncio
import gc
import random
from collections.abc import Iterator
from typing import Any

import pytest
from markupsafe import Markup

from mirabilia.table import memory
from mirabilia.table.http.streams import encode
from mirabilia.table.page.environment import environment
from mirabilia.table.rooms import visitors
from tables import Program, Served, events_of, read_data, served

SCRIPT = {"Accept": "application/json"}
LISTENING = {**SCRIPT, "Prefer": "return=minimal"}


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served() as found:
        yield found


def seated(server: Served) -> list[Program]:
    """Three people at a table whose game has begun."""
    ann = server.program().create(players=3, listed=False)
    return [ann, *(server.program().join(ann.code, name) for name in ("Ben", "Cleo"))]


def heard(server: Served, program: Program) -> Iterator[tuple[str, Any]]:
    """The events of a browser's stream."""
    cookies = {visitors.COOKIE: program.token}
    with server.client(cookies=cookies) as client:
        path = f"/stream?t={program.code}:0"
        with client.stream("GET", path, timeout=60) as answer:
            for _, name, data in events_of(answer.iter_lines()):
                yield name, data


def send(server: Served, program: Program, headers: dict[str, str]) -> Any:
    """A decision, as the page's script sends it."""
    seen = program.get()
    body = {"seat": program.seat, "step": seen["step"], "move": seen["offers"][0]["moves"][0]}
    with server.client(cookies={visitors.COOKIE: program.token}) as client:
        return client.post(f"/t/{program.code}/decide", data=body, headers=headers).json()


def test_within_a_step_only_who_chose_is_told_what(server: Served) -> None:
    people = seated(server)
    streams = [heard(server, person) for person in people]
    for stream in streams:
        name, update = next(stream)
        assert name == "update"
        assert update["html"].startswith("<main")
    send(server, people[1], LISTENING)
    told = [next(stream) for stream in streams]
    assert [name for name, _ in told] == ["progress"] * 3
    assert [data["states"] for _, data in told] == ["tdt"] * 3
    assert ["own" in data for _, data in told] == [False, True, False]
    assert "Your choice" in told[1][1]["own"]
    assert told[1][1]["chosen"]
    assert [data["turn"] is None for _, data in told] == [False, True, False]
    assert len({data["rest"] for _, data in told}) == 1
    for person in (people[0], people[2]):
        send(server, person, LISTENING)
    assert all(any(name == "update" for name, _ in stream) for stream in streams)


def test_who_leaves_within_a_step_changes_the_whole_page(server: Served) -> None:
    people = seated(server)
    stream = heard(server, people[0])
    next(stream)
    people[1].post("leave")
    name, data = next(stream)
    assert name == "update"
    assert "html" in data


def test_a_choice_that_is_taken_back_or_changed_is_told_again(server: Served) -> None:
    person = seated(server)[0]
    stream = heard(server, person)
    next(stream)
    chance = random.Random(1)
    seen = person.get()
    for move in chance.sample(seen["offers"][0]["moves"], 2):
        person.post("decide", move=move, step=seen["step"], seat=0)
        assert "Your choice" in next(stream)[1]["own"]
    person.post("undecide", step=seen["step"], seat=0)
    data = next(stream)[1]
    assert "Your choice" not in data["own"]
    assert data["turn"] == seen["step"]


def test_who_listens_is_answered_with_the_version_alone(server: Served) -> None:
    people = seated(server)
    answer = send(server, people[0], LISTENING)
    assert answer == {"code": people[0].code, "version": people[0].get()["version"]}
    answer = send(server, people[1], SCRIPT)
    assert "Your choice" in answer["own"]
    assert "<main" in send(server, people[2], SCRIPT)["html"]


def test_a_page_goes_over_the_stream_as_it_is() -> None:
    html = "<main>\n<b>“Ann”</b>\r\n</main>"
    lines = encode("update", {"version": 3, "html": html}, "abc234:3").decode().split("\n")
    assert lines[:2] == ["id: abc234:3", "event: update"]
    assert lines[-2:] == ["", ""]
    data = [line.removeprefix("data: ") for line in lines[2:-2]]
    assert read_data(data) == {"version": 3, "html": html.replace("\r", "")}


def test_a_text_said_with_markup_is_not_said_so_with_the_same_letters() -> None:
    say: Any = environment("en").globals["_"]
    assert say("Table %(code)s", code=Markup("<b>x</b>")) == "Table <b>x</b>"
    assert say("Table %(code)s", code="<b>x</b>") == "Table &lt;b&gt;x&lt;/b&gt;"


def test_what_is_loaded_for_good_is_set_apart_once_it_is_there() -> None:
    before, frozen, there = gc.get_threshold(), gc.get_freeze_count(), False

    async def load() -> None:
        nonlocal there
        assert gc.get_freeze_count() == frozen
        there = True

    try:
        asyncio.run(memory.spare_after(load()))
        assert there
        assert gc.get_freeze_count() > frozen
        assert gc.get_threshold() == memory.THRESHOLDS
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
