"""Where to look first in a replay: the beginning, the last turn of each age, its war, the end, and
the turn that decided the game.

That one is told by the points that everybody would have had, had the game ended then: from the
moment after it on, nobody but who has won in the end was ever ahead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..game.replays import Replay

BEGINNING, LAST_TURN, WAR, DECIDED, END = "beginning", "last_turn", "war", "decided", "end"


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment worth looking at, of an age where that matters. In ``WAR`` it has just been fought;
    in ``DECIDED`` it is decided which brings who wins, ``seats``, in front for good.
    """

    at: int
    kind: str
    age: int = 0
    seats: tuple[int, ...] = ()


def marks(replay: Replay) -> tuple[Mark, ...]:
    """All of them, in the order of the game."""
    ages = replay.ages
    found = [Mark(0, BEGINNING)]
    for at in range(1, len(ages)):
        ended = ages[at] != ages[at - 1] or at == replay.last
        if ended and replay.ended.over:
            age = ages[at - 1]
            found += [Mark(at - 1, LAST_TURN, age), Mark(at, WAR if at < replay.last else END, age)]
    if deciding := decided(replay):
        found.append(deciding)
    return tuple(sorted(found, key=lambda mark: mark.at))


def decided(replay: Replay) -> Mark | None:
    """The turn that decided a game; None if who won was ahead from the beginning."""
    winners = replay.leaders(replay.last)
    at = replay.last
    while at and replay.leaders(at - 1) <= winners:
        at -= 1
    return Mark(at - 1, DECIDED, seats=tuple(sorted(winners))) if at else None
