"""A quick way to pay in playouts: one payment that will do, not all there are.

Own symbols with alternatives go to the kind that is hardest to buy; what is still missing is bought
kind by kind, from the cheaper side first. The payment is always a legal one, nearly always the
cheapest; now and then a way to pay is overlooked.
"""

from __future__ import annotations

import numpy as np

from ...engine import kinds
from ...engine.jit import compiled
from ...engine.pay import ANY_KIND, covers, kinds_of, lacking, size_of
from ...engine.state import KINDS, RAW_MASK

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
    offers = _offers(g, seat)
    if not covers(g.reach[seat] + offers, need):
        return UNPAYABLE, UNPAYABLE
    if size_of(lacking(need, np.int64(g.reach[seat]))) > purse:
        return UNPAYABLE, UNPAYABLE
    missing = _after_own(g, seat, missing, offers)
    if missing == 0:
        return 0, 0
    return _purchases(g, seat, missing, purse)


@compiled
def full_quick_price(g, seat, need, bank, wild):
    """The same with expansions: so many resources for nothing, powers, a resource of the bank.

    Coins to the left, to the right and to the bank beyond ``bank``. Far seats and rebates are left
    out: who has them pays a little too much.
    """
    purse = np.int64(g.coins[seat]) - bank
    if purse < 0:
        return UNPAYABLE, UNPAYABLE, 0
    missing = lacking(need, np.int64(g.has[seat]))
    if missing == 0:
        return 0, 0, 0
    power = g.power[seat]
    offers = _offers(g, seat)
    missing = _after_own(g, seat, missing, offers)
    if missing and power[kinds.OWN_KIND] + power[kinds.MISSING_KIND]:
        made = kinds_of(np.int64(g.offer[seat]))
        for _ in range(power[kinds.OWN_KIND]):
            missing = _spend(missing, offers, made)
        for _ in range(power[kinds.MISSING_KIND]):
            missing = _spend(missing, offers, ~made)
    for _ in range(wild):
        missing = _spend(missing, offers, ANY_KIND)
    banked = 0
    for _ in range(min(np.int64(power[kinds.BANK_RESOURCE]), purse)):
        if missing:
            missing = _spend(missing, offers, ANY_KIND)
            banked += 1
    if missing == 0:
        return 0, 0, banked
    left, right = _purchases(g, seat, missing, purse - banked)
    return left, right, banked


@compiled
def _offers(g, seat):
    seats = g.seats
    return g.offer[(seat + 1) % seats] + g.offer[(seat + seats - 1) % seats]


@compiled
def _spend(missing, offers, mask):
    """A symbol of some kinds goes to the one that is hardest to buy."""
    kind = _hardest(missing, offers, mask)
    return missing - (1 << (8 * kind)) if kind >= 0 else missing


@compiled
def _after_own(g, seat, missing, offers):
    """What is missing after the own symbols with alternatives."""
    for index in range(g.choice_n[seat]):
        if missing == 0:
            break
        missing = _spend(missing, offers, np.int64(g.choice[seat, index]))
    return missing


@compiled
def _purchases(g, seat, missing, purse):
    """Buy all that is missing: coins to the left and to the right, or UNPAYABLE twice."""
    if size_of(missing) > purse:
        return UNPAYABLE, UNPAYABLE
    seats = g.seats
    left = (seat + 1) % seats
    right = (seat + seats - 1) % seats
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
