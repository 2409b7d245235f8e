"""What is printed, as plain values: cards, boards and their effects.

Nothing here knows a rule. An effect is one of a closed list of kinds (``EFFECT_KINDS``); the
engine is their interpreter. The readable form of every value, with which it is written in the
data files, is in ``phrases.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

RAW = ("wood", "stone", "ore", "clay")
MANUFACTURED = ("glass", "papyrus", "loom")
RESOURCES = RAW + MANUFACTURED
SCIENCE = ("compass", "gear", "tablet")
COLOURS = ("brown", "grey", "blue", "yellow", "red", "green", "purple")

EFFECT_KINDS = (
    "produce",  # one symbol: one of `options` a turn
    "points",
    "shields",
    "science",  # one symbol: one of `options`, chosen at the end
    "coins",
    "coins_per",
    "points_per",
    "points_if_wonder_complete",
    "buy_at",  # the resources of `options` cost `amount` each, bought in the cities of `where`
    "last_card",  # B20
    "free_build",  # B21, Olympia A: once an age
    "free_first_of_colour",  # B21, Olympia Day
    "free_first_card",  # B21, Olympia Night
    "free_last_card",  # B21, Olympia Night
    "rebuild",  # B19
    "copy_guild",  # B21, Olympia B
)

COUNTED = ("card", "stage", "defeat")
WHERE = ("self", "left", "right")


class CatalogueError(ValueError):
    """A data file says something that can't be; the message names the file and the entry."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect: what it is, how much, and, for those that count, of what and where."""

    kind: str
    amount: int = 0
    options: tuple[str, ...] = ()
    counted: str = ""
    colours: tuple[str, ...] = ()
    where: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cost:
    """Coins to the bank, and resources with their number."""

    coins: int = 0
    resources: Mapping[str, int] = field(default_factory=dict)

    @property
    def nothing(self) -> bool:
        return not self.coins and not self.resources


@dataclass(frozen=True, slots=True)
class Card:
    """An age card. ``players`` has the printed player number of each copy; guilds have none."""

    id: str
    building: str
    name: Mapping[str, str]
    age: int
    colour: str
    cost: Cost
    effects: tuple[Effect, ...]
    players: tuple[int, ...] = ()
    free_with: tuple[str, ...] = ()
    makes_free: tuple[str, ...] = ()
    accepts: tuple[str, ...] = ()
    grants: tuple[str, ...] = ()

    @property
    def is_guild(self) -> bool:
        return self.colour == "purple"


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of a wonder."""

    cost: Cost
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """One side of a wonder board."""

    wonder: str
    side: str
    name: Mapping[str, str]
    start: str | None
    stages: tuple[Stage, ...]

    @property
    def id(self) -> str:
        return f"{self.wonder}:{self.side}"


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Everything printed for one edition (and, later, its expansions)."""

    edition: str
    cards: Mapping[str, Card]
    boards: Mapping[tuple[str, str], Board]
    sides: tuple[str, str]
    digest: str

    @property
    def wonders(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(wonder for wonder, _ in self.boards))

    def deck(self, age: int, players: int) -> list[Card]:
        """The card copies of an age for so many players, guilds not among them (B3)."""
        return [
            card
            for card in self.cards.values()
            if card.age == age and not card.is_guild
            for copy in card.players
            if copy <= players
        ]

    @property
    def guilds(self) -> list[Card]:
        return [card for card in self.cards.values() if card.is_guild]
