"""A review: every decision of a player judged, one at a time; and the course of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..game.replays import Replay
from . import course
from .decisions import Owed, Walk, turns_of
from .judgement import Expected, Judgement, Review, Tried, Verdict
from .judging import judge
from .why import judgement


def verdict_on(owed: Owed, playouts: int | None = None, seed: int = 0) -> Verdict:
    """What a search makes of a decision; where there is one move only, nothing is searched."""
    if owed.only:
        return Verdict(Tried(owed.move), Tried(owed.move))
    return judge(owed.view, owed.move, playouts=playouts, seed=seed, stream=owed.number)


def reviewed(
    record: Mapping[str, Any], player: int, *, playouts: int | None = None, seed: int = 0
) -> Iterator[Review]:
    """A review as it comes: after each decision, and each turn of the course, once more."""
    replay = Replay(record)
    walk = Walk(replay, player)
    turns = turns_of(replay)
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
