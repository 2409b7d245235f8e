"""What an observation of a batch says in words, and what it should say by the view of its seat.

The two are made apart: one from the numbers of the record alone, the other from the view's JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from mirabilia import Move
from mirabilia.batch import layout
from mirabilia.batch.layout import BOARDS, CARDS, COLUMNS, KINDS
from mirabilia.catalogue import EDITIONS, EXPANSIONS, RESOURCES, SCIENCE
from mirabilia.catalogue.model import FLEETS

NAVAL = (1, 3, 5, 7, -1, -2, -3)
SYMBOLS = (*SCIENCE, "choice")


def relation_of(seat: int, other: int, seats: int) -> int:
    """How far away somebody sits: 1 left, 2 right, 3 two to the left ..."""
    left = (other - seat) % seats
    right = (seat - other) % seats
    if left == 0:
        return 0
    return 2 * left - 1 if left <= right else 2 * right


def names(numbers: Iterable[int]) -> list[str]:
    return sorted(CARDS[number] for number in numbers if number)


def set_of(bits: Any) -> set[str]:
    found = np.flatnonzero(np.unpackbits(bits, bitorder="little")).tolist()
    return {CARDS[number] for number in found}


def told(o: Any) -> dict[str, Any]:
    """An observation in words."""
    data: dict[str, Any] = {
        "kind": KINDS[o["kind"]],
        "edition": EDITIONS[o["edition"] - 1],
        "expansions": [name for name in EXPANSIONS if o[f"with_{name}"]],
        **{key: int(o[key]) for key in ("seat", "age", "turn", "turns", "discarded", "holder")},
        **{key: names(o[key]) for key in ("hand", "leader_hand", "pack", "drawn")},
        **{key: names(o[key].ravel()) for key in ("laid", "partner_leaders", "partner_pack")},
        "teams": bool(o["teams"]),
        "pile": int(o["pile"]),
        "box": int(o["box"]),
        "sea": o["sea"].tolist(),
        "discard": set_of(o["discard"]),
    }
    seats = int(o["seats"])
    data["cities"] = [_city(o, relation) for relation in range(seats)]
    assert not o["cities"][seats:].any()
    assert not o["built"][seats:].any()
    assert not o["seen"][seats:].any()
    return data


def _city(o: Any, relation: int) -> dict[str, Any]:
    row = o["cities"][relation]
    column = {name: row[at].tolist() for name, at in COLUMNS.items()}
    one = {name: values[0] for name, values in column.items() if len(values) == 1}
    for known in (o["seen"][relation], o["maybe"][relation]):  # whose order must not tell anything
        cards = known[known > 0].tolist()
        assert cards == sorted(cards)
    return {
        "board": BOARDS[one["board"]],
        **{key: one[key] for key in ("coins", "hand", "shields", "defeats", "leader_hand", "pack")},
        **{key: one[key] for key in ("debts", "diplomacy", "strength", "commerce", "leaders")},
        "stages": [stage for stage in range(4) if one["stages"] >> stage & 1],
        "victories": _tokens((1, 3, 5), column["victories"]),
        "naval": _tokens(NAVAL, column["naval"]),
        "science": dict(zip(SYMBOLS, column["science"], strict=True)),
        "sure": dict(zip(RESOURCES, column["has"], strict=True)),
        "reach": dict(zip(RESOURCES, column["reach"], strict=True)),
        "offer": dict(zip(RESOURCES, column["offer"], strict=True)),
        "fleets": dict(zip(FLEETS, column["fleets"], strict=True)),
        "shipyard": one["shipyard"],
        "copied": CARDS[one["copied"]],
        "built": set_of(o["built"][relation]),
        "buried": names(o["buried"][relation]),
        "raids": column["raids"],
        "seen": names(o["seen"][relation]),
        "maybe": names(o["maybe"][relation]),
    }  # fmt: skip


def _tokens(values: Sequence[int], counts: Sequence[int]) -> list[int]:
    return sorted(value for value, count in zip(values, counts, strict=True) for _ in range(count))


def wanted(view: Mapping[str, Any]) -> dict[str, Any]:
    """What an observation should say by the view of its seat."""
    seat, entries = view["seat"], view["seats"]
    seats, own = len(entries), entries[view["seat"]]
    mate = entries[seat ^ 1] if view["teams"] else {}
    holder = view.get("holder")
    data: dict[str, Any] = {
        "kind": view["decision"]["kind"],
        "edition": view["edition"],
        "expansions": list(view["expansions"]),
        **{key: view[key] for key in ("seat", "age", "turn", "turns", "teams")},
        "holder": -1 if holder is None else relation_of(seat, holder, seats),
        "discarded": _length(view["discard"]),
        "hand": sorted(own["hand"]),
        "leader_hand": sorted(own.get("leader_hand") or []),
        "pack": sorted(own.get("pack") or []),
        "drawn": sorted(view.get("drawn") or []),
        "laid": sorted(view["laid"]),
        "partner_leaders": sorted(mate.get("leader_hand") or []),
        "partner_pack": sorted(mate.get("pack") or []),
        "pile": view.get("pile", 0),
        "box": view.get("box", 0),
        "sea": view.get("sea", [0, 0, 0]),
        "discard": set(view["discard"]) if view["decision"]["kind"] == "rebuild" else set(),
    }
    around = sorted(range(seats), key=lambda other: relation_of(seat, other, seats))
    data["cities"] = [_wanted_city(view, other) for other in around]
    return data


def _length(cards: Any) -> int:
    return cards if isinstance(cards, int) else len(cards)


def _wanted_city(view: Mapping[str, Any], seat: int) -> dict[str, Any]:
    entry, numbers, seats = view["seats"][seat], view["numbers"][seat], len(view["seats"])
    sells, own = numbers["sells"], [*numbers["sells"], *numbers["own_use"]]
    symbols = dict.fromkeys(SYMBOLS, 0)
    symbols |= {kind: n for kind, n in numbers["symbols"].items() if kind in symbols}
    leaders = entry.get("leaders") or []
    other = seat != view["seat"]
    yard = entry.get("shipyard")
    raided = [on for by, on in view.get("raids", []) if by == seat]
    return {
        "board": f"{entry['wonder']}:{entry['side']}",
        "coins": entry["coins"],
        "hand": _length(entry["hand"]),
        "shields": numbers["shields"],
        "defeats": entry["defeats"],
        "leader_hand": _length(entry.get("leader_hand", 0)),
        "pack": _length(entry.get("pack", 0)),
        "debts": entry.get("debts", 0),
        "diplomacy": entry.get("diplomacy", 0),
        "strength": numbers.get("naval_strength", 0),
        "commerce": numbers.get("commerce", 0),
        "leaders": len(leaders),
        "stages": _stages(entry["stages"]),
        "victories": sorted(entry["victories"]),
        "naval": sorted(entry.get("naval") or []),
        "science": symbols,
        "sure": _counts(symbol[0] for symbol in own if len(symbol) == 1),
        "reach": _counts(kind for symbol in own for kind in symbol),
        "offer": _counts(kind for symbol in sells for kind in symbol),
        "fleets": entry.get("fleets") or dict.fromkeys(FLEETS, 0),
        "shipyard": 0 if yard is None else _yards(view["edition"]).index(yard) + 1,
        "copied": entry.get("copied") or "",
        "built": {*entry["city"], *leaders, *(entry.get("islands") or [])},
        "buried": sorted(entry.get("buried") or []),
        "raids": [int((seat + 2) % seats in raided), int((seat - 2) % seats in raided)],
        "seen": sorted(view["seen"][seat]) if other else [],
        "maybe": sorted(view["maybe"][seat]) if other else [],
    }  # fmt: skip


def _stages(built: Any) -> list[int]:
    return [*range(built)] if isinstance(built, int) else [stage - 1 for stage in sorted(built)]


def _yards(edition: str) -> Sequence[str]:
    from mirabilia.catalogue import load

    return tuple(load(edition, EXPANSIONS).shipyards)


def _counts(kinds: Iterable[str]) -> dict[str, int]:
    counts = dict.fromkeys(RESOURCES, 0)
    for kind in kinds:
        counts[kind] += 1
    return counts


# Moves as actions

TAKING = ("rebuild", "pick", "recruit", "bury", "copy", "island", "build")


def action_of(move: Move, sides: Sequence[str]) -> int:
    """The action that a move is; what payment, stage and fleet it has is chosen after it."""
    ship = " with ship" if move.ship else ""
    if move.action in ("stage", "sell"):
        return layout.action(str(move.card), move.action + ship)
    if move.action == "build":
        return layout.action(str(move.card), ("build by right" if move.free else "build") + ship)
    if move.action in TAKING:
        return layout.action(str(move.card))
    if move.action == "skip":
        return layout.SKIP
    if move.action == "advance":
        return layout.FIRST_ADVANCE + sum(1 << FLEETS.index(name) for name in move.colours)
    if move.action == "sail":
        return layout.FIRST_SAIL + int(bool(move.value))
    if move.action == "forfeit":
        return layout.FIRST_FORFEIT + int(move.value or 0) // 2
    if move.action == "lose":
        return layout.FIRST_LOSS + min(int(move.value or 0), layout.MOST_COINS - 1)
    assert move.action == "side"
    return layout.FIRST_SIDE + sides.index(str(move.card))


def way_of(move: Move, stages: int) -> int:
    """The stage and the fleet of a use that can be had in several ways."""
    stage = move.stage - 1 if move.stage else stages
    fleet = FLEETS.index(move.ship) + 1 if move.ship and move.action == "stage" else 0
    return layout.FIRST_WAY + stage * (len(FLEETS) + 1) + fleet
