"""How soon a browser that has never been here shows a page of a server that runs:
python scripts/first_paint.py http://127.0.0.1:8007

The start page and two tables in mid-game, one of four and one of seven with everything, are opened
with empty caches, at a laptop's size and at a phone's, there also with a quarter of the processor.
Told is the first contentful paint, as the browser counts it: the median of several and the worst.
"""

from __future__ import annotations

import argparse
import random
import shutil
import time
from statistics import median
from typing import Any

import httpx
from playwright.sync_api import Browser, sync_playwright

TARGET = 700.0  # milliseconds
STEP = 10  # of the game, at which the table is looked at
SIZES = {"laptop": (1366, 650, 1), "phone": (390, 844, 1), "slow phone": (390, 844, 4)}
TABLES: dict[str, dict[str, Any]] = {
    "a table of four": {"players": 4},
    "seven with everything": {"players": 7, "expansions": ["leaders", "cities", "armada"]},
}
PAINT = """() => new Promise(resolve => {
  const found = () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
  if (found()) resolve(found());
  else new PerformanceObserver(() => found() && resolve(found())).observe({ type: "paint" });
})"""


def begin(client: httpx.Client, setup: dict[str, Any]) -> tuple[str, str]:
    """A table in mid-game, and the token of its only person."""

    def ask(method: str, path: str, body: object = None) -> Any:
        answer = client.request(method, f"/api/tables{path}", json=body)
        answer.raise_for_status()
        return answer.json()

    seated = ask("POST", "", {"name": "Ann", "level": "random", "begin": True, **setup})
    client.headers["Authorization"] = f"Bearer {seated['token']}"
    chance = random.Random(1)
    while (table := ask("GET", f"/{seated['code']}"))["step"] < STEP:
        for offer in table["offers"]:
            if offer["choice"] is None:
                move = {"move": chance.choice(offer["moves"]), "seat": offer["seat"]}
                ask("POST", f"/{seated['code']}/decide", {**move, "step": table["step"]})
                break
        else:
            time.sleep(0.02)
    del client.headers["Authorization"]
    return f"/t/{seated['code']}", seated["token"]


def paint(browser: Browser, url: str, token: str, size: tuple[int, int, int]) -> float:
    wide, high, slower = size
    context = browser.new_context(viewport={"width": wide, "height": high})
    try:
        if token:
            context.add_cookies([{"name": "mirabilia", "value": token, "url": url}])
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        page.goto(url)
        return float(page.evaluate(PAINT))
    finally:
        context.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("--times", type=int, default=9)
    options = parser.parse_args()
    with httpx.Client(base_url=options.url, timeout=60) as client:
        pages = {"the start page": ("/", "")}
        pages |= {what: begin(client, setup) for what, setup in TABLES.items()}
    missed = False
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for what, (path, token) in pages.items():
            for name, size in SIZES.items():
                paint(browser, options.url + path, token, size)
                found = [
                    paint(browser, options.url + path, token, size) for _ in range(options.times)
                ]
                missed |= median(found) > TARGET
                print(f"{what}, {name}: {median(found):.0f} ms, worst {max(found):.0f} ms")
        browser.close()
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main())
