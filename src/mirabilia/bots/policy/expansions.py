"""The policy with expansions in play: the same in short, with ships, discounts and leaders' powers.

Ships have a worth of their own from a table (``weights``): what the spaces ahead give, less for
those farther away. A card is tried with its ship and without.
"""

from __future__ import annotations

import numpy as np

from ...engine import kinds
from ...engine.at_once import fleet_room
from ...engine.chance import draw
from ...engine.count import stage_item
from ...engine.jit import compiled, inlined
from ...engine.lasting import in_city
from ...engine.moves import (
    build_freedom,
    fleet_of,
    may_build_stage,
    may_sail_with_stage,
    next_stage,
    right_for,
    write_move,
)
from ...engine.state import (
    ACTION,
    BANK,
    BUILD,
    BY_PAYING,
    CARD,
    FLEETS,
    FOR_STAGES,
    LEFT,
    RIGHT,
    SELL,
    SELL_COINS,
    SHIP,
    STAGE,
    STAGE_BUILD,
    STAGES,
    WITH_ARMADA,
    YELLOW_FLEET,
)
from .bias import SCALE, SELL_AT, STAGE_AT, UNFIT, biased
from .pay import UNPAYABLE, full_quick_price
from .value import (
    DEAREST,
    DRAWS,
    coins_value,
    item_value,
    price_value,
    stage_value,
    to_lay_down,
    turns_after,
    weigh,
)
from .weights import NOISE, RIGHT_KEPT, SHIPS, SHIPS_OF_AGE


@compiled
def _ship_value(g, seat, fleet, p):
    """What the next space of a fleet is worth with those behind it, if it may go on."""
    if fleet < 0 or not g.expansions & WITH_ARMADA or not fleet_room(g, seat, fleet):
        return 0.0
    at = SHIPS + SHIPS_OF_AGE * (g.age - 1) + 7 * fleet
    return p[at + np.int64(g.fleets[seat, fleet]) + 1]


@inlined
def _best_stage(g, t, seat, left, p):
    """The stage to be built next, the best one where any may be."""
    if not t.any_order[g.board[seat]]:
        return next_stage(g, t, seat)
    best = -1
    most = 0.0
    for stage in range(STAGES):
        if may_build_stage(g, t, seat, stage):
            worth = item_value(g, t, seat, stage_item(g, seat, stage), left, p)
            if best < 0 or worth > most:
                most = worth
                best = stage
    return best


@inlined
def _sailing_with_stage(g, t, seat, p):
    """The fleet that had better sail with a stage, or -1."""
    best = -1
    if g.expansions & WITH_ARMADA:
        most = 0.0
        for fleet in range(FLEETS):
            if may_sail_with_stage(g, t, seat, fleet):
                worth = _ship_value(g, seat, fleet, p)
                if worth > most:
                    most = worth
                    best = fleet
    return best


@compiled
def _try(g, t, seat, need, bank, less, fleet, p):
    """The price of a cost with a ship (-1: none): to left, right and bank, and what it takes."""
    wild = less
    if fleet >= 0:
        space = np.int64(g.fleets[seat, fleet]) + 1
        yard = np.int64(g.shipyard[seat])
        need += np.int64(t.ship_cost[yard, fleet, space])
        bank += np.int64(t.ship_coins[yard, fleet, space])
        wild += np.int64(g.power[seat, kinds.SHIP_DISCOUNT])
    left, right, more = full_quick_price(g, seat, need, bank, wild)
    if left == UNPAYABLE:
        return left, right, more, DEAREST
    return left, right, bank + more, price_value(g, seat, left + right, bank + more, p)


@compiled
def _note(move, action, card, free, ship, left, right, bank):
    write_move(move, action, card, free)
    move[SHIP] = ship
    move[LEFT] = left
    move[RIGHT] = right
    move[BANK] = bank


@inlined
def policy_use(g, t, seat, rng, p, bias, move, w):
    """The best use of a card of the hand with expansions in play."""
    turns = turns_after(g)
    kept = w.lines[0]
    held = g.hand_n[seat]
    noise = 100.0 * p[NOISE] / DRAWS
    for index in range(STAGE_AT + 1):
        kept[index] = UNFIT
    for index in range(held):
        card = np.int64(g.hand[seat, index])
        if not in_city(g, t, seat, card):
            worth = item_value(g, t, seat, card, turns, p)
            worth += max(_ship_value(g, seat, fleet_of(t.colour[card]), p), 0.0)
            worth = weigh(worth) + np.int64(noise * draw(rng, DRAWS))
            kept[index] = biased(worth, bias, index)
    stage = _best_stage(g, t, seat, turns, p)
    sailing = _sailing_with_stage(g, t, seat, p)
    if stage >= 0:
        worth = stage_value(g, t, seat, stage, turns, p) + _ship_value(g, seat, sailing, p)
        worth = weigh(worth) + np.int64(noise * draw(rng, DRAWS))
        kept[STAGE_AT] = biased(worth, bias, STAGE_AT)

    best = biased(weigh(coins_value(g, seat, SELL_COINS, p)), bias, SELL_AT)
    _note(move, SELL, 0, 0, 0, 0, 0, 0)
    lays_down = True
    if biased(weigh(_ship_value(g, seat, YELLOW_FLEET, p)), bias, SELL_AT) > best:
        left, right, bank, price = _try(g, t, seat, 0, 0, 0, YELLOW_FLEET, p)
        worth = biased(weigh(_ship_value(g, seat, YELLOW_FLEET, p) - price), bias, SELL_AT)
        if worth > best:
            best = worth
            _note(move, SELL, 0, 0, YELLOW_FLEET + 1, left, right, bank)
    while True:
        at = 0
        for index in range(1, STAGE_AT + 1):
            if kept[index] > kept[at]:
                at = index
        most = np.int64(kept[at])
        if most <= best:
            break
        kept[at] = UNFIT
        fleet = sailing
        less = np.int64(g.discount[seat, FOR_STAGES])
        item = stage_item(g, seat, max(stage, 0))
        paid = True
        if at == STAGE_AT:
            paid = not g.power[seat, kinds.FREE_STAGE_RESOURCES]
        else:
            item = np.int64(g.hand[seat, at])
            fleet = fleet_of(t.colour[item])
            less = np.int64(g.discount[seat, t.colour[item]])
            paid = build_freedom(g, t, seat, item) == BY_PAYING
        need = np.int64(t.cost[item]) if paid else np.int64(0)
        coins = np.int64(t.coins[item]) if paid or at == STAGE_AT else 0
        ship = _ship_value(g, seat, fleet, p)
        for sails in range(2):
            if sails and ship <= 0.0:
                break
            value = most if sails else most - np.int64(100.0 * max(ship, 0.0) * bias[SCALE, at])
            if value <= best:
                continue
            priced = fleet if sails else -1
            if sails and at == STAGE_AT and g.power[seat, kinds.STAGE_ADVANCES_ANY]:
                priced = -1  # the Lost Island's ship sails for nothing
            left, right, bank, price = _try(g, t, seat, need, coins, less, priced, p)
            free = 0
            if at != STAGE_AT and price > 0.0 and right_for(g, t, seat, item):
                spent = p[RIGHT_KEPT] * (1 + max(g.turns - g.turn, 0))
                if not sails and spent < price:
                    price = spent
                    free = 1
                    left, right, bank = 0, 0, 0
            value -= np.int64(100.0 * price * bias[SCALE, at])
            if price < DEAREST and value > best:
                best = value
                lays_down = at == STAGE_AT
                action = STAGE_BUILD if lays_down else BUILD
                _note(move, action, item, free, fleet + 1 if sails else 0, left, right, bank)
    if lays_down:
        if move[ACTION] == STAGE_BUILD and t.any_order[g.board[seat]]:
            move[STAGE] = stage + 1
        move[CARD] = to_lay_down(g, t, seat, turns, p)
    return best
