"""What happened, sorted for telling: who did what, what was left over, losses, wars, the sea.

The engine's events come one by one. Here those of a step, of a turn or of a whole game become
deeds with what came with them, conflicts with both sides' strengths, and ranks at sea. It is all
plain data, without a word of any language; the terminal and the pages tell it. Only events as a
seat sees them and cities as they lie open are read, so nothing hidden can be told.

A war leaves tokens but no strengths, and a draw leaves nothing. Strengths are those of the cities
as they stood when the war began: the cities known, less all that the events since have added.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from .catalogue import FLEETS, Card, Catalogue, Island, Leader
from .cities import City

if TYPE_CHECKING:
    from .codec import Event

Pair = tuple[int, int]
Thing = TypeVar("Thing", Card, Leader, Island)

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
    more: tuple[Event, ...]
    gains: int
    numbers: tuple[int, ...]


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
class Conflict:
    """Two seats compare shields; ``victories`` are the values of the winner's tokens."""

    one: int
    other: int
    shields: Pair
    raid: bool = False
    victories: tuple[int, ...] = ()
    defeats: int = 0
    redirected: bool = False  # the winner has to take the loser's defeats
    numbers: tuple[int, ...] = ()

    @property
    def drawn(self) -> bool:
        return self.shields[0] == self.shields[1]

    @property
    def winner(self) -> int | None:
        """Who had more shields; None in a draw."""
        if self.drawn:
            return None
        return self.one if self.shields[0] > self.shields[1] else self.other

    @property
    def loser(self) -> int | None:
        if self.drawn:
            return None
        return self.other if self.winner == self.one else self.one


@dataclass(frozen=True, slots=True)
class Spoils:
    """Coins that a seat took for its victories."""

    seat: int
    coins: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class War:
    """The war at the end of an age. In teams diplomacy takes tokens away, else it keeps out."""

    teams: bool
    diplomats: tuple[int, ...]
    conflicts: tuple[Conflict, ...]
    spoils: tuple[Spoils, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NavalRank:
    """A seat in the naval conflict; ``value`` is that of its token, None without one."""

    seat: int
    strength: int
    place: int
    value: int | None
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Naval:
    """The naval conflict: all who took part, the strongest first, and who stayed out."""

    ranks: tuple[NavalRank, ...]
    away: tuple[int, ...]
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
    pays: list[tuple[int, Event]] = field(default_factory=list)
    more: list[Event] = field(default_factory=list)
    gains: int = 0
    numbers: list[int] = field(default_factory=list)

    def finished(self) -> Deed:
        pays = tuple(Payment(event.data["coins"], event.data["to"]) for _, event in self.pays)
        numbers = tuple(sorted([*self.numbers, *(number for number, _ in self.pays)]))
        return Deed(self.seat, self.done, self.leader, pays, tuple(self.more), self.gains, numbers)


@dataclass(slots=True)
class _Heap:
    """The events of a step by the way they are told, each with its number."""

    deeds: list[_Doing] = field(default_factory=list)
    latest: dict[int, _Doing] = field(default_factory=dict)
    left_over: list[LeftOver] = field(default_factory=list)
    losses: dict[int, list[tuple[int, Event]]] = field(default_factory=dict)
    war: list[tuple[int, Event]] = field(default_factory=list)
    spoils: dict[int, list[tuple[int, Event]]] = field(default_factory=dict)
    naval: list[tuple[int, Event]] = field(default_factory=list)
    closing: int | None = None

    def began(self, seat: int, leader: bool) -> _Doing:
        self.latest[seat] = _Doing(seat, leader)
        self.deeds.append(self.latest[seat])
        return self.latest[seat]

    def deed(self, seat: int, leader: bool) -> _Doing:
        return self.latest.get(seat) or self.began(seat, leader)


class Chronicler:
    """Sorts events step by step; it remembers the raids until the war that they end in."""

    def __init__(self, catalogue: Catalogue, teams: bool = False) -> None:
        self.catalogue = catalogue
        self.teams = teams
        self.raids: list[Pair] = []
        self._recruiting = False
        self._war_told = False
        self._number = 0

    def step(
        self,
        events: Iterable[Event],
        after: Sequence[City],
        *,
        sailing: bool = False,
        later: Sequence[Event] = (),
    ) -> Step:
        """The events of a step, sorted.

        ``after`` are the cities after them and after all that came ``later``. ``sailing``: somebody
        now decides about the naval conflict, so that the war before it is over.
        """
        heap = _Heap()
        listed = list(events)
        first = self._number
        for event in listed:
            self._sort(self._number, event, heap)
            self._number += 1
        fought = sailing or bool(heap.war) or heap.closing is not None
        war = naval = None
        if fought and not self._war_told:
            start = _start(heap.war, heap.closing, self._number) - first
            war = self._war(heap, _before(after, [*listed[start:], *later], self.catalogue))
            self.raids = []
        self._war_told = fought and heap.closing is None
        if heap.closing is not None and "armada" in self.catalogue.expansions:
            start = _start(heap.naval, heap.closing, self._number) - first
            naval = _naval(heap, _before(after, [*listed[start:], *later], self.catalogue))
        return Step(
            tuple(doing.finished() for doing in heap.deeds),
            tuple(heap.left_over),
            tuple(
                Loss(seat, tuple(event for _, event in lost), tuple(number for number, _ in lost))
                for seat, lost in heap.losses.items()
            ),
            war,
            naval,
        )

    def _sort(self, number: int, event: Event, heap: _Heap) -> None:
        kind, seat, data = event.kind, event.seat, event.data
        if kind == "end" or (kind == "age" and data["age"] > 1):
            heap.closing = number
        if kind == "turn":
            self._recruiting = data["turn"] == 0
        if seat is None or silent(event):
            return
        if "against" in data or kind == "use_diplomacy":
            heap.war.append((number, event))
        elif kind in ("naval", "stay_out"):
            heap.naval.append((number, event))
        elif kind in ("discard", "put_away"):
            heap.left_over.append(LeftOver(seat, data["card"], kind == "put_away", number))
        elif kind in ("loss", "debts"):
            heap.losses.setdefault(seat, []).append((number, event))
        elif kind == "coins" and heap.war:
            heap.spoils.setdefault(seat, []).append((number, event))
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
                doing.gains += event.data["coins"]
            else:
                doing.more.append(event)
            if kind == "raid":
                self.raids.append((seat, event.data["on"]))
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

    def _war(self, heap: _Heap, before: Sequence[City]) -> War:
        diplomats = [event.seat for _, event in heap.war if event.kind == "use_diplomacy"]
        out = sorted(seat for seat in diplomats if seat is not None)
        shields = [city.shields for city in before]
        neighbours, raiding = pairs(len(before), set(out), self.raids, self.teams)
        conflicts = [_conflict(pair, False, shields, heap.war) for pair in neighbours]
        conflicts += [_conflict(pair, True, shields, heap.war) for pair in raiding]
        spoils = [
            Spoils(
                seat,
                sum(event.data["coins"] for _, event in taken),
                tuple(number for number, _ in taken),
            )
            for seat, taken in heap.spoils.items()
        ]
        numbers = [number for number, _ in heap.war]
        numbers += [number for taken in spoils for number in taken.numbers]
        return War(self.teams, tuple(out), tuple(conflicts), tuple(spoils), tuple(sorted(numbers)))


def silent(event: Event) -> bool:
    """Whether there is nothing to tell of a seat: which leader somebody else keeps in the draft."""
    return event.kind == "pick" and event.data["card"] is None


def pairs(
    seats: int, out: set[int], raids: Sequence[Pair], teams: bool
) -> tuple[list[Pair], list[Pair]]:
    """Who fights whom: neighbours (B23, C3; in teams T6), and by raids (A12); each pair once."""
    if teams:
        neighbours = [(seat, (seat + 1) % seats) for seat in range(1, seats, 2)]
    else:
        fighters = [seat for seat in range(seats) if seat not in out]
        circle = zip(fighters, [*fighters[1:], *fighters[:1]], strict=True)
        neighbours = _once([pair for pair in circle if pair[0] != pair[1]])
    raiding = _once([*neighbours, *raids])[len(neighbours) :]
    return neighbours, raiding


def _once(found: Sequence[Pair]) -> list[Pair]:
    unique: dict[frozenset[int], Pair] = {}
    for pair in found:
        unique.setdefault(frozenset(pair), pair)
    return list(unique.values())


def _conflict(
    pair: Pair, raid: bool, shields: Sequence[int], war: Iterable[tuple[int, Event]]
) -> Conflict:
    ours = [
        (number, event)
        for number, event in war
        if "against" in event.data and {event.seat, event.data["against"]} == set(pair)
    ]
    bare = Conflict(*pair, (shields[pair[0]], shields[pair[1]]), raid)
    defeats = [event.seat for _, event in ours if event.kind == "defeat"]
    return replace(
        bare,
        victories=tuple(int(event.data["value"]) for _, event in ours if event.kind == "victory"),
        defeats=len(defeats),
        redirected=bare.winner in defeats,
        numbers=tuple(number for number, _ in ours),
    )


def _naval(heap: _Heap, before: Sequence[City]) -> Naval:
    """The ranking by naval strength, with the tokens (A14)."""
    away = [event.seat for _, event in heap.naval if event.kind == "stay_out"]
    tokens = {event.seat: (n, event) for n, event in heap.naval if event.kind == "naval"}
    sailing = [city for city in before if city.seat not in away]
    strengths = {city.seat: city.naval_strength for city in sailing}
    ranks = [
        NavalRank(
            city.seat,
            strengths[city.seat],
            1 + sum(other > strengths[city.seat] for other in strengths.values()),
            int(tokens[city.seat][1].data["value"]) if city.seat in tokens else None,
            (tokens[city.seat][0],) if city.seat in tokens else (),
        )
        for city in sorted(sailing, key=lambda city: -strengths[city.seat])
    ]
    return Naval(
        tuple(ranks),
        tuple(seat for seat in away if seat is not None),
        tuple(number for number, _ in heap.naval),
    )


def _start(events: Sequence[tuple[int, Event]], closing: int | None, end: int) -> int:
    """The number of the first event of a conflict; where it left none, of what came after it."""
    if events:
        return events[0][0]
    return end if closing is None else closing


def _before(after: Sequence[City], since: Sequence[Event], catalogue: Catalogue) -> list[City]:
    mine: dict[int | None, list[Event]] = {}
    for event in since:
        mine.setdefault(event.seat, []).append(event)
    return [rewound(city, mine.get(city.seat, ()), catalogue) for city in after]


def rewound(city: City, since: Sequence[Event], catalogue: Catalogue) -> City:
    """A city as it stood before some events of its seat, as far as it counts in conflicts."""
    gained: Counter[str] = Counter()
    unburied: list[Leader] = []
    stages, copied, defeats = set(city.built), city.copied, city.defeats
    fleets = dict(city.fleets)
    for event in reversed(since):
        data = event.data
        match event.kind:
            case "build" | "rebuild":
                gained[data["card"]] += 1
            case "recruit":
                gained[data["leader"]] += 1
            case "island":
                gained[data["island"]] += 1
            case "bury":
                unburied.append(catalogue.leaders[data["leader"]])
            case "stage":
                stages.discard(data["stage"] - 1)
            case "copy":
                copied = None
            case "advance":
                fleets[data["fleet"]] = data["space"] - 1
            case "defeat":
                defeats -= 1
            case "discard_defeats":
                defeats += data["number"]
    return replace(
        city,
        cards=_without(city.cards, gained),
        leaders=_without((*city.leaders, *unburied), gained),
        islands=_without(city.islands, gained),
        built=tuple(stage for stage in city.built if stage in stages),
        copied=copied,
        defeats=defeats,
        fleets=fleets,
        naval_of_fleets=_naval_of(fleets, catalogue),
    )


def _without(things: Sequence[Thing], gained: Mapping[str, int]) -> tuple[Thing, ...]:
    """What is left when the last so many of each have not come yet."""
    left = Counter(gained)
    kept: list[Thing] = []
    for thing in reversed(things):
        if left[thing.id] > 0:
            left[thing.id] -= 1
        else:
            kept.append(thing)
    return tuple(reversed(kept))


def _naval_of(fleets: Mapping[str, int], catalogue: Catalogue) -> int:
    return sum(catalogue.tracks[fleet][fleets[fleet]].naval for fleet in FLEETS if fleet in fleets)


def chapters(
    events: Sequence[Event],
    after: Sequence[City],
    catalogue: Catalogue,
    *,
    teams: bool = False,
    sailing: bool = False,
) -> Iterator[Chapter]:
    """The whole game turn by turn. ``after`` are the cities as they stand after all events.

    What follows a turn up to the next one (the war, the end of the age) belongs to it.
    """
    chronicler = Chronicler(catalogue, teams)
    turns = [number for number, event in enumerate(events) if event.kind == "turn"]
    starts = [0, *turns] if not turns or turns[0] > 0 else turns
    for start, end in zip(starts, [*starts[1:], len(events)], strict=True):
        stretch = events[start:end]
        begun = stretch[0] if stretch and stretch[0].kind == "turn" else None
        step = chronicler.step(
            stretch, after, sailing=sailing and end == len(events), later=events[end:]
        )
        over = [start + at for at, event in enumerate(stretch) if event.kind == "end"]
        yield Chapter(
            begun.data["age"] if begun else 1,
            begun.data["turn"] if begun else None,
            step,
            tuple(range(start, end)),
            over[0] if over else None,
        )
