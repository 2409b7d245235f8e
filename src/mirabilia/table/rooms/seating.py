"""Who sits at a table: people and bots sit down, leave, move, and are called something.

``Seating`` is the part of a ``Table`` that knows its seats and its host. Before the game the host
sets the table up; once it has begun, a person can only go away and come back.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from .names import clean_name, nameless
from .outline import CLOSED, seats_of
from .refused import Refused
from .schema import KEPT, LEFT, Seat, Stored
from .table_view import BOT, DELAYS, EMPTY, PERSON, PLAYING, WAITING, Options

BOT_NAMES = ("Alba", "Bruno", "Cora", "Dario", "Elio", "Flora", "Gino", "Hanna", "Ivo", "Juno")
MOST_REMOVED = 50  # people whom a table remembers to have been taken off


class Seating(ABC):
    """The seats of a table, as they are stored."""

    stored: Stored
    closed: str | None  # why the game can't be gone on with

    @abstractmethod
    def _note(self, seat: Seat | None = None) -> None:
        """Something has changed that is to be stored and shown."""

    @abstractmethod
    def _note_all(self) -> None:
        """Any of the seats, and how many there are, may have changed."""

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

    def seats_of(self, visitor: str | None) -> tuple[int, ...]:
        """Where somebody sits, or all who share his device; none for a spectator."""
        return seats_of(self.seats, visitor)

    def seat_of(self, visitor: str | None) -> int | None:
        """Where somebody sits himself; None for a spectator."""
        return next(iter(self.seats_of(visitor)), None)

    def own(self, visitor: str | None) -> Seat:
        """For which seat somebody acts: who shares a device has to say first that it is him."""
        own = self._at_device(visitor)
        shown = [seat for seat in own if len(own) == 1 or seat.seat == self.stored.shown]
        if not shown:
            raise Refused("The hands are covered: say first who you are.")
        return shown[0]

    def _at_device(self, visitor: str | None) -> list[Seat]:
        """The seat of somebody; several, if people share his device."""
        own = self.seats_of(visitor)
        if not own:
            raise Refused("You have no seat at this table.", 403)
        return [self.seats[seat] for seat in own]

    def _seat(self, seat: int) -> Seat:
        if not 0 <= seat < len(self.seats):
            raise Refused("There is no seat %(seat)d at this table.", 400, seat=seat)
        return self.seats[seat]

    def _in_no_tournament(self) -> None:
        if self.stored.tournament:
            raise Refused("That can't be done at a table of a tournament.")

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
        if visitor in self.stored.removed:
            raise Refused("The host has taken you off this table.", 403)
        return self._sit_down(visitor, name, wanted)

    def sit_beside(self, visitor: str, name: str) -> int:
        """Somebody else at the same device takes a seat."""
        self._at_device(visitor)
        self._check_shared(self.options)
        return self._sit_down(visitor, name)

    @staticmethod
    def _check_shared(options: Options) -> None:
        if options.clock is not None:
            raise Refused("Whoever shares a device plays without a clock.", 400)

    def _sit_down(self, visitor: str, name: str, wanted: int | None = None) -> int:
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
        seat = free[0]
        self._call(seat, name)
        seat.kind, seat.visitor, seat.away = PERSON, visitor, ""
        self.stored.host = self.stored.host or visitor
        self._begin_when_full()
        return seat.seat

    def _call(self, seat: Seat, name: str) -> None:
        """Give a person a name that nobody else has; a bot takes another."""
        others = [other for other in self.people if other.seat != seat.seat]
        if any(name.casefold() == other.name.casefold() for other in others):
            raise Refused("Somebody here is called %(name)s already.", name=name)
        seat.name = name
        for bot in self.seats:
            same = bot.kind == BOT and bot.name.casefold() == name.casefold()
            if same and bot.seat != seat.seat:
                bot.name = self._bot_name()
                self._note(bot)
        self._note(seat)

    def rename(self, visitor: str | None, name: str, seat: int | None = None) -> None:
        """Who waits may be called something else; ``seat``: which of those at his device."""
        self._in_no_tournament()
        own = self._at_device(visitor)
        self._must_wait()
        found = own[0] if seat is None else self._seat(seat)
        if found not in own:
            raise Refused("Seat %(seat)d is not yours.", 403, seat=found.seat)
        name = clean_name(name)
        if name != found.name:
            self._call(found, name)

    def unname(self, visitor: str) -> None:
        """Whoever asks for it is not named any more, once the game is over, and has no seat."""
        if self.stored.host == visitor:
            self.stored.host = None
        for seat in self.seats:
            if seat.visitor == visitor:
                seat.visitor, seat.name = None, nameless(seat.seat)
                self._note(seat)

    def come_back(self, visitor: str | None) -> int:
        """Who was away takes his seat again."""
        own = self._at_device(visitor)
        was = {seat.away for seat in own if seat.away}
        for seat in own:
            if seat.away:
                seat.away = ""
                self._note(seat)
        if was:
            self._begin_when_full(rematch=KEPT in was)
        return own[0].seat

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
        own = self._at_device(visitor)
        if self.status == WAITING and self.stored.tournament:
            for seat in own:  # it stays his
                seat.away = KEPT
                self._note(seat)
        elif self.status == WAITING:
            for seat in own:
                self._empty(seat)
            if self.stored.host == visitor:
                self.stored.host = next((other.visitor for other in self.people), None)
        elif self.status == PLAYING:
            self.stored.shown = None if len(own) > 1 else self.stored.shown
            for seat in own:
                if seat.away != LEFT:
                    seat.away = LEFT
                    self._note(seat)

    def _empty(self, seat: Seat) -> None:
        self.seats[seat.seat] = free = Seat(seat.seat)
        self._note(free)

    # What the host does before the game

    def set_up(self, visitor: str | None, options: Options) -> None:
        """Play something else: people keep their seats as far as these are still there."""
        self._as_host(visitor)
        self._must_wait()
        if len(self.people) > options.players:
            raise Refused(
                "%(people)d people sit here, so there must be at least %(people)d seats.",
                400,
                people=len(self.people),
            )
        if len({seat.visitor for seat in self.people}) < len(self.people):
            self._check_shared(options)
        if options != self.options:
            self.stored.options = options
            self.stored.seats = _seated_again(self.seats, options.players)
            self._note_all()

    def set_delay(self, visitor: str | None, turns: int) -> None:
        """How many turns spectators are behind; also during the game."""
        self._as_host(visitor)
        check_delay(turns)
        if self.status not in (WAITING, PLAYING):
            raise Refused("The game is over.")
        if turns != self.options.delay:
            self.stored.options = replace(self.options, delay=turns)
            self._note()

    def move(self, visitor: str | None, seat: int, to: int) -> None:
        """Whoever has two seats changes places; one of them may be free."""
        self._as_host(visitor)
        self._must_wait()
        one, other = self._seat(seat), self._seat(to)
        if one is not other:
            self.seats[seat], self.seats[to] = replace(other, seat=seat), replace(one, seat=to)
            self._note(self.seats[seat])
            self._note(self.seats[to])

    def remove(self, visitor: str | None, seat: int) -> None:
        """Take somebody off; he can't sit down here again before the host lets him."""
        self._as_host(visitor)
        self._must_wait()
        found = self._seat(seat)
        if found.kind != PERSON:
            raise Refused("Nobody sits on seat %(seat)d.", seat=seat)
        if found.visitor == visitor and found is self._at_device(visitor)[0]:
            raise Refused("The host leaves the table, and can't be taken off.")
        if found.visitor != visitor:
            self._remember_removed(found)
        self._empty(found)

    def _remember_removed(self, seat: Seat) -> None:
        removed = self.stored.removed
        removed[seat.visitor or ""] = seat.name
        for longest_ago in list(removed)[:-MOST_REMOVED]:
            del removed[longest_ago]

    def let_back(self, visitor: str | None, name: str) -> None:
        """Whoever was taken off under a name may sit down again."""
        self._as_host(visitor)
        self._must_wait()
        removed = self.stored.removed
        named = [each for each, called in removed.items() if called == name]
        if not named:
            raise Refused("Nobody of that name has been taken off this table.")
        for each in named:
            del removed[each]
        self._note()

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


def _seated_again(seats: Sequence[Seat], number: int) -> list[Seat]:
    """So many seats with whoever had one, people first; bots without a seat are gone."""
    again = [replace(seat) for seat in seats[:number]]
    again += [Seat(seat) for seat in range(len(again), number)]
    homeless = sorted(seats[number:], key=lambda seat: seat.kind != PERSON)
    for seat in homeless:
        places = [EMPTY, BOT] if seat.kind == PERSON else [EMPTY] if seat.kind == BOT else []
        free = (other.seat for kind in places for other in again if other.kind == kind)
        at = next(free, None)
        if at is not None:
            again[at] = replace(seat, seat=at)
    return again


def check_delay(turns: int) -> None:
    """That spectators can be so many turns behind."""
    if turns not in DELAYS:
        allowed = ", ".join(map(str, DELAYS))
        raise Refused("Spectators can be %(allowed)s turns behind.", 400, allowed=allowed)
