"""A city as everybody sees it, read from a view: what it has, and the numbers counted of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..catalogue import Board, Card, Catalogue, Island, Leader, Shipyard

Goods = tuple[tuple[tuple[str, ...], int], ...]
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
    numbers: Mapping[str, Any] = field(default_factory=dict)
    """All that is counted of a city, as the view holds it."""

    @property
    def stages(self) -> int:
        return len(self.built)

    @property
    def open_stages(self) -> list[int]:
        """The stages that may be built next (B8, A19)."""
        left = [stage for stage in range(len(self.board.stages)) if stage not in self.built]
        return left if self.board.any_order else left[:1]

    def has(self, kind: str) -> bool:
        """Whether an effect of that kind lasts in the city."""
        things: list[Card | Leader | Island] = [*self.cards, *self.leaders, *self.islands]
        if self.copied:
            things.append(self.copied)
        stages = [self.board.stages[stage] for stage in self.built]
        effects = [*self.board.effects, *(e for part in (*things, *stages) for e in part.effects)]
        return any(effect.kind == kind for effect in effects)

    @property
    def shields(self) -> int:
        return int(self.numbers["shields"])

    @property
    def naval_strength(self) -> int:
        return int(self.numbers["naval_strength"])

    @property
    def commerce(self) -> int:
        return int(self.numbers["commerce"])

    @property
    def points(self) -> int:
        """As if the game ended now."""
        return int(self.numbers["total"])

    @cached_property
    def for_sale(self) -> Goods:
        """What neighbours may buy (B12)."""
        return counted(self.numbers["sells"])

    @cached_property
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
    return tuple(Counter(map(tuple, symbols)).items())


def cities(view: Mapping[str, Any], catalogue: Catalogue) -> list[City]:
    """All cities of a view."""
    entries = zip(view["seats"], view["numbers"], strict=True)
    return [_city(seat, entry, numbers, catalogue) for seat, (entry, numbers) in enumerate(entries)]


def _city(
    seat: int, entry: Mapping[str, Any], numbers: Mapping[str, Any], catalogue: Catalogue
) -> City:
    stages = entry["stages"]
    fleets: Mapping[str, int] = entry.get("fleets", {})
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
        numbers=numbers,
    )
