"""What one seat may see of a table: the only thing that leaves the service.

Pages, streams and the JSON interface are made of a ``TableView`` and know nothing else, so that
nobody is shown a hand that is not his.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from ...bots import Expectation
from ...catalogue import Catalogue
from ...game import reasons
from ...game.codec import Event, ScoreSheet
from ...game.gains import Gain
from ...game.game import Game
from ...game.notation import Move
from ...game.prices import Quote
from ...game.warming import is_cold
from .handing import Deed
from .timing import Waits

T = TypeVar("T")
WAITING, PLAYING, OVER = "waiting", "playing", "over"
PERSON, BOT, EMPTY = "person", "bot", "empty"
PACES = ("0.5", "1", "3")  # seconds between two steps of bots that play alone, to choose from
DELAYS = (0, 1, 3)  # turns that spectators may be behind, to choose from
PAUSE, STEP = "pause", "step"  # what else they can be told
ANY_CARD = "*"  # where a move is the same whatever card is laid down
FREE_CITY = "free_city"  # the third seat of two players, for which its holder decides


@dataclass(frozen=True, slots=True)
class Options:
    """How a table is set up."""

    players: int = 4
    edition: str = "2nd"
    expansions: tuple[str, ...] = ()
    teams: bool = False
    sides: str = "random"  # or "choose", or a side's name
    leaders: str = "standard"
    clock: int | None = None  # seconds for a decision
    level: str = "medium"  # of the bots that fill empty seats
    listed: bool = True  # among the open tables
    delay: int = 0  # turns that spectators are behind


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who has a seat: a person, a bot (with its level), or nobody yet.

    ``away``: a person who has left, or let the clock run out, and for whom a bot plays; ``late``
    is which of the two, ``benched`` that the host has let a bot play at once. ``beside``: somebody
    else at your device.
    """

    seat: int
    name: str
    kind: str
    level: str | None = None
    away: bool = False
    you: bool = False
    late: bool = False
    beside: bool = False
    benched: bool = False


@dataclass(frozen=True, slots=True)
class Device:
    """A device that several people share: their seats, and which of them have yet to decide.

    Whose hand it shows is the seat of the table view; until somebody says that it is him, none.
    """

    seats: tuple[int, ...]
    asked: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """A decision that a person owes, or may still change, with everything he may do.

    With two players the holder also decides for the Free City: ``seat`` is then not his own.
    """

    seat: int
    kind: str
    source: str | None
    moves: tuple[Move, ...]
    quotes: Mapping[str, Quote] = field(default_factory=dict)  # of each card or leader in hand
    with_ship: Mapping[str, Quote] = field(default_factory=dict)  # the same, with its ship
    stages: Mapping[int, Quote] = field(default_factory=dict)  # of each stage that may come next
    gains: Mapping[str, Gain] = field(default_factory=dict)  # of each use, by its text
    choice: Move | None = None
    by_bot: bool = False  # a bot has made the choice, for who was away


@dataclass(frozen=True, slots=True)
class Hint:
    """What a bot would do for a seat in a step of the game, and why.

    ``expectations``, the best first, are only there if the bot has any; ``stand_in`` names the
    quick one that has answered while the others warm up.
    """

    seat: int
    step: int
    move: str
    reason: str
    expectations: tuple[Expectation, ...] = ()
    stand_in: str | None = None


@dataclass(frozen=True, slots=True)
class Fairness:
    """The proof of a fair deal: the hash from the start, what was hashed after the end."""

    hash: str
    secret: str | None = None
    nonce: str | None = None


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast bots play that play alone: how many seconds lie between two steps.

    ``paused``: they play only when they are told to.
    """

    seconds: float = 1.0
    paused: bool = False


class Kept:
    """What has been made of a game for one reader, and is the same for others: of this step, such
    as a city's cards; and what is asked for in each step anew, such as lines of the log.
    """

    __slots__ = ("_before", "_now", "_step")

    def __init__(self, before: Kept | None = None) -> None:
        self._step: dict[Hashable, Any] = {}
        self._now: dict[Hashable, Any] = {}
        self._before: dict[Hashable, Any] = before._now if before else {}

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """As it was made when it was first asked for in this step."""
        found: T | None = self._step.get(key)
        if found is None:
            found = self._step[key] = make()
        return found

    def lasting(self, key: Hashable, make: Callable[[], T]) -> T:
        """As it was made when it was first asked for; it is forgotten when a step does without."""
        found: T | None = self._now.get(key)
        if found is None:
            found = self._before.get(key)
            self._now[key] = found = make() if found is None else found
        return found


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one seat, or a spectator, may see it."""

    code: str
    version: int
    status: str
    options: Options
    sitters: tuple[Sitter, ...]
    seat: int | None = None  # yours
    host: bool = False
    step: int = 0  # a move names the step it was meant for; no number comes twice
    view: Mapping[str, Any] | None = None
    events: tuple[Event, ...] = ()
    offers: tuple[Offer, ...] = ()
    seconds_left: float | None = None  # on the clock of this step
    scores: tuple[ScoreSheet, ...] = ()  # after the end
    ranking: tuple[tuple[int, tuple[int, ...]], ...] = ()
    fairness: Fairness | None = None
    next_code: str | None = None  # of the rematch
    history: tuple[tuple[int, int], ...] = ()  # versions, with the number of events until then
    taken_back: int = 0  # how often; then the game counts in no average
    can_take_back: bool = False
    pace: Pace | None = None  # of bots that play alone, for whoever looks on
    device: Device | None = None  # yours, if you share it and the game is on
    removed: tuple[str, ...] = ()  # for the host: whom he has taken off
    taken_off: bool = False  # whether that was you
    present: frozenset[int] = frozenset()  # seats of people who look at the table before its game
    watchers: int = 0  # who look at a game without a seat
    deeds: tuple[Deed, ...] = ()  # what was done about seats during the game
    unseated: str = ""  # why you have lost yours, if you have
    waits: Waits = field(default_factory=Waits)
    rest: str = field(default="", compare=False)  # as ``Progress`` has it
    chose: int = field(
        default=0, compare=False
    )  # the version in which you last decided something, or took it back
    kept: Kept = field(default_factory=Kept, compare=False, repr=False)  # as ``Seen`` has it
    # What everybody knows: what a view has of it, it has as it is here.
    public: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    # What is printed on everything in its game.
    printed: Catalogue | None = field(default=None, compare=False, repr=False)
    tournament: str = ""  # of which it is a table
    sealed: bool = False  # its deal is played at other tables too: there is no record yet

    @property
    def delay(self) -> int:
        """How many turns the reader is behind, if he only watches; else how many others are."""
        return self.options.delay if self.status == PLAYING and not self.pace else 0

    @property
    def is_past(self) -> bool:
        """Whether it is shown as it stood some turns ago, to who only watches."""
        return self.delay > 0 and self.seat is None and self.device is None

    @property
    def covered(self) -> bool:
        """Whether a shared device waits for somebody to say that it is him."""
        return self.device is not None and self.seat is None

    @property
    def key(self) -> tuple[object, ...]:
        """The same for all who are shown the same, apart from what the clock says."""
        reader = self.seat, self.host, self.device, self.taken_off, self.unseated
        return self.code, self.version, reader, self.present, self.watchers, self.options.delay

    @property
    def has_parts(self) -> bool:
        """Whether little of it changes within a step. With two players the Free City's decision
        comes within one, and who shares a device sees another hand.
        """
        return self.status == PLAYING and self.options.players > 2 and self.device is None

    @property
    def has_company(self) -> bool:
        """Whether there are people who may talk to one another."""
        people = self.people
        return len(people) - sum(sitter.beside for sitter in people) > 1

    @property
    def people(self) -> list[Sitter]:
        return [sitter for sitter in self.sitters if sitter.kind == PERSON]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sitter.name for sitter in self.sitters)

    def events_until(self, version: int) -> int:
        """How many events somebody knows who has seen this version of the table."""
        at = bisect_right(self.history, version, key=lambda entry: entry[0])
        return self.history[at - 1][1] if at else 0

    def events_since(self, version: int) -> tuple[Event, ...]:
        """What somebody has missed who last saw this version of the table."""
        return self.events[self.events_until(version) :]


@dataclass(frozen=True, slots=True)
class Progress:
    """What changes at a table within a step, the same for all: who has decided, who is away.

    ``rest`` is another one whenever something else has changed: the step, who is away, how fast
    bots play; what was made of the same rest still holds. ``chose`` has for each seat the version
    in which it last decided something, or took it back.
    """

    code: str
    version: int
    step: int
    to_decide: tuple[int, ...]
    decided: tuple[int, ...]
    away: tuple[int, ...]
    seconds_left: float | None = None
    rest: str = ""
    chose: Mapping[int, int] = field(default_factory=dict)
    kept: Kept = field(default_factory=Kept, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended for somebody."""

    name: str
    place: int
    points: int


@dataclass(frozen=True, slots=True)
class Summary:
    """A table as a line in a list: of those that are open, or of somebody's own."""

    code: str
    status: str
    options: Options
    sitters: tuple[Sitter, ...]
    host_name: str = ""
    your_turn: bool = False
    age: int = 0
    turn: int = 0
    touched: float = 0.0  # when something last happened, in seconds since 1970
    taken_back: int = 0  # how often; then the game counts in no average
    awaited: tuple[str, ...] = ()  # people who have yet to decide
    results: tuple[Result, ...] = ()  # yours, after the end; several, if you share a device
    paused: bool = False
    seconds_left: float | None = None  # on the clock of this step, if somebody is awaited
    until: float | None = None  # when it runs out, by the wall clock; None: it stands
    nudged_by: str = ""  # who has reminded you in this step

    @property
    def others_awaited(self) -> tuple[str, ...]:
        """Of those who have yet to decide, the others."""
        own = {sitter.name for sitter in self.sitters if sitter.you or sitter.beside}
        return tuple(name for name in self.awaited if name not in own)


def offers(game: Game, seat: int, quotes: bool = True) -> tuple[Offer, ...]:
    """What a seat has to decide now, or has decided and may change; with what things cost, or not.

    Programs, which get only the moves, can do without the quotes, which take most of the time.
    """
    mine = [seat, *([2] if game.players == 2 else [])]
    owed = game.asked
    return tuple(
        offer_of(game, other, quotes)
        for other in mine
        if other in owed and (game.players > 2 or game.decision(other).by == seat)
    )


def offer_of(game: Game, seat: int, quotes: bool = True) -> Offer:
    """The decision of one seat, which it owes, or has taken and may change."""
    decision = game.decision(seat)
    moves = game.moves(seat)
    plain = Offer(seat, decision.kind, decision.source, moves, choice=game.choice(seat))
    if not quotes:
        return plain
    if decision.kind in ("leader", "recruit"):
        hand = game.leader_hand(seat)
    elif decision.kind in ("play", "last_card"):
        hand = game.hand(seat)
    else:
        return plain
    ships = {move.card for move in moves if move.ship and move.action == "build" and move.card}
    wonder, _, side = game.wonder(seat).partition(":")
    stages = range(1, len(game.catalogue.boards[wonder, side].stages) + 1)
    prices = {card: game.quote(seat, card) for card in hand}
    return Offer(
        plain.seat,
        plain.kind,
        plain.source,
        moves,
        prices,
        {card: game.quote(seat, card, ship=True) for card in ships},
        {number: game.stage_quote(seat, number) for number in stages},
        {} if is_cold() and game.expansions else _gains(game, seat, moves, prices),
        plain.choice,
    )


def use_of(move: Move) -> str:
    """The text of a move without its payment; a stage is the same with any card."""
    return (replace(move, card=ANY_CARD, pay={}) if move.action == "stage" else move).unpaid


def _gains(
    game: Game, seat: int, moves: Iterable[Move], quotes: Mapping[str, Quote]
) -> dict[str, Gain]:
    """What each use of a card would bring; also of cards that can't be paid for now."""
    leaders = game.catalogue.leaders
    uses: dict[object, Move] = {
        card: Move("recruit" if card in leaders else "build", card)
        for card, quote in quotes.items()
        if quote.why is None or quote.why.code != reasons.BUILT
    }
    for move in moves:  # often thousands, that differ by what is paid
        if move.action == "stage":
            uses.setdefault((move.stage, move.ship), move)
        elif move.action == "build" and (move.ship or move.free):
            uses.setdefault((move.card, move.ship, move.free), move)
    found = game.gains(seat, uses.values())
    return dict(zip(map(use_of, uses.values()), found, strict=True))
