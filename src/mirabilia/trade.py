"""Paying alone: the engine's payer on bare sources and effects, for tests and tools.

>>> payments({"wood": 2}, own=[["wood"]], left=[["wood", "clay"]], right=[["wood"]])
({'right': 2}, {'left': 2})
>>> payments({"resources": {"stone": 1}, "coins": 1}, right=[["stone"]],
...          effects=["east_trading_post"])
({'right': 1, 'bank': 1},)

A source is the list of the resources it can give, one of them a turn. ``own`` are the sources of
the city, ``left`` and ``right`` what the neighbours sell. ``own_yellow`` are the places in ``own``
of those that come from neither a brown nor a grey card nor the board's start, which the Secret
Warehouse and the Black Market leave aside (C6).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from .catalogue import RESOURCES
from .engine import pay
from .engine.scratch import ensure_compiled, scratch
from .engine.state import SOURCES, STATES, TOTALS
from .engine.tables import mask_of, pack
from .game.prices import rows

ANY = (1 << len(RESOURCES)) - 1
_OTHER_NAMES = {
    "clandestine_dock_west": "west_clandestine_wharf",
    "clandestine_dock_east": "east_clandestine_wharf",
    "black_market_2": "black_market",
}
EFFECTS = (
    "west_trading_post",
    "east_trading_post",
    "marketplace",
    "west_clandestine_wharf",
    "east_clandestine_wharf",
    "bilkis",
    "secret_warehouse",
    "black_market",
    "one_resource_less",
)
_UNLIMITED = 30
MOST_SOURCES = SOURCES // 4


class TradeError(ValueError):
    """A cost, source or effect that can't be; the message says which."""


def payments(
    cost: Mapping[str, Any],
    own: Sequence[Sequence[str]] = (),
    left: Sequence[Sequence[str]] = (),
    right: Sequence[Sequence[str]] = (),
    effects: Sequence[str] = (),
    *,
    own_yellow: Collection[int] = (),
    coins: int | None = None,
) -> tuple[dict[str, int], ...]:
    """All payments that are not dominated, the cheapest first; none: the cost can't be met.

    ``cost`` is a mapping of resources, or of ``coins`` and ``resources``; ``coins`` the purse,
    without limit if left out.
    """
    need, bank = _read_cost(cost)
    own_masks = _read_sources(own, "own")
    sides = (_read_sources(left, "left"), _read_sources(right, "right"))
    chosen = _read_effects(effects)
    if coins is not None and (isinstance(coins, bool) or not isinstance(coins, int) or coins < 0):
        raise TradeError(f"A purse holds a number of coins, not {coins!r}.")
    ensure_compiled()
    w = scratch().w
    pay.clear_sources(w)
    printed = [mask for at, mask in enumerate(own_masks) if at not in own_yellow]
    own_masks += _made_by_cards(printed, chosen)
    for mask in own_masks:
        pay.add_source(w, mask, pay.TO_NOBODY, 0, 0)
    for _ in range(chosen.count("one_resource_less")):
        pay.add_source(w, ANY, pay.TO_NOBODY, 0, 0)
    posts = ("west_trading_post", "east_trading_post")
    for to, (masks, post) in enumerate(zip(sides, posts, strict=True)):
        raw = 1 if post in chosen else 2
        made = 1 if "marketplace" in chosen else 2
        for mask in masks:
            pay.add_source(w, mask, to, raw, made)
    banks = chosen.count("bilkis")
    for _ in range(banks):
        pay.add_source(w, ANY, pay.TO_BANK, 1, 1)
    w.most_uses[pay.TO_BANK] = banks
    w.rebate[pay.TO_LEFT] = chosen.count("west_clandestine_wharf")
    w.rebate[pay.TO_RIGHT] = chosen.count("east_clandestine_wharf")
    purse = bank + _UNLIMITED if coins is None else min(coins, bank + _UNLIMITED)
    return rows(pay.frontier(w, need, bank, purse))


def _made_by_cards(printed: list[int], effects: list[str]) -> list[int]:
    """C6: one more of a kind that brown, grey or the start give, or one of another kind."""
    kinds = int(np.bitwise_or.reduce(printed)) if printed else 0
    more = [kinds] * effects.count("secret_warehouse")
    return more + [ANY & ~kinds] * effects.count("black_market")


def _read_cost(cost: Mapping[str, Any]) -> tuple[int, int]:
    if not isinstance(cost, Mapping):
        raise TradeError("A cost is a mapping, such as {'wood': 2}.")
    coins = cost.get("coins", 0)
    resources = cost.get("resources", {k: v for k, v in cost.items() if k != "coins"})
    if not isinstance(resources, Mapping):
        raise TradeError("The resources of a cost are a mapping, such as {'wood': 2}.")
    for kind, number in resources.items():
        if kind not in RESOURCES:
            raise TradeError(f"There is no resource {kind!r}; there are {', '.join(RESOURCES)}.")
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= 9:
            raise TradeError(f"A cost has 0 to 9 {kind}, not {number!r}.")
    if isinstance(coins, bool) or not isinstance(coins, int) or not 0 <= coins <= 99:
        raise TradeError(f"A cost has 0 to 99 coins, not {coins!r}.")
    if int(np.prod([number + 1 for number in resources.values()])) > STATES:
        raise TradeError("That is more than any card or stage costs.")
    if 2 * sum(resources.values()) >= min(TOTALS, _UNLIMITED):
        raise TradeError("That is more than any card or stage costs.")
    return pack(resources), coins


def _read_sources(sources: Sequence[Sequence[str]], where: str) -> list[int]:
    if not isinstance(sources, Sequence) or isinstance(sources, str) or len(sources) > MOST_SOURCES:
        raise TradeError(f"{where} is a list of at most {MOST_SOURCES} sources.")
    for source in sources:
        if not isinstance(source, Sequence):
            raise TradeError(f"{where}: a source is a list of resources, not {source!r}.")
        for kind in source if not isinstance(source, str) else [source]:
            if not isinstance(kind, str) or kind not in RESOURCES:
                raise TradeError(f"{where}: there is no resource {kind!r}.")
    masks = [mask_of((s,) if isinstance(s, str) else tuple(set(s)), RESOURCES) for s in sources]
    return masks


def _read_effects(effects: Sequence[str]) -> list[str]:
    if not isinstance(effects, Sequence) or isinstance(effects, str):
        raise TradeError(f"effects is a list of names, not {effects!r}.")
    for effect in effects:
        if not isinstance(effect, str) or _OTHER_NAMES.get(effect, effect) not in EFFECTS:
            raise TradeError(f"There is no effect {effect!r}; there are {', '.join(EFFECTS)}.")
    chosen = [_OTHER_NAMES.get(effect, effect) for effect in effects]
    if max((chosen.count(effect) for effect in chosen), default=0) > 2:
        raise TradeError("No city has an effect so often.")
    return chosen
