"""The JSON interface to talk, and to what a host does during a game."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse

from ..rooms import visitors
from ..rooms.talk import Mark
from . import answers
from .api import DOING, LOOKING, SENDING, Code, Visitor, done
from .asking import TheService
from .shapes import answers as told
from .shapes import asked as sent
from .shapes.document import documented

router = APIRouter(prefix="/api")


@router.get("/tables/{code}/talk", responses=documented(told.Talk, *LOOKING))
async def talk(
    service: TheService,
    visitor: Visitor,
    code: Code,
    since: Annotated[
        str, Query(pattern=r"^[0-9]{1,9}\.[0-9]{1,9}$", description="the mark you know")
    ] = "0.0",
) -> JSONResponse:
    """What was said after a mark, as far as you hear it."""
    heard = await service.talking.heard(code, visitor, Mark.read(since))
    return JSONResponse(answers.heard(heard))


@router.post("/tables/{code}/talk", responses=documented(told.Said, *SENDING))
async def say(
    service: TheService, visitor: Visitor, code: Code, asked: sent.Saying
) -> JSONResponse:
    """Say something, or react: `bravo`, `thanks`, `laugh`, `wow`, `ouch` or `think`."""
    line = await service.talking.say(
        code, visitor, asked.words, kind=asked.kind, to=asked.to, seat=asked.seat
    )
    return JSONResponse(answers.line(line))


@router.post("/tables/{code}/mute", responses=documented(told.Done, *SENDING))
async def mute(
    service: TheService, visitor: Visitor, code: Code, asked: sent.Muting
) -> JSONResponse:
    """Hear nothing of somebody, or of anybody, at this table; or hear them again."""
    await service.talking.mute(code, visitor, asked.seat, asked.muted)
    return await done(service, code)


@router.post("/tables/{code}/host/talk", responses=documented(told.Done, *SENDING))
async def close_talk(
    service: TheService, visitor: Visitor, code: Code, asked: sent.Hushing
) -> JSONResponse:
    """Close the talk, or open it again, as the host."""
    await service.talking.close(code, visitor, asked.closed)
    return await done(service, code)


@router.post("/tables/{code}/host/remove", responses=documented(told.Done, *SENDING))
async def take_off(
    service: TheService, visitor: Visitor, code: Code, asked: sent.AboutSomebody
) -> JSONResponse:
    """Take somebody off during the game, as the host; a bot has the seat then."""
    await service.hosting.take_off(code, visitor, asked.seat, asked.who)
    return await done(service, code)


@router.post("/tables/{code}/host/replace", responses=documented(told.Done, *SENDING))
async def bench(
    service: TheService, visitor: Visitor, code: Code, asked: sent.AboutSomebody
) -> JSONResponse:
    """Let a bot play for somebody who is not there, until he is back, as the host."""
    await service.hosting.bench(code, visitor, asked.seat, asked.who)
    return await done(service, code)


@router.post("/tables/{code}/host/give", responses=documented(told.Ticket, *SENDING))
async def give(
    service: TheService, visitor: Visitor, code: Code, asked: sent.AboutSomebody
) -> JSONResponse:
    """Have a pass made, as the host, by which somebody else takes a seat that a bot plays."""
    ticket = await service.hosting.give(code, visitor, asked.seat, asked.who)
    return JSONResponse(answers.ticket(ticket))


@router.post("/tables/{code}/host/close", responses=documented(told.Done, *DOING))
async def shut(service: TheService, visitor: Visitor, code: Code) -> JSONResponse:
    """Close the table, as the host: nothing can be done there any more."""
    await service.hosting.shut(code, visitor)
    return await done(service, code)


@router.post("/tables/{code}/elsewhere", responses=documented(told.Ticket, *DOING))
async def carry(service: TheService, visitor: Visitor, code: Code) -> JSONResponse:
    """Have a pass made by which you take your seat along, to another token."""
    return JSONResponse(answers.ticket(await service.hosting.carry(code, visitor)))


@router.post("/tables/{code}/take", responses=documented(told.Seated, *SENDING))
async def take(
    service: TheService, visitor: Visitor, code: Code, asked: sent.Taking
) -> JSONResponse:
    """Take the seat that a pass is for."""
    player, token = visitors.somebody(visitor)
    seat = await service.hosting.take(code, player, asked.pass_, asked.name)
    return JSONResponse(answers.seated(visitors.read_code(code), seat, token))
