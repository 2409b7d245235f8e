"""What symbols of science are worth."""

from __future__ import annotations

import numpy as np

from ...engine import kinds
from ...engine.jit import compiled
from ...engine.score import best_symbols, science_points, symbol_points
from ...engine.state import GREEN
from ...engine.tables import KIND, OPTIONS
from .basics import POINT, turns_left

# Science: symbols that are still hoped for, by age, and how far they are counted on (%). Hoping
# for more than a set makes everybody collect what only one can complete.
SYMBOLS_TO_COME = (2, 1, 1)
HOPE = (40, 32, 40)

# A symbol to copy that no neighbour has yet; a symbol turned into another, for each age left.
SYMBOL_TO_COPY = 250
SWAP_TO_COME = 120


@compiled
def _points(g, seat, compass, gear, tablet, free):
    """Points of symbols with what leaders and cards add at the end (L9); copies count as free."""
    if not g.expansions:
        return science_points(compass, gear, tablet, free)
    power = g.power[seat]
    majorities = np.int64(power[kinds.MAJORITY])
    set_bonus = np.int64(power[kinds.SET_BONUS])
    free += np.int64(power[kinds.COPY_SCIENCE])
    points, bonus = best_symbols(compass, gear, tablet, free, 0, majorities, set_bonus)
    return points + bonus


@compiled
def symbol_gain(g, t, seat, options, to_come):
    """Points of one more symbol, if so many symbols of free choice were still to come."""
    compass = np.int64(g.science[seat, 0])
    gear = np.int64(g.science[seat, 1])
    tablet = np.int64(g.science[seat, 2])
    free = np.int64(g.science[seat, 3]) + to_come
    before = _points(g, seat, compass, gear, tablet, free)
    if options == 1:
        compass += 1
    elif options == 2:
        gear += 1
    elif options == 4:
        tablet += 1
    else:
        free += 1
    return _points(g, seat, compass, gear, tablet, free) - before


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
                if t.effects[card, at][KIND] == kinds.SCIENCE:
                    seen |= np.int64(t.effects[card, at][OPTIONS])
    for symbol in range(3):
        if seen >> symbol & 1:
            best = max(best, science_worth(g, t, seat, 1 << symbol))
    return best


@compiled
def swap_worth(g, t, seat):
    """One symbol turned into another at the end (Aganice)."""
    if g.power[seat, kinds.SWAP_SYMBOL]:
        return 0
    compass = np.int64(g.science[seat, 0])
    gear = np.int64(g.science[seat, 1])
    tablet = np.int64(g.science[seat, 2])
    before = symbol_points(compass, gear, tablet)
    best, _ = best_symbols(compass, gear, tablet, 0, 1, 0, 0)
    return POINT * (best - before) + SWAP_TO_COME * (3 - g.age)
