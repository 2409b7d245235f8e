"""Every decision by the keyboard alone, as screen readers are told of it, and without colours or
motion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import Page, expect

from accessible import nameless, tree
from browsers import Open
from conftest import sample
from decisions import DECISIONS, MAKERS, others
from mirabilia import Game
from mirabilia.game.codec import KIND_NAMES
from positions import seat, table
from stacked import StackedTable, midway

pytest_plugins = ["browser_fixtures"]

CHOICE = '.decision:not(.done) :is([name="card"], [name="pick"])'
FORCED = {"forced_colors": "active", "reduced_motion": "reduce"}


def with_every_way() -> Game:
    """A hand of which each card can be built, laid under a stage and sold."""
    return table(seat("gizah:A", "altar theater", MAKERS, coins=9), *others())


def with_two_payments() -> Game:
    """Ore is to be had on both sides."""
    both = (seat(board, city="ore_vein") for board in ("rhodos:A", "ephesos:A"))
    return table(seat("gizah:A", "barracks altar", coins=9), *both)


def with_the_free_city() -> Game:
    return Game(2, edition="1st", seed=3)


def recruiting() -> Game:
    return DECISIONS["recruit"]()


def focused(page: Page, selector: str) -> bool:
    return bool(page.evaluate("wanted => document.activeElement.matches(wanted)", selector))


def tab_to(page: Page, selector: str, key: str = "Tab", most: int = 40) -> None:
    for _ in range(most):
        page.keyboard.press(key)
        if focused(page, selector):
            return
    raise AssertionError(f"{selector} is out of the keyboard's reach")


def to_the_decision(page: Page) -> None:
    """By the link that skips all else, then to what is on offer."""
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to your decision")).to_be_focused()
    page.keyboard.press("Enter")
    tab_to(page, CHOICE)


def sent_by(page: Page, key: str = "Enter") -> dict[str, str]:
    with page.expect_request("**/decide") as asked:
        page.keyboard.press(key)
    return dict(parse_qsl(asked.value.post_data or ""))


def served(browser: Open, game: Game, **options: Any) -> Page:
    page = browser(**{"reduced_motion": "reduce", **options})
    StackedTable(game).serve(page)
    expect(page.locator("#table.deciding")).to_be_visible()
    return page


def test_every_kind_of_decision_has_a_table_here() -> None:
    assert set(KIND_NAMES.values()) == DECISIONS.keys()


@pytest.mark.sweep
@pytest.mark.parametrize("kind", sample(KIND_NAMES.values(), 5))
def test_the_keyboard_decides_and_the_outcome_is_said(kind: str, browser: Open) -> None:
    game = DECISIONS[kind]()
    page = served(browser, game)
    steps, owed = game.steps, len(game.to_decide)
    to_the_decision(page)
    for key in ("ArrowRight", "ArrowLeft") if page.locator(CHOICE).count() > 1 else ("Space",):
        page.keyboard.press(key)
    opened = page.locator(f"{CHOICE}:checked")
    expect(opened).to_be_focused()
    page.keyboard.press("Escape")
    expect(opened).to_have_count(0)
    assert len(game.to_decide) == owed  # nothing is done by looking
    assert focused(page, CHOICE)
    page.keyboard.press("Space")
    expect(opened).to_be_focused()
    page.keyboard.press("Enter")
    assert focused(page, ".ways button, .dock button")
    sent_by(page)
    expect(page.locator("#table")).to_have_attribute("data-version", "2")
    assert game.steps > steps or len(game.to_decide) < owed
    expect(page.locator("#live")).not_to_be_empty()
    assert page.evaluate("document.activeElement !== document.body")  # the keyboard goes on


@pytest.mark.sweep
@pytest.mark.parametrize("kind", sample(KIND_NAMES.values(), 5))
def test_a_screen_reader_is_told_what_is_asked_and_what_can_be_done(
    kind: str, browser: Open
) -> None:
    page = served(browser, DECISIONS[kind]())
    assert nameless(page) == []
    form = page.locator(f'[data-decide][data-kind="{kind}"]')
    asked = form.locator("legend").first.inner_text()
    decide = page.get_by_role("region", name="Your decision")
    group = decide.get_by_role("group", name=asked, exact=True)
    choices = [name for role, name in tree(group) if role == "radio"]
    assert len(choices) == form.locator('[name="card"], [name="pick"]').count()
    assert len(set(choices)) == len(choices)  # each can be told from the others
    form.locator('[name="card"], [name="pick"]').first.focus()
    page.keyboard.press("Space")
    ways = form.locator(".ways, .option:has(:checked) .dock")
    assert any(role == "button" for role, _ in tree(ways))
    assert nameless(page) == []
    for hidden in form.locator(".card-ways:not([data-for='0']), .dock").all():
        if not hidden.is_visible():
            assert tree(hidden) == []  # what is folded away is not read


@pytest.mark.parametrize("at", range(3))
def test_each_way_to_use_a_card_by_keyboard(at: int, browser: Open) -> None:
    page = served(browser, with_every_way())
    to_the_decision(page)
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    for _ in range(at):
        tab_to(page, ".ways button", most=5)
    use = sent_by(page)["use"]
    assert use.partition(":")[0] == ("build", "stage", "sell")[at]


def test_another_payment_by_keyboard(browser: Open) -> None:
    page = served(browser, with_two_payments())
    to_the_decision(page)
    page.keyboard.press("Space")
    if "Barracks" not in page.locator(".card-ways:visible h3").inner_text():
        page.keyboard.press("ArrowRight")
    pays = page.get_by_role("group", name="Payment")
    assert [role for role, _ in tree(pays)].count("radio") == 2
    page.keyboard.press("Enter")
    tab_to(page, '[name^="pay."]', most=3)
    first = page.locator('[name^="pay."]:checked').input_value()
    page.keyboard.press("ArrowDown")
    second = page.locator('[name^="pay."]:checked').input_value()
    assert second != first
    tab_to(page, ".ways button", "Shift+Tab", most=3)
    sent = sent_by(page)
    assert sent[f"pay.{sent['use']}"] == second


def test_both_cities_of_two_players_by_keyboard(browser: Open) -> None:
    game = with_the_free_city()
    page = served(browser, game)
    seats = []
    for version in range(2, 6):
        tab_to(page, CHOICE, most=80)
        page.keyboard.press("Space")
        page.keyboard.press("Enter")
        seats.append(sent_by(page)["seat"])
        expect(page.locator("#table")).to_have_attribute("data-version", str(version))
        if len(set(seats)) == 2 or not page.locator(CHOICE).count():
            break
    assert len(set(seats)) == 2


def test_nothing_is_taken_by_keyboard_where_that_is_allowed(browser: Open) -> None:
    page = served(browser, recruiting())
    to_the_decision(page)
    tab_to(page, ".skip-move summary")
    page.keyboard.press("Enter")
    tab_to(page, ".skip-move button", most=2)
    assert sent_by(page)["move"] == "skip"


STATES = {
    "chosen": (".hand-card:has(:checked)", ".hand-card:not(:has(:checked))"),
    "focus": (".hand-card:has(:focus-visible)", ".hand-card:not(:has(:focus-visible))"),
    "option": (".option:has(:checked)", ".option:not(:has(:checked))"),
}
# How a thing and all in it is drawn, but for colours.
DRAWN = """
(one) => [one, ...one.querySelectorAll("*:not(input)")].map((part) => {
  const style = getComputedStyle(part);
  const names = ["outlineStyle", "outlineWidth", "borderTopStyle", "borderTopWidth", "fontWeight"];
  return names.map((name) => style[name]).join(" ");
}).join("|")
"""
OUTLINED = """
(one) => [one, ...one.querySelectorAll("*:not(input)")].some((part) => {
  const style = getComputedStyle(part);
  return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2
    || parseFloat(style.borderTopWidth) >= 3;
})
"""


@pytest.mark.parametrize(
    ("state", "game"),
    [("chosen", with_every_way), ("focus", with_every_way), ("option", DECISIONS["draft"])],
)
def test_states_are_seen_without_colours(
    state: str, game: Callable[[], Game], browser: Open
) -> None:
    page = served(browser, game(), **FORCED)
    assert page.evaluate("matchMedia('(forced-colors: active)').matches")
    to_the_decision(page)
    page.keyboard.press("Space")
    one, other = (page.locator(selector).first for selector in STATES[state])
    assert one.evaluate(DRAWN) != other.evaluate(DRAWN)
    assert one.evaluate(OUTLINED)
    assert not other.evaluate(OUTLINED)


def test_what_is_decided_is_marked_and_not_only_coloured(browser: Open) -> None:
    page = served(browser, DECISIONS["play"](), **FORCED)
    to_the_decision(page)
    for key in ("Space", "Enter", "Enter"):
        page.keyboard.press(key)
    marks = "one => getComputedStyle(one.querySelector('label'), '::after').content"
    expect(page.locator(".hand-card.is-chosen")).to_have_count(1)
    assert "✓" in page.locator(".hand-card.is-chosen").evaluate(marks)
    assert page.locator(".hand-card:not(.is-chosen)").first.evaluate(marks) == "none"


def test_what_can_not_be_built_is_said_and_not_only_paler(browser: Open) -> None:
    page = served(browser, midway(4), **FORCED)
    cards = page.locator(".hand-card.cant")
    assert cards.count()
    for card in cards.all():
        assert card.locator(".quote.no").inner_text().strip()
        assert card.locator(".quote.no svg").count()


@pytest.mark.parametrize("options", [{"reduced_motion": "reduce"}, {}], ids=["system", "setting"])
def test_nothing_moves_for_who_wants_it_so(options: dict[str, Any], browser: Open) -> None:
    game = with_every_way()
    page = browser(**options)
    StackedTable(game, motion="on" if options else "off").serve(page)
    moving = (
        """() => document.getAnimations().filter((one) => one.playState === "running").length"""
    )
    watch = """
    window.moved = 0;
    const start = document.startViewTransition?.bind(document);
    document.startViewTransition = (change) => { window.moved += 1; return start(change); };
    for (const kind of ["transitionrun", "animationstart"]) {
      document.addEventListener(kind, () => { window.moved += 1; }, true);
    }
    """
    page.evaluate(watch)
    assert page.evaluate(moving) == 0
    page.locator(".hand-card").first.click()
    page.keyboard.press("Escape")
    page.locator(".hand-card").last.click()
    assert page.evaluate(moving) == 0
    page.locator(".ways button:visible").first.click()
    expect(page.locator("#table")).to_have_attribute("data-version", "2")
    assert page.evaluate(moving) == 0
    assert page.evaluate("window.moved") == 0
