"""The puzzle of the day and somebody's games, in a real browser."""

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accessible import nameless, violations
from browsers import DESK, PHONE, Open
from conftest import sample
from mirabilia.table.rooms import visitors
from riddles import example, keep
from tables import Served

pytest_plugins = ["browser_fixtures"]

STILL = {"reduced_motion": "reduce"}
LOOKS: list[dict[str, Any]] = [
    {"viewport": size, "color_scheme": theme}
    for theme in ("dark", "light")
    for size in (PHONE, DESK)
]


def clean(page: Page) -> None:
    assert not violations(page), "\n".join(violations(page))
    assert not nameless(page)
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


def somebody(server: Served, page: Page) -> None:
    """Somebody who has played a game."""
    program, chance = server.program().create(players=3, begin=True), random.Random(1)
    while (view := program.get())["status"] != "over":
        program.decide(view, chance)
    page.context.add_cookies([{"name": visitors.COOKIE, "value": program.token, "url": server.url}])


@pytest.mark.sweep
@pytest.mark.parametrize("look", sample(LOOKS, 1))
def test_a_puzzle_is_answered(browser: Open, server: Served, look: dict[str, Any]) -> None:
    keep(server)
    page = browser(**STILL, **look)
    page.goto(server.url)
    page.get_by_role("link", name="Puzzle of the day").click()
    expect(page.get_by_text("Which one?")).to_be_visible()
    clean(page)
    page.get_by_role("button", name="Answer").first.click()
    choices = page.locator(".answers:popover-open button")
    expect(choices.first).to_be_visible()
    clean(page)
    choices.first.click()
    expect(page.locator(".solution")).to_be_visible()
    expect(page.locator(".solution tbody tr")).to_have_count(1 + len(example().answers))
    clean(page)
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator("#table.deciding")).to_be_visible()


@pytest.mark.sweep
@pytest.mark.parametrize("look", sample(LOOKS, 1))
def test_my_games_are_found_lent_and_forgotten(
    browser: Open, server: Served, look: dict[str, Any]
) -> None:
    page = browser(**STILL, **look)
    somebody(server, page)
    page.goto(server.url)
    page.get_by_role("link", name="All my games").click()
    expect(page.get_by_role("link", name="See it again")).to_have_count(1)
    clean(page)
    page.get_by_role("button", name="Make a code").click()
    code = page.locator(".lent-code").inner_text()
    clean(page)
    other = browser(**STILL, **look)
    other.goto(f"{server.url}/me/take")
    clean(other)
    other.get_by_label("Code").fill(code)
    other.get_by_role("button", name="Make this device mine").click()
    expect(other.get_by_role("link", name="See it again")).to_have_count(1)
    other.get_by_text("What would be deleted").click()
    clean(other)
    other.get_by_role("button", name="Delete them now").click()
    expect(other.get_by_text("1 game is forgotten.")).to_be_visible()
    page.goto(f"{server.url}/me")
    expect(page.get_by_text("No game of yours is over yet.")).to_be_visible()
