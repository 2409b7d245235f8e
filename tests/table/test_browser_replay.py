"""Replays in a real browser: slider, keys, playing by itself, links to a moment, small screens."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accessible import nameless
from browsers import Open
from conftest import sample
from recorded import record_of
from tables import Served, served

pytest_plugins = ["browser_fixtures"]

CALM = {"reduced_motion": "reduce"}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LYING = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
SIZES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1440, "height": 900}},
    "laptop": {"viewport": {"width": 1366, "height": 650}},
    "tablet": {"viewport": {"width": 1024, "height": 768}},
    "phone": PHONE,
    "lying": LYING,
}


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served() as found:
        yield found


def code_of(server: Served, **kind: Any) -> str:
    with server.client() as client:
        headers = {"Accept": "application/json"}
        answer = client.post("/r", json=record_of(**kind), headers=headers)
        return str(answer.json()["code"])


def opened(server: Served, page: Page, query: str = "", **kind: Any) -> str:
    code = code_of(server, **kind)
    page.goto(f"{server.url}/r/{code}{query}")
    ready(page)
    return code


def ready(page: Page) -> None:
    """Until the script has taken over."""
    expect(page.locator("#copy-moment")).to_have_attribute("data-copy", re.compile("at="))


def at(page: Page, moment: int) -> None:
    expect(page.locator("#table")).to_have_attribute("data-at", str(moment))
    expect(page.locator(".place-in")).to_have_text(re.compile(rf"^{moment}/"))


def test_keys_go_from_moment_to_moment_and_the_address_follows(
    server: Served, browser: Open
) -> None:
    page = browser(**CALM)
    code = opened(server, page)
    for key, moment in [
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", 18),
        ("ArrowRight", 18),
        ("Home", 0),
        ("PageDown", 5),
        ("PageDown", 6),
        ("PageUp", 5),
    ]:
        page.keyboard.press(key)
        at(page, moment)
        expect(page).to_have_url(re.compile(rf"/r/{code}(\?at={moment})?$"))
    page.keyboard.press("3")
    expect(page).to_have_url(f"{server.url}/r/{code}?at=5&side=2")
    expect(page.locator("#own-name strong")).to_have_text("Cleo")


def test_a_link_leads_to_the_moment_and_the_side_it_was_copied_from(
    server: Served, browser: Open
) -> None:
    page = browser(**CALM)
    code = opened(server, page)
    page.keyboard.press("PageDown")
    at(page, 5)
    page.get_by_role("link", name="As Ann knew it").click()
    expect(page.locator("#own-name strong")).to_have_text("You")
    link = page.locator("#copy-moment").get_attribute("data-copy")
    assert link == f"{server.url}/r/{code}?at=5&as=0"
    other = browser(**CALM)
    other.goto(link)
    ready(other)
    at(other, 5)
    assert other.locator("#table").inner_text() == page.locator("#table").inner_text()


def test_the_slider_can_be_dragged_and_typed(server: Served, browser: Open) -> None:
    page = browser(**CALM)
    opened(server, page)
    slider = page.get_by_role("slider", name="Moment of the game")
    box = slider.bounding_box()
    assert box
    page.mouse.move(box["x"] + 8, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)
    page.mouse.up()
    at(page, 9)
    slider.press("ArrowRight")
    at(page, 10)
    assert slider.get_attribute("aria-valuetext") == "Age II, turn 5 of 6"
    slider.press("End")
    at(page, 18)


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_it_plays_by_itself_to_the_end(server: Served, browser: Open, motion: Any) -> None:
    page = browser(reduced_motion=motion)
    opened(server, page, "?at=15")
    page.locator("#speed").select_option("0.5")
    page.keyboard.press(" ")
    button = page.locator("#go")
    expect(button).to_have_attribute("aria-label", "Pause")
    at(page, 18)
    expect(button).to_have_attribute("aria-label", "Let it run")
    expect(page.get_by_text(re.compile("wins with|win with|share")).first).to_be_visible()


def test_it_can_be_paused(server: Served, browser: Open) -> None:
    page = browser(**CALM)
    opened(server, page)
    page.locator("#speed").select_option("0.5")
    page.locator("#go").click()
    at(page, 2)
    page.locator("#go").click()
    now = page.locator("#table").get_attribute("data-at")
    page.wait_for_timeout(1500)
    assert page.locator("#table").get_attribute("data-at") == now


def test_who_listens_is_told_the_moment_and_what_is_decided(server: Served, browser: Open) -> None:
    page = browser(**CALM)
    opened(server, page)
    page.keyboard.press("ArrowRight")
    live = page.locator("#live")
    expect(live).to_have_text(re.compile(r"^Age I, turn 2 of 6\. .*Ann: (Build|Sell).*Cleo: "))
    page.keyboard.press("End")
    expect(live).to_have_text(re.compile(r"^The end\. .*points"))


def test_the_jumps_lead_to_wars_and_the_turn_that_decided(server: Served, browser: Open) -> None:
    page = browser(**CALM)
    opened(server, page)
    page.locator('[data-words="After the war of age I"]').click()
    at(page, 6)
    expect(page.locator("#log .story-conflict").first).to_contain_text("War at the end of age I")
    decided = page.locator('.marks [data-words*="decided the game"]')
    if decided.count():
        decided.click()
        expect(page.locator(".turning")).to_contain_text("The turn that decided the game")


def test_a_failed_step_is_said_and_can_be_tried_again(server: Served, browser: Open) -> None:
    page = browser(errors_allowed="Failed to load resource", **CALM)
    opened(server, page)
    page.route("**/r/*", lambda route: route.abort())
    page.keyboard.press("End")
    expect(page.locator("#link-state")).to_be_visible()
    at(page, 0)
    page.unroute("**/r/*")
    page.keyboard.press("End")
    at(page, 18)
    expect(page.locator("#link-state")).to_be_hidden()


def test_without_scripts_links_do(server: Served, browser: Open) -> None:
    page = browser(java_script_enabled=False)
    code = code_of(server)
    page.goto(f"{server.url}/r/{code}")
    page.locator("#next").click()
    expect(page).to_have_url(f"{server.url}/r/{code}?at=1")
    page.locator(".decider").nth(1).click()
    expect(page).to_have_url(f"{server.url}/r/{code}?at=1&side=1")
    page.get_by_role("button", name="Go").click()
    expect(page).to_have_url(re.compile(r"at=1"))
    assert page.locator("#go").is_hidden()


@pytest.mark.sweep
@pytest.mark.parametrize("size", sample(SIZES, 2))
def test_the_controls_are_in_sight_and_nothing_is_too_wide(
    server: Served, browser: Open, size: str
) -> None:
    page = browser(**SIZES[size], **CALM)
    opened(server, page, "?at=12", players=7, everything=True)
    height, width = SIZES[size]["viewport"]["height"], SIZES[size]["viewport"]["width"]
    least = 44 if "is_mobile" in SIZES[size] else 36
    for name in ("One step back", "Let it run", "One step on"):
        box = page.get_by_label(name, exact=True).bounding_box()
        assert box
        assert box["y"] + box["height"] <= height
        assert box["height"] >= least
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert nameless(page) == []


@pytest.mark.parametrize("width", [320, 390])
def test_on_a_phone_the_jumps_are_in_sight_and_the_longest_names_fit(
    server: Served, browser: Open, width: int
) -> None:
    page = browser(viewport={"width": width, "height": 844}, has_touch=True, **CALM)
    record = record_of()
    names = [letter * 20 for letter in "WMQ"]
    headers = {"Accept": "application/json"}
    with server.client() as client:
        brought = {**record, "setup": {**record["setup"], "players": names}}
        code = client.post("/r", json=brought, headers=headers).json()["code"]
    page.goto(f"{server.url}/r/{code}?at=3&as=0")
    ready(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    jumps = page.get_by_role("group", name="Jump to").bounding_box()
    assert jumps
    assert jumps["width"] >= 3 * 44
    names_told = page.locator(".decider b")
    assert all(names_told.evaluate_all("(all) => all.map((b) => b.scrollWidth <= b.clientWidth)"))


def test_a_record_is_brought_by_the_form(server: Served, browser: Open, tmp_path: Any) -> None:
    page = browser(errors_allowed="400")
    page.goto(server.url)
    page.get_by_role("link", name="Look at a recorded game").click()
    file = tmp_path / "game.json"
    file.write_text("{}")
    page.get_by_label("The record").set_input_files(file)
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_role("alert").first).to_contain_text("The record has no")
    file.write_text(json.dumps(record_of(players=5)))
    page.get_by_label("The record").set_input_files(file)
    page.get_by_role("button", name="Look at it").click()
    expect(page).to_have_url(re.compile(r"/r/\w{6}$"))
    ready(page)
    assert nameless(page) == []
