"""One table of a data file, read key by key; a mistake is reported with the table's place."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from .model import CatalogueError, Cost, Effect
from .naming import BOARD, ENGLISH
from .phrases import parse_cost, parse_effects

Keys = tuple[set[str], set[str]]
"""The keys that a table must have, and those it may have."""

MOST_EFFECTS = 6
MOST = 99
"""The largest number of coins, points or whatever else; phrases know no larger ones either."""

_LONGEST_MESSAGE = 300
_ID = re.compile("[a-z][a-z0-9_]*")

_T = TypeVar("_T")


class Entry:
    """One table: its place for messages, and its values by kind."""

    def __init__(self, place: str, table: object, what: str = "this entry") -> None:
        self.place = place
        self.table: dict[str, Any] = {}
        self.table = self._as(dict, table, what, "a table of keys")

    def error(self, message: str) -> CatalogueError:
        shown = message if len(message) <= _LONGEST_MESSAGE else f"{message[:_LONGEST_MESSAGE]}…"
        return CatalogueError(f"{self.place}: {shown}")

    def check_keys(self, keys: Keys) -> None:
        required, optional = keys
        for key in self.table:
            if key not in required | optional:
                known = ", ".join(sorted(required | optional))
                raise self.error(f'the key "{key}" is unknown; known are {known}')
        for key in sorted(required - self.table.keys()):
            raise self.error(f'the key "{key}" is missing')

    def _as(self, kind: type[_T], value: object, what: str, wanted: str) -> _T:
        # An exact comparison, for true and false would pass as whole numbers.
        if type(value) is not kind:
            raise self.error(f"{what} must be {wanted}, not {json.dumps(value, default=str)}")
        return value

    def _list(self, key: str, kind: type[_T], wanted: str) -> tuple[_T, ...]:
        values = self._as(list, self.table.get(key, []), f'"{key}"', f"a list of {wanted}s")
        return tuple(self._as(kind, value, f'each of "{key}"', f"a {wanted}") for value in values)

    def text(self, key: str, default: str = "") -> str:
        return self._as(str, self.table.get(key, default), f'"{key}"', "a text")

    def number(self, key: str) -> int:
        """A whole number that is small enough; 0 where it is left out."""
        found = self._as(int, self.table.get(key, 0), f'"{key}"', "a whole number")
        if abs(found) > MOST:
            raise self.error(f'"{key}" is beyond {MOST}')
        return found

    def flag(self, key: str) -> bool:
        return self._as(bool, self.table.get(key, False), f'"{key}"', "true or false")

    def texts(self, key: str) -> tuple[str, ...]:
        return self._list(key, str, "text")

    def numbers(self, key: str) -> tuple[int, ...]:
        return self._list(key, int, "whole number")

    def ids(self, key: str) -> tuple[str, ...]:
        ids = tuple(self.id(value) for value in self.texts(key))
        if len(set(ids)) < len(ids):
            raise self.error(f'"{key}" has the same name twice')
        return ids

    def id(self, value: str) -> str:
        if not _ID.fullmatch(value):
            raise self.error(f'"{value}" is no id; write it in a-z, 0-9 and _')
        return value

    def entry(self, key: str) -> Entry:
        return Entry(f"{self.place}.{key}", self.table[key])

    def entries(self, key: str, what: str, least: int, most: int) -> list[Entry]:
        """The tables in a list, each with its number as its place."""
        tables = self.table[key]
        if type(tables) is not list or not least <= len(tables) <= most:
            numbers = str(most) if least == most else f"{least} to {most}"
            raise self.error(f'"{key}" must be a list of {numbers} {what}s')
        return [
            Entry(f"{self.place}, {what} {number}", table)
            for number, table in enumerate(tables, start=1)
        ]

    def one_of(self, key: str, value: _T, known: Iterable[_T]) -> _T:
        if value not in known:
            listed = ", ".join(str(one) for one in known)
            raise self.error(f'"{key}" is {json.dumps(value)}; known are {listed}')
        return value

    def names(self) -> dict[str, str]:
        """What a thing is called in English, and what a board has printed on it."""
        found = {ENGLISH: self.text("name")}
        if BOARD in self.table:
            found[BOARD] = self.text(BOARD)
        for key, name in found.items():
            if not name:
                raise self.error(f'"{"name" if key == ENGLISH else key}" is empty')
        return found

    def cost(self) -> Cost:
        return self.cost_of(self.text("cost"))

    def cost_of(self, text: str) -> Cost:
        """A cost in coins and resources."""
        cost = self._parsed(parse_cost, text)
        if cost.by_age:
            raise self.error("only a leader costs as many coins as the age")
        return cost

    def recruiting_cost(self) -> Cost:
        """The cost of a leader, in coins."""
        cost = self._parsed(parse_cost, self.text("cost"))
        if cost.resources or cost.nothing:
            raise self.error("a leader costs coins")
        return cost

    def effects(self) -> tuple[Effect, ...]:
        phrases = self.texts("effects")
        if not phrases:
            raise self.error('"effects" is empty')
        found = [effect for phrase in phrases for effect in self._parsed(parse_effects, phrase)]
        if len(found) > MOST_EFFECTS:
            raise self.error(f"{len(found)} effects, where {MOST_EFFECTS} are the most")
        return tuple(found)

    def _parsed(self, parse: Callable[[str], _T], text: str) -> _T:
        try:
            return parse(text)
        except CatalogueError as error:
            raise self.error(str(error)) from None
