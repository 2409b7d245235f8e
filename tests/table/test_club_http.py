"""The club over HTTP: pages and forms without scripts, the keeper's desk, programs; nothing of it
where a server keeps none.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from html import escape, unescape
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from clubs import CLUB, NAMES, WORDS, invitation, members, over_http, token_of
from mirabilia.table.app import CLUB_PARTS, create_app
from mirabilia.table.http.refusing import SENTENCES
from mirabilia.table.http.shapes import club as shapes
from mirabilia.table.rooms import visitors
from mirabilia.table.settings import Settings
from tables import Served, served

OTHER = "two camels in Gizah"
JOIN = re.compile(r"/club/(?:join|passphrase)/([a-z0-9]{12})")


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served(watch_every=0.05, **CLUB) as found:
        asyncio.run(members(found.service, *NAMES[:8], keeper="Ada"))
        yield found


def browser(server: Served, name: str = "") -> httpx.Client:
    """A browser, perhaps that of a player who is signed in."""
    cookies = {visitors.COOKIE: token_of(name)} if name else {}
    return server.client(cookies=cookies)


def link(server: Served, uses: int = 5) -> str:
    return f"/club/join/{asyncio.run(invitation(server.service, uses))}"


def error_of(answer: httpx.Response) -> str:
    found = re.search(r'class="error"[^>]*>([^<]+)<', answer.text)
    return unescape(found[1]) if found else ""


def test_where_no_club_is_kept_nothing_of_it_is_seen() -> None:
    with served() as plain:
        client = plain.client()
        for part in CLUB_PARTS:
            for route in part.router.routes:
                for method in getattr(route, "methods", ()):
                    path = re.sub(r"\{\w+\}", "x", getattr(route, "path", ""))
                    assert client.request(method, path).status_code == 404, path
        for path in ("/", "/new", "/me", "/api/docs", "/openapi.json", "/position", "/rules"):
            text = client.get(path).text
            for code, sentence in SENTENCES.items():  # they are the same on every server
                for known in (sentence, escape(sentence), f">{code}<", f'"{code}"'):
                    text = text.replace(known, "")
            assert "club" not in text.lower().replace("clubs", ""), path


def test_where_one_is_kept_the_way_to_it_is_on_every_page(server: Served) -> None:
    client = browser(server)
    for path in ("/", "/new", "/me", "/pad"):
        assert 'href="/club"' in client.get(path).text
    assert "8 players have a name here" in client.get("/club").text


def test_somebody_joins_by_a_link_signs_out_and_in_again(server: Served) -> None:
    client, path = browser(server), link(server)
    page = client.get(path).text
    assert 'autocomplete="new-password"' in page
    for name, words, status, sentence in (
        ("Zoë", "short", 400, "at least 10 letters"),
        ("", WORDS, 400, "1 to 20 letters"),
        ("ADA", WORDS, 409, "called so already"),
    ):
        answer = client.post(path, data={"name": name, "passphrase": words})
        assert answer.status_code == status
        assert sentence in error_of(answer)
        assert f'name="name" value="{name}"' in answer.text
        assert words not in answer.text
    joined = client.post(path, data={"name": "Zoë", "passphrase": WORDS})
    assert (joined.status_code, joined.headers["location"]) == (303, "/club")
    cookie = joined.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "You are signed in as Zoë" in client.get("/club").text
    assert 'value="Zoë"' in client.get("/").text
    assert "readonly" in client.get("/new").text
    assert "You are in the club already" in client.get(path).text
    out = client.post("/club/sign-out")
    assert out.status_code == 303
    assert visitors.COOKIE not in client.cookies
    assert "Sign in" in client.get("/club").text
    wrong = client.post("/club/sign-in", data={"name": "zoe", "passphrase": OTHER})
    assert wrong.status_code == 403
    assert 'name="name" value="zoe"' in wrong.text
    assert error_of(wrong) == "Name or passphrase is not right."
    client.post("/club/sign-in", data={"name": "zoe", "passphrase": WORDS})
    assert "You are signed in as Zoë" in client.get("/club").text
    again = client.post("/club/sign-in", data={"name": "Ada", "passphrase": WORDS})
    assert again.status_code == 409
    assert "You are signed in as Zoë" in again.text
    assert client.post("/club/me/leave").status_code == 303
    assert client.get("/club/players/Zoe").status_code == 404


def test_a_device_that_becomes_a_players_says_again_where_he_is_told_of_his_turns(
    server: Served,
) -> None:
    client = browser(server)
    client.post(link(server), data={"name": "Uma", "passphrase": WORDS})
    client.post("/club/sign-out")
    made = browser(server, "Ada").post("/club/keeper/renew", data={"name": "Uma"}).text
    for path, fields in (
        ("/club/sign-in", {"name": "Uma", "passphrase": WORDS}),
        (f"/club/passphrase/{JOIN.findall(made)[0]}", {"passphrase": OTHER}),
        ("/club/me/passphrase", {"old": OTHER, "passphrase": WORDS}),
    ):
        answer = client.post(path, data=fields)
        assert answer.status_code < 400
        gone = [line for line in answer.headers.get_list("set-cookie") if "Max-Age=0" in line]
        assert [line.partition("=")[0] for line in gone] == ["push"], path


def test_on_https_the_cookie_travels_encrypted_only() -> None:
    with served(base_url="https://play.example.org", **CLUB) as safe:
        path = link(safe)
        joined = safe.client().post(path, data={"name": "Zoë", "passphrase": WORDS})
        assert "secure" in joined.headers["set-cookie"].lower()


def test_a_form_from_elsewhere_is_refused(server: Served) -> None:
    client = browser(server, "Ada")
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        for path in ("/club/me/leave", "/club/keeper/invite", "/club/sign-out"):
            answer = client.post(path, data={"uses": "1", "days": "1"}, headers=headers)
            assert answer.status_code == 403
    assert client.get("/club/keeper").status_code == 200


def test_who_is_no_player_signs_nothing_out(server: Served) -> None:
    client = browser(server, "Nobody")
    client.post("/club/sign-out")
    assert client.cookies[visitors.COOKIE] == token_of("Nobody")
    assert client.get("/club/me").headers["location"] == "/club/sign-in"
    assert client.post("/club/me/leave").status_code == 403


def test_a_players_games_are_not_given_away_nor_forgotten_by_mistake(server: Served) -> None:
    client = browser(server, "Gus")
    answer = client.post("/me/forget")
    assert answer.status_code == 409
    assert "You are a player of the club" in answer.text
    answer = client.post("/me/take", data={"code": "abcdefghjk"})
    assert answer.status_code == 409
    assert "You are signed in as Gus" in client.get("/club").text


def test_a_name_that_is_taken_comes_back_in_the_form(server: Served) -> None:
    answer = browser(server).post("/play", data={"name": "ADA", "players": "3", "level": "random"})
    assert answer.status_code == 409
    assert "Ada is a player of the club" in answer.text
    assert 'value="ADA"' in answer.text


def test_only_the_keeper_has_the_keepers_page(server: Served) -> None:
    for name in ("", "Bea"):
        client = browser(server, name)
        for path in ("/club/keeper", "/club/keeper/tournament"):
            assert client.get(path).status_code == 403
        for path in ("invite", "uninvite", "renew", "remove", "keeper", "no-keeper", "season"):
            answer = client.post(f"/club/keeper/{path}", data={"name": "Bea", "uses": "1"})
            assert answer.status_code == 403, path
        assert client.post("/club/keeper/season/delete", data={"id": "x"}).status_code == 403
        assert client.post("/club/keeper/tournament", data={"name": "x"}).status_code == 403
        assert "For the keeper" not in client.get("/club").text


def test_the_keeper_invites_helps_and_looks_after_seasons(server: Served) -> None:
    keeper = browser(server, "Ada")
    made = keeper.post("/club/keeper/invite", data={"note": "Work", "uses": "2", "days": "3"})
    code = JOIN.findall(made.text)[0]
    assert "2 players can join" in made.text
    assert "<svg" in made.text
    desk = keeper.get("/club/keeper").text
    assert "Work" in desk
    assert code not in desk  # it was shown once
    assert browser(server).get(f"/club/join/{code}").status_code == 200
    wrong = keeper.post("/club/keeper/invite", data={"note": "Ñ", "uses": "many", "days": "3"})
    assert wrong.status_code == 400
    for value in ("Ñ", "many"):
        assert f'value="{value}"' in wrong.text
    id = re.search(r'<b>Work</b>.*?name="id" value="(\w+)"', desk, re.S)
    assert id
    keeper.post("/club/keeper/uninvite", data={"id": id[1]})
    assert browser(server).get(f"/club/join/{code}").status_code == 404

    made = keeper.post("/club/keeper/renew", data={"name": "Hal"})
    renewing = f"/club/passphrase/{JOIN.findall(made.text)[0]}"
    hal = browser(server)
    assert "For Hal" in hal.get(renewing).text
    short = hal.post(renewing, data={"passphrase": "short"})
    assert (short.status_code, "at least 10" in error_of(short)) == (400, True)
    assert hal.post(renewing, data={"passphrase": OTHER}).status_code == 303
    assert "You are signed in as Hal" in hal.get("/club").text
    assert "You are signed in" not in browser(server, "Hal").get("/club").text  # the old devices
    changed = hal.post("/club/me/passphrase", data={"old": WORDS, "passphrase": OTHER})
    assert (changed.status_code, error_of(changed)) == (403, "That is not your passphrase.")
    changed = hal.post("/club/me/passphrase", data={"old": OTHER, "passphrase": WORDS})
    assert "the new passphrase is yours" in changed.text
    assert "You are signed in as Hal" in hal.get("/club").text

    season = {"name": "Winter", "first": "2027-02-01", "last": "2027-01-01"}
    wrong = keeper.post("/club/keeper/season", data=season)
    assert wrong.status_code == 400
    for value in season.values():
        assert f'value="{value}"' in wrong.text
    season["last"] = "2027-03-01"
    assert keeper.post("/club/keeper/season", data=season).status_code == 303
    assert "From 2027-02-01 to 2027-03-01" in keeper.get("/club/keeper").text

    own = keeper.post("/club/keeper/remove", data={"name": "Ada"})
    assert own.status_code == 409
    assert "on your own page" in error_of(own)
    assert keeper.post("/club/keeper/no-keeper", data={"name": "Ada"}).status_code == 409
    assert keeper.post("/club/keeper/keeper", data={"name": "Nobody"}).status_code == 404


def test_a_tournament_in_the_browser_and_for_programs(server: Served) -> None:
    keeper = browser(server, "Ada")
    form = {"name": "Cup 1", "rounds": "x", "players": "3", "level": "random", "duplicate": "1"}
    wrong = keeper.post("/club/keeper/tournament", data=form)
    assert wrong.status_code == 400
    assert 'value="Cup 1"' in wrong.text
    assert 'value="3" checked' in wrong.text
    assert 'name="duplicate" value="1" checked' in wrong.text
    made = keeper.post("/club/keeper/tournament", data={**form, "rounds": "1"})
    path = made.headers["location"]
    id = path.rpartition("/")[2]
    assert "Nobody yet" in keeper.get(path).text
    few = keeper.post(f"{path}/start")
    assert (few.status_code, "at least 3" in error_of(few)) == (409, True)
    names = NAMES[:6]
    for name in names[:5]:
        assert browser(server, name).post(f"{path}/enter").status_code == 303
    assert browser(server).post(f"{path}/enter").status_code == 403
    unknown = keeper.post(f"{path}/add", data={"name": "Quentin"})
    assert unknown.status_code == 404
    assert 'value="Quentin"' in unknown.text
    assert keeper.post(f"{path}/add", data={"name": "fay"}).status_code == 303
    told = keeper.get(f"/api/club/tournaments/{id}").json()
    assert shapes.Course.model_validate(told, strict=True)
    assert (told["status"], told["entrants"], told["seed"]) == ("entry", list(names), None)
    assert keeper.post(f"{path}/start").status_code == 303
    told = keeper.get(f"/api/club/tournaments/{id}").json()
    assert (told["status"], told["round"]) == ("playing", 1)
    (first,) = told["played"]
    assert len(first["hash"]) == 64
    page = browser(server, "Ada").get(path).text
    assert page.count("To your table") == 1
    tables = [table["code"] for table in first["tables"]]
    table = first["tables"][0]
    late = next(seat for seat in table["seats"] if seat["name"] not in ("Ada", "Fay"))
    asked = {"seat": str(late["seat"]), "who": late["name"]}
    walkover = f"{path}/tables/{table['code']}/walkover"
    assert f'action="{walkover}"' in keeper.get(path).text
    assert browser(server, "Bea").post(walkover, data=asked).status_code == 403
    stale = keeper.post(walkover, data={**asked, "who": "Zoë"})
    assert (stale.status_code, "no longer" in error_of(stale)) == (409, True)
    assert keeper.post(walkover, data=asked).status_code == 303
    for code in tables:
        keeper.post(f"{path}/tables/{code}/begin")
    over_http(server, names, tables)
    told = keeper.get(f"/api/club/tournaments/{id}").json()
    assert shapes.Course.model_validate(told, strict=True)
    assert told["status"] == "over"
    assert told["standings"][0]["place"] == 1
    absent = [seat for t in told["played"][0]["tables"] for seat in t["seats"] if seat["absent"]]
    assert [seat["name"] for seat in absent] == [late["name"]]
    page = browser(server).get(path).text
    assert "Results" in page
    assert "not here: a bot played" in page
    assert page.count("/r/") == len(tables)
    for code in tables:
        assert server.client().get(f"/r/{code}").status_code == 200
    front = server.client().get("/api/club").json()
    assert shapes.Club.model_validate(front, strict=True)
    assert front["rankings"][0]["kind"]["players"] == 3
    standing = server.client().get("/api/club/players/ada").json()
    assert shapes.Standing.model_validate(standing, strict=True)
    assert standing["name"] == "Ada"
    told = server.client().get(f"/club/players/{quote('Ada')}")
    assert told.status_code == 200
    assert "By board" in told.text
    assert keeper.post(f"{path}/delete").headers["location"] == "/club"
    assert keeper.get(path).status_code == 404


def test_a_program_signs_in(server: Served) -> None:
    joined = server.client().post(link(server), data={"name": "Robo", "passphrase": WORDS})
    assert joined.status_code == 303
    asked: dict[str, Any] = {"name": "robo", "passphrase": WORDS}
    answer = server.client().post("/api/club/sign-in", json=asked)
    assert shapes.SignedIn.model_validate(answer.json(), strict=True)
    bearer = {"Authorization": f"Bearer {answer.json()['token']}"}
    assert answer.json()["name"] == "Robo"
    seated = server.client().post(
        "/api/tables", json={"name": "x", "level": "random"}, headers=bearer
    )
    code = seated.json()["code"]
    seen = server.client().get(f"/api/tables/{code}", headers=bearer).json()
    assert seen["sitters"][0]["name"] == "Robo"
    wrong = server.client().post("/api/club/sign-in", json={**asked, "passphrase": OTHER})
    assert (wrong.status_code, wrong.json()["code"]) == (403, "not_right")
    assert server.client().post("/api/club/sign-in", json={"name": "x"}).status_code == 422


def test_the_description_has_the_club_where_there_is_one() -> None:
    told = create_app(Settings(database="sqlite://", club=True)).openapi()
    assert {"Club", "Standing", "Course", "SignedIn"} <= set(told["components"]["schemas"])
    assert "/api/club/sign-in" in told["paths"]
