"""War (B23): at the end of an age every seat compares its shields with both neighbours."""

from __future__ import annotations

import numpy as np

from .events import emit
from .jit import compiled
from .state import LOSES, WINS


@compiled
def _conflict(g, ev, one, other):
    difference = g.shields[one] - g.shields[other]
    if difference == 0:
        return
    winner = one if difference > 0 else other
    loser = other if difference > 0 else one
    age = np.int64(g.age)
    g.victories[winner, age - 1] += 1
    g.defeats[loser] += 1
    emit(ev, WINS, winner, 2 * age - 1, loser, 0)
    emit(ev, LOSES, loser, -1, winner, 0)


@compiled
def fight(g, ev):
    seats = np.int64(g.seats)
    for seat in range(seats):
        _conflict(g, ev, seat, (seat + 1) % seats)
