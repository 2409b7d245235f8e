"""What symbols of science are worth."""

from __future__ import annotations

import numpy as np

from ...engine.jit import compiled
from ...engine.score import science_points, symbol_points
from ...engine.state import GREEN
from ...engine.tables import (
    COPY_SCIENCE,
    KIND,
    MAJORITY,
    OPTIONS,
    SCIENCE_SYMBOL,
    SET_BONUS,
    SWAP_SYMBOL,
)
from .basics import POINT, turns_left

# Science: symbols that are still hoped for, by age, and how far they are counted on (%). Hoping
# for more than a set makes everybody collect what only one can complete.
SYMBOLS_TO_COME = (2, 1, 1)
HOPE = (40, 32, 40)

# A symbol to copy that no neighbour has yet; a symbol turned into another, for each age left.
SYMBOL_TO_COPY = 250
SWAP_TO_COME = 120


@compiled
def _points_with_powers(g, seat, compass, gear, tablet, free):
    """Points of symbols with what leaders and cards add at the end (L9); copies count as free."""
    majorities = np.int64(g.power[seat, MAJORITY])
    bonus = np.int64(g.power[seat, SET_BONUS])
    free += np.int64(g.power[seat, COPY_SCIENCE])
    best = 0
    for more_compasses in range(free + 1):
        for more_gears in range(free - more_compasses + 1):
            c = compass + more_compasses
            n = gear + more_gears
            b = tablet + free - more_compasses - more_gears
            for _ in range(majorities):
                if c >= n and c >= b:
                    c += 1
                elif n >= b:
                    n += 1
                else:
                    b += 1
            best = max(best, symbol_points(c, n, b) + bonus * min(c, min(n, b)))
    return best


@compiled
def _has_powers(g, seat):
    power = g.power[seat]
    return power[MAJORITY] + power[SET_BONUS] + power[COPY_SCIENCE] > 0


@compiled
def symbol_gain(g, t, seat, options, to_come):
    """Points of one more symbol, if so many symbols of free choice were still to come."""
    compass = np.int64(g.science[seat, 0])
    gear = np.int64(g.science[seat, 1])
    tablet = np.int64(g.science[seat, 2])
    free = np.int64(g.science[seat, 3]) + to_come
    with_powers = g.expansions and _has_powers(g, seat)
    if with_powers:
        before = _points_with_powers(g, seat, compass, gear, tablet, free)
    else:
        before = science_points(compass, gear, tablet, free)
    if options == 1:
        compass += 1
    elif options == 2:
        gear += 1
    elif options == 4:
        tablet += 1
    else:
        free += 1
    if with_powers:
        return _points_with_powers(g, seat, compass, gear, tablet, free) - before
    return science_points(compass, gear, tablet, free) - before


@compiled
def science_worth(g, t, seat, options):
    """A symbol: its points now, and with the symbols that are still hoped for."""
    now = symbol_gain(g, t, seat, options, 0)
    to_come = min(SYMBOLS_TO_COME[g.age - 1], turns_left(g))
    if to_come == 0:
        return POINT * now
    hope = HOPE[g.age - 1]
    return now * (100 - hope) + symbol_gain(g, t, seat, options, to_come) * hope


@compiled
def majority_worth(g, t, seat):
    """One more of the symbol there is most of (L9)."""
    own = g.science[seat]
    most = max(np.int64(own[0]), max(np.int64(own[1]), np.int64(own[2])))
    symbol = 1
    if own[1] == most:
        symbol = 2
    if own[2] == most:
        symbol = 4
    return science_worth(g, t, seat, symbol)


@compiled
def copied_symbol_worth(g, t, seat):
    """The best symbol of the neighbours' green cards (C7), or what may be hoped for."""
    seats = np.int64(g.seats)
    best = SYMBOL_TO_COPY if turns_left(g) >= g.turns else 0
    seen = 0
    for side in range(2):
        neighbour = (seat + 1) % seats if side == 0 else (seat + seats - 1) % seats
        for index in range(g.city_n[neighbour]):
            card = np.int64(g.city[neighbour, index])
            if t.colour[card] != GREEN:
                continue
            for at in range(t.effects_n[card]):
                if t.effects[card, at][KIND] == SCIENCE_SYMBOL:
                    seen |= np.int64(t.effects[card, at][OPTIONS])
    for symbol in range(3):
        if seen >> symbol & 1:
            best = max(best, science_worth(g, t, seat, 1 << symbol))
    return best


@compiled
def swap_worth(g, t, seat):
    """One symbol turned into another at the end (Aganice)."""
    if g.power[seat, SWAP_SYMBOL]:
        return 0
    compass = np.int64(g.science[seat, 0])
    gear = np.int64(g.science[seat, 1])
    tablet = np.int64(g.science[seat, 2])
    before = symbol_points(compass, gear, tablet)
    best = before
    if compass:
        best = max(best, symbol_points(compass - 1, gear + 1, tablet))
        best = max(best, symbol_points(compass - 1, gear, tablet + 1))
    if gear:
        best = max(best, symbol_points(compass + 1, gear - 1, tablet))
        best = max(best, symbol_points(compass, gear - 1, tablet + 1))
    if tablet:
        best = max(best, symbol_points(compass + 1, gear, tablet - 1))
        best = max(best, symbol_points(compass, gear + 1, tablet - 1))
    return POINT * (best - before) + SWAP_TO_COME * (3 - g.age)
