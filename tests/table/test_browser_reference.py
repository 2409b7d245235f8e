"""Looking up in a real browser: the list filters while one types, a card at the table leads to its
page and back, and so do questions to the rules; nothing chosen is lost.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accessible import nameless, violations
from browsers import PHONE, SIZES, Open, play_at_once
from conftest import sample
from mirabilia.table.page.reference import listing
from tables import Served

pytest_plugins = ["browser_fixtures"]

STILL = {"reduced_motion": "reduce"}
TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
PAGES = (
    "/cards",
    "/cards?edition=1st&kind=board",
    "/cards/aqueduct",
    "/cards/olympia",
    "/cards/shipyard_A",
    "/cards/chains",
    "/rules",
)


def in_list(page: Page) -> list[str]:
    """The keys of what the list shows."""
    found: list[str] = page.locator(".shelf li:not([hidden])").evaluate_all(
        "entries => entries.map(one => one.dataset.key)"
    )
    return found


def there(q: str = "", **chosen: str) -> list[str]:
    """The same, as the server would."""
    wanted = listing.Wanted.read({"q": q, **chosen})
    shown = listing.sections(wanted, "en")
    return [one.key for section in shown for one, is_shown in section.entries if is_shown]


def test_the_list_filters_while_one_types_as_the_server_would(
    browser: Open, server: Served
) -> None:
    page = browser(**STILL)
    page.goto(f"{server.url}/cards")
    expect(page.locator("html[data-filtering]")).to_be_attached()
    expect(page.get_by_role("button", name="Show")).to_be_hidden()
    search = page.get_by_role("searchbox", name="Search in names and words")
    for words in ("acqued", "discard pile", "rhod", "zebra", "shipyard b", "", "2 SHIELDS"):
        search.fill(words)
        assert in_list(page) == there(words), words
        expect(page.locator(".none")).to_be_visible(visible=not there(words))
    search.fill("points")
    page.locator("[name=colour]").select_option("blue")
    page.locator("[name=age]").select_option("II")
    assert in_list(page) == there("points", colour="blue", age="2")
    expect(page.locator(".found")).to_have_text(re.compile(r"^\d+ of \d+$"))
    expect(page).to_have_url(re.compile(r"/cards\?q=points&edition=2nd&colour=blue&age=2$"))
    now = in_list(page)
    page.reload()
    assert in_list(page) == now
    with page.expect_event("domcontentloaded"):  # another page, not only another address
        page.locator("[name=edition]").select_option("1st")
    expect(page).to_have_url(re.compile(r"edition=1st"))
    assert in_list(page) == there("points", edition="1st", colour="blue", age="2")


def test_without_scripts_the_form_filters(browser: Open, server: Served) -> None:
    page = browser(java_script_enabled=False)
    page.goto(f"{server.url}/cards")
    page.get_by_role("searchbox").fill("acquedotto")
    page.get_by_role("button", name="Show").click()
    page.locator(".shelf li:not([hidden]) a").click()
    expect(page.get_by_role("heading", name="Aqueduct", level=1)).to_be_visible()
    page.get_by_role("link", name="Baths").click()
    expect(page.get_by_role("heading", name="Baths", level=1)).to_be_visible()
    page.get_by_role("link", name="All cards").first.click()
    expect(page.locator(".shelf").first).to_be_visible()


def test_a_card_of_the_hand_leads_to_its_page_and_back_with_what_was_chosen(
    browser: Open, server: Served
) -> None:
    page = browser(**STILL)
    play_at_once(page, server)
    page.locator(".hand-card").first.click()
    panel = page.locator(".card-ways:visible")
    name = panel.locator("h3").inner_text()
    panel.get_by_role("link", name=name).click()
    window = page.get_by_role("dialog", name=name)
    expect(window.get_by_text("Copies in the deck of its age")).to_be_visible()
    assert len(page.context.pages) == 1, "the table stays where it is"
    window.get_by_role("link", name="Close").click()
    expect(window).to_be_hidden()
    expect(page.locator("[name=card]:checked")).to_have_count(1)
    expect(panel.locator("h3")).to_have_text(name)
    expect(page.locator("#table.deciding")).to_be_visible()


def test_in_the_window_one_goes_on_from_a_card_to_its_chain_and_to_the_rules(
    browser: Open, server: Served
) -> None:
    page = browser(**STILL)
    play_at_once(page, server)
    board = page.locator(".own .board-title")
    board.click()
    page.locator("#tip a").click()
    window = page.get_by_role("dialog")
    wonder = board.locator(".board-name").inner_text()
    expect(window.get_by_role("heading", level=1)).to_have_text(wonder)
    rule = window.locator(".in-rules a").last
    rule.click()
    expect(window.get_by_role("heading", name="The rules", level=1)).to_be_visible()
    contents = window.get_by_role("navigation", name="Contents")
    contents.get_by_role("link", name="Chains").click()
    heading = window.get_by_role("heading", name="Chains", exact=True)
    expect(heading).to_be_in_viewport()
    window.get_by_role("link", name=re.compile("^Baths")).last.click()
    expect(window.get_by_role("heading", name="Baths", level=1)).to_be_visible()
    with page.context.expect_page() as opened:
        window.get_by_role("link", name="All cards").click()
    expect(opened.value.locator(".shelf").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(window).to_be_hidden()
    expect(page.locator("#table.deciding")).to_be_visible()


def test_questions_lead_to_their_place_in_the_rules(browser: Open, server: Served) -> None:
    page = browser(**STILL)
    play_at_once(page, server)
    page.locator(".hand-card").first.click()
    window = page.get_by_role("dialog", name="The rules")
    for query, title in (
        (".card-ways:visible .query", "Paying"),
        (".left .meeting .query", "War"),
        (".head .query", "Three things to do with a card"),
    ):
        page.locator(query).click()
        expect(window.get_by_role("heading", name=title, exact=True)).to_be_in_viewport()
        page.keyboard.press("Escape")
        expect(window).to_be_hidden()
    expect(page.locator("[name=card]:checked")).to_have_count(1)
    page.locator('.mine [data-rule="war"]').click()
    page.locator("#tip").get_by_role("link", name="What the rules say").click()
    expect(window.get_by_role("heading", name="War", exact=True)).to_be_in_viewport()


def test_what_is_pointed_at_goes_away_and_what_is_clicked_stays(
    browser: Open, server: Served
) -> None:
    page = browser(**STILL)
    play_at_once(page, server)
    board, tip = page.locator(".left .board-title"), page.locator("#tip")
    board.hover()
    expect(tip).to_be_visible()
    expect(tip).to_have_attribute("data-leads", "")
    expect(tip.get_by_role("link")).to_have_count(0)
    page.locator(".when").hover()
    expect(tip).to_be_hidden()
    board.click()
    expect(tip.get_by_role("link", name="More about it")).to_be_visible()
    page.locator(".when").hover()
    page.wait_for_timeout(500)
    expect(tip).to_be_visible()
    page.locator(".when").click()
    expect(tip).to_be_hidden()
    board.click()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()


def test_by_touch_a_tap_or_a_long_press_leads_on(browser: Open, server: Served) -> None:
    page = browser(**TOUCH, **STILL)
    play_at_once(page, server)
    page.locator(".own .board-title").tap()
    page.locator("#tip").get_by_role("link", name="More about it").tap()
    window = page.get_by_role("dialog")
    expect(window.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    window.get_by_role("link", name="Close").tap()
    expect(window).to_be_hidden()
    assert len(page.context.pages) == 1


def test_without_scripts_a_card_opens_beside_the_table(browser: Open, server: Served) -> None:
    page = browser(java_script_enabled=False)
    page.goto(server.url)
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".hand-card input").first.check()
    with page.context.expect_page() as opened:
        page.locator(".card-ways:visible h3 a").click()
    expect(opened.value.get_by_text("Copies in the deck of its age").first).to_be_visible()
    expect(page.locator("[name=card]:checked")).to_have_count(1)


@pytest.mark.sweep
@pytest.mark.parametrize("path", sample(PAGES, 2))
def test_nothing_is_wider_than_the_screen(path: str, browser: Open, server: Served) -> None:
    page = browser(**STILL)
    for width, height in [*SIZES, (320, 640)]:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(server.url + path)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, (path, width)


@pytest.mark.sweep
@pytest.mark.parametrize("path", sample(PAGES, 2))
def test_fingers_find_room(path: str, browser: Open, server: Served) -> None:
    page = browser(**TOUCH, **STILL)
    page.goto(server.url + path)
    small = page.locator(
        ":is(main a, main select, main input, main button, main summary):visible"
    ).evaluate_all(
        """controls => controls.map((one) => [one.textContent, one.getBoundingClientRect()])
          .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
          .map(([text, box]) => `${text}: ${box.width} × ${box.height}`)"""
    )
    assert not small


LOOKS = [(theme, path) for path in PAGES for theme in ("light", "dark")]


@pytest.mark.sweep
@pytest.mark.parametrize(("theme", "path"), sample(LOOKS, 2))
def test_axe_finds_nothing(theme: Any, path: str, browser: Open, server: Served) -> None:
    page = browser(color_scheme=theme, **STILL)
    page.goto(server.url + path)
    assert not violations(page), "\n".join(violations(page))
    assert not nameless(page)
    page.set_viewport_size({"width": 390, "height": 844})
    assert not violations(page), "\n".join(violations(page))


def test_axe_finds_nothing_in_the_window_over_the_table(browser: Open, server: Served) -> None:
    page = browser(**STILL)
    play_at_once(page, server)
    page.locator(".own .board-title").click()
    assert not violations(page), "\n".join(violations(page))
    page.locator("#tip a").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert not violations(page), "\n".join(violations(page))
