"""Effects that happen at once, after everybody has placed what he built (B16, A16 step 3).

Coins come now; choices (fleets to advance, leaders to recruit or bury, builds from the discard
pile) are left in the seat's queue; losses are noted for the last step of the turn.
"""

from __future__ import annotations

import numpy as np

from . import kinds
from .chance import draw
from .count import count
from .events import emit
from .jit import compiled
from .lasting import gain, recount
from .state import (
    BURIED,
    DRAWS_LEADERS,
    DROPS_DEFEATS,
    FINDS,
    FIXED_LOSS,
    FLEETS,
    FROM_CARD,
    FROM_LEADER,
    FROM_STAGE,
    GAINS,
    GETS_DIPLOMACY,
    GETS_VICTORY,
    ISLANDS,
    LEADER,
    LEADERS,
    LOSS_PER_STAGE,
    LOSS_PER_VICTORY,
    OWES_ADVANCE,
    OWES_BURY,
    OWES_COPY,
    OWES_FORFEIT,
    OWES_REBUILD,
    OWES_RECRUIT,
    PIRATES,
    QUEUE,
    RAIDS,
    SPACES,
    TAKES_DEBTS,
)
from .tables import (
    AMOUNT,
    COUNT_STAGE,
    COUNTED_THING,
    FAR_LEFT,
    FIRST_STAGE,
    IN_CITIES,
    KIND,
    OF_COLOURS,
    ON_LEFT,
    ON_RIGHT,
    OTHERS,
    SELF,
)


@compiled
def take_bonus(g, ev, seat):
    """Berenice: once a turn a coin more on coins from the bank."""
    if g.expansions and g.power[seat, kinds.BONUS_COIN] and not g.bonus_taken[seat]:
        g.bonus_taken[seat] = 1
        coins = np.int64(g.power[seat, kinds.BONUS_COIN])
        g.coins[seat] += coins
        emit(ev, GAINS, seat, coins, -1, 0)


@compiled
def take_coins(g, ev, seat, coins, item):
    """Coins from the bank, for a card or stage (-1: for something else)."""
    if coins:
        g.coins[seat] += coins
        emit(ev, GAINS, seat, coins, item, 0)
        take_bonus(g, ev, seat)


@compiled
def take_victory(g, ev, seat, index, item):
    """A victory token from a card or leader (L8, C8): 1, 3 or 5 by its index."""
    g.victories[seat, index] += 1
    emit(ev, GETS_VICTORY, seat, 2 * index + 1, item, 0)
    take_coins(g, ev, seat, np.int64(g.power[seat, kinds.COINS_ON_VICTORY]), item)


@compiled
def owe(g, seat, kind, number, mask, source):
    """Leave a choice to the seat, for its step of the turn."""
    at = g.owed_n[seat]
    if at < QUEUE:
        g.owed[seat, at, 0] = kind
        g.owed[seat, at, 1] = number
        g.owed[seat, at, 2] = mask
        g.owed[seat, at, 3] = source
        g.owed_n[seat] = at + 1


@compiled
def is_in(seats, owner, seat, where):
    """Whether an effect of ``owner`` on the seats of ``where`` concerns ``seat``."""
    if where == 0 or where & SELF:
        return seat == owner
    if where & OTHERS:
        return seat != owner
    left = (owner + 1) % seats
    right = (owner + seats - 1) % seats
    return (where & ON_LEFT and seat == left) or (where & ON_RIGHT and seat == right)


@compiled
def _source_of(t, item):
    if item >= FIRST_STAGE:
        return FROM_STAGE
    if t.colour[item] == LEADER:
        return FROM_LEADER
    return FROM_CARD


@compiled
def at_once(g, t, ev, seat, item):
    """The effects of a card or stage that happen when it has been placed."""
    for index in range(t.effects_n[item]):
        effect = t.effects[item, index]
        kind = np.int64(effect[KIND])
        if kind == kinds.COINS:
            _give_coins(g, ev, seat, effect, item)
        elif kind == kinds.COINS_PER:
            take_coins(g, ev, seat, effect[AMOUNT] * count(g, t, seat, effect), item)
        elif kind == kinds.REBUILD:
            owe(g, seat, OWES_REBUILD, 1, item, _source_of(t, item))
        elif g.expansions:
            _at_once_expansions(g, t, ev, seat, item, effect, kind)


@compiled
def _give_coins(g, ev, owner, effect, item):
    where = np.int64(effect[IN_CITIES])
    coins = np.int64(effect[AMOUNT])
    if where == 0:
        take_coins(g, ev, owner, coins, item)
        return
    for seat in range(g.seats):
        if is_in(g.seats, owner, seat, where):
            take_coins(g, ev, seat, coins, item)


@compiled
def _at_once_expansions(g, t, ev, seat, item, effect, kind):
    amount = np.int64(effect[AMOUNT])
    if kind == kinds.LOSS:
        g.caused[seat, FIXED_LOSS] += amount if amount else g.age
    elif kind == kinds.LOSS_PER:
        per_stage = effect[COUNTED_THING] == COUNT_STAGE
        g.caused[seat, LOSS_PER_STAGE if per_stage else LOSS_PER_VICTORY] += amount
    elif kind == kinds.LOSS_BY_COMMERCE:
        g.caused[seat, PIRATES] += 1
    elif kind == kinds.VICTORY:
        take_victory(g, ev, seat, amount // 2 if amount else g.age - 1, item)
    elif kind == kinds.DISCARD_DEFEATS:
        if g.defeats[seat]:
            emit(ev, DROPS_DEFEATS, seat, np.int64(g.defeats[seat]), item, 0)
            g.defeats[seat] = 0
    elif kind == kinds.OTHERS_FORFEIT:
        for other in range(g.seats):
            if other != seat:
                owe(g, other, OWES_FORFEIT, 1, 0, item)
    elif kind == kinds.DEBT:
        for other in range(g.seats):
            if is_in(g.seats, seat, other, np.int64(effect[IN_CITIES])):
                g.debts[other] += amount
                emit(ev, TAKES_DEBTS, other, amount, item, 0)
    elif kind == kinds.DIPLOMACY:
        g.diplomacy[seat] += 1
        emit(ev, GETS_DIPLOMACY, seat, 1, item, 0)
    elif kind == kinds.DRAW_LEADERS:
        _draw_leaders(g, ev, seat, amount)
    elif kind == kinds.RECRUIT_AGAIN:
        owe(g, seat, OWES_RECRUIT, 1, 0, item)
    elif kind == kinds.BURY:
        owe(g, seat, OWES_BURY, 1, 0, item)
    elif kind == kinds.COPY_LEADER:
        owe(g, seat, OWES_COPY, 1, 0, item)
    elif kind == kinds.RAID:
        _raid(g, ev, seat, np.int64(effect[IN_CITIES]), item)
    elif kind == kinds.ADVANCE:
        owe(g, seat, OWES_ADVANCE, amount, np.int64(effect[OF_COLOURS]), item)
    elif kind == kinds.DRAW_ISLAND:
        _draw_island(g, t, ev, seat, amount - 1)


@compiled
def _draw_leaders(g, ev, seat, number):
    """Roma: leaders at random from all in the box into the hand (L6)."""
    drawn = 0
    while drawn < number and g.box_n and g.leader_hand_n[seat] < LEADERS:
        at = draw(g.rng, g.box_n)
        g.leader_hand[seat, g.leader_hand_n[seat]] = g.box[at]
        g.leader_hand_n[seat] += 1
        g.box_n -= 1
        for index in range(at, g.box_n):
            g.box[index] = g.box[index + 1]
        drawn += 1
    emit(ev, DRAWS_LEADERS, seat, drawn, 0, 0)


@compiled
def _raid(g, ev, seat, where, item):
    """A land conflict more, with the seat two places away (A12)."""
    seats = g.seats
    target = (seat + 2) % seats if where & FAR_LEFT else (seat + seats - 2) % seats
    g.raids[seat] |= 1 << target
    emit(ev, RAIDS, seat, target, item, 0)


@compiled
def _draw_island(g, t, ev, seat, level):
    """The top island of a level, without a choice (A8)."""
    if g.sea_n[level]:
        g.sea_n[level] -= 1
        take_island(g, t, ev, seat, np.int64(g.sea[level, g.sea_n[level]]))


@compiled
def take_island(g, t, ev, seat, island):
    """An island's lasting effects, and what it does at once; it never draws another (A9)."""
    if g.islands_n[seat] == ISLANDS:
        return
    g.islands[seat, g.islands_n[seat]] = island
    g.islands_n[seat] += 1
    emit(ev, FINDS, seat, island, 0, 0)
    gain(g, t, seat, island)
    for index in range(t.effects_n[island]):
        effect = t.effects[island, index]
        kind = np.int64(effect[KIND])
        amount = np.int64(effect[AMOUNT])
        if kind == kinds.ADVANCE:
            owe(g, seat, OWES_ADVANCE, amount, np.int64(effect[OF_COLOURS]), island)
        elif kind == kinds.LOSS_BY_COMMERCE:
            g.caused[seat, PIRATES] += 1
        elif kind == kinds.COINS:
            take_coins(g, ev, seat, amount, island)


@compiled
def stage_built(g, ev, seat, item):
    """What leaders do whenever a stage is built (Octavia, Roxane)."""
    take_coins(g, ev, seat, np.int64(g.power[seat, kinds.COINS_ON_STAGE]), item)
    g.caused[seat, FIXED_LOSS] += g.power[seat, kinds.LOSS_ON_STAGE]
    seats = g.seats
    for side in range(2):
        neighbour = (seat + 1) % seats if side == 0 else (seat + seats - 1) % seats
        take_coins(
            g, ev, neighbour, np.int64(g.power[neighbour, kinds.COINS_ON_STAGE_AROUND]), item
        )


@compiled
def recruit(g, t, seat, leader):
    """Put a leader into play (L2)."""
    if g.leaders_n[seat] == LEADERS:
        return
    g.leaders[seat, g.leaders_n[seat]] = leader
    g.leaders_n[seat] += 1
    gain(g, t, seat, leader)


@compiled
def bury(g, t, seat, leader):
    """A leader's effect ends; what it gave at once stays (L7)."""
    kept = 0
    taken = False
    for index in range(g.leaders_n[seat]):
        card = g.leaders[seat, index]
        if card == leader and not taken:
            taken = True
        else:
            g.leaders[seat, kept] = card
            kept += 1
    g.leaders_n[seat] = kept
    if g.buried_n[seat] < BURIED:
        g.buried[seat, g.buried_n[seat]] = leader
        g.buried_n[seat] += 1
    recount(g, t, seat)


@compiled
def fleet_room(g, seat, fleet):
    return g.fleets[seat, fleet] < SPACES - 1


@compiled
def fleets_with_room(g, seat, mask):
    """Which of some fleets can still advance, as a mask."""
    room = 0
    for fleet in range(FLEETS):
        if mask & (1 << fleet) and fleet_room(g, seat, fleet):
            room |= 1 << fleet
    return room
