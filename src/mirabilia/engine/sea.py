"""Naval conflict (A14): after the land war all compare their naval strength."""

from __future__ import annotations

import numpy as np

from .count import naval_strength
from .events import emit
from .jit import compiled, inlined
from .state import NAVAL_TOKEN, OWES_SAIL, SAILS, STAYS_OUT, VALUE

_REWARDS = 3


@compiled
def _take_token(g, ev, seat, value):
    """Tokens are counted by value: 1, 3, 5, 7, then -1, -2, -3."""
    if value > 0:
        g.naval_tokens[seat, value // 2] += 1
    else:
        g.naval_tokens[seat, 3 - value] += 1
    emit(ev, NAVAL_TOKEN, seat, value, 0, 0)


@compiled
def naval_points(g, seat):
    points = 0
    for index in range(4):
        points += np.int64(g.naval_tokens[seat, index]) * (2 * index + 1)
    for index in range(3):
        points -= np.int64(g.naval_tokens[seat, 4 + index]) * (index + 1)
    return points


@inlined
def _tell_strengths(g, ev, strengths, out):
    """How strong everybody is who takes part, and in which place; who is tied shares it."""
    if ev.shape[0] == 0:
        return
    for seat in range(g.seats):
        if out >> seat & 1:
            continue
        place = 1
        for other in range(g.seats):
            if not out >> other & 1 and strengths[other] > strengths[seat]:
                place += 1
        emit(ev, SAILS, seat, strengths[seat], place, 0)


@compiled
def naval_conflict(g, t, ev, w):
    """The last-placed take their token, then the ladder of rewards goes down the ranking."""
    strengths = w.shields
    age = g.age - 1
    out = 0
    lowest = 9999
    highest = -1
    for seat in range(g.seats):
        strengths[seat] = naval_strength(g, t, seat)
        if g.asked[seat] == OWES_SAIL and g.move[seat, VALUE] == 0:
            out |= 1 << seat
            emit(ev, STAYS_OUT, seat, 0, 0, 0)
        else:
            lowest = min(lowest, strengths[seat])
            highest = max(highest, strengths[seat])
    _tell_strengths(g, ev, strengths, out)
    if highest <= lowest:  # all are equal, or one alone sails
        return
    for seat in range(g.seats):
        if not out >> seat & 1 and strengths[seat] == lowest:
            _take_token(g, ev, seat, np.int64(t.naval_penalties[age]))
    step = 0
    while highest > lowest:
        group = 0
        for seat in range(g.seats):
            if not out >> seat & 1 and strengths[seat] == highest:
                group += 1
        # One alone takes the next reward, a tied group the one below it, and uses up both.
        rung = step if group == 1 else step + 1
        step += 1 if group == 1 else 2
        following = lowest
        for seat in range(g.seats):
            if out >> seat & 1:
                continue
            if strengths[seat] == highest and rung < _REWARDS and t.naval_rewards[age, rung]:
                _take_token(g, ev, seat, np.int64(t.naval_rewards[age, rung]))
            elif strengths[seat] < highest:
                following = max(following, strengths[seat])
        highest = following
