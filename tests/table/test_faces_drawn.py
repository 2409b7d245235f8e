"""Faces in a real browser: nothing is cut off or hangs out, on a laptop and on a phone."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.support import NullTranslations
from jinja2 import Environment, FileSystemLoader

import mirabilia.table.page
from mirabilia.catalogue import EDITIONS, EXPANSIONS, load
from mirabilia.table.page.faces.boards import board_face, shipyard_face
from mirabilia.table.page.faces.cards import face

FOLDER = Path(mirabilia.table.page.__file__).parent
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ADDRESS = "http://faces.test/"
TYPES = {".css": "text/css", ".svg": "image/svg+xml"}

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium here")

GALLERY = """\
<!doctype html><html lang="en"><meta charset="utf-8">
{% import "faces/macros.html" as draw with context %}
<link rel="stylesheet" href="/static/faces.css">
{% for one in boards %}{{ draw.board(one, [1]) }}{{ draw.board(one, [], "small") }}{% endfor %}
{% for face in faces %}{{ draw.card(face) }}{{ draw.card(face, "small") }}{% endfor %}
{% for yard in shipyards %}{{ draw.shipyard(yard, {"red": 3, "blue": 6}) }}{% endfor %}
"""

# Of each whole, the parts that must lie within it.
HANGING_OUT = """() => {
  const wholes = {
    ".face-full, .face-small": ".glyph-row, .face-name, .chains svg, .face-cost svg",
    ".face-band": ".glyph-row", ".face-body": ".face-cost svg, .chain-to svg",
    ".board": ".board-title", ".stage": ".glyph-row, .cost svg", ".space": ".glyph-row, .cost",
  };
  const found = [];
  for (const [whole, parts] of Object.entries(wholes))
    for (const outer of document.querySelectorAll(whole)) {
      const room = outer.getBoundingClientRect();
      for (const inner of outer.querySelectorAll(parts)) {
        const box = inner.getBoundingClientRect();
        const out = Math.max(room.left - box.left, box.right - room.right,
                             room.top - box.top, box.bottom - room.bottom);
        if (out > 2) {
          const thing = outer.closest("[data-face], [data-board], [data-shipyard]");
          found.push(`${JSON.stringify(thing.dataset)} ${whole}: ${out.toFixed(1)} px`);
        }
      }
    }
  return found;
}"""

EMPTY_DRAWINGS = """() => [...document.querySelectorAll("use")]
  .filter(use => use.getBBox().width === 0).map(use => use.getAttribute("href"))"""


@cache
def gallery(edition: str) -> str:
    printed = load(edition, EXPANSIONS)
    environment = Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
    )
    environment.install_gettext_translations(NullTranslations(), newstyle=True)  # type: ignore[attr-defined]
    environment.globals["static"] = lambda path: f"/static/{path}"
    ids = (*printed.cards, *printed.leaders, *printed.islands)
    return environment.from_string(GALLERY).render(
        faces=[face(printed, id, "en") for id in ids],
        boards=[board_face(printed, wonder, side, "en") for wonder, side in printed.boards],
        shipyards=[shipyard_face(printed, id, "en") for id in printed.shipyards],
    )


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("edition", EDITIONS)
def test_nothing_hangs_out_of_a_face(browser: Any, edition: str, width: int) -> None:
    def answer(route: Any) -> None:
        path = route.request.url.removeprefix(ADDRESS)
        if not path:
            route.fulfill(body=gallery(edition), content_type="text/html")
            return
        file = FOLDER / path
        route.fulfill(body=file.read_bytes(), content_type=TYPES[file.suffix])

    page = browser.new_page(viewport={"width": width, "height": 900})
    page.route(f"{ADDRESS}**", answer)
    page.goto(ADDRESS)
    assert page.evaluate(HANGING_OUT) == []
    assert page.evaluate(EMPTY_DRAWINGS) == []
    page.close()
