"""The page of a puzzle: the table as the seat knows it, what can be done, and what came of it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from babel.dates import format_date

from ...game.notation import Move
from ...review.judgement import Tried
from ...review.puzzles import Puzzle
from ...texts import N_, of_pages, texts
from ..rooms.puzzling import PuzzleView
from .forms import OfferForm
from .pages import told_of
from .reader import Reader, whole_page
from .reasons import reckoned, why
from .scene import Scene

STATES = {
    "making": N_(
        "The puzzle of the day is being made, when no bot has anything else to think about: "
        "%(percent)d %% are done."
    ),
    "warming": N_("The bots are warming up; then the puzzle of the day is made."),
    "failed": N_("No puzzle could be made today. Come back tomorrow."),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be done with a card: its words, and the move that is sent."""

    move: str
    words: str
    icon: str


@dataclass(frozen=True, slots=True)
class Row:
    """An answer beside the others: what was to be expected of it, and what it costs."""

    words: str
    place: str
    points: str
    cost: str
    yours: bool


class PuzzlePage:
    """What the template asks for beside the scene; ``move`` is what the reader has answered."""

    def __init__(self, puzzle: Puzzle, scene: Scene, move: str | None) -> None:
        self._puzzle, self.scene = puzzle, scene
        self._ = scene.labels.texts.gettext
        self.answered = move is not None
        self.solved = move is not None and puzzle.solved_by(move)
        nearest = min(puzzle.answers, key=lambda each: each.worth)
        self._beside = (puzzle.answer(move) if move else None) or nearest

    @property
    def question(self) -> str:
        return self._(
            "One move is better than all others, by at least %(points)s points. Which one?"
        ) % {"points": self._number(self._puzzle.lead)}

    @property
    def verdict(self) -> str:
        best = self._said(self._puzzle.best.move)
        if self.solved:
            return self._("Right: %(move)s.") % {"move": best}
        return self._(
            "%(move)s costs you %(points)s points, as a bot reckons. Best was: %(best)s."
        ) % {
            "move": self._said(self._beside.tried.move),
            "points": self._number(self._beside.worth),
            "best": best,
        }

    @property
    def reasons(self) -> list[str]:
        """Where the points are lost; for who was right, those of the next best."""
        told = [why(reason, self.scene.labels) for reason in self._beside.reasons]
        if told and self.solved:
            next_best = {"move": self._said(self._beside.tried.move)}
            told.insert(0, self._("Beside the next best, %(move)s:") % next_best)
        return told

    @property
    def position(self) -> str:
        """To play on from. It holds what the seat does not know: only for who has answered."""
        assert self.answered
        return json.dumps(self._puzzle.game.position(), separators=(",", ":"))

    @cached_property
    def rows(self) -> list[Row]:
        known = sorted(self._puzzle.answers, key=lambda answer: answer.worth)
        wrong = self.answered and not self.solved
        return [
            self._row(self._puzzle.best, "", self.solved),
            *(
                self._row(each.tried, self._number(each.worth), wrong and each is self._beside)
                for each in known
            ),
        ]

    def _row(self, tried: Tried, cost: str, yours: bool) -> Row:
        place, points = self._number(tried.place or 0.0), self._number(tried.points or 0.0)
        return Row(self._said(tried.move), place, points, cost, yours)

    def choices(self, form: OfferForm, card: str) -> list[Choice]:
        """What can be done with a card of the hand, each for the least that it costs."""
        found = []
        for move in self._moves:
            if move.card == card:
                words = {"build": self._("Build"), "sell": self._("Sell for 3 coins")}
                title = words.get(move.action, self._("Lay it under the wonder"))
                if move.pay:
                    paid = self.scene.labels.payment(form.offer.seat, move.pay)
                    title = self._("%(deed)s (%(payment)s)") % {"deed": title, "payment": paid}
                icon = {"build": "build", "sell": "sell"}.get(move.action, "stage")
                found.append(Choice(str(move), title, icon))
        return found

    @cached_property
    def _moves(self) -> list[Move]:
        return [Move.parse(move) for move in self._puzzle.moves]

    def _said(self, move: str) -> str:
        return self.scene.labels.move(self._puzzle.seat, Move.parse(move))

    def _number(self, value: float) -> str:
        return reckoned(value, self.scene.lang)


def puzzle_page(reader: Reader, seen: PuzzleView, move: str | None = None) -> str:
    """The page of a day's puzzle, or how far it is."""
    lang = reader.lang
    scene = Scene(seen.table_view, lang) if seen.table_view else None
    page = PuzzlePage(seen.puzzle, scene, move) if seen.puzzle and scene else None
    state = texts(lang).gettext(STATES[seen.state]) if seen.state in STATES else ""
    return whole_page(
        "puzzle.html",
        reader,
        seen=seen,
        page=page,
        scene=scene,
        table_view=seen.table_view,
        when=day_in_words(seen.day, lang),
        earlier=[(day, day_in_words(day, lang)) for day in seen.earlier],
        state=state % {"percent": round(100 * seen.share)} if "%(" in state else state,
        **(told_of(scene) if scene else {}),
    )


def day_in_words(day: str, lang: str) -> str:
    return str(format_date(date.fromisoformat(day), format="long", locale=of_pages(lang)))
