"""Why a game does not go on, or might not: a pause, somebody who wants one, a nudge, a holiday."""

from __future__ import annotations

from dataclasses import dataclass

from ...texts import listed, texts
from ..rooms.table_view import TableView
from .progress import called

MOST = 2  # lines that are said at a time
PAUSED, ASKED, TOLD, NUDGED, HOLIDAY = "paused", "asked", "told", "nudged", "holiday"


@dataclass(frozen=True, slots=True)
class Halt:
    """What is said above the table; ``until``: when a holiday ends, by the wall clock."""

    kind: str
    words: str
    until: float | None = None


def halts(table_view: TableView, lang: str) -> list[Halt]:
    """What is to be said, what matters most first."""
    said, waits, names = texts(lang), table_view.waits, called(table_view, lang)
    _ = said.gettext
    found = []
    if waits.paused:
        if waits.by == table_view.seat and waits.by is not None:
            found.append(Halt(PAUSED, _("You have paused the game.")))
        elif waits.by is not None:
            found.append(Halt(PAUSED, _("%(name)s has paused the game.") % _by(names, waits.by)))
    if waits.agreed:
        first, *others = waits.agreed
        words = _("%(name)s asks for a pause.") % _by(names, first)
        if others:
            agreed = listed([names[seat] for seat in others], said)
            words += " " + _("Others agree: %(names)s.") % {"names": agreed}
        if waits.needed:
            needed = listed([names[seat] for seat in waits.needed], said)
            words += " " + _("Waiting for an answer of %(names)s.") % {"names": needed}
        found.append(Halt(ASKED, words))
    if waits.nudge and not waits.paused:
        words = _("%(name)s nudges you: your decision is awaited.") % _by(names, waits.nudge.by)
        found.append(Halt(NUDGED, words))
    if waits.stands and not waits.paused:
        found += [
            Halt(HOLIDAY, _("The clock stands: %(name)s is on holiday.") % _by(names, seat), until)
            for seat, until in waits.holidays.items()
            if seat in (table_view.view or {}).get("to_decide", ())
        ]
    if waits.declined is not None:
        words = _("%(name)s would rather play on.") % _by(names, waits.declined)
        found.append(Halt(TOLD, words))
    if waits.resumed is not None:
        words = _("%(name)s has let the game go on.") % _by(names, waits.resumed)
        found.append(Halt(TOLD, words))
    return found[:MOST]


def _by(names: tuple[str, ...], seat: int) -> dict[str, str]:
    return {"name": names[seat]}
