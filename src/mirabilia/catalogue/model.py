"""What is printed, as plain values: cards, boards and their effects.

Nothing here knows a rule. An effect is one of a closed list of kinds (``EFFECT_KINDS``); the
engine is their interpreter. The readable form of every value, with which it is written in the
data files, is in ``phrases.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

RAW = ("wood", "stone", "ore", "clay")
MANUFACTURED = ("glass", "papyrus", "loom")
RESOURCES = RAW + MANUFACTURED
SCIENCE = ("compass", "gear", "tablet")
COLOURS = ("brown", "grey", "blue", "yellow", "red", "green", "purple", "black")
FLEETS = ("red", "yellow", "blue", "green")
EXPANSIONS = ("leaders", "cities", "armada")
TEAM_EXPANSIONS = ("cities", "armada")  # teams need one of them (T1)
LEADER_DECKS = ("standard", "expert")  # what is drafted from; expert: both decks (L1)
AGES = ("", "I", "II", "III")  # by number
# The rulebooks' marks for those who can't tell the colours apart, and two of our own.
MARKS: Mapping[str, str] = {
    "brown": "■",
    "grey": "◆",
    "blue": "▬",
    "yellow": "●",
    "red": "✕",
    "green": "▲",
    "purple": "★",
    "black": "▼",
    "leader": "♟",
    "island": "≈",
}

EFFECT_KINDS = (
    "produce",  # one symbol: one of `options` a turn
    "points",
    "shields",
    "science",  # one symbol: one of `options`, chosen at the end
    "coins",  # to those of `where` (self, if left out)
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
    "points_if_more",  # than each neighbour, of what is counted (a card of `colours`, coins)
    "points_if_undefeated",  # no defeat tokens
    "points_if_only_leader",
    "free_recruit",  # own leaders cost nothing from now on
    "recruit_discount",  # `amount` coins less for those of `where`
    "keep_leader",  # the last leader is not put away in age III
    "discount",  # one resource less for cards of `colours`, or for stages (counted: stage)
    "free_colour",  # cards of `colours` cost nothing
    "free_colour_once",  # once an age
    "coins_on_build",  # `amount` whenever a card of `colours` is built
    "coins_on_chain",
    "coins_on_victory",
    "coins_on_stage",  # whenever those of `where` build a stage
    "coins_on_purchase",  # once a turn for each neighbour bought from
    "bonus_coin",  # once a turn on coins from the bank
    "loss_on_stage",  # others lose `amount` whenever the owner builds a stage
    "bank_resource",  # once a turn one resource from the bank for `amount`
    "victory",  # a victory token of value `amount`; 0: of this age
    "discard_defeats",
    "others_forfeit",  # everyone else gives up a victory token
    "redirect_defeats",
    "swap_symbol",
    "majority",  # one more science symbol of the kind there is most of
    "copy_science",  # a symbol of a neighbour's green card
    "defeats_as_shields",
    "loss",  # others lose `amount` coins; 0: as many as the age
    "loss_per",  # others lose `amount` for each of what is counted in their own city
    "loss_by_commerce",  # pirates: others lose as many as their commerce level
    "debt",  # `amount` debts for those of `where`
    "diplomacy",
    "own_kind",  # one more of a kind the city's brown, grey and start produce
    "missing_kind",  # one of a kind they don't
    "start_rebate",  # neighbours' starting resources a coin cheaper
    "wharf",  # once a turn a resource of the neighbour of `where` a coin cheaper
    "free_stage_resources",
    "draw_leaders",  # `amount` from the box
    "recruit_again",
    "bury",
    "copy_leader",
    "naval",  # naval strength
    "raid",  # on the seat of `where`: far_left or far_right
    "far_trade",  # `amount` times a turn a resource of the seat of `where`, for a coin
    "advance",  # `amount` different fleets, of `colours` (any, if left out), a space each
    "draw_island",  # the top one of level `amount`
    "immune",  # to taxes and pirates
    "stage_advances_any",  # Lost Island
    "may_stay_out",  # of naval conflicts
    "ship_discount",
    "coin_per_advance",
)

# What can be counted: a card of `colours`, coins (one for every `value`), a victory token (of
# `value`, if given), a set (a card of each of `colours`), a science set, two equal victory tokens
# (their value is the amount), a leader, an island, the commerce level, a card of the best colour,
# a symbol of production of `options`.
COUNTED = (
    "card",
    "stage",
    "defeat",
    "victory",
    "coin",
    "set",
    "science_set",
    "victory_pair",
    "leader",
    "island",
    "commerce",
    "best_colour",
    "symbol",
)
EDITIONS = ("1st", "2nd")
WHERE = ("self", "left", "right", "far_left", "far_right", "others")


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
    value: int = 0


@dataclass(frozen=True, slots=True)
class Cost:
    """Coins to the bank, and resources with their number; ``by_age``: as many coins as the age."""

    coins: int = 0
    resources: Mapping[str, int] = field(default_factory=dict)
    by_age: bool = False

    @property
    def nothing(self) -> bool:
        return not self.coins and not self.resources and not self.by_age


@dataclass(frozen=True, slots=True)
class Card:
    """An age card.

    ``players`` has the printed player number of each copy; guilds and black cards have none.
    ``expansion`` is the box it comes from, empty for the base game.
    """

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
    expansion: str = ""

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
    """One side of a wonder board. Promo boards come into play only when named."""

    wonder: str
    side: str
    name: Mapping[str, str]
    start: str | None
    stages: tuple[Stage, ...]
    effects: tuple[Effect, ...] = ()
    coins: int = 0
    any_order: bool = False
    promo: bool = False
    expansion: str = ""

    @property
    def id(self) -> str:
        return f"{self.wonder}:{self.side}"


@dataclass(frozen=True, slots=True)
class Leader:
    """A leader; ``group`` is standard, expert or cities."""

    id: str
    name: Mapping[str, str]
    group: str
    cost: Cost
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Island:
    id: str
    name: Mapping[str, str]
    level: int
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Space:
    """A space of a naval track: what counts while a fleet is there, or happens when it arrives."""

    naval: int = 0
    commerce: int = 0
    points: int = 0
    coins: int = 0
    tax: int = 0
    explore: int = 0


@dataclass(frozen=True, slots=True)
class Shipyard:
    """A shipyard: which fleet has the wonder's symbol, and each fleet's six costs."""

    id: str
    name: Mapping[str, str]
    wonder_fleet: str
    costs: Mapping[str, tuple[Cost, ...]]


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Catalogue:
    """Everything printed for one edition and the expansions asked for.

    ``source``: the tables of the files that it was read from.
    """

    edition: str
    cards: Mapping[str, Card]
    boards: Mapping[tuple[str, str], Board]
    sides: tuple[str, str]
    digest: str
    expansions: tuple[str, ...] = ()
    leaders: Mapping[str, Leader] = field(default_factory=dict)
    islands: Mapping[str, Island] = field(default_factory=dict)
    shipyards: Mapping[str, Shipyard] = field(default_factory=dict)
    tracks: Mapping[str, tuple[Space, ...]] = field(default_factory=dict)
    naval_rewards: tuple[tuple[int, ...], ...] = ()  # by age: first, second, third
    naval_penalties: tuple[int, ...] = ()
    source: Mapping[str, object] = field(default_factory=dict, repr=False, compare=False)

    def __hash__(self) -> int:
        return hash(self.digest)

    @property
    def wonders(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(wonder for wonder, _ in self.boards))

    def deck(self, age: int, players: int) -> list[Card]:
        """The card copies of an age for so many players: no guilds, black or Armada cards (B3)."""
        return [
            card
            for card in self.cards.values()
            if card.age == age and not card.is_guild and not card.expansion
            for copy in card.players
            if copy <= players
        ]

    def extras(self, age: int, expansion: str, players: int) -> list[Card]:
        """The cards of an expansion of which some are shuffled into the deck (C1, A1)."""
        return [
            card
            for card in self.cards.values()
            if card.age == age
            and card.expansion == expansion
            and not card.is_guild
            and (not card.players or card.players[0] <= players)
        ]

    def leaders_of(self, decks: str) -> list[str]:
        """The leaders that are played (L1): with ``expert`` both decks, else the plain one."""
        return [
            name
            for name, leader in self.leaders.items()
            if decks == "expert" or leader.group != "expert"
        ]

    def names_expert(self, names: Iterable[object]) -> bool:
        """Whether one of these is an expert leader."""
        found = (self.leaders.get(name) for name in names if isinstance(name, str))
        return any(leader is not None and leader.group == "expert" for leader in found)

    @property
    def guilds(self) -> list[Card]:
        return [card for card in self.cards.values() if card.is_guild]
