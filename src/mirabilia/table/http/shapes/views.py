"""What a seat may know of the game: a position with a number where a list is hidden."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from ....catalogue import EXPANSIONS, RESOURCES, SCIENCE
from ....game.codec import LINES, MORE_LINES, RIGHTS
from ....game.numbers import CHOICE, MORE_SCIENCE
from ....game.positions import PHASES, STEPS
from .shape import (
    Age,
    Count,
    DecisionKind,
    Edition,
    Expansion,
    Fleet,
    Id,
    LeaderDecks,
    MoveText,
    OneOf,
    Seat,
    Shape,
    sometimes,
)

Phase = Annotated[str, OneOf(tuple(phase for phase in PHASES if phase != "war"))]
Step = Annotated[str, OneOf(tuple(step for step in STEPS.values() if step != "play"))]
Right = Annotated[str, OneOf(tuple(RIGHTS.values()))]
Resource = Annotated[str, OneOf(tuple(RESOURCES))]
Symbol = Annotated[str, OneOf((*SCIENCE, CHOICE, *MORE_SCIENCE.values()))]
Line = Annotated[
    str, OneOf((*LINES.values(), *(name for more in MORE_LINES.values() for name in more.values())))
]
CONFLICT_KINDS = (
    *("conflict", "victory", "defeat", "use_diplomacy", "coins"),
    *("naval_strength", "naval"),
)
Hidden = Count | list[Id]  # how many, or which, for those who may see them
Three = Annotated[list[int], Field(min_length=3, max_length=3)]
LEADERS, CITIES, ARMADA = (f"with {name.capitalize()}: " for name in EXPANSIONS)
TWO = "with two players: "


class CityView(Shape):
    """What lies at a seat."""

    wonder: Id
    side: str = Field(description="of the wonder's board: A or B, day or night")
    stages: Count | list[Annotated[int, Field(ge=1, le=4)]] = Field(
        description="how many are built; which, where any may be built next"
    )
    under: Count = Field(description="cards below stages")
    coins: Count
    city: list[Id] = Field(description="the cards built")
    hand: Hidden = Field(description="its cards; of hands you may not see, how many there are")
    victories: list[int] = Field(description="the values of its victory tokens")
    defeats: Count
    spent: list[Right] = Field(description="the once-per-age rights used in this age")
    leaders: list[Id] = sometimes(f"{LEADERS}those recruited")
    leader_hand: Hidden = sometimes(f"{LEADERS}those not yet recruited, or how many")
    pack: Hidden = sometimes(f"{LEADERS}in the draft, those to pick from, or how many")
    buried: list[Id] = sometimes(f"{LEADERS}those below stages")
    copied: Id | None = sometimes(f"{LEADERS}the leader copied")
    debts: Count = sometimes(f"{CITIES}debt tokens")
    diplomacy: Count = sometimes(f"{CITIES}diplomacy tokens")
    islands: list[Id] = sometimes(f"{ARMADA}those kept")
    shipyard: str = sometimes(f"{ARMADA}its id")
    fleets: dict[Fleet, Count] = sometimes(f"{ARMADA}the space that each fleet has reached")
    naval: list[int] = sometimes(f"{ARMADA}the values of its naval tokens")


class Prices(Shape):
    """What a resource costs on a side."""

    raw: Count
    made: Count


class SidePrices(Shape):
    """What resources cost from each neighbour."""

    left: Prices
    right: Prices


class Rebates(Shape):
    """How much less one purchase costs, on a side, or of a neighbour's first resource."""

    left: Count
    right: Count
    start: Count


class Numbers(Shape):
    """What is counted of a city."""

    points: dict[Line, int] = Field(description="by line of the score sheet, as if it ended now")
    total: int
    shields: Count
    symbols: dict[Symbol, Count] = Field(description="science symbols, those there are")
    sells: list[list[Resource]] = Field(description="symbols neighbours may buy, each its choices")
    own_use: list[list[Resource]] = Field(description="symbols for the owner alone")
    own_kind: Count = Field(description="one more of a resource the city makes")
    missing_kind: Count = Field(description="one of a resource the city does not make")
    prices: SidePrices
    rebates: Rebates
    buried: dict[str, Count] = sometimes(f"{LEADERS}the points each leader brings once buried")
    naval_strength: Count = sometimes(f"{ARMADA}compared at the end of an age")
    commerce: Count = sometimes(f"{ARMADA}the commerce level")


class Foreseen(Shape):
    """An event of a conflict as it would be if the age ended now."""

    kind: Annotated[str, OneOf(CONFLICT_KINDS)]
    seat: Seat
    data: dict[str, Any] = Field(description="as in the event of that kind")


class Decision(Shape):
    """What a seat has to decide."""

    kind: DecisionKind
    by: Seat = Field(description="who decides: the seat itself, or the holder for the Free City")
    source: str | None = Field(description="what it comes from: a card, leader, island or stage")


class Unfinished(Shape):
    """How far a turn has come that waits for choices; lists by seat, numbers as the engine's."""

    step: Step = Field(description="the part of the turn that waits")
    asked: dict[str, DecisionKind] = Field(description="what each seat, a key, is asked")
    extra: bool = Field(description="whether last cards are being, or have been, played")
    drawn: list[Hidden] = Field(description="islands to choose from; of others, how many")
    owed: list[list[Annotated[list[int], Field(min_length=4, max_length=4)]]] = Field(
        description="choices to come: kind, count, mask, source"
    )
    source: list[Three] = Field(description="of the choice asked: count, mask, source")
    reached: list[Annotated[list[int], Field(min_length=4, max_length=4)]] = Field(
        description="for each fleet, the spaces whose effect is still to come, as bits"
    )
    explores: list[int] = Field(description="levels still to be explored, as bits")
    caused: list[Annotated[list[int], Field(min_length=5, max_length=5)]] = Field(
        description="what others lose for it: fixed, per victory, per stage, pirates, tax"
    )
    bonus_taken: list[int] = Field(description="bonuses had already, as bits")


class View(Shape):
    """All that a seat, or a spectator, may know of the game."""

    edition: Edition
    expansions: list[Expansion]
    teams: bool = Field(description="whether seats 0 and 1, 2 and 3 … play together")
    leaders: LeaderDecks = Field(description="the decks of leaders")
    names: list[str] = Field(description="of the players, by seat")
    age: Age
    turn: Count = Field(description="of the age; 0 while leaders are recruited")
    phase: Phase
    discard: Hidden = Field(description="the discard pile: which, for who builds from it now")
    deal: Count = Field(description="cards of later ages")
    pile: Count = sometimes(f"{TWO}cards left for the Free City")
    holder: Seat = sometimes(f"{TWO}who decides for the Free City in this turn")
    box: Count = sometimes(f"{LEADERS}those not in play")
    sea: Annotated[list[Count], Field(min_length=3, max_length=3)] = sometimes(
        f"{ARMADA}islands not found, for each level"
    )
    raids: list[Annotated[list[Seat], Field(min_length=2, max_length=2)]] = sometimes(
        f"{ARMADA}who fights whom besides the neighbours: by whom, on whom"
    )
    turns: Count = Field(description="of an age, the last card not counted")
    catalogue: str = Field(description="the digest of the cards that it is played by")
    seats: list[CityView]
    numbers: list[Numbers] = Field(description="counted of each city, by seat")
    forecast: list[Foreseen] = Field(description="the conflicts, if the age ended now")
    seen: list[list[Id]] = Field(description="for each hand, the cards you know are in it")
    maybe: list[list[Id]] = Field(
        description="for each hand, cards seen of which some may have been laid face down since"
    )
    laid: list[Id] = Field(description="the cards you have laid face down yourself")
    drawn: list[Id] = sometimes(f"{ARMADA}the islands you choose from; not for spectators")
    unfinished: Unfinished = sometimes("inside a turn that waits for choices: how far it has come")
    seat: Seat | None = Field(description="whose view it is; null: a spectator's")
    to_decide: list[Seat] = Field(description="the seats that owe a decision")
    decided: list[Seat] = Field(description="the seats that have decided in this step")
    decision: Decision | None = Field(description="what you have to decide, or may still change")
    details: Three = sometimes("with a decision: its count, mask and source, the engine's numbers")
    choice: MoveText | None = sometimes("with a decision: the move you have chosen")
