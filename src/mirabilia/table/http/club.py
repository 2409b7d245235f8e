"""The pages of the club for everybody: ranking, players, tournaments; joining and signing in.

A link to join only shows a form: what fetches links ahead changes nothing. These routes are there
only where the server keeps a club.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ...texts import texts
from ..page import club as page
from ..page import club_events
from ..rooms import visitors
from ..rooms.club.links import RENEW
from ..rooms.refused import Refused
from ..rooms.service import Service
from .addresses import address_of
from .asking import Sent, TheService, Visitor, reader_of
from .history import forget_device
from .showing import page_answer, remember

router = APIRouter(include_in_schema=False)
_LONGEST_SHOWN = 40
_LONGEST_KIND = 80
_KNOWN = "push"  # a cookie of push.js: this device is known to the server


@router.get("/club")
async def front(
    request: Request,
    service: TheService,
    visitor: Visitor,
    kind: Annotated[str, Query(max_length=_LONGEST_KIND)] = "",
    season: Annotated[str, Query(max_length=_LONGEST_SHOWN)] = "",
) -> Response:
    """Ranking, season, tournaments, and how the reader stands."""
    found = await service.club.front(visitor, kind, season)
    return page_answer(request, page.front_page(reader_of(request), found))


@router.get("/club/players/{name}")
async def player(request: Request, service: TheService, name: str) -> Response:
    standing = await service.club.standing(name)
    replays = await service.shelf.replays(line.code for line in standing.latest)
    return page_answer(request, page.player_page(reader_of(request), standing, replays))


# Coming and going


def _signed_in(request: Request, answer: Response, token: str) -> Response:
    """This device is a player's: it is to say again where he is told of his turns."""
    answer.delete_cookie(_KNOWN)
    return remember(request, answer, token)


async def _name(service: Service, visitor: str | None) -> str:
    """What a player is called who is signed in here."""
    found = await service.club.player(visitor)
    return found.name if found else ""


@router.get("/club/join/{code}")
async def joining(request: Request, service: TheService, visitor: Visitor, code: str) -> Response:
    link, you = await service.club.invited(code), await _name(service, visitor)
    name = service.last_name(visitor)
    html = page.joining_page(reader_of(request), code, link, name=name, you=you)
    return page_answer(request, html)


@router.post("/club/join/{code}")
async def join(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    name, token = fields.text("name"), request.cookies.get(visitors.COOKIE)
    try:
        token = await service.club.join(
            code, name, fields.exactly("passphrase"), token, address_of(request.scope)
        )
    except Refused as refusal:
        link, reader = await service.club.invited(code), reader_of(request)
        html = page.joining_page(
            reader,
            code,
            link,
            name=name[:_LONGEST_SHOWN],
            you=await _name(service, visitor),
            error=refusal.told(reader.lang),
        )
        return page_answer(request, html, refusal.status)
    return remember(request, RedirectResponse("/club", 303), token)


@router.get("/club/passphrase/{code}")
async def renewing(request: Request, service: TheService, code: str) -> Response:
    link = await service.club.invited(code, RENEW)
    return page_answer(request, page.joining_page(reader_of(request), code, link))


@router.post("/club/passphrase/{code}")
async def renew(
    request: Request, service: TheService, visitor: Visitor, code: str, fields: Sent
) -> Response:
    """Another passphrase, by a link of the keeper's; this device is signed in then."""
    try:
        token = await service.club.renew(
            code, fields.exactly("passphrase"), visitor, address_of(request.scope)
        )
    except Refused as refusal:
        link, reader = await service.club.invited(code, RENEW), reader_of(request)
        html = page.joining_page(reader, code, link, error=refusal.told(reader.lang))
        return page_answer(request, html, refusal.status)
    return _signed_in(request, RedirectResponse("/club", 303), token)


@router.get("/club/sign-in")
async def signing_in(request: Request, service: TheService, visitor: Visitor) -> Response:
    return await _sign_in_page(request, service, visitor)


async def _sign_in_page(
    request: Request,
    service: Service,
    visitor: str | None,
    typed: Sent | None = None,
    refusal: Refused | None = None,
) -> Response:
    you, reader = await _name(service, visitor), reader_of(request)
    games = 0 if you else len((await service.history.past(visitor)).games)
    html = page.sign_in_page(
        reader,
        name=typed.text("name")[:_LONGEST_SHOWN] if typed else "",
        error=refusal.told(reader.lang) if refusal else "",
        you=you,
        games=games,
        bring=bool(typed and typed.text("bring")),
    )
    return page_answer(request, html, refusal.status if refusal else 200)


@router.post("/club/sign-in")
async def sign_in(
    request: Request, service: TheService, visitor: Visitor, fields: Sent
) -> Response:
    try:
        token = await service.club.sign_in(
            fields.text("name"),
            fields.exactly("passphrase"),
            visitor,
            address_of(request.scope),
            bring=bool(fields.text("bring")),
        )
    except Refused as refusal:
        return await _sign_in_page(request, service, visitor, fields, refusal)
    return _signed_in(request, RedirectResponse("/club", 303), token)


@router.post("/club/sign-out")
async def sign_out(service: TheService, visitor: Visitor) -> Response:
    """This device is nobody's any more; who is no player would lose his games by it."""
    if await service.club.player(visitor) is None:
        return RedirectResponse("/club", 303)
    return forget_device(RedirectResponse("/club", 303))


@router.get("/club/me")
async def own_page(request: Request, service: TheService, visitor: Visitor) -> Response:
    you = await service.club.player(visitor)
    if you is None:
        return RedirectResponse("/club/sign-in", 303)
    return page_answer(request, page.own_page(reader_of(request), you))


@router.post("/club/me/passphrase")
async def change_passphrase(
    request: Request, service: TheService, visitor: Visitor, fields: Sent
) -> Response:
    you, reader = await service.club.need(visitor), reader_of(request)
    try:
        token = await service.club.change_passphrase(
            visitor,
            fields.exactly("old"),
            fields.exactly("passphrase"),
            address_of(request.scope),
        )
    except Refused as refusal:
        html = page.own_page(reader, you, error=refusal.told(reader.lang))
        return page_answer(request, html, refusal.status)
    note = texts(reader.lang).gettext("From now on the new passphrase is yours.")
    return _signed_in(request, page_answer(request, page.own_page(reader, you, note=note)), token)


@router.post("/club/me/leave")
async def leave(service: TheService, visitor: Visitor) -> Response:
    """Somebody is a player of the club no longer, and this device is nobody's."""
    await service.club.leave(await service.club.need(visitor))
    return forget_device(RedirectResponse("/club", 303))


# Tournaments


@router.get("/club/tournaments/{id}")
async def tournament(request: Request, service: TheService, visitor: Visitor, id: str) -> Response:
    return await tournament_page(request, service, visitor, id)


async def tournament_page(
    request: Request,
    service: Service,
    visitor: str | None,
    id: str,
    refusal: Refused | None = None,
    typed: str = "",
) -> Response:
    """A tournament, for its keeper with what he can do; with why something could not be done."""
    course, you, reader = await service.club.course(id), None, reader_of(request)
    you = await service.club.player(visitor)
    others: list[str] = []
    if you and you.keeper:
        entered = {each.player for each in course.tournament.entrants}
        desk = await service.club.keeping.desk(visitor)
        others = [each.name for each in desk.players if each.id not in entered]
    replays = await service.shelf.replays(table.code for table in course.tables)
    html = club_events.tournament_page(
        reader,
        course,
        you,
        replays,
        others,
        error=refusal.told(reader.lang) if refusal else "",
        typed=typed[:_LONGEST_SHOWN],
    )
    return page_answer(request, html, refusal.status if refusal else 200)


@router.post("/club/tournaments/{id}/enter")
async def enter(request: Request, service: TheService, visitor: Visitor, id: str) -> Response:
    try:
        await service.club.enter(visitor, id)
    except Refused as refusal:
        return await tournament_page(request, service, visitor, id, refusal)
    return RedirectResponse(f"/club/tournaments/{id}", 303)


@router.post("/club/tournaments/{id}/withdraw")
async def withdraw(request: Request, service: TheService, visitor: Visitor, id: str) -> Response:
    try:
        await service.club.withdraw(visitor, id)
    except Refused as refusal:
        return await tournament_page(request, service, visitor, id, refusal)
    return RedirectResponse(f"/club/tournaments/{id}", 303)
