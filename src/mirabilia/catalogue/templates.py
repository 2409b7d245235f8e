"""How a phrase is read and written: a template with slots.

``{coins} whenever you build a {colours} card`` has two slots. Each stands for one field of the
effect and has its own words: ``{coins}`` is the amount, as in ``3 coins``, ``{colours}`` a choice
of colours. All other fields have the values that the template was given, or none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any, NamedTuple

from .model import COLOURS, MANUFACTURED, RAW, RESOURCES, SCIENCE, CatalogueError, Effect

CITIES: Mapping[str, tuple[str, ...]] = {
    "your city": ("self",),
    "the neighbouring cities": ("left", "right"),
    "your city and the neighbouring cities": ("self", "left", "right"),
}
SIDES: Mapping[str, tuple[str, ...]] = {
    "the left": ("left",),
    "the right": ("right",),
    "both sides": ("left", "right"),
}
FAR_SIDES: Mapping[str, tuple[str, ...]] = {
    "two seats to the left": ("far_left",),
    "two seats to the right": ("far_right",),
}
GOODS: Mapping[str, tuple[str, ...]] = {
    "raw materials": RAW,
    "manufactured goods": MANUFACTURED,
}
UNITS = ("coin", "point", "shield", "fleet", "leader", "debt", "resource")

NUMBER = "([1-9][0-9]?)"
MOST = 99

_FIELDS = tuple(field.name for field in fields(Effect))
_SLOT = re.compile(r"\{(\w+)\}")


class Slot(NamedTuple):
    """What may stand in a slot: the field it fills, a pattern with one group, and both ways."""

    field: str
    pattern: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]


def any_of(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(words)})"


def number_of(amount: int, unit: str) -> str:
    return f"{amount} {unit}" if amount == 1 else f"{amount} {unit}s"


def _number(field: str) -> Slot:
    return Slot(field, NUMBER, int, lambda number: str(_within(number)))


def _several(field: str) -> Slot:
    return Slot(field, "([2-9]|[1-9][0-9])", int, lambda number: str(_within(number, least=2)))


def _units(unit: str) -> Slot:
    return Slot("amount", f"{NUMBER} {unit}s?", int, lambda n: number_of(_within(n), unit))


def _within(number: int, least: int = 1) -> int:
    if not least <= number <= MOST:
        raise LookupError(number)
    return number


def _one_of(field: str, table: Mapping[str, tuple[str, ...]]) -> Slot:
    names = {words: name for name, words in table.items()}
    return Slot(field, f"({any_of(table)})", table.__getitem__, names.__getitem__)


def _choice(field: str, words: Iterable[str]) -> Slot:
    """``a``, ``a or b``, ``a, b or c``."""
    word = any_of(words)
    pattern = f"({word}(?:(?:(?:, | or ){word})* or {word})?)"
    return Slot(field, pattern, _read_list, lambda value: _joined(value, "or"))


def _all_of(field: str, words: Iterable[str]) -> Slot:
    """``a and b``, ``a, b and c``."""
    word = any_of(words)
    pattern = f"({word}(?:, {word})* and {word})"
    return Slot(field, pattern, _read_list, lambda value: _joined(value, "and", least=2))


def _read_list(text: str) -> tuple[str, ...]:
    words = tuple(re.split(", | or | and ", text))
    if len(set(words)) < len(words):
        raise CatalogueError(f'"{text}" has the same word twice')
    return words


def _joined(words: tuple[str, ...], link: str, least: int = 1) -> str:
    if len(words) < least:
        raise LookupError(words)
    *others, last = words
    return f"{', '.join(others)} {link} {last}" if others else last


SLOTS: Mapping[str, Slot] = {
    **{f"{unit}s": _units(unit) for unit in UNITS},
    "amount": _number("amount"),
    "value": _number("value"),
    "several": _several("value"),
    "colours": _choice("colours", COLOURS),
    "set": _all_of("colours", COLOURS),
    "resource": _choice("options", RESOURCES),
    "symbol": _choice("options", SCIENCE),
    "goods": _one_of("options", GOODS),
    "cities": _one_of("where", CITIES),
    "side": _one_of("where", SIDES),
    "far_side": _one_of("where", FAR_SIDES),
}


class Template:
    """A phrase of one kind of effect, both ways."""

    def __init__(self, kind: str, text: str, **given: Any) -> None:
        self.kind = kind
        self.text = text
        self.given = given
        self.slots = [SLOTS[name] for name in _SLOT.findall(text)]
        filled = {slot.field for slot in self.slots}
        bare = Effect(kind, **given)
        self._others = [(name, getattr(bare, name)) for name in _FIELDS if name not in filled]
        self._pattern: re.Pattern[str] | None = None

    def read(self, phrase: str) -> Effect | None:
        """The effect that a phrase means; None if it is another phrase."""
        if self._pattern is None:
            pattern = _SLOT.sub(lambda match: SLOTS[match[1]].pattern, self.text)
            self._pattern = re.compile(pattern)
        match = self._pattern.fullmatch(phrase)
        if not match:
            return None
        words = zip(self.slots, match.groups(), strict=True)
        return Effect(
            self.kind, **{slot.field: slot.read(word) for slot, word in words}, **self.given
        )

    def write(self, effect: Effect) -> str | None:
        """The phrase of an effect; None if this template can't say it."""
        if any(getattr(effect, name) != value for name, value in self._others):
            return None
        try:
            words = [slot.write(getattr(effect, slot.field)) for slot in self.slots]
        except LookupError:
            return None
        rest = iter(words)
        return _SLOT.sub(lambda _: next(rest), self.text)
