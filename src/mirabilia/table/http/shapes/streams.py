"""The messages of a stream: server-sent events with an id, a name and data that is JSON.

Between them come comments, lines that begin with a colon: ``: welcome`` at once and
``: still here`` when nothing has happened for a while.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, RootModel

from .answers import SecondsLeft, StepNumber, Table, Talk, Version
from .shape import LATE, Code, Seat, Shape

_ENTRY = r"[a-z0-9]{6}:\d+(\.\d+\.\d+)?"
EventId = Annotated[
    str,
    Field(
        pattern=rf"^{_ENTRY}(,{_ENTRY})*$",
        description="the version sent of each table, and how much of its talk, where that was "
        "asked for; send it as Last-Event-ID to go on from there",
        examples=["abc234:7,xyz789:0.12.3"],
    ),
]


class Progress(Shape):
    """What has changed within a step, the same for all."""

    code: Code
    version: Version
    step: StepNumber
    to_decide: list[Seat]
    decided: list[Seat]
    away: list[Seat] = Field(description="people who are away")
    seconds_left: SecondsLeft


class Gone(Shape):
    """There is no such table, or none any more."""

    code: Code


class UpdateMessage(Shape):
    """A step is done, or something else has changed that all of the table is needed for."""

    id: EventId
    event: Literal["update"]
    data: Table


class ProgressMessage(Shape):
    """Somebody has decided, taken it back, left or come back."""

    id: EventId
    event: Literal["progress"]
    data: Progress


class GoneMessage(Shape):
    """A table can't be told of any more."""

    id: EventId
    event: Literal["gone"]
    data: Gone


class TalkMessage(Shape):
    """Something was said; it comes to who has asked for it."""

    id: EventId
    event: Literal["talk"]
    data: Talk


class StreamMessage(
    RootModel[
        Annotated[
            UpdateMessage | ProgressMessage | GoneMessage | TalkMessage,
            Field(discriminator="event"),
        ]
    ]
):
    """A server-sent event; its name says which data it has, one line of JSON."""

    model_config = LATE
