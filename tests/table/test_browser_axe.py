"""axe-core finds nothing on any page and in any state, light and dark.

With the sample each kind of decision and each page is looked at in one of the two; in the long
sweep all are in both: light on a desk, dark on a phone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accessible import violations
from browsers import Open, decide, play_out
from conftest import sample
from decisions import DECISIONS
from mirabilia.table.rooms import visitors
from recorded import record_of
from sight import SCREENS, QuietTable
from stacked import midway
from tables import Program, Served

pytest_plugins = ["browser_fixtures"]

STILL = {"reduced_motion": "reduce"}  # what fades in has the contrast of neither end
LOOKS = [("light", "desk"), ("dark", "phone")]  # what is laid out otherwise has the same colours


@pytest.fixture(params=sample(LOOKS, 1), ids=" ".join)
def look(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Light or dark, on a desk or a phone."""
    theme, screen = request.param
    return {**SCREENS[screen], **STILL, "color_scheme": theme}


def clean(page: Page) -> None:
    assert not violations(page), "\n".join(violations(page))


def as_program(page: Page, server: Served, program: Program) -> Page:
    """The page of whoever a program is."""
    page.context.add_cookies([{"name": visitors.COOKIE, "value": program.token, "url": server.url}])
    page.goto(f"{server.url}/t/{program.code}")
    return page


def start(page: Page, server: Served) -> None:
    program = server.program().create(name="Anna", players=3, listed=True)
    as_program(page, server, program)
    page.goto(server.url)
    expect(page.locator(".tables:visible").first).to_be_visible()


def start_refused(page: Page, server: Served) -> None:
    page.goto(f"{server.url}/join?code=zzzz")
    expect(page.get_by_role("alert").first).to_be_visible()


def settings(page: Page, server: Served) -> None:
    page.goto(server.url)
    page.locator(".menu summary").click()


def new_table(page: Page, server: Served) -> None:
    page.goto(f"{server.url}/new")
    page.get_by_text("Several people play at this device").click()
    page.locator('.choice:has([name="players"][value="8"])').click()


def options(page: Page, server: Served) -> None:
    program = server.program().create(name="Anna", players=4)
    as_program(page, server, program)
    page.goto(f"{server.url}/t/{program.code}/options")


def host(page: Page, server: Served) -> None:
    program = server.program().create(name="Anna", players=4)
    program.post("seat", seat=3, level="random")
    server.program().join(program.code, "Ben")
    as_program(page, server, program)
    page.locator(".qr summary").click()
    page.locator(".seat-more summary").first.click()


def guest(page: Page, server: Served) -> None:
    program = server.program().create(name="Anna", players=4)
    as_program(page, server, server.program().join(program.code, "Ben"))


def visitor(page: Page, server: Served) -> None:
    program = server.program().create(name="Anna", players=4)
    page.goto(f"{server.url}/t/{program.code}")


def watching(page: Page, server: Served) -> None:
    program = server.program().create(name="Anna", players=7, begin=True)
    page.goto(f"{server.url}/t/{program.code}")
    expect(page.locator(".watch")).to_be_visible()


def watching_bots(page: Page, server: Served) -> None:
    page.goto(server.url)
    page.get_by_role("button", name="Watch bots play").click()
    page.locator('.pace [value="pause"]').click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()


def covered(page: Page, server: Served) -> None:
    page.goto(f"{server.url}/new")
    page.get_by_label("Your name").fill("Anna")
    page.get_by_text("Several people play at this device").click()
    page.get_by_label("The names of the others").fill("Bea, Cy")
    page.locator(".numbers label", has_text="3").click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#table.covered")).to_be_visible()


def chosen(page: Page, server: Served) -> None:
    program = server.program().create(name="Anna", players=3)
    server.program().join(program.code, "Ben")
    as_program(page, server, program)
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#table.deciding")).to_be_visible()
    decide(page)
    expect(page.locator(".chosen")).to_be_visible()


def hinted(page: Page, server: Served) -> None:
    as_program(page, server, server.program().create(name="Anna", players=4, begin=True))
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint-box")).to_be_visible()


def the_end(page: Page, server: Served) -> None:
    as_program(page, server, server.program().create(name="Anna", players=3, begin=True))
    play_out(page)


def first_game(page: Page, server: Served) -> None:
    page.goto(server.url)
    page.get_by_role("button", name="Never played?").click()
    expect(page.locator("#lesson .bubble")).to_be_visible()


def error(page: Page, server: Served) -> None:
    page.goto(f"{server.url}/nowhere")


def replayed(page: Page, server: Served, query: str = "?at=20&side=2") -> None:
    with server.client() as client:
        record = record_of(players=7, everything=True)
        brought = client.post("/r", json=record, headers={"Accept": "application/json"})
    page.goto(f"{server.url}/r/{brought.json()['code']}{query}")
    expect(page.locator("#copy-moment")).to_have_attribute("data-copy", re.compile("at="))


def replayed_as_known(page: Page, server: Served) -> None:
    replayed(page, server, "?at=30&as=1")


def replayed_to_the_end(page: Page, server: Served) -> None:
    replayed(page, server)
    page.keyboard.press("End")
    expect(page.locator("#table .ranking")).to_have_count(1)


def bringing(page: Page, server: Served) -> None:
    page.goto(f"{server.url}/r")


PAGES: list[Callable[[Page, Served], None]] = [
    start,
    start_refused,
    settings,
    new_table,
    options,
    host,
    guest,
    visitor,
    watching,
    watching_bots,
    covered,
    chosen,
    hinted,
    the_end,
    first_game,
    error,
    replayed,
    replayed_as_known,
    replayed_to_the_end,
    bringing,
]


@pytest.mark.sweep
@pytest.mark.sweep
@pytest.mark.parametrize("go", sample(PAGES, 7))
def test_pages(
    go: Callable[[Page, Served], None], browser: Open, server: Served, look: dict[str, Any]
) -> None:
    page = browser(errors_allowed="404|400", **look)
    go(page, server)
    clean(page)


@pytest.mark.sweep
@pytest.mark.sweep
@pytest.mark.parametrize("kind", sample(DECISIONS, 4))
def test_every_kind_of_decision(kind: str, browser: Open, look: dict[str, Any]) -> None:
    page = browser(**look)
    QuietTable(DECISIONS[kind]()).serve(page)
    clean(page)
    page.locator(".hand-card, .option label").first.click()
    expect(page.locator(":is(.ways, .dock):visible")).to_have_count(1)
    clean(page)


def log_drawer(page: Page) -> None:
    page.set_viewport_size({"width": 1024, "height": 768})
    page.locator(".log-door").click()
    expect(page.locator("#log")).to_be_visible()


def far_city(page: Page) -> None:
    page.locator(".far-open").first.click()


def sheet(page: Page) -> None:
    page.locator(".so-far").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def explained(page: Page) -> None:
    page.locator(".far-open").first.focus()
    expect(page.locator("#tip")).to_be_visible()


def unfolded(page: Page) -> None:
    for part in page.locator(".neighbour, .neighbour .memory").all():
        part.evaluate("part => { part.open = true; }")


STATES: list[Callable[[Page], None]] = [log_drawer, far_city, sheet, explained, unfolded]


@pytest.mark.sweep
@pytest.mark.sweep
@pytest.mark.parametrize("go", sample(STATES, 3))
def test_what_is_opened_in_a_full_game(
    go: Callable[[Page], None], browser: Open, look: dict[str, Any]
) -> None:
    page = browser(**look)
    QuietTable(midway(7)).serve(page)
    go(page)
    clean(page)
