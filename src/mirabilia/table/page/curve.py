"""The course of a game as a curve: a line for each player, the best place on top.

Only where everything lies is worked out here; the template draws it, the style sheet has the
colours. Lines differ in their dashes as well, and each has its name at its end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from ...catalogue import AGES
from ...review.judgement import Expected

WIDTH, HEIGHT = 640, 340
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 160, 40, 16
_NAME = 23  # how far names are apart at least
_LONGEST_NAME = 12


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line: its points as SVG has them, its end, and where the name stands there."""

    seat: int
    name: str
    points: str
    x: float
    y: float
    name_y: float
    own: bool


@dataclass(frozen=True, slots=True)
class Age:
    """Where an age begins, and the middle of it."""

    label: str
    x: float
    middle: float


@dataclass(frozen=True, slots=True)
class Curve:
    lines: tuple[Line, ...]
    ages: tuple[Age, ...]
    places: tuple[tuple[int, float], ...]  # each with its height
    right: float
    bottom: float
    width: int = WIDTH
    height: int = HEIGHT


def curve(
    course: Sequence[Expected],
    turns: int,
    names: Sequence[str],
    final: Sequence[int],
    own: int,
) -> Curve:
    """The curve so far, of so many turns; with all of them it ends in the ``final`` places."""
    last = max(final)
    steps = max(turns, 1)
    right, bottom = WIDTH - _RIGHT, HEIGHT - _BOTTOM

    def x(at: int) -> float:
        return round(_LEFT + (right - _LEFT) * at / steps, 1)

    def y(place: float) -> float:
        return round(_TOP + (bottom - _TOP) * (place - 1) / max(last - 1, 1), 1)

    values = [[found.places[seat] for found in course] for seat in range(len(final))]
    if len(course) == turns:
        values = [[*line, place] for line, place in zip(values, final, strict=True)]
    ends = [y(line[-1]) for line in values] if course else []
    name_at = _apart(ends)
    lines = [
        Line(
            seat,
            _short(names[seat]),
            " ".join(f"{x(at)},{y(place)}" for at, place in enumerate(line)),
            x(len(line) - 1),
            ends[seat],
            name_at[seat],
            seat == own,
        )
        for seat, line in enumerate(values)
        if line
    ]
    lines.sort(key=lambda line: line.own)  # the own one lies on top
    return Curve(
        tuple(lines),
        tuple(_ages(course, x)),
        tuple((place, y(place)) for place in range(1, last + 1)),
        right,
        bottom,
    )


def _ages(course: Sequence[Expected], x: Callable[[int], float]) -> list[Age]:
    found = []
    for age, turns in groupby(range(len(course)), lambda at: course[at].moment.age):
        inside = list(turns)
        found.append(Age(AGES[age], x(inside[0]), (x(inside[0]) + x(inside[-1])) / 2))
    return found


def _apart(heights: Sequence[float]) -> list[float]:
    """The heights of names, moved so far that none lies on another, inside the picture."""
    order = sorted(range(len(heights)), key=lambda at: heights[at])
    found = list(heights)
    for before, at in pairwise(order):
        found[at] = max(found[at], found[before] + _NAME)
    lowest = HEIGHT - 6.0
    for at in reversed(order):
        found[at] = round(min(found[at], lowest), 1)
        lowest = found[at] - _NAME
    return found


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
