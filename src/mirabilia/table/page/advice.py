"""A bot's hint in words: what it would do, what it expects of that, and what else it thought of.

A bot without figures has only its sentence, which is shown as it is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...bots import Expectation
from ...game.notation import Move
from ..rooms.table_view import Hint, Offer
from .labels import Labels
from .reasons import reckoned

MOST_OTHERS = 2  # they were tried about as often as the choice itself


@dataclass(frozen=True, slots=True)
class Advised:
    """A move in words, with what a bot expects of it, and what these figures are made of."""

    move: Move
    title: str
    expects: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True)
class Advice:
    """A bot's choice, what else may be done, and its reasons where it has no figures."""

    choice: Advised
    others: tuple[Advised, ...] = ()
    reason: str = ""


def advice_of(hint: Hint, offer: Offer, labels: Labels) -> Advice:
    """What a bot says about an offer. Of its moves only those are shown that are on offer."""
    choice, legal = Move.parse(hint.move), set(offer.moves)
    expected = {found.move: found for found in hint.expectations if found.move in legal}
    others = [move for move in expected if move != choice][:MOST_OTHERS]

    def advised(move: Move, text: str) -> Advised:
        title = labels.move(offer.seat, move)
        if (found := expected.get(move)) is None:
            return Advised(move, title)
        return Advised(move, title, _figures(labels, found, text), _about(labels, found))

    return Advice(
        advised(choice, labels._("expected: place %(place)s, %(points)s points")),
        tuple(advised(move, labels._("place %(place)s, %(points)s points")) for move in others),
        "" if choice in expected else _reason(labels, hint, offer),
    )


def _figures(labels: Labels, found: Expectation, text: str) -> str:
    return text % {
        "place": reckoned(found.place, labels.lang),
        "points": reckoned(found.points, labels.lang),
    }


def _about(labels: Labels, found: Expectation) -> str:
    return labels._n(
        "What is expected at the end: the outcome of %(num)d game played out from here.",
        "What is expected at the end: the average of %(num)d games played out from here.",
        found.tries,
    ) % {"num": found.tries}


def _reason(labels: Labels, hint: Hint, offer: Offer) -> str:
    if len({replace(move, pay={}) for move in offer.moves}) == 1:
        return labels._("There is nothing else to do.")
    if hint.stand_in:
        return labels._("A quick bot says so: the strong ones are not ready yet.")
    return hint.reason
