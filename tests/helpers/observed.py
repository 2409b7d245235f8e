"""What an observation of a batch says in words, and what it should say by the view of its seat.

The two are made apart: one from the numbers of the record alone, the other from the view's JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from mirabilia import Move
from mirabilia.batch import layout
from mirabilia.batch.layout import BOARDS, CARD_NUMBERS, CARDS, COLUMNS, KINDS
from mirabilia.catalogue import EDITIONS, EXPANSIONS, RESOURCES, SCIENCE, load
from mirabilia.catalogue.model import COLOURS, FLEETS
from mirabilia.engine import state as s
from mirabilia.game.position_reader import from_view
from mirabilia.game.positions import STEPS
from mirabilia.game.setup import Setup

NAVAL = (1, 3, 5, 7, -1, -2, -3)
SYMBOLS = (*SCIENCE, "choice")
STEP_NAMES = {**STEPS, s.SIDES: "side", s.DRAFT: "draft", s.OVER: "over"}
CHEAP = (("left", "raw"), ("right", "raw"), ("left", "made"), ("right", "made"))


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
        **{key: int(o[key]) for key in ("seat", "players", "age", "turn", "turns", "discarded")},
        **{key: int(o[key]) for key in ("holder", "pile", "box", "due", "among")},
        **{key: names(o[key]) for key in ("hand", "leader_hand", "pack", "drawn")},
        **{key: names(o[key]) for key in ("partner_leaders", "partner_pack")},
        "laid": [CARDS[number] for number in o["laid"].ravel() if number],
        "step": STEP_NAMES[int(o["step"])],
        "recruiting": bool(o["recruiting"]),
        "cause": CARDS[o["cause"]],
        "teams": bool(o["teams"]),
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
        **{key: one[key] for key in ("rights", "last", "islands")},
        "colours": dict(zip(COLOURS, column["colours"], strict=True)),
        "cheap": {CHEAP[bit] for bit in range(len(CHEAP)) if one["cheap"] >> bit & 1},
        "powers": column["powers"],
        "burials": one["buried"],
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
    unfinished = view.get("unfinished", {})
    phase = "play" if view["phase"] == "leader" else view["phase"]
    data: dict[str, Any] = {
        "kind": view["decision"]["kind"],
        **_choice(view),
        "players": 2 if "holder" in view else seats,
        "step": unfinished.get("step", phase),
        "recruiting": view["phase"] == "leader",
        "edition": view["edition"],
        "expansions": list(view["expansions"]),
        **{key: view[key] for key in ("seat", "age", "turn", "turns", "teams")},
        "holder": -1 if holder is None else relation_of(seat, holder, seats),
        "discarded": _length(view["discard"]),
        "hand": sorted(own["hand"]),
        "leader_hand": sorted(own.get("leader_hand") or []),
        "pack": sorted(own.get("pack") or []),
        "drawn": sorted(view.get("drawn") or []),
        "laid": view["laid"],
        "partner_leaders": sorted(mate.get("leader_hand") or []),
        "partner_pack": sorted(mate.get("pack") or []),
        "pile": view.get("pile", 0),
        "box": view.get("box", 0),
        "sea": view.get("sea", [0, 0, 0]),
        "discard": set(view["discard"]) if view["decision"]["kind"] == "rebuild" else set(),
    }
    data["cities"] = []
    around = sorted(range(seats), key=lambda other: relation_of(seat, other, seats))
    setup, games = _recounted(view)
    cards = setup.book.catalogue.cards
    for other in around:
        colours = [cards[card].colour for card in entries[other]["city"]]
        counts = {colour: colours.count(colour) for colour in COLOURS}
        city = {"colours": counts, **_lasting(games[0], other)}
        data["cities"].append(_wanted_city(view, other) | city)
    return data


def _choice(view: Mapping[str, Any]) -> dict[str, Any]:
    """Of a choice inside a turn: how many, among which, from which card."""
    decision = view["decision"]
    kind, source = decision["kind"], decision.get("source")
    due, among, _ = view["details"] if kind in ("advance", "loss") else (0, 0, 0)
    return {
        "due": due,
        "among": among if kind == "advance" else 0,
        "cause": source if source in CARD_NUMBERS else "",
    }


def _recounted(view: Mapping[str, Any]) -> tuple[Setup, Any]:
    """A record whose totals are worked out anew from what lies face up, whatever is asked."""
    return from_view({**view, "decision": {"kind": "play"}, "details": [0, 0, 0]})


def _lasting(g: Any, seat: int) -> dict[str, Any]:
    """Rights that are left, and powers: the view has no words for those."""
    rights = int(g.rights[seat]) & ~int(g.spent[seat])
    return {"rights": rights, "powers": g.power[seat].tolist()}


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
    asked = view.get("unfinished", {}).get("asked", {})
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
        "last": int(asked.get(str(seat)) == "last_card"),
        "islands": len(entry.get("islands") or []),
        "cheap": {place for place in CHEAP if numbers["prices"][place[0]][place[1]] == 1},
        "burials": len(entry.get("buried") or []),
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
