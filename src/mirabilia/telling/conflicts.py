"""Wars and naval conflicts, put together from what the engine tells of them as events.

A war tells who sits it out, then pair by pair the shields and the tokens they bring; a naval
conflict who stays out, everybody's strength and place, and the tokens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..game.codec import Event

Pair = tuple[int, int]
Numbered = tuple[int, Event]
"""An event with its number in the game."""
DEFEAT = -1


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

    def tokens(self, seat: int) -> tuple[int, ...]:
        """The values of all tokens that a seat takes."""
        won = self.victories if seat == self.winner else ()
        bearer = self.winner if self.redirected else self.loser
        return won + (DEFEAT,) * self.defeats if seat == bearer else won


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


def of_war(event: Event) -> bool:
    """Whether it is told of a war only; coins taken in one are told like any others."""
    return event.kind == "use_diplomacy" or "against" in event.data


def of_sea(event: Event) -> bool:
    """Whether it is told of a naval conflict."""
    return event.kind in ("stay_out", "naval_strength", "naval")


def war_fought(told: Sequence[Numbered], teams: bool) -> War:
    """A war, of all that was told of it, the coins taken included."""
    conflicts: list[list[Numbered]] = []
    taken: dict[int, list[Numbered]] = {}
    for number, event in told:
        if event.kind == "conflict":
            conflicts.append([])
        if "against" in event.data:
            conflicts[-1].append((number, event))
        elif event.kind == "coins":
            taken.setdefault(_seat(event), []).append((number, event))
    return War(
        teams,
        tuple(_seat(event) for _, event in told if event.kind == "use_diplomacy"),
        tuple(_conflict(*each) for each in conflicts),
        tuple(
            Spoils(seat, sum(event.data["coins"] for _, event in coins), _numbers(coins))
            for seat, coins in taken.items()
        ),
        _numbers(told),
    )


def _conflict(met: Numbered, *tokens: Numbered) -> Conflict:
    number, event = met
    one, other = event.data["shields"]
    bare = Conflict(_seat(event), event.data["against"], (one, other), event.data["raid"])
    bearers = [taken.seat for _, taken in tokens if taken.kind == "defeat"]
    return replace(
        bare,
        victories=tuple(taken.data["value"] for _, taken in tokens if taken.kind == "victory"),
        defeats=len(bearers),
        redirected=bare.winner in bearers,
        numbers=(number, *_numbers(tokens)),
    )


def naval_conflict(told: Sequence[Numbered]) -> Naval:
    """A naval conflict, of all that was told of it."""
    tokens = {event.seat: (number, event) for number, event in told if event.kind == "naval"}
    ranks = [
        NavalRank(
            _seat(event),
            event.data["strength"],
            event.data["place"],
            tokens[event.seat][1].data["value"] if event.seat in tokens else None,
            (number, *_numbers([tokens[event.seat]] if event.seat in tokens else [])),
        )
        for number, event in told
        if event.kind == "naval_strength"
    ]
    return Naval(
        tuple(sorted(ranks, key=lambda rank: rank.place)),
        tuple(_seat(event) for _, event in told if event.kind == "stay_out"),
        _numbers(told),
    )


def foreseen(view: Mapping[str, Any]) -> tuple[War, Naval]:
    """The conflicts of a view as they would be if the age ended now; empty where none is to come.

    Numbers are those within the forecast.
    """
    told = list(enumerate(Event(**entry) for entry in view["forecast"]))
    on_land = [(number, event) for number, event in told if not of_sea(event)]
    at_sea = [(number, event) for number, event in told if of_sea(event)]
    return war_fought(on_land, view["teams"]), naval_conflict(at_sea)


def _seat(event: Event) -> int:
    assert event.seat is not None
    return event.seat


def _numbers(told: Sequence[Numbered]) -> tuple[int, ...]:
    return tuple(number for number, _ in told)
