"""A review: every decision of a player judged, one at a time; and the course of the game.

``Judgement`` is a verdict with its decision and its reasons.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..game.replays import Replay
from . import course
from .course import Expected
from .decisions import Owed, Walk
from .judging import Tried, Verdict, judge
from .why import Reason, reasons

COSTLIEST = 3


@dataclass(frozen=True, slots=True)
class Judgement:
    """A decision and what a bot thinks of it."""

    number: int
    step: int
    seat: int
    age: int
    turn: int
    kind: str
    verdict: Verdict
    reasons: tuple[Reason, ...] = ()

    @property
    def only(self) -> bool:
        """Whether there was nothing to judge: one move, or none other in sight."""
        return self.verdict.played.place is None


def judgement(owed: Owed, verdict: Verdict, walk: Walk) -> Judgement:
    """A verdict with what it is about and what explains it."""
    return Judgement(
        owed.number,
        owed.step,
        owed.seat,
        owed.age,
        owed.turn,
        owed.kind,
        verdict,
        reasons(verdict, owed, walk),
    )


def verdict_on(owed: Owed, playouts: int | None = None, seed: int = 0) -> Verdict:
    """What a search makes of a decision; where there is one move only, nothing is searched."""
    if owed.only:
        return Verdict(Tried(owed.move), Tried(owed.move))
    return judge(owed.view, owed.move, playouts=playouts, seed=seed, stream=owed.number)


@dataclass(frozen=True, slots=True)
class Review:
    """What there is of a review, of so many decisions (``owed``) and turns."""

    player: int
    owed: int
    turns: int
    judgements: Sequence[Judgement]
    course: Sequence[Expected]

    @property
    def complete(self) -> bool:
        return self.owed == len(self.judgements) and self.turns == len(self.course)

    @property
    def costliest(self) -> list[Judgement]:
        """The decisions that have cost most, the worst first."""
        return costliest(self.judgements)


def costliest(judgements: Sequence[Judgement]) -> list[Judgement]:
    """The few that have cost most, the worst first."""
    found = [each for each in judgements if each.verdict.cost > 0]
    return sorted(found, key=lambda each: -each.verdict.cost)[:COSTLIEST]


def reviewed(
    record: Mapping[str, Any], player: int, *, playouts: int | None = None, seed: int = 0
) -> Iterator[Review]:
    """A review as it comes: after each decision, and each turn of the course, once more."""
    replay = Replay(record)
    walk = Walk(replay, player)
    turns = course.moments(replay)
    judgements: list[Judgement] = []
    expected: list[Expected] = []

    def now() -> Review:
        return Review(player, len(walk.owed), len(turns), tuple(judgements), tuple(expected))

    yield now()
    for owed in walk.owed:
        judgements.append(judgement(owed, verdict_on(owed, playouts, seed), walk))
        yield now()
    for moment in turns:
        expected.append(course.expected(replay, moment, playouts=playouts, seed=seed))
        yield now()
