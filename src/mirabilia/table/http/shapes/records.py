"""A finished game: its setup, its deal and its decisions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from .shape import Count, Edition, Expansion, Shape, sometimes
from .views import ARMADA, LEADERS

Digits = Annotated[str, Field(pattern="^[0-9a-f]+$")]
Three = Annotated[list[str], Field(min_length=3, max_length=3)]


class RecordSetup(Shape):
    """How the game was set up."""

    players: list[str] = Field(description="their names, by seat")
    edition: Edition
    expansions: list[Expansion]
    wonders: list[str] = Field(description="with their sides, such as rhodos:A, by seat")
    seed: Count = Field(description="of what happens by chance within the game")
    sides: Literal["choose"] = sometimes("where players chose their sides")
    teams: Literal[True] = sometimes("where partners played together")
    leaders: Literal["expert"] = sometimes("where both decks of leaders were played")
    shipyards: list[str] = sometimes(f"{ARMADA}their ids, by seat")


class RecordDeal(Shape):
    """What was dealt: ids, parted by blanks."""

    ages: Annotated[list[list[str]], Field(min_length=3, max_length=3)] = Field(
        description="for each age, the hand of each seat"
    )
    leaders: list[str] = sometimes(f"{LEADERS}the first pack of each seat")
    leader_box: str = sometimes(f"{LEADERS}those not dealt")
    islands: Three = sometimes(f"{ARMADA}for each level, the top one first")


class Proof(Shape):
    """The proof of a fair deal."""

    hash: Digits = Field(description="shown from the start: SHA-256 of the bytes of both")
    secret: Digits
    nonce: Digits
    sides: str = Field(description="how the sides of the boards were asked for")


class Record(Shape):
    """A game that can be replayed, event for event; `mirabilia verify` checks it."""

    version: Literal[1] = Field(description="of this shape")
    setup: RecordSetup
    catalogue: str = Field(description="the digest of the cards it was played with")
    rules: int = Field(description="the number of the rules it was played by")
    deal: RecordDeal
    decisions: list[str] = Field(
        description="for each step the moves, parted by blanks, in the order of those who owed them"
    )
    totals: list[int] = Field(description="the points of each seat")
    taken_back: Count = sometimes("how often decisions were taken back, against bots alone")
    fair: Proof
