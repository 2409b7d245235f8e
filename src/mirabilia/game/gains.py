"""What a move would bring a seat now: points, coins, strength on land and at sea.

The engine carries the move out on a copy of the record, as if nobody else did anything; what the
city then counts more is the gain. No war is fought and no choice is made: what a card leaves to
choose, or to a pile of which nobody knows the top, brings nothing yet. Points are as if the game
ended then, without those of coins, which are a gain of their own. Nothing is paid, so a card may be
asked about that is too dear now: the price, and what buying brings in, stand apart.

Nothing hidden has a part in it (K1): the decisions of others are left out of the copy, and what
lies face down is taken off it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..engine import state as s
from ..engine.asked import carry_out_alone
from ..engine.numbers import count_cities
from ..engine.scratch import scratch
from ..engine.tables import Rulebook
from .fields import copy_of

_HIDDEN = ("sea_n", "box_n")
_OPEN = ("owed_n", "reached", "explores")  # of moves before this one


class Gain(NamedTuple):
    """How much more a city would have."""

    points: int = 0
    coins: int = 0
    shields: int = 0
    naval: int = 0
    commerce: int = 0


def gains(
    book: Rulebook,
    games: npt.NDArray[np.void],
    seat: int,
    rows: Iterable[npt.NDArray[np.int16]],
) -> list[Gain]:
    """The gain of each move, given as the engine's row without a payment."""
    asking, space = _alone(games, seat), scratch()
    before, tried, found = _counted(book, games, seat), copy_of(asking), []
    for row in rows:
        tried.view(np.uint8)[:] = asking.view(np.uint8)
        tried["move"][0, seat] = row
        space.events[0, 0] = 0
        carry_out_alone(tried, book.tables, seat, space.events)
        after = _counted(book, tried, seat)
        found.append(Gain(*(then - now for now, then in zip(before, after, strict=True))))
    return found


def _alone(games: npt.NDArray[np.void], seat: int) -> npt.NDArray[np.void]:
    """The game as if nobody else were asked, and nothing were hidden."""
    copied = copy_of(games)
    kind = copied["asked"][0, seat]
    for field in _HIDDEN + _OPEN:
        copied[field] = 0
    copied["asked"] = s.OWES_NOTHING
    copied["asked"][0, seat] = kind
    return copied


def _counted(book: Rulebook, games: npt.NDArray[np.void], seat: int) -> Gain:
    found = scratch().numbers
    count_cities(games, book.tables, found)
    return Gain(
        int(found["total"][0, seat]) - int(found["lines"][0, seat, s.COINS]),
        int(games["coins"][0, seat]),
        int(found["shields"][0, seat]),
        int(found["naval_strength"][0, seat]),
        int(found["commerce"][0, seat]),
    )
