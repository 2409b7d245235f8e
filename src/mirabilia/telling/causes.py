"""Why coins were lost, or came from somebody else: worked out of the events around.

The engine tells that a seat loses coins or takes debts for them, not what for (C2, A6, A10). All
that made it so has happened openly, earlier in the same turn; what it came to is counted here from
the events alone, and where that does not come to the sum that was lost, no cause is named.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..catalogue import Board, Catalogue, Effect

if TYPE_CHECKING:
    from ..game.codec import Event


@dataclass(frozen=True, slots=True)
class Cause:
    """A card, leader or island, or a stage such as ``rhodos:day#2``; a tax has none.

    ``by`` are the seats that it belongs to, ``amount`` what it came to.
    """

    item: str | None
    by: tuple[int, ...]
    amount: int = 0


Causes = Mapping[int, tuple[Cause, ...]]
"""By the number of the event; for debts taken instead of coins, that of the coins lost, if any."""


def causes(
    events: Sequence[Event], catalogue: Catalogue, boards: Sequence[Board], since: int = 0
) -> Causes:
    """The causes of losses, of coins and debts that others' cards bring, of tokens given up; of a
    leader that is copied, whose it is. Only those of events from number ``since`` on.
    """
    if not catalogue.expansions:
        return {}
    tracker = _Tracker(catalogue, boards)
    found: dict[int, tuple[Cause, ...]] = {}
    for number, event in enumerate(events):
        kind = event.kind
        if number >= since and kind in _CAUSED and event.seat is not None:
            if kind in _BROUGHT:
                found[number] = tuple(tracker.brought(event, event.seat))
            elif _is_loss(event, event.seat, events[max(number - 1, 0)]):
                found[number] = tracker.lost(event, event.seat, events[number + 1 : number + 2])
        if kind in _NOTED:
            tracker.note(event)
    return {number: each for number, each in found.items() if each}


_BROUGHT = frozenset({"coins", "forfeit", "copy"})
_CAUSED = _BROUGHT | {"loss", "debts"}


def _is_loss(event: Event, seat: int, before: Event) -> bool:
    """Whether it is the first that is told of what a seat loses."""
    if event.kind != "debts":
        return event.kind == "loss"
    return event.data["for"] is not None or not (before.kind == "loss" and before.seat == seat)


class _Tracker:
    """What has been placed so far, and what this turn has caused."""

    def __init__(self, catalogue: Catalogue, boards: Sequence[Board]) -> None:
        self._catalogue, self._boards = catalogue, boards
        self._owners: defaultdict[str, list[int]] = defaultdict(list)  # who has placed an item
        self._leaders: defaultdict[int, list[str]] = defaultdict(list)
        self._spaces: defaultdict[int, int] = defaultdict(int)  # of the yellow fleets
        self._stages: defaultdict[int, int] = defaultdict(int)
        self._victories: defaultdict[int, int] = defaultdict(int)
        self._immune: set[int] = set()
        self._age = 1
        self._caused: list[tuple[int, str, Effect, int]] = []  # by whom, by what, in which age
        self._taxes: dict[int, int] = {}
        self._settled = False  # whether losses have just been told

    def note(self, event: Event) -> None:
        """Remember what an event changes."""
        if self._settled:
            self._settled = event.kind in ("loss", "debts")
            if not self._settled:
                self._clear()  # a last card is played within the same turn (B20)
        _NOTED[event.kind](self, event)

    def _clear(self) -> None:
        self._caused, self._taxes = [], {}

    def _lost(self, event: Event) -> None:
        self._settled = event.data.get("for") is None

    def _turn(self, event: Event) -> None:
        self._age = event.data["age"]
        self._clear()

    def _placed(self, event: Event) -> None:
        seat, data = _seat(event), event.data
        name = str(data.get("card") or data.get("leader") or data.get("island"))
        if event.kind in ("recruit", "copy"):
            self._leaders[seat].append(name)
        if event.kind != "copy":
            self._owners[name].append(seat)
        self._place(seat, name, _effects(self._catalogue, name))

    def _stage(self, event: Event) -> None:
        seat, number = _seat(event), event.data["stage"]
        self._stages[seat] += 1
        name = f"{self._boards[seat].id}#{number}"
        self._owners[name].append(seat)
        self._place(seat, name, self._boards[seat].stages[number - 1].effects)
        for leader in self._leaders[seat]:
            whenever = [e for e in _effects(self._catalogue, leader) if e.kind == "loss_on_stage"]
            self._caused += [(seat, leader, effect, self._age) for effect in whenever]

    def _place(self, seat: int, name: str, effects: Iterable[Effect]) -> None:
        for effect in effects:
            if effect.kind in ("loss", "loss_per", "loss_by_commerce", "others_forfeit"):
                self._caused.append((seat, name, effect, self._age))
            elif effect.kind == "immune":
                self._immune.add(seat)

    def _buried(self, event: Event) -> None:
        held = self._leaders[_seat(event)]
        if event.data["leader"] in held:
            held.remove(event.data["leader"])

    def _advanced(self, event: Event) -> None:
        if event.data["fleet"] == "yellow":
            self._spaces[_seat(event)] = event.data["space"]

    def _levied(self, event: Event) -> None:
        seat = _seat(event)
        self._taxes[seat] = max(self._taxes.get(seat, 0), event.data["coins"])

    def _won(self, event: Event) -> None:
        self._victories[_seat(event)] += 1

    def _gave_up(self, event: Event) -> None:
        self._victories[_seat(event)] -= 1

    def brought(self, event: Event, seat: int) -> Iterator[Cause]:
        """Whose card has brought it, if it is not the seat's own."""
        if event.kind == "forfeit":
            for by, item, effect, _ in self._caused:
                if effect.kind == "others_forfeit" and by != seat:
                    yield Cause(item, (by,))
            return
        item = event.data["leader" if event.kind == "copy" else "for"]
        owners = self._owners[item] if item is not None else []
        if owners and seat not in owners:
            yield Cause(item, (owners[-1],))

    def lost(self, event: Event, seat: int, after: Sequence[Event]) -> tuple[Cause, ...]:
        """What a seat loses coins for, or takes debts for."""
        item = event.data.get("for")
        if item is not None:
            return (Cause(item, tuple(self._owners[item][-1:]), event.data["debts"]),)
        due = tuple(cause for cause in self._due(seat) if cause.amount)
        lost = event.data["coins" if event.kind == "loss" else "debts"]
        for also in after:
            if event.kind == "loss" and (also.kind, also.seat) == ("debts", seat):
                lost += also.data["debts"]
        total = sum(cause.amount for cause in due)
        # Without Cities nobody loses more than he has.
        fits = total == lost if "cities" in self._catalogue.expansions else total >= lost
        return due if fits else ()

    def _due(self, seat: int) -> Iterator[Cause]:
        for by, item, effect, age in self._caused:
            if by != seat:
                yield Cause(item, (by,), self._amount(seat, effect, age))
        highest = max(self._taxes.values(), default=0)
        if highest and seat not in self._immune and self._taxes.get(seat) != highest:
            levied = tuple(by for by, tax in self._taxes.items() if tax == highest)
            yield Cause(None, levied, max(highest - self._level(seat), 0))

    def _amount(self, seat: int, effect: Effect, age: int) -> int:
        match effect.kind:
            case "loss":
                return effect.amount or age
            case "loss_per":
                counts = self._stages if effect.counted == "stage" else self._victories
                return effect.amount * counts[seat]
            case "loss_by_commerce":
                return 0 if seat in self._immune else self._level(seat)
            case "loss_on_stage":
                return effect.amount
        return 0

    def _level(self, seat: int) -> int:
        """The commerce level (A5)."""
        yellow = self._catalogue.tracks.get("yellow")
        return yellow[self._spaces[seat]].commerce if yellow else 0


_NOTED: Mapping[str, Callable[[_Tracker, Event], None]] = {
    "turn": _Tracker._turn,
    **dict.fromkeys(("build", "rebuild", "recruit", "copy", "island"), _Tracker._placed),
    "stage": _Tracker._stage,
    "bury": _Tracker._buried,
    "advance": _Tracker._advanced,
    "tax": _Tracker._levied,
    "victory": _Tracker._won,
    "forfeit": _Tracker._gave_up,
    **dict.fromkeys(("loss", "debts"), _Tracker._lost),
}


def _effects(catalogue: Catalogue, name: str) -> tuple[Effect, ...]:
    for kind in (catalogue.cards, catalogue.leaders, catalogue.islands):
        if name in kind:
            return kind[name].effects
    return ()


def _seat(event: Event) -> int:
    assert event.seat is not None
    return event.seat
