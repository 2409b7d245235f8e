"""Who may ask how often: by address, and by seat for those who have one.

A token is quickly made up, so it counts only once who has it has a seat somewhere; all others of an
address are one. To ask for tables that are not there is to guess codes, and soon ends; then nobody
of that address learns whether a table is there, save those who sit at it.
"""

from __future__ import annotations

import re

from starlette.datastructures import QueryParams
from starlette.types import Scope

from ..limits import Limit
from ..rooms import visitors
from ..rooms.service import Service
from ..settings import Settings
from .addresses import address_of

# What takes room that others may want: tables, pads, codes for other devices, devices to be told.
_OPENING = (
    *("/play", "/first", "/watch", "/tables", "/api/tables", "/pad", "/position", "/me/lend"),
    "/push/subscribe",
)
_COSTLY = ("/hint", "/takeback")
STREAMS = ("/stream", "/api/stream")
UPLOAD = "/r"  # where records are brought
LONG = (UPLOAD, "/position")  # where more may be sent than a player has to say
_GUESSES = "mirabilia.guesses"  # in a scope: how many codes it has that are not known here
_TABLE = re.compile(r"/(?:t|r|api/tables)/([^/]+)")


class Rates:
    """All limits of a server."""

    def __init__(self, settings: Settings) -> None:
        self._address = Limit(*settings.address_limit)
        self._play = Limit(*settings.play_limit)
        self._create = Limit(*settings.create_limit)
        self._upload = Limit(*settings.upload_limit)
        self._hint = Limit(*settings.hint_limit)
        self._address_hint = Limit(*settings.address_hint_limit)
        self._guess = Limit(*settings.guess_limit)

    def allow(self, scope: Scope, service: Service, visitor: str | None) -> bool:
        path, address = scope["path"], address_of(scope)
        if path == "/health":
            return True
        if not self._address.allows(address):
            return False
        if path.startswith("/static/"):
            return True
        own = visitor if visitor and service.has_seat(visitor) else address
        if not self._play.allows(own):
            return False
        if scope["method"] == "POST":
            opens = path in _OPENING or path.endswith("/rematch")
            if opens and not self._create.allows(address):
                return False
            if path == UPLOAD and not self._upload.allows(address):
                return False
            if path.endswith(_COSTLY) and not (
                self._hint.allows(own) and self._address_hint.allows(address)
            ):
                return False
        return self._may_look(scope, service, visitor)

    def forgive(self, scope: Scope, right: int) -> None:
        """So many codes that were not known here are those of tables all the same, elsewhere."""
        if guesses := min(right, scope.pop(_GUESSES, 0)):
            self._guess.give_back(address_of(scope), guesses)

    def _may_look(self, scope: Scope, service: Service, visitor: str | None) -> bool:
        codes = _codes(scope)
        strange = {code for code in codes if not (visitor and service.has_seat(visitor, code))}
        if not strange:
            return True
        if guesses := sum(not service.knows(code) for code in strange):
            scope[_GUESSES] = guesses
        return self._guess.allows(address_of(scope), guesses)


def _codes(scope: Scope) -> set[str]:
    """The codes of the tables a request is about."""
    path: str = scope["path"]
    if path in STREAMS:
        asked = QueryParams(scope["query_string"]).getlist("t")
        texts = [text.partition(":")[0] for text in asked]
    else:
        found = _TABLE.match(path)
        texts = [found[1]] if found else []
    codes = {visitors.read_code(text) for text in texts}
    return {code for code in codes if visitors.CODE.fullmatch(code)}
