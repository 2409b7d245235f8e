"""Slow and obvious ways to know what the engine knows, for tests to compare it with.

Everything here is worked out from positions, events and the catalogue alone, by plain enumeration
or by keeping track as somebody at the table would; nothing of it calls the engine. Also here, in
one place, are the setups that the battery and the property tests run over, and ``check_quotes``,
which holds what the engine says of prices against what it offers.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from typing import Any, NamedTuple

from mirabilia import Game, Move
from mirabilia.catalogue import (
    MANUFACTURED,
    RAW,
    RESOURCES,
    Board,
    Card,
    Catalogue,
    Cost,
    Effect,
    load,
)
from mirabilia.game.prices import Quote

FREE_CITY = 2


@dataclass(frozen=True)
class GameSetup:
    """A way to set up a game."""

    players: int
    edition: str
    sides: str = "random"
    expansions: tuple[str, ...] = ()
    teams: bool = False
    leaders: str = "standard"

    def __str__(self) -> str:
        more = ("teams",) * self.teams + ("expert",) * (self.leaders == "expert")
        return "-".join((self.edition, str(self.players), self.sides, *self.expansions, *more))

    def new(self, seed: int, **options: Any) -> Game:
        return Game(
            self.players,
            edition=self.edition,
            expansions=self.expansions,
            sides=self.sides,
            teams=self.teams,
            leaders=self.leaders,
            seed=seed,
            **options,
        )

    @property
    def catalogue(self) -> Catalogue:
        return load(self.edition, self.expansions)

    @property
    def turns(self) -> int:
        """How many cards are played in an age (B4, C1, A1, E1)."""
        return 6 + ("cities" in self.expansions) + ("armada" in self.expansions and self.seats < 8)

    @property
    def seats(self) -> int:
        return max(self.players, 3)

    @property
    def kinds(self) -> set[str]:
        """The kinds of decisions that can come up."""
        found = {"play", "last_card", "rebuild"} | ({"side"} if self.sides == "choose" else set())
        for expansion in self.expansions:
            found |= MORE_KINDS[expansion]
        if "leaders" in self.expansions and self.edition == "2nd":
            found -= {"copy"}  # The Courtesans Guild is of the 1st edition only.
        if self.leaders != "expert":
            found -= {"forfeit"}  # Telesilla
        return found


MORE_KINDS = {
    "leaders": {"draft", "leader", "recruit", "bury", "copy", "forfeit"},
    "cities": {"loss"},
    "armada": {"island", "advance", "sail"},
}
EVERYTHING = ("leaders", "cities", "armada")
SUBSETS = [
    tuple(name for at, name in enumerate(EVERYTHING) if bits >> at & 1) for bits in range(1, 8)
]


def _combinations() -> Iterator[GameSetup]:
    """Every combination of expansions, players, teams and leaders that can be played."""
    for edition, expansions in product(("1st", "2nd"), SUBSETS):
        most = 8 if edition == "1st" and "armada" in expansions else 7
        in_teams = range(4, most + 1, 2) if {"cities", "armada"} & {*expansions} else ()
        tables = [(players, False) for players in range(3, most + 1)]
        tables += [(players, True) for players in in_teams]
        for players, teams in tables:
            yield GameSetup(players, edition, "random", expansions, teams)
            if "leaders" in expansions:
                yield GameSetup(players, edition, "random", expansions, teams, "expert")


BASE_SETUPS = [
    GameSetup(players, edition, sides)
    for edition, fewest in (("1st", 2), ("2nd", 3))
    for players in range(fewest, 8)
    for sides in ("random", "choose", *load(edition).sides)
]
COMBINATIONS = list(_combinations())
# Here and there the sides are chosen or given.
EXPANSION_SETUPS = [
    replace(setup, sides=("random", "choose", setup.catalogue.sides[at % 2])[at % 3])
    for at, setup in enumerate(COMBINATIONS)
]
SETUPS = BASE_SETUPS + EXPANSION_SETUPS
KINDS = {"side", "play", "last_card", "rebuild"}.union(*MORE_KINDS.values())


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
    """Every card, leader and island, wherever it lies; the hand lent to the Free City is still its
    holder's."""
    position = game.position()
    places = [position["discard"], position.get("pile", []), position.get("box", [])]
    places += [hand for hands in position["deal"] for hand in hands]
    places += position.get("sea", [])
    places += position.get("pending", {}).get("drawn", [])
    places += [entry.get(key, []) for entry in position["seats"] for key in SEAT_PLACES]
    return Counter(card for place in places for card in place)


SEAT_PLACES = (
    "hand",
    "city",
    "under",
    "leaders",
    "leader_hand",
    "pack",
    "buried",
    "islands",
)


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
    left: int = 0
    right: int = 0
    left2: int = 0
    right2: int = 0
    bank: int = 0

    def __str__(self) -> str:
        letters = ("L", "R", "LL", "RR", "B")
        coins = "".join(f"{to}{n}" for to, n in zip(letters, self, strict=True) if n)
        return f"@{coins}" if coins else ""

    def more(self, seller: str, coins: int) -> Payment:
        return self._replace(**{seller: getattr(self, seller) + coins})


NOTHING = Payment()
Resources = tuple[str, ...]
"""Each resource as often as it is wanted, in order."""


def each(resources: Mapping[str, int]) -> Resources:
    return tuple(sorted(Counter(resources).elements()))


def leaving_out(resources: Resources, less: int) -> set[Resources]:
    """What may be left of a cost where so many resources, any of them, are left out (L5)."""
    left = {resources}
    for _ in range(min(less, len(resources))):
        left = {rest[:at] + rest[at + 1 :] for rest in left for at in range(len(rest))}
    return left


def slow_payments(
    resources: Resources,
    sources: Iterable[Source],
    *,
    coins: int = 0,
    purse: int | None = None,
    wharves: tuple[int, int] = (0, 0),
    far: tuple[int, int] = (0, 0),
) -> set[Payment]:
    """Assign every resource of the cost to every source that could give it; drop the dominated.

    ``wharves``: for so many resources of the left, and of the right, the price is 1 less (C5).
    ``far``: so many may be bought two seats to the left, and to the right (A13).
    """
    groups = list(Counter(sources).items())
    most = 999 if purse is None else purse
    # What has been used of every kind of source, the wharves used, and the coins so far.
    ways: set[Way] = {((0,) * len(groups), (0, 0), Payment(bank=coins))}
    for at_kind, kind in enumerate(resources):
        ways = {
            onward
            for way in ways
            for at, (source, number) in enumerate(groups)
            if way[0][at] < number and kind in source.options
            for onward in _buy(way, at, source, kind, wharves)
            if onward[2].left2 <= far[0] and onward[2].right2 <= far[1] and sum(onward[2]) <= most
        }
        ways = _forget(ways, groups, set(resources[at_kind + 1 :]))
    return undominated({paid for _, _, paid in ways if sum(paid) <= most})


Way = tuple[tuple[int, ...], tuple[int, int], Payment]


def _buy(way: Way, at: int, source: Source, kind: str, wharves: tuple[int, int]) -> Iterator[Way]:
    used, cuts, paid = way
    now_used = (*used[:at], used[at] + 1, *used[at + 1 :])
    if source.seller == "own":
        yield now_used, cuts, paid
        return
    price = source.price(kind)
    yield now_used, cuts, paid.more(source.seller, price)
    if source.seller in ("left", "right"):
        side = ("left", "right").index(source.seller)
        if price and cuts[side] < wharves[side]:
            one_more = (cuts[0] + (side == 0), cuts[1] + (side == 1))
            yield now_used, one_more, paid.more(source.seller, price - 1)


def _forget(ways: set[Way], groups: list[tuple[Source, int]], still: set[str]) -> set[Way]:
    """Take no more note of sources that can give nothing that is still wanted; and of ways that
    have used the same as another and paid more."""
    by_use: dict[tuple[object, ...], set[Payment]] = {}
    for used, cuts, paid in ways:
        matters = tuple(n if groups[at][0].options & still else 0 for at, n in enumerate(used))
        by_use.setdefault((matters, cuts), set()).add(paid)
    return {
        (used, cuts, paid)  # type: ignore[misc]
        for (used, cuts), payments in by_use.items()
        for paid in undominated(payments)
    }


def undominated(payments: set[Payment]) -> set[Payment]:
    return {one for one in payments if not any(_beats(other, one) for other in payments)}


def _beats(one: Payment, other: Payment) -> bool:
    """Whether a payment asks at most as much of everybody, and less of somebody (B13)."""
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))


# Reading a table.

FLEETS = ("red", "yellow", "blue", "green")
LAST_SPACE = 6
ANY = frozenset(RESOURCES)


class Table:
    """A position read by somebody who knows the cards, with no engine."""

    def __init__(self, position: Mapping[str, Any]) -> None:
        self.position = position
        self.expansions = tuple(position.get("expansions", ()))
        self.catalogue: Catalogue = load(position["edition"], self.expansions)
        self.seats: list[Mapping[str, Any]] = position["seats"]
        self.free_city = "pile" in position

    @property
    def turns(self) -> int:
        return GameSetup(len(self.seats), self.catalogue.edition, "", self.expansions).turns

    def neighbour(self, seat: int, steps: int) -> int:
        """So many seats to the left; to the right, if negative."""
        return (seat + steps) % len(self.seats)

    def cards(self, seat: int) -> list[Card]:
        return [self.catalogue.cards[card] for card in self.seats[seat].get("city", ())]

    def board(self, seat: int) -> Board:
        entry = self.seats[seat]
        return self.catalogue.boards[entry["wonder"], entry["side"]]

    def stages(self, seat: int) -> set[int]:
        """The stages built, counted from 0."""
        entry = self.seats[seat]
        built = entry.get("stages", len(entry.get("under", ())))
        return set(range(built)) if isinstance(built, int) else {stage - 1 for stage in built}

    def stages_to_build(self, seat: int) -> list[int]:
        """The next one (B8), or any that is left (A19)."""
        board, built = self.board(seat), self.stages(seat)
        left = [stage for stage in range(len(board.stages)) if stage not in built]
        return left if board.any_order else left[:1]

    def effects(self, seat: int) -> list[Effect]:
        """Of all that lies face up: board, stages, cards, leaders and islands."""
        entry, board = self.seats[seat], self.board(seat)
        leaders = [*entry.get("leaders", ()), *filter(None, [entry.get("copied")])]
        found = [
            board.effects,
            *(board.stages[stage].effects for stage in self.stages(seat)),
            *(card.effects for card in self.cards(seat)),
            *(self.catalogue.leaders[leader].effects for leader in leaders),
            *(self.catalogue.islands[island].effects for island in entry.get("islands", ())),
        ]
        return [effect for effects in found for effect in effects]

    def count(self, seat: int, kind: str, where: str = "") -> int:
        return sum(e.kind == kind and (not where or where in e.where) for e in self.effects(seat))

    def start(self, seat: int) -> str | None:
        return self.board(seat).start

    def for_sale(self, seat: int) -> list[frozenset[str]]:
        """B12: the start, and what brown and grey cards give."""
        sold = [card for card in self.cards(seat) if card.colour in ("brown", "grey")]
        symbols = [e.options for card in sold for e in card.effects if e.kind == "produce"]
        start = self.start(seat)
        return [frozenset(options) for options in (symbols + ([(start,)] if start else []))]

    def produced(self, seat: int) -> list[frozenset[str]]:
        """B11, C6: all that the own city gives."""
        symbols = [frozenset(e.options) for e in self.effects(seat) if e.kind == "produce"]
        start = self.start(seat)
        if start:
            symbols.append(frozenset([start]))
        kinds = frozenset(kind for options in self.for_sale(seat) for kind in options)
        symbols += [kinds] * self.count(seat, "own_kind")
        symbols += [ANY - kinds] * self.count(seat, "missing_kind")
        return symbols

    def price(self, seat: int, side: str, goods: tuple[str, ...]) -> int:
        """What a resource of a class costs from one side: 2, or 1 by a post or a stage."""
        lower = [
            effect.amount
            for effect in self.effects(seat)
            if effect.kind == "buy_at" and side in effect.where and set(effect.options) == {*goods}
        ]
        return min([2, *lower])

    def sources(self, seat: int) -> list[Source]:
        found = [Source(options, "own") for options in self.produced(seat)]
        for side, steps in (("left", 1), ("right", -1)):
            raw, made = (self.price(seat, side, goods) for goods in (RAW, MANUFACTURED))
            other = self.neighbour(seat, steps)
            sold = self.for_sale(other)
            start = self.start(other)
            if start and self.count(seat, "start_rebate"):  # C5, the Smuggler's Cache
                sold.remove(frozenset([start]))
                found.append(Source(frozenset([start]), side, raw - 1, made - 1))
            found += [Source(options, side, raw, made) for options in sold]
        found += [Source(ANY, "bank", 1, 1)] * self.count(seat, "bank_resource")
        for side, steps in (("left2", 2), ("right2", -2)):
            if self.far_uses(seat)[side == "right2"]:
                sold = self.for_sale(self.neighbour(seat, steps))
                found += [Source(options, side, 1, 1) for options in sold]
        return found

    def far_uses(self, seat: int) -> tuple[int, int]:
        """A13: how often two seats to the left, and to the right; with 4 that is one seat."""
        left, right = (
            sum(e.amount for e in self.effects(seat) if e.kind == "far_trade" and side in e.where)
            for side in ("far_left", "far_right")
        )
        if len(self.seats) == 3:
            return 0, 0  # There is nobody so far away.
        return (left + right, 0) if len(self.seats) == 4 else (left, right)

    def payments(
        self, seat: int, cost: Cost, less: int = 0, ship: Cost | None = None
    ) -> set[Payment]:
        """For a card or stage that may leave out so many resources, and a ship with it (A3)."""
        ship = ship or Cost()
        ship_less = self.count(seat, "ship_discount")
        default = 6 if "leaders" in self.expansions else 3
        found: set[Payment] = set()
        for own, added in product(
            leaving_out(each(cost.resources), less), leaving_out(each(ship.resources), ship_less)
        ):
            found |= slow_payments(
                tuple(sorted(own + added)),
                self.sources(seat),
                coins=cost.coins + ship.coins,
                purse=self.seats[seat].get("coins", default),
                wharves=(self.count(seat, "wharf", "left"), self.count(seat, "wharf", "right")),
                far=self.far_uses(seat),
            )
        return undominated(found)

    def ship_cost(self, seat: int, colour: str) -> Cost | None:
        """Of the next space of a track; None: there is none (A3)."""
        if "armada" not in self.expansions or colour not in FLEETS:
            return None
        entry = self.seats[seat]
        space = entry.get("fleets", {}).get(colour, 0)
        yard = self.catalogue.shipyards[entry["shipyard"]]
        return yard.costs[colour][space] if space < LAST_SPACE else None

    def costs_nothing(self, seat: int, card: Card) -> bool:
        """Chains (B15), and what is free without spending a right (B21, Ramses)."""
        cards = self.cards(seat)
        names = {name for other in cards for name in (other.id, other.building)}
        symbols = {symbol for other in cards for symbol in other.grants}
        if names & set(card.free_with) or symbols & set(card.accepts):
            return True
        effects = self.effects(seat)
        rights = {effect.kind for effect in effects}
        colours = {c for effect in effects if effect.kind == "free_colour" for c in effect.colours}
        turn = self.position.get("turn", 1)
        return (
            card.colour in colours
            or ("free_first_of_colour" in rights and card.colour not in {c.colour for c in cards})
            or ("free_first_card" in rights and turn == 1)
            or ("free_last_card" in rights and turn == self.turns)
        )

    def has_right_left(self, seat: int, card: Card) -> bool:
        """A card for nothing, once an age: Olympia A, Caligula (B21)."""
        spent = self.seats[seat].get("spent", ())
        black = card.colour == "black" and self.count(seat, "free_colour_once")
        return bool(
            (black and "free_black" not in spent)
            or (self.count(seat, "free_build") and "free_build" not in spent)
        )

    def builds(self, seat: int, card: Card) -> set[str]:
        if card.building in {other.building for other in self.cards(seat)}:  # B7
            return set()
        free = self.costs_nothing(seat, card)
        cost = Cost() if free else card.cost
        less = sum(e.kind == "discount" and card.colour in e.colours for e in self.effects(seat))
        ship = self.ship_cost(seat, card.colour)
        found: set[str] = set()
        for sails, colour in ((None, ""), (ship, f"+{card.colour}")):
            if colour and not ship:
                continue
            payments = self.payments(seat, cost, less, sails)
            found |= {f"build:{card.id}{colour}{payment}" for payment in payments}
            if self.has_right_left(seat, card):  # B21: not where it spares nothing
                by_right = self.payments(seat, Cost(), 0, sails) - payments
                found |= {f"build:{card.id}!{colour}{payment}" for payment in by_right}
        return found

    def stage_ways(self, seat: int) -> set[str]:
        """What follows the card's name in the moves that build a stage: ``#2+blue@L2``."""
        board = self.board(seat)
        less = sum(e.kind == "discount" and e.counted == "stage" for e in self.effects(seat))
        found: set[str] = set()
        for stage in self.stages_to_build(seat):
            cost = board.stages[stage].cost
            if self.count(seat, "free_stage_resources"):  # the Architect Firm
                cost = Cost(cost.coins)
            number = f"#{stage + 1}" if board.any_order else ""
            plain = self.payments(seat, cost, less)
            found |= {f"{number}{payment}" for payment in plain}
            for colour in FLEETS if "armada" in self.expansions else ():
                ship = self.ship_cost(seat, colour)
                if ship is None:
                    continue
                if self.count(seat, "stage_advances_any"):  # the Lost Island
                    found |= {f"{number}+{colour}{payment}" for payment in plain}
                elif colour == self.catalogue.shipyards[self.seats[seat]["shipyard"]].wonder_fleet:
                    both = self.payments(seat, cost, less, ship)
                    found |= {f"{number}+{colour}{payment}" for payment in both}
        return found

    def sales(self, seat: int, cards: Iterable[str]) -> set[str]:
        """B9, A4."""
        found = {f"sell:{card}" for card in cards}
        if self.ship_cost(seat, "yellow"):
            found |= {f"sell:{card}+yellow" for card in cards}
        return found

    def plays(self, seat: int, hand: Iterable[str]) -> set[str]:
        """The texts of all moves with a card of the hand (B6 to B9, V5)."""
        cards = set(hand)
        found = {text for card in cards for text in self.builds(seat, self.catalogue.cards[card])}
        ways = self.stage_ways(seat)
        found |= {f"stage:{card}{way}" for card in cards for way in ways}
        if found and self.free_city and seat == FREE_CITY:
            return found
        return found | self.sales(seat, cards)

    def recruits(self, seat: int) -> set[str]:
        """L2, L6: what each leader of the hand costs."""
        found = set()
        entry = self.seats[seat]
        less = sum(
            effect.amount
            for other, where in ((0, "self"), (1, "right"), (-1, "left"))
            for effect in self.effects(self.neighbour(seat, other))
            if effect.kind == "recruit_discount" and where in effect.where
        )
        for leader in entry.get("leader_hand", ()):
            cost = self.catalogue.leaders[leader].cost
            price = self.position.get("age", 1) if cost.by_age else cost.coins
            price = 0 if self.count(seat, "free_recruit") else max(price - less, 0)
            if price <= entry["coins"]:
                found.add(f"recruit:{leader}{Payment(bank=price)}")
        return found

    def leader_plays(self, seat: int) -> set[str]:
        leaders = set(self.seats[seat].get("leader_hand", ()))
        ways = self.stage_ways(seat)
        stages = {f"stage:{leader}{way}" for leader in leaders for way in ways}
        return self.recruits(seat) | stages | self.sales(seat, leaders)

    def rebuilds(self, seat: int) -> set[str]:
        """B19, L4: any age card of the discard pile that the city lacks, or none."""
        built = {card.building for card in self.cards(seat)}
        ages = self.catalogue.cards
        pile = (ages[card] for card in self.position.get("discard", ()) if card in ages)
        return {"skip"} | {f"rebuild:{card.id}" for card in pile if card.building not in built}

    def choices(self, seat: int, kind: str) -> set[str]:
        """The moves of the decisions that expansions bring."""
        entry = self.seats[seat]
        pending = self.position.get("pending", {})
        due: int = pending["source"][seat][0] if "source" in pending else 0
        if kind == "draft":
            return {f"pick:{leader}" for leader in entry["pack"]}
        if kind == "recruit":
            return self.recruits(seat) | {"skip"}
        if kind == "bury":
            return {f"bury:{leader}" for leader in entry["leaders"]}
        if kind == "copy":
            others = [self.seats[self.neighbour(seat, step)] for step in (1, -1)]
            return {f"copy:{leader}" for other in others for leader in other["leaders"]}
        if kind == "island":
            return {f"island:{island}" for island in pending["drawn"][seat]}
        if kind == "loss":
            return {f"lose:{n}/{due - n}" for n in range(min(due, entry["coins"]) + 1)}
        if kind == "forfeit":
            return {f"forfeit:{value}" for value in entry["victories"]}
        if kind == "sail":
            return {"sail:yes", "sail:no"}
        assert kind == "advance"
        mask = pending["source"][seat][1]
        able = [
            colour
            for at, colour in enumerate(FLEETS)
            if mask >> at & 1 and entry["fleets"][colour] < LAST_SPACE
        ]
        sets = combinations(able, min(due, len(able)))
        return {"skip"} | {f"advance:{','.join(colours)}" for colours in sets}

    def moves(self, seat: int, kind: str, hand: Iterable[str]) -> set[str]:
        """Whatever a seat may do now."""
        if kind in ("play", "last_card"):
            return self.plays(seat, hand)
        if kind == "side":
            wonder = self.seats[seat]["wonder"]
            return {f"side:{side}" for name, side in self.catalogue.boards if name == wonder}
        if kind == "leader":
            return self.leader_plays(seat)
        return self.rebuilds(seat) if kind == "rebuild" else self.choices(seat, kind)


def check_quotes(game: Game, seat: int) -> None:
    """What ``quote`` and ``stage_quote`` say of a seat's hand is what its moves are."""
    ways: dict[tuple[object, ...], set[str]] = {}
    for move in game.moves(seat):
        to = move.card if move.action in ("build", "recruit") else move.stage
        ship = bool(move.ship) if move.action in ("build", "recruit") else move.ship
        ways.setdefault((move.action, to, ship, move.free), set()).add(_paid(move.pay))
    hand, put = game.hand(seat), "build"
    if game.decision(seat).kind in ("leader", "recruit"):
        hand, put = game.leader_hand(seat), "recruit"
    for card, ship in product(set(hand), (False, True)):
        paid, by_right = (ways.get((put, card, ship, free), set()) for free in (False, True))
        _check_quote(game.quote(seat, card, ship), paid, by_right, (seat, card, ship))
    if game.decision(seat).kind != "recruit":
        wonder, _, side = game.wonder(seat).partition(":")
        board = game.catalogue.boards[wonder, side]
        numbers = range(1, len(board.stages) + 1) if board.any_order else (None,)
        for number, fleet in product(numbers, (None, *FLEETS)):
            paid = ways.get(("stage", number, fleet, False), set())
            quote = game.stage_quote(seat, number, fleet)
            _check_quote(quote, paid, set(), (seat, number, fleet))


def _paid(pay: Mapping[str, int]) -> str:
    return str(Payment(**pay))


def _check_quote(quote: Quote, paid: set[str], by_right: set[str], what: object) -> None:
    assert {_paid(payment) for payment in quote.payments} == (paid or by_right), what
    assert (quote.right, bool(quote.reason)) == (bool(by_right), not paid), what
    way = "paid" if paid else "right" if by_right else "no"
    assert (quote.way if quote.way not in ("chain", "free") else "paid") == way, what


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

    def own(self, viewer: int) -> set[int]:
        """The seats whose hands a viewer sees: his own and his partner's (T1)."""
        return {viewer, viewer ^ 1} if self.game.teams else {viewer}

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
        position = self.game.position()
        for seat, entry in enumerate(position["seats"]):
            copied = [entry["copied"]] if entry.get("copied") else []
            for known in self.ids.values():
                for key in ("city", "leaders", "buried", "islands"):
                    known.update(entry.get(key, ()))
                known.update(copied)
            for viewer in self.own(seat):
                self.ids[viewer].update(entry.get("leader_hand", ()), entry.get("pack", ()))
            if not (self.two and seat == FREE_CITY):
                self._look_at_hand(seat)
        for seat, drawn in enumerate(position.get("pending", {}).get("drawn", ())):
            self.ids[seat].update(drawn)
        for seat in self.game.to_decide:
            self._look_at_choice(seat)

    def _look_at_hand(self, seat: int) -> None:
        hand = self.game.hand(seat)
        for viewer in self.own(seat):
            self.ids[viewer].update(hand)
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
        if self.turn == 0:  # A leader: it comes from a hand that is never passed on.
            if kind != "build":
                place = "under" if kind == "stage" else "discard"
                stage = data.get("stage", 0)
                self.down.append(FaceDown(self.age, 0, seat, seat, card, place, stage, -1, {}))
            return
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
        if other in self.own(viewer) or not hand:
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
            if seat not in self.own(viewer) and entry["hand"]:
                name: tuple[object, ...] = (
                    ("unseen", self.age) if not self.looks[viewer, packet] else (self.age, packet)
                )
                slots = [_item(entry["hand"], at) for at in range(len(entry["hand"]))]
                groups.setdefault(name, []).extend(slots)
        for down in self.down:
            group = self._group_of(down, viewer)
            if group is not None:
                groups.setdefault(group, []).append(_face_down(position, down))
        self._hidden_leaders(position, viewer, groups.setdefault(("leaders",), []))
        self._hidden_islands(position, viewer, groups)
        for slots in groups.values():
            _shuffle(rng, slots)
        return position

    def _hidden_leaders(self, position: dict[str, Any], viewer: int, slots: list[Slot]) -> None:
        """The box, and what others hold or draft from."""
        piles = [position.get("box", [])]
        for seat, entry in enumerate(position["seats"]):
            if seat not in self.own(viewer):
                piles += [entry.get("leader_hand", []), entry.get("pack", [])]
        slots += [_item(pile, at) for pile in piles for at in range(len(pile))]

    def _hidden_islands(
        self, position: dict[str, Any], viewer: int, groups: dict[tuple[object, ...], list[Slot]]
    ) -> None:
        """The islands not found yet, and those from which others are choosing, by level."""
        islands = load(self.game.edition, self.game.expansions).islands
        drawn = position.get("pending", {}).get("drawn", [])
        piles = [*position.get("sea", []), *drawn[:viewer], *drawn[viewer + 1 :]]
        for pile in piles:
            for at, island in enumerate(pile):
                groups.setdefault(("sea", islands[island].level), []).append(_item(pile, at))

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
        if down.seat in self.own(viewer):
            return None
        if down.place == "discard" and (down.card in self.rebuilt or viewer in self.saw_discard):
            return None
        if down.turn == 0:
            return ("leaders",)
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
            entry = position["seats"][down.seat]
            stages = entry["stages"]  # which, where any order is allowed
            at = stages.index(down.stage) if isinstance(stages, list) else down.stage - 1
            entry["under"][at] = card
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
