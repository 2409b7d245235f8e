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
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..engine import state as s
from ..engine.choices import make_choices, reach_spaces
from ..engine.play import carry_out
from ..engine.scratch import Scratch, scratch
from ..engine.tables import Rulebook
from . import numbers

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
    copied, space = games.copy(), scratch()
    kind = copied["asked"][0, seat]
    before = _counted(book, copied, seat)
    found = []
    for row in rows:
        copied.view(np.uint8)[:] = games.view(np.uint8)  # field by field it would take much longer
        for field in _HIDDEN + _OPEN:
            copied[field] = 0
        copied["asked"] = s.OWES_NOTHING
        copied["asked"][0, seat] = kind
        copied["move"][0, seat] = row
        _carry_out(copied, book.tables[0], kind, space)
        after = _counted(book, copied, seat)
        found.append(Gain(*(then - now for now, then in zip(before, after, strict=True))))
    return found


def _carry_out(games: npt.NDArray[np.void], t: Any, kind: int, space: Scratch) -> None:
    g = games[0]
    space.events[0, 0] = 0
    if kind == s.OWES_RECRUIT:
        make_choices(g, t, space.events)
    else:
        carry_out(g, t, space.events)
        if games["owed_n"].any():  # what has one outcome only
            make_choices(g, t, space.events)
    if games["reached"].any():
        reach_spaces(g, t, space.events)


def _counted(book: Rulebook, games: npt.NDArray[np.void], seat: int) -> Gain:
    counted = numbers.counted(games, book.tables)
    return Gain(
        int(counted.total[seat]) - int(counted.lines[seat, s.COINS]),
        int(games["coins"][0, seat]),
        int(counted.shields[seat]),
        int(counted.naval_strength[seat]),
        int(counted.commerce[seat]),
    )
