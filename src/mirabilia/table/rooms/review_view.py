"""What is shown of a review, and how far it has come."""

from __future__ import annotations

from dataclasses import dataclass

from ...review.judgement import Review
from .archive import Filed

# How far it is: there; being made; others come first; the bots are not there yet; it went wrong.
DONE, WORKING, QUEUED, WARMING, FAILED = "done", "working", "queued", "warming", "failed"
STATES = (DONE, WORKING, QUEUED, WARMING, FAILED)
# Why it went wrong: no bot had an answer; the game was played by other rules.
NO_ANSWER, OTHER_RULES = "no answer", "other rules"


@dataclass(frozen=True, slots=True)
class ReviewView:
    """A review as far as there is one. ``you``: the reader's seat in that game; ``before``: how
    many reviews are made before this one; ``names`` of all seats, that of the Free City too.
    """

    game: Filed
    names: tuple[str, ...]
    review: Review
    state: str
    you: int | None = None
    before: int = 0
    why: str = ""  # it went wrong

    @property
    def parts(self) -> int:
        """How many parts of it there are, of ``whole``."""
        return len(self.review.judgements) + len(self.review.course)

    @property
    def whole(self) -> int:
        return self.review.owed + self.review.turns
