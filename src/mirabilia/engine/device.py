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
from numba import cuda
from numba.core import config as numba_config

from ..catalogue import Catalogue
from .deal import Variant
from .rooms import best_needed
from .state import GAME, WORK
from .tables import TABLES

config: Any = numba_config
SIMULATED = bool(config.ENABLE_CUDASIM)
_NAMES = WORK.names or ()


def aligned(record: np.dtype[Any]) -> np.dtype[Any]:
    """A record with the same fields, each where a GPU can read it."""
    fields = [(name, record[name]) for name in record.names or ()]
    return np.dtype((np.record, np.dtype(fields, align=True)))


GAMES, BOOK = aligned(GAME), aligned(TABLES)


def works_for(catalogue: Catalogue) -> np.dtype[Any]:
    """Scratch space for games with these costs: as little as they need.

    The less memory lies between what threads use, the less often a GPU has to look up where it is.
    """
    room = best_needed(catalogue)
    fields = [(name, (WORK[name].base, room) if name == "best" else WORK[name]) for name in _NAMES]
    return aligned(np.dtype(fields))


def book_for(tables: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The tables of a rulebook as they lie on a GPU."""
    book = np.zeros(1, BOOK)
    for name in BOOK.names or ():
        book[name] = tables[name]
    return book


if SIMULATED:
    device_function: Any = cuda.jit(device=True)

    def game_of(variant: Variant) -> Any:
        """What takes a game of a variant out of an array of them."""

        @device_function
        def game_at(games, at):
            return games[at]

        return game_at

else:
    from . import device_types

    device_function = device_types.Device.of

    def game_of(variant: Variant) -> Any:
        """What takes a game of a variant out of an array of them."""
        return device_types.game_at(GAMES, variant)


@device_function
def _least(one, other):
    return one if one < other else other


@device_function
def _most(one, other):
    return one if one > other else other


# Numba's own of the CUDA target take any number of arguments, in far more code.
INSTEAD = {"min": _least, "max": _most}
