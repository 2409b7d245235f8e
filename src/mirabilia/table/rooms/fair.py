"""A deal that anyone can check: every shuffle follows from a secret and a nonce by SHA-256.

Before the game the hash of both is shown, after it both themselves; `mirabilia verify` deals again
and compares. Each shuffle has a name and its own stream of numbers, the SHA-256 of secret, nonce,
name and a counter, so that no card seen tells another. Only what happens by chance within the game
uses the engine's generator: islands that are shuffled back into their pile (A7) and the leaders
that Roma draws from the box (L6). Its seed is one more number of the same kind.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

from ...catalogue import Catalogue, load
from ...game.game import Game
from .schema import Stored
from .table_view import Fairness, Options

T = TypeVar("T")
SECRET_BYTES, NONCE_BYTES = 32, 16
SEED_BITS = 53
_WORD = 1 << 32
_LEADERS_EACH = 4
_MOST_GUILDS, _MOST_ARMADA = 9, 7


class UnfairDeal(ValueError):
    """A deal that does not follow from what was promised; the message says what differs."""


@dataclass(frozen=True, slots=True)
class Promise:
    """The secret and the nonce of a table, in hexadecimal digits."""

    secret: str
    nonce: str

    @property
    def hash(self) -> str:
        """What is shown before the game: the SHA-256 of the bytes of secret and nonce."""
        return hashlib.sha256(self._bytes).hexdigest()

    @property
    def _bytes(self) -> bytes:
        return bytes.fromhex(self.secret) + bytes.fromhex(self.nonce)

    def numbers(self, name: str) -> Numbers:
        """The stream of numbers for the shuffle of that name."""
        return Numbers(self._bytes + name.encode() + b"\0")


def new_promise() -> Promise:
    return Promise(secrets.token_hex(SECRET_BYTES), secrets.token_hex(NONCE_BYTES))


def new_game(
    promise: Promise, options: Options, names: Sequence[str], catalogue: Catalogue | None = None
) -> Game:
    """The game of a table before its first decision; by today's cards, or those of a catalogue."""
    catalogue = catalogue or load(options.edition, options.expansions)
    given = deal_of(catalogue, promise, options.players, options.sides, options.leaders)
    return Game(
        names,
        edition=options.edition,
        expansions=options.expansions,
        sides=options.sides,
        teams=options.teams,
        leaders=options.leaders,
        catalogue=catalogue,
        **given,
    )


class Numbers:
    """Numbers that only who knows the key can foretell."""

    def __init__(self, key: bytes) -> None:
        self._key, self._counter = key, 0
        self._words: Iterator[int] = iter(())

    def word(self) -> int:
        """The next 32 bits."""
        for word in self._words:
            return word
        block = hashlib.sha256(self._key + self._counter.to_bytes(8, "big")).digest()
        self._counter += 1
        self._words = iter(int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        return self.word()

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, all equally likely: a word too high is thrown away."""
        highest = _WORD - _WORD % limit
        while (word := self.word()) >= highest:
            pass
        return word % limit

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in an order of which all are equally likely (Fisher and Yates)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def deal(
    promise: Promise,
    players: int,
    edition: str,
    expansions: Sequence[str] = (),
    sides: str = "random",
    leaders: str = "standard",
) -> dict[str, Any]:
    """What ``Game`` is to be given so that nothing is left to chance: boards, cards, seed."""
    return deal_of(load(edition, expansions), promise, players, sides, leaders)


def deal_of(
    catalogue: Catalogue,
    promise: Promise,
    players: int,
    sides: str = "random",
    leaders: str = "standard",
) -> dict[str, Any]:
    """The same with the cards of a catalogue."""
    expansions = catalogue.expansions
    seats = 3 if players == 2 else players
    dealt: dict[str, Any] = {
        "ages": [_hands(promise, catalogue, age, seats) for age in (1, 2, 3)],
    }
    given: dict[str, Any] = {
        "seed": promise.numbers("seed").word() << 21 | promise.numbers("seed, rest").below(1 << 21),
        "wonders": _boards(promise, catalogue, seats, sides),
        "deal": dealt,
    }
    if "leaders" in expansions:
        pile = iter(promise.numbers("leaders").shuffled(catalogue.leaders_of(leaders)))
        dealt["leaders"] = [list(islice(pile, _LEADERS_EACH)) for _ in range(seats)]
        dealt["leader_box"] = list(pile)
    if "armada" in expansions:
        dealt["islands"] = [_islands(promise, catalogue, level) for level in (1, 2, 3)]
        yards = promise.numbers("shipyards").shuffled(list(catalogue.shipyards))
        given["shipyards"] = yards[:seats]
    return given


def _boards(promise: Promise, catalogue: Catalogue, seats: int, sides: str) -> list[str]:
    """A wonder for each seat, and its side; promo boards only make up for missing ones (E1)."""
    promos = {board.wonder for board in catalogue.boards.values() if board.promo}
    usual = [wonder for wonder in catalogue.wonders if wonder not in promos]
    if len(usual) < seats:
        extra = promise.numbers("promo boards").shuffled(sorted(promos))
        usual += extra[: seats - len(usual)]
    boards = []
    for wonder in promise.numbers("boards").shuffled(usual)[:seats]:
        known = [side for name, side in catalogue.boards if name == wonder]
        named = [side for side in known if side.lower() == sides.lower()]
        side = named or [known[promise.numbers(f"side of {wonder}").below(len(known))]]
        boards.append(f"{wonder}:{side[0]}")
    return boards


def _hands(promise: Promise, catalogue: Catalogue, age: int, seats: int) -> list[list[str]]:
    """The deck of an age (B3, C1, A1), dealt; with two players the third hand is the pile (V1)."""
    deck = [card.id for card in catalogue.deck(age, seats)]
    for expansion, number in (("cities", seats), ("armada", min(seats, _MOST_ARMADA))):
        if expansion in catalogue.expansions:
            extras = [card.id for card in catalogue.extras(age, expansion, seats)]
            deck += promise.numbers(f"{expansion} cards of age {age}").shuffled(extras)[:number]
    if age == 3:
        guilds = [card.id for card in catalogue.guilds]
        deck += promise.numbers("guilds").shuffled(guilds)[: min(seats + 2, _MOST_GUILDS)]
    cards = iter(promise.numbers(f"age {age}").shuffled(deck))
    size = len(deck) // seats
    return [list(islice(cards, size)) for _ in range(seats)]


def _islands(promise: Promise, catalogue: Catalogue, level: int) -> list[str]:
    names = [name for name, island in catalogue.islands.items() if island.level == level]
    return promise.numbers(f"islands of level {level}").shuffled(names)


def block(promise: Promise, sides: str) -> dict[str, str]:
    """What a record says about its deal."""
    return {
        "hash": promise.hash,
        "secret": promise.secret,
        "nonce": promise.nonce,
        "sides": sides,
    }


def recorded(game: Game, promise: Promise, sides: str, taken_back: int = 0) -> dict[str, Any]:
    """A game with the proof of its deal, and how often something was taken back."""
    record = {**game.record(), "fair": block(promise, sides)}
    return record | ({"taken_back": taken_back} if taken_back else {})


def read_block(data: object) -> tuple[Promise, str, str]:
    """Promise, hash and sides of a record's ``fair``."""
    keys = {"hash", "secret", "nonce", "sides"}
    if not isinstance(data, Mapping) or set(data) != keys:
        raise UnfairDeal("fair is a mapping of hash, secret, nonce and sides.")
    if not all(isinstance(value, str) for value in data.values()):
        raise UnfairDeal("fair: all its entries are texts.")
    for key, size in (("secret", SECRET_BYTES), ("nonce", NONCE_BYTES), ("hash", 32)):
        if len(data[key]) != 2 * size or set(data[key]) - set("0123456789abcdef"):
            raise UnfairDeal(f"fair: {key} is {2 * size} hexadecimal digits, in small letters.")
    return Promise(data["secret"], data["nonce"]), data["hash"], data["sides"]


def check(record: Mapping[str, Any], catalogue: Catalogue | None = None) -> None:
    """That a record's deal is the one promised, with today's cards or those of its ``catalogue``;
    else an UnfairDeal that says what differs.
    """
    promise, shown, sides = read_block(record["fair"])
    if promise.hash != shown:
        raise UnfairDeal(
            f"fair: the hash of secret and nonce is {promise.hash}, but {shown} was shown."
        )
    setup = record["setup"]
    players = setup["players"]
    wanted = deal_of(
        catalogue or load(setup.get("edition", "2nd"), setup.get("expansions", ())),
        promise,
        players if isinstance(players, int) else len(players),
        sides,
        setup.get("leaders", "standard"),
    )
    for key in ("wonders", "shipyards", "seed"):
        if key in wanted and wanted[key] != setup.get(key):
            raise UnfairDeal(f"fair: the {key} are not those that follow from secret and nonce.")
    _compare_deals(wanted["deal"], record["deal"])


def _compare_deals(wanted: Mapping[str, Any], found: Mapping[str, Any]) -> None:
    for age, hands in enumerate(wanted["ages"]):
        for seat, hand in enumerate(hands):
            if " ".join(hand) != found["ages"][age][seat]:
                raise UnfairDeal(
                    f"fair: in age {'I' * (age + 1)}, seat {seat} was dealt other cards than "
                    "follow from secret and nonce."
                )
    for key in ("leaders", "islands"):
        if key in wanted and [" ".join(names) for names in wanted[key]] != found.get(key):
            raise UnfairDeal(f"fair: the {key} are not those that follow from secret and nonce.")
    box = found.get("leader_box", "").split()
    if sorted(wanted.get("leader_box", ())) != sorted(box):  # their order means nothing (L6)
        raise UnfairDeal("fair: the leaders in the box are not those that follow from the others.")


def proof_of(stored: Stored, promised: str, over: bool) -> Fairness | None:
    """The proof of a table's deal as it may be seen: its hash, and after the end what was hashed.

    A game that goes on from a position has had no such deal; a sealed one is not over for others.
    """
    if stored.position is not None:
        return None
    if over and not stored.sealed:
        return Fairness(promised, stored.secret, stored.nonce)
    return Fairness(promised)
