"""The club in a browser: joining, the keeper's desk, a tournament; by mouse and keyboard, on a desk
and a telephone, without anything that is wider than the page and without barriers.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accessible import violations
from browsers import Open
from clubs import CLUB, NAMES, WORDS, members, over_http, token_of
from mirabilia.table.rooms import visitors
from tables import Served, served

pytest_plugins = ["browser_fixtures"]

SCREENS: list[dict[str, Any]] = [
    {"viewport": {"width": 1366, "height": 650}, "color_scheme": "light"},
    {
        "viewport": {"width": 390, "height": 844},
        "color_scheme": "dark",
        "has_touch": True,
        "is_mobile": True,
    },
]
STILL = {"reduced_motion": "reduce"}


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    """A club with a season and a tournament of which a round is over."""
    with served(watch_every=0.05, **CLUB) as found:
        asyncio.run(members(found.service, *NAMES[:6], keeper="Ada"))
        keeper = found.client(cookies={visitors.COOKIE: token_of("Ada")})
        season = {"name": "League", "first": "2026-01-01", "last": "2199-12-31"}
        keeper.post("/club/keeper/season", data=season)
        form = {"name": "Cup of six", "rounds": "2", "players": "3", "level": "random"}
        path = keeper.post("/club/keeper/tournament", data=form).headers["location"]
        for name in NAMES[:6]:
            keeper.post(f"{path}/add", data={"name": name})
        keeper.post(f"{path}/start")
        told = keeper.get(f"/api{path}").json()["played"][0]
        over_http(found, NAMES[:6], [table["code"] for table in told["tables"]])
        yield found


@pytest.fixture(params=SCREENS, ids=["desk", "phone"])
def screen(request: pytest.FixtureRequest) -> dict[str, Any]:
    found: dict[str, Any] = {**request.param, **STILL}
    return found


def sign_in(page: Page, server: Served, name: str) -> Page:
    cookie = {"name": visitors.COOKIE, "value": token_of(name), "url": server.url}
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    return page


def fits(page: Page) -> None:
    """Nothing is wider than the page, and axe finds nothing."""
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{page.url} is {wide} too wide"
    assert not violations(page), "\n".join(violations(page))


def test_somebody_joins_signs_out_and_in_with_the_keyboard(
    server: Served, browser: Open, screen: dict[str, Any]
) -> None:
    page = browser(errors_allowed="403", **screen)  # a page with that status is told there, too
    name = f"Zoë {screen['viewport']['width']}"
    keeper = server.client(cookies={visitors.COOKIE: token_of("Ada")})
    made = keeper.post("/club/keeper/invite", data={"uses": "1", "days": "1"}).text
    found = re.search(r"/club/join/\w+", made)
    assert found
    page.goto(server.url + found[0])
    fits(page)
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Passphrase").fill(WORDS)
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"You are signed in as {name}")).to_be_visible()
    page.get_by_role("link", name="My account").click()
    fits(page)
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("link", name="Sign in").click()
    fits(page)
    page.get_by_label("Your name").fill(name.upper())
    page.get_by_label("Passphrase").fill("something else")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").first).to_have_text("Name or passphrase is not right.")
    expect(page.get_by_label("Passphrase")).to_be_focused()
    fits(page)
    page.get_by_label("Passphrase").fill(WORDS)
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"You are signed in as {name}")).to_be_visible()
    page.goto(server.url)
    expect(page.get_by_label("Your name")).to_have_value(name)
    page.get_by_role("link", name="Club", exact=True).first.click()
    expect(page.get_by_role("heading", name="Ranking")).to_be_visible()


def test_ranking_season_players_and_tournaments_are_read_on_every_size(
    server: Served, browser: Open, screen: dict[str, Any]
) -> None:
    page = sign_in(browser(**screen), server, "Ada")
    page.goto(f"{server.url}/club")
    fits(page)
    expect(page.locator(".your-row")).to_have_count(2)
    row = page.locator(".your-row").first
    assert row.evaluate("row => getComputedStyle(row).display") == "table-row"
    page.get_by_role("link", name="Bea", exact=True).first.click()
    expect(page.get_by_role("heading", name="By board")).to_be_visible()
    fits(page)
    page.get_by_role("link", name="To the club").click()
    page.locator(".club-events a", has_text="Cup of six").click()
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    fits(page)
    page.get_by_role("link", name="To your table").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_role("link", name="To the tournament")).to_be_visible()


def test_the_keeper_invites_and_makes_a_tournament(
    server: Served, browser: Open, screen: dict[str, Any]
) -> None:
    page = sign_in(browser(**screen), server, "Ada")
    page.goto(f"{server.url}/club/keeper")
    fits(page)
    page.get_by_label("For whom").fill("Thursday")
    page.get_by_role("button", name="Make a link").click()
    expect(page.get_by_label("The link", exact=True)).to_have_value(re.compile("/club/join/"))
    fits(page)
    page.goto(f"{server.url}/club/keeper/tournament")
    fits(page)
    page.get_by_label("Name").fill("Evening")
    page.get_by_label("All tables of a round have the same deal").check()
    page.get_by_role("button", name="Make the tournament").click()
    expect(page.get_by_role("heading", name="Evening")).to_be_visible()
    page.get_by_role("button", name="I take part").click()
    expect(page.get_by_role("button", name="I don't take part")).to_be_visible()
    page.get_by_label("Enter a player").fill("Bea")
    page.keyboard.press("Enter")
    expect(page.locator(".club-people")).to_contain_text("Bea")
    fits(page)
    page.get_by_text("Delete the tournament").click()
    page.get_by_role("button", name="Delete it for good").click()
    page.wait_for_url("**/club")
