"""What shapes are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from ....catalogue import EDITIONS, EXPANSIONS, FLEETS
from ....game.codec import KIND_NAMES

# Nobody may ever ask for the description: its models are built when somebody does.
LATE = ConfigDict(defer_build=True)


class Shape(BaseModel):
    """Something that is answered."""

    model_config = LATE


@dataclass(frozen=True)
class OneOf:
    """A word out of a list that stands elsewhere in the program, and only there."""

    words: tuple[str, ...]

    def __get_pydantic_core_schema__(self, _: Any, __: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.literal_schema(list(self.words))


def sometimes(words: str) -> Any:
    """A key that is not always there. Where it is, it is never null unless its type says so."""
    return Field(None, description=words, json_schema_extra=_without_default)


def _without_default(schema: dict[str, Any]) -> None:
    del schema["default"]


Seat = Annotated[int, Field(ge=0, le=7)]
Count = Annotated[int, Field(ge=0)]
Age = Annotated[int, Field(ge=1, le=3)]
Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]  # of a card, leader, island, wonder
Code = Annotated[str, Field(pattern=r"^[a-z0-9]{6}$")]
MoveText = Annotated[str, Field(examples=["build:statue+blue@L2R1"])]
Edition = Annotated[str, OneOf(tuple(EDITIONS))]
Expansion = Annotated[str, OneOf(EXPANSIONS)]
LeaderDecks = Annotated[str, OneOf(("standard", "expert"))]
DecisionKind = Annotated[str, OneOf(tuple(KIND_NAMES.values()))]
Fleet = Annotated[str, OneOf(FLEETS)]
