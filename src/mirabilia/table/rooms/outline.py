"""A table in outline: what the service and its lists know of it without asking its keeper.

An outline is made whenever a change of the table has been stored, and never of anything else; it
stays when the game is put to rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from .schema import BENCH, CLOCK, KEPT, LEFT, Seat, Stored
from .table_view import BOT, FREE_CITY, PERSON, WAITING, Options, Result, Sitter, Summary
from .timing import Timing

CLOSED = "closed"  # the status of a table whose game can't be gone on with


@dataclass(frozen=True, slots=True)
class Outline:
    """A table as it was last stored."""

    code: str
    version: int
    status: str
    options: Options
    host: str | None
    next_code: str | None
    created: float
    touched: float
    seats: tuple[Seat, ...]
    age: int = 0
    turn: int = 0
    owing: frozenset[int] = frozenset()  # seats that have yet to decide, for themselves or others
    bots_owe: bool = False
    taken_back: int = 0
    result: tuple[tuple[int, int], ...] = ()  # place and points of each seat, after the end
    step: int = 0
    timing: Timing = field(default_factory=Timing)
    tournament: str = ""  # of which it is a table
    sealed: bool = False  # its deal is played at other tables too

    @property
    def people(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.kind == PERSON]

    @property
    def visitors(self) -> frozenset[str]:
        """All who have a seat."""
        return frozenset(seat.visitor for seat in self.seats if seat.visitor)

    @property
    def bots_alone(self) -> bool:
        """Whether bots play, or have played, for whoever looks on."""
        return self.status != WAITING and not self.people and not self.tournament

    def seats_of(self, visitor: str | None) -> tuple[int, ...]:
        return seats_of(self.seats, visitor)

    def seat_of(self, visitor: str | None) -> int | None:
        """Where somebody sits himself; None for a spectator."""
        return next(iter(self.seats_of(visitor)), None)

    def seats_again(self, visitor: str | None) -> list[Seat]:
        """The seats of a rematch: who has not come yet has his kept; who had left, or is not named
        any more, is replaced.
        """
        seats = []
        for seat in self.seats:
            if seat.visitor is not None and (seat.away != LEFT or seat.visitor == visitor):
                seats.append(replace(seat, away="" if seat.visitor == visitor else KEPT))
            elif seat.kind == PERSON:
                seats.append(Seat(seat.seat, BOT, seat.name, self.options.level))
            else:
                seats.append(replace(seat))
        return seats

    def summary(self, visitor: str | None = None) -> Summary:
        """The table as a line in a list."""
        own, you = self.seats_of(visitor), self.seat_of(visitor)
        hosts = [seat.name for seat in self.people if seat.visitor == self.host]
        return Summary(
            self.code,
            self.status,
            self.options,
            sitters(self.seats, self.options, you),
            hosts[0] if hosts else "",
            not self.owing.isdisjoint(own) and not self.timing.paused,
            self.age,
            self.turn,
            self.touched,
            self.taken_back,
            tuple(seat.name for seat in self.people if seat.seat in self.owing and not seat.away),
            tuple(Result(self.seats[seat].name, *self.result[seat]) for seat in own if self.result),
            self.timing.paused,
        )


def same_seats(seats: Sequence[Seat], before: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """A copy of the seats; the one from before, if nothing has changed."""
    return before if list(before) == seats else tuple(replace(seat) for seat in seats)


def seats_of(seats: Sequence[Seat], visitor: str | None) -> tuple[int, ...]:
    """Where somebody sits, or all who share his device; none for a spectator."""
    if visitor is None:
        return ()
    return tuple(seat.seat for seat in seats if seat.visitor == visitor)


def sitters(seats: Sequence[Seat], options: Options, you: int | None = None) -> tuple[Sitter, ...]:
    """Who has the seats, as all may know."""
    visitor = None if you is None else seats[you].visitor
    found = [
        Sitter(
            seat.seat,
            seat.name,
            seat.kind,
            seat.level,
            bool(seat.away),
            seat.seat == you,
            seat.away == CLOCK,
            seat.seat != you and visitor is not None and seat.visitor == visitor,
            seat.away == BENCH,
        )
        for seat in seats
    ]
    if options.players == 2:
        found.append(Sitter(2, "Free City", FREE_CITY))
    return tuple(found)


class Seated:
    """Who has the seats of a table, as each of them sees it; made once, until it has changed."""

    def __init__(self) -> None:
        self._version = 0
        self._found: dict[int | None, tuple[Sitter, ...]] = {}

    def seen_from(self, seat: int | None, stored: Stored, version: int) -> tuple[Sitter, ...]:
        """``version``: that in which more than a decision last changed."""
        if self._version != version:
            self._version, self._found = version, {}
        if seat not in self._found:
            self._found[seat] = sitters(stored.seats, stored.options, seat)
        return self._found[seat]
