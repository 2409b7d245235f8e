"""Who sits at a table: people and bots sit down, leave, move, and are called something.

``Seating`` is the part of a ``Table`` that knows its seats and its host. Before the game the host
sets the table up; once it has begun, a person can only go away and come back.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from .names import clean_name
from .outline import CLOSED, seat_of
from .refused import Refused
from .schema import KEPT, LEFT, Seat, Stored
from .table_view import BOT, EMPTY, PERSON, PLAYING, WAITING, Options

BOT_NAMES = ("Alba", "Bruno", "Cora", "Dario", "Elio", "Flora", "Gino", "Hanna", "Ivo", "Juno")


class Seating(ABC):
    """The seats of a table, as they are stored."""

    stored: Stored
    closed: str | None  # why the game can't be gone on with

    @abstractmethod
    def _note(self, seat: Seat | None = None) -> None:
        """Something has changed that is to be stored and shown."""

    @abstractmethod
    def _begin(self) -> None:
        """All seats are taken: the game begins."""

    @property
    def code(self) -> str:
        return self.stored.code

    @property
    def options(self) -> Options:
        return self.stored.options

    @property
    def status(self) -> str:
        return CLOSED if self.closed else self.stored.status

    @property
    def version(self) -> int:
        return self.stored.version

    @property
    def seats(self) -> list[Seat]:
        return self.stored.seats

    @property
    def people(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.kind == PERSON]

    def seat_of(self, visitor: str | None) -> int | None:
        """Where somebody sits; None for a spectator."""
        return seat_of(self.seats, visitor)

    def _own(self, visitor: str | None) -> Seat:
        seat = self.seat_of(visitor)
        if seat is None:
            raise Refused("You have no seat at this table.", 403)
        return self.seats[seat]

    def _seat(self, seat: int) -> Seat:
        if not 0 <= seat < len(self.seats):
            raise Refused("There is no seat %(seat)d at this table.", 400, seat=seat)
        return self.seats[seat]

    def _as_host(self, visitor: str | None) -> None:
        if visitor is None or visitor != self.stored.host:
            raise Refused("Only the host of this table can do that.", 403)

    def _must_wait(self) -> None:
        if self.status != WAITING:
            raise Refused("The game has begun.")

    def sit(self, visitor: str, name: str, wanted: int | None = None) -> int:
        """Take a seat, or come back to one's own."""
        if self.seat_of(visitor) is not None:
            return self.come_back(visitor)
        name = clean_name(name)
        self._must_wait()
        free = [seat for seat in self.seats if seat.kind == EMPTY]
        if wanted is not None:
            self._seat(wanted)
            free = [seat for seat in free if seat.seat == wanted]
        if not free:
            if wanted is None:
                raise Refused("All seats are taken.")
            raise Refused("Seat %(seat)d is taken.", seat=wanted)
        if any(name.casefold() == seat.name.casefold() for seat in self.people):
            raise Refused("Somebody here is called %(name)s already.", name=name)
        seat = free[0]
        seat.kind, seat.name, seat.visitor, seat.away = PERSON, name, visitor, ""
        self.stored.host = self.stored.host or visitor
        for bot in self.seats:
            if bot.kind == BOT and bot.name.casefold() == name.casefold():
                bot.name = self._bot_name()
                self._note(bot)
        self._note(seat)
        self._begin_when_full()
        return seat.seat

    def come_back(self, visitor: str | None) -> int:
        """Who was away takes his seat again."""
        seat = self._own(visitor)
        if seat.away:
            was, seat.away = seat.away, ""
            self._note(seat)
            self._begin_when_full(rematch=was == KEPT)
        return seat.seat

    def _begin_when_full(self, rematch: bool = False) -> None:
        """The game begins by itself once people have all the seats.

        Where the host has put bots on seats, he may yet change his mind; not so in a rematch.
        """
        fine = (PERSON, BOT) if rematch else (PERSON,)
        if self.status == WAITING and all(
            seat.kind in fine and seat.away != KEPT for seat in self.seats
        ):
            self._begin()

    def leave(self, visitor: str | None) -> None:
        """Before the game the seat is free again; later a bot plays for who has left."""
        seat = self._own(visitor)
        if self.status == WAITING:
            self.seats[seat.seat] = seat = Seat(seat.seat)
            if self.stored.host == visitor:
                self.stored.host = next((other.visitor for other in self.people), None)
            self._note(seat)
        elif self.status == PLAYING and seat.away != LEFT:
            seat.away = LEFT
            self._note(seat)

    def put_bot(self, visitor: str | None, seat: int, level: str | None) -> None:
        """The host puts a bot on a free seat, changes its level, or takes it off (None)."""
        self._as_host(visitor)
        self._must_wait()
        found = self._seat(seat)
        if found.kind == PERSON:
            raise Refused("%(name)s has seat %(seat)d.", name=found.name, seat=seat)
        if level is None:
            if found.kind == EMPTY:
                return
            self.seats[seat] = found = Seat(seat)
        else:
            name = found.name if found.kind == BOT else self._bot_name()
            self.seats[seat] = found = Seat(seat, BOT, name, level)
        self._note(found)

    def _bot_name(self) -> str:
        taken = {seat.name.casefold() for seat in self.seats}
        return next(name for name in BOT_NAMES if name.casefold() not in taken)
