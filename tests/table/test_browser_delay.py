"""Watching with a delay in a real browser: the host sets it, players and spectators are told."""

import random
import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from accessible import nameless
from browsers import Open
from mirabilia.table.rooms import visitors
from tables import Program, Served, served

pytest_plugins = ["browser_fixtures"]

CALM = {"reduced_motion": "reduce"}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served() as found:
        yield found


def turn_of(page: Page) -> str:
    return page.locator(".when").inner_text()


def play(program: Program, steps: int) -> None:
    """So many steps against bots."""
    chance, last = random.Random(1), program.get()["step"] + steps
    while (view := program.get())["step"] < last:
        if not program.decide(view, chance):
            time.sleep(0.01)


def test_the_host_sets_a_delay_and_spectators_stay_behind(server: Served, browser: Open) -> None:
    ann = server.program().create(players=3, begin=True)
    page, other = browser(**CALM), browser(**PHONE, **CALM)
    page.context.add_cookies([{"name": visitors.COOKIE, "value": ann.token, "url": server.url}])
    page.goto(f"{server.url}/t/{ann.code}")
    page.locator(".spectators > summary").click()
    page.get_by_role("button", name="3 turns later").click()
    expect(page.locator(".spectators > summary")).to_contain_text("delay of 3 turns")
    other.goto(f"{server.url}/t/{ann.code}")
    expect(other.locator(".watching")).to_contain_text("3 turns behind")
    assert other.evaluate("document.documentElement.scrollWidth") <= 390
    assert nameless(other) == []
    first = turn_of(other)
    play(ann, 2)
    expect(page.locator(".when")).not_to_have_text(first)
    expect(page.locator(".spectators > summary")).to_contain_text("1 watches")
    assert turn_of(other) == first
    assert other.locator("#log [data-n]").count() == 0
    play(ann, 4)
    expect(other.locator(".when")).not_to_have_text(first)
    assert turn_of(page) != turn_of(other)
    link = page.locator(".spectators [data-copy]").get_attribute("data-copy")
    assert link == f"{server.url}/t/{ann.code}"


def test_the_end_is_shown_at_once_and_leads_to_the_replay(server: Served, browser: Open) -> None:
    ann = server.program().create(players=3, begin=True, delay=3)
    other = browser(**CALM)
    other.goto(f"{server.url}/t/{ann.code}")
    while (view := ann.get())["status"] != "over":
        ann.decide(view, random.Random(view["step"]))
    expect(other.get_by_role("heading", name="The game is over")).to_be_visible()
    other.get_by_role("link", name="Replay").click()
    expect(other).to_have_url(re.compile(rf"/r/{ann.code}$"))
    expect(other.locator("#player")).to_be_visible()
