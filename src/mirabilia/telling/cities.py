"""A city as everybody sees it, read from a view: what it has, makes, sells and how strong it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..catalogue import FLEETS, SCIENCE, Board, Card, Catalogue, Effect, Island, Leader, Shipyard

USUAL_PRICE = 2
OWN_KINDS = {"own_kind": "one more own kind", "missing_kind": "a missing kind"}
MORE_SCIENCE = {"majority": "most", "copy_science": "copy", "swap_symbol": "swap"}


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
    commerce: int = 0

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
        return self.shields_with(self.defeats)

    def shields_with(self, defeats: int) -> int:
        """The shields with so many defeats; a leader may make these count as shields."""
        return self._sum("shields") + (defeats if self.has("defeats_as_shields") else 0)

    @property
    def naval_strength(self) -> int:
        return self._sum("naval") + self.naval_of_fleets

    @property
    def for_sale(self) -> list[tuple[str, ...]]:
        """The symbols neighbours may buy (B12)."""
        start = [(self.board.start,)] if self.board.start else []
        return start + _produced(
            effect
            for card in self.cards
            if card.colour in ("brown", "grey")
            for effect in card.effects
        )

    @property
    def own_only(self) -> list[tuple[str, ...]]:
        """The symbols that are for the owner alone (B17)."""
        everything = Counter(_produced(self.effects))
        start = [(self.board.start,)] if self.board.start else []
        return list((everything + Counter(start) - Counter(self.for_sale)).elements())

    @property
    def own_kinds(self) -> list[str]:
        """Symbols whose kind depends on what the city makes (C6)."""
        return [OWN_KINDS[effect.kind] for effect in self.effects if effect.kind in OWN_KINDS]

    @property
    def symbols(self) -> dict[str, int]:
        """The science symbols by kind; ``choice`` are those that may be any."""
        kinds = [effect.options for effect in self.effects if effect.kind == "science"]
        counts = Counter(options[0] if len(options) == 1 else "choice" for options in kinds)
        more = [effect.kind for effect in self.effects if effect.kind in MORE_SCIENCE]
        counts.update(MORE_SCIENCE[kind] for kind in more)
        order = (*SCIENCE, "choice", *MORE_SCIENCE.values())
        return {kind: counts[kind] for kind in order if counts[kind]}

    @property
    def science(self) -> str:
        return ", ".join(f"{number} {kind}" for kind, number in self.symbols.items())

    def price(self, goods: Sequence[str], side: str) -> int:
        """What a resource of a class costs this city on a side."""
        prices = [
            effect.amount
            for effect in self.effects
            if effect.kind == "buy_at" and goods[0] in effect.options and side in effect.where
        ]
        return min([USUAL_PRICE, *prices])

    def rebates(self, side: str) -> list[str]:
        """What else makes buying cheaper on a side (C5)."""
        wharf = any(effect.kind == "wharf" and side in effect.where for effect in self.effects)
        start = self.has("start_rebate")
        return ["one −1"] * wharf + ["start −1"] * start

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


def _produced(effects: Iterable[Effect]) -> list[tuple[str, ...]]:
    return [effect.options for effect in effects if effect.kind == "produce"]


def cities(view: Mapping[str, Any], catalogue: Catalogue) -> list[City]:
    """All cities of a view."""
    return [_city(seat, entry, catalogue) for seat, entry in enumerate(view["seats"])]


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
        commerce=spaces["yellow"].commerce if spaces else 0,
    )
