"""What things cost a seat now: prices, and reasons why not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..catalogue import FLEETS, RESOURCES
from ..engine import asked, pay
from ..engine import moves as engine_moves
from ..engine import state as s
from ..engine.at_once import fleet_room
from ..engine.count import stage_item
from ..engine.scratch import scratch
from . import reasons
from .notation import Move
from .reasons import Reason

if TYPE_CHECKING:
    from .game import Game

PAYEES = ("left", "right", "left2", "right2", "bank")
_WAYS = {s.BY_PAYING: "paid", s.BY_CHAIN: "chain", s.BY_FREEDOM: "free"}
_ENOUGH = 900
MOST_LISTED = 12


@dataclass(frozen=True, slots=True)
class Quote:
    """The price of a card or stage.

    ``way`` is ``paid``, ``chain``, ``free``, ``right`` (only by a once-per-age right) or ``no``;
    ``payments`` are all ways to pay, the cheapest first; ``missing`` are resources that can't be
    had at any price; ``why`` it can't be built is a code with values, ``reason`` the same in words.
    """

    way: str
    payments: tuple[Mapping[str, int], ...] = ()
    missing: tuple[str, ...] = ()
    why: Reason | None = None
    right: bool = field(default=False)

    @property
    def reason(self) -> str:
        return str(self.why) if self.why else ""

    @property
    def coins(self) -> int:
        return sum(self.payments[0].values()) if self.payments else 0


def rows(count: int) -> tuple[dict[str, int], ...]:
    """Payments of the engine's scratch space as mappings, the cheapest first."""
    found = [
        {to: coins for to, coins in zip(PAYEES, row, strict=True) if coins}
        for row in scratch().pay[:count].tolist()
    ]
    return tuple(sorted(found, key=lambda payment: sum(payment.values())))


def quote(game: Game, seat: int, card: str, ship: bool = False) -> Quote:
    """What it would take to build a card, or to recruit a leader; with its ship, if asked for."""
    number = game._book.card_number.get(card) if isinstance(card, str) else None
    if number is None or card in game._book.catalogue.islands:
        raise ValueError(f"There is no card {card!r} in this game.")
    games, tables, works = game._games, game._book.tables, scratch().work
    if card in game._book.catalogue.leaders:
        price = int(engine_moves.recruit_price(game._g, game._t, seat, number))
        if ship:
            return _not(reasons.NO_SHIP_WITH_LEADER)
        if price > game.coins(seat):
            return _not(reasons.TOO_DEAR, price=price, purse=game.coins(seat))
        return Quote("paid", ({"bank": price} if price else {},))
    built, freedom, right = asked.of_card(games, tables, seat, number)
    if built:
        return _not(reasons.BUILT)
    if ship and (without := _no_ship(game, seat, card)):
        return without

    def options(with_ship: bool = ship) -> int:
        return int(asked.ways_to_build(games, tables, seat, number, int(with_ship), works))

    by_right = rows(asked.ways_by_right(games, tables, seat, number, int(ship), works))
    if count := options():
        return Quote(_WAYS[int(freedom)], rows(count), right=bool(by_right))
    short = _shortfall(game, seat, number, options)
    if by_right:
        return Quote("right", by_right, short.missing, short.why, True)
    if ship and short.missing and (options(False) or right):
        return _not(reasons.SHIP_TOO_DEAR)
    return short


def _not(code: str, missing: tuple[str, ...] = (), **values: Any) -> Quote:
    return Quote("no", missing=missing, why=Reason(code, values))


def _no_ship(game: Game, seat: int, card: str) -> Quote | None:
    """Why there is no ship to a card (A3), whatever it costs; None: there is one."""
    colour = game.catalogue.cards[card].colour
    if "armada" not in game.expansions:
        return _not(reasons.NO_SHIPS)
    if colour not in FLEETS:
        return _not(reasons.NO_SHIP_WITH_COLOUR, colour=colour)
    if not fleet_room(game._g, seat, FLEETS.index(colour)):
        return _not(reasons.FLEET_AT_END, colour=colour)
    return None


def stage_quote(game: Game, seat: int, stage: int | None = None, ship: str | None = None) -> Quote:
    """The price of the next stage, or of the one numbered ``stage``; with a fleet, if asked for."""
    if ship is not None and ship not in FLEETS:
        raise ValueError(f"There is no fleet {ship!r}; there are {', '.join(FLEETS)}.")
    if ship and "armada" not in game.expansions:
        return _not(reasons.NO_SHIPS)
    games, tables, works = game._games, game._book.tables, scratch().work
    following, allowed = asked.of_stages(games, tables, seat)
    if following < 0:
        return _not(reasons.WONDER_COMPLETE)
    at = int(following) if stage is None else stage - 1
    if not 0 <= at < s.STAGES or not allowed >> at & 1:
        if stage is not None:
            return _not(reasons.NOT_THIS_STAGE, stage=stage)
        at = min(k for k in range(s.STAGES) if allowed >> k & 1)
    fleet = FLEETS.index(ship) + 1 if ship else 0
    if ship and not engine_moves.may_sail_with_stage(game._g, game._t, seat, fleet - 1):
        return _not(reasons.FLEET_STAYS, colour=ship)

    def options() -> int:
        return int(asked.ways_to_stage(games, tables, seat, at, fleet, works))

    if count := options():
        return Quote("paid", rows(count))
    return _shortfall(game, seat, int(stage_item(game._g, seat, at)), options)


def _shortfall(game: Game, seat: int, item: int, options: Callable[[], int]) -> Quote:
    """Why a cost can't be met: too few coins, or resources nobody sells."""
    games, coins = game._games, game._games["coins"][0]
    purse = int(coins[seat])
    coins[seat] = _ENOUGH
    try:
        count = options()
    finally:
        coins[seat] = purse
    if count:
        price = sum(rows(count)[0].values())
        return _not(reasons.TOO_DEAR, price=price, purse=purse)
    need, offer = int(game._book.tables["cost"][0, item]), games["offer"][0]
    left, right = (seat + 1) % game.seats, (seat - 1) % game.seats
    reach = int(games["reach"][0, seat]) + int(offer[left]) + int(offer[right])
    gone = int(pay.lacking(need, reach))
    if gone:
        missing = tuple(
            kind for k, kind in enumerate(RESOURCES) for _ in range((gone >> (8 * k)) & 0xFF)
        )
        return _unavailable(need, missing)
    lacking = int(pay.lacking(need, int(games["has"][0, seat])))
    missing = tuple(kind for k, kind in enumerate(RESOURCES) if (lacking >> (8 * k)) & 0xFF)
    if not missing:
        return _not(reasons.SHIP_TOO_DEAR)
    return _not(reasons.NOT_AT_ONCE, missing, kinds=list(missing))


def _unavailable(need: int, missing: tuple[str, ...]) -> Quote:
    for kind in missing:
        wanted = (need >> (8 * RESOURCES.index(kind))) & 0xFF
        found = wanted - missing.count(kind)
        if found:
            return _not(reasons.TOO_FEW, missing, found=found, wanted=wanted, kind=kind)
    return _not(reasons.NOBODY_SELLS, missing, kinds=list(missing))


def why_not(game: Game, seat: int, move: Move) -> str:
    """Why a move is not legal, and what is."""
    moves = game.moves(seat)
    actions = {other.action for other in moves}
    begin = f"Seat {seat} can't play '{move}': "
    uses = {"build", "stage", "sell", "recruit"}
    if "sell" not in actions and not ({"build", "stage"} & actions and move.action in uses):
        if len(moves) > MOST_LISTED or move.action in uses - actions:
            return f"{begin}it may {_or(sorted(actions))} now."
        return f"{begin}it may choose {_or([str(other) for other in moves])}."
    if move.action not in uses:
        return f"{begin}it may {_or(sorted(actions))} now."
    return begin + _why_not_card(game, seat, move, moves)


def _why_not_card(game: Game, seat: int, move: Move, moves: tuple[Move, ...]) -> str:
    recruiting = game.decision(seat).kind == "leader"
    hand = game.leader_hand(seat) if recruiting else game.hand(seat)
    if move.action == ("build" if recruiting else "recruit"):
        return "leaders are recruited, cards are built."
    if move.card not in hand:
        return f"{move.card} is not in the hand, which has {', '.join(sorted(set(hand)))}."
    same = [other for other in moves if other.action == move.action and other.card == move.card]
    if same:
        return f"offered are {_or([str(other) for other in same[:MOST_LISTED]])}."
    if move.action == "sell":
        return "the Free City sells only when it can build nothing."
    price = game.stage_quote(seat) if move.action == "stage" else game.quote(seat, move.card)
    return f"{price.reason}."


def _or(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
