"""The JSON interface: what the pages offer, for programs.

A program that creates a table or joins one without a token gets one, once, and sends it from then
on as ``Authorization: Bearer TOKEN``. Everything that is refused is answered with
``{"error": sentence}``.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Header, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import ValidationError

from ..rooms import visitors
from ..rooms.refused import Refused
from ..rooms.service import Service
from . import answers, describe, hearing, written
from .addresses import address_of
from .asking import TheService
from .shapes import answers as told
from .shapes import asked as sent
from .shapes.document import EVENT_STREAM, documented
from .shapes.records import Record
from .shapes.streams import StreamMessage
from .streams import EventStream, read_known

router = APIRouter(prefix="/api")
_scheme = HTTPBearer(auto_error=False, description="the token that a seat was answered with")
Credentials = Annotated[HTTPAuthorizationCredentials | None, Depends(_scheme)]
Code = Annotated[str, Path(min_length=1, max_length=20, description="the table's code")]
# How somebody is refused who looks at a table, does something there, sends what he wants of it,
# or opens one.
LOOKING = (401, 404, 409, 422)
DOING = (*LOOKING, 403)
SENDING = (*DOING, 400, 408)
_OPENING = (400, 401, 403, 408, 409, 422)


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


async def done(service: Service, code: str) -> JSONResponse:
    code = visitors.read_code(code)
    return JSONResponse(answers.done(code, service.version(code) or 0))


# Asked for more often than all others together, and so first.


@router.post("/tables/{code}/decide", responses=documented(told.Done, *SENDING))
async def decide(
    service: TheService, visitor: Visitor, code: Code, asked: sent.Deciding
) -> JSONResponse:
    """Decide; until all have decided, a decision may be changed."""
    await service.decide(code, visitor, asked.seat, asked.move, asked.step)
    return await done(service, code)


@router.get("/tables", responses=documented(told.Tables))
async def open_tables(service: TheService) -> JSONResponse:
    """Tables that wait for players."""
    return JSONResponse({"tables": [answers.summary(each) for each in service.open_tables()]})


@router.get("/mine", responses=documented(told.Tables, 401))
async def my_tables(service: TheService, visitor: Visitor) -> JSONResponse:
    """Tables at which you have a seat."""
    mine = service.my_tables(visitor)
    return JSONResponse({"tables": [answers.summary(each) for each in mine]})


@router.post("/tables", status_code=201, responses=documented(told.Seated, *_OPENING, status=201))
async def create(
    request: Request, service: TheService, visitor: Visitor, asked: sent.NewTable
) -> JSONResponse:
    """Open a table and take a seat at it."""
    visitor, token = visitors.somebody(visitor)
    code = await service.create(
        asked.options(),
        asked.name,
        visitor,
        seat=asked.seat,
        bot_seats={bot.seat: bot.level for bot in asked.bots},
        begin=asked.begin,
        address=address_of(request.scope),
    )
    return JSONResponse(answers.seated(code, asked.seat, token), 201)


@router.get("/tables/{code}", responses=documented(told.Table, *LOOKING))
async def view(
    service: TheService,
    visitor: Visitor,
    code: Code,
    since: Annotated[int, Query(ge=0, le=10**9, description="events after this version")] = 0,
) -> Response:
    """All that you may see of a table."""
    table_view = await service.table_view(code, visitor, quotes=False)
    text = written.table(table_view, table_view.events_until(since))
    return Response(text, media_type="application/json")


@router.post("/tables/{code}/join", responses=documented(told.Seated, *SENDING))
async def join(
    service: TheService, visitor: Visitor, code: Code, asked: sent.Joining
) -> JSONResponse:
    """Take a seat; who has one comes back to it."""
    visitor, token = visitors.somebody(visitor)
    seat = await service.join(code, visitor, asked.name, asked.seat)
    return JSONResponse(answers.seated(visitors.read_code(code), seat, token))


@router.post("/tables/{code}/leave", responses=documented(told.Done, *DOING))
async def leave(service: TheService, visitor: Visitor, code: Code) -> JSONResponse:
    """Leave; a bot plays for you until you come back."""
    await service.leave(code, visitor)
    return await done(service, code)


@router.post("/tables/{code}/back", responses=documented(told.Done, *DOING))
async def come_back(service: TheService, visitor: Visitor, code: Code) -> JSONResponse:
    """Take your seat again."""
    await service.come_back(code, visitor)
    return await done(service, code)


@router.post("/tables/{code}/start", responses=documented(told.Done, *DOING))
async def start(service: TheService, visitor: Visitor, code: Code) -> JSONResponse:
    """Begin, as the host; bots take the empty seats."""
    await service.start_game(code, visitor)
    return await done(service, code)


@router.post("/tables/{code}/seat", responses=documented(told.Done, *SENDING))
async def put_bot(
    service: TheService, visitor: Visitor, code: Code, asked: sent.SeatChange
) -> JSONResponse:
    """Put a bot on a seat, or take it off, as the host."""
    await service.put_bot(code, visitor, asked.seat, asked.level)
    return await done(service, code)


@router.post("/tables/{code}/options", responses=documented(told.Done, *SENDING))
async def set_up(
    service: TheService, visitor: Visitor, code: Code, asked: sent.Setup
) -> JSONResponse:
    """Play something else, as the host, before the game; what is left out is as at a new table."""
    await service.set_up(code, visitor, asked.options())
    return await done(service, code)


@router.post("/tables/{code}/move", responses=documented(told.Done, *SENDING))
async def move_seat(
    service: TheService, visitor: Visitor, code: Code, asked: sent.Moving
) -> JSONResponse:
    """Have whoever has two seats change places, as the host, before the game."""
    await service.move_seat(code, visitor, asked.seat, asked.to)
    return await done(service, code)


@router.post("/tables/{code}/rename", responses=documented(told.Done, *SENDING))
async def rename(
    service: TheService, visitor: Visitor, code: Code, asked: sent.Renaming
) -> JSONResponse:
    """Be called something else, before the game."""
    await service.rename(code, visitor, asked.name)
    return await done(service, code)


@router.post("/tables/{code}/remove", responses=documented(told.Done, *SENDING))
async def remove(
    service: TheService, visitor: Visitor, code: Code, asked: sent.Removing
) -> JSONResponse:
    """Take somebody off the table, as the host, before the game; he can't sit down again."""
    await service.remove(code, visitor, asked.seat)
    return await done(service, code)


@router.post("/tables/{code}/readmit", responses=documented(told.Done, *SENDING))
async def let_back(
    service: TheService, visitor: Visitor, code: Code, asked: sent.Readmitting
) -> JSONResponse:
    """Let somebody sit down again whom you have taken off."""
    await service.let_back(code, visitor, asked.name)
    return await done(service, code)


@router.get("/tables/{code}/moves", responses=documented(told.Offers, *LOOKING))
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


@router.post("/tables/{code}/undecide", responses=documented(told.Done, *SENDING))
async def undecide(
    service: TheService, visitor: Visitor, code: Code, asked: sent.Undeciding
) -> JSONResponse:
    """Take a decision back."""
    await service.undecide(code, visitor, asked.seat, asked.step)
    return await done(service, code)


@router.post("/tables/{code}/takeback", responses=documented(told.Done, *SENDING))
async def take_back(
    service: TheService, visitor: Visitor, code: Code, asked: sent.TakingBack
) -> JSONResponse:
    """Go back to before your last decision, if you play against bots alone; events are gone then,
    and `taken_back` of the table has grown."""
    await service.take_back(code, visitor, asked.step)
    return await done(service, code)


@router.get("/tables/{code}/events", responses=documented(told.Events, *LOOKING))
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


@router.post("/tables/{code}/hint", responses=documented(told.Advice, *SENDING))
async def hint(
    service: TheService, visitor: Visitor, code: Code, asked: sent.Asking
) -> JSONResponse:
    """What a bot would do at your place, and why."""
    found = await service.hint(code, visitor, asked.seat)
    return JSONResponse(answers.advice(found))


@router.post("/tables/{code}/rematch", responses=documented(told.Done, *DOING))
async def rematch(
    request: Request, service: TheService, visitor: Visitor, code: Code
) -> JSONResponse:
    """The same people and settings again; the code is the new table's."""
    return await done(service, await service.rematch(code, visitor, address_of(request.scope)))


@router.get("/tables/{code}/record", responses=documented(Record, 404, 409, 422))
async def record(service: TheService, code: Code) -> JSONResponse:
    """The finished game with the proof of its deal, for `mirabilia verify`."""
    return JSONResponse(await service.record(code))


@router.get(
    "/stream",
    response_class=Response,
    responses=documented(StreamMessage, 400, 401, 422, media=EVENT_STREAM),
)
async def stream(
    request: Request,
    service: TheService,
    visitor: Visitor,
    t: Annotated[
        list[str],
        Query(max_length=40, description="CODE, CODE:VERSION or CODE:VERSION.TALK, as you know it"),
    ],
    last_event_id: Annotated[
        str | None, Header(description="the id of the last message, after a break")
    ] = None,
) -> Response:
    """Server-sent events: ``update`` with the whole table when a step is done, ``progress`` within
    a step, ``gone`` when there is no such table any more; ``talk`` with what is said there, if you
    ask for it by ``t=CODE:VERSION.TALK``, the last being the ``mark`` you know, at first ``0.0``.

    Everything that has changed since the version you know comes at once, then what happens. A slow
    listener gets fewer and newer messages: each says how things stand, and ``update`` holds all
    events since the last one. Comments (``: welcome``, ``: still here``) keep the connection alive.
    """
    known = read_known(t, last_event_id)
    return EventStream(
        service,
        visitor,
        known,
        written.update,
        answers.progress,
        talk=hearing.TalkTeller(service, visitor, t, last_event_id, answers.talk),
        quotes=False,
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
        asked = sent.Deciding.model_validate_json(await request.body())
    except ValidationError as error:
        raise RequestValidationError(
            [{**each, "loc": ("body", *each["loc"])} for each in error.errors()]
        ) from None
    service: Service = request.app.state.service
    code = request.path_params["code"]
    await service.decide(code, visitor, asked.seat, asked.move, asked.step)
    return await done(service, code)
