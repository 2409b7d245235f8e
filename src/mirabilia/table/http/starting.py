"""The start page, as it is and with what was refused there."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from ..page import pages
from ..page.turns import Turns
from ..rooms.refused import Refused
from ..rooms.service import Service
from ..rooms.table_view import Options
from .asking import named_reader
from .showing import page_answer


async def start_page(
    request: Request,
    service: Service,
    visitor: str | None,
    name: str | None = None,
    refusals: Mapping[str, Refused] | None = None,
    *,
    code: str = "",
    until: str = "",
) -> Response:
    """The start page; with what was typed and why it was refused, by the field, if it was."""
    reader, refusals = await named_reader(request, service, visitor, name), refusals or {}
    html = pages.start_page(
        reader,
        options=service.last_options(visitor) or Options(),
        open_tables=service.open_tables(),
        my_games=service.my_tables(visitor),
        turns=turns_of(service, visitor),
        errors={field: refusal.told(reader.lang) for field, refusal in refusals.items()},
        code=code,
        until=until,
    )
    return page_answer(request, html, max((each.status for each in refusals.values()), default=200))


def turns_of(service: Service, visitor: str | None) -> Turns:
    """Where it is somebody's turn, for this page."""
    return Turns(
        service.slow.turns(visitor),
        service.slow.holidays.until(visitor),
        visitor is not None and service.has_seat(visitor),
    )
