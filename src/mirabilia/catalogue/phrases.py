"""The words of the data files: costs and effects, read and written.

A cost is a list such as ``1 coin, wood, 2 ore``. An effect is one phrase out of a closed list:
each row of ``PHRASES`` has a kind of effect, the pattern of its phrase, and how the one is made
from the other. A new kind of effect is a new row.

>>> parse_effects("1 point for each brown or grey card in your city")[0].colours
('brown', 'grey')
>>> effects_text(parse_effects("produces wood and wood") + parse_effects("3 points"))
['produces wood and wood', '3 points']
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import NamedTuple

from .model import (
    COLOURS,
    MANUFACTURED,
    RAW,
    RESOURCES,
    SCIENCE,
    CatalogueError,
    Cost,
    Effect,
)

Read = Callable[[re.Match[str]], tuple[Effect, ...]]
Write = Callable[[Effect], str]


class Phrase(NamedTuple):
    """A row of the list: the phrase of one kind of effect, both ways."""

    kind: str
    pattern: re.Pattern[str]
    read: Read
    write: Write


PLACES: Mapping[str, tuple[str, ...]] = {
    "your city": ("self",),
    "the neighbouring cities": ("left", "right"),
    "your city and the neighbouring cities": ("self", "left", "right"),
}
SELLERS: Mapping[str, tuple[str, ...]] = {
    "the left": ("left",),
    "the right": ("right",),
    "both sides": ("left", "right"),
}
GOODS: Mapping[str, tuple[str, ...]] = {
    "raw materials": RAW,
    "manufactured goods": MANUFACTURED,
}

_NUMBER = "([1-9][0-9]?)"


def _any_of(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(words)})"


def _choice(words: Iterable[str]) -> str:
    """The pattern of ``a``, ``a or b``, ``a, b or c``."""
    word = _any_of(words)
    return f"({word}(?:(?:(?:, | or ){word})* or {word})?)"


def _read_choice(text: str) -> tuple[str, ...]:
    words = tuple(re.split(", | or ", text))
    if len(set(words)) < len(words):
        raise CatalogueError(f'"{text}" offers the same choice twice')
    return words


def _write_choice(words: tuple[str, ...]) -> str:
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def _name_in(table: Mapping[str, tuple[str, ...]], value: tuple[str, ...]) -> str:
    return {words: name for name, words in table.items()}[value]


def _number_of(amount: int, unit: str) -> str:
    return f"{amount} {unit}" if amount == 1 else f"{amount} {unit}s"


def _fixed(kind: str, text: str) -> Phrase:
    effects = (Effect(kind),)
    return Phrase(kind, re.compile(text), lambda _: effects, lambda _: text)


def _amount(kind: str, unit: str, rest: str = "") -> Phrase:
    return Phrase(
        kind,
        re.compile(f"{_NUMBER} {unit}s?{rest}"),
        lambda match: (Effect(kind, int(match[1])),),
        lambda effect: _number_of(effect.amount, unit) + rest,
    )


def _symbol(kind: str, verb: str, symbols: Iterable[str]) -> Phrase:
    return Phrase(
        kind,
        re.compile(f"{verb} {_choice(symbols)}"),
        lambda match: (Effect(kind, options=_read_choice(match[1])),),
        lambda effect: f"{verb} {_write_choice(effect.options)}",
    )


def _symbols(kind: str, verb: str, symbols: Iterable[str]) -> Phrase:
    """Several symbols on one card; each is an effect of its own."""
    word = _any_of(symbols)
    return Phrase(
        kind,
        re.compile(f"{verb} ({word}(?: and {word})+)"),
        lambda match: tuple(Effect(kind, options=(s,)) for s in match[1].split(" and ")),
        lambda effect: f"{verb} {effect.options[0]}",
    )


def _counting(kind: str, unit: str) -> Phrase:
    def read(match: re.Match[str]) -> tuple[Effect, ...]:
        amount, counted, colours, place = match.groups()
        where = PLACES[place]
        if colours:
            return (Effect(kind, int(amount), (), "card", _read_choice(colours), where),)
        return (Effect(kind, int(amount), (), counted, (), where),)

    def write(effect: Effect) -> str:
        colours = f"{_write_choice(effect.colours)} " if effect.colours else ""
        counted = f"{colours}{effect.counted} in {_name_in(PLACES, effect.where)}"
        return f"{_number_of(effect.amount, unit)} for each {counted}"

    counted = f"(stage|defeat|{_choice(COLOURS)} card)"
    pattern = f"{_NUMBER} {unit}s? for each {counted} in ({_any_of(PLACES)})"
    return Phrase(kind, re.compile(pattern), read, write)


def _buying() -> Phrase:
    def read(match: re.Match[str]) -> tuple[Effect, ...]:
        goods, price, sellers = match.groups()
        return (Effect("buy_at", int(price), options=GOODS[goods], where=SELLERS[sellers]),)

    def write(effect: Effect) -> str:
        goods, sellers = _name_in(GOODS, effect.options), _name_in(SELLERS, effect.where)
        return f"buys {goods} at {effect.amount} from {sellers}"

    pattern = f"buys ({_any_of(GOODS)}) at {_NUMBER} from ({_any_of(SELLERS)})"
    return Phrase("buy_at", re.compile(pattern), read, write)


PHRASES = (
    _symbols("produce", "produces", RESOURCES),
    _symbol("produce", "produces", RESOURCES),
    _amount("points", "point"),
    _amount("shields", "shield"),
    _symbol("science", "science", SCIENCE),
    _amount("coins", "coin"),
    _counting("coins_per", "coin"),
    _counting("points_per", "point"),
    _amount("points_if_wonder_complete", "point", " if the wonder is complete"),
    _buying(),
    _fixed("last_card", "plays the last card of an age"),
    _fixed("free_build", "builds one card an age for nothing"),
    _fixed("free_first_of_colour", "builds the first card of a colour for nothing"),
    _fixed("free_first_card", "builds the first card of an age for nothing"),
    _fixed("free_last_card", "builds the last card of an age for nothing"),
    _fixed("rebuild", "builds a card from the discard pile for nothing"),
    _fixed("copy_guild", "copies a guild of a neighbour at the end"),
)
_COST = re.compile(f"(?:{_NUMBER} )?(?:(coin)s?|({_any_of(RESOURCES)}))")
_WRITERS = {phrase.kind: phrase.write for phrase in PHRASES}


def parse_cost(text: str) -> Cost:
    """Read a cost; an empty text is a cost of nothing.

    >>> parse_cost("1 coin, 2 ore")
    Cost(coins=1, resources={'ore': 2})
    """
    found: dict[str, int] = {}
    for part in text.split(", ") if text else ():
        match = _COST.fullmatch(part)
        if not match:
            raise CatalogueError(f'"{part}" is no cost; write it like "1 coin, wood, 2 ore"')
        word = match[2] or match[3]
        if word in found:
            raise CatalogueError(f'the cost "{text}" names {word} twice')
        found[word] = int(match[1] or 1)
    return Cost(found.pop("coin", 0), found)


def cost_text(cost: Cost) -> str:
    """Write a cost: coins first, then the resources in the order of ``RESOURCES``."""
    parts = [_number_of(cost.coins, "coin")] if cost.coins else []
    for resource in RESOURCES:
        number = cost.resources.get(resource, 0)
        if number:
            parts.append(resource if number == 1 else f"{number} {resource}")
    return ", ".join(parts)


def parse_effects(phrase: str) -> tuple[Effect, ...]:
    """Read one phrase; a phrase with several symbols gives an effect for each."""
    for row in PHRASES:
        match = row.pattern.fullmatch(phrase)
        if match:
            return row.read(match)
    raise CatalogueError(f'"{phrase}" is none of the effects listed at the head of the file')


def effects_text(effects: Iterable[Effect]) -> list[str]:
    """Write effects as phrases; symbols that stand side by side share one."""
    phrases: list[str] = []
    for is_plain_symbol, run in groupby(effects, _is_plain_symbol):
        if is_plain_symbol:
            phrases.append("produces " + " and ".join(effect.options[0] for effect in run))
        else:
            phrases.extend(_effect_text(effect) for effect in run)
    return phrases


def _is_plain_symbol(effect: Effect) -> bool:
    return effect.kind == "produce" and len(effect.options) == 1


def _effect_text(effect: Effect) -> str:
    try:
        return _WRITERS[effect.kind](effect)
    except KeyError:
        raise CatalogueError(f"there is no phrase for {effect}") from None
