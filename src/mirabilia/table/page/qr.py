"""A link as a QR code, for the camera of a telephone."""

from __future__ import annotations

import io
from functools import lru_cache

import segno

_QUIET = 3  # modules of white around the code, so that cameras find it


@lru_cache(maxsize=64)
def drawn(link: str) -> bytes:
    """The code as an SVG; a ValueError if the link is too long for one."""
    out = io.BytesIO()
    code = segno.make_qr(link, error="m")
    code.save(out, kind="svg", border=_QUIET, dark="#000", light="#fff", omitsize=True, nl=False)
    return out.getvalue()
