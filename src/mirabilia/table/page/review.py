"""The page of a review: the course of the game, what cost most, every decision; as far as it is
there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...catalogue import AGES
from ...review.judgement import Judgement, Tried, as_told
from ...review.sentences import ahead
from ...texts import N_
from ..rooms import review_view as states
from ..rooms.review_view import ReviewView
from .curve import Curve, curve
from .environment import environment
from .faces.cards import Face
from .reader import Reader, whole_page
from .reasons import reckoned, why
from .scene import Scene

_LEADERS = N_("Age %(age)s, leaders")
_BEFORE = {"side": N_("Before the game"), "draft": N_("The draft of leaders")}


@dataclass(frozen=True, slots=True)
class Told:
    """A move in words, its card, and what was expected of it, if it was tried."""

    words: str
    face: Face | None
    place: str
    points: str
    about: str


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision as it is shown. ``verdict``: what there is to say besides; ``cost`` in points."""

    judged: Judgement
    when: str
    address: str
    played: Told
    best: Told | None
    verdict: str
    cost: str
    dear: bool


@dataclass(frozen=True, slots=True)
class Costly:
    """One of the decisions that cost most: what it was, the sentence, and why."""

    decision: Decision
    sentence: str
    reasons: tuple[str, ...]


class ReviewPage:
    """What the templates ask for."""

    def __init__(self, seen: ReviewView, lang: str) -> None:
        self.seen, self.review = seen, seen.review
        self.scene = Scene(seen.end.table_view, lang, seen.review.player)
        self.labels = self.scene.labels
        self.code = seen.code
        self.players = seen.end.table_view.sitters[: seen.end.table_view.options.players]
        self.name = self.players[self.review.player].name
        self._: Callable[[str], str] = self.labels._

    @property
    def making(self) -> bool:
        """Whether more of it comes by itself."""
        return self.seen.state in (states.WORKING, states.QUEUED, states.WARMING)

    @property
    def counted(self) -> bool:
        """Whether it is known how much there will be."""
        return bool(self.review.owed and self.review.turns)

    @property
    def pause(self) -> int:
        """Milliseconds until it is worth asking again."""
        return 1000 if self.seen.state == states.WORKING else 3000

    @property
    def status(self) -> str:
        """How far it is; nothing once it is there."""
        seen = self.seen
        match seen.state:
            case states.WORKING if not self.counted:
                return self._("It comes in a moment.")
            case states.WORKING:
                return self._(
                    "A bot goes through the game when no other has to think: "
                    "%(parts)d of %(whole)d parts are there."
                ) % {"parts": seen.parts, "whole": seen.whole}
            case states.QUEUED:
                return self.labels._n(
                    "%(num)d review is made before this one.",
                    "%(num)d reviews are made before this one.",
                    seen.before,
                ) % {"num": seen.before}
            case states.WARMING:
                return self._("The bots are warming up; then the review begins.")
            case states.FAILED:
                return self._("No bot had an answer: the review has stopped here.")
        return ""

    @cached_property
    def curve(self) -> Curve:
        table_view = self.seen.end.table_view
        places = {seat: place for place, group in table_view.ranking for seat in group}
        return curve(
            self.review.course,
            self.review.turns,
            table_view.names,
            [places[seat] for seat in range(len(self.players))],
            self.review.player,
        )

    @property
    def course(self) -> list[tuple[str, list[str]]]:
        """The figures of the curve: the turn, everybody's place."""
        return [
            (
                self._turn(found.moment.age, found.moment.turn),
                [self._number(place) for place in found.places],
            )
            for found in self.review.course
        ]

    @cached_property
    def decisions(self) -> list[Decision]:
        dear = self.review.costliest
        return [self._decision(judged, judged in dear) for judged in self.review.judgements]

    @cached_property
    def costliest(self) -> list[Costly]:
        return [self._costly(judged) for judged in self.review.costliest]

    def _decision(self, judged: Judgement, dear: bool) -> Decision:
        verdict = judged.verdict
        same = verdict.best == verdict.played
        said, cost = "", ""
        if judged.only:
            said = self._("There was nothing else to do.")
        elif same:
            said = self._("The best move.")
        elif not verdict.clear:
            said = self._("As good as the best, as far as can be told.")
        else:
            cost = self._number(verdict.cost)
        return Decision(
            judged,
            self._turn(judged.age, judged.turn, judged.kind),
            f"/r/{self.code}?at={judged.step}&as={self.review.player}",
            self._told(judged, verdict.played),
            None if same else self._told(judged, verdict.best),
            said,
            cost,
            dear,
        )

    def _costly(self, judged: Judgement) -> Costly:
        verdict = judged.verdict
        sentence = self._(ahead(verdict)) % {
            "best": self._words(judged, verdict.best.move),
            "place": self._number(verdict.place),
            "points": self._number(abs(verdict.points)),
        }
        return Costly(
            self._decision(judged, True),
            sentence,
            tuple(why(reason, self.labels) for reason in judged.reasons),
        )

    def _told(self, judged: Judgement, tried: Tried) -> Told:
        move = as_told(judged, tried.move)
        face = self.scene.face(move.card) if move.card and move.action != "side" else None
        words = self._words(judged, tried.move)
        if tried.place is None or tried.points is None:
            return Told(words, face, "", "", "")
        about = self.labels._n(
            "The average of %(num)d game played out from here.",
            "The average of %(num)d games played out from here.",
            tried.tries,
        ) % {"num": tried.tries}
        return Told(words, face, self._number(tried.place), self._number(tried.points), about)

    def _words(self, judged: Judgement, text: str) -> str:
        return self.labels.move(judged.seat, as_told(judged, text))

    def _turn(self, age: int, turn: int, kind: str = "leader") -> str:
        if not turn:
            return self._(_BEFORE.get(kind, _LEADERS)) % {"age": AGES[age]}
        return self._("Age %(age)s, turn %(turn)d") % {"age": AGES[age], "turn": turn}

    def _number(self, value: float) -> str:
        return reckoned(value, self.labels.lang)


def review_page(seen: ReviewView, reader: Reader) -> str:
    """The whole page."""
    context = _context(seen, reader.lang)
    return whole_page("review.html", reader, **context)


def review_fragment(seen: ReviewView, lang: str) -> str:
    """The part of it that grows."""
    return environment(lang).get_template("parts/review.html").render(_context(seen, lang))


def _context(seen: ReviewView, lang: str) -> dict[str, Any]:
    page = ReviewPage(seen, lang)
    return {"page": page, "scene": page.scene, "table_view": seen.end.table_view}
