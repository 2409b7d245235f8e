"""Updates that come close together: the page ends up right, and is not fetched again for them."""

import random
import shutil
import signal
from pathlib import Path

from playwright.sync_api import Request, expect

from browsers import Mortal, Open, decide, play_at_once
from mirabilia.table.rooms import visitors
from tables import Program, Served

pytest_plugins = ["browser_fixtures"]

TURNS = 8


def test_what_comes_while_cards_still_move_is_shown_without_fetching_the_page(
    browser: Open, server: Served
) -> None:
    chance = random.Random(1)
    anna = server.program().create(players=4, listed=False)
    others = [server.program().join(anna.code, name) for name in ("Ben", "Cleo", "Dora")]
    page = browser()
    page.context.add_cookies([{"name": visitors.COOKIE, "value": anna.token, "url": server.url}])
    page.goto(f"{server.url}/t/{anna.code}")
    expect(page.locator("#table.deciding")).to_be_visible()
    fetched: list[str] = []

    def note(request: Request) -> None:
        if request.method == "GET" and request.url.endswith(anna.code):
            fetched.append(request.url)

    page.on("request", note)
    for _ in range(TURNS):
        deciding: list[Program] = [*others, anna]
        for program in deciding:
            program.decide(program.get(), chance)
    others[0].decide(others[0].get(), chance)
    now = anna.get()
    table = page.locator("#table")
    expect(table).to_have_attribute("data-version", str(now["version"]))
    expect(page.locator('.neighbour.left .person[data-state="decided"]')).to_be_visible()
    expect(page.locator('.neighbour.right .person[data-state="thinking"]')).to_be_visible()
    assert fetched == []


SILENT = """
window.EventSource = class extends EventTarget {
  constructor() { super(); setTimeout(() => this.onopen()); }
  close() {}
};
"""


def test_what_a_silent_stream_does_not_bring_is_fetched(browser: Open, server: Served) -> None:
    """A proxy may hold back what a stream sends."""
    page = browser()
    page.add_init_script(SILENT)
    play_at_once(page, server)
    asked: list[str | None] = []

    def sent(request: Request) -> None:
        if request.method == "POST":
            asked.append(request.header_value("prefer"))

    page.on("request", sent)
    before = page.locator("#table").get_attribute("data-version")
    decide(page)
    table = page.locator("#table")
    expect(table).not_to_have_attribute("data-version", str(before))
    assert asked == ["return=minimal"]
    decide(page)  # from now on it is told at once
    expect(page.locator(".when")).to_contain_text("turn 3")
    assert asked == ["return=minimal", None]


AT_ONCE = """
async () => {
  const loaded = performance.getEntriesByType("resource").map((one) => one.name);
  const { settled, swap, table } = await import(loaded.find((name) => name.includes("swap")));
  const states = [1, 2, 3].map((more) => {
    const next = table().cloneNode(true);
    next.dataset.version = Number(next.dataset.version) + more;
    for (const one of next.querySelectorAll("[style]")) one.removeAttribute("style"); // as written
    next.querySelector("#decide .said").textContent = `state ${more}`;
    next.querySelector("#log [data-n]:last-of-type").insertAdjacentHTML(
      "afterend", `<p data-n="${9000 + more}">line ${more}</p>`);
    return next.outerHTML;
  });
  swap(states[0], true);
  swap(states[1], true);
  await new Promise(requestAnimationFrame);
  swap(states[2], true);
  swap(states[0]);
  await settled();
}
"""


def test_what_is_shown_at_once_replaces_what_is_only_about_to_be_shown(
    browser: Open, server: Served
) -> None:
    """A bot's decision between two of mine came so soon that its page was compared with the last
    but one: the hand stayed face down.
    """
    page = browser()
    play_at_once(page, server)
    decide(page)
    expect(page.locator("#log [data-n]").first).to_be_visible()
    expect(page.locator("#table.deciding")).to_be_visible()
    version = int(page.locator("#table").get_attribute("data-version") or 0)
    page.evaluate(AT_ONCE)
    expect(page.locator("#table")).to_have_attribute("data-version", str(version + 3))
    expect(page.locator("#decide .said")).to_have_text("state 3")
    expect(page.locator("#log")).to_contain_text("line 3")


def test_an_open_page_follows_a_server_that_was_restored_to_an_earlier_state(
    browser: Open, tmp_path: Path
) -> None:
    """Its versions are lower than what the page has: it waited for ever, or until they were not."""
    own = Mortal(tmp_path)
    database, copy = tmp_path / "tables.sqlite", tmp_path / "copy.sqlite"
    own.start()
    try:
        pages = [browser(errors_allowed="Failed to load|ERR_") for _ in range(2)]
        anna, watcher = pages
        play_at_once(anna, own)
        decide(anna)
        expect(anna.locator(".when")).to_contain_text("turn 2")
        own.stop()
        shutil.copyfile(database, copy)
        own.start()
        expect(anna.locator("#link-state")).to_be_hidden()
        watcher.goto(anna.url)
        for _ in range(2):
            expect(anna.locator("#table.deciding")).to_be_visible()
            decide(anna)
        for page in pages:
            expect(page.locator(".when")).to_contain_text("turn 4")
        own.stop(signal.SIGKILL)
        for left in tmp_path.glob("tables.sqlite*"):
            left.unlink()
        shutil.copyfile(copy, database)
        own.start()
        for page in pages:
            expect(page.locator("#link-state")).to_be_hidden()
            expect(page.locator(".when")).to_contain_text("turn 2")
        decide(anna)
        for page in pages:
            expect(page.locator(".when")).to_contain_text("turn 3")
    finally:
        own.stop()
