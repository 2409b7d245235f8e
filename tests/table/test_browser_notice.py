"""What calls for attention, in a real browser: the tab, sounds, notifications, the clock."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from browsers import PHONE, Open, decide
from mirabilia.table.rooms import visitors
from tables import Program, Served
from waiting import soon

pytest_plugins = ["browser_fixtures"]

# What a browser would sound, show and count, written down instead.
EARS = """
window.heard = []; window.shown = []; window.badges = [];
class Tone {
  constructor(context, { frequency } = {}) { this.high = frequency; this.gain = this; }
  connect(next) { return next; }
  start() { window.heard.push(this.high); }
  stop() {}
  setValueAtTime() {}
  linearRampToValueAtTime() {}
  exponentialRampToValueAtTime() {}
}
window.OscillatorNode = Tone; window.GainNode = Tone;
window.AudioContext = class { state = "running"; currentTime = 0; };
window.Notification = class {
  static permission = localStorage.permission ?? "default";
  static async requestPermission() {
    return window.Notification.permission = localStorage.answer ?? "granted";
  }
  constructor(title, { body }) { window.shown.push([title, body]); }
  close() {}
};
navigator.setAppBadge = async (count) => { window.badges.push(count); };
navigator.clearAppBadge = async () => { window.badges.push(0); };
"""
LOOK_AWAY = """
Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true });
document.hasFocus = () => false;
document.dispatchEvent(new Event("visibilitychange"));
"""
CHIME = [659, 880]
TICK = 1320


def sit(
    context: BrowserContext, server: Served, program: Program, page: Page | None = None
) -> Page:
    """A page at the seat of a program."""
    context.add_cookies([{"name": visitors.COOKIE, "value": program.token, "url": server.url}])
    page = page or context.new_page()
    page.goto(f"{server.url}/t/{program.code}")
    expect(page.locator("#table")).to_be_visible()
    return page


@pytest.fixture
def at_table(browser: Open, server: Served) -> Any:
    """Ann's page, which listens, and the programs of Ann and Ben at a table of theirs and a bot."""

    def gather(clock: int | None = None, **options: Any) -> tuple[Page, Program, Program]:
        ann = server.program().create(players=3, clock=clock)
        ben = server.program().join(ann.code, "Ben")
        ann.post("seat", seat=2, level="random")
        ann.post("start")
        page = browser(**options)
        page.context.add_init_script(EARS)
        return sit(page.context, server, ann, page), ann, ben

    return gather


def switch(page: Page, name: str) -> None:
    """Choose something in the menu."""
    page.locator(".menu summary").click()
    page.get_by_label(name, exact=True).check()
    page.locator(".menu summary").click()


def sounds_on(page: Page) -> None:
    page.locator(".menu summary").click()
    page.get_by_role("group", name="Sounds").get_by_label("on", exact=True).check()
    page.locator(".menu summary").click()
    becomes(page, "window.heard", CHIME)  # this is how it sounds
    page.evaluate("window.heard.length = 0")


def play(program: Program) -> None:
    """Decide what is owed."""
    view = program.get()
    offer = next(offer for offer in view["offers"] if offer["choice"] is None)
    program.post("decide", move=offer["moves"][0], step=view["step"], seat=offer["seat"])


def becomes(page: Page, script: str, value: object) -> None:
    """Wait until the page says so; it may not evaluate anything by itself."""
    soon(lambda: page.evaluate(script) == value, f"{script} as {value}", pause=0.02)


def comes(page: Page, turn: str) -> None:
    expect(page.locator("#table.deciding .when")).to_contain_text(turn)


def test_sounds_are_off_and_not_fetched_until_they_are_switched_on(at_table: Any) -> None:
    page, ann, ben = at_table()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    play(ann)
    play(ben)
    comes(page, "turn 2")
    assert page.evaluate("window.heard") == []
    assert not any("sound.js" in url for url in asked)
    sounds_on(page)
    assert any("sound.js" in url for url in asked)
    page.reload()
    play(ann)
    play(ben)
    comes(page, "turn 3")
    becomes(page, "window.heard", CHIME)


def test_a_turn_is_told_once_and_not_what_one_undid(at_table: Any) -> None:
    page, ann, ben = at_table()
    sounds_on(page)
    play(ann)
    play(ben)
    comes(page, "turn 2")
    becomes(page, "window.heard", CHIME)
    play(ben)  # an update in the same turn
    expect(page.locator('.person[data-state="decided"]:has-text("Ben")')).to_be_visible()
    ben.post("undecide")
    expect(page.locator('.person[data-state="thinking"]:has-text("Ben")')).to_be_visible()
    decide(page)
    page.get_by_role("button", name="Change").click()
    expect(page.locator("#table.deciding")).to_be_visible()
    page.reload()
    expect(page.locator("#table.deciding")).to_be_visible()
    page.wait_for_timeout(300)
    assert page.evaluate("window.heard") == []
    assert page.evaluate("window.shown") == []


def test_who_switches_sounds_on_at_once_hears_them(at_table: Any) -> None:
    """The rest of the menu's code is still on its way."""
    page, _, _ = at_table()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/switches.js*", hold)
    sounds_on(page)
    assert held
    for route in held:
        route.continue_()


def test_what_comes_by_ones_own_click_is_not_told(browser: Open, server: Served) -> None:
    ann = server.program().create(players=3, begin=True)
    page = browser()
    page.context.add_init_script(EARS)
    sit(page.context, server, ann, page)
    sounds_on(page)
    decide(page)
    comes(page, "turn 2")
    page.get_by_role("button", name="Take back").click()
    comes(page, "turn 1")
    page.wait_for_timeout(300)
    assert page.evaluate("window.heard") == []


def test_who_looks_elsewhere_is_notified_once_for_all_tabs(at_table: Any, server: Served) -> None:
    page, ann, ben = at_table()
    other = sit(page.context, server, ann)
    switch(page, "the browser notifies you")
    expect(page.locator(".says")).to_have_text("You will be told here when it is your turn.")
    for tab in (page, other):
        tab.evaluate("window.Notification.permission = 'granted'; window.shown.length = 0")
        tab.evaluate(LOOK_AWAY)
    play(ann)
    play(ben)
    for tab in (page, other):
        comes(tab, "turn 2")
    page.wait_for_timeout(300)
    shown = page.evaluate("window.shown") + other.evaluate("window.shown")
    assert len(shown) == 1
    assert shown[0][0].startswith("Your turn")
    assert shown[0][1] == f"Age I · turn 2 of 6 · {ann.code}"


def test_a_tab_that_is_looked_at_needs_no_notification_from_another(
    at_table: Any, server: Served
) -> None:
    page, ann, ben = at_table()
    other = sit(page.context, server, ann)
    sounds_on(page)
    switch(page, "the browser notifies you")
    for tab in (page, other):
        tab.evaluate("window.Notification.permission = 'granted'; window.shown.length = 0")
    other.evaluate(LOOK_AWAY)
    play(ann)
    play(ben)
    for tab in (page, other):
        comes(tab, "turn 2")
    becomes(page, "window.heard", CHIME)
    assert other.evaluate("window.heard") == []
    assert page.evaluate("window.shown") + other.evaluate("window.shown") == []


def test_a_browser_that_refuses_is_said_so_and_the_switch_goes_back(at_table: Any) -> None:
    page, _, _ = at_table()
    assert page.evaluate("window.Notification.permission") == "default"  # not asked by itself
    page.evaluate("localStorage.answer = 'denied'")
    page.locator(".menu summary").click()
    page.get_by_label("the browser notifies you").click()
    says = page.locator(".says")
    expect(says).to_contain_text("does not allow this page to notify you")
    expect(page.get_by_label("only the tab says so")).to_be_checked()
    assert "notify=off" in page.evaluate("document.cookie")


def test_a_permission_that_was_taken_away_is_noticed(at_table: Any) -> None:
    page, _, _ = at_table()
    switch(page, "the browser notifies you")
    page.evaluate("localStorage.permission = 'denied'")
    page.reload()
    page.locator(".menu summary").click()
    expect(page.locator(".says")).to_contain_text("does not allow")
    expect(page.get_by_label("only the tab says so")).to_be_checked()


def test_title_icon_and_badge_tell_of_a_turn(at_table: Any) -> None:
    page, ann, ben = at_table()
    icon = page.locator('link[rel="icon"]')
    assert page.title().startswith("● Your turn")
    assert "icon-turn.svg" in (icon.get_attribute("href") or "")
    becomes(page, "window.badges.at(-1)", 1)
    play(ann)
    expect(page.locator(".chosen")).to_be_visible()
    assert not page.title().startswith("●")
    assert "icon-turn.svg" not in (icon.get_attribute("href") or "")
    becomes(page, "window.badges.at(-1)", 0)
    play(ben)
    comes(page, "turn 2")
    assert page.title().startswith("● Your turn")
    assert "icon-turn.svg" in (icon.get_attribute("href") or "")


@pytest.mark.parametrize("options", [{}, {"viewport": PHONE, "has_touch": True}])
def test_who_plays_at_several_tables_is_shown_the_way(
    at_table: Any, server: Served, options: dict[str, Any]
) -> None:
    page, ann, _ = at_table(**options)
    play(ann)
    expect(page.locator(".chosen")).to_be_visible()
    second = server.program()
    second.token = ann.token
    second.create(players=3, begin=True)
    link = page.get_by_role("link", name="Your turn at another table")
    expect(link).to_have_count(0)
    other = sit(page.context, server, second)
    expect(link).to_be_visible()
    expect(page.locator("#live")).to_have_text("Your turn at another table")
    box = link.bounding_box()
    status = page.locator(".status .awaited").bounding_box()
    assert box
    assert status
    beside = box["x"] >= status["x"] + status["width"]
    assert beside or box["y"] >= status["y"] + status["height"]  # nothing lies over the other
    other.close()
    back = "document.dispatchEvent(new Event('visibilitychange'))"
    becomes(page, f"{back}; document.getElementById('elsewhere').hidden", True)


def test_a_choice_in_one_tab_holds_in_the_others(at_table: Any, server: Served) -> None:
    page, ann, _ = at_table()
    other = sit(page.context, server, ann)
    sounds_on(page)
    switch(page, "dark")
    for name, value in (("sound", "on"), ("theme", "dark")):
        expect(other.locator("html")).to_have_attribute(f"data-{name}", value)
        assert other.locator(f'[name="{name}"][value="{value}"]').is_checked()


def test_the_last_seconds_are_seen_and_heard(at_table: Any) -> None:
    page, _, _ = at_table(120)
    page.clock.install()
    sounds_on(page)
    page.reload()
    clock = page.locator(".clock")
    live = page.locator("#live")
    plain = clock.evaluate("one => getComputedStyle(one).borderTopColor")
    page.clock.run_for(100_000)
    expect(clock).not_to_have_class("clock short")
    assert page.evaluate("window.heard") == []
    page.clock.run_for(12_000)
    expect(clock).to_have_class("clock short")
    expect(live).to_have_text("10 seconds left")
    assert clock.evaluate("one => getComputedStyle(one).borderTopColor") != plain
    assert clock.locator("b").evaluate("one => getComputedStyle(one).fontWeight") == "800"
    bar = clock.evaluate("one => getComputedStyle(one, '::after').height")
    assert bar == "6px"
    page.clock.run_for(2_000)
    becomes(page, "window.heard.length >= 3", True)
    heard = page.evaluate("window.heard")
    assert set(heard) == {TICK}
    assert len(heard) <= 10 - int(clock.inner_text()) + 1


def test_the_last_seconds_stand_still_for_who_wants_no_motion(at_table: Any) -> None:
    page, _, _ = at_table(30, reduced_motion="reduce")
    page.clock.install()
    page.reload()
    page.clock.run_for(25_000)
    expect(page.locator(".clock")).to_have_class("clock short")
    assert page.evaluate("document.getAnimations().length") == 0


def test_no_clock_is_shown_while_none_runs(at_table: Any) -> None:
    page, *_ = at_table(120)
    clock = page.locator(".clock")
    expect(clock).to_be_visible()
    left = page.locator("#table").get_attribute("data-seconds")
    tell = """async (seconds) => {
      const { dataset } = document.getElementById("table");
      if (seconds === null) delete dataset.seconds; else dataset.seconds = seconds;
      (await import("/static/clock.js")).clock();
    }"""
    page.evaluate(tell, None)
    expect(clock).to_be_hidden()
    page.evaluate(tell, left)
    expect(clock).to_be_visible()
