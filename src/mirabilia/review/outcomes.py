"""How games that were played out have ended: points, lines of the sheets and places of all seats.

The search sums up only what its own seat gets; a finished playout still lies in its records, and is
counted here.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..bots.policy.weights import BEND, OWN_POINTS
from ..bots.search.players import OWN
from ..bots.search.search import PLAYOUT
from ..bots.searcher import Position
from ..engine.state import LINES
from ..game import numbers

Floats = npt.NDArray[np.float64]
_COINS = 4096  # coins decide between equal points (B26); nobody has so many


class Outcomes:
    """What came of so many playouts, a row for each."""

    def __init__(self, position: Position, rows: int) -> None:
        setup = position.setup
        self._tables = setup.book.tables
        self._games = position.games[PLAYOUT : PLAYOUT + 1]
        self._weights = position.weights[OWN]
        self._players = setup.players
        self._size = 2 if setup.teams else 1
        seats = setup.seats
        self.totals = np.zeros((rows, seats))
        self._coins = np.zeros((rows, seats))
        self.lines = np.zeros((rows, seats, LINES))

    def note(self, row: int) -> None:
        """Count the playout that has just ended."""
        seats = self.totals.shape[1]
        found: Any = numbers.counted(self._games, self._tables)
        self.totals[row] = found.total[:seats]
        self.lines[row] = found.lines[:seats]
        self._coins[row] = self._games["coins"][0, :seats]

    def places(self) -> Floats:
        """The place of every player in each; who is tied shares it, partners have one (B26, T7)."""
        sides = self._of_sides(self.totals * _COINS + self._coins)
        ahead = (sides[:, None, :] > sides[:, :, None]).sum(axis=2)
        level = (sides[:, None, :] == sides[:, :, None]).sum(axis=2) - 1
        return np.repeat(1.0 + ahead + 0.5 * level, self._size, axis=1)

    def points(self) -> Floats:
        """The points of every player in each; partners have the mean of both."""
        return np.repeat(self._of_sides(self.totals) / self._size, self._size, axis=1)

    def results(self, player: int) -> Floats:
        """What the search aims at, for a player: his lead, bent, and something for his points."""
        sides, own = self._of_sides(self.totals), player // self._size
        best = np.delete(sides, own, axis=1).max(axis=1)
        lead = sides[:, own] - best
        points = sides[:, own] / self._size
        found: Floats = lead / (self._weights[BEND] + np.abs(lead))
        found += self._weights[OWN_POINTS] * points
        return found

    def lines_of(self, player: int) -> Floats:
        """The lines of a player's sheet on average, with his partner's."""
        first = player // self._size * self._size
        mean: Floats = self.lines[:, first : first + self._size].mean(axis=(0, 1))
        return mean

    def _of_sides(self, of_seats: Floats) -> Floats:
        """The sums of those who play together."""
        players = of_seats[:, : self._players]
        sums: Floats = players.reshape(len(players), -1, self._size).sum(axis=2)
        return sums
