"""Draws the icons of the installed app, as PNG, from the one drawing there is.

    python scripts/draw_icons.py

The drawing is `page/static/icon.svg`. Systems want it in a few sizes; *maskable* is one whose
ground goes to the edges and whose drawing stays within the circle that every system shows; the
badge is the drawing alone, of which only the shape counts. Chromium makes the pictures
(Playwright, as in the tests); they are committed, so that nobody needs this to install or to run
anything.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).parents[1] / "src" / "mirabilia" / "table" / "page" / "static"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="{size}" height="{size}">'
SAFE = 0.68  # of the drawing, so that its corners stay within the circle


def drawings() -> dict[str, tuple[int, str]]:
    """Size and SVG of each picture, by its file."""
    whole = re.sub(r"^<svg[^>]*>|</svg>\s*$", "", (FOLDER / "icon.svg").read_text("utf-8"))
    found = re.fullmatch(r"(<rect [^>]*/>)(<path [^>]*/>)", whole)
    if found is None:
        raise ValueError("icon.svg is not a ground and a drawing any more")
    ground, drawing = re.sub(r' rx="\d+"', "", found[1]), found[2]
    away = 16 * (1 - SAFE)
    masked = f'{ground}<g transform="translate({away} {away}) scale({SAFE})">{drawing}</g>'
    shape = re.sub(r'stroke="[^"]*"', 'stroke="#fff"', drawing)
    return {
        "app-192.png": (192, whole),
        "app-512.png": (512, whole),
        "app-mask-192.png": (192, masked),
        "app-mask-512.png": (512, masked),
        "app-badge.png": (96, shape),
    }


def main() -> int:
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    if chromium is None:
        print("There is no Chromium here.", file=sys.stderr)
        return 1
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        for name, (size, inside) in drawings().items():
            page.set_viewport_size({"width": size, "height": size})
            svg = f"{SVG.format(size=size)}{inside}</svg>"
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{svg}")
            page.screenshot(path=FOLDER / name, omit_background=True)
            print(f"{name}: {(FOLDER / name).stat().st_size} bytes")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
