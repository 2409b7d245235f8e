"""What has happened: one line for each kind of event.

An event is of a seat, or of the whole table; a card that was laid face down is null for all but who
laid it. A new kind of event needs a line in ``KINDS``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Union

from pydantic import Field, RootModel, create_model

from .shape import LATE, Age, Count, Fleet, Id, OneOf, Seat, Shape, sometimes

_FACE_DOWN = Annotated[Id | None, Field(description="null for others: it lies face down")]
_CARD = Annotated[Id, Field(description="a card's id")]
_LEADER = Annotated[Id, Field(description="a leader's id")]
_BY = Annotated[Seat, Field(description="who decided it: the seat, or the Free City's holder")]
_SOURCE = "what it comes from: an id, or a stage such as rhodos:A#2"
_FOR = Annotated[str, Field(description=_SOURCE)]
_ELSE = Annotated[str | None, Field(description=f"{_SOURCE}; null: from neither")]
_HOW = Annotated[str, OneOf(("paid", "chain", "right", "free"))]
_VALUE = Annotated[int, Field(description="of the token")]
_BOTH = Annotated[list[Count], Field(min_length=2, max_length=2, description="own, other's")]
_SIDES = Annotated[str, OneOf(("left", "right"))]


def _event(kind: str, words: str, data: Mapping[str, Any], seat: tuple[Any, str]) -> type[Shape]:
    name = kind.title().replace("_", "")
    inner: dict[str, Any] = {
        key: field if isinstance(field, tuple) else (field, ...) for key, field in data.items()
    }
    outer: dict[str, Any] = {
        "number": (Count, Field(description="0 for the first of the game")),
        "kind": (Literal[kind], ...),
        "seat": (seat[0], Field(description=seat[1])),
        "data": (create_model(f"{name}Data", __base__=Shape, **inner), ...),
    }
    return create_model(f"{name}Event", __base__=Shape, __doc__=words, **outer)


def _of_all(kind: str, words: str, **data: Any) -> type[Shape]:
    return _event(kind, words, data, (None, "it is of the whole table"))


def _of_seat(kind: str, words: str, **data: Any) -> type[Shape]:
    # What comes from a card is told with "for", which Python keeps for itself.
    named = {key.rstrip("_"): field for key, field in data.items()}
    return _event(kind, words, named, (Seat, "whose it is"))


KINDS = (
    _of_all("age", "An age begins.", age=Age),
    _of_all("turn", "A turn begins.", age=Age, turn=Count),
    _of_all("pass", "All hands are passed on.", to=_SIDES),
    _of_all("end", "The game is over."),
    _of_seat("side", "A side of the board is chosen.", side=str),
    _of_seat("build", "A card is built.", card=_CARD, how=_HOW, by=_BY),
    _of_seat("stage", "A stage is built.", stage=Count, card=_FACE_DOWN, by=_BY),
    _of_seat("sell", "A card is sold.", card=_FACE_DOWN, coins=Count, by=_BY),
    _of_seat("discard", "The last card of a hand is discarded.", card=_FACE_DOWN, by=_BY),
    _of_seat("rebuild", "A card of the discard pile is built.", card=_CARD),
    _of_seat(
        "pay", "Coins are paid, to a seat or the bank.", coins=Count, to=Seat | Literal["bank"]
    ),
    _of_seat("coins", "Coins come from the bank.", coins=int, for_=_ELSE),
    _of_seat(
        "conflict",
        "Two meet in a war, or by a raid; the tokens it brings follow.",
        against=Seat,
        shields=_BOTH,
        raid=bool,
    ),
    _of_seat(
        "victory",
        "A victory token is won in a war, or comes from a card.",
        value=_VALUE,
        against=(Seat, sometimes("in a war: over whom")),
        for_=(str, sometimes("else: the card or leader it comes from")),
    ),
    _of_seat("defeat", "A war is lost.", value=_VALUE, against=Seat),
    _of_seat("pick", "A leader is kept in the draft.", card=_FACE_DOWN, by=_BY),
    _of_seat("put_away", "A leader goes back into the box.", card=_FACE_DOWN, by=_BY),
    _of_seat("recruit", "A leader is recruited.", leader=_LEADER),
    _of_seat("bury", "A leader is buried below a stage.", leader=_LEADER),
    _of_seat("copy", "A neighbour's leader is copied.", leader=_LEADER),
    _of_seat("draw_leaders", "Leaders are drawn from the box.", number=Count),
    _of_seat("advance", "A fleet advances.", fleet=Fleet, space=Count),
    _of_seat("explore", "Islands are drawn, to choose from.", level=Count, drawn=Count),
    _of_seat("island", "An island is kept.", island=Id),
    _of_seat("tax", "A space just reached taxes the others.", coins=Count),
    _of_seat("loss", "Coins are lost at the end of a turn.", coins=Count),
    _of_seat("debts", "Debts are taken instead.", debts=Count, for_=_ELSE),
    _of_seat("forfeit", "A victory token is given up.", value=_VALUE),
    _of_seat("discard_defeats", "Defeat tokens are discarded.", number=Count, for_=_FOR),
    _of_seat("diplomacy", "A diplomacy token is taken.", for_=_FOR),
    _of_seat("use_diplomacy", "A diplomacy token is spent: no war for this seat."),
    _of_seat("raid", "A war is carried to somebody far away.", on=Seat, for_=_FOR),
    _of_seat(
        "naval_strength",
        "Somebody takes part in the naval conflict.",
        strength=Count,
        place=Annotated[int, Field(ge=1)],
    ),
    _of_seat("naval", "A token of the naval conflict.", value=_VALUE),
    _of_seat("stay_out", "Somebody stays out of the naval conflict."),
)


class Event(RootModel[Any]):
    """Something that happened; its kind says which data it has."""

    model_config = LATE
    root: Annotated[Union[KINDS], Field(discriminator="kind")]  # type: ignore[valid-type] # noqa: UP007
