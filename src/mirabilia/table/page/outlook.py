"""What is foreseen: points so far, the wars if the age ended now, cards known in other hands.

All of it stands in the view, counted and fought by the engine; here it finds its words.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ...telling.conflicts import Conflict, Naval, War, foreseen
from ...telling.sheet import LINE_MARKS
from .story.score import LINES

if TYPE_CHECKING:
    from .scene import Scene


@dataclass(frozen=True, slots=True)
class Meeting:
    """A conflict to come, as the reader sees it: both strengths, and the token it would bring."""

    mine: int
    theirs: int
    token: int
    words: str


@dataclass(frozen=True, slots=True)
class Memory:
    """The cards known of a hand, and what is known of when it comes to the reader."""

    known: tuple[str, ...]
    maybe: tuple[str, ...]
    when: str


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line of the sheet so far: its key, its mark, its words, the points of each seat."""

    key: str
    mark: str
    label: str
    points: tuple[int, ...]


class Outlook:
    """What the reader of a page may foresee."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._ = scene.labels.texts.gettext
        self._n = scene.labels.texts.ngettext

    @cached_property
    def _foreseen(self) -> tuple[War, Naval]:
        kept = self._scene.table_view.kept
        return kept.once("foreseen", lambda: foreseen(self._scene.view))

    def war(self, seat: int) -> Meeting | None:
        """The conflict with a seat; None if there is none to come, or nobody's own to see."""
        me = self._scene.table_view.seat
        if me is None or me == seat:
            return None
        for conflict in self._foreseen[0].conflicts:
            if {conflict.one, conflict.other} == {me, seat}:
                return self._meeting(conflict, me, seat)
        return None

    def _meeting(self, conflict: Conflict, me: int, seat: int) -> Meeting:
        first, second = conflict.shields
        mine, theirs = (first, second) if conflict.one == me else (second, first)
        token = sum(conflict.tokens(me))
        words = self._("You %(mine)d, %(name)s %(theirs)d: %(token)s if the age ended now.") % {
            "mine": mine,
            "theirs": theirs,
            "name": self._scene.labels.person(seat),
            "token": signed(token),
        }
        return Meeting(mine, theirs, token, words)

    def sea(self, seat: int) -> str:
        """The rank of a seat at sea, and the token it would bring; empty without a conflict."""
        for rank in self._foreseen[1].ranks:
            if rank.seat == seat:
                return self._("Place %(place)d at sea: %(token)s if the age ended now.") % {
                    "place": rank.place,
                    "token": signed(rank.value or 0),
                }
        return ""

    def place(self, seat: int) -> int:
        """The place of a seat at sea; 0 without a conflict."""
        return next((rank.place for rank in self._foreseen[1].ranks if rank.seat == seat), 0)

    def memory(self, seat: int) -> Memory | None:
        """What the reader knows of another hand."""
        scene = self._scene
        me, view = scene.table_view.seat, scene.view
        known, maybe = tuple(view["seen"][seat]), tuple(view["maybe"][seat])
        if me is None or me == seat or not (known or maybe):
            return None
        return Memory(known, maybe, self._when(me, seat))

    def _when(self, me: int, seat: int) -> str:
        """When a hand comes to the reader: a card of it is played in each turn before (B4, B5)."""
        scene = self._scene
        if scene.passing not in ("left", "right") or scene.turn < 1:
            return ""
        way = 1 if scene.passing == "left" else -1
        turns = (me - seat) * way % scene.seats
        held = scene.places[seat].hand
        if scene.turn + turns > scene.turns or held <= turns:
            return self._("This hand does not come to you any more.")
        left = held - turns
        if turns == 1:
            return self._n(
                "This hand comes to you next turn, with %(num)d card.",
                "This hand comes to you next turn, with %(num)d cards.",
                left,
            ) % {"num": left}
        return self._n(
            "This hand comes to you in %(turns)d turns, with %(num)d card.",
            "This hand comes to you in %(turns)d turns, with %(num)d cards.",
            left,
        ) % {"turns": turns, "num": left}

    @property
    def sheet(self) -> list[SheetLine]:
        """The score sheet, as if the game ended now."""
        numbers = self._scene.view["numbers"]
        return [
            SheetLine(
                line,
                LINE_MARKS[line],
                self._(LINES[line].one),
                tuple(city["points"][line] for city in numbers),
            )
            for line in numbers[0]["points"]
        ]


def signed(value: int) -> str:
    """Such as ``+3``, ``−1``, ``±0``."""
    return f"+{value}" if value > 0 else f"−{-value}" if value else "±0"
