"""Points (B24, B25, L9, A17), as if the game ended now.

Choices of the very end are taken for the player, the best for him: symbols of free choice, copied,
swapped and majority symbols together, and the guild that Olympia B copies (B21). A copied guild
counts as if it were built in the own city: a card that counts own purple cards counts it too
(ruling).
"""

from __future__ import annotations

import numpy as np

from . import kinds
from .count import count, count_in, stage_count, stage_item
from .jit import compiled
from .sea import naval_points
from .state import (
    BLACK,
    BLACK_LINE,
    BLUE_FLEET,
    CIVIL,
    COINS,
    COMMERCE,
    DEBTS_LINE,
    GREEN,
    GUILDS,
    ISLANDS_LINE,
    LEADER_LINE,
    LINES,
    MILITARY,
    NAVAL_LINE,
    NONE,
    PURPLE,
    RIGHT_COPY_GUILD,
    SCIENCE,
    STAGES,
    WITH_ARMADA,
    WONDER,
    YELLOW,
)
from .tables import (
    AMOUNT,
    BY_AGE,
    COUNT_SCIENCE_SET,
    COUNT_VICTORY_PAIR,
    COUNTED_THING,
    KIND,
    OPTIONS,
    TRACK_POINTS,
)

PURPLE_CAP = 10
BURIED_BY_AGE = 6


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
def _with_majorities(compass, gear, tablet, majorities, set_bonus):
    """Each majority sign is one more of the kind there is most of, one at a time (L9).

    The points, and what the sets bring to Aristotle. Where kinds are tied it makes no difference
    which is taken.
    """
    for _ in range(majorities):
        if compass >= gear and compass >= tablet:
            compass += 1
        elif gear >= tablet:
            gear += 1
        else:
            tablet += 1
    return symbol_points(compass, gear, tablet), set_bonus * min(compass, min(gear, tablet))


@compiled
def _swapped(compass, gear, tablet, swap):
    """Aganice turns one symbol into another: 0 none, 1 to 6 which into which."""
    if swap == 1:
        return compass - 1, gear + 1, tablet
    if swap == 2:
        return compass - 1, gear, tablet + 1
    if swap == 3:
        return compass + 1, gear - 1, tablet
    if swap == 4:
        return compass, gear - 1, tablet + 1
    if swap == 5:
        return compass + 1, gear, tablet - 1
    if swap == 6:
        return compass, gear + 1, tablet - 1
    return compass, gear, tablet


@compiled
def best_symbols(compass, gear, tablet, free, swaps, majorities, set_bonus):
    """The most points of symbols: of the symbols, and of the sets for leaders (L9).

    Symbols of free choice and the swap are tried in every way; majorities come last.
    """
    if swaps + majorities + set_bonus == 0:
        return science_points(compass, gear, tablet, free), 0
    best = -1
    green = 0
    leaders = 0
    for free_c in range(free + 1):
        for free_g in range(free - free_c + 1):
            free_t = free - free_c - free_g
            for swap in range(1 + 6 * swaps):
                c, n, b = _swapped(compass + free_c, gear + free_g, tablet + free_t, swap)
                if min(c, min(n, b)) < 0:
                    continue
                points, bonus = _with_majorities(c, n, b, majorities, set_bonus)
                if points + bonus > best:
                    best = points + bonus
                    green = points
                    leaders = bonus
    return green, leaders


@compiled
def _neighbours_symbols(g, t, seat, symbol):
    """How many green cards of the neighbours show a symbol (C7)."""
    seats = g.seats
    found = 0
    for side in range(2):
        neighbour = (seat + 1) % seats if side == 0 else (seat + seats - 1) % seats
        for index in range(g.city_n[neighbour]):
            card = np.int64(g.city[neighbour, index])
            if t.colour[card] != GREEN:
                continue
            for at in range(t.effects_n[card]):
                effect = t.effects[card, at]
                if effect[KIND] == kinds.SCIENCE and effect[OPTIONS] == 1 << symbol:
                    found += 1
    return found


@compiled
def best_science(g, t, seat, more_free):
    """The most points of all science together: for the green line, and for leaders' sets (L9).

    Copied symbols (each card once) are tried in every way too.
    """
    own = g.science[seat]
    free = np.int64(own[3]) + more_free
    if g.expansions == 0:
        return science_points(np.int64(own[0]), np.int64(own[1]), np.int64(own[2]), free), 0
    copies = np.int64(g.power[seat, kinds.COPY_SCIENCE])
    swaps = min(np.int64(g.power[seat, kinds.SWAP_SYMBOL]), 1)
    majorities = np.int64(g.power[seat, kinds.MAJORITY])
    set_bonus = np.int64(g.power[seat, kinds.SET_BONUS])
    most = (
        min(copies, _neighbours_symbols(g, t, seat, 0)) if copies else 0,
        min(copies, _neighbours_symbols(g, t, seat, 1)) if copies else 0,
        min(copies, _neighbours_symbols(g, t, seat, 2)) if copies else 0,
    )
    best = -1
    green = 0
    leaders = 0
    for copied_c in range(most[0] + 1):
        for copied_g in range(min(most[1], copies - copied_c) + 1):
            for copied_t in range(min(most[2], copies - copied_c - copied_g) + 1):
                c = np.int64(own[0]) + copied_c
                gear = np.int64(own[1]) + copied_g
                tab = np.int64(own[2]) + copied_t
                points, bonus = best_symbols(c, gear, tab, free, swaps, majorities, set_bonus)
                if points + bonus > best:
                    best = points + bonus
                    green = points
                    leaders = bonus
    return green, leaders


@compiled
def item_points(g, t, seat, item):
    """The points of one card, stage, leader or island at the end, science apart."""
    points = 0
    for index in range(t.effects_n[item]):
        effect = t.effects[item, index]
        kind = effect[KIND]
        amount = np.int64(effect[AMOUNT])
        if kind == kinds.POINTS:
            points += amount
        elif kind == kinds.POINTS_PER:
            thing = effect[COUNTED_THING]
            if thing == COUNT_VICTORY_PAIR:
                points += count(g, t, seat, effect)
            elif thing != COUNT_SCIENCE_SET:
                points += amount * count(g, t, seat, effect)
        elif kind == kinds.POINTS_IF_WONDER_COMPLETE:
            if stage_count(g, seat) == t.stages[g.board[seat]]:
                points += amount
        elif kind == kinds.POINTS_IF_MORE:
            if _has_expansions(g, t, seat, effect):
                points += amount
        elif kind == kinds.POINTS_IF_UNDEFEATED:
            if g.defeats[seat] == 0:
                points += amount
        elif kind == kinds.POINTS_IF_ONLY_LEADER:
            # Who copies her has no leader of his own (ruling).
            if g.leaders_n[seat] == (0 if g.copied[seat] == item else 1):
                points += amount
    return points


@compiled
def _has_expansions(g, t, seat, effect):
    """More than each neighbour."""
    seats = g.seats
    own = count_in(g, t, seat, effect)
    left = count_in(g, t, (seat + 1) % seats, effect)
    right = count_in(g, t, (seat + seats - 1) % seats, effect)
    return own > left and own > right


@compiled
def card_points(g, t, seat, card):
    """A card's points; with Armada a purple one has at most 10 (A17)."""
    points = item_points(g, t, seat, card)
    if t.colour[card] == PURPLE and g.expansions & WITH_ARMADA:
        return min(points, PURPLE_CAP)
    return points


@compiled
def _line_of(colour):
    if colour == YELLOW:
        return COMMERCE
    if colour == PURPLE:
        return GUILDS
    if colour == BLACK:
        return BLACK_LINE
    return CIVIL


@compiled
def _symbols_on(t, card):
    symbols = 0
    for index in range(t.effects_n[card]):
        if t.effects[card, index][KIND] == kinds.SCIENCE:
            symbols += 1
    return symbols


@compiled
def buried_points(t, leader):
    """Twice a buried leader's printed cost (L7)."""
    coins = np.int64(t.coins[leader])
    return BURIED_BY_AGE if coins == BY_AGE else 2 * coins


@compiled
def _score_expansions(g, t, seat, lines):
    for index in range(g.leaders_n[seat]):
        lines[LEADER_LINE] += item_points(g, t, seat, np.int64(g.leaders[seat, index]))
    if g.copied[seat] != NONE:
        lines[LEADER_LINE] += item_points(g, t, seat, np.int64(g.copied[seat]))
    for index in range(g.islands_n[seat]):
        lines[ISLANDS_LINE] += item_points(g, t, seat, np.int64(g.islands[seat, index]))
    for index in range(g.buried_n[seat]):
        lines[WONDER] += buried_points(t, np.int64(g.buried[seat, index]))
    lines[DEBTS_LINE] = -g.debts[seat]
    lines[NAVAL_LINE] = naval_points(g, seat)
    lines[CIVIL] += t.track[BLUE_FLEET, g.fleets[seat, BLUE_FLEET], TRACK_POINTS]


@compiled
def _score_with(g, t, seat, guild, lines):
    """Fill the lines of a sheet, with a guild copied (-1: none); the total."""
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
        lines[_line_of(t.colour[card])] += card_points(g, t, seat, card)
    if g.expansions:
        _score_expansions(g, t, seat, lines)
    symbols = 0
    if guild >= 0:
        lines[GUILDS] += card_points(g, t, seat, guild)
        symbols = _symbols_on(t, guild)
    green, sets = best_science(g, t, seat, symbols)
    lines[SCIENCE] = green
    lines[LEADER_LINE] += sets
    total = 0
    for line in range(LINES):
        total += np.int64(lines[line])
    return total


@compiled
def _guild_to_copy(g, t, seat, lines, best):
    """The neighbours' guild that brings most, beyond ``best`` points; -1 for none (B21)."""
    seats = np.int64(g.seats)
    found = -1
    for side in range(2):
        neighbour = (seat + 1) % seats if side == 0 else (seat + seats - 1) % seats
        for index in range(g.city_n[neighbour]):
            card = np.int64(g.city[neighbour, index])
            if t.colour[card] == PURPLE:
                total = _score_with(g, t, seat, card, lines)
                if total > best:
                    best = total
                    found = card
    return found


@compiled
def score_seat(g, t, seat, lines):
    """Fill the lines of a seat's sheet; the total."""
    total = _score_with(g, t, seat, -1, lines)
    if g.rights[seat] & RIGHT_COPY_GUILD:
        g.colours[seat, PURPLE] += 1  # as if the guild stood in the own city
        guild = _guild_to_copy(g, t, seat, lines, total)
        if guild >= 0:
            total = _score_with(g, t, seat, guild, lines)
        g.colours[seat, PURPLE] -= 1
        if guild < 0:
            total = _score_with(g, t, seat, -1, lines)
    return total
