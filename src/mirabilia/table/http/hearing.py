"""What is said at tables, on streams: numbered, and sent again when missed.

Who wants to hear it asks for ``t=CODE:VERSION.TALK``, the last being a ``Mark``; to all others
nothing is sent. Nothing of it touches a table's version.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from starlette.requests import Request

from ..page import talk as talk_page
from ..rooms import visitors
from ..rooms.refused import Refused
from ..rooms.talk import Mark
from ..rooms.talking import Heard
from .asking import language

if TYPE_CHECKING:
    from ..rooms.service import Service

Tell = Callable[[Heard], tuple[str, Mapping[str, Any]]]


class TalkTeller:
    """What a listener has heard of each table, and what is new to him."""

    def __init__(
        self,
        service: Service,
        visitor: str | None,
        asked: Iterable[str],
        last_id: str | None,
        tell: Tell,
    ) -> None:
        self._service, self._visitor, self._tell = service, visitor, tell
        self._marks = read_marks(asked, last_id)

    def known(self, code: str) -> str:
        """How much of a table's talk has been sent, for the id of an event."""
        mark = self._marks.get(code)
        return "" if mark is None else f".{mark}"

    async def news(self, code: str) -> tuple[str, Mapping[str, Any]] | None:
        """What was said since, if the listener wants to hear it."""
        mark = self._marks.get(code)
        talking = self._service.talking
        try:
            if mark is None:
                return None
            mark = self._marks[code] = talking.at_most(code, self._visitor, mark)
            if not talking.has_news(code, self._visitor, mark):
                return None
            heard = await talking.heard(code, self._visitor, mark)
        except Refused:
            return None  # that the table is gone is told by itself
        self._marks[code] = heard.mark
        return self._tell(heard) if heard.lines else None


def read_marks(asked: Iterable[str], last_id: str | None) -> dict[str, Mark]:
    """How much is known of the talk of the tables that were asked for; a later id counts more.

    >>> read_marks(["abc234:3.0.0", "xyz789:1"], "abc234:7.12.3,xyz789:1.1.1")
    {'abc234': Mark(table=12, team=3)}
    """
    found: dict[str, Mark] = {}
    for text in asked:
        code, mark = _entry(text)
        if mark is not None:
            found[code] = mark
    for text in (last_id or "")[:4000].split(","):
        with suppress(Refused):
            code, mark = _entry(text)
            if mark is not None and code in found:
                found[code] = max(found[code], mark)
    return found


def _entry(text: str) -> tuple[str, Mark | None]:
    code, _, rest = text.partition(":")
    mark = rest.partition(".")[2]
    return visitors.read_code(code), Mark.read(mark) if mark else None


def for_browser(
    request: Request, service: Service, visitor: str | None, asked: Iterable[str]
) -> TalkTeller:
    """A browser is told in lines of HTML."""
    lang = language(request)
    last_id = request.headers.get("last-event-id")

    def tell(heard: Heard) -> tuple[str, Mapping[str, Any]]:
        return "talk", talk_page.news(heard, lang)

    return TalkTeller(service, visitor, asked, last_id, tell)
