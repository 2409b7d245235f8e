"""Slow games, for programs: pauses, more time, nudges, holidays, where it is my turn."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from . import answers
from .api import DOING, SENDING, Code, Visitor, done
from .asking import TheService
from .shapes import answers as told
from .shapes import asked as sent
from .shapes.document import documented

router = APIRouter(prefix="/api")


@router.post("/tables/{code}/pause", responses=documented(told.Done, *DOING))
async def pause(service: TheService, visitor: Visitor, code: Code) -> JSONResponse:
    """Ask for a pause, or agree to one; it begins when all have who are there, and at once for the
    host and for who plays against bots alone."""
    await service.slow.pause(code, visitor)
    return await done(service, code)


@router.post("/tables/{code}/decline", responses=documented(told.Done, *DOING))
async def decline(service: TheService, visitor: Visitor, code: Code) -> JSONResponse:
    """Rather play on, when others want a pause."""
    await service.slow.decline(code, visitor)
    return await done(service, code)


@router.post("/tables/{code}/resume", responses=documented(told.Done, *DOING))
async def resume(service: TheService, visitor: Visitor, code: Code) -> JSONResponse:
    """Let the game go on."""
    await service.slow.resume(code, visitor)
    return await done(service, code)


@router.post("/tables/{code}/extend", responses=documented(told.Done, *SENDING))
async def extend(
    service: TheService, visitor: Visitor, code: Code, asked: sent.Extending
) -> JSONResponse:
    """Give everybody the time of a step once more, as the host."""
    await service.slow.extend(code, visitor, asked.step, asked.times)
    return await done(service, code)


@router.post("/tables/{code}/nudge", responses=documented(told.Done, *SENDING))
async def nudge(
    service: TheService, visitor: Visitor, code: Code, asked: sent.Nudging
) -> JSONResponse:
    """Remind somebody that his decision is awaited."""
    await service.slow.nudge(code, visitor, asked.seat)
    return await done(service, code)


@router.get("/turns", responses=documented(told.Tables, 401))
async def turns(service: TheService, visitor: Visitor) -> JSONResponse:
    """Tables at which it is your turn, the most urgent first."""
    due = service.slow.turns(visitor)
    return JSONResponse({"tables": [answers.summary(each) for each in due]})


@router.post("/away", responses=documented(told.Holidays, 400, 401, 403, 408, 422))
async def go_away(service: TheService, visitor: Visitor, asked: sent.GoingAway) -> JSONResponse:
    """Be on holiday, at all your tables: clocks of an hour or more stand while you are awaited."""
    await service.slow.go_away(visitor, asked.until)
    return JSONResponse({"until": service.slow.holidays.until(visitor)})


@router.post("/home", responses=documented(told.Holidays, 401, 403))
async def come_home(service: TheService, visitor: Visitor) -> JSONResponse:
    """Be back; the same happens when you decide something."""
    await service.slow.come_home(visitor)
    return JSONResponse({"until": service.slow.holidays.until(visitor)})
