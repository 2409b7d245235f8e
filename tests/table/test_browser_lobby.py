"""Before the game in a real browser, and several people at one device."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browsers import DESK, PHONE, Open, until
from mirabilia.table.rooms import visitors
from tables import Served

pytest_plugins = ["browser_fixtures"]

TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
FINGER = 44


@pytest.fixture
def lobby(browser: Open, server: Served) -> Callable[..., tuple[Page, Page, str]]:
    """A host and a guest before a game, each in a browser of his own."""

    def gather(**host_options: object) -> tuple[Page, Page, str]:
        program = server.program().create(name="Anna", players=4)
        program.post("seat", seat=3, level="random")
        host, guest = browser(**host_options), browser()
        url = f"{server.url}/t/{program.code}"
        host.context.add_cookies(
            [{"name": visitors.COOKIE, "value": program.token, "url": server.url}]
        )
        host.goto(url)
        guest.goto(url)
        guest.get_by_label("Your name").fill("Ben")
        guest.get_by_role("button", name="Sit down").click()
        expect(host.locator(".seats")).to_contain_text("Ben")
        return host, guest, url

    return gather


def test_who_looks_is_seen_without_reloading(
    lobby: Callable[..., tuple[Page, Page, str]],
) -> None:
    host, guest, _ = lobby()
    dots = host.locator(".seats .looking")
    expect(dots).to_have_count(2)
    expect(dots.nth(0)).to_have_attribute("data-here", "yes")
    expect(dots.nth(1)).to_have_attribute("data-here", "yes")
    host.evaluate("window.same = true")
    guest.goto("about:blank")
    expect(dots.nth(1)).to_have_attribute("data-here", "no")
    expect(dots.nth(1).locator(".no")).to_be_visible()
    guest.go_back()
    expect(dots.nth(1)).to_have_attribute("data-here", "yes")
    assert host.evaluate("window.same")


def test_people_are_renamed_moved_taken_off_and_let_back(
    lobby: Callable[..., tuple[Page, Page, str]],
) -> None:
    host, guest, _ = lobby()
    guest.get_by_text("Rename").click()
    guest.get_by_label("Name", exact=True).fill("Bert")
    guest.get_by_role("button", name="Save").click()
    expect(host.locator(".seats > li").nth(1)).to_contain_text("Bert")
    assert not guest.locator(".seat-more").evaluate("part => part.open")
    host.get_by_role("button", name="Move Bert down").click()
    expect(guest.locator(".seats > li").nth(2)).to_contain_text("Bert")
    expect(host.get_by_role("button", name="Move Bert down")).to_be_focused()
    host.locator("summary", has_text="Remove").click()
    host.get_by_role("button", name="Take Bert off the table").click()
    expect(guest.get_by_role("alert").filter(has_text="taken you off")).to_be_visible()
    expect(guest.get_by_role("button", name="Sit down")).to_have_count(0)
    guest.reload()
    expect(guest.get_by_role("alert").filter(has_text="taken you off")).to_be_visible()
    expect(host.locator(".seats")).not_to_contain_text("Bert")
    host.get_by_role("button", name="Let Bert back in").click()
    guest.get_by_label("Your name").fill("Bert")
    guest.get_by_role("button", name="Sit down").click()
    expect(host.locator(".seats")).to_contain_text("Bert")


def test_the_host_changes_the_table_and_all_see_it(
    lobby: Callable[..., tuple[Page, Page, str]],
) -> None:
    host, guest, url = lobby()
    expect(guest.get_by_role("link", name="change")).to_have_count(0)
    host.get_by_role("link", name="change").click()
    host.locator("label", has_text="2nd (2020)").wait_for()
    host.locator(".numbers label", has_text="6").click()
    host.locator("label.choice", has_text="Cities").click()
    host.locator("label.choice", has_text="Two and two").click()
    host.get_by_role("button", name="Change the table").click()
    host.wait_for_url(url)
    expect(guest.locator(".settings")).to_contain_text("6 players · 2nd edition · Cities · teams")
    expect(guest.locator(".seats > li")).to_have_count(6)
    expect(guest.locator(".seats > li").nth(1)).to_contain_text("Ben")


def test_fewer_seats_than_people_are_refused_in_the_form(browser: Open, server: Served) -> None:
    host = server.program().create(name="Anna", players=4)
    for name in ("Ben", "Cleo"):
        server.program().join(host.code, name)
    page = browser(errors_allowed="400")
    page.context.add_cookies([{"name": visitors.COOKIE, "value": host.token, "url": server.url}])
    page.goto(f"{server.url}/t/{host.code}/options")
    page.locator(".numbers label", has_text="2").first.click()
    page.get_by_role("button", name="Change the table").click()
    expect(page.get_by_role("alert")).to_contain_text("3 people sit here")
    assert page.locator('[name="players"]:checked').input_value() == "2"


def test_what_is_being_typed_stays_while_others_come(
    browser: Open,
    server: Served,
) -> None:
    host = server.program().create(name="Anna", players=4)
    page = browser()
    page.goto(f"{server.url}/t/{host.code}")
    page.get_by_label("Your name").press_sequentially("Cle")
    server.program().join(host.code, "Ben")
    expect(page.locator(".seats")).to_contain_text("Ben")
    expect(page.get_by_label("Your name")).to_have_value("Cle")
    page.keyboard.type("o")
    expect(page.get_by_label("Your name")).to_have_value("Cleo")


def test_the_qr_code_is_fetched_when_it_is_opened(
    lobby: Callable[..., tuple[Page, Page, str]],
) -> None:
    host, _, url = lobby()
    asked: list[str] = []
    host.on("request", lambda request: asked.append(request.url))
    host.reload()
    expect(host.locator(".looking").first).to_have_attribute("data-here", "yes")
    assert f"{url}/qr.svg" not in asked
    host.locator(".qr summary").click()
    picture = host.get_by_alt_text("The link to this table as a QR code")
    expect(picture).to_be_visible()
    until(host, "document.querySelector('.qr img').naturalWidth > 0")
    assert f"{url}/qr.svg" in asked


def test_the_system_shares_the_link_where_it_can(
    lobby: Callable[..., tuple[Page, Page, str]],
) -> None:
    host, guest, url = lobby()
    expect(guest.locator(".share")).to_be_hidden()
    host.add_init_script(
        "navigator.share = (what) => { window.shared = what; return Promise.resolve(); };"
    )
    host.reload()
    host.locator(".share").click()
    assert host.evaluate("window.shared.url") == url


def test_the_lobby_suits_fingers(lobby: Callable[..., tuple[Page, Page, str]]) -> None:
    host, _, _ = lobby(**TOUCH)
    small = host.evaluate(
        """(least) => [...document.querySelectorAll('.seats button, .seats summary, .qr summary')]
        .filter((one) => one.checkVisibility())
        .map((one) => [one.textContent.trim(), one.getBoundingClientRect().height])
        .filter(([, height]) => height < least)""",
        FINGER,
    )
    assert not small
    assert host.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("screen", [{"viewport": DESK}, TOUCH], ids=["desk", "phone"])
def test_a_device_goes_round_and_shows_each_hand_to_its_owner(
    browser: Open,
    server: Served,
    screen: dict[str, object],
) -> None:
    page = browser(**screen)
    page.goto(f"{server.url}/new")
    page.get_by_label("Your name").fill("Anna")
    page.get_by_text("Several people play at this device").click()
    page.get_by_label("The names of the others").fill("Bea, Cy")
    page.locator(".numbers label", has_text="3").click()
    page.locator("label.choice", has_text="2nd (2020)").click()
    page.get_by_role("button", name="Open the table").click()
    for name in ("Anna", "Bea", "Cy"):
        expect(page.get_by_role("heading", name=f"{name} decides now")).to_be_visible()
        assert page.locator("[data-key], .hand-card, .face").count() == 0
        page.get_by_role("button", name=f"It's me, {name}").click()
        expect(page.locator("#table.deciding")).to_be_visible()
        expect(page.get_by_role("button", name=f"Cover {name}'s hand")).to_be_visible()
        page.locator(".hand-card").first.click()
        page.locator(".way button", has_text="Sell").last.click()
        expect(page.locator("#table.covered")).to_be_visible()
    expect(page.get_by_role("heading", name="Anna decides now")).to_be_visible()
    expect(page.locator(".cover")).to_contain_text("turn 2 of 6")
    page.reload()
    expect(page.get_by_role("heading", name="Anna decides now")).to_be_visible()


def test_my_games_say_when_and_with_whom(browser: Open, server: Served) -> None:
    host = server.program().create(name="Anna", players=3)
    server.program().join(host.code, "Ben")
    page = browser()
    page.context.add_cookies([{"name": visitors.COOKIE, "value": host.token, "url": server.url}])
    page.goto(server.url)
    mine = page.locator(f'.door a[href="/t/{host.code}"]', has_text="gathering")
    expect(mine).to_contain_text("Ben")
    expect(mine.locator("time")).to_contain_text("ago")
