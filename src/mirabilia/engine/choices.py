"""Choices inside a turn (A16 steps 3 and 4): fleets, leaders, tokens, islands; and losses (6).

Effects leave choices in the seats' queues. Seats that owe one in the same step owe it at once. A
choice with one possible outcome is not asked. Roma's recruiting comes at the end of step 3 (L6).
"""

from __future__ import annotations

import numpy as np

from . import kinds
from .at_once import at_once, bury, fleets_with_room, recruit, take_coins, take_island
from .chance import shuffle
from .count import commerce_level, stage_count, victory_count
from .events import emit
from .jit import compiled
from .lasting import recount
from .moves import recruit_price
from .play import advance, clear_asked, coins_with_advance, drop_from
from .state import (
    ACTION,
    ADVANCE,
    BANK,
    BURIES,
    CARD,
    COPIES,
    DEBTS,
    EXPLORES,
    FIXED_LOSS,
    FLEETS,
    FORFEIT,
    GIVES_UP_VICTORY,
    LEVEL,
    LEVIES,
    LOSES_COINS,
    LOSS_PER_STAGE,
    LOSS_PER_VICTORY,
    NONE,
    OWES_ADVANCE,
    OWES_BURY,
    OWES_COPY,
    OWES_FORFEIT,
    OWES_ISLAND,
    OWES_LOSS,
    OWES_REBUILD,
    OWES_RECRUIT,
    PAYS,
    PIRATES,
    RECRUIT,
    RECRUITS,
    SPACES,
    TAKES_DEBTS,
    TAX,
    VALUE,
    WITH_CITIES,
)
from .tables import TRACK_COINS, TRACK_EXPLORE, TRACK_TAX

DRAWN_ALONE = 4


@compiled
def take_owed(g, seat, kind):
    """Take the first choice of a kind (0: any of step 3 but recruiting) out of the queue.

    What it was stands in ``g.source``; the kind, or 0 where there is none.
    """
    for index in range(g.owed_n[seat]):
        found = np.int64(g.owed[seat, index, 0])
        if kind == 0 and (found == OWES_REBUILD or found == OWES_RECRUIT):
            continue
        if kind and found != kind:
            continue
        for field in range(3):
            g.source[seat, field] = g.owed[seat, index, 1 + field]
        for later in range(index + 1, g.owed_n[seat]):
            for field in range(4):
                g.owed[seat, later - 1, field] = g.owed[seat, later, field]
        g.owed_n[seat] -= 1
        return found
    return 0


@compiled
def _leaders_around(g, seat):
    """How many leaders the neighbours have, and one of them."""
    seats = g.seats
    left = (seat + 1) % seats
    right = (seat + seats - 1) % seats
    one = NONE
    if g.leaders_n[left]:
        one = np.int64(g.leaders[left, 0])
    elif g.leaders_n[right]:
        one = np.int64(g.leaders[right, 0])
    return g.leaders_n[left] + g.leaders_n[right], one


@compiled
def _victory_values(g, seat):
    values = 0
    for index in range(3):
        if g.victories[seat, index]:
            values += 1
    return values


@compiled
def _give_up(g, ev, seat, value):
    g.victories[seat, value // 2] -= 1
    emit(ev, GIVES_UP_VICTORY, seat, value, 0, 0)


@compiled
def _bury(g, t, ev, seat, leader):
    bury(g, t, seat, leader)
    emit(ev, BURIES, seat, leader, 0, 0)


@compiled
def _copy(g, t, ev, seat, leader):
    """A neighbour's leader as one's own, his unchanged (Courtesans Guild)."""
    g.copied[seat] = leader
    emit(ev, COPIES, seat, leader, 0, 0)
    recount(g, t, seat)
    at_once(g, t, ev, seat, leader)


@compiled
def _can_recruit(g, t, seat):
    for index in range(g.leader_hand_n[seat]):
        if recruit_price(g, t, seat, np.int64(g.leader_hand[seat, index])) <= g.coins[seat]:
            return True
    return False


@compiled
def _settle_alone(g, t, ev, seat, kind):
    """Carry out a choice that has only one outcome; whether it has."""
    if kind == OWES_ADVANCE:
        return fleets_with_room(g, seat, np.int64(g.source[seat, 1])) == 0
    if kind == OWES_BURY:
        if g.leaders_n[seat] == 1:
            _bury(g, t, ev, seat, np.int64(g.leaders[seat, 0]))
        return g.leaders_n[seat] <= 1
    if kind == OWES_COPY:
        around, one = _leaders_around(g, seat)
        if around == 1:
            _copy(g, t, ev, seat, one)
        return around <= 1
    if kind == OWES_FORFEIT:
        values = _victory_values(g, seat)
        if values == 1:
            for index in range(3):
                if g.victories[seat, index]:
                    _give_up(g, ev, seat, 2 * index + 1)
        return values <= 1
    return not _can_recruit(g, t, seat)


@compiled
def _settle(g, t, ev, seat):
    """Carry out the choice that a seat has taken."""
    kind = g.asked[seat]
    move = g.move[seat]
    card = np.int64(move[CARD])
    if kind == OWES_ADVANCE and move[ACTION] == ADVANCE:
        for fleet in range(FLEETS):
            if move[VALUE] & (1 << fleet):
                advance(g, t, ev, seat, fleet)
    elif kind == OWES_BURY:
        _bury(g, t, ev, seat, card)
    elif kind == OWES_COPY:
        _copy(g, t, ev, seat, card)
    elif kind == OWES_FORFEIT and move[ACTION] == FORFEIT:
        _give_up(g, ev, seat, np.int64(move[VALUE]))
    elif kind == OWES_RECRUIT and move[ACTION] == RECRUIT:
        coins = np.int64(move[BANK])
        if coins:
            g.coins[seat] -= coins
            emit(ev, PAYS, seat, coins, -1, 0)
        left = drop_from(g.leader_hand[seat], g.leader_hand_n[seat], card)
        g.leader_hand_n[seat] = left
        emit(ev, RECRUITS, seat, card, 0, 0)
        recruit(g, t, seat, card)
        at_once(g, t, ev, seat, card)


@compiled
def _ask_next(g, t, ev, kind):
    """Ask every seat for its next choice; whether anybody has been asked."""
    asked = False
    for seat in range(g.seats):
        while True:
            found = take_owed(g, seat, kind)
            if found == 0:
                break
            if not _settle_alone(g, t, ev, seat, found):
                g.asked[seat] = found
                asked = True
                break
    return asked


@compiled
def _any_owed(g, kind):
    for seat in range(g.seats):
        for index in range(g.owed_n[seat]):
            found = g.owed[seat, index, 0]
            if found == kind or (kind == 0 and found != OWES_REBUILD and found != OWES_RECRUIT):
                return True
    return False


@compiled
def make_choices(g, t, ev):
    """Step 3: all choices in the queues; whether everything has been chosen."""
    for seat in range(g.seats):
        if g.asked[seat]:
            _settle(g, t, ev, seat)
    clear_asked(g)
    while True:
        # A leader can be copied before its owner buries it; Roma recruits last (L6).
        kind = OWES_RECRUIT
        if _any_owed(g, OWES_COPY):
            kind = OWES_COPY
        elif _any_owed(g, 0):
            kind = 0
        elif not _any_owed(g, OWES_RECRUIT):
            return True
        if _ask_next(g, t, ev, kind):
            return False


@compiled
def _reach_spaces(g, t, ev):
    """Coins, taxes and explorations of the spaces reached since last time (A5, A6, A7)."""
    for seat in range(g.seats):
        for fleet in range(FLEETS):
            reached = np.int64(g.reached[seat, fleet])
            g.reached[seat, fleet] = 0
            for space in range(1, SPACES):
                if not reached >> space & 1:
                    continue
                if not coins_with_advance(g):
                    take_coins(g, ev, seat, np.int64(t.track[fleet, space, TRACK_COINS]), -1)
                tax = np.int64(t.track[fleet, space, TRACK_TAX])
                if tax:
                    g.caused[seat, TAX] = max(np.int64(g.caused[seat, TAX]), tax)
                    emit(ev, LEVIES, seat, tax, 0, 0)
                level = np.int64(t.track[fleet, space, TRACK_EXPLORE])
                if level:
                    g.explores[seat] |= 1 << (level - 1)


@compiled
def _lowest_level(g, seat):
    for level in range(3):
        if g.explores[seat] >> level & 1:
            return level
    return -1


@compiled
def _explore_level(g, t, ev, level):
    """Deal the islands of a level to who explores it (A7); whether anybody has to choose."""
    group = 0
    for seat in range(g.seats):
        if _lowest_level(g, seat) == level and not g.asked[seat]:
            group += 1
    if group == 0:
        return False
    each = min(DRAWN_ALONE, g.sea_n[level]) if group == 1 else g.sea_n[level] // group
    asked = False
    for seat in range(g.seats):
        if _lowest_level(g, seat) != level or g.asked[seat]:
            continue
        g.explores[seat] = np.int64(g.explores[seat]) & ~(1 << level)
        emit(ev, EXPLORES, seat, level + 1, each, 0)
        for index in range(each):
            g.sea_n[level] -= 1
            g.drawn[seat, index] = g.sea[level, g.sea_n[level]]
        if each == 1:
            take_island(g, t, ev, seat, np.int64(g.drawn[seat, 0]))
        elif each > 1:
            g.drawn_n[seat] = each
            g.source[seat] = 0
            g.source[seat, 0] = level
            g.asked[seat] = OWES_ISLAND
            asked = True
    return asked


@compiled
def _keep_islands(g, t, ev):
    """Each explorer keeps one; the others are shuffled back."""
    back = 0
    for seat in range(g.seats):
        if g.asked[seat] == OWES_ISLAND:
            level = np.int64(g.source[seat, 0])
            back |= 1 << level
            kept = np.int64(g.move[seat, CARD])
            for index in range(g.drawn_n[seat]):
                if g.drawn[seat, index] != kept and g.sea_n[level] < LEVEL:
                    g.sea[level, g.sea_n[level]] = g.drawn[seat, index]
                    g.sea_n[level] += 1
            g.drawn_n[seat] = 0
    for level in range(3):
        if back >> level & 1:
            shuffle(g.rng, g.sea[level], g.sea_n[level])
    for seat in range(g.seats):
        if g.asked[seat] == OWES_ISLAND:
            take_island(g, t, ev, seat, np.int64(g.move[seat, CARD]))
    clear_asked(g)


@compiled
def reach_spaces(g, t, ev):
    """Step 4; whether nobody has to choose an island now."""
    _keep_islands(g, t, ev)
    _reach_spaces(g, t, ev)
    asked = False
    for level in range(3):
        if _explore_level(g, t, ev, level):
            asked = True
    return not asked


@compiled
def step_open(g):
    """Whether choices or spaces are left that come before the next step."""
    if _any_owed(g, 0) or _any_owed(g, OWES_RECRUIT):
        return True
    for seat in range(g.seats):
        if g.explores[seat]:
            return True
        for fleet in range(FLEETS):
            if g.reached[seat, fleet]:
                return True
    return False


@compiled
def loss_of(g, t, seat):
    """All that a seat loses in this turn (C2, A6, A10)."""
    level = commerce_level(g, t, seat)
    immune = g.power[seat, kinds.IMMUNE] > 0
    victories = victory_count(g, seat, 0)
    stages = stage_count(g, seat)
    highest = 0
    total = 0
    for other in range(g.seats):
        highest = max(highest, np.int64(g.caused[other, TAX]))
        if other != seat:
            total += np.int64(g.caused[other, FIXED_LOSS])
            total += np.int64(g.caused[other, LOSS_PER_VICTORY]) * victories
            total += np.int64(g.caused[other, LOSS_PER_STAGE]) * stages
            if not immune:
                total += np.int64(g.caused[other, PIRATES]) * level
    if not immune and g.caused[seat, TAX] != highest:
        total += max(highest - level, 0)
    return total


@compiled
def _lose(g, ev, seat, coins, debts):
    if coins:
        g.coins[seat] -= coins
        emit(ev, LOSES_COINS, seat, coins, 0, 0)
    if debts:
        g.debts[seat] += debts
        emit(ev, TAKES_DEBTS, seat, debts, -1, 0)


@compiled
def settle_losses(g, t, ev):
    """Step 6, all at once; whether nobody has to choose between coins and debts."""
    asked = False
    for seat in range(g.seats):
        if g.asked[seat] == OWES_LOSS:
            _lose(g, ev, seat, np.int64(g.move[seat, VALUE]), np.int64(g.move[seat, DEBTS]))
    clear_asked(g)
    for seat in range(g.seats):
        due = loss_of(g, t, seat)
        coins = np.int64(g.coins[seat])
        if due == 0:
            continue
        if not g.expansions & WITH_CITIES:
            _lose(g, ev, seat, min(due, coins), 0)
        elif coins == 0:
            _lose(g, ev, seat, 0, due)
        else:
            g.source[seat] = 0
            g.source[seat, 0] = due
            g.asked[seat] = OWES_LOSS
            asked = True
    g.caused[:] = 0
    return not asked
