"""Replays: a recorded game as it stood before each of its steps, and at its end.

A *moment* is such a standing. There is one more of them than steps; they are numbered from 0, and
in moment ``n`` those decisions are still to be taken that make up step ``n``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..catalogue import Catalogue
from .codec import Event
from .fields import copy_of
from .game import Game
from .notation import Move

_EVENT_BYTES = 600  # about what an event takes


class Replay:
    """A game that was recorded, to be looked at from any of its moments.

    >>> game = Game(3, seed=1)
    >>> for seat in range(3):
    ...     game.play(seat, game.moves(seat)[0])
    >>> replay = Replay(game.record())
    >>> len(replay), replay.game(0).turn, replay.game(1).turn
    (2, 1, 2)
    >>> sorted(replay.decisions(0))
    [0, 1, 2]
    """

    def __init__(
        self,
        record: Mapping[str, Any],
        between: Callable[[], None] = lambda: None,
        catalogue: Catalogue | None = None,
    ) -> None:
        """``between`` is called before each step; what it raises ends the replaying. A record of
        other cards than today's needs its ``catalogue``.
        """
        self._states: list[Any] = []
        self._until: list[int] = []  # how many events have happened in each moment
        self._points: list[tuple[int, ...]] = []
        self._leaders: list[frozenset[int]] = []
        self.ages: list[int] = []  # of each moment
        for game in Game.replaying(record, catalogue):
            between()
            self._states.append(copy_of(game._games))
            self._until.append(len(game._events))
            self._points.append(tuple(sheet.total for sheet in game.scores()))
            self._leaders.append(frozenset(game.ranking()[0][1]))
            self.ages.append(game.age)
        self.ended = game

    def __len__(self) -> int:
        """How many moments there are."""
        return len(self._states)

    @property
    def last(self) -> int:
        """The number of the last moment."""
        return len(self._states) - 1

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        states = sum(int(state.nbytes) for state in self._states)
        return states + _EVENT_BYTES * len(self.ended._events)

    def game(self, at: int) -> Game:
        """The game as it stood in a moment; a game of its own."""
        if at == self.last:
            return self.ended.copy()
        return self.ended._back(copy_of(self._states[self._check(at)]), self._until[at], at)

    def decisions(self, at: int) -> dict[int, Move]:
        """What was decided in a moment, by the seats; in the last one nothing."""
        if self._check(at) == self.last:
            return {}
        texts, game = self.ended._steps[at], self.game(at)
        owed = game.to_decide
        if len(texts) > len(owed):
            owed.append(game.seats - 1)  # the Free City: owed once its holder has decided (V2)
        return {seat: Move.parse(text) for seat, text in zip(owed, texts, strict=True)}

    def deciding(self, at: int) -> Game:
        """The game in a moment with all decided that is owed from its beginning, if the Free City
        owes its own only then; else as it stood.
        """
        game = self.game(at)
        decided = self.decisions(at)
        if late := [seat for seat in decided if seat not in game.to_decide]:
            for seat, move in decided.items():
                if seat not in late:
                    game.play(seat, move)
        return game

    def happened(self, at: int, seat: int | None = None, *, openly: bool = False) -> list[Event]:
        """What came of the decisions of a moment, as a seat or a spectator has seen it; ``openly``:
        as it was, nothing face down.
        """
        if self._check(at) == self.last:
            return []
        events = self.ended._events[self._until[at] : self._until[at + 1]]
        return list(events) if openly else [event.seen_by(seat) for event in events]

    def points(self, at: int) -> tuple[int, ...]:
        """The points of all seats, had the game ended in a moment."""
        return self._points[self._check(at)]

    def leaders(self, at: int) -> frozenset[int]:
        """Who would have won, had the game ended in a moment."""
        return self._leaders[self._check(at)]

    def _check(self, at: int) -> int:
        if not 0 <= at <= self.last:
            raise ValueError(f"There is no moment {at}: there are 0 to {self.last}.")
        return at
