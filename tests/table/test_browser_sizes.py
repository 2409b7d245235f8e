"""A whole game on all sizes of screens at once: everything in sight, nothing over another."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import stacked
import table_views
from browsers import Open, box_of
from conftest import sample
from decisions import DECISIONS
from mirabilia import Game
from mirabilia.table.page import pages
from mirabilia.table.rooms.table_view import TableView
from sight import SCREENS, QuietTable, Screens
from table_views import table_view_of

pytest_plugins = ["browser_fixtures"]

EVERYTHING = ("leaders", "cities", "armada")
EACH = len(sample(range(4), 1)) > 1  # every screen sees every decision; otherwise one in four


def decide(game: Game, seat: int, chance: random.Random) -> None:
    """At random, but whoever can build does: cities grow full."""
    moves = game.moves(seat)
    building = [move for move in moves if move.action in ("build", "stage", "recruit")]
    game.play(seat, chance.choice(building or moves))


@pytest.mark.sweep
@pytest.mark.parametrize("theme", sample(["light", "dark"], 1))
def test_a_whole_game_of_seven_with_everything_on_every_screen(theme: str, browser: Open) -> None:
    game = Game(7, expansions=EVERYTHING, sides="choose", seed=5)
    chance = random.Random(5)
    screens = Screens(browser, game, SCREENS, color_scheme=theme)
    wrong: list[str] = []
    kinds: set[str] = set()
    decisions = 0
    while not game.over:
        if 0 in game.to_decide:
            kind = game.decision(0).kind
            fresh = EACH or kind not in kinds
            kinds.add(kind)
            screens.looked_at = [
                name for at, name in enumerate(SCREENS) if fresh or (at + decisions) % 4 == 0
            ]
            decisions += 1
            when = f"{kind} in turn {game.turn} of age {game.age}"
            screens.show()
            wrong += screens.shifts(when) + screens.look(when)
            screens.choose(0)
            wrong += screens.look(f"{when}, first choice open", briefly=True)
            screens.close()
            screens.shifts(when)
            decide(game, 0, chance)
            if not game.over and 0 not in game.to_decide:
                screens.show()
                wrong += screens.shifts(f"after {when}")
                wrong += screens.look(f"after {when}", briefly=True)
        for seat in game.to_decide:
            if seat:
                decide(game, seat, chance)
    assert len(kinds) >= 6
    assert decisions >= 30
    assert not wrong, "\n".join(wrong)


def test_dear_stages_leave_an_opened_card_its_room(browser: Open) -> None:
    game = Game(7, expansions=EVERYTHING, sides="choose", seed=5)
    chance = random.Random(5)
    while (game.age, game.turn) != (1, 8) or 0 not in game.to_decide:
        if 0 in game.to_decide:
            decide(game, 0, chance)
        for seat in game.to_decide:
            if seat:
                decide(game, seat, chance)
    assert any(move.ship and len(move.pay) == 2 for move in game.moves(0) if move.action == "stage")
    screens = Screens(browser, game, ["zoomed", "lying phone"])
    screens.choose(0)
    assert not screens.look("first choice open")


@cache
def late(players: int) -> dict[str, Any]:
    """A position late in a game with everything, in which seat 0 holds a hand."""
    edition = "1st" if players == 8 else "2nd"
    game = Game(players, edition=edition, expansions=EVERYTHING, seed=7)
    chance = random.Random(7)
    while game.age < 3 or game.turn < 3 or 0 not in game.to_decide:
        for seat in game.to_decide:
            decide(game, seat, chance)
    return game.position()


def at(browser: Open, screen: str, game: Game, **options: Any) -> Page:
    page = browser(**SCREENS[screen], reduced_motion="reduce", **options)
    QuietTable(game).serve(page)
    return page


@pytest.mark.sweep
@pytest.mark.parametrize("theme", sample(["dark", "light"], 1))
@pytest.mark.parametrize("players", [3, 8])
def test_few_and_many_players_on_every_screen(players: int, theme: str, browser: Open) -> None:
    screens = Screens(browser, Game.from_position(late(players)), SCREENS, color_scheme=theme)
    wrong = screens.look("late")
    screens.choose(-1)
    wrong += screens.look("late, last choice open")
    assert not wrong, "\n".join(wrong)


LONG_NAMES = [f"Wolfgang Amadeus WW {number}" for number in range(1, 9)]


@pytest.mark.sweep
@pytest.mark.parametrize("players", sample([3, 7], 1))
def test_long_names_take_no_room_from_numbers_nor_from_an_opened_card(
    players: int, browser: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a phone the numbers of a folded city stood below their icons, and an opened card lay under
    a bar that had three lines, until the page was scrolled.
    """
    monkeypatch.setattr(table_views, "NAMES", LONG_NAMES)
    screens = Screens(browser, Game.from_position(late(players)), SCREENS)
    wrong = screens.look("long names")
    screens.choose(0)
    wrong += screens.look("long names, first choice open")
    wrong = [words for words in wrong if "is cut off" not in words]  # they end in three dots
    assert not wrong, "\n".join(wrong)
    phone = screens.pages["phone"]
    for numbers in phone.locator(".brief:visible").all():
        _, top, right, bottom = box_of(numbers)
        assert bottom - top < 30, "one line"
        assert right <= SCREENS["phone"]["viewport"]["width"]


@pytest.mark.parametrize("screen", ["zoomed", "lying phone"])
def test_an_opened_panel_ends_below_a_bar_of_several_lines(screen: str, browser: Open) -> None:
    page = at(browser, screen, Game.from_position(late(7)))
    page.evaluate(
        "document.querySelector('.awaited').textContent = 'Everybody waits for you '.repeat(9)"
    )
    page.locator(".hand-card").first.click()
    bar, panel = box_of(page.locator("#status")), box_of(page.locator(".ways"))
    assert bar[3] - bar[1] > 60
    assert bar[3] <= panel[1]


def test_those_further_away_explain_all_that_is_shown(browser: Open) -> None:
    page = at(browser, "desk", Game.from_position(late(7)))
    tip = page.locator("#tip")
    shown = page.locator(".far").first.locator(":scope > .figures > *, :scope > .counts > *")
    for part in shown.all():
        part.hover()
        expect(tip).to_be_visible()
        words = part.get_attribute("data-words") or part.get_attribute("aria-label")
        expect(tip).to_have_text(words or (part.locator(".sr").text_content() or "").strip())
        page.mouse.move(5, 5)
        expect(tip).to_be_hidden()
    page.locator(".skip").first.focus()
    while not page.evaluate("document.activeElement.matches('.far-open')"):
        page.keyboard.press("Tab")
    expect(tip).to_be_visible()
    said = tip.inner_text().splitlines()
    assert len([line for line in said if line[0] in "+−0123456789"]) == shown.count()
    assert said[0] == page.locator(".far .wonder-name").first.inner_text()


def test_a_tap_on_a_number_explains_it_and_beside_it_opens_the_city(browser: Open) -> None:
    page = at(browser, "phone", Game.from_position(late(7)))
    opened = page.locator(".sheet-city:popover-open")
    for part in (".far .figure", ".far .tok", ".far .count", ".mine .figure"):
        page.locator(part).first.tap()
        expect(page.locator("#tip")).to_be_visible()
        expect(opened).to_have_count(0)
    page.locator(".far .person strong").first.tap()
    expect(opened).to_be_visible()


def test_colours_of_cards_are_shown_as_colours(browser: Open) -> None:
    page = at(browser, "desk", Game.from_position(late(7)))
    colours = page.evaluate(
        """() => [...document.querySelectorAll('.far .count')].map((one) =>
        [one.className, getComputedStyle(one).backgroundColor])"""
    )
    found = dict(colours)
    assert len(found) >= 5
    assert len(set(found.values())) == len(found)
    assert found["count colour-red"] == "rgb(184, 50, 42)"


def test_on_a_tablet_the_log_has_no_part_of_the_right_neighbours_column(browser: Open) -> None:
    page = at(browser, "tablet", Game.from_position(late(7)))
    expect(page.locator("#log")).to_be_hidden()
    left, right = (box_of(page.locator(f".neighbour.{side}")) for side in ("left", "right"))
    assert right[1] == left[1]
    assert right[3] == pytest.approx(left[3], abs=1)
    page.locator(".log-door").click()
    expect(page.locator("#log")).to_be_visible()
    log = box_of(page.locator("#log"))
    assert log[2] - log[0] >= 300


@pytest.mark.sweep
@pytest.mark.parametrize("screen", sample(SCREENS, 3))
def test_both_sides_of_a_wonder_are_shown_whole(screen: str, browser: Open) -> None:
    page = at(browser, screen, Game(7, expansions=EVERYTHING, sides="choose", seed=5))
    size = SCREENS[screen]["viewport"]
    boards = [box_of(board) for board in page.locator(".option .board").all()]
    assert len(boards) == 2
    for left, top, right, bottom in boards:
        assert 0 <= left < right <= size["width"]
        assert 0 <= top < bottom <= size["height"]
        assert right - left >= 180


def test_a_hand_that_scrolls_says_which_cards_are_seen(browser: Open) -> None:
    page = at(browser, "phone", Game(7, seed=5))
    more = page.locator(".more")
    cards = page.locator(".hand-card")
    last = cards.count()
    expect(more).to_have_text(f"1–3 of {last} →")
    peeking = box_of(cards.nth(3))
    assert peeking[0] < SCREENS["phone"]["viewport"]["width"] - 20  # the next one is begun
    cards.last.scroll_into_view_if_needed()
    expect(more).to_have_text(f"← {last - 2}–{last} of {last}")
    desk = at(browser, "desk", Game(7, seed=5))
    expect(desk.locator(".more")).to_have_text("")


@pytest.mark.sweep
@pytest.mark.parametrize("screen", sample(SCREENS, 3))
def test_the_place_of_the_hand_stays_while_others_decide(screen: str, browser: Open) -> None:
    game = Game(3, seed=6)
    screens = Screens(browser, game, [screen])
    page = screens.pages[screen]
    before = box_of(page.locator(".decide"))
    game.play(0, game.moves(0)[0])
    screens.show()
    expect(page.locator(".chosen")).to_be_visible()
    assert box_of(page.locator(".decide")) == pytest.approx(before, abs=2)
    # Somebody else digs in the discard pile: seat 1 owes nothing.
    waiting = pages.fragment(table_view_of(DECISIONS["rebuild"](), 1), "en", link="")
    page.evaluate("html => import('/static/swap.js').then(({ swap }) => swap(html, true))", waiting)
    expect(page.locator(".resting")).to_be_visible()
    expect(page.locator(".decision")).to_have_count(0)
    assert box_of(page.locator(".decide")) == pytest.approx(before, abs=2)


def against_bots(game: Game, seat: int) -> TableView:
    return replace(table_view_of(game, seat), can_take_back=True)


@pytest.mark.sweep
@pytest.mark.parametrize("screen", sample([name for name in SCREENS if "phone" not in name], 2))
def test_a_long_question_beside_many_numbers_leaves_the_cities_their_room(
    screen: str, browser: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Against bots, with all expansions, it had a word on each line; and the hand's place, once
    that tall, remained so for the rest of the game.
    """
    monkeypatch.setattr(stacked, "table_view_of", against_bots)
    game, chance = Game(7, expansions=EVERYTHING, seed=7), random.Random(7)
    while (game.age, game.turn) != (3, 0) or 0 not in game.to_decide:
        for seat in game.to_decide:
            decide(game, seat, chance)
    page = at(browser, screen, game)
    asked = page.locator(".head .asked")
    expect(asked).to_contain_text("recruit one, build a stage with it or sell it")
    _, top, _, bottom = box_of(asked)
    assert bottom - top < 90, "at most four lines"
    assert page.locator("#decide").evaluate("it => it.offsetHeight / innerHeight") < 0.58


@pytest.mark.parametrize("kind", ["island", "loss"])
def test_what_is_asked_for_stands_in_few_lines_on_a_phone_that_lies(
    kind: str, browser: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also beside the button that takes back."""
    monkeypatch.setattr(stacked, "table_view_of", against_bots)
    page = browser(viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True)
    QuietTable(DECISIONS[kind]()).serve(page)
    back = page.get_by_role("button", name="Take back")
    expect(back).to_be_visible()
    _, top, right, bottom = box_of(page.locator(".head .asked"))
    assert bottom - top < 60, "at most three lines"
    assert right <= box_of(back)[0]
