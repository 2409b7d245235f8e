"""The page of a replay: a moment of a finished game, with the way to all the others.

It is drawn by the templates of a table, of the table view of that moment.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...catalogue import AGES
from ...telling import turning_points
from ...telling.turning_points import Mark
from ...texts import NP_, listed, texts, translated
from ..rooms.moments import Moment
from . import times
from .environment import environment
from .forms import OfferForm
from .pages import told_of
from .reader import Reader, whole_page
from .scene import Scene
from .story import story

_PLAIN_KINDS = frozenset({"play", "last_card", "side", "draft", "leader"})


@dataclass(frozen=True, slots=True)
class Decider:
    """A seat, what it decides in this moment in words, and the way to its side."""

    seat: int
    name: str
    words: str
    address: str
    idle: bool


@dataclass(frozen=True, slots=True)
class Jump:
    """A moment worth looking at: its label, what it is in words, the way to it."""

    at: int
    label: str
    words: str
    icon: str
    address: str


class MomentPage:
    """What the templates ask for beside the scene."""

    def __init__(self, moment: Moment, lang: str, kept_until: float) -> None:
        self.moment = moment
        self.scene = Scene(moment.table_view, lang, moment.side)
        self._until = kept_until
        self._texts = texts(lang)
        self._ = self._texts.gettext

    # The way to other moments

    def to(self, at: int) -> str:
        """The address of a moment, shown like this one."""
        bounded = min(max(at, 0), self.moment.last)
        return self._address(bounded, self.scene.centre, open_to_all=self.scene.watching)

    def _address(self, at: int, seat: int, *, open_to_all: bool) -> str:
        shown = f"&as={seat}" if not open_to_all else f"&side={seat}" if seat else ""
        return f"/r/{self.moment.table_view.code}?at={at}{shown}"

    @property
    def everything(self) -> str:
        return self._address(self.moment.at, self.scene.centre, open_to_all=True)

    @property
    def known(self) -> str:
        return self._address(self.moment.at, self.scene.centre, open_to_all=False)

    @cached_property
    def deciders(self) -> list[Decider]:
        """All seats; of those whose decision is not shown only the names."""
        return [
            Decider(
                place.seat,
                place.name,
                self._decision(place.seat),
                self._address(self.moment.at, place.seat, open_to_all=self.scene.watching),
                place.seat not in self.moment.decisions,
            )
            for place in self.scene.places
        ]

    def _decision(self, seat: int) -> str:
        move = self.moment.decisions.get(seat)
        return self.scene.labels.move(seat, move) if move else ""

    @cached_property
    def marks(self) -> list[Jump]:
        return [Jump(mark.at, *self._mark(mark), self.to(mark.at)) for mark in self.moment.marks]

    def _mark(self, mark: Mark) -> tuple[str, str, str]:
        """Label, words and icon of a mark."""
        age = {"age": AGES[mark.age]} if mark.age else {}
        match mark.kind:
            case turning_points.BEGINNING:
                start = translated(NP_("replay", "Start"), self._texts)
                return start, self._("The beginning of the game"), ""
            case turning_points.LAST_TURN:
                words = self._("The last decisions of age %(age)s") % age
                return self._("End of %(age)s") % age, words, ""
            case turning_points.WAR:
                return AGES[mark.age], self._("After the war of age %(age)s") % age, "shield"
            case turning_points.END:
                return self._("End"), self._("After the last war: the end of the game"), "shield"
        return self._("Decided"), self._decided(mark), "trophy"

    def _decided(self, mark: Mark) -> str:
        names = [self.scene.labels.names[seat] for seat in mark.seats]
        return self._texts.ngettext(
            "The turn that decided the game: after it nobody but %(names)s was ever ahead, by the "
            "points everybody would have had if the game had ended then.",
            "The turn that decided the game: after it nobody but %(names)s were ever ahead, by the "
            "points everybody would have had if the game had ended then.",
            len(names),
        ) % {"names": listed(names, self._texts)}

    # Words

    @property
    def verdict(self) -> str:
        """That this is the turn that decided the game, if it is."""
        marks = self.moment.marks
        found = (one for one in marks if one.kind == turning_points.DECIDED)
        return next((self._decided(one) for one in found if one.at == self.moment.at), "")

    @property
    def further(self) -> str:
        """What is decided, where that is not a card of the hand or a leader."""
        if self.moment.over or self.moment.kinds & _PLAIN_KINDS:
            return ""
        return self._("further choices")

    @cached_property
    def when(self) -> str:
        """The moment in words, such as ``Age II, turn 3 of 6``."""
        scene = self.scene
        if self.moment.over:
            return self._("The end")
        age = AGES[scene.age]
        if not scene.turn:
            phase = {"age": age, "phase": scene.words.phase()}
            return self._("Age %(age)s, %(phase)s") % phase
        if scene.turn > scene.turns:
            return self._("Age %(age)s, last card") % {"age": age}
        turn = {"age": age, "turn": scene.turn, "turns": scene.turns}
        if self.further:
            return self._("Age %(age)s, turn %(turn)d of %(turns)d, further choices") % turn
        return self._("Age %(age)s, turn %(turn)d of %(turns)d") % turn

    @property
    def title(self) -> str:
        return self._("%(when)s · Replay · Mirabilia") % {"when": self.when}

    @cached_property
    def said(self) -> str:
        """The moment for who listens: when it is, and what everybody decides."""
        decided = [f"{one.name}: {one.words}." for one in self.deciders if one.words]
        if self.moment.over and (ending := self.ending):
            decided.append(ending.ranking.verdict)
        return " ".join([f"{self.when}.", self.verdict, *decided]).replace("  ", " ")

    def hand_of(self, form: OfferForm) -> str:
        """What a seat could choose from."""
        name = {"name": self.scene.labels.names[form.offer.seat]}
        if form.cards:
            return self._("What %(name)s could do, by card, with the price") % name
        return self._("What %(name)s could choose from") % name

    @property
    def kept(self) -> str:
        """Until when the replay can be had."""
        day = times.day(self._until, self.scene.lang)
        return self._("This replay is kept until %(day)s.") % {"day": day}

    @cached_property
    def ending(self) -> story.Ending | None:
        return story.ending(self.moment.table_view, self.scene.lang)


def moment_page(moment: Moment, reader: Reader, kept_until: float) -> str:
    """The whole page."""
    context = _context(moment, reader.lang, kept_until)
    return whole_page("replay.html", reader, **context)


def moment_fragment(moment: Moment, lang: str, kept_until: float) -> str:
    """The part of it that is another in each moment."""
    template = environment(lang).get_template("parts/moment.html")
    return template.render(_context(moment, lang, kept_until))


def bring_page(reader: Reader, error: str = "", days: int = 0) -> str:
    """The form with which somebody brings a record; ``error``: why the last one was refused."""
    return whole_page("bring.html", reader, error=error, days=days)


def _context(moment: Moment, lang: str, kept_until: float) -> dict[str, Any]:
    page = MomentPage(moment, lang, kept_until)
    return {
        "page": page,
        "scene": page.scene,
        "table_view": moment.table_view,
        **told_of(page.scene),
        "ending": page.ending,
    }
