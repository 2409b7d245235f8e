"""What fleets, islands and naval strength are worth (A), and what others' losses are (C2, A6)."""

from __future__ import annotations

import numpy as np

from ...engine import kinds
from ...engine.at_once import fleet_room
from ...engine.count import commerce_level, naval_strength, stage_count, victory_count
from ...engine.jit import compiled
from ...engine.state import (
    FIXED_LOSS,
    FLEETS,
    GREEN_FLEET,
    LOSS_PER_STAGE,
    LOSS_PER_VICTORY,
    PIRATES,
    SPACES,
    TAX,
    WITH_CITIES,
    YELLOW_FLEET,
)
from ...engine.tables import (
    COUNT_COMMERCE,
    COUNT_ISLAND,
    TRACK_COINS,
    TRACK_COMMERCE,
    TRACK_EXPLORE,
    TRACK_NAVAL,
    TRACK_POINTS,
    TRACK_TAX,
)
from .basics import COIN, POINT, chance_of, coins_worth, turns_left
from .count import counted_points

# Naval strength: how wide a lead must be to be safe, as with shields.
NAVAL_UNCERTAIN_NOW = 100
NAVAL_UNCERTAIN = 35
# Naval conflicts of this age, the next, the one after that (%).
NAVAL_WEIGHT = (100, 100, 70)
# An island found among several, and one drawn, by level.
FOUND = (320, 500, 750)
DRAWN = (200, 350, 520)
# A commerce level, for each turn left: it keeps taxes away and draws pirates.
COMMERCE_LEVEL = 3
# How far the spaces behind the next one count (%), if there is time for them.
BEHIND = (45, 20)
# A coin that the others lose, on average, and how many of them a debt is as bad as.
OTHERS_COIN = 14
DEBT_IN_COINS = 3


@compiled
def _strengths(g, t):
    """The naval strength of every seat, a byte each."""
    packed = 0
    for seat in range(g.seats):
        packed |= min(naval_strength(g, t, seat), 127) << (8 * seat)
    return packed


@compiled
def naval_worth(g, t, seat, strength, strengths):
    """What the coming naval conflicts bring with so much strength, the others' as it is (A14)."""
    total = 0
    for age in range(g.age, 4):
        turns = (age - g.age) * g.turns + max(g.turns - g.turn, 0)
        width = NAVAL_UNCERTAIN_NOW + NAVAL_UNCERTAIN * turns
        # The chance, in ten thousandths, of nobody ahead, one, two, all.
        first = 10000
        second = 0
        third = 0
        last = 10000
        for other in range(g.seats):
            if other == seat:
                continue
            lead = 2 * (strength - (strengths >> (8 * other) & 0xFF))
            ahead = chance_of(100 * (lead - 1), width)
            behind = 100 - ahead
            third = (third * ahead + second * behind) // 100
            second = (second * ahead + first * behind) // 100
            first = first * ahead // 100
            last = last * behind // 100
        rewards = t.naval_rewards[age - 1]
        worth = first * np.int64(rewards[0]) + second * np.int64(rewards[1])
        if g.seats > 3:
            worth += third * np.int64(rewards[2])
        if not g.power[seat, kinds.MAY_STAY_OUT]:
            worth += last * np.int64(t.naval_penalties[age - 1])
        total += worth // 100 * NAVAL_WEIGHT[age - g.age] // 100
    return total


@compiled
def naval_gain(g, t, seat, more):
    """What more naval strength is worth."""
    strengths = _strengths(g, t)
    now = strengths >> (8 * seat) & 0xFF
    before = naval_worth(g, t, seat, now, strengths)
    return naval_worth(g, t, seat, now + more, strengths) - before


@compiled
def staying_out_worth(g, t, seat):
    """What it is worth not to be last, ever (A14)."""
    if g.power[seat, kinds.MAY_STAY_OUT]:
        return 0
    strengths = _strengths(g, t)
    strength = strengths >> (8 * seat) & 0xFF
    total = 0
    for age in range(g.age, 4):
        turns = (age - g.age) * g.turns + max(g.turns - g.turn, 0)
        width = NAVAL_UNCERTAIN_NOW + NAVAL_UNCERTAIN * turns
        last = 10000
        for other in range(g.seats):
            if other != seat:
                lead = 2 * (strength - (strengths >> (8 * other) & 0xFF))
                last = last * (100 - chance_of(100 * (lead - 1), width)) // 100
        total -= last * np.int64(t.naval_penalties[age - 1]) // 100
    return total


@compiled
def _loss(g, t, seat, kind, amount):
    """What a seat loses by something that another has caused."""
    if kind == FIXED_LOSS:
        return amount
    if kind == LOSS_PER_VICTORY:
        return amount * victory_count(g, seat, 0)
    if kind == LOSS_PER_STAGE:
        return amount * stage_count(g, seat)
    if g.power[seat, kinds.IMMUNE]:
        return 0
    if kind == PIRATES:
        return commerce_level(g, t, seat)
    return max(amount - commerce_level(g, t, seat), 0)


@compiled
def others_lose(g, t, seat, kind, amount):
    """What it is worth that all others lose coins; a partner's are as good as own ones (T5)."""
    lost = 0
    partners = 0
    for other in range(g.seats):
        if other == seat:
            continue
        due = _loss(g, t, other, kind, amount)
        coins = np.int64(g.coins[other])
        felt = min(due, coins)
        if g.expansions & WITH_CITIES:
            felt += DEBT_IN_COINS * (due - felt)
        if g.teams and other == seat ^ 1:
            partners += felt
        else:
            lost += felt
    return OTHERS_COIN * lost // (g.seats - 1) - COIN * partners


@compiled
def drawn_island_worth(g, t, seat, level):
    """An island that is drawn and not known yet (A8)."""
    return DRAWN[level - 1] + POINT * counted_points(g, t, seat, COUNT_ISLAND, 0)


@compiled
def _space_worth(g, t, seat, fleet, space, naval, counted):
    """What reaching a space brings beyond the one before it.

    ``naval`` is what each more strength is worth, ``counted`` what each more level or island is to
    cards and leaders that count them.
    """
    here = t.track[fleet, space]
    before = t.track[fleet, space - 1]
    worth = POINT * (np.int64(here[TRACK_POINTS]) - np.int64(before[TRACK_POINTS]))
    worth += naval * (np.int64(here[TRACK_NAVAL]) - np.int64(before[TRACK_NAVAL]))
    level = np.int64(here[TRACK_COMMERCE]) - np.int64(before[TRACK_COMMERCE])
    if level:
        worth += level * counted
        if not g.power[seat, kinds.IMMUNE]:
            worth += level * COMMERCE_LEVEL * turns_left(g)
    if here[TRACK_COINS]:
        worth += coins_worth(g, t, seat, np.int64(here[TRACK_COINS]))
    if here[TRACK_TAX]:
        worth += others_lose(g, t, seat, TAX, np.int64(here[TRACK_TAX]))
    if here[TRACK_EXPLORE]:
        worth += FOUND[here[TRACK_EXPLORE] - 1] + counted
    return worth


@compiled
def ship_worth(g, t, seat, fleet):
    """What it is worth to advance a fleet: its next space, and a part of those behind it."""
    if not fleet_room(g, seat, fleet):
        return 0
    space = np.int64(g.fleets[seat, fleet]) + 1
    naval = 0
    for ahead in range(space, min(space + 3, SPACES)):
        if t.track[fleet, ahead, TRACK_NAVAL] != t.track[fleet, space - 1, TRACK_NAVAL]:
            naval = naval_gain(g, t, seat, 1)
            break
    counted = 0
    if fleet == YELLOW_FLEET:
        counted = POINT * counted_points(g, t, seat, COUNT_COMMERCE, 0)
    elif fleet == GREEN_FLEET:
        counted = POINT * counted_points(g, t, seat, COUNT_ISLAND, 0)
    worth = _space_worth(g, t, seat, fleet, space, naval, counted)
    for ahead in range(2):
        later = space + 1 + ahead
        if later < SPACES and turns_left(g) > 2 * ahead + 1:
            behind = _space_worth(g, t, seat, fleet, later, naval, counted)
            worth += behind * BEHIND[ahead] // 100
    coins = np.int64(g.power[seat, kinds.COIN_PER_ADVANCE])
    if coins:
        worth += coins_worth(g, t, seat, coins)
    return worth


@compiled
def best_fleets(g, t, seat, number, mask):
    """The fleets to advance for nothing, as a mask: the best so many of some; their worth (A15)."""
    chosen = 0
    total = 0
    for _ in range(number):
        best = 0
        best_fleet = -1
        for fleet in range(FLEETS):
            free = mask & ~chosen
            if free >> fleet & 1 and fleet_room(g, seat, fleet):
                worth = ship_worth(g, t, seat, fleet)
                if best_fleet < 0 or worth > best:
                    best = worth
                    best_fleet = fleet
        if best_fleet >= 0:
            chosen |= 1 << best_fleet
            total += best
    return chosen, total
