"""What happened, sorted for telling: who did what, what was left over, losses, wars, the sea.

The engine's events come one by one. Here those of a step or of a turn become deeds with what came
with them, conflicts with both sides' strengths, and ranks at sea. It is all plain data, without a
word of any language; the terminal and the pages tell it. Only events as a seat sees them are read,
so nothing hidden can be told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from .conflicts import Naval, Numbered, War, naval_conflict, of_sea, of_war, war_fought

if TYPE_CHECKING:
    from ..game.codec import Event

CAME_WITH = frozenset(
    {"bury", "copy", "draw_leaders", "advance", "explore", "island", "victory", "forfeit"}
    | {"discard_defeats", "diplomacy", "raid", "tax"}
)


class Payment(NamedTuple):
    """Coins that went to a seat or to the ``bank``."""

    coins: int
    to: int | str


@dataclass(frozen=True, slots=True)
class Deed:
    """What a seat did (None: only things came its way), and what came with it.

    ``leader``: a card that was laid face down is a leader. ``numbers`` are those of its events.
    """

    seat: int
    done: Event | None
    leader: bool
    pays: tuple[Payment, ...]
    more: tuple[Numbered, ...]
    coins: tuple[Numbered, ...]
    numbers: tuple[int, ...]

    @property
    def gains(self) -> int:
        """All coins that came with it."""
        return sum(event.data["coins"] for _, event in self.coins)


@dataclass(frozen=True, slots=True)
class LeftOver:
    """A card discarded, or a leader put away, because nobody could use it (None: face down)."""

    seat: int
    card: str | None
    leader: bool
    number: int


@dataclass(frozen=True, slots=True)
class Loss:
    """What a seat lost, as its ``loss`` and ``debts`` events."""

    seat: int
    lost: tuple[Event, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """All that happened in a step, or in any other stretch of events."""

    deeds: tuple[Deed, ...]
    left_over: tuple[LeftOver, ...]
    losses: tuple[Loss, ...]
    war: War | None
    naval: Naval | None


@dataclass(frozen=True, slots=True)
class Chapter:
    """A turn of the game; 0 is the recruiting, None what comes before the first turn."""

    age: int
    turn: int | None
    step: Step
    numbers: tuple[int, ...]
    end: int | None  # the number of the event that ended the game


@dataclass(slots=True)
class _Doing:
    """A deed that is still being put together."""

    seat: int
    leader: bool
    done: Event | None = None
    pays: list[Numbered] = field(default_factory=list)
    more: list[Numbered] = field(default_factory=list)
    coins: list[Numbered] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)

    def finished(self) -> Deed:
        pays = tuple(Payment(event.data["coins"], event.data["to"]) for _, event in self.pays)
        numbers = tuple(sorted([*self.numbers, *(number for number, _ in self.pays)]))
        more, coins = tuple(self.more), tuple(self.coins)
        return Deed(self.seat, self.done, self.leader, pays, more, coins, numbers)


@dataclass(slots=True)
class _Heap:
    """The events of a step by the way they are told, each with its number."""

    deeds: list[_Doing] = field(default_factory=list)
    latest: dict[int, _Doing] = field(default_factory=dict)
    left_over: list[LeftOver] = field(default_factory=list)
    losses: dict[int, list[Numbered]] = field(default_factory=dict)
    war: list[Numbered] = field(default_factory=list)
    naval: list[Numbered] = field(default_factory=list)

    def began(self, seat: int, leader: bool) -> _Doing:
        self.latest[seat] = _Doing(seat, leader)
        self.deeds.append(self.latest[seat])
        return self.latest[seat]

    def deed(self, seat: int, leader: bool) -> _Doing:
        return self.latest.get(seat) or self.began(seat, leader)


class Chronicler:
    """Sorts events step by step; the first of them has the number ``start``."""

    def __init__(self, teams: bool = False, start: int = 0) -> None:
        self.teams = teams
        self._recruiting = False
        self._number = start

    def step(self, events: Iterable[Event]) -> Step:
        """The events of a step, sorted."""
        heap = _Heap()
        for event in events:
            self._sort(self._number, event, heap)
            self._number += 1
        return Step(
            tuple(doing.finished() for doing in heap.deeds),
            tuple(heap.left_over),
            tuple(
                Loss(seat, tuple(event for _, event in lost), tuple(number for number, _ in lost))
                for seat, lost in heap.losses.items()
            ),
            war_fought(heap.war, self.teams) if heap.war else None,
            naval_conflict(heap.naval) if heap.naval else None,
        )

    def _sort(self, number: int, event: Event, heap: _Heap) -> None:
        kind, seat, data = event.kind, event.seat, event.data
        if kind == "turn":
            self._recruiting = data["turn"] == 0
        if seat is None or silent(event):
            return
        if of_war(event) or (kind == "coins" and heap.war):
            heap.war.append((number, event))
        elif of_sea(event):
            heap.naval.append((number, event))
        elif kind in ("discard", "put_away"):
            heap.left_over.append(LeftOver(seat, data["card"], kind == "put_away", number))
        elif kind in ("loss", "debts"):
            heap.losses.setdefault(seat, []).append((number, event))
        else:
            self._add(number, event, seat, heap)

    def _add(self, number: int, event: Event, seat: int, heap: _Heap) -> None:
        """A deed, or what comes with one."""
        kind = event.kind
        if kind == "pay":
            heap.deed(seat, self._recruiting).pays.append((number, event))
            return
        if kind == "coins" or kind in CAME_WITH:
            doing = heap.deed(seat, self._recruiting)
            if kind == "coins":
                doing.coins.append((number, event))
            else:
                doing.more.append((number, event))
        else:
            doing = self._begin(number, event, seat, heap)
            doing.done = event
        doing.numbers.append(number)

    def _begin(self, number: int, event: Event, seat: int, heap: _Heap) -> _Doing:
        """Where a deed is noted: with what has just been paid or gained for it, or anew."""
        earlier = heap.latest.get(seat)
        if earlier and not earlier.done and not earlier.more:
            return earlier
        doing = heap.began(seat, self._recruiting)
        # A leader recruited inside a turn is paid for before the event says so.
        if event.kind == "recruit" and earlier and earlier.pays:
            at, paid = earlier.pays[-1]
            if at == number - 1 and paid.data["to"] == "bank":
                doing.pays.append(earlier.pays.pop())
        return doing


def silent(event: Event) -> bool:
    """Whether there is nothing to tell of a seat: which leader somebody else keeps in the draft."""
    return event.kind == "pick" and event.data["card"] is None


def stretches(events: Sequence[Event], last: int | None = None) -> list[tuple[int, int]]:
    """Where turns begin and end, or the last ones.

    What follows a turn up to the next one (the war, the end of the age) belongs to it.
    """
    turns = [number for number, event in enumerate(events) if event.kind == "turn"]
    starts = [0, *turns] if not turns or turns[0] > 0 else turns
    found = list(zip(starts, [*starts[1:], len(events)], strict=True))
    return found if last is None else found[-last:]


def chapter(events: Sequence[Event], start: int, end: int, *, teams: bool = False) -> Chapter:
    """One of the stretches of a game."""
    stretch = events[start:end]
    begun = stretch[0] if stretch and stretch[0].kind == "turn" else None
    step = Chronicler(teams, start).step(stretch)
    over = [start + at for at, event in enumerate(stretch) if event.kind == "end"]
    return Chapter(
        begun.data["age"] if begun else 1,
        begun.data["turn"] if begun else None,
        step,
        tuple(range(start, end)),
        over[0] if over else None,
    )
