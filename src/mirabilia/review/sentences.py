"""The sentences of a review, in English; the terminal says them as they are, the pages translate
them.

Figures and names stand in named slots. ``line`` is a line of the score sheet by its name there.
"""

from __future__ import annotations

from collections.abc import Iterator

from . import judgement as why
from .judgement import Reason, Verdict

_TOLD = 0.05  # what is less is nothing with one digit

AHEAD = "%(best)s was expected to bring %(points)s points more and to end %(place)s places better."
POINTS = "%(best)s was expected to bring %(points)s points more, at about the same place."
PLACE = "%(best)s was expected to end %(place)s places better, though with %(points)s points less."
LEAD = "%(best)s was expected to bring a better lead, at about the same place."
REASONS = {
    why.PAYMENT: "It is the same with another payment.",
    why.MORE: "%(line)s: %(points)s points more.",
    why.LESS: "%(line)s: %(points)s points less.",
    why.OTHER: "%(name)s could expect %(points)s points less.",
    why.FREES: "%(card)s makes %(cards)s free.",
}
TAKEN = {
    "build": "%(name)s built %(card)s in turn %(turn)s.",
    "stage": "%(name)s used %(card)s for a stage in turn %(turn)s.",
    "sell": "%(name)s sold %(card)s in turn %(turn)s.",
}


def ahead(verdict: Verdict) -> str:
    """By how much the best move was ahead: the sentence for it."""
    if verdict.place < _TOLD:
        return POINTS if verdict.points >= _TOLD else LEAD
    return AHEAD if verdict.points >= _TOLD else PLACE


def of_reason(reason: Reason) -> str:
    """The sentence for a reason."""
    if reason.code == why.TAKEN:
        return TAKEN.get(reason.values["action"], TAKEN["build"])
    return REASONS[reason.code]


def texts() -> Iterator[str]:
    """All of them, to be translated."""
    yield from (AHEAD, POINTS, PLACE, LEAD, *REASONS.values(), *TAKEN.values())
