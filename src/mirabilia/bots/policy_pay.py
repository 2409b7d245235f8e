"""A quick way to pay in playouts of the base game: one payment that will do, not all there are.

Own symbols with alternatives go to the kind that is hardest to buy; what is still missing is bought
kind by kind, from the cheaper side first. The payment is always a legal one, nearly always the
cheapest; now and then a way to pay is overlooked.
"""

from __future__ import annotations

import numpy as np

from ..engine.jit import compiled
from ..engine.pay import covers, lacking, size_of
from ..engine.state import KINDS, RAW_MASK

UNPAYABLE = -1
DEAR = 2


@compiled
def _hardest(missing, offers, mask):
    """The kind of a mask that is missing and least to be had elsewhere, or -1."""
    found = -1
    least = 99
    for kind in range(KINDS):
        lack = missing >> (8 * kind) & 0xFF
        if lack and mask >> kind & 1:
            spare = (offers >> (8 * kind) & 0xFF) - lack
            if spare < least:
                least = spare
                found = kind
    return found


@compiled
def _buy(g, seller, missing, wanted):
    """Buy what a seller has of some kinds: how many raw, how many manufactured, what is missing."""
    raw = 0
    made = 0
    for kind in range(KINDS):
        lack = missing >> (8 * kind) & 0xFF
        if lack and wanted >> kind & 1:
            bought = min(lack, g.sells[seller] >> (8 * kind) & 0xFF)
            missing -= bought << (8 * kind)
            if RAW_MASK >> kind & 1:
                raw += bought
            else:
                made += bought
    for index in range(g.shop_n[seller]):
        if missing == 0:
            break
        kind = _hardest(missing, 0, np.int64(g.shop[seller, index]) & wanted)
        if kind >= 0:
            missing -= 1 << (8 * kind)
            if RAW_MASK >> kind & 1:
                raw += 1
            else:
                made += 1
    return raw, made, missing


@compiled
def quick_price(g, seat, need, bank):
    """Coins to the left and to the right for a cost, or UNPAYABLE twice."""
    purse = np.int64(g.coins[seat]) - bank
    if purse < 0:
        return UNPAYABLE, UNPAYABLE
    missing = lacking(need, np.int64(g.has[seat]))
    if missing == 0:
        return 0, 0
    seats = g.seats
    left = (seat + 1) % seats
    right = (seat + seats - 1) % seats
    offers = g.offer[left] + g.offer[right]
    if not covers(g.reach[seat] + offers, need):
        return UNPAYABLE, UNPAYABLE
    if size_of(lacking(need, np.int64(g.reach[seat]))) > purse:
        return UNPAYABLE, UNPAYABLE
    for index in range(g.choice_n[seat]):
        kind = _hardest(missing, offers, np.int64(g.choice[seat, index]))
        if kind >= 0:
            missing -= 1 << (8 * kind)
            if missing == 0:
                return 0, 0
    if size_of(missing) > purse:
        return UNPAYABLE, UNPAYABLE
    cheap = np.int64(g.cheap[seat])
    to_left = 0
    to_right = 0
    poorer_right = g.coins[right] < g.coins[left]
    for part in range(4):
        # The cheap raw materials and goods of either side first, then the dear ones.
        side = part & 1 if not poorer_right else 1 - (part & 1)
        low = cheap >> side
        wanted = (RAW_MASK if low & 1 else 0) | (~RAW_MASK if low & 4 else 0)
        if part >= 2:
            wanted = ~wanted
        if wanted & 0x7F == 0:
            continue
        seller = left if side == 0 else right
        raw, made, missing = _buy(g, seller, missing, wanted)
        coins = (raw + made) * (1 if part < 2 else DEAR)
        if side == 0:
            to_left += coins
        else:
            to_right += coins
        if missing == 0:
            break
    if missing or to_left + to_right > purse:
        return UNPAYABLE, UNPAYABLE
    return to_left, to_right
