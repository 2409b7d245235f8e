"""Table views as the text of their JSON: what everybody knows is written once for all seats.

Of a seat's view, a part is taken from what was written for all only if it is the very object that
everybody is shown (K1); whatever a seat has of its own is written for it alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...game.codec import Event
from ..rooms.table_view import Kept, TableView
from . import answers
from .answers import as_json

_NOTHING = object()


def update(table_view: TableView, since: int) -> tuple[str, str]:
    """A program's update: everything, and the events since the version it knows."""
    return "update", table(table_view, table_view.events_until(since))


def table(table_view: TableView, first_event: int = 0) -> str:
    """All that a seat, or a spectator, may see."""
    kept, first = table_view.kept, first_event
    events = ",".join(
        [_event(kept, first + at, event) for at, event in enumerate(table_view.events[first:])]
    )
    view = "null" if table_view.view is None else _view(table_view, table_view.view)
    rest = as_json(answers.around(table_view))
    return f'{rest[:-1]},"view":{view},"events":[{events}]}}'


def _event(kept: Kept, number: int, event: Event) -> str:
    if event.hidden_from:
        return as_json(answers.event(number, event))
    return kept.once(("event", number), lambda: as_json(answers.event(number, event)))


def _view(table_view: TableView, view: Mapping[str, Any]) -> str:
    public = table_view.public
    shared = table_view.kept.once("public", lambda: _Shared(public))
    if shared.public is not public:
        shared = _Shared(public)
    return shared.view(view)


class _Shared:
    """What everybody knows in a step, each part written when it is first asked for."""

    def __init__(self, public: Mapping[str, Any]) -> None:
        self.public = public
        self._parts: dict[tuple[str, ...], str] = {}
        self._seats: dict[int, str] = {}

    def view(self, view: Mapping[str, Any]) -> str:
        public, own = self.public, dict[str, Any]()
        same = []
        for key, value in view.items():
            if value is public.get(key, _NOTHING):
                same.append(key)
            elif key != "seats":
                own[key] = value
        parts = [part[1:-1] for part in (self._part(tuple(same)), as_json(own)) if part != "{}"]
        if "seats" not in same:
            seats = ",".join([self._seat(*each) for each in enumerate(view["seats"])])
            parts.append(f'"seats":[{seats}]')
        return f"{{{','.join(parts)}}}"

    def _part(self, keys: tuple[str, ...]) -> str:
        if keys not in self._parts:
            self._parts[keys] = as_json({key: self.public[key] for key in keys})
        return self._parts[keys]

    def _seat(self, seat: int, entry: Mapping[str, Any]) -> str:
        seats = self.public.get("seats", ())
        if seat >= len(seats) or entry is not seats[seat]:
            return as_json(entry)
        if seat not in self._seats:
            self._seats[seat] = as_json(entry)
        return self._seats[seat]
