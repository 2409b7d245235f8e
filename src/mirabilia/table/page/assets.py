"""Static files: read once, with a hash in their address so that browsers may keep them.

Which ones there are is looked up once; a name that a stranger sends is only compared with theirs.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import mimetypes
import re
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "static"
_LONG = "public, max-age=31536000, immutable"
_FRESH = 2.0  # seconds; a page names icons by the hundred
_TEXTS = ("text/", "application/json", "application/javascript", "image/svg")

BUNDLE = "all.css"
SHEETS = (
    "faces.css",
    "story.css",
    "table.css",
    "watch.css",
    "lobby.css",
    "card.css",
    "look-up.css",
    "ending.css",
    "notice.css",
    "talk-door.css",
    "slow.css",
    "lesson.css",
    "sizes.css",
)
_COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
_LINE_COMMENT = re.compile(rb"^\s*//.*$", re.MULTILINE)
_SPACE = re.compile(rb"\s*\n\s*")


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent."""

    body: bytes
    packed: bytes | None  # compressed, where that is worth it
    kind: str
    etag: str
    changed: float


_cache: dict[str, Asset] = {}
_urls: dict[str, tuple[float, str]] = {}


@cache
def _files() -> dict[str, Path]:
    """Every file there is, by the one name it has."""
    found = (path for path in FOLDER.rglob("*") if path.is_file())
    return {path.relative_to(FOLDER).as_posix(): path for path in found if path.name[0] != "."}


def bundle() -> Asset:
    """All style sheets as one file, without their comments: one request, and compressed better."""
    found = [asset for sheet in SHEETS if (asset := find(sheet))]
    changed = max(asset.changed for asset in found)
    asset = _cache.get(BUNDLE)
    if asset is None or asset.changed != changed:
        text = b"".join(asset.body for asset in found)
        asset = _cache[BUNDLE] = _made(_SPACE.sub(b"\n", _COMMENT.sub(b"", text)), BUNDLE, changed)
    return asset


def find(name: str) -> Asset | None:
    """A file of the static folder; None for what is not there."""
    if name == BUNDLE:
        return bundle()
    path = _files().get(name)
    if path is None:
        return None
    asset = _cache.get(name)
    with contextlib.suppress(OSError):  # while the package is replaced, as it was
        changed = path.stat().st_mtime
        if asset is None or asset.changed != changed:
            asset = _cache[name] = _read(path, changed)
    return asset


def _read(path: Path, changed: float) -> Asset:
    body = path.read_bytes()
    if path.suffix == ".js":  # no text of ours goes over lines
        body = _SPACE.sub(b"\n", _LINE_COMMENT.sub(b"", body))
    return _made(body, path.name, changed)


def _made(body: bytes, name: str, changed: float) -> Asset:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if name.endswith((".js", ".mjs")):
        kind = "text/javascript"
    packed = gzip.compress(body, 9, mtime=0) if kind.startswith(_TEXTS) else None
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    return Asset(body, packed, kind, hashlib.sha256(body).hexdigest()[:16], changed)


def url(name: str) -> str:
    """The address of a static file, with its version; looked up anew now and then."""
    now = time.monotonic()
    until, address = _urls.get(name, (0.0, ""))
    if now > until:
        asset = find(name)
        address = f"/static/{name}?v={asset.etag}" if asset else f"/static/{name}"
        _urls[name] = now + _FRESH, address
    return address


def headers(asset: Asset, versioned: bool) -> dict[str, str]:
    return {
        "ETag": f'"{asset.etag}"',
        "Cache-Control": _LONG if versioned else "no-cache",
        "Vary": "Accept-Encoding",
    }
