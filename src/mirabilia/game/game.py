"""``Game``: the readable face of the engine.

A game is a record of the engine with its book of cards, the events so far and the decisions that
led there. All rules are the engine's; this module turns numbers into words, keeps the books and
refuses what is not allowed, with a sentence that says why, before anything changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ..catalogue import Catalogue
from ..engine import RULES, turn
from ..engine import state as s
from ..engine.moves import list_moves
from ..engine.scratch import scratch
from . import (
    breakdown,
    forecast,
    gains,
    numbers,
    position_reader,
    positions,
    prices,
    records,
    views,
)
from .codec import (
    KIND_NAMES,
    Event,
    ScoreSheet,
    events_told,
    item_name,
    lines_of,
    move_from_row,
    moves_from_rows,
    row_from_move,
)
from .fields import Fields, copy_of
from .gains import Gain
from .notation import Move, MoveError
from .prices import Quote
from .setup import Setup, Wanted, check_setup, lay_out


class NothingToDecide(ValueError):
    """A seat was asked about, or gave, a decision that it does not owe."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that a seat owes: its kind, who takes it, and what it comes from."""

    kind: str
    seat: int
    by: int
    source: str | None = None


class Game:
    """A game of 7 Wonders.

    >>> game = Game(3, edition="1st", seed=1, wonders=["rhodos:A", "gizah:B", "olympia:A"])
    >>> game.decision(0).kind
    'play'
    >>> game.play(0, game.moves(0)[0])
    >>> game.to_decide
    [1, 2]
    """

    _start: dict[str, Any] | None = None

    def __init__(
        self,
        players: int | Sequence[str],
        *,
        edition: str = "2nd",
        expansions: Iterable[str] = (),
        seed: int | None = None,
        wonders: Sequence[str] | None = None,
        sides: str = "random",
        deal: object = None,
        shipyards: object = None,
        teams: bool = False,
        leaders: str = "standard",
        catalogue: Catalogue | None = None,
    ) -> None:
        wanted = Wanted(
            players,
            edition,
            expansions,
            seed,
            wonders,
            sides,
            deal,
            shipyards,
            teams,
            leaders,
            catalogue,
        )
        setup = check_setup(wanted)
        self._begin(setup, lay_out(setup, wanted))
        self._start = records.start_of(self._g, setup)
        self._resolve()

    def _begin(self, setup: Setup, games: npt.NDArray[np.void]) -> None:
        self._setup = setup
        self._book = setup.book
        self._games = games
        self._events: list[Event] = []
        self._steps: list[list[str]] = []
        self._forecast: tuple[Event, ...] | None = None
        self._moves: dict[int, tuple[Move, ...]] = {}  # of this step, once they were listed

    @property
    def _g(self) -> Any:
        return self._games[0]

    @property
    def _t(self) -> Any:
        return self._book.tables[0]

    def _resolve(self) -> None:
        """Let the engine go on, and take note of what happened."""
        self._forecast = None
        self._moves = {}
        space = scratch()
        space.events[0, 0] = 0
        turn.resolve(self._g, self._t, space.events, space.w)
        self._events += events_told(self._book, self._g, space.events)

    @property
    def players(self) -> int:
        """How many people play; with two there are three seats."""
        return self._setup.players

    @property
    def seats(self) -> int:
        return self._setup.seats

    @property
    def names(self) -> tuple[str, ...]:
        return self._setup.names

    @property
    def edition(self) -> str:
        return self._setup.edition

    @property
    def expansions(self) -> tuple[str, ...]:
        return self._setup.expansions

    @property
    def catalogue(self) -> Catalogue:
        """What is printed on everything in this game."""
        return self._book.catalogue

    @property
    def rules(self) -> int:
        """The number of the rules it is played by; raised with every change of them."""
        return RULES

    @property
    def teams(self) -> bool:
        return self._setup.teams

    @property
    def seed(self) -> int:
        return self._setup.seed

    @property
    def age(self) -> int:
        return int(self._games["age"][0])

    @property
    def turn(self) -> int:
        """The turn of the age; 0 for sides, draft and recruiting, one more for the last card."""
        return int(self._games["turn"][0])

    @property
    def turns(self) -> int:
        """How many turns an age has, the last card not counted."""
        return int(self._games["turns"][0])

    @property
    def over(self) -> bool:
        return bool(self._games["step"][0] == s.OVER)

    @property
    def to_decide(self) -> list[int]:
        """The seats that owe a decision and have not taken it."""
        asked, decided = self._asked_and_decided()
        return [seat for seat in range(self.seats) if asked[seat] and not decided[seat]]

    @property
    def decided(self) -> dict[int, Move]:
        """The decisions taken that can still be changed."""
        asked, decided = self._asked_and_decided()
        moves = self._games["move"][0]
        return {
            seat: move_from_row(self._book, moves[seat])
            for seat in range(self.seats)
            if asked[seat] and decided[seat]
        }

    @property
    def asked(self) -> list[int]:
        """The seats that owe a decision, or have taken one that can still be changed."""
        return [seat for seat, kind in enumerate(self._games["asked"][0].tolist()) if kind]

    def choice(self, seat: int) -> Move | None:
        """What a seat has decided, as long as it can be changed."""
        asked, decided = self._asked_and_decided()
        if asked[seat] and decided[seat]:
            return move_from_row(self._book, self._games["move"][0, seat])
        return None

    def _asked_and_decided(self) -> tuple[list[int], list[int]]:
        """Asked for very often, and so not by way of the record's slow attributes."""
        return self._games["asked"][0].tolist(), self._games["decided"][0].tolist()

    def wonder(self, seat: int) -> str:
        """A seat's board and side, such as ``rhodos:A``."""
        return self._book.boards[int(self._games["board"][0, self._seat(seat)])].id

    def _seat(self, seat: int) -> int:
        if isinstance(seat, bool) or not isinstance(seat, (int, np.integer)):
            raise NothingToDecide(f"A seat is a number from 0 to {self.seats - 1}, not {seat!r}.")
        if not 0 <= seat < self.seats:
            raise NothingToDecide(f"There is no seat {seat}: seats are 0 to {self.seats - 1}.")
        return int(seat)

    def _owing(self, seat: int) -> int:
        seat = self._seat(seat)
        if not self._games["asked"][0, seat]:
            waiting = ", ".join(str(other) for other in self.to_decide)
            now = "The game is over" if self.over else f"The game waits for seat {waiting}"
            raise NothingToDecide(f"Seat {seat} owes no decision. {now}.")
        return seat

    def decision(self, seat: int) -> Decision:
        """What a seat has to decide now; also after it has decided, until all have."""
        seat = self._owing(seat)
        kind = KIND_NAMES[int(self._games["asked"][0, seat])]
        by = int(turn.decider(self._g, seat)) if self._setup.free_city else seat
        return Decision(kind, seat, by, self._source(seat, kind))

    def _source(self, seat: int, kind: str) -> str | None:
        """What a decision comes from: a card, a stage, a board; None for the turn itself."""
        if kind in ("side", "last_card"):
            return self.wonder(seat)
        if kind == "rebuild":
            return item_name(self._book, int(self._g.source[seat, 1]))
        if kind in ("advance", "bury", "copy", "forfeit", "recruit"):
            return item_name(self._book, int(self._g.source[seat, 2]))
        return None

    def moves(self, seat: int) -> tuple[Move, ...]:
        """Everything a seat may do, never empty."""
        seat = self._owing(seat)
        if self._setup.free_city:  # whose part of the step depends on what its holder decides
            return moves_from_rows(self._book, self._list(seat, scratch().any_move))
        if seat not in self._moves:
            rows = self._list(seat, scratch().any_move)
            self._moves[seat] = moves_from_rows(self._book, rows)
        return self._moves[seat]

    def _list(self, seat: int, wanted: npt.NDArray[np.int16]) -> npt.NDArray[np.int16]:
        """The engine's rows of all moves, or of those like one; good until the next are listed."""
        space = scratch()
        count = list_moves(self._g, self._t, seat, wanted, space.moves, space.w)
        return space.moves[:count]

    def play(self, seat: int, move: Move | str) -> None:
        """Decide. When all have decided, the game goes on; until then a decision may be changed."""
        seat = self._owing(seat)
        wanted = move if isinstance(move, Move) else Move.parse(move)
        row = row_from_move(self._book, self._g, seat, wanted)
        if row is None or not (self._is_listed(seat, wanted) or self._is_legal(seat, row)):
            raise MoveError(self._why_not(seat, wanted))
        self._note(seat, row)
        if not self.to_decide:
            self._steps.append([str(decided) for decided in self.decided.values()])
            self._resolve()

    def _note(self, seat: int, row: npt.NDArray[np.int16]) -> None:
        """Without the Free City there is nothing else to it, and the record takes long to hand
        over.
        """
        if self._setup.free_city:
            turn.decide(self._g, seat, row)
        else:
            self._games["move"][0, seat] = row
            self._games["decided"][0, seat] = 1

    def _is_listed(self, seat: int, move: Move) -> bool:
        return str(move) in map(str, self._moves.get(seat, ()))

    def _is_legal(self, seat: int, row: npt.NDArray[np.int16]) -> bool:
        return bool((self._list(seat, row) == row).all(axis=1).any())

    def undecide(self, seat: int) -> None:
        """Take a decision back, as long as others have not decided."""
        seat = self._owing(seat)
        if not self._g.decided[seat]:
            raise NothingToDecide(f"Seat {seat} has not decided yet.")
        turn.undecide(self._g, seat)

    def _why_not(self, seat: int, move: Move) -> str:
        return prices.why_not(self, seat, move)

    def quote(self, seat: int, card: str, ship: bool = False) -> Quote:
        """Whether a seat could build a card (recruit a leader) now, for how much, or why not."""
        return prices.quote(self, self._seat(seat), card, ship)

    def stage_quote(self, seat: int, stage: int | None = None, ship: str | None = None) -> Quote:
        """The same for a stage of the seat's wonder, the next one if left open."""
        return prices.stage_quote(self, self._seat(seat), stage, ship)

    def gains(self, seat: int, moves: Iterable[Move]) -> list[Gain]:
        """What each of these uses of a card would bring a seat that may use one now, and nothing
        that it may not know. Whether it could pay for them is not asked: a card must only not
        stand in its city already.
        """
        seat = self._owing(seat)
        rows = []
        for move in moves:
            unpaid = replace(move, pay={}) if move.pay else move
            row = row_from_move(self._book, self._g, seat, unpaid)
            if row is None:
                raise MoveError(f"There is no move {str(move)!r} in this game.")
            rows.append(row)
        return gains.gains(self._book, self._games, seat, rows)

    def coins(self, seat: int) -> int:
        return int(self._games["coins"][0, self._seat(seat)])

    def hand(self, seat: int) -> tuple[str, ...]:
        """The cards in a seat's hand (for the Free City: those it may choose from now)."""
        seat = self._seat(seat)
        return self._listed("hand", seat)

    def leaders(self, seat: int) -> tuple[str, ...]:
        """The leaders recruited and not buried."""
        seat = self._seat(seat)
        return self._listed("leaders", seat)

    def leader_hand(self, seat: int) -> tuple[str, ...]:
        """The leaders still in hand."""
        seat = self._seat(seat)
        return self._listed("leader_hand", seat)

    def islands(self, seat: int) -> tuple[str, ...]:
        seat = self._seat(seat)
        return self._listed("islands", seat)

    def city(self, seat: int) -> tuple[str, ...]:
        """The cards built in a city, in the order of building."""
        seat = self._seat(seat)
        return self._listed("city", seat)

    def _listed(self, field: str, seat: int) -> tuple[str, ...]:
        """The cards of a list of the record, which has its length beside it."""
        count = self._games[f"{field}_n"][0, seat]
        return tuple(self._book.card_id(n) for n in self._games[field][0, seat, :count].tolist())

    def scores(self) -> tuple[ScoreSheet, ...]:
        """The sheets of all seats, as if the game ended now."""
        counted = numbers.counted(self._games, self._book.tables)
        names = lines_of(self.expansions)
        return tuple(
            ScoreSheet(
                seat,
                seat // 2 if self._setup.teams else None,
                int(counted.total[seat]),
                {name: int(counted.lines[seat, line]) for line, name in names.items()},
            )
            for seat in range(self.seats)
        )

    def ranking(self) -> list[tuple[int, list[int]]]:
        """Places with their seats, the best first; who is tied in points and coins shares (B26).

        Partners stand together: a team has the sum of both (T7).
        """
        results = [(sheet.total, self.coins(sheet.seat)) for sheet in self.scores()]
        return places(results[: self.players], teams=self._setup.teams)

    def breakdown(self) -> tuple[tuple[breakdown.Part, ...], ...]:
        """How the sheet of each seat came about: what gave how many points, line by line."""
        return breakdown.breakdown(self._setup, self._games)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened, in order."""
        return tuple(self._events)

    def events_for(self, seat: int | None) -> tuple[Event, ...]:
        """The same as a seat (or a spectator, None) sees it, what is face down blanked."""
        if seat is not None:
            self._seat(seat)
        return tuple(event.seen_by(seat) for event in self._events)

    def forecast(self) -> tuple[Event, ...]:
        """What the war and the naval conflict would bring if the age ended now, as their events.

        All who may stay out of the naval conflict take part in it. Everybody may know this.
        """
        if self._forecast is None:
            self._forecast = forecast.forecast(self._book, self._games)
        return self._forecast

    def view(self, seat: int | None, whole: views.Whole | None = None) -> dict[str, Any]:
        """All that a seat may know (K1), JSON-safe; None: what a spectator sees.

        Who makes the views of several seats can hand in the whole, worked out once for all.
        """
        return views.view(self, None if seat is None else self._seat(seat), whole or self.whole())

    def whole(self) -> views.Whole:
        """What the views of all seats are made of: the position, and the numbers of the cities."""
        g, counted = Fields(self._games), numbers.counted(self._games, self._book.tables)
        cities = numbers.write(self._setup, g, counted)
        return views.whole(self, positions.write(self._setup, g), cities, g)

    def position(self) -> dict[str, Any]:
        """The whole game as it stands, as plain JSON."""
        return positions.write(self._setup, Fields(self._games))

    @classmethod
    def on_record(cls, setup: Setup, games: npt.NDArray[np.void]) -> Game:
        """The face of a record that somebody else keeps; what happened so far is not told."""
        game = cls.__new__(cls)
        game._begin(setup, games)
        return game

    @classmethod
    def from_position(cls, data: Mapping[str, Any], *, catalogue: Catalogue | None = None) -> Game:
        """A game that stands as the position says; by today's cards, or those of a catalogue."""
        game = cls.__new__(cls)
        with _not_too_deep(position_reader.PositionError):
            game._begin(*position_reader.read(data, catalogue=catalogue))
        pending = position_reader.pending_moves(data)
        for seat, text in pending:
            game._restore(seat, text)
        game._resolve()
        return game

    def _restore(self, seat: int, text: str) -> None:
        """A decision of an unfinished step; it can't be the one that finishes it."""
        if len(self.to_decide) == 1 and not self._lends_hand(seat):
            raise position_reader.PositionError("A pending decision can't be the last one owed.")
        self.play(seat, text)

    def _lends_hand(self, seat: int) -> bool:
        return self._setup.free_city and seat == self._g.holder and len(self.hand(seat)) > 1

    def engine_record(self) -> npt.NDArray[np.void]:
        """A copy of the engine's record, for whoever plays it on in compiled code."""
        return copy_of(self._games)

    def record(self) -> dict[str, Any]:
        """The game so far, to be stored and replayed."""
        if self._start is None:
            raise ValueError("A game that began as a position has no record; store its position.")
        totals = [sheet.total for sheet in self.scores()] if self.over else None
        return records.write(self._start, self._steps, self.decided, totals)

    @classmethod
    def from_record(cls, data: Mapping[str, Any], *, catalogue: Catalogue | None = None) -> Game:
        """Replay a record, event for event. One of other cards than today's needs those."""
        *_, game = cls.replaying(data, catalogue)
        return game

    @classmethod
    def replaying(
        cls, data: Mapping[str, Any], catalogue: Catalogue | None = None
    ) -> Iterator[Game]:
        """The one game of a record as it stands before each step, and at last as it ends."""
        with _not_too_deep(records.RecordError):
            options, steps, pending = records.read(data, catalogue)
            game = records.new_game(options)
        for number, step in enumerate(steps):
            yield game
            records.replay_step(game, number, step)
        for seat, text in pending.items():
            game._restore(seat, text)
        with _not_too_deep(records.RecordError):
            records.check_totals(data, game)
        yield game

    @property
    def steps(self) -> int:
        """How many steps have been decided by all who owed a decision."""
        return len(self._steps)

    def copy(self) -> Game:
        """An independent game in the same state."""
        return self._back(copy_of(self._games), len(self._events), len(self._steps))

    def _back(self, games: npt.NDArray[np.void], events: int, steps: int) -> Game:
        """A game in a state that this one has been in, after so many events and steps."""
        other = Game.__new__(Game)
        other._begin(self._setup, games)
        other._events = self._events[:events]
        other._steps = [list(step) for step in self._steps[:steps]]
        other._start = self._start
        return other

    def __repr__(self) -> str:
        state = "over" if self.over else f"age {self.age}, turn {self.turn}"
        return f"<Game of {self.players}, {self.edition} edition: {state}>"


def places(
    results: Sequence[tuple[int, int]], *, teams: bool = False
) -> list[tuple[int, list[int]]]:
    """Places with their seats, of the points and coins of each seat (B26); partners' add up (T7).

    >>> places([(50, 3), (61, 0), (50, 4), (50, 3)])
    [(1, [1]), (2, [2]), (3, [0, 3])]
    """
    size = 2 if teams else 1
    totals: dict[int, tuple[int, int]] = {}
    for seat, (points, coins) in enumerate(results):
        before = totals.get(seat // size, (0, 0))
        totals[seat // size] = before[0] + points, before[1] + coins
    found: list[tuple[int, list[int]]] = []
    place = 1
    for result in sorted(set(totals.values()), reverse=True):
        groups = [group for group, other in totals.items() if other == result]
        found.append((place, [group * size + at for group in groups for at in range(size)]))
        place += len(groups)
    return found


@contextmanager
def _not_too_deep(refusal: type[ValueError]) -> Iterator[None]:
    """Lists in lists without end, as no game has them, are refused and not gone through."""
    try:
        yield
    except RecursionError:
        raise refusal("It is nested too deeply: lists in lists in lists.") from None
