"""Slow and obvious ways to know what the engine knows, for tests to compare it with.

Everything here is worked out from positions, events and the catalogue alone, by plain enumeration
or by keeping track as somebody at the table would; nothing of it calls the engine. Also here, in
one place, are the setups that the battery and the property tests run over.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from mirabilia import Game, Move
from mirabilia.catalogue import MANUFACTURED, RAW, Card, Catalogue, Effect, load

FREE_CITY = 2


@dataclass(frozen=True)
class GameSetup:
    """A way to set up a game; an expansion adds its own to ``SETUPS``."""

    players: int
    edition: str
    sides: str
    expansions: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "-".join((self.edition, str(self.players), self.sides, *self.expansions))

    def new(self, seed: int, **options: Any) -> Game:
        return Game(
            self.players,
            edition=self.edition,
            expansions=self.expansions,
            sides=self.sides,
            seed=seed,
            **options,
        )


SETUPS = [
    GameSetup(players, edition, sides)
    for edition, fewest in (("1st", 2), ("2nd", 3))
    for players in range(fewest, 8)
    for sides in ("random", "choose", *load(edition).sides)
]
KINDS = {"side", "play", "last_card", "rebuild"}


def choose(rng: random.Random, moves: Sequence[Move]) -> Move:
    """Any move, but as many stages as builds and sales, so that their effects are seen."""
    action = rng.choice(sorted({move.action for move in moves}))
    return rng.choice([move for move in moves if move.action == action])


def walk(game: Game, seed: int) -> Iterator[list[int]]:
    """Play at random to the end; stops at the start of every step, with who has to decide."""
    rng = random.Random(seed)
    while not game.over:
        yield game.to_decide
        decide_all(game, rng)


def decide_all(game: Game, rng: random.Random) -> None:
    """Play one step: every seat that owes a decision takes one."""
    step = game.steps
    while game.steps == step:
        seat = game.to_decide[0]
        game.play(seat, choose(rng, game.moves(seat)))


def everything(game: Game) -> tuple[Any, ...]:
    """All there is to a game, to see whether it has changed."""
    return game._games.tobytes(), game.events, game.steps, game.position()


def cards_of(game: Game) -> Counter[str]:
    """Every card, wherever it lies; the hand lent to the Free City is still its holder's."""
    position = game.position()
    places = [position["discard"], position.get("pile", [])]
    places += [hand for hands in position["deal"] for hand in hands]
    places += [seat[key] for seat in position["seats"] for key in ("hand", "city", "under")]
    return Counter(card for place in places for card in place)


# Paying, by trying everything.


class Source(NamedTuple):
    """A symbol: what it can give, one of it a turn; who is paid; the price by class."""

    options: frozenset[str]
    seller: str
    raw_price: int = 0
    made_price: int = 0

    def price(self, kind: str) -> int:
        return self.raw_price if kind in RAW else self.made_price


class Payment(NamedTuple):
    left: int
    right: int
    bank: int

    def __str__(self) -> str:
        coins = "".join(f"{to}{n}" for to, n in zip("LRB", self, strict=True) if n)
        return f"@{coins}" if coins else ""


SELLERS = ("left", "right", "bank")


def slow_payments(
    resources: Mapping[str, int],
    sources: Iterable[Source],
    *,
    coins: int = 0,
    purse: int | None = None,
    wharves: tuple[int, int] = (0, 0),
) -> set[Payment]:
    """Assign every resource of the cost to every source that could give it; drop the dominated.

    ``wharves``: for so many resources of the left, and of the right, the price is 1 less (C5).
    """
    groups = list(Counter(sources).items())
    # What has been used of every kind of source, the wharves used, and the coins so far.
    ways = {((0,) * len(groups), (0, 0), (0, 0, coins))}
    for kind in sorted(Counter(resources).elements()):
        ways = {
            onward
            for used, cuts, paid in ways
            for at, (source, number) in enumerate(groups)
            if used[at] < number and kind in source.options
            for onward in _buy(used, cuts, paid, at, source, kind, wharves)
        }
    found = {Payment(*paid) for _, _, paid in ways if purse is None or sum(paid) <= purse}
    return {payment for payment in found if not any(_beats(other, payment) for other in found)}


Way = tuple[tuple[int, ...], tuple[int, int], tuple[int, int, int]]


def _buy(
    used: tuple[int, ...],
    cuts: tuple[int, int],
    paid: tuple[int, int, int],
    at: int,
    source: Source,
    kind: str,
    wharves: tuple[int, int],
) -> Iterator[Way]:
    now_used = (*used[:at], used[at] + 1, *used[at + 1 :])
    if source.seller == "own":
        yield now_used, cuts, paid
        return
    payee = SELLERS.index(source.seller)
    price = source.price(kind)
    yield now_used, cuts, _add(paid, payee, price)
    if payee < 2 and cuts[payee] < wharves[payee]:
        one_more = (cuts[0] + (payee == 0), cuts[1] + (payee == 1))
        yield now_used, one_more, _add(paid, payee, max(price - 1, 0))


def _add(paid: tuple[int, int, int], payee: int, coins: int) -> tuple[int, int, int]:
    left, right, bank = (n + coins * (at == payee) for at, n in enumerate(paid))
    return left, right, bank


def _beats(one: Payment, other: Payment) -> bool:
    """Whether a payment asks at most as much of everybody, and less of somebody (B13)."""
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))


# Reading a table.


class Table:
    """A position read by somebody who knows the cards, with no engine."""

    def __init__(self, position: Mapping[str, Any]) -> None:
        self.position = position
        self.catalogue: Catalogue = load(position["edition"])
        self.seats: list[Mapping[str, Any]] = position["seats"]
        self.free_city = "pile" in position

    def cards(self, seat: int) -> list[Card]:
        return [self.catalogue.cards[card] for card in self.seats[seat].get("city", ())]

    def stages(self, seat: int) -> int:
        entry = self.seats[seat]
        built: int = entry.get("stages", len(entry.get("under", ())))
        return built

    def effects(self, seat: int) -> list[Effect]:
        """The effects of the stages built."""
        entry = self.seats[seat]
        board = self.catalogue.boards[entry["wonder"], entry["side"]]
        return [effect for stage in board.stages[: self.stages(seat)] for effect in stage.effects]

    def all_effects(self, seat: int) -> list[Effect]:
        return self.effects(seat) + [e for card in self.cards(seat) for e in card.effects]

    def start(self, seat: int) -> str | None:
        entry = self.seats[seat]
        return self.catalogue.boards[entry["wonder"], entry["side"]].start

    def for_sale(self, seat: int) -> list[frozenset[str]]:
        """B12: the start, and what brown and grey cards give."""
        sold = [card for card in self.cards(seat) if card.colour in ("brown", "grey")]
        symbols = [e.options for card in sold for e in card.effects if e.kind == "produce"]
        start = self.start(seat)
        return [frozenset(options) for options in (symbols + ([(start,)] if start else []))]

    def produced(self, seat: int) -> list[frozenset[str]]:
        """B11: the start, cards of any colour, and stages."""
        symbols = [e.options for e in self.all_effects(seat) if e.kind == "produce"]
        start = self.start(seat)
        return [frozenset(options) for options in (symbols + ([(start,)] if start else []))]

    def price(self, seat: int, side: str, goods: tuple[str, ...]) -> int:
        """What a resource of a class costs from one side: 2, or 1 by a post or a stage."""
        lower = [
            effect.amount
            for effect in self.all_effects(seat)
            if effect.kind == "buy_at" and side in effect.where and set(effect.options) == {*goods}
        ]
        return min([2, *lower])

    def sources(self, seat: int) -> list[Source]:
        count = len(self.seats)
        found = [Source(options, "own") for options in self.produced(seat)]
        for side, neighbour in (("left", seat + 1), ("right", seat - 1)):
            raw, made = (self.price(seat, side, goods) for goods in (RAW, MANUFACTURED))
            found += [Source(o, side, raw, made) for o in self.for_sale(neighbour % count)]
        return found

    def payments(self, seat: int, coins: int, resources: Mapping[str, int]) -> set[Payment]:
        purse = self.seats[seat].get("coins", 3)
        return slow_payments(resources, self.sources(seat), coins=coins, purse=purse)

    def costs_nothing(self, seat: int, card: Card) -> bool:
        """Chains (B15), and what Olympia's stages make free without spending a right (B21)."""
        cards = self.cards(seat)
        names = {name for other in cards for name in (other.id, other.building)}
        symbols = {symbol for other in cards for symbol in other.grants}
        if names & set(card.free_with) or symbols & set(card.accepts):
            return True
        rights = {effect.kind for effect in self.effects(seat)}
        turn = self.position.get("turn", 1)
        return (
            ("free_first_of_colour" in rights and card.colour not in {c.colour for c in cards})
            or ("free_first_card" in rights and turn == 1)
            or ("free_last_card" in rights and turn == 6)
        )

    def has_right_left(self, seat: int) -> bool:
        """Olympia A's card for nothing, once an age (B21)."""
        owns = "free_build" in {effect.kind for effect in self.effects(seat)}
        return owns and "free_build" not in self.seats[seat].get("spent", ())

    def builds(self, seat: int, card: Card) -> set[str]:
        if card.building in {other.building for other in self.cards(seat)}:  # B7
            return set()
        if self.costs_nothing(seat, card):
            return {f"build:{card.id}"}
        payments = self.payments(seat, card.cost.coins, card.cost.resources)
        found = {f"build:{card.id}{payment}" for payment in payments}
        if self.has_right_left(seat) and Payment(0, 0, 0) not in payments:
            found.add(f"build:{card.id}!")
        return found

    def stage_payments(self, seat: int) -> set[Payment]:
        entry = self.seats[seat]
        stages = self.catalogue.boards[entry["wonder"], entry["side"]].stages
        built = self.stages(seat)
        if built == len(stages):
            return set()
        return self.payments(seat, stages[built].cost.coins, stages[built].cost.resources)

    def plays(self, seat: int, hand: Iterable[str]) -> set[str]:
        """The texts of all moves with a card of the hand (B6 to B9, V5)."""
        cards = set(hand)
        found = {text for card in cards for text in self.builds(seat, self.catalogue.cards[card])}
        found |= {f"stage:{card}{pay}" for card in cards for pay in self.stage_payments(seat)}
        if found and self.free_city and seat == FREE_CITY:
            return found
        return found | {f"sell:{card}" for card in cards}

    def rebuilds(self, seat: int) -> set[str]:
        """B19: any card of the discard pile that the city lacks, or none."""
        built = {card.building for card in self.cards(seat)}
        pile = (self.catalogue.cards[card] for card in self.position.get("discard", ()))
        return {"skip"} | {f"rebuild:{card.id}" for card in pile if card.building not in built}


# What everybody at the table has seen.


@dataclass
class FaceDown:
    """A card laid face down: when, for which seat and by whom, where it lies, and how often each
    seat had seen the hand that it came from."""

    age: int
    turn: int
    seat: int
    by: int
    card: str
    place: str
    stage: int
    packet: int
    looks: dict[int, int]


@dataclass
class Watch:
    """Follows a game from its start and keeps what every seat has seen with its own eyes.

    ``look`` must be called at the start of every step. ``packet`` is a hand on its way round the
    table, numbered by the seat that took it up first.
    """

    game: Game
    read: int = 0
    age: int = 0
    turn: int = 0
    passed: int = 0
    ids: dict[int | None, set[str]] = field(default_factory=dict)
    seen: dict[tuple[int, int], Counter[str]] = field(default_factory=dict)
    laid: Counter[tuple[int, int]] = field(default_factory=Counter)
    looks: Counter[tuple[int, int]] = field(default_factory=Counter)
    down: list[FaceDown] = field(default_factory=list)
    rebuilt: set[str] = field(default_factory=set)
    saw_discard: set[int] = field(default_factory=set)
    acted: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.ids = {seat: set() for seat in (None, *range(self.game.seats))}
        self.two = self.game.players == 2

    def packet(self, seat: int) -> int:
        """The hand that lies with a seat; V4, B4."""
        seats = 2 if self.two else self.game.seats
        step = -1 if self.age == 2 else 1
        return (seat - step * self.passed) % seats

    def look(self) -> None:
        """Take in what has happened since, and what can be seen now."""
        for event in self.game.events[self.read :]:
            self._take_in(event.kind, event.seat, event.data)
        self.read = len(self.game.events)
        for cards in (self.game.city(seat) for seat in range(self.game.seats)):
            for known in self.ids.values():
                known.update(cards)
        for seat in range(self.game.seats):
            if not (self.two and seat == FREE_CITY):
                self._look_at_hand(seat)
        for seat in self.game.to_decide:
            self._look_at_choice(seat)

    def _look_at_hand(self, seat: int) -> None:
        hand = self.game.hand(seat)
        self.ids[seat].update(hand)
        key = seat, self.packet(seat)
        if hand:
            self.looks[key] += 1
            self.seen[key] = Counter(hand)
            self.laid[key] = 0

    def _look_at_choice(self, seat: int) -> None:
        decision = self.game.decision(seat)
        if decision.kind == "rebuild":
            self.ids[decision.by].update(self.game.position()["discard"])
            self.saw_discard.add(decision.by)
        if decision.by != seat:
            self.ids[decision.by].update(self.game.hand(seat))

    def _take_in(self, kind: str, seat: int | None, data: Mapping[str, Any]) -> None:
        if kind == "age":
            self.age, self.passed = data["age"], 0
            self.seen, self.laid, self.looks = {}, Counter(), Counter()
        elif kind == "turn":
            self.turn, self.acted = data["turn"], set()
        elif kind == "pass":
            self.passed += 1
        elif kind == "rebuild":
            self.rebuilt.add(data["card"])
        elif kind in ("build", "stage", "sell", "discard"):
            assert seat is not None
            self._take_card(kind, seat, data)

    def _take_card(self, kind: str, seat: int, data: Mapping[str, Any]) -> None:
        card = data["card"]
        packet = self.packet(data["by"])
        for viewer in range(self.game.seats):
            key = viewer, packet
            if key in self.seen:
                if kind == "build" or viewer == data["by"]:
                    self.seen[key] -= Counter([card])
                else:
                    self.laid[key] += 1
        # Who plays a second card in the last turn plays his last (B20); it is a turn of its own.
        turn = self.turn + (seat in self.acted)
        self.acted.add(seat)
        if kind != "build":
            looks = {viewer: self.looks[viewer, packet] for viewer in range(self.game.seats)}
            place = "under" if kind == "stage" else "discard"
            stage, by = data.get("stage", 0), data["by"]
            self.down.append(FaceDown(self.age, turn, seat, by, card, place, stage, packet, looks))

    def knows(self, viewer: int, other: int) -> tuple[Counter[str], Counter[str]]:
        """What is certainly and what is maybe in another's hand (3 and more players).

        Of the cards seen there, so many have been laid face down since, nobody knows which.
        """
        hand = Counter(self.game.hand(other))
        key = viewer, self.packet(other)
        if viewer == other or not hand:
            return hand, Counter()
        if key not in self.seen:
            return Counter(), Counter()
        left, down = self.seen[key], self.laid[key]
        certain = +Counter({card: number - down for card, number in left.items()})
        return certain, left - certain

    def scrambled(self, viewer: int, rng: random.Random) -> dict[str, Any]:
        """The position with everything changed that the viewer can't know."""
        position = deepcopy(self.game.position())
        position["seed"] = rng.randrange(1 << 53)
        position["rng"] = f"{rng.getrandbits(60) | 1:016x}"
        for hands in position["deal"]:
            _shuffle(rng, [_item(hand, at) for hand in hands for at in range(len(hand))])
        if self.two:
            self._scramble_pile(position, viewer, rng)
            return position
        groups: dict[tuple[object, ...], list[Slot]] = {}
        for seat, entry in enumerate(position["seats"]):
            packet = self.packet(seat)
            if seat != viewer and entry["hand"]:
                name: tuple[object, ...] = (
                    ("unseen", self.age) if not self.looks[viewer, packet] else (self.age, packet)
                )
                slots = [_item(entry["hand"], at) for at in range(len(entry["hand"]))]
                groups.setdefault(name, []).extend(slots)
        for down in self.down:
            group = self._group_of(down, viewer)
            if group is not None:
                groups.setdefault(group, []).append(_face_down(position, down))
        for slots in groups.values():
            _shuffle(rng, slots)
        return position

    def _scramble_pile(self, position: dict[str, Any], viewer: int, rng: random.Random) -> None:
        """Two players: the pile, and what the other has drawn from it and not yet passed on."""
        slots = [_item(position["pile"], at) for at in range(len(position["pile"]))]
        holder = position["holder"]
        knower = holder if viewer == FREE_CITY else viewer
        kinds = {self.game.decision(seat).kind for seat in self.game.to_decide}
        if kinds == {"play"} and holder != knower:
            hand = position["seats"][holder]["hand"]
            slots.append(_item(hand, len(hand) - 1))
        _shuffle(rng, slots)

    def _group_of(self, down: FaceDown, viewer: int) -> tuple[object, ...] | None:
        """With which other cards this one could be exchanged unnoticed; None: it is known."""
        if down.seat == viewer:
            return None
        if down.place == "discard" and (down.card in self.rebuilt or viewer in self.saw_discard):
            return None
        looks = down.looks[viewer]
        if looks == 0:
            return ("unseen", down.age)
        if down.age == self.age and looks != self.looks[viewer, down.packet]:
            return None  # The hand came back since: it is known what had been laid down.
        if down.age != self.age:
            return None
        return (down.age, down.packet)


class Slot(NamedTuple):
    """A place where a card lies."""

    card: str
    put: Callable[[str], None]


def _shuffle(rng: random.Random, slots: list[Slot]) -> None:
    cards = [slot.card for slot in slots]
    rng.shuffle(cards)
    for slot, card in zip(slots, cards, strict=True):
        slot.put(card)


def _item(cards: list[str], at: int) -> Slot:
    return Slot(cards[at], lambda card: cards.__setitem__(at, card))


def _face_down(position: dict[str, Any], down: FaceDown) -> Slot:
    key = [down.age, down.turn, down.seat]
    row = next(row for row in position["history"]["laid"] if row[:3] == key)

    def put(card: str) -> None:
        row[3] = card
        if down.place == "under":
            position["seats"][down.seat]["under"][down.stage - 1] = card
        else:
            position["discard"].remove(down.card)
            position["discard"].append(card)

    return Slot(down.card, put)


def texts_in(value: object) -> Iterator[str]:
    """Every text in a JSON value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield str(key)
            yield from texts_in(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from texts_in(inner)
