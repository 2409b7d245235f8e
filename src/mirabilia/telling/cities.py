"""A city as everybody sees it, read from a view: what it has, and the numbers counted of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..catalogue import FLEETS, Board, Card, Catalogue, Effect, Island, Leader, Shipyard

Goods = list[tuple[tuple[str, ...], int]]
"""Symbols of production, each with the number there is of it."""


@dataclass(frozen=True)
class City:
    """What lies open in front of a seat."""

    seat: int
    board: Board
    built: tuple[int, ...]
    """The stages built, from 0 on."""
    coins: int
    cards: tuple[Card, ...]
    victories: tuple[int, ...]
    defeats: int
    leaders: tuple[Leader, ...] = ()
    buried: tuple[Leader, ...] = ()
    copied: Leader | None = None
    debts: int = 0
    diplomacy: int = 0
    islands: tuple[Island, ...] = ()
    shipyard: Shipyard | None = None
    fleets: Mapping[str, int] = field(default_factory=dict)
    naval: tuple[int, ...] = ()
    naval_of_fleets: int = 0
    numbers: Mapping[str, Any] = field(default_factory=dict, init=False, compare=False)
    """As the view holds them; a city of an earlier time (``conflicts``) has none."""

    @property
    def stages(self) -> int:
        return len(self.built)

    @property
    def open_stages(self) -> list[int]:
        """The stages that may be built next (B8, A19)."""
        left = [stage for stage in range(len(self.board.stages)) if stage not in self.built]
        return left if self.board.any_order else left[:1]

    @property
    def effects(self) -> list[Effect]:
        things: list[Card | Leader | Island] = [*self.cards, *self.leaders, *self.islands]
        if self.copied:
            things.append(self.copied)
        stages = [effect for stage in self.built for effect in self.board.stages[stage].effects]
        own = [effect for thing in things for effect in thing.effects]
        return [*own, *stages, *self.board.effects]

    def _sum(self, kind: str) -> int:
        return sum(effect.amount for effect in self.effects if effect.kind == kind)

    def has(self, kind: str) -> bool:
        return any(effect.kind == kind for effect in self.effects)

    @property
    def shields(self) -> int:
        return int(self.numbers["shields"]) if self.numbers else self.shields_with(self.defeats)

    def shields_with(self, defeats: int) -> int:
        """The shields with so many defeats; a leader may make these count as shields."""
        return self._sum("shields") + (defeats if self.has("defeats_as_shields") else 0)

    @property
    def naval_strength(self) -> int:
        if self.numbers:
            return int(self.numbers["naval_strength"])
        return self._sum("naval") + self.naval_of_fleets

    @property
    def commerce(self) -> int:
        return int(self.numbers["commerce"])

    @property
    def points(self) -> int:
        """As if the game ended now."""
        return int(self.numbers["total"])

    @property
    def for_sale(self) -> Goods:
        """What neighbours may buy (B12)."""
        return counted(self.numbers["sells"])

    @property
    def own_use(self) -> Goods:
        """What the owner alone may use (B17)."""
        return counted(self.numbers["own_use"])

    @property
    def symbols(self) -> Mapping[str, int]:
        """The science symbols by kind; ``choice`` are those that may be any."""
        found: Mapping[str, int] = self.numbers["symbols"]
        return found

    def price(self, goods: str, side: str) -> int:
        """What a resource costs this city on a side: ``raw``, or ``made``."""
        return int(self.numbers["prices"][side][goods])

    def buried_points(self, leader: str) -> int:
        """What a leader of this city brings once it is buried (L7)."""
        return int(self.numbers["buried"][leader])

    def chained_by(self, card: Card) -> Card | None:
        """The card of the city that makes another free (B15)."""
        for built in self.cards:
            if built.building in card.free_with or set(built.grants) & set(card.accepts):
                return built
        return None

    def freed_by(self, card: Card) -> Card | Leader | None:
        """What makes a card cost nothing: its chain, or a leader; None for the wonder."""
        if chained := self.chained_by(card):
            return chained
        for leader in (*self.leaders, *filter(None, [self.copied])):
            if any(e.kind == "free_colour" and card.colour in e.colours for e in leader.effects):
                return leader
        return None


def counted(symbols: Iterable[Sequence[str]]) -> Goods:
    """Symbols of production with their number, in the order in which they come."""
    return list(Counter(map(tuple, symbols)).items())


def cities(view: Mapping[str, Any], catalogue: Catalogue) -> list[City]:
    """All cities of a view."""
    found = [_city(seat, entry, catalogue) for seat, entry in enumerate(view["seats"])]
    for city, numbers in zip(found, view["numbers"], strict=True):
        object.__setattr__(city, "numbers", numbers)
    return found


def _city(seat: int, entry: Mapping[str, Any], catalogue: Catalogue) -> City:
    stages = entry["stages"]
    fleets: Mapping[str, int] = entry.get("fleets", {})
    spaces = {fleet: catalogue.tracks[fleet][fleets[fleet]] for fleet in FLEETS if fleet in fleets}
    copied = entry.get("copied")
    return City(
        seat,
        catalogue.boards[entry["wonder"], entry["side"]],
        tuple(range(stages)) if isinstance(stages, int) else tuple(s - 1 for s in stages),
        entry["coins"],
        tuple(catalogue.cards[card] for card in entry["city"]),
        tuple(entry["victories"]),
        entry["defeats"],
        leaders=tuple(catalogue.leaders[name] for name in entry.get("leaders", ())),
        buried=tuple(catalogue.leaders[name] for name in entry.get("buried", ())),
        copied=catalogue.leaders[copied] if copied else None,
        debts=entry.get("debts", 0),
        diplomacy=entry.get("diplomacy", 0),
        islands=tuple(catalogue.islands[name] for name in entry.get("islands", ())),
        shipyard=catalogue.shipyards[entry["shipyard"]] if "shipyard" in entry else None,
        fleets=fleets,
        naval=tuple(entry.get("naval", ())),
        naval_of_fleets=sum(space.naval for space in spaces.values()),
    )
