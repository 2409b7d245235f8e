"""A table whose game is under way, as its host looks after it; and seats that change hands.

``Hosted`` is the part of a ``Table`` that knows what may be done about its seats once the game has
begun. The host takes somebody off, lets a bot play at once for somebody who is not there, gives a
seat that a bot plays to somebody else, by a link, and closes the table. Who has a seat takes it
along to another device, by a link too. A seat's new owner sees what the seat sees, from then on;
its old one is a spectator at once, for whoever asks is shown what his visitor may see.
"""

from __future__ import annotations

import time
from dataclasses import replace

from ...game.game import Game
from ...texts import N_
from . import handing
from .handing import GIVE, MOVE, Deed, Pass
from .names import clean_name, nameless
from .outline import CLOSED
from .refused import Refused
from .schema import BENCH, KEPT, LEFT, Seat, Writing
from .seating import Seating
from .table_view import BOT, OVER, PERSON, PLAYING, WAITING, TableView

SHUT = N_("The host has closed this table.")
VOID = N_("The keeper of the club has ended this game; it has no result.")
SEALED = N_(
    "The same deal is being played at other tables of this tournament: until the last of them is "
    "over, only those who play here see this table."
)
_NO_PASS = N_(
    "This link is not good (any more): each can be used once, for a while. Ask for a new one."
)


class Hosted(Seating):
    """The seats of a table during its game."""

    game: Game | None
    _filing: list[Writing]  # what is stored with the next change

    def _tell(self, what: str, seat: Seat, to: str = "", by: str = "") -> None:
        game = self.game
        when = (game.age, game.turn, len(game.events)) if game else (0, 0, 0)
        self.stored.doings.tell(Deed(what, seat.seat, seat.name, to, by, *when))

    def _must_play(self) -> None:
        if self.status == WAITING:
            raise Refused("The game has not begun.")
        if self.status == OVER:
            raise Refused("The game is over.")

    def _somebody(self, visitor: str | None, seat: int, who: str) -> Seat:
        """Somebody else's seat, that the host means; ``who`` he takes to have it."""
        self._as_host(visitor)
        self._must_play()
        found = self._seat(seat)
        if found.name != who:
            raise Refused("%(name)s has seat %(seat)d no longer.", name=who[:40], seat=seat)
        return found

    def _host_name(self) -> str:
        hosts = (seat.name for seat in self.people if seat.visitor == self.stored.host)
        return next(hosts, "")

    def take_off(self, visitor: str | None, seat: int, who: str) -> None:
        """The host takes somebody off: a bot has the seat, and he can't have it back unless the
        host gives it to him.
        """
        found = self._somebody(visitor, seat, who)
        if found.kind != PERSON:
            raise Refused("Nobody sits on seat %(seat)d.", seat=seat)
        if found.visitor == visitor and found is self._at_device(visitor)[0]:
            raise Refused("The host leaves the table, and can't be taken off.")
        bot = Seat(seat, BOT, self._bot_name(), self.options.level)
        self._tell(handing.REMOVED, found, bot.name, self._host_name())
        self.seats[seat] = bot
        if found.visitor is not None and not self.seats_of(found.visitor):
            self._remember_removed(found)
            self.stored.doings.unseat(found.visitor, handing.REMOVED)
        self._passed_on(bot)
        self.game = None  # played again, with the names there are now

    def bench(self, visitor: str | None, seat: int, who: str) -> None:
        """The host lets a bot play at once for somebody who is not there, until he is back."""
        found = self._somebody(visitor, seat, who)
        if found.kind != PERSON or found.away:
            raise Refused("A bot plays for %(name)s already.", name=found.name)
        if found.visitor == visitor:
            raise Refused("The host leaves the table, and can't be replaced.")
        found.away = BENCH
        self._tell(handing.BENCHED, found, by=self._host_name())
        self._note(found)

    def give(self, visitor: str | None, seat: int, who: str) -> str:
        """The host has a link made by which somebody else takes a seat that a bot plays."""
        found = self._somebody(visitor, seat, who)
        self._check_free(found)
        return self._offer(GIVE, found)

    def carry(self, visitor: str | None) -> str:
        """Somebody has a link made by which he takes his seat along to another device."""
        self._in_no_tournament()
        own = self._at_device(visitor)
        if self.status == OVER:
            raise Refused("The game is over.")
        return self._offer(MOVE, own[0])

    def _check_free(self, seat: Seat) -> None:
        if seat.kind == PERSON and not seat.away:
            raise Refused("%(name)s has seat %(seat)d.", name=seat.name, seat=seat.seat)

    def _offer(self, kind: str, seat: Seat) -> str:
        now, code = time.time(), handing.new_pass()
        until = now + 60 * handing.MINUTES[kind]
        made = Pass(handing.hash_of(code), kind, seat.seat, seat.visitor, until)
        self.stored.doings.offer(made, now)
        self._note()
        return code

    def offered(self, code: str) -> tuple[str, Seat]:
        """What a link is for, and the seat, as long as it is good."""
        found = self.stored.doings.find(code, time.time())
        if found is None or self.status == OVER or found.seat >= len(self.seats):
            raise Refused(_NO_PASS, 404)
        seat = self.seats[found.seat]
        if seat.visitor != found.holder:
            raise Refused(_NO_PASS, 404)
        if found.kind == GIVE:
            self._check_free(seat)
        return found.kind, seat

    def take_seat(self, visitor: str, code: str, name: str, *also: Writing) -> int:
        """Whoever has a link takes its seat: which one. ``also`` is stored with that."""
        kind, seat = self.offered(code)
        before = seat.visitor
        if visitor == before and kind == MOVE:
            raise Refused("You play on this device already.")
        if self.seats_of(visitor):
            raise Refused("You have a seat at this table already.")
        if kind == GIVE:
            self._give_to(visitor, seat, name)
        else:
            self._move_to(visitor, before or "")
            self._tell(handing.MOVED, seat)
        self._filing += also
        self.stored.removed.pop(visitor, None)
        self.stored.doings.unseated.pop(visitor, None)
        mine = handing.hash_of(code)
        doings = self.stored.doings
        doings.passes = [each for each in doings.passes if each.hash != mine]
        self._passed_on(self.seats[seat.seat])
        return seat.seat

    def _give_to(self, visitor: str, seat: Seat, name: str) -> None:
        before, new = seat.visitor, Seat(seat.seat, PERSON, visitor=visitor)
        self._call(new, clean_name(name))
        self._tell(handing.GIVEN, seat, new.name, self._host_name())
        self.seats[seat.seat] = new
        if before is not None and not self.seats_of(before):
            self.stored.doings.unseat(before, handing.GIVEN)
            if before == self.stored.host:
                self._next_host()
        self.game = None  # played again, with the names there are now

    def _move_to(self, visitor: str, before: str) -> None:
        for own in self._at_device(before):
            own.visitor, own.away = visitor, ""
            self._note(own)
        if self.stored.host == before:
            self.stored.host = visitor
        self.stored.doings.unseat(before, handing.MOVED)

    def _passed_on(self, seat: Seat) -> None:
        """A seat has another owner: nothing that lay open on a shared device does any more."""
        if self.stored.shown == seat.seat:
            self.stored.shown = None
        self._note(seat)

    def shut(self, visitor: str | None) -> None:
        """The host closes the table: nothing can be done there any more, and it is nobody's."""
        self._as_host(visitor)
        if self.status == OVER:
            raise Refused("The game is over.")
        self.stored.status, self.stored.host = CLOSED, None
        self.stored.removed.clear()
        self.stored.doings = handing.Doings()
        for seat in self.seats:
            if seat.kind == PERSON:
                seat.visitor, seat.name = None, nameless(seat.seat)
        self._note_all()
        self.closed, self.game = SHUT, None

    # Tables of a tournament, which have no host

    def walk_over(self, seat: int, who: str, also: Writing) -> None:
        """Somebody has not come: a bot has his seat. ``also`` is stored with that."""
        if self.status not in (WAITING, PLAYING):
            raise Refused("The game is over.")
        found = self._seat(seat)
        if found.kind != PERSON or found.name != who:
            raise Refused("%(name)s has seat %(seat)d no longer.", name=who[:40], seat=seat)
        self._filing.append(also)
        bot = Seat(seat, BOT, self._bot_name(), self.options.level)
        self.seats[seat] = bot
        if self.status == PLAYING:
            self._tell(handing.ABSENT, found, bot.name)
        self.stored.doings.unseat(found.visitor or "", handing.ABSENT)
        self._passed_on(bot)
        if self.status == WAITING:
            self._begin_when_full(rematch=True)
        else:
            self.game = None  # played again, with the names there are now

    def begin_without(self) -> None:
        """The game begins; bots play for those who have not come until they are there."""
        self._must_wait()
        for seat in self.people:
            if seat.away == KEPT:
                seat.away = LEFT
                self._note(seat)
        self._begin()

    def void(self) -> None:
        """The game is ended without a result."""
        if self.status == OVER:
            raise Refused("The game is over.")
        self.stored.status = CLOSED
        self._note()
        self.closed, self.game = VOID, None

    def unseal(self) -> None:
        """Nobody plays the deal of this table any more."""
        if self.stored.sealed:
            self.stored.sealed = False
            self._note()

    def renew(self, before: str, visitor: str, *also: Writing) -> None:
        """Somebody has another token: what was his is his. ``also`` is stored with that."""
        self._filing += also
        for seat in self.seats:
            if seat.visitor == before:
                seat.visitor = visitor
                self._note(seat)
        if self.stored.host == before:
            self.stored.host = visitor
            self._note()
        for known in (self.stored.removed, self.stored.doings.unseated):
            if before in known:
                known[visitor] = known.pop(before)
                self._note()

    def is_shut_out(self, visitor: str | None) -> bool:
        """Whether somebody may see nothing of this table."""
        return self.stored.sealed and not self.seats_of(visitor)

    def leave(self, visitor: str | None) -> None:
        super().leave(visitor)
        if self.status == PLAYING and visitor == self.stored.host:
            self._next_host()

    def host_is_gone(self, host: str, there: list[str]) -> None:
        """The host has not been seen for long: the next of those who are ``there`` is the host."""
        if self.stored.host == host and self.status in (WAITING, PLAYING):
            self._next_host(there)

    def _next_host(self, there: list[str] | None = None) -> None:
        """The host is whoever sits next and is not away; nobody else, if all are."""
        before = self.stored.host
        old = next((seat for seat in self.people if seat.visitor == before), None)
        start = old.seat if old else 0
        around = [*self.seats[start:], *self.seats[:start]]
        for seat in around:
            fits = seat.kind == PERSON and seat.visitor not in (None, before) and not seat.away
            if fits and (there is None or seat.visitor in there):
                self.stored.host = seat.visitor
                self._tell(handing.HOST, old or Seat(start), seat.name)
                self._note()
                return

    def _known_to(self, found: TableView, visitor: str) -> TableView:
        """What is shown to somebody without a seat, who may be the host of bots that play alone, or
        may have lost his.
        """
        is_host, taken_off = visitor == self.stored.host, visitor in self.stored.removed
        why = self.stored.doings.unseated.get(visitor, "")
        if not (is_host or taken_off or why):
            return found
        return replace(found, host=is_host, taken_off=taken_off, unseated=why)

    def leave_no_trace(self, visitor: str) -> None:
        """Somebody without a seat here is not named any more, nor known to have been here."""
        name = self.stored.removed.pop(visitor, None)
        self.stored.doings.unseated.pop(visitor, None)
        self._unname_deeds({name} if name else set())
        self._note()

    def vacate(self, visitor: str) -> None:
        """Somebody is to be forgotten before the game is over: a bot plays on for nobody."""
        self.leave(visitor)
        for seat in self.people:
            if seat.visitor == visitor:
                seat.away = LEFT  # also where it was kept for him
        if self.stored.host == visitor:
            others = (seat.visitor for seat in self.people if seat.visitor != visitor)
            self.stored.host = next(filter(None, others), None)
        self.unname(visitor)
        if self.status == WAITING:
            self._begin_when_full(rematch=True)
        else:
            self.game = None  # played again, with the names there are now

    def unname(self, visitor: str) -> None:
        self._unname_deeds({seat.name for seat in self.seats if seat.visitor == visitor})
        super().unname(visitor)

    def _unname_deeds(self, names: set[str]) -> None:
        doings = self.stored.doings

        def called(name: str, seat: int) -> str:
            return nameless(seat) if name in names else name

        doings.deeds = [
            replace(
                deed,
                name=called(deed.name, deed.seat),
                to=called(deed.to, deed.seat),
                by=called(deed.by, deed.seat),
            )
            for deed in doings.deeds
        ]
