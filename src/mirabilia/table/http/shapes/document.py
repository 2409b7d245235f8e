"""The OpenAPI document: which shape each address answers with, and how it refuses.

FastAPI is told no models for answers, so that none is ever run on one: routes name their shapes,
and the shapes are added when somebody asks for the document.
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from . import answers as told
from . import club
from .records import Record
from .streams import StreamMessage

_SHAPES: tuple[type[BaseModel], ...] = (
    told.Failure,
    told.Seated,
    told.Done,
    told.Tables,
    told.Table,
    told.Offers,
    told.Events,
    told.Advice,
    told.Said,
    told.Talk,
    told.Ticket,
    told.Holidays,
    told.Health,
    told.Explanations,
    Record,
    StreamMessage,
)
_CLUB_SHAPES: tuple[type[BaseModel], ...] = (club.Club, club.Standing, club.Course, club.SignedIn)
_AT = "#/components/schemas/"
JSON, EVENT_STREAM = "application/json", "text/event-stream"

# What a status means, and such a sentence.
REFUSALS = {
    400: ("it can't be so", "There is no seat 7 at this table."),
    401: ("a token that is none", "This is no token that was given out here."),
    403: ("not yours to do", "Seat 2 is not yours."),
    404: ("not here", "There is no such table (any more)."),
    408: ("too slow", "That took too long to arrive."),
    409: ("not now", "That was meant for step 3, but the game is at step 4."),
    413: ("too long", "That is longer than anything a player has to say."),
    422: ("not as described", "seat: Input should be less than or equal to 7."),
    429: ("too often", "That is too much at once; wait a moment."),
    431: ("a header that is too long", "That is longer than anything a player has to say."),
    500: ("a fault of the server", "Something went wrong here."),
    503: ("not at the moment", "The tables can't be reached at the moment; try again soon."),
}
EVERYWHERE = (413, 429, 431, 500, 503)

Responses = dict[int | str, dict[str, Any]]


def documented(
    shape: type[BaseModel], *refused: int, status: int = 200, media: str = JSON
) -> Responses:
    """The answers of an address: one shape, or a sentence that says why not."""
    return {**refusals(*refused, *EVERYWHERE), status: answer(shape, media)}


def answer(shape: type[BaseModel], media: str = JSON) -> dict[str, Any]:
    """An answer of that shape."""
    return {
        "description": (shape.__doc__ or "").strip().rstrip("."),
        "content": {media: {"schema": {"$ref": f"{_AT}{shape.__name__}"}}},
    }


def refusals(*statuses: int) -> Responses:
    """Sentences that say why not."""
    found: Responses = {}
    for status in sorted(statuses):
        words, sentence = REFUSALS[status]
        found[status] = {**answer(told.Failure), "description": words}
        found[status]["content"][JSON]["example"] = {"error": sentence}
    return found


def document(app: FastAPI) -> dict[str, Any]:
    """What ``app.openapi`` gives, with the shapes of all answers."""
    if app.openapi_schema is None:
        made = FastAPI.openapi(app)
        shown = (*_SHAPES, *(_CLUB_SHAPES if app.state.settings.club else ()))
        _, shapes = models_json_schema(
            [(shape, "validation") for shape in shown], ref_template=_AT + "{model}"
        )
        made["components"]["schemas"] |= shapes["$defs"]
    return app.openapi_schema or {}
