"""The game in a real browser: Chromium, driven by Playwright, against the real server."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from browsers import (
    DESK,
    PHONE,
    SIZES,
    Mortal,
    Open,
    box_of,
    decide,
    decided,
    draft_at_once,
    pick,
    play_at_once,
    play_out,
    step,
    tab_to,
)
from conftest import sample
from decisions import DECISIONS
from mirabilia import Game
from stacked import StackedTable, midway
from tables import Served

pytest_plugins = ["browser_fixtures"]

DOCKED = [size for size in SIZES if size[0] > 1200]  # where a panel has a column of its own
SMALLEST_TARGET = 40


def test_a_whole_game_against_bots_from_the_start_page_to_the_score_sheet(
    browser: Open, server: Served
) -> None:
    page = browser(reduced_motion="reduce")
    play_at_once(page, server)
    assert play_out(page) >= 18
    expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
    expect(page.get_by_role("region", name="Score sheet")).to_be_visible()
    expect(page.get_by_text("Secret", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Download the record")).to_be_visible()
    page.locator("details.final").nth(1).locator("summary").click()
    expect(page.locator("details.final").nth(1).locator(".cards")).to_be_visible()
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: "/t/" in url)
    page.goto(server.url)
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    assert page.locator('.door a[href^="/t/"]').count() >= 1


def test_two_browsers_at_one_table(browser: Open, server: Served) -> None:
    host, guest = browser(), browser()
    host.goto(f"{server.url}/new")
    host.get_by_label("Your name").fill("Anna")
    host.locator('.choice:has([name="players"][value="3"])').click()
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url("**/t/*")
    link = host.get_by_label("Link to this table").input_value()
    assert urlsplit(link).path == urlsplit(host.url).path

    guest.goto(server.url)
    expect(guest.locator(".tables:visible")).to_contain_text("Anna")
    guest.get_by_label("Have a code?").fill(link.rpartition("/")[2].upper())
    guest.get_by_role("button", name="Join").click()
    guest.wait_for_url("**/t/*")
    guest.get_by_label("Your name").fill("Ben")
    guest.get_by_role("button", name="Sit down").click()
    expect(host.locator(".seats")).to_contain_text("Ben")

    host.get_by_role("button", name="Put a bot here").click()
    expect(guest.locator(".seats li.bot")).to_have_count(1)
    host.get_by_role("button", name="Start").click()
    for page in (host, guest):
        expect(page.locator("#table.deciding")).to_be_visible()

    decide(host)
    expect(host.locator(".awaited")).to_contain_text("Ben")
    expect(host.locator(".chosen")).to_contain_text("Your choice")
    host.get_by_role("button", name="Change").click()
    expect(host.locator("#table.deciding")).to_be_visible()
    decide(host)
    expect(guest.locator('.person[data-state="decided"]:has-text("Anna")')).to_be_visible()
    decide(guest)
    for page in (host, guest):
        expect(page.locator(".when")).to_contain_text("turn 2")
        expect(page.locator("#live")).to_contain_text("build")


def test_a_reload_in_mid_turn_finds_everything_as_it_was(browser: Open, server: Served) -> None:
    page, other = browser(), browser()
    page.goto(f"{server.url}/new")
    page.locator('.choice:has([name="players"][value="3"])').click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    other.goto(page.url)
    other.get_by_label("Your name").fill("Ben")
    other.get_by_role("button", name="Sit down").click()
    expect(page.locator(".seats")).to_contain_text("Ben")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#table.deciding")).to_be_visible()
    decide(page)
    chosen = page.locator(".chosen b").inner_text()
    page.reload()
    expect(page.locator(".chosen b")).to_have_text(chosen)
    expect(page.locator(".hand-card.is-chosen")).to_have_count(1)


def test_after_a_crash_of_the_server_the_page_goes_on_by_itself(
    browser: Open, tmp_path: Path
) -> None:
    own = Mortal(tmp_path)
    own.start()
    try:
        page = browser(errors_allowed="Failed to load|ERR_")
        play_at_once(page, own)
        decide(page)
        own.stop(signal.SIGKILL)
        expect(page.locator("#link-state")).to_be_visible()
        own.start()
        expect(page.locator("#link-state")).to_be_hidden()
        expect(page.locator("#table.deciding")).to_be_visible()
        expect(page.locator(".when")).to_contain_text("turn 2")
        decide(page)
    finally:
        own.stop()


def test_on_a_phone_everything_fits_and_can_be_touched(browser: Open, server: Served) -> None:
    page = browser(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    play_at_once(page, server)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.locator(".hand-card").first.tap()
    for button in page.locator(".ways button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= SMALLEST_TARGET
        assert 0 <= box["x"] <= box["x"] + box["width"] <= PHONE["width"]
    before = step(page)
    page.locator(".ways button:visible").first.tap()
    decided(page, before)
    page.locator(".neighbour.left > summary").tap()
    expect(page.locator(".neighbour.left .wonder")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_keyboard_alone_is_enough(browser: Open, server: Served) -> None:
    page = browser()
    page.goto(server.url)
    tab_to(page, '[name="name"]')
    page.keyboard.type("Anna")
    tab_to(page, "button.primary")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    expect(page.locator("#table.deciding")).to_be_visible()

    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to your decision")).to_be_focused()
    page.keyboard.press("Enter")
    tab_to(page, '[name="card"]')
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    checked = page.locator('[name="card"]:checked')
    expect(checked).to_be_focused()
    page.keyboard.press("Escape")
    expect(checked).to_have_count(0)
    page.keyboard.press("2")
    expect(checked).to_have_attribute("data-at", "1")
    before = step(page)
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.matches('.ways button')")
    page.keyboard.press("Enter")
    decided(page, before)
    expect(page.locator(".when")).to_contain_text("turn 2")

    expect(page.locator("#table.deciding")).to_be_visible()
    before = step(page)
    page.keyboard.press("1")
    page.keyboard.press("1")
    decided(page, before)
    expect(page.locator(".when")).to_contain_text("turn 3")


def test_a_hint_is_explained_and_can_be_taken(browser: Open, server: Served) -> None:
    page = browser()
    play_at_once(page, server)
    before = step(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint-box")).to_be_visible()
    assert page.locator(".hint-box p span").first.inner_text().strip()
    page.get_by_role("button", name="Do that").click()
    decided(page, before)


EXPECTED = re.compile(r"^(expected: )?place \d\.\d, -?\d+\.\d points$")


@pytest.mark.parametrize("begin", [play_at_once, draft_at_once])
def test_what_a_hint_names_instead_can_be_played(
    begin: Callable[[Page, Served], None], browser: Open, server: Served
) -> None:
    page = browser(reduced_motion="reduce")
    begin(page, server)
    before = step(page)
    page.get_by_role("button", name="Hint").click()
    lines = page.locator(".advised")
    expect(lines).to_have_count(3)
    for line in lines.all():
        assert EXPECTED.match(line.locator(".expects").inner_text())
        assert ":" not in line.locator("b").inner_text().partition(" ")[0]  # words, no notation
    expect(page.get_by_role("button", name="Do that")).to_be_focused()
    wanted = page.locator(".advised.other button").last
    move = wanted.get_attribute("value")
    assert wanted.get_attribute("aria-label") == (
        f"This instead: {lines.last.locator('b').inner_text()}"
    )
    with page.expect_request("**/decide") as asked:
        wanted.click()
    sent = dict(parse_qsl(asked.value.post_data or ""))
    assert sent == {"seat": "0", "step": before, "move": move}
    decided(page, before)
    expect(page.locator(".hint-box")).to_have_count(0)


def test_a_bot_that_thinks_is_seen_and_heard_to_do_so(browser: Open, server: Served) -> None:
    page = browser()
    play_at_once(page, server)
    held: list[Route] = []
    page.route("**/hint", lambda route: held.append(route))
    button = page.locator(".hint button")
    expect(button).to_have_text("Hint", use_inner_text=True)
    button.click()
    expect(button).to_have_text("Thinking …", use_inner_text=True)
    expect(page.locator("#live")).to_have_text("Thinking …")
    button.click()  # once is enough
    assert len(held) == 1
    held[0].continue_()
    expect(page.locator(".hint-box")).to_be_visible()
    expect(page.locator("#live")).to_contain_text("place ")
    expect(button).to_be_hidden()


def test_an_opened_card_takes_the_place_of_the_hint(browser: Open, server: Served) -> None:
    page = browser(viewport={"width": 1366, "height": 650})
    play_at_once(page, server)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint-box")).to_be_visible()
    page.locator(".hand-card").first.click()
    expect(page.locator(".hint-box")).to_be_hidden()
    opened = page.locator(".ways").bounding_box()
    assert opened is not None
    assert opened["y"] > 0
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Do that")).to_be_visible()
    page.get_by_role("button", name="Do that").hover()  # nothing lies over it


def test_a_bot_that_does_not_answer_is_said_so_and_can_be_asked_again(
    browser: Open, server: Served
) -> None:
    page = browser(errors_allowed="503")
    play_at_once(page, server)
    page.route("**/hint", lambda route: None)
    page.locator("[data-hint]").evaluate("form => { form.dataset.seconds = 0.1; }")
    button = page.locator(".hint button")
    button.click()
    expect(page.locator("#notice")).to_have_text("No bot has answered in time; ask again.")
    expect(button).to_have_text("Hint", use_inner_text=True)
    page.unroute("**/hint")
    page.locator("[data-hint]").evaluate("form => { form.dataset.seconds = 20; }")
    sentence = "No bot has an answer now; try again."
    page.route("**/hint", lambda route: route.fulfill(status=503, json={"error": sentence}))
    button.click()
    expect(page.locator("#notice")).to_have_text(sentence)
    page.unroute("**/hint")
    button.click()
    expect(page.locator(".hint-box")).to_be_visible()


def test_everything_is_explained_in_words(browser: Open, server: Served) -> None:
    page = browser()
    play_at_once(page, server)
    tip = page.locator("#tip")
    for selector in (".hand-card .face", ".own .stage", ".mine .figure", ".own .board-title"):
        page.locator(selector).first.hover(force=True)
        expect(tip).to_be_visible()
        assert len(tip.inner_text()) > 5
        page.keyboard.press("Escape")
        expect(tip).to_be_hidden()


def test_light_and_dark_are_remembered(browser: Open, server: Served) -> None:
    page = browser(color_scheme="light")
    page.goto(server.url)
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.locator(".menu summary").click()
    page.get_by_label("dark", exact=True).check()
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert dark != light
    page.reload()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark


def test_impossible_setups_can_not_be_picked(browser: Open, server: Served) -> None:
    page = browser()
    page.goto(f"{server.url}/new")
    pick = page.locator
    pick('.choice:has([value="cities"])').click()
    pick('.choice:has([name="players"][value="2"])').click()
    expect(pick('[name="edition"][value="1st"]')).to_be_checked()
    expect(pick('[name="expansion"]:checked')).to_have_count(0)
    expect(pick('[name="teams"]')).to_be_disabled()
    pick('.choice:has([name="players"][value="8"])').click()
    expect(pick('[value="armada"]')).to_be_checked()
    expect(pick('[name="teams"]')).to_be_enabled()
    pick('.choice:has([name="edition"][value="2nd"])').click()
    expect(pick('[name="players"][value="8"]')).not_to_be_checked()


def test_a_turn_without_scripts(browser: Open, server: Served) -> None:
    page = browser(java_script_enabled=False)
    page.goto(server.url)
    page.locator("button.primary").click()
    page.wait_for_url("**/t/*")
    for _ in range(100):  # a page that is not updated is loaded again
        if page.locator("#table.deciding").count():
            break
        page.reload()
    page.locator(".hand-card").first.click()
    page.locator('.any-ways button[value="sell:*"]').click()
    for _ in range(100):
        if "turn 2" in page.locator(".when").inner_text():
            return
        page.reload()
    raise AssertionError("the turn was not played")


@pytest.mark.sweep
@pytest.mark.parametrize("kind", sample(DECISIONS, 6))
def test_the_form_of_every_kind_of_decision(kind: str, browser: Open) -> None:
    game = DECISIONS[kind]()
    stacked = StackedTable(game)
    page = browser(reduced_motion="reduce")
    stacked.serve(page)
    form = page.locator(f'[data-decide][data-kind="{kind}"]')
    expect(form).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= DESK["width"]
    steps, owed = game.steps, len(game.to_decide)
    if form.locator(".hand-card").count():
        form.locator(".hand-card").last.click()
        form.locator(".ways button:visible").first.click()
    else:
        pick(form.locator(".option").last)
    expect(page.locator("#table")).to_have_attribute("data-version", "2")
    assert game.steps > steps or len(game.to_decide) < owed


def test_who_leaves_is_played_for_and_can_come_back(browser: Open, server: Served) -> None:
    page = browser()
    play_at_once(page, server)
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Leave the table").click()
    page.wait_for_url(f"{server.url}/")
    page.locator(".door .tables a").first.click()
    back = page.get_by_role("button", name="I'm back")
    expect(back).to_be_visible()
    expect(page.get_by_text("You have left: a bot plays for you.")).to_be_visible()
    back.click()
    expect(back).to_have_count(0)
    page.wait_for_selector("#table.deciding, #table.over")


def test_a_neighbour_further_away_is_opened_and_stays_open(browser: Open, server: Served) -> None:
    page = browser()
    play_at_once(page, server)
    page.locator(".far-open").first.click()
    sheet = page.locator(".sheet-city:popover-open")
    expect(sheet).to_be_visible()
    expect(sheet.locator(".board")).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_own_numbers_are_in_sight_at_every_size(width: int, height: int, browser: Open) -> None:
    """Item by item: the row of numbers, the hand, and the buttons of an opened card."""
    page = browser(viewport={"width": width, "height": height}, reduced_motion="reduce")
    StackedTable(midway(7)).serve(page)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    for seen in (".mine .so-far", ".mine .figure >> nth=0"):
        left, top, right, bottom = box_of(page.locator(seen))
        assert 0 <= left < right <= width
        assert 0 <= top < bottom <= height
    page.locator(".hand-card").first.click()
    for button in page.locator(".ways button:visible").all():
        button.scroll_into_view_if_needed()
        left, top, right, bottom = box_of(button)
        assert 0 <= left < right <= width
        assert 0 <= top < bottom <= height
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("width", "height"), DOCKED)
def test_an_opened_card_lies_beside_the_city(width: int, height: int, browser: Open) -> None:
    page = browser(viewport={"width": width, "height": height}, reduced_motion="reduce")
    StackedTable(midway(4)).serve(page)
    page.locator(".hand-card").first.click()
    assert box_of(page.locator(".own"))[2] <= box_of(page.locator(".ways"))[0]


@pytest.mark.parametrize(("width", "height"), [size for size in SIZES if size[0] > 760])
def test_hidden_words_make_no_page_taller(width: int, height: int, browser: Open) -> None:
    page = browser(viewport={"width": width, "height": height}, reduced_motion="reduce")
    StackedTable(midway(4)).serve(page)
    assert page.evaluate("document.documentElement.scrollHeight") == height


def test_on_a_phone_nothing_is_blank_below_the_log(browser: Open) -> None:
    page = browser(viewport=PHONE, reduced_motion="reduce")
    StackedTable(midway(4)).serve(page)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert box_of(page.locator(".decide"))[3] == pytest.approx(PHONE["height"], abs=1)
    below = box_of(page.locator(".decide"))[1] - box_of(page.locator("#log"))[3]
    assert below < 60


def test_nothing_is_done_before_it_is_confirmed(browser: Open) -> None:
    game = DECISIONS["draft"]()
    page = browser(reduced_motion="reduce")
    StackedTable(game).serve(page)
    owed = len(game.to_decide)
    option = page.locator(".option").nth(1)
    option.locator("label").click()
    expect(option.locator(".dock")).to_be_visible()
    assert len(game.to_decide) == owed
    page.keyboard.press("Escape")
    expect(option.locator(".dock")).to_be_hidden()
    pick(option)
    expect(page.locator("#table")).to_have_attribute("data-version", "2")


def test_who_likes_may_have_one_tap_be_enough(browser: Open) -> None:
    page = browser(reduced_motion="reduce")
    StackedTable(DECISIONS["draft"]()).serve(page)
    page.locator(".menu summary").click()
    page.get_by_label("one tap is enough").check()
    page.locator(".option label").first.click()
    expect(page.locator("#table")).to_have_attribute("data-version", "2")


def test_where_one_tap_is_enough_what_is_open_can_still_be_read(browser: Open) -> None:
    page = browser(reduced_motion="reduce")
    StackedTable(DECISIONS["draft"]()).serve(page)
    page.evaluate("document.documentElement.dataset.tap = 'one'")
    option = page.locator(".option").first
    option.locator("input").first.focus()
    page.keyboard.press("Space")
    dock = option.locator(".dock")
    expect(dock).to_be_visible()
    dock.click(position={"x": 3, "y": 3})
    expect(page.locator("#table")).to_have_attribute("data-version", "1")
    dock.locator("button").first.click()
    expect(page.locator("#table")).to_have_attribute("data-version", "2")


def test_a_long_press_explains_and_does_nothing_else(browser: Open) -> None:
    game = DECISIONS["draft"]()
    page = browser(reduced_motion="reduce", has_touch=True)
    StackedTable(game).serve(page)
    page.evaluate("document.documentElement.dataset.tap = 'one'")
    owed = len(game.to_decide)
    label = page.locator(".option label").first
    label.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    expect(page.locator("#tip")).to_be_visible()
    label.dispatch_event("pointerup", {"pointerType": "touch", "bubbles": True})
    label.dispatch_event("click", {"bubbles": True, "detail": 1})
    page.wait_for_timeout(300)
    expect(page.locator("#table")).to_have_attribute("data-version", "1")
    assert len(game.to_decide) == owed


def test_points_so_far_open_the_sheet(browser: Open) -> None:
    game = midway(4)
    page = browser(reduced_motion="reduce")
    StackedTable(game).serve(page)
    page.locator(".so-far").click()
    sheet = page.get_by_role("dialog", name="If the game ended now")
    expect(sheet).to_be_visible()
    totals = [cell.inner_text() for cell in sheet.locator("tfoot td").all()]
    assert totals == [str(score.total).replace("-", "−") for score in game.scores()]
    expect(page.locator(".neighbour.left .meeting")).to_be_visible()


def test_a_neighbour_shows_which_cards_of_his_hand_are_known(browser: Open) -> None:
    game = Game(4, seed=1)
    for seat in range(4):
        game.play(seat, game.moves(seat)[-1])
    page = browser(reduced_motion="reduce")
    StackedTable(game).serve(page)
    page.locator(".neighbour.left .memory summary").click()
    known = page.locator(".neighbour.left .memory .held li")
    expect(known).to_have_count(6)
    assert {card.get_attribute("data-face") for card in known.locator("[data-face]").all()} == {
        *game.view(0)["seen"][1]
    }
