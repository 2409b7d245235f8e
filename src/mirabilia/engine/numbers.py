"""The numbers of all cities, counted together for whoever shows them.

Whole arrays are handed in here: a call from outside takes Numba a hundred times longer with a
record than with the array that holds it.
"""

from __future__ import annotations

import numpy as np

from .count import commerce_level, naval_strength
from .jit import compiled
from .score import buried_points, score_seat
from .war import strength


@compiled
def count_cities(games, tables, numbers):
    """Points as if the game ended now, strengths on land and at sea, commerce, buried leaders."""
    g, t, found = games[0], tables[0], numbers[0]
    for seat in range(g.seats):
        found.total[seat] = score_seat(g, t, seat, found.lines[seat])
        found.shields[seat] = strength(g, seat)
        found.naval_strength[seat] = naval_strength(g, t, seat)
        found.commerce[seat] = commerce_level(g, t, seat)
    for index in range(t.leaders_n):
        leader = np.int64(t.leaders[index])
        found.buried[leader] = buried_points(t, leader)
