"""Taking back and watching in a real browser."""

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import browsers
from browsers import Open
from mirabilia.table.rooms import visitors
from tables import Program, Served, served

pytest_plugins = ["browser_fixtures"]

SIZES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1440, "height": 900}},
    "laptop": {"viewport": {"width": 1366, "height": 650}},
    "tablet": {"viewport": {"width": 1024, "height": 768}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "lying": {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True},
}
# A browser that is slow loses clicks while it prepares an animation, and bots play on and on.
CALM = {"reduced_motion": "reduce"}


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served() as found:
        yield found


def seated(server: Served, page: Page, **setup: Any) -> Program:
    """A table against bots, at which a page and a program have the same seat."""
    ann = server.program().create(**{"players": 3, "begin": True, **setup})
    page.context.add_cookies([{"name": visitors.COOKIE, "value": ann.token, "url": server.url}])
    page.goto(f"{server.url}/t/{ann.code}")
    expect(page.locator("#table.deciding")).to_be_visible()
    return ann


def decide(page: Page) -> None:
    """Decide something, and wait until the next decision is owed."""
    browsers.decide(page)
    expect(page.locator("#table.deciding")).to_be_visible()


def hand(page: Page) -> list[str]:
    return [card.input_value() for card in page.locator('[name="card"]').all()]


@pytest.mark.parametrize("size", SIZES)
def test_the_last_step_is_taken_back_by_the_button(
    server: Served, browser: Open, size: str
) -> None:
    page = browser(**SIZES[size])
    seated(server, page)
    button = page.get_by_role("button", name="Take back")
    expect(button).to_have_count(0)
    first = hand(page)
    decide(page)
    lines = page.locator("#log [data-n]").count()
    assert lines
    assert hand(page) != first
    box = button.bounding_box()
    assert box
    assert box["height"] >= (44 if "is_mobile" in SIZES[size] else 36)
    assert box["y"] + box["height"] <= SIZES[size]["viewport"]["height"]
    button.click()
    expect(button).to_have_count(0)
    assert hand(page) == first
    assert page.locator("#log [data-n]").count() == 0
    assert page.locator("#live").text_content() == "Your last decision is taken back."
    decide(page)
    assert page.locator("#log [data-n]").count()


def test_the_key_goes_to_the_button_and_only_the_button_takes_back(
    server: Served, browser: Open
) -> None:
    page = browser()
    ann = seated(server, page)
    page.keyboard.press("u")  # nothing to take back
    decide(page)
    page.keyboard.press("u")
    button = page.get_by_role("button", name="Take back")
    expect(button).to_be_focused()
    assert ann.get()["taken_back"] == 0
    page.keyboard.press("Enter")
    expect(button).to_have_count(0)
    assert ann.get()["taken_back"] == 1
    assert page.evaluate("document.activeElement !== document.body")  # the keyboard goes on


def test_every_page_of_the_table_sees_what_was_taken_back(server: Served, browser: Open) -> None:
    page, spectator = browser(), browser()
    ann = seated(server, page)
    decide(page)
    decide(page)
    spectator.goto(f"{server.url}/t/{ann.code}")
    count = spectator.locator("#log [data-n]").count()
    page.get_by_role("button", name="Take back").click()
    expect(spectator.locator("#log [data-n]")).not_to_have_count(count)
    expect(spectator.get_by_role("button", name="Take back")).to_have_count(0)
    decide(page)
    expect(spectator.locator("#log [data-n]")).to_have_count(count)


def test_the_end_is_taken_back(server: Served, browser: Open) -> None:
    page = browser()
    ann = seated(server, page)
    end = time.monotonic() + 60
    while (view := ann.get())["status"] != "over" and time.monotonic() < end:
        for offer in view["offers"]:
            if offer["choice"] is None:
                ann.post("decide", move=offer["moves"][-1], step=view["step"], seat=offer["seat"])
    expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#table.deciding")).to_be_visible()
    view = ann.get()
    ann.post("decide", move=view["offers"][0]["moves"][-1], step=view["step"])
    expect(page.get_by_text("1 time something was taken back")).to_be_visible()


def test_bots_play_for_who_watches_at_the_pace_of_who_opened_it(
    server: Served, browser: Open
) -> None:
    host, other = browser(**CALM), browser(**CALM)
    host.goto(server.url)
    host.get_by_role("button", name="Watch bots play").click()
    host.wait_for_url("**/t/*")
    expect(host.get_by_text("You are watching", exact=True)).to_be_visible()
    expect(host.locator("#log [data-n]").first).to_be_visible()
    host.get_by_role("button", name="Pause").click()
    expect(host.get_by_text("The bots wait")).to_be_visible()
    other.goto(host.url)
    expect(other.get_by_text("The bots wait")).to_be_visible()
    expect(other.locator(".pace")).to_have_count(0)
    said = host.locator("#table").get_attribute("data-version")
    host.wait_for_timeout(1500)
    assert host.locator("#table").get_attribute("data-version") == said
    turn = host.locator(".when").inner_text()
    host.get_by_role("button", name="One step").click()
    expect(host.locator(".when")).not_to_have_text(turn)
    expect(other.locator(".when")).to_have_text(host.locator(".when").inner_text())
    host.get_by_role("button", name="Fast").click()
    expect(host.get_by_role("button", name="Fast")).to_have_attribute("aria-pressed", "true")
    expect(other.get_by_text("The bots play")).to_be_visible()
    host.close()
    other.close()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_spectator_changes_sides_and_stays_there(
    server: Served, browser: Open, scripts: bool
) -> None:
    page = browser(java_script_enabled=scripts)
    ann = server.program().create(players=5, begin=True)
    names = [sitter["name"] for sitter in ann.get()["sitters"]]
    page.goto(f"{server.url}/t/{ann.code}")
    for name in (names[3], names[1]):
        page.get_by_role("navigation").get_by_role("link", name=re.compile(name)).click()
        expect(page.locator("#own-name strong")).to_have_text(name)
        expect(page.locator(".side[aria-current]")).to_contain_text(name)
    version = page.locator("#table").get_attribute("data-version")
    view = ann.get()
    ann.post("decide", move=view["offers"][0]["moves"][0], step=view["step"])
    if scripts:
        expect(page.locator("#table")).not_to_have_attribute("data-version", version or "")
    else:
        page.reload()
    expect(page.locator("#own-name strong")).to_have_text(names[1])
    expect(page.locator(".hand-card")).to_have_count(0)


def test_without_scripts_a_step_is_taken_back_and_bots_play_a_step(
    server: Served, browser: Open
) -> None:
    page = browser(java_script_enabled=False)
    ann = seated(server, page)
    view = ann.get()
    ann.post("decide", move=view["offers"][0]["moves"][0], step=view["step"])
    while not ann.get()["offers"] or ann.get()["step"] == view["step"]:
        time.sleep(0.01)
    page.reload()
    page.get_by_role("button", name="Take back").click()
    assert ann.get()["taken_back"] == 1
    page.goto(server.url)
    page.get_by_role("button", name="Watch bots play").click()
    expect(page.locator(".when")).to_contain_text("turn 1")
    page.get_by_role("button", name="One step").click()
    end = time.monotonic() + 10
    while "turn 1" in page.locator(".when").inner_text() and time.monotonic() < end:
        page.reload()
    expect(page.locator(".when")).to_contain_text("turn 2")


@pytest.mark.parametrize("size", SIZES)
def test_who_watches_has_everything_in_sight(server: Served, browser: Open, size: str) -> None:
    page = browser(**SIZES[size], **CALM)
    page.goto(server.url)
    page.get_by_role("button", name="Watch bots play").click()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    width, height = SIZES[size]["viewport"].values()
    boxes = [control.bounding_box() for control in page.locator(".watch :is(a, button)").all()]
    for box in boxes:
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width + 0.5
        assert box["y"] + box["height"] <= height + 0.5
        assert min(box["height"], box["width"]) >= (44 if "is_mobile" in SIZES[size] else 36)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
