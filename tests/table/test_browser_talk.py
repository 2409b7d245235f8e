"""Talk and hosts in a real browser: two who talk, who was taken off, a seat on a second device."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accessible import nameless, violations
from browsers import DESK, PHONE, SIZES, Open, box_of, decide
from mirabilia.table.rooms import visitors
from tables import Program, Served

pytest_plugins = ["browser_fixtures"]

TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
FINGER = 44
TEAMS = {"players": 4, "expansions": ["cities"], "teams": True}
Seat = Callable[..., Page]


@pytest.fixture
def seat(browser: Open, server: Served) -> Seat:
    """The browser of a program, at its table."""

    def sit(program: Program | None, code: str = "", **options: Any) -> Page:
        page = browser(**options)
        if program:
            cookie = {"name": visitors.COOKIE, "value": program.token, "url": server.url}
            page.context.add_cookies([cookie])  # type: ignore[list-item]
        page.goto(f"{server.url}/t/{program.code if program else code}")
        return page

    return sit


def people(server: Served, number: int = 3, **options: Any) -> list[Program]:
    ann = server.program().create(name="Anna", **{"players": number, **options})
    names = ("Ben", "Cleo", "Dion")[: number - 1]
    return [ann, *(server.program().join(ann.code, name) for name in names)]


def open_talk(page: Page) -> None:
    page.locator("#talk-door").click()
    expect(page.locator("#talk .said-lines")).to_be_visible()


def say(page: Page, words: str) -> None:
    page.get_by_label("What you say").fill(words)
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#talk .say").last).to_contain_text(words)


def test_two_talk_and_nothing_else_on_their_pages_moves(seat: Seat, server: Served) -> None:
    ann, ben, _ = people(server)
    one, other = seat(ann), seat(ben)
    for page in (one, other):
        expect(page.locator("#table.deciding")).to_be_visible()
        page.evaluate("window.main = document.querySelector('.round')")
    badge = other.locator("#talk-door > b")
    expect(badge).to_be_hidden()
    open_talk(one)
    say(one, "Hello <i>Ben</i> http://x.example")
    expect(badge).to_have_text("1")
    expect(other.get_by_role("link", name="Talk, new messages: 1")).to_be_visible()
    expect(other.locator("#live")).to_contain_text("Anna Hello")
    open_talk(other)
    expect(badge).to_be_hidden()
    line = other.locator("#talk .say").last
    expect(line).to_contain_text("Anna Hello <i>Ben</i> http://x.example")
    assert line.locator("a, i").count() == 0
    say(other, "Hello Anna")
    expect(one.locator("#talk .say").last).to_contain_text("Ben Hello Anna")
    expect(one.locator("#talk-door > b")).to_be_hidden()
    other.keyboard.press("Escape")
    expect(other.locator("#talk")).to_be_hidden()
    expect(other.locator("#talk-door")).to_be_focused()
    one.get_by_role("button", name="Ha ha!").click()
    bubble = other.locator(".talk-bubble")
    expect(bubble).to_have_text(re.compile("Ha ha!"))
    expect(badge).to_have_text("1")
    expect(bubble).to_have_count(0)
    for page in (one, other):
        assert page.evaluate("window.main === document.querySelector('.round')")


def test_what_was_read_is_not_counted_again_and_what_was_missed_is(
    seat: Seat, server: Served
) -> None:
    ann, ben, _ = people(server)
    page = seat(ann)
    ben.post("talk", words="one")
    expect(page.locator("#talk-door > b")).to_have_text("1")
    open_talk(page)
    page.goto("about:blank")
    ben.post("talk", words="two")
    ben.post("talk", words="wow", kind="reaction")
    page.goto(f"{server.url}/t/{ann.code}")
    expect(page.locator("#talk-door > b")).to_have_text("2")
    assert page.locator(".talk-bubble").count() <= 1
    open_talk(page)
    expect(page.locator("#talk .say")).to_have_count(3)


def test_whom_one_mutes_is_neither_shown_nor_counted(seat: Seat, server: Served) -> None:
    ann, ben, cleo = people(server)
    page = seat(ann)
    open_talk(page)
    page.locator(".mutes > summary").click()
    page.get_by_role("button", name="Mute Ben").click()
    expect(page.get_by_role("button", name="Hear Ben again")).to_be_visible()
    page.keyboard.press("Escape")
    ben.post("talk", words="you hear me not")
    ben.post("talk", words="laugh", kind="reaction")
    cleo.post("talk", words="but me")
    expect(page.locator("#talk-door > b")).to_have_text("1")
    assert page.locator(".talk-bubble").count() == 0
    open_talk(page)
    expect(page.locator("#talk .say")).to_have_count(1)
    expect(page.locator("#talk .say")).to_contain_text("but me")


def test_the_host_closes_the_talk_for_who_is_typing(seat: Seat, server: Served) -> None:
    ann, ben, _ = people(server)
    host, guest = seat(ann), seat(ben)
    open_talk(guest)
    guest.get_by_label("What you say").fill("I was about to")
    open_talk(host)
    host.locator(".mutes > summary").click()
    host.get_by_role("button", name="Close the talk for all").click()
    expect(guest.locator("#talk")).to_contain_text("The host has closed the talk.")
    expect(guest.get_by_label("What you say")).to_have_count(0)
    host.get_by_role("button", name="Open the talk for all").click()
    expect(guest.get_by_label("What you say")).to_be_visible()


def test_partners_have_words_of_their_own(seat: Seat, server: Served) -> None:
    ann, ben, cleo, _ = people(server, 4, **TEAMS)
    one, partner, foe = seat(ann), seat(ben), seat(cleo)
    for page in (one, partner, foe):
        open_talk(page)
    one.get_by_label("only Ben, your partner").check()
    say(one, "psst")
    expect(partner.locator("#talk .say.to-team")).to_contain_text("psst")
    one.get_by_label("everybody").check()
    say(one, "hello all")
    expect(foe.locator("#talk .say")).to_have_count(1)
    expect(foe.locator("#talk .say")).to_contain_text("hello all")
    assert "psst" not in foe.content()


def test_the_tab_counts_for_who_looks_elsewhere_if_he_wants_it(seat: Seat, server: Served) -> None:
    ann, ben, _ = people(server)
    page = seat(ann)
    expect(page.locator("#table.deciding")).to_be_visible()
    hide = "Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })"
    page.evaluate(hide)
    ben.post("talk", words="where are you?")
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    page.evaluate("document.documentElement.dataset.talk = 'off'")
    ben.post("talk", words="hello?")
    expect(page.locator("#talk-door > b")).to_have_text("2")
    expect(page).to_have_title(re.compile(r"^[^(]"))


def test_one_talks_in_the_lobby_and_after_the_end_of_it(seat: Seat, server: Served) -> None:
    ann = server.program().create(name="Anna", players=4)
    host = seat(ann)
    expect(host.locator("#talk-door")).to_be_hidden()
    ben = server.program().join(ann.code, "Ben")
    expect(host.locator("#talk-door")).to_be_visible()
    ben.post("talk", words="bravo", kind="reaction")
    expect(host.locator(".talk-bubble")).to_be_visible()
    open_talk(host)
    say(host, "Shall we begin?")
    ann.post("start")
    expect(host.locator("#table.deciding")).to_be_visible()
    expect(host.locator("#talk .say").last).to_contain_text("Shall we begin?")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_panel_fits_every_screen_and_its_controls_are_in_reach(
    seat: Seat, server: Served, size: tuple[int, int]
) -> None:
    wide, high = size
    phone = wide < 500 or high < 500
    ann, ben, _, _ = people(server, 4, **TEAMS)
    options = {"viewport": {"width": wide, "height": high}, "has_touch": phone, "is_mobile": phone}
    for number in range(6):
        ben.post("talk", words=f"line {number}, and some more words so that it takes two lines")
    page = seat(ann, **options)
    expect(page.locator("#talk-door > b")).to_have_text("6")
    open_talk(page)
    left, top, right, bottom = box_of(page.locator("#talk"))
    assert left >= 0
    assert top >= 0
    assert right <= wide
    assert bottom <= high
    send = page.get_by_role("button", name="Send")
    for control in (send, page.locator(".reactions button").last, page.locator("#say-words")):
        x, y, x2, y2 = box_of(control)
        assert left <= x < x2 <= right
        assert top <= y < y2 <= bottom
        if phone:
            assert y2 - y >= FINGER
    assert box_of(page.locator("#talk .say").last)[3] <= bottom
    assert page.locator(".said-lines").evaluate("list => list.clientHeight") >= 60
    assert page.evaluate("document.documentElement.scrollWidth") <= wide


@pytest.mark.parametrize("options", [{"viewport": DESK}, TOUCH], ids=["desk", "phone"])
def test_axe_finds_nothing_wrong_with_talk_and_host(
    seat: Seat, server: Served, options: dict[str, Any]
) -> None:
    ann, ben, _, _ = people(server, 4, **TEAMS)
    ben.post("talk", words="psst", to="team")
    ben.post("talk", words="ouch", kind="reaction")
    page = seat(ann, **options)
    expect(page.locator("#talk-door > b")).to_have_text("2")
    open_talk(page)
    page.locator(".mutes > summary").click()
    assert violations(page) == []
    assert nameless(page) == []
    for path in ("talk", "host"):
        page.goto(f"{server.url}/t/{ann.code}/{path}")
        for summary in page.locator("#main summary").all():
            summary.click()
        assert violations(page) == []
    page.goto(f"{server.url}/t/{ann.code}")
    page.locator(".menu > summary").click()
    page.get_by_role("button", name="Play on on another device").click()
    expect(page.locator(".ticket-picture svg")).to_be_visible()
    assert violations(page) == []
    page.goto(page.get_by_label("Link for the seat").input_value())
    assert violations(page) == []


def test_who_is_taken_off_sees_it_and_no_hand_any_more(seat: Seat, server: Served) -> None:
    ann, ben, cleo = people(server)
    host, guest, other = seat(ann), seat(ben), seat(cleo)
    expect(guest.locator(".hand-card").first).to_be_visible()
    host.get_by_role("link", name="For the host").click()
    dialog = host.locator("dialog.opened")
    row = dialog.locator(".host-seats li", has_text="Ben")
    row.get_by_text("Take off the table").click()
    row.get_by_role("button", name="Take Ben off the table").click()
    expect(guest.get_by_role("alert").filter(has_text="taken you off")).to_be_visible()
    expect(guest.locator(".hand-card")).to_have_count(0)
    expect(guest.locator(".watch")).to_be_visible()
    for page in (other, host):
        expect(page.locator("#log .deeds")).to_contain_text("Anna has taken Ben off the table")
    expect(other.locator("#live")).to_contain_text("taken Ben off")
    decide(other)
    expect(guest.locator(".hand-card")).to_have_count(0)


def test_who_is_taken_off_is_behind_where_spectators_are(seat: Seat, server: Served) -> None:
    ann, ben, cleo = people(server)
    guest = seat(ben)
    for person in (ann, ben, cleo):
        view = person.get()
        person.post("decide", move=view["offers"][0]["moves"][0], step=view["step"])
    expect(guest.locator("#table")).to_have_attribute("data-step", "1")
    cookies = {visitors.COOKIE: ann.token}
    server.client(cookies=cookies).post(f"/t/{ann.code}/delay", data={"delay": 3})
    ann.post("host/remove", seat=1, who="Ben")
    expect(guest.get_by_role("alert").filter(has_text="taken you off")).to_be_visible()
    expect(guest.locator(".watch")).to_contain_text("3 turns behind")
    expect(guest.locator(".hand-card")).to_have_count(0)


def test_a_seat_goes_to_a_second_browser_and_back(
    seat: Seat, browser: Open, server: Served
) -> None:
    ann, _, _ = people(server)
    first, phone = seat(ann), browser(**TOUCH)
    first.locator(".menu > summary").click()
    first.get_by_role("button", name="Play on on another device").click()
    link = first.get_by_label("Link for the seat").input_value()
    first.get_by_role("link", name="Back to the table").click()
    expect(first.locator(".hand-card").first).to_be_visible()
    phone.goto(link)
    expect(first.locator(".hand-card").first).to_be_visible()
    phone.get_by_role("button", name="Play on here").click()
    expect(phone.locator("#table.deciding .hand-card").first).to_be_visible()
    said = first.get_by_role("alert").filter(has_text="You play on on another device")
    expect(said).to_be_visible()
    expect(first.locator(".hand-card")).to_have_count(0)
    decide(phone)
    phone.locator(".menu > summary").click()
    phone.get_by_role("button", name="Play on on another device").click()
    first.goto(phone.get_by_label("Link for the seat").input_value())
    first.get_by_role("button", name="Play on here").click()
    expect(first.locator(".hand-card, .resting").first).to_be_visible()


def test_all_are_told_that_the_table_is_closed(seat: Seat, server: Served) -> None:
    ann, ben, _ = people(server)
    host = seat(ann, errors_allowed="409")
    guest = seat(ben, errors_allowed="409")
    expect(guest.locator("#table.deciding")).to_be_visible()
    host.goto(f"{server.url}/t/{ann.code}/host")
    host.locator("summary", has_text="Close the table").click()
    host.get_by_role("button", name="Close it for good").click()
    for page in (host, guest):
        expect(page.get_by_text("The host has closed this table.")).to_be_visible()
    guest.get_by_role("link", name="To the start page").click()
    expect(guest.locator("body")).not_to_contain_text(ann.code)


def test_one_talks_without_scripts(seat: Seat, server: Served) -> None:
    ann, ben, _ = people(server)
    page = seat(ann, java_script_enabled=False)
    page.get_by_role("link", name="Talk", exact=True).click()
    page.get_by_label("What you say").fill("No scripts here")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".say").last).to_contain_text("You No scripts here")
    ben.post("talk", words="Nor here")
    page.get_by_role("link", name="Look for what is new").click()
    page.reload()
    expect(page.locator(".say").last).to_contain_text("Ben Nor here")
