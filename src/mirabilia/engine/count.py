"""Counting: what effects count in a city, and what a fleet's place on its track is worth."""

from __future__ import annotations

import numpy as np

from . import kinds
from .around import left_of, right_of
from .jit import compiled
from .state import COLOUR_COUNT, FLEETS, LEADER, STAGES, YELLOW_FLEET
from .tables import (
    COUNT_BEST_COLOUR,
    COUNT_CARD,
    COUNT_COIN,
    COUNT_COMMERCE,
    COUNT_DEFEAT,
    COUNT_ISLAND,
    COUNT_LEADER,
    COUNT_SET,
    COUNT_STAGE,
    COUNT_SYMBOL,
    COUNT_VICTORY,
    COUNT_VICTORY_PAIR,
    COUNTED_THING,
    FIRST_STAGE,
    IN_CITIES,
    OF_COLOURS,
    ON_LEFT,
    ON_RIGHT,
    OPTIONS,
    SELF,
    TRACK_COMMERCE,
    TRACK_NAVAL,
    VALUE_OF,
)


@compiled
def stage_count(g, seat):
    mask = np.int64(g.stages[seat])
    return (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3 & 1)


@compiled
def stage_item(g, seat, stage):
    return FIRST_STAGE + STAGES * np.int64(g.board[seat]) + stage


@compiled
def victory_count(g, seat, value):
    """Victory tokens of a value, or of any (0)."""
    total = 0
    for index in range(3):
        if value == 0 or value == 2 * index + 1:
            total += np.int64(g.victories[seat, index])
    return total


@compiled
def commerce_level(g, t, seat):
    return np.int64(t.track[YELLOW_FLEET, g.fleets[seat, YELLOW_FLEET], TRACK_COMMERCE])


@compiled
def naval_strength(g, t, seat):
    """Of cards, board, islands and shipyard (A14)."""
    strength = np.int64(g.power[seat, kinds.NAVAL])
    for fleet in range(FLEETS):
        strength += np.int64(t.track[fleet, g.fleets[seat, fleet], TRACK_NAVAL])
    return strength


@compiled
def _count_expansions(g, t, seat, effect):
    """What only the expansions count."""
    thing = effect[COUNTED_THING]
    value = np.int64(effect[VALUE_OF])
    if thing == COUNT_VICTORY:
        return victory_count(g, seat, value)
    if thing == COUNT_COIN:
        return np.int64(g.coins[seat]) // max(value, 1)
    if thing == COUNT_SET:
        least = 99
        for colour in range(1, COLOUR_COUNT):
            if effect[OF_COLOURS] & (1 << colour):
                least = min(least, np.int64(g.colours[seat, colour]))
        return least
    if thing == COUNT_VICTORY_PAIR:
        total = 0
        for index in range(3):
            total += np.int64(g.victories[seat, index]) // 2 * (2 * index + 1)
        return total
    if thing == COUNT_LEADER:
        return np.int64(g.leaders_n[seat])
    if thing == COUNT_ISLAND:
        return np.int64(g.islands_n[seat])
    if thing == COUNT_COMMERCE:
        return commerce_level(g, t, seat)
    if thing == COUNT_BEST_COLOUR:
        most = 0
        for colour in range(1, LEADER):
            most = max(most, np.int64(g.colours[seat, colour]))
        return most
    if thing == COUNT_SYMBOL:
        total = 0
        for kind in range(7):
            if effect[OPTIONS] & (1 << kind):
                total += (g.reach[seat] >> (8 * kind)) & 0xFF
        return total
    return 0


@compiled
def count_in(g, t, seat, effect):
    """What an effect counts in one city."""
    thing = effect[COUNTED_THING]
    if thing == COUNT_CARD:
        total = 0
        for colour in range(1, LEADER):
            if effect[OF_COLOURS] & (1 << colour):
                total += np.int64(g.colours[seat, colour])
        return total
    if thing == COUNT_STAGE:
        return stage_count(g, seat)
    if thing == COUNT_DEFEAT:
        return np.int64(g.defeats[seat])
    return _count_expansions(g, t, seat, effect)


@compiled
def count(g, t, seat, effect):
    """What an effect counts, in the own city and those of the neighbours as it says."""
    seats = np.int64(g.seats)
    where = effect[IN_CITIES]
    total = 0
    if where & SELF:
        total += count_in(g, t, seat, effect)
    if where & ON_LEFT:
        total += count_in(g, t, left_of(seats, seat), effect)
    if where & ON_RIGHT:
        total += count_in(g, t, right_of(seats, seat), effect)
    return total
