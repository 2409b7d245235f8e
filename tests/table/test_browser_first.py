"""A first game in a real browser: bubbles that leave in sight what they speak of."""

import pytest
from playwright.sync_api import Page, expect

import browsers
from browsers import PHONE, SIZES, Open, box_of
from conftest import sample
from tables import Served

pytest_plugins = ["browser_fixtures"]


def begun(server: Served, page: Page) -> None:
    page.goto(server.url)
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Never played?").click()
    expect(page.locator("#table.deciding")).to_be_visible()
    expect(page.locator("#lesson[data-begun]")).to_be_attached()


def next_turn(page: Page) -> None:
    title = page.locator("#lesson summary").inner_text()
    browsers.decide(page)
    expect(page.locator("#lesson summary")).not_to_have_text(title)
    expect(page.locator("#lesson[data-begun]")).to_be_attached()


@pytest.mark.sweep
@pytest.mark.parametrize("size", sample(SIZES, 2))
def test_a_bubble_stands_in_sight_beside_what_it_speaks_of(
    server: Served, browser: Open, size: tuple[int, int]
) -> None:
    width, height = size
    page = browser(viewport={"width": width, "height": height}, reduced_motion="reduce")
    begun(server, page)
    bubble = page.locator("#lesson .bubble")
    for turn in range(1, 6):
        expect(page.locator(".spoken-of")).to_have_count(1)
        left, top, right, bottom = box_of(bubble)
        assert (left >= 0, top >= 0, right <= width, bottom <= height) == (True,) * 4, turn
        if bubble.get_attribute("data-where") != "aside":
            other = box_of(page.locator(".spoken-of"))
            apart = right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
            assert apart, turn
        page.get_by_role("button", name="Got it").click()
        expect(bubble).to_be_hidden()
        expect(page.locator(".spoken-of")).to_have_count(0)
        next_turn(page)
        expect(bubble).to_be_visible()


def test_what_a_bubble_speaks_of_is_brought_into_sight(server: Served, browser: Open) -> None:
    """On a telephone whoever had scrolled down had a bubble over his hand, about what he could not
    see.
    """
    page = browser(viewport=PHONE, reduced_motion="reduce", has_touch=True, is_mobile=True)
    begun(server, page)
    for turn in range(1, 6):
        _, top, _, bottom = box_of(page.locator(".spoken-of"))
        assert bottom - max(top, box_of(page.locator("#status"))[3]) >= 30, turn
        expect(page.locator("#lesson .bubble")).not_to_have_attribute("data-where", "aside")
        page.get_by_role("button", name="Got it").tap()
        if turn < 5:
            page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
            next_turn(page)


def test_bubbles_are_folded_away_and_come_again_when_wanted(server: Served, browser: Open) -> None:
    page = browser(reduced_motion="reduce")
    begun(server, page)
    bubble, handle = page.locator("#lesson .bubble"), page.locator("#lesson summary")
    page.get_by_role("button", name="No more bubbles").click()
    expect(bubble).to_be_hidden()
    next_turn(page)
    expect(bubble).to_be_hidden()
    page.reload()
    expect(handle).to_be_visible()
    expect(bubble).to_be_hidden()
    handle.click()
    expect(bubble).to_be_visible()
    page.get_by_role("button", name="Got it").click()
    next_turn(page)
    expect(bubble).to_be_visible()


def test_an_opened_card_is_read_undisturbed(server: Served, browser: Open) -> None:
    page = browser(reduced_motion="reduce")
    begun(server, page)
    page.locator(".hand-card").first.click()
    expect(page.locator("#lesson .bubble")).not_to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#lesson .bubble")).to_be_visible()


def test_who_listens_hears_the_lesson_of_a_new_turn(server: Served, browser: Open) -> None:
    page = browser(reduced_motion="reduce")
    begun(server, page)
    next_turn(page)
    expect(page.locator("#live")).to_contain_text("Hands go round")


def test_without_scripts_the_lesson_stands_in_the_page(server: Served, browser: Open) -> None:
    page = browser(java_script_enabled=False)
    page.goto(server.url)
    page.get_by_role("button", name="Never played?").click()
    expect(page.locator("#lesson .bubble")).to_be_visible()
    expect(page.get_by_role("button", name="Got it")).to_be_hidden()


def test_the_end_of_a_first_game_says_that_one_can_play_now(server: Served, browser: Open) -> None:
    page = browser(reduced_motion="reduce")
    begun(server, page)
    page.get_by_role("button", name="No more bubbles").click()
    browsers.play_out(page)
    expect(page.get_by_role("heading", name="You can play now")).to_be_visible()
    page.get_by_role("button", name="Another game").click()
    expect(page.locator("#table.deciding")).to_be_visible()
    expect(page.locator("#lesson")).to_have_count(0)
