"""The fewest coins for which a card or a stage can be had (B10 to B13, A3), without all payments.

For who only wants to know whether something can be paid, and for how much: a mask of what is legal,
a price beside a card. It says the same as the least sum of the payments of ``pay``, several times
as fast. Where a city has effects that the short way does not know, it asks for all payments.
"""

from __future__ import annotations

import numpy as np

from .around import left_of, right_of
from .at_once import fleet_room
from .jit import compiled, inlined
from .moves import card_cost, stage_cost, with_ship
from .pay import (
    ANY_KIND,
    FULL_PRICE,
    TO_LEFT,
    TO_RIGHT,
    covers,
    kinds_of,
    lacking,
    number_supplies,
    price_of,
    prices_of,
    size_of,
)
from .state import KINDS, PAYEES, RAW_MASK

MADE_MASK = ANY_KIND & ~RAW_MASK


@compiled
def _supplied(w, reached, mask):
    """The supplies that can be reached with one more symbol."""
    more = reached
    for kind in range(KINDS):
        if mask >> kind & 1:
            more |= (reached & w.multiset[kind]) << w.stride[kind]
    return more


@compiled
def _supplied_by(g, w, reached, missing, seller, mask):
    """The same with all symbols of a seller, for some kinds."""
    sells = np.int64(g.sells[seller])
    for kind in range(KINDS):
        if mask >> kind & 1:
            for _ in range(min((missing >> (8 * kind)) & 0xFF, (sells >> (8 * kind)) & 0xFF)):
                reached |= (reached & w.multiset[kind]) << w.stride[kind]
    for index in range(g.shop_n[seller]):
        wanted = np.int64(g.shop[seller, index]) & mask
        if wanted:
            reached = _supplied(w, reached, wanted)
    return reached


@compiled
def _most_supplied(missing, reached, states):
    """How many resources the fullest of the supplies has."""
    most = 0
    for index in range(states):
        if reached >> index & 1:
            held = 0
            rest = index
            for kind in range(KINDS):
                count = (missing >> (8 * kind)) & 0xFF
                if count:
                    held += rest % (count + 1)
                    rest //= count + 1
            most = max(most, held)
    return most


@compiled
def least_price(g, need, bank, seat, w):
    """The fewest coins of all payments for a cost, by the base game's ways to pay; -1: none.

    The same as the least sum of ``price_of``, several times as fast. Each symbol has one price, so
    it is right to supply from the cheapest ones first and to take from each price as much as
    increases what is supplied at all (what symbols can supply is a matroid).
    """
    purse = np.int64(g.coins[seat]) - bank
    if purse < 0:
        return -1
    missing = lacking(need, np.int64(g.has[seat]))
    if missing == 0:
        return bank
    seats = np.int64(g.seats)
    left = left_of(seats, seat)
    right = right_of(seats, seat)
    if not covers(g.reach[seat] + g.offer[left] + g.offer[right], need):
        return -1
    if size_of(lacking(need, g.reach[seat])) > purse:
        return -1
    states = number_supplies(w, missing)
    if states < 0:
        return least_of(w, price_of(g, need, bank, seat, w))
    wanted = kinds_of(missing)
    full = np.int64(1) << (states - 1)
    reached = np.int64(1)
    for index in range(g.choice_n[seat]):
        mask = np.int64(g.choice[seat, index]) & wanted
        if mask:
            reached = _supplied(w, reached, mask)
    if reached & full:
        return bank
    supplied = _most_supplied(missing, reached, states)
    all_of_it = size_of(missing)
    left_raw, left_made = prices_of(g, seat, TO_LEFT)
    right_raw, right_made = prices_of(g, seat, TO_RIGHT)
    coins = 0
    for price in range(1, FULL_PRICE + 1):
        mask = (RAW_MASK if left_raw == price else 0) | (MADE_MASK if left_made == price else 0)
        other = (RAW_MASK if right_raw == price else 0) | (MADE_MASK if right_made == price else 0)
        if (mask | other) & wanted == 0:
            continue
        reached = _supplied_by(g, w, reached, missing, left, mask & wanted)
        reached = _supplied_by(g, w, reached, missing, right, other & wanted)
        if reached & full:
            coins += price * (all_of_it - supplied)
            return coins + bank if coins <= purse else -1
        before = supplied
        supplied = _most_supplied(missing, reached, states)
        coins += price * (supplied - before)
        if coins + all_of_it - supplied > purse:
            return -1
    return -1


@compiled
def least_of(w, found):
    """The fewest coins of so many payments; -1: there are none."""
    if found == 0:
        return -1
    least = payment_sum(w.pay[0])
    for row in range(1, found):
        least = min(least, payment_sum(w.pay[row]))
    return least


@compiled
def payment_sum(pay):
    total = 0
    for payee in range(PAYEES):
        total += np.int64(pay[payee])
    return total


@inlined
def _least(g, t, seat, cost, plainly, w):
    """The fewest coins for a cost, a ship's included; -1: it can't be paid."""
    need, bank, less, fleet = cost
    if less or not plainly:
        return least_of(w, with_ship(g, t, seat, need, bank, less, fleet, w))
    if fleet >= 0:
        if not fleet_room(g, seat, fleet):
            return -1
        space = np.int64(g.fleets[seat, fleet]) + 1
        need += np.int64(t.ship_cost[g.shipyard[seat], fleet, space])
        bank += np.int64(t.ship_coins[g.shipyard[seat], fleet, space])
    return least_price(g, need, bank, seat, w)


@compiled
def least_to_build(g, t, seat, card, ship, plainly, w):
    """The fewest coins of ``build_options``, found several times as fast; -1: there are none."""
    cost = card_cost(g, t, seat, card, ship)
    if cost[0] < 0:
        return -1
    return _least(g, t, seat, cost, plainly, w)


@compiled
def least_to_stage(g, t, seat, stage, ship, plainly, w):
    """The fewest coins of ``stage_options``; -1: there are none."""
    cost = stage_cost(g, t, seat, stage, ship)
    if cost[0] < 0:
        return -1
    return _least(g, t, seat, cost, plainly, w)
