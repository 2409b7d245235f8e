"""What changes on a page within a step: whose decision is awaited, and what the reader has chosen.

Everything else stays until the step is done. So an update within a step is these few words, with
the reader's own part (``TableView.own_part``) where that has changed, and no page is made anew.
"""

from __future__ import annotations

from typing import Any

from ...catalogue import AGES
from ...texts import N_, listed, texts
from ..rooms.table_view import PLAYING, TableView

THINKING, DECIDED, QUIET = "thinking", "decided", "quiet"
MOST_NAMED = 4


def state(table_view: TableView, seat: int) -> str:
    """Whether a seat is awaited, has decided, or has nothing to decide."""
    assert table_view.view is not None
    if seat in table_view.view["to_decide"]:
        return THINKING
    return DECIDED if seat in table_view.view["decided"] else QUIET


def called(table_view: TableView, lang: str) -> tuple[str, ...]:
    """Who sits where; the Free City by its name in the reader's language."""
    if table_view.options.players != 2:
        return table_view.names
    city = texts(lang).gettext(N_("Free City"))
    return (*table_view.names[:2], city)


def awaited(table_view: TableView, lang: str) -> str:
    """Whose decision is awaited."""
    said = texts(lang)
    _, own = said.gettext, table_view.seat
    if table_view.waits.paused:
        return _("The game is paused")
    if pace := table_view.pace:
        return _("The bots wait") if pace.paused else _("The bots play")
    names = called(table_view, lang)
    waiting = range(len(names))
    others = [
        names[seat] for seat in waiting if seat != own and state(table_view, seat) == THINKING
    ]
    mine = [offer.seat for offer in table_view.offers if offer.choice is None]
    if mine and own not in mine:
        return _("Decide for the Free City")
    if mine:
        return _("Your turn") if others else _("Your turn: all wait for you")
    if len(others) > MOST_NAMED:
        return _("Waiting for %(number)d others") % {"number": len(others)}
    if others:
        return _("Waiting for %(names)s") % {"names": listed(others, said)}
    return _("The turn is being played …")


def states(table_view: TableView) -> str:
    """The state of every seat, each by its first letter."""
    return "".join(state(table_view, seat)[0] for seat in range(len(table_view.sitters)))


def owes(table_view: TableView) -> bool:
    """Whether the reader has yet to decide something."""
    paused = table_view.waits.paused
    return not paused and any(offer.choice is None for offer in table_view.offers)


def title(table_view: TableView, lang: str) -> str:
    """For the browser's tab."""
    assert table_view.view is not None
    _ = texts(lang).gettext
    if owes(table_view):
        return _("● Your turn · Mirabilia")
    return _("Age %(age)s · Mirabilia") % {"age": AGES[table_view.view["age"]]}


def turn(table_view: TableView) -> int | None:
    """The step in which the reader, or somebody at his device, owes a decision; None if nobody."""
    device = None if table_view.waits.paused else table_view.device
    return table_view.step if owes(table_view) or (device and device.asked) else None


def progress(table_view: TableView, lang: str) -> dict[str, Any]:
    """The update within a step, but for the reader's own part."""
    assert table_view.status == PLAYING
    return {
        "code": table_view.code,
        "version": table_view.version,
        "rest": table_view.rest,
        "states": states(table_view),
        "awaited": awaited(table_view, lang),
        "title": title(table_view, lang),
        "turn": turn(table_view),
        "seconds": table_view.seconds_left,
    }
