"""The fields of a game's record, read once.

Asking a NumPy record for a field by its name is slow, and a view asks hundreds of times. Arrays are
still those of the record; numbers are as they were when this was made.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def copy_of(games: npt.NDArray[np.void]) -> npt.NDArray[np.void]:
    """Byte by byte: field by field it would take much longer."""
    return games.view(np.uint8).copy().view(games.dtype)


class Fields:
    """A record of the engine, for reading only.

    >>> games = np.zeros(1, [("coins", "i2", 3), ("age", "i1")])
    >>> g = Fields(games)
    >>> g.coins.tolist(), int(g["age"])
    ([0, 0, 0], 0)
    """

    def __init__(self, games: npt.NDArray[np.void]) -> None:
        self.__dict__.update({name: games[name][0] for name in games.dtype.names or ()})

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"A game's record has no field {name!r}.")

    def __getitem__(self, name: str) -> Any:
        return self.__dict__[name]
