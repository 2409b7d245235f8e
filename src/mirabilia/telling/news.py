"""What the newest turn has changed in each city, so that it can be marked until the next one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .chronicle import silent

if TYPE_CHECKING:
    from ..game.codec import Event

TOKENS = frozenset({"victory", "forfeit", "defeat", "discard_defeats", "naval", "diplomacy"})


@dataclass(frozen=True, slots=True)
class News:
    """What is new in a city: what was placed (cards, leaders, islands), stages, fleets that sailed,
    kinds of tokens taken or given up, and by how many its coins have changed.
    """

    placed: frozenset[str] = frozenset()
    stages: frozenset[int] = frozenset()
    fleets: frozenset[str] = frozenset()
    tokens: frozenset[str] = frozenset()
    coins: int = 0


@dataclass(slots=True)
class _Notes:
    """News that are still being gathered."""

    placed: set[str] = field(default_factory=set)
    stages: set[int] = field(default_factory=set)
    fleets: set[str] = field(default_factory=set)
    tokens: set[str] = field(default_factory=set)
    coins: int = 0

    def whole(self) -> News:
        return News(
            frozenset(self.placed),
            frozenset(self.stages),
            frozenset(self.fleets),
            frozenset(self.tokens),
            self.coins,
        )


def news(events: Sequence[Event], seats: int) -> list[News]:
    """What is new in each city since the newest turn of which there is something to tell began."""
    found = [_Notes() for _ in range(seats)]
    for event in newest(events):
        if event.seat is not None:
            _note(event, event.seat, found)
    return [notes.whole() for notes in found]


def newest(events: Sequence[Event]) -> Sequence[Event]:
    """The events of the newest turn in which something has happened."""
    told = False
    for start in range(len(events) - 1, -1, -1):
        event = events[start]
        told = told or (event.seat is not None and not silent(event))
        if event.kind == "turn" and told:
            return events[start:]
    return events if told else ()


def _note(event: Event, seat: int, found: list[_Notes]) -> None:
    own, kind, data = found[seat], event.kind, event.data
    match kind:
        case "build" | "rebuild":
            own.placed.add(data["card"])
        case "recruit" | "copy":
            own.placed.add(data["leader"])
        case "island":
            own.placed.add(data["island"])
        case "stage":
            own.stages.add(data["stage"])
        case "advance":
            own.fleets.add(data["fleet"])
        case "sell" | "coins":
            own.coins += data["coins"]
        case "loss":
            own.coins -= data["coins"]
        case "pay":
            own.coins -= data["coins"]
            if isinstance(data["to"], int):
                found[data["to"]].coins += data["coins"]
        case "debts":
            own.tokens.add("debts")
        case _ if kind in TOKENS:
            own.tokens.add({"forfeit": "victory", "discard_defeats": "defeat"}.get(kind, kind))
        case "use_diplomacy":
            own.tokens.add("diplomacy")
