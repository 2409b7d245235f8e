"""From whose side a spectator looks at a table; a cookie keeps it for the updates to come."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from ..rooms import visitors
from ..rooms.refused import Refused
from ..rooms.table_view import TableView

COOKIE = "side"
_MOST = 8  # tables that are remembered, the last ones
_LONGEST = 200
_PARTED = "."


def side_of(request: Request, table_view: TableView, asked: int | None = None) -> int:
    """The seat from whose side a spectator looks: the one asked for now, or before."""
    if asked is None:
        side = _sides(request).get(table_view.code, 0)
        return side if side < len(table_view.sitters) else 0
    if asked >= len(table_view.sitters):
        raise Refused("There is no seat %(seat)d at this table.", 400, seat=asked)
    return asked


def remember_side(request: Request, response: Response, table_view: TableView, side: int) -> None:
    """Look from there from now on."""
    kept = {code: at for code, at in _sides(request).items() if code != table_view.code}
    chosen = [*list(kept.items())[1 - _MOST :], (table_view.code, side)]
    value = _PARTED.join(f"{code}{at}" for code, at in chosen)
    response.set_cookie(
        COOKIE,
        value,
        httponly=True,
        samesite="lax",
        secure=request.app.state.settings.secure,
    )


def _sides(request: Request) -> dict[str, int]:
    """What the cookie says, as far as it can be read."""
    found: dict[str, int] = {}
    for text in request.cookies.get(COOKIE, "")[:_LONGEST].split(_PARTED):
        code, side = text[:-1], text[-1:]
        if visitors.CODE.fullmatch(code) and side.isascii() and side.isdecimal():
            found[code] = int(side)
    return found
