"""Updates that come close together: the page ends up right, and is not fetched again for them."""

import random

from playwright.sync_api import Request, expect

from browsers import Open, decide, play_at_once
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
    for (const one of next.querySelectorAll("[style]")) one.removeAttribute("style");
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
