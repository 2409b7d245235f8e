"""From inputs to what a net thinks, in compiled code.

Sums run over units side by side, never over a row by itself: so a processor adds up many at once,
and always in the same order.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...batch import layout as a
from ...batch.legal import is_hand
from ...engine.chance import draw
from ...engine.jit import compiled, inlined
from ...engine.moves import card_held, cards_held
from .net import FIRST, HEADS, SECOND

_LANES = 8  # sums side by side
MOST_ACTIONS = 160
DRAWS = 4096
THOUGHT = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("first", np.float32, (FIRST,)),
                ("second", np.float32, (SECOND,)),
                ("expected", np.float32, (HEADS,)),
                ("action", np.int64, (MOST_ACTIONS,)),  # the legal ones
                ("liking", np.float32, (MOST_ACTIONS,)),
                ("n", np.int64),
            ],
            align=True,
        ),
    )
)
_FINE = 1024


def _luck() -> npt.NDArray[np.float32]:
    """Quantiles of Gumbel's distribution; what adds one of them to each liking and takes the most
    draws as the exponentials of the likings say. Whole numbers of ``_FINE``-ths, alike everywhere.
    """
    quantiles = (np.arange(DRAWS) + 0.5) / DRAWS
    luck: npt.NDArray[np.float32] = np.rint(-np.log(-np.log(quantiles)) * _FINE) / _FINE
    return luck.astype(np.float32)


LUCK = _luck()


@compiled
def think(net, mind, thought):
    """The units of both layers, from the inputs."""
    first = thought.first
    second = thought.second
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
def expect(net, thought):
    """What is to be expected, by the units of the last thought."""
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
def like_all(g, seat, net, numbers, mind, thought):
    """How much the net likes each legal action."""
    thought.n = 0
    if is_hand(g.asked[seat]) and mind.pending[0] == 0:
        for index in range(cards_held(g, seat)):
            number = np.int64(numbers[card_held(g, seat, index)])
            again = False
            for earlier in range(index):
                if numbers[card_held(g, seat, earlier)] == number:
                    again = True
            if not again:
                _like_card(net, mind, thought, number)
        return
    for number in range(a.MASK):
        if mind.mask[number]:
            _like_card(net, mind, thought, number)


@compiled
def pick(thought, luck, heat, rng):
    """An action, by liking and luck; without heat the one liked best."""
    best = 0
    most = np.float32(-1e30)
    for at in range(thought.n):
        liking = thought.liking[at]
        if heat > 0:
            liking += heat * luck[draw(rng, DRAWS)]
        if liking > most:
            most = liking
            best = at
    return best
