"""What the club's keeper does, for browsers: invitations, players, seasons, tournaments.

What can't be done is said above the form that asked for it, with everything typed still there.
"""

from __future__ import annotations

from collections.abc import Awaitable

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ..page import club as page
from ..page import club_events as events
from ..rooms.refused import Refused
from ..rooms.service import Service
from ..rooms.table_view import Options
from .asking import Sent, SentForm, TheService, Visitor, reader_of
from .club import tournament_page
from .showing import address_to, page_answer

router = APIRouter(include_in_schema=False)
_LONGEST_SHOWN = 80
_TYPED = {"invite": ("note", "uses", "days"), "season": ("name", "first", "last")}  # by the form


@router.get("/club/keeper")
async def desk(request: Request, service: TheService, visitor: Visitor) -> Response:
    """All that the keeper looks after."""
    return await _desk(request, service, visitor)


async def _desk(
    request: Request,
    service: Service,
    visitor: str | None,
    form: str = "",
    refusal: Refused | None = None,
    fields: SentForm | None = None,
) -> Response:
    """With why the form could not be taken, and what was typed in it."""
    found, reader = await service.club.keeping.desk(visitor), reader_of(request)
    sent = fields or SentForm([])
    typed = {name: sent.text(name)[:_LONGEST_SHOWN] for name in _TYPED.get(form, ())}
    errors = {form: refusal.told(reader.lang)} if refusal else {}
    html = events.keeper_page(reader, found, errors=errors, typed=typed)
    return page_answer(request, html, refusal.status if refusal else 200)


async def _done(
    request: Request, service: Service, visitor: str | None, deed: Awaitable[object]
) -> Response:
    """Something about a player or a list, and back to the desk."""
    try:
        await deed
    except Refused as refusal:
        await service.club.keeping.need(visitor)
        return await _desk(request, service, visitor, "player", refusal)
    return RedirectResponse("/club/keeper", 303)


@router.post("/club/keeper/invite")
async def invite(request: Request, service: TheService, visitor: Visitor, fields: Sent) -> Response:
    """A link by which players join, shown once."""
    keeping = service.club.keeping
    await keeping.need(visitor)
    try:
        uses, days = fields.needed("uses"), fields.needed("days")
        code = await keeping.invite(visitor, fields.text("note"), uses, days)
    except Refused as refusal:
        return await _desk(request, service, visitor, "invite", refusal, fields)
    link = address_to(request, f"/club/join/{code}")
    return page_answer(request, _drawn(request, link, uses=uses, days=days))


def _drawn(request: Request, link: str, name: str = "", uses: int = 1, days: int = 0) -> str:
    try:
        return page.link_page(reader_of(request), link, name=name, uses=uses, days=days)
    except ValueError:
        raise Refused("That link is too long for a QR code.", 400) from None


@router.post("/club/keeper/uninvite")
async def uninvite(
    request: Request, service: TheService, visitor: Visitor, fields: Sent
) -> Response:
    deed = service.club.keeping.uninvite(visitor, fields.text("id"))
    return await _done(request, service, visitor, deed)


@router.post("/club/keeper/renew")
async def renew(request: Request, service: TheService, visitor: Visitor, fields: Sent) -> Response:
    """A link by which somebody gets another passphrase, shown once."""
    keeping, name = service.club.keeping, fields.text("name")
    await keeping.need(visitor)
    try:
        code = await keeping.renew(visitor, name)
    except Refused as refusal:
        return await _desk(request, service, visitor, "player", refusal)
    link = address_to(request, f"/club/passphrase/{code}")
    return page_answer(request, _drawn(request, link, name[:_LONGEST_SHOWN]))


@router.post("/club/keeper/remove")
async def remove(request: Request, service: TheService, visitor: Visitor, fields: Sent) -> Response:
    deed = service.club.keeping.remove(visitor, fields.text("name"))
    return await _done(request, service, visitor, deed)


@router.post("/club/keeper/keeper")
async def make_keeper(
    request: Request, service: TheService, visitor: Visitor, fields: Sent
) -> Response:
    deed = service.club.keeping.make_keeper(visitor, fields.text("name"), True)
    return await _done(request, service, visitor, deed)


@router.post("/club/keeper/no-keeper")
async def make_no_keeper(
    request: Request, service: TheService, visitor: Visitor, fields: Sent
) -> Response:
    deed = service.club.keeping.make_keeper(visitor, fields.text("name"), False)
    return await _done(request, service, visitor, deed)


@router.post("/club/keeper/season")
async def add_season(
    request: Request, service: TheService, visitor: Visitor, fields: Sent
) -> Response:
    name, first, last = (fields.text(each) for each in ("name", "first", "last"))
    await service.club.keeping.need(visitor)
    try:
        await service.club.keeping.add_season(visitor, name, first, last)
    except Refused as refusal:
        return await _desk(request, service, visitor, "season", refusal, fields)
    return RedirectResponse("/club/keeper", 303)


@router.post("/club/keeper/season/delete")
async def delete_season(
    request: Request, service: TheService, visitor: Visitor, fields: Sent
) -> Response:
    deed = service.club.keeping.delete_season(visitor, fields.text("id"))
    return await _done(request, service, visitor, deed)


# Tournaments


@router.get("/club/keeper/tournament")
async def new_tournament(request: Request, service: TheService, visitor: Visitor) -> Response:
    await service.club.keeping.need(visitor)
    return page_answer(request, events.new_tournament_page(reader_of(request), Options()))


@router.post("/club/keeper/tournament")
async def add_tournament(
    request: Request, service: TheService, visitor: Visitor, fields: Sent
) -> Response:
    keeping, name = service.club.keeping, fields.text("name")
    await keeping.need(visitor)
    duplicate = bool(fields.text("duplicate"))
    try:
        options, rounds = _options(fields), fields.needed("rounds")
        id = await keeping.add_tournament(visitor, name, options, rounds, duplicate)
    except Refused as refusal:
        reader = reader_of(request)
        try:
            options = _options(fields)
        except Refused:
            options = Options()
        html = events.new_tournament_page(
            reader,
            options,
            name=name[:_LONGEST_SHOWN],
            rounds=fields.text("rounds")[:_LONGEST_SHOWN],
            duplicate=duplicate,
            error=refusal.told(reader.lang),
        )
        return page_answer(request, html, refusal.status)
    return RedirectResponse(f"/club/tournaments/{id}", 303)


def _options(fields: SentForm) -> Options:
    return Options(
        fields.number("players") or Options().players,
        fields.text("edition", "2nd"),
        fields.texts("expansion"),
        clock=fields.number("clock"),
        level=fields.text("level", Options().level),
        listed=False,
    )


async def _at(
    request: Request,
    service: Service,
    visitor: str | None,
    id: str,
    deed: Awaitable[object],
    typed: str = "",
) -> Response:
    """Something about a tournament, and back to its page."""
    try:
        await deed
    except Refused as refusal:
        await service.club.keeping.need(visitor)
        return await tournament_page(request, service, visitor, id, refusal, typed)
    return RedirectResponse(f"/club/tournaments/{id}", 303)


@router.post("/club/tournaments/{id}/start")
async def start(request: Request, service: TheService, visitor: Visitor, id: str) -> Response:
    """The first round is drawn."""
    return await _at(request, service, visitor, id, service.club.keeping.start(visitor, id))


@router.post("/club/tournaments/{id}/end")
async def end(request: Request, service: TheService, visitor: Visitor, id: str) -> Response:
    return await _at(request, service, visitor, id, service.club.keeping.end(visitor, id))


@router.post("/club/tournaments/{id}/delete")
async def delete(request: Request, service: TheService, visitor: Visitor, id: str) -> Response:
    try:
        await service.club.keeping.delete(visitor, id)
    except Refused as refusal:
        await service.club.keeping.need(visitor)
        return await tournament_page(request, service, visitor, id, refusal)
    return RedirectResponse("/club", 303)


@router.post("/club/tournaments/{id}/add")
async def add(
    request: Request, service: TheService, visitor: Visitor, id: str, fields: Sent
) -> Response:
    name = fields.text("name")
    deed = service.club.keeping.enter(visitor, id, name)
    return await _at(request, service, visitor, id, deed, name)


@router.post("/club/tournaments/{id}/drop")
async def drop(
    request: Request, service: TheService, visitor: Visitor, id: str, fields: Sent
) -> Response:
    deed = service.club.keeping.withdraw(visitor, id, fields.text("name"))
    return await _at(request, service, visitor, id, deed)


# At its tables: each is changed where it is kept, which the address says.


@router.post("/club/tournaments/{id}/tables/{code}/walkover")
async def walk_over(
    request: Request, service: TheService, visitor: Visitor, id: str, code: str, fields: Sent
) -> Response:
    """Somebody has not come: a bot plays for him."""
    seat, who = fields.needed("seat"), fields.text("who")
    deed = service.club.keeping.walk_over(visitor, id, code, seat, who)
    return await _at(request, service, visitor, id, deed)


@router.post("/club/tournaments/{id}/tables/{code}/begin")
async def begin(
    request: Request, service: TheService, visitor: Visitor, id: str, code: str
) -> Response:
    deed = service.club.keeping.begin(visitor, id, code)
    return await _at(request, service, visitor, id, deed)


@router.post("/club/tournaments/{id}/tables/{code}/void")
async def void(
    request: Request, service: TheService, visitor: Visitor, id: str, code: str
) -> Response:
    deed = service.club.keeping.void(visitor, id, code)
    return await _at(request, service, visitor, id, deed)
