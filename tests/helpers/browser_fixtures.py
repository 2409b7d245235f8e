"""Browsers for tests, and a server for them.

Every page that a test opens is listened to: an error in the console, or something the
Content-Security-Policy had to refuse, fails the test.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from browsers import CHROMIUM, DESK, PATIENCE, Open
from tables import Served, served


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served(workers=1) as found:
        yield found


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        sandbox = [] if os.geteuid() else ["--no-sandbox"]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=sandbox)
        yield browser
        browser.close()


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Open]:
    """Opens a browser of its own with one page; all are listened to for errors."""
    wrong: list[str] = []
    contexts: list[BrowserContext] = []

    def open_page(errors_allowed: str = "", **options: Any) -> Page:
        # A worker would fetch what tests want to see fetched; where it matters they allow it.
        usual = {"viewport": DESK, "locale": "en-GB", "service_workers": "block"}
        context = chromium.new_context(**{**usual, **options})
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()

        def heard(kind: str, text: str) -> None:
            if kind == "error" and not (errors_allowed and re.search(errors_allowed, text)):
                wrong.append(text)

        page.on("console", lambda message: heard(message.type, message.text))
        page.on("pageerror", lambda error: heard("error", str(error)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not wrong, "\n".join(wrong)
