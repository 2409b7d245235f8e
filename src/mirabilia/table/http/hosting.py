"""What a host does about a table under way, and seats that change hands, for browsers.

Links with a pass only show a page with a button: what fetches links ahead changes nothing.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from ..page import hosting as host_page
from ..rooms import visitors
from ..rooms.handing import GIVE
from ..rooms.hosting import Ticket
from ..rooms.refused import Refused
from .asking import Sent, TheService, Visitor, named_reader, reader_of, wants_json
from .showing import address_to, page_answer, remember, shown, to_table

router = APIRouter(include_in_schema=False)
_LONGEST_SHOWN = 40
_MENDABLE = (400, 409)  # what can be put right in the same form


@router.get("/t/{code}/host")
async def host(request: Request, service: TheService, visitor: Visitor, code: str) -> Response:
    """All that the host can do."""
    table_view = await service.table_view(code, visitor, quotes=False)
    if not table_view.host:
        raise Refused("Only the host of this table can do that.", 403)
    heard = await service.talking.heard(code, visitor)
    page = host_page.host_page(table_view, reader_of(request), talk_closed=heard.closed)
    return page_answer(request, page)


@router.post("/t/{code}/host/remove")
async def take_off(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    await service.hosting.take_off(code, visitor, fields.needed("seat"), fields.text("who"))
    return await shown(request, service, visitor, code)


@router.post("/t/{code}/host/replace")
async def bench(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    await service.hosting.bench(code, visitor, fields.needed("seat"), fields.text("who"))
    return await shown(request, service, visitor, code)


@router.post("/t/{code}/host/give")
async def give(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    """A link for a seat that a bot plays, shown once."""
    seat, who = fields.needed("seat"), fields.text("who")
    return _ticket_page(request, await service.hosting.give(code, visitor, seat, who))


@router.post("/t/{code}/host/close")
async def shut(request: Request, service: TheService, visitor: Visitor, code: str) -> Response:
    await service.hosting.shut(code, visitor)
    return to_table(visitors.read_code(code))


@router.post("/t/{code}/elsewhere")
async def carry(request: Request, service: TheService, visitor: Visitor, code: str) -> Response:
    """A link for one's own seat, on another device."""
    return _ticket_page(request, await service.hosting.carry(code, visitor))


def _ticket_page(request: Request, ticket: Ticket) -> Response:
    link = address_to(request, f"/t/{ticket.code}/take?pass={ticket.pass_code}")
    try:
        page = host_page.ticket_page(ticket, reader_of(request), link)
    except ValueError:
        raise Refused("That link is too long for a QR code.", 400) from None
    return page_answer(request, page)


@router.get("/t/{code}/take")
async def taking(
    request: Request,
    service: TheService,
    visitor: Visitor,
    code: str,
    wanted: Annotated[str, Query(alias="pass", max_length=_LONGEST_SHOWN)] = "",
) -> Response:
    """What a link is for, with the button that takes the seat."""
    ticket = await service.hosting.offered(code, wanted)
    reader = await named_reader(request, service, visitor)
    return page_answer(request, host_page.taking_page(ticket, reader))


@router.post("/t/{code}/take")
async def take(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    wanted, name = fields.text("pass")[:_LONGEST_SHOWN], fields.text("name")
    player, token = visitors.somebody(visitor)
    try:
        await service.hosting.take(code, player, wanted, name)
    except Refused as refusal:
        if wants_json(request) or refusal.status not in _MENDABLE:
            raise
        ticket = await service.hosting.offered(code, wanted)
        if ticket.kind != GIVE:
            raise
        reader = reader_of(request, name[:_LONGEST_SHOWN])
        page = host_page.taking_page(ticket, reader, refusal.told(reader.lang))
        return page_answer(request, page, refusal.status)
    return remember(request, await shown(request, service, player, code), token)
