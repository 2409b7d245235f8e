"""What other processes do for reviews and puzzles, a short piece each.

What searches is loaded there, not where the work is given out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..catalogue import Catalogue, kept
from ..game.replays import Replay
from .decisions import Owed
from .judgement import Expected, Moment, Verdict
from .puzzles import Draft, Find, Puzzle


def verdict_on(owed: Owed, cards: bytes = b"") -> Verdict:
    """What a search makes of a decision. ``cards``: those of the game, packed, if they are others
    than today's.
    """
    from . import review

    _unpacked(cards, owed.view["catalogue"])
    return review.verdict_on(owed)


def expected(
    record: Mapping[str, Any], turns: Sequence[Moment], cards: bytes = b""
) -> list[Expected]:
    """What everybody could expect after some turns of a record; ``cards`` likewise."""
    from . import course

    replay = Replay(record, catalogue=_unpacked(cards, record["catalogue"]))
    return [course.expected(replay, turn) for turn in turns]


def _unpacked(cards: bytes, digest: str) -> Catalogue | None:
    return kept.unpack(cards, digest) if cards else None


def begin(seed: int) -> Draft:
    """A game in which a puzzle is to be looked for."""
    from . import puzzle_maker

    return puzzle_maker.begin(seed)


def play_on(draft: Draft) -> Draft:
    """A step more of a game in which a puzzle is looked for."""
    from . import puzzle_maker

    return puzzle_maker.play_on(draft)


def look_at(draft: Draft, find: Find) -> Puzzle | None:
    """The puzzle that a decision is, if it is one."""
    from . import puzzle_maker

    return puzzle_maker.look_at(draft, find)


def weigh(puzzle: Puzzle, move: str) -> Puzzle | None:
    """A puzzle with one more answer, if it still is one."""
    from . import puzzle_maker

    return puzzle_maker.weigh(puzzle, move)
