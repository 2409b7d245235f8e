"""A table's book of decisions: what was decided in which step, and what was taken back.

Steps are numbered as they come, and no number comes twice: once steps have been taken back, those
that take their place go on counting. So what was meant for a step, be it the answer of a form, of a
bot or of the clock, is never taken for another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import dataclass

from ...game.game import Game
from .handing import GIVEN, REMOVED
from .refused import Refused
from .schema import BACK, BEGIN, Decided, Stored
from .seen import Seen
from .table_view import PERSON

MOST_TAKEN_BACK = 500  # times in a game: the book must not grow without end


@dataclass(frozen=True, slots=True)
class Line:
    """An entry that stands, with the number of its step, and of the same step in the game."""

    entry: Decided
    step: int
    in_game: int


@dataclass(frozen=True, slots=True)
class Cut:
    """What is taken back: the entries from a number on, save what its seats had decided before."""

    first: int
    ahead: int
    kept: tuple[tuple[int, str], ...]  # seats and moves

    def __str__(self) -> str:
        return f"{self.first} {self.ahead}"


class Book:
    """What stands of the entries there are; ``replay`` plays it."""

    def __init__(self, entries: Iterable[Decided] = ()) -> None:
        self.number = 0  # of the next entry
        self.ahead = 0  # of the game's steps are the table's, by so many
        self._standing: list[tuple[Decided, int]] = []  # with how far its step was ahead
        self._back = 0  # the version at which something was last taken back
        self._changes: Counter[tuple[int, int]] = Counter()  # of mind, by step and seat
        self._forget()
        for entry in entries:
            self._write(entry)

    def _forget(self) -> None:
        self._lines: list[Line] = []
        self._moves: dict[tuple[int, int], str] = {}  # by step and seat
        self._by_bots: set[tuple[int, int]] = set()  # which of them bots have chosen

    def enter(self, entry: Decided, step: int) -> None:
        """A new entry, of a step by its number in the game."""
        self._write(entry)
        if entry.seat != BACK:
            self._line(entry, step, self.ahead)

    def _write(self, entry: Decided) -> None:
        self.number = entry.number + 1
        if entry.seat != BACK:
            self._standing.append((entry, self.ahead))
            return
        first, self.ahead = map(int, (entry.move or "").split())
        while self._standing and self._standing[-1][0].number >= first:
            self._standing.pop()
        self._back = entry.version

    def _line(self, entry: Decided, step: int, ahead: int) -> None:
        at = step + ahead, entry.seat
        self._lines.append(Line(entry, at[0], step))
        self._by_bots.discard(at)
        if entry.move is not None:
            self._moves[at] = entry.move
            if entry.decider != PERSON:
                self._by_bots.add(at)

    def replay(self, game: Game, seen: Seen) -> None:
        """Play what stands. Who last saw the table before something was taken back knows nothing
        of it: all events are new to him.
        """
        self._forget()
        for entry, ahead in self._standing:
            step = game.steps
            if entry.seat == BEGIN:
                pass
            elif entry.move is None:
                game.undecide(entry.seat)
            else:
                game.play(entry.seat, entry.move)
            self._line(entry, step, ahead)
            seen.count_events(game, max(entry.version, self._back))

    def move(self, step: int, seat: int) -> str | None:
        """What a seat last decided in a step."""
        return self._moves.get((step, seat))

    def by_bot(self, step: int, seat: int) -> bool:
        return (step, seat) in self._by_bots

    def change_of_mind(self, step: int, seat: int) -> int:
        """Count one more; how many there have been since the server knows the table."""
        self._changes[step, seat] += 1
        return self._changes[step, seat]

    def last_of(self, seat: int, step: int, pending: Container[int]) -> Line | None:
        """The last decision of a table's only person, or of the bot that took his place.

        Of the current step, only what is ``pending`` has not been taken back.
        """
        for line in reversed(self._lines):
            entry = line.entry
            own = entry.seat == seat or (entry.decider == PERSON and entry.seat != BEGIN)
            stands = line.step < step or entry.seat in pending
            if own and stands and entry.move is not None:
                return line
        return None

    def cut(self, last: Line, step: int) -> Cut:
        """Go back to before a decision, from a step: what bots decided then is decided anew, what
        the same person had decided before it in the same step stays.
        """
        first, kept = last.entry.number, dict[int, str]()
        for line in self._lines:
            entry = line.entry
            if line.step != last.step or entry.seat == BEGIN:
                continue
            first = min(first, entry.number)
            if entry.decider == PERSON and entry.seat != last.entry.seat and entry.move:
                kept[entry.seat] = entry.move
        if last.entry.decider != PERSON:
            kept.clear()
        return Cut(first, step + 1 - last.in_game, tuple(kept.items()))


def to_take_back(stored: Stored, book: Book, seat: int, step: int, pending: Container[int]) -> Line:
    """A person's last decision, if he may take it back: nobody else has seen what came of it."""
    alone = [other.seat for other in stored.seats if other.kind == PERSON] == [seat]
    if not alone or any(deed.what in (REMOVED, GIVEN) for deed in stored.doings.deeds):
        raise Refused("Only somebody who plays against bots alone can take something back.", 403)
    if stored.next_code is not None:
        raise Refused("The rematch has been called: this game stays as it ended.")
    if stored.taken_back >= MOST_TAKEN_BACK:
        raise Refused("You have taken back too much in this game; now it stays as it is.", 429)
    last = book.last_of(seat, step, pending)
    if last is None:
        raise Refused("You have decided nothing yet that could be taken back.")
    return last
