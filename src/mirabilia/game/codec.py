"""From the engine's numbers to words and back: moves, events, score sheets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

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
_ACTION_NUMBERS = {name: number for number, name in ACTIONS.items()}
_ENTRIES = range(np.iinfo(np.int16).max + 1)
_PAYEES = {"left": s.LEFT, "right": s.RIGHT, "left2": s.LEFT2, "right2": s.RIGHT2, "bank": s.BANK}
_MOST_USES = 8192  # that are kept, once they have been listed
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
    return _move(book, row.tolist())


def moves_from_rows(book: Rulebook, rows: npt.NDArray[np.int16]) -> tuple[Move, ...]:
    """The moves of a list of rows."""
    return tuple([_move(book, entries) for entries in rows.tolist()])


def _move(book: Rulebook, entries: list[int]) -> Move:
    action, value = ACTIONS[entries[s.ACTION]], entries[s.VALUE]
    if action == "skip":
        return Move("skip")
    if action == "advance":
        colours = tuple(colour for fleet, colour in enumerate(FLEETS) if value >> fleet & 1)
        return Move("advance", colours=colours)
    if action == "lose":
        return Move("lose", value=value, debts=entries[s.DEBTS])
    if action == "forfeit":
        return Move("forfeit", value=value)
    if action == "sail":
        return Move("sail", value=bool(value))
    number = entries[s.CARD]
    name = book.boards[number].side if action == "side" else book.cards[number].id
    paid = tuple([entries[at] for at in _PAYEES.values()])
    return _use(action, name, entries[s.STAGE], entries[s.FREE], entries[s.SHIP], paid)


@lru_cache(_MOST_USES)
def _use(action: str, name: str, stage: int, free: int, ship: int, paid: tuple[int, ...]) -> Move:
    """Hands go round and games are alike: most uses of a card have been listed before."""
    return Move(
        action,
        name,
        stage=stage or None,
        free=bool(free),
        ship=FLEETS[ship - 1] if ship else None,
        pay={to: coins for to, coins in zip(_PAYEES, paid, strict=True) if coins},
    )


def row_from_move(book: Rulebook, g: Any, seat: int, move: Move) -> npt.NDArray[np.int16] | None:
    """The engine's row of a move, legal or not; None if it names what there is not.

    Reading the row back has to give the move: so there is nothing in it that its action has no use
    for.
    """
    value = move.value or 0
    if move.action == "advance":
        value = sum(1 << fleet for fleet, colour in enumerate(FLEETS) if colour in move.colours)
    entries: dict[int, Any] = {
        s.ACTION: _ACTION_NUMBERS.get(move.action),
        s.CARD: _number_named(book, g, seat, move),
        s.STAGE: move.stage or 0,
        s.FREE: move.free,
        s.SHIP: FLEETS.index(move.ship) + 1 if move.ship in FLEETS else 0,
        s.VALUE: value,
        s.DEBTS: move.debts or 0,
        **{at: move.pay.get(to, 0) for to, at in _PAYEES.items()},
    }
    if not all(entry in _ENTRIES for entry in entries.values()):
        return None
    row = np.array([entries[at] for at in range(s.MOVE_WIDTH)], np.int16)
    return row if move_from_row(book, row) == move else None


def _number_named(book: Rulebook, g: Any, seat: int, move: Move) -> int | None:
    """The number of the card that a move names, or of the side of the seat's board; 0: of none."""
    if move.card is None:
        return 0
    if not isinstance(move.card, str):
        return None
    if move.action == "side":
        return book.board_number.get((book.boards[g.board[seat]].wonder, move.card))
    return book.card_number.get(move.card)


def events_told(book: Rulebook, g: Any, ev: npt.NDArray[np.int16]) -> list[Event]:
    """All that the engine has told in a list of events."""
    count = int(ev[0, 0])
    if count >= len(ev):
        raise RuntimeError(f"{count} events in one step are more than can be kept.")
    return [_event(book, g, values) for values in ev[1 : count + 1].tolist()]


def _event(book: Rulebook, g: Any, values: list[int]) -> Event:
    told, seat = _TOLD_BY_NUMBER[values[0]], values[_SEAT]
    data = {key: read(book, values[column]) for key, (column, read) in told.data.items()}
    return Event(told.kind, None if told.of_all else seat, data, told.hidden(g, seat))


def item_name(book: Rulebook, item: int) -> str | None:
    """A card's id, or a stage such as ``rhodos:A#2``; None for neither."""
    if item < 0:
        return None
    if item < FIRST_STAGE:
        return book.cards[item].id
    board, stage = divmod(item - FIRST_STAGE, s.STAGES)
    return f"{book.boards[board].id}#{stage + 1}"


def _number(book: Rulebook, value: int) -> int:
    return value


def _numbers(book: Rulebook, values: list[int]) -> list[int]:
    return values


def _yes(book: Rulebook, value: int) -> bool:
    return True


def _no(book: Rulebook, value: int) -> bool:
    return False


def _count_from_one(book: Rulebook, value: int) -> int:
    return value + 1


def _card(book: Rulebook, value: int) -> str:
    return book.cards[value].id


def _side(book: Rulebook, value: int) -> str:
    return book.boards[value].side


def _how(book: Rulebook, value: int) -> str:
    return _HOW[value]


def _payee(book: Rulebook, value: int) -> int | str:
    return value if value >= 0 else "bank"


def _direction(book: Rulebook, value: int) -> str:
    return "right" if value else "left"


def _fleet(book: Rulebook, value: int) -> str:
    return FLEETS[value]


def _from_nobody(g: Any, seat: int) -> str:
    return ""


def _from_others(g: Any, seat: int) -> str:
    return "others"


def _from_whom_it_passed(g: Any, seat: int) -> str:
    """The rest of the Free City's pile is laid down unseen, any other hand by who held it."""
    return "all" if g.free_city and seat == 2 else "others"


_SEAT, _FIRST, _SECOND, _THIRD = range(1, 5)  # columns of an event's row, after its number
_LAST_TWO = slice(_SECOND, _THIRD + 1)


class Told(NamedTuple):
    """An event by its number in the engine: its kind, and of which column each of its data is read.

    ``hidden`` says from whom its card is hidden; what is ``of_all`` has no seat.
    """

    number: int
    kind: str
    data: Mapping[str, tuple[int | slice, Callable[[Rulebook, Any], Any]]]
    hidden: Callable[[Any, int], str] = _from_nobody
    of_all: bool = False


TOLD = (
    Told(s.AGE_BEGINS, "age", {"age": (_FIRST, _number)}, of_all=True),
    Told(
        s.TURN_BEGINS,
        "turn",
        {"age": (_FIRST, _number), "turn": (_SECOND, _number)},
        of_all=True,
    ),
    Told(s.PASSES, "pass", {"to": (_FIRST, _direction)}, of_all=True),
    Told(s.ENDS, "end", {}, of_all=True),
    Told(s.TAKES_SIDE, "side", {"side": (_FIRST, _side)}),
    Told(
        s.BUILDS,
        "build",
        {"card": (_FIRST, _card), "how": (_SECOND, _how), "by": (_THIRD, _number)},
    ),
    Told(
        s.BUILDS_STAGE,
        "stage",
        {"stage": (_SECOND, _count_from_one), "card": (_FIRST, _card), "by": (_THIRD, _number)},
        _from_others,
    ),
    Told(
        s.SELLS,
        "sell",
        {"card": (_FIRST, _card), "coins": (_SECOND, _number), "by": (_THIRD, _number)},
        _from_others,
    ),
    Told(
        s.DISCARDS,
        "discard",
        {"card": (_FIRST, _card), "by": (_SEAT, _number)},
        _from_whom_it_passed,
    ),
    Told(s.REBUILDS, "rebuild", {"card": (_FIRST, _card)}),
    Told(s.PAYS, "pay", {"coins": (_FIRST, _number), "to": (_SECOND, _payee)}),
    Told(s.GAINS, "coins", {"coins": (_FIRST, _number), "for": (_SECOND, item_name)}),
    Told(
        s.MEETS,
        "conflict",
        {"against": (_FIRST, _number), "shields": (_LAST_TWO, _numbers), "raid": (_SEAT, _no)},
    ),
    Told(
        s.MEETS_BY_RAID,
        "conflict",
        {"against": (_FIRST, _number), "shields": (_LAST_TWO, _numbers), "raid": (_SEAT, _yes)},
    ),
    Told(s.WINS, "victory", {"value": (_FIRST, _number), "against": (_SECOND, _number)}),
    Told(s.GETS_VICTORY, "victory", {"value": (_FIRST, _number), "for": (_SECOND, item_name)}),
    Told(s.LOSES, "defeat", {"value": (_FIRST, _number), "against": (_SECOND, _number)}),
    Told(s.PICKS, "pick", {"card": (_FIRST, _card), "by": (_SEAT, _number)}, _from_others),
    Told(s.PUTS_AWAY, "put_away", {"card": (_FIRST, _card), "by": (_SEAT, _number)}, _from_others),
    Told(s.RECRUITS, "recruit", {"leader": (_FIRST, _card)}),
    Told(s.BURIES, "bury", {"leader": (_FIRST, _card)}),
    Told(s.COPIES, "copy", {"leader": (_FIRST, _card)}),
    Told(s.DRAWS_LEADERS, "draw_leaders", {"number": (_FIRST, _number)}),
    Told(s.ADVANCES, "advance", {"fleet": (_FIRST, _fleet), "space": (_SECOND, _number)}),
    Told(s.EXPLORES, "explore", {"level": (_FIRST, _number), "drawn": (_SECOND, _number)}),
    Told(s.FINDS, "island", {"island": (_FIRST, _card)}),
    Told(s.LEVIES, "tax", {"coins": (_FIRST, _number)}),
    Told(s.LOSES_COINS, "loss", {"coins": (_FIRST, _number)}),
    Told(s.TAKES_DEBTS, "debts", {"debts": (_FIRST, _number), "for": (_SECOND, item_name)}),
    Told(s.GIVES_UP_VICTORY, "forfeit", {"value": (_FIRST, _number)}),
    Told(
        s.DROPS_DEFEATS,
        "discard_defeats",
        {"number": (_FIRST, _number), "for": (_SECOND, item_name)},
    ),
    Told(s.GETS_DIPLOMACY, "diplomacy", {"for": (_SECOND, item_name)}),
    Told(s.USES_DIPLOMACY, "use_diplomacy", {}),
    Told(s.RAIDS, "raid", {"on": (_FIRST, _number), "for": (_SECOND, item_name)}),
    Told(s.SAILS, "naval_strength", {"strength": (_FIRST, _number), "place": (_SECOND, _number)}),
    Told(s.NAVAL_TOKEN, "naval", {"value": (_FIRST, _number)}),
    Told(s.STAYS_OUT, "stay_out", {}),
)
_TOLD_BY_NUMBER = {told.number: told for told in TOLD}
EVENT_KINDS = {
    kind: tuple(dict.fromkeys(key for told in TOLD if told.kind == kind for key in told.data))
    for kind in dict.fromkeys(told.kind for told in TOLD)
}
"""Every kind of event with the keys that its data may have."""
