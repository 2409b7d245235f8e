"""How a table waits: its clock, pauses that all agree on, holidays, nudges.

``Timed`` is the part of a ``Table`` that knows how long people have for a step. The clock of a step
runs while somebody who is there has yet to decide. It *stands*, with what is left of it, while the
table is paused, while it waits for somebody on holiday, and while it waits for nobody. A new step
has a new clock; numbers of steps never come twice, so one that was taken back has, too. Times are
those of the server's life (``life``), save what people read.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...game.game import Game
from ..settings import HOUR
from .clocks import Clocks
from .life import Life
from .refused import Refused
from .schema import CLOCK, Seat, Writing, put_timing
from .seating import Seating
from .table_view import PERSON, PLAYING, Progress, TableView
from .timing import NO_STEP, Nudge, Timing, Waits

SLOW = HOUR  # seconds: from such a clock on, a game is a slow one
AT_LEAST = 60  # seconds that a clock has when the game goes on, unless it is shorter
MOST_EXTENDED = 3  # times in a step
NUDGE_EVERY, NUDGE_SLOWLY = 60, HOUR  # seconds between two nudges; the other one in slow games


class Timed(Seating):
    """The clock of a table, as it is stored, and what people can do about it."""

    game: Game | None
    _filing: list[Writing]

    def __init__(self) -> None:
        self.life = Life()
        self.holidays: Mapping[str, float] = {}  # until when visitors are away, by the wall clock
        self.clocks: Clocks | None = None
        self._written = Timing()

    @property
    @abstractmethod
    def step(self) -> int:
        """The number of the step."""

    @property
    @abstractmethod
    def waits_for_people(self) -> bool:
        """Whether somebody who is there has yet to decide."""

    @abstractmethod
    def is_asked(self, seat: int) -> bool:
        """Whether a seat has yet to decide."""

    @property
    def timing(self) -> Timing:
        return self.stored.timing

    def _time(self, **changes: object) -> None:
        """Something has changed that others are to see; ``mind_clock`` has it stored."""
        self.stored.timing = replace(self.timing, **changes)  # type: ignore[arg-type]
        self._note()

    # The clock

    def mind_clock(self) -> None:
        """Let the clock run, or stand, as the table needs it; what has changed is to be stored."""
        timing = self.timing
        if self.closed:
            return  # what is stored stays as it is, for the program that can go on with it
        if self.game is None or self.status != PLAYING:
            timing = Timing()
        else:
            if not timing.paused and self._all_agree:
                self._pause(timing.agreed[0])
            timing = self._minded(self.timing)
        self.stored.timing = timing
        if timing != self._written:
            self._written = timing
            self._filing += [put_timing(self.code, self.life.number, timing), self.life.beat()]

    def set_clock(self, stop: bool = False) -> None:
        """What is in memory is stored: its clock is to be heard when it runs out."""
        if self.clocks:
            self.clocks.set(self.code, None if stop or self.closed else self.timing.deadline)

    def _minded(self, timing: Timing) -> Timing:
        if timing.step != self.step:
            timing = replace(
                timing,
                step=self.step,
                deadline=None,
                left=self.options.clock,
                extended=0,
                asked=timing.agreed[:1],
                declined=None,
                resumed=None,
            )
        if self.options.clock is None:  # most tables have none: nothing is stored of their steps
            return Timing() if timing == Timing(timing.step) else timing
        now, runs = self.life.now(), self._clock_runs
        if runs and timing.deadline is None:
            return replace(timing, deadline=now + (timing.left or 0.0), left=None)
        if not runs and timing.deadline is not None:
            return replace(timing, deadline=None, left=max(0.0, timing.deadline - now))
        return timing

    @property
    def _clock_runs(self) -> bool:
        return self.waits_for_people and not self.timing.paused and not self._awaited_on_holiday

    @property
    def _awaited_on_holiday(self) -> bool:
        """Whether the table waits for somebody who has said that he is away for days."""
        return any(seat.seat in self.on_holiday and not seat.away for seat in self._awaited)

    @property
    def _awaited(self) -> list[Seat]:
        return [seat for seat in self.people if self.is_asked(seat.seat)]

    @property
    def on_holiday(self) -> dict[int, float]:
        """Until when people are on holiday, by their seats; in quick games nobody is."""
        clock, now = self.options.clock, self.life.wall()
        if not self.holidays or (clock is not None and clock < SLOW):
            return {}
        found = {seat.seat: self.holidays.get(seat.visitor or "", 0.0) for seat in self.people}
        return {seat: until for seat, until in found.items() if until > now}

    def clock_ran_out(self) -> None:
        """A bot decides for whoever has not; nothing, if something else came before."""
        deadline = self.timing.deadline
        if self.game is None or deadline is None or deadline > self.life.now():
            return
        if self.timing.step == self.step and self._clock_runs:
            for seat in self._awaited:
                if not seat.away:
                    seat.away = CLOCK
                    self._note(seat)
        self._time(step=NO_STEP, deadline=None)  # who comes back has it anew

    def look_again(self) -> None:
        """Something beside the table has changed what is seen of it: a holiday."""
        if self.status == PLAYING:
            self._note()

    def extend(self, visitor: str | None, step: int, times: int | None = None) -> None:
        """The host gives everybody once more the time of a step; ``times``: so often he knows that
        he has done so.
        """
        self._as_host(visitor)
        clock = self._clocked()
        timing = self.timing
        if step != self.step or (times is not None and times != timing.extended):
            raise Refused("The clock has changed meanwhile.")
        if timing.extended >= MOST_EXTENDED:
            raise Refused(
                "The clock of a step can be extended %(number)d times.", number=MOST_EXTENDED
            )
        if timing.deadline is None:
            self._time(left=(timing.left or 0.0) + clock, extended=timing.extended + 1)
        else:
            self._time(deadline=timing.deadline + clock, extended=timing.extended + 1)

    def _clocked(self) -> int:
        self._must_be_played()
        if self.options.clock is None:
            raise Refused("This table has no clock.")
        return self.options.clock

    def _must_be_played(self) -> None:
        if self.game is None or self.status != PLAYING:
            raise Refused("No game is being played at this table.")

    # Pauses

    @property
    def paused(self) -> bool:
        return self.timing.paused

    def must_not_be_paused(self) -> None:
        """A decision that waited would be taken though its maker may think better of it: so none
        is taken while the game is paused.
        """
        if self.timing.paused:
            raise Refused("The game is paused: let it go on first.")

    def pause(self, visitor: str | None) -> None:
        """Ask for a pause, or agree to one; it begins when all have who are there. The host, and
        who plays against bots alone, asks nobody.
        """
        self._must_be_played()
        own = [seat.seat for seat in self._at_device(visitor)]
        self.come_back(visitor)
        timing = self.timing
        if timing.paused or set(own) <= set(timing.agreed):
            return
        if visitor == self.stored.host:
            self._pause(own[0])
            return
        if not timing.agreed and own[0] in timing.asked:
            raise Refused("You have asked in this turn already; others would rather play on.")
        asked = timing.asked if timing.agreed else (*timing.asked, own[0])
        self._time(agreed=(*timing.agreed, *own), asked=asked, declined=None, resumed=None)

    def decline(self, visitor: str | None) -> None:
        """Rather play on, when others want a pause; who asked thinks better of it."""
        self._must_be_played()
        own = self._at_device(visitor)[0].seat
        self.must_not_be_paused()
        self.come_back(visitor)
        if self.timing.agreed:
            self._time(agreed=(), declined=own)

    @property
    def _there(self) -> list[int]:
        """Who is asked whether he wants a pause: who is neither away nor on holiday."""
        gone = self.on_holiday
        return [seat.seat for seat in self.people if not seat.away and seat.seat not in gone]

    @property
    def _all_agree(self) -> bool:
        there, agreed = set(self._there), set(self.timing.agreed)
        return bool(there & agreed) and there <= agreed

    def _pause(self, by: int) -> None:
        self._time(
            paused=True, by=by, since=self.life.wall(), agreed=(), declined=None, resumed=None
        )

    def resume(self, visitor: str | None) -> None:
        """Anybody who has a seat lets the game go on; nobody has too little time then."""
        self._must_be_played()
        own = self._at_device(visitor)[0].seat
        timing, clock = self.timing, self.options.clock
        if timing.paused:
            least = min(AT_LEAST, clock or 0)
            left = None if timing.left is None else max(timing.left, least)
            self._time(paused=False, by=None, since=0.0, left=left, resumed=own)
            self.come_back(visitor)

    # Nudges

    def nudge(self, visitor: str | None, seat: int) -> tuple[int, str]:
        """Remind somebody that he is awaited: his seat, and who did so."""
        self._must_be_played()
        own = self._at_device(visitor)[0]
        found = self._seat(seat)
        self.must_not_be_paused()
        if any(self.is_asked(each) for each in self.seats_of(visitor)):
            raise Refused("You have yet to decide yourself.")
        if found.kind != PERSON or found.away or not self.is_asked(seat):
            raise Refused("Nobody waits for seat %(seat)d.", seat=seat)
        if seat in self.on_holiday:
            raise Refused("%(name)s is on holiday.", name=found.name)
        now = self.life.wall()
        every = NUDGE_SLOWLY if (self.options.clock or 0) >= SLOW else NUDGE_EVERY
        for last in self.timing.nudges:
            if last.seat == seat and 0 <= now - last.at < every:
                raise Refused("%(name)s was nudged not long ago.", 429, name=found.name)
        others = tuple(each for each in self.timing.nudges if each.seat != seat)
        self._time(nudges=(*others, Nudge(seat, own.seat, now, self.step)))
        return seat, own.name

    # What is seen

    def waits(self, seat: int | None) -> Waits:
        """How the table waits, as a seat sees it."""
        timing = self.timing
        if self.game is None or self.status != PLAYING:
            return Waits()
        mine = None if seat is None or not self.is_asked(seat) else nudged_in(timing, (seat,))
        clocked = self.options.clock is not None
        return Waits(
            timing.paused,
            timing.by if timing.paused else None,
            timing.agreed,
            tuple(each for each in self._there if timing.agreed and each not in timing.agreed),
            timing.declined,
            timing.resumed,
            clocked and timing.deadline is None and (timing.paused or self._awaited_on_holiday),
            None,
            timing.extended,
            MOST_EXTENDED - timing.extended if clocked else 0,
            self.on_holiday,
            mine,
        )

    def with_time(self, seen: TableView) -> TableView:
        """With what is left of the clock now."""
        left = self.seconds_left
        if left is None:
            return seen
        until = None if self.timing.deadline is None else self.life.wall() + left
        return replace(seen, seconds_left=left, waits=replace(seen.waits, until=until))

    def progress_with_time(self, seen: Progress) -> Progress:
        left = self.seconds_left
        return seen if left is None else replace(seen, seconds_left=left)

    @property
    def seconds_left(self) -> float | None:
        """On the clock of this step, while somebody is awaited."""
        timing = self.timing
        if self.game is None or self.status != PLAYING or timing.step != self.step:
            return None
        return left_of(timing, self.life) if self.waits_for_people else None


def left_of(timing: Timing, life: Life) -> float | None:
    """What is left on a clock, whether it runs or stands; None if there is none."""
    if timing.deadline is not None:
        return max(0.0, timing.deadline - life.now())
    return timing.left


def nudged_in(timing: Timing, seats: Sequence[int]) -> Nudge | None:
    """The nudge of this step to one of some seats."""
    found = (each for each in timing.nudges if each.seat in seats and each.step == timing.step)
    return next(found, None)


def check_clock(seconds: int | None, allowed: Sequence[int]) -> None:
    """That a clock can give so many seconds for a decision; None: there is none."""
    if seconds is not None and seconds not in allowed:
        listed = ", ".join(map(str, allowed))
        raise Refused("The clock gives %(allowed)s seconds, or there is none.", 400, allowed=listed)
