"""Chance: a small generator whose state is a field of the game, shuffles and seeds.

A multiply-with-carry generator in 64 bits: nothing in it overflows, so that compiled and
uncompiled runs agree. Bots that need chance bring a state of their own.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .jit import compiled

LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
FACTOR = np.uint64(4294883355)


@compiled
def draw(rng, bound):
    """A number from 0 to ``bound`` - 1; ``rng`` is an array with the generator's state."""
    state = rng[0]
    low = state & LOW
    carry = state >> HALF
    rng[0] = low * FACTOR + carry
    return np.int64(((low ^ carry) * np.uint64(bound)) >> HALF)


@compiled
def shuffle(rng, cards, count):
    for last in range(count - 1, 0, -1):
        other = draw(rng, last + 1)
        cards[last], cards[other] = cards[other], cards[last]


def states(seeds: npt.ArrayLike, stream: int = 0) -> npt.NDArray[np.uint64]:
    """Well mixed generator states for seeds; streams of one seed have nothing in common."""
    with np.errstate(over="ignore"):
        mixed: npt.NDArray[np.uint64] = mix(np.atleast_1d(np.asarray(seeds, np.uint64)), stream)
    return mixed


def mix(seeds, stream):
    """``states``, also of a single seed, for who has no arrays; here alone something overflows."""
    x = seeds * np.uint64(0x9E3779B97F4A7C15)
    x = x + np.uint64(stream) * np.uint64(0xD1B54A32D192ED03) + np.uint64(0x2545F4914F6CDD1D)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    x = x ^ (x >> np.uint64(31))
    # The carry stays below FACTOR and the state off the generator's fixed points.
    return ((x >> HALF) % (FACTOR - np.uint64(1)) << HALF) | (x & LOW) | np.uint64(1)
