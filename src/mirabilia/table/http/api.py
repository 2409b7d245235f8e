"""The JSON interface: what the pages offer, for programs.

A program that creates a table or joins one without a token gets one, once, and sends it from then
on as ``Authorization: Bearer TOKEN``. Everything that is refused is answered with
``{"error": sentence}``.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ..rooms import visitors
from ..rooms.refused import Refused
from ..rooms.service import Service
from ..rooms.table_view import Options
from . import answers, describe
from .addresses import address_of
from .streams import EventStream, read_known

LONGEST_MOVE = 200
_OPTIONS = {each.name for each in fields(Options)}


class Strict(BaseModel):
    """What is not asked for is a mistake."""

    model_config = ConfigDict(extra="forbid", strict=True)


class BotSeat(Strict):
    seat: int = Field(ge=0, le=7)
    level: str = Field(max_length=40)


class Setup(Strict):
    """What a table plays."""

    players: int = Field(4, ge=2, le=8)
    edition: str = Field("2nd", max_length=10, description="1st or 2nd")
    expansions: list[str] = Field([], max_length=3, description="of leaders, cities, armada")
    teams: bool = False
    sides: str = Field("random", max_length=20, description="random, choose, or a side's name")
    leaders: str = Field("standard", max_length=20, description="standard or expert")
    clock: int | None = Field(None, description="seconds for a decision: 30, 60, 120 or none")
    level: str = Field("medium", max_length=40, description="of the bots that fill empty seats")
    listed: bool = Field(True, description="among the open tables")

    def options(self) -> Options:
        return Options(**{**self.model_dump(include=_OPTIONS), "expansions": (*self.expansions,)})


class NewTable(Setup):
    """A table to be opened; its host takes a seat at it."""

    name: str = Field(max_length=100, description="the host's name, 1 to 20 letters")
    seat: int = Field(0, ge=0, le=7, description="the host's")
    bots: list[BotSeat] = Field([], max_length=8)
    begin: bool = Field(False, description="at once, with bots at all empty seats")


class Joining(Strict):
    name: str = Field(max_length=100)
    seat: int | None = Field(None, ge=0, le=7, description="left out: the first that is free")


class SeatChange(Strict):
    seat: int = Field(ge=0, le=7)
    level: str | None = Field(None, max_length=40, description="null takes the bot off the seat")


class Moving(Strict):
    seat: int = Field(ge=0, le=7)
    to: int = Field(ge=0, le=7, description="whoever has this seat takes the other one")


class Renaming(Strict):
    name: str = Field(max_length=100)


class Removing(Strict):
    seat: int = Field(ge=0, le=7)


class Readmitting(Strict):
    name: str = Field(max_length=100, description="of whom you have taken off")


class Deciding(Strict):
    move: str = Field(max_length=LONGEST_MOVE, description="one of the moves offered")
    step: int = Field(ge=0, le=10_000, description="the step of the game it is meant for")
    seat: int | None = Field(None, ge=0, le=7, description="left out: your own")


class Undeciding(Strict):
    step: int | None = Field(None, ge=0, le=10_000)
    seat: int | None = Field(None, ge=0, le=7)


class Asking(Strict):
    seat: int | None = Field(None, ge=0, le=7)


class Failure(BaseModel):
    error: str


class Seated(BaseModel):
    code: str
    seat: int
    token: str | None = Field(None, description="yours from now on; it is told only once")


class Done(BaseModel):
    code: str
    version: int


class Expected(BaseModel):
    """What a bot expects of a move, on average of its tries."""

    move: str
    place: float
    points: float
    tries: int


class Advice(BaseModel):
    seat: int
    step: int
    move: str
    reason: str
    expectations: list[Expected] = Field(description="of the moves it tried, the best first")


class Event(BaseModel):
    number: int
    kind: str
    seat: int | None
    data: dict[str, Any]


class Events(BaseModel):
    code: str
    version: int
    events: list[Event]


class Offered(BaseModel):
    seat: int
    kind: str
    source: str | None
    moves: list[str]
    choice: str | None


class Offers(BaseModel):
    code: str
    version: int
    step: int
    offers: list[Offered]


def _failures(*statuses: int) -> dict[int | str, dict[str, Any]]:
    words = {
        400: "it can't be so",
        401: "a token that is none",
        403: "not yours to do",
        404: "no such table",
        409: "not now",
        413: "too long",
        422: "not as described",
        429: "too often",
        503: "not at the moment",
    }
    return {status: {"model": Failure, "description": words[status]} for status in statuses}


router = APIRouter(prefix="/api", responses=_failures(400, 401, 404, 413, 422, 429, 503))
_scheme = HTTPBearer(auto_error=False, description="the token that a seat was answered with")
Credentials = Annotated[HTTPAuthorizationCredentials | None, Depends(_scheme)]
Code = Annotated[str, Path(min_length=1, max_length=20, description="the table's code")]


# Dependencies are coroutines, for what is not would be run in a thread, which takes longer.


async def visitor_of(request: Request, _: Credentials) -> str | None:
    """Who asks: by a bearer token, or by a browser's cookie."""
    header = request.headers.get("authorization")
    if header is None:
        return visitors.visitor_of(request.cookies.get(visitors.COOKIE))
    visitor = visitors.visitor_of(visitors.bearer(header))
    if visitor is None:
        raise Refused("This is no token that was given out here.", 401)
    return visitor


Visitor = Annotated[str | None, Depends(visitor_of)]


async def service_of(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


TheService = Annotated[Service, Depends(service_of)]


def _somebody(visitor: str | None) -> tuple[str, str | None]:
    """The visitor, and his token if he is new."""
    if visitor is not None:
        return visitor, None
    token = visitors.new_token()
    return visitors.visitor_of(token) or "", token


async def _done(service: Service, code: str) -> Done:
    code = visitors.read_code(code)
    return Done(code=code, version=service.version(code) or 0)


# Asked for more often than all others together, and so first.


@router.post("/tables/{code}/decide", response_model=Done, responses=_failures(403, 409))
async def decide(service: TheService, visitor: Visitor, code: Code, asked: Deciding) -> Any:
    """Decide; until all have decided, a decision may be changed."""
    await service.decide(code, visitor, asked.seat, asked.move, asked.step)
    return await _done(service, code)


@router.get("/tables")
async def open_tables(service: TheService) -> JSONResponse:
    """TheService that wait for players."""
    return JSONResponse({"tables": [answers.summary(each) for each in service.open_tables()]})


@router.get("/mine")
async def my_tables(service: TheService, visitor: Visitor) -> JSONResponse:
    """TheService at which you have a seat."""
    mine = service.my_tables(visitor)
    return JSONResponse({"tables": [answers.summary(each) for each in mine]})


@router.post("/tables", status_code=201, response_model=Seated, responses=_failures(409))
async def create(request: Request, service: TheService, visitor: Visitor, asked: NewTable) -> Any:
    """Open a table and take a seat at it."""
    visitor, token = _somebody(visitor)
    code = await service.create(
        asked.options(),
        asked.name,
        visitor,
        seat=asked.seat,
        bot_seats={bot.seat: bot.level for bot in asked.bots},
        begin=asked.begin,
        address=address_of(request.scope),
    )
    return Seated(code=code, seat=asked.seat, token=token)


@router.get("/tables/{code}")
async def view(
    service: TheService,
    visitor: Visitor,
    code: Code,
    since: Annotated[int, Query(ge=0, le=10**9, description="events after this version")] = 0,
) -> JSONResponse:
    """All that you may see of a table."""
    table_view = await service.table_view(code, visitor, quotes=False)
    return JSONResponse(answers.table(table_view, table_view.events_until(since)))


@router.post("/tables/{code}/join", response_model=Seated, responses=_failures(403, 409))
async def join(service: TheService, visitor: Visitor, code: Code, asked: Joining) -> Any:
    """Take a seat; who has one comes back to it."""
    visitor, token = _somebody(visitor)
    seat = await service.join(code, visitor, asked.name, asked.seat)
    return Seated(code=visitors.read_code(code), seat=seat, token=token)


@router.post("/tables/{code}/leave", response_model=Done, responses=_failures(403, 409))
async def leave(service: TheService, visitor: Visitor, code: Code) -> Any:
    """Leave; a bot plays for you until you come back."""
    await service.leave(code, visitor)
    return await _done(service, code)


@router.post("/tables/{code}/back", response_model=Done, responses=_failures(403, 409))
async def come_back(service: TheService, visitor: Visitor, code: Code) -> Any:
    """Take your seat again."""
    await service.come_back(code, visitor)
    return await _done(service, code)


@router.post("/tables/{code}/start", response_model=Done, responses=_failures(403, 409))
async def start(service: TheService, visitor: Visitor, code: Code) -> Any:
    """Begin, as the host; bots take the empty seats."""
    await service.start_game(code, visitor)
    return await _done(service, code)


@router.post("/tables/{code}/seat", response_model=Done, responses=_failures(403, 409))
async def put_bot(service: TheService, visitor: Visitor, code: Code, asked: SeatChange) -> Any:
    """Put a bot on a seat, or take it off, as the host."""
    await service.put_bot(code, visitor, asked.seat, asked.level)
    return await _done(service, code)


@router.post("/tables/{code}/options", response_model=Done, responses=_failures(403, 409))
async def set_up(service: TheService, visitor: Visitor, code: Code, asked: Setup) -> Any:
    """Play something else, as the host, before the game; what is left out is as at a new table."""
    await service.set_up(code, visitor, asked.options())
    return await _done(service, code)


@router.post("/tables/{code}/move", response_model=Done, responses=_failures(403, 409))
async def move_seat(service: TheService, visitor: Visitor, code: Code, asked: Moving) -> Any:
    """Have whoever has two seats change places, as the host, before the game."""
    await service.move_seat(code, visitor, asked.seat, asked.to)
    return await _done(service, code)


@router.post("/tables/{code}/rename", response_model=Done, responses=_failures(403, 409))
async def rename(service: TheService, visitor: Visitor, code: Code, asked: Renaming) -> Any:
    """Be called something else, before the game."""
    await service.rename(code, visitor, asked.name)
    return await _done(service, code)


@router.post("/tables/{code}/remove", response_model=Done, responses=_failures(403, 409))
async def remove(service: TheService, visitor: Visitor, code: Code, asked: Removing) -> Any:
    """Take somebody off the table, as the host, before the game; he can't sit down again."""
    await service.remove(code, visitor, asked.seat)
    return await _done(service, code)


@router.post("/tables/{code}/readmit", response_model=Done, responses=_failures(403, 409))
async def let_back(service: TheService, visitor: Visitor, code: Code, asked: Readmitting) -> Any:
    """Let somebody sit down again whom you have taken off."""
    await service.let_back(code, visitor, asked.name)
    return await _done(service, code)


@router.get("/tables/{code}/moves", response_model=Offers)
async def moves(service: TheService, visitor: Visitor, code: Code) -> JSONResponse:
    """What you have to decide, or may still change, with every move you may make."""
    table_view = await service.table_view(code, visitor, quotes=False)
    return JSONResponse(
        {
            "code": table_view.code,
            "version": table_view.version,
            "step": table_view.step,
            "offers": [answers.offer(each) for each in table_view.offers],
        }
    )


@router.post("/tables/{code}/undecide", response_model=Done, responses=_failures(403, 409))
async def undecide(service: TheService, visitor: Visitor, code: Code, asked: Undeciding) -> Any:
    """Take a decision back."""
    await service.undecide(code, visitor, asked.seat, asked.step)
    return await _done(service, code)


@router.get("/tables/{code}/events", response_model=Events)
async def events(
    service: TheService,
    visitor: Visitor,
    code: Code,
    since: Annotated[int, Query(ge=0, le=10**9, description="the first event's number")] = 0,
) -> JSONResponse:
    """What has happened, from event number ``since`` on."""
    table_view = await service.table_view(code, visitor, quotes=False)
    found = answers.events(table_view, since)
    return JSONResponse({"code": table_view.code, "version": table_view.version, "events": found})


@router.post("/tables/{code}/hint", response_model=Advice, responses=_failures(403, 409))
async def hint(service: TheService, visitor: Visitor, code: Code, asked: Asking) -> Any:
    """What a bot would do at your place, and why."""
    found = await service.hint(code, visitor, asked.seat)
    expectations = [
        Expected(move=str(each.move), place=each.place, points=each.points, tries=each.tries)
        for each in found.expectations
    ]
    return Advice(
        seat=found.seat,
        step=found.step,
        move=found.move,
        reason=found.reason,
        expectations=expectations,
    )


@router.post("/tables/{code}/rematch", response_model=Done, responses=_failures(403, 409))
async def rematch(request: Request, service: TheService, visitor: Visitor, code: Code) -> Any:
    """The same people and settings again; the code is the new table's."""
    return await _done(service, await service.rematch(code, visitor, address_of(request.scope)))


@router.get("/tables/{code}/record", responses=_failures(409))
async def record(service: TheService, code: Code) -> JSONResponse:
    """The finished game with the proof of its deal, for `mirabilia verify`."""
    return JSONResponse(await service.record(code))


@router.get(
    "/stream", response_class=Response, responses={200: {"content": {EventStream.media_type: {}}}}
)
async def stream(
    request: Request,
    service: TheService,
    visitor: Visitor,
    t: Annotated[list[str], Query(max_length=40, description="CODE or CODE:VERSION")],
) -> Response:
    """Server-sent events: ``update`` with the whole table when a step is done, ``progress`` within
    a step, ``gone`` when there is no such table any more."""
    known = read_known(t, request.headers.get("last-event-id"))
    return EventStream(
        service,
        visitor,
        known,
        answers.update,
        answers.progress,
        address=address_of(request.scope),
    )


@router.get("/docs", include_in_schema=False)
async def docs(request: Request) -> HTMLResponse:
    """The description of this interface as a page."""
    return HTMLResponse(describe.page(request.app.openapi()))


async def decide_quickly(request: Request) -> Response:
    """``decide``, as it is described above, without what costs more time than deciding itself.

    Under load most requests are decisions; this route stands before all others.
    """
    visitor = await visitor_of(request, None)
    try:
        asked = Deciding.model_validate_json(await request.body())
    except ValidationError as error:
        raise RequestValidationError(
            [{**each, "loc": ("body", *each["loc"])} for each in error.errors()]
        ) from None
    service: Service = request.app.state.service
    code = request.path_params["code"]
    await service.decide(code, visitor, asked.seat, asked.move, asked.step)
    done = await _done(service, code)
    return JSONResponse({"code": done.code, "version": done.version})
