"""The line on a page that says how far the bots are, in a real browser."""

import pytest
from playwright.sync_api import Page, expect

from browsers import PHONE, Open
from mirabilia.table.rooms.warmth import Warmth, WarmUp
from tables import Served

pytest_plugins = ["browser_fixtures"]


def overflows(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


@pytest.mark.parametrize("options", [{}, {"viewport": PHONE}])
def test_the_line_counts_on_and_goes_by_itself(
    browser: Open, server: Served, monkeypatch: pytest.MonkeyPatch, options: dict[str, object]
) -> None:
    monkeypatch.setattr(WarmUp, "warmth", Warmth(0.25, 90))
    page = browser(**options)
    page.goto(server.url)
    line = page.locator("#warming")
    expect(line).to_contain_text("25% done, about 90 s to go.")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#table.playing")).to_be_visible()
    expect(line).to_be_in_viewport()
    assert not overflows(page)
    stand_in = page.locator(".stand-in")
    assert stand_in.count()
    page.evaluate("window.same = true")
    monkeypatch.setattr(WarmUp, "warmth", Warmth(0.5, 60))
    expect(line).to_contain_text("50% done")
    expect(page.locator("#live")).not_to_contain_text("bots")
    monkeypatch.setattr(WarmUp, "warmth", None)
    expect(line).to_have_count(0)
    expect(page.locator("#live")).to_have_text("The bots are ready.")
    expect(stand_in.first).to_be_hidden()
    assert page.evaluate("window.same")


def test_where_the_bots_never_come_the_line_stays(
    browser: Open, server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WarmUp, "warmth", Warmth(0.25, 90))
    page = browser()
    page.goto(server.url)
    monkeypatch.setattr(WarmUp, "warmth", Warmth(0.25, 90, failed=True))
    line = page.locator("#warming")
    expect(line).to_contain_text("a quick one plays in their place")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(2500)
    assert asked == []
