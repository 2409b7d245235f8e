"""Slow games in a real browser: clocks of days, pauses, nudges, where it is my turn."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accessible import nameless, violations
from browsers import PHONE, Open
from mirabilia.table.rooms import visitors
from tables import Program, Served

pytest_plugins = ["browser_fixtures"]

DAY = 86400
LANDSCAPE = {"width": 844, "height": 390}
BADGES = """
window.badges = [];
navigator.setAppBadge = async (count) => { window.badges.push(count); };
navigator.clearAppBadge = async () => { window.badges.push(0); };
"""


@pytest.fixture
def gathered(server: Served) -> Any:
    """Ann, Ben and Cleo at a table without bots."""

    def gather(clock: int | None = 3 * DAY) -> tuple[Program, Program, Program]:
        ann = server.program().create(players=3, clock=clock)
        ben, cleo = (server.program().join(ann.code, name) for name in ("Ben", "Cleo"))
        return ann, ben, cleo

    return gather


def sit(server: Served, page: Page, program: Program, path: str | None = None) -> Page:
    page.context.add_cookies([{"name": visitors.COOKIE, "value": program.token, "url": server.url}])
    page.goto(server.url + (path or f"/t/{program.code}"))
    return page


def decide(program: Program) -> None:
    view = program.get()
    program.post("decide", move=view["offers"][0]["moves"][0], step=view["step"])


def test_a_clock_of_days_is_told_in_words_and_by_the_readers_time(
    browser: Open, server: Served, gathered: Any
) -> None:
    ann, *_ = gathered()
    page = sit(server, browser(timezone_id="Asia/Kolkata"), ann)
    expect(page.locator(".clock b")).to_have_text(re.compile(r"^(2d 23h|3d 0h)$"))
    until = page.locator(".clock time")
    then = time.time() + 3 * DAY + 5.5 * 3600
    shown = {time.strftime("%A %H:%M", time.gmtime(then + late)) for late in range(-60, 61, 30)}
    expect(until).to_have_text(re.compile("|".join(one.replace(" ", ".*") for one in shown)))
    assert until.get_attribute("datetime")
    expect(page.locator(".clock")).not_to_have_class(re.compile("short"))


def test_a_pause_is_asked_for_agreed_to_and_ended_while_all_look_on(
    browser: Open, server: Served, gathered: Any
) -> None:
    ann, ben, cleo = gathered()
    anns, bens, cleos = (sit(server, browser(), each) for each in (ann, ben, cleo))
    bens.locator("#time-door").click()
    bens.get_by_role("button", name="Ask for a pause").click()
    expect(anns.locator(".halt")).to_contain_text("Ben asks for a pause.")
    expect(anns.locator("#live")).to_contain_text("Ben asks for a pause.")
    cleos.get_by_role("button", name="Agree", exact=True).click()
    expect(bens.locator(".halt")).to_contain_text("Waiting for an answer of Ann.")
    anns.get_by_role("button", name="Agree", exact=True).click()
    for page in (anns, bens, cleos):
        expect(page.locator(".awaited")).to_have_text("The game is paused")
        expect(page.locator("#table")).not_to_have_class(re.compile("deciding"))
        assert page.locator("#table").get_attribute("data-turn") is None
    still = cleos.locator(".clock b").inner_text()
    cleos.locator("#resume").click()
    expect(anns.locator(".halt")).to_have_text(re.compile("Cleo has let the game go on."))
    expect(anns.locator("#live")).to_contain_text("Cleo has let the game go on.")
    expect(anns.locator("#table")).to_have_class(re.compile("deciding"))
    assert cleos.locator(".clock b").inner_text() == still


def test_who_is_nudged_sees_and_hears_it(browser: Open, server: Served, gathered: Any) -> None:
    ann, ben, _ = gathered()
    bens, anns = sit(server, browser(), ben), sit(server, browser(), ann)
    anns.locator("#time-door").click()
    nudge = anns.get_by_role("button", name="Nudge Ben")
    expect(nudge).to_be_hidden()  # who has not decided himself nudges nobody
    decide(ann)
    expect(nudge).to_be_visible()
    nudge.click()
    expect(anns.locator("#live")).to_have_text("Ben has been nudged.")
    expect(bens.locator(".halt")).to_contain_text("Ann nudges you")
    expect(bens.locator("#live")).to_contain_text("Ann nudges you")
    decide(ben)
    expect(nudge).to_be_hidden()
    expect(bens.locator(".halt")).to_be_hidden()
    bens.reload()
    expect(bens.locator(".halt")).to_have_count(0)


def test_the_start_page_keeps_my_turns_fresh_in_title_and_badge(
    browser: Open, server: Served, gathered: Any
) -> None:
    ann, ben, cleo = gathered()
    page = browser()
    page.context.add_init_script(BADGES)
    page.clock.install()
    sit(server, page, ann, "/")
    turns = page.locator("#turns")
    expect(turns.get_by_role("link")).to_have_count(1)
    assert page.title() == "(1) Mirabilia"
    assert page.evaluate("window.badges.at(-1)") == 1
    decide(ann)
    page.clock.run_for(16_000)
    expect(turns).to_be_hidden()
    expect(page).to_have_title("Mirabilia")
    assert page.evaluate("window.badges.at(-1)") == 0
    decide(ben)
    decide(cleo)
    page.clock.run_for(16_000)
    expect(turns.get_by_role("link")).to_have_count(1)
    expect(page).to_have_title("(1) Mirabilia")
    expect(turns.locator("time")).not_to_contain_text("UTC")
    expect(page.locator("#live")).to_contain_text("My turn at")
    turns.get_by_role("link").click()
    expect(page.locator("#table")).to_be_visible()


def test_a_holiday_ends_with_the_day_of_the_reader(
    browser: Open, server: Served, gathered: Any
) -> None:
    _, ben, _ = gathered()
    page = sit(server, browser(timezone_id="America/Lima"), ben, "/")
    page.locator("#away summary").click()
    day = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 4 * DAY))
    page.get_by_label("Away until the end of").fill(day)
    page.get_by_role("button", name="Say so").click()
    expect(page.locator("#away")).to_contain_text("You are on holiday until")
    (holiday,) = ben.get()["waits"]["holidays"]
    assert holiday["until"] % DAY == 5 * 3600  # midnight in Lima
    page.get_by_role("button", name="I'm back").click()
    expect(page.get_by_label("Away until the end of")).to_have_count(1)
    assert ben.get()["waits"]["holidays"] == []


@pytest.mark.parametrize("options", [{}, {"viewport": PHONE}, {"viewport": LANDSCAPE}])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_is_wrong_with_a_table_that_waits(
    browser: Open, server: Served, gathered: Any, options: Any, theme: str
) -> None:
    ann, ben, cleo = gathered()
    page = sit(server, browser(color_scheme=theme, **options), cleo)
    decide(ann)
    ann.post("nudge", seat=2)
    ben.post("pause")
    expect(page.locator(".halt")).to_have_count(2)
    page.locator("#time-door").click()
    expect(page.locator("#time")).to_be_visible()
    assert violations(page) == []
    assert nameless(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("#time")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ann.post("pause")
    expect(page.locator("#resume")).to_be_visible()
    assert violations(page) == []
    page.goto(server.url)
    page.locator("#away summary").click()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_all_of_it_works_without_scripts(browser: Open, server: Served, gathered: Any) -> None:
    ann, ben, _ = gathered()
    page = sit(server, browser(java_script_enabled=False), ben)
    page.locator("#time-door").click()
    page.get_by_role("button", name="Ask for a pause").click()
    expect(page.locator(".halt")).to_contain_text("Ben asks for a pause.")
    page.get_by_role("button", name="Never mind").click()
    expect(page.locator(".halt")).to_contain_text("Ben would rather play on.")
    ann.post("pause")
    page.reload()
    page.get_by_role("button", name="Go on").first.click()
    assert ben.get()["waits"]["paused"] is False


def test_the_keyboard_opens_the_clock_and_stays_where_it_was(
    browser: Open, server: Served, gathered: Any
) -> None:
    ann, ben, _ = gathered()
    page = sit(server, browser(), ann)
    page.locator("#time-door").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Give 3 days more").press("Enter")
    expect(page.locator("#time")).to_contain_text("2 more times in this turn")
    ben.post("pause")  # an update leaves it open
    expect(page.locator(".halt")).to_contain_text("Ben asks")
    expect(page.locator("#time")).to_be_visible()
