"""What a move of ``greedy`` costs: payments, the stage that could wait, the card given away."""

from __future__ import annotations

import numpy as np

from ...engine import kinds
from ...engine.count import stage_item
from ...engine.jit import compiled, inlined
from ...engine.lasting import in_city
from ...engine.pay import lacking, size_of
from ...engine.play import FREE_CITY
from ...engine.state import CARDS, SPACES
from ..worth.basics import COIN, GIFT, coins_worth, turns_left
from ..worth.effects import item_worth

# A once-per-age right to build for nothing is kept for a better card: what spending it costs,
# and how much of that for each turn left in the age.
RIGHT_SPENT = 50
RIGHT_SPENT_TURN = 20
# A stage can wait, a card is gone: what a stage is worth less for each turn that is left beyond
# those that the wonder needs, up to so many turns.
STAGE_WAITS = 20
STAGE_WAITS_TURNS = 8
# How far a stage counts (%) as a step to the better ones after it.
STAGE_PATH = 80

WORST = -1_000_000


@compiled
def coins_of(pay):
    """All coins of a payment."""
    return np.int64(pay[0]) + pay[1] + pay[2] + pay[3] + pay[4]


@compiled
def cheapest(g, seat, options, w):
    """The row of ``w.pay`` with the least coins, ties to the side that has fewer (B13)."""
    seats = np.int64(g.seats)
    poorer = 0 if g.coins[(seat + 1) % seats] <= g.coins[(seat + seats - 1) % seats] else 1
    best = 0
    for row in range(1, options):
        more = coins_of(w.pay[row]) - coins_of(w.pay[best])
        if more < 0 or (more == 0 and w.pay[row, poorer] > w.pay[best, poorer]):
            best = row
    return best


@compiled
def payment_worth(g, t, seat, pay):
    """What a payment takes away: the coins, and that neighbours get them."""
    coins = coins_of(pay)
    if coins == 0:
        return 0
    gifts = coins - pay[4]
    return -coins_worth(g, t, seat, -coins) + GIFT * gifts


@compiled
def price_worth(g, t, seat, pay):
    """The same with expansions: a partner keeps what he gets, Hatshepsut takes coins back."""
    worth = payment_worth(g, t, seat, pay)
    if g.teams:
        worth -= (COIN + GIFT) * np.int64(pay[1 if seat & 1 else 0])
    back = np.int64(g.power[seat, kinds.COINS_ON_PURCHASE])
    if back:
        worth -= COIN * back * ((1 if pay[0] else 0) + (1 if pay[1] else 0))
    return worth


@compiled
def least_coins(g, t, seat, card, fleet, free):
    """A lower bound of what a card costs, with a ship of a fleet (-1: none): quicker than a price.

    Each resource that the city can't give takes a coin at least, whatever helps is taken off whole.
    """
    power = g.power[seat]
    if g.teams or power[kinds.COINS_ON_PURCHASE]:
        return 0
    need = np.int64(0)
    coins = np.int64(0)
    if not free:
        need = np.int64(t.cost[card])
        coins = np.int64(t.coins[card])
    if fleet >= 0:
        yard = np.int64(g.shipyard[seat])
        space = min(np.int64(g.fleets[seat, fleet]) + 1, SPACES - 1)
        need += np.int64(t.ship_cost[yard, fleet, space])
        coins += np.int64(t.ship_coins[yard, fleet, space])
    missing = size_of(lacking(need, np.int64(g.reach[seat])))
    if missing == 0:
        return coins
    missing -= np.int64(g.discount[seat, t.colour[card]]) + np.int64(power[kinds.SHIP_DISCOUNT])
    missing -= np.int64(power[kinds.OWN_KIND]) + np.int64(power[kinds.MISSING_KIND])
    missing -= np.int64(power[kinds.WHARF]) + np.int64(power[kinds.WHARF_RIGHT])
    missing -= 2 * np.int64(power[kinds.START_REBATE])
    cheaper = (
        power[kinds.BANK_RESOURCE]
        + power[kinds.FAR_TRADE]
        + power[kinds.FAR_TRADE_RIGHT]
        + g.cheap[seat]
    )
    return coins + max(missing, 0) * (1 if cheaper else 2)


@compiled
def least_price(g, t, seat, options, w):
    """The row of ``w.pay`` that costs least, the first of equal ones."""
    best = 0
    if options > 1:
        least = price_worth(g, t, seat, w.pay[0])
        for row in range(1, options):
            price = price_worth(g, t, seat, w.pay[row])
            if price < least:
                least = price
                best = row
    return best


@compiled
def right_kept(g):
    """What keeping a once-per-age right is worth."""
    return RIGHT_SPENT + RIGHT_SPENT_TURN * max(g.turns - g.turn, 0)


@inlined
def stage_worth(g, t, seat, stage):
    """What the next stage is worth now: its own effects, and the way to the stages after it.

    The way is worth the best average of the next stages, as far as there is time to build them.
    """
    stages = np.int64(t.stages[g.board[seat]])
    left = turns_left(g)
    own = item_worth(g, t, seat, stage_item(g, seat, stage))
    total = own
    way = own
    for later in range(stage + 1, min(stages, stage + left + 1)):
        total += item_worth(g, t, seat, stage_item(g, seat, later))
        way = max(way, total // (later - stage + 1))
    slack = min(max(left - (stages - stage - 1), 0), STAGE_WAITS_TURNS)
    return own + (way - own) * STAGE_PATH // 100 - STAGE_WAITS * slack


@compiled
def next_taker(g, seat):
    """The seat that gets the hand next (B4, V4)."""
    if g.free_city:
        return 1 - (np.int64(g.holder) if seat == FREE_CITY else seat)
    seats = np.int64(g.seats)
    return (seat + (seats - 1 if g.age == 2 else 1)) % seats


@inlined
def card_to_lay_down(g, t, seat):
    """The card to put under a stage or to sell: the one the next player would like most."""
    taker = next_taker(g, seat)
    best = WORST
    best_card = CARDS
    for index in range(g.hand_n[seat]):
        card = np.int64(g.hand[seat, index])
        worth = 0
        if g.turn < g.turns and not in_city(g, t, taker, card):
            worth = item_worth(g, t, taker, card)
        if worth > best or (worth == best and card < best_card):
            best = worth
            best_card = card
    return best_card
