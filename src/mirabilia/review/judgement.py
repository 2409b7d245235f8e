"""What a review is made of: values that are stored, sent on and shown, without what makes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..game.notation import Move

COSTLIEST = 3
# The same use for another payment; points of a line of the sheet that were to be had more, or less;
# points that another player was given; cards that it would have made free; who used the card that
# was left.
PAYMENT, MORE, LESS, OTHER, FREES, TAKEN = "payment", "more", "less", "other", "frees", "taken"
CODES = (PAYMENT, MORE, LESS, OTHER, FREES, TAKEN)


@dataclass(frozen=True, slots=True)
class Tried:
    """A move with the place and the points that were to be expected of it; None: not tried."""

    move: str
    place: float | None = None
    points: float | None = None
    tries: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a search makes of a decision.

    ``place`` and ``points``: by how much the best move was ahead in expected place and points;
    ``worth``: the same in what the bot aims at, measured in points, with its ``error``. ``lines``
    are the points by lines of the sheet that the best move was ahead by, ``others`` the points that
    each other player was to expect more after what was played.
    """

    played: Tried
    best: Tried
    further: tuple[Tried, ...] = ()
    place: float = 0.0
    points: float = 0.0
    worth: float = 0.0
    error: float = 0.0
    lines: Mapping[str, float] | None = None
    others: Mapping[int, float] | None = None

    @property
    def clear(self) -> bool:
        """Whether another move was better, beyond what chance explains."""
        return self.worth > self.error

    @property
    def by_payment(self) -> bool:
        """Whether the best move was the same for another payment."""
        moves = self.best.move, self.played.move
        return moves[0] != moves[1] and same_use(*moves)

    @property
    def cost(self) -> float:
        """What the decision cost, in points; nothing if no better one is known for certain."""
        return self.worth if self.clear else 0.0


@dataclass(frozen=True, slots=True)
class Reason:
    """A code with its values: ``line`` and ``points``, ``seat``, ``card`` and ``cards`` …"""

    code: str
    values: Mapping[str, Any] = field(default_factory=dict)


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


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn of the game: the step in which everybody decided in it."""

    step: int
    age: int
    turn: int


@dataclass(frozen=True, slots=True)
class Expected:
    """After a turn: the place and the points that each player could expect."""

    moment: Moment
    places: tuple[float, ...]
    points: tuple[float, ...]


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


def same_use(one: str, other: str) -> bool:
    """Whether two moves do the same, whatever they pay."""
    first, second = (replace(Move.parse(text), pay={}) for text in (one, other))
    return first == second


def as_told(judged: Judgement, text: str) -> Move:
    """A move as it is told: what it pays only where nothing else makes the difference."""
    move = Move.parse(text)
    return move if judged.verdict.by_payment else replace(move, pay={})
