"""The description of the JSON interface holds: whole games, every answer, every message.

Answers are checked strictly, so that a key that is not described fails; and everything described
must occur, so that nothing is made up.
"""

import asyncio
import hashlib
import itertools
import json
import random
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute

from decisions import DECISIONS, MAKERS
from leaders import at_play, bare, roma, three
from mirabilia import Game
from mirabilia.table.app import create_app
from mirabilia.table.http import api, describe
from mirabilia.table.http.refusing import SENTENCES
from mirabilia.table.http.shapes.answers import Done
from mirabilia.table.http.shapes.document import REFUSALS
from mirabilia.table.page import assets
from mirabilia.table.rooms import beginning, fair
from mirabilia.table.rooms.handing import DEEDS
from mirabilia.table.rooms.service import Service
from mirabilia.table.rooms.table import OTHER_RULES, Table
from mirabilia.table.rooms.warmth import Warmth, WarmUp
from mirabilia.table.rooms.workers import Thought, think
from mirabilia.table.settings import Settings
from positions import seat, table
from shapes import Client, Description
from tables import ANN, GENEROUS, served

EVERYTHING = ["leaders", "cities", "armada"]
SETS: list[dict[str, Any]] = [
    {"players": 3, "edition": "1st"},
    {"players": 4},
    {"players": 5, "edition": "1st", "expansions": ["leaders"], "leaders": "expert"},
    {"players": 4, "expansions": ["leaders"], "sides": "choose"},
    {"players": 4, "edition": "1st", "expansions": ["cities"]},
    {"players": 3, "expansions": ["armada"]},
    {"players": 2, "edition": "1st", "sides": "choose"},
    {"players": 4, "expansions": EVERYTHING, "teams": True},
    {"players": 7, "edition": "1st", "expansions": EVERYTHING},
    {"players": 8, "edition": "1st", "expansions": ["armada"]},
]
CITIES: dict[str, Any] = {"expansions": ["cities"]}
# What games seldom come to: where they stand, and what seat 0 does; left out: what comes first.
SCENES: list[tuple[Callable[[], Game], str]] = [
    *((made, "") for made in DECISIONS.values()),
    (DECISIONS["sail"], "sail:no"),
    (
        lambda: at_play(roma("2nd", 1, leader_hand=["plato"]), *bare("2nd", "rhodos", "gizah")),
        "stage:altar",
    ),
    (
        lambda: three("1st", {"hand": "militia altar", "leaders": ["caligula"], "coins": 0}),
        "build:militia!",
    ),
    (
        lambda: three(
            "1st",
            {"hand": "altar", "leaders": ["nero", "aganice"], "city": "barracks", "coins": 0},
        ),
        "build:altar",
    ),
    (lambda: table(seat("rhodos:day", "raider_camp altar"), *rivals(), **CITIES), "build:raider"),
    (
        lambda: table(
            seat("rhodos:day", "memorial altar", MAKERS, defeats=2), *rivals(), age=3, **CITIES
        ),
        "build:memorial",
    ),
]
# What may go wrong at every address, before it is asked what is wanted there.
ANYWHERE = {408, 413, 429, 431, 500, 503}
DOCUMENT = create_app(Settings(database="sqlite://")).openapi()


def rivals() -> list[dict[str, Any]]:
    return [seat("gizah:day", coins=3), seat("ephesos:day", coins=3)]


@asynccontextmanager
async def opened(description: Description, **changes: Any) -> AsyncIterator[tuple[Client, Service]]:
    app = create_app(Settings(database="sqlite://", **{**GENEROUS, **changes}))
    async with app.router.lifespan_context(app):
        yield Client(app, description), app.state.service


class Players:
    """Programs that have all seats of a table, and like best what they have done least."""

    def __init__(self, client: Client, chance: random.Random) -> None:
        self._client, self._chance = client, chance
        self._done: Counter[str] = Counter()
        self.code, self.path, self.tokens = "", "", list[str]()

    async def sit(self, options: dict[str, Any], token: str | None = None) -> None:
        body = {"name": "Ann", "listed": False, **options}
        status, seated = await self._client.ask("POST", "/api/tables", body, token)
        assert status == 201, seated
        self.code, self.tokens = seated["code"], [token or seated["token"]]
        self.path = f"/api/tables/{self.code}"
        for number in range(1, options["players"]):
            name = {"name": f"No {number}"}
            _, seated = await self._client.ask("POST", f"{self.path}/join", name)
            self.tokens.append(seated["token"])

    async def play(self) -> None:
        known = [0] * len(self.tokens)
        while True:
            for number, token in enumerate(self.tokens):
                found = await self.look(number, known[number])
                known[number] = found["version"]
                if found["status"] == "over":
                    return
                for offer in found["offers"]:
                    if offer["choice"] is None:
                        await self.decide(token, found["step"], offer["seat"], self._choose(offer))
                        break

    async def look(self, number: int, since: int = 0) -> Any:
        address = f"{self.path}?since={since}"
        _, found = await self._client.ask("GET", address, token=self.tokens[number])
        return found

    async def decide(self, token: str, step: int, number: int, move: str) -> None:
        body = {"move": move, "step": step, "seat": number}
        status, answer = await self._client.ask("POST", f"{self.path}/decide", body, token)
        assert status == 200, answer

    def _choose(self, offer: dict[str, Any]) -> str:
        kinds: dict[str, list[str]] = {}
        for move in offer["moves"]:
            kind = f"{offer['kind']} {move.partition(':')[0]} {'!' in move} {'+' in move}"
            kinds.setdefault(kind, []).append(move)
        kind = min(kinds, key=lambda kind: (self._done[kind], self._chance.random()))
        self._done[kind] += 1
        return self._chance.choice(kinds[kind])


def dealt(number: int) -> fair.Promise:
    """The same cards for a number every time."""
    digits = hashlib.sha256(f"shapes {number}".encode()).hexdigest()
    return fair.Promise(digits, digits[:32])


async def games(client: Client) -> None:
    """A whole game of each set, to which one of the players listens."""
    for number, options in enumerate(SETS):
        players = Players(client, random.Random(number))
        await players.sit(options)
        stream = client.listen(f"t={players.code}", token=players.tokens[0])
        await players.play()
        await stream.until_over()
        await stream.end()
        await client.ask("GET", f"{players.path}/record")
        await client.ask("GET", f"{players.path}/events?since=5")
        _, found = await client.ask("GET", players.path)
        assert found["seat"] is None


async def scenes(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """What games seldom come to, at tables that begin there."""
    for made, wanted in SCENES:
        game = made()
        with monkeypatch.context() as patched:
            patched.setattr(Table, "_new_game", lambda _, game=game: game)
            players = Players(client, random.Random(1))
            options = {"players": game.players, "edition": game.edition}
            await players.sit({**options, "expansions": list(game.expansions)})
        found = await players.look(0)
        moves = [move for move in found["offers"][0]["moves"] if move.startswith(wanted)]
        await players.decide(players.tokens[0], found["step"], 0, moves[0])
        for number in range(game.players):
            await players.look(number)


async def lives(client: Client, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that can be done at tables besides playing, by one who has a seat at each."""

    async def ask(method: str, address: str, body: object = None) -> Any:
        status, answer = await client.ask(method, address, body, ann.tokens[0])
        assert status < 300, answer
        return answer

    ann = Players(client, random.Random(1))
    await ann.sit({"players": 3, "edition": "1st"})
    path = ann.path
    await ask("GET", f"{path}/moves")
    step = (await ann.look(0))["step"]
    stream = client.listen(f"t={ann.code}&t=zzzzzz", token=ann.tokens[0])
    await stream.until("gone")
    offer = (await ann.look(0))["offers"][0]
    await ann.decide(ann.tokens[0], step, 0, offer["moves"][0])
    await ask("POST", f"{path}/undecide", {"step": step})
    monkeypatch.setattr(service.thinking, "ask", advised)
    await ask("POST", f"{path}/hint", {})
    service._keepers[ann.code]._advice.clear()
    monkeypatch.setattr(service.thinking, "ask", advised_by_another)
    await ask("POST", f"{path}/hint", {})
    await ask("POST", f"{path}/leave")
    await stream.until("progress")
    await ask("POST", f"{path}/back")
    await stream.end()
    await ann.play()
    await ask("POST", f"{path}/rematch")
    assert (await ann.look(0))["next_code"]

    bot = {"seat": 1, "level": "random"}
    waiting = {"name": "Ann", "players": 3, "level": "random", "clock": 30, "bots": [bot]}
    path = f"/api/tables/{(await ask('POST', '/api/tables', waiting))['code']}"
    await ask("GET", path)
    assert (await ask("GET", "/api/tables"))["tables"]
    await ask("POST", f"{path}/seat", {"seat": 2, "level": "random"})
    await set_up(client, ask, path)
    await ask("POST", f"{path}/start")
    clocked = Players(client, random.Random(1))
    await clocked.sit({"players": 3, "clock": 30}, ann.tokens[0])
    stream = client.listen(f"t={clocked.code}", token=ann.tokens[0])
    await stream.until("update")
    offer = (await clocked.look(0))["offers"][0]
    await clocked.decide(ann.tokens[0], 0, 0, offer["moves"][0])
    assert (await stream.until("progress"))["data"]["seconds_left"] > 20
    await stream.end()

    await slowly_played(client, ask)
    await taken_back(ask)
    text = json.dumps(Game(3, seed=1).position())
    code = await service.create(beginning.read(text, "random"), "Ann", ANN, begin=True)
    assert (await ask("GET", f"/api/tables/{code}"))["fairness"] is None
    await clocked.sit({"players": 3}, ann.tokens[0])
    service._keepers[clocked.code].table.close(OTHER_RULES)
    assert (await client.ask("GET", clocked.path))[0] == 409
    mine = await ask("GET", "/api/mine")
    assert {found["status"] for found in mine["tables"]} == {"waiting", "playing", "over", "closed"}
    assert await ask("GET", "/health")
    with monkeypatch.context() as patched:
        for warmth in (Warmth(0.5, 60), Warmth(0.5, 60, failed=True)):
            patched.setattr(WarmUp, "warmth", warmth)
            assert await ask("GET", "/health")
    assert await ask("GET", "/words/2nd/leaders-cities-armada-teams/en.json")


async def company(client: Client, service: Service) -> None:
    """Talk, and what a host does about a game under way."""
    people = Players(client, random.Random(1))
    await people.sit({"players": 4, "expansions": ["cities"], "teams": True})
    path, ann = people.path, people.tokens[0]

    async def ask(what: str, body: object = None, token: str | None = ann) -> Any:
        status, answer = await client.ask("POST", f"{path}/{what}", body, token)
        assert status < 300, answer
        return answer

    stream = client.listen(f"t={people.code}:0.0.0", token=ann)
    await ask("talk", {"words": "Hello"})
    await ask("talk", {"words": "wow", "kind": "reaction", "to": "team", "seat": 0})
    for closed in (True, False):
        await ask("host/talk", {"closed": closed})
    await ask("mute", {"seat": 2})
    _, heard = await client.ask("GET", f"{path}/talk?since=0.0", token=ann)
    assert (heard["partner"], heard["mark"], heard["muted"]) == ("No 1", "3.1", [2])
    _, heard = await client.ask("GET", f"{path}/talk")
    assert (heard["partner"], heard["mark"]) == (None, "3.0")
    assert (await stream.until("talk"))["id"].count(".") == 2
    await ask("host/replace", {"seat": 2, "who": "No 2"})
    await ask("host/remove", {"seat": 3, "who": "No 3"})
    (bot,) = ([*(await people.look(0))["sitters"]][3]["name"],)
    ticket = await ask("host/give", {"seat": 3, "who": bot})
    await ask("take", {"pass": ticket["pass"], "name": "Dora"}, None)
    ticket = await ask("elsewhere", token=people.tokens[1])
    await ask("take", {"pass": ticket["pass"]}, None)
    await ask("leave")
    # The keeper of a club does this at a table of a tournament; its game is told like others.
    await service.do(people.code, lambda table: table.walk_over(2, "No 2", lambda _: None))
    deeds = (await people.look(0))["deeds"]
    assert [deed["what"] for deed in deeds] == [*DEEDS]
    await stream.end()
    await people.sit({"players": 3})
    await client.ask("POST", f"{people.path}/host/close", token=people.tokens[0])
    assert (await client.ask("GET", people.path))[0] == 409


async def set_up(client: Client, ask: Callable[..., Awaitable[Any]], path: str) -> None:
    """What a host can do about a table that waits, with its third seat taken by a bot."""
    await ask("POST", f"{path}/options", {"players": 4, "level": "random", "clock": 30})
    assert (await client.ask("POST", f"{path}/join", {"name": "Ben"}))[0] == 200
    await ask("POST", f"{path}/move", {"seat": 0, "to": 1})
    await ask("POST", f"{path}/rename", {"name": "Anna"})
    sitters = (await ask("GET", path))["sitters"]
    (ben,) = (sitter["seat"] for sitter in sitters if sitter["name"] == "Ben")
    await ask("POST", f"{path}/remove", {"seat": ben})
    await ask("POST", f"{path}/readmit", {"name": "Ben"})


async def slowly_played(client: Client, ask: Callable[..., Awaitable[Any]]) -> None:
    """A game of days: a pause that is asked for, declined, agreed to; nudges, a holiday."""
    slow = {"name": "Ann", "players": 3, "level": "random", "clock": 86400}
    path = f"/api/tables/{(await ask('POST', '/api/tables', slow))['code']}"
    _, ben = await client.ask("POST", f"{path}/join", {"name": "Ben"})

    async def as_ben(method: str, address: str, body: object = None) -> Any:
        status, found = await client.ask(method, address, body, ben["token"])
        assert status == 200, found
        return found

    await ask("POST", f"{path}/start")
    assert (await ask("GET", path))["waits"]["until"]
    await ask("POST", f"{path}/extend", {"step": 0, "times": 0})
    found = await as_ben("GET", path)
    move = {"move": found["offers"][0]["moves"][0], "step": 0}
    await as_ben("POST", f"{path}/decide", move)
    await as_ben("POST", f"{path}/nudge", {"seat": 0})
    assert (await ask("GET", path))["waits"]["nudge"]["by"] == 1
    due = [each for each in (await ask("GET", "/api/turns"))["tables"] if each["nudged_by"]]
    assert due[0]["awaited"] == ["Ann"]
    await as_ben("POST", f"{path}/pause")
    waits = (await ask("GET", path))["waits"]
    assert (waits["agreed"], waits["needed"], waits["extended"]) == ([1], [0], 1)
    await ask("POST", f"{path}/decline")
    await ask("POST", f"{path}/pause")
    assert (await ask("GET", path))["waits"]["paused_by"] == 0
    await ask("POST", f"{path}/resume")
    assert (await ask("POST", "/api/away", {"until": time.time() + 86400}))["until"]
    assert (await ask("GET", path))["waits"]["holidays"][0]["seat"] == 0
    assert (await ask("POST", "/api/home"))["until"] is None


async def taken_back(ask: Callable[..., Awaitable[Any]]) -> None:
    """A game against bots alone, whose first decision is taken back, to its record."""
    alone = {"name": "Ann", "players": 3, "edition": "1st", "level": "random", "begin": True}
    path = f"/api/tables/{(await ask('POST', '/api/tables', alone))['code']}"
    asked = False
    while (found := await ask("GET", path))["status"] == "playing":
        if found["step"] and not asked:
            await ask("POST", f"{path}/takeback", {"step": found["step"]})
            asked = True
            continue
        for offer in found["offers"]:
            if offer["choice"] is None:
                body = {"move": offer["moves"][0], "step": found["step"], "seat": offer["seat"]}
                await ask("POST", f"{path}/decide", body)
                break
        else:
            await asyncio.sleep(0.01)
    assert (await ask("GET", f"{path}/record"))["taken_back"] == 1


async def advised(job: Any, *_: object, **__: object) -> list[Thought | None]:
    """What a worker would answer, were there one; a weaker bot is quicker."""
    return think([("beginner", view) for _, view in job])


async def advised_by_another(job: Any, *_: object, **__: object) -> list[Thought | None]:
    """The same of a cold worker, in which a quick bot stands in."""
    found = await advised(job)
    return [replace(thought, stand_in="greedy") for thought in found if thought]


def spoilt(
    path: str, status: int, body: object, ann: Players, closed: Players
) -> tuple[str, dict[str, Any]]:
    """An address, and what to send there, so that it is refused with this status."""
    address, asked = path.replace("{code}", ann.code), dict[str, Any](body=body)
    match status:
        case 400 if path == "/api/stream":
            address += "?t=abc"
        case 400 if path.endswith("/decide"):
            asked["token"] = ann.tokens[0]
        case 400:
            json = {"Content-Type": "application/json"}
            asked = {"content": b'{"name": "\xff"}', "headers": json}
        case 401:
            address += "?t=abcdef" if path == "/api/stream" else ""
            asked["token"] = "none"
        case 403:
            asked["headers"] = {"Origin": "http://elsewhere"}
        case 404:
            address = path.replace("{code}", "zzzzzz")
        case 409 if path == "/api/tables":
            asked["body"] = {"name": "Ann", "bots": [{"seat": 0, "level": "random"}]}
        case 409:
            address = path.replace("{code}", closed.code)
            asked["token"] = closed.tokens[0]
        case 422 if body is not None:
            asked["body"] = {"chips": 1}
        case 422:
            address = path.replace("{code}", "z" * 21).replace("{lang}", "z" * 21)
    return address.replace("{edition}", "4th").replace("{boxes}", "base"), asked


async def refusals(client: Client, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every way in which a request can be refused, at every address that describes it."""
    ann, closed = Players(client, random.Random(1)), Players(client, random.Random(1))
    await ann.sit({"players": 3})
    await closed.sit({"players": 3})
    service._keepers[closed.code].table.close(OTHER_RULES)
    right = {
        "/api/tables": {"name": "Ann", "players": 3},
        "/api/tables/{code}/join": {"name": "Ben"},
        "/api/tables/{code}/seat": {"seat": 1, "level": None},
        "/api/tables/{code}/decide": {"move": "skip", "step": 0},
        "/api/tables/{code}/undecide": {},
        "/api/tables/{code}/hint": {},
        "/api/tables/{code}/takeback": {"step": 0},
        "/api/tables/{code}/options": {"players": 3},
        "/api/tables/{code}/move": {"seat": 0, "to": 1},
        "/api/tables/{code}/rename": {"name": "Anna"},
        "/api/tables/{code}/remove": {"seat": 1},
        "/api/tables/{code}/readmit": {"name": "Ben"},
        "/api/tables/{code}/talk": {"words": "Hello"},
        "/api/tables/{code}/mute": {},
        "/api/tables/{code}/host/talk": {"closed": True},
        "/api/tables/{code}/host/remove": {"seat": 1, "who": "Ben"},
        "/api/tables/{code}/host/replace": {"seat": 1, "who": "Ben"},
        "/api/tables/{code}/host/give": {"seat": 1, "who": "Ben"},
        "/api/tables/{code}/take": {"pass": "abc", "name": "Ben"},
        "/api/tables/{code}/extend": {"step": 0},
        "/api/tables/{code}/nudge": {"seat": 1},
        "/api/away": {"until": 1.9e9},
    }
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            described = {int(status) for status in operation["responses"]}
            for status in sorted(described - ANYWHERE - {200, 201}):
                body = right.get(path) if method == "post" else None
                address, asked = spoilt(path, status, body, ann, closed)
                found, answer = await client.ask(method.upper(), address, **asked)
                assert found == status, f"{method} {address}: {found} {answer}, not {status}"

    assert (await client.ask("GET", "/api/tables", headers={"X": "x" * 40_000}))[0] == 431
    assert (await client.ask("POST", "/api/tables", content=b"x" * 20_000))[0] == 413
    with monkeypatch.context() as patched:
        patched.setattr(service, "open_tables", lambda: 1 / 0)
        assert (await client.ask("GET", "/api/tables"))[0] == 500
        patched.setattr(service.storage, "trouble", full_disk)
        assert (await client.ask("GET", "/health"))[0] == 503


async def full_disk() -> str:
    return "The disk is full."


async def limits(description: Description) -> None:
    """A server that is slow to believe anybody, and beats fast."""
    strict = {"body_seconds": 0.02, "heartbeat": 0.02, "most_tables": 1, "play_limit": (7, 0.0)}

    async def slowly() -> AsyncIterator[bytes]:
        await asyncio.sleep(1)
        yield b"{}"

    async with opened(description, **strict) as (client, _):
        wanted = {"name": "Ann", "players": 3}
        _, seated = await client.ask("POST", "/api/tables", wanted)
        stream = client.listen(f"t={seated['code']}")
        await stream.until("update")
        await stream.until_said(": still here")
        await stream.end()
        assert stream.comments == {": welcome", ": still here"}
        path = f"/api/tables/{seated['code']}/join"
        assert (await client.ask("POST", path, content=slowly()))[0] == 408
        assert (await client.ask("POST", "/api/tables", wanted))[0] == 503
        assert 429 in [(await client.ask("GET", "/api/tables"))[0] for _ in range(9)]


def test_all_answers_are_as_described_and_all_that_is_described_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers = itertools.count()
    monkeypatch.setattr(fair, "new_promise", lambda: dealt(next(numbers)))
    description = Description(DOCUMENT)

    async def all_stories() -> None:
        async with opened(description) as (client, service):
            await games(client)
            await scenes(client, monkeypatch)
            await lives(client, service, monkeypatch)
            await company(client, service)
            await refusals(client, service, monkeypatch)
        await limits(description)

    asyncio.run(all_stories())
    assert description.missing() == []
    unseen = description.promises() - description.statuses
    assert {promise for promise in unseen if promise[2] not in ANYWHERE} == set()
    assert {status for *_, status in description.statuses} >= ANYWHERE


def test_what_is_not_described_is_noticed_and_so_is_what_never_comes() -> None:
    description = Description(DOCUMENT)
    description.check(Done, '{"code": "abc234", "version": 1}', "fine")
    for wrong in ('"version": 1, "more": 0', '"version": "1"', '"version": null', '"step": 1'):
        with pytest.raises(AssertionError, match="not as described"):
            description.check(Done, f'{{"code": "abc234", {wrong}}}', "wrong")
    unseen = description.missing()
    assert "Done.code" not in unseen
    assert {"Seated.token string", "Seated.token null", "View.pile"} <= set(unseen)
    with pytest.raises(AssertionError, match="418, which is not described"):
        description.promised("GET", "/api/tables/abc234", 418, "application/json")


def test_every_address_describes_its_answers_and_its_refusals() -> None:
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            answers = operation["responses"]
            good = [status for status in answers if status < "300"]
            assert len(good) == 1, path
            assert {"413", "431", "500", "503"} <= set(answers), path
            assert ("403" in answers) == (method == "post"), path
            assert ("404" in answers) == ("{" in path), path
            assert ("401" in answers) == ("security" in operation), path
            for status, answer in answers.items():
                (content,) = answer["content"].values()
                name = content["schema"]["$ref"].rpartition("/")[2]
                assert DOCUMENT["components"]["schemas"][name]["description"]
                assert (name == "Failure") == (status not in good) or path == "/health"
                if name == "Failure":
                    _, code, values = REFUSALS[int(status)]
                    sentence = SENTENCES[code] % values
                    assert content["example"] == {
                        "error": sentence,
                        "code": code,
                        "values": values,
                    }


def test_shapes_are_for_reading_and_no_answer_is_run_through_one() -> None:
    app = create_app(Settings(database="sqlite://"))
    found = [*app.routes, *api.router.routes]
    routes = [route for route in found if isinstance(route, APIRoute)]
    assert len(routes) > 15
    for route in routes:
        assert route.response_field is None, route.path
        assert route.response_fields == {}, route.path


class Links(HTMLParser):
    """What a page fetches, where it leads, and what can be led to."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.anchors: set[str] = set()
        self.led: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        attributes = dict(given)
        assert tag not in ("script", "iframe", "object", "img", "style")
        self.anchors.add(attributes.get("id") or "")
        if tag == "link":
            self.fetched.append(attributes["href"] or "")
        elif tag == "a":
            self.led.append(attributes["href"] or "")


def test_the_page_shows_everything_described_and_fetches_nothing_from_elsewhere() -> None:
    page = describe.page(DOCUMENT)
    links = Links(page)
    assert links.fetched
    for address in links.fetched:
        assert assets.find(address.partition("?")[0].removeprefix("/static/")), address
    for address in links.led:
        assert address == "/openapi.json" or address.removeprefix("#") in links.anchors, address
    for schema in DOCUMENT["components"]["schemas"].values():
        for field, described in schema.get("properties", {}).items():
            assert f"<code>{field}</code>" in page
            for word in [*described.get("enum", ()), described.get("const", field)]:
                assert f"<code>{word}</code>" in page
    for code, sentence in SENTENCES.items():
        assert f"<code>{code}</code></td><td>{escape(sentence)}</td>" in page


def test_the_program_of_the_docs_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).parents[2] / "docs" / "interface.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(import json.*?)```", text, re.DOTALL)
    with served() as server:
        exec(program.replace("http://127.0.0.1:8007", server.url), {})
    assert "'place': 1" in capsys.readouterr().out
