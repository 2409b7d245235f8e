"""What places are worth in a tournament, and how players stand.

The first of a table gets 60 points of place, the last none, those between them evenly: so tables of
different sizes count alike. Who shares a place gets the mean of the places shared. Who has not come
gets none, whatever the bot in his seat has done. A tie is broken by how many games somebody has
won, then by the points of all his games; who is equal in all of that shares a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .counting import left_behind

FIRST = 60


@dataclass(frozen=True, slots=True)
class Result:
    """A game of an entrant: which round, his place, and those of his table."""

    entrant: int
    round: int
    place: int
    places: tuple[int, ...]
    points: int
    absent: bool = False

    @property
    def of_place(self) -> float:
        """Points of place."""
        return 0.0 if self.absent else worth(self.place, self.places)


@dataclass(frozen=True, slots=True)
class Stands:
    """How an entrant stands, with his points of place by round."""

    place: int
    entrant: int
    of_place: float
    victories: int
    points: int
    rounds: tuple[tuple[int, float], ...]


def worth(place: int, places: Sequence[int]) -> float:
    """What a place at a table is worth.

    >>> worth(1, [1, 2, 3, 4]), worth(2, [1, 2, 2]), worth(3, [1, 2, 3])
    (60.0, 15.0, 0.0)
    """
    return FIRST * left_behind(place, places) / (len(places) - 1)


def standings(entrants: Iterable[int], results: Iterable[Result]) -> list[Stands]:
    """All entrants, the first of them first."""
    played: dict[int, list[Result]] = {entrant: [] for entrant in entrants}
    for result in results:
        played[result.entrant].append(result)
    found = [
        (
            round(sum(each.of_place for each in his), 3),
            sum(each.place == 1 and not each.absent for each in his),
            sum(each.points for each in his if not each.absent),
            entrant,
            tuple((each.round, each.of_place) for each in sorted(his, key=lambda one: one.round)),
        )
        for entrant, his in played.items()
    ]
    found.sort(key=lambda each: (*(-number for number in each[:3]), each[3]))
    stands: list[Stands] = []
    for at, (of_place, victories, points, entrant, rounds) in enumerate(found, 1):
        before = stands[-1] if stands else None
        same = before and (before.of_place, before.victories, before.points)
        place = before.place if before and same == (of_place, victories, points) else at
        stands.append(Stands(place, entrant, of_place, victories, points, rounds))
    return stands
