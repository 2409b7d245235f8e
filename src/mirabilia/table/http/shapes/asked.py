"""What programs send. What is not asked for is a mistake."""

from __future__ import annotations

from dataclasses import fields

from pydantic import BaseModel, ConfigDict, Field

from ...rooms.table_view import Options
from ...rooms.talk import TABLE, TEXT
from ...settings import Settings

LONGEST_MOVE = 200
_OPTIONS = {each.name for each in fields(Options)}


class Asked(BaseModel):
    """Something that is sent."""

    model_config = ConfigDict(extra="forbid", strict=True)


class BotSeat(Asked):
    """A bot on a seat."""

    seat: int = Field(ge=0, le=7)
    level: str = Field(max_length=40)


class Setup(Asked):
    """What a table plays."""

    players: int = Field(4, ge=2, le=8)
    edition: str = Field("2nd", max_length=10, description="1st or 2nd")
    expansions: list[str] = Field([], max_length=3, description="of leaders, cities, armada")
    teams: bool = False
    sides: str = Field("random", max_length=20, description="random, choose, or a side's name")
    leaders: str = Field("standard", max_length=20, description="standard or expert")
    clock: int | None = Field(
        None,
        description=f"seconds for a decision: {', '.join(map(str, Settings().clocks))} or none",
    )
    level: str = Field("medium", max_length=40, description="of the bots that fill empty seats")
    listed: bool = Field(True, description="among the open tables")
    delay: int = Field(0, description="turns that spectators are behind: 0, 1 or 3")

    def options(self) -> Options:
        return Options(**{**self.model_dump(include=_OPTIONS), "expansions": (*self.expansions,)})


class NewTable(Setup):
    """A table to be opened; its host takes a seat at it."""

    name: str = Field(max_length=100, description="the host's name, 1 to 20 letters")
    seat: int = Field(0, ge=0, le=7, description="the host's")
    bots: list[BotSeat] = Field([], max_length=8)
    begin: bool = Field(False, description="at once, with bots at all empty seats")


class Joining(Asked):
    """Somebody who wants a seat."""

    name: str = Field(max_length=100)
    seat: int | None = Field(None, ge=0, le=7, description="left out: the first that is free")


class SeatChange(Asked):
    """A bot to be put on a seat, or taken off."""

    seat: int = Field(ge=0, le=7)
    level: str | None = Field(None, max_length=40, description="null takes the bot off the seat")


class Moving(Asked):
    """Two who are to change places."""

    seat: int = Field(ge=0, le=7)
    to: int = Field(ge=0, le=7, description="whoever has this seat takes the other one")


class Renaming(Asked):
    """What somebody wants to be called."""

    name: str = Field(max_length=100)


class Removing(Asked):
    """Who is to be taken off."""

    seat: int = Field(ge=0, le=7)


class Readmitting(Asked):
    """Who may sit down again."""

    name: str = Field(max_length=100, description="of whom you have taken off")


class Deciding(Asked):
    """A decision."""

    move: str = Field(max_length=LONGEST_MOVE, description="one of the moves offered")
    step: int = Field(ge=0, le=10_000, description="the step of the game it is meant for")
    seat: int | None = Field(None, ge=0, le=7, description="left out: your own")


class Undeciding(Asked):
    """A decision to be taken back."""

    step: int | None = Field(None, ge=0, le=10_000, description="left out: the one now")
    seat: int | None = Field(None, ge=0, le=7, description="left out: your own")


class TakingBack(Asked):
    """The last decision, against bots alone, to be taken back."""

    step: int = Field(ge=0, le=10_000, description="the step of the game as you know it")


class Asking(Asked):
    """For which seat a hint is wanted."""

    seat: int | None = Field(None, ge=0, le=7, description="left out: one you decide for")


class Saying(Asked):
    """Something to be said, or a reaction."""

    words: str = Field(max_length=1000, description="at most 300 letters; or the reaction's name")
    kind: str = Field(TEXT, max_length=10, description="text or reaction")
    to: str = Field(TABLE, max_length=10, description="table or team")
    seat: int | None = Field(None, ge=0, le=7, description="which of those at your device")


class Muting(Asked):
    """Whom somebody does not want to hear, or wants to again."""

    seat: int | None = Field(None, ge=0, le=7, description="left out: everybody")
    muted: bool = True


class Hushing(Asked):
    """Whether the talk is to be closed."""

    closed: bool


class AboutSomebody(Asked):
    """Somebody at the table; if he has the seat no longer, nothing is done."""

    seat: int = Field(ge=0, le=7)
    who: str = Field(max_length=100, description="the name of who has the seat, as you know it")


class Taking(Asked):
    """A seat that waits for a pass."""

    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=True)

    pass_: str = Field(alias="pass", max_length=40)
    name: str = Field("", max_length=100, description="what you want to be called, if it is new")


class Extending(Asked):
    """More time for a step."""

    step: int = Field(ge=0, le=10_000, description="the step of the game as you know it")
    times: int | None = Field(None, ge=0, le=100, description="how often it was extended before")


class Nudging(Asked):
    """Who is to be reminded."""

    seat: int = Field(ge=0, le=7)


class GoingAway(Asked):
    """A holiday."""

    until: float = Field(ge=0, le=1e11, description="seconds since 1970, in universal time")
