"""How ``greedy`` uses a card with expansions in play: every use, with and without a ship (A3).

Uses for which any card serves, stages and sales, come first; then each card that is worth enough.
Leaders are weighed against what the others of the hand may be worth in later ages (L2).
"""

from __future__ import annotations

import numpy as np

from ...engine import kinds
from ...engine.jit import compiled, inlined
from ...engine.lasting import in_city
from ...engine.moves import (
    build_freedom,
    card_held,
    cards_held,
    fleet_of,
    is_first_copy,
    list_uses,
    use_payments,
    write_use,
)
from ...engine.state import (
    BLUE_FLEET,
    BUILD,
    BY_CHAIN,
    BY_PAYING,
    CARD,
    GREEN_FLEET,
    LEADERS,
    NO_SHIP,
    RECRUIT,
    RED_FLEET,
    SELL,
    SELL_COINS,
    STAGE_BUILD,
    WITH_ARMADA,
    YELLOW_FLEET,
)
from ...engine.tables import AMOUNT, KIND
from ..worth.basics import COIN, POINT, coins_worth
from ..worth.effects import effects_worth, item_worth, recruit_worth
from ..worth.sea import ship_worth
from .price import (
    WORST,
    card_to_lay_down,
    least_coins,
    least_price,
    price_worth,
    right_kept,
    stage_worth,
)

# Bounds of what is kept of a card's worth; the lower one: not to be built.
MOST = 32000
UNFIT = -32000


@inlined
def _fleets_in_reach(g, t, seat, uses, w):
    """The fleets that some use of some card could advance, as a mask."""
    fleets = 0
    if g.expansions & WITH_ARMADA:
        for use in range(uses):
            if w.use[use, 0] != BUILD and w.use[use, 3] != NO_SHIP:
                fleets |= 1 << (np.int64(w.use[use, 3]) - 1)
        for index in range(cards_held(g, seat)):
            fleet = fleet_of(t.colour[card_held(g, seat, index)])
            if fleet >= 0:
                fleets |= 1 << fleet
    return fleets


@inlined
def _ship_worths(g, t, seat, uses, w):
    """What the next space is worth to each fleet that could reach it."""
    fleets = _fleets_in_reach(g, t, seat, uses, w)
    return (
        ship_worth(g, t, seat, RED_FLEET) if fleets >> RED_FLEET & 1 else 0,
        ship_worth(g, t, seat, YELLOW_FLEET) if fleets >> YELLOW_FLEET & 1 else 0,
        ship_worth(g, t, seat, BLUE_FLEET) if fleets >> BLUE_FLEET & 1 else 0,
        ship_worth(g, t, seat, GREEN_FLEET) if fleets >> GREEN_FLEET & 1 else 0,
    )


@compiled
def _best_for_any_card(g, t, seat, uses, ships, move, w):
    """The best stage or sale, written with a card that has still to be chosen; its worth."""
    best = WORST
    card = card_held(g, seat, 0)
    weighed = -1
    own = 0
    # With a ship before without: the better ones first leave less to be priced.
    for use in range(uses - 1, -1, -1):
        action = w.use[use, 0]
        ship = np.int64(w.use[use, 3])
        worth = 0 if ship == NO_SHIP else ships[ship - 1]
        if action == STAGE_BUILD:
            stage = np.int64(w.use[use, 2])
            if stage != weighed:
                own = stage_worth(g, t, seat, stage)
                weighed = stage
            worth += own
        elif action != SELL:
            continue
        elif ship == NO_SHIP:
            worth = coins_worth(g, t, seat, SELL_COINS)
        if worth <= best:
            continue
        options = use_payments(g, t, seat, card, use, w)
        if options:
            row = least_price(g, t, seat, options, w)
            worth -= price_worth(g, t, seat, w.pay[row])
            if worth > best:
                best = worth
                write_use(g, t, seat, move, card, use, w.pay[row], w)
    return best


@inlined
def _weigh_cards(g, t, seat, ships, w):
    """What each card of the hand may be worth with its ship; kept in the scratch of the lines."""
    for index in range(cards_held(g, seat)):
        card = card_held(g, seat, index)
        w.lines[0, index] = UNFIT
        if in_city(g, t, seat, card) or not is_first_copy(g, seat, index):
            continue
        worth = item_worth(g, t, seat, card)
        if build_freedom(g, t, seat, card) == BY_CHAIN:
            worth += coins_worth(g, t, seat, np.int64(g.power[seat, kinds.COINS_ON_CHAIN]))
        fleet = fleet_of(t.colour[card])
        if fleet >= 0:
            worth += max(ships[fleet], 0)
        w.lines[0, index] = max(min(worth, MOST), UNFIT + 1)


@inlined
def _take_best(g, seat, w):
    """The card of the hand that may be worth most of those not yet tried, or -1."""
    best = -1
    for index in range(cards_held(g, seat)):
        worth = w.lines[0, index]
        if worth == UNFIT:
            continue
        lower = best >= 0 and card_held(g, seat, index) < card_held(g, seat, best)
        if best < 0 or worth > w.lines[0, best] or (worth == w.lines[0, best] and lower):
            best = index
    return best


@inlined
def greedy_use(g, t, seat, move, w):
    """The best use of a card of the hand; ``move`` always holds the best found so far."""
    uses = list_uses(g, t, seat, w)
    ships = _ship_worths(g, t, seat, uses, w)
    best = _best_for_any_card(g, t, seat, uses, ships, move, w)
    lays_down = True
    _weigh_cards(g, t, seat, ships, w)
    while True:
        index = _take_best(g, seat, w)
        # No payment makes it worth more, so most cards need not be priced.
        if index < 0 or w.lines[0, index] <= best:
            break
        card = card_held(g, seat, index)
        fleet = fleet_of(t.colour[card])
        ship = max(ships[fleet], 0) if fleet >= 0 else 0
        most = np.int64(w.lines[0, index])
        w.lines[0, index] = UNFIT
        for use in range(uses - 1, -1, -1):
            with_ship = w.use[use, 3] != NO_SHIP
            if w.use[use, 0] != BUILD or (with_ship and ship == 0):
                continue
            value = most if with_ship else most - ship
            if w.use[use, 1]:
                value -= right_kept(g)
            free = w.use[use, 1] or build_freedom(g, t, seat, card) != BY_PAYING
            coins = least_coins(g, t, seat, card, fleet if with_ship else -1, free)
            if coins > g.coins[seat] or value - COIN * coins <= best:
                continue
            options = use_payments(g, t, seat, card, use, w)
            if not options:
                continue
            row = least_price(g, t, seat, options, w)
            value -= price_worth(g, t, seat, w.pay[row])
            if value > best:
                best = value
                lays_down = False
                write_use(g, t, seat, move, card, use, w.pay[row], w)
    if lays_down:
        move[CARD] = card_to_lay_down(g, t, seat)


@compiled
def only_leader_points(g, t, seat):
    """What the only leader loses when another is recruited (Agrippina)."""
    worth = 0
    if g.leaders_n[seat] == 1:
        leader = np.int64(g.leaders[seat, 0])
        for index in range(t.effects_n[leader]):
            if t.effects[leader, index][KIND] == kinds.POINTS_IF_ONLY_LEADER:
                worth += POINT * np.int64(t.effects[leader, index][AMOUNT])
    return worth


@inlined
def later_worth(g, t, seat, leader):
    """What a leader may be worth if it is kept for the next age; at least what it sells for."""
    g.age += 1
    worth = max(recruit_worth(g, t, seat, leader), coins_worth(g, t, seat, SELL_COINS))
    g.age -= 1
    return worth


@compiled
def hand_worth(g, t, seat, without):
    """What the leaders of the hand are worth in the ages to come, one of them gone."""
    taken = 0
    total = 0
    for _ in range(3 - g.age):
        best = 0
        best_index = -1
        for index in range(min(g.leader_hand_n[seat], LEADERS)):
            if index == without or taken >> index & 1:
                continue
            worth = later_worth(g, t, seat, np.int64(g.leader_hand[seat, index]))
            if best_index < 0 or worth > best:
                best = worth
                best_index = index
        if best_index >= 0:
            taken |= 1 << best_index
            total += best
    return total


@inlined
def greedy_leader(g, t, seat, move, w):
    """The best use of a leader at the start of an age: recruit, stage, sale (L2)."""
    uses = list_uses(g, t, seat, w)
    ships = _ship_worths(g, t, seat, uses, w)
    best = _best_for_any_card(g, t, seat, uses, ships, move, w)
    spare = WORST
    spare_card = 0
    for index in range(g.leader_hand_n[seat]):
        kept = hand_worth(g, t, seat, index)
        if kept > spare:
            spare = kept
            spare_card = np.int64(g.leader_hand[seat, index])
    best += spare
    move[CARD] = spare_card
    alone = only_leader_points(g, t, seat)
    for use in range(uses):
        if w.use[use, 0] != RECRUIT:
            continue
        for index in range(g.leader_hand_n[seat]):
            leader = np.int64(g.leader_hand[seat, index])
            if use_payments(g, t, seat, leader, use, w):
                worth = effects_worth(g, t, seat, leader) - alone
                worth -= price_worth(g, t, seat, w.pay[0])
                worth += hand_worth(g, t, seat, index)
                if worth > best:
                    best = worth
                    write_use(g, t, seat, move, leader, use, w.pay[0], w)
