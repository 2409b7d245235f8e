"""From the engine's numbers to words and back: moves, events, score sheets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from .engine import state as s
from .engine.tables import FIRST_STAGE, Rulebook
from .notation import Move

KIND_NAMES = {
    s.OWES_SIDE: "side",
    s.OWES_PLAY: "play",
    s.OWES_LAST_CARD: "last_card",
    s.OWES_REBUILD: "rebuild",
}
ACTIONS = {
    s.BUILD: "build",
    s.STAGE_BUILD: "stage",
    s.SELL: "sell",
    s.REBUILD: "rebuild",
    s.CHOOSE_SIDE: "side",
    s.SKIP: "skip",
}
SOURCES = {s.FROM_STAGE: "stage", s.FROM_LEADER: "leader", s.FROM_CARD: "card"}
RIGHTS = {s.RIGHT_FREE_BUILD: "free_build"}
LINES = {
    s.MILITARY: "military",
    s.COINS: "coins",
    s.WONDER: "wonder",
    s.CIVIL: "blue",
    s.COMMERCE: "yellow",
    s.SCIENCE: "green",
    s.GUILDS: "purple",
}
_PAYEES = {"left": s.LEFT, "right": s.RIGHT, "left2": s.LEFT2, "right2": s.RIGHT2, "bank": s.BANK}
_HOW = {s.BY_PAYING: "paid", s.BY_CHAIN: "chain", s.BY_RIGHT: "right", s.BY_FREEDOM: "free"}


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: its kind, to whom (None: to all), and what, JSON-safe."""

    kind: str
    seat: int | None
    data: dict[str, Any] = field(default_factory=dict)
    hidden_from: str = ""

    def seen_by(self, seat: int | None) -> Event:
        """The event as a seat sees it: a card laid face down is known to who laid it (K1)."""
        if "card" not in self.data or not self.hidden_from:
            return self
        if self.hidden_from == "others" and seat is not None and seat == self.data["by"]:
            return self
        return Event(self.kind, self.seat, {**self.data, "card": None}, self.hidden_from)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The points of a seat; ``lines`` sums up to ``total``."""

    seat: int
    team: int | None
    total: int
    lines: dict[str, int]


def move_from_row(book: Rulebook, row: npt.NDArray[np.int16]) -> Move:
    action = ACTIONS[int(row[s.ACTION])]
    if action == "skip":
        return Move("skip")
    number = int(row[s.CARD])
    name = book.boards[number].side if action == "side" else book.cards[number].id
    pay = {to: int(row[at]) for to, at in _PAYEES.items() if row[at]}
    return Move(action, name, free=bool(row[s.FREE]), pay=pay)


def event_from_row(book: Rulebook, g: Any, row: npt.NDArray[np.int16]) -> Event:
    kind, seat, first, second, third = (int(value) for value in row[:5])
    return _READERS[kind](book, g, seat, first, second, third)


def item_name(book: Rulebook, item: int) -> str:
    """A card's id, or a stage such as ``rhodos:A#2``."""
    if item < FIRST_STAGE:
        return book.cards[item].id
    board, stage = divmod(item - FIRST_STAGE, s.STAGES)
    return f"{book.boards[board].id}#{stage + 1}"


def _read_age(book: Rulebook, g: Any, seat: int, age: int, *_: int) -> Event:
    return Event("age", None, {"age": age})


def _read_turn(book: Rulebook, g: Any, seat: int, age: int, turn: int, _: int) -> Event:
    return Event("turn", None, {"age": age, "turn": turn})


def _read_build(book: Rulebook, g: Any, seat: int, card: int, how: int, by: int) -> Event:
    return Event("build", seat, {"card": book.cards[card].id, "how": _HOW[how], "by": by})


def _read_stage(book: Rulebook, g: Any, seat: int, card: int, stage: int, by: int) -> Event:
    data = {"stage": stage + 1, "card": book.cards[card].id, "by": by}
    return Event("stage", seat, data, "others")


def _read_sale(book: Rulebook, g: Any, seat: int, card: int, coins: int, by: int) -> Event:
    return Event("sell", seat, {"card": book.cards[card].id, "coins": coins, "by": by}, "others")


def _read_payment(book: Rulebook, g: Any, seat: int, coins: int, to: int, _: int) -> Event:
    return Event("pay", seat, {"coins": coins, "to": to if to >= 0 else "bank"})


def _read_coins(book: Rulebook, g: Any, seat: int, coins: int, item: int, _: int) -> Event:
    return Event("coins", seat, {"coins": coins, "for": item_name(book, item)})


def _read_discard(book: Rulebook, g: Any, seat: int, card: int, *_: int) -> Event:
    # The rest of the Free City's pile is laid down unseen.
    hidden = "all" if g.free_city and seat == 2 else "others"
    return Event("discard", seat, {"card": book.cards[card].id, "by": seat}, hidden)


def _read_rebuild(book: Rulebook, g: Any, seat: int, card: int, *_: int) -> Event:
    return Event("rebuild", seat, {"card": book.cards[card].id})


def _read_victory(book: Rulebook, g: Any, seat: int, value: int, over: int, _: int) -> Event:
    return Event("victory", seat, {"value": value, "against": over})


def _read_defeat(book: Rulebook, g: Any, seat: int, value: int, by: int, _: int) -> Event:
    return Event("defeat", seat, {"value": value, "against": by})


def _read_pass(book: Rulebook, g: Any, seat: int, direction: int, *_: int) -> Event:
    return Event("pass", None, {"to": "right" if direction else "left"})


def _read_end(book: Rulebook, g: Any, *_: int) -> Event:
    return Event("end", None)


def _read_side(book: Rulebook, g: Any, seat: int, board: int, *_: int) -> Event:
    return Event("side", seat, {"side": book.boards[board].side})


_READERS: dict[int, Callable[..., Event]] = {
    s.AGE_BEGINS: _read_age,
    s.TURN_BEGINS: _read_turn,
    s.BUILDS: _read_build,
    s.BUILDS_STAGE: _read_stage,
    s.SELLS: _read_sale,
    s.PAYS: _read_payment,
    s.GAINS: _read_coins,
    s.DISCARDS: _read_discard,
    s.REBUILDS: _read_rebuild,
    s.WINS: _read_victory,
    s.LOSES: _read_defeat,
    s.PASSES: _read_pass,
    s.ENDS: _read_end,
    s.TAKES_SIDE: _read_side,
}
