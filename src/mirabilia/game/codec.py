"""From the engine's numbers to words and back: moves, events, score sheets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from ..catalogue import FLEETS
from ..engine import state as s
from ..engine.tables import FIRST_STAGE, Rulebook
from .notation import Move

KIND_NAMES = {
    s.OWES_SIDE: "side",
    s.OWES_PLAY: "play",
    s.OWES_LAST_CARD: "last_card",
    s.OWES_REBUILD: "rebuild",
    s.OWES_DRAFT: "draft",
    s.OWES_LEADER: "leader",
    s.OWES_RECRUIT: "recruit",
    s.OWES_BURY: "bury",
    s.OWES_COPY: "copy",
    s.OWES_ADVANCE: "advance",
    s.OWES_ISLAND: "island",
    s.OWES_LOSS: "loss",
    s.OWES_FORFEIT: "forfeit",
    s.OWES_SAIL: "sail",
}
ACTIONS = {
    s.BUILD: "build",
    s.STAGE_BUILD: "stage",
    s.SELL: "sell",
    s.REBUILD: "rebuild",
    s.CHOOSE_SIDE: "side",
    s.SKIP: "skip",
    s.RECRUIT: "recruit",
    s.PICK: "pick",
    s.BURY: "bury",
    s.COPY: "copy",
    s.ADVANCE: "advance",
    s.TAKE_ISLAND: "island",
    s.LOSE: "lose",
    s.FORFEIT: "forfeit",
    s.SAIL: "sail",
}
RIGHTS = {s.RIGHT_FREE_BUILD: "free_build", s.RIGHT_FREE_BLACK: "free_black"}
LINES = {
    s.MILITARY: "military",
    s.COINS: "coins",
    s.WONDER: "wonder",
    s.CIVIL: "blue",
    s.COMMERCE: "yellow",
    s.SCIENCE: "green",
    s.GUILDS: "purple",
}
MORE_LINES = {
    "leaders": {s.LEADER_LINE: "leaders"},
    "cities": {s.BLACK_LINE: "black", s.DEBTS_LINE: "debts"},
    "armada": {s.NAVAL_LINE: "naval", s.ISLANDS_LINE: "islands"},
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


def lines_of(expansions: tuple[str, ...]) -> dict[int, str]:
    """The lines of a sheet, by their number in the engine."""
    lines = dict(LINES)
    for expansion in expansions:
        lines |= MORE_LINES[expansion]
    return lines


def move_from_row(book: Rulebook, row: npt.NDArray[np.int16]) -> Move:
    action = ACTIONS[int(row[s.ACTION])]
    value = int(row[s.VALUE])
    if action == "skip":
        return Move("skip")
    if action == "advance":
        colours = tuple(colour for fleet, colour in enumerate(FLEETS) if value >> fleet & 1)
        return Move("advance", colours=colours)
    if action == "lose":
        return Move("lose", value=value, debts=int(row[s.DEBTS]))
    if action == "forfeit":
        return Move("forfeit", value=value)
    if action == "sail":
        return Move("sail", value=bool(value))
    number = int(row[s.CARD])
    name = book.boards[number].side if action == "side" else book.cards[number].id
    return Move(
        action,
        name,
        stage=int(row[s.STAGE]) or None,
        free=bool(row[s.FREE]),
        ship=FLEETS[row[s.SHIP] - 1] if row[s.SHIP] else None,
        pay={to: int(row[at]) for to, at in _PAYEES.items() if row[at]},
    )


def event_from_row(book: Rulebook, g: Any, row: npt.NDArray[np.int16]) -> Event:
    kind, seat, first, second, third = (int(value) for value in row[:5])
    return _READERS[kind](book, g, seat, first, second, third)


def item_name(book: Rulebook, item: int) -> str | None:
    """A card's id, or a stage such as ``rhodos:A#2``; None for neither."""
    if item < 0:
        return None
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


def _read_recruit(book: Rulebook, g: Any, seat: int, leader: int, *_: int) -> Event:
    return Event("recruit", seat, {"leader": book.cards[leader].id})


def _read_pick(book: Rulebook, g: Any, seat: int, leader: int, *_: int) -> Event:
    return Event("pick", seat, {"card": book.cards[leader].id, "by": seat}, "others")


def _read_put_away(book: Rulebook, g: Any, seat: int, leader: int, *_: int) -> Event:
    return Event("put_away", seat, {"card": book.cards[leader].id, "by": seat}, "others")


def _read_bury(book: Rulebook, g: Any, seat: int, leader: int, *_: int) -> Event:
    return Event("bury", seat, {"leader": book.cards[leader].id})


def _read_copy(book: Rulebook, g: Any, seat: int, leader: int, *_: int) -> Event:
    return Event("copy", seat, {"leader": book.cards[leader].id})


def _read_draw(book: Rulebook, g: Any, seat: int, number: int, *_: int) -> Event:
    return Event("draw_leaders", seat, {"number": number})


def _read_advance(book: Rulebook, g: Any, seat: int, fleet: int, space: int, _: int) -> Event:
    return Event("advance", seat, {"fleet": FLEETS[fleet], "space": space})


def _read_explore(book: Rulebook, g: Any, seat: int, level: int, number: int, _: int) -> Event:
    return Event("explore", seat, {"level": level, "drawn": number})


def _read_island(book: Rulebook, g: Any, seat: int, island: int, *_: int) -> Event:
    return Event("island", seat, {"island": book.cards[island].id})


def _read_loss(book: Rulebook, g: Any, seat: int, coins: int, *_: int) -> Event:
    return Event("loss", seat, {"coins": coins})


def _read_debts(book: Rulebook, g: Any, seat: int, debts: int, item: int, _: int) -> Event:
    return Event("debts", seat, {"debts": debts, "for": item_name(book, item)})


def _read_token(book: Rulebook, g: Any, seat: int, value: int, item: int, _: int) -> Event:
    return Event("victory", seat, {"value": value, "for": item_name(book, item)})


def _read_forfeit(book: Rulebook, g: Any, seat: int, value: int, *_: int) -> Event:
    return Event("forfeit", seat, {"value": value})


def _read_no_defeats(book: Rulebook, g: Any, seat: int, number: int, item: int, _: int) -> Event:
    return Event("discard_defeats", seat, {"number": number, "for": item_name(book, item)})


def _read_diplomacy(book: Rulebook, g: Any, seat: int, number: int, item: int, _: int) -> Event:
    return Event("diplomacy", seat, {"for": item_name(book, item)})


def _read_diplomat(book: Rulebook, g: Any, seat: int, *_: int) -> Event:
    return Event("use_diplomacy", seat)


def _read_raid(book: Rulebook, g: Any, seat: int, target: int, item: int, _: int) -> Event:
    return Event("raid", seat, {"on": target, "for": item_name(book, item)})


def _read_stay_out(book: Rulebook, g: Any, seat: int, *_: int) -> Event:
    return Event("stay_out", seat)


def _read_naval(book: Rulebook, g: Any, seat: int, value: int, *_: int) -> Event:
    return Event("naval", seat, {"value": value})


def _read_tax(book: Rulebook, g: Any, seat: int, coins: int, *_: int) -> Event:
    return Event("tax", seat, {"coins": coins})


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
    s.RECRUITS: _read_recruit,
    s.PICKS: _read_pick,
    s.PUTS_AWAY: _read_put_away,
    s.BURIES: _read_bury,
    s.COPIES: _read_copy,
    s.DRAWS_LEADERS: _read_draw,
    s.ADVANCES: _read_advance,
    s.EXPLORES: _read_explore,
    s.FINDS: _read_island,
    s.LOSES_COINS: _read_loss,
    s.TAKES_DEBTS: _read_debts,
    s.GETS_VICTORY: _read_token,
    s.GIVES_UP_VICTORY: _read_forfeit,
    s.DROPS_DEFEATS: _read_no_defeats,
    s.GETS_DIPLOMACY: _read_diplomacy,
    s.USES_DIPLOMACY: _read_diplomat,
    s.RAIDS: _read_raid,
    s.STAYS_OUT: _read_stay_out,
    s.NAVAL_TOKEN: _read_naval,
    s.LEVIES: _read_tax,
}
