"""The forecast: what the war and the naval conflict would be if the age ended now.

The engine fights them on a copy of the record, by the cities, raids and diplomacy that lie open; so
the forecast is made of the events that the end of the age would tell, and holds nothing hidden.
Choices that are still owed are taken as not made, and whoever may stay out of the naval conflict
takes part in it. While that is being decided the war is over, and only the naval conflict to come.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..engine import sea, war
from ..engine import state as s
from ..engine.scratch import scratch
from ..engine.tables import Rulebook
from .codec import Event, events_told
from .fields import copy_of


def forecast(book: Rulebook, games: npt.NDArray[np.void]) -> tuple[Event, ...]:
    """The events of the conflicts to come in this age; none once the game is over."""
    step = games["step"][0]
    if step == s.OVER:
        return ()
    copied = copy_of(games)
    copied["asked"] = s.OWES_NOTHING
    g: Any = copied[0]
    space = scratch()
    space.events[0, 0] = 0
    if step != s.NAVAL:
        war.fight(g, space.events, space.w)
    if copied["expansions"][0] & s.WITH_ARMADA:
        sea.naval_conflict(g, book.tables[0], space.events, space.w)
    return tuple(events_told(book, g, space.events))
