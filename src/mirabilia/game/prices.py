"""What things cost a seat now, in words a player understands: prices, and reasons why not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..catalogue import RESOURCES
from ..engine import moves as engine_moves
from ..engine import pay
from ..engine import state as s
from ..engine.at_once import fleet_room
from ..engine.count import stage_item
from ..engine.lasting import in_city
from ..engine.scratch import scratch
from .notation import FLEETS, Move

if TYPE_CHECKING:
    from .game import Game

PAYEES = ("left", "right", "left2", "right2", "bank")
_WAYS = {s.BY_PAYING: "paid", s.BY_CHAIN: "chain", s.BY_FREEDOM: "free"}
_ENOUGH = 900
MOST_LISTED = 12
_NO_SHIPS = "there are no ships in this game"
_BESIDES = "the ship can't be paid for"


@dataclass(frozen=True, slots=True)
class Quote:
    """The price of a card or stage.

    ``way`` is ``paid``, ``chain``, ``free``, ``right`` (only by a once-per-age right) or ``no``;
    ``payments`` are all ways to pay, the cheapest first; ``missing`` are resources that can't be
    had at any price; ``reason`` says why it can't be built.
    """

    way: str
    payments: tuple[Mapping[str, int], ...] = ()
    missing: tuple[str, ...] = ()
    reason: str = ""
    right: bool = field(default=False)

    @property
    def coins(self) -> int:
        return sum(self.payments[0].values()) if self.payments else 0


def rows(work: Any, count: int) -> tuple[dict[str, int], ...]:
    """Payments of the engine's scratch space as mappings, the cheapest first."""
    found = [
        {to: int(coins) for to, coins in zip(PAYEES, row, strict=True) if coins}
        for row in work.pay[:count]
    ]
    return tuple(sorted(found, key=lambda payment: sum(payment.values())))


def quote(game: Game, seat: int, card: str, ship: bool = False) -> Quote:
    """What it would take to build a card, or to recruit a leader; with its ship, if asked for."""
    number = game._book.card_number.get(card) if isinstance(card, str) else None
    if number is None or card in game._book.catalogue.islands:
        raise ValueError(f"There is no card {card!r} in this game.")
    g, t, w = game._g, game._t, scratch().w
    if card in game._book.catalogue.leaders:
        price = int(engine_moves.recruit_price(g, t, seat, number))
        if ship:
            return Quote("no", reason="no ship comes with recruiting a leader")
        if price > game.coins(seat):
            return Quote("no", reason=_too_dear(price, game.coins(seat)))
        return Quote("paid", ({"bank": price} if price else {},))
    if in_city(g, t, seat, number):
        return Quote("no", reason="already built")
    if ship and (reason := _no_ship(game, seat, card)):
        return Quote("no", reason=reason)

    def options(with_ship: bool = ship) -> int:
        return int(engine_moves.build_options(g, t, seat, number, int(with_ship), w))

    by_right = rows(w, int(engine_moves.right_options(g, t, seat, number, int(ship), w)))
    if count := options():
        way = _WAYS[int(engine_moves.build_freedom(g, t, seat, number))]
        return Quote(way, rows(w, count), right=bool(by_right))
    short = _shortfall(game, seat, number, options)
    if by_right:
        return Quote("right", by_right, short.missing, short.reason, True)
    if ship and (options(False) or engine_moves.right_for(g, t, seat, number)):
        return Quote("no", reason=_BESIDES if short.missing else short.reason)
    return short


def _no_ship(game: Game, seat: int, card: str) -> str:
    """Why there is no ship to a card (A3), whatever it costs; empty: there is one."""
    colour = game.catalogue.cards[card].colour
    if "armada" not in game.expansions:
        return _NO_SHIPS
    if colour not in FLEETS:
        return f"no ship comes with a {colour} card"
    if not fleet_room(game._g, seat, FLEETS.index(colour)):
        return f"the {colour} fleet is at the end of its track"
    return ""


def stage_quote(game: Game, seat: int, stage: int | None = None, ship: str | None = None) -> Quote:
    """The price of the next stage, or of the one numbered ``stage``; with a fleet, if asked for."""
    if ship is not None and ship not in FLEETS:
        raise ValueError(f"There is no fleet {ship!r}; there are {', '.join(FLEETS)}.")
    if ship and "armada" not in game.expansions:
        return Quote("no", reason=_NO_SHIPS)
    g, t, w = game._g, game._t, scratch().w
    at = int(engine_moves.next_stage(g, t, seat)) if stage is None else stage - 1
    if int(engine_moves.next_stage(g, t, seat)) < 0:
        return Quote("no", reason="the wonder is complete")
    if not 0 <= at < s.STAGES or not engine_moves.may_build_stage(g, t, seat, at):
        if stage is not None:
            return Quote("no", reason=f"stage {stage} can't be built now")
        at = min(k for k in range(s.STAGES) if engine_moves.may_build_stage(g, t, seat, k))
    fleet = FLEETS.index(ship) + 1 if ship else 0
    if ship and not engine_moves.may_sail_with_stage(g, t, seat, fleet - 1):
        return Quote("no", reason=f"the {ship} fleet can't advance with a stage now")
    count = int(engine_moves.stage_options(g, t, seat, at, fleet, w))
    if count:
        return Quote("paid", rows(w, count))
    item = int(stage_item(g, seat, at))
    return _shortfall(
        game, seat, item, lambda: int(engine_moves.stage_options(g, t, seat, at, fleet, w))
    )


def _too_dear(price: int, purse: int) -> str:
    coins = "1 coin" if price == 1 else f"{price} coins"
    return f"costs {coins}, {purse} in hand"


def _shortfall(game: Game, seat: int, item: int, options: Callable[[], int]) -> Quote:
    """Why a cost can't be met: too few coins, or resources nobody sells."""
    g, t, w = game._g, game._t, scratch().w
    purse = int(g.coins[seat])
    g.coins[seat] = _ENOUGH
    count = options()
    g.coins[seat] = purse
    if count:
        price = sum(rows(w, count)[0].values())
        return Quote("no", reason=_too_dear(price, purse))
    need, seats = int(t.cost[item]), int(g.seats)
    left, right = (seat + 1) % seats, (seat - 1) % seats
    reach = int(g.reach[seat]) + int(g.offer[left]) + int(g.offer[right])
    gone = int(pay.lacking(need, reach))
    if gone:
        missing = tuple(
            kind for k, kind in enumerate(RESOURCES) for _ in range((gone >> (8 * k)) & 0xFF)
        )
        return Quote("no", missing=missing, reason=_unavailable(need, missing))
    lacking = int(pay.lacking(need, int(g.has[seat])))
    missing = tuple(kind for k, kind in enumerate(RESOURCES) if (lacking >> (8 * k)) & 0xFF)
    if not missing:
        return Quote("no", reason=_BESIDES)
    return Quote("no", missing=missing, reason=f"not enough {_and(missing)} at the same time")


def _unavailable(need: int, missing: tuple[str, ...]) -> str:
    for kind in missing:
        wanted = (need >> (8 * RESOURCES.index(kind))) & 0xFF
        found = wanted - missing.count(kind)
        if found:
            return f"only {found} of {wanted} {kind} to be had here"
    return f"nobody here has {_and(missing)}"


def _and(names: tuple[str, ...]) -> str:
    counted = [
        name if names.count(name) == 1 else f"{names.count(name)} {name}"
        for name in dict.fromkeys(names)
    ]
    return counted[0] if len(counted) == 1 else f"{', '.join(counted[:-1])} and {counted[-1]}"


def payment_text(payment: Mapping[str, int]) -> str:
    """Such as ``2 to the left, 1 to the bank``; nothing to pay: ``nothing``."""
    names = {
        "left": "to the left",
        "right": "to the right",
        "left2": "two to the left",
        "right2": "two to the right",
        "bank": "to the bank",
    }
    parts = [f"{payment[to]} {name}" for to, name in names.items() if payment.get(to)]
    return ", ".join(parts) if parts else "nothing"


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
