"""Every page at every size in every language: no word is cut off, broken or out of its place.

English is held to the same by ``test_browser_sizes``; other languages have longer words. One server
has all pages ready, and a browser of each size and language goes through them all.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browsers import Open
from clubs import CLUB, NAMES, members, over_http, token_of
from conftest import sample
from decisions import DECISIONS
from mirabilia import Game
from mirabilia.review import course, judging
from mirabilia.table.page import pages
from mirabilia.table.rooms import visitors
from mirabilia.table.rooms.thinking import Thinking
from mirabilia.table.rooms.workers import Found, Parts
from mirabilia.texts import languages, texts
from recorded import record_of
from reviews import recorded
from riddles import keep
from sight import SCREENS, SCRIPT, QuietTable, complaints
from table_views import table_view_of
from tables import Program, Served, served

pytest_plugins = ["browser_fixtures"]

SWAP = "html => import('/static/swap.js').then(({ swap }) => swap(html, true))"
EVERYTHING = ("leaders", "cities", "armada")
FOREIGN = [lang for lang in languages() if lang != "en"]
ORDER = ["phone", "lying phone", "laptop", "small laptop", "desk", "tablet", "zoomed"]
# The sample has each language at another size, the first at the narrowest, and every other page.
EACH = len(sample(range(2), 1)) > 1
LOOKS = [
    (lang, screen)
    for at, lang in enumerate(FOREIGN)
    for screen in sample([*ORDER[at:], *ORDER[:at]], 1)
]


class Here(Thinking):
    """Work is done in this process."""

    async def work(self, work: Callable[[*Parts], Found], *given: *Parts) -> Found:
        return await asyncio.to_thread(work, *given)


@dataclass
class House:
    """A server that has something to see on every page, and the addresses of these pages."""

    server: Served
    places: dict[str, str]


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with (
        pytest.MonkeyPatch.context() as patch,
        served(watch_every=0.05, **CLUB) as server,
    ):
        patch.setattr(judging, "_EFFORT", 60)
        patch.setattr(course, "_EFFORT", 10)
        server.service.reviews._thinking = Here(0)
        asyncio.run(members(server.service, *NAMES[:3], keeper="Ada"))
        ada = server.client(cookies={visitors.COOKIE: token_of("Ada")})
        yield House(server, places(server, ada))
        ada.close()


def places(server: Served, ada: Any) -> dict[str, str]:
    """All that is made for the pages, and where they are."""
    day = keep(server)
    season = {"name": "League", "first": "2026-01-01", "last": "2199-12-31"}
    ada.post("/club/keeper/season", data=season)
    form = {"name": "Cup", "rounds": "2", "players": "3", "level": "random"}
    cup = ada.post("/club/keeper/tournament", data=form).headers["location"]
    for name in NAMES[:3]:
        ada.post(f"{cup}/add", data={"name": name})
    ada.post(f"{cup}/start")
    played = ada.get(f"/api{cup}").json()["played"][0]["tables"][0]["code"]
    over_http(server, NAMES[:3], [played])
    lobby = mine(server, players=7, expansions=EVERYTHING, listed=True)
    lobby.post("seat", seat=3, level="random")
    server.program().join(lobby.code, "Ben")
    begun = mine(server, players=7)
    server.program().join(begun.code, "Ben").post("talk", words="Hello")
    begun.post("start")
    watched = server.program().create(players=7, expansions=EVERYTHING, begin=True)
    accept = {"Accept": "application/json"}
    big = record_of(players=7, everything=True)
    replay = ada.post("/r", json=big, headers=accept).json()["code"]
    small = ada.post("/r", json=recorded(seed=4), headers=accept).json()["code"]
    game = {"players": "7", "edition": "2nd", "expansion": list(EVERYTHING)}
    pad = ada.post("/pad", data={**game, "name": list(NAMES[:7])}).headers["location"]
    invited = ada.post("/club/keeper/invite", data={"uses": "1", "days": "1"})
    join = re.search(r"/club/join/\w+", invited.text)
    assert join
    return {
        "start": "/",
        "new table": "/new",
        "lobby": f"/t/{lobby.code}",
        "options": f"/t/{lobby.code}/options",
        "table": f"/t/{begun.code}",
        "watching": f"/t/{watched.code}",
        "the end": f"/t/{played}",
        "sheet": f"/t/{played}/sheet",
        "log": f"/t/{played}/log",
        "join": "/join?code=zzzz",
        "replay": f"/r/{replay}?at=30",
        "replay as known": f"/r/{replay}?at=40&as=1",
        "replay at the end": f"/r/{small}?at=18",
        "bring": "/r",
        "review": f"/r/{small}/review",
        "position": "/position",
        "pads": "/pad",
        "pad": pad,
        "pad's city": f"{pad}/city/1",
        "pad's setup": f"{pad}/setup",
        "cards": "/cards",
        "cards of armada": "/cards?edition=1st&box=armada",
        "card": "/cards/courtesans_guild",
        "leader": "/cards/telesilla",
        "chains": "/cards/chains",
        "rules": "/rules",
        "puzzle": f"/puzzle/{day}",
        "games": "/me",
        "club": "/club",
        "player": "/club/players/Bea",
        "account": "/club/me",
        "keeper": "/club/keeper",
        "new tournament": "/club/keeper/tournament",
        "tournament": cup,
        "joining the club": join[0],
        "sign in": "/club/sign-in",
        "nowhere": "/nowhere",
    }


def mine(server: Served, **setup: Any) -> Program:
    program = server.program()
    program.token = token_of("Ada")
    return program.create(**setup)


def several(page: Page) -> None:
    page.locator("details > summary:visible").first.click()


def menu(page: Page) -> None:
    page.locator(".menu > summary").click()


def talk(page: Page) -> None:
    page.locator("#talk-door").click()
    expect(page.locator("#talk .said-lines")).to_be_visible()


REFUSED = ("join", "nowhere")

# What is opened on a page after it was looked at.
OPENED: dict[str, list[Callable[[Page], None]]] = {
    "start": [menu],
    "table": [talk],
}


@cache
def moments() -> dict[str, Game]:
    """A game of seven with everything, as often as seat 0 decides something else, and its end."""
    game, chance = Game(7, expansions=EVERYTHING, sides="choose", seed=5), random.Random(5)
    found: dict[str, Game] = {}
    while not game.over:
        if 0 in game.to_decide:
            what = game.decision(0).kind
            found.setdefault(f"{what} in age {game.age}" if what == "play" else what, game.copy())
            if (game.age, game.turn) == (2, 1):
                found.setdefault("after a war", game.copy())
            if (game.age, game.turn) == (3, 5):
                found.setdefault("late", game.copy())
        for seat in game.to_decide:
            moves = game.moves(seat)
            building = [move for move in moves if move.action in ("build", "stage", "recruit")]
            game.play(seat, chance.choice(building or moves))
    return {**found, "the end": game}


class Wrong(dict[str, str]):
    """What is wrong, and where it was seen first."""

    def look(self, page: Page, where: str, *, closely: bool = False) -> None:
        found = page.evaluate("sight.unread()")
        for words in (*found, *(complaints(page) if closely else ())):
            self.setdefault(words, where)

    def __str__(self) -> str:
        return "\n".join(f"{where}: {words}" for words, where in self.items())


@pytest.mark.sweep
@pytest.mark.parametrize(("lang", "screen"), LOOKS)
def test_every_page_is_read_whole(lang: str, screen: str, house: House, browser: Open) -> None:
    page = browser(errors_allowed="40[04]", locale=lang, reduced_motion="reduce", **SCREENS[screen])
    page.add_init_script(SCRIPT)
    cookie = {"name": visitors.COOKIE, "value": token_of("Ada"), "url": house.server.url}
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    wrong = Wrong()
    some = slice(None) if EACH else slice(FOREIGN.index(lang) % 2, None, 2)
    for what, place in list(house.places.items())[some]:
        answer = page.goto(house.server.url + place)
        assert answer
        assert (answer.status < 400) == (what not in REFUSED), what
        assert page.locator("html").get_attribute("lang") == lang
        wrong.look(page, what)
        for opens in OPENED.get(what, ()):
            opens(page)
            wrong.look(page, f"{what}, {opens.__name__} open")
    assert not wrong, str(wrong)


@pytest.mark.sweep
@pytest.mark.parametrize(("lang", "screen"), LOOKS)
def test_a_table_with_everything_is_read_whole(lang: str, screen: str, browser: Open) -> None:
    page = browser(locale=lang, reduced_motion="reduce", **SCREENS[screen])
    page.add_init_script(SCRIPT)
    QuietTable(Game(7, expansions=EVERYTHING, sides="choose", seed=5), lang).serve(page)
    wrong = Wrong()
    few = {kind: DECISIONS[kind]() for kind in sample(DECISIONS, 3)}
    for what, game in {**moments(), **few}.items():
        html = pages.fragment(table_view_of(game, 0), lang, link="http://stacked.test/t/abc")
        page.evaluate(
            "html => import('/static/swap.js').then(({ swap }) => swap(html, true))", html
        )
        wrong.look(page, what, closely=not game.over)
        if not game.over:
            page.evaluate("sight.choose(0)")
            wrong.look(page, f"{what}, opened", closely=True)
    assert not wrong, str(wrong)


def open_card(page: Page, at: int) -> None:
    page.locator(".hand-card").nth(at).click()
    expect(page.locator(".card-ways:visible")).to_be_visible()


def choose_language(page: Page, name: str) -> None:
    """In the menu, once its script is there, which keeps all that is open or typed."""
    with page.expect_response("**/static/tongue.js"):
        menu(page)
    page.evaluate("import('/static/tongue.js').then(() => 0)")
    page.locator('[name="lang"]').get_by_text(name, exact=True).click()


def test_another_language_in_mid_game_keeps_what_is_open_and_typed(
    browser: Open, server: Served
) -> None:
    ann = server.program().create(name="Anna", players=3)
    ben, _ = (server.program().join(ann.code, name) for name in ("Ben", "Cleo"))
    ben.post("talk", words="Hello")
    page = browser(locale="en-US", reduced_motion="reduce")
    cookie = {"name": visitors.COOKIE, "value": ann.token, "url": server.url}
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    other = page.context.new_page()
    for at, tab in enumerate((page, other), 1):
        tab.goto(f"{server.url}/t/{ann.code}")
        expect(tab.locator("#table.deciding")).to_be_visible()
        open_card(tab, at)
    opened = [tab.locator('[name="card"]:checked').input_value() for tab in (page, other)]
    talk(page)
    said_at = page.locator("#talk .say time")
    expect(said_at).to_have_text(re.compile(r"\d\d:\d\d\s[AP]M"))
    page.locator("#say-words").fill("half a sen")

    choose_language(page, "Deutsch")
    for tab, card in zip((page, other), opened, strict=True):
        expect(tab.locator("html")).to_have_attribute("lang", "de")
        expect(tab.locator('[name="card"]:checked')).to_have_value(card)
        expect(tab.locator(".card-ways:visible")).to_be_visible()
    words = page.locator("#say-words")
    expect(words).to_have_value("half a sen")
    expect(words).to_have_attribute("placeholder", texts("de").gettext("Say something"))
    expect(said_at).to_have_text(re.compile(r"^\d\d:\d\d$"))
