"""The page of a review in a real browser: it grows by itself, on every screen, for everybody."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accessible import nameless, violations
from browsers import PHONE, Open
from conftest import sample
from mirabilia.review import course, judging
from mirabilia.table.rooms.thinking import NoAnswer, Thinking
from mirabilia.table.rooms.workers import Found, Parts
from reviews import recorded
from tables import Served, served

pytest_plugins = ["browser_fixtures"]


class Paced(Thinking):
    """Work is done in this process, so many pieces as are allowed."""

    def __init__(self) -> None:
        super().__init__(0)
        self.allowed = self.asked = 0
        self.fails = False

    async def work(self, work: Callable[[*Parts], Found], *given: *Parts) -> Found:
        while self.asked >= self.allowed:
            await asyncio.sleep(0.02)
        self.asked += 1
        if self.fails:
            raise NoAnswer
        return await asyncio.to_thread(work, *given)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(str(tmp_path_factory.mktemp("reviews") / "tables.sqlite")) as found:
        yield found


@pytest.fixture
def paced(server: Served, monkeypatch: pytest.MonkeyPatch) -> Iterator[Paced]:
    monkeypatch.setattr(judging, "_EFFORT", 360)
    monkeypatch.setattr(course, "_EFFORT", 30)
    server.service.reviews._thinking = thinking = Paced()
    yield thinking
    thinking.fails, thinking.allowed = True, 10**9  # what still waits for it ends


def brought(server: Served, seed: int, **options: Any) -> str:
    with server.client() as client:
        headers = {"Accept": "application/json"}
        answer = client.post("/r", json=recorded(seed=seed, **options), headers=headers)
        return f"{server.url}/r/{answer.json()['code']}/review"


def overflows(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def test_it_grows_by_itself_and_keeps_what_is_open(
    browser: Open, server: Served, paced: Paced
) -> None:
    page = browser()
    page.goto(brought(server, 4))
    expect(page.locator(".review-status")).to_contain_text("0 of ")
    page.evaluate("window.same = true")
    paced.allowed = 6
    expect(page.locator(".curve polyline")).to_have_count(3)
    page.get_by_text("The figures").click()
    expect(page.locator(".figures tbody tr")).to_have_count(18)
    paced.allowed = 8
    rows = page.locator(".decisions tbody tr")
    expect(rows).to_have_count(2)
    rows.first.get_by_role("link").focus()
    paced.allowed = 1000
    expect(page.locator('#review[data-state="done"]')).to_be_visible()
    expect(rows).to_have_count(18)
    expect(page.locator(".figures")).to_have_attribute("open", "")
    expect(rows.first.get_by_role("link")).to_be_focused()
    expect(page.locator("#live")).to_have_text("The review is there.")
    assert page.evaluate("window.same")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(1500)
    assert asked == []
    rows.nth(3).get_by_role("link").click()
    expect(page).to_have_url(server.url + "/r/" + page.url.split("/r/")[1])
    assert "at=3&as=0" in page.url


SCREENS: list[dict[str, Any]] = [
    {"viewport": PHONE, "has_touch": True, "is_mobile": True, "color_scheme": "dark"},
    {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True},
    {"viewport": {"width": 1024, "height": 768}, "forced_colors": "active"},
    {"viewport": {"width": 1366, "height": 650}, "color_scheme": "dark"},
]


@pytest.mark.sweep
@pytest.mark.parametrize("options", sample(SCREENS, 1))
def test_it_fits_every_screen_and_everything_has_a_name(
    browser: Open, server: Served, paced: Paced, options: dict[str, Any]
) -> None:
    paced.allowed = 1000
    page = browser(**options)
    names = [*[f"A name of {seat} letters!" for seat in range(10, 16)], "W" * 20]
    page.goto(brought(server, 6, players=names))
    expect(page.locator(".curve polyline")).to_have_count(7)
    expect(page.locator(".costly").first).to_be_visible()
    assert not overflows(page)
    assert nameless(page) == []
    assert violations(page) == []
    if options.get("has_touch"):
        small = page.evaluate(
            """() => [...document.querySelectorAll("main a, main summary")]
              .filter((one) => one.checkVisibility())
              .filter((one) => one.getBoundingClientRect().height < 43.5)
              .map((one) => one.outerHTML.slice(0, 90))"""
        )
        assert small == []


def test_without_scripts_a_link_shows_what_has_come(
    browser: Open, server: Served, paced: Paced
) -> None:
    page = browser(java_script_enabled=False)
    page.goto(brought(server, 5))
    paced.allowed = 2
    link = page.get_by_role("link", name="Show what has come since")
    for _ in range(50):
        link.click()
        if page.locator(".curve polyline").count():
            break
    expect(page.locator(".curve polyline")).to_have_count(3)


def test_where_no_bot_answers_it_says_so_and_tries_again_when_asked(
    browser: Open, server: Served, paced: Paced
) -> None:
    paced.fails, paced.allowed = True, 1000
    page = browser()
    page.goto(brought(server, 7))
    status = page.locator(".review-status")
    expect(status).to_contain_text("No bot had an answer")
    paced.fails = False
    page.get_by_role("link", name="Try again").click()
    expect(page.locator(".curve polyline")).to_have_count(3)
