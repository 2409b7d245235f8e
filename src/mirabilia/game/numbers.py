"""The numbers of cities, as views hold them and everybody shows them: all counted by the engine.

Only what lies face up is counted (K1), so they are the same for every seat. The engine has its
totals packed (``engine/state.py``); here they become names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ..catalogue import RESOURCES, SCIENCE
from ..engine import kinds
from ..engine import state as s
from ..engine.numbers import count_cities
from ..engine.pay import FULL_PRICE
from ..engine.scratch import scratch
from .codec import lines_of
from .fields import Fields
from .setup import Setup

CHOICE = "choice"
MORE_SCIENCE = {kinds.MAJORITY: "most", kinds.COPY_SCIENCE: "copy", kinds.SWAP_SYMBOL: "swap"}
CHEAP = {
    "left": {"raw": s.CHEAP_RAW_LEFT, "made": s.CHEAP_MADE_LEFT},
    "right": {"raw": s.CHEAP_RAW_RIGHT, "made": s.CHEAP_MADE_RIGHT},
}
_OPTIONS = [
    tuple(kind for at, kind in enumerate(RESOURCES) if mask >> at & 1)
    for mask in range(1 << len(RESOURCES))
]


_MOST_GOODS = 4096  # that are kept, once they were named


def counted(games: npt.NDArray[np.void], tables: npt.NDArray[np.void]) -> Fields:
    """What the engine counts of all cities, until it counts again in this thread."""
    space = scratch()
    count_cities(games, tables, space.numbers)
    return Fields(space.numbers)


def write(setup: Setup, g: Any, found: Any) -> list[dict[str, Any]]:
    """The numbers of each city, from the fields of the game and of what is counted of it."""
    lines = lines_of(setup.expansions)
    return [_city(setup, g, found, lines, seat) for seat in range(int(g.seats))]


def _city(setup: Setup, g: Any, found: Any, lines: Mapping[int, str], seat: int) -> dict[str, Any]:
    points, power = found.lines[seat].tolist(), g.power[seat].tolist()
    cheap = int(g.cheap[seat])
    data: dict[str, Any] = {
        "points": {name: points[line] for line, name in lines.items()},
        "total": int(found.total[seat]),
        "shields": int(found.shields[seat]),
        "symbols": _science(g.science[seat].tolist(), power),
        **_goods(g, seat),
        "own_kind": power[kinds.OWN_KIND],
        "missing_kind": power[kinds.MISSING_KIND],
        "prices": {
            side: {goods: FULL_PRICE - bool(cheap & bit) for goods, bit in bits.items()}
            for side, bits in CHEAP.items()
        },
        "rebates": {
            "left": power[kinds.WHARF],
            "right": power[kinds.WHARF_RIGHT],
            "start": min(power[kinds.START_REBATE], 1),
        },
    }
    if "leaders" in setup.expansions:
        leaders = [*g.leaders[seat, : g.leaders_n[seat]], *g.buried[seat, : g.buried_n[seat]]]
        data["buried"] = {
            setup.book.card_id(leader): int(found.buried[leader]) for leader in leaders
        }
    if "armada" in setup.expansions:
        data["naval_strength"] = int(found.naval_strength[seat])
        data["commerce"] = int(found.commerce[seat])
    return data


def _science(counts: Sequence[int], power: Sequence[int]) -> dict[str, int]:
    """The science symbols by kind, those there are: of free choice, majorities, copied, swapped."""
    symbols = dict(zip((*SCIENCE, CHOICE), counts, strict=True))
    symbols |= {name: power[kind] for kind, name in MORE_SCIENCE.items()}
    return {kind: count for kind, count in symbols.items() if count}


def _goods(g: Any, seat: int) -> dict[str, list[list[str]]]:
    """The symbols of production: what neighbours may buy (B12), what is for the owner (B17)."""
    sells, shop = int(g.sells[seat]), g.shop[seat, : g.shop_n[seat]].tolist()
    kept = g.choice[seat, : g.choice_n[seat]].tolist()
    for mask in shop:
        if mask in kept:
            kept.remove(mask)
    own = int(g.has[seat]) - sells
    return {"sells": _named(sells, tuple(shop)), "own_use": _named(own, tuple(kept))}


def _named(single: int, alternatives: tuple[int, ...]) -> list[list[str]]:
    """A packed multiset of single symbols, and symbols with alternatives, by their names."""
    return [list(options) for options in _symbols(single, alternatives)]


@lru_cache(_MOST_GOODS)
def _symbols(single: int, alternatives: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
    """Cities make much the same, and the same for many steps."""
    names = [[kind] for at, kind in enumerate(RESOURCES) for _ in range(single >> 8 * at & 0xFF)]
    return tuple(map(tuple, names + in_order(_OPTIONS[mask] for mask in alternatives)))


def in_order(symbols: Iterable[Sequence[str]]) -> list[list[str]]:
    """Symbols of production as they are shown: those with fewer alternatives first.

    >>> in_order([("wood", "clay"), ("loom",), ("clay", "stone"), ("wood",)])
    [['wood'], ['loom'], ['wood', 'clay'], ['stone', 'clay']]
    """
    return sorted((sorted(options, key=RESOURCES.index) for options in symbols), key=_place)


def _place(options: Sequence[str]) -> tuple[int, list[int]]:
    return len(options), [RESOURCES.index(kind) for kind in options]
