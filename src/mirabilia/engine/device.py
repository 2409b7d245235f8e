"""The engine on a GPU: the same functions once more, as device functions of Numba's CUDA target.

A thread plays a game by itself: its record and its scratch space lie in the GPU's memory, aligned,
as a GPU reads nothing else. ``Twins(device_function, INSTEAD)`` makes the functions (``twins``).

All games of a run have the same seats and expansions. On a GPU these are no fields but constants of
the record's type (``device_types``), so that what a run has no use for is left out of its code: how
much code there is decides how fast it runs there.

With ``NUMBA_ENABLE_CUDASIM=1`` the same runs on Numba's simulator, uncompiled.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import cuda as numba_cuda
from numba import from_dtype
from numba.core import config as numba_config
from numba.core import types as numba_types

from ..catalogue import Catalogue
from .chance import mix, states
from .deal import Variant
from .rooms import LAYERS, best_needed
from .state import CARDS, GAME, SEATS, WORK
from .tables import TABLES

cuda: Any = numba_cuda
types: Any = numba_types
config: Any = numba_config
SIMULATED = bool(config.ENABLE_CUDASIM)
_NAMES = WORK.names or ()


def aligned(record: np.dtype[Any]) -> np.dtype[Any]:
    """A record with the same fields, each where a GPU can read it."""
    fields = [(name, record[name]) for name in record.names or ()]
    return np.dtype((np.record, np.dtype(fields, align=True)))


BOOK = aligned(TABLES)
_LONG = "seen", "moves", "best"
MOVES_LISTED = 2 * CARDS  # by whoever plays at random: the choices of a decision


def games_for(variant: Variant) -> np.dtype[Any]:
    """Games with as many seats as there are: what lies close together is read together.

    (On the simulator what a function calls is no twin, and knows of eight.)
    """
    seats = SEATS if SIMULATED else variant.seats
    fields = []
    for name in GAME.names or ():
        shape = list(GAME[name].shape)
        if SEATS in shape:
            shape[shape.index(SEATS)] = seats
        fields.append((name, GAME[name].base, tuple(shape)))
    return aligned(np.dtype(fields))


def works_for(catalogue: Catalogue, variant: Variant, at_random: bool) -> np.dtype[Any]:
    """Scratch space for games with these costs: as little as they need.

    The less memory lies between what threads use, the less often a GPU has to look up where it is.
    What is long comes last.
    """
    room = best_needed(catalogue)
    if not variant.expansions:  # nobody but the neighbours is paid
        room = -(-room // LAYERS)
    lengths = {"best": room}
    if at_random:
        lengths["moves"] = MOVES_LISTED
    fields = []
    for name in (*(name for name in _NAMES if name not in _LONG), *_LONG):
        shape = WORK[name].shape
        if name in lengths:
            shape = (lengths[name], *shape[1:])
        fields.append((name, WORK[name].base, shape))
    return aligned(np.dtype(fields))


def book_for(tables: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The tables of a rulebook as they lie on a GPU."""
    book = np.zeros(1, BOOK)
    for name in BOOK.names or ():
        book[name] = tables[name]
    return book


def type_of(array: Any) -> Any:
    """What Numba compiles for, of an array on a GPU."""
    return types.Array(from_dtype(array.dtype), array.ndim, "C")


if SIMULATED:
    device_function: Any = cuda.jit(device=True)

    def game_of(variant: Variant) -> Any:
        """What takes a game of a variant out of an array of them."""

        @device_function
        def game_at(games, at):
            return games[at]

        return game_at

    @device_function
    def any_of_block(true):
        """Whether it is true for any game of the block, all of which have come here."""
        return cuda.syncthreads_or(true)

    any_of_warp = any_of_block  # there are no warps

    @device_function
    def state_of(seed, stream):
        """The state of a generator."""
        return states(seed, int(stream))[0]

else:
    from . import device_types

    device_function = device_types.Device.of

    def game_of(variant: Variant) -> Any:
        """What takes a game of a variant out of an array of them."""
        return device_types.game_at(games_for(variant), variant)

    @device_function
    def any_of_warp(true):
        """Whether it is true for any game of the warp, all of which have come here."""
        return cuda.any_sync(0xFFFFFFFF, true)

    @device_function
    def any_of_block(true):
        """Whether it is true for any game of the whole block."""
        return cuda.syncthreads_or(np.int32(true)) != 0

    state_of = device_function(mix)


@device_function
def _least(one, other):
    return one if one < other else other


@device_function
def _most(one, other):
    return one if one > other else other


# Numba's own of the CUDA target take any number of arguments, in far more code.
INSTEAD = {"min": _least, "max": _most}
