"""What changes on a page within a step: whose decision is awaited.

Everything else stays until the step is done, save a reader's own part (``TableView.own_part``). So
an update within a step is these few words, and no page is made anew for it.
"""

from __future__ import annotations

from typing import Any

from ..rooms.table_view import PLAYING, TableView
from ..texts import texts
from .goods import listed

THINKING, DECIDED, QUIET = "thinking", "decided", "quiet"
MOST_NAMED = 4


def state(table_view: TableView, seat: int) -> str:
    """Whether a seat is awaited, has decided, or has nothing to decide."""
    assert table_view.view is not None
    if seat in table_view.view["to_decide"]:
        return THINKING
    return DECIDED if seat in table_view.view["decided"] else QUIET


def awaited(table_view: TableView, lang: str) -> str:
    """Whose decision is awaited."""
    said = texts(lang)
    say, own = said.gettext, table_view.seat
    if pace := table_view.pace:
        return say("The bots wait") if pace.paused else say("The bots play")
    waiting = range(len(table_view.names))
    others = [
        table_view.names[seat]
        for seat in waiting
        if seat != own and state(table_view, seat) == THINKING
    ]
    mine = [offer.seat for offer in table_view.offers if offer.choice is None]
    if mine and own not in mine:
        return say("Decide for the Free City")
    if mine:
        return say("Your turn") if others else say("Your turn: all wait for you")
    if len(others) > MOST_NAMED:
        return say("Waiting for %(number)d others") % {"number": len(others)}
    if others:
        return say("Waiting for %(names)s") % {"names": listed(others, said)}
    return say("The turn is being played …")


def states(table_view: TableView) -> str:
    """The state of every seat, each by its first letter."""
    return "".join(state(table_view, seat)[0] for seat in range(len(table_view.names)))


def progress(table_view: TableView, lang: str) -> dict[str, Any]:
    """The update within a step, for whose own part has not changed."""
    assert table_view.status == PLAYING
    return {
        "code": table_view.code,
        "version": table_view.version,
        "rest": table_view.rest,
        "states": states(table_view),
        "awaited": awaited(table_view, lang),
        "seconds": table_view.seconds_left,
    }
