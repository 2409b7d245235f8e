"""Wars and naval conflicts as they were fought: pairs, strengths, tokens, ranks.

A war leaves tokens but no strengths, and a draw leaves nothing. Strengths are those of the cities
as they stood when the war began: the cities known, less all that the events since have added.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from ..catalogue import FLEETS, Card, Catalogue, Island, Leader
from .cities import City

if TYPE_CHECKING:
    from ..game.codec import Event

Pair = tuple[int, int]
Numbered = tuple[int, "Event"]
"""An event with its number in the game."""
Thing = TypeVar("Thing", Card, Leader, Island)


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two seats compare shields; ``victories`` are the values of the winner's tokens."""

    one: int
    other: int
    shields: Pair
    raid: bool = False
    victories: tuple[int, ...] = ()
    defeats: int = 0
    redirected: bool = False  # the winner has to take the loser's defeats
    numbers: tuple[int, ...] = ()

    @property
    def drawn(self) -> bool:
        return self.shields[0] == self.shields[1]

    @property
    def winner(self) -> int | None:
        """Who had more shields; None in a draw."""
        if self.drawn:
            return None
        return self.one if self.shields[0] > self.shields[1] else self.other

    @property
    def loser(self) -> int | None:
        if self.drawn:
            return None
        return self.other if self.winner == self.one else self.one


@dataclass(frozen=True, slots=True)
class Spoils:
    """Coins that a seat took for its victories."""

    seat: int
    coins: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class War:
    """The war at the end of an age. In teams diplomacy takes tokens away, else it keeps out."""

    teams: bool
    diplomats: tuple[int, ...]
    conflicts: tuple[Conflict, ...]
    spoils: tuple[Spoils, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NavalRank:
    """A seat in the naval conflict; ``value`` is that of its token, None without one."""

    seat: int
    strength: int
    place: int
    value: int | None
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Naval:
    """The naval conflict: all who took part, the strongest first, and who stayed out."""

    ranks: tuple[NavalRank, ...]
    away: tuple[int, ...]
    numbers: tuple[int, ...]


def war_fought(
    told: Sequence[Numbered],
    taken: Mapping[int, Sequence[Numbered]],
    before: Sequence[City],
    raids: Sequence[Pair],
    teams: bool,
) -> War:
    """A war, by its events, the coins taken in it by seat, and the cities before it."""
    diplomats = [event.seat for _, event in told if event.kind == "use_diplomacy"]
    out = sorted(seat for seat in diplomats if seat is not None)
    shields = [city.shields for city in before]
    neighbours, raiding = pairs(len(before), set(out), raids, teams)
    conflicts = [_conflict(pair, False, shields, told) for pair in neighbours]
    conflicts += [_conflict(pair, True, shields, told) for pair in raiding]
    spoils = [
        Spoils(
            seat,
            sum(event.data["coins"] for _, event in coins),
            tuple(number for number, _ in coins),
        )
        for seat, coins in taken.items()
    ]
    numbers = [number for number, _ in told]
    numbers += [number for one in spoils for number in one.numbers]
    return War(teams, tuple(out), tuple(conflicts), tuple(spoils), tuple(sorted(numbers)))


def pairs(
    seats: int, out: set[int], raids: Sequence[Pair], teams: bool
) -> tuple[list[Pair], list[Pair]]:
    """Who fights whom: neighbours (B23, C3; in teams T6), and by raids (A12); each pair once."""
    if teams:
        neighbours = [(seat, (seat + 1) % seats) for seat in range(1, seats, 2)]
    else:
        fighters = [seat for seat in range(seats) if seat not in out]
        circle = zip(fighters, [*fighters[1:], *fighters[:1]], strict=True)
        neighbours = _once([pair for pair in circle if pair[0] != pair[1]])
    raiding = _once([*neighbours, *raids])[len(neighbours) :]
    return neighbours, raiding


def _once(found: Sequence[Pair]) -> list[Pair]:
    unique: dict[frozenset[int], Pair] = {}
    for pair in found:
        unique.setdefault(frozenset(pair), pair)
    return list(unique.values())


def _conflict(pair: Pair, raid: bool, shields: Sequence[int], told: Iterable[Numbered]) -> Conflict:
    ours = [
        (number, event)
        for number, event in told
        if "against" in event.data and {event.seat, event.data["against"]} == set(pair)
    ]
    bare = Conflict(*pair, (shields[pair[0]], shields[pair[1]]), raid)
    defeats = [event.seat for _, event in ours if event.kind == "defeat"]
    return replace(
        bare,
        victories=tuple(int(event.data["value"]) for _, event in ours if event.kind == "victory"),
        defeats=len(defeats),
        redirected=bare.winner in defeats,
        numbers=tuple(number for number, _ in ours),
    )


def naval_conflict(told: Sequence[Numbered], before: Sequence[City]) -> Naval:
    """The ranking by naval strength (A14) of the cities before it, with the tokens taken."""
    away = [event.seat for _, event in told if event.kind == "stay_out"]
    tokens = {event.seat: (n, event) for n, event in told if event.kind == "naval"}
    sailing = [city for city in before if city.seat not in away]
    strengths = {city.seat: city.naval_strength for city in sailing}
    ranks = [
        NavalRank(
            city.seat,
            strengths[city.seat],
            1 + sum(other > strengths[city.seat] for other in strengths.values()),
            int(tokens[city.seat][1].data["value"]) if city.seat in tokens else None,
            (tokens[city.seat][0],) if city.seat in tokens else (),
        )
        for city in sorted(sailing, key=lambda city: -strengths[city.seat])
    ]
    return Naval(
        tuple(ranks),
        tuple(seat for seat in away if seat is not None),
        tuple(number for number, _ in told),
    )


def cities_before(
    after: Sequence[City], since: Sequence[Event], catalogue: Catalogue
) -> list[City]:
    """Cities as they stood before some events, as far as it counts in conflicts."""
    mine: dict[int | None, list[Event]] = {}
    for event in since:
        mine.setdefault(event.seat, []).append(event)
    return [rewound(city, mine.get(city.seat, ()), catalogue) for city in after]


def rewound(city: City, since: Sequence[Event], catalogue: Catalogue) -> City:
    """A city as it stood before some events of its seat, as far as it counts in conflicts."""
    gained: Counter[str] = Counter()
    unburied: list[Leader] = []
    stages, copied, defeats = set(city.built), city.copied, city.defeats
    fleets = dict(city.fleets)
    for event in reversed(since):
        data = event.data
        match event.kind:
            case "build" | "rebuild":
                gained[data["card"]] += 1
            case "recruit":
                gained[data["leader"]] += 1
            case "island":
                gained[data["island"]] += 1
            case "bury":
                unburied.append(catalogue.leaders[data["leader"]])
            case "stage":
                stages.discard(data["stage"] - 1)
            case "copy":
                copied = None
            case "advance":
                fleets[data["fleet"]] = data["space"] - 1
            case "defeat":
                defeats -= 1
            case "discard_defeats":
                defeats += data["number"]
    return replace(
        city,
        cards=_without(city.cards, gained),
        leaders=_without((*city.leaders, *unburied), gained),
        islands=_without(city.islands, gained),
        built=tuple(stage for stage in city.built if stage in stages),
        copied=copied,
        defeats=defeats,
        fleets=fleets,
        naval_of_fleets=_naval_of(fleets, catalogue),
    )


def _without(things: Sequence[Thing], gained: Mapping[str, int]) -> tuple[Thing, ...]:
    """What is left when the last so many of each have not come yet."""
    left = Counter(gained)
    kept: list[Thing] = []
    for thing in reversed(things):
        if left[thing.id] > 0:
            left[thing.id] -= 1
        else:
            kept.append(thing)
    return tuple(reversed(kept))


def _naval_of(fleets: Mapping[str, int], catalogue: Catalogue) -> int:
    return sum(catalogue.tracks[fleet][fleets[fleet]].naval for fleet in FLEETS if fleet in fleets)
