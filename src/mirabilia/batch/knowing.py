"""What a seat knows of others' hands (K1), in compiled code: the same as ``game/views.py`` says.

A hand that has passed through one's own is known but for what was laid face down since: of so many
cards, so many are gone, and nobody knows which.
"""

from __future__ import annotations

import numpy as np

from ..engine.jit import compiled, inlined
from ..engine.state import HAND, NONE, PLAYED


@inlined
def knower_of(g, seat):
    """Whose knowledge counts: the Free City's seat is its holder's to see."""
    if g.free_city and seat == 2:
        return np.int64(g.holder) if g.holder != NONE else 0
    return seat


@compiled
def _gone(g, knower, other, gone):
    """Writes what was laid face down of a hand since the knower had it; how many, -1: unknown."""
    seats = np.int64(g.seats)
    step = -1 if g.age == 2 else 1
    now = min(g.turn, g.turns)
    taken_until = now - 1 if g.step == PLAYED else now
    count = 0
    for earlier in range(taken_until, g.since - 1, -1):
        holder = (other - step * (now - earlier)) % seats
        if holder == knower:
            return count
        card = np.int64(g.laid[g.age - 1, earlier, holder])
        if card != NONE and count < HAND:
            gone[count] = card
            count += 1
    return -1


@compiled
def _gone_of_two(g, knower, other, gone):
    """Two players swap hands: all but a card just drawn from the pile has been seen.

    -2: the last card of the hand is unknown, all others are there.
    """
    choosing = g.step == PLAYED
    if other == knower or (other == 2 and choosing and knower == g.holder):
        return 0
    if other == 2 or g.turn <= g.since:
        return -1
    if choosing:
        return -2 if other == g.holder else 0
    if other == g.holder:
        return -1
    card = np.int64(g.laid[g.age - 1, min(g.turn, g.turns), other])
    if card == NONE:
        return 0
    gone[0] = card
    return 1


@compiled
def known(g, numbers, knower, other, seen, maybe, gone):
    """Writes the cards certainly and maybe in a hand, the lowest numbers first; the rest is 0.

    How they lie in the hand would tell which of them are gone.
    """
    held = np.int64(g.hand_n[other])
    if g.free_city:
        lost = _gone_of_two(g, knower, other, gone)
    elif other == knower or (g.teams and other == knower ^ 1):
        lost = 0
    else:
        lost = _gone(g, knower, other, gone) if held else -1
    if lost == -2:
        held -= 1
        lost = 0
    certain = 0
    possible = 0
    if lost == 0:
        for index in range(held):
            seen[certain] = numbers[g.hand[other, index]]
            certain += 1
    elif lost > 0:
        for index in range(held + lost):
            card = np.int64(g.hand[other, index]) if index < held else np.int64(gone[index - held])
            count, first = _count(g, other, held, gone, lost, card, index)
            if first:
                sure = max(0, count - lost)
                for copy in range(count):
                    if copy < sure:
                        seen[certain] = numbers[card]
                        certain += 1
                    elif possible < HAND:
                        maybe[possible] = numbers[card]
                        possible += 1
    _sort(seen, certain)
    _sort(maybe, possible)
    for index in range(certain, HAND):
        seen[index] = 0
    for index in range(possible, HAND):
        maybe[index] = 0


@compiled
def _sort(cards, count):
    for last in range(1, count):
        card = cards[last]
        at = last
        while at and cards[at - 1] > card:
            cards[at] = cards[at - 1]
            at -= 1
        cards[at] = card


@inlined
def _count(g, other, held, gone, lost, card, index):
    """Copies of a card among the hand and what is gone, and whether this is the first of them."""
    count = 0
    first = True
    for at in range(held):
        if g.hand[other, at] == card:
            count += 1
            if at < index:
                first = False
    for at in range(lost):
        if gone[at] == card:
            count += 1
            if held + at < index:
                first = False
    return count, first
