"""Watching with a delay: spectators get the table as it stood some turns ago.

The last turns are kept as they began; what is shown is made of one of them and of nothing newer. So
no address, no stream and no log can tell more. Players are never delayed, and the end is shown at
once: then nothing can be told to anybody any more.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

from ...game.game import Game
from .table_view import DELAYS, Kept, TableView
from .timing import Waits


@dataclass(frozen=True, slots=True)
class Past:
    """A game as it stood when a turn began, and the table's version then."""

    game: Game
    version: int


class Turns:
    """The last turns of a game as they began, as many as may be looked back."""

    def __init__(self) -> None:
        self._begun: deque[Past] = deque(maxlen=max(DELAYS) + 1)
        self._now: tuple[int, int] | None = None  # age and turn

    def note(self, game: Game, version: int) -> None:
        """Something has happened; a turn may have begun."""
        now = game.age, game.turn
        if now != self._now:
            self._now = now
            self._begun.append(Past(game.copy(), version))

    def ago(self, turns: int) -> Past:
        """How it stood so many turns ago; at the beginning, if there have not been so many."""
        return self._begun[max(0, len(self._begun) - 1 - turns)]


def delayed(live: TableView, past: Past, ahead: int) -> TableView:
    """The table for a spectator: that of the past, with who sits there now. ``ahead``: how much
    higher the numbers of steps are than the game's.
    """
    game = past.game
    events = len(game.events)
    return replace(
        live,
        version=past.version,
        step=game.steps + ahead,
        view={**game.view(None), "to_decide": [], "decided": []},
        events=live.events[:events],
        history=tuple(entry for entry in live.history if entry[1] <= events),
        seconds_left=None,
        rest=f"{game.steps + ahead}-{past.version}",
        kept=Kept(),
        waits=Waits(),
    )
