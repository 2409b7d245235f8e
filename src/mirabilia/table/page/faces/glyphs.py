"""Costs and effects as rows of glyphs: small signs that can be read without words.

A glyph is an icon, a text, or a text upon an icon, such as a 3 on a coin. A row reads from left to
right: what is had, a stroke, what it is counted by (``1 point / brown card``); or when it happens,
a colon, what happens then (``stage : 2 coins``). Arrows on both sides of a thing mean the
neighbours' things, an arrow downwards one's own besides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from ....catalogue import MANUFACTURED, RAW, RESOURCES, Cost, Effect, Space
from .types import Glyph, Row

Glyphs = tuple[Glyph, ...]

MINUS = "−"
FEW = 3  # so many equal icons stand side by side, more are a number on one


def icon(name: str, text: str | int = "") -> Glyph:
    return Glyph(name, str(text))


def sign(text: str) -> Glyph:
    return Glyph("", text)


PER, THEN, OR, MORE, EQUAL = (sign(text) for text in "/:/>=")
NOTHING = sign("·")


def icons(name: str, number: int) -> Glyphs:
    """Equal icons side by side, or one with their number."""
    return (icon(name),) * number if number <= FEW else (icon(name, number),)


def cards(colours: Iterable[str]) -> Glyphs:
    return tuple(icon(f"card-{colour}") for colour in colours)


def either(names: Iterable[str]) -> Glyphs:
    row: list[Glyph] = []
    for name in names:
        row += [OR, icon(name)] if row else [icon(name)]
    return tuple(row)


def around(things: Glyphs, where: Sequence[str]) -> Glyphs:
    """Things with the arrows of the cities they are in; none, if only in the own one."""
    before = [icon(side) for side in ("far-left", "left") if side.replace("-", "_") in where]
    after = [icon(side) for side in ("right", "far-right") if side.replace("-", "_") in where]
    own = [icon("self")] if "self" in where and (before or after) else []
    crowd = [icon("others")] if "others" in where else []
    return (*crowd, *before, *things, *own, *after)


def cost_glyphs(cost: Cost) -> Row:
    """Coins first, then each resource as often as it is needed."""
    if cost.by_age:
        return Row((icon("coin"), icon("age")))
    coins = (icon("coin", cost.coins),) if cost.coins else ()
    resources = (icon(name) for name in RESOURCES for _ in range(cost.resources.get(name, 0)))
    return Row((*coins, *resources))


def effect_rows(effects: Iterable[Effect]) -> tuple[Row, ...]:
    """A row for each effect; symbols side by side share one, and so does what is counted alike."""
    rows: list[Glyphs] = []
    for shared, run in groupby(effects, _shared):
        if shared is None:
            rows += [DRAWN[effect.kind](effect) for effect in run]
        elif shared == "symbols":
            rows.append(tuple(icon(effect.options[0]) for effect in run))
        else:
            several = list(run)
            amounts = tuple(_amount(effect) for effect in several)
            rows.append((*amounts, PER, *_counted(several[0])))
    return tuple(Row(row) for row in rows)


def _shared(effect: Effect) -> object:
    """What an effect shares a row by; None: it stands alone."""
    if effect.kind == "produce" and len(effect.options) == 1:
        return "symbols"
    if effect.kind in ("coins_per", "points_per") and effect.counted != "victory_pair":
        return (effect.counted, effect.colours, effect.where, effect.value, effect.options)
    return None


def _amount(effect: Effect) -> Glyph:
    return icon("coin" if effect.kind == "coins_per" else "points", effect.amount)


def _counted(effect: Effect) -> Glyphs:
    """What is counted, and where."""
    things: Mapping[str, Callable[[], Glyphs]] = {
        "card": lambda: cards(effect.colours),
        "set": lambda: cards(effect.colours),
        "stage": lambda: (icon("stage"),),
        "defeat": lambda: (icon("defeat", f"{MINUS}1"),),
        "victory": lambda: (icon("victory", effect.value or ""),),
        "coin": lambda: (icon("coin", effect.value),),
        "science_set": lambda: (icon("compass"), icon("gear"), icon("tablet")),
        "leader": lambda: (icon("leader"),),
        "island": lambda: (icon("island"),),
        "commerce": lambda: (icon("commerce"),),
        "best_colour": lambda: (icon("card-any"),),
        "symbol": lambda: either(effect.options),
    }
    return around(things[effect.counted](), effect.where)


def _per(effect: Effect) -> Glyphs:
    if effect.counted == "victory_pair":
        return (icon("points", "?"), PER, icon("victory", "?"), EQUAL, icon("victory", "?"))
    return (_amount(effect), PER, *_counted(effect))


def _buy_at(effect: Effect) -> Glyphs:
    goods = {RAW: "raw", MANUFACTURED: "manufactured"}.get(effect.options)
    things = (icon(goods),) if goods else either(effect.options)
    return (*around(things, effect.where), THEN, icon("coin", effect.amount))


def _discount(effect: Effect) -> Glyphs:
    of = (icon("stage"),) if effect.counted == "stage" else cards(effect.colours)
    return (*of, THEN, icon("resource-less"))


def _if_more(effect: Effect) -> Glyphs:
    what = (icon("coin"),) if effect.counted == "coin" else cards(effect.colours)
    return (*what, MORE, icon("left"), icon("right"), THEN, icon("points", effect.amount))


def _loss(effect: Effect) -> Glyphs:
    if not effect.amount:
        return (icon("others"), icon("coin", MINUS), icon("age"))
    return (icon("others"), _less(effect.amount))


def _less(amount: int) -> Glyph:
    return icon("coin", f"{MINUS}{amount}")


def _loss_per(effect: Effect) -> Glyphs:
    return (icon("others"), _less(effect.amount), PER, icon(effect.counted))


def _victory(effect: Effect) -> Glyphs:
    return (icon("victory", effect.amount),) if effect.amount else (icon("victory"), icon("age"))


def _advance(effect: Effect) -> Glyphs:
    ships = (
        tuple(icon(f"ship-{colour}") for colour in effect.colours)
        if effect.colours
        else icons("ship", effect.amount)
    )
    return (*ships, icon("advance"))


def _on(when: str) -> Callable[[Effect], Glyphs]:
    """Coins whenever something happens."""
    return lambda effect: (
        *around((icon(when),), [side for side in effect.where if side != "self"]),
        THEN,
        icon("coin", effect.amount),
    )


def _always(*row: Glyph) -> Callable[[Effect], Glyphs]:
    return lambda _: row


NEIGHBOURS = ("left", "right")
LESS_ONE = _less(1)

DRAWN: Mapping[str, Callable[[Effect], Glyphs]] = {
    "produce": lambda effect: either(effect.options),
    "points": lambda effect: (icon("points", effect.amount),),
    "shields": lambda effect: icons("shield", effect.amount),
    "science": lambda effect: either(effect.options),
    "coins": lambda effect: around((icon("coin", effect.amount),), effect.where),
    "coins_per": _per,
    "points_per": _per,
    "points_if_wonder_complete": lambda effect: (
        icon("wonder-complete"),
        THEN,
        icon("points", effect.amount),
    ),
    "points_if_more": _if_more,
    "points_if_undefeated": lambda effect: (
        icon("defeat", "0"),
        THEN,
        icon("points", effect.amount),
    ),
    "points_if_only_leader": lambda effect: (
        icon("leader"),
        sign("= 1"),
        THEN,
        icon("points", effect.amount),
    ),
    "buy_at": _buy_at,
    "last_card": _always(icon("last-card")),
    "free_build": _always(icon("once"), icon("free")),
    "free_first_of_colour": _always(icon("first-card"), icon("card-any"), THEN, icon("free")),
    "free_first_card": _always(icon("first-card"), THEN, icon("free")),
    "free_last_card": _always(icon("last-card"), THEN, icon("free")),
    "rebuild": _always(icon("rebuild")),
    "copy_guild": _always(icon("copy"), *around(cards(["purple"]), NEIGHBOURS)),
    "copy_leader": _always(icon("copy"), *around((icon("leader"),), NEIGHBOURS)),
    "copy_science": _always(icon("copy"), *around((icon("science"),), NEIGHBOURS)),
    "swap_symbol": _always(icon("science"), icon("swap"), icon("science")),
    "majority": _always(icon("science-most"), sign("+1")),
    "free_recruit": _always(icon("leader"), THEN, icon("coin", 0)),
    "recruit_discount": lambda effect: (
        *around((icon("leader"),), [side for side in effect.where if side != "self"]),
        THEN,
        _less(effect.amount),
    ),
    "keep_leader": _always(icon("age-3"), THEN, icon("leader"), icon("check")),
    "discount": _discount,
    "free_colour": lambda effect: (*cards(effect.colours), THEN, icon("free")),
    "free_colour_once": lambda effect: (
        icon("once"),
        *cards(effect.colours),
        THEN,
        icon("free"),
    ),
    "coins_on_build": lambda effect: (
        *cards(effect.colours),
        THEN,
        icon("coin", effect.amount),
    ),
    "coins_on_chain": _on("chain"),
    "coins_on_victory": _on("victory"),
    "coins_on_stage": _on("stage"),
    "coins_on_purchase": lambda effect: (
        *around((icon("resource"),), NEIGHBOURS),
        THEN,
        icon("coin", effect.amount),
    ),
    "bonus_coin": _always(icon("once"), icon("bank"), THEN, icon("coin", "+1")),
    "loss_on_stage": lambda effect: (
        icon("stage"),
        THEN,
        icon("others"),
        _less(effect.amount),
    ),
    "bank_resource": lambda effect: (
        icon("bank"),
        icon("resource"),
        THEN,
        icon("coin", effect.amount),
    ),
    "victory": _victory,
    "discard_defeats": _always(icon("defeat", f"{MINUS}1"), icon("cross")),
    "others_forfeit": _always(icon("others"), icon("victory", MINUS)),
    "redirect_defeats": _always(
        icon("defeat", f"{MINUS}1"), sign("→"), icon("others"), icon("victory")
    ),
    "defeats_as_shields": _always(icon("defeat", f"{MINUS}1"), EQUAL, icon("shield")),
    "loss": _loss,
    "loss_per": _loss_per,
    "loss_by_commerce": _always(
        icon("pirate"), icon("others"), icon("coin", MINUS), PER, icon("commerce")
    ),
    "debt": lambda effect: around((icon("debt", f"{MINUS}{effect.amount}"),), effect.where),
    "diplomacy": _always(icon("diplomacy")),
    "own_kind": _always(icon("resource"), sign("+1")),
    "missing_kind": _always(icon("missing"), sign("+1")),
    "start_rebate": _always(*around((icon("start"),), NEIGHBOURS), THEN, LESS_ONE),
    "wharf": lambda effect: (
        icon("once"),
        *around((icon("resource"),), effect.where),
        THEN,
        LESS_ONE,
    ),
    "free_stage_resources": _always(
        icon("stage"), THEN, icon("raw"), icon("manufactured"), icon("cross")
    ),
    "draw_leaders": lambda effect: (sign(f"+{effect.amount}"), icon("leader")),
    "recruit_again": _always(sign("+"), icon("leader"), icon("self")),
    "bury": _always(icon("leader-buried"), THEN, icon("points"), sign("= 2×"), icon("coin")),
    "naval": lambda effect: (icon("naval", effect.amount),),
    "raid": lambda effect: around((icon("raid"),), effect.where),
    "far_trade": lambda effect: (
        *around(icons("resource", effect.amount), effect.where),
        THEN,
        icon("coin", 1),
    ),
    "advance": _advance,
    "draw_island": lambda effect: (icon("island", effect.amount),),
    "immune": _always(icon("sea-safe"), icon("tax"), icon("pirate"), icon("cross")),
    "stage_advances_any": _always(icon("stage"), THEN, icon("ship"), icon("advance")),
    "may_stay_out": _always(icon("stay-out"), icon("naval")),
    "ship_discount": _always(icon("ship"), THEN, icon("resource-less")),
    "coin_per_advance": _always(icon("ship"), icon("advance"), THEN, icon("coin", 1)),
}


def space_glyphs(space: Space) -> Row:
    """What a space of a naval track gives."""
    row = [
        icon(name, value)
        for name, value in (
            ("naval", space.naval),
            ("commerce", space.commerce),
            ("points", space.points),
            ("coin", space.coins),
        )
        if value
    ]
    if space.tax:
        row += [icon("tax", f"{MINUS}{space.tax}")]
    if space.explore:
        row += [icon("island", space.explore)]
    return Row(row or [NOTHING])
