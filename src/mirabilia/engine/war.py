"""War (B23, C3, A12, L8, T6): at the end of an age shields are compared with the neighbours.

A diplomacy token takes its owner out of the war, and his neighbours face each other. A raid is one
conflict more, whatever the diplomacy. In teams partners don't fight, tokens are double, and
diplomacy only takes one token off.

Every pair that meets is told of with its shields, draws included, before the tokens it takes.
"""

from __future__ import annotations

import numpy as np

from . import kinds
from .at_once import take_coins
from .events import emit
from .jit import compiled
from .state import LOSES, MEETS, MEETS_BY_RAID, USES_DIPLOMACY, WINS


@compiled
def strength(g, seat):
    """Shields, and for Semiramis the own defeat tokens."""
    more = np.int64(g.power[seat, kinds.DEFEATS_AS_SHIELDS]) * np.int64(g.defeats[seat])
    return np.int64(g.shields[seat]) + more


@compiled
def _conflict(g, ev, shields, one, other, tokens, meeting):
    """Compare two seats; the winner takes victory tokens, the loser defeat tokens."""
    emit(ev, meeting, one, other, shields[one], shields[other])
    difference = shields[one] - shields[other]
    if difference == 0:
        return
    winner = one if difference > 0 else other
    loser = other if difference > 0 else one
    age = g.age
    g.victories[winner, age - 1] += tokens
    bearer = loser
    if g.expansions and g.power[loser, kinds.REDIRECT_DEFEATS]:
        bearer = winner  # Tomyris
    g.defeats[bearer] += tokens
    for _ in range(tokens):
        emit(ev, WINS, winner, 2 * age - 1, loser, 0)
        emit(ev, LOSES, bearer, -1, winner if bearer == loser else loser, 0)
        if g.expansions:
            take_coins(g, ev, winner, np.int64(g.power[winner, kinds.COINS_ON_VICTORY]), -1)


@compiled
def _team_war(g, ev, shields, out):
    """Against the neighbour who is no partner, with double tokens, less one for each diplomacy."""
    seats = g.seats
    for seat in range(1, seats, 2):
        other = (seat + 1) % seats
        tokens = 2
        if out >> seat & 1:
            tokens -= 1
        if out >> other & 1:
            tokens -= 1
        _conflict(g, ev, shields, seat, other, tokens, MEETS)


@compiled
def _next_fighter(seats, out, seat):
    other = (seat + 1) % seats
    while out >> other & 1:
        other = (other + 1) % seats
    return other


@compiled
def _is_pair(pairs, one, other):
    return pairs[one] >> other & 1


@compiled
def fight(g, ev, w):
    seats = np.int64(g.seats)
    shields = w.shields
    if g.expansions == 0:
        for seat in range(seats):
            shields[seat] = g.shields[seat]
        for seat in range(seats):
            _conflict(g, ev, shields, seat, (seat + 1) % seats, 1, MEETS)
        return
    g.bonus_taken[:] = 0  # for Berenice a war is an occasion of its own, as a turn is
    pairs = w.pairs
    out = 0
    fighters = 0
    for seat in range(seats):
        shields[seat] = strength(g, seat)
        pairs[seat] = 0
        if g.diplomacy[seat]:
            g.diplomacy[seat] -= 1
            out |= 1 << seat
            emit(ev, USES_DIPLOMACY, seat, 1, 0, 0)
        else:
            fighters += 1
    if g.teams:
        _team_war(g, ev, shields, out)
        for seat in range(1, seats, 2):
            pairs[seat] |= 1 << ((seat + 1) % seats)
            pairs[(seat + 1) % seats] |= 1 << seat
    elif fighters > 1:
        for seat in range(seats):
            if out >> seat & 1:
                continue
            other = _next_fighter(seats, out, seat)
            if not _is_pair(pairs, seat, other):
                pairs[seat] |= 1 << other
                pairs[other] |= 1 << seat
                _conflict(g, ev, shields, seat, other, 1, MEETS)
    _raids(g, ev, shields, pairs)


@compiled
def _raids(g, ev, shields, pairs):
    """Two fight at most once in a war (A12)."""
    for seat in range(g.seats):
        for target in range(g.seats):
            if g.raids[seat] >> target & 1 and not _is_pair(pairs, seat, target):
                pairs[seat] |= 1 << target
                pairs[target] |= 1 << seat
                _conflict(g, ev, shields, seat, target, 1, MEETS_BY_RAID)
        g.raids[seat] = 0
