"""The OpenAPI document: which shape each address answers with, and how it refuses.

FastAPI is told no models for answers, so that none is ever run on one: routes name their shapes,
and the shapes are added when somebody asks for the document.
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from ....texts import ENGLISH
from ...rooms.refused import Refused
from .. import refusing
from ..refusing import SENTENCES
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

_WRONG_SEAT = {"where": "seat", "why": "Input should be less than or equal to 7"}
# What a status means, and the code and values of such a refusal.
REFUSALS: dict[int, tuple[str, str, dict[str, Any]]] = {
    400: ("it can't be so", "no_seat", {"seat": 7}),
    401: ("a token that is none", "no_token", {}),
    403: ("not yours to do", "not_your_seat", {"seat": 2}),
    404: ("not here", "no_table", {}),
    408: ("too slow", "too_slow", {}),
    409: ("not now", "other_step", {"step": 3, "now": 4}),
    413: ("too long", "too_long", {}),
    422: ("not as described", "not_as_described", _WRONG_SEAT),
    429: ("too often", "too_much", {}),
    431: ("a header that is too long", "too_long", {}),
    500: ("a fault of the server", "went_wrong", {}),
    503: ("not at the moment", "not_reached", {}),
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
        words, code, values = REFUSALS[status]
        refusal = Refused(SENTENCES[code], status, **values)
        found[status] = {**answer(told.Failure), "description": words}
        found[status]["content"][JSON]["example"] = refusing.told(refusal, ENGLISH)
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
