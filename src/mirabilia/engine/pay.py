"""Paying (B10 to B15): all payments that are not dominated.

What the own city has for certain comes off the cost first; the rest is *missing*. Every further
symbol is a *source*: a mask of the kinds it can give, to whom it is paid, and its price. The
payer gives each multiset that is still missing a number and keeps, for each, the least coins to
the right for every sum of coins to the left; each source is run over once. What is left of the
cheapest ways to nothing missing, after dropping the dominated, are the payments (B13).

Far seats and the bank (``EXTRA`` payees) take a coin for each symbol and are used a limited number
of times: how often each was used is a further dimension, of size 1 for who has no such effect.
"""

from __future__ import annotations

import numpy as np

from . import kinds
from .around import left_of, right_of
from .jit import compiled, inlined
from .state import (
    CHEAP_MADE_LEFT,
    CHEAP_MADE_RIGHT,
    CHEAP_RAW_LEFT,
    CHEAP_RAW_RIGHT,
    KINDS,
    NONE,
    PAYMENTS,
    RAW_MASK,
    SOURCES,
    TOTALS,
)

TO_LEFT, TO_RIGHT, TO_LEFT2, TO_RIGHT2, TO_BANK, TO_NOBODY = range(6)
HIGH = 0x80808080808080
LOW7 = 0x7F7F7F7F7F7F7F
UNREACHED = 9999
FULL_PRICE = 2
MOST_USES = 2  # of the bank, or of a seat far away
ANY_KIND = (1 << KINDS) - 1
MOST_SUPPLIES = 64  # ways to supply a part of what is missing, each a bit of a number


@compiled
def lacking(need, has):
    """The multiset ``need`` less ``has``, no kind below nothing."""
    difference = (need | HIGH) - has
    enough = (difference & HIGH) >> 7
    return difference & LOW7 & (enough * 0x7F)


@compiled
def covers(has, need):
    """Whether ``has`` holds at least as many of each kind as ``need``."""
    return ((has | HIGH) - need) & HIGH == HIGH


@compiled
def kinds_of(multiset):
    """The kinds of a multiset, as a mask."""
    mask = 0
    for kind in range(KINDS):
        if (multiset >> (8 * kind)) & 0xFF:
            mask |= 1 << kind
    return mask


@compiled
def size_of(multiset):
    """How many resources a multiset holds."""
    total = 0
    for kind in range(KINDS):
        total += (multiset >> (8 * kind)) & 0xFF
    return total


@compiled
def spread(mask):
    """A symbol with alternatives as a multiset of one of each."""
    multiset = 0
    for kind in range(KINDS):
        if mask & (1 << kind):
            multiset += 1 << (8 * kind)
    return multiset


@compiled
def clear_sources(w):
    """Begin anew: no source, no rebate, nobody to be paid but the neighbours."""
    w.source_n = 0
    w.rebate[TO_LEFT] = 0
    w.rebate[TO_RIGHT] = 0
    w.most_uses[TO_LEFT2] = 0
    w.most_uses[TO_RIGHT2] = 0
    w.most_uses[TO_BANK] = 0


@compiled
def add_source(w, mask, to, raw_price, made_price):
    count = w.source_n
    if mask and count < SOURCES:
        w.source_mask[count] = mask
        w.source_to[count] = to
        w.source_raw_price[count] = raw_price
        w.source_made_price[count] = made_price
        w.source_n = count + 1


@compiled
def add_seller(w, missing, sells, shop, shop_n, to, raw_price, made_price):
    """The symbols of one seller that are of use (B12), each a source at the price of its class."""
    wanted = 0
    for kind in range(KINDS):
        lack = (missing >> (8 * kind)) & 0xFF
        if lack:
            wanted |= 1 << kind
            for _ in range(min(lack, (sells >> (8 * kind)) & 0xFF)):
                add_source(w, 1 << kind, to, raw_price, made_price)
    for index in range(shop_n):
        add_source(w, np.int64(shop[index]) & wanted, to, raw_price, made_price)


@compiled
def add_own(w, missing, choice, choice_n):
    """Own symbols with alternatives (B11)."""
    wanted = kinds_of(missing)
    for index in range(choice_n):
        add_source(w, np.int64(choice[index]) & wanted, TO_NOBODY, 0, 0)


@compiled
def add_any(w, missing, to, price):
    """A source of any kind: a discount of one resource, or the bank's."""
    add_source(w, kinds_of(missing), to, price, price)


@compiled
def pays_two(w):
    """Whether nobody but the neighbours is paid, without rebates."""
    uses = w.most_uses[TO_LEFT2] + w.most_uses[TO_RIGHT2] + w.most_uses[TO_BANK]
    return uses + w.rebate[TO_LEFT] + w.rebate[TO_RIGHT] == 0


@compiled
def number_supplies(w, missing):
    """How many supplies there are, from nothing to all that is missing; -1: too many.

    A supply is a part of what is missing. Each is a bit of a number, so that a number is a set of
    supplies; one more of a kind that is missing moves a bit by ``w.stride``, where ``w.multiset``
    says that there is room for one more.
    """
    states = 1
    kind = 0
    rest = missing
    while rest:
        w.stride[kind] = states
        states *= (rest & 0xFF) + 1
        if states > MOST_SUPPLIES:
            return -1
        rest >>= 8
        kind += 1
    kind = 0
    rest = missing
    while rest:
        count = rest & 0xFF
        if count:
            stride = w.stride[kind]
            pattern = (np.int64(1) << (stride * count)) - 1
            room = pattern
            for at in range(stride * (count + 1), states, stride * (count + 1)):
                room |= pattern << at
            w.multiset[kind] = room
        rest >>= 8
        kind += 1
    return states


@inlined
def _brought(w, side, before, kind):
    """The supplies there are with one more of a kind; on the right, before that one comes."""
    if side:
        return before >> w.stride[kind] & w.multiset[kind]
    return (before & w.multiset[kind]) << w.stride[kind]


@inlined
def _bring_kind(w, side, top, kind, price):
    """A symbol of one kind, for each sum of coins from the highest on."""
    for coins in range(top, price - 1, -1):
        w.reach[side, coins] |= _brought(w, side, w.reach[side, coins - price], kind)


@inlined
def _bring_any(w, side, top, mask, raw, made):
    """A symbol of several kinds, one of which it gives."""
    for coins in range(top, -1, -1):
        reached = w.reach[side, coins]
        for kind in range(KINDS):
            if mask >> kind & 1:
                before = coins - (raw if RAW_MASK >> kind & 1 else made)
                if before >= 0:
                    reached |= _brought(w, side, w.reach[side, before], kind)
        w.reach[side, coins] = reached


@compiled
def _between_two(w, missing, bank, limit, states):
    """``frontier`` where only the neighbours are paid: with sets of supplies.

    ``w.reach`` has, for each sum to the left, what it and the own symbols can supply, and for each
    sum to the right, after which supplies that brings the rest. Where they meet is a payment; it
    is dominated unless it costs less on the right than all that cost less on the left.
    """
    most = min(limit, min(FULL_PRICE * size_of(missing), TOTALS - 1))
    for coins in range(most + 1):
        w.reach[0, coins] = 0
        w.reach[1, coins] = 0
    w.reach[0, 0] = 1
    w.reach[1, 0] = np.int64(1) << (states - 1)
    wanted = kinds_of(missing)
    left_top = 0
    right_top = 0
    for source in range(w.source_n):
        mask = w.source_mask[source] & wanted
        if mask == 0:
            continue
        raw = w.source_raw_price[source]
        made = w.source_made_price[source]
        side = 1 if w.source_to[source] == TO_RIGHT else 0
        top = min((right_top if side else left_top) + max(raw, made), most)
        if side:
            right_top = top
        else:
            left_top = top
        if mask & (mask - 1):
            _bring_any(w, side, top, mask, raw, made)
        else:
            kind = 0
            while mask >> kind > 1:
                kind += 1
            _bring_kind(w, side, top, kind, raw if RAW_MASK & mask else made)
    found = 0
    lowest = right_top + 1
    for left in range(left_top + 1):
        for right in range(min(lowest, limit - left + 1)):
            if w.reach[0, left] & w.reach[1, right]:
                w.pay[found, 0] = left
                w.pay[found, 1] = right
                w.pay[found, 2] = 0
                w.pay[found, 3] = 0
                w.pay[found, 4] = bank
                found += 1
                lowest = right
                break
    return found


@inlined
def _list_kinds(w, mask):
    """The kinds of a mask, in ``w.able``; how many."""
    found = 0
    for kind in range(KINDS):
        if mask >> kind & 1:
            w.able[found] = kind
            found += 1
    return found


@compiled
def frontier(w, missing, bank, purse):
    """All payments not dominated, from the sources in ``w``; rows of ``w.pay``, their number.

    A row is the coins to left, right, left2, right2, bank.
    """
    limit = purse - bank
    if limit < 0:
        return 0
    if pays_two(w):
        states = number_supplies(w, missing)
        if states > 0:
            return _between_two(w, missing, bank, limit, states)
    states = 1
    for kind in range(KINDS):
        count = (missing >> (8 * kind)) & 0xFF
        w.stride[kind] = states
        if states == 1:
            w.multiset[0] = 0
        for index in range(states, states * (count + 1)):
            w.multiset[index] = w.multiset[index - states] + (1 << (8 * kind))
        states *= count + 1

    most_left = 0
    for index in range(w.source_n):
        if w.source_to[index] == TO_LEFT:
            most_left += max(w.source_raw_price[index], w.source_made_price[index])
    most_left = min(most_left, min(limit + w.rebate[TO_LEFT], FULL_PRICE * size_of(missing)))
    most_right = limit + w.rebate[TO_RIGHT]
    width = most_left + 1
    layer = states * width
    uses_left2 = w.most_uses[TO_LEFT2]
    uses_right2 = w.most_uses[TO_RIGHT2]
    uses_bank = w.most_uses[TO_BANK]
    step_right2 = uses_left2 + 1
    step_bank = step_right2 * (uses_right2 + 1)
    layers = step_bank * (uses_bank + 1)

    best = w.best
    for index in range(layers * layer):
        best[index] = UNREACHED
    best[(states - 1) * width] = 0
    for source in range(w.source_n):
        to = w.source_to[source]
        raw_price = w.source_raw_price[source]
        made_price = w.source_made_price[source]
        able = _list_kinds(w, w.source_mask[source])
        for extra in range(layers - 1, -1, -1):
            onward = extra
            if to == TO_LEFT2:
                if extra % step_right2 >= uses_left2:
                    continue
                onward = extra + 1
            elif to == TO_RIGHT2:
                if extra % step_bank // step_right2 >= uses_right2:
                    continue
                onward = extra + step_right2
            elif to == TO_BANK:
                if extra // step_bank >= uses_bank:
                    continue
                onward = extra + step_bank
            for state in range(1, states):
                held = w.multiset[state]
                row = extra * layer + state * width
                for at in range(able):
                    kind = w.able[at]
                    if not (held >> (8 * kind)) & 0xFF:
                        continue
                    price = raw_price if RAW_MASK >> kind & 1 else made_price
                    to_left = price if to == TO_LEFT else 0
                    to_right = price if to == TO_RIGHT else 0
                    target = onward * layer + (state - w.stride[kind]) * width
                    for left in range(width - to_left):
                        right = best[row + left] + to_right
                        if right <= most_right and right < best[target + left + to_left]:
                            best[target + left + to_left] = right
    return _undominated(w, bank, purse, width, layer)


@compiled
def _undominated(w, bank, purse, width, layer):
    """Collect the ways to nothing missing, dropping what the purse can't pay and the dominated."""
    rebate_left = w.rebate[TO_LEFT]
    rebate_right = w.rebate[TO_RIGHT]
    step_right2 = w.most_uses[TO_LEFT2] + 1
    step_bank = step_right2 * (w.most_uses[TO_RIGHT2] + 1)
    found = 0
    for extra in range(step_bank * (w.most_uses[TO_BANK] + 1)):
        left2 = extra % step_right2
        right2 = extra % step_bank // step_right2
        from_bank = extra // step_bank
        lowest = UNREACHED
        for raw_left in range(width):
            raw_right = np.int64(w.best[extra * layer + raw_left])
            if raw_right >= lowest:
                continue
            lowest = raw_right
            left = max(raw_left - rebate_left, 0)
            right = max(raw_right - rebate_right, 0)
            if left + right + left2 + right2 + from_bank + bank > purse:
                continue
            dominated = False
            kept = 0
            for row in range(found):
                pay = w.pay[row]
                if (
                    pay[0] <= left
                    and pay[1] <= right
                    and pay[2] <= left2
                    and pay[3] <= right2
                    and pay[4] <= from_bank + bank
                ):
                    dominated = True
                    break
            if dominated or found == PAYMENTS:
                continue
            for row in range(found):
                pay = w.pay[row]
                if (
                    pay[0] >= left
                    and pay[1] >= right
                    and pay[2] >= left2
                    and pay[3] >= right2
                    and pay[4] >= from_bank + bank
                ):
                    continue
                for payee in range(5):
                    w.pay[kept, payee] = pay[payee]
                kept += 1
            w.pay[kept, 0] = left
            w.pay[kept, 1] = right
            w.pay[kept, 2] = left2
            w.pay[kept, 3] = right2
            w.pay[kept, 4] = from_bank + bank
            found = kept + 1
    return found


@compiled
def quick_price(g, need, bank, seat, w):
    """``price_of`` where it is plain to see: that there is no payment, or the one there is.

    -1: it has to be worked out, with ``work_out_price``.
    """
    purse = np.int64(g.coins[seat])
    if bank > purse:
        return 0
    if lacking(need, g.has[seat]) == 0:
        return to_bank(w, bank)
    seats = np.int64(g.seats)
    left = left_of(seats, seat)
    right = right_of(seats, seat)
    if not covers(g.reach[seat] + g.offer[left] + g.offer[right], need):
        return 0
    if size_of(lacking(need, g.reach[seat])) > purse - bank:  # a coin each is the lowest price
        return 0
    return -1


@compiled
def to_bank(w, coins):
    """The one payment of what costs nothing but coins."""
    for payee in range(4):
        w.pay[0, payee] = 0
    w.pay[0, 4] = coins
    return 1


@compiled
def work_out_price(g, need, bank, seat, w):
    """``price_of`` where something is missing."""
    missing = lacking(need, g.has[seat])
    seats = np.int64(g.seats)
    left = left_of(seats, seat)
    right = right_of(seats, seat)
    clear_sources(w)
    add_own(w, missing, g.choice[seat], np.int64(g.choice_n[seat]))
    raw, made = prices_of(g, seat, TO_LEFT)
    shop = g.shop[left]
    add_seller(w, missing, g.sells[left], shop, np.int64(g.shop_n[left]), TO_LEFT, raw, made)
    raw, made = prices_of(g, seat, TO_RIGHT)
    shop = g.shop[right]
    add_seller(w, missing, g.sells[right], shop, np.int64(g.shop_n[right]), TO_RIGHT, raw, made)
    return frontier(w, missing, bank, np.int64(g.coins[seat]))


@inlined
def price_of(g, need, bank, seat, w):
    """All payments with which ``seat`` can meet a cost on the table as it stands (B14).

    With expansions in play that is ``full_price``; this is the base game's shorter way.
    """
    found = quick_price(g, need, bank, seat, w)
    return found if found >= 0 else work_out_price(g, need, bank, seat, w)


@compiled
def prices_of(g, seat, to):
    """What a raw and a manufactured resource of a neighbour cost (B12)."""
    raw = CHEAP_RAW_LEFT if to == TO_LEFT else CHEAP_RAW_RIGHT
    made = CHEAP_MADE_LEFT if to == TO_LEFT else CHEAP_MADE_RIGHT
    cheap = np.int64(g.cheap[seat])
    return 1 if cheap & raw else FULL_PRICE, 1 if cheap & made else FULL_PRICE


@compiled
def _add_neighbour(g, t, seat, to, missing, w):
    """What a neighbour sells; the Smuggler's Cache makes his starting resource cheaper (C5)."""
    seats = np.int64(g.seats)
    neighbour = left_of(seats, seat) if to == TO_LEFT else right_of(seats, seat)
    raw_price, made_price = prices_of(g, seat, to)
    sells = np.int64(g.sells[neighbour])
    start = np.int64(t.start[g.board[neighbour]])
    if g.power[seat, kinds.START_REBATE] and start != NONE:
        if (missing >> (8 * start)) & 0xFF:
            price = raw_price if RAW_MASK & (1 << start) else made_price
            add_source(w, 1 << start, to, price - 1, price - 1)
        sells -= 1 << (8 * start)
    shop = g.shop[neighbour]
    add_seller(w, missing, sells, shop, g.shop_n[neighbour], to, raw_price, made_price)


@compiled
def _add_far(g, w, missing, seat, to):
    """What a seat two places away sells through an emporium, a coin each (A13)."""
    add_seller(w, missing, np.int64(g.sells[seat]), g.shop[seat], g.shop_n[seat], to, 1, 1)


@inlined
def _with_space(g, t, seat, need, bank, fleet):
    """A cost with that of the next space of a fleet's track (A3); ``fleet`` -1: without a ship."""
    if fleet < 0:
        return need, bank
    space = np.int64(g.fleets[seat, fleet]) + 1
    yard = np.int64(g.shipyard[seat])
    more = np.int64(t.ship_cost[yard, fleet, space])
    return need + more, bank + np.int64(t.ship_coins[yard, fleet, space])


@compiled
def quick_full_price(g, t, seat, need, bank, less, fleet, w):
    """``full_price`` where it is plain to see, as ``quick_price``."""
    all_need, coins = _with_space(g, t, seat, need, bank, fleet)
    if coins > g.coins[seat]:
        return 0
    if lacking(all_need, np.int64(g.has[seat])) == 0:
        return to_bank(w, coins)
    if less == 0 and pays_plainly(g, seat):
        return quick_price(g, all_need, coins, seat, w)
    return -1


@inlined
def full_price(g, t, seat, need, bank, less, fleet, w):
    """All payments for a card or stage, with everything that can help, and with the next space of
    a fleet's track; ``fleet`` -1: without a ship.

    ``less`` is how many resources of the card's or stage's own part may be left out (L5).
    """
    found = quick_full_price(g, t, seat, need, bank, less, fleet, w)
    if found >= 0:
        return found
    return work_out_full_price(g, t, seat, need, bank, less, fleet, w)


@compiled
def pays_plainly(g, seat):
    """Whether a city pays by the base game's ways alone (B10 to B13), so far as it has effects."""
    if g.expansions == 0:
        return True
    power = g.power[seat]
    return not (
        power[kinds.OWN_KIND]
        or power[kinds.MISSING_KIND]
        or power[kinds.BANK_RESOURCE]
        or power[kinds.FAR_TRADE]
        or power[kinds.FAR_TRADE_RIGHT]
        or power[kinds.WHARF]
        or power[kinds.WHARF_RIGHT]
        or power[kinds.START_REBATE]
        or power[kinds.SHIP_DISCOUNT]
    )


@compiled
def work_out_full_price(g, t, seat, need, bank, less, fleet, w):
    """``full_price`` where something is missing."""
    all_need, coins = _with_space(g, t, seat, need, bank, fleet)
    if less == 0 and pays_plainly(g, seat):
        return work_out_price(g, all_need, coins, seat, w)
    purse = np.int64(g.coins[seat])
    missing = lacking(all_need, np.int64(g.has[seat]))
    seats = np.int64(g.seats)
    power = g.power[seat]
    banks = min(np.int64(power[kinds.BANK_RESOURCE]), MOST_USES)
    far_left = min(np.int64(power[kinds.FAR_TRADE]), MOST_USES) if seats > 3 else 0
    far_right = min(np.int64(power[kinds.FAR_TRADE_RIGHT]), MOST_USES) if seats > 3 else 0
    if seats == 4:  # two places to the left is two places to the right
        far_left += far_right
        far_right = 0
    made = kinds_of(np.int64(g.offer[seat]))
    clear_sources(w)
    add_own(w, missing, g.choice[seat], g.choice_n[seat])
    for _ in range(power[kinds.OWN_KIND]):
        add_source(w, made, TO_NOBODY, 0, 0)
    for _ in range(power[kinds.MISSING_KIND]):
        add_source(w, ANY_KIND & ~made, TO_NOBODY, 0, 0)
    for _ in range(less):
        add_source(w, kinds_of(need), TO_NOBODY, 0, 0)
    if fleet >= 0:
        for _ in range(power[kinds.SHIP_DISCOUNT]):
            add_source(w, kinds_of(all_need - need), TO_NOBODY, 0, 0)
    _add_neighbour(g, t, seat, TO_LEFT, missing, w)
    _add_neighbour(g, t, seat, TO_RIGHT, missing, w)
    for _ in range(banks):
        add_any(w, missing, TO_BANK, 1)
    if far_left:
        _add_far(g, w, missing, left_of(seats, left_of(seats, seat)), TO_LEFT2)
    if far_right:
        _add_far(g, w, missing, right_of(seats, right_of(seats, seat)), TO_RIGHT2)
    if not _enough_of_each(w, missing):
        return 0
    w.rebate[TO_LEFT] = power[kinds.WHARF]
    w.rebate[TO_RIGHT] = power[kinds.WHARF_RIGHT]
    w.most_uses[TO_LEFT2] = far_left
    w.most_uses[TO_RIGHT2] = far_right
    w.most_uses[TO_BANK] = banks
    return frontier(w, missing, coins, purse)


@compiled
def _enough_of_each(w, missing):
    """A cheap look: whether every kind that is missing has sources enough."""
    for kind in range(KINDS):
        lack = (missing >> (8 * kind)) & 0xFF
        if lack:
            for source in range(w.source_n):
                if w.source_mask[source] & (1 << kind):
                    lack -= 1
            if lack > 0:
                return False
    return True
