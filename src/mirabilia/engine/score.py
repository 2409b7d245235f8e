"""Points (B24, B25), as if the game ended now.

Choices of the very end are taken for the player, the best for him: symbols of free choice, and
the guild that Olympia B copies (B21). A copied guild counts as if it were built in the own city:
a card that counts own purple cards counts it too (ruling).
"""

from __future__ import annotations

import numpy as np

from .gain import count, stage_count, stage_item
from .jit import compiled
from .state import (
    CIVIL,
    COINS,
    COMMERCE,
    GUILDS,
    LINES,
    MILITARY,
    NONE,
    PURPLE,
    RIGHT_COPY_GUILD,
    SCIENCE,
    STAGES,
    WONDER,
    YELLOW,
)
from .tables import (
    AMOUNT,
    KIND,
    POINTS,
    POINTS_IF_COMPLETE,
    POINTS_PER,
    SCIENCE_SYMBOL,
)


@compiled
def symbol_points(compass, gear, tablet):
    """Squares, and 7 for each set of three different (B25)."""
    return compass * compass + gear * gear + tablet * tablet + 7 * min(compass, min(gear, tablet))


@compiled
def science_points(compass, gear, tablet, free):
    """The best use of symbols of free choice."""
    best = 0
    for more_compasses in range(free + 1):
        for more_gears in range(free - more_compasses + 1):
            more_tablets = free - more_compasses - more_gears
            points = symbol_points(
                compass + more_compasses, gear + more_gears, tablet + more_tablets
            )
            best = max(best, points)
    return best


@compiled
def seat_science(g, seat, more_free):
    return science_points(
        np.int64(g.science[seat, 0]),
        np.int64(g.science[seat, 1]),
        np.int64(g.science[seat, 2]),
        np.int64(g.science[seat, 3]) + more_free,
    )


@compiled
def item_points(g, t, seat, item):
    """The points of one card or stage at the end, science apart."""
    points = 0
    for index in range(t.effects_n[item]):
        effect = t.effects[item, index]
        kind = effect[KIND]
        if kind == POINTS:
            points += np.int64(effect[AMOUNT])
        elif kind == POINTS_PER:
            points += effect[AMOUNT] * count(g, seat, effect)
        elif kind == POINTS_IF_COMPLETE and stage_count(g, seat) == t.stages[g.board[seat]]:
            points += np.int64(effect[AMOUNT])
    return points


@compiled
def _line_of(colour):
    if colour == YELLOW:
        return COMMERCE
    if colour == PURPLE:
        return GUILDS
    return CIVIL


@compiled
def _guild_points(g, t, seat):
    points = 0
    for index in range(g.city_n[seat]):
        card = np.int64(g.city[seat, index])
        if t.colour[card] == PURPLE:
            points += item_points(g, t, seat, card)
    return points


@compiled
def _copied_symbols(t, card):
    symbols = 0
    for index in range(t.effects_n[card]):
        if t.effects[card, index][KIND] == SCIENCE_SYMBOL:
            symbols += 1
    return symbols


@compiled
def _copy_guild(g, t, seat, lines):
    """Add the best guild of a neighbour to the sheet (B21, Olympia 1st B)."""
    seats = np.int64(g.seats)
    guilds = lines[GUILDS]
    science = lines[SCIENCE]
    best = 0
    g.colours[seat, PURPLE] += 1
    for side in range(2):
        neighbour = (seat + 1) % seats if side == 0 else (seat + seats - 1) % seats
        for index in range(g.city_n[neighbour]):
            card = np.int64(g.city[neighbour, index])
            if t.colour[card] != PURPLE:
                continue
            purple = _guild_points(g, t, seat) + item_points(g, t, seat, card)
            green = seat_science(g, seat, _copied_symbols(t, card))
            if purple + green - guilds - science > best:
                best = purple + green - guilds - science
                lines[GUILDS] = purple
                lines[SCIENCE] = green
    g.colours[seat, PURPLE] -= 1


@compiled
def score_seat(g, t, seat, lines):
    """Fill the lines of a seat's sheet; the total."""
    for line in range(LINES):
        lines[line] = 0
    for age in range(3):
        lines[MILITARY] += np.int64(g.victories[seat, age]) * (2 * age + 1)
    lines[MILITARY] -= np.int64(g.defeats[seat])
    lines[COINS] = g.coins[seat] // 3
    for stage in range(STAGES):
        if (g.stages[seat] >> stage) & 1:
            lines[WONDER] += item_points(g, t, seat, stage_item(g, seat, stage))
    for index in range(g.city_n[seat]):
        card = np.int64(g.city[seat, index])
        lines[_line_of(t.colour[card])] += item_points(g, t, seat, card)
    lines[SCIENCE] = seat_science(g, seat, 0)
    if g.rights[seat] & RIGHT_COPY_GUILD:
        _copy_guild(g, t, seat, lines)
    total = 0
    for line in range(LINES):
        total += np.int64(lines[line])
    return total


@compiled
def score_all(g, t, w, totals):
    for seat in range(g.seats):
        totals[seat] = score_seat(g, t, seat, w.lines[seat])


@compiled
def winner(g, totals):
    """The seat with most points, then most coins (B26), or NONE where the first place is shared.

    The Free City can't win (V7).
    """
    players = 2 if g.free_city else np.int64(g.seats)
    best = 0
    shared = False
    for seat in range(1, players):
        better = totals[seat] - totals[best]
        if better == 0:
            better = np.int64(g.coins[seat]) - np.int64(g.coins[best])
        if better > 0:
            best = seat
            shared = False
        elif better == 0:
            shared = True
    return NONE if shared else best
