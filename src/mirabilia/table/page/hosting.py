"""The host's page; a seat that waits for who has a link; the page that such a link leads to."""

from __future__ import annotations

from ..rooms.handing import GIVE
from ..rooms.hosting import Ticket
from ..rooms.table_view import TableView
from . import qr
from .reader import Reader, whole_page


def host_page(table_view: TableView, reader: Reader, *, talk_closed: bool) -> str:
    """All that the host can do, each with a question before it is done."""
    return whole_page("host.html", reader, table_view=table_view, talk_closed=talk_closed)


def ticket_page(ticket: Ticket, reader: Reader, link: str) -> str:
    """A link for a seat, also as a picture for a camera; a ValueError if it is too long for one."""
    picture = qr.drawn(link).decode()
    return whole_page(
        "ticket.html", reader, ticket=ticket, link=link, picture=picture, given=ticket.kind == GIVE
    )


def taking_page(ticket: Ticket, reader: Reader, error: str = "") -> str:
    """Where such a link leads: a button takes the seat. ``error``: why it could not be taken."""
    return whole_page(
        "take_seat.html", reader, ticket=ticket, given=ticket.kind == GIVE, error=error
    )
