"""Positions: a game as plain JSON, written here and read in ``position_reader``.

A position is what a score pad, a puzzle, a bug report or a test starts from. Inside a turn
``pending`` holds who has decided what, and what is still owed. ``history`` holds what was laid face
down in the hands' way round the table, from which views tell what a seat has seen; ``box`` and
``sea`` are the leaders and islands not in play: leaders in an order that means nothing, islands the
next one first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from ..catalogue import FLEETS
from ..engine import state as s
from ..engine.tables import Rulebook
from .codec import KIND_NAMES, RIGHTS, move_from_row
from .setup import Setup

PHASES = ("side", "draft", "leader", "play", "war", "over")
STEPS = {
    s.PLAYED: "play",
    s.CHOICES: "choices",
    s.SPACES_REACHED: "spaces",
    s.PILE: "pile",
    s.LOSSES: "losses",
    s.LAST_CARD: "last_card",
    s.NAVAL: "naval",
}
TOKENS = (1, 3, 5)
_WITHOUT_SOURCE = (s.OWES_NOTHING, s.OWES_LAST_CARD, s.OWES_SAIL)
PENDING_LISTS = ("owed", "source", "reached", "explores", "caused", "bonus_taken")


def write(setup: Setup, g: Any) -> dict[str, Any]:
    """The position of a game."""
    book = setup.book
    data: dict[str, Any] = {
        "edition": setup.edition,
        "expansions": list(setup.expansions),
        "teams": setup.teams,
        "leaders": setup.leaders,
        "names": list(setup.names[: setup.players]),
        "age": int(g.age),
        "turn": int(g.turn),
        "phase": _phase(g),
        "discard": ids(book, np.repeat(np.arange(s.CARDS), g.discard)),
        "seed": setup.seed,
        "rng": f"{int(g.rng[0]):016x}",
        "deal": _later_deal(book, g),
    }
    if setup.free_city:
        data["pile"] = ids(book, g.pile[: g.pile_n][::-1])
        data["holder"] = int(g.holder) if g.holder != s.NONE else None
    if "leaders" in setup.expansions:
        data["box"] = ids(book, g.box[: g.box_n])
    if "armada" in setup.expansions:
        data["sea"] = [ids(book, g.sea[k, : g.sea_n[k]][::-1]) for k in range(3)]
        data["raids"] = [
            [by, on]
            for by in range(int(g.seats))
            for on in range(int(g.seats))
            if g.raids[by] >> on & 1
        ]
    data["seats"] = [_write_seat(setup, g, seat) for seat in range(int(g.seats))]
    data["history"] = {"since": int(g.since), "laid": list(_laid(book, g))}
    if pending := _write_pending(book, g):
        data["pending"] = pending
    return data


def _phase(g: Any) -> str:
    if g.step == s.OVER:
        return "over"
    if g.step in (s.SIDES, s.DRAFT):
        return "side" if g.step == s.SIDES else "draft"
    return "leader" if g.recruiting else "play"


def ids(book: Rulebook, numbers: npt.NDArray[Any]) -> list[str]:
    return [book.cards[number].id for number in numbers.tolist()]


def _later_deal(book: Rulebook, g: Any) -> list[list[list[str]]]:
    if g.step == s.OVER:
        return []
    first = int(g.age) - 1 if _phase(g) in ("side", "draft", "leader") else int(g.age)
    return [
        [[book.cards[number].id for number in hand if number != s.NONE] for hand in hands]
        for hands in g.deal[first:, : g.seats].tolist()
    ]


def _write_seat(setup: Setup, g: Any, seat: int) -> dict[str, Any]:
    book = setup.book
    board = book.boards[g.board[seat]]
    lent = setup.free_city and seat == 2 and g.step == s.PLAYED
    stages, spent, under = int(g.stages[seat]), int(g.spent[seat]), g.under[seat]
    built = [stage + 1 for stage in range(s.STAGES) if stages >> stage & 1]
    tokens = zip(TOKENS, g.victories[seat].tolist(), strict=True)
    data = {
        "wonder": board.wonder,
        "side": board.side,
        "stages": built if board.any_order else len(built),
        "under": ids(book, under[under != s.NONE]),
        "coins": int(g.coins[seat]),
        "city": ids(book, g.city[seat, : g.city_n[seat]]),
        "hand": [] if lent else ids(book, g.hand[seat, : g.hand_n[seat]]),
        "victories": [value for value, count in tokens for _ in range(count)],
        "defeats": int(g.defeats[seat]),
        "spent": [name for bit, name in RIGHTS.items() if spent & bit],
    }
    if "leaders" in setup.expansions:
        for key in ("leaders", "leader_hand", "pack", "buried"):
            data[key] = ids(book, g[key][seat, : g[f"{key}_n"][seat]])
        copied = int(g.copied[seat])
        data["copied"] = None if copied == s.NONE else book.cards[copied].id
    if "cities" in setup.expansions:
        data["debts"] = int(g.debts[seat])
        data["diplomacy"] = int(g.diplomacy[seat])
    if "armada" in setup.expansions:
        data["islands"] = ids(book, g.islands[seat, : g.islands_n[seat]])
        data["shipyard"] = book.shipyards[g.shipyard[seat]]
        data["fleets"] = dict(zip(FLEETS, g.fleets[seat].tolist(), strict=True))
        naval = zip(s.NAVAL_VALUES, g.naval_tokens[seat].tolist(), strict=True)
        data["naval"] = [value for value, count in naval for _ in range(count)]
    return data


def _laid(book: Rulebook, g: Any) -> Iterator[list[Any]]:
    there = g.laid != s.NONE
    for (age, turn, seat), card in zip(
        np.argwhere(there).tolist(), g.laid[there].tolist(), strict=True
    ):
        yield [age + 1, turn, seat, book.cards[card].id]


def _write_pending(book: Rulebook, g: Any) -> dict[str, Any]:
    seats = range(int(g.seats))
    decided = {
        str(seat): str(move_from_row(book, g.move[seat]))
        for seat in seats
        if g.asked[seat] and g.decided[seat]
    }
    if g.step in (s.OVER, s.SIDES, s.DRAFT, s.PLAYED):
        return {"decided": decided} if decided else {}
    pending: dict[str, Any] = {
        "step": STEPS[int(g.step)],
        "asked": {str(seat): KIND_NAMES[int(g.asked[seat])] for seat in seats if g.asked[seat]},
        "decided": decided,
        "extra": bool(g.extra),
        "drawn": [ids(book, g.drawn[seat, : g.drawn_n[seat]]) for seat in seats],
    }
    for key in PENDING_LISTS:
        pending[key] = [g[key][seat].tolist() for seat in seats]
    for seat in seats:
        pending["owed"][seat] = pending["owed"][seat][: g.owed_n[seat]]
        if g.asked[seat] in _WITHOUT_SOURCE:
            pending["source"][seat] = [0, 0, 0]
    return pending
