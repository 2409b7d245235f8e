"""The pages as an app: how a system shows it, what its worker keeps, what is shown without a
connection.

The worker (``worker.js``) keeps static files under addresses that have their version in them, and
the page for when there is no connection. Its first lines name what most pages need with its
version, so that it is another worker, with room of its own, whenever some of that has changed.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from ...texts import of_pages, texts
from . import assets
from .drawn import SPRITES
from .reader import Reader, whole_page

ICONS = {  # by their files: sizes, and what for
    "icon.svg": ("any", "any"),
    "app-192.png": ("192x192", "any"),
    "app-512.png": ("512x512", "any"),
    "app-mask-192.png": ("192x192", "maskable"),
    "app-mask-512.png": ("512x512", "maskable"),
}
BADGE = "app-badge.png"
GROUND, ACCENT = "#f4eee2", "#a8472c"
OFFLINE = "/offline"
_KEPT = ("all.css", "icon.svg", "offline.js")  # what that page needs


def manifest(lang: str) -> str:
    """What a system wants to know of an app that is installed."""
    _ = texts(lang).gettext
    told: dict[str, Any] = {
        "id": "/",
        "name": "Mirabilia",
        "short_name": "Mirabilia",
        "description": _("Play 7 Wonders with friends and bots, without an account."),
        "lang": of_pages(lang),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": ACCENT,
        "categories": ["games"],
        "icons": [_icon(name, *about) for name, about in ICONS.items()],
    }
    return json.dumps(told, ensure_ascii=False)


def _icon(name: str, sizes: str, purpose: str) -> dict[str, str]:
    kind = "image/svg+xml" if name.endswith(".svg") else "image/png"
    return {"src": assets.url(name), "sizes": sizes, "type": kind, "purpose": purpose}


def worker() -> str:
    """The service worker, with what it keeps from the beginning."""
    asset = assets.find("worker.js")
    assert asset is not None
    named = [assets.url(name) for name in (*_KEPT, "table.js", *SPRITES)]
    known = {
        "OFFLINE": OFFLINE,
        "KEPT": named[: len(_KEPT)],
        "ICON": assets.url("app-192.png"),
        "BADGE": assets.url(BADGE),
        "VERSION": hashlib.sha256(" ".join([asset.etag, *named]).encode()).hexdigest()[:16],
    }
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in known.items())
    return head + asset.body.decode()


def offline_page(reader: Reader) -> str:
    """What is shown when the server can't be reached; the same for everybody."""
    return whole_page("offline.html", reader)
