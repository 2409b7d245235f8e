"""What is answered: tables, seats, offers, scores; and what is said when something is refused."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, RootModel

from ...rooms.handing import DEEDS
from ...rooms.outline import CLOSED
from ...rooms.table_view import BOT, EMPTY, FREE_CITY, OVER, PERSON, PLAYING, WAITING
from ...rooms.talk import CLOSED as SHUT
from ...rooms.talk import OPENED, REACTION, TABLE, TEAM, TEXT
from ..refusing import OTHER, SENTENCES
from .events import Event
from .records import Digits
from .shape import (
    LATE,
    Code,
    Count,
    DecisionKind,
    Edition,
    Expansion,
    LeaderDecks,
    MoveText,
    OneOf,
    Seat,
    Shape,
)
from .views import Line, View

Status = Annotated[str, OneOf((WAITING, PLAYING, OVER))]
AnyStatus = Annotated[str, OneOf((WAITING, PLAYING, OVER, CLOSED))]
Kind = Annotated[str, OneOf((PERSON, BOT, EMPTY, FREE_CITY))]
Version = Annotated[int, Field(ge=0, description="grows with each change of the table")]
StepNumber = Annotated[int, Field(ge=0, description="of the game; a decision names its step")]
SecondsLeft = Annotated[float | None, Field(description="on the clock of this step, if one runs")]


Moment = Annotated[float, Field(ge=0, description="seconds since 1970, in universal time")]


class Failure(Shape):
    """Why something was refused; nothing has changed."""

    error: str = Field(description="a sentence for a person to read, in English")
    code: str = Field(
        description="one of those listed below, for a program; it stays when the sentence changes",
        json_schema_extra={"x-codes": {**SENTENCES, OTHER: "…"}},
    )
    values: dict[str, str | int] = Field(description="what the sentence names, by its places")


class Seated(Shape):
    """You have a seat."""

    code: Code = Field(description="the table's")
    seat: Seat
    token: str | None = Field(description="yours from now on, told only once; null: you have one")


class Done(Shape):
    """It is done, and stored."""

    code: Code
    version: Version


class Expected(Shape):
    """What a bot expects of a move, on average of its tries."""

    move: MoveText
    place: float
    points: float
    tries: Count


class Advice(Shape):
    """What a bot would do."""

    seat: Seat = Field(description="for which seat")
    step: StepNumber
    move: MoveText
    reason: str = Field(description="why, in English")
    expectations: list[Expected] = Field(description="of the moves it tried, the best first")
    stand_in: str | None = Field(
        description="the bot that says so, while stronger ones are not ready"
    )


class Options(Shape):
    """How a table is set up."""

    players: Annotated[int, Field(ge=2, le=8)]
    edition: Edition
    expansions: list[Expansion]
    teams: bool
    sides: str = Field(description="random, choose, or a side's name")
    leaders: LeaderDecks
    clock: int | None = Field(description="seconds for a decision; null: as long as it takes")
    level: str = Field(description="of the bots that fill empty seats")
    listed: bool = Field(description="among the open tables")
    delay: int = Field(description="turns that spectators are behind")


class Sitter(Shape):
    """Who has a seat."""

    seat: Seat
    name: str = Field(description="empty where nobody sits")
    kind: Kind
    level: str | None = Field(description="of a bot")
    away: bool = Field(description="a person who has left, or let the clock run out: a bot plays")
    you: bool


class Summary(Shape):
    """A table as a line in a list."""

    code: Code
    status: AnyStatus = Field(description="closed: its game can't be gone on with")
    options: Options
    sitters: list[Sitter]
    host_name: str
    your_turn: bool
    age: Annotated[int, Field(ge=0, le=3)] = Field(description="0 before the game")
    turn: Count
    taken_back: Count = Field(description="how often decisions were; it then counts in no average")
    awaited: list[str] = Field(description="people who have yet to decide")
    paused: bool
    seconds_left: SecondsLeft
    until: Moment | None = Field(description="when it runs out; null: none runs")
    nudged_by: str = Field(description="who has reminded you in this step; empty: nobody")


class Tables(Shape):
    """A list of tables."""

    tables: list[Summary]


class Offer(Shape):
    """A decision that you owe, or may still change."""

    seat: Seat = Field(description="yours, or the Free City's, 2, if you decide for it")
    kind: DecisionKind
    source: str | None = Field(description="what it comes from: a card, leader, island or stage")
    moves: list[MoveText] = Field(min_length=1, description="every move that is legal")
    choice: MoveText | None = Field(description="what you have decided")


class Offers(Shape):
    """What you have to decide."""

    code: Code
    version: Version
    step: StepNumber
    offers: list[Offer]


class Events(Shape):
    """What has happened, as you have seen it."""

    code: Code
    version: Version
    events: list[Event]


class Fairness(Shape):
    """The proof of a fair deal."""

    hash: Digits = Field(description="from the start: SHA-256 of the bytes of secret and nonce")
    secret: Digits | None = Field(description="told after the end")
    nonce: Digits | None = Field(description="told after the end")


class ScoreSheet(Shape):
    """The points of a seat."""

    seat: Seat
    team: Annotated[int, Field(ge=0, le=3)] | None = Field(description="null without teams")
    total: int
    lines: dict[Line, int] = Field(description="the points of each line; they add up to the total")


class Ranked(Shape):
    """A place, and who has it."""

    place: Annotated[int, Field(ge=1)]
    seats: list[Seat] = Field(description="partners together, and those who tie")


class Deed(Shape):
    """Something that was done about a seat during the game."""

    what: Annotated[str, OneOf(DEEDS)] = Field(
        description="removed: the host has taken somebody off, and a bot has the seat; benched: a "
        "bot plays until he is back; given: somebody else has the seat; moved: to another device; "
        "host: there is another host"
    )
    seat: Seat
    name: str = Field(description="whose seat it was")
    to: str = Field(description="who has it now, or is the host now; else empty")
    by: str = Field(description="the host who did it; else empty")
    event: Count = Field(description="the number of the event before which it was done")


class Holiday(Shape):
    """Somebody is on holiday; while his decision is awaited the clock stands."""

    seat: Seat
    until: Moment


class Holidays(Shape):
    """Your own holiday."""

    until: Moment | None = Field(description="null: you are not on holiday")


class Nudged(Shape):
    """Somebody has reminded you that your decision is awaited."""

    by: Seat
    at: Moment


class Waits(Shape):
    """Whether and why the game stands, and its clock."""

    paused: bool = Field(description="then nothing can be decided, and no bot decides")
    paused_by: Seat | None
    agreed: list[Seat] = Field(description="who want a pause, who asked first")
    needed: list[Seat] = Field(description="who have yet to agree to it")
    clock_stands: bool = Field(description="with seconds_left: paused, or somebody on holiday")
    until: Moment | None = Field(description="when the clock runs out; null: none runs")
    extended: Count = Field(description="how often the host has extended the clock of this step")
    extensions: Count = Field(description="how often he still can")
    holidays: list[Holiday]
    nudge: Nudged | None = Field(description="yours, in this step")


class Table(Shape):
    """All that you may see of a table."""

    code: Code
    version: Version
    status: Status
    options: Options
    sitters: list[Sitter]
    seat: Seat | None = Field(description="yours; null: you are a spectator")
    host: bool = Field(description="whether you are the host, who may begin")
    step: StepNumber
    view: View | None = Field(description="the game; null before it")
    offers: list[Offer]
    events: list[Event] = Field(description="those after the version you know")
    seconds_left: SecondsLeft
    scores: list[ScoreSheet] = Field(description="after the end; before it, none")
    ranking: list[Ranked] = Field(description="after the end, the winner first")
    fairness: Fairness | None
    next_code: Code | None = Field(description="of the rematch, if somebody has asked for one")
    taken_back: Count = Field(description="how often decisions were; it then counts in no average")
    deeds: list[Deed] = Field(description="what was done about seats during the game")
    waits: Waits


class Said(Shape):
    """Something that was said at a table."""

    to: Annotated[str, OneOf((TABLE, TEAM))] = Field(description="to all, or to you and a partner")
    number: Count = Field(description="of what was said to the same; numbers may be missing")
    at: float = Field(description="when, in seconds since 1970")
    kind: Annotated[str, OneOf((TEXT, REACTION, SHUT, OPENED))] = Field(
        description="closed, opened: by the host, the talk"
    )
    seat: Seat
    name: str = Field(description="of who said it, at that time")
    words: str = Field(description="the text, as it was written; or the name of the reaction")


class Talk(Shape):
    """What you hear of what is said at a table; of whom you have muted, nothing."""

    code: Code
    mark: Annotated[str, Field(pattern=r"^\d+\.\d+$")] = Field(
        description="how far it goes; send it to hear what comes after it"
    )
    closed: bool = Field(description="by the host: nobody can say anything")
    behind: bool = Field(description="you watch with a delay, and hear nothing")
    partner: str | None = Field(description="who hears what you say to your team")
    muted: list[Seat] = Field(description="of those whom you have muted")
    muted_all: bool
    lines: list[Said]


class Ticket(Shape):
    """A seat that waits for whoever has the pass, once, for some minutes."""

    code: Code
    seat: Seat
    pass_: str = Field(alias="pass")
    minutes: Count


class Health(Shape):
    """How a server is."""

    ok: bool = Field(description="whether anything can be served")
    tables: Count = Field(description="those that the process keeps that answers")
    all_tables: Count = Field(description="those of all processes")
    processes: Count = Field(description="of the server, as far as that one knows")
    standing: Count = Field(description="tables whose game stands still and should not")
    streams: Count = Field(description="that are open")
    waiting_bots: Count = Field(description="bots that wait for a free processor")
    bots_share: float = Field(
        description="how much of its level's time a bot has now: 1, or less when many wait"
    )
    workers: Count = Field(description="processes in which bots think that are alive")
    bots: Literal["ready", "warming", "quick"] = Field(
        description="ready: all are there; warming: a quick one plays until they are; quick: "
        "they could not be compiled, and it plays on"
    )
    database: str = Field(description="ok, or what is wrong with it")
    version: str = Field(description="of the program")


NameAndWords = Annotated[list[str], Field(min_length=2)]


class Explanations(RootModel[dict[str, NameAndWords]]):
    """Name and explanation of everything by its id: cards, leaders, islands, shipyards, boards
    (``rhodos:day``) and their stages (``rhodos:day#1``). After these two come the ids of the cards
    that a card makes free."""

    model_config = LATE
