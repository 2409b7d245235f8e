"""What a card does for me, in a real browser: figures, chains, and partners that light up."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browsers import SIZES, Open, box_of, tab_to
from conftest import sample
from mirabilia import Game
from positions import seat, table
from stacked import StackedTable, midway

pytest_plugins = ["browser_fixtures"]

TOUCH = {"has_touch": True, "is_mobile": True}
SMALLEST_TEXT = 9  # pixels


def chained() -> Game:
    """Seat 0 holds the library and one of the cards that it makes free; the other stands in the
    city across the table, and the scriptorium, which frees it, in that of the left neighbour."""
    return table(
        seat("rhodos:day", "library university altar", "workshop", coins=5),
        seat("gizah:day", "", "scriptorium"),
        seat("olympia:day", "", "senate"),
        seat("alexandria:day", "", "baths"),
        age=2,
        turn=1,
    )


def opened(browser: Open, game: Game, **options: object) -> Page:
    page = browser(reduced_motion="reduce", **options)
    StackedTable(game).serve(page)
    expect(page.locator("#table.deciding")).to_be_visible()
    return page


def hand_card(page: Page, card: str) -> str:
    return f'.hand-card:has([value="{card}"])'


def lit(page: Page) -> dict[str, str]:
    """What is marked on the table, and how."""
    found: dict[str, str] = page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('[data-lit]')]"
        ".map(one => [one.dataset.face, one.dataset.lit]))"
    )
    return found


LIBRARY = {"university": "freed", "scriptorium": "frees", "senate": "freed"}


def test_each_card_says_what_it_would_bring_and_its_panel_says_it_fully(browser: Open) -> None:
    page = opened(browser, chained())
    altar = page.locator(hand_card(page, "altar"))
    expect(altar.locator(".brings")).to_have_text("+3")
    expect(altar.locator("input")).to_have_accessible_description(
        "Would bring now: +3 points. free"
    )
    library = page.locator(hand_card(page, "library"))
    expect(library.locator(".brings")).to_have_text("+1")
    library.click()
    panel = page.locator(".card-ways:visible")
    expect(panel.get_by_text("Would bring now: +1 point.")).to_be_visible()
    frees, freed = panel.locator(".chained").all()
    expect(frees).to_have_text("Makes freeSenate built by ClaraUniversity in your hand")
    expect(freed).to_have_text("Free withScriptorium built by Ben")
    frees.locator("[data-face=university]").hover()
    expect(page.locator("#tip")).to_contain_text("Costs two wood, glass and papyrus.")


def test_partners_light_up_by_the_pointer_and_go_out_again(browser: Open) -> None:
    page = opened(browser, chained())
    page.locator(hand_card(page, "library")).hover()
    expect(page.locator("[data-lit]")).to_have_count(3)
    assert lit(page) == LIBRARY
    whole = page.locator(".hand [data-lit]").evaluate("one => getComputedStyle(one).outline")
    broken = page.locator(".left [data-lit]").evaluate("one => getComputedStyle(one).outline")
    assert "solid 3px" in whole
    assert "dashed 2px" in broken
    page.locator(".status").hover()
    expect(page.locator("[data-lit]")).to_have_count(0)
    page.locator(".left [data-face=scriptorium]").hover()
    expect(page.locator(".hand [data-lit]")).to_have_attribute("data-face", "library")


def test_partners_light_up_by_the_keyboard_and_in_closed_cities_too(browser: Open) -> None:
    page = opened(browser, chained())
    tab_to(page, '[name="card"]')
    page.keyboard.press("ArrowRight")
    while page.locator('[name="card"]:focus').input_value() != "library":
        page.keyboard.press("ArrowRight")
    expect(page.locator("[data-lit]")).to_have_count(3)
    assert lit(page) == LIBRARY
    far = page.locator(".far:has([data-face=senate])")
    assert "solid" in far.evaluate("one => getComputedStyle(one).outline")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("[data-lit]")).to_have_count(0)


def test_a_long_press_lights_them_up_and_chooses_nothing(browser: Open) -> None:
    page = opened(browser, chained(), viewport={"width": 390, "height": 844}, **TOUCH)
    card = page.locator(f"{hand_card(page, 'library')} input")
    card.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    expect(page.locator("#tip")).to_be_visible()
    expect(page.locator("[data-lit]")).to_have_count(3)
    card.dispatch_event("pointerup", {"pointerType": "touch", "bubbles": True})
    card.dispatch_event("click", {"bubbles": True, "detail": 1})
    expect(page.locator('[name="card"]:checked')).to_have_count(0)
    folded = page.locator(".neighbour.left > summary")
    assert "solid" in folded.evaluate("one => getComputedStyle(one).outline")


def test_an_opened_card_keeps_its_partners_lit(browser: Open) -> None:
    page = opened(browser, chained())
    page.locator(hand_card(page, "library")).click()
    page.locator(".status").hover()
    page.wait_for_timeout(500)
    assert lit(page) == LIBRARY


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_marks_are_seen_in_dark_and_in_forced_colours(browser: Open, scheme: str) -> None:
    page = opened(browser, chained(), color_scheme=scheme, forced_colors="active")
    page.locator(hand_card(page, "library")).click()
    expect(page.locator("[data-lit]")).to_have_count(3)
    outline, highlight = page.locator(".hand [data-lit]").evaluate(
        "one => { const probe = document.body.appendChild(document.createElement('i'));"
        " probe.style.color = 'Highlight';"
        " return [getComputedStyle(one).outlineColor, getComputedStyle(probe).color]; }"
    )
    assert outline == highlight


def test_chains_are_told_without_scripts(browser: Open) -> None:
    page = opened(browser, chained(), java_script_enabled=False)
    page.locator(hand_card(page, "library")).click()
    panel = page.locator(".card-ways:visible")
    expect(panel.get_by_text("Would bring now: +1 point.")).to_be_visible()
    expect(panel.locator(".chained")).to_have_count(2)


@pytest.mark.sweep
@pytest.mark.parametrize("size", sample(SIZES, 3), ids=str)
def test_figures_are_legible_and_cover_nothing(browser: Open, size: tuple[int, int]) -> None:
    small = TOUCH if size[0] < 900 else {}
    page = opened(browser, midway(7), viewport={"width": size[0], "height": size[1]}, **small)
    assert page.locator(".hand .brings b").count() > 0
    for card in page.locator(".hand-card").all():
        face, brings, price = (
            box_of(card.locator(part)) for part in ("label", ".brings", ".price-line")
        )
        assert face[3] <= brings[1] + 0.5
        assert brings[3] <= price[1] + 0.5
        cost = card.locator(".face-cost")
        if cost.count():
            inside = box_of(card.locator(".face-body"))
            assert box_of(cost)[2] <= inside[2] + 0.5
            assert box_of(cost)[3] <= inside[3] + 0.5
    sizes = page.locator(".hand .brings b").evaluate_all(
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= SMALLEST_TEXT
    overflow = page.locator(".hand .brings").evaluate_all(
        "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).length"
    )
    assert overflow == 0
