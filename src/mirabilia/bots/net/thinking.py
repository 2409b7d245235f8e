"""From inputs to what a net thinks, in compiled code.

Sums run over units side by side, never over a row by itself: so a processor adds up many at once,
and always in the same order.
"""

from __future__ import annotations

import numpy as np

from ...batch import layout as a
from ...batch.legal import is_hand
from ...engine.chance import draw
from ...engine.jit import compiled, inlined
from ...engine.moves import card_held, cards_held
from .inputs import DRAWS, FIRST, HEADS, MOST_ACTIONS, SECOND

_LANES = 8  # sums side by side


@compiled
def think(net, mind):
    """The units of both layers, from the inputs."""
    first = mind.thought.first
    second = mind.thought.second
    for unit in range(FIRST):
        first[unit] = net.first_plus[unit]
    for at in range(mind.n):
        row = net.first[mind.index[at]]
        value = np.float32(mind.value[at])
        for unit in range(FIRST):
            first[unit] += value * row[unit]
    for unit in range(SECOND):
        second[unit] = net.second_plus[unit]
    for at in range(FIRST):
        value = first[at]
        if value > 0:
            row = net.second[at]
            for unit in range(SECOND):
                second[unit] += value * row[unit]
    for unit in range(SECOND):
        second[unit] = max(second[unit], np.float32(0))


@inlined
def _times(row, second):
    """The sum of products, in eight sums of their own."""
    s0 = s1 = s2 = s3 = s4 = s5 = s6 = s7 = np.float32(0)
    for at in range(0, SECOND, _LANES):
        s0 += row[at] * second[at]
        s1 += row[at + 1] * second[at + 1]
        s2 += row[at + 2] * second[at + 2]
        s3 += row[at + 3] * second[at + 3]
        s4 += row[at + 4] * second[at + 4]
        s5 += row[at + 5] * second[at + 5]
        s6 += row[at + 6] * second[at + 6]
        s7 += row[at + 7] * second[at + 7]
    return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7))


@compiled
def expect(net, mind):
    """What is to be expected, by the units of the last thought."""
    thought = mind.thought
    for head in range(HEADS):
        thought.expected[head] = net.heads_plus[head] + _times(net.heads[head], thought.second)


@compiled
def _like(net, thought, number):
    if thought.n < MOST_ACTIONS:
        thought.action[thought.n] = number
        thought.liking[thought.n] = net.actions_plus[number] + _times(
            net.actions[number], thought.second
        )
        thought.n += 1


@inlined
def _like_card(net, mind, thought, number):
    uses = np.int64(mind.mask[number])
    for use in range(len(a.USES)):
        if uses >> use & 1:
            _like(net, thought, len(a.USES) * number + use)


@compiled
def like_all(g, seat, net, mind):
    """How much the net likes each legal action."""
    thought = mind.thought
    thought.n = 0
    if is_hand(g.asked[seat]) and mind.pending[0] == 0:
        for index in range(cards_held(g, seat)):
            number = np.int64(mind.numbers[card_held(g, seat, index)])
            again = False
            for earlier in range(index):
                if mind.numbers[card_held(g, seat, earlier)] == number:
                    again = True
            if not again:
                _like_card(net, mind, thought, number)
        return
    for number in range(a.MASK):
        if mind.mask[number]:
            _like_card(net, mind, thought, number)


@compiled
def pick(mind, heat, rng):
    """An action, by liking and luck; without heat the one liked best."""
    thought = mind.thought
    best = 0
    most = np.float32(-1e30)
    for at in range(thought.n):
        liking = thought.liking[at]
        if heat > 0:
            liking += heat * mind.luck[draw(rng, DRAWS)]
        if liking > most:
            most = liking
            best = at
    return best
