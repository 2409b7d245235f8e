"""The score pad in a real browser: by search, by grid, by typing; kept, printed, on a phone."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from accessible import nameless
from browsers import PHONE, Open
from conftest import sample
from mirabilia.catalogue import EXPANSIONS
from mirabilia.table.page import pad as page_of
from pads import pad_of, played_out
from tables import Served
from waiting import PATIENCE

pytest_plugins = ["browser_fixtures"]

AXE = Axe()
TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
LOOKS = [(theme, phone) for phone in (False, True) for theme in ("light", "dark")]


def begin(page: Page, server: Served) -> str:
    page.goto(f"{server.url}/")
    page.get_by_role("link", name="Score pad for the box").first.click()
    page.locator('.choice:has([name="players"][value="3"])').click()
    for number, name in enumerate(("Ann", "Ben", "Cleo"), 1):
        page.get_by_label(f"Player {number}").fill(name)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/pad/*")
    return page.url


def open_city(page: Page, server: Served, number: int = 1) -> str:
    address = f"{begin(page, server)}/city/{number}"
    page.goto(address)
    return address


def total(page: Page, name: str) -> Any:
    return page.locator(".pad-nav li", has_text=name).locator("b")


def saved(page: Page) -> None:
    expect(page.locator("[data-state]")).to_have_text("Saved.")


def search(page: Page, text: str) -> None:
    page.get_by_role("combobox", name="Search").press_sequentially(text)
    expect(page.get_by_role("option").first).to_be_visible()


def filled(server: Served, players: int = 8, **options: Any) -> str:
    """The address of a pad with everything of a game that was played out."""
    pad = pad_of(played_out(players, 7, **options))
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        game = {"players": str(players), "edition": pad.edition, "expansion": list(pad.expansions)}
        pen = client.post("/pad", data=game).headers["location"]
        for number in range(len(pad.cities)):
            noted = {"seen": "{}", **page_of.fields(pad, number)}
            answer = client.post(f"{pen}/city/{number + 1}", data=noted)
            assert answer.status_code == 303, answer.text
    return f"{server.url}{pen}"


def test_cards_are_found_by_some_letters_and_counted_at_once(browser: Open, server: Served) -> None:
    page = browser()
    address = open_city(page, server)
    search(page, "alt")
    expect(page.get_by_role("option", name="Altar")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(total(page, "Ann")).to_have_text("3")
    search(page, "pan")
    page.get_by_role("option", name="Pantheon").click()
    expect(total(page, "Ann")).to_have_text("10")
    expect(page.locator('[data-swap="how-blue"]')).to_contain_text("Pantheon 7")
    saved(page)
    page.goto(address)
    expect(total(page, "Ann")).to_have_text("10")
    page.get_by_role("button", name="× Altar").click()
    expect(total(page, "Ann")).to_have_text("7")


def test_a_card_picked_twice_is_said_and_counted(browser: Open, server: Served) -> None:
    page = browser()
    address = open_city(page, server)
    for _ in range(2):
        search(page, "alt")
        page.keyboard.press("Enter")
    expect(total(page, "Ann")).to_have_text("6")
    expect(page.locator('[data-swap="remarks"]')).to_contain_text("Ann has Altar 2 times")
    saved(page)
    page.goto(address)
    expect(page.get_by_role("button", name="× Altar")).to_have_count(2)
    page.get_by_role("button", name="× Altar").first.click()
    expect(total(page, "Ann")).to_have_text("3")
    expect(page.locator('[data-swap="remarks"]')).to_be_empty()


def test_cards_are_picked_from_the_grid_of_their_colour(browser: Open, server: Served) -> None:
    page = browser()
    open_city(page, server)
    page.locator("summary", has_text="Blue cards").click()
    page.locator(".pad-pick", has_text="Baths").click()
    expect(total(page, "Ann")).to_have_text("3")
    page.locator('[name="wonder"]').select_option("rhodos:day")
    page.locator(".pad-stages label").first.click()
    expect(total(page, "Ann")).to_have_text("6")
    page.locator('[name="coins"]').fill("7")
    expect(total(page, "Ann")).to_have_text("8")


def test_a_line_is_typed_and_the_total_follows_every_key(browser: Open, server: Served) -> None:
    page = browser()
    address = begin(page, server)
    cell = page.get_by_label("Ben: Science")
    cell.press_sequentially("1")
    expect(total(page, "Ben")).to_have_text("1")
    cell.press_sequentially("8")
    expect(total(page, "Ben")).to_have_text("18")
    expect(page.locator("tfoot td").nth(1)).to_have_text("18")
    page.get_by_label("Cleo: War").fill("-4")
    expect(total(page, "Cleo")).to_have_text("−4")
    expect(page.locator(".ranking-verdict")).to_contain_text("Ben wins with 18 points.")
    expect(cell).to_have_value("18")
    saved(page)
    page.goto(address)
    expect(page.get_by_label("Ben: Science")).to_have_value("18")


def test_what_the_server_has_not_heard_of_is_kept_here(browser: Open, server: Served) -> None:
    page = browser(errors_allowed="net::ERR_FAILED")
    address = begin(page, server)

    def refuse(route: Route) -> None:
        if route.request.method == "POST":
            route.abort()
        else:
            route.continue_()

    page.route("**/pad/**", refuse)
    page.get_by_label("Ann: Guilds").fill("9")
    expect(page.locator("[data-state]")).to_contain_text("Kept on this device")
    page.goto(address)
    expect(page.get_by_label("Ann: Guilds")).to_have_value("9")
    expect(total(page, "Ann")).to_have_text("0")
    page.unroute("**/pad/**")
    page.get_by_role("button", name="Save").click()
    expect(total(page, "Ann")).to_have_text("9")
    saved(page)


def test_notes_left_on_another_page_are_sent_from_the_next(browser: Open, server: Served) -> None:
    page = browser(errors_allowed="net::ERR_FAILED")
    address = begin(page, server)
    page.route(
        "**/pad/**",
        lambda route: route.abort() if route.request.method == "POST" else route.continue_(),
    )
    page.get_by_label("Ann: Guilds").fill("9")
    expect(page.locator("[data-state]")).to_contain_text("Kept on this device")
    page.unroute("**/pad/**")
    page.route(re.compile(r"/pad/\w+$"), lambda route: route.continue_())
    page.evaluate("addEventListener('pagehide', (event) => event.stopImmediatePropagation(), true)")
    page.goto(f"{address}/city/2")
    expect(total(page, "Ann")).to_have_text("9")


def test_a_browser_that_keeps_nothing_writes_all_the_same(browser: Open, server: Served) -> None:
    page = browser()
    address = begin(page, server)
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException(); } })"
    )
    page.goto(address)
    page.get_by_label("Ann: Guilds").fill("9")
    expect(total(page, "Ann")).to_have_text("9")
    saved(page)


def test_two_who_write_see_each_others_notes_and_lose_none(browser: Open, server: Served) -> None:
    ann, ben = browser(), browser(errors_allowed="409")
    address = begin(ann, server)
    ben.goto(address)
    ann.get_by_label("Ann: War").fill("5")
    saved(ann)
    ben.get_by_label("Ben: War").fill("6")
    saved(ben)
    expect(ben.get_by_label("Ann: War")).to_have_value("5")
    expect(ann.get_by_label("Ben: War")).to_have_value("6")

    ben.evaluate("window.setInterval = () => 0")
    ben.route("**/pad/**", lambda route: route.continue_())
    stale = ben.locator('[name="seen"]')
    old = stale.input_value()
    ann.get_by_label("Cleo: War").fill("7")
    saved(ann)
    expect(ben.get_by_label("Cleo: War")).to_have_value("7")
    stale.evaluate("(input, old) => { input.value = old; }", old)
    ben.get_by_label("Cleo: War").fill("8")
    expect(ben.locator("[data-state]")).to_contain_text("Cleo, War: 7")
    expect(ben.get_by_label("Cleo: War")).to_have_value("8")
    ben.get_by_role("button", name="Write mine").click()
    saved(ben)
    expect(ann.get_by_label("Cleo: War")).to_have_value("8")


def test_who_reads_sees_what_is_written(browser: Open, server: Served) -> None:
    writer, reader = browser(), browser()
    begin(writer, server)
    reader.goto(writer.get_by_label("Link for reading").input_value())
    assert reader.locator("main form").count() == 0
    writer.get_by_label("Ben: Wonder").fill("13")
    expect(total(reader, "Ben")).to_have_text("13")


def test_everything_works_without_scripts(browser: Open, server: Served) -> None:
    page = browser(java_script_enabled=False)
    page.goto(f"{server.url}/pad")
    page.locator('.choice:has([name="players"][value="3"])').click()
    page.get_by_label("Player 1").fill("Ann")
    page.get_by_role("button", name="Begin").click()
    page.get_by_label("Player 2: Coins").fill("4")
    page.get_by_role("button", name="Save").click()
    expect(total(page, "Player 2")).to_have_text("4")
    page.get_by_role("link", name="Ann").first.click()
    page.locator("summary", has_text="Blue cards").click()
    page.locator(".pad-pick", has_text="Altar").click()
    page.get_by_role("button", name="Save").click()
    expect(total(page, "Ann")).to_have_text("3")
    expect(page.get_by_role("checkbox", name="Altar")).to_be_checked()


@pytest.mark.parametrize(
    ("players", "edition", "expansions"), [(8, "1st", EXPANSIONS), (3, "2nd", ())]
)
def test_it_prints_on_one_page(
    browser: Open, server: Served, players: int, edition: str, expansions: tuple[str, ...]
) -> None:
    page = browser()
    page.goto(filled(server, players, edition=edition, expansions=expansions))
    paper = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page[^s]", paper)) == 1
    page.emulate_media(media="print")
    expect(page.locator(".pad-paper table")).to_be_visible()
    expect(page.locator(".pad-how section")).to_have_count(players)
    assert not page.locator("main form").first.is_visible()


def test_a_phone_scrolls_only_up_and_down_and_is_hit_by_a_thumb(
    browser: Open, server: Served
) -> None:
    page = browser(**TOUCH)
    address = filled(server, 7, expansions=EXPANSIONS)
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        names = {"players": "3", "name": ["W" * 20]}
        named = f"{server.url}{client.post('/pad', data=names).headers['location']}"
    for place in (
        *(f"{address}{place}" for place in ("", "/city/1", "/setup")),
        *(f"{named}{place}" for place in ("", "/city/1")),
    ):
        page.goto(place)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        small = page.locator("main").evaluate(
            """(main) => [...main.querySelectorAll("input:not([type=hidden]), select, button, summary, a")]
              .filter((one) => one.checkVisibility())
              .map((one) => [one.closest("label") ?? one, one])
              .filter(([hit]) => hit.getBoundingClientRect().height < 43.5)
              .map(([, one]) => one.outerHTML.slice(0, 90))"""  # noqa: E501
        )
        assert not small


@pytest.mark.parametrize(("theme", "phone"), sample(LOOKS, 2))
def test_axe_finds_nothing(browser: Open, server: Served, theme: str, phone: bool) -> None:
    look: dict[str, Any] = TOUCH if phone else {}
    page = browser(color_scheme=theme, reduced_motion="reduce", **look)
    address = filled(server, 4, expansions=EXPANSIONS)
    for place in ("/pad", "/position", address, f"{address}/city/1", f"{address}/setup"):
        page.goto(place if place.startswith("http") else f"{server.url}{place}")
        if "/city/" in place:
            for summary in page.locator("details:not([open]) > summary").all():
                if summary.is_visible():
                    summary.click()
            search(page, "ar")
        found = AXE.run(page).response["violations"]
        assert not found, [
            (one["id"], [node["html"][:160] for node in one["nodes"]][:4]) for one in found
        ]
        assert not nameless(page)
