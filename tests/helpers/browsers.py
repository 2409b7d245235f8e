"""What people do in a browser, as tests do it: Chromium, driven by Playwright.

A test module that imports this is skipped where there is no Chromium. The fixtures are in
`browser_fixtures`: name them by ``pytest_plugins = ["browser_fixtures"]``.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

import waiting
from tables import Served
from waiting import soon

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
if CHROMIUM is None:
    pytest.skip("no Chromium here, so nothing is tried in a browser", allow_module_level=True)

from playwright.sync_api import Locator, Page, expect  # noqa: E402

Open = Callable[..., Page]
PATIENCE = 1000 * waiting.PATIENCE  # milliseconds, as Playwright counts
expect.set_options(timeout=PATIENCE)
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
SIZES = [(1440, 900), (1366, 650), (1280, 680), (1024, 768), (390, 844), (844, 390)]


class Mortal:
    """A server in a process of its own, that can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder = folder
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        where = ["--port", str(self.port), "--database", str(self.folder / "tables.sqlite")]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mirabilia.cli", "serve", "--no-open", *where],
            stdout=(self.folder / "server.log").open("ab"),
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        soon(self._answers, f"a server; see {self.folder / 'server.log'}", pause=0.2, seconds=180)

    def _answers(self) -> bool:
        assert self.process.poll() is None, (self.folder / "server.log").read_text()
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"{self.url}/health", timeout=waiting.PATIENCE).close()
            return True
        return False

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if how == signal.SIGKILL:
            os.killpg(self.process.pid, how)  # its workers too
        else:
            self.process.send_signal(how)
        self.process.wait(waiting.PATIENCE)


def play_at_once(page: Page, server: Served | Mortal, name: str = "Anna") -> None:
    page.goto(server.url)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#table.deciding")).to_be_visible()


def step(page: Page) -> str:
    """The step of the game that the page asks a decision for."""
    return page.locator('.decision:not(.done) [name="step"]').first.input_value()


def decide(page: Page) -> None:
    """Take the first thing on offer, and wait until it is taken."""
    now = step(page)
    open_form = page.locator(".decision:not(.done)").first
    if open_form.locator(".hand-card").count():
        open_form.locator(".hand-card").first.click()
        open_form.locator(".ways button:visible").first.click()
    else:
        pick(open_form.locator(".option").first)
    decided(page, now)


def pick(option: Locator) -> None:
    """Choose something that is no card of the hand, then confirm it."""
    option.locator("label").click()
    option.locator(".dock button").click()


def decided(page: Page, before: str) -> None:
    """Wait until a step is decided, or the next has come, or all is over."""
    same = page.locator(f'.decision:not(.done) [name="step"][value="{before}"]')
    expect(same).to_have_count(0)


def play_out(page: Page) -> int:
    """Play until the end; how many decisions it took."""
    count = 0
    while True:
        page.wait_for_selector("#table.deciding, #table.over")
        if page.locator("#table.over").count():
            return count
        decide(page)
        count += 1


def draft_at_once(page: Page, server: Served) -> None:
    """Three at a table with Leaders; the first to be picked are on offer."""
    page.goto(f"{server.url}/new")
    page.get_by_label("Your name").fill("Anna")
    page.locator('.choice:has([name="players"][value="3"])').click()
    page.locator('.choice:has([name="expansion"][value="leaders"])').click()
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#table.deciding .option-form")).to_be_visible()


def until(page: Page, holds: str) -> None:
    """Wait until a script finds that something holds. (The page's policy forbids `eval`, by which
    Playwright's own way of waiting for a script asks a second time.)
    """
    soon(lambda: page.evaluate(holds), holds, pause=0.02)


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(60):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is out of reach")


def box_of(locator: Locator) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what is seen."""
    box = locator.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]
