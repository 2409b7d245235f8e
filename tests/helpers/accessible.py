"""What a screen reader finds in a page, what of it has no name, and what axe-core finds wrong."""

from __future__ import annotations

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page

AXE = Axe()
NEEDS_NAME = ("button", "checkbox", "combobox", "link", "radio", "slider", "textbox", "region")
_ENTRY = re.compile(r"^\s*- '?(\w+)(?: \"(.*)\")?")

GROUPS = """
(part) => [...part.querySelectorAll("fieldset, [role=group], [role=radiogroup]")]
  .filter((group) => group.checkVisibility())
  .filter((group) => {
    const legend = group.querySelector(":scope > legend")?.textContent ?? "";
    return !(group.getAttribute("aria-label") ?? legend).trim();
  })
  .map((group) => group.outerHTML.slice(0, 120))
"""


def tree(part: Locator) -> list[tuple[str, str]]:
    """Role and name of everything in a part of a page, as a screen reader is given them."""
    found = (_ENTRY.match(line) for line in part.aria_snapshot().splitlines())
    return [(entry[1], entry[2] or "") for entry in found if entry]


def nameless(page: Page) -> list[str]:
    """Controls and groups without a name."""
    body = page.locator("body")
    controls = [role for role, name in tree(body) if role in NEEDS_NAME and not name.strip()]
    return controls + list(body.evaluate(GROUPS))


def violations(page: Page) -> list[str]:
    """What axe-core finds wrong with a page as it is now."""
    found = AXE.run(page).response["violations"]
    return [
        f"{one['id']} ({one['impact']}): {node['target']} {node['html'][:160]} "
        + "; ".join(check["message"] for check in [*node["any"], *node["all"], *node["none"]])
        for one in found
        for node in one["nodes"]
    ]
