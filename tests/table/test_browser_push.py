"""The pages as an app in a real browser: installed, without a connection, told of one's turn."""

from __future__ import annotations

import json
import signal
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from accessible import nameless, violations
from browsers import PHONE, SIZES, Mortal, Open, play_at_once, until
from mirabilia.table.page import assets, drawn, installed
from mirabilia.table.rooms import notices, visitors
from push_service import Listener, PushService, push_service
from tables import Program, Served, served
from waiting import soon

pytest_plugins = ["browser_fixtures"]
OFFLINE = r"ERR_(INTERNET_DISCONNECTED|CONNECTION_(REFUSED|RESET)|INCOMPLETE_CHUNKED_ENCODING)"
CUT_OFF = rf"{OFFLINE}|ERR_(FAILED|EMPTY_RESPONSE)|dynamically imported module"

# A browser without a push service of its own: what it would answer is said by the test.
PUSH = """
const keys = %s;
const worded = (text) => Uint8Array.from(
  atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0)).buffer;
class Subscription {
  get options() { return { applicationServerKey: worded(localStorage.subscribed) }; }
  toJSON() { return { endpoint: keys.endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }; }
  get endpoint() { return keys.endpoint; }
  async unsubscribe() { localStorage.removeItem("subscribed"); return true; }
}
PushManager.prototype.getSubscription =
  async () => localStorage.subscribed ? new Subscription() : null;
PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
  if (!userVisibleOnly) throw new Error("not visible");
  if (localStorage.broken) throw new DOMException("push service not available", "AbortError");
  localStorage.subscribed = applicationServerKey;
  return new Subscription();
};
"""


@pytest.fixture(scope="module")
def there() -> Iterator[PushService]:
    with push_service() as found:
        yield found


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served(push_private=True) as found:
        yield found


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "GRACE", 0.2)
    monkeypatch.setattr(notices, "AWAY", 0.3)


def ready(page: Page) -> None:
    """Wait until the worker minds the page. One that comes just while the worker takes over is
    passed by, and minded only when it is loaded anew.
    """
    page.wait_for_load_state("load")

    def minded() -> bool:
        state = page.evaluate(
            "navigator.serviceWorker.getRegistration().then((found) => "
            "navigator.serviceWorker.controller ? 'minds' : found?.active?.state)"
        )
        if state == "activated":
            page.reload()
        return bool(state == "minds")

    soon(minded, "a worker that minds the page", pause=0.1)


def kept(page: Page) -> list[str]:
    """Every address that is kept in the browser."""
    found: list[str] = page.evaluate(
        "caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name)"
        ".then((one) => one.keys())))).then((all) => all.flat().map(({ url }) => "
        "new URL(url).pathname + new URL(url).search))"
    )
    return found


def fields(there: PushService, path: str, device: Listener | None = None) -> dict[str, str]:
    """A device as a browser tells a server of it."""
    device = device or Listener()
    return {"endpoint": there.url + path, "p256dh": device.p256dh, "auth": device.auth}


def with_push(
    browser: Open, there: PushService, path: str, **options: Any
) -> tuple[Page, Listener]:
    """A page in a browser that may notify and whose push service is ours."""
    page = browser(service_workers="allow", permissions=["notifications"], **options)
    device = Listener()
    keys = fields(there, path, device)
    page.context.add_init_script(PUSH % json.dumps(keys))
    # Headless browsers have the permission, and say that they have not.
    page.context.add_init_script(
        "Object.defineProperty(Notification, 'permission', { get: () => 'granted' });"
        "Notification.requestPermission = async () => 'granted';"
    )
    return page, device


def choose(page: Page, label: str) -> None:
    if not page.locator(".menu[open]").count():
        page.locator(".menu summary").click()
    page.get_by_label(label, exact=True).click()  # what is refused is soon off again


def become(context: BrowserContext, server: Served, program: Program) -> None:
    context.add_cookies([{"name": visitors.COOKIE, "value": program.token, "url": server.url}])


def test_the_manifest_says_what_is_installed_and_all_its_icons_are_there(
    browser: Open, server: Served
) -> None:
    page = browser()
    page.goto(server.url)
    session = page.context.new_cdp_session(page)
    told = session.send("Page.getAppManifest")
    assert told["errors"] == []
    assert told["url"] == f"{server.url}/manifest.webmanifest"
    manifest = json.loads(told["data"])
    assert (manifest["name"], manifest["display"]) == ("Mirabilia", "standalone")
    wrong = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {one["errorId"] for one in wrong} <= {"in-incognito"}
    purposes = set()
    for icon in manifest["icons"]:
        answer = page.request.get(server.url + icon["src"])
        assert answer.ok
        assert "immutable" in answer.headers["cache-control"]
        if icon["type"] == "image/png":
            size = struct.unpack(">II", answer.body()[16:24])
            assert icon["sizes"] == "{}x{}".format(*size)
            purposes.add((icon["purpose"], size[0]))
    assert {("any", 192), ("any", 512), ("maskable", 192), ("maskable", 512)} <= purposes
    style = (assets.FOLDER / "table.css").read_text("utf-8")
    assert f"--bg: light-dark({installed.GROUND}," in style


def test_static_files_are_kept_and_nothing_of_anybodys(browser: Open, server: Served) -> None:
    page = browser(service_workers="allow")
    play_at_once(page, server)
    ready(page)
    page.reload()
    expect(page.locator("#table.deciding")).to_be_visible()
    page.goto(f"{server.url}/me")
    page.goto(f"{server.url}/rules")
    found = kept(page)
    assert installed.OFFLINE in found
    assert assets.url("all.css") in found
    assert drawn.static("icons.svg") in found
    assert set(found) <= {
        installed.OFFLINE,
        *map(drawn.static, assets._files()),
        assets.url("all.css"),
    }


def test_without_a_connection_a_page_says_so_and_goes_on_by_itself(
    browser: Open, server: Served
) -> None:
    page = browser(OFFLINE, service_workers="allow")
    play_at_once(page, server)
    ready(page)
    table = page.url
    page.context.set_offline(True)
    for address in (table, server.url, f"{server.url}/me"):
        page.goto(address)
        expect(page.get_by_role("heading", name="No connection")).to_be_visible()
        assert page.url.rstrip("/") == address.rstrip("/")
        assert page.locator("#table").count() == 0
        assert "Anna" not in page.content()
    assert page.evaluate("getComputedStyle(document.querySelector('.button')).minHeight") != "auto"
    page.goto(table)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#table.deciding")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_without_a_connection_is_for_everybody(
    browser: Open, server: Served, theme: Any
) -> None:
    page = browser(color_scheme=theme)
    page.goto(f"{server.url}/offline")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
    assert nameless(page) == []


def test_a_table_never_comes_from_what_is_kept(browser: Open, server: Served) -> None:
    page = browser(service_workers="allow")
    play_at_once(page, server)
    ready(page)
    before = page.locator("#table").get_attribute("data-version")
    page.goto("about:blank")
    code = server.service.my_tables(_visitor(page))[0].code
    program = server.program()
    program.code, program.token = code, _token(page)
    view = program.get()
    program.post("decide", move=view["offers"][0]["moves"][0], step=view["step"], seat=0)
    page.goto(f"{server.url}/t/{code}")
    assert int(page.locator("#table").get_attribute("data-version") or 0) > int(before or 0)


def _token(page: Page) -> str:
    cookies = page.context.cookies()
    return next(one["value"] for one in cookies if one["name"] == visitors.COOKIE)


def _visitor(page: Page) -> str | None:
    return visitors.visitor_of(_token(page))


def test_a_newer_program_is_never_met_with_old_files(
    browser: Open, server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = browser(service_workers="allow")
    page.goto(server.url)
    ready(page)
    page.reload()
    old = assets.url("table.js")
    assert old in kept(page)
    real = assets.find

    def newer(name: str) -> assets.Asset | None:
        asset = real(name)
        if name != "table.js" or asset is None:
            return asset
        return assets._made(asset.body + b"\nwindow.newer = true;", name, asset.changed)

    monkeypatch.setattr(assets, "find", newer)
    monkeypatch.setattr(assets, "_urls", {})
    drawn._static_at.cache_clear()
    page.reload()
    until(page, "window.newer")
    ready(page)
    assert assets.url("table.js") != old


def test_another_worker_takes_over_and_throws_away_what_the_old_one_kept(
    browser: Open, server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = browser(service_workers="allow")
    page.goto(server.url)
    ready(page)
    page.reload()
    old = assets.url("all.css")
    assert old in kept(page)
    real = assets.bundle

    def newer() -> assets.Asset:
        asset = real()
        return assets._made(asset.body + b"\n.newer {}", assets.BUNDLE, asset.changed)

    monkeypatch.setattr(assets, "bundle", newer)
    monkeypatch.setattr(assets, "_urls", {})
    drawn._static_at.cache_clear()
    page.reload()
    soon(lambda: old not in kept(page) and assets.url("all.css") in kept(page), pause=0.05)


def test_a_device_is_told_while_its_browser_is_closed(
    browser: Open, server: Served, there: PushService
) -> None:
    ann = server.program().create(players=3)
    ben = server.program().join(ann.code, "Ben")
    page, device = with_push(browser, there, "/closed")
    become(page.context, server, ann)
    page.goto(f"{server.url}/t/{ann.code}")
    choose(page, "also while it is closed")
    expect(page.locator(".says")).to_contain_text("also while the browser is closed")
    assert "push=known" in page.evaluate("document.cookie")
    ann.post("start")
    expect(page.locator("#table.deciding")).to_be_visible()
    page.wait_for_timeout(500)
    assert not there.at("/closed")  # the page is open: it tells himself
    page.context.close()
    server.service.hub.presence._moment = 0.1
    (message,) = there.wait(1, "/closed")
    told = json.loads(device.read(message.body))
    assert (told["kind"], told["code"]) == ("turn", ann.code)
    assert ben.get()["status"] == "playing"


def test_a_device_is_switched_off_and_is_told_nothing_more(
    browser: Open, server: Served, there: PushService
) -> None:
    ann = server.program().create(players=3)
    ben = server.program().join(ann.code, "Ben")
    page, _ = with_push(browser, there, "/off")
    become(page.context, server, ann)
    page.goto(server.url)
    choose(page, "also while it is closed")
    expect(page.locator(".says")).to_contain_text("also while the browser is closed")
    page.reload()
    page.locator(".menu summary").click()
    expect(page.get_by_label("also while it is closed", exact=True)).to_be_checked()
    choose(page, "only the tab says so")
    expect(page.locator(".says")).to_be_hidden()
    until(page, "!localStorage.subscribed")
    soon(lambda: visitors.visitor_of(ann.token) not in server.service.notices._devices.people)
    with server.client(cookies={visitors.COOKIE: ben.token}) as other:
        other.post("/push/subscribe", data=fields(there, "/on")).raise_for_status()
    ann.post("start")
    there.wait(1, "/on")  # Ben, who owes a decision of the same step
    assert not there.at("/off")


def test_who_changes_his_mind_at_once_gets_what_he_wanted_last(
    browser: Open, server: Served, there: PushService
) -> None:
    page, _ = with_push(browser, there, "/mind")
    page.goto(server.url)
    choose(page, "also while it is closed")
    choose(page, "the browser notifies you")
    expect(page.locator(".says")).to_contain_text("You will be told here")
    assert page.evaluate("document.documentElement.dataset.notify") == "on"
    until(page, "!localStorage.subscribed")


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        ("localStorage.broken = 1", "push service does not answer"),
        ("delete window.PushManager", "home screen"),
    ],
)
def test_where_it_does_not_work_that_is_said_and_it_is_off(
    trouble: str, words: str, browser: Open, server: Served, there: PushService
) -> None:
    page, _ = with_push(browser, there, "/trouble")
    page.context.add_init_script(trouble)
    page.goto(server.url)
    page.locator(".menu summary").click()
    page.locator("label", has_text="also while it is closed").click()
    expect(page.locator(".says")).to_contain_text(words)
    expect(page.get_by_label("only the tab says so", exact=True)).to_be_checked()
    assert "notify=off" in page.evaluate("document.cookie")


def test_the_servers_refusal_is_shown_as_it_is(browser: Open) -> None:
    with served(push=False) as silent, push_service() as there:
        page, _ = with_push(browser, there, "/none", errors_allowed="404")
        page.goto(silent.url)
        choose(page, "also while it is closed")
        expect(page.locator(".says")).to_have_text(
            "This server sends no notices to browsers that are closed."
        )
        expect(page.get_by_label("only the tab says so", exact=True)).to_be_checked()


def test_a_server_with_another_key_is_told_of_the_device_anew(
    browser: Open, server: Served, there: PushService
) -> None:
    page, _ = with_push(browser, there, "/anew")
    page.context.add_cookies([{"name": "notify", "value": "push", "url": server.url}])
    page.context.add_init_script("localStorage.subscribed ??= 'AAAA'")
    page.goto(server.url)
    key = page.request.get(f"{server.url}/push/key").json()["key"]
    until(page, f"localStorage.subscribed === '{key}'")
    until(page, "document.cookie.includes('push=known')")
    assert _visitor(page) in server.service.notices._devices.people


def test_a_notice_is_shown_by_the_worker_and_leads_to_its_table(
    browser: Open, server: Served, there: PushService
) -> None:
    """What a push service would hand to the worker is handed to it by the browser's tools."""
    page, _ = with_push(browser, there, "/shown", viewport=PHONE)
    page.goto(f"{server.url}/rules")
    ready(page)
    session = page.context.new_cdp_session(page)
    registrations: list[dict[str, Any]] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registrations.extend(told["registrations"]),
    )
    session.send("ServiceWorker.enable")
    soon(lambda: page.evaluate("1") and registrations, "the worker's registration", pause=0.05)
    (known,) = {one["registrationId"] for one in registrations if not one["isDeleted"]}

    def push(**told: Any) -> None:
        session.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": server.url, "registrationId": known, "data": json.dumps(told)},
        )

    shown = """navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
      .then((all) => all.map(({ title, body, tag, data }) => [title, body, tag, data.path]))"""
    told = {"kind": "turn", "code": "abc234", "title": "Your turn", "body": "Table abc234"}
    push(**told, step=3)
    push(**told, step=4)
    push(kind="turn", code="../evil", step=1, title="?", body="")
    soon(lambda: len(page.evaluate(shown)) >= 2, "two notices", pause=0.05)
    assert sorted(page.evaluate(shown)) == [
        ["?", "", "mirabilia-../evil", "/"],
        ["Your turn", "Table abc234", "mirabilia-abc234", "/t/abc234"],
    ]


@pytest.mark.sweep
def test_a_server_that_is_down_is_said_to_be_and_its_table_goes_on(
    browser: Open, tmp_path: Path
) -> None:
    server = Mortal(tmp_path)
    server.start()
    try:
        page = browser(CUT_OFF, service_workers="allow")
        play_at_once(page, server)
        ready(page)
        server.stop(signal.SIGKILL)
        page.reload()
        expect(page.get_by_role("heading", name="No connection")).to_be_visible()
        server.start()
        expect(page.locator("#table.deciding")).to_be_visible()
        page.close()  # what it still fetches would be cut off
    finally:
        server.stop()
