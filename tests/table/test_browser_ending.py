"""The end of a game, the whole log and the marks of what is new, in a real browser."""

import random
import re
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from browsers import SIZES, Open, decide
from conftest import sample
from mirabilia.table.rooms import visitors
from tables import Program, Served, served
from waiting import PATIENCE, soon

pytest_plugins = ["browser_fixtures"]
CALM = {"reduced_motion": "reduce"}
WAR, LINE, VERDICT = 3000, 550, 3000  # milliseconds, as in ending.js
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served() as found:
        yield found


def played_to(server: Served, until: tuple[int, int], **setup: Any) -> Program:
    """Somebody who has to decide in a turn of an age, against bots."""
    ann = server.program().create(**{"players": 3, "begin": True, **setup})
    chance = random.Random(4)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        view = ann.get()
        now = view["view"]["age"], view["view"]["turn"]
        owes = any(offer["choice"] is None for offer in view["offers"])
        if view["status"] == "over" or (now >= until and owes):
            return ann
        ann.decide(view, chance)
    raise TimeoutError(f"The game has not come to {until}.")


def finish(ann: Program) -> None:
    """Decide what is left, to the end."""
    chance = random.Random(4)
    end = time.monotonic() + PATIENCE
    while (view := ann.get())["status"] != "over":
        ann.decide(view, chance)
        assert time.monotonic() < end


def look(page: Page, server: Served, ann: Program, seated: bool = True) -> None:
    if seated:
        page.context.add_cookies([{"name": visitors.COOKIE, "value": ann.token, "url": server.url}])
    page.goto(f"{server.url}/t/{ann.code}")


def halted(page: Page) -> Page:
    """A page on which no time passes but what a test lets pass."""
    page.clock.install()
    return page


def test_the_last_war_then_the_sheet_line_by_line_for_all_who_look(
    server: Served, browser: Open
) -> None:
    ann = played_to(server, (3, 6))
    pages = [halted(browser()), halted(browser())]
    for page, seated in zip(pages, (True, False), strict=True):
        look(page, server, ann, seated)
        expect(page.locator("#table.playing")).to_be_visible()
        page.clock.pause_at(datetime.now() + timedelta(hours=1))
    page = pages[0]
    page.evaluate(
        """() => {
          window.said = [];
          const live = document.getElementById("live");
          const heard = new MutationObserver(() => said.push(live.textContent));
          heard.observe(live, { childList: true });
        }"""
    )
    finish(ann)
    for page in pages:
        expect(page.locator(".curtain .end-war")).to_contain_text("War at the end of age III")
        assert page.locator(".curtain .pad").count() == 0, "the war comes first"
        page.clock.run_for(WAR + 2 * LINE + 100)
    page = pages[0]
    expect(page.locator(".curtain tbody tr")).to_have_count(7)
    expect(page.locator(".curtain tbody tr.to-come")).to_have_count(5)
    assert page.locator(".curtain .is-winner").count() == 0, "nothing is given away"
    shown = page.locator(".curtain .pad-totals td").all_text_contents()
    page.clock.run_for(6 * LINE)
    expect(page.locator(".curtain .to-come")).to_have_count(0)
    expect(page.locator(".curtain .ranking-verdict")).to_be_visible()
    last = page.locator(".curtain .pad-totals td").all_text_contents()
    assert shown != last
    assert last == page.locator("main .pad-totals td").all_text_contents()
    for page in pages:
        page.clock.run_for(6 * LINE + VERDICT)
        expect(page.locator(".curtain")).to_have_count(0)
        expect(page.locator("main.over .ranking-verdict")).to_be_visible()
    page = pages[0]
    said = [text for text in page.evaluate("said") if "win" in text]
    assert len(set(said)) == 1, "the result is said once"
    assert str(page.locator(".ranking-points").first.text_content()) in said[0]
    assert page.evaluate("document.activeElement.id") == "end"


@pytest.mark.parametrize("how", ["key", "click"])
def test_it_can_be_skipped_and_does_nothing_else(server: Served, browser: Open, how: str) -> None:
    ann = played_to(server, (3, 6))
    page = halted(browser())
    look(page, server, ann)
    expect(page.locator("#table.playing")).to_be_visible()
    page.clock.pause_at(datetime.now() + timedelta(hours=1))
    finish(ann)
    expect(page.locator(".curtain .end-war")).to_be_visible()
    if how == "key":
        page.keyboard.press("Enter")
    else:
        page.locator(".curtain").click(position={"x": 5, "y": 5})
    expect(page.locator(".curtain")).to_have_count(0)
    expect(page.locator("main.over .pad-totals")).to_be_visible()
    assert page.url.endswith(ann.code), "no button was pressed"
    assert page.locator(".to-come").count() == 0
    page.reload()
    expect(page.locator("main.over .pad-totals")).to_be_visible()
    assert page.locator(".curtain").count() == 0, "who comes later sees the whole sheet at once"


def test_who_wants_no_motion_sees_all_at_once(server: Served, browser: Open) -> None:
    ann = played_to(server, (3, 6))
    page = browser(**CALM)
    look(page, server, ann)
    page.evaluate(
        """() => {
          window.curtains = 0;
          new MutationObserver(() => { curtains += document.querySelectorAll(".curtain").length; })
            .observe(document.body, { childList: true });
        }"""
    )
    finish(ann)
    expect(page.locator("main.over .end-war")).to_be_visible()
    expect(page.locator("#live")).to_contain_text("points")
    assert page.evaluate("curtains") == 0


@pytest.fixture(scope="module")
def ended(server: Served) -> Program:
    everything = ["leaders", "cities", "armada"]
    return played_to(server, (4, 0), players=7, expansions=everything)


@pytest.mark.sweep
@pytest.mark.parametrize("size", sample(SIZES, 3), ids=str)
def test_the_end_has_the_rematch_on_top_and_the_log(
    server: Served, browser: Open, ended: Program, size: tuple[int, int]
) -> None:
    width, height = size
    touch = width < 900
    page = browser(viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch)
    look(page, server, ended)
    box = page.get_by_role("button", name="Rematch").bounding_box()
    assert box
    assert box["y"] + box["height"] < min(height, 300)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("link", name="The whole log").click()
    log = page.get_by_role("dialog", name="What happened")
    expect(
        log.get_by_role("heading", name="Naval conflict at the end of age III")
    ).to_be_in_viewport()
    expect(log).to_be_in_viewport(ratio=0.99)
    page.keyboard.press("Escape")
    expect(log).to_have_count(0)


def test_the_picture_is_shared_by_the_system_or_saved(
    server: Served, browser: Open, ended: Program, tmp_path: Path
) -> None:
    page = browser()
    look(page, server, ended)
    expect(page.get_by_role("img", name="The result as a picture")).to_be_visible()
    with page.expect_download() as found:
        page.get_by_role("link", name="Share the picture").click()
    saved = tmp_path / "result.png"
    found.value.save_as(saved)
    assert found.value.suggested_filename == f"mirabilia-{ended.code}.png"
    picture = saved.read_bytes()
    assert picture[:8] == PNG
    assert (int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])) == (1200, 630)
    expect(page.locator("#notice")).to_have_text("The picture is saved.")
    page.evaluate(
        """() => {
          navigator.canShare = (what) => what.files.length === 1;
          navigator.share = async (what) => {
            window.shared = what;
            document.body.dataset.shared = "yes";
          };
        }"""
    )
    page.get_by_role("link", name="Share the picture").click()
    expect(page.locator("body[data-shared]")).to_be_visible()
    assert page.evaluate("[shared.url, shared.files[0].type, shared.files[0].size > 5000]") == [
        f"{server.url}/t/{ended.code}",
        "image/png",
        True,
    ]


def test_the_whole_log_by_keyboard(server: Served, browser: Open) -> None:
    ann = played_to(server, (2, 3), expansions=["cities"])
    page = browser(**CALM)
    look(page, server, ann)
    before = ann.get()["step"]
    link = page.get_by_role("link", name="The whole log")
    link.focus()
    page.keyboard.press("Enter")
    log = page.get_by_role("dialog", name="What happened")
    expect(log.get_by_role("heading", name="Age II, turn 2")).to_be_in_viewport()
    expect(log.get_by_role("heading", name="Age I, turn 1")).not_to_be_in_viewport()
    everything = log.locator(".story-line").count()
    ben = log.get_by_role("link", name=ann.get()["sitters"][1]["name"])
    ben.focus()
    page.keyboard.press("Enter")
    expect(ben).to_have_attribute("aria-current", "true")
    expect(ben).to_be_focused()
    assert 0 < log.locator(".story-line").count() < everything
    log.get_by_role("link", name="You").click()
    card = log.locator(".face-chip").last
    expect(card).to_be_visible()
    for _ in range(60):  # to the first card, by the keys alone
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.face-chip')"):
            break
    name = page.evaluate("document.activeElement.textContent").strip()
    expect(page.locator("#tip:popover-open")).to_contain_text(name)
    page.keyboard.press("1")
    page.keyboard.press("1")
    assert page.locator('[name="card"]:checked').count() == 0, (
        "keys are for the log while it is open"
    )
    page.keyboard.press("Escape")
    expect(log).to_have_count(0)
    expect(link).to_be_focused()
    assert ann.get()["step"] == before


def test_the_open_log_is_kept_up_to_date(server: Served, browser: Open) -> None:
    ann = played_to(server, (1, 2))
    page = browser(**CALM)
    look(page, server, ann)
    page.get_by_role("link", name="The whole log").click()
    log = page.get_by_role("dialog", name="What happened")
    expect(log.get_by_role("heading", name="Age I, turn 1")).to_be_visible()
    ann.decide(ann.get(), random.Random(1))
    expect(log.get_by_role("heading", name="Age I, turn 2")).to_be_in_viewport()


def test_the_whole_log_without_scripts(server: Served, browser: Open) -> None:
    ann = played_to(server, (2, 3))
    page = browser(java_script_enabled=False)
    look(page, server, ann)
    page.get_by_role("link", name="The whole log").click()
    expect(page.get_by_role("heading", name="Age II, turn 2")).to_be_in_viewport()
    everything = page.locator(".story-line").count()
    page.get_by_role("link", name="You", exact=True).click()
    assert page.url.endswith("/log?seat=0#now")
    assert 0 < page.locator(".story-line").count() < everything
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator("#table.playing")).to_be_visible()


OPENED = {"The whole log": "What happened", "if the game ended now": "If the game ended now"}
opened = pytest.mark.parametrize(("link", "name"), OPENED.items(), ids=["log", "sheet"])


@pytest.fixture(scope="module")
def begun(server: Served) -> Program:
    return played_to(server, (2, 2))


@opened
@pytest.mark.parametrize("how", ["Escape", "beside", "back"])
def test_what_opens_over_the_table_closes_and_gives_the_focus_back(
    server: Served, browser: Open, link: str, name: str, how: str
) -> None:
    ann = played_to(server, (1, 2))
    page = browser(**CALM)
    look(page, server, ann)
    page.get_by_role("link", name=link).click()
    dialog = page.get_by_role("dialog", name=name)
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("region")).to_be_focused()
    box = dialog.bounding_box()
    assert box
    page.mouse.click(box["x"] + 4, box["y"] + box["height"] / 2)
    expect(dialog).to_be_visible()  # at its edge, but in it
    version = page.locator("#table").get_attribute("data-version")
    ann.decide(ann.get(), random.Random(1))  # the link is written anew
    expect(page.locator("#table")).not_to_have_attribute("data-version", str(version))
    expect(page.locator("#live")).to_contain_text("You")
    assert page.evaluate("document.getElementById('live').closest('dialog:modal') !== null")
    if how == "Escape":
        page.keyboard.press("Escape")
    elif how == "beside":
        page.mouse.click(box["x"] - 5, box["y"] + 5)
    else:
        dialog.get_by_role("link", name="Back to the table").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("link", name=link)).to_be_focused()
    assert page.evaluate("document.querySelectorAll('body > :is(#live, #notice)').length") == 2


@opened
def test_what_can_not_be_opened_says_why(
    server: Served, browser: Open, begun: Program, link: str, name: str
) -> None:
    page = browser(errors_allowed="404|ERR_FAILED", **CALM)
    look(page, server, begun)
    found = page.get_by_role("link", name=link)
    answers = ["lost", "gone"]

    def answer(route: Route) -> None:
        if answers.pop(0) == "lost":
            route.abort()
        else:
            route.fulfill(response=route.fetch(url=f"{server.url}/t/zzzzzz/log"))

    page.route(re.compile("/(log|sheet)$"), answer)
    for sentence in ("connection lost", "There is no such table"):
        found.click()
        expect(page.get_by_role("alert")).to_contain_text(sentence)
    page.unroute_all()
    found.click()
    dialog = page.get_by_role("dialog", name=name)
    expect(dialog).to_be_visible()
    page.route(re.compile("/log"), lambda route: route.abort())
    if name == "What happened":
        dialog.get_by_role("link", name="You").click()
        expect(dialog.get_by_role("alert")).to_contain_text("connection lost")
        expect(dialog).to_be_visible()


@opened
def test_what_is_not_answered_in_time_is_said(
    server: Served, browser: Open, begun: Program, link: str, name: str
) -> None:
    page = browser(**CALM)
    page.add_init_script(
        "const patient = AbortSignal.timeout; AbortSignal.timeout = (ms) => patient(ms / 100);"
    )
    look(page, server, begun)
    page.route(re.compile("/(log|sheet)$"), lambda route: None)
    page.get_by_role("link", name=link).click()
    expect(page.get_by_role("alert")).to_contain_text("connection lost")
    assert page.get_by_role("dialog", name=name).count() == 0


def test_the_sheet_so_far_is_kept_up_to_date_and_a_page_without_scripts(
    server: Served, browser: Open
) -> None:
    ann = played_to(server, (1, 6))
    plain = browser(java_script_enabled=False)
    page = browser(**CALM)
    for each in (plain, page):
        look(each, server, ann)
        each.get_by_role("link", name="if the game ended now").click()
        totals = each.locator(".sheet-so-far tfoot td")
        points = [numbers["total"] for numbers in ann.get()["view"]["numbers"]]
        expect(totals).to_have_text([str(each).replace("-", "−") for each in points])
    ann.decide(ann.get(), random.Random(1))

    def totals_now() -> list[int]:
        return [numbers["total"] for numbers in ann.get()["view"]["numbers"]]

    soon(lambda: totals_now() != points)
    now = totals_now()
    expect(page.locator(".sheet-so-far tfoot td")).to_have_text(
        [str(each).replace("-", "−") for each in now]
    )
    plain.get_by_role("link", name="Back to the table").click()
    expect(plain.locator("#table.playing")).to_be_visible()


def build(page: Page) -> str:
    """Build the first card of the hand that can be built; which one."""
    for card in page.locator('.decision [name="card"]').all():
        page.locator(f'.hand-card:has([value="{card.input_value()}"])').click()
        button = page.locator('.ways button[value^="build"]:visible')
        if button.count():
            name = card.input_value()
            now = page.locator('[name="step"]').first.input_value()
            button.first.click()
            same = page.locator(f'.decision:not(.done) [name="step"][value="{now}"]')
            expect(same).to_have_count(0)
            expect(page.locator("#table.deciding")).to_be_visible()
            return name
    raise AssertionError("nothing can be built")


def test_what_is_new_is_marked_until_the_next_step(server: Served, browser: Open) -> None:
    ann = played_to(server, (1, 1))
    page = browser(**CALM)
    look(page, server, ann)
    assert page.locator(".is-new").count() == 0
    first = build(page)
    marked = page.locator(f'.own li:has([data-face="{first}"])')
    expect(marked.get_by_role("img", name="new")).to_be_visible()
    others = page.locator(".neighbour .is-new")
    assert others.count()
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    dot = marked.locator(".new")
    paint, behind = dot.evaluate(
        "(dot) => [dot, dot.parentElement].map((one) => getComputedStyle(one).backgroundColor)"
    )
    assert paint not in (behind, "rgba(0, 0, 0, 0)"), "forced colours leave the mark to be seen"
    page.emulate_media(forced_colors="none", reduced_motion="reduce")
    decide(page)
    expect(page.locator(f'.own li.is-new:has([data-face="{first}"])')).to_have_count(0)
    expect(page.locator(f'.own li:has([data-face="{first}"])')).to_have_count(1)


def sell(program: Program) -> None:
    """Sell the first card that can be sold."""
    view = program.get()
    (offer,) = view["offers"]
    move = next(move for move in offer["moves"] if move.startswith("sell"))
    program.post("decide", move=move, step=view["step"], seat=offer["seat"])


def test_coins_that_have_changed_say_by_how_many(server: Served, browser: Open) -> None:
    ann = server.program().create(players=3)
    neighbours = [server.program().join(ann.code, name) for name in ("Ben", "Cleo")]
    ann.post("start")
    for neighbour in neighbours:
        sell(neighbour)  # a neighbour who builds may buy from her, and then she has more
    page = browser(**CALM)
    look(page, server, ann)
    page.locator(".hand-card").first.click()
    page.locator('.ways button[value^="sell"]').click()
    coins = page.locator('.mine [data-key="coins-0"]')
    expect(coins.get_by_role("img", name="+3 in the newest turn")).to_be_visible()
    coins.hover()
    expect(page.locator("#tip:popover-open")).to_contain_text("(+3 in the newest turn)")
