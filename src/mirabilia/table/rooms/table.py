"""One table: who sits at it, its game, and what each seat may see of it.

A table is changed only by its keeper's task (``keeper``), one change after the other. Each change
first checks everything, then changes the table and notes in a ``Change`` what is to be stored; what
is refused changes nothing. The rules are the game's.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ...catalogue import Catalogue
from ...game.game import Game
from ...game.records import same_rules
from ...texts import N_
from . import archive, beginning, fair, printed
from .book import Book, Line, to_take_back
from .delayed import delayed
from .hosted import SEALED, SHUT, VOID, Hosted
from .outline import CLOSED, Outline, Seated, same_seats
from .question import Question, play_for
from .refused import Refused
from .schema import BACK, BEGIN, KEPT, LEFT, Change, Decided, Seat, Stored, Writing
from .seen import Seen
from .show import Show
from .table_view import (
    BOT,
    EMPTY,
    OVER,
    PERSON,
    PLAYING,
    WAITING,
    Device,
    Kept,
    Offer,
    Options,
    Progress,
    TableView,
)
from .timed import Timed
from .workers import Thought

MOST_CHANGES = 100  # of mind, for a seat in a step
_Eyes = tuple[int | None, bool]  # a seat (None: a spectator), and whether it sees quotes
OTHER_RULES = N_("The rules have changed since this game was begun; it can't be continued.")
NO_SUCH_MOVE = N_("That is no move you can make now; look at the table again.")
UNREADABLE = N_("What is stored of this game can't be played again; it can't be continued.")


def new_table(
    code: str,
    options: Options,
    seats: Iterable[Seat],
    host: str | None = None,
    position: str | None = None,
    promise: fair.Promise | None = None,
) -> Stored:
    """A table at which nobody has sat down yet. Its deal is by chance, or the one promised; with a
    ``position`` its game goes on from there.
    """
    promise, now = promise or fair.new_promise(), time.time()
    return Stored(
        code,
        options,
        WAITING,
        1,
        host,
        promise.secret,
        promise.nonce,
        now,
        now,
        seats=list(seats) or [Seat(seat) for seat in range(options.players)],
        position=position,
    )


class Table(Hosted, Timed):
    """A table in memory. ``game`` is None before the game, and while the table is at rest."""

    def __init__(self, stored: Stored) -> None:
        super().__init__()
        self.game = None
        self.show = Show()
        self.at_the_end: Callable[[Stored], list[Writing]] = lambda _: []  # stored with the end
        self.read(stored)

    def read(self, stored: Stored) -> None:
        """Be the table that is stored, whatever was in memory; its game is at rest."""
        self.stored, self._written = stored, stored.timing
        self._noted = stored.version
        self.closed = (VOID if stored.tournament else SHUT) if stored.status == CLOSED else None
        if stored.status not in (WAITING, CLOSED) and not same_rules(stored.rules):
            self.closed = OTHER_RULES
        self._hash = self._promise.hash
        self.rest()

    def _forget(self) -> None:
        """What can be worked out again from the book of decisions."""
        self._book = Book()
        self._seen = Seen()
        self._table_views: dict[_Eyes, TableView] = {}
        self._progress: Progress | None = None
        self._delayed: TableView | None = None
        self._seated = Seated()
        self._chose: dict[int, int] = {}  # of each seat, the version in which it last did so
        self._change: Change | None = None
        self._printed: Catalogue | None = None  # its cards, if they are others than today's
        self._filing: list[Writing] = []

    @property
    def step(self) -> int:
        """The number of the step: as in the game, but none comes twice."""
        return self.game.steps + self._book.ahead if self.game else 0

    # The game

    def start(self, visitor: str | None) -> None:
        """The host begins; bots take the seats that are free."""
        if self.status != WAITING and visitor == self.stored.host:
            return
        self._as_host(visitor)
        self._must_wait()
        self.begin()

    def begin(self) -> None:
        for seat in self.seats:
            if seat.kind == EMPTY:
                seat.kind, seat.name, seat.level = BOT, self._bot_name(), self.options.level
                self._note(seat)
            elif seat.away == KEPT:
                seat.away = LEFT
                self._note(seat)
        self._begin()

    def _begin(self) -> None:
        self.game = self._new_game()
        self.stored.status = PLAYING
        self.stored.catalogue = self.game.catalogue.digest
        self.stored.rules = self.game.rules
        self._note()
        self._filing.append(printed.put(self.game.catalogue))
        self._enter(BEGIN, "begin", PERSON, 0)
        self._remember()

    def _new_game(self) -> Game:
        names = [seat.name for seat in self.seats]
        if self.stored.position is not None:
            return beginning.game_from(self.stored.position, names, self._printed)
        return fair.new_game(self._promise, self.options, names, self._printed)

    @property
    def _promise(self) -> fair.Promise:
        return fair.Promise(self.stored.secret, self.stored.nonce)

    def _playing(self) -> Game:
        if self.status == WAITING or self.game is None:
            raise Refused("The game has not begun.")
        if self.status == OVER:
            raise Refused("The game is over.")
        return self.game

    def owed_by(self, seat: int) -> list[int]:
        """For which seats a seat has to decide, or has decided and may change."""
        game = self.game
        if game is None or game.over:
            return []
        return [other for other in game.asked if self._decider(game, other) == seat]

    @staticmethod
    def _decider(game: Game, seat: int) -> int:
        """Who decides for a seat: whoever has it, save for the Free City."""
        return game.decision(seat).by if game.players == 2 else seat

    def decide(self, visitor: str | None, seat: int | None, move: str, step: int) -> None:
        """A person's move, meant for a step; the same one again is harmless."""
        if self._is_repeated(visitor, seat, move, step):
            self.come_back(visitor)
            return
        own = self.own(visitor)
        seat = own.seat if seat is None else seat
        game = self._playing()
        self._check_step(own, seat, step)
        choice, in_game = game.choice(seat), game.steps
        if choice is None or str(choice) != move:
            if choice is not None:
                self._may_change(seat, step)
            try:
                game.play(seat, move)
            except ValueError as error:
                raise Refused.because(error, 400, NO_SUCH_MOVE) from None
            self._enter(seat, move, PERSON, in_game)
            self._remember()
            if self.step != step or not self.is_asked(own.seat):
                self._cover(visitor)
        self.come_back(visitor)

    def _is_repeated(self, visitor: str | None, seat: int | None, move: str, step: int) -> bool:
        """Whether somebody sends again what he has decided."""
        own = [each.seat for each in self._at_device(visitor)]
        if seat is None and len(own) == 1:
            seat = own[0]
        if self.game is None or seat is None:
            return False
        if seat not in own and not (self.game.players == 2 and seat == 2):
            raise Refused("Seat %(seat)d is not yours.", 403, seat=seat)
        if step == self.step:
            return seat in own and str(self.game.choice(seat)) == move
        return step < self.step and self._book.move(step, seat) == move

    def undecide(self, visitor: str | None, seat: int | None, step: int | None) -> None:
        """Take a move back, as long as others have not decided."""
        own = self.own(visitor)
        seat = own.seat if seat is None else seat
        game = self._playing()
        self._check_step(own, seat, self.step if step is None else step)
        if game.choice(seat) is not None:
            self._may_change(seat, self.step)
            game.undecide(seat)
            self._enter(seat, None, PERSON, game.steps)
        self.come_back(visitor)

    def take_back(self, visitor: str | None, step: int) -> None:
        """Back to before one's last decision, with all that came of it; against bots alone.

        The table is at rest then: its keeper plays again what stands.
        """
        self._in_no_tournament()
        own = self.own(visitor)
        last = self._to_take_back(own.seat)
        self._check_now(step)
        if last.step == self.step:  # nothing has come of it yet
            self.undecide(visitor, last.entry.seat, step)
            return
        cut = self._book.cut(last, step)
        self._filing.append(archive.take_out(self.code))
        self.stored.status = PLAYING
        self.stored.taken_back += 1
        self.stored.result = None
        self._note()
        self._enter(BACK, str(cut), PERSON, last.in_game)
        for seat, move in cut.kept:
            self._enter(seat, move, PERSON, last.in_game)
        self.come_back(visitor)
        self.game = None

    def _to_take_back(self, seat: int) -> Line:
        game = self.game
        return to_take_back(self.stored, self._book, seat, self.step, game.decided if game else ())

    def _may_change(self, seat: int, step: int) -> None:
        """Whoever has decided may change his mind, though not for ever: each change is stored."""
        if self._book.change_of_mind(step, seat) > MOST_CHANGES:
            raise Refused("You have changed your mind too often; now it stays as it is.", 429)

    def _check_step(self, own: Seat, seat: int, step: int) -> None:
        if seat != own.seat and not (self.options.players == 2 and seat == 2):
            raise Refused("Seat %(seat)d is not yours.", 403, seat=seat)
        self._check_now(step)
        if seat not in self.owed_by(own.seat):
            raise Refused("You owe no decision for seat %(seat)d now.", seat=seat)

    def _check_now(self, step: int) -> None:
        self.must_not_be_paused()
        if step != self.step:
            raise Refused(
                "That was meant for step %(step)d, but the game is at step %(now)d.",
                step=step,
                now=self.step,
            )

    # People who share a device

    def show_hand(self, visitor: str | None, seat: int) -> None:
        """Somebody who shares a device says that it is him: his hand lies open, no other."""
        own = self._at_device(visitor)
        self._playing()
        if self._seat(seat) not in own:
            raise Refused("Seat %(seat)d is not yours.", 403, seat=seat)
        self.come_back(visitor)
        if len(own) > 1 and self.stored.shown != seat:
            self.stored.shown = seat
            self._note()

    def cover_hands(self, visitor: str | None) -> None:
        """Nobody's hand lies open on a device that people share."""
        self._at_device(visitor)
        self._playing()
        self._cover(visitor)

    def _cover(self, visitor: str | None) -> None:
        if self.stored.shown is not None and len(self._at_device(visitor)) > 1:
            self.stored.shown = None
            self._note()

    def is_asked(self, seat: int) -> bool:
        """Whether a seat has yet to decide, for itself or for the Free City."""
        return self.game is not None and not set(self.owed_by(seat)).isdisjoint(self.game.to_decide)

    # Bots and the clock

    def question(self) -> Question | None:
        """What bots have to be asked now; None if none has to decide."""
        seats = self.bots_to_ask()
        if not seats or self.game is None:
            return None
        whole = self._seen.whole(self.game)
        return Question(
            self.step,
            tuple(seats),
            [(self.level_for(seat) or "", self.game.view(seat, whole)) for seat in seats],
        )

    def bots_decided(self, question: Question, thoughts: Sequence[Thought | None]) -> None:
        """What bots have answered; what is late is left, what is missing or not legal replaced."""
        game = self.game
        if game is None or game.over:
            return
        for seat, (level, _), thought in zip(question.seats, question.job, thoughts, strict=True):
            if self.step != question.step:
                break
            if seat in self.bots_to_ask():
                in_game = game.steps
                decider, move = play_for(game, seat, level, thought)
                self._enter(seat, move, decider, in_game)
        self._remember()

    def bots_to_ask(self) -> list[int]:
        """Seats for which a bot is to decide now; none once everybody has left the table.

        Where bots play alone, they do so when a step is due.
        """
        game = self.game
        if game is None or game.over or self.paused:
            return []
        nobody = all(seat.away == LEFT for seat in self.people)
        if nobody and self.show.due != self.step and not self.stored.tournament:
            return []
        if all(seat.kind == PERSON and not seat.away for seat in self.seats):
            return []
        return [seat for seat in game.to_decide if self.level_for(seat)]

    def level_for(self, seat: int) -> str | None:
        """The level of the bot that decides for a seat; None if a person does."""
        assert self.game is not None
        sitting = self.seats[self._decider(self.game, seat)]
        if sitting.kind == BOT:
            return sitting.level or self.options.level
        return self.options.level if sitting.away else None

    @property
    def waits_for_people(self) -> bool:
        """Whether somebody who is there has yet to decide."""
        game = self.game
        if game is None or game.over:
            return False
        return any(self.level_for(seat) is None for seat in game.to_decide)

    @property
    def bots_alone(self) -> bool:
        """Whether bots play for whoever looks on."""
        return self.status != WAITING and not self.people and not self.stored.tournament

    def set_pace(self, visitor: str | None, pace: str) -> None:
        """How fast bots play that play alone; for the host."""
        self._as_host(visitor)
        if not self.bots_alone or self.status != PLAYING:
            raise Refused("Only bots that play alone can be made to wait.")
        self.show.set(pace, self.step)
        self._note()

    def go_on(self, step: int) -> None:
        """The next step of bots that play alone is due, unless they are to wait."""
        if self.bots_alone and not self.show.pace.paused and step == self.step:
            self.show.due = step

    def link(self, next_code: str) -> None:
        """Where the rematch takes place."""
        self.stored.next_code = next_code
        self._note()

    # Books

    def _note(self, seat: Seat | None = None) -> None:
        """Something has changed that is to be stored and shown."""
        change = self._changing()
        self._noted = self.version
        change.table = self.stored.changing()
        if seat is not None and seat not in change.seats:
            change.seats = [other for other in change.seats if other.seat != seat.seat]
            change.seats.append(seat)

    def _note_all(self) -> None:
        self._note()
        change = self._changing()
        change.seats, change.fewer_seats = list(self.seats), True

    def _changing(self) -> Change:
        if self._change is None:
            self._change = Change(self.code)
            self.stored.version += 1
            self.stored.touched = time.time()
            self._table_views.clear()
            self._delayed = None
            self._seen.change()
        return self._change

    def _enter(self, seat: int, move: str | None, decider: str, in_game: int) -> None:
        """Enter a decision of a step of the game, or that it was taken back, into the book."""
        change = self._changing()
        entry = Decided(self._book.number, self.version, seat, move, decider, self.stored.touched)
        change.decisions.append(entry)
        self._chose[seat] = self.version
        self._book.enter(entry, in_game)

    def _remember(self) -> None:
        """Up to which version how many events have happened; and the end of the game."""
        assert self.game is not None
        self._seen.count_events(self.game, self.version)
        if self.game.over and self.status != OVER:
            self.stored.status = OVER
            self.stored.result = self._result(self.game)
            self._note()
            self.file()

    def file(self) -> None:
        """Have the finished game kept, for longer than the table."""
        if self.game is not None and self.status == OVER and self.stored.position is None:
            record = self._recorded(self.game)
            game = archive.filed(self.code, record, self.game, self.seats, self.stored.touched)
            put = archive.put(game, record, self.stored.sealed)
            self._filing += [put, printed.put(self.game.catalogue), *self.at_the_end(self.stored)]

    @staticmethod
    def _result(game: Game) -> list[tuple[int, int]]:
        places = {seat: place for place, seats in game.ranking() for seat in seats}
        points = {sheet.seat: sheet.total for sheet in game.scores()}
        return [(places[seat], points[seat]) for seat in range(game.players)]

    def take_change(self) -> Change | None:
        """What has changed since this was last asked; it is to be stored now."""
        change, self._change = self._change, None
        if self._filing:
            change = change or Change(self.code)
            change.also, self._filing = self._filing, []
        return change

    def wake(self, decisions: Iterable[Decided], catalogue: Catalogue | None = None) -> None:
        """Replay the game from its book; takes long enough to be done in another thread.
        ``catalogue``: its cards, if they are others than today's.

        What can't be replayed, or would be another game, closes the table.
        """
        self._forget()
        self._printed = catalogue
        try:
            self._book = Book(decisions)
            self.replay()
        except ValueError:
            self.close(UNREADABLE)

    def replay(self) -> None:
        """Play what stands in the book; as long as that takes, in another thread."""
        game = self._new_game()
        if game.catalogue.digest != self.stored.catalogue:
            self.close(printed.OTHER_CARDS)
            return
        self._seen = Seen()
        self._book.replay(game, self._seen)
        if game.over != (self.status == OVER):
            raise ValueError("The table's status does not fit its game.")
        self.game = game

    def close(self, why: str) -> None:
        """The game can't be gone on with."""
        self.closed = why
        self.rest()

    def rest(self) -> None:
        """Forget the game; it is replayed when somebody asks."""
        self._forget()
        self.game = None

    # What is seen

    def table_view(self, seat: int | None, quotes: bool = True) -> TableView:
        """The table as a seat sees it; made once for each version. Programs need no quotes."""
        found = self._table_views.get((seat, quotes))
        if found is None:
            found = self._table_views[seat, quotes] = self._look(seat, quotes)
        return self.with_time(found)

    def seen_by(self, visitor: str | None, quotes: bool = True) -> TableView:
        """The table as somebody sees it. Of a device that people share, as whoever said that it is
        him sees it; until then as all do. Where bots play alone, its host has no seat.
        """
        if self.is_shut_out(visitor):
            raise Refused(SEALED, 403)
        own = self.seats_of(visitor)
        if len(own) > 1 and self.status == PLAYING:
            shown = self.stored.shown if self.stored.shown in own else None
            device = Device(own, tuple(seat for seat in own if self.is_asked(seat)))
            return replace(self.table_view(shown, quotes), device=device)
        found = self.table_view(self.seat_of(visitor), quotes)
        if self.is_behind(visitor):
            past = self._seen.turns.ago(self.options.delay)
            if self._delayed is None or self._delayed.version != past.version:
                self._delayed = delayed(found, past, self._book.ahead)
            found = self._delayed
        return found if own or visitor is None else self._known_to(found, visitor)

    def is_behind(self, visitor: str | None) -> bool:
        """Whether somebody watches the game with a delay."""
        watches = self.options.delay > 0 and self.game is not None and not self.seats_of(visitor)
        return watches and self.status == PLAYING and not self.bots_alone

    def _look(self, seat: int | None, quotes: bool) -> TableView:
        row, game, over = self.stored, self.game, self.status == OVER
        host = seat is not None and self.seats[seat].visitor == row.host
        return TableView(
            self.code,
            self.version,
            self.status,
            self.options,
            self._seated.seen_from(seat, row, self._noted),
            seat,
            host,
            self.step,
            self._seen.view(game, seat) if game else None,
            self._seen.events(game, seat) if game else (),
            self._offers(game, seat, quotes) if game and seat is not None else (),
            None,
            game.scores() if game and over else (),
            tuple((place, tuple(at)) for place, at in game.ranking()) if game and over else (),
            fair.proof_of(row, self._hash, self.status == OVER),
            row.next_code,
            tuple(self._seen.history),
            row.taken_back,
            seat is not None and self._can_take_back(seat),
            self.show.pace if self.bots_alone else None,
            removed=tuple(self.stored.removed.values()) if host else (),
            deeds=tuple(self.stored.doings.deeds),
            rest=self._rest,
            chose=self._chose.get(seat, 0) if seat is not None else 0,
            kept=self._seen.kept(game) if game else Kept(),
            waits=self.waits(seat),
            public=self._seen.public,
            printed=game.catalogue if game else None,
            tournament=row.tournament,
            sealed=row.sealed,
        )

    @property
    def _rest(self) -> str:
        """Another one whenever more than a decision has changed what is seen."""
        return f"{self.step}-{self._noted}"

    def _can_take_back(self, seat: int) -> bool:
        with suppress(Refused):
            self._in_no_tournament()
            return len(self.people) == 1 and self._to_take_back(seat) is not None
        return False

    def _offers(self, game: Game, seat: int, quotes: bool) -> tuple[Offer, ...]:
        return tuple(
            replace(offer, by_bot=True) if self._book.by_bot(self.step, offer.seat) else offer
            for offer in self._seen.offers(game, seat, quotes)
        )

    def progress(self, visitor: str | None = None) -> Progress | None:
        """What has changed within the step; None if a step may have more to show than that, or the
        step is not for somebody to see.
        """
        game = self.game
        if game is None or self.status != PLAYING or game.players == 2:
            return None  # the Free City's decision comes within a step
        if self.is_behind(visitor) or self.is_shut_out(visitor):
            return None
        if self._progress is None or self._progress.version != self.version:
            owing = game.to_decide
            decided = [seat for seat in self._seen.choices(game) if seat not in owing]
            away = [seat.seat for seat in self.seats if seat.away]
            self._progress = Progress(
                self.code,
                self.version,
                self.step,
                tuple(owing),
                tuple(decided),
                tuple(away),
                rest=self._rest,
                chose=dict(self._chose),
            )
        return self.progress_with_time(self._progress)

    def outline(self, before: Outline | None = None) -> Outline:
        """The table as lists and service know it; what is as ``before`` is taken from there."""
        row, game = self.stored, self.game
        owing = game.to_decide if game and not game.over else ()
        return Outline(
            row.code,
            row.version,
            self.status,
            row.options,
            row.host,
            row.next_code,
            row.created,
            row.touched,
            same_seats(row.seats, before.seats if before else ()),
            *((game.age, game.turn) if game else (0, 0)),
            frozenset(self._decider(game, seat) for seat in owing) if game else frozenset(),
            bool(self.bots_to_ask()),
            row.taken_back,
            tuple(row.result or ()),
            self.step,
            row.timing,
            row.tournament,
            row.sealed,
        )

    def record(self) -> dict[str, Any]:
        """The finished game, with the proof of its deal."""
        if self.status != OVER or self.game is None:
            raise Refused("The record can be had after the end of the game.")
        if self.stored.position is not None:
            raise Refused("A game that went on from a position has no record.")
        if self.stored.sealed:
            raise Refused(SEALED)
        return self._recorded(self.game)

    def _recorded(self, game: Game) -> dict[str, Any]:
        return fair.recorded(game, self._promise, self.options.sides, self.stored.taken_back)
