"""What is shown of a review, and how far it has come."""

from __future__ import annotations

from dataclasses import dataclass

from ...review.judgement import Review
from .moments import Moment

# How far it is: there; being made; others come first; the bots are not there yet; it went wrong.
DONE, WORKING, QUEUED, WARMING, FAILED = "done", "working", "queued", "warming", "failed"
STATES = (DONE, WORKING, QUEUED, WARMING, FAILED)


@dataclass(frozen=True, slots=True)
class ReviewView:
    """A review as far as there is one, and the end of its game. ``you``: the reader's seat in it;
    ``before``: how many reviews are made before this one.
    """

    end: Moment
    review: Review
    state: str
    you: int | None = None
    before: int = 0

    @property
    def code(self) -> str:
        return self.end.table_view.code

    @property
    def parts(self) -> int:
        """How many parts of it there are, of ``whole``."""
        return len(self.review.judgements) + len(self.review.course)

    @property
    def whole(self) -> int:
        return self.review.owed + self.review.turns
