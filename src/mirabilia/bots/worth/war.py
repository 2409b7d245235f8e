"""What shields, victories and diplomacy are worth in the wars to come."""

from __future__ import annotations

import numpy as np

from ...engine import kinds
from ...engine.jit import compiled
from ...engine.state import CARDS
from ...engine.tables import AMOUNT, FAR_LEFT, KIND
from ...engine.war import strength
from .basics import COIN, POINT, chance_of
from .count import victory_bonus

# Shields: how wide a lead must be to be safe, in hundredths of half a shield: so much in the last
# turn of the age, where a lead of one decides, and more for each turn until the war.
UNCERTAIN_NOW = 100
UNCERTAIN = 40
# Wars of this age, of the next, of the one after that (%): what a neighbour loses by them counts
# too, and a lead now makes him give up later; two ages ahead much may change.
WAR_WEIGHT = (110, 150, 60)
# What a defeat that goes to the winner is worth (Tomyris).
REDIRECTED = 30


@compiled
def _war_width(g, age):
    """How wide a lead must be to be safe in the war of an age."""
    turns = (age - g.age) * g.turns + max(g.turns - g.turn, 0)
    return UNCERTAIN_NOW + UNCERTAIN * turns


@compiled
def victory_worth(g, t, seat, value):
    """A victory token from a card or leader (L8, C8)."""
    coins = COIN * np.int64(g.power[seat, kinds.COINS_ON_VICTORY])
    return POINT * value + victory_bonus(g, t, seat, value) + coins


@compiled
def conflict_worth(g, seat, shields, other, width, prize, defeat):
    """What a conflict brings; a prize and a defeat in hundredths of a point."""
    lead = 2 * (shields - strength(g, other))
    if g.expansions and g.power[other, kinds.REDIRECT_DEFEATS]:
        prize -= POINT
    won = chance_of(100 * (lead - 1), width)
    lost = chance_of(100 * (-lead - 1), width)
    return (prize * won - defeat * lost) // 100


@compiled
def _next_fighter(seats, out, seat, step):
    other = (seat + step) % seats
    while other != seat and out >> other & 1:
        other = (other + step) % seats
    return other


@compiled
def _sitting_out(g, ahead):
    """Who has diplomacy for the war so many ages ahead, as a mask (C3)."""
    out = 0
    for seat in range(g.seats):
        if g.diplomacy[seat] > ahead:
            out |= 1 << seat
    return out


@compiled
def _fights(g, seat, other):
    """Whether a raid makes two seats fight in this age (A12)."""
    return g.raids[seat] >> other & 1 or g.raids[other] >> seat & 1


@compiled
def _war_of_age(g, seat, shields, age, out, prize):
    """What the war of an age brings, ``out`` being who sits it out (C3, A12, T6)."""
    seats = np.int64(g.seats)
    width = _war_width(g, age)
    defeat = -REDIRECTED if g.power[seat, kinds.REDIRECT_DEFEATS] else POINT
    own = shields + np.int64(g.power[seat, kinds.DEFEATS_AS_SHIELDS]) * np.int64(g.defeats[seat])
    left = seat
    right = seat
    worth = 0
    if g.teams:
        left = (seat + (1 if seat & 1 else seats - 1)) % seats
        right = left
        tokens = 2 - (out >> seat & 1) - (out >> left & 1)
        worth += tokens * conflict_worth(g, seat, own, left, width, prize, defeat)
    elif not out >> seat & 1:
        left = _next_fighter(seats, out, seat, 1)
        right = _next_fighter(seats, out, seat, seats - 1)
        if left != seat:
            worth += conflict_worth(g, seat, own, left, width, prize, defeat)
        if right != left:
            worth += conflict_worth(g, seat, own, right, width, prize, defeat)
    if age == g.age:
        for other in range(seats):
            if other != left and other != right and _fights(g, seat, other):
                worth += conflict_worth(g, seat, own, other, width, prize, defeat)
    return worth


@compiled
def war_worth(g, t, seat, shields):
    """What the coming wars bring with so many shields, the neighbours' as they are now."""
    seats = np.int64(g.seats)
    total = 0
    for age in range(g.age, 4):
        token = 2 * age - 1
        width = _war_width(g, age)
        worth = 0
        for side in range(2):
            other = (seat + 1) % seats if side == 0 else (seat + seats - 1) % seats
            lead = 2 * (shields - np.int64(g.shields[other]))
            worth += token * chance_of(100 * (lead - 1), width)
            worth -= chance_of(100 * (-lead - 1), width)
        total += worth * WAR_WEIGHT[age - g.age] // 100
    return total


@compiled
def _shields_with_expansions(g, t, seat, shields):
    """What more shields are worth with diplomacy, raids, teams and leaders in play."""
    now = np.int64(g.shields[seat])
    total = 0
    for age in range(g.age, 4):
        prize = victory_worth(g, t, seat, 2 * age - 1)
        out = _sitting_out(g, age - g.age)
        more = _war_of_age(g, seat, now + shields, age, out, prize)
        worth = more - _war_of_age(g, seat, now, age, out, prize)
        total += worth * WAR_WEIGHT[age - g.age] // 100
    return total


@compiled
def shields_worth(g, t, seat, shields):
    if g.expansions:
        return _shields_with_expansions(g, t, seat, shields)
    now = np.int64(g.shields[seat])
    return war_worth(g, t, seat, now + shields) - war_worth(g, t, seat, now)


@compiled
def diplomacy_worth(g, t, seat):
    """A token keeps out of the first war that no token held already does (C3, T6)."""
    ahead = np.int64(g.diplomacy[seat])
    age = g.age + ahead
    if age > 3:
        return 0
    out = _sitting_out(g, ahead)
    shields = np.int64(g.shields[seat])
    prize = victory_worth(g, t, seat, 2 * age - 1)
    fought = _war_of_age(g, seat, shields, age, out, prize)
    return _war_of_age(g, seat, shields, age, out | 1 << seat, prize) - fought


@compiled
def raid_worth(g, t, seat, item, where):
    """A conflict more in this age, with the shields of the card itself (A12)."""
    seats = np.int64(g.seats)
    target = (seat + 2) % seats if where & FAR_LEFT else (seat + seats - 2) % seats
    beside = target == (seat + 1) % seats or target == (seat + seats - 1) % seats
    if beside or _fights(g, seat, target):
        return 0
    own = strength(g, seat)
    if item < CARDS:
        for index in range(t.effects_n[item]):
            if t.effects[item, index][KIND] == kinds.SHIELDS:
                own += np.int64(t.effects[item, index][AMOUNT])
    prize = POINT * (2 * g.age - 1)
    return conflict_worth(g, seat, own, target, _war_width(g, g.age), prize, POINT)


@compiled
def losing_chance(g, seat, other, age):
    """The chance (%) to lose the conflict with a neighbour in the war of an age."""
    lead = 2 * (strength(g, seat) - strength(g, other))
    return chance_of(100 * (-lead - 1), _war_width(g, age))


@compiled
def defeats_to_come(g, seat):
    """Defeats that the wars to come may bring, in hundredths."""
    seats = np.int64(g.seats)
    total = 0
    for age in range(g.age + np.int64(g.diplomacy[seat]), 4):
        total += losing_chance(g, seat, (seat + 1) % seats, age)
        total += losing_chance(g, seat, (seat + seats - 1) % seats, age)
    return total


@compiled
def undefeated_chance(g, seat):
    """The chance (%) to end without a defeat token."""
    if g.defeats[seat]:
        return 0
    seats = np.int64(g.seats)
    chance = 100
    for age in range(g.age + np.int64(g.diplomacy[seat]), 4):
        chance = chance * (100 - losing_chance(g, seat, (seat + 1) % seats, age)) // 100
        chance = chance * (100 - losing_chance(g, seat, (seat + seats - 1) % seats, age)) // 100
    return chance
