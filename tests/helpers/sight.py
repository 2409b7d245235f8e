"""What is seen of a table at each size of screen, and what is wrong with it.

A table stands in all screens at once, each a browser of its own; `Screens.show` puts its next state
into them, as an update would, and `Screens.look` says what a reader would complain about.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from browsers import Open
from mirabilia import Game
from mirabilia.table.page import pages
from stacked import StackedTable
from table_views import table_view_of

FINGER = {"has_touch": True, "is_mobile": True}
SCREENS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1440, "height": 900}},
    "laptop": {"viewport": {"width": 1366, "height": 650}},
    "small laptop": {"viewport": {"width": 1280, "height": 680}},
    "tablet": {"viewport": {"width": 1024, "height": 768}},
    "zoomed": {"viewport": {"width": 720, "height": 450}, "device_scale_factor": 2},  # 200 %
    "phone": {"viewport": {"width": 390, "height": 844}, **FINGER},
    "lying phone": {"viewport": {"width": 844, "height": 390}, **FINGER},
}
MOST_SHIFT = 0.1
SCRIPT = (Path(__file__).parent / "sight.js").read_text(encoding="utf-8")


class QuietTable(StackedTable):
    """A stacked table of which nothing is heard by itself, not even that the line is lost."""

    def serve(self, page: Page) -> None:
        page.add_init_script(
            "window.EventSource = class { addEventListener() {} close() {} readyState = 1; }"
        )
        super().serve(page)
        page.evaluate("import('/static/seat.js').then(() => 0)")


class Screens:
    """One table on several screens; those that are not looked at are left as they are."""

    def __init__(self, browser: Open, game: Game, names: Iterable[str], **options: Any) -> None:
        self.game = game
        self.pages: dict[str, Page] = {}
        for name in names:
            page = browser(**SCREENS[name], reduced_motion="reduce", **options)
            page.add_init_script(SCRIPT)
            QuietTable(game).serve(page)
            self.pages[name] = page
        self.looked_at = list(self.pages)

    def _ask(self, script: str, argument: object = None) -> dict[str, Any]:
        return {name: self.pages[name].evaluate(script, argument) for name in self.looked_at}

    def show(self) -> None:
        """The table as it stands now, as an update would bring it."""
        html = pages.fragment(table_view_of(self.game, 0), "en", link="http://stacked.test/t/abc")
        self._ask("html => import('/static/swap.js').then(({ swap }) => swap(html, true))", html)

    def look(self, when: str, *, briefly: bool = False) -> list[str]:
        """What is wrong on any of the screens; briefly: without letters and fingers."""
        return [
            f"{when}, {name}: {wrong}"
            for name in self.looked_at
            for wrong in complaints(self.pages[name], briefly=briefly)
        ]

    def shifts(self, when: str) -> list[str]:
        """On which screens too much has jumped since this was asked last."""
        return [
            f"{when}, {name}: shifted by {shift['value']:.2f}: {shift['moved']}"
            for name, shift in self._ask("sight.shifted()").items()
            if shift["value"] > MOST_SHIFT
        ]

    def choose(self, at: int) -> None:
        """Open the card or option at a place, without a click: a click would hide what jumps."""
        self._ask("at => sight.choose(at)", at)

    def close(self) -> None:
        self._ask("sight.close()")


def complaints(page: Page, *, briefly: bool = False) -> list[str]:
    """What is wrong with what a page shows now."""
    touched = page.evaluate("matchMedia('(pointer: coarse)').matches")
    how = {"touched": touched, "briefly": briefly}
    found: list[str] = page.evaluate("how => sight.complaints(how)", how)
    return found
