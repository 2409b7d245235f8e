"""A deal that several tables share stays hidden until the last of them is over.

Of two tables of a duplicate round one is over: nobody who does not sit there gets anything of it,
by any address or stream, and nobody at all its secret, record, replay or review. Then the other
ends.
"""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from clubs import (
    CLUB,
    NAMES,
    drawn,
    finish,
    members,
    over_http,
    play_once,
    token_of,
    tournament,
    visitor_of,
)
from mirabilia import cli
from mirabilia.table.app import CLUB_PARTS, PARTS
from mirabilia.table.rooms import visitors
from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.table_view import OVER, PLAYING
from tables import Served, events_of, refusal, run, served, serving
from waiting import PATIENCE

PEOPLE = NAMES[:6]
ELSEWHERE = "Kit"  # a player of the club who does not take part


@dataclass
class Round:
    """A duplicate round of two tables, the first of which is over."""

    server: Served
    id: str
    ended: str
    other: str
    seated: list[str]  # at the table that is over
    heard: dict[str, list[str]]  # what streams of whom have said
    secret: str
    nonce: str
    hash: str

    def client(self, name: str = "") -> httpx.Client:
        cookies = {visitors.COOKIE: token_of(name)} if name else {}
        return self.server.client(cookies=cookies)

    @property
    def others(self) -> list[str]:
        """Who is not to know anything of the table that is over."""
        return ["", ELSEWHERE, *(name for name in PEOPLE if name not in self.seated)]


def listen(server: Served, name: str, path: str, code: str, heard: list[str]) -> None:
    """Keep what a stream says about a table."""
    cookies = {visitors.COOKIE: token_of(name)} if name else {}
    try:
        with server.client(cookies=cookies).stream(
            "GET", f"{path}?t={code}:0.0.0", timeout=PATIENCE
        ) as answer:
            for _, event, data in events_of(answer.iter_lines()):
                heard.append(json.dumps([event, data], ensure_ascii=False))
    except httpx.HTTPError:
        pass  # the server has gone, or nothing was said for long


@pytest.fixture(scope="module")
def round_() -> Iterator[Round]:
    with served(watch_every=0.05, **CLUB) as server:
        asyncio.run(members(server.service, *PEOPLE, ELSEWHERE, keeper="Ada"))
        keeper = server.client(cookies={visitors.COOKIE: token_of("Ada")})
        form = {"name": "Cup", "rounds": "2", "players": "3", "level": "random", "duplicate": "1"}
        path = keeper.post("/club/keeper/tournament", data=form).headers["location"]
        for name in PEOPLE:
            keeper.post(f"{path}/add", data={"name": name})
        assert keeper.post(f"{path}/start").status_code == 303
        told = keeper.get(f"/api{path}").json()["played"][0]
        ended, other = (table["code"] for table in told["tables"])
        stored = server.service.storage.load_table(ended)
        assert stored
        seated = [seat["name"] for seat in told["tables"][0]["seats"]]
        found = Round(
            server,
            path.rpartition("/")[2],
            ended,
            other,
            seated,
            {},
            stored.secret,
            stored.nonce,
            told["hash"],
        )
        for name in found.others:
            for stream in ("/stream", "/api/stream"):
                heard = found.heard.setdefault(f"{name} {stream}", [])
                asked = (server, name, stream, ended, heard)
                threading.Thread(target=listen, args=asked, daemon=True).start()
        over_http(server, seated, [ended])
        for name in PEOPLE:  # the other table is under way
            play_once(server.client(), other, name, random.Random(2))
        assert statuses(found) == [OVER, PLAYING]
        yield found


def statuses(round_: Round) -> list[str]:
    found = (round_.server.service.outline(code) for code in (round_.ended, round_.other))
    return [outline.status for outline in found if outline]


def addresses(round_: Round, code: str) -> list[str]:
    """Every address of the server that can be asked for, about a table."""
    slots = {"code": code, "id": round_.id, "name": "Ada", "day": "2026-01-01", "number": "0"}
    slots |= {"edition": "2nd", "boxes": "base", "lang": "en", "name:path": "icon.svg"}
    found = []
    for part in (*PARTS, *CLUB_PARTS):
        for route in part.router.routes:
            path: str = getattr(route, "path", "")
            if "GET" in getattr(route, "methods", ()) and "stream" not in path:
                for slot, value in slots.items():
                    path = path.replace(f"{{{slot}}}", value)
                found.append(path)
    return found


def test_all_tables_of_the_round_have_the_same_deal(round_: Round) -> None:
    stored = [round_.server.service.storage.load_table(c) for c in (round_.ended, round_.other)]
    assert {(each.secret, each.nonce) for each in stored if each} == {(round_.secret, round_.nonce)}
    assert [each.sealed for each in stored if each] == [True, True]


def test_nobody_elsewhere_gets_anything_of_either_table(round_: Round) -> None:
    """Whatever is asked for: a refusal, or a page that is the same for both tables' outsiders."""
    for code, people in (
        (round_.ended, round_.others),
        (round_.other, ["", ELSEWHERE, *round_.seated]),
    ):
        for name in people:
            client = round_.client(name)
            for address in addresses(round_, code):
                answer = client.get(address, follow_redirects=True)
                about = code in address
                if about and not address.endswith((".svg", "/talk")):
                    assert answer.status_code in (403, 404, 409, 422), (name, address)
                if about and answer.status_code == 200:  # of talk nobody there hears a line
                    assert address.endswith(("/qr.svg", "/talk")), address
                assert round_.secret not in answer.text
                assert round_.nonce not in answer.text
                assert "data-version" not in answer.text


def test_streams_say_nothing_to_who_does_not_sit_there(round_: Round) -> None:
    assert len(round_.heard) == 2 * len(round_.others)
    for who, heard in round_.heard.items():
        assert heard, who
        kinds = {json.loads(each)[0] for each in heard}
        assert kinds - {"presence"} == {"gone"}, who  # who was there, before the game


def test_not_even_its_players_have_secret_record_replay_or_review(round_: Round) -> None:
    for name in round_.seated:
        client = round_.client(name)
        page = client.get(f"/t/{round_.ended}")
        assert page.status_code == 200
        assert round_.hash in page.text
        assert "still being played at other tables" in page.text
        assert "/record" not in page.text
        assert "/r/" not in page.text
        seen = client.get(f"/api/tables/{round_.ended}").json()
        assert seen["status"] == OVER
        assert seen["fairness"] == {"hash": round_.hash, "secret": None, "nonce": None}
        assert len(seen["ranking"]) >= 1
        for address in addresses(round_, round_.ended):
            answer = client.get(address, follow_redirects=True)
            assert round_.secret not in answer.text, address
            assert round_.nonce not in answer.text, address
            if "/record" in address or address.startswith("/r/"):
                assert answer.status_code in (404, 409), address
        assert f"/r/{round_.ended}" not in client.get("/me").text
        assert "No game of yours is over yet" in client.get("/me").text
        for what in ("hint", "takeback"):
            body = {"step": seen["step"]} if what == "takeback" else {}
            answer = client.post(f"/api/tables/{round_.ended}/{what}", json=body)
            assert answer.status_code in (403, 409)


def test_no_result_is_told_before_the_round_is_over(round_: Round) -> None:
    told = round_.client().get(f"/api/club/tournaments/{round_.id}").json()
    (played,) = told["played"]
    assert played["hash"] == round_.hash
    assert not played["over"]
    assert all(seat["place"] is None for table in played["tables"] for seat in table["seats"])
    assert all(each["points"] == 0 for each in told["standings"])
    page = round_.client("Ada").get(f"/club/tournaments/{round_.id}").text
    assert "nothing of it can be seen" in page
    assert "Watch" not in page
    assert "points</li>" not in page
    for name in round_.seated:
        standing = round_.client().get(f"/api/club/players/{name}").json()
        assert (standing["total"], standing["latest"], standing["ratings"]) == (None, [], [])
    assert round_.client().get("/api/club").json()["rankings"] == []


def test_nothing_is_listed_or_said_elsewhere(round_: Round) -> None:
    for name in round_.others:
        client = round_.client(name)
        listed = client.get("/api/tables").json()["tables"]
        mine = client.get("/api/mine").json()["tables"]
        assert round_.ended not in json.dumps([listed, mine])
        talk = client.get(f"/api/tables/{round_.ended}/talk").json()
        assert (talk["lines"], talk["behind"]) == ([], True)
        assert round_.ended not in client.get("/").text
        said = client.post(f"/api/tables/{round_.ended}/talk", json={"words": "?", "to": "table"})
        assert said.status_code == 403
    told = "\n".join(round_.server.log.lines)
    assert round_.secret not in told
    assert round_.nonce not in told


def test_when_the_last_table_is_over_everything_can_be_had(
    round_: Round, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    over_http(round_.server, PEOPLE, [round_.other])
    anybody = round_.client()
    records = []
    for code in (round_.ended, round_.other):
        seen = anybody.get(f"/api/tables/{code}").json()
        assert seen["fairness"]["secret"] == round_.secret
        assert anybody.get(f"/r/{code}").status_code == 200
        file = tmp_path / f"{code}.json"
        file.write_text(anybody.get(f"/t/{code}/record").text)
        records.append(json.loads(file.read_text()))
        assert cli.main(["verify", str(file)]) == 0
    assert records[0]["deal"] == records[1]["deal"]
    assert records[0]["fair"] == records[1]["fair"]
    assert records[0]["setup"]["wonders"] == records[1]["setup"]["wonders"]
    told = anybody.get(f"/api/club/tournaments/{round_.id}").json()
    assert told["played"][0]["over"]
    assert all(seat["place"] for table in told["played"][0]["tables"] for seat in table["seats"])
    assert told["round"] == 2
    again = {table["code"] for table in told["played"][1]["tables"]}
    assert told["played"][1]["hash"] != round_.hash
    assert not again & {round_.ended, round_.other}
    rankings = anybody.get("/api/club").json()["rankings"]
    assert [len(ranking["players"]) for ranking in rankings] == [6]
    assert f"/r/{round_.ended}" in round_.client(round_.seated[0]).get("/me").text


def test_it_stays_hidden_over_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def before() -> tuple[str, str, str]:
        async with serving(url, **CLUB) as service:
            await members(service, *PEOPLE, keeper="Ada")
            id = await tournament(service, PEOPLE, rounds=1, duplicate=True)
            one, other = (table.code for table in (await drawn(service, id, 1)).tables)
            await finish(service, one)
            return id, one, other

    async def after(id: str, one: str, other: str) -> None:
        async with serving(url, watch_every=0.05, **CLUB) as service:
            await asyncio.sleep(0.3)  # for whatever looks after it
            assert await refusal(service.table_view(one, None), 403)
            assert await refusal(service.record(one))
            assert await refusal(service.shelf.record(one), 404)
            assert await refusal(service.shelf.find(one), 404)
            assert await refusal(service.replays.open(one), 404)
            assert await refusal(service.reviews.look(one), 404)
            await finish(service, other)
            await drawn(service, id, 0)
            for code in (one, other):
                assert (await service.table_view(code, None)).fairness
                assert (await service.record(code))["fair"]["secret"]
                assert (await service.shelf.find(code)).replay

    asyncio.run(after(*asyncio.run(before())))


def test_what_is_cleared_away_stays_hidden_too() -> None:
    """A table that has gone leaves a record, which is not to be had before the round is over."""

    async def story(service: Service) -> None:
        await members(service, *PEOPLE, keeper="Ada")
        id = await tournament(service, PEOPLE, rounds=1, duplicate=True)
        one, other = (table.code for table in (await drawn(service, id, 1)).tables)
        await finish(service, one)
        assert await service.clean_up() == 1
        assert service.outline(one) is None
        assert await refusal(service.shelf.record(one), 404)
        assert await refusal(service.replays.open(one), 404)
        for name in PEOPLE:
            assert not (await service.history.past(visitor_of(name))).games
        await finish(service, other)
        await drawn(service, id, 0)
        assert (await service.shelf.record(one))["fair"]["secret"]

    run(story, **{**CLUB, "keep_over": -1.0, "watch_every": 0.05})


def test_names_in_what_was_sealed_are_taken_out_with_who_leaves() -> None:
    async def story(service: Service) -> None:
        await members(service, *PEOPLE, keeper="Ada")
        id = await tournament(service, PEOPLE, rounds=1, duplicate=True)
        one, other = (table.code for table in (await drawn(service, id, 1)).tables)
        await finish(service, one)
        outline = service.outline(one)
        assert outline
        leaves = next(seat for seat in outline.seats if seat.name != "Ada")
        player = await service.club.player(leaves.visitor)
        assert player
        await service.club.leave(player)
        assert await refusal(service.shelf.record(one), 404)
        await finish(service, other)
        course = await drawn(service, id, 0)
        assert leaves.name not in [each.name for each in course.tournament.entrants]
        assert leaves.name not in str(await service.shelf.record(one))

    run(story, watch_every=0.05, **CLUB)
