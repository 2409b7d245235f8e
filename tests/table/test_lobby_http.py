"""Before the game over HTTP: forms without scripts, programs, streams, the QR code."""

from collections.abc import Iterator
from html import unescape
from xml.etree import ElementTree

import httpx
import pytest

from mirabilia.table.rooms import visitors
from mirabilia.table.rooms.names import LONGEST_NAME
from tables import Program, Served, events_of, served

TOO_LONG = "B" * (LONGEST_NAME + 1)


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served() as found:
        yield found


def browser(server: Served, program: Program) -> httpx.Client:
    """The browser of somebody who has a seat."""
    return server.client(cookies={visitors.COOKIE: program.token})


def gathered(server: Served, **options: object) -> list[Program]:
    host = server.program().create(players=4, **options)
    return [host, server.program().join(host.code, "Ben")]


def test_programs_can_do_at_a_waiting_table_what_people_can(server: Served) -> None:
    host, ben = gathered(server)
    host.post("options", players=5, edition="1st", level="greedy", listed=False)
    seen = host.get()
    assert (seen["options"]["players"], seen["options"]["edition"]) == (5, "1st")
    assert len(seen["sitters"]) == 5
    host.post("move", seat=1, to=4)
    ben.post("rename", name="Bert")
    assert host.get()["sitters"][4]["name"] == "Bert"
    host.post("remove", seat=4)
    assert ben.get()["seat"] is None
    sent = {"Authorization": f"Bearer {ben.token}"}
    refused = ben.http.post(f"/api/tables/{ben.code}/join", json={"name": "Bo"}, headers=sent)
    assert (refused.status_code, refused.json()["error"]) == (
        403,
        "The host has taken you off this table.",
    )
    host.post("readmit", name="Bert")
    assert ben.post("join", name="Bo")["seat"] == 1


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("options", {"players": 1}),
        ("options", {"players": 4, "name": "Ann"}),
        ("move", {"seat": 0}),
        ("move", {"seat": 0, "to": "1"}),
        ("rename", {"name": "B" * 101}),
        ("remove", {"seat": 8}),
        ("readmit", {}),
    ],
)
def test_what_a_program_gets_wrong_is_told(
    server: Served, what: str, body: dict[str, object]
) -> None:
    host, _ = gathered(server)
    sent = {"Authorization": f"Bearer {host.token}"}
    answer = host.http.post(f"/api/tables/{host.code}/{what}", json=body, headers=sent)
    assert answer.status_code == 422
    assert answer.json()["error"]


def test_the_form_of_a_waiting_table_is_the_hosts_alone(server: Served) -> None:
    host, ben = gathered(server, expansions=["leaders"], clock=60)
    path = f"/t/{host.code}/options"
    page = browser(server, host).get(path)
    assert page.status_code == 200
    for checked in ('name="players" value="4"', 'value="leaders"', 'name="clock" value="60"'):
        assert f"{checked} checked" in page.text
    assert 'name="name"' not in page.text
    assert browser(server, ben).get(path).status_code == 403
    assert server.client().get(path).status_code == 403
    host.post("start")
    assert browser(server, host).get(path).status_code == 409


def test_a_change_that_is_refused_comes_back_in_its_form(server: Served) -> None:
    host, _ = gathered(server)
    server.program().join(host.code, "Cleo")
    client, path = browser(server, host), f"/t/{host.code}/options"
    form = {"players": "2", "edition": "1st", "level": "easy", "clock": "60"}
    answer = client.post(path, data=form)
    assert answer.status_code == 400
    assert "3 people sit here" in answer.text
    for name, value in form.items():
        assert f'name="{name}" value="{value}" checked' in answer.text
    assert client.post(path, data={**form, "players": "3"}).headers["location"] == f"/t/{host.code}"
    assert "3 players · 1st edition · 1 minute a turn" in client.get(f"/t/{host.code}").text


def test_forms_of_the_lobby_work_without_scripts(server: Served) -> None:
    host, ben = gathered(server)
    path = f"/t/{host.code}"
    ann, guest = browser(server, host), browser(server, ben)
    assert ann.post(f"{path}/move", data={"seat": 1, "to": 2}).status_code == 303
    page = guest.get(path).text
    assert f'action="{path}/name"' in page
    assert f'action="{path}/remove"' not in page
    assert f'action="{path}/move"' not in page
    answer = guest.post(f"{path}/name", data={"seat": 2, "name": TOO_LONG})
    assert answer.status_code == 400
    assert f'value="{TOO_LONG}"' in answer.text
    assert f"1 to {LONGEST_NAME} letters" in answer.text
    assert guest.post(f"{path}/name", data={"seat": 2, "name": "Bo <b>"}).status_code == 303
    assert "Bo &lt;b&gt;" in ann.get(path).text
    assert guest.post(f"{path}/remove", data={"seat": 0}).status_code == 403
    assert ann.post(f"{path}/remove", data={"seat": 2}).status_code == 303
    page = guest.get(path).text
    assert "taken you off" in page
    assert f'action="{path}/join"' not in page
    assert "taken you off" not in server.client().get(path).text
    refused = guest.post(f"{path}/join", data={"name": "Bo"})
    assert refused.status_code == 403
    assert f'href="{path}"' in refused.text
    assert ann.post(f"{path}/readmit", data={"name": "Bo <b>"}).status_code == 303
    assert guest.post(f"{path}/join", data={"name": "Bo"}).status_code == 303


def test_the_link_is_drawn_as_a_qr_code(server: Served) -> None:
    host, _ = gathered(server)
    answer = server.client().get(f"/t/{host.code}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert ElementTree.fromstring(answer.content).tag.endswith("svg")
    other, _ = gathered(server)
    assert server.client().get(f"/t/{other.code}/qr.svg").content != answer.content
    assert server.client().get("/t/zzzzzz/qr.svg").status_code == 404
    long = server.client().get(f"/t/{host.code}/qr.svg", headers={"Host": "x" * 4000})
    assert long.status_code == 400


def test_a_stream_tells_who_looks_though_the_table_has_not_changed(server: Served) -> None:
    host, ben = gathered(server)
    version = host.get()["version"]
    url = f"/stream?t={host.code}:{version}"
    with browser(server, host).stream("GET", url) as answer:
        heard = events_of(answer.iter_lines())
        assert next(heard)[1:] == ("presence", {"code": host.code, "seats": [0]})
        with browser(server, ben).stream("GET", url):
            assert next(heard)[1:] == ("presence", {"code": host.code, "seats": [0, 1]})
        assert next(heard)[1:] == ("presence", {"code": host.code, "seats": [0]})
    assert host.get()["version"] == version


def test_the_start_page_tells_of_my_games(server: Served) -> None:
    host, ben = gathered(server)
    page = unescape(browser(server, host).get("/").text)
    assert f'href="/t/{host.code}"' in page
    assert "gathering · <time" in page
    assert "second" in page
    host.post("start")
    page = unescape(browser(server, ben).get("/").text)
    assert "your turn" in page
    view = ben.get()
    ben.post("decide", move=view["offers"][0]["moves"][0], step=view["step"])
    page = unescape(browser(server, ben).get("/").text)
    assert "waiting for Ann · <time" in page
